//! The attributes of arguments and results: what each may be attached to and what it holds. LangRef, "Parameter
//! Attributes".

use crate::attributes::AttrData;
use crate::context::{Attr, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::llvm_attributes::{AttributeRow, AttributeText, AttributeValue, by_parameter};
use crate::types::TypeData;
use crate::verify::site::Site;

/// What a message calls arguments.
pub(crate) const ARGUMENTS: &str = "arguments";

/// What a message calls results.
pub(crate) const RESULTS: &str = "results";

/// Holds the dictionary of an argument or a result of type `ty` to the rules of its attributes.
pub(crate) fn check(site: &Site, dictionary: Attr, ty: Type, owner: &'static str, report: &mut dyn FnMut(Kind)) {
    let ctx = site.ctx;
    for &(key, value) in ctx.entries(dictionary) {
        let name = ctx.text(key);
        if !name.contains('.') {
            report(Kind::ParameterAttributeDialect(owner));
        }
        let Some((_, row)) = by_parameter(&name) else { continue };
        if owner == RESULTS && OF_PARAMETERS.contains(&row.llvm) {
            report(Kind::ResultAttribute(row.parameter));
            continue;
        }
        if let Some(kind) = wrong_value(row.value, ctx.attr_data(value)) {
            report(Kind::ParameterAttributeKind { name: row.parameter, kind });
            continue;
        }
        // What is no type of the dialect may become a pointer or an integer yet.
        if !ctx.is_llvm_type(ty) {
            continue;
        }
        let data = ctx.type_data(ty);
        if needs_pointer(row) && !matches!(data, TypeData::Pointer { .. }) && !is_vector_of_pointers(site, row, ty) {
            report(Kind::ParameterAttributeType { name: row.parameter, kind: "pointer" });
        }
        if needs_integer(row) && !matches!(data, TypeData::Integer { .. }) && !matches!(data, TypeData::Vector { .. }) {
            report(Kind::ParameterAttributeType { name: row.parameter, kind: "integer" });
        }
    }
}

/// Whether a result may have the attribute with a name in dictionaries, `llvm.noundef`.
pub fn is_of_results(name: &str) -> bool {
    !by_parameter(name).is_some_and(|(_, row)| OF_PARAMETERS.contains(&row.llvm))
}

/// Attributes that upstream has on parameters alone.
const OF_PARAMETERS: &[&str] = &[
    "alignstack",
    "allocalign",
    "allocptr",
    "byref",
    "byval",
    "captures",
    "inalloca",
    "nest",
    "nofree",
    "preallocated",
    "readnone",
    "readonly",
    "returned",
    "sret",
    "writeonly",
];

/// What the value should have been, with its article.
fn wrong_value(value: AttributeValue, data: &AttrData) -> Option<&'static str> {
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
        | AttributeValue::Text(AttributeText::Memory)
        | AttributeValue::Text(AttributeText::UwTable)
        | AttributeValue::Text(AttributeText::VScaleRange)
        | AttributeValue::Text(AttributeText::Initializes) => return None,
    };
    (!fits).then_some(words)
}

/// Attributes that say something of a pointer or of what it points to.
const OF_POINTERS: &[&str] = &[
    "align",
    "allocptr",
    "byref",
    "byval",
    "captures",
    "dereferenceable",
    "dereferenceable_or_null",
    "inalloca",
    "nest",
    "noalias",
    "nofree",
    "nonnull",
    "preallocated",
    "readnone",
    "readonly",
    "sret",
    "writeonly",
];

fn needs_pointer(row: &AttributeRow) -> bool {
    OF_POINTERS.contains(&row.llvm)
}

/// LLVM IR has `align` on vectors of pointers too.
fn is_vector_of_pointers(site: &Site, row: &AttributeRow, ty: Type) -> bool {
    row.llvm == "align" && matches!(site.ctx.type_data(site.ctx.scalar_type(ty)), TypeData::Pointer { .. })
}

fn needs_integer(row: &AttributeRow) -> bool {
    matches!(row.llvm, "signext" | "zeroext" | "noext")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_attributes_listed_are_attributes() {
        for name in OF_POINTERS.iter().chain(OF_PARAMETERS) {
            assert!(crate::llvm_attributes::by_llvm(name).is_some_and(|(_, row)| !row.parameter.is_empty()), "{name}");
        }
    }
}
