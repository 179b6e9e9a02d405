//! Data layouts and target specifications; the data layout and target information dialect's page.

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str, Type};
use irtrip_llvm_ir::data_layout::{LayoutKind, numbers_of};

use crate::diagnostic::{VerifyCode as Kind, spell};
use crate::types::TypeData;

/// The names of the dialect that a data layout has.
const NAMES: &[&str] = &[
    "dlti.alloca_memory_space",
    "dlti.default_memory_space",
    "dlti.function_pointer_alignment",
    "dlti.global_memory_space",
    "dlti.legal_int_widths",
    "dlti.mangling_mode",
    "dlti.program_memory_space",
    "dlti.stack_alignment",
];

/// Holds an operation's attributes of the `dlti` dialect to what they are for; upstream stops at the first that is
/// wrong.
pub(super) fn check(ctx: &Context, attrs: &[(Str, Attr)], is_module: bool, report: &mut dyn FnMut(Kind)) {
    for &(key, attr) in attrs.iter().filter(|(key, _)| ctx.bytes(*key).starts_with(b"dlti.")) {
        let name = ctx.text(key);
        let wanted = match &*name {
            "dlti.dl_spec" => LayoutKind::Spec,
            "dlti.map" => LayoutKind::Map,
            "dlti.target_system_spec" => LayoutKind::System,
            _ => return report(Kind::PlainRule(format!("attribute '{name}' not supported by dialect"))),
        };
        let entries = match ctx.attr_data(attr) {
            AttrData::DataLayout { kind, entries } if *kind == wanted => entries,
            _ => return report(Kind::Layout(format!("'{name}' is expected to be a #{name} attribute"))),
        };
        let fault = entries.iter().find_map(|&(key, value)| match ctx.type_value(key) {
            Some(ty) => check_type(ctx, ty, value),
            None => check_name(ctx, key, value),
        });
        if let Some(fault) = fault.filter(|_| is_module && wanted == LayoutKind::Spec) {
            return report(Kind::Layout(fault));
        }
    }
}

/// What is wrong with an entry by name.
fn check_name(ctx: &Context, key: Attr, value: Attr) -> Option<String> {
    let name = ctx.text(ctx.string_value(key)?);
    let (dialect, _) = name.split_once('.')?;
    if dialect != "dlti" {
        // Upstream asks the dialects that it has loaded by then, of which this one always is.
        let fault = "the 'builtin' dialect does not support identifier data layout entries";
        return (dialect == "builtin").then(|| fault.to_owned());
    }
    if name != "dlti.endianness" {
        return (!NAMES.contains(&&*name)).then(|| format!("unknown data layout entry name: {name}"));
    }
    let is_endianness = ctx.string_value(value).is_some_and(|text| matches!(ctx.bytes(text), b"big" | b"little"));
    (!is_endianness).then(|| format!("'{name}' data layout entry is expected to be either 'big' or 'little'"))
}

/// What is wrong with an entry of a type.
fn check_type(ctx: &Context, ty: Type, value: Attr) -> Option<String> {
    match ctx.type_data(ty) {
        TypeData::Index => {
            let is_number = matches!(ctx.attr_data(value), AttrData::Integer { .. } | AttrData::BigInteger { .. });
            (!is_number).then(|| "expected integer attribute in the data layout entry for 'index'".to_owned())
        }
        TypeData::Integer { .. } | TypeData::Float(_) => check_scalar(ctx, ty, value),
        TypeData::Pointer { .. } => {
            let fits = |count| matches!(count, 3 | 4);
            let wanted = "with 3 or 4 elements";
            check_llvm(ctx, ty, value, (fits, wanted), "parameters").or_else(|| check_preferred(ctx, value, 1))
        }
        TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
            let fits = |count| matches!(count, 1 | 2);
            let wanted = "of 1 or 2 elements";
            check_llvm(ctx, ty, value, (fits, wanted), "entries").or_else(|| {
                let is_empty =
                    matches!(ctx.type_data(ty), TypeData::LiteralStruct { elements, .. } if elements.is_empty());
                match is_empty {
                    true => check_preferred(ctx, value, 0),
                    false => Some(format!("unexpected layout attribute for struct '{}'", spell(ctx, ty))),
                }
            })
        }
        TypeData::Array { .. } | TypeData::Opaque { .. } => None,
        TypeData::None
        | TypeData::Complex(_)
        | TypeData::Tuple(_)
        | TypeData::Function { .. }
        | TypeData::Vector { .. }
        | TypeData::Tensor { .. }
        | TypeData::MemRef { .. } => Some("unexpected data layout for a built-in type".to_owned()),
        _ => Some("data layout specified for a type that does not support it".to_owned()),
    }
}

