//! A function's attributes as entries of `llvm.func`.

use super::{AttributeSet, list_attr, list_set};
use crate::context::{Attr, Context, Str};
use crate::names::*;

/// The entries of an `llvm.func`'s dictionary that say `set`: upstream's, and `irtrip.attributes` for what those
/// would not give back.
pub fn function_entries(ctx: &Context, set: &AttributeSet) -> Vec<(Str, Attr)> {
    let mut entries = Vec::new();
    if !set.is_empty() {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, set)));
    }
    entries
}

/// The attributes that an `llvm.func`'s dictionary says; entries that say none are passed over.
pub fn function_set(ctx: &Context, dictionary: Attr) -> AttributeSet {
    ctx.entry(dictionary, IRTRIP_ATTRIBUTES).map(|list| list_set(ctx, list)).unwrap_or_default()
}
