//! What operations of `arith` on floats compute.

use std::cmp::Ordering;

use irtrip_dialect::scalars::float_binary;
use irtrip_dialect::types::{FloatClass, FloatOperation};
use irtrip_dialect::{DialectOp, FloatKind};

use super::constants::Bits;
use crate::arith;

/// Computes an operation's result.
type Compute = fn(FloatKind, Bits, Bits) -> Option<Bits>;

pub(super) fn is_nan(kind: FloatKind, bits: Bits) -> bool {
    matches!(kind.class(bits), Some(FloatClass::Nan { .. }))
}

/// The greater or the less of two numbers, of which a positive zero is the greater.
fn extreme(kind: FloatKind, a: Bits, b: Bits, wanted: Ordering) -> Option<Bits> {
    let order = kind.compare(a, b)??;
    let negative = |bits: Bits| bits >> (kind.width() - 1) == 1;
    let order = match order {
        Ordering::Equal => negative(b).cmp(&negative(a)),
        order => order,
    };
    Some(if order == wanted.reverse() { b } else { a })
}

/// As `extreme`, where what is no number is the result.
fn propagating(kind: FloatKind, a: Bits, b: Bits, wanted: Ordering) -> Option<Bits> {
    let nan = [a, b].into_iter().find(|bits| is_nan(kind, *bits));
    nan.map(|nan| kind.quieted(nan)).or_else(|| extreme(kind, a, b, wanted))
}

/// As `extreme`, where the other is the result of what is no number, unless one of the two is signaling.
fn of_numbers(kind: FloatKind, a: Bits, b: Bits, wanted: Ordering) -> Option<Bits> {
    let is_signaling = |bits: &Bits| is_nan(kind, *bits) && kind.quieted(*bits) != *bits;
    match [a, b].into_iter().find(is_signaling) {
        Some(signaling) => Some(kind.quieted(signaling)),
        None if is_nan(kind, a) => Some(b),
        None if is_nan(kind, b) => Some(a),
        None => extreme(kind, a, b, wanted),
    }
}

/// What operations compute.
pub(super) const ARITH: &[(DialectOp, Compute)] = &[
    (arith::ADDF, |kind, a, b| float_binary(kind, FloatOperation::Add, a, b)),
    (arith::SUBF, |kind, a, b| float_binary(kind, FloatOperation::Sub, a, b)),
    (arith::MULF, |kind, a, b| float_binary(kind, FloatOperation::Mul, a, b)),
    (arith::DIVF, |kind, a, b| float_binary(kind, FloatOperation::Div, a, b)),
    (arith::REMF, |kind, a, b| float_binary(kind, FloatOperation::Rem, a, b)),
    (arith::MAXIMUMF, |kind, a, b| propagating(kind, a, b, Ordering::Greater)),
    (arith::MINIMUMF, |kind, a, b| propagating(kind, a, b, Ordering::Less)),
    (arith::MAXNUMF, |kind, a, b| of_numbers(kind, a, b, Ordering::Greater)),
    (arith::MINNUMF, |kind, a, b| of_numbers(kind, a, b, Ordering::Less)),
];

/// Whether an infinity has a sign.
fn is_infinity(kind: FloatKind, bits: Bits, is_negative: bool) -> bool {
    kind.class(bits) == Some(FloatClass::Infinity) && (bits >> (kind.width() - 1) == 1) == is_negative
}

/// Whether a number changes nothing.
type IsNeutral = fn(FloatKind, Bits) -> bool;

/// Operations and the second operand that changes nothing.
pub(super) const NEUTRAL: &[(DialectOp, IsNeutral)] = &[
    (arith::ADDF, |kind, bits| kind.negative_zero() == Some(bits)),
    (arith::SUBF, |_, bits| bits == 0),
    (arith::MULF, |kind, bits| kind.of_integer(1) == Some(bits)),
    (arith::DIVF, |kind, bits| kind.of_integer(1) == Some(bits)),
    (arith::MAXIMUMF, |kind, bits| is_infinity(kind, bits, true)),
    (arith::MINIMUMF, |kind, bits| is_infinity(kind, bits, false)),
    (arith::MAXNUMF, is_nan),
    (arith::MINNUMF, is_nan),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greater_zero_is_the_positive_one() {
        let kind = FloatKind::F32;
        let [zero, negative] = [0.0_f32, -0.0].map(|number| Bits::from(number.to_bits()));
        assert_eq!(extreme(kind, negative, zero, Ordering::Greater), Some(zero));
        assert_eq!(extreme(kind, zero, negative, Ordering::Less), Some(negative));
        let nan = kind.not_a_number().unwrap_or_default();
        assert_eq!(propagating(kind, zero, nan, Ordering::Less), Some(nan));
        assert_eq!(of_numbers(kind, zero, nan, Ordering::Less), Some(zero));
    }
}
