//! The folds of `complex`.

use irtrip_dialect::names::VALUE;
use irtrip_dialect::{AttrData, DialectOp, Value};

use super::constants::{Bits, float_kind};
use super::{Fold, FoldContext};
use crate::complex;

/// Operations that undo others.
const INVERSES: [(DialectOp, DialectOp); 4] = [
    (complex::NEG, complex::NEG),
    (complex::CONJ, complex::CONJ),
    (complex::EXP, complex::LOG),
    (complex::LOG, complex::EXP),
];

pub(super) fn fold(cx: &mut FoldContext) -> Option<Fold> {
    let part = [complex::RE, complex::IM].iter().position(|def| cx.is(*def));
    if let Some(part) = part {
        return part_of(cx, part);
    }
    let lhs = cx.operand(0)?;
    if let Some((_, inverse)) = INVERSES.iter().find(|def| cx.is(def.0)) {
        return Fold::value(cx.operand_of(cx.made_by(lhs, *inverse)?, 0)?);
    }
    let rhs = cx.operand(1)?;
    if cx.is(complex::CREATE) {
        let part_of = |value, def| cx.operand_of(cx.made_by(value, def)?, 0);
        let whole = part_of(lhs, complex::RE).filter(|whole| part_of(rhs, complex::IM) == Some(*whole))?;
        return if cx.rewriter.type_of(whole) == cx.ty { Fold::value(whole) } else { None };
    }
    if cx.is(complex::ADD) {
        let undone = |difference, added| {
            let difference = cx.made_by(difference, complex::SUB)?;
            cx.operand_of(difference, 0).filter(|_| cx.operand_of(difference, 1) == Some(added))
        };
        let found = undone(lhs, rhs).or_else(|| undone(rhs, lhs));
        return found.or_else(|| is_number(cx, rhs, 0).then_some(lhs)).and_then(Fold::value);
    }
    if cx.is(complex::SUB) {
        let sum = cx.made_by(lhs, complex::ADD).filter(|sum| cx.operand_of(*sum, 1) == Some(rhs));
        let found = sum.and_then(|sum| cx.operand_of(sum, 0));
        return found.or_else(|| is_number(cx, rhs, 0).then_some(lhs)).and_then(Fold::value);
    }
    let is_scaled = cx.is(complex::MUL) || cx.is(complex::DIV);
    if is_scaled && is_number(cx, rhs, 1) { Fold::value(lhs) } else { None }
}

/// Whether a value is a constant without an imaginary part.
fn is_number(cx: &FoldContext, value: Value, real: i128) -> bool {
    let constant = cx.made_by(value, complex::CONSTANT).and_then(|op| cx.rewriter.attr(op, VALUE));
    let bits = |part| match cx.rewriter.ctx.attr_data(part) {
        AttrData::Float { bits, .. } => Some(bits.get()),
        _ => None,
    };
    let parts = constant.map(|constant| cx.rewriter.ctx.items(constant));
    let Some(&[first, second]) = parts else { return false };
    let Some(kind) = float_kind(cx.rewriter.ctx, cx.rewriter.ctx.scalar_type(cx.ty)) else { return false };
    let is = |part, number: i128| {
        let own: Option<Bits> = bits(part);
        own.is_some() && (own == kind.of_integer(number) || number == 0 && own == kind.negative_zero())
    };
    is(first, real) && is(second, 0)
}

/// The part that a complex number was made of.
fn part_of(cx: &FoldContext, place: usize) -> Option<Fold> {
    let number = cx.operand(0)?;
    if let Some(made) = cx.made_by(number, complex::CREATE) {
        return Fold::value(cx.operand_of(made, place)?);
    }
    let constant = cx.rewriter.attr(cx.made_by(number, complex::CONSTANT)?, VALUE)?;
    Fold::constant(*cx.rewriter.ctx.items(constant).get(place)?)
}
