//! Attributes of parameters, arguments and results that a release does not accept of all the types that they are of in the current. LangRef,
//! "Parameter Attributes", `nofpclass`, `align`.

use std::ops::Range;

use irtrip_dialect::attribute_set::{AttributeItem, parameter_dictionary, parameter_set};
use irtrip_dialect::names::{ARG_ATTRS, CALLEE, FUNCTION_TYPE, RES_ATTRS};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known::VOID;
use irtrip_dialect::{Attr, Body, Context, Op, Type, TypeData};

use super::LoweringContext;

/// An attribute that a release does not accept of some types.
struct Row {
    /// The releases that do not.
    without: Range<Release>,
    /// What LLVM calls the attribute.
    name: &'static str,
    is_of: fn(&Context, Type) -> bool,
    what: &'static str,
}

static ROWS: &[Row] = &[
    Row {
        without: Release::V17..Release::V20,
        name: "nofpclass",
        is_of: |ctx, ty| matches!(ctx.type_data(ty), TypeData::LiteralStruct { .. }),
        what: "nofpclass of a struct",
    },
    Row {
        without: Release::V5..Release::V14,
        name: "align",
        is_of: |ctx, ty| ctx.vector_length(ty).is_some(),
        what: "align of a vector of pointers",
    },
];

fn rows(release: Release) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.without.contains(&release))
}

/// The dictionary of a function without the attributes that the release does not accept of their types.
pub(super) fn of_function(ctx: &Context, attrs: Attr, cx: &mut LoweringContext) -> Attr {
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
    match ty.map(|ty| ctx.type_data(ty)) {
        Some(TypeData::LlvmFunction { params, result, .. }) => lower(ctx, attrs, (params, *result), cx),
        _ => attrs,
    }
}

/// The dictionary of an operation without the attributes that the release does not accept of their types.
pub(super) fn of_operation(ctx: &Context, body: &Body, op: Op, attrs: Attr, cx: &mut LoweringContext) -> Attr {
    if rows(cx.release).next().is_none() || [ARG_ATTRS, RES_ATTRS].iter().all(|key| ctx.entry(attrs, *key).is_none()) {
        return attrs;
    }
    let is_indirect = matches!(body.name(op), llvm::CALL | llvm::INVOKE) && ctx.entry(attrs, CALLEE).is_none();
    let arguments = body.operands(op).get(usize::from(is_indirect)..).unwrap_or_default();
    let arguments: Vec<Type> = arguments.iter().map(|argument| body.value_type(*argument)).collect();
    let result = body.result(op).map_or(VOID, |result| body.value_type(result));
    lower(ctx, attrs, (&arguments, result), cx)
}

fn lower(ctx: &Context, mut attrs: Attr, (arguments, result): (&[Type], Type), cx: &mut LoweringContext) -> Attr {
    for row in rows(cx.release) {
        let is_meant = |item: &AttributeItem| item.row().is_some_and(|it| it.llvm == row.name);
        for (list, types) in [(ARG_ATTRS, arguments), (RES_ATTRS, &[result])] {
            let Some(dictionaries) = ctx.entry(attrs, list).map(|list| ctx.items(list)) else { continue };
            let mut kept = dictionaries.to_vec();
            for (dictionary, ty) in kept.iter_mut().zip(types) {
                let mut set = parameter_set(ctx, *dictionary);
                if (row.is_of)(ctx, *ty) && set.items().iter().any(is_meant) {
                    set.retain(|item| !is_meant(item));
                    *dictionary = parameter_dictionary(ctx, &set);
                }
            }
            if kept != dictionaries {
                attrs = ctx.with_entry(attrs, list, Some(ctx.array(&kept)));
                cx.drop(row.what);
            }
        }
    }
    attrs
}
