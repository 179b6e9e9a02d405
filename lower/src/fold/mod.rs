//! Folding: what an operation's results are known to be without it. A conversion folds an operation before it looks for
//! patterns, as upstream's does: `a - 0` is `a`, and no `llvm.sub` is made. The folds are upstream's and no others.
//!
//! - [`constants`]: numbers that are known, element by element
//! - [`integers`], [`floats`]: what operations compute of two numbers
//! - [`algebra`]: operations one operand of which is not known, or is another's result
//! - [`casts`], [`choices`]: casts; comparisons and selections
//! - [`complexes`], [`math`], [`memrefs`]: `complex`; `math`; `memref` and `ptr`

mod algebra;
mod casts;
mod choices;
mod complexes;
mod constants;
mod floats;
mod integers;
mod math;
mod memrefs;

use irtrip_dialect::enums::FastmathFlags;
use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
use irtrip_dialect::ops::{OpDef, Traits};
use irtrip_dialect::scalars::{masked, signed};
use irtrip_dialect::{Attr, Body, DialectOp, Op, OpNameDefinition, Type, TypeData, Value, ValueDef};
use num_bigint::BigInt;
use smallvec::{SmallVec, smallvec};

use self::constants::{Bits, Number, Numbers, computed_width, filled, float_kind, integer_width, numbers, splat_of};
use self::integers::Pair;
use crate::conversion::Rewriter;
use crate::passes::fastmath_flags;
use crate::{arith, ub};

/// The value of a folded result.
enum FoldResult {
    Value(Value),
    /// A constant of the result's type.
    Constant(Attr),
    Poison,
}

/// What an operation folds to.
enum Fold {
    /// What its results are.
    Results(SmallVec<[FoldResult; 2]>),
    /// It is another operation of its name now.
    InPlace,
}

impl Fold {
    fn value(value: Value) -> Option<Fold> {
        Some(Fold::Results(smallvec![FoldResult::Value(value)]))
    }

    /// All results are poison.
    fn poison(count: usize) -> Option<Fold> {
        Some(Fold::Results((0..count).map(|_| FoldResult::Poison).collect()))
    }

    fn constant(attr: Attr) -> Option<Fold> {
        Some(Fold::Results(smallvec![FoldResult::Constant(attr)]))
    }
}

/// An operation that is folded, and what of it every fold asks for.
struct FoldContext<'r, 'a> {
    rewriter: &'r mut Rewriter<'a>,
    op: Op,
    def: &'static OpDef,
    /// The type of its first result.
    ty: Type,
}

impl FoldContext<'_, '_> {
    fn is(&self, def: DialectOp) -> bool {
        std::ptr::eq(self.def, def.def())
    }

    fn operand(&self, place: usize) -> Option<Value> {
        self.rewriter.operand(self.op, place)
    }

    /// The operation of a definition that makes a value.
    fn made_by(&self, value: Value, def: DialectOp) -> Option<Op> {
        self.rewriter.defining_op(value).filter(|op| self.rewriter.body.name(*op) == def)
    }

    fn operand_of(&self, op: Op, place: usize) -> Option<Value> {
        self.rewriter.operand(op, place)
    }

    fn integers(&self, value: Value) -> Option<Numbers<BigInt>> {
        numbers(self.rewriter, value)
    }

    fn floats(&self, value: Value) -> Option<Numbers<Bits>> {
        numbers(self.rewriter, value)
    }

    fn is_poison(&self, value: Value) -> bool {
        constants::is_poison(self.rewriter, value)
    }

    /// The integer that all elements of a value are.
    fn integer(&self, value: Value) -> Option<BigInt> {
        splat_of(self.rewriter, value)
    }

    /// The bits of the float that all elements of a value are.
    fn float(&self, value: Value) -> Option<Bits> {
        splat_of(self.rewriter, value)
    }

