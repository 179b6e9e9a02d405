//! The `func` dialect: functions against their types, returns against functions, calls against callees.

use super::functions::{check_entry, check_parameter_attributes, entry};
use super::site::Site;
use super::structure::Around;
use super::symbols::Symbol;
use crate::body::Value;
use crate::context::{Attr, Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::types::TypeData;

type Report<'r> = &'r mut dyn FnMut(Kind);

/// The parameters and results of a function type.
fn signature(ctx: &Context, ty: Option<Type>) -> Option<(&[Type], &[Type])> {
    match ctx.type_data(ty?) {
        TypeData::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// Holds an operation of the dialect to the rules of its own; others have none.
pub(super) fn check(around: &Around, site: &Site, report: Report) {
    match site.def.name {
        "func.func" => check_function(site, report),
        "func.return" => check_return(around, site, report),
        "func.call" => check_call(around, site, report),
        "func.call_indirect" => check_indirect_call(site, report),
        "func.constant" => check_constant(around, site, report),
        _ => {}
    }
}

fn check_function(site: &Site, report: Report) {
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

fn check_return(around: &Around, site: &Site, report: Report) {
    let Some(function) = around.holder.filter(|holder| holder.def.name == "func.func") else { return };
    let Some((_, results)) = signature(site.ctx, function.type_attr(names::FUNCTION_TYPE)) else { return };
    let name = || around.symbol.map_or_else(String::new, |name| site.ctx.text(name).into_owned());
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
fn function<'a>(around: &Around<'a>, name: Attr) -> Option<Symbol<'a>> {
    let name = around.shared.ctx.symbol_value(name)?;
    around.shared.symbols.find(name).filter(|symbol| symbol.is("func.func"))
}

fn spelled(site: &Site, name: Attr) -> String {
    site.ctx.symbol_value(name).map_or_else(String::new, |name| site.ctx.text(name).into_owned())
}

fn check_indirect_call(site: &Site, report: Report) {
    let Some((params, results)) = signature(site.ctx, site.operand_type(0)) else { return };
    let types = |values: &[Value]| -> Vec<Type> { values.iter().map(|&value| site.body.value_type(value)).collect() };
    if types(site.group(1)) != params {
        report(Kind::FailedToVerifyThat("callee input types match argument types"));
    } else if types(&site.body.results(site.op).collect::<Vec<_>>()) != results {
        report(Kind::FailedToVerifyThat("callee result types match result types"));
    }
}

fn check_call(around: &Around, site: &Site, report: Report) {
    let Some(name) = site.attr(names::CALLEE) else { return };
    let callee = function(around, name).and_then(|symbol| symbol.site());
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

fn check_constant(around: &Around, site: &Site, report: Report) {
    let Some(name) = site.attr(names::VALUE) else { return };
    let Some(function) = function(around, name).and_then(|symbol| symbol.site()) else {
        return report(Kind::UndefinedFunction(spelled(site, name)));
    };
    if function.type_attr(names::FUNCTION_TYPE) != site.result_type() {
        report(Kind::FunctionTypeMismatch);
    }
}
