//! Operations of two operands that give one of them, or a constant, whatever the other is.

use irtrip_dialect::enums::{FastmathFlags, IntegerOverflowFlags};
use irtrip_dialect::names::OVERFLOW_FLAGS;
use irtrip_dialect::scalars::signed;
use irtrip_dialect::{DialectRow, FloatKind, Op, Value};

use super::constants::{attr_of, float_kind, integer_width};
use super::integers::bounds;
use super::{Fold, Site, extended, floats};
use crate::passes::overflow_flags;
use crate::{arith, index};

/// The folds of `arith` that do not compute.
pub(super) fn fold(site: &mut Site) -> Option<Fold> {
    let &[lhs, rhs] = site.rewriter.body.operands(site.op) else { return negation(site) };
    if [arith::ADDUI_EXTENDED, arith::MULSI_EXTENDED, arith::MULUI_EXTENDED].iter().any(|row| site.is(*row)) {
        return extended(site, lhs, rhs);
    }
    if float_kind(site.rewriter.ctx, site.ty).is_some() {
        return of_floats(site, lhs, rhs);
    }
    sums(site, lhs, rhs)
        .or_else(|| quotients(site, lhs, rhs))
        .or_else(|| bitwise(site, lhs, rhs))
        .or_else(|| extremes(site, lhs, rhs))
}

fn negation(site: &mut Site) -> Option<Fold> {
    let operand = site.operand(0).filter(|_| site.is(arith::NEGF))?;
    if let Some(negation) = site.made_by(operand, arith::NEGF) {
        return Fold::value(site.operand_of(negation, 0)?);
    }
    if site.is_poison(operand) {
        return Fold::poison(1);
    }
    let kind = float_kind(site.rewriter.ctx, site.ty)?;
    let found = site.floats(operand)?.map(|bits| kind.negated(*bits))?;
    site.computed(&found)
}

/// The operand of an operation that is not the other.
fn other_operand(site: &Site, op: Op, one: Value) -> Option<Value> {
    match *site.rewriter.body.operands(op) {
        [a, b] if b == one => Some(a),
        [a, b] if a == one => Some(b),
        _ => None,
    }
}

/// The shifts.
pub(super) const SHIFTS: [DialectRow; 3] = [arith::SHLI, arith::SHRUI, arith::SHRSI];

fn sums(site: &mut Site, lhs: Value, rhs: Value) -> Option<Fold> {
    if site.is(arith::ADDI) {
        if site.is_integer(rhs, 0) {
            return Fold::value(lhs);
        }
        let undone = |difference: Value, added: Value| {
            let difference = site.made_by(difference, arith::SUBI)?;
            site.operand_of(difference, 0).filter(|_| site.operand_of(difference, 1) == Some(added))
        };
        return undone(lhs, rhs).or_else(|| undone(rhs, lhs)).and_then(Fold::value);
    }
    if site.is(arith::SUBI) {
        if lhs == rhs {
            return site.filled(0);
        }
        if site.is_integer(rhs, 0) {
            return Fold::value(lhs);
        }
        let sum = site.made_by(lhs, arith::ADDI)?;
        return Fold::value(other_operand(site, sum, rhs)?);
    }
    if site.is(arith::MULI) {
        if site.is_integer(rhs, 0) {
            return Fold::value(rhs);
        }
        return if site.is_integer(rhs, 1) { Fold::value(lhs) } else { None };
    }
    if SHIFTS.iter().any(|row| site.is(*row)) && site.is_integer(rhs, 0) { Fold::value(lhs) } else { None }
}

fn quotients(site: &mut Site, lhs: Value, rhs: Value) -> Option<Fold> {
    let quotients = [arith::DIVUI, arith::DIVSI, arith::CEILDIVUI, arith::CEILDIVSI, arith::FLOORDIVSI];
    if quotients.iter().any(|row| site.is(*row)) {
        if site.is_integer(rhs, 1) {
            return Fold::value(lhs);
        }
        let wanted = match () {
            () if site.is(arith::DIVUI) => IntegerOverflowFlags::NUW,
            () if site.is(arith::DIVSI) => IntegerOverflowFlags::NSW,
            () => return None,
        };
        let product = site.made_by(lhs, arith::MULI)?;
        let flags = overflow_flags(site.rewriter.ctx, site.rewriter.attr(product, OVERFLOW_FLAGS)?)?;
        return Fold::value(other_operand(site, product, rhs).filter(|_| flags.contains(wanted))?);
    }
    let rests = [arith::REMUI, arith::REMSI];
    if rests.iter().any(|row| site.is(*row)) && site.is_integer(rhs, 1) { site.filled(0) } else { None }
}