    fn is_integer(&self, value: Value, number: i32) -> bool {
        let width = integer_width(self.rewriter.ctx, self.rewriter.type_of(value));
        let is_equal = |own: BigInt| width.is_some_and(|width| masked(number.into(), width) == own);
        self.integer(value).is_some_and(is_equal)
    }

    /// Each element of the result is this integer.
    fn filled(&self, number: impl Into<BigInt>) -> Option<Fold> {
        Fold::constant(filled(self.rewriter.ctx, self.ty, number.into())?)
    }

    /// The result has these numbers.
    fn computed<N: Number>(&self, numbers: &Numbers<N>) -> Option<Fold> {
        Fold::constant(numbers.attr(self.rewriter.ctx, self.ty)?)
    }

    fn fastmath_flags(&self, op: Op) -> Option<FastmathFlags> {
        let ctx = self.rewriter.ctx;
        fastmath_flags(ctx, self.rewriter.attr(op, ctx.str("fastmath"))?)
    }

    /// Takes an earlier value in place of an operand.
    fn set_operand(&mut self, place: usize, value: Value) -> Option<Fold> {
        if self.rewriter.place(value) >= self.rewriter.place(self.operand(place)?) {
            return None;
        }
        *self.rewriter.body.operands_mut(self.op).get_mut(place)? = value;
        Some(Fold::InPlace)
    }
}

/// The values that the results of an operation are. Constants that it makes are new operations. Where there are none, the
/// operation may be another of its name by now, see [`SavedOperation`].
pub(crate) fn fold(rewriter: &mut Rewriter, op: Op) -> Option<SmallVec<[Value; 1]>> {
    let def = rewriter.body.name(op).def()?;
    if rewriter.body.name(op) == UNREALIZED_CONVERSION_CAST {
        let operands = rewriter.body.operands(op);
        let values = cancelled_cast(rewriter.body, op)?;
        let is_before = |value| operands.first().is_some_and(|first| rewriter.place(value) < rewriter.place(*first));
        return (values == operands || values.iter().all(|value| is_before(*value))).then(|| values.into());
    }
    let ty = rewriter.body.results(op).next().map(|result| rewriter.type_of(result));
    let former = SavedOperation::of(rewriter, op);
    let known = loop {
        let Some(ty) = ty else {
            memrefs::take_uncast_operands(rewriter, op);
            return None;
        };
        let mut cx = FoldContext { rewriter, op, def, ty };
        match own_fold(&mut cx).or_else(|| constant_to_the_right(&mut cx))? {
            Fold::Results(known) => break known,
            Fold::InPlace => {}
        }
    };
    let values = values_of(rewriter, op, &known);
    if values.is_none() {
        former.restore(rewriter, op);
    }
    values
}

/// An operation's operands and attributes before a fold. A fold that fails, since the constants that it needs cannot be
/// made or converted, changes no operand either; upstream's conversion takes all of it back.
pub(crate) struct SavedOperation {
    operands: SmallVec<[Value; 4]>,
    attrs: Attr,
}

impl SavedOperation {
    pub(crate) fn of(rewriter: &Rewriter, op: Op) -> SavedOperation {
        SavedOperation { operands: rewriter.body.operands(op).into(), attrs: rewriter.body.attrs(op) }
    }

    pub(crate) fn restore(self, rewriter: &mut Rewriter, op: Op) {
        rewriter.body.operands_mut(op).copy_from_slice(&self.operands);
        rewriter.body.set_attrs(op, self.attrs);
    }
}

