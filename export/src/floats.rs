//! Floating-point constants as LLVM's writer spells them; LangRef, "Simple Constants".
//!
//! `float` and `double` are decimal with six significant digits where that is the value exactly, else the bits of
//! the value as a double. The other formats are always hexadecimal.

use std::fmt::Write;

use irtrip_dialect::llvm_text as text;
use irtrip_dialect::types::{FloatClass, FloatKind, NanLayout};

/// Appends the constant of a format's bits. Formats LLVM IR has no constants of are written as `float`.
pub fn write(out: &mut String, kind: FloatKind, bits: u128) {
    match kind {
        FloatKind::F64 => double(out, bits as u64, f64::from_bits(bits as u64)),
        FloatKind::F32 => single(out, bits as u32),
        FloatKind::F16 => prefixed(out, 'H', &[(bits as u64, 4)]),
        FloatKind::BF16 => prefixed(out, 'R', &[(bits as u64, 4)]),
        FloatKind::F80 => prefixed(out, 'K', &[((bits >> 64) as u64, 4), (bits as u64, 16)]),
        FloatKind::F128 => prefixed(out, 'L', &[(bits as u64, 16), ((bits >> 64) as u64, 16)]),
        FloatKind::PpcF128 => prefixed(out, 'M', &[(bits as u64, 16), ((bits >> 64) as u64, 16)]),
        FloatKind::Small(_) => text::int(out, bits as u64),
    }
}

/// As [`write()`], as LLVM writes the constant since 23: every format is decimal where six significant digits are that
/// value in the format, and what is no number has its payload.
pub fn write_shortest(out: &mut String, kind: FloatKind, bits: u128) {
    match kind {
        // The second of the two doubles is added to the first, which says whether the pair is a number.
        FloatKind::PpcF128 => match FloatKind::F64.class(bits & u128::from(u64::MAX)) {
            Some(FloatClass::Finite) if kind.push_six_digits(bits, out) => {}
            Some(FloatClass::Infinity | FloatClass::Nan { .. }) if bits >> 64 == 0 => {
                shortest(out, FloatKind::F64, bits)
            }
            _ => bits_of(out, bits, kind),
        },
        FloatKind::Small(_) => text::int(out, bits as u64),
        _ => shortest(out, kind, bits),
    }
}

/// A number of a format: in decimals, by name, or as its bits.
fn shortest(out: &mut String, kind: FloatKind, bits: u128) {
    let sign = if bits >> (kind.width() - 1) == 1 { '-' } else { '+' };
    let is_canonical = kind.is_canonical(bits);
    match kind.class(bits) {
        Some(FloatClass::Infinity) => {
            out.push(sign);
            out.push_str("inf");
        }
        Some(FloatClass::Nan { is_signaling }) if is_canonical => {
            out.push(sign);
            let payload = NanLayout::of(kind).map_or(0, |layout| bits & (layout.quiet_bit() - 1));
            let word = match (is_signaling, payload) {
                (true, _) => "snan",
                (false, 0) => return out.push_str("qnan"),
                (false, _) => "nan",
            };
            let _ = write!(out, "{word}(0x{payload:X})");
        }
        Some(FloatClass::Finite) if is_canonical && kind.push_six_digits(bits, out) => {}
        _ => bits_of(out, bits, kind),
    }
}

/// `f0x3FF0000000000000`
fn bits_of(out: &mut String, bits: u128, kind: FloatKind) {
    let _ = write!(out, "f0x{bits:0digits$X}", digits = kind.width() as usize / 4);
}

fn prefixed(out: &mut String, letter: char, parts: &[(u64, u32)]) {
    out.push_str("0x");
    out.push(letter);
    for &(value, digits) in parts {
        text::hex(out, value, digits);
    }
}

fn single(out: &mut String, bits: u32) {
    let value = f32::from_bits(bits);
    if value.is_finite() {
        let wide = f64::from(value);
        return double(out, wide.to_bits(), wide);
    }
    // A conversion would quiet a signalling NaN: the fraction moves up as it is.
    const INFINITY: u64 = 0x7ff << 52;
    let (sign, fraction) = (u64::from(bits >> 31), u64::from(bits & 0x7f_ffff));
    shortest_hex(out, sign << 63 | INFINITY | fraction << 29);
}

