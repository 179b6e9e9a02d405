//! What operations on integers compute, of `arith` and of `index`.

use std::cmp::Ordering;

use irtrip_dialect::DialectOp;
use irtrip_dialect::enums::BinaryOpcode as Op;
use irtrip_dialect::scalars::{self, is_signed_of, signed};
use num_bigint::{BigInt, Sign};

use crate::{arith, index};

/// Two integers of one width, without a sign.
#[derive(Clone, Copy)]
pub(super) struct Pair<'n> {
    pub a: &'n BigInt,
    pub b: &'n BigInt,
    pub width: u32,
}

impl Pair<'_> {
    fn signed(self) -> (BigInt, BigInt) {
        (signed(self.a, self.width), signed(self.b, self.width))
    }

    /// A signed result, where the width has room for it.
    fn fitting(self, value: BigInt) -> Option<BigInt> {
        is_signed_of(&value, self.width).then_some(value)
    }

    /// What LLVM's instruction computes; `None` where that is poison.
    fn computed(self, opcode: Op) -> Option<BigInt> {
        scalars::binary(opcode, self.a, self.b, self.width)
    }

    /// By how many bits it is shifted, where that is less than the width; else by so many.
    fn shift(self) -> u32 {
        u32::try_from(self.b).map_or(self.width, |bits| bits.min(self.width))
    }

    /// Whether it is shifted by less than the width.
    fn shifts(self) -> bool {
        self.shift() < self.width
    }

    /// A shift that numbers of `index` have room for, whatever their width.
    fn index_shift(self) -> Option<u32> {
        Some(self.shift()).filter(|bits| *bits < 32)
    }
}

/// The least and the greatest number of a width.
pub(super) fn bounds(width: u32, is_signed: bool) -> (BigInt, BigInt) {
    let codes = BigInt::from(1) << (width - u32::from(is_signed));
    (if is_signed { -codes.clone() } else { BigInt::ZERO }, codes - 1)
}

/// Computes an operation's result, whose bits past the width are none of it; `None` where there is none.
pub(super) type Compute = fn(Pair) -> Option<BigInt>;

fn unsigned_ceiling(pair: Pair) -> Option<BigInt> {
    let quotient = pair.a.checked_div(pair.b)?;
    Some(if &quotient * pair.b == *pair.a { quotient } else { quotient + 1 })
}

/// The signed quotient without its fraction, where it fits, and whether it is less than the exact one or greater.
fn quotient_and_order(a: &BigInt, b: &BigInt) -> Option<(BigInt, Ordering)> {
    let quotient = a.checked_div(b)?;
    let order = match &quotient * b == *a {
        true => Ordering::Equal,
        false if a.sign() == b.sign() => Ordering::Less,
        false => Ordering::Greater,
    };
    Some((quotient, order))
}

/// Upstream negates the operands on the way, which the least number does not allow.
fn signed_ceiling(pair: Pair) -> Option<BigInt> {
    let (a, b) = pair.signed();
    let (least, _) = bounds(pair.width, true);
    if a.sign() != Sign::NoSign && (a == least || b == least) {
        return None;
    }
    let (quotient, order) = quotient_and_order(&a, &b)?;
    pair.fitting(quotient + i32::from(order.is_lt()))
}

/// Divisions of `index` have what the width leaves of a quotient.
fn index_quotient(pair: Pair) -> Option<BigInt> {
    let (a, b) = pair.signed();
    a.checked_div(&b)
}

fn index_floor(pair: Pair) -> Option<BigInt> {
    let (a, b) = pair.signed();
    let (quotient, order) = quotient_and_order(&a, &b)?;
    Some(quotient - i32::from(order.is_gt()))
}

/// What is lowered negates a dividend of the other sign, and the least number is its own negation.
fn index_ceiling(pair: Pair) -> Option<BigInt> {
    let (a, b) = pair.signed();
    let (quotient, order) = quotient_and_order(&a, &b)?;
    let is_least = b.sign() == Sign::Plus && a == bounds(pair.width, true).0;
    Some(if is_least { -quotient } else { quotient + i32::from(order.is_lt()) })
}

/// The quotient rounded down, and whether it is a result; the dividend where there is none.
fn floor_or_dividend(pair: Pair) -> (BigInt, bool) {
    let (a, b) = pair.signed();
    let Some((quotient, order)) = quotient_and_order(&a, &b) else { return (a, false) };
    let floor = quotient - i32::from(order.is_gt());
    let fits = is_signed_of(&floor, pair.width);
    (floor, fits)
}

/// What an operation computes, and whether that is its result.
pub(super) type ComputeAny = fn(Pair) -> (BigInt, bool);

/// Operations of `arith` whose folds ask the last element alone whether it has a result.
pub(super) const ARITH_BY_LAST: &[(DialectOp, ComputeAny)] = &[
    (arith::FLOORDIVSI, floor_or_dividend),
    (arith::SHLI, |pair| (pair.a << pair.shift(), pair.shifts())),
    (arith::SHRUI, |pair| (pair.a >> pair.shift(), pair.shifts())),
    (arith::SHRSI, |pair| (signed(pair.a, pair.width) >> pair.shift(), pair.shifts())),
];

fn signed_rest(pair: Pair) -> Option<BigInt> {
    let (a, b) = pair.signed();
    (b.sign() != Sign::NoSign).then(|| a % b)
}

