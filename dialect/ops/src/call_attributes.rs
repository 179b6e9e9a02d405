//! A call's attributes as entries of its operation.

use crate::attribute_set::{AttributeItem, AttributeSet, MemoryEffects, item_value, list_attr, list_set, value_item};
use crate::context::{Attr, Context, Str};
use crate::llvm_attributes::{ATTRIBUTES, AttributeRow, AttributeText, AttributeValue, by_call, by_llvm};
use crate::names::*;
use crate::ops::{LlvmForm, LoweringKind};
use crate::registry::{OpName, OpNameDefinition};

/// The function a call calls, as far as the call's attributes depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CalledFunction {
    /// Its memory effects, and those of the call's operand bundles.
    pub effects: MemoryEffects,
    /// Whether the call's operation names it.
    pub named: bool,
}

impl CalledFunction {
    /// A call of what is no function, or of one that may do anything to memory.
    pub const UNKNOWN: CalledFunction = CalledFunction { effects: MemoryEffects::ANY, named: false };
}

/// The definition of `memory(...)` and its place.
fn memory_row() -> Option<(usize, &'static AttributeRow)> {
    ATTRIBUTES.iter().enumerate().find(|(_, row)| row.value == AttributeValue::Text(AttributeText::Memory))
}

fn has_slot(op: OpName, row: &AttributeRow) -> bool {
    op.def().is_some_and(|d| d.attr_slot(row.call).is_some())
}

/// The attribute that a call has unless its operation lists attributes of its own: one of a constrained intrinsic is
/// `strictfp`. LangRef, "Constrained Floating-Point Intrinsics".
fn usual(op: OpName) -> Option<AttributeItem> {
    match op.def()?.llvm {
        LlvmForm::Intrinsic(intrinsic) if intrinsic.lowering == LoweringKind::Constrained => {
            by_llvm("strictfp").map(|(place, _)| AttributeItem::Flag(place as u8))
        }
        _ => None,
    }
}

/// Whether an operation has to store that its call has no attributes.
pub fn says_without_attributes(op: OpName) -> bool {
    usual(op).is_some()
}

/// The entries of a call's dictionary that stand for `set`: those the operation's definition has, and `irtrip.attributes` for
/// what they cannot express.
///
/// As upstream's import has it, `memory_effects` are those that call and callee both allow. They stand for an attribute
/// of the call alone where they are not those of the callee that the operation names.
pub fn call_entries(ctx: &Context, op: OpName, set: &AttributeSet, callee: CalledFunction) -> Vec<(Str, Attr)> {
    let mut entries = Vec::new();
    let mut rest = AttributeSet::new();
    let memory = memory_row().filter(|m| has_slot(op, m.1));
    for item in set.items() {
        if memory.is_some_and(|m| item.place().map(usize::from) == Some(m.0)) {
            continue;
        }
        let entry = item.row().filter(|r| has_slot(op, r)).and_then(|row| {
            let attr = item_value(ctx, row, item)?;
            (value_item(ctx, item.place()?, row, attr)? == *item).then(|| (ctx.str(row.call), attr))
        });
        match entry {
            Some(entry) => entries.push(entry),
            None => rest.push(ctx, *item),
        }
    }
    if let Some((place, row)) = memory {
        let own = set.get(place).copied();
        let effects = MemoryEffects::of_set(ctx, set).and(callee.effects);
        let mut implied = None;
        if effects != MemoryEffects::ANY {
            let attr = effects.attr(ctx);
            entries.push((ctx.str(row.call), attr));
            implied =
                implied_memory(ctx, place, row, attr, if callee.named { callee.effects } else { MemoryEffects::ANY });
        }
        if implied != own {
            rest.push(ctx, own.unwrap_or(AttributeItem::Text(place as u8, EMPTY)));
        }
    }
    let is_default = match usual(op) {
        Some(usual) => rest.items() == [usual],
        None => rest.is_empty(),
    };
    if !is_default {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, &rest)));
    }
    entries
}

