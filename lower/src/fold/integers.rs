//! What operations on integers compute, of `arith` and of `index`.

use irtrip_dialect::DialectRow;

use super::constants::{Bits, signed};
use crate::{arith, index};

/// Two integers of one width.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub a: Bits,
    pub b: Bits,
    pub width: u32,
}

impl Pair {
    fn signed(self) -> (i128, i128) {
        (signed(self.a, self.width), signed(self.b, self.width))
    }

    /// A signed result, where the width has room for it.
    fn fitting(self, value: i128) -> Option<Bits> {
        (signed(value as Bits, self.width) == value).then_some(value as Bits)
    }

    /// The least number, of which there is no negative.
    fn least(self) -> i128 {
        -1 << (self.width - 1)
    }

    fn shift(self) -> Option<u32> {
        u32::try_from(self.b).ok().filter(|bits| *bits < self.width)
    }
}

/// Computes an operation's result, whose bits past the width are none of it; `None` where there is none.
pub(super) type Compute = fn(Pair) -> Option<Bits>;

fn signed_quotient(pair: Pair) -> Option<Bits> {
    let (a, b) = pair.signed();
    pair.fitting(a.checked_div(b)?)
}

fn unsigned_ceiling(pair: Pair) -> Option<Bits> {
    (pair.b != 0).then(|| pair.a.div_ceil(pair.b))
}

/// Upstream negates the operands on the way, which the least number does not allow.
fn signed_ceiling(pair: Pair) -> Option<Bits> {
    let (a, b) = pair.signed();
    if b == 0 || a != 0 && (a == pair.least() || b == pair.least()) {
        return None;
    }
    let (quotient, rest) = (a / b, a % b);
    pair.fitting(quotient + i128::from(rest != 0 && (a < 0) == (b < 0)))
}

fn signed_floor(pair: Pair) -> Option<Bits> {
    let (a, b) = pair.signed();
    let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
    pair.fitting(quotient - i128::from(rest != 0 && (a < 0) != (b < 0)))
}

fn signed_rest(pair: Pair) -> Option<Bits> {
    let (a, b) = pair.signed();
    a.checked_rem(b).map(|rest| rest as Bits)
}

fn greater(pair: Pair) -> Option<Bits> {
    let (a, b) = pair.signed();
    Some(a.max(b) as Bits)
}

fn less(pair: Pair) -> Option<Bits> {
    let (a, b) = pair.signed();
    Some(a.min(b) as Bits)
}

fn shifted_right(pair: Pair) -> Option<Bits> {
    Some((signed(pair.a, pair.width) >> pair.shift()?) as Bits)
}

/// What operations of `arith` compute.
pub(super) const ARITH: &[(DialectRow, Compute)] = &[
    (arith::ADDI, |pair| Some(pair.a.wrapping_add(pair.b))),
    (arith::SUBI, |pair| Some(pair.a.wrapping_sub(pair.b))),
    (arith::MULI, |pair| Some(pair.a.wrapping_mul(pair.b))),
    (arith::DIVUI, |pair| pair.a.checked_div(pair.b)),
    (arith::DIVSI, signed_quotient),
    (arith::CEILDIVUI, unsigned_ceiling),
    (arith::CEILDIVSI, signed_ceiling),
    (arith::FLOORDIVSI, signed_floor),
    (arith::REMUI, |pair| pair.a.checked_rem(pair.b)),
    (arith::REMSI, signed_rest),
    (arith::ANDI, |pair| Some(pair.a & pair.b)),
    (arith::ORI, |pair| Some(pair.a | pair.b)),
    (arith::XORI, |pair| Some(pair.a ^ pair.b)),
    (arith::SHLI, |pair| Some(pair.a << pair.shift()?)),
    (arith::SHRUI, |pair| Some(pair.a >> pair.shift()?)),
    (arith::SHRSI, shifted_right),
    (arith::MAXSI, greater),
    (arith::MINSI, less),
    (arith::MAXUI, |pair| Some(pair.a.max(pair.b))),
    (arith::MINUI, |pair| Some(pair.a.min(pair.b))),
];

/// What operations of `index` compute, and whether the low 32 bits of a result are those that 32 bits give: where they are
/// not always, it is computed with both widths.
pub(super) const INDEX: &[(DialectRow, Compute, bool)] = &[
    (index::ADD, |pair| Some(pair.a.wrapping_add(pair.b)), true),
    (index::SUB, |pair| Some(pair.a.wrapping_sub(pair.b)), true),
    (index::MUL, |pair| Some(pair.a.wrapping_mul(pair.b)), true),
    (index::DIVS, signed_quotient, false),
    (index::DIVU, |pair| pair.a.checked_div(pair.b), false),
    (index::CEILDIVS, signed_ceiling, false),
    (index::CEILDIVU, unsigned_ceiling, false),
    (index::FLOORDIVS, signed_floor, false),
    (index::REMS, signed_rest, false),
    (index::REMU, |pair| pair.a.checked_rem(pair.b), false),
    (index::MAXS, greater, false),
    (index::MINS, less, false),
    (index::MAXU, |pair| Some(pair.a.max(pair.b)), false),
    (index::MINU, |pair| Some(pair.a.min(pair.b)), false),
    (index::SHL, |pair| (pair.b < 32).then(|| pair.a << pair.b), true),
    (index::SHRS, |pair| if pair.b < 32 { shifted_right(pair) } else { None }, false),
    (index::SHRU, |pair| (pair.b < 32).then(|| pair.a >> pair.b), false),
    (index::AND, |pair| Some(pair.a & pair.b), true),
    (index::OR, |pair| Some(pair.a | pair.b), true),
    (index::XOR, |pair| Some(pair.a ^ pair.b), true),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(row: DialectRow, a: i128, b: i128) -> Option<i128> {
        let compute = ARITH.iter().find(|(own, _)| own.name() == row.name())?.1;
        let [a, b] = [a, b].map(|number| super::super::constants::masked(number as Bits, 8));
        compute(Pair { a, b, width: 8 }).map(|bits| signed(bits, 8))
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
