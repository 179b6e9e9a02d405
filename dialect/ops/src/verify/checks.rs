//! Rules that the definitions of many operations have, as [`Verifier`](super::Verifier)s or with more arguments than these;
//! and the rules of comparisons and `select`.

use super::definition::{place_type, same_types};
use super::{EmitError, VerifyContext};
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::ops::Place;
use crate::types::predicates::is_byte;
use crate::types::{Dim, TypeData, well_known as types};

/// These operands and results have one type.
pub fn same(cx: &VerifyContext, places: &[Place], report: EmitError) {
    let mut found = places.iter().filter_map(|&place| place_type(cx, place));
    let first = found.next();
    if !found.all(|ty| Some(ty) == first) {
        report(same_types(cx.def, places.iter().copied()));
    }
}

/// Scalars or shapes of one element type; `words` is the rule in upstream's words.
pub fn same_element(cx: &VerifyContext, places: [Place; 2], words: &'static str, report: EmitError) {
    let [first, second] = places.map(|place| place_type(cx, place).map(|ty| cx.ctx.scalar_type(ty)));
    if first != second {
        report(Kind::FailedToVerifyThat(words));
    }
}

/// An integer becomes a wider one, in the same shape.
pub(crate) fn int_extension(cx: &VerifyContext, report: EmitError) {
    resize(cx, int_bits, |from, to| to > from, Kind::NotWider, report);
}

/// An integer becomes no wider one, in the same shape: upstream takes a cast to the same type, which is no instruction.
pub(crate) fn int_truncation(cx: &VerifyContext, report: EmitError) {
    resize(cx, int_bits, |from, to| to <= from, Kind::NotNarrower, report);
}

/// A float becomes no narrower one, in the same shape; a cast to the same type is no instruction.
pub(crate) fn float_extension(cx: &VerifyContext, report: EmitError) {
    resize(cx, float_bits, |from, to| to >= from, Kind::FloatNotWider, report);
}

/// A float becomes no wider one, in the same shape; a cast to the same type is no instruction.
pub(crate) fn float_truncation(cx: &VerifyContext, report: EmitError) {
    resize(cx, float_bits, |from, to| to <= from, Kind::FloatNotNarrower, report);
}

/// Operand and result have one shape, whatever their elements.
pub(crate) fn same_shape(cx: &VerifyContext, report: EmitError) {
    if let Some((from, to)) = ends(cx) {
        check_shape(cx.ctx, from, to, report);
    }
}

/// The part of `vector.insert` has no more than upstream's limits.
pub(crate) fn vector_insert(cx: &VerifyContext, report: EmitError) {
    check_vector_part(cx, Place::Operand(1), Place::Operand(0), INSERT, report);
}

/// The part of `vector.extract` has no more than upstream's limits.
pub(crate) fn vector_extract(cx: &VerifyContext, report: EmitError) {
    check_vector_part(cx, Place::Result(0), Place::Operand(0), EXTRACT, report);
}

/// The result is a struct of two values of the operand's type.
pub(crate) fn pair_of_operand(cx: &VerifyContext, report: EmitError) {
    let (Some(operand), Some(result)) = (cx.operand_type(0), cx.result_type()) else { return };
    let pair = matches!(cx.ctx.struct_elements(result), Some((_, [a, b])) if *a == operand && *b == operand);
    if !pair {
        report(Kind::NotAPairOfOperand(cx.spell(result)));
    }
}

/// `builtin.unrealized_conversion_cast` has a result.
pub(crate) fn has_result(cx: &VerifyContext, report: EmitError) {
    if cx.result_type().is_none() {
        report(Kind::Rule("expected at least one result for cast operation".to_owned()));
    }
}

/// The types of a conversion's operand and result.
fn ends(cx: &VerifyContext) -> Option<(Type, Type)> {
    Some((cx.operand_type(0)?, cx.result_type()?))
}

fn int_bits(ctx: &Context, ty: Type) -> Option<u32> {
    ctx.int_width(ty)
}

fn float_bits(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Float(kind) => Some(kind.width()),
        _ => None,
    }
}

fn resize(
    cx: &VerifyContext,
    bits: impl Fn(&Context, Type) -> Option<u32>,
    right: impl Fn(u32, u32) -> bool,
    wrong: Kind,
    report: EmitError,
) {
    let Some((from, to)) = ends(cx) else { return };
    let ctx = cx.ctx;
    if !check_shape(ctx, from, to, report) {
        return;
    }
    if let (Some(from), Some(to)) = (bits(ctx, ctx.scalar_type(from)), bits(ctx, ctx.scalar_type(to)))
        && !right(from, to)
    {
        report(wrong);
    }
}

/// Whether both are scalars, or vectors of one shape; reports it where they are not.
fn check_shape(ctx: &Context, from: Type, to: Type, report: EmitError) -> bool {
    let wrong = match (ctx.vector_dims(from), ctx.vector_dims(to)) {
        (None, None) => return true,
        (Some(from), Some(to)) if from == to => return true,
        (Some(_), Some(_)) => Kind::IncompatibleShape,
        (None, Some(_)) => Kind::ScalarToVector,
        (Some(_), None) => Kind::VectorToScalar,
    };
    report(wrong);
    false
}

fn pointer_space(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ctx.scalar_type(ty)) {
        TypeData::Pointer { address_space } => Some(*address_space),
        _ => None,
    }
}

