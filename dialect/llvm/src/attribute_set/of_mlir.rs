//! Attributes that functions, variables and parameters have in MLIR alone, as string attributes of LLVM IR, where those are words
//! or none: `"irtrip.mlir.sym_visibility"="private"`.

use crate::attributes::well_known as attrs;
use crate::context::{Attr, Context, Str};
use crate::names::*;

/// What the names of these string attributes begin with.
const PREFIX: &str = "irtrip.mlir.";

/// A dictionary with string attributes in its `list`, `passthrough` or its like, in place of the attributes that `is_kept`
/// names.
pub fn with_mlir_attributes_in(ctx: &Context, dictionary: Attr, list: Str, is_kept: impl Fn(&str) -> bool) -> Attr {
    let mut items = ctx.entry(dictionary, list).map(|list| ctx.items(list).to_vec()).unwrap_or_default();
    let before = items.len();
    let mut others = Vec::new();
    for &(key, value) in ctx.entries(dictionary) {
        let word = ctx.string_value(value).filter(|word| *word != EMPTY);
        if (word.is_some() || value == attrs::UNIT) && is_kept(&ctx.text(key)) {
            let name = ctx.string_attr(&format!("{PREFIX}{}", ctx.text(key)));
            items.push(match word {
                Some(word) => ctx.array(&[name, ctx.str_attr(word)]),
                None if list == IRTRIP_ATTRIBUTES => ctx.array(&[name]),
                None => name,
            });
        } else if key != list {
            others.push((key, value));
        }
    }
    if items.len() == before {
        return dictionary;
    }
    others.push((list, ctx.array(&items)));
    ctx.dictionary(&others)
}

/// The dictionary that [`with_mlir_attributes_in`] made another of.
pub fn without_mlir_attributes_in(ctx: &Context, dictionary: Attr, list: Str) -> Attr {
    let Some(items) = ctx.entry(dictionary, list).map(|list| ctx.items(list)) else { return dictionary };
    let (mut entries, mut rest) = (Vec::new(), Vec::with_capacity(items.len()));
    for &item in items {
        let (name, value) = match ctx.items(item) {
            [name, value] => (ctx.string_value(*name), *value),
            [name] => (ctx.string_value(*name), attrs::UNIT),
            _ => (ctx.string_value(item), attrs::UNIT),
        };
        let name = name.and_then(|name| ctx.bytes(name).strip_prefix(PREFIX.as_bytes()));
        match name.and_then(|name| std::str::from_utf8(name).ok()).filter(|name| !name.is_empty()) {
            Some(name) => entries.push((ctx.str(name), value)),
            None => rest.push(item),
        }
    }
    if rest.len() == items.len() {
        return dictionary;
    }
    // The last of one key counts, which a dictionary takes first.
    entries.reverse();
    entries.extend(ctx.entries(dictionary));
    entries.retain(|entry| entry.0 != list);
    entries.extend((!rest.is_empty()).then(|| (list, ctx.array(&rest))));
    ctx.dictionary(&entries)
}
