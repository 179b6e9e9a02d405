//! A call's attributes as entries of its operation.

use super::parameter::{item_value, value_item};
use super::{AttributeSet, list_attr, list_set};
use crate::context::{Attr, Context, OpName, Str};
use crate::llvm_attributes::by_call;
use crate::names::*;

/// The entries of a call's dictionary that say `set`: those the operation's row has, and `irtrip.attributes` for what
/// they would not give back.
///
/// Upstream's import gives a call the memory effects of its callee too; here they are those of the call alone, as its
/// other attributes are.
pub fn call_entries(ctx: &Context, op: OpName, set: &AttributeSet) -> Vec<(Str, Attr)> {
    let mut entries = Vec::new();
    let mut rest = AttributeSet::new();
    for item in set.items() {
        let slot = item.row().filter(|r| op.def().is_some_and(|d| d.attr_slot(r.call).is_some()));
        let entry = slot.and_then(|row| {
            let attr = item_value(ctx, row, item)?;
            (value_item(ctx, item.place()?, row, attr)? == *item).then(|| (ctx.str(row.call), attr))
        });
        match entry {
            Some(entry) => entries.push(entry),
            None => rest.items.push(*item),
        }
    }
    if !rest.is_empty() {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, &rest)));
    }
    entries
}

/// The attributes that a call's dictionary says; entries that say none are passed over.
pub fn call_set(ctx: &Context, op: OpName, dictionary: Attr) -> AttributeSet {
    let mut set = AttributeSet::new();
    let mut carried = None;
    for &(key, value) in ctx.entries(dictionary) {
        if key == IRTRIP_ATTRIBUTES {
            carried = Some(value);
        } else if let Some((place, row)) = by_call(&ctx.text(key))
            && op.def().is_some_and(|d| d.attr_slot(row.call).is_some())
            && let Some(item) = value_item(ctx, place as u8, row, value)
        {
            set.push(ctx, item);
        }
    }
    if let Some(list) = carried {
        set.extend(ctx, &list_set(ctx, list));
    }
    set
}
