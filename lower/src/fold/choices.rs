//! Comparisons, and selections by them.

use std::cmp::Ordering;

use irtrip_dialect::enums::ICmpPredicate;
use irtrip_dialect::names::PREDICATE;
use irtrip_dialect::scalars::{compare, masked, signed};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Op, Value};
use num_bigint::BigInt;

use super::constants::{Bits, Number, Numbers, float_kind, integer_width, is_constant, numbers};
use super::integers::bounds;
use super::{Fold, FoldContext, floats};
use crate::passes::{float_predicate, index_predicate};
use crate::{arith, index};

/// The folds of `arith`'s comparisons and selections.
pub(super) fn fold(cx: &mut FoldContext) -> Option<Fold> {
    match () {
        () if cx.is(arith::CMPI) => compare_integers(cx),
        () if cx.is(arith::CMPF) => compare_floats(cx),
        () if cx.is(arith::SELECT) => select(cx),
        () => None,
    }
}

fn predicate(cx: &FoldContext, op: Op) -> Option<ICmpPredicate> {
    cx.rewriter.attr(op, PREDICATE).and_then(|predicate| cx.rewriter.ctx.enum_value(predicate))
}

fn compare_integers(cx: &mut FoldContext) -> Option<Fold> {
    let (lhs, rhs) = (cx.operand(0)?, cx.operand(1)?);
    let predicate = predicate(cx, cx.op)?;
    if lhs == rhs {
        return cx.filled(predicate.is_true_when_equal());
    }
    let width = integer_width(cx.rewriter.ctx, cx.rewriter.type_of(lhs))?;
    if predicate == ICmpPredicate::Ne && cx.is_integer(rhs, 0) {
        let extended = [arith::EXTSI, arith::EXTUI].into_iter().find_map(|def| cx.made_by(lhs, def));
        let source = extended.and_then(|op| cx.operand_of(op, 0));
        let is_bit = |value: &Value| integer_width(cx.rewriter.ctx, cx.rewriter.type_of(*value)) == Some(1);
        if let Some(source) = source.filter(is_bit) {
            return Fold::value(source);
        }
        if width == 1 {
            return Fold::value(lhs);
        }
    }
    if predicate == ICmpPredicate::Eq && width == 1 && cx.is_integer(rhs, 1) {
        return Fold::value(lhs);
    }
    if is_constant(cx.rewriter, lhs) && !is_constant(cx.rewriter, rhs) {
        let ctx = cx.rewriter.ctx;
        let attrs = ctx.with_entry(
            cx.rewriter.body.attrs(cx.op),
            PREDICATE,
            Some(ctx.enum_attr(predicate.with_operands_swapped())),
        );
        cx.rewriter.body.set_attrs(cx.op, attrs);
        cx.rewriter.body.operands_mut(cx.op).swap(0, 1);
        return Some(Fold::InPlace);
    }
    let compared = |a: &BigInt, b: &BigInt| Some(BigInt::from(compare(predicate, a, b, width)));
    let found = cx.integers(lhs)?.zip(&cx.integers(rhs)?, compared)?;
    cx.computed(&found)
}

fn compare_floats(cx: &mut FoldContext) -> Option<Fold> {
    if cx.ty != types::I1 {
        return None;
    }
    let (lhs, rhs) = (cx.operand(0)?, cx.operand(1)?);
    let kind = float_kind(cx.rewriter.ctx, cx.rewriter.type_of(lhs))?;
    let (mut a, mut b) = (cx.float(lhs), cx.float(rhs));
    // What is no number decides, whatever the other operand is.
    b = if a.is_some_and(|bits| floats::is_nan(kind, bits)) { a } else { b };
    a = if b.is_some_and(|bits| floats::is_nan(kind, bits)) { b } else { a };
    let order = kind.compare(a?, b?)?;
    cx.filled(float_predicate(cx.rewriter, cx.op)?.holds(order))
}

fn select(cx: &mut FoldContext) -> Option<Fold> {
    let &[condition, if_true, if_false] = cx.rewriter.body.operands(cx.op) else { return None };
    if if_true == if_false {
        return Fold::value(if_true);
    }
    if let Some(bit) = cx.integer(condition) {
        return Fold::value(if bit.bit(0) { if_true } else { if_false });
    }
    if cx.is_poison(if_true) {
        return Fold::value(if_false);
    }
    if cx.is_poison(if_false) {
        return Fold::value(if_true);
    }
    if cx.ty == types::I1 && cx.is_integer(if_true, 1) && cx.is_integer(if_false, 0) {
        return Fold::value(condition);
    }
    if let Some(compared) = cx.made_by(condition, arith::CMPI)
        && let Some(predicate @ (ICmpPredicate::Eq | ICmpPredicate::Ne)) = predicate(cx, compared)
    {
        let &[lhs, rhs] = cx.rewriter.body.operands(compared) else { return None };
        if (lhs, rhs) == (if_true, if_false) || (rhs, lhs) == (if_true, if_false) {
            return Fold::value(if predicate == ICmpPredicate::Ne { if_true } else { if_false });
        }
    }
    chosen::<BigInt>(cx, condition, if_true, if_false).or_else(|| chosen::<Bits>(cx, condition, if_true, if_false))
}

