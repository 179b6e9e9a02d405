//! Integer and floating-point literals; LangRef, "Simple Constants".

use num_bigint::{BigInt, Sign};

use super::decimal;
use crate::types::{FloatClass, FloatKind, NanLayout};

/// An integer literal: one that fits 64 signed bits, or any other.
pub enum IntLiteral {
    /// One of 64 bits.
    Small(i64),
    /// Any other.
    Big(BigInt),
}

/// Reads `-12`, `u0xFF`, `s0xFF`; `None` for anything else.
#[inline]
pub fn integer(text: &[u8]) -> Option<IntLiteral> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
        return big_integer(text);
    }
    let value = digits.iter().fold(0i64, |n, d| n * 10 + i64::from(d - b'0'));
    Some(IntLiteral::Small(if negative { -value } else { value }))
}

#[cold]
fn big_integer(text: &[u8]) -> Option<IntLiteral> {
    let value = match text {
        [kind @ (b'u' | b's'), b'0', b'x', hex @ ..] if !hex.is_empty() => {
            let value = BigInt::parse_bytes(hex, 16).filter(|_| hex[0] != b'-' && hex[0] != b'+')?;
            // A signed hexadecimal literal is as wide as its value needs: the highest bit that is set is its sign.
            let bits = value.bits();
            if *kind == b's' && bits > 0 { value - (BigInt::from(1) << bits) } else { value }
        }
        _ => decimal::parse(text)?,
    };
    Some(match i64::try_from(&value) {
        Ok(small) => IntLiteral::Small(small),
        Err(_) => IntLiteral::Big(value),
    })
}

/// The low 128 bits of a two's complement number, for numbers given as bytes.
pub fn little_endian(value: &BigInt, bytes: usize) -> Vec<u8> {
    let mut out = value.to_signed_bytes_le();
    let fill = if value.sign() == Sign::Minus { 0xff } else { 0 };
    out.resize(bytes, fill);
    out
}

/// The bits of a floating-point literal in a format; `None` where it is none of that format.
///
/// LLVM 23 rounds a decimal number to the format; LLVM 22 writes only those in decimals that are exact.
///
/// `is_writers`: whether the text is that of a writer of LLVM, which has decimals of `ppc_fp128` since LLVM 23 alone.
pub fn float(text: &[u8], kind: FloatKind, is_writers: bool) -> Option<u128> {
    match text {
        [b'f', b'0', b'x', hex @ ..] => hex_number(hex).filter(|_| hex.len() * 4 == kind.width() as usize),
        [sign @ (b'+' | b'-'), name @ ..] if name.first().is_some_and(u8::is_ascii_alphabetic) => {
            named_float(*sign == b'-', name, kind)
        }
        [b'0', b'x', letter @ (b'K' | b'L' | b'M' | b'H' | b'R'), hex @ ..] => special_hex(*letter, hex, kind),
        [b'0', b'x', hex @ ..] => from_double(u64::try_from(hex_number(hex)?).ok()?, kind),
        _ => {
            let plausible = text.last().is_some_and(|b| b.is_ascii_digit() || *b == b'.')
                && text.iter().any(u8::is_ascii_digit)
                && text.iter().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'))
                && text.contains(&b'.');
            let text = std::str::from_utf8(text).ok().filter(|_| plausible)?;
            match kind {
                FloatKind::F64 => Some(u128::from(text.parse::<f64>().ok()?.to_bits())),
                FloatKind::PpcF128 if is_writers => decimal(text, kind),
                FloatKind::PpcF128 | FloatKind::Small(_) => from_double(text.parse::<f64>().ok()?.to_bits(), kind),
                FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 => {
                    decimal(text, kind).or_else(|| beyond_double(text, kind))
                }
                _ => decimal(text, kind),
            }
        }
    }
}

/// Whether a floating-point literal of a format is spelled as no release before LLVM 23 spells it, or no writer of one,
/// where the text is a writer's. It is one of that format.
pub fn is_of_llvm_23(text: &[u8], kind: FloatKind, is_writers: bool) -> bool {
    match text {
        [b'0', b'x', ..] => false,
        _ if !text.contains(&b'.') => true,
        _ if kind == FloatKind::F64 => false,
        // Writers had bits for formats other than `float` and `double`.
        _ if is_writers && kind != FloatKind::F32 => true,
        // Before, a decimal was a `double` that the format holds, too.
        _ => {
            let double = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
            double.and_then(|double| from_double(double.to_bits(), kind)).is_none()
        }
    }
}

