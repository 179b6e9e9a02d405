//! The `func` dialect: functions against their types, returns against functions, calls against callees.

use super::FUNC;
use irtrip_dialect::Value;
use irtrip_dialect::diagnostic::VerifyCode as Kind;
use irtrip_dialect::names;
use irtrip_dialect::types::TypeData;
use irtrip_dialect::verify::functions::{check_entry, check_parameter_attributes, entry};
use irtrip_dialect::verify::{EmitError, VerifyContext};
use irtrip_dialect::{Attr, Context, Type};

/// The parameters and results of a function type.
fn signature(ctx: &Context, ty: Option<Type>) -> Option<(&[Type], &[Type])> {
    match ctx.type_data(ty?) {
        TypeData::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// The function agrees with its type, and a declaration is private.
pub(crate) fn function(cx: &VerifyContext, report: EmitError) {
    // Its definition says that it has one.
    let Some((params, results)) = signature(cx.ctx, cx.type_attr(names::FUNCTION_TYPE)) else { return };
    check_parameter_attributes(cx, names::ARG_ATTRS, params, report);
    check_parameter_attributes(cx, names::RES_ATTRS, results, report);
    match entry(cx) {
        Some(entry) => check_entry(cx, &entry, params, report),
        None => {
            let visibility = cx.attr(names::SYM_VISIBILITY).and_then(|a| cx.ctx.string_value(a));
            if visibility.is_none_or(|v| cx.ctx.bytes(v) == b"public") {
                report(Kind::PublicDeclaration);
            }
        }
    }
}

/// The operands are the results of the function around.
pub(crate) fn function_return(cx: &VerifyContext, report: EmitError) {
    let Some(function) = cx.holder().filter(|holder| holder.name() == FUNC) else { return };
    let Some((_, results)) = signature(cx.ctx, function.type_attr(names::FUNCTION_TYPE)) else { return };
    let name = || function.attr(names::SYM_NAME).map_or_else(String::new, |name| spelled_name(cx, name));
    let found = cx.operands().len();
    if found != results.len() {
        return report(Kind::ReturnCount { found, expected: results.len(), function: name() });
    }
    for (index, &expected) in results.iter().enumerate() {
        let Some(found) = cx.operand_type(index).filter(|&found| found != expected) else { continue };
        let (found, expected) = (cx.spell(found), cx.spell(expected));
        return report(Kind::ReturnOperandType { index, found, expected, function: name() });
    }
}

/// The function an attribute names.
fn callee_of<'a>(cx: &VerifyContext<'a>, name: Attr) -> Option<VerifyContext<'a>> {
    cx.symbol(cx.ctx.symbol_value(name)?).filter(|symbol| symbol.name() == FUNC)
}

/// The text of a string attribute.
fn spelled_name(cx: &VerifyContext, name: Attr) -> String {
    cx.ctx.string_value(name).map_or_else(String::new, |name| cx.ctx.text(name).into_owned())
}

fn spelled(cx: &VerifyContext, name: Attr) -> String {
    cx.ctx.symbol_value(name).map_or_else(String::new, |name| cx.ctx.text(name).into_owned())
}

/// The callee's type has the operands and results.
pub(crate) fn indirect_call(cx: &VerifyContext, report: EmitError) {
    let Some((params, results)) = signature(cx.ctx, cx.operand_type(0)) else { return };
    let types = |values: &[Value]| -> Vec<Type> { values.iter().map(|&value| cx.body.value_type(value)).collect() };
    if types(cx.group(1)) != params {
        report(Kind::FailedToVerifyThat("callee input types match argument types"));
    } else if types(&cx.body.results(cx.op).collect::<Vec<_>>()) != results {
        report(Kind::FailedToVerifyThat("callee result types match result types"));
    }
}

/// The callee is a function that takes the operands and returns the results.
pub(crate) fn call(cx: &VerifyContext, report: EmitError) {
    let Some(name) = cx.attr(names::CALLEE) else { return };
    let callee = callee_of(cx, name);
    let ty = callee.and_then(|callee| callee.type_attr(names::FUNCTION_TYPE));
    let Some((params, results)) = signature(cx.ctx, ty) else {
        return report(Kind::NoFunction(spelled(cx, name)));
    };
    if params.len() != cx.operands().len() {
        return report(Kind::CalleeOperandCount);
    }
    for (index, &expected) in params.iter().enumerate() {
        let Some(found) = cx.operand_type(index).filter(|&found| found != expected) else { continue };
        let (found, expected) = (cx.spell(found), cx.spell(expected));
        return report(Kind::CalleeOperandType { index, found, expected });
    }
    let found = cx.body.results(cx.op);
    if found.len() != results.len() {
        return report(Kind::CalleeResultCount);
    }
    if let Some(index) = found.zip(results).position(|(value, &ty)| cx.body.value_type(value) != ty) {
        report(Kind::CalleeResultType(index));
    }
}

/// The value is a function of the result's type.
pub(crate) fn constant(cx: &VerifyContext, report: EmitError) {
    let Some(name) = cx.attr(names::VALUE) else { return };
    let Some(function) = callee_of(cx, name) else {
        return report(Kind::UndefinedFunction(spelled(cx, name)));
    };
    if function.type_attr(names::FUNCTION_TYPE) != cx.result_type() {
        report(Kind::FunctionTypeMismatch);
    }
}
