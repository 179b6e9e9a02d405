//! Variables, aliases, ifuncs, comdats, structors and module flags. LangRef, "Global Variables" and on.

use super::constants::{is_string_type, is_zero};
use super::memory;
use crate::attr_table as attr;
use crate::attributes::AttrData;
use crate::body::{Body, Op};
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::enums::Linkage;
use crate::names;
use crate::ops::{Constant, Global, LlvmForm, llvm};
use crate::registry::OpNameDefinition;
use crate::types::{TypeData, well_known as types};
use crate::verify::symbols::Symbol;
use crate::verify::verify_context::{EmitError, VerifyContext};

/// LangRef, "The 'llvm.global_ctors' Global Variable".
pub(crate) fn check_ctors(cx: &VerifyContext, report: EmitError) {
    check_structors(cx, "ctors", report);
}

/// LangRef, "The 'llvm.global_dtors' Global Variable".
pub(crate) fn check_dtors(cx: &VerifyContext, report: EmitError) {
    check_structors(cx, "dtors", report);
}

/// Whether a variable or what an alias stands for may have the type. LLVM lets an alias have any.
pub fn may_be_global(ctx: &Context, ty: Type) -> bool {
    let valueless =
        matches!(ctx.type_data(ty), TypeData::Void | TypeData::Token | TypeData::Metadata | TypeData::Label);
    ctx.is_llvm_type(ty) && !valueless
}

/// `comdat(@region::@selector)` names a selector.
pub(crate) fn check_comdat(cx: &VerifyContext, report: EmitError) {
    let Some(comdat) = cx.attr(names::COMDAT) else { return };
    let known = match cx.ctx.attr_data(comdat) {
        AttrData::SymbolRef { root, nested } => match **nested {
            [selector] => cx.has_selector(*root, selector),
            _ => false,
        },
        _ => false,
    };
    if !known {
        report(Kind::ComdatExpected);
    }
}

/// Calls `f` for every operation of an isolated operation's regions.
pub fn each_op_inside<'a>(cx: &VerifyContext<'a>, mut f: impl FnMut(&'a Body, Op)) {
    let Some(nested) = cx.body.nested(cx.op) else { return };
    for &region in nested.regions() {
        for &block in nested.blocks(region) {
            nested.ops(block).for_each(|op| f(nested, op));
        }
    }
}

/// The type an initializer's `llvm.return` returns: `None` where there is no region, `Some(None)` for void.
fn initializer_type(cx: &VerifyContext) -> Option<Option<Type>> {
    let mut returned = None;
    each_op_inside(cx, |body, op| {
        if body.name(op) == llvm::RETURN {
            returned = Some(body.operands(op).first().map(|&v| body.value_type(v)));
        }
    });
    returned
}

pub(crate) fn check_variable(cx: &VerifyContext, report: EmitError) {
    let (ctx, value) = (cx.ctx, cx.attr(names::VALUE));
    let Some(ty) = cx.type_attr(names::GLOBAL_TYPE) else { return };
    if !may_be_global(ctx, ty) {
        return report(Kind::GlobalType);
    }
    let is_space = |space: Attr| matches!(ctx.attr_data(space), AttrData::Integer { ty: types::I32, value: 0.. });
    if !cx.attr(names::ADDR_SPACE).is_none_or(is_space) {
        let constraint = "32-bit signless integer attribute whose value is non-negative".to_owned();
        report(Kind::AttributeConstraint { name: "addr_space", constraint });
    }
    if let Some(text) = value.and_then(|v| ctx.string_value(v))
        && !is_string_type(ctx, ty, ctx.bytes(text).len())
    {
        report(Kind::GlobalString);
    }
    if !ctx.target_type_is_global(ty) {
        report(Kind::GlobalTargetType);
    } else if matches!(ctx.type_data(ty), TypeData::TargetExt { .. }) && value.is_some() {
        report(Kind::GlobalTargetInitializer);
    }
    if cx.linkage() == Linkage::Common && value.is_some_and(|v| !is_zero(ctx, v)) {
        report(Kind::CommonNotZero);
    }
    if cx.linkage() == Linkage::Appending && !matches!(ctx.type_data(ty), TypeData::Array { .. }) {
        report(Kind::AppendingNotArray);
    }
    check_comdat(cx, report);
    if cx.int(names::ALIGNMENT) == Some(0) {
        report(Kind::AlignmentNotPowerOfTwo);
    }
    memory::check_alignment(cx, report);
    check_initializer(cx, ty, report);
}