fn check_scalar(ctx: &Context, ty: Type, value: Attr) -> Option<String> {
    let entry = || format!("#dlti.dl_entry<{}, {}>", spell(ctx, ty), spell_value(ctx, value));
    let Some(numbers) = numbers_of(ctx, value) else {
        return Some(format!("expected a dense i64 elements attribute in the data layout entry {}", entry()));
    };
    match numbers[..] {
        [_] => None,
        [abi, preferred] => (preferred < abi).then(|| {
            let expected = "preferred alignment is expected to be greater than or equal to the abi alignment";
            format!("{expected} in data layout entry {}", entry())
        }),
        _ => Some(format!("expected 1 or 2 elements in the data layout entry {}", entry())),
    }
}

/// What is wrong with the kind of an entry of a type of the LLVM dialect.
fn check_llvm(
    ctx: &Context,
    ty: Type,
    value: Attr,
    (fits, wanted): (fn(usize) -> bool, &str),
    numbers: &str,
) -> Option<String> {
    let of = match ctx.attr_data(value) {
        AttrData::Dense { ty, .. } => *ty,
        _ => ty,
    };
    let element = match ctx.type_data(of) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => Some(*element),
        _ => None,
    };
    let is_integers =
        element.is_some_and(|element| ctx.int_width(element).is_some() || element == crate::types::well_known::INDEX);
    if !is_integers || !fits(element_count(ctx, of)) {
        return Some(format!(
            "expected layout attribute for '{}' to be a dense integer elements attribute {wanted}",
            spell(ctx, ty)
        ));
    }
    (element != Some(crate::types::well_known::I64)).then(|| format!("expected i64 {numbers} for '{}'", spell(ctx, ty)))
}

fn element_count(ctx: &Context, ty: Type) -> usize {
    let (TypeData::Vector { dims, .. } | TypeData::Tensor { dims: Some(dims), .. }) = ctx.type_data(ty) else {
        return 0;
    };
    let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size?));
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
}

/// The alignment the ABI asks for, which is at a place, and the one preferred, which is after it.
fn check_preferred(ctx: &Context, value: Attr, place: usize) -> Option<String> {
    let numbers = numbers_of(ctx, value)?;
    let (abi, preferred) = (numbers.get(place)?, numbers.get(place + 1)?);
    (abi > preferred).then(|| "preferred alignment is expected to be at least as large as ABI alignment".to_owned())
}

/// How a message spells the value of an entry.
fn spell_value(ctx: &Context, value: Attr) -> String {
    let list = |numbers: &[u64]| match numbers {
        [first, rest @ ..] if rest.iter().all(|number| number == first) => (*first as i64).to_string(),
        numbers => {
            let numbers: Vec<String> = numbers.iter().map(|&number| (number as i64).to_string()).collect();
            format!("[{}]", numbers.join(", "))
        }
    };
    match (ctx.attr_data(value), numbers_of(ctx, value)) {
        (AttrData::Integer { ty, value }, _) => format!("{value} : {}", spell(ctx, *ty)),
        (AttrData::Dense { ty, .. }, Some(numbers)) => format!("dense<{}> : {}", list(&numbers), spell(ctx, *ty)),
        _ => crate::diagnostic::spell_attr(ctx, value),
    }
}
