//! Integers and floats of constants, in LLVM's spelling.

use irtrip_dialect::FloatKind;
use irtrip_dialect::llvm_text as text;
use irtrip_dialect::llvm_text::decimal;
use num_bigint::{BigInt, BigUint, Sign};

use crate::bitstream::{Fields, signed};
use crate::error::Result;

/// The integer of so many bits whose words, the lowest first, are written with their signs in the lowest bit.
pub fn wide(words: &[u64], width: u32) -> BigInt {
    let bytes: Vec<u8> = words.iter().flat_map(|word| signed(*word).to_le_bytes()).collect();
    let modulus = BigInt::from(1) << width;
    let value = BigInt::from_biguint(Sign::Plus, BigUint::from_bytes_le(&bytes)) % &modulus;
    match value.bit(u64::from(width) - 1) {
        true => value - modulus,
        false => value,
    }
}

/// As [`wide`], in decimal digits.
pub(crate) fn wide_text(words: &[u64], width: u32) -> String {
    decimal::to_string(&wide(words, width.max(1)))
}

/// A range of integers of so many bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstantRange {
    /// The bits of an integer.
    pub width: u32,
    /// The first integer, as its words, the lowest first, with their signs in the lowest bit: one word up to 64 bits.
    pub lower: Box<[u64]>,
    /// The integer after the last, as that.
    pub upper: Box<[u64]>,
}

impl ConstantRange {
    /// Reads both ends.
    ///
    /// # Errors
    /// The record has too few operands.
    pub fn read(fields: &mut Fields<'_>, width: u32) -> Result<ConstantRange> {
        if width <= 64 {
            return Ok(ConstantRange { width, lower: [fields.take()?].into(), upper: [fields.take()?].into() });
        }
        let counts = fields.take()?;
        let mut words = |count: u64| {
            if count > fields.len() as u64 {
                return Err(fields.error("a range has too few operands"));
            }
            (0..count).map(|_| fields.take()).collect::<Result<Box<[u64]>>>()
        };
        Ok(ConstantRange { width, lower: words(counts & u64::from(u32::MAX))?, upper: words(counts >> 32)? })
    }

    /// Appends both ends: `0, 10`.
    pub fn text(&self, out: &mut String) {
        for (place, words) in [&self.lower, &self.upper].into_iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            match words.first() {
                Some(word) if self.width <= 64 => text::int(out, signed(*word)),
                _ => out.push_str(&wide_text(words, self.width)),
            }
        }
    }
}

/// Appends a float of these bits, in hexadecimal digits. LangRef, "Simple Constants", "Floating-point constants".
pub fn float(out: &mut String, kind: FloatKind, words: &[u64]) {
    let low = words.first().copied().unwrap_or(0);
    let high = words.get(1).copied().unwrap_or(0);
    out.push_str("0x");
    match kind {
        FloatKind::F64 => text::hex(out, low, 16),
        FloatKind::F32 => text::hex(out, double_of(low as u32), 16),
        FloatKind::F16 => {
            out.push('H');
            text::hex(out, low & 0xffff, 4);
        }
        FloatKind::BF16 => {
            out.push('R');
            text::hex(out, low & 0xffff, 4);
        }
        FloatKind::F80 => {
            // The record has the higher 64 of the 80 bits first.
            out.push('K');
            text::hex(out, low >> 48, 4);
            text::hex(out, low << 16 | high & 0xffff, 16);
        }
        // Assembly has the lower word first.
        FloatKind::F128 => {
            out.push('L');
            text::hex(out, low, 16);
            text::hex(out, high, 16);
        }
        FloatKind::PpcF128 => {
            out.push('M');
            text::hex(out, low, 16);
            text::hex(out, high, 16);
        }
        FloatKind::Small(_) => {}
    }
}

/// The bits of the double that a float is. The signalling bit of a NaN stays.
fn double_of(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        return u64::from(bits >> 31) << 63 | 0x7ff << 52 | u64::from(bits & 0x7f_ffff) << 29;
    }
    f64::from(value).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_integers_are_made_of_words_with_signs() {
        assert_eq!(wide_text(&[3, 2], 65), "-1");
        assert_eq!(wide_text(&[0, 2], 128), "18446744073709551616");
        assert_eq!(wide_text(&[], 65), "0");
    }

    #[test]
    fn floats_are_spelled_by_their_bits() {
        let spelled = |kind, words: &[u64]| {
            let mut out = String::new();
            float(&mut out, kind, words);
            out
        };
        assert_eq!(spelled(FloatKind::F32, &[0x3f80_0000]), "0x3FF0000000000000");
        assert_eq!(spelled(FloatKind::F32, &[0x7fa0_0000]), "0x7FF4000000000000");
        assert_eq!(spelled(FloatKind::F80, &[0x3fff_8000_0000_0000, 0]), "0xK3FFF8000000000000000");
    }
}
