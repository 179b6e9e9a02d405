//! Parts of aggregates and vectors. LangRef, "Vector Operations" and "Aggregate Operations".

use crate::context::Type;
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::types::{Dim, NoElement, TypeData};
use crate::verify::site::{EmitError, Site};

/// The type at `position` of the first operand, or why there is none.
fn element(site: &Site) -> Result<Type, Kind> {
    let (ctx, mut ty) = (site.ctx, site.operand_type(0).ok_or(Kind::NoOrOneOperand { expected: 1 })?);
    let position = site.attr(names::POSITION).and_then(|a| ctx.dense_array(a)).unwrap_or_default();
    for &index in position {
        ty = ctx.aggregate_element(ty, index).map_err(|fault| match fault {
            NoElement::NotAnAggregate => Kind::NotAnAggregate(site.spell(ty)),
            NoElement::OutOfBounds => Kind::PositionOutOfBounds(index),
        })?;
    }
    Ok(ty)
}

/// LangRef, "extractvalue".
pub(crate) fn check_extractvalue(site: &Site, report: EmitError) {
    let (Some(container), Some(found)) = (site.operand_type(0), site.result_type()) else { return };
    match element(site) {
        Err(kind) => report(kind),
        Ok(expected) if expected == found => {}
        Ok(expected) => report(Kind::ExtractMismatch {
            container: site.spell(container),
            expected: site.spell(expected),
            found: site.spell(found),
        }),
    }
}

/// LangRef, "insertvalue".
pub(crate) fn check_insertvalue(site: &Site, report: EmitError) {
    let (Some(container), Some(value)) = (site.operand_type(0), site.operand_type(1)) else { return };
    match element(site) {
        Err(kind) => report(kind),
        Ok(expected) if expected == value => {}
        Ok(_) => report(Kind::InsertMismatch { value: site.spell(value), container: site.spell(container) }),
    }
}

/// LangRef, "shufflevector"; -1 in the mask is poison.
pub(crate) fn check_shufflevector(site: &Site, report: EmitError) {
    let (Some(source), Some(result)) = (site.operand_type(0), site.result_type()) else { return };
    let mask = site.attr(names::MASK).and_then(|a| site.ctx.dense_array(a)).unwrap_or_default();
    let TypeData::Vector { dims, element } = site.ctx.type_data(source) else { return };
    let [Dim { size: Some(size), scalable }] = **dims else { return };
    if scalable && mask.iter().any(|index| *index != 0) {
        return report(Kind::ScalableShuffle);
    }
    let inside = |&index: &i64| index == -1 || u64::try_from(index).is_ok_and(|i| i < size.saturating_mul(2));
    if let Some(&outside) = mask.iter().find(|index| !inside(index)) {
        report(Kind::ShuffleMask(outside));
    }
    let expected = site.ctx.vector_type(mask.len() as u64, scalable, *element);
    if result != expected {
        report(Kind::ShuffleResult { expected: site.spell(expected), found: site.spell(result) });
    }
}
