//! Calls: `llvm.call`, `llvm.invoke`, `llvm.call_intrinsic`, `llvm.inline_asm`, operand bundles and `llvm.landingpad`.
//!
//! LangRef, "call", "invoke", "landingpad", "Operand Bundles", "Inline Assembler Expressions".

use crate::attr_table::DI_SUBPROGRAM;
use crate::attributes::{AttrData, Location, well_known as attrs};
use crate::body::Value;
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::enums::{CastOpcode, TailCallKind};
use crate::names;
use crate::ops::{Arity, Constant, Global, LlvmForm};
use crate::preserved::forms::{ARGUMENTS, described_values};
use crate::registry::OpNameDefinition;
use crate::types::{TypeData, well_known as types};
use crate::verify::site::{EmitError, Site};

/// A function type's parts.
struct Signature<'a> {
    result: Type,
    params: &'a [Type],
    vararg: bool,
}

fn signature<'a>(site: &Site<'a>, ty: Type) -> Option<Signature<'a>> {
    match site.ctx.type_data(ty) {
        TypeData::LlvmFunction { result, params, vararg } => {
            Some(Signature { result: *result, params, vararg: *vararg })
        }
        _ => None,
    }
}

/// The operands before those of operand bundles.
fn callee_operands<'a>(site: &Site<'a>) -> &'a [Value] {
    let operands = site.operands();
    operands.get(..operands.len().saturating_sub(bundle_operands(site))).unwrap_or(operands)
}

/// The sizes of the operand bundles.
fn bundle_sizes<'a>(site: &Site<'a>) -> &'a [i64] {
    site.attr(names::OP_BUNDLE_SIZES).and_then(|a| site.ctx.dense_array(a)).unwrap_or_default()
}

/// The operands all operand bundles ask for together.
fn bundle_operands(site: &Site) -> usize {
    let size = |&size: &i64| usize::try_from(size).unwrap_or(0);
    bundle_sizes(site).iter().map(size).fold(0, usize::saturating_add)
}

/// Holds operand bundles to their tags.
pub fn check_bundles(site: &Site, report: EmitError) {
    let sizes = bundle_sizes(site);
    let fixed = site.def.operands.iter().filter(|slot| slot.arity == Arity::One).count();
    let (expected, found) = (bundle_operands(site), site.operands().len().saturating_sub(fixed));
    if expected > found {
        let total = i64::try_from(expected).unwrap_or(i64::MAX);
        report(Kind::SegmentSum { what: "op_bundle_operands", found, total, name: "op_bundle_sizes" });
    }
    let tags = site.attr(names::OP_BUNDLE_TAGS).map_or(&[][..], |a| site.ctx.items(a));
    if tags.len() != sizes.len() {
        report(Kind::BundleTagCount { expected: sizes.len(), found: tags.len() });
    } else if tags.iter().any(|&tag| site.ctx.string_value(tag).is_none()) {
        report(Kind::BundleTagKind);
    }
}

/// LangRef, "invoke".
pub(crate) fn check_invoke(site: &Site, report: EmitError) {
    // irtrip's own may be of inline assembly.
    if !site.has(names::ASM_STRING) {
        check_callee(site, report);
    }
    let Some(unwind) = site.body.successors(site.op).get(1) else { return };
    match site.body.first_op(unwind.block) {
        None => report(Kind::EmptyUnwindDestination),
        Some(first) => {
            let form = site.body.name(first).def().map(|def| def.llvm);
            if !matches!(form, Some(LlvmForm::Inst(inst)) if inst.pad().is_some()) {
                report(Kind::UnwindWithoutLandingpad);
            }
        }
    }
}

/// A call of irtrip's own: its bundles, what is called, and values for what `args` describes.
pub(crate) fn check_described_call(site: &Site, report: EmitError) {
    check_bundles(site, report);
    let mut values = callee_operands(site).len();
    if site.has(names::ASM_STRING) {
        let is_string = |key| site.attr(key).is_some_and(|text| site.ctx.string_value(text).is_some());
        let texts = [(names::ASM_STRING, "asm_string"), (names::CONSTRAINTS, "constraints")];
        for (_, name) in texts.into_iter().filter(|(key, _)| !is_string(*key)) {
            report(Kind::MissingAttribute { name });
        }
    } else if site.attr(names::CALLEE).and_then(|callee| site.ctx.symbol_value(callee)).is_none() {
        match values.checked_sub(1) {
            None => return report(Kind::NoCallee),
            Some(others) => values = others,
        }
    }
    let Some(arguments) = site.attr(names::ARGS) else { return };
    if !(ARGUMENTS.holds)(site.ctx, arguments) || described_values(site.ctx, arguments) > values {
        report(Kind::AttributeConstraint { name: "args", constraint: ARGUMENTS.words.to_owned() });
    }
}

