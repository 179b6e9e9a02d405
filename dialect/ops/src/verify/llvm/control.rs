//! Control flow: `llvm.return`, `llvm.switch`, branch weights and block tags. LangRef, "Terminator Instructions".

use crate::attr_table;
use crate::attributes::AttrData;
use crate::context::Attr;
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::types::{TypeData, well_known as types};
use crate::verify::verify_context::{EmitError, VerifyContext};

/// LangRef, "ret": an operand of the function's result type, or none where that is `void`.
pub(crate) fn check_return(cx: &VerifyContext, report: EmitError) {
    let Some(function) = cx.function() else { return };
    let Some(ty) = function.type_attr(names::FUNCTION_TYPE) else { return };
    let TypeData::LlvmFunction { result, .. } = cx.ctx.type_data(ty) else { return };
    match cx.operand_type(0) {
        None if *result != types::VOID => report(Kind::ReturnWithoutOperand),
        Some(_) if *result == types::VOID => report(Kind::ReturnWithOperand),
        Some(found) if found != *result => report(Kind::ReturnType),
        _ => {}
    }
}

/// Branch weights: one a successor.
pub(crate) fn check_weights(cx: &VerifyContext, report: EmitError) {
    let Some(weights) = cx.attr(names::BRANCH_WEIGHTS).and_then(|a| cx.ctx.dense_array(a)) else { return };
    let expected = cx.body.successors(cx.op).len();
    if weights.len() != expected {
        report(Kind::BranchWeights { found: weights.len(), expected });
    }
}

/// LangRef, "switch": a case value for each successor but the default, of the value's type.
pub(crate) fn check_switch(cx: &VerifyContext, report: EmitError) {
    let successors = cx.body.successors(cx.op).len();
    if successors == 0 {
        return report(Kind::SuccessorCount { expected: 1, found: 0 });
    }
    check_weights(cx, report);
    let cases = cx.attr(names::CASE_VALUES).map_or(Some((0, None)), |attr| case_values(cx, attr));
    match cases {
        Some((count, _)) if count != successors as u128 - 1 => report(Kind::CaseCount),
        Some((_, Some(element))) if Some(element) != cx.operand_type(0) => report(Kind::CaseType),
        _ => {}
    }
}

/// LangRef, "catchswitch": a handler at the least, and one successor more at the most.
pub(crate) fn check_catchswitch(cx: &VerifyContext, report: EmitError) {
    let handlers = cx.attr(names::HANDLERS).and_then(|handlers| cx.ctx.int_value(handlers));
    let handlers = handlers.and_then(|handlers| usize::try_from(handlers).ok()).filter(|handlers| *handlers > 0);
    let others = handlers.and_then(|handlers| cx.body.successors(cx.op).len().checked_sub(handlers));
    if others.is_none_or(|others| others > 1) {
        report(Kind::AttributeConstraint {
            name: "handlers",
            constraint: "number of handlers among the successors".into(),
        });
    }
}

/// How many case values there are, and their type.
fn case_values(cx: &VerifyContext, attr: Attr) -> Option<(u128, Option<crate::Type>)> {
    let AttrData::Dense { ty, .. } = cx.ctx.attr_data(attr) else { return None };
    let (TypeData::Vector { element, .. } | TypeData::Tensor { element, .. }) = cx.ctx.type_data(*ty) else {
        return None;
    };
    Some((super::constants::element_count(cx.ctx, *ty)?, Some(*element)))
}

/// The number in a `#llvm.blocktag`.
pub fn tag_number(cx: &VerifyContext, attr: Attr) -> Option<i64> {
    match cx.ctx.attr_data(attr) {
        AttrData::Llvm { kind, params } if *kind == attr_table::BLOCKTAG => cx.ctx.int_value((*params.first()?)?),
        _ => None,
    }
}
