//! Casts of constants, and casts of what was cast.

use irtrip_dialect::enums::FastmathFlags;
use irtrip_dialect::scalars::{float_to_int, masked, signed};
use irtrip_dialect::{DialectRow, Type, TypeData, Value};
use num_bigint::BigInt;

use super::constants::{Bits, Numbers, float_kind, integer_width, number_width};
use super::floats::is_nan;
use super::{Fold, Site, is_of_integers};
use crate::{arith, index};

/// The folds of `arith`'s casts.
pub(super) fn fold(site: &mut Site) -> Option<Fold> {
    let &[operand] = site.rewriter.body.operands(site.op) else { return None };
    of_cast(site, operand).or_else(|| of_constant(site, operand)).or_else(|| of_poison(site, operand))
}

/// A cast of another one's result.
fn of_cast(site: &mut Site, operand: Value) -> Option<Fold> {
    for row in [arith::EXTUI, arith::EXTSI] {
        if site.is(row) {
            let inner = site.made_by(operand, row)?;
            let source = site.operand_of(inner, 0)?;
            return site.set_operand(0, source);
        }
    }
    let source_of = |row: DialectRow| site.made_by(operand, row).and_then(|inner| site.operand_of(inner, 0));
    if site.is(arith::TRUNCI) {
        if let Some(source) = source_of(arith::EXTUI).or_else(|| source_of(arith::EXTSI)) {
            return narrowed(site, source);
        }
        let source = source_of(arith::TRUNCI)?;
        return site.set_operand(0, source);
    }
    if site.is(arith::TRUNCF) {
        let source = source_of(arith::EXTF)?;
        return narrowed(site, source);
    }
    if site.is(arith::EXTF) {
        let inner = site.made_by(operand, arith::TRUNCF)?;
        let source = site.operand_of(inner, 0).filter(|source| site.rewriter.type_of(*source) == site.ty)?;
        let may_contract = |op| site.fastmath_flags(op).is_some_and(|flags| flags.contains(FastmathFlags::CONTRACT));
        let contracts = [inner, site.op].into_iter().all(may_contract);
        return Fold::value(source).filter(|_| contracts);
    }
    None
}

/// What was made wider is narrowed from where it came, or is what it was.
fn narrowed(site: &mut Site, source: Value) -> Option<Fold> {
    let ctx = site.rewriter.ctx;
    let [from, to] = [site.rewriter.type_of(source), site.ty].map(|ty| ctx.scalar_type(ty));
    if number_width(ctx, from)? > number_width(ctx, to)? {
        return site.set_operand(0, source);
    }
    if from == to { Fold::value(source) } else { None }
}

/// The casts that are folded where their operand is known.
const CASTS: [DialectRow; 12] = [
    arith::EXTUI,
    arith::EXTSI,
    arith::EXTF,
    arith::TRUNCI,
    arith::TRUNCF,
    arith::UITOFP,
    arith::SITOFP,
    arith::FPTOUI,
    arith::FPTOSI,
    arith::INDEX_CAST,
    arith::INDEX_CASTUI,
    arith::BITCAST,
];

fn of_poison(site: &mut Site, operand: Value) -> Option<Fold> {
    // Upstream's cast of the bits of a vector asks for its elements first.
    let is_vector = site.rewriter.ctx.scalar_type(site.ty) != site.ty;
    let is_cast = CASTS.iter().any(|row| site.is(*row)) && !(is_vector && site.is(arith::BITCAST));
    if is_cast && site.is_poison(operand) { Fold::poison(1) } else { None }
}

/// A cast of a constant, where nothing of it is lost.
fn of_constant(site: &mut Site, operand: Value) -> Option<Fold> {
    let from = site.rewriter.type_of(operand);
    let to_integers = is_of_integers(site, site.ty);
    if let Some(numbers) = site.integers(operand) {
        return if to_integers {
            site.computed(&between_integers(site, from, &numbers)?)
        } else {
            site.computed(&integer_to_float(site, from, &numbers)?)
        };
    }
    let numbers = site.floats(operand)?;
    if to_integers {
        site.computed(&float_to_integer(site, from, &numbers)?)
    } else {
        site.computed(&between_floats(site, from, &numbers)?)
    }
}

type Integers = Numbers<BigInt>;
type Floats = Numbers<Bits>;

fn between_integers(site: &Site, from: Type, numbers: &Integers) -> Option<Integers> {
    let [width, to] = [from, site.ty].map(|ty| integer_width(site.rewriter.ctx, ty));
    let (width, to) = (width?, to?);
    let keeps_sign = site.is(arith::EXTSI) || site.is(arith::INDEX_CAST);
    let is_cast = keeps_sign || [arith::EXTUI, arith::TRUNCI, arith::INDEX_CASTUI].iter().any(|row| site.is(*row));
    let is_cast = is_cast || site.is(arith::BITCAST);
    let cast = |number: &BigInt| Some(masked(if keeps_sign { signed(number, width) } else { number.clone() }, to));
    numbers.map(cast).filter(|_| is_cast)
}

fn integer_to_float(site: &Site, from: Type, numbers: &Integers) -> Option<Floats> {
    let (width, kind) = (integer_width(site.rewriter.ctx, from)?, float_kind(site.rewriter.ctx, site.ty)?);
    match () {
        () if site.is(arith::SITOFP) => numbers.map(|number| kind.of_big_integer(&signed(number, width))),
        () if site.is(arith::UITOFP) => numbers.map(|number| kind.of_big_integer(number)),
        () if site.is(arith::BITCAST) => numbers.map(|number| Bits::try_from(number).ok()),
        () => None,
    }
}

fn float_to_integer(site: &Site, from: Type, numbers: &Floats) -> Option<Integers> {
    let (kind, width) = (float_kind(site.rewriter.ctx, from)?, integer_width(site.rewriter.ctx, site.ty)?);
    match () {
        () if site.is(arith::FPTOSI) => numbers.map(|bits| float_to_int(kind, *bits, width, true)?),
        () if site.is(arith::FPTOUI) => numbers.map(|bits| float_to_int(kind, *bits, width, false)?),
        () if site.is(arith::BITCAST) => numbers.map(|bits| Some(BigInt::from(*bits))),
        () => None,
    }
}

fn between_floats(site: &Site, from: Type, numbers: &Floats) -> Option<Floats> {
    let (kind, to) = (float_kind(site.rewriter.ctx, from)?, float_kind(site.rewriter.ctx, site.ty)?);
    if site.is(arith::BITCAST) {
        return Some(numbers.clone());
    }
    let is_cast = site.is(arith::EXTF) || site.is(arith::TRUNCF);
    let exact = |&bits: &Bits| {
        if is_nan(kind, bits) {
            return kind.convert_nan(bits, to);
        }
        kind.convert(bits, to).and_then(|(bits, is_same)| is_same.then_some(bits))
    };
    numbers.map(exact).filter(|_| is_cast)
}

/// The folds of `index`'s casts: the result is the same where `index` has 32 bits.
pub(super) fn index_cast(site: &mut Site) -> Option<Fold> {
    let keeps_sign = site.is(index::CASTS);
    let operand = site.operand(0).filter(|_| keeps_sign || site.is(index::CASTU))?;
    if *site.rewriter.ctx.type_data(site.ty) != TypeData::Index {
        return None;
    }
    let width = integer_width(site.rewriter.ctx, site.rewriter.type_of(operand))?;
    let number = site.integer(operand)?;
    site.filled(masked(if keeps_sign { signed(&number, width) } else { number }, 64))
}
