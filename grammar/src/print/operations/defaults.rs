//! Inherent attributes that are not stored because they have their default value; the generic form writes them.

use irtrip_dialect::attr_table::{self, AttrKind, AttrKindDefinition};
use irtrip_dialect::ops::{AttrSlot, Optionality, SlotKind};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context};

/// The attribute that holds where an operation does not store one; `None` where none does.
pub(crate) fn default_of(ctx: &Context, slot: &AttrSlot) -> Option<Attr> {
    let value = match slot.optionality {
        Optionality::Default(value) => value,
        Optionality::DefaultEmpty => return empty_of(ctx, slot.kind),
        Optionality::Required | Optionality::Optional | Optionality::LeftOut(_) => return None,
    };
    match slot.kind {
        SlotKind::Bool => Some(ctx.bool_attr(value != 0)),
        SlotKind::Int(width) | SlotKind::Bounded(width, _) => Some(ctx.int_attr(ctx.int_type(width), value)),
        SlotKind::Enum(_) | SlotKind::AnyInt => Some(ctx.int_attr(types::I64, value)),
        SlotKind::IndexInt => Some(ctx.int_attr(types::INDEX, value)),
        SlotKind::Bits(_) => Some(ctx.int_attr(types::I32, value)),
        SlotKind::LlvmEnum(kind) => Some(llvm(ctx, kind, Some(ctx.int_attr(types::I64, value)))),
        SlotKind::Unit
        | SlotKind::F64
        | SlotKind::Str
        | SlotKind::SymbolName
        | SlotKind::Type
        | SlotKind::SymbolRef
        | SlotKind::Llvm(_)
        | SlotKind::DenseI32
        | SlotKind::DenseI64
        | SlotKind::Array
        | SlotKind::Foreign { .. }
        | SlotKind::ForeignWord { .. }
        | SlotKind::Elements
        | SlotKind::Any
        | SlotKind::Constrained(_) => None,
    }
}

/// The form an inherent attribute has among the properties: upstream's overflow flags are a plain number there.
pub(crate) fn as_property(ctx: &Context, slot: &AttrSlot, value: Attr) -> Attr {
    let SlotKind::LlvmEnum(attr_table::OVERFLOW) = slot.kind else { return value };
    match ctx.attr_data(value) {
        AttrData::Llvm { params, .. } => {
            let flags = params.first().copied().flatten().and_then(|p| ctx.int_value(p));
            flags.map_or(value, |flags| ctx.int_attr(types::I32, flags))
        }
        _ => value,
    }
}

fn empty_of(ctx: &Context, kind: SlotKind) -> Option<Attr> {
    match kind {
        SlotKind::Llvm(kind) => Some(llvm(ctx, kind, None)),
        SlotKind::Foreign { dialect, empty, .. } | SlotKind::ForeignWord { dialect, empty, .. } => {
            Some(ctx.foreign_attr(dialect, empty))
        }
        _ => None,
    }
}

fn llvm(ctx: &Context, kind: AttrKind, first: Option<Attr>) -> Attr {
    let mut params = vec![None; kind.def().params.len()];
    if let Some(place) = params.first_mut() {
        *place = first;
    }
    ctx.attr(AttrData::Llvm { kind, params: params.into() })
}