fn check_initializer(cx: &VerifyContext, ty: Type, report: EmitError) {
    match initializer_type(cx) {
        None => return,
        Some(None) => report(Kind::InitializerVoid),
        Some(Some(found)) if found != ty => {
            report(Kind::InitializerType { found: cx.spell(found), expected: cx.spell(ty) });
        }
        Some(Some(_)) => {}
    }
    if cx.has(names::VALUE) {
        report(Kind::TwoInitializers);
    }
}

pub(crate) fn check_alias(cx: &VerifyContext, report: EmitError) {
    let Some(ty) = cx.type_attr(names::ALIAS_TYPE) else { return };
    if !may_be_global(cx.ctx, ty) {
        report(Kind::AliasType);
    }
    let linkage = cx.linkage();
    if !linkage.is_for_alias() {
        report(Kind::AliasLinkage(linkage.mlir()));
    }
    let initializer = cx.body.nested(cx.op).and_then(|body| Some(body.blocks(*body.regions().first()?)));
    if initializer.is_none_or(|blocks| blocks.len() != 1) {
        report(Kind::RegionBlocks { region: 0, name: "initializer", blocks: 1 });
    }
    if let Some(returned) = initializer_type(cx)
        && !returned.is_some_and(|ty| matches!(cx.ctx.type_data(ty), TypeData::Pointer { .. }))
    {
        report(Kind::AliasNotPointer);
    }
}

pub(crate) fn check_ifunc(cx: &VerifyContext, report: EmitError) {
    let linkage = cx.linkage();
    if !linkage.is_for_ifunc() {
        report(Kind::IFuncLinkage(linkage.mlir()));
    }
    let Some(resolver) = cx.attr(names::RESOLVER).and_then(|name| cx.ctx.symbol_value(name)) else { return };
    let Some(function) = function_of(cx, resolver) else { return report(Kind::IFuncResolver) };
    if !function.has_body() {
        return report(Kind::IFuncResolverDeclared);
    }
    let is_pointer = |ty: Type| matches!(cx.ctx.type_data(ty), TypeData::Pointer { .. });
    let ty = function.cx().and_then(|function| function.type_attr(names::FUNCTION_TYPE));
    if let Some(TypeData::LlvmFunction { result, .. }) = ty.map(|ty| cx.ctx.type_data(ty))
        && !is_pointer(*result)
    {
        report(Kind::IFuncResolverResult);
        return;
    }
    let own_space = cx.attr(names::ADDRESS_SPACE).and_then(|space| cx.ctx.int_value(space)).unwrap_or(0);
    let is_in_own = |ty: Type| cx.ctx.pointer_space(ty).is_some_and(|space| i64::from(space) == own_space);
    if cx.type_attr(names::RESOLVER_TYPE).is_some_and(|ty| !is_in_own(ty)) {
        report(Kind::IFuncResolverType);
    }
}

/// The function with a name, or the one that an alias with it stands for.
pub(in crate::verify) fn function_of<'a>(cx: &VerifyContext<'a>, mut name: Str) -> Option<Symbol<'a>> {
    let mut seen: rustc_hash::FxHashSet<Str> = rustc_hash::FxHashSet::default();
    while seen.insert(name) {
        let target = cx.find(name)?;
        match target.form()? {
            LlvmForm::Global(Global::Func) => return Some(target),
            LlvmForm::Global(Global::Alias) => name = aliased(&target.cx()?)?,
            _ => return None,
        }
    }
    None
}

