//! Computes a structural hash piece by piece.

use irtrip_dialect::Dim;
use xxhash_rust::xxh3::xxh3_128;

use crate::structural_hash::StructuralHash;

/// Computes a 128-bit hash of a sequence of pieces, in two lanes of 64 bits. A piece is of fixed size or is preceded by its
/// length, so that no two sequences become the same sequence of numbers.
#[derive(Clone, Copy)]
pub(crate) struct HashBuilder(u64, u64);

/// Odd numbers with bits that look random, to multiply with.
const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x27d4_eb2f_1656_67c5];

/// The exclusive or of both halves of the 128-bit product.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

impl HashBuilder {
    /// The hash of a string of bytes.
    pub fn hash_bytes(bytes: &[u8]) -> StructuralHash {
        let mut hash = HashBuilder::new();
        hash.add_bytes(bytes);
        hash.finish()
    }

    /// The hash of no pieces.
    pub fn new() -> HashBuilder {
        HashBuilder(ODD[2], ODD[3])
    }

    /// Adds a string of bytes.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        self.add_u64(bytes.len() as u64);
        self.add_u128(xxh3_128(bytes));
    }

    /// Adds a number.
    pub fn add_u64(&mut self, value: u64) {
        self.0 = folded(self.0 ^ value, ODD[0]).wrapping_add(ODD[2]);
        self.1 = folded(self.1.rotate_left(23) ^ value, ODD[1]).wrapping_add(value);
    }

    /// Adds a number, such as a hash.
    pub fn add_u128(&mut self, value: u128) {
        self.add_u64(value as u64);
        self.add_u64((value >> 64) as u64);
    }

    /// Adds a truth value.
    pub fn add_bool(&mut self, value: bool) {
        self.add_u64(u64::from(value));
    }

    /// Adds the variant of an enumeration that `value` is, without the variant's fields.
    pub fn add_variant<T>(&mut self, value: &T) {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        std::mem::discriminant(value).hash(&mut hasher);
        self.add_u64(hasher.finish());
    }

    /// Adds a number that may be absent.
    pub fn add_optional(&mut self, number: Option<u64>) {
        self.add_bool(number.is_some());
        self.add_u64(number.unwrap_or_default());
    }

    /// Adds the dimensions of a shaped type.
    pub fn add_dims(&mut self, dims: &[Dim]) {
        self.add_u64(dims.len() as u64);
        for dim in dims {
            self.add_optional(dim.size);
            self.add_bool(dim.scalable);
        }
    }

    /// The hash of the pieces added so far.
    pub fn finish(&self) -> StructuralHash {
        (u128::from(folded(self.0, ODD[1])) << 64) | u128::from(folded(self.1, ODD[0]) ^ self.0)
    }
}
