//! Arithmetic on the numbers of LLVM's own formats, by their bits: LangRef, "Binary Operations", "Conversion Operations",
//! "fcmp". Numbers are rounded to the nearest, ties to even. Pairs of doubles (`ppc_fp128`) are not computed with, nor
//! formats of MLIR alone: both give `None`.

use std::cmp::Ordering;

use rustc_apfloat::{Float, Round, Status};

use super::*;
use crate::enums::BinaryOpcode;

/// Which integer a number becomes: LangRef, "Floating-Point Environment".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Rounding {
    Up,
    Down,
    Zero,
    NearestEven,
    /// To the nearest, ties away from zero.
    NearestAway,
}

/// A function of the type that computes in a format, of those that are computed with.
macro_rules! computed {
    ($kind:expr, $function:ident($($argument:expr),*)) => {
        match $kind {
            FloatKind::PpcF128 => None,
            kind => by_format!(kind, $function($($argument),*)),
        }
    };
}

impl FloatKind {
    /// The result of an instruction; `None` where that is no number, too.
    ///
    /// ```
    /// use irtrip_dialect::FloatKind;
    /// use irtrip_dialect::enums::BinaryOpcode;
    /// let [one, two] = [1.0_f64, 2.0].map(|number| u128::from(number.to_bits()));
    /// assert_eq!(FloatKind::F64.binary(BinaryOpcode::FAdd, one, one), Some(two));
    /// ```
    pub fn binary(self, opcode: BinaryOpcode, a: u128, b: u128) -> Option<u128> {
        computed!(self, binary(opcode, a, b))?
    }

    /// A number with the other sign.
    pub fn negated(self, bits: u128) -> Option<u128> {
        computed!(self, negated(bits))
    }

    /// How two numbers compare; `Some(None)` where one of them is none.
    pub fn compare(self, a: u128, b: u128) -> Option<Option<Ordering>> {
        computed!(self, compare(a, b))
    }

    /// The number nearest to an integer.
    pub fn of_integer(self, value: i128) -> Option<u128> {
        computed!(self, of_integer(value))
    }

    /// As [`FloatKind::of_integer`], of an unsigned one.
    pub fn of_unsigned(self, value: u128) -> Option<u128> {
        computed!(self, of_unsigned(value))
    }

    /// The number without its fraction, by a rule of rounding; `None` for what is no number, too.
    pub fn rounded(self, bits: u128, rule: Rounding) -> Option<u128> {
        computed!(self, rounded(bits, rule))
    }

    /// -0.0.
    pub fn negative_zero(self) -> Option<u128> {
        self.negated(0)
    }

    /// What `0.0 / 0.0` is.
    pub fn not_a_number(self) -> Option<u128> {
        computed!(self, not_a_number())
    }

    /// The signed integer of a width that a number is without its fraction; `Some(None)` where the width has none.
    pub fn to_signed(self, bits: u128, width: u32) -> Option<Option<i128>> {
        computed!(self, to_signed(bits, width))
    }

    /// As [`FloatKind::to_signed`], the unsigned integer.
    pub fn to_unsigned(self, bits: u128, width: u32) -> Option<Option<u128>> {
        computed!(self, to_unsigned(bits, width))
    }
}

fn binary<F: Float>(opcode: BinaryOpcode, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let value = match opcode {
        BinaryOpcode::FAdd => (a + b).value,
        BinaryOpcode::FSub => (a - b).value,
        BinaryOpcode::FMul => (a * b).value,
        BinaryOpcode::FDiv => (a / b).value,
        BinaryOpcode::FRem => (a % b).value,
        _ => return None,
    };
    (!value.is_nan()).then(|| value.to_bits())
}

fn negated<F: Float>(bits: u128) -> u128 {
    (-F::from_bits(bits)).to_bits()
}

fn compare<F: Float>(a: u128, b: u128) -> Option<Ordering> {
    F::from_bits(a).partial_cmp(&F::from_bits(b))
}

fn of_integer<F: Float>(value: i128) -> u128 {
    F::from_i128(value).value.to_bits()
}

fn of_unsigned<F: Float>(value: u128) -> u128 {
    F::from_u128(value).value.to_bits()
}

fn rounded<F: Float>(bits: u128, rule: Rounding) -> u128 {
    let round = match rule {
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
    };
    F::from_bits(bits).round_to_integral(round).value.to_bits()
}

fn not_a_number<F: Float>() -> u128 {
    F::NAN.to_bits()
}

fn to_signed<F: Float>(bits: u128, width: u32) -> Option<i128> {
    let found = F::from_bits(bits).to_i128_r(width as usize, Round::TowardZero, &mut false);
    (!found.status.contains(Status::INVALID_OP)).then_some(found.value)
}

fn to_unsigned<F: Float>(bits: u128, width: u32) -> Option<u128> {
    let found = F::from_bits(bits).to_u128_r(width as usize, Round::TowardZero, &mut false);
    (!found.status.contains(Status::INVALID_OP)).then_some(found.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> u128 {
        u128::from(value.to_bits())
    }

    #[test]
    fn numbers_are_computed_in_their_format() {
        let kind = FloatKind::F64;
        assert_eq!(kind.binary(BinaryOpcode::FAdd, double(1.5), double(2.25)), Some(double(3.75)));
        assert_eq!(kind.binary(BinaryOpcode::FDiv, double(0.0), double(0.0)), None);
        assert_eq!(kind.convert(double(1.5), FloatKind::F16), Some((0x3e00, true)));
        assert_eq!(kind.to_signed(double(-3.7), 8), Some(Some(-3)));
        assert_eq!(kind.to_signed(double(300.0), 8), Some(None));
        assert_eq!(kind.to_unsigned(double(200.5), 8), Some(Some(200)));
        assert_eq!(kind.negative_zero(), Some(double(-0.0)));
        assert_eq!(kind.of_integer(1), Some(double(1.0)));
        assert_eq!(kind.compare(double(1.0), double(f64::NAN)), Some(None));
        assert_eq!(FloatKind::PpcF128.binary(BinaryOpcode::FAdd, 0, 0), None);
    }
}
