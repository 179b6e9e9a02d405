//! Arithmetic on numbers by their bits: LangRef, "Binary Operations", "Conversion Operations", "fcmp". Numbers are rounded to
//! the nearest, ties to even. Pairs of doubles (`ppc_fp128`) are not computed with: the result is `None`.
//!
//! Formats of MLIR alone are computed in doubles, which have more than twice their digits: what is rounded twice then is what
//! is rounded once.

use std::cmp::Ordering;

use num_bigint::BigInt;
use rustc_apfloat::{Float, Round, Status};

use super::*;

/// What is computed of two numbers: LangRef, "Binary Operations".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FloatOperation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

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
            kind => by_format!(kind.computed_in(), $function($($argument),*)),
        }
    };
}

impl FloatKind {
    /// The result of an instruction; `None` where that is no number, too.
    ///
    /// ```
    /// use irtrip_dialect::FloatKind;
    /// use irtrip_dialect::types::FloatOperation;
    /// let [one, two] = [1.0_f64, 2.0].map(|number| u128::from(number.to_bits()));
    /// assert_eq!(FloatKind::F64.binary(FloatOperation::Add, one, one), Some(two));
    /// ```
    pub fn binary(self, operation: FloatOperation, a: u128, b: u128) -> Option<u128> {
        self.own(computed!(self, binary(operation, self.widened(a), self.widened(b)))??)
    }

    /// A number with the other sign.
    pub fn negated(self, bits: u128) -> Option<u128> {
        if let FloatKind::Small(format) = self {
            return format.negated(bits);
        }
        computed!(self, negated(bits))
    }

    /// How two numbers compare; `Some(None)` where one of them is none.
    pub fn compare(self, a: u128, b: u128) -> Option<Option<Ordering>> {
        computed!(self, compare(self.widened(a), self.widened(b)))
    }

    /// The number nearest to an integer.
    pub fn of_integer(self, value: i128) -> Option<u128> {
        self.own(computed!(self, of_integer(value))?)
    }

    /// As [`FloatKind::of_integer`], of an integer of any width; `None` for one of more than 20,000 digits, too.
    pub fn of_big_integer(self, value: &BigInt) -> Option<u128> {
        match i128::try_from(value) {
            Ok(value) => self.of_integer(value),
            Err(_) => self.own(self.computed_in().nearest(&value.to_string())?),
        }
    }

    /// The number without its fraction, by a rule of rounding; what is no number, quiet.
    pub fn rounded(self, bits: u128, rule: Rounding) -> Option<u128> {
        if matches!(self.class(bits)?, FloatClass::Nan { .. }) {
            return Some(self.quieted(bits));
        }
        self.own(computed!(self, rounded(self.widened(bits), rule))?)
    }

    /// -0.0; `None` where zero has no sign.
    pub fn negative_zero(self) -> Option<u128> {
        self.negated(0).filter(|bits| *bits != 0)
    }

    /// What `0.0 / 0.0` is.
    pub fn not_a_number(self) -> Option<u128> {
        if let FloatKind::Small(format) = self {
            return format.not_a_number();
        }
        computed!(self, not_a_number())
    }

    /// A number without its fraction; `None` for what is no number, too.
    ///
    /// ```
    /// use irtrip_dialect::FloatKind;
    /// let bits = u128::from((-2.0_f64.powi(200) - 0.5).to_bits());
    /// assert_eq!(FloatKind::F64.integral_part(bits), Some(num_bigint::BigInt::from(-1) << 200));
    /// ```
    pub fn integral_part(self, bits: u128) -> Option<BigInt> {
        computed!(self, integral_part(self.widened(bits)))?
    }

    /// The format that numbers of this one are computed in.
    pub(super) fn computed_in(self) -> FloatKind {
        if matches!(self, FloatKind::Small(_)) { FloatKind::F64 } else { self }
    }

    /// A number in the format that it is computed in.
    pub(super) fn widened(self, bits: u128) -> u128 {
        match self {
            FloatKind::Small(format) => u128::from(format.double(bits as u32).to_bits()),
            _ => bits,
        }
    }

    /// A result in the format that it was computed in, as a number of this one.
    pub(super) fn own(self, bits: u128) -> Option<u128> {
        match self {
            FloatKind::Small(format) => format.of_double(f64::from_bits(bits as u64)).map(u128::from),
            _ => Some(bits),
        }
    }
}

impl SmallFloat {
    /// What a code stands for, infinity and no number too.
    fn double(self, code: u32) -> f64 {
        let is_negative = self.has_sign() && code >> (self.width() - 1) & 1 == 1;
        let infinity = ((1 << self.exponent_bits()) - 1) << self.mantissa_bits();
        let is_infinity = self.special() == SmallSpecial::Ieee && code & !(1 << (self.width() - 1)) == infinity;
        match self.value(code) {
            Some(value) => value,
            None if is_infinity && is_negative => f64::NEG_INFINITY,
            None if is_infinity => f64::INFINITY,
            None => f64::NAN,
        }
    }