fn double(out: &mut String, bits: u64, value: f64) {
    if value.is_finite() && six_digits_say(value) {
        // LLVM cuts digits off before it rounds to six, so that a few values that six digits could spell come out as
        // others.
        if FloatKind::F64.push_six_digits(u128::from(bits), out) {
            return;
        }
    }
    shortest_hex(out, bits);
}

/// Whether some decimal number of six digits is this value: if any is, the nearest is.
fn six_digits_say(value: f64) -> bool {
    format!("{value:.5e}").parse() == Ok(value)
}

fn shortest_hex(out: &mut String, bits: u64) {
    out.push_str("0x");
    text::hex(out, bits, (64 - bits.leading_zeros()).div_ceil(4).max(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(kind: FloatKind, bits: u128) -> String {
        let mut out = String::new();
        write(&mut out, kind, bits);
        out
    }

    fn of(value: f64) -> String {
        spelled(FloatKind::F64, u128::from(value.to_bits()))
    }

    #[test]
    fn doubles_are_decimal_where_six_digits_say_them() {
        assert_eq!(of(1.5), "1.500000e+00");
        assert_eq!(of(123456.0), "1.234560e+05");
        assert_eq!(of(1234567.0), "0x4132D68700000000");
        assert_eq!(of(0.0), "0.000000e+00");
        assert_eq!(of(0.7), "0x3FE6666666666666");
        assert_eq!(of(0.3), "3.000000e-01");
        assert_eq!(of(-0.0), "-0.000000e+00");
        assert_eq!(of(1e100), "1.000000e+100");
        assert_eq!(of(5e-324), "4.940660e-324");
        assert_eq!(of(1.234567e-300), "0x1AA74FCDC15E42D");
        assert_eq!(of(f64::INFINITY), "0x7FF0000000000000");
    }

    #[test]
    fn floats_are_spelled_as_doubles() {
        assert_eq!(spelled(FloatKind::F32, 0x3DCCCCCD), "0x3FB99999A0000000");
        assert_eq!(spelled(FloatKind::F32, 0x7F800001), "0x7FF0000020000000");
        assert_eq!(spelled(FloatKind::F32, 0x7FC00001), "0x7FF8000020000000");
        assert_eq!(spelled(FloatKind::F32, 0xFF800000), "0xFFF0000000000000");
    }

    #[test]
    fn all_formats_are_decimal_since_llvm_23() {
        let spelled = |kind, bits| {
            let mut out = String::new();
            write_shortest(&mut out, kind, bits);
            out
        };
        assert_eq!(spelled(FloatKind::F32, 0x3DCCCCCD), "1.000000e-01");
        assert_eq!(spelled(FloatKind::F32, 0x7F800001), "+snan(0x1)");
        assert_eq!(spelled(FloatKind::F64, 0x7FF8_0000_0000_0001), "+nan(0x1)");
        assert_eq!(spelled(FloatKind::F64, 0xFFF8_0000_0000_0000), "-qnan");
        assert_eq!(spelled(FloatKind::F64, 0x4009_21FB_5444_2D18), "f0x400921FB54442D18");
        assert_eq!(spelled(FloatKind::F16, 0xFC01), "-snan(0x1)");
        assert_eq!(spelled(FloatKind::F80, 0x7FFF_8000000000000000), "+inf");
        assert_eq!(spelled(FloatKind::F80, 0x7FFF_C000000000000000), "+qnan");
        assert_eq!(spelled(FloatKind::F80, 0x0001_8000000000000001), "f0x00018000000000000001");
        assert_eq!(spelled(FloatKind::PpcF128, 0x3FF0_0000_0000_0000), "1.000000e+00");
        assert_eq!(
            spelled(FloatKind::PpcF128, 0x3FF0_0000_0000_0001_3FF0_0000_0000_0000),
            "f0x3FF00000000000013FF0000000000000"
        );
    }

    #[test]
    fn other_formats_are_hexadecimal() {
        assert_eq!(spelled(FloatKind::F16, 0x1234), "0xH1234");
        assert_eq!(spelled(FloatKind::F80, 0x3FFF_8000000000000000), "0xK3FFF8000000000000000");
        assert_eq!(
            spelled(FloatKind::F128, 0x3FFF_0000_0000_0000_0000_0000_0000_0001),
            "0xL00000000000000013FFF000000000000"
        );
    }
}
