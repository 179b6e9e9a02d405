//! A list of LLVM attributes as the preserved attributes hold it; see [`crate::preserved`].

use super::{AttributeItem, AttributeSet};
use crate::attributes::AttrData;
use crate::context::{Attr, Context};
use crate::llvm_attributes::{self, AttributeValue};
use crate::names::EMPTY;
use crate::types::well_known as types;

/// The set as an array: `"cold"`, `["key", "value"]`, `{align = 8 : i64}`.
pub fn list_attr(ctx: &Context, set: &AttributeSet) -> Attr {
    let items: Vec<Attr> = set.items().iter().filter_map(|item| item_attr(ctx, item)).collect();
    ctx.array(&items)
}

fn item_attr(ctx: &Context, item: &AttributeItem) -> Option<Attr> {
    if let AttributeItem::String { key, value } = item {
        let mut parts = vec![ctx.str_attr(*key)];
        parts.extend(value.map(|v| ctx.str_attr(v)));
        return Some(ctx.array(&parts));
    }
    let row = item.row()?;
    let name = ctx.str(row.llvm);
    let value = match item {
        AttributeItem::Flag(_) | AttributeItem::String { .. } => return Some(ctx.str_attr(name)),
        AttributeItem::Int(_, value) => ctx.int_attr(types::I64, *value as i64),
        AttributeItem::Type(_, ty) => ctx.type_attr(*ty),
        AttributeItem::Text(_, EMPTY) if row.value.may_be_empty() => return Some(ctx.str_attr(name)),
        AttributeItem::Text(_, text) => ctx.str_attr(*text),
    };
    Some(ctx.dictionary(&[(name, value)]))
}

/// The set that an array by [`list_attr`] holds. What is no such entry is left out; the verifier names it.
pub fn list_set(ctx: &Context, list: Attr) -> AttributeSet {
    let mut set = AttributeSet::new();
    for item in ctx.items(list) {
        if let Some(item) = attr_item(ctx, *item) {
            set.push(ctx, item);
        }
    }
    set
}

/// The attribute that an entry of a list stands for; `None` where it is no entry of a list.
pub fn attr_item(ctx: &Context, entry: Attr) -> Option<AttributeItem> {
    match ctx.attr_data(entry) {
        AttrData::String { value, .. } => {
            let (place, row) = llvm_attributes::by_llvm(&ctx.text(*value))?;
            match row.value {
                AttributeValue::None => Some(AttributeItem::Flag(place as u8)),
                value if value.may_be_empty() => Some(AttributeItem::Text(place as u8, EMPTY)),
                _ => None,
            }
        }
        AttrData::Array(parts) => {
            let key = ctx.string_value(*parts.first()?)?;
            let value = match parts.get(1) {
                Some(value) => Some(ctx.string_value(*value)?),
                None => None,
            };
            Some(AttributeItem::String { key, value })
        }
        AttrData::Dictionary(entries) => {
            let (name, value) = *entries.first()?;
            let (place, row) = llvm_attributes::by_llvm(&ctx.text(name))?;
            let place = place as u8;
            match row.value {
                AttributeValue::None => None,
                AttributeValue::Type => Some(AttributeItem::Type(place, ctx.type_value(value)?)),
                AttributeValue::Int => Some(AttributeItem::Int(place, ctx.int_value(value)? as u64)),
                AttributeValue::Text(_) => Some(AttributeItem::Text(place, ctx.string_value(value)?)),
            }
        }
        _ => None,
    }
}
