//! A parameter's or result's attributes as a dictionary of `arg_attrs` or `res_attrs`.

use super::{AttributeSet, list_attr, list_set};
use crate::context::{Attr, Context};
use crate::names::*;

/// The dictionary of an argument or result that says `set`.
pub fn parameter_dictionary(ctx: &Context, set: &AttributeSet) -> Attr {
    let mut entries = Vec::new();
    if !set.is_empty() {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, set)));
    }
    ctx.dictionary(&entries)
}

/// The attributes that the dictionary of an argument or result says.
pub fn parameter_set(ctx: &Context, dictionary: Attr) -> AttributeSet {
    ctx.entry(dictionary, IRTRIP_ATTRIBUTES).map(|list| list_set(ctx, list)).unwrap_or_default()
}