/// What the results of an operation are known to be, as values.
fn values_of(rewriter: &mut Rewriter, op: Op, known: &[FoldResult]) -> Option<SmallVec<[Value; 1]>> {
    let of_index = rewriter.body.name(op).def()?.name.starts_with("index.");
    let own = rewriter.body.results(op).next().map_or(0, |result| rewriter.place(result));
    if known.iter().any(|known| matches!(known, FoldResult::Value(value) if rewriter.place(*value) >= own)) {
        return None;
    }
    let types: SmallVec<[Type; 2]> = rewriter.body.results(op).map(|result| rewriter.type_of(result)).collect();
    let values = known.iter().zip(types).map(|(known, ty)| match *known {
        FoldResult::Value(value) => Some(value),
        FoldResult::Constant(attr) => constants::made(rewriter, attr, ty, of_index),
        FoldResult::Poison => Some(rewriter.value(ub::POISON.name(), &[], ty, &[])),
    });
    values.collect()
}

/// The result of a cast between types that are those of its operands, or of the operands of the cast whose results these are.
pub(crate) fn cancelled_cast(body: &Body, op: Op) -> Option<&[Value]> {
    let types = || body.results(op).map(|result| body.value_type(result));
    let operands = body.operands(op);
    let fits = |values: &[Value]| values.iter().map(|&value| body.value_type(value)).eq(types());
    if fits(operands) {
        return Some(operands);
    }
    let ValueDef::Result(inner, _) = body.value(*operands.first()?).def else { return None };
    let is_cast = body.name(inner) == UNREALIZED_CONVERSION_CAST && body.results(inner).eq(operands.iter().copied());
    Some(body.operands(inner)).filter(|sources| is_cast && fits(sources))
}

/// An operation whose operands may change places has a constant second.
fn constant_to_the_right(cx: &mut FoldContext) -> Option<Fold> {
    let &[lhs, rhs] = cx.rewriter.body.operands(cx.op) else { return None };
    let is_constant = |value| constants::is_constant(cx.rewriter, value);
    if !cx.def.is(Traits::COMMUTATIVE) || !is_constant(lhs) || is_constant(rhs) {
        return None;
    }
    cx.rewriter.body.operands_mut(cx.op).swap(0, 1);
    Some(Fold::InPlace)
}

fn own_fold(cx: &mut FoldContext) -> Option<Fold> {
    match cx.def.name.split_once('.')?.0 {
        "arith" => algebra::fold(cx)
            .or_else(|| casts::fold(cx))
            .or_else(|| choices::fold(cx))
            .or_else(|| computed(cx))
            .or_else(|| algebra::idempotent(cx)),
        "index" => index_fold(cx),
        "complex" => complexes::fold(cx),
        "math" => math::fold(cx),
        "builtin" => None,
        _ => memrefs::fold(cx),
    }
}

/// What an operation of `arith` computes of two constants.
fn computed(cx: &mut FoldContext) -> Option<Fold> {
    let (a, b) = (cx.operand(0)?, cx.operand(1)?);
    let by_last = integers::ARITH_BY_LAST.iter().find(|(def, _)| cx.is(*def));
    let of_integers = integers::ARITH.iter().find(|(def, _)| cx.is(*def));
    let is_computed = by_last.is_some() || of_integers.is_some() || floats::ARITH.iter().any(|(def, _)| cx.is(*def));
    // A shift of or by poison is not known, by upstream's fold.
    let is_shift = algebra::SHIFTS.iter().any(|def| cx.is(*def));
    if is_computed && !is_shift && (cx.is_poison(a) || cx.is_poison(b)) {
        return Fold::poison(1);
    }
    if by_last.is_some() || of_integers.is_some() {
        let width = computed_width(cx.rewriter.ctx, cx.ty)?;
        let (a, b) = (cx.integers(a)?, cx.integers(b)?);
        let mut has_result = true;
        let compute = |a: &BigInt, b: &BigInt| {
            let pair = Pair { a, b, width };
            let number = match (by_last, of_integers) {
                (Some((_, compute)), _) => {
                    let (number, is_result) = compute(pair);
                    has_result = is_result;
                    number
                }
                (None, Some((_, compute))) => compute(pair)?,
                (None, None) => return None,
            };
            Some(masked(number, width))
        };
        let found = a.zip(&b, compute)?;
        return if has_result { cx.computed(&found) } else { None };
    }
    let (_, compute) = floats::ARITH.iter().find(|(def, _)| cx.is(*def))?;
    let kind = float_kind(cx.rewriter.ctx, cx.ty)?;
    let found = cx.floats(a)?.zip(&cx.floats(b)?, |a, b| compute(kind, *a, *b))?;
    cx.computed(&found)
}