/// The size of a scalar or a vector in bits and whether it is multiplied by `vscale`.
fn bit_size(ctx: &Context, ty: Type) -> Option<(u64, bool)> {
    let scalar = |ty| match ctx.type_data(ty) {
        TypeData::Integer { width, .. } | TypeData::Byte { width } => Some(u64::from(*width)),
        TypeData::Float(kind) => Some(u64::from(kind.width())),
        _ => None,
    };
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => match **dims {
            [Dim { size: Some(size), scalable }] => Some((size.checked_mul(scalar(*element)?)?, scalable)),
            _ => None,
        },
        _ => Some((scalar(ty)?, false)),
    }
}

/// LangRef, "bitcast".
pub(crate) fn bitcast(cx: &VerifyContext, report: EmitError) {
    let Some((from, to)) = ends(cx) else { return };
    let ctx = cx.ctx;
    let (from_vector, to_vector) = (ctx.vector_dims(from).is_some(), ctx.vector_dims(to).is_some());
    match (pointer_space(ctx, from), pointer_space(ctx, to)) {
        (None, None) => {
            if let (Some(input), Some(output)) = (bit_size(ctx, from), bit_size(ctx, to))
                && input != output
            {
                report(Kind::BitcastSize { input: input.0, output: output.0 });
            }
        }
        (Some(_), Some(_)) if to_vector && !from_vector => report(Kind::BitcastPointerToVector),
        (Some(_), Some(_)) if from_vector && !to_vector => report(Kind::BitcastVectorToPointer),
        (Some(a), Some(b)) if a != b => report(Kind::BitcastAddressSpace),
        (Some(_), Some(_)) => {}
        (Some(_), None) | (None, Some(_)) if [from, to].iter().any(|ty| is_byte(ctx, ctx.scalar_type(*ty))) => {}
        (Some(_), None) | (None, Some(_)) => report(Kind::BitcastPointerToOther),
    }
}

const INSERT: &str = "it is not inserting scalable into fixed-length vectors.";
const EXTRACT: &str = "it is not extracting scalable from fixed-length vectors.";

/// Upstream's bound of a vector that a part is put into or taken out of.
const VECTOR_BITS: u64 = 1 << 17;

/// Whether upstream takes a vector as the part that is put into or taken out of another: neither is too big, a fixed
/// one has no scalable part, and elements have a width, without which its verifier crashes.
pub fn is_vector_part(ctx: &Context, part: Type, whole: Type) -> bool {
    let fits = |ty| bit_size(ctx, ty).is_some_and(|size| size.0 <= VECTOR_BITS);
    fits(part) && fits(whole) && (!ctx.is_scalable_vector(part) || ctx.is_scalable_vector(whole))
}

fn check_vector_part(cx: &VerifyContext, part: Place, whole: Place, scalable: &'static str, report: EmitError) {
    let (Some(part), Some(whole)) = (place_type(cx, part), place_type(cx, whole)) else { return };
    let sizes = [bit_size(cx.ctx, part), bit_size(cx.ctx, whole)];
    if sizes.iter().flatten().any(|size| size.0 > VECTOR_BITS) {
        report(Kind::FailedToVerifyThat("vectors are not bigger than 2^17 bits."));
    }
    if cx.ctx.is_scalable_vector(part) && !cx.ctx.is_scalable_vector(whole) {
        report(Kind::FailedToVerifyThat(scalable));
    }
}

/// The result has the elements of both operands.
pub(crate) fn interleave(cx: &VerifyContext, report: EmitError) {
    let Some((part, whole)) = ends(cx) else { return };
    let doubled = match (cx.ctx.type_data(part), cx.ctx.type_data(whole)) {
        (TypeData::Vector { dims: a, element: x }, TypeData::Vector { dims: b, element: y }) => match (&**a, &**b) {
            ([Dim { size: Some(m), scalable: s }], [Dim { size: Some(n), scalable: t }]) => {
                m.checked_mul(2) == Some(*n) && s == t && x == y
            }
            _ => false,
        },
        _ => false,
    };
    if !doubled {
        report(Kind::FailedToVerifyThat("result has twice as many elements as 'vec1'"));
    }
}

/// How many elements a shape has; 0 where that is not known, or too many to count.
pub fn element_count(dims: &[Dim]) -> usize {
    let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size?));
    count.and_then(|count| u32::try_from(count).ok()).map_or(0, |count| count as usize)
}

/// As many pointers as the result or the stored value has elements. `masked.gather` has the pointers first,
/// `masked.scatter` after the stored value.
pub(crate) fn one_pointer_an_element(cx: &VerifyContext, report: EmitError) {
    let (values, pointers, named) = match cx.result_type() {
        Some(result) => (result, 0, 1),
        None => {
            let Some(stored) = cx.operand_type(0) else { return };
            (stored, 1, 2)
        }
    };
    let Some(found) = cx.operand_type(pointers) else { return };
    let expected = cx.ctx.with_scalar_type(values, cx.ctx.scalar_type(found));
    if found != expected {
        report(Kind::PointersType { operand: named, expected: cx.spell(expected) });
    }
}

/// LangRef, "icmp" and "fcmp": the result is `i1` in the operands' shape.
pub(crate) fn check_comparison(cx: &VerifyContext, report: EmitError) {
    let Some((operand, result)) = ends(cx) else { return };
    if result != types::I1 || cx.ctx.vector_dims(operand).is_some() {
        let expected = cx.ctx.with_scalar_type(operand, types::I1);
        if result != expected {
            report(Kind::FailedToVerifyThat("result type has i1 element type and same shape as operands"));
        }
    }
}

/// LangRef, "select": a vector condition has as many elements as the values.
pub(crate) fn check_select(cx: &VerifyContext, report: EmitError) {
    let Some((condition, result)) = ends(cx) else { return };
    if let Some(shape) = cx.ctx.vector_dims(condition)
        && cx.ctx.vector_dims(result) != Some(shape)
    {
        report(Kind::IncompatibleShape);
    }
}
