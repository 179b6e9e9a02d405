//! `llvm.func`: its linkage, its body against its type, and what is consistent throughout it. LangRef, "Functions".

use super::{globals, memory, parameters};
use crate::attributes::AttrData;
use crate::context::{Context, Str, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::enums::Linkage;
use crate::names;
use crate::types::{TypeData, well_known as types};
use crate::verify::verify_context::{EmitError, VerifyContext};

/// The parts of a function's type.
fn signature(ctx: &Context, ty: Type) -> Option<(Type, &[Type])> {
    match ctx.type_data(ty) {
        TypeData::LlvmFunction { result, params, .. } => Some((*result, params)),
        _ => None,
    }
}

/// Holds a function to its type and its attributes to each other.
pub(crate) fn check(cx: &VerifyContext, report: EmitError) {
    // Its definition says that it has one.
    let Some((result, params)) = cx.type_attr(names::FUNCTION_TYPE).and_then(|ty| signature(cx.ctx, ty)) else {
        return;
    };
    check_parameter_attributes(cx, names::ARG_ATTRS, params, report);
    let results: &[Type] = if result == types::VOID { &[] } else { &[result] };
    check_parameter_attributes(cx, names::RES_ATTRS, results, report);
    if cx.linkage() == Linkage::Common {
        report(Kind::FunctionCommon);
    }
    globals::check_comdat(cx, report);
    memory::check_alignment(cx, report);
    check_personality(cx, report);
    let Some(entry) = entry(cx) else {
        if !cx.linkage().is_declaration_linkage() {
            report(Kind::DeclarationLinkage);
        }
        return;
    };
    if cx.has(names::NO_INLINE) && cx.has(names::ALWAYS_INLINE) {
        report(Kind::NoInlineAlwaysInline);
    }
    if has_named(cx, "optimize_none") && !cx.has(names::NO_INLINE) {
        report(Kind::OptimizeNoneInline);
    }
    check_entry(cx, &entry, params, report);
}

fn has_named(cx: &VerifyContext, name: &str) -> bool {
    cx.attrs().iter().any(|e| cx.ctx.bytes(e.0) == name.as_bytes())
}

/// The types of the entry block's arguments; `None` for a declaration.
pub fn entry(cx: &VerifyContext) -> Option<Vec<Type>> {
    let nested = cx.body.nested(cx.op)?;
    let block = nested.regions().iter().find_map(|&region| nested.blocks(region).first())?;
    Some(nested.block_args(*block).iter().map(|&v| nested.value_type(v)).collect())
}

/// The entry block of a function takes its parameters.
pub fn check_entry(cx: &VerifyContext, entry: &[Type], params: &[Type], report: EmitError) {
    if entry.len() != params.len() {
        return report(Kind::EntryArgumentCount(params.len()));
    }
    for (index, (&found, &expected)) in entry.iter().zip(params).enumerate() {
        if found != expected {
            report(Kind::EntryArgumentType { index, found: cx.spell(found), expected: cx.spell(expected) });
        }
    }
}

/// The list of dictionaries under `key` has one for each of the types, with attributes that such a parameter or result has.
pub fn check_parameter_attributes(cx: &VerifyContext, key: Str, types: &[Type], report: EmitError) {
    let Some(list) = cx.attr(key) else { return };
    let (items, is_argument) = (cx.ctx.items(list), key == names::ARG_ATTRS);
    if items.len() != types.len() {
        let (found, expected) = (items.len(), types.len());
        return report(match is_argument {
            true => Kind::ArgumentAttributeCount { found, expected },
            false => Kind::ResultAttributeCount { found, expected },
        });
    }
    let owner = if is_argument { parameters::ARGUMENTS } else { parameters::RESULTS };
    for (&item, &ty) in items.iter().zip(types) {
        parameters::check(cx, item, ty, owner, report);
    }
}

fn check_personality(cx: &VerifyContext, report: EmitError) {
    let Some(personality) = cx.attr(names::PERSONALITY) else { return };
    // Upstream accepts whatever has a name.
    let name = match cx.ctx.attr_data(personality) {
        AttrData::SymbolRef { root, .. } => Some(*root),
        _ => None,
    };
    if name.is_none_or(|name| cx.find(name).is_none()) {
        report(Kind::Personality(name.map(|name| cx.ctx.text(name).into_owned()).unwrap_or_default()));
    }
}
