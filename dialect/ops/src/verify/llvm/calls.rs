//! Calls: `llvm.call`, `llvm.invoke`, `llvm.call_intrinsic`, `llvm.inline_asm`, operand bundles and `llvm.landingpad`.
//!
//! LangRef, "call", "invoke", "landingpad", "Operand Bundles", "Inline Assembler Expressions".

use crate::attr_table::DI_SUBPROGRAM;
use crate::attributes::{AttrData, Location, well_known as attrs};
use crate::body::{Op, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::enums::{CastOpcode, TailCallKind};
use crate::names;
use crate::ops::{Arity, Constant, Global, LlvmForm, irtrip};
use crate::preserved::forms::{ARGUMENTS, described_values};
use crate::registry::OpNameDefinition;
use crate::types::{TypeData, well_known as types};
use crate::verify::verify_context::{EmitError, VerifyContext};

/// A function type's parts.
struct Signature<'a> {
    result: Type,
    params: &'a [Type],
    vararg: bool,
}

fn signature<'a>(cx: &VerifyContext<'a>, ty: Type) -> Option<Signature<'a>> {
    match cx.ctx.type_data(ty) {
        TypeData::LlvmFunction { result, params, vararg } => {
            Some(Signature { result: *result, params, vararg: *vararg })
        }
        _ => None,
    }
}

/// The operands before those of operand bundles.
fn callee_operands<'a>(cx: &VerifyContext<'a>) -> &'a [Value] {
    let operands = cx.operands();
    operands.get(..operands.len().saturating_sub(bundle_operands(cx))).unwrap_or(operands)
}

/// The sizes of the operand bundles.
fn bundle_sizes<'a>(cx: &VerifyContext<'a>) -> &'a [i64] {
    cx.attr(names::OP_BUNDLE_SIZES).and_then(|a| cx.ctx.dense_array(a)).unwrap_or_default()
}

/// The operands all operand bundles ask for together.
fn bundle_operands(cx: &VerifyContext) -> usize {
    let size = |&size: &i64| usize::try_from(size).unwrap_or(0);
    bundle_sizes(cx).iter().map(size).fold(0, usize::saturating_add)
}

/// Holds operand bundles to their tags.
pub fn check_bundles(cx: &VerifyContext, report: EmitError) {
    let sizes = bundle_sizes(cx);
    let fixed = cx.def.operands.iter().filter(|slot| slot.arity == Arity::One).count();
    let (expected, found) = (bundle_operands(cx), cx.operands().len().saturating_sub(fixed));
    if expected > found {
        let total = i64::try_from(expected).unwrap_or(i64::MAX);
        report(Kind::SegmentSum { what: "op_bundle_operands", found, total, name: "op_bundle_sizes" });
    }
    let tags = cx.attr(names::OP_BUNDLE_TAGS).map_or(&[][..], |a| cx.ctx.items(a));
    if tags.len() != sizes.len() {
        report(Kind::BundleTagCount { expected: sizes.len(), found: tags.len() });
    } else if tags.iter().any(|&tag| cx.ctx.string_value(tag).is_none()) {
        report(Kind::BundleTagKind);
    }
}

/// LangRef, "invoke".
pub(crate) fn check_invoke(cx: &VerifyContext, report: EmitError) {
    // irtrip's own may be of inline assembly, or of an intrinsic, which need not be declared.
    let is_own = cx.body.name(cx.op) == irtrip::INVOKE;
    let callee = cx.attr(names::CALLEE).and_then(|callee| cx.ctx.symbol_value(callee));
    let is_intrinsic = is_own && callee.is_some_and(|callee| cx.ctx.bytes(callee).starts_with(b"llvm."));
    if !cx.has(names::ASM_STRING) && !is_intrinsic {
        check_callee(cx, report);
    }
    let Some(unwind) = cx.body.successors(cx.op).get(1) else { return };
    let form = |op: Op| cx.body.name(op).def().map(|def| def.llvm);
    // Upstream's has to have the pad first; in LLVM IR records of debug information may be before it.
    let is_passed = |op: &Op| is_own && form(*op).is_some_and(|form| form.is_debug_record());
    match cx.body.ops(unwind.block).find(|op| !is_passed(op)).map(form) {
        None => report(Kind::EmptyUnwindDestination),
        Some(Some(LlvmForm::Inst(inst))) if inst.pad().is_some() => {}
        Some(_) => report(Kind::UnwindWithoutLandingpad),
    }
}

