//! What LLVM IR has in place of the dialect's attributes on functions and their arguments. LLVM, "User Guide for NVPTX
//! Back-end", "Function Attributes".

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::names::CCONV;
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::release::Release;
use irtrip_dialect::translation::{AttributeTranslation, FunctionTranslator};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::VerifyContext;
use irtrip_dialect::{Attr, AttrData};

/// The rows.
pub const ATTRIBUTES: &[AttributeTranslation] = &[
    AttributeTranslation::of_function("nvvm.kernel", |function, _| {
        function.set(CCONV, function.ctx.enum_attr(CallingConvention::PTX_KERNEL));
        Ok(())
    })
    .verify(|cx, _| (cx.name() != FUNC).then(|| "'nvvm.kernel' attribute attached to unexpected op".to_owned())),
    AttributeTranslation::of_function("nvvm.maxntid", |function, value| numbers(function, value, "nvvm.maxntid"))
        .verify(|cx, value| dimensions(cx, value, "nvvm.maxntid"))
        .was_list_until(Release::V18),
    AttributeTranslation::of_function("nvvm.reqntid", |function, value| numbers(function, value, "nvvm.reqntid"))
        .verify(|cx, value| dimensions(cx, value, "nvvm.reqntid"))
        .was_list_until(Release::V18),
    AttributeTranslation::of_function("nvvm.cluster_dim", |function, value| {
        numbers(function, value, "nvvm.cluster_dim")
    })
    .verify(|cx, value| dimensions(cx, value, "nvvm.cluster_dim")),
    AttributeTranslation::of_function("nvvm.cluster_max_blocks", |function, value| {
        numbers(function, value, "nvvm.maxclusterrank")
    })
    .verify(|cx, value| integer(cx, value, "nvvm.cluster_max_blocks")),
    AttributeTranslation::of_function("nvvm.minctasm", |function, value| numbers(function, value, "nvvm.minctasm"))
        .verify(|cx, value| integer(cx, value, "nvvm.minctasm")),
    AttributeTranslation::of_function("nvvm.maxnreg", |function, value| numbers(function, value, "nvvm.maxnreg"))
        .verify(|cx, value| integer(cx, value, "nvvm.maxnreg")),
    AttributeTranslation::of_function("nvvm.blocksareclusters", |function, _| {
        function.set_string("nvvm.blocksareclusters", "");
        Ok(())
    })
    .verify(|cx, _| {
        let has_both = ["nvvm.reqntid", "nvvm.cluster_dim"].iter().all(|name| cx.attr_named(name).is_some());
        (!has_both).then(|| {
            "'\"nvvm.blocksareclusters\"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'"
                .to_owned()
        })
    }),
    AttributeTranslation::of_argument("nvvm.grid_constant", "nvvm.grid_constant").verify_argument(grid_constant),
];

/// A number, or an array of numbers, becomes a string.
fn numbers(function: &mut FunctionTranslator<'_>, value: Attr, name: &'static str) -> Result<(), ExportCode> {
    let ctx = function.ctx;
    let numbers = match ctx.attr_data(value) {
        AttrData::DenseArray { values, .. } => values.to_vec(),
        _ => vec![ctx.int_value(value).ok_or(ExportCode::Attribute(name))?],
    };
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    function.set_string(name, &texts.join(","));
    Ok(())
}

/// One to three numbers.
fn dimensions(cx: &VerifyContext<'_>, value: Attr, name: &str) -> Option<String> {
    let count = match cx.ctx.attr_data(value) {
        AttrData::DenseArray { element: types::I32, values } => values.len(),
        _ => 0,
    };
    (!(1..=3).contains(&count)).then(|| format!("'\"{name}\"' attribute must be integer array with maximum 3 index"))
}

/// A mark of a kernel's parameter that is passed by value.
fn grid_constant(cx: &VerifyContext<'_>, argument: Attr, value: Attr) -> Option<String> {
    let wrong = if cx.attr_named("nvvm.kernel").is_none() {
        "attribute must be present only on kernel arguments"
    } else if *cx.ctx.attr_data(value) != AttrData::Unit {
        "must be a unit attribute"
    } else if cx.ctx.find_str("llvm.byval").and_then(|byval| cx.ctx.entry(argument, byval)).is_none() {
        "attribute requires the argument to also have attribute 'llvm.byval'"
    } else {
        return None;
    };
    Some(format!("'\"nvvm.grid_constant\"' {wrong}"))
}

/// A number.
fn integer(cx: &VerifyContext<'_>, value: Attr, name: &str) -> Option<String> {
    cx.ctx.int_value(value).is_none().then(|| format!("'\"{name}\"' attribute must be integer constant"))
}
