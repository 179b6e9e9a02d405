//! What an operation of the LLVM dialect can store as its properties: each inherent attribute is held as an attribute
//! of a class, which is looked at before its value is. MLIR's "Operation Definition Specification", "Properties".

use super::constraints::is_value;
use crate::attr_table as attr;
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::names;
use crate::ops::{AttrSlot, OpDef, SlotKind, Traits, limits};
use crate::types::well_known as types;

/// Why properties cannot be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyFault {
    /// The operation has none.
    None,
    /// An attribute is of another class.
    Class {
        /// Its name.
        name: &'static str,
        /// What it is.
        found: Attr,
    },
    /// A number is none; what upstream would take.
    Storage(&'static str),
    /// The sizes of operand groups are no `array<i32: ...>`.
    Segments,
    /// There are not as many sizes as groups.
    SegmentCount {
        /// How many there are.
        found: usize,
        /// How many groups there are.
        groups: usize,
    },
}

/// Whether an operation has properties to speak of.
fn has_properties(def: &OpDef) -> bool {
    !def.attrs.is_empty() || def.is(Traits::OPERAND_SEGMENTS)
}

/// What keeps these entries from being an operation's properties; the first in the order of the row.
pub fn broken_property(ctx: &Context, def: &OpDef, entries: &[(Str, Attr)]) -> Option<PropertyFault> {
    if !def.name.starts_with("llvm.") {
        return None;
    }
    if !has_properties(def) {
        return Some(PropertyFault::None);
    }
    let entry = |name: &str| entries.iter().find(|(key, _)| ctx.bytes(*key) == name.as_bytes()).map(|entry| entry.1);
    let broken = def.attrs.iter().find_map(|slot| {
        let found = entry(slot.name).filter(|&found| !is_stored(ctx, slot, found))?;
        Some(match storage(slot) {
            Some(storage) => PropertyFault::Storage(storage),
            None => PropertyFault::Class { name: slot.name, found },
        })
    });
    broken.or_else(|| {
        let sizes = entries.iter().find(|(key, _)| *key == names::OPERAND_SEGMENT_SIZES)?.1;
        if !def.is(Traits::OPERAND_SEGMENTS) {
            return None;
        }
        match ctx.attr_data(sizes) {
            AttrData::DenseArray { element, values } if *element == types::I32 => {
                let (found, groups) = (values.len(), def.operands.len());
                (found != groups).then_some(PropertyFault::SegmentCount { found, groups })
            }
            _ => Some(PropertyFault::Segments),
        }
    })
}

/// What upstream takes for a property that is a number and no attribute.
fn storage(slot: &AttrSlot) -> Option<&'static str> {
    match slot.kind {
        SlotKind::LlvmEnum(attr::OVERFLOW) => {
            Some("::mlir::LLVM::IntegerOverflowFlagsAttr or IntegerAttr storage for ::mlir::LLVM::IntegerOverflowFlags")
        }
        SlotKind::Bits(_) => Some("IntegerAttr storage for ::mlir::LLVM::GEPNoWrapFlags"),
        _ => None,
    }
}

/// Whether the slot is a number and no attribute to upstream, which passes over what is none in a dictionary.
pub fn is_number_property(def: &OpDef, slot: &AttrSlot) -> bool {
    def.name.starts_with("llvm.") && storage(slot).is_some()
}

/// Whether the value of a property that is a number is none of its numbers.
pub fn is_no_number(ctx: &Context, def: &OpDef, slot: &AttrSlot, found: Attr) -> bool {
    is_number_property(def, slot) && super::constraints::broken(ctx, def, slot, found).is_some()
}

/// Whether an attribute is of the class that its slot holds.
fn is_stored(ctx: &Context, slot: &AttrSlot, found: Attr) -> bool {
    let data = ctx.attr_data(found);
    let is_integer = matches!(data, AttrData::Integer { .. } | AttrData::BigInteger { .. });
    let is_llvm = |kind| matches!(data, AttrData::Llvm { kind: found, .. } if *found == kind);
    match slot.kind {
        SlotKind::Unit => matches!(data, AttrData::Unit),
        SlotKind::Bool
        | SlotKind::Int(_)
        | SlotKind::Bounded(..)
        | SlotKind::AnyInt
        | SlotKind::IndexInt
        | SlotKind::Bits(_) => is_integer,
        SlotKind::F64 => matches!(data, AttrData::Float { .. }),
        SlotKind::Str | SlotKind::SymbolName => matches!(data, AttrData::String { .. }),
        SlotKind::Type => matches!(data, AttrData::Type(_)),
        SlotKind::SymbolRef => matches!(data, AttrData::SymbolRef { nested, .. } if nested.is_empty()),
        SlotKind::Enum(values) => {
            is_value(values, data) && matches!(data, AttrData::Integer { ty, .. } if *ty == types::I64)
        }
        SlotKind::LlvmEnum(attr::OVERFLOW) => is_llvm(attr::OVERFLOW) || is_integer,
        SlotKind::LlvmEnum(kind) | SlotKind::Llvm(kind) => is_llvm(kind),
        SlotKind::DenseI32 => matches!(data, AttrData::DenseArray { element, .. } if *element == types::I32),
        SlotKind::DenseI64 => matches!(data, AttrData::DenseArray { element, .. } if *element == types::I64),
        SlotKind::Array => matches!(data, AttrData::Array(_)),
        SlotKind::Limited(limit) if std::ptr::eq(limit, &limits::SYMBOL_REF) => (limit.holds)(ctx, found),
        SlotKind::Foreign { .. }
        | SlotKind::ForeignWord { .. }
        | SlotKind::Elements
        | SlotKind::UnitProperty
        | SlotKind::Any
        | SlotKind::Limited(_) => true,
    }
}
