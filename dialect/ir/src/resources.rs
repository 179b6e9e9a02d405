//! A file's resources: what it has in addition to its operations, such as the bytes that `dense_resource` attributes name. MLIR
//! language reference, "File Metadata Dictionary"; bytecode format, "Resource Sections".

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::context::Str;

/// The bytes of resources by their keys.
pub type Blobs = FxHashMap<Str, Arc<[u8]>>;

/// The resources of a file, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// Those of each dialect and of each external owner.
    pub groups: Vec<ResourceGroup>,
}

/// The resources of a dialect or of an external owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceGroup {
    /// Whose they are.
    pub owner: Str,
    /// Whether that is a dialect.
    pub is_dialect: bool,
    /// The keys and what they stand for.
    pub entries: Vec<(Str, Resource)>,
}

/// What a key stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Bytes, which whoever has them shares.
    Blob(Blob),
    /// True or false.
    Bool(bool),
    /// A string.
    String(Str),
}

/// Bytes that are aligned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blob {
    /// What the first byte's address is a multiple of.
    pub alignment: u32,
    /// The bytes.
    pub data: Arc<[u8]>,
}

impl Resources {
    /// The blobs of dialects by their keys; the first of a key counts.
    ///
    /// ```
    /// use irtrip_ir::Context;
    /// use irtrip_ir::resources::{Blob, Resource, ResourceGroup, Resources};
    /// let ctx = Context::new();
    /// let key = ctx.str("weights");
    /// let entries = vec![(key, Resource::Blob(Blob::from_hex("0400000001").unwrap()))];
    /// let group = ResourceGroup { owner: ctx.str("builtin"), is_dialect: true, entries };
    /// assert_eq!(Resources { groups: vec![group] }.blobs()[&key][..], [1]);
    /// ```
    pub fn blobs(&self) -> Blobs {
        let mut blobs = Blobs::default();
        for (key, resource) in self.groups.iter().filter(|group| group.is_dialect).flat_map(|group| &group.entries) {
            if let Resource::Blob(blob) = resource {
                blobs.entry(*key).or_insert_with(|| blob.data.clone());
            }
        }
        blobs
    }
}

impl Blob {
    /// Reads hexadecimal digits: four bytes of alignment, and what is aligned; `None` where they are no such.
    pub fn from_hex(digits: &str) -> Option<Blob> {
        let digit = |byte: &u8| (*byte as char).to_digit(16).map(|digit| digit as u8);
        let (odd, pairs) = digits.as_bytes().split_at(digits.len() % 2);
        let first = odd.iter().map(digit);
        let pairs = pairs.chunks_exact(2).map(|pair| pair.iter().try_fold(0, |byte, it| Some(byte << 4 | digit(it)?)));
        let bytes: Vec<u8> = first.chain(pairs).collect::<Option<_>>()?;
        let (alignment, data) = bytes.split_first_chunk::<4>()?;
        Some(Blob { alignment: u32::from_le_bytes(*alignment), data: data.into() })
    }

    /// Appends what [`Blob::from_hex`] reads.
    pub fn push_hex(&self, out: &mut String) {
        const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
        out.reserve(2 * (self.data.len() + 4));
        for byte in self.alignment.to_le_bytes().iter().chain(&*self.data) {
            out.extend([byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_are_hexadecimal() {
        let hex = |digits: &str| {
            let mut text = String::new();
            Blob::from_hex(digits)?.push_hex(&mut text);
            Some(text)
        };
        assert_eq!(hex("0800000000ff").as_deref(), Some("0800000000FF"));
        assert_eq!(hex("800000001").as_deref(), Some("0800000001"));
        assert_eq!(hex("080000"), None);
        assert_eq!(hex("0800000g"), None);
    }
}
