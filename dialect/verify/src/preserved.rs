//! The preserved attributes: each is of the form that its definition says, and of what its operation can have.

use irtrip_ops::preserved::forms::ENCODED_CONSTANT;
use irtrip_ops::preserved::{EncodedConstant, TypedForm};
use irtrip_ops::verify::VerifyContext;
use irtrip_ops::verify::definition::constraints::{fits, words};
use irtrip_preserved::preserved_attribute;

use crate::attribute_set::attr_item;
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::VerifyCode;
use crate::enums::InstructionFlags;
use crate::llvm_attributes::AttributeSite;
use crate::names::*;
use crate::ops::attr_constraints::DECLARATIONS;
use crate::ops::{Constant, LlvmForm, SlotKind};
use crate::registry::OpNameDefinition;

/// Checks those of an operation, and of its parameters and results.
pub(super) fn check(cx: &VerifyContext, report: &mut dyn FnMut(VerifyCode)) {
    check_function(cx.ctx, cx.attrs(), report);
    check_flags(cx, report);
    check_constants(cx, report);
}

/// Checks those of the module, and of the declarations that are kept with it.
pub(super) fn check_module(ctx: &Context, entries: &[(Str, Attr)], report: &mut dyn FnMut(VerifyCode)) {
    check_entries(ctx, entries, AttributeSite::Function, report);
    let declarations = entries.iter().find(|(key, _)| *key == IRTRIP_DECLARATIONS);
    for declaration in declarations.map(|(_, list)| ctx.items(*list)).unwrap_or_default() {
        let ty = ctx.entry(*declaration, FUNCTION_TYPE).and_then(|ty| ctx.type_value(ty));
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

/// Constants: the addresses in them are those of symbols, and their types fit together.
fn check_constants(cx: &VerifyContext, report: &mut dyn FnMut(VerifyCode)) {
    let is_constant = matches!(cx.def.llvm, LlvmForm::Constant(Constant::Encoded));
    let value = is_constant.then(|| (VALUE, cx.result_type()));
    let initialized = cx.type_attr(IRTRIP_TYPE).or_else(|| cx.type_attr(GLOBAL_TYPE));
    let held =
        [(IRTRIP_INITIALIZER, initialized), (IRTRIP_PERSONALITY, None), (IRTRIP_PREFIX, None), (IRTRIP_PROLOGUE, None)];
    for (key, ty) in held.into_iter().chain(value) {
        let Some(attr) = cx.attr(key) else { continue };
        if let Some(code) = check_constant(cx, key, attr, ty) {
            report(code);
        }
    }
}

/// What is wrong with a constant that is to be of a type, or of any.
fn check_constant(cx: &VerifyContext, key: Str, attr: Attr, ty: Option<Type>) -> Option<VerifyCode> {
    let ctx = cx.ctx;
    let mut parts = vec![(attr, ty)];
    while let Some((part, wanted)) = parts.pop() {
        let Some(constant) = EncodedConstant::of(ctx, part) else { continue };
        if constant.symbol().is_some_and(|symbol| cx.find(symbol).is_none()) {
            return Some(VerifyCode::AddressOfNothing);
        }
        let is_wanted = wanted.is_none_or(|wanted| constant.ty().is_none_or(|ty| ty == wanted));
        if !is_wanted || !is_castable(ctx, constant) {
            let name = preserved_attribute(key).map_or("value", |row| row.name);
            return Some(VerifyCode::AttributeConstraint {
                name,
                constraint: words(SlotKind::Constrained(&ENCODED_CONSTANT)),
            });
        }
        let elements = match constant {
            EncodedConstant::OfType { ty, form: TypedForm::Elements, .. } => Some(ty),
            EncodedConstant::OfType { .. } | EncodedConstant::OfSymbol { .. } => None,
        };
        let of_place = |place: usize| ctx.element_at(elements?, place as u64);
        parts.extend(constant.parts().iter().enumerate().map(|(place, part)| (*part, of_place(place))));
    }
    None
}

/// Whether a constant, if it is a cast of one whose type it names, is a cast that there is.
fn is_castable(ctx: &Context, constant: EncodedConstant) -> bool {
    let EncodedConstant::OfType { ty, form: TypedForm::Expression(name), parts: [operand] } = constant else {
        return true;
    };
    let Some(LlvmForm::Cast(opcode)) = name.def().map(|def| def.llvm) else { return true };
    let from = EncodedConstant::of(ctx, *operand).and_then(EncodedConstant::ty);
    from.is_none_or(|from| opcode.is_castable(ctx, from, ty))
}
