//! What an inherent attribute must be, by its slot.

use super::properties::is_number_property;
use crate::attr_table::{self as attr, AttrKind, AttrKindDefinition};
use crate::attributes::AttrData;
use crate::context::{Attr, Context};
use crate::diagnostic::VerifyCode;
use crate::enums::{self, Enumeration};
use crate::ops::{AttrSlot, OpDef, SlotKind};
use crate::types::{FloatKind, Signedness, TypeData, well_known as types};

/// What `attr` should have been, in upstream's words, or `None` where it is what its slot asks for.
pub fn check_constraint(ctx: &Context, def: &OpDef, slot: &AttrSlot, attr: Attr) -> Option<String> {
    let data = ctx.attr_data(attr);
    // Enumerations of the LLVM dialect's operations are numbers of 64 bits.
    let has_width = || !def.name.starts_with("llvm.") || is_int(ctx, data, 64);
    let fits = fits(ctx, slot.kind, attr) && (!matches!(slot.kind, SlotKind::Enum(_)) || has_width());
    // Of arrays alone it matters what they hold.
    if fits && !matches!(data, AttrData::Array(_)) {
        return None;
    }
    match element_of(slot.name) {
        Some((elements, words)) if !fits || !elements.all(ctx, ctx.items(attr)) => Some(words.to_owned()),
        _ if fits => None,
        _ if matches!(slot.name, "addr_space" | "address_space") => {
            Some(format!("{} whose value is non-negative", words(slot.kind)))
        }
        _ => Some(match slot.kind {
            // Upstream has no words for many.
            SlotKind::LlvmEnum(kind) | SlotKind::Llvm(kind) => kind.def().summary().to_owned(),
            kind => words(kind),
        }),
    }
}

/// Whether an attribute is what a slot of this kind takes.
pub fn fits(ctx: &Context, kind: SlotKind, attr: Attr) -> bool {
    let data = ctx.attr_data(attr);
    match kind {
        SlotKind::Unit => matches!(data, AttrData::Unit),
        SlotKind::Bool => matches!(data, AttrData::Integer { ty, .. } if *ty == types::I1),
        SlotKind::Int(width) => is_int(ctx, data, width),
        SlotKind::Bounded(_, limit) => (limit.holds)(ctx, attr),
        SlotKind::AnyInt => matches!(data, AttrData::Integer { .. } | AttrData::BigInteger { .. }),
        SlotKind::F64 => matches!(data, AttrData::Float { ty, .. }
            if matches!(ctx.type_data(*ty), TypeData::Float(FloatKind::F64))),
        SlotKind::Str | SlotKind::SymbolName => matches!(data, AttrData::String { .. }),
        SlotKind::Type => matches!(data, AttrData::Type(_)),
        SlotKind::SymbolRef => matches!(data, AttrData::SymbolRef { nested, .. } if nested.is_empty()),
        SlotKind::Enum(values) | SlotKind::Bits(values) => is_value(values, data),
        SlotKind::LlvmEnum(attr::OVERFLOW) => {
            is_llvm(data, attr::OVERFLOW) || is_value(enums::IntegerOverflowFlags::TABLE, data)
        }
        SlotKind::LlvmEnum(kind) => is_llvm(data, kind),
        SlotKind::Llvm(kind) => is_llvm(data, kind),
        SlotKind::DenseI32 => matches!(data, AttrData::DenseArray { element, .. } if *element == types::I32),
        SlotKind::DenseI64 => matches!(data, AttrData::DenseArray { element, .. } if *element == types::I64),
        SlotKind::Array => matches!(data, AttrData::Array(_)),
        SlotKind::IndexInt => matches!(data, AttrData::Integer { ty, .. } if *ty == types::INDEX),
        SlotKind::DialectAttr { dialect, mnemonic, .. } => {
            is_opaque_of(ctx, data, dialect, mnemonic) || is_opaque_of(ctx, data, dialect, &format!("<{mnemonic}"))
        }
        SlotKind::DialectEnum { dialect, mnemonic, .. } => {
            is_opaque_of(ctx, data, dialect, &format!("<{mnemonic} ")) && has_words(ctx, data)
        }
        SlotKind::Elements => is_elements(data),
        SlotKind::Any => true,
        SlotKind::Constrained(limit) => (limit.holds)(ctx, attr),
    }
}

/// The error of an attribute that breaks a constraint.
pub fn fault(def: &OpDef, slot: &AttrSlot, constraint: String) -> VerifyCode {
    let name = slot.name;
    match is_number_property(def, slot) {
        true => VerifyCode::PropertyConstraint { name, constraint },
        false => VerifyCode::AttributeConstraint { name, constraint },
    }
}

/// Attributes that are arrays of one kind of element.
enum Elements {
    Llvm(AttrKind),
    Strings,
    Dictionaries,
    Symbols,
    Ints,
    Expressions,
}

impl Elements {
    fn all(&self, ctx: &Context, items: &[Attr]) -> bool {
        items.iter().all(|&item| {
            let data = ctx.attr_data(item);
            match self {
                Elements::Llvm(kind) => is_llvm(data, *kind),
                Elements::Strings => matches!(data, AttrData::String { .. }),
                Elements::Dictionaries => matches!(data, AttrData::Dictionary(_)),
                Elements::Symbols => matches!(data, AttrData::SymbolRef { nested, .. } if nested.is_empty()),
                Elements::Ints => is_int(ctx, data, 32),
                Elements::Expressions => is_llvm(data, attr::DI_GLOBAL_VARIABLE_EXPRESSION),
            }
        })
    }
}