/// Of each two elements the one that a bit says.
fn chosen<N: Number>(cx: &FoldContext, condition: Value, if_true: Value, if_false: Value) -> Option<Fold> {
    let (a, b): (Numbers<N>, Numbers<N>) = (numbers(cx.rewriter, if_true)?, numbers(cx.rewriter, if_false)?);
    let chosen = cx.integers(condition)?.zip(&a, |bit, a| Some(bit.bit(0).then(|| a.clone())))?;
    cx.computed(&chosen.zip(&b, |a, b| a.clone().or_else(|| Some(b.clone())))?)
}

/// The folds of `index.cmp`: the result is the same where `index` has 32 bits.
pub(super) fn index_compare(cx: &mut FoldContext) -> Option<Fold> {
    if !cx.is(index::CMP) {
        return None;
    }
    let (lhs, rhs) = (cx.operand(0)?, cx.operand(1)?);
    let predicate = index_predicate(cx.rewriter, cx.op)?;
    if lhs == rhs {
        return cx.filled(predicate.is_true_when_equal());
    }
    let b = cx.integer(rhs)?;
    let verdict = |width| match cx.integer(lhs) {
        Some(a) => Some(compare(predicate, &masked(a, width), &masked(b.clone(), width), width)),
        None => Interval::of_extreme(cx, lhs, width)?.holds(predicate, &masked(b.clone(), width)),
    };
    let (wide, narrow) = (verdict(64)?, verdict(32)?);
    if wide == narrow { cx.filled(wide) } else { None }
}

/// From where to where numbers of a width are, both included, with a sign or without.
struct Interval {
    ends: [BigInt; 2],
    is_signed: bool,
    width: u32,
}

impl Interval {
    /// Where the greater or the less of something and a constant is.
    fn of_extreme(cx: &FoldContext, value: Value, width: u32) -> Option<Interval> {
        let limits = [(index::MINS, true, 0), (index::MAXS, true, 1), (index::MINU, false, 0), (index::MAXU, false, 1)];
        let (op, is_signed, end) =
            limits.into_iter().find_map(|(def, is_signed, end)| Some((cx.made_by(value, def)?, is_signed, end)))?;
        let constant = masked(cx.integer(cx.operand_of(op, 1)?)?, width);
        let constant = if is_signed { signed(&constant, width) } else { constant };
        let (least, greatest) = bounds(width, is_signed);
        let ends = if end == 0 { [least, constant] } else { [constant, greatest] };
        Some(Interval { ends, is_signed, width })
    }

    /// The same numbers with a sign or without; all numbers where they are not side by side then.
    fn seen(&self, is_signed: bool) -> [BigInt; 2] {
        if self.is_signed == is_signed {
            return self.ends.clone();
        }
        let [least, greatest] = self.ends.each_ref().map(|end| {
            let bits = masked(end.clone(), self.width);
            if is_signed { signed(&bits, self.width) } else { bits }
        });
        if least <= greatest { [least, greatest] } else { bounds(self.width, is_signed).into() }
    }

    /// Whether a comparison with a number holds for all of them, or for none.
    fn holds(&self, predicate: ICmpPredicate, number: &BigInt) -> Option<bool> {
        let seen = |is_signed| {
            let number = if is_signed { signed(number, self.width) } else { number.clone() };
            self.seen(is_signed).map(|end| end.cmp(&number))
        };
        let orders = match predicate {
            // Upstream tells numbers apart where they are so with a sign and without.
            ICmpPredicate::Eq | ICmpPredicate::Ne => [seen(true), seen(false)].concat(),
            _ => seen(predicate.is_signed()).to_vec(),
        };
        let is_apart = |ends: &[Ordering]| matches!(ends, [least, greatest] if least == greatest);
        if !orders.chunks(2).all(is_apart) && matches!(predicate, ICmpPredicate::Eq | ICmpPredicate::Ne) {
            return None;
        }
        let verdict = predicate.holds(*orders.first()?);
        orders.iter().all(|order| predicate.holds(*order) == verdict).then_some(verdict)
    }
}
