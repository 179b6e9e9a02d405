//! The `func` dialect: functions against their types, returns against functions, calls against callees.

use super::FUNC;
use irtrip_dialect::Value;
use irtrip_dialect::diagnostic::VerifyCode as Kind;
use irtrip_dialect::names;
use irtrip_dialect::types::TypeData;
use irtrip_dialect::verify::functions::{check_entry, check_parameter_attributes, entry};
use irtrip_dialect::verify::{EmitError, Site};
use irtrip_dialect::{Attr, Context, Type};

/// The parameters and results of a function type.
fn signature(ctx: &Context, ty: Option<Type>) -> Option<(&[Type], &[Type])> {
    match ctx.type_data(ty?) {
        TypeData::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// The function agrees with its type, and a declaration is private.
pub(crate) fn function(site: &Site, report: EmitError) {
    // Its row says that it has one.
    let Some((params, results)) = signature(site.ctx, site.type_attr(names::FUNCTION_TYPE)) else { return };
    check_parameter_attributes(site, names::ARG_ATTRS, params, report);
    check_parameter_attributes(site, names::RES_ATTRS, results, report);
    match entry(site) {
        Some(entry) => check_entry(site, &entry, params, report),
        None => {
            let visibility = site.attr(names::SYM_VISIBILITY).and_then(|a| site.ctx.string_value(a));
            if visibility.is_none_or(|v| site.ctx.bytes(v) == b"public") {
                report(Kind::PublicDeclaration);
            }
        }
    }
}

/// The operands are the results of the function around.
pub(crate) fn function_return(site: &Site, report: EmitError) {
    let Some(function) = site.holder().filter(|holder| holder.name() == FUNC) else { return };
    let Some((_, results)) = signature(site.ctx, function.type_attr(names::FUNCTION_TYPE)) else { return };
    let name = || function.attr(names::SYM_NAME).map_or_else(String::new, |name| spelled_name(site, name));
    let found = site.operands().len();
    if found != results.len() {
        return report(Kind::ReturnCount { found, expected: results.len(), function: name() });
    }
    for (index, &expected) in results.iter().enumerate() {
        let Some(found) = site.operand_type(index).filter(|&found| found != expected) else { continue };
        let (found, expected) = (site.spell(found), site.spell(expected));
        return report(Kind::ReturnOperandType { index, found, expected, function: name() });
    }
}

/// The function an attribute names.
fn callee_of<'a>(site: &Site<'a>, name: Attr) -> Option<Site<'a>> {
    site.symbol(site.ctx.symbol_value(name)?).filter(|symbol| symbol.name() == FUNC)
}

/// The text of a string attribute.
fn spelled_name(site: &Site, name: Attr) -> String {
    site.ctx.string_value(name).map_or_else(String::new, |name| site.ctx.text(name).into_owned())
}

fn spelled(site: &Site, name: Attr) -> String {
    site.ctx.symbol_value(name).map_or_else(String::new, |name| site.ctx.text(name).into_owned())
}

/// The callee's type has the operands and results.
pub(crate) fn indirect_call(site: &Site, report: EmitError) {
    let Some((params, results)) = signature(site.ctx, site.operand_type(0)) else { return };
    let types = |values: &[Value]| -> Vec<Type> { values.iter().map(|&value| site.body.value_type(value)).collect() };
    if types(site.group(1)) != params {
        report(Kind::FailedToVerifyThat("callee input types match argument types"));
    } else if types(&site.body.results(site.op).collect::<Vec<_>>()) != results {
        report(Kind::FailedToVerifyThat("callee result types match result types"));
    }
}

/// The callee is a function that takes the operands and gives the results.
pub(crate) fn call(site: &Site, report: EmitError) {
    let Some(name) = site.attr(names::CALLEE) else { return };
    let callee = callee_of(site, name);
    let ty = callee.and_then(|callee| callee.type_attr(names::FUNCTION_TYPE));
    let Some((params, results)) = signature(site.ctx, ty) else {
        return report(Kind::NoFunction(spelled(site, name)));
    };
    if params.len() != site.operands().len() {
        return report(Kind::CalleeOperandCount);
    }
    for (index, &expected) in params.iter().enumerate() {
        let Some(found) = site.operand_type(index).filter(|&found| found != expected) else { continue };
        let (found, expected) = (site.spell(found), site.spell(expected));
        return report(Kind::CalleeOperandType { index, found, expected });
    }
    let found = site.body.results(site.op);
    if found.len() != results.len() {
        return report(Kind::CalleeResultCount);
    }
    if let Some(index) = found.zip(results).position(|(value, &ty)| site.body.value_type(value) != ty) {
        report(Kind::CalleeResultType(index));
    }
}

/// The value is a function of the result's type.
pub(crate) fn constant(site: &Site, report: EmitError) {
    let Some(name) = site.attr(names::VALUE) else { return };
    let Some(function) = callee_of(site, name) else {
        return report(Kind::UndefinedFunction(spelled(site, name)));
    };
    if function.type_attr(names::FUNCTION_TYPE) != site.result_type() {
        report(Kind::FunctionTypeMismatch);
    }
}