/// What the elements of an array attribute are, and what upstream calls such an array.
fn element_of(name: &str) -> Option<(Elements, &'static str)> {
    Some(match name {
        "access_groups" => (Elements::Llvm(attr::ACCESS_GROUP), "LLVM dialect access group metadata array"),
        "alias_scopes" | "noalias_scopes" => (Elements::Llvm(attr::ALIAS_SCOPE), "LLVM dialect alias scope array"),
        "tbaa" => (Elements::Llvm(attr::TBAA_TAG), "LLVM dialect TBAA tag metadata array"),
        "arg_attrs" | "res_attrs" => (Elements::Dictionaries, "Array of dictionary attributes"),
        "ctors" | "dtors" => (Elements::Symbols, "flat symbol ref array attribute"),
        "priorities" => (Elements::Ints, "32-bit integer array attribute"),
        "options" => (Elements::Strings, "string array attribute"),
        "dbg_exprs" => (Elements::Expressions, "an array of variable expressions"),
        _ => return None,
    })
}

/// What the attributes are that a slot takes: upstream's words where it has some.
pub fn words(kind: SlotKind) -> String {
    match kind {
        SlotKind::Unit => "unit attribute".to_owned(),
        SlotKind::Bool => "1-bit signless integer attribute".to_owned(),
        SlotKind::Int(width) => format!("{width}-bit signless integer attribute"),
        SlotKind::Bounded(_, limit) => limit.words.to_owned(),
        SlotKind::AnyInt => "arbitrary integer attribute".to_owned(),
        SlotKind::F64 => "64-bit float attribute".to_owned(),
        SlotKind::Str | SlotKind::SymbolName => "string attribute".to_owned(),
        SlotKind::Type => "any type attribute".to_owned(),
        SlotKind::SymbolRef => "flat symbol reference attribute".to_owned(),
        SlotKind::Enum(values) | SlotKind::Bits(values) => values.name.to_owned(),
        SlotKind::LlvmEnum(kind) | SlotKind::Llvm(kind) => match kind.def().summary() {
            "" => format!("#llvm.{} attribute", kind.def().mnemonic),
            summary => summary.to_owned(),
        },
        SlotKind::DenseI32 => "i32 dense array attribute".to_owned(),
        SlotKind::DenseI64 => "i64 dense array attribute".to_owned(),
        SlotKind::Array => "array attribute".to_owned(),
        SlotKind::IndexInt => "index attribute".to_owned(),
        SlotKind::DialectAttr { dialect, mnemonic, .. } | SlotKind::DialectEnum { dialect, mnemonic, .. } => {
            match (dialect, mnemonic) {
                ("arith", "fastmath") => "Floating point fast math flags".to_owned(),
                ("arith", "overflow") => "Integer overflow arith flags".to_owned(),
                _ => format!("#{dialect}.{mnemonic} attribute"),
            }
        }
        SlotKind::Elements => "constant vector/tensor attribute".to_owned(),
        SlotKind::Any => "any attribute".to_owned(),
        SlotKind::Constrained(limit) => limit.words.to_owned(),
    }
}

fn is_int(ctx: &Context, data: &AttrData, bits: u32) -> bool {
    matches!(data, AttrData::Integer { ty, .. }
        if matches!(ctx.type_data(*ty), TypeData::Integer { width, signedness: Signedness::Signless } if *width == bits))
}

pub(crate) fn is_value(values: &Enumeration, data: &AttrData) -> bool {
    let AttrData::Integer { value, .. } = data else { return false };
    if values.bits {
        let all = values.cases.iter().fold(0, |bits, row| bits | row.value);
        *value & !all == 0
    } else {
        values.cases.iter().any(|row| row.value == *value)
    }
}

fn is_llvm(data: &AttrData, kind: AttrKind) -> bool {
    matches!(data, AttrData::Llvm { kind: have, .. } if *have == kind)
}

/// Whether what is between the brackets of an attribute of a dialect are words alone.
fn has_words(ctx: &Context, data: &AttrData) -> bool {
    let AttrData::Opaque { body, .. } = data else { return false };
    let is_of_words = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b',' | b'|');
    let inside = ctx.bytes(*body).strip_prefix(b"<").and_then(|body| body.strip_suffix(b">"));
    inside.is_some_and(|inside| inside.iter().all(is_of_words))
}

fn is_opaque_of(ctx: &Context, data: &AttrData, dialect: &str, mnemonic: &str) -> bool {
    matches!(data, AttrData::Opaque { dialect: have, body, .. }
        if ctx.bytes(*have) == dialect.as_bytes() && ctx.bytes(*body).starts_with(mnemonic.as_bytes()))
}

fn is_elements(data: &AttrData) -> bool {
    matches!(
        data,
        AttrData::Dense { .. }
            | AttrData::DenseStrings { .. }
            | AttrData::Sparse { .. }
            | AttrData::DenseResource { .. }
    )
}