/// A call's dictionary with other LLVM attributes.
pub fn with_call_set(ctx: &Context, op: OpName, dictionary: Attr, set: &AttributeSet, callee: CalledFunction) -> Attr {
    let stands_for_attributes =
        |key: Str| key == IRTRIP_ATTRIBUTES || by_call(&ctx.text(key)).is_some_and(|(_, row)| has_slot(op, row));
    let others = ctx.entries(dictionary).iter().copied().filter(|entry| !stands_for_attributes(entry.0));
    let entries: Vec<(Str, Attr)> = others.chain(call_entries(ctx, op, set, callee)).collect();
    ctx.dictionary(&entries)
}

/// The `memory(...)` that a call's `memory_effects` stand for: none where they are the callee's.
fn implied_memory(
    ctx: &Context,
    place: usize,
    row: &AttributeRow,
    attr: Attr,
    callee: MemoryEffects,
) -> Option<AttributeItem> {
    let inherited = callee != MemoryEffects::ANY && MemoryEffects::of_attr(ctx, attr) == Some(callee);
    if inherited { None } else { value_item(ctx, place as u8, row, attr) }
}

/// Whether the `memory(...)` in a call's `irtrip.attributes` goes with the `memory_effects` of its operation, which are those
/// that call and callee both allow.
pub fn completes_memory(ctx: &Context, op: OpName, dictionary: Attr, callee: CalledFunction) -> bool {
    let Some((_, row)) = memory_row().filter(|row| has_slot(op, row.1)) else { return true };
    let Some(list) = ctx.entry(dictionary, IRTRIP_ATTRIBUTES) else { return true };
    let list = list_set(ctx, list);
    if !list.items().iter().any(is_memory) {
        return true;
    }
    let stored = by_name(ctx, dictionary, row.call).and_then(|effects| MemoryEffects::of_attr(ctx, effects));
    let (own, stored) = (MemoryEffects::of_set(ctx, &list), stored.unwrap_or(MemoryEffects::ANY));
    // Of a function that the operation does not name, the effects are in the stored ones alone.
    if callee.named { own.and(callee.effects) == stored } else { own.and(stored) == stored }
}

fn by_name(ctx: &Context, dictionary: Attr, name: &str) -> Option<Attr> {
    ctx.entries(dictionary).iter().find(|entry| ctx.bytes(entry.0) == name.as_bytes()).map(|entry| entry.1)
}

/// A set of attributes without `memory(...)`.
pub fn without_memory(set: &AttributeSet) -> AttributeSet {
    let mut rest = set.clone();
    rest.retain(|item| !is_memory(item));
    rest
}

fn is_memory(item: &AttributeItem) -> bool {
    item.row().is_some_and(|row| row.value == AttributeValue::Text(AttributeText::Memory))
}

/// The LLVM attributes in a call's dictionary; entries that stand for none are passed over. `callee` are the memory
/// effects of the function that the operation names, with those of its operand bundles.
pub fn call_set(ctx: &Context, op: OpName, dictionary: Attr, callee: MemoryEffects) -> AttributeSet {
    let mut set = AttributeSet::new();
    let mut preserved = None;
    for &(key, value) in ctx.entries(dictionary) {
        if key == IRTRIP_ATTRIBUTES {
            preserved = Some(value);
        } else if let Some((place, row)) = by_call(&ctx.text(key))
            && has_slot(op, row)
        {
            let item = match row.value {
                AttributeValue::Text(AttributeText::Memory) => implied_memory(ctx, place, row, value, callee),
                _ => value_item(ctx, place as u8, row, value),
            };
            if let Some(item) = item {
                set.push(ctx, item);
            }
        }
    }
    if let (None, Some(usual)) = (preserved, usual(op)) {
        set.push(ctx, usual);
    }
    if let Some(list) = preserved {
        set.extend(ctx, &list_set(ctx, list));
        // `memory` with nothing between its brackets: the call has none.
        set.retain(|item| match item {
            AttributeItem::Text(_, text) => {
                *text != EMPTY || item.row().map(|r| r.value) != Some(AttributeValue::Text(AttributeText::Memory))
            }
            _ => true,
        });
    }
    set
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