/// LangRef, "call": the operands and the result are those of the callee.
pub(crate) fn check_callee(site: &Site, report: EmitError) {
    let direct = site.attr(names::CALLEE);
    let mut operands = callee_operands(site);
    if direct.is_none() {
        let Some((&callee, arguments)) = operands.split_first() else { return report(Kind::NoCallee) };
        let ty = site.body.value_type(callee);
        if !matches!(site.ctx.type_data(ty), TypeData::Pointer { .. }) {
            return report(Kind::IndirectCallee(site.spell(ty)));
        }
        operands = arguments;
    }
    let arguments: Vec<Type> = operands.iter().map(|&v| site.body.value_type(v)).collect();
    check_var_callee_type(site, &arguments, report);
    check_parameter_attributes(site, arguments.len(), report);
    if let Some(callee) = direct.and_then(|a| site.ctx.symbol_value(a)) {
        check_location(site, callee, report);
        check_direct_call(site, callee, &arguments, report);
    }
}

/// Whether a location names a `DISubprogram`.
fn has_subprogram(ctx: &Context, loc: Attr) -> bool {
    let mut locations = vec![loc];
    while let Some(loc) = locations.pop() {
        match ctx.attr_data(loc) {
            AttrData::Location(Location::Fused { locations: inner, metadata }) => {
                let data = metadata.map(|m| ctx.attr_data(m));
                if matches!(data, Some(AttrData::Llvm { kind, .. }) if *kind == DI_SUBPROGRAM) {
                    return true;
                }
                locations.extend(inner);
            }
            AttrData::Location(Location::Name { child, .. }) => locations.push(*child),
            AttrData::Location(Location::CallSite { callee, caller }) => locations.extend([*callee, *caller]),
            _ => {}
        }
    }
    false
}

/// LangRef, "DISubprogram": a call that may be inlined, between functions that have one, has a location.
fn check_location(site: &Site, callee: Str, report: EmitError) {
    if site.body.loc(site.op) != attrs::UNKNOWN_LOC {
        return;
    }
    let Some(caller) = site.function() else { return };
    let callee = site.find(callee).filter(|symbol| symbol.has_body());
    let Some(callee) = callee.and_then(|symbol| symbol.site()) else { return };
    let described = |site: &Site| has_subprogram(site.ctx, site.body.loc(site.op));
    if described(&caller) && described(&callee) {
        report(Kind::CallWithoutLocation);
    }
}

fn check_var_callee_type(site: &Site, arguments: &[Type], report: EmitError) {
    let Some(ty) = site.type_attr(names::VAR_CALLEE_TYPE) else { return };
    let Some(callee) = signature(site, ty).filter(|s| s.vararg) else { return report(Kind::VarCalleeNotVariadic) };
    if callee.params.len() > arguments.len() {
        return report(Kind::VarCalleeParameterCount(arguments.len()));
    }
    for (&expected, &found) in callee.params.iter().zip(arguments) {
        if expected != found {
            report(Kind::VarCalleeParameterType { expected: site.spell(expected), found: site.spell(found) });
        }
    }
    match site.result_type() {
        None if callee.result != types::VOID => report(Kind::VarCalleeNotVoid),
        Some(found) if callee.result != found => {
            report(Kind::VarCalleeReturnType { expected: site.spell(callee.result), found: site.spell(found) });
        }
        _ => {}
    }
}

fn check_parameter_attributes(site: &Site, arguments: usize, report: EmitError) {
    let results = usize::from(site.result_type().is_some());
    for (key, kind, of, expected) in
        [(names::ARG_ATTRS, "argument", "arguments", arguments), (names::RES_ATTRS, "result", "results", results)]
    {
        let Some(found) = site.attr(key).map(|a| site.ctx.items(a).len()) else { continue };
        if found != expected {
            report(Kind::CallAttributeCount { kind, found, of, expected });
        }
    }
}

