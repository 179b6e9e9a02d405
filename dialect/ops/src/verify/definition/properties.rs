//! What an operation can store as its properties: each inherent attribute is held as an attribute
//! of a class, which is looked at before its value is. MLIR's "Operation Definition Specification", "Properties".

use super::constraints::{check_constraint, is_value};
use crate::attr_table as attr;
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context, Str};
use crate::enums;
use crate::names;
use crate::ops::{AttrSlot, OpDef, Optionality, SlotKind, Traits};
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

/// Whether upstream holds what is true or false as an integer of one bit; other dialects hold it as a class of its own.
fn holds_flags_as_integers(def: &OpDef) -> bool {
    is_llvms(def) || ["rocdl.", "xevm."].iter().any(|dialect| def.name.starts_with(dialect))
}

/// Whether an operation has properties to speak of.
fn has_properties(def: &OpDef) -> bool {
    !def.attrs.is_empty() || def.is(Traits::OPERAND_SEGMENTS)
}

fn is_llvms(def: &OpDef) -> bool {
    def.name.starts_with("llvm.")
}

/// What keeps these entries from being an operation's properties; the first in the order of their names. What the `irtrip`
/// dialect's operations store is for no one else to say.
pub fn check_properties(ctx: &Context, def: &OpDef, entries: &[(Str, Attr)]) -> Option<PropertyFault> {
    if def.is_irtrip() {
        return None;
    }
    if is_llvms(def) && !has_properties(def) {
        return Some(PropertyFault::None);
    }
    let entry = |name: &str| entries.iter().find(|(key, _)| ctx.bytes(*key) == name.as_bytes()).map(|entry| entry.1);
    let broken = def.attrs.iter().filter_map(|slot| {
        let found = entry(slot.name).filter(|&found| !is_stored(ctx, def, slot, found))?;
        Some((slot, found))
    });
    let broken = broken.min_by_key(|(slot, _)| slot.name).map(|(slot, found)| match storage(slot) {
        Some(storage) => PropertyFault::Storage(storage),
        None => PropertyFault::Class { name: slot.name, found },
    });
    let segments = |key: Str, has: bool, groups: usize| {
        let sizes = entries.iter().find(|entry| entry.0 == key).filter(|_| has)?.1;
        match ctx.attr_data(sizes) {
            AttrData::DenseArray { element, values } if *element == types::I32 => {
                (values.len() != groups).then_some(PropertyFault::SegmentCount { found: values.len(), groups })
            }
            _ => Some(PropertyFault::Segments),
        }
    };
    broken
        .or_else(|| segments(names::OPERAND_SEGMENT_SIZES, def.is(Traits::OPERAND_SEGMENTS), def.operands.len()))
        .or_else(|| segments(names::RESULT_SEGMENT_SIZES, def.stores_result_segments(), def.results.len()))
}

/// What upstream takes for a property that is a number and no attribute.
fn storage(slot: &AttrSlot) -> Option<&'static str> {
    match slot.kind {
        SlotKind::LlvmEnum(attr::OVERFLOW) => {
            Some("::mlir::LLVM::IntegerOverflowFlagsAttr or IntegerAttr storage for ::mlir::LLVM::IntegerOverflowFlags")
        }
        SlotKind::Bits(flags) if flags.name == enums::GepNoWrapFlags::TABLE.name => {
            Some("IntegerAttr storage for ::mlir::LLVM::GEPNoWrapFlags")
        }
        _ => None,
    }
}

/// Whether the slot is a number and no attribute to upstream, which passes over what is none in a dictionary.
pub fn is_number_property(def: &OpDef, slot: &AttrSlot) -> bool {
    is_llvms(def) && storage(slot).is_some()
}

/// Whether what a dictionary has under the name of a property that is a number is none of its values: overflow flags are
/// a discardable attribute there, and so is what is no number.
pub fn is_passed_over(ctx: &Context, def: &OpDef, slot: &AttrSlot, found: Attr) -> bool {
    is_number_property(def, slot)
        && (matches!(slot.kind, SlotKind::LlvmEnum(attr::OVERFLOW))
            || check_constraint(ctx, def, slot, found).is_some())
}

/// Whether an attribute is of the class that its slot holds, if not what the slot asks for.
fn is_stored(ctx: &Context, def: &OpDef, slot: &AttrSlot, found: Attr) -> bool {
    let data = ctx.attr_data(found);
    let is_integer = matches!(data, AttrData::Integer { .. } | AttrData::BigInteger { .. });
    let fits = || check_constraint(ctx, def, slot, found).is_none();
    match slot.kind {
        SlotKind::Bool if holds_flags_as_integers(def) => is_integer,
        SlotKind::Bool => fits(),
        SlotKind::Int(_) | SlotKind::AnyInt | SlotKind::IndexInt | SlotKind::Bits(_) => is_integer,
        SlotKind::F64 => matches!(data, AttrData::Float { .. }),
        SlotKind::Bounded(_, limit) | SlotKind::Constrained(limit) => limit.keeps(ctx, found),
        SlotKind::Enum(values) => {
            is_value(values, data) && matches!(data, AttrData::Integer { ty, .. } if *ty == types::I64)
        }
        SlotKind::LlvmEnum(attr::OVERFLOW) if is_integer => true,
        SlotKind::LlvmEnum(kind) | SlotKind::Llvm(kind) => {
            matches!(data, AttrData::Llvm { kind: found, .. } if *found == kind)
        }
        SlotKind::Array => matches!(data, AttrData::Array(_)),
        SlotKind::Unit if found == attrs::FALSE && slot.optionality == Optionality::Default(0) => true,
        // Upstream holds those of the LLVM dialect by the operation, not by what they are.
        SlotKind::Elements => is_llvms(def) || fits(),
        SlotKind::Any => true,
        SlotKind::Unit
        | SlotKind::Str
        | SlotKind::SymbolName
        | SlotKind::Type
        | SlotKind::SymbolRef
        | SlotKind::DenseI32
        | SlotKind::DenseI64
        | SlotKind::DialectAttr { .. }
        | SlotKind::DialectEnum { .. } => fits(),
    }
}