/// Whether the digits of a decimal number before its exponent are all 0.
fn spells_zero(text: &str) -> bool {
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    !digits.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// A decimal number rounded to a format that holds numbers of its size.
fn decimal(text: &str, kind: FloatKind) -> Option<u128> {
    let bits = kind.nearest(text)?;
    let is_zero = bits & !(1 << (kind.width() - 1)) == 0;
    let fits = kind.class(bits) == Some(FloatClass::Finite) && (!is_zero || spells_zero(text));
    fits.then_some(bits)
}

/// The infinity or zero that a decimal number is up to LLVM 22 where it is too large or small for a `double`.
fn beyond_double(text: &str, kind: FloatKind) -> Option<u128> {
    let double = text.parse::<f64>().ok().filter(|double| double.is_infinite() || *double == 0.0)?;
    from_double(double.to_bits(), kind)
}

/// `inf`, `qnan`, `nan(0x7)` and `snan(0x7)` of LLVM 23, in a format; LangRef, "Simple Constants".
fn named_float(negative: bool, name: &[u8], kind: FloatKind) -> Option<u128> {
    // The first of two doubles says it.
    let layout = NanLayout::of(if kind == FloatKind::PpcF128 { FloatKind::F64 } else { kind })?;
    let quiet = layout.quiet_bit();
    let payload = |text: &[u8]| hex_number(text.strip_prefix(b"(0x")?.strip_suffix(b")")?);
    let fraction = match name {
        b"inf" => 0,
        b"qnan" => quiet,
        [b'n', b'a', b'n', rest @ ..] => quiet | payload(rest)? & (quiet - 1),
        [b's', b'n', b'a', b'n', rest @ ..] => match payload(rest)? & (quiet - 1) {
            0 => quiet >> 1,
            payload => payload,
        },
        _ => return None,
    };
    Some(layout.bits(negative, fraction))
}

fn hex_number(hex: &[u8]) -> Option<u128> {
    if hex.is_empty() || hex.len() > 32 {
        return None;
    }
    hex.iter().try_fold(0u128, |n, b| Some(n << 4 | u128::from((*b as char).to_digit(16)?)))
}

/// Formats with a letter of their own. The halves of the 128-bit ones are low half first.
fn special_hex(letter: u8, hex: &[u8], kind: FloatKind) -> Option<u128> {
    let (wanted, digits) = match letter {
        b'K' => (FloatKind::F80, 20),
        b'L' => (FloatKind::F128, 32),
        b'M' => (FloatKind::PpcF128, 32),
        b'H' => (FloatKind::F16, 4),
        _ => (FloatKind::BF16, 4),
    };
    // LLVM passes digits after those of two words.
    let hex = if digits > 16 { hex.get(..digits).unwrap_or(hex) } else { hex };
    if kind != wanted || hex.len() > digits {
        return None;
    }
    let value = hex_number(hex)?;
    match letter {
        // Of two words the low one is first; fewer digits than one has are the high one's.
        b'L' | b'M' => {
            let (low, high) = if hex.len() >= 16 { hex.split_at(16) } else { (&b"0"[..], hex) };
            let high = if high.is_empty() { 0 } else { hex_number(high)? };
            Some(high << 64 | hex_number(low)?)
        }
        _ => Some(value),
    }
}

/// A double in another format, if that holds its value; a signaling NaN stays one.
fn from_double(bits: u64, kind: FloatKind) -> Option<u128> {
    let value = f64::from_bits(bits);
    match kind {
        FloatKind::F64 => Some(u128::from(bits)),
        FloatKind::PpcF128 => Some(u128::from(bits)),
        _ if value.is_nan() => nan(bits, kind),
        FloatKind::F32 => {
            let narrow = value as f32;
            (f64::from(narrow) == value).then(|| u128::from(narrow.to_bits()))
        }
        _ => {
            let (converted, is_exact) = FloatKind::F64.convert(u128::from(bits), kind)?;
            is_exact.then_some(converted)
        }
    }
}

/// A double's NaN with its sign and the payload bits that fit.
fn nan(bits: u64, kind: FloatKind) -> Option<u128> {
    let layout = NanLayout::of(kind)?;
    let fraction = bits & ((1 << 52) - 1);
    let payload = if layout.fraction_bits >= 52 {
        u128::from(fraction) << (layout.fraction_bits - 52)
    } else {
        let kept = fraction >> (52 - layout.fraction_bits);
        if kept << (52 - layout.fraction_bits) != fraction {
            return None;
        }
        u128::from(kept)
    };
    Some(layout.bits(bits >> 63 == 1, payload))
}

/// The lines of module-level assembly, which LLVM keeps as one text.
///
/// ```
/// use irtrip_dialect::llvm_text::literals::assembly_lines;
/// assert!(assembly_lines(b"nop\n\nret\n").eq([&b"nop"[..], b"", b"ret"]));
/// ```
pub fn assembly_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.strip_suffix(b"\n").unwrap_or(text).split(|byte| *byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_of_every_spelling() {
        assert_eq!(float(b"1.500000e+00", FloatKind::F32, true), Some(0x3fc0_0000));
        assert_eq!(float(b"0x7FF8000000000000", FloatKind::F32, true), Some(0x7fc0_0000));
        assert_eq!(float(b"0xH3C00", FloatKind::F16, true), Some(0x3c00));
        assert_eq!(float(b"0xK3FFF8000000000000000", FloatKind::F80, true), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(float(b"0xL00000000000000003FFF000000000000", FloatKind::F128, true), Some(0x3fff << 112));
        assert_eq!(float(b"1.0", FloatKind::F80, true), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(float(b"0.1", FloatKind::F32, true), Some(0x3dcc_cccd));
        assert_eq!(float(b"2.478030e-01", FloatKind::F16, true), Some(0x33ee));
        assert_eq!(float(b"3.051760e-05", FloatKind::F16, true), Some(0x0200));
        assert_eq!(float(b"1.0e-60", FloatKind::F32, true), None);
        assert_eq!(float(b"one", FloatKind::F64, true), None);
    }

    #[test]
    fn floats_of_llvm_23() {
        assert_eq!(float(b"f0x40490FDB", FloatKind::F32, true), Some(0x4049_0fdb));
        assert_eq!(float(b"f0x1", FloatKind::F32, true), None);
        assert!(is_of_llvm_23(b"+qnan", FloatKind::F64, false) && is_of_llvm_23(b"0.1", FloatKind::F32, false));
        assert!(!is_of_llvm_23(b"0.1", FloatKind::F64, false) && !is_of_llvm_23(b"2.5e-01", FloatKind::F32, false));
        assert!(is_of_llvm_23(b"2.5e-01", FloatKind::F16, true) && !is_of_llvm_23(b"2.5e-01", FloatKind::F16, false));
        assert_eq!(float(b"-inf", FloatKind::F16, true), Some(0xfc00));
        assert_eq!(float(b"+qnan", FloatKind::F32, true), Some(0x7fc0_0000));
        assert_eq!(float(b"-nan(0x1)", FloatKind::F64, true), Some(0xfff8_0000_0000_0001));
        assert_eq!(float(b"+snan(0x4000000000000)", FloatKind::F64, true), Some(0x7ff4_0000_0000_0000));
        assert_eq!(float(b"-snan(0x0)", FloatKind::F32, true), Some(0xffa0_0000));
        assert_eq!(float(b"+snan(0x1)", FloatKind::F80, true), Some(0x7fff_8000_0000_0000_0001));
        assert_eq!(float(b"+nan", FloatKind::F32, true), None);
    }

    #[test]
    fn integers_of_any_size() {
        assert!(matches!(integer(b"-12"), Some(IntLiteral::Small(-12))));
        assert!(matches!(integer(b"u0xFF"), Some(IntLiteral::Small(255))));
        assert!(matches!(integer(b"s0xFF"), Some(IntLiteral::Small(-1))));
        assert!(matches!(integer(b"99999999999999999999"), Some(IntLiteral::Big(_))));
        assert!(integer(b"1.0").is_none());
    }
}
