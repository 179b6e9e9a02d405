//! The attributes of arguments and results: what each may be attached to and what it holds. LangRef, "Parameter
//! Attributes".

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::llvm_attributes::{
    AttributeRow, AttributeSite, AttributeText, AttributeTypes, AttributeValue, by_parameter,
};
use crate::types::TypeData;
use crate::verify::verify_context::VerifyContext;

/// What a message calls arguments.
pub(crate) const ARGUMENTS: &str = "arguments";

/// What a message calls results.
pub(crate) const RESULTS: &str = "results";

/// Holds the dictionary of an argument or a result of type `ty` to the rules of its attributes.
pub(crate) fn check(cx: &VerifyContext, dictionary: Attr, ty: Type, owner: &'static str, report: &mut dyn FnMut(Kind)) {
    let ctx = cx.ctx;
    for &(key, value) in ctx.entries(dictionary) {
        let name = ctx.text(key);
        if !name.contains('.') {
            report(Kind::ParameterAttributeDialect(owner));
        }
        let Some((_, row)) = by_parameter(&name) else { continue };
        if owner == RESULTS && !applies_to_results(row) {
            report(Kind::ResultAttribute(row.parameter));
            continue;
        }
        if let Some(kind) = check_integer_value(row.value, ctx.attr_data(value)) {
            report(Kind::ParameterAttributeKind { name: row.parameter, kind });
            continue;
        }
        // What is no type of the dialect may become a pointer or an integer yet.
        if !ctx.is_llvm_type(ty) {
            continue;
        }
        if let Some(kind) = check_type(ctx, row.mlir_types, ty) {
            report(Kind::ParameterAttributeType { name: row.parameter, kind });
        }
    }
}

/// Whether a result may have the attribute with a name in dictionaries, `llvm.noundef`.
pub fn is_of_results(name: &str) -> bool {
    by_parameter(name).is_none_or(|(_, row)| applies_to_results(row))
}

/// Whether upstream has the attribute on results: as LLVM, but for two.
fn applies_to_results(row: &AttributeRow) -> bool {
    match row.llvm {
        "alignstack" => false,
        "elementtype" => true,
        _ => row.applies_to(AttributeSite::Result),
    }
}

/// What the value should have been, with its article.
fn check_integer_value(value: AttributeValue, data: &AttrData) -> Option<&'static str> {
    let (fits, words) = match value {
        AttributeValue::None | AttributeValue::Text(AttributeText::Captures) => {
            (matches!(data, AttrData::Unit), "a unit")
        }
        AttributeValue::Type => (matches!(data, AttrData::Type(_)), "a type"),
        AttributeValue::Int | AttributeValue::Text(AttributeText::FpClass) => {
            (matches!(data, AttrData::Integer { .. }), "an integer")
        }
        AttributeValue::Text(AttributeText::Range) => (matches!(data, AttrData::Llvm { .. }), "a constant range"),
        // The dialect has no form for these on parameters.
        AttributeValue::Text(AttributeText::AllocKind)
        | AttributeValue::Text(AttributeText::AllocSize)
        | AttributeValue::Text(AttributeText::DeadOnReturn)
        | AttributeValue::Text(AttributeText::Memory)
        | AttributeValue::Text(AttributeText::UwTable)
        | AttributeValue::Text(AttributeText::VScaleRange)
        | AttributeValue::Text(AttributeText::Initializes) => return None,
    };
    (!fits).then_some(words)
}

/// What a type should have been that the attribute is not for.
fn check_type(ctx: &Context, types: AttributeTypes, ty: Type) -> Option<&'static str> {
    let (data, scalar) = (ctx.type_data(ty), ctx.type_data(ctx.scalar_type(ty)));
    let (fits, kind) = match types {
        AttributeTypes::Pointer => (matches!(data, TypeData::Pointer { .. }), "pointer"),
        AttributeTypes::PointerOrVector => (matches!(scalar, TypeData::Pointer { .. }), "pointer"),
        AttributeTypes::Integer | AttributeTypes::IntegerOrVector => {
            (matches!(data, TypeData::Integer { .. } | TypeData::Vector { .. }), "integer")
        }
        AttributeTypes::Any | AttributeTypes::Value | AttributeTypes::Float => return None,
    };
    (!fits).then_some(kind)
}
