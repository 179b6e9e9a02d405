//! Floating-point numbers as MLIR text: `1.000000e+00`, `0.10000000000000001`, or hexadecimal bits.

use std::fmt::Write;

use irtrip_dialect::types::{FloatClass, FloatKind};

use crate::print::text::push_fmt;

/// Appends the number with these bits. Returns whether it is in hexadecimal, which needs its type after it.
///
/// Six significant digits are written if they round-trip, else as many as tell it from all others;
/// infinities and NaNs are bits, and, if `long_as_bits`, so are numbers of more than 64 bits that are no `f64`, and every
/// `ppc_fp128`, of which a decimal may say another pair of numbers.
pub(crate) fn push_float(out: &mut String, kind: FloatKind, bits: u128, long_as_bits: bool) -> bool {
    let is_decimal = match kind {
        FloatKind::F32 => short_exact(out, f64::from(f32::from_bits(bits as u32))) || decimal(out, kind, bits),
        FloatKind::F64 => short_exact(out, f64::from_bits(bits as u64)) || decimal(out, kind, bits),
        FloatKind::F80 | FloatKind::F128 if long_as_bits && !is_double(kind, bits) => false,
        FloatKind::PpcF128 if long_as_bits => false,
        // Six digits tell all numbers of these formats apart.
        FloatKind::Small(_) => kind.push_six_digits(bits, out),
        _ => decimal(out, kind, bits),
    };
    if !is_decimal {
        push_fmt(out, format_args!("0x{bits:X}"));
    }
    !is_decimal
}

/// Writes a number that is a short decimal exactly, such as 0.5 or 1e6: the usual case, without big arithmetic.
///
/// A number that is only close to a short decimal must go the long way, which cuts digits off as upstream does.
fn short_exact(out: &mut String, value: f64) -> bool {
    // Multiples of 2^-10 this small are distinguished by far fewer digits than a double has: the shortest spelling
    // is either exact or too long.
    let scaled = value * 1024.0;
    scaled.fract() == 0.0 && scaled.abs() < (1u64 << 53) as f64 && short(out, format_args!("{value:e}"))
}

/// Pads the shortest spelling `d.ddde-x` to six decimals and two digits of exponent, if it is short enough.
fn short(out: &mut String, shortest: std::fmt::Arguments<'_>) -> bool {
    let mut text = smallstr::Small::default();
    if text.write_fmt(shortest).is_err() {
        return false;
    }
    let Some((mantissa, exponent)) = text.as_str().split_once('e') else { return false };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if fraction.len() > 5 {
        return false;
    }
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    out.push_str(whole);
    out.push('.');
    out.push_str(fraction);
    out.push_str(&"000000"[fraction.len()..]);
    out.push('e');
    out.push(sign);
    if digits.len() < 2 {
        out.push('0');
    }
    out.push_str(digits);
    true
}

mod smallstr {
    /// A string of at most 48 bytes on the stack.
    pub(crate) struct Small {
        bytes: [u8; 48],
        len: usize,
    }

    impl Default for Small {
        fn default() -> Self {
            Small { bytes: [0; 48], len: 0 }
        }
    }

    impl Small {
        pub(crate) fn as_str(&self) -> &str {
            std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
        }
    }

    impl std::fmt::Write for Small {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            let room = self.bytes.get_mut(self.len..self.len + text.len()).ok_or(std::fmt::Error)?;
            room.copy_from_slice(text.as_bytes());
            self.len += text.len();
            Ok(())
        }
    }
}

/// Whether a number is one of `f64` too.
fn is_double(kind: FloatKind, bits: u128) -> bool {
    kind.convert(bits, FloatKind::F64).is_some_and(|(_, is_exact)| is_exact)
}

/// Writes a finite number in decimal.
fn decimal(out: &mut String, kind: FloatKind, bits: u128) -> bool {
    if kind.class(bits) != Some(FloatClass::Finite) {
        return false;
    }
    if kind.push_six_digits(bits, out) {
        return true;
    }
    let start = out.len();
    kind.push_all_digits(bits, out);
    if out[start..].contains('.') {
        return true;
    }
    out.truncate(start);
    false
}

#[cfg(test)]
mod tests {
    use irtrip_dialect::types::SmallFloat;

    use super::*;

    fn text(kind: FloatKind, bits: u128) -> String {
        let mut out = String::new();
        push_float(&mut out, kind, bits, false);
        out
    }

    // What mlir-opt prints.
    #[test]
    fn numbers_are_spelled_as_upstream_spells_them() {
        for (value, expected) in [
            (1.0, "1.000000e+00"),
            (-0.0, "-0.000000e+00"),
            (0.1, "1.000000e-01"),
            (2.5625, "2.562500e+00"),
            (1.0 / 3.0, "0.33333333333333331"),
            (1e300, "1.000000e+300"),
            (1234567.0, "0x4132D68700000000"),
            (12345678.5, "12345678.5"),
            (f64::INFINITY, "0x7FF0000000000000"),
            (5e-324, "4.940660e-324"),
        ] {
            assert_eq!(text(FloatKind::F64, u128::from(f64::to_bits(value))), expected);
        }
        assert_eq!(text(FloatKind::F32, u128::from((1.0f32 / 3.0).to_bits())), "0.333333343");
        assert_eq!(text(FloatKind::F32, u128::from(0.81362f32.to_bits())), "0.813619971");
        assert_eq!(text(FloatKind::F16, 0x3C00), "1.000000e+00");
        assert_eq!(text(FloatKind::PpcF128, 0x3FF0_0000_0000_0000), "1.000000e+00");
        assert_eq!(
            text(FloatKind::PpcF128, 0x3CA1_A626_3314_5C06_4009_21FB_5444_2D18),
            "3.14159265358979323846264338327948"
        );
        assert_eq!(text(FloatKind::PpcF128, 1 << 127 | 1 << 63), "0x80000000000000008000000000000000");
        assert_eq!(text(FloatKind::Small(SmallFloat::F8E5M2), 0x3C), "1.000000e+00");
        assert_eq!(text(FloatKind::Small(SmallFloat::F8E4M3FN), 0x7F), "0x7F");
        assert_eq!(text(FloatKind::Small(SmallFloat::TF32), 0x1F4CD), "3.000490e-01");
    }

    #[test]
    fn the_short_way_and_the_long_way_agree() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..2000 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let value = f64::from((bits % 2_000_003) as u32) / [1.0, 8.0, 10.0, 1e5, 1e-12][(bits >> 40) as usize % 5];
            let mut long = String::new();
            if decimal(&mut long, FloatKind::F64, u128::from(value.to_bits())) {
                assert_eq!(text(FloatKind::F64, u128::from(value.to_bits())), long);
            }
            let single = value as f32;
            long.clear();
            if decimal(&mut long, FloatKind::F32, u128::from(single.to_bits())) {
                assert_eq!(text(FloatKind::F32, u128::from(single.to_bits())), long);
            }
        }
    }
}
