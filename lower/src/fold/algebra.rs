//! Operations of two operands whose result is one of them, or a constant, whatever the other is.

use irtrip_dialect::enums::{FastmathFlags, IntegerOverflowFlags};
use irtrip_dialect::names::OVERFLOW_FLAGS;
use irtrip_dialect::scalars::signed;
use irtrip_dialect::{DialectOp, FloatKind, Op, Value};

use super::constants::{attr_of, float_kind, integer_width};
use super::integers::bounds;
use super::{Fold, FoldContext, extended, floats};
use crate::passes::overflow_flags;
use crate::{arith, index};

/// The folds of `arith` that do not compute.
pub(super) fn fold(cx: &mut FoldContext) -> Option<Fold> {
    let &[lhs, rhs] = cx.rewriter.body.operands(cx.op) else { return negation(cx) };
    if [arith::ADDUI_EXTENDED, arith::MULSI_EXTENDED, arith::MULUI_EXTENDED].iter().any(|def| cx.is(*def)) {
        return extended(cx, lhs, rhs);
    }
    if float_kind(cx.rewriter.ctx, cx.ty).is_some() {
        return of_floats(cx, lhs, rhs);
    }
    sums(cx, lhs, rhs)
        .or_else(|| quotients(cx, lhs, rhs))
        .or_else(|| bitwise(cx, lhs, rhs))
        .or_else(|| extremes(cx, lhs, rhs))
}

fn negation(cx: &mut FoldContext) -> Option<Fold> {
    let operand = cx.operand(0).filter(|_| cx.is(arith::NEGF))?;
    if let Some(negation) = cx.made_by(operand, arith::NEGF) {
        return Fold::value(cx.operand_of(negation, 0)?);
    }
    if cx.is_poison(operand) {
        return Fold::poison(1);
    }
    let kind = float_kind(cx.rewriter.ctx, cx.ty)?;
    let found = cx.floats(operand)?.map(|bits| kind.negated(*bits))?;
    cx.computed(&found)
}

/// The operand of an operation that is not the other.
fn other_operand(cx: &FoldContext, op: Op, one: Value) -> Option<Value> {
    match *cx.rewriter.body.operands(op) {
        [a, b] if b == one => Some(a),
        [a, b] if a == one => Some(b),
        _ => None,
    }
}

/// The shifts.
pub(super) const SHIFTS: [DialectOp; 3] = [arith::SHLI, arith::SHRUI, arith::SHRSI];

fn sums(cx: &mut FoldContext, lhs: Value, rhs: Value) -> Option<Fold> {
    if cx.is(arith::ADDI) {
        if cx.is_integer(rhs, 0) {
            return Fold::value(lhs);
        }
        let undone = |difference: Value, added: Value| {
            let difference = cx.made_by(difference, arith::SUBI)?;
            cx.operand_of(difference, 0).filter(|_| cx.operand_of(difference, 1) == Some(added))
        };
        return undone(lhs, rhs).or_else(|| undone(rhs, lhs)).and_then(Fold::value);
    }
    if cx.is(arith::SUBI) {
        if lhs == rhs {
            return cx.filled(0);
        }
        if cx.is_integer(rhs, 0) {
            return Fold::value(lhs);
        }
        let sum = cx.made_by(lhs, arith::ADDI)?;
        return Fold::value(other_operand(cx, sum, rhs)?);
    }
    if cx.is(arith::MULI) {
        if cx.is_integer(rhs, 0) {
            return Fold::value(rhs);
        }
        return if cx.is_integer(rhs, 1) { Fold::value(lhs) } else { None };
    }
    if SHIFTS.iter().any(|def| cx.is(*def)) && cx.is_integer(rhs, 0) { Fold::value(lhs) } else { None }
}

fn quotients(cx: &mut FoldContext, lhs: Value, rhs: Value) -> Option<Fold> {
    let quotients = [arith::DIVUI, arith::DIVSI, arith::CEILDIVUI, arith::CEILDIVSI, arith::FLOORDIVSI];
    if quotients.iter().any(|def| cx.is(*def)) {
        if cx.is_integer(rhs, 1) {
            return Fold::value(lhs);
        }
        let wanted = match () {
            () if cx.is(arith::DIVUI) => IntegerOverflowFlags::NUW,
            () if cx.is(arith::DIVSI) => IntegerOverflowFlags::NSW,
            () => return None,
        };
        let product = cx.made_by(lhs, arith::MULI)?;
        let flags = overflow_flags(cx.rewriter.ctx, cx.rewriter.attr(product, OVERFLOW_FLAGS)?)?;
        return Fold::value(other_operand(cx, product, rhs).filter(|_| flags.contains(wanted))?);
    }
    let rests = [arith::REMUI, arith::REMSI];
    if rests.iter().any(|def| cx.is(*def)) && cx.is_integer(rhs, 1) { cx.filled(0) } else { None }
}

