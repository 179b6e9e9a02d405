//! A parameter's or result's attributes as a dictionary of `arg_attrs` or `res_attrs`.

use smallvec::SmallVec;

use super::value::{attr_text, text_attr};
use super::{AttributeItem, AttributeSet, list_attr, list_set};
use crate::attributes::well_known as attrs;
use crate::context::{Attr, Context, Str};
use crate::llvm_attributes::{AttributeRow, AttributeValue, by_parameter};
use crate::names::*;
use crate::types::well_known as types;

/// The dictionary of an argument or result with the attributes `set`: upstream's entries, and `irtrip.attributes` for
/// what those cannot express.
pub fn parameter_dictionary(ctx: &Context, set: &AttributeSet) -> Attr {
    if set.is_empty() {
        return attrs::EMPTY_DICTIONARY;
    }
    let mut entries: SmallVec<[(Str, Attr); 8]> = SmallVec::new();
    let mut rest = AttributeSet::new();
    for item in set.items() {
        let entry = item.row().filter(|r| !r.parameter.is_empty()).and_then(|row| {
            let attr = item_value(ctx, row, item)?;
            (value_item(ctx, item.place()?, row, attr)? == *item).then(|| (ctx.str(row.parameter), attr))
        });
        match entry {
            Some(entry) => entries.push(entry),
            None => rest.items.push(*item),
        }
    }
    if !rest.is_empty() {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, &rest)));
    }
    ctx.dictionary(&entries)
}

/// The LLVM attributes in the dictionary of an argument or result; entries that stand for none are passed over.
pub fn parameter_set(ctx: &Context, dictionary: Attr) -> AttributeSet {
    // What is preserved is first, and yields to upstream's entries.
    let mut set = ctx.entry(dictionary, IRTRIP_ATTRIBUTES).map(|list| list_set(ctx, list)).unwrap_or_default();
    for &(key, value) in ctx.entries(dictionary) {
        if let Some((place, row)) = by_parameter(&ctx.text(key))
            && let Some(item) = value_item(ctx, place as u8, row, value)
        {
            set.push(ctx, item);
        }
    }
    set
}

/// A dictionary whose LLVM attributes are as [`parameter_dictionary`] has them; what stands for none stays as it is.
pub fn normalized_parameter(ctx: &Context, dictionary: Attr) -> Attr {
    if dictionary == attrs::EMPTY_DICTIONARY {
        return dictionary;
    }
    let own = parameter_dictionary(ctx, &parameter_set(ctx, dictionary));
    let is_other = |entry: &&(Str, Attr)| {
        let row = by_parameter(&ctx.text(entry.0));
        entry.0 != IRTRIP_ATTRIBUTES
            && row.is_none_or(|(place, row)| value_item(ctx, place as u8, row, entry.1).is_none())
    };
    let others = ctx.entries(dictionary).iter().filter(is_other);
    let entries: SmallVec<[(Str, Attr); 8]> = others.chain(ctx.entries(own)).copied().collect();
    ctx.dictionary(&entries)
}

/// The attribute that stores an item under the name of its row.
pub fn item_value(ctx: &Context, row: &AttributeRow, item: &AttributeItem) -> Option<Attr> {
    match item {
        AttributeItem::Flag(_) => Some(attrs::UNIT),
        AttributeItem::Int(_, value) => Some(ctx.int_attr(types::I64, *value as i64)),
        AttributeItem::Type(_, ty) => Some(ctx.type_attr(*ty)),
        AttributeItem::Text(_, text) => text_attr(ctx, row.value, &ctx.text(*text)),
        AttributeItem::String { .. } => None,
    }
}

/// The item that an attribute stores under the name of its row.
pub fn value_item(ctx: &Context, place: u8, row: &AttributeRow, attr: Attr) -> Option<AttributeItem> {
    match row.value {
        AttributeValue::None => Some(AttributeItem::Flag(place)),
        AttributeValue::Type => Some(AttributeItem::Type(place, ctx.type_value(attr)?)),
        AttributeValue::Int => Some(AttributeItem::Int(place, ctx.int_value(attr)? as u64)),
        AttributeValue::Text(_) => Some(AttributeItem::Text(place, ctx.str(&attr_text(ctx, row.value, attr)?))),
    }
}
