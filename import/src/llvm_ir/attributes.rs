//! The crate's attributes as sets of LLVM's. LangRef, "Parameter Attributes", "Function Attributes".

use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet, canonical_text};
use irtrip_dialect::llvm_attributes::{AttributeText, AttributeValue};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::{Context, Type};
use llvm_ir::function::{FunctionAttribute, MemoryEffect, ParameterAttribute};
use llvm_ir::types::TypeRef;

use crate::tables::attribute_groups::row;

/// Function attributes without a value that the crate names, by LLVM's spelling.
const FUNCTION_FLAGS: &[(&str, FunctionAttribute)] = &[
    ("alwaysinline", FunctionAttribute::AlwaysInline),
    ("builtin", FunctionAttribute::Builtin),
    ("cold", FunctionAttribute::Cold),
    ("convergent", FunctionAttribute::Convergent),
    ("inlinehint", FunctionAttribute::InlineHint),
    ("jumptable", FunctionAttribute::JumpTable),
    ("minsize", FunctionAttribute::MinimizeSize),
    ("naked", FunctionAttribute::Naked),
    ("nobuiltin", FunctionAttribute::NoBuiltin),
    ("nocf_check", FunctionAttribute::NoCFCheck),
    ("noduplicate", FunctionAttribute::NoDuplicate),
    ("nofree", FunctionAttribute::NoFree),
    ("noimplicitfloat", FunctionAttribute::NoImplicitFloat),
    ("noinline", FunctionAttribute::NoInline),
    ("nomerge", FunctionAttribute::NoMerge),
    ("nonlazybind", FunctionAttribute::NonLazyBind),
    ("noredzone", FunctionAttribute::NoRedZone),
    ("noreturn", FunctionAttribute::NoReturn),
    ("norecurse", FunctionAttribute::NoRecurse),
    ("willreturn", FunctionAttribute::WillReturn),
    ("returns_twice", FunctionAttribute::ReturnsTwice),
    ("nosync", FunctionAttribute::NoSync),
    ("nounwind", FunctionAttribute::NoUnwind),
    ("null_pointer_is_valid", FunctionAttribute::NullPointerIsValid),
    ("optforfuzzing", FunctionAttribute::OptForFuzzing),
    ("optnone", FunctionAttribute::OptNone),
    ("optsize", FunctionAttribute::OptSize),
    ("readnone", FunctionAttribute::ReadNone),
    ("readonly", FunctionAttribute::ReadOnly),
    ("writeonly", FunctionAttribute::WriteOnly),
    ("safestack", FunctionAttribute::SafeStack),
    ("sanitize_address", FunctionAttribute::SanitizeAddress),
    ("sanitize_memory", FunctionAttribute::SanitizeMemory),
    ("sanitize_thread", FunctionAttribute::SanitizeThread),
    ("sanitize_hwaddress", FunctionAttribute::SanitizeHWAddress),
    ("sanitize_memtag", FunctionAttribute::SanitizeMemTag),
    ("shadowcallstack", FunctionAttribute::ShadowCallStack),
    ("speculative_load_hardening", FunctionAttribute::SpeculativeLoadHardening),
    ("speculatable", FunctionAttribute::Speculatable),
    ("ssp", FunctionAttribute::StackProtect),
    ("sspreq", FunctionAttribute::StackProtectReq),
    ("sspstrong", FunctionAttribute::StackProtectStrong),
    ("strictfp", FunctionAttribute::StrictFP),
];

/// Function attributes with a value that the crate holds. Of `uwtable` it does not know the kind.
const FUNCTION_VALUES: &[&str] = &["alignstack", "allocsize", "memory"];

/// Parameter attributes that the crate holds, by LLVM's spelling.
const PARAMETER_NAMES: &[&str] = &[
    "zeroext",
    "signext",
    "inreg",
    "byval",
    "preallocated",
    "inalloca",
    "sret",
    "align",
    "noalias",
    "captures",
    "nofree",
    "nest",
    "returned",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "swiftself",
    "swifterror",
    "immarg",
    "noundef",
];

/// Whether the crate holds a function attribute of this name with all it says.
pub fn holds_function_attribute(name: &str) -> bool {
    FUNCTION_VALUES.contains(&name) || FUNCTION_FLAGS.iter().any(|flag| flag.0 == name)
}

/// Whether the crate holds a parameter's or result's attribute of this name with all it says.
pub fn holds_parameter_attribute(name: &str) -> bool {
    PARAMETER_NAMES.contains(&name)
}