/// Whether a value is another one with all its bits changed.
fn is_complement(cx: &FoldContext, value: Value, of: Value) -> Option<Value> {
    let changed = cx.made_by(value, arith::XORI)?;
    let ones = cx.operand_of(changed, 1)?;
    (cx.operand_of(changed, 0) == Some(of) && cx.is_integer(ones, -1)).then_some(ones)
}

fn bitwise(cx: &mut FoldContext, lhs: Value, rhs: Value) -> Option<Fold> {
    if cx.is(arith::ANDI) {
        if cx.is_integer(rhs, 0) {
            return Fold::value(rhs);
        }
        if cx.is_integer(rhs, -1) {
            return Fold::value(lhs);
        }
        if is_complement(cx, rhs, lhs).or_else(|| is_complement(cx, lhs, rhs)).is_some() {
            return cx.filled(0);
        }
        let within = |one: Value, other: Value| {
            let before = cx.made_by(one, arith::ANDI)?;
            cx.rewriter.body.operands(before).contains(&other).then_some(one)
        };
        return within(lhs, rhs).or_else(|| within(rhs, lhs)).and_then(Fold::value);
    }
    if cx.is(arith::ORI) {
        if cx.is_integer(rhs, 0) {
            return Fold::value(lhs);
        }
        if cx.is_integer(rhs, -1) {
            return Fold::constant(attr_of(cx.rewriter, rhs)?);
        }
        let ones = is_complement(cx, rhs, lhs).or_else(|| is_complement(cx, lhs, rhs));
        return ones.and_then(Fold::value);
    }
    if !cx.is(arith::XORI) {
        return None;
    }
    if cx.is_integer(rhs, 0) {
        return Fold::value(lhs);
    }
    if lhs == rhs {
        return cx.filled(0);
    }
    let undone = |one: Value, other: Value| other_operand(cx, cx.made_by(one, arith::XORI)?, other);
    undone(lhs, rhs).or_else(|| undone(rhs, lhs)).and_then(Fold::value)
}

/// The greatest or the least of two integers.
fn extremes(cx: &mut FoldContext, lhs: Value, rhs: Value) -> Option<Fold> {
    let (is_signed, is_greatest) = match () {
        () if cx.is(arith::MAXSI) => (true, true),
        () if cx.is(arith::MINSI) => (true, false),
        () if cx.is(arith::MAXUI) => (false, true),
        () if cx.is(arith::MINUI) => (false, false),
        () => return None,
    };
    if lhs == rhs {
        return Fold::value(rhs);
    }
    let width = integer_width(cx.rewriter.ctx, cx.ty)?;
    let number = cx.integer(rhs)?;
    let number = if is_signed { signed(&number, width) } else { number };
    let (least, greatest) = bounds(width, is_signed);
    let (always, never) = if is_greatest { (greatest, least) } else { (least, greatest) };
    if number == always {
        return Fold::value(rhs);
    }
    if number == never { Fold::value(lhs) } else { None }
}

/// A value with itself: what MLIR's `Idempotent` says, after all that is known of constants.
pub(super) fn idempotent(cx: &mut FoldContext) -> Option<Fold> {
    let &[lhs, rhs] = cx.rewriter.body.operands(cx.op) else { return None };
    let is_idempotent = cx.is(arith::ANDI) || cx.is(arith::ORI);
    if is_idempotent && lhs == rhs { Fold::value(lhs) } else { None }
}

fn of_floats(cx: &mut FoldContext, lhs: Value, rhs: Value) -> Option<Fold> {
    let kind: FloatKind = float_kind(cx.rewriter.ctx, cx.ty)?;
    let extremes = [arith::MAXIMUMF, arith::MINIMUMF, arith::MAXNUMF, arith::MINNUMF];
    if extremes.iter().any(|def| cx.is(*def)) && lhs == rhs {
        return Fold::value(rhs);
    }
    let number = cx.float(rhs)?;
    if floats::NEUTRAL.iter().any(|(def, is_neutral)| cx.is(*def) && is_neutral(kind, number)) {
        return Fold::value(lhs);
    }
    let is_zero = kind.negated(number).is_some_and(|negated| number == 0 || negated == 0);
    if cx.is(arith::MULF) && is_zero {
        let flags = cx.fastmath_flags(cx.op)?;
        let decides = flags.contains(FastmathFlags::NNAN) && flags.contains(FastmathFlags::NSZ);
        return if decides { Fold::value(rhs) } else { None };
    }
    None
}

/// The result of operations of `index` with a second operand that changes nothing, or decides.
pub(super) fn index_identity(cx: &mut FoldContext, lhs: Value, rhs: Value) -> Option<Fold> {
    match u64::try_from(cx.integer(rhs)?).ok()? {
        0 if cx.is(index::ADD) || cx.is(index::SUB) => Fold::value(lhs),
        0 if cx.is(index::MUL) => cx.filled(0),
        1 if cx.is(index::MUL) => Fold::value(lhs),
        _ => None,
    }
}