/// The function type of what a call names.
fn callee_type(site: &Site, callee: Str) -> Result<Type, Kind> {
    let text = || site.ctx.text(callee).into_owned();
    let symbol = site.find(callee).ok_or_else(|| Kind::UnknownSymbol(text()))?;
    let key = match symbol.form() {
        Some(LlvmForm::Global(Global::Func)) => names::FUNCTION_TYPE,
        Some(LlvmForm::Global(Global::IFunc)) => names::I_FUNC_TYPE,
        _ => return Err(Kind::NotAFunctionOrIFunc(text())),
    };
    let ty = symbol.attr(key).and_then(|a| site.ctx.type_value(a));
    ty.ok_or_else(|| Kind::NotAFunctionOrIFunc(text()))
}

fn check_direct_call(site: &Site, callee: Str, arguments: &[Type], report: EmitError) {
    let ty = match callee_type(site, callee) {
        Ok(ty) => ty,
        Err(kind) => return report(kind),
    };
    let Some(callee) = signature(site, ty) else { return };
    if callee.vararg && !site.has(names::VAR_CALLEE_TYPE) {
        report(Kind::MissingVarCalleeType);
    }
    let (found, expected) = (arguments.len(), callee.params.len());
    if !callee.vararg && found != expected {
        return report(Kind::CallOperandCount { found, expected });
    }
    if found < expected {
        return report(Kind::VarargCallOperandCount { found, expected });
    }
    for (operand, (&found, &expected)) in arguments.iter().zip(callee.params).enumerate() {
        if found != expected {
            report(Kind::CallOperandType { operand, found: site.spell(found), expected: site.spell(expected) });
        }
    }
    match site.result_type() {
        None if callee.result != types::VOID => report(Kind::CallWithoutResult),
        Some(_) if callee.result == types::VOID => report(Kind::VoidCallWithResult),
        Some(found) if callee.result != found => {
            report(Kind::CallResultType { found: site.spell(found), expected: site.spell(callee.result) });
        }
        _ => {}
    }
}

/// An intrinsic without an operation of its own.
pub(crate) fn check_call_intrinsic(site: &Site, report: EmitError) {
    let name = site.attr(names::INTRIN).and_then(|a| site.ctx.string_value(a));
    if name.is_some_and(|name| !site.ctx.bytes(name).starts_with(b"llvm.")) {
        report(Kind::IntrinsicName);
    }
    check_parameter_attributes(site, callee_operands(site).len(), report);
    let described = site.attr(names::IRTRIP_ARGS).map_or(0, |arguments| described_values(site.ctx, arguments));
    if described > callee_operands(site).len() {
        report(Kind::AttributeConstraint { name: "irtrip.args", constraint: ARGUMENTS.words.to_owned() });
    }
}

/// LangRef, "Inline Assembler Expressions".
pub(crate) fn check_inline_asm(site: &Site, report: EmitError) {
    if site.enum_value(names::TAIL_CALL_KIND_ASM) == Some(TailCallKind::MustTail) {
        report(Kind::AsmMustTail);
    }
}

/// Whether a function names a personality.
fn has_personality(function: &Site) -> bool {
    function.has(names::PERSONALITY) || function.has(names::IRTRIP_PERSONALITY)
}

/// LangRef, "landingpad": what holds of it whatever its clauses are.
pub(crate) fn check_landingpad_of_any(site: &Site, report: EmitError) {
    if site.function().is_some_and(|function| !has_personality(&function)) {
        report(Kind::NoPersonality);
    }
    if !site.has(names::CLEANUP) && site.operands().is_empty() {
        report(Kind::LandingpadWithoutClause);
    }
}

/// LangRef, "landingpad".
pub(crate) fn check_landingpad(site: &Site, report: EmitError) {
    check_landingpad_of_any(site, report);
    for index in 0..site.operands().len() {
        // An array is a filter.
        let is_filter =
            site.operand_type(index).is_some_and(|ty| matches!(site.ctx.type_data(ty), TypeData::Array { .. }));
        if is_filter {
            continue;
        }
        match site.operand_site(index) {
            Some(clause) if is_address(&clause) || is_null(&clause) => {}
            Some(clause) if matches!(clause.def.llvm, LlvmForm::Cast(CastOpcode::BitCast)) => {
                if !clause.operand_site(0).is_some_and(|inner| is_address(&inner)) {
                    report(Kind::LandingpadBitcast);
                }
            }
            _ => report(Kind::LandingpadClause(index)),
        }
    }
}

fn is_address(site: &Site) -> bool {
    matches!(site.def.llvm, LlvmForm::Constant(Constant::AddressOf | Constant::Encoded))
}

fn is_null(site: &Site) -> bool {
    matches!(site.def.llvm, LlvmForm::Constant(Constant::Zero))
}