/// A call of irtrip's own: its bundles, what is called, and values for what `args` describes.
pub(crate) fn check_described_call(cx: &VerifyContext, report: EmitError) {
    check_bundles(cx, report);
    let mut values = callee_operands(cx).len();
    if cx.has(names::ASM_STRING) {
        let is_string = |key| cx.attr(key).is_some_and(|text| cx.ctx.string_value(text).is_some());
        let texts = [(names::ASM_STRING, "asm_string"), (names::CONSTRAINTS, "constraints")];
        for (_, name) in texts.into_iter().filter(|(key, _)| !is_string(*key)) {
            report(Kind::MissingAttribute { name });
        }
    } else if let Some(callee) = cx.attr(names::CALLEE).and_then(|callee| cx.ctx.symbol_value(callee)) {
        let name = cx.ctx.text(callee);
        // An intrinsic need not be declared.
        if !name.starts_with("llvm.") && cx.find(callee).is_none() {
            report(Kind::UnknownSymbol(name.into_owned()));
        }
    } else {
        let Some((&callee, others)) = callee_operands(cx).split_first() else { return report(Kind::NoCallee) };
        let ty = cx.body.value_type(callee);
        if !matches!(cx.ctx.type_data(ty), TypeData::Pointer { .. }) {
            return report(Kind::IndirectCallee(cx.spell(ty)));
        }
        values = others.len();
    }
    let Some(arguments) = cx.attr(names::ARGS) else { return };
    if !(ARGUMENTS.holds)(cx.ctx, arguments) || described_values(cx.ctx, arguments) > values {
        report(Kind::AttributeConstraint { name: "args", constraint: ARGUMENTS.words.to_owned() });
    }
}

