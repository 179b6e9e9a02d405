//! The folds of `complex`.

use irtrip_dialect::names::VALUE;
use irtrip_dialect::{AttrData, DialectRow, Value};

use super::constants::{Bits, float_kind};
use super::{Fold, Site};
use crate::complex;

/// Operations that undo others.
const INVERSES: [(DialectRow, DialectRow); 4] = [
    (complex::NEG, complex::NEG),
    (complex::CONJ, complex::CONJ),
    (complex::EXP, complex::LOG),
    (complex::LOG, complex::EXP),
];

pub(super) fn fold(site: &mut Site) -> Option<Fold> {
    let part = [complex::RE, complex::IM].iter().position(|row| site.is(*row));
    if let Some(part) = part {
        return part_of(site, part);
    }
    let lhs = site.operand(0)?;
    if let Some((_, inverse)) = INVERSES.iter().find(|row| site.is(row.0)) {
        return Fold::value(site.operand_of(site.made_by(lhs, *inverse)?, 0)?);
    }
    let rhs = site.operand(1)?;
    if site.is(complex::CREATE) {
        let part_of = |value, row| site.operand_of(site.made_by(value, row)?, 0);
        let whole = part_of(lhs, complex::RE).filter(|whole| part_of(rhs, complex::IM) == Some(*whole))?;
        return if site.rewriter.type_of(whole) == site.ty { Fold::value(whole) } else { None };
    }
    if site.is(complex::ADD) {
        let undone = |difference, added| {
            let difference = site.made_by(difference, complex::SUB)?;
            site.operand_of(difference, 0).filter(|_| site.operand_of(difference, 1) == Some(added))
        };
        let found = undone(lhs, rhs).or_else(|| undone(rhs, lhs));
        return found.or_else(|| is_number(site, rhs, 0).then_some(lhs)).and_then(Fold::value);
    }
    if site.is(complex::SUB) {
        let sum = site.made_by(lhs, complex::ADD).filter(|sum| site.operand_of(*sum, 1) == Some(rhs));
        let found = sum.and_then(|sum| site.operand_of(sum, 0));
        return found.or_else(|| is_number(site, rhs, 0).then_some(lhs)).and_then(Fold::value);
    }
    let is_scaled = site.is(complex::MUL) || site.is(complex::DIV);
    if is_scaled && is_number(site, rhs, 1) { Fold::value(lhs) } else { None }
}

/// Whether a value is a constant without an imaginary part.
fn is_number(site: &Site, value: Value, real: i128) -> bool {
    let constant = site.made_by(value, complex::CONSTANT).and_then(|op| site.rewriter.attr(op, VALUE));
    let bits = |part| match site.rewriter.ctx.attr_data(part) {
        AttrData::Float { bits, .. } => Some(bits.get()),
        _ => None,
    };
    let parts = constant.map(|constant| site.rewriter.ctx.items(constant));
    let Some(&[first, second]) = parts else { return false };
    let Some(kind) = float_kind(site.rewriter.ctx, site.rewriter.ctx.scalar_type(site.ty)) else { return false };
    let is = |part, number: i128| {
        let own: Option<Bits> = bits(part);
        own.is_some() && (own == kind.of_integer(number) || number == 0 && own == kind.negative_zero())
    };
    is(first, real) && is(second, 0)
}

/// The part that a complex number was made of.
fn part_of(site: &Site, place: usize) -> Option<Fold> {
    let number = site.operand(0)?;
    if let Some(made) = site.made_by(number, complex::CREATE) {
        return Fold::value(site.operand_of(made, place)?);
    }
    let constant = site.rewriter.attr(site.made_by(number, complex::CONSTANT)?, VALUE)?;
    Fold::constant(*site.rewriter.ctx.items(constant).get(place)?)
}