/// Whether a value is another one with all its bits changed.
fn is_complement(site: &Site, value: Value, of: Value) -> Option<Value> {
    let changed = site.made_by(value, arith::XORI)?;
    let ones = site.operand_of(changed, 1)?;
    (site.operand_of(changed, 0) == Some(of) && site.is_integer(ones, -1)).then_some(ones)
}

fn bitwise(site: &mut Site, lhs: Value, rhs: Value) -> Option<Fold> {
    if site.is(arith::ANDI) {
        if site.is_integer(rhs, 0) {
            return Fold::value(rhs);
        }
        if site.is_integer(rhs, -1) {
            return Fold::value(lhs);
        }
        if is_complement(site, rhs, lhs).or_else(|| is_complement(site, lhs, rhs)).is_some() {
            return site.filled(0);
        }
        let within = |one: Value, other: Value| {
            let before = site.made_by(one, arith::ANDI)?;
            site.rewriter.body.operands(before).contains(&other).then_some(one)
        };
        return within(lhs, rhs).or_else(|| within(rhs, lhs)).and_then(Fold::value);
    }
    if site.is(arith::ORI) {
        if site.is_integer(rhs, 0) {
            return Fold::value(lhs);
        }
        if site.is_integer(rhs, -1) {
            return Fold::constant(attr_of(site.rewriter, rhs)?);
        }
        let ones = is_complement(site, rhs, lhs).or_else(|| is_complement(site, lhs, rhs));
        return ones.and_then(Fold::value);
    }
    if !site.is(arith::XORI) {
        return None;
    }
    if site.is_integer(rhs, 0) {
        return Fold::value(lhs);
    }
    if lhs == rhs {
        return site.filled(0);
    }
    let undone = |one: Value, other: Value| other_operand(site, site.made_by(one, arith::XORI)?, other);
    undone(lhs, rhs).or_else(|| undone(rhs, lhs)).and_then(Fold::value)
}

/// The greatest or the least of two integers.
fn extremes(site: &mut Site, lhs: Value, rhs: Value) -> Option<Fold> {
    let (is_signed, is_greatest) = match () {
        () if site.is(arith::MAXSI) => (true, true),
        () if site.is(arith::MINSI) => (true, false),
        () if site.is(arith::MAXUI) => (false, true),
        () if site.is(arith::MINUI) => (false, false),
        () => return None,
    };
    if lhs == rhs {
        return Fold::value(rhs);
    }
    let width = integer_width(site.rewriter.ctx, site.ty)?;
    let number = site.integer(rhs)?;
    let number = if is_signed { signed(&number, width) } else { number };
    let (least, greatest) = bounds(width, is_signed);
    let (always, never) = if is_greatest { (greatest, least) } else { (least, greatest) };
    if number == always {
        return Fold::value(rhs);
    }
    if number == never { Fold::value(lhs) } else { None }
}

/// A value with itself: what MLIR's `Idempotent` says, after all that is known of constants.
pub(super) fn idempotent(site: &mut Site) -> Option<Fold> {
    let &[lhs, rhs] = site.rewriter.body.operands(site.op) else { return None };
    let is_idempotent = site.is(arith::ANDI) || site.is(arith::ORI);
    if is_idempotent && lhs == rhs { Fold::value(lhs) } else { None }
}

fn of_floats(site: &mut Site, lhs: Value, rhs: Value) -> Option<Fold> {
    let kind: FloatKind = float_kind(site.rewriter.ctx, site.ty)?;
    let extremes = [arith::MAXIMUMF, arith::MINIMUMF, arith::MAXNUMF, arith::MINNUMF];
    if extremes.iter().any(|row| site.is(*row)) && lhs == rhs {
        return Fold::value(rhs);
    }
    let number = site.float(rhs)?;
    if floats::NEUTRAL.iter().any(|(row, is_neutral)| site.is(*row) && is_neutral(kind, number)) {
        return Fold::value(lhs);
    }
    let is_zero = kind.negated(number).is_some_and(|negated| number == 0 || negated == 0);
    if site.is(arith::MULF) && is_zero {
        let flags = site.fastmath_flags(site.op)?;
        let decides = flags.contains(FastmathFlags::NNAN) && flags.contains(FastmathFlags::NSZ);
        return if decides { Fold::value(rhs) } else { None };
    }
    None
}

/// What operations of `index` give with a second operand that changes nothing, or decides.
pub(super) fn index_identity(site: &mut Site, lhs: Value, rhs: Value) -> Option<Fold> {
    match u64::try_from(site.integer(rhs)?).ok()? {
        0 if site.is(index::ADD) || site.is(index::SUB) => Fold::value(lhs),
        0 if site.is(index::MUL) => site.filled(0),
        1 if site.is(index::MUL) => Fold::value(lhs),
        _ => None,
    }
}
