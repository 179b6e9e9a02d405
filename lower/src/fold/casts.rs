//! Casts of constants, and casts of what was cast.

use irtrip_dialect::enums::FastmathFlags;
use irtrip_dialect::scalars::{float_to_int, masked, signed};
use irtrip_dialect::{DialectOp, Type, TypeData, Value};
use num_bigint::BigInt;

use super::constants::{Bits, Numbers, float_kind, integer_width, number_width};
use super::floats::is_nan;
use super::{Fold, FoldContext, is_of_integers};
use crate::{arith, index};

/// The folds of `arith`'s casts.
pub(super) fn fold(cx: &mut FoldContext) -> Option<Fold> {
    let &[operand] = cx.rewriter.body.operands(cx.op) else { return None };
    of_cast(cx, operand).or_else(|| of_constant(cx, operand)).or_else(|| of_poison(cx, operand))
}

/// A cast of another one's result.
fn of_cast(cx: &mut FoldContext, operand: Value) -> Option<Fold> {
    for def in [arith::EXTUI, arith::EXTSI] {
        if cx.is(def) {
            let inner = cx.made_by(operand, def)?;
            let source = cx.operand_of(inner, 0)?;
            return cx.set_operand(0, source);
        }
    }
    let source_of = |def: DialectOp| cx.made_by(operand, def).and_then(|inner| cx.operand_of(inner, 0));
    if cx.is(arith::TRUNCI) {
        if let Some(source) = source_of(arith::EXTUI).or_else(|| source_of(arith::EXTSI)) {
            return narrowed(cx, source);
        }
        let source = source_of(arith::TRUNCI)?;
        return cx.set_operand(0, source);
    }
    if cx.is(arith::TRUNCF) {
        let source = source_of(arith::EXTF)?;
        return narrowed(cx, source);
    }
    if cx.is(arith::EXTF) {
        let inner = cx.made_by(operand, arith::TRUNCF)?;
        let source = cx.operand_of(inner, 0).filter(|source| cx.rewriter.type_of(*source) == cx.ty)?;
        let may_contract = |op| cx.fastmath_flags(op).is_some_and(|flags| flags.contains(FastmathFlags::CONTRACT));
        let contracts = [inner, cx.op].into_iter().all(may_contract);
        return Fold::value(source).filter(|_| contracts);
    }
    None
}

/// What was made wider is narrowed from where it came, or is what it was.
fn narrowed(cx: &mut FoldContext, source: Value) -> Option<Fold> {
    let ctx = cx.rewriter.ctx;
    let [from, to] = [cx.rewriter.type_of(source), cx.ty].map(|ty| ctx.scalar_type(ty));
    if number_width(ctx, from)? > number_width(ctx, to)? {
        return cx.set_operand(0, source);
    }
    if from == to { Fold::value(source) } else { None }
}

/// The casts that are folded where their operand is known.
const CASTS: [DialectOp; 12] = [
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

fn of_poison(cx: &mut FoldContext, operand: Value) -> Option<Fold> {
    // Upstream's cast of the bits of a vector asks for its elements first.
    let is_vector = cx.rewriter.ctx.scalar_type(cx.ty) != cx.ty;
    let is_cast = CASTS.iter().any(|def| cx.is(*def)) && !(is_vector && cx.is(arith::BITCAST));
    if is_cast && cx.is_poison(operand) { Fold::poison(1) } else { None }
}

/// A cast of a constant, where nothing of it is lost.
fn of_constant(cx: &mut FoldContext, operand: Value) -> Option<Fold> {
    let from = cx.rewriter.type_of(operand);
    let to_integers = is_of_integers(cx, cx.ty);
    if let Some(numbers) = cx.integers(operand) {
        return if to_integers {
            cx.computed(&between_integers(cx, from, &numbers)?)
        } else {
            cx.computed(&integer_to_float(cx, from, &numbers)?)
        };
    }
    let numbers = cx.floats(operand)?;
    if to_integers {
        cx.computed(&float_to_integer(cx, from, &numbers)?)
    } else {
        cx.computed(&between_floats(cx, from, &numbers)?)
    }
}

type Integers = Numbers<BigInt>;
type Floats = Numbers<Bits>;

fn between_integers(cx: &FoldContext, from: Type, numbers: &Integers) -> Option<Integers> {
    let [width, to] = [from, cx.ty].map(|ty| integer_width(cx.rewriter.ctx, ty));
    let (width, to) = (width?, to?);
    let keeps_sign = cx.is(arith::EXTSI) || cx.is(arith::INDEX_CAST);
    let is_cast = keeps_sign || [arith::EXTUI, arith::TRUNCI, arith::INDEX_CASTUI].iter().any(|def| cx.is(*def));
    let is_cast = is_cast || cx.is(arith::BITCAST);
    let cast = |number: &BigInt| Some(masked(if keeps_sign { signed(number, width) } else { number.clone() }, to));
    numbers.map(cast).filter(|_| is_cast)
}

fn integer_to_float(cx: &FoldContext, from: Type, numbers: &Integers) -> Option<Floats> {
    let (width, kind) = (integer_width(cx.rewriter.ctx, from)?, float_kind(cx.rewriter.ctx, cx.ty)?);
    match () {
        () if cx.is(arith::SITOFP) => numbers.map(|number| kind.of_big_integer(&signed(number, width))),
        () if cx.is(arith::UITOFP) => numbers.map(|number| kind.of_big_integer(number)),
        () if cx.is(arith::BITCAST) => numbers.map(|number| Bits::try_from(number).ok()),
        () => None,
    }
}

fn float_to_integer(cx: &FoldContext, from: Type, numbers: &Floats) -> Option<Integers> {
    let (kind, width) = (float_kind(cx.rewriter.ctx, from)?, integer_width(cx.rewriter.ctx, cx.ty)?);
    match () {
        () if cx.is(arith::FPTOSI) => numbers.map(|bits| float_to_int(kind, *bits, width, true)?),
        () if cx.is(arith::FPTOUI) => numbers.map(|bits| float_to_int(kind, *bits, width, false)?),
        () if cx.is(arith::BITCAST) => numbers.map(|bits| Some(BigInt::from(*bits))),
        () => None,
    }
}

fn between_floats(cx: &FoldContext, from: Type, numbers: &Floats) -> Option<Floats> {
    let (kind, to) = (float_kind(cx.rewriter.ctx, from)?, float_kind(cx.rewriter.ctx, cx.ty)?);
    if cx.is(arith::BITCAST) {
        return Some(numbers.clone());
    }
    let is_cast = cx.is(arith::EXTF) || cx.is(arith::TRUNCF);
    let exact = |&bits: &Bits| {
        if is_nan(kind, bits) {
            return kind.convert_nan(bits, to);
        }
        kind.convert(bits, to).and_then(|(bits, is_same)| is_same.then_some(bits))
    };
    numbers.map(exact).filter(|_| is_cast)
}

/// The folds of `index`'s casts: the result is the same where `index` has 32 bits.
pub(super) fn index_cast(cx: &mut FoldContext) -> Option<Fold> {
    let keeps_sign = cx.is(index::CASTS);
    let operand = cx.operand(0).filter(|_| keeps_sign || cx.is(index::CASTU))?;
    if *cx.rewriter.ctx.type_data(cx.ty) != TypeData::Index {
        return None;
    }
    let width = integer_width(cx.rewriter.ctx, cx.rewriter.type_of(operand))?;
    let number = cx.integer(operand)?;
    cx.filled(masked(if keeps_sign { signed(&number, width) } else { number }, 64))
}