/// LangRef, "call": the operands and the result are those of the callee.
pub(crate) fn check_callee(cx: &VerifyContext, report: EmitError) {
    let direct = cx.attr(names::CALLEE);
    let mut operands = callee_operands(cx);
    if direct.is_none() {
        let Some((&callee, arguments)) = operands.split_first() else { return report(Kind::NoCallee) };
        let ty = cx.body.value_type(callee);
        if !matches!(cx.ctx.type_data(ty), TypeData::Pointer { .. }) {
            return report(Kind::IndirectCallee(cx.spell(ty)));
        }
        operands = arguments;
    }
    let arguments: Vec<Type> = operands.iter().map(|&v| cx.body.value_type(v)).collect();
    check_var_callee_type(cx, &arguments, report);
    check_parameter_attributes(cx, arguments.len(), report);
    if let Some(callee) = direct.and_then(|a| cx.ctx.symbol_value(a)) {
        check_location(cx, callee, report);
        check_direct_call(cx, callee, &arguments, report);
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
fn check_location(cx: &VerifyContext, callee: Str, report: EmitError) {
    if cx.body.loc(cx.op) != attrs::UNKNOWN_LOC {
        return;
    }
    let Some(caller) = cx.function() else { return };
    let callee = cx.find(callee).filter(|symbol| symbol.has_body());
    let Some(callee) = callee.and_then(|symbol| symbol.cx()) else { return };
    let described = |cx: &VerifyContext| has_subprogram(cx.ctx, cx.body.loc(cx.op));
    if described(&caller) && described(&callee) {
        report(Kind::CallWithoutLocation);
    }
}

fn check_var_callee_type(cx: &VerifyContext, arguments: &[Type], report: EmitError) {
    let Some(ty) = cx.type_attr(names::VAR_CALLEE_TYPE) else { return };
    let Some(callee) = signature(cx, ty).filter(|s| s.vararg) else { return report(Kind::VarCalleeNotVariadic) };
    if callee.params.len() > arguments.len() {
        return report(Kind::VarCalleeParameterCount(arguments.len()));
    }
    for (&expected, &found) in callee.params.iter().zip(arguments) {
        if expected != found {
            report(Kind::VarCalleeParameterType { expected: cx.spell(expected), found: cx.spell(found) });
        }
    }
    match cx.result_type() {
        None if callee.result != types::VOID => report(Kind::VarCalleeNotVoid),
        Some(found) if callee.result != found => {
            report(Kind::VarCalleeReturnType { expected: cx.spell(callee.result), found: cx.spell(found) });
        }
        _ => {}
    }
}

fn check_parameter_attributes(cx: &VerifyContext, arguments: usize, report: EmitError) {
    let results = usize::from(cx.result_type().is_some());
    for (key, kind, of, expected) in
        [(names::ARG_ATTRS, "argument", "arguments", arguments), (names::RES_ATTRS, "result", "results", results)]
    {
        let Some(found) = cx.attr(key).map(|a| cx.ctx.items(a).len()) else { continue };
        if found != expected {
            report(Kind::CallAttributeCount { kind, found, of, expected });
        }
    }
}

/// The function type of what a call names.
fn callee_type(cx: &VerifyContext, callee: Str) -> Result<Type, Kind> {
    let text = || cx.ctx.text(callee).into_owned();
    let symbol = cx.find(callee).ok_or_else(|| Kind::UnknownSymbol(text()))?;
    let key = match symbol.form() {
        Some(LlvmForm::Global(Global::Func)) => names::FUNCTION_TYPE,
        Some(LlvmForm::Global(Global::IFunc)) => names::I_FUNC_TYPE,
        _ => return Err(Kind::NotAFunctionOrIFunc(text())),
    };
    let ty = symbol.attr(key).and_then(|a| cx.ctx.type_value(a));
    ty.ok_or_else(|| Kind::NotAFunctionOrIFunc(text()))
}

fn check_direct_call(cx: &VerifyContext, callee: Str, arguments: &[Type], report: EmitError) {
    let ty = match callee_type(cx, callee) {
        Ok(ty) => ty,
        Err(kind) => return report(kind),
    };
    let Some(callee) = signature(cx, ty) else { return };
    if callee.vararg && !cx.has(names::VAR_CALLEE_TYPE) {
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
            report(Kind::CallOperandType { operand, found: cx.spell(found), expected: cx.spell(expected) });
        }
    }
    match cx.result_type() {
        None if callee.result != types::VOID => report(Kind::CallWithoutResult),
        Some(_) if callee.result == types::VOID => report(Kind::VoidCallWithResult),
        Some(found) if callee.result != found => {
            report(Kind::CallResultType { found: cx.spell(found), expected: cx.spell(callee.result) });
        }
        _ => {}
    }
}

/// An intrinsic without an operation of its own.
pub(crate) fn check_call_intrinsic(cx: &VerifyContext, report: EmitError) {
    let name = cx.attr(names::INTRIN).and_then(|a| cx.ctx.string_value(a));
    if name.is_some_and(|name| !cx.ctx.bytes(name).starts_with(b"llvm.")) {
        report(Kind::IntrinsicName);
    }
    check_parameter_attributes(cx, callee_operands(cx).len(), report);
    let described = cx.attr(names::IRTRIP_ARGS).map_or(0, |arguments| described_values(cx.ctx, arguments));
    if described > callee_operands(cx).len() {
        report(Kind::AttributeConstraint { name: "irtrip.args", constraint: ARGUMENTS.words.to_owned() });
    }
}

/// LangRef, "Inline Assembler Expressions".
pub(crate) fn check_inline_asm(cx: &VerifyContext, report: EmitError) {
    if cx.enum_value(names::TAIL_CALL_KIND_ASM) == Some(TailCallKind::MustTail) {
        report(Kind::AsmMustTail);
    }
}

/// Whether a function names a personality.
fn has_personality(function: &VerifyContext) -> bool {
    function.has(names::PERSONALITY) || function.has(names::IRTRIP_PERSONALITY)
}

/// LangRef, "landingpad": what holds of it whatever its clauses are.
pub(crate) fn check_landingpad_of_any(cx: &VerifyContext, report: EmitError) {
    if cx.function().is_some_and(|function| !has_personality(&function)) {
        report(Kind::NoPersonality);
    }
    if !cx.has(names::CLEANUP) && cx.operands().is_empty() {
        report(Kind::LandingpadWithoutClause);
    }
}

/// LangRef, "landingpad".
pub(crate) fn check_landingpad(cx: &VerifyContext, report: EmitError) {
    check_landingpad_of_any(cx, report);
    for index in 0..cx.operands().len() {
        // An array is a filter.
        let is_filter = cx.operand_type(index).is_some_and(|ty| matches!(cx.ctx.type_data(ty), TypeData::Array { .. }));
        if is_filter {
            continue;
        }
        match cx.operand_site(index) {
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

fn is_address(cx: &VerifyContext) -> bool {
    matches!(cx.def.llvm, LlvmForm::Constant(Constant::AddressOf | Constant::Encoded))
}

fn is_null(cx: &VerifyContext) -> bool {
    matches!(cx.def.llvm, LlvmForm::Constant(Constant::Zero))
}