    /// The code of the number nearest to a double; `None` where there is none.
    fn of_double(self, value: f64) -> Option<u32> {
        if value.is_nan() {
            return self.not_a_number().map(|bits| bits as u32);
        }
        self.nearest(value).filter(|_| self.has_sign() || value > 0.0)
    }

    fn negated(self, bits: u128) -> Option<u128> {
        let sign = 1 << (self.width() - 1);
        match self.special() {
            SmallSpecial::Powers => None,
            SmallSpecial::NegativeZero if bits & (sign - 1) == 0 => Some(bits),
            _ => Some(bits ^ sign),
        }
    }

    fn not_a_number(self) -> Option<u128> {
        let without_sign = (1 << (self.exponent_bits() + self.mantissa_bits())) - 1;
        match self.special() {
            // The highest bit of the mantissa makes it a quiet one.
            SmallSpecial::Ieee => Some(without_sign & !((1 << (self.mantissa_bits() - 1)) - 1)),
            SmallSpecial::AllOnes | SmallSpecial::Powers => Some(without_sign),
            SmallSpecial::NegativeZero => Some(without_sign + 1),
            SmallSpecial::None => None,
        }
    }
}

fn binary<F: Float>(operation: FloatOperation, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let value = match operation {
        FloatOperation::Add => (a + b).value,
        FloatOperation::Sub => (a - b).value,
        FloatOperation::Mul => (a * b).value,
        FloatOperation::Div => (a / b).value,
        FloatOperation::Rem => (a % b).value,
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

fn integral_part<F: Float>(bits: u128) -> Option<BigInt> {
    let value = F::from_bits(bits);
    // No format has as many digits as this; what is greater is a multiple of a power of two.
    const DIGITS: i32 = 120;
    let excess = if value.is_finite_non_zero() { (value.ilogb() - DIGITS).max(0) } else { 0 };
    let digits = value.scalbn(-excess).to_i128_r(i128::BITS as usize, Round::TowardZero, &mut false);
    (!digits.status.contains(Status::INVALID_OP)).then(|| BigInt::from(digits.value) << excess)
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
        assert_eq!(kind.binary(FloatOperation::Add, double(1.5), double(2.25)), Some(double(3.75)));
        assert_eq!(kind.binary(FloatOperation::Div, double(0.0), double(0.0)), None);
        assert_eq!(kind.convert(double(1.5), FloatKind::F16), Some((0x3e00, true)));
        assert_eq!(kind.negative_zero(), Some(double(-0.0)));
        assert_eq!(kind.of_integer(1), Some(double(1.0)));
        assert_eq!(kind.compare(double(1.0), double(f64::NAN)), Some(None));
        assert_eq!(FloatKind::PpcF128.binary(FloatOperation::Add, 0, 0), None);
    }

    #[test]
    fn small_formats_are_computed_with_as_well() {
        let kind = |format| FloatKind::Small(format);
        // 1.5 + 1.75 is 3.25, which two bits of mantissa round to 3, a tie.
        assert_eq!(kind(SmallFloat::F8E5M2).binary(FloatOperation::Add, 0x3E, 0x3F), Some(0x42));
        // Past the greatest number is infinity, or what is no number where there is none.
        assert_eq!(kind(SmallFloat::F8E5M2).binary(FloatOperation::Mul, 0x7B, 0x7B), Some(0x7C));
        assert_eq!(kind(SmallFloat::F8E4M3FN).binary(FloatOperation::Mul, 0x7E, 0x7E), Some(0x7F));
        assert_eq!(kind(SmallFloat::F8E5M2FNUZ).negated(0), Some(0));
        assert_eq!(kind(SmallFloat::F8E5M2).convert(0x7C, FloatKind::F32), Some((0x7F80_0000, true)));
        assert_eq!(FloatKind::F32.convert(0x4050_0000, kind(SmallFloat::F8E5M2)), Some((0x42, false)));
        assert_eq!(kind(SmallFloat::TF32).class(0x3FC00), Some(FloatClass::Infinity));
        let one = FloatKind::F128.nearest("1.0625").unwrap_or_default();
        // A tie but for the last digit of the widest format.
        assert_eq!(FloatKind::F128.convert(one | 1, kind(SmallFloat::F8E4M3)), Some((0x39, false)));
        assert_eq!(FloatKind::F128.convert(one, kind(SmallFloat::F8E4M3)), Some((0x38, false)));
    }
}
