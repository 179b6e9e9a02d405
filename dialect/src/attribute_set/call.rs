//! A call's attributes as entries of its operation.

use super::{AttributeSet, list_attr, list_set};
use crate::context::{Attr, Context, OpName, Str};
use crate::names::*;

/// The entries of a call's dictionary that say `set`: those the operation's row has, and `irtrip.attributes` for what
/// they would not give back.
pub fn call_entries(ctx: &Context, op: OpName, set: &AttributeSet) -> Vec<(Str, Attr)> {
    let _ = op;
    let mut entries = Vec::new();
    if !set.is_empty() {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, set)));
    }
    entries
}

/// The attributes that a call's dictionary says.
pub fn call_set(ctx: &Context, op: OpName, dictionary: Attr) -> AttributeSet {
    let _ = op;
    ctx.entry(dictionary, IRTRIP_ATTRIBUTES).map(|list| list_set(ctx, list)).unwrap_or_default()
}