/// The folds of `index`: what is computed must be the same with 32 bits.
fn index_fold(cx: &mut FoldContext) -> Option<Fold> {
    if let Some((_, compute, is_of_any_width)) = integers::INDEX.iter().find(|def| cx.is(def.0)) {
        let (lhs, rhs) = (cx.operand(0)?, cx.operand(1)?);
        if let (Some(a), Some(b)) = (cx.integer(lhs), cx.integer(rhs)) {
            let computed = |a: &BigInt, b: &BigInt, width| Some(masked(compute(Pair { a, b, width })?, width));
            let wide = computed(&a, &b, 64);
            let narrow = || computed(&masked(a, 32), &masked(b, 32), 32);
            let is_same = *is_of_any_width || wide.clone().map(|number| masked(number, 32)) == narrow();
            if let Some(number) = wide.filter(|_| is_same) {
                return cx.filled(number);
            }
        }
        return algebra::index_identity(cx, lhs, rhs);
    }
    choices::index_compare(cx).or_else(|| casts::index_cast(cx))
}

/// Whether a type is an integer, `index` or a vector of such.
fn is_of_integers(cx: &FoldContext, ty: Type) -> bool {
    let element = cx.rewriter.ctx.scalar_type(ty);
    matches!(cx.rewriter.ctx.type_data(element), TypeData::Integer { .. } | TypeData::Index)
}

/// The two results of `arith`'s operations with an extended result.
fn pair(first: FoldResult, second: Attr) -> Option<Fold> {
    Some(Fold::Results(smallvec![first, FoldResult::Constant(second)]))
}

/// `arith.addui_extended`, `arith.mulsi_extended`, `arith.mului_extended`
fn extended(cx: &mut FoldContext, lhs: Value, rhs: Value) -> Option<Fold> {
    let ctx = cx.rewriter.ctx;
    let other = cx.rewriter.body.results(cx.op).nth(1)?;
    let other = cx.rewriter.type_of(other);
    let width = computed_width(ctx, cx.ty)?;
    let is_sum = cx.is(arith::ADDUI_EXTENDED);
    if cx.is_integer(rhs, 0) {
        let zero = filled(ctx, other, BigInt::ZERO)?;
        return if is_sum { pair(FoldResult::Value(lhs), zero) } else { pair(FoldResult::Constant(zero), zero) };
    }
    if cx.is(arith::MULUI_EXTENDED) && cx.is_integer(rhs, 1) {
        return pair(FoldResult::Value(lhs), filled(ctx, cx.ty, BigInt::ZERO)?);
    }
    if !is_sum && (cx.is_poison(lhs) || cx.is_poison(rhs)) {
        return Fold::poison(2);
    }
    let (a, b) = (cx.integers(lhs)?, cx.integers(rhs)?);
    let is_signed = cx.is(arith::MULSI_EXTENDED);
    let low = |a: &BigInt, b: &BigInt| masked(if is_sum { a + b } else { a * b }, width);
    let high = |a: &BigInt, b: &BigInt| match (is_sum, is_signed) {
        (true, _) => BigInt::from(low(a, b) < *a),
        (false, true) => masked((signed(a, width) * signed(b, width)) >> width, width),
        (false, false) => (a * b) >> width,
    };
    let (low, high) = (a.zip(&b, |a, b| Some(low(a, b)))?, a.zip(&b, |a, b| Some(high(a, b)))?);
    pair(FoldResult::Constant(low.attr(ctx, cx.ty)?), high.attr(ctx, other)?)
}
