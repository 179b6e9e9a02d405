//! The form of `irtrip.summary`: what import makes of a ThinLTO summary, which export writes as it stands.

use crate::attributes::AttrData;
use crate::context::{Attr, Context};
use crate::names::IS;
use crate::types::well_known as types;

/// Whether an attribute is a summary's list of entries, and of the numbers of some.
pub(super) fn is_summary(ctx: &Context, attr: Attr) -> bool {
    let is_entry = |entry: &Attr| is_reference(ctx, *entry) || is_field(ctx, *entry);
    matches!(ctx.attr_data(attr), AttrData::Array(entries) if entries.iter().all(is_entry))
}

/// `N : index`
fn is_reference(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Integer { ty, value } if *ty == types::INDEX && u32::try_from(*value).is_ok())
}

/// `[word, value]`
fn is_field(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.items(attr), [word, value] if is_word(ctx, *word) && is_value(ctx, *value))
}

/// Words as LLVM's lexer has them.
fn is_word(ctx: &Context, attr: Attr) -> bool {
    let is_lexed = |word: &[u8]| {
        word.first().is_some_and(u8::is_ascii_alphabetic)
            && word.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_')
    };
    ctx.string_value(attr).is_some_and(|words| ctx.bytes(words).split(|c| *c == b' ').all(is_lexed))
}

/// What stands behind a field's colon. A list of a string and something else would be a field.
fn is_value(ctx: &Context, attr: Attr) -> bool {
    match ctx.attr_data(attr) {
        AttrData::Integer { ty, .. } if *ty == types::INDEX => is_reference(ctx, attr),
        AttrData::Integer { .. } | AttrData::String { .. } => true,
        AttrData::BigInteger { value, .. } => u64::try_from(value.as_ref()).is_ok(),
        AttrData::Array(items) => items.iter().all(|item| is_item(ctx, *item)),
        AttrData::Dictionary(entries) => {
            let is_known = |(key, value): &(_, Attr)| match ctx.bytes(*key) {
                b"range" => matches!(ctx.attr_data(*value), AttrData::Array(_)) && is_value(ctx, *value),
                b"of" => is_reference(ctx, *value),
                _ => *key == IS && is_word(ctx, *value),
            };
            entries.first().is_some_and(|(key, _)| *key == IS || entries.len() == 1 && ctx.bytes(*key) == b"range")
                && entries.iter().all(is_known)
        }
        _ => false,
    }
}

/// An item of a list: a value that is no string, or a field.
fn is_item(ctx: &Context, attr: Attr) -> bool {
    is_field(ctx, attr) || !matches!(ctx.attr_data(attr), AttrData::String { .. }) && is_value(ctx, attr)
}
