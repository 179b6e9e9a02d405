//! The preserved attributes: each is of the form that its definition says, and of what its operation can have.

use irtrip_ops::verify::VerifyContext;
use irtrip_ops::verify::definition::constraints::{fits, words};
use irtrip_preserved::preserved_attribute;

use crate::attribute_set::attr_item;
use crate::context::{Attr, Context, Str};
use crate::diagnostic::VerifyCode;
use crate::encoded_constants::check_constants;
use crate::enums::InstructionFlags;
use crate::llvm_attributes::AttributeSite;
use crate::names::*;
use crate::ops::LlvmForm;
use crate::ops::attr_constraints::DECLARATIONS;

/// Checks those of an operation, and of its parameters and results.
pub(super) fn check(cx: &VerifyContext, report: &mut dyn FnMut(VerifyCode)) {
    check_function(cx.ctx, cx.attrs(), report);
    check_flags(cx, report);
    check_constants(cx, report);
}

/// Whether an attribute is one that no rule but that of its form is about, and keeps to it. With debug information these make
/// an operation's dictionary one of its own.
pub(super) fn is_self_contained(ctx: &Context, (key, attr): (Str, Attr)) -> bool {
    let is_alone = matches!(key, IRTRIP_ATOM | IRTRIP_RECORD | IRTRIP_RECORDS);
    is_alone && preserved_attribute(key).is_some_and(|row| fits(ctx, row.form, attr))
}

/// Checks those of the module, and of the declarations that are kept with it.
pub(super) fn check_module(ctx: &Context, entries: &[(Str, Attr)], report: &mut dyn FnMut(VerifyCode)) {
    check_entries(ctx, entries, AttributeSite::Function, report);
    let declarations = entries.iter().find(|(key, _)| *key == IRTRIP_DECLARATIONS);
    for declaration in declarations.map(|(_, list)| ctx.items(*list)).unwrap_or_default() {
        let ty = ctx.type_entry(*declaration, FUNCTION_TYPE);
        if ty.is_some_and(|ty| !ctx.is_llvm_type_throughout(ty)) {
            report(VerifyCode::AttributeConstraint {
                name: "irtrip.declarations",
                constraint: DECLARATIONS.words.to_owned(),
            });
        }
        check_function(ctx, ctx.entries(*declaration), report);
    }
}

/// Checks those of a function or call, and of its parameters and results.
fn check_function(ctx: &Context, entries: &[(Str, Attr)], report: &mut dyn FnMut(VerifyCode)) {
    check_entries(ctx, entries, AttributeSite::Function, report);
    for &(key, list) in entries {
        let place = match key {
            ARG_ATTRS | IRTRIP_ARG_ATTRS => AttributeSite::Parameter,
            RES_ATTRS | IRTRIP_RES_ATTRS => AttributeSite::Result,
            _ => continue,
        };
        for parameter in ctx.items(list) {
            check_entries(ctx, ctx.entries(*parameter), place, report);
        }
    }
}

/// Checks those among the attributes of an operation, a parameter or the module, which is a `place` of LLVM's attributes.
fn check_entries(ctx: &Context, entries: &[(Str, Attr)], place: AttributeSite, report: &mut dyn FnMut(VerifyCode)) {
    for &(key, attr) in entries {
        let Some(row) = preserved_attribute(key) else { continue };
        let applies = |item: &Attr| {
            attr_item(ctx, *item).and_then(|item| item.row()).is_none_or(|attribute| attribute.applies_to(place))
        };
        if !fits(ctx, row.form, attr) || key == IRTRIP_ATTRIBUTES && !ctx.items(attr).iter().all(applies) {
            report(VerifyCode::AttributeConstraint { name: row.name, constraint: words(row.form) });
        }
    }
}

/// A word among an instruction's flags is one that it can have.
fn check_flags(cx: &VerifyContext, report: &mut dyn FnMut(VerifyCode)) {
    let Some(flags) = cx.attr(IRTRIP_FLAGS) else { return };
    // Any call can have fast-math flags.
    let of_call =
        if let LlvmForm::Intrinsic(..) = cx.def.llvm { InstructionFlags::FAST } else { InstructionFlags::empty() };
    let permitted = cx.def.flags | of_call;
    let has = |word: &Attr| {
        let flag = cx.ctx.string_value(*word).and_then(|word| InstructionFlags::from_llvm(cx.ctx.bytes(word)));
        flag.is_none_or(|flag| permitted.contains(flag))
    };
    if !cx.ctx.items(flags).iter().all(has) {
        let constraint = format!("flags of '{}'", cx.def.name);
        report(VerifyCode::AttributeConstraint { name: "irtrip.flags", constraint });
    }
}