/// The set of a function's or call's attributes, and how many the crate does not know.
pub(super) fn function_set(ctx: &Context, attributes: &[FunctionAttribute]) -> (AttributeSet, usize) {
    let mut set = AttributeSet::new();
    let mut unknown = 0;
    for attribute in attributes {
        let item = match attribute {
            FunctionAttribute::AlignStack(value) => row(b"alignstack").map(|row| AttributeItem::Int(row, *value)),
            FunctionAttribute::AllocSize { elt_size, num_elts } => {
                let text = match num_elts {
                    Some(count) => format!("{elt_size},{count}"),
                    None => elt_size.to_string(),
                };
                text_item(ctx, b"allocsize", &text)
            }
            FunctionAttribute::UWTable => row(b"uwtable").map(|row| AttributeItem::Text(row, EMPTY)),
            FunctionAttribute::Memory { default, argmem, inaccessible_mem } => {
                let [other, argmem, inaccessible] = [default, argmem, inaccessible_mem].map(access);
                let text = format!("{other}, argmem: {argmem}, inaccessiblemem: {inaccessible}");
                canonical_text(AttributeValue::Text(AttributeText::Memory), &text)
                    .and_then(|text| text_item(ctx, b"memory", &text))
            }
            FunctionAttribute::StringAttribute { kind, value } => Some(string_item(ctx, kind, value)),
            other => {
                let flag = FUNCTION_FLAGS.iter().find(|flag| flag.1 == *other);
                flag.and_then(|flag| row(flag.0.as_bytes())).map(AttributeItem::Flag)
            }
        };
        match item {
            Some(item) => set.push(ctx, item),
            None => unknown += 1,
        }
    }
    (set, unknown)
}

fn access(effect: &MemoryEffect) -> &'static str {
    match effect {
        MemoryEffect::None => "none",
        MemoryEffect::Read => "read",
        MemoryEffect::Write => "write",
        MemoryEffect::ReadWrite => "readwrite",
    }
}

/// The set of a parameter's or result's attributes, and how many the crate does not know. `ty` makes a type the model's.
pub(super) fn parameter_set(
    ctx: &Context,
    attributes: &[ParameterAttribute],
    mut ty: impl FnMut(&TypeRef) -> Option<Type>,
) -> (AttributeSet, usize) {
    let mut set = AttributeSet::new();
    let mut unknown = 0;
    for attribute in attributes {
        let flag = |name: &str| row(name.as_bytes()).map(AttributeItem::Flag);
        let int = |name: &str, value: u64| row(name.as_bytes()).map(|row| AttributeItem::Int(row, value));
        let mut typed = |name: &str, of: &TypeRef| Some(AttributeItem::Type(row(name.as_bytes())?, ty(of)?));
        let item = match attribute {
            ParameterAttribute::ZeroExt => flag("zeroext"),
            ParameterAttribute::SignExt => flag("signext"),
            ParameterAttribute::InReg => flag("inreg"),
            ParameterAttribute::ByVal(of) => typed("byval", of),
            ParameterAttribute::Preallocated(of) => typed("preallocated", of),
            ParameterAttribute::InAlloca(of) => typed("inalloca", of),
            ParameterAttribute::SRet(of) => typed("sret", of),
            ParameterAttribute::Alignment(value) => int("align", *value),
            ParameterAttribute::NoAlias => flag("noalias"),
            // LLVM 21 and on say it so.
            ParameterAttribute::NoCapture => text_item(ctx, b"captures", "none"),
            ParameterAttribute::NoFree => flag("nofree"),
            ParameterAttribute::Nest => flag("nest"),
            ParameterAttribute::Returned => flag("returned"),
            ParameterAttribute::NonNull => flag("nonnull"),
            ParameterAttribute::Dereferenceable(value) => int("dereferenceable", *value),
            ParameterAttribute::DereferenceableOrNull(value) => int("dereferenceable_or_null", *value),
            ParameterAttribute::SwiftSelf => flag("swiftself"),
            ParameterAttribute::SwiftError => flag("swifterror"),
            ParameterAttribute::ImmArg => flag("immarg"),
            ParameterAttribute::NoUndef => flag("noundef"),
            ParameterAttribute::StringAttribute { kind, value } => Some(string_item(ctx, kind, value)),
            ParameterAttribute::UnknownAttribute | ParameterAttribute::UnknownTypeAttribute(_) => None,
        };
        match item {
            Some(item) => set.push(ctx, item),
            None => unknown += 1,
        }
    }
    (set, unknown)
}

fn text_item(ctx: &Context, name: &[u8], text: &str) -> Option<AttributeItem> {
    row(name).map(|row| AttributeItem::Text(row, ctx.str(text)))
}

fn string_item(ctx: &Context, key: &str, value: &str) -> AttributeItem {
    AttributeItem::String { key: ctx.str(key), value: Some(ctx.str(value)) }
}
