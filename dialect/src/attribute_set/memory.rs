//! What a function or call may do to memory. LangRef, "Function Attributes", `memory(...)`.

use super::value::{param, text_attr};
use super::{AttributeItem, AttributeSet, list_set};
use crate::attr_table;
use crate::attributes::AttrData;
use crate::context::{Attr, Context};
use crate::llvm_attributes::AttributeValue;
use crate::names::{IRTRIP_ATTRIBUTES, MEMORY_EFFECTS, OP_BUNDLE_TAGS};
use crate::types::well_known as types;

/// Reads and writes of each kind of memory: two bits for each parameter of `#llvm.memory_effects`, 1 for a read and
/// 2 for a write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryEffects(u16);

/// How many kinds of memory there are.
const LOCATIONS: usize = 6;

impl MemoryEffects {
    /// Any access to any memory: what holds of whatever says nothing of its effects.
    pub const ANY: MemoryEffects = MemoryEffects(0b11_11_11_11_11_11);
    const READ: MemoryEffects = MemoryEffects(0b01_01_01_01_01_01);

    /// The effects that a set says. [`ANY`](Self::ANY) where it says none, or some that the dialect cannot.
    pub fn of_set(ctx: &Context, set: &AttributeSet) -> MemoryEffects {
        let text = set.items().iter().find_map(|item| match item {
            AttributeItem::Text(_, text) if item.row()?.value == AttributeValue::Memory => Some(*text),
            _ => None,
        });
        let attr = text.and_then(|text| text_attr(ctx, AttributeValue::Memory, &ctx.text(text)));
        attr.and_then(|attr| MemoryEffects::of_attr(ctx, attr)).unwrap_or(MemoryEffects::ANY)
    }

    /// The effects that an `llvm.func`'s dictionary says.
    pub fn of_function(ctx: &Context, dictionary: Attr) -> MemoryEffects {
        match ctx.entry(dictionary, MEMORY_EFFECTS) {
            Some(attr) => MemoryEffects::of_attr(ctx, attr).unwrap_or(MemoryEffects::ANY),
            None => match ctx.entry(dictionary, IRTRIP_ATTRIBUTES) {
                Some(list) => MemoryEffects::of_set(ctx, &list_set(ctx, list)),
                None => MemoryEffects::ANY,
            },
        }
    }

    /// The effects that a `#llvm.memory_effects` says; `None` for another attribute.
    pub(super) fn of_attr(ctx: &Context, attr: Attr) -> Option<MemoryEffects> {
        let mut bits = 0;
        for place in 0..LOCATIONS {
            let effect = u16::try_from(ctx.int_value(param(ctx, attr, place)?)?).ok().filter(|e| *e <= 3)?;
            bits |= effect << (2 * place);
        }
        Some(MemoryEffects(bits))
    }

    /// As a `#llvm.memory_effects`.
    pub(super) fn attr(self, ctx: &Context) -> Attr {
        let effect = |place| Some(ctx.int_attr(types::I64, i64::from(self.0 >> (2 * place) & 3)));
        let params = (0..LOCATIONS).map(effect).collect();
        ctx.attr(AttrData::Llvm { kind: attr_table::MEMORY_EFFECTS, params })
    }

    /// The effects that both allow.
    #[must_use]
    pub fn and(self, other: MemoryEffects) -> MemoryEffects {
        MemoryEffects(self.0 & other.0)
    }

    /// The effects of a call, with operand bundles, of a function with these effects. LangRef, "Operand Bundles": a
    /// bundle that nothing says more of may read and write memory.
    #[must_use]
    pub fn with_bundles<'t>(self, tags: impl Iterator<Item = &'t [u8]>) -> MemoryEffects {
        let of_tag = |tag: &[u8]| match tag {
            b"ptrauth" | b"kcfi" | b"convergencectrl" | b"deactivation-symbol" => MemoryEffects(0),
            b"deopt" | b"funclet" => MemoryEffects::READ,
            _ => MemoryEffects::ANY,
        };
        tags.fold(self, |effects, tag| MemoryEffects(effects.0 | of_tag(tag).0))
    }

    /// As [`with_bundles`](Self::with_bundles), with the bundles of a call's dictionary.
    #[must_use]
    pub fn with_bundles_of(self, ctx: &Context, dictionary: Attr) -> MemoryEffects {
        let tags = ctx.entry(dictionary, OP_BUNDLE_TAGS).map(|t| ctx.items(t)).unwrap_or_default();
        self.with_bundles(tags.iter().filter_map(|t| ctx.string_value(*t)).map(|t| ctx.bytes(t)))
    }
}