fn greater(pair: Pair) -> Option<BigInt> {
    let (a, b) = pair.signed();
    Some(a.max(b))
}

fn less(pair: Pair) -> Option<BigInt> {
    let (a, b) = pair.signed();
    Some(a.min(b))
}

/// What other operations of `arith` compute.
pub(super) const ARITH: &[(DialectOp, Compute)] = &[
    (arith::ADDI, |pair| pair.computed(Op::Add)),
    (arith::SUBI, |pair| pair.computed(Op::Sub)),
    (arith::MULI, |pair| pair.computed(Op::Mul)),
    (arith::DIVUI, |pair| pair.computed(Op::UDiv)),
    (arith::DIVSI, |pair| pair.computed(Op::SDiv)),
    (arith::CEILDIVUI, unsigned_ceiling),
    (arith::CEILDIVSI, signed_ceiling),
    (arith::REMUI, |pair| pair.computed(Op::URem)),
    (arith::REMSI, signed_rest),
    (arith::ANDI, |pair| pair.computed(Op::And)),
    (arith::ORI, |pair| pair.computed(Op::Or)),
    (arith::XORI, |pair| pair.computed(Op::Xor)),
    (arith::MAXSI, greater),
    (arith::MINSI, less),
    (arith::MAXUI, |pair| Some(pair.a.max(pair.b).clone())),
    (arith::MINUI, |pair| Some(pair.a.min(pair.b).clone())),
];

/// What operations of `index` compute, and whether the low 32 bits of a result are those computed in 32 bits: where they are
/// not always, it is computed with both widths.
pub(super) const INDEX: &[(DialectOp, Compute, bool)] = &[
    (index::ADD, |pair| pair.computed(Op::Add), true),
    (index::SUB, |pair| pair.computed(Op::Sub), true),
    (index::MUL, |pair| pair.computed(Op::Mul), true),
    (index::DIVS, index_quotient, false),
    (index::DIVU, |pair| pair.computed(Op::UDiv), false),
    (index::CEILDIVS, index_ceiling, false),
    (index::CEILDIVU, unsigned_ceiling, false),
    (index::FLOORDIVS, index_floor, false),
    (index::REMS, signed_rest, false),
    (index::REMU, |pair| pair.computed(Op::URem), false),
    (index::MAXS, greater, false),
    (index::MINS, less, false),
    (index::MAXU, |pair| Some(pair.a.max(pair.b).clone()), false),
    (index::MINU, |pair| Some(pair.a.min(pair.b).clone()), false),
    (index::SHL, |pair| Some(pair.a << pair.index_shift()?), true),
    (index::SHRS, |pair| Some(signed(pair.a, pair.width) >> pair.index_shift()?), false),
    (index::SHRU, |pair| Some(pair.a >> pair.index_shift()?), false),
    (index::AND, |pair| pair.computed(Op::And), true),
    (index::OR, |pair| pair.computed(Op::Or), true),
    (index::XOR, |pair| pair.computed(Op::Xor), true),
];

#[cfg(test)]
mod tests {
    use irtrip_dialect::scalars::masked;

    use super::*;

    fn computed_of(def: DialectOp, a: BigInt, b: BigInt, width: u32) -> Option<BigInt> {
        let [a, b] = [a, b].map(|number| masked(number, width));
        let pair = Pair { a: &a, b: &b, width };
        let number = match ARITH_BY_LAST.iter().find(|(own, _)| own.name() == def.name()) {
            Some((_, compute)) => Some(compute(pair)).filter(|(_, is_result)| *is_result)?.0,
            None => ARITH.iter().find(|(own, _)| own.name() == def.name())?.1(pair)?,
        };
        Some(signed(&masked(number, width), width))
    }

    fn computed(def: DialectOp, a: i32, b: i32) -> Option<i32> {
        computed_of(def, a.into(), b.into(), 8).and_then(|number| i32::try_from(number).ok())
    }

    #[test]
    fn integers_have_any_width() {
        let least: BigInt = BigInt::from(-1) << 255;
        assert_eq!(computed_of(arith::ADDI, least.clone(), least.clone(), 256), Some(0.into()));
        assert_eq!(computed_of(arith::SUBI, least.clone(), 1.into(), 256), Some(-&least - 1));
        assert_eq!(computed_of(arith::SHRSI, least.clone(), 255.into(), 256), Some((-1).into()));
        assert_eq!(computed_of(arith::DIVSI, least, (-1).into(), 256), None);
    }

    #[test]
    fn divisions_round_as_their_names_say_and_have_no_result_that_does_not_fit() {
        assert_eq!(computed(arith::CEILDIVSI, 7, 2), Some(4));
        assert_eq!(computed(arith::CEILDIVSI, -7, 2), Some(-3));
        assert_eq!(computed(arith::FLOORDIVSI, -7, 2), Some(-4));
        assert_eq!(computed(arith::CEILDIVUI, -1, 2), Some(-128));
        assert_eq!(computed(arith::DIVSI, -128, -1), None);
        assert_eq!(computed(arith::CEILDIVSI, -128, 2), None);
        assert_eq!(computed(arith::DIVUI, 1, 0), None);
        assert_eq!(computed(arith::REMSI, -7, 4), Some(-3));
        assert_eq!(computed(arith::SHRSI, -8, 1), Some(-4));
        assert_eq!(computed(arith::SHLI, 1, 8), None);
    }
}