/// The symbol whose address an alias's region returns.
fn aliased(alias: &VerifyContext) -> Option<Str> {
    if let Some(value) = alias.attr(names::IRTRIP_INITIALIZER) {
        return alias.ctx.symbol_value(value);
    }
    let mut name = None;
    each_op_inside(alias, |body, op| {
        if matches!(body.name(op).def().map(|d| d.llvm), Some(LlvmForm::Constant(Constant::AddressOf))) {
            name = body.symbol_attr(alias.ctx, op, names::GLOBAL_NAME);
        }
    });
    name
}

/// The functions of a list, their priorities and their data go with each other.
fn check_structors(cx: &VerifyContext, kind: &'static str, report: EmitError) {
    let ctx = cx.ctx;
    let list = |key: &str| {
        let entry = cx.attrs().iter().find(|e| ctx.bytes(e.0) == key.as_bytes());
        entry.map_or(&[][..], |e| ctx.items(e.1))
    };
    let (functions, priorities, data) = (list(kind), list("priorities"), list("data"));
    if functions.len() != priorities.len() || functions.len() != data.len() {
        report(Kind::StructorCount(kind));
    }
    for name in functions.iter().filter_map(|&f| ctx.symbol_value(f)) {
        let target = cx.find(name);
        let text = || ctx.text(name).into_owned();
        match target.and_then(|t| Some((t, t.form()?))) {
            Some((target, LlvmForm::Global(Global::Func))) if target.has_body() => {}
            Some((_, LlvmForm::Global(Global::Func))) => report(Kind::StructorDeclared(text())),
            _ => report(Kind::NotAFunction(text())),
        }
    }
    let is_data = |item: &Attr| match ctx.attr_data(*item) {
        AttrData::SymbolRef { .. } => true,
        AttrData::Llvm { kind, .. } => *kind == attr::ZERO,
        _ => false,
    };
    if !data.iter().all(is_data) {
        report(Kind::StructorData);
    }
}

/// LangRef, "Module Flags Metadata".
pub(crate) fn check_module_flags(cx: &VerifyContext, report: EmitError) {
    let ctx = cx.ctx;
    let flags = cx.attr(names::FLAGS).map_or(&[][..], |a| ctx.items(a));
    for &flag in flags {
        let AttrData::Llvm { kind, params } = ctx.attr_data(flag) else { return report(Kind::ModuleFlagKind) };
        let (true, Some(key), Some(value)) =
            (*kind == attr::MODULE_FLAG, params.get(1).copied().flatten(), params.get(2).copied().flatten())
        else {
            return report(Kind::ModuleFlagKind);
        };
        let key = ctx.string_value(key).map(|key| ctx.text(key)).unwrap_or_default();
        if let Some(kind) = flag_mismatch(ctx, &key, value) {
            report(kind);
        }
    }
}

fn flag_mismatch(ctx: &Context, key: &str, value: Attr) -> Option<Kind> {
    let data = ctx.attr_data(value);
    let is = |item: Attr, kind| matches!(ctx.attr_data(item), AttrData::Llvm { kind: have, .. } if *have == kind);
    match key {
        "CG Profile" => {
            let entries = matches!(data, AttrData::Array(items)
                if items.iter().all(|&item| is(item, attr::CGPROFILE_ENTRY)));
            (!entries).then_some(Kind::ModuleFlagCgProfile)
        }
        "ProfileSummary" => (!is(value, attr::PROFILE_SUMMARY)).then_some(Kind::ModuleFlagProfileSummary),
        _ => {
            let plain = matches!(data, AttrData::Integer { .. } | AttrData::String { .. } | AttrData::Llvm { .. });
            (!plain).then(|| Kind::ModuleFlagValue(key.to_owned()))
        }
    }
}
