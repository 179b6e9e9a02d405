//! What LLVM IR has in place of the dialect's attributes on functions and their arguments. LLVM, "User Guide for NVPTX
//! Back-end", "Function Attributes".

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::names::CCONV;
use irtrip_dialect::translation::{AttributeTranslation, FunctionTranslator};
use irtrip_dialect::{Attr, AttrData};

/// The rows.
pub const ATTRIBUTES: &[AttributeTranslation] = &[
    AttributeTranslation::of_function("nvvm.kernel", |function, _| {
        function.set(CCONV, function.ctx.enum_attr(CallingConvention::PTX_KERNEL));
        Ok(())
    }),
    AttributeTranslation::of_function("nvvm.maxntid", |function, value| numbers(function, value, "nvvm.maxntid")),
    AttributeTranslation::of_function("nvvm.reqntid", |function, value| numbers(function, value, "nvvm.reqntid")),
    AttributeTranslation::of_function("nvvm.cluster_dim", |function, value| {
        numbers(function, value, "nvvm.cluster_dim")
    }),
    AttributeTranslation::of_function("nvvm.cluster_max_blocks", |function, value| {
        numbers(function, value, "nvvm.maxclusterrank")
    }),
    AttributeTranslation::of_function("nvvm.minctasm", |function, value| numbers(function, value, "nvvm.minctasm")),
    AttributeTranslation::of_function("nvvm.maxnreg", |function, value| numbers(function, value, "nvvm.maxnreg")),
    AttributeTranslation::of_function("nvvm.blocksareclusters", |function, _| {
        function.set_string("nvvm.blocksareclusters", "");
        Ok(())
    }),
    AttributeTranslation::of_argument("nvvm.grid_constant", "nvvm.grid_constant"),
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
