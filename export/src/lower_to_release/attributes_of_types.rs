//! Classes of floating-point numbers that structs have, where a release has them of numbers, vectors and arrays alone. LangRef,
//! "Parameter Attributes", `nofpclass`.

use std::ops::Range;

use irtrip_dialect::attribute_set::{AttributeItem, parameter_dictionary, parameter_set};
use irtrip_dialect::llvm_attributes::AttributeText;
use irtrip_dialect::names::{ARG_ATTRS, CALLEE, FUNCTION_TYPE, RES_ATTRS};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known::VOID;
use irtrip_dialect::{Attr, Body, Context, Op, Type, TypeData};

use super::LoweringContext;

/// The releases whose `nofpclass` is not for structs.
const WITHOUT_STRUCTS: Range<Release> = Release::V17..Release::V20;

/// The dictionary of a function without the classes that the release does not take.
pub(super) fn of_function(ctx: &Context, attrs: Attr, cx: &mut LoweringContext) -> Attr {
    let ty = ctx.entry(attrs, FUNCTION_TYPE).and_then(|ty| ctx.type_value(ty));
    match ty.map(|ty| ctx.type_data(ty)) {
        Some(TypeData::LlvmFunction { params, result, .. }) => lower(ctx, attrs, (params, *result), cx),
        _ => attrs,
    }
}

/// The dictionary of an operation without the classes that the release does not take.
pub(super) fn of_operation(ctx: &Context, body: &Body, op: Op, attrs: Attr, cx: &mut LoweringContext) -> Attr {
    if !WITHOUT_STRUCTS.contains(&cx.release) {
        return attrs;
    }
    let is_indirect = matches!(body.name(op), llvm::CALL | llvm::INVOKE) && ctx.entry(attrs, CALLEE).is_none();
    let arguments = body.operands(op).get(usize::from(is_indirect)..).unwrap_or_default();
    let arguments: Vec<Type> = arguments.iter().map(|argument| body.value_type(*argument)).collect();
    let result = body.result(op).map_or(VOID, |result| body.value_type(result));
    lower(ctx, attrs, (&arguments, result), cx)
}

fn lower(ctx: &Context, mut attrs: Attr, (arguments, result): (&[Type], Type), cx: &mut LoweringContext) -> Attr {
    if !WITHOUT_STRUCTS.contains(&cx.release) {
        return attrs;
    }
    let is_of_classes = |item: &AttributeItem| item.is(AttributeText::FpClass);
    for (list, types) in [(ARG_ATTRS, arguments), (RES_ATTRS, &[result])] {
        let Some(dictionaries) = ctx.entry(attrs, list).map(|list| ctx.items(list)) else { continue };
        let mut kept = dictionaries.to_vec();
        for (dictionary, ty) in kept.iter_mut().zip(types) {
            let mut set = parameter_set(ctx, *dictionary);
            let is_struct = matches!(ctx.type_data(*ty), TypeData::LiteralStruct { .. });
            if is_struct && set.items().iter().any(is_of_classes) {
                set.retain(|item| !is_of_classes(item));
                *dictionary = parameter_dictionary(ctx, &set);
            }
        }
        if kept != dictionaries {
            attrs = ctx.with_entry(attrs, list, Some(ctx.array(&kept)));
            cx.drop("nofpclass of a struct");
        }
    }
    attrs
}
