//! Constants that preserved attributes hold: initializers, prefixes, prologues, personalities and what no operation stands for.
//! LangRef, "Constants", "Constant Expressions".

use irtrip_ops::preserved::forms::ENCODED_CONSTANT;
use irtrip_ops::preserved::{EncodedConstant, TypedForm};
use irtrip_ops::verify::VerifyContext;
use irtrip_ops::verify::definition::constraints::words;
use irtrip_preserved::preserved_attribute;

use crate::TypeData;
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::VerifyCode;
use crate::names::*;
use crate::ops::llvm;
use crate::ops::{Constant, LlvmForm, SlotKind};
use crate::registry::OpNameDefinition;
use crate::types::{predicates::is_sized, well_known};

/// Checks those of an operation: the addresses in them are those of symbols, and their types fit together.
pub(super) fn check_constants(cx: &VerifyContext, report: &mut dyn FnMut(VerifyCode)) {
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
        if !is_wanted || !is_well_typed(ctx, part, constant) {
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

/// Whether an expression's operands, as far as they name their types, are of types that it may have.
fn is_well_typed(ctx: &Context, attr: Attr, constant: EncodedConstant) -> bool {
    let EncodedConstant::OfType { ty, form, parts } = constant else { return true };
    if !ctx.is_first_class(ty) {
        return false;
    }
    let mut types = parts.iter().map(|part| EncodedConstant::of(ctx, *part).and_then(EncodedConstant::ty));
    let name = match form {
        TypedForm::Expression(name) => name,
        TypedForm::PtrAuth => return is_signed(ctx, &types.collect::<Vec<_>>()),
        _ => return true,
    };
    match name.def().map(|def| def.llvm) {
        Some(LlvmForm::Cast(opcode)) => types.flatten().all(|from| opcode.is_castable(ctx, from, ty)),
        Some(LlvmForm::Binary(_)) => types.flatten().all(|operand| operand == ty),
        _ if name == llvm::GETELEMENTPTR => {
            let base = types.next().flatten();
            let is_pointer = |ty: Type| matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Pointer { .. });
            // What names no type is a symbol.
            let is_index = |ty: Option<Type>| ty.is_some_and(|ty| ctx.int_width(ctx.scalar_type(ty)).is_some());
            is_pointer(ty) && base.is_none_or(is_pointer) && types.all(is_index) && leads_somewhere(ctx, attr)
        }
        _ => true,
    }
}

/// Whether the parts of a signed pointer are of their types: the pointer, the key, and the discriminators that may follow.
fn is_signed(ctx: &Context, types: &[Option<Type>]) -> bool {
    let is_pointer = |ty: &Option<Type>| ty.is_none_or(|ty| matches!(ctx.type_data(ty), TypeData::Pointer { .. }));
    let [pointer, key, rest @ ..] = types else { return false };
    let wanted = [well_known::I64].iter();
    is_pointer(pointer)
        && *key == Some(well_known::I32)
        && rest.iter().zip(wanted).all(|(ty, wanted)| *ty == Some(*wanted))
        && rest.iter().skip(1).all(is_pointer)
}

/// Whether the indices of a `getelementptr` are of elements that there are.
fn leads_somewhere(ctx: &Context, gep: Attr) -> bool {
    let indices = ctx.entry(gep, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw));
    let element = ctx.type_entry(gep, ELEM_TYPE);
    let (Some(indices), Some(element)) = (indices, element) else { return true };
    let step = |ty: Type, index: &i64| match ctx.type_data(ty) {
        // That of a struct's element is a number of its own.
        TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
            ctx.element_at(ty, u64::try_from(*index).ok()?)
        }
        _ => ctx.element_at(ty, 0),
    };
    is_sized(ctx, element) && indices.iter().skip(1).try_fold(element, step).is_some()
}
