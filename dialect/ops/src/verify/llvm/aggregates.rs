//! Parts of aggregates and vectors. LangRef, "Vector Operations" and "Aggregate Operations".

use crate::context::Type;
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::types::{Dim, NoElement, TypeData};
use crate::verify::verify_context::{EmitError, VerifyContext};

/// The type at `position` of the first operand, or why there is none.
fn element(cx: &VerifyContext) -> Result<Type, Kind> {
    let (ctx, mut ty) = (cx.ctx, cx.operand_type(0).ok_or(Kind::NoOrOneOperand { expected: 1 })?);
    let position = cx.attr(names::POSITION).and_then(|a| ctx.dense_array(a)).unwrap_or_default();
    for &index in position {
        ty = ctx.aggregate_element(ty, index).map_err(|fault| match fault {
            NoElement::NotAnAggregate => Kind::NotAnAggregate(cx.spell(ty)),
            NoElement::OutOfBounds => Kind::PositionOutOfBounds(index),
        })?;
    }
    Ok(ty)
}

/// LangRef, "extractvalue".
pub(crate) fn check_extractvalue(cx: &VerifyContext, report: EmitError) {
    let (Some(container), Some(found)) = (cx.operand_type(0), cx.result_type()) else { return };
    match element(cx) {
        Err(kind) => report(kind),
        Ok(expected) if expected == found => {}
        Ok(expected) => report(Kind::ExtractMismatch {
            container: cx.spell(container),
            expected: cx.spell(expected),
            found: cx.spell(found),
        }),
    }
}

/// LangRef, "insertvalue".
pub(crate) fn check_insertvalue(cx: &VerifyContext, report: EmitError) {
    let (Some(container), Some(value)) = (cx.operand_type(0), cx.operand_type(1)) else { return };
    match element(cx) {
        Err(kind) => report(kind),
        Ok(expected) if expected == value => {}
        Ok(_) => report(Kind::InsertMismatch { value: cx.spell(value), container: cx.spell(container) }),
    }
}

/// LangRef, "shufflevector"; -1 in the mask is poison.
pub(crate) fn check_shufflevector(cx: &VerifyContext, report: EmitError) {
    let (Some(source), Some(result)) = (cx.operand_type(0), cx.result_type()) else { return };
    let mask = cx.attr(names::MASK).and_then(|a| cx.ctx.dense_array(a)).unwrap_or_default();
    let TypeData::Vector { dims, element } = cx.ctx.type_data(source) else { return };
    let [Dim { size: Some(size), scalable }] = **dims else { return };
    if scalable && mask.iter().any(|index| *index != 0) {
        return report(Kind::ScalableShuffle);
    }
    let inside = |&index: &i64| index == -1 || u64::try_from(index).is_ok_and(|i| i < size.saturating_mul(2));
    if let Some(&outside) = mask.iter().find(|index| !inside(index)) {
        report(Kind::ShuffleMask(outside));
    }
    let expected = cx.ctx.vector_type(mask.len() as u64, scalable, *element);
    if result != expected {
        report(Kind::ShuffleResult { expected: cx.spell(expected), found: cx.spell(result) });
    }
}
