//! The form of `irtrip.summary`: what import makes of a ThinLTO summary, and its entries.

use rustc_hash::FxHashMap;

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::limits::MAX_NESTING;
use crate::names::IS;
use crate::types::well_known as types;

/// What an entry may be. LangRef, "ThinLTO Summary".
pub const ENTRY_KINDS: [&[u8]; 6] = [b"gv", b"module", b"typeid", b"typeidCompatibleVTable", b"flags", b"blockcount"];

/// Whether an attribute is a summary's list of entries, and of the numbers of some.
pub(in crate::preserved) fn is_summary(ctx: &Context, attr: Attr) -> bool {
    let is_kind = |word: Str| ENTRY_KINDS.contains(&ctx.bytes(word));
    let has_kind = |entry: Attr| field(ctx, entry).is_some_and(|(word, _)| is_kind(word));
    let is_entry = |entry: &Attr| is_reference(ctx, *entry) || is_field(ctx, *entry) && has_kind(*entry);
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

/// What stands after a field's colon. A list of a string and something else would be a field.
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

/// `[field, value]`: its label and the value.
pub fn field(ctx: &Context, attr: Attr) -> Option<(Str, Attr)> {
    match ctx.items(attr) {
        [name, value] => Some((ctx.string_value(*name)?, *value)),
        _ => None,
    }
}

/// The value of the field with a label in a list.
pub fn field_of(ctx: &Context, list: Attr, name: &str) -> Option<Attr> {
    let fields = ctx.items(list).iter().filter_map(|item| field(ctx, *item));
    fields.into_iter().find(|field| ctx.bytes(field.0) == name.as_bytes()).map(|field| field.1)
}

/// An intrinsic's name without what its pointers point to, as releases up to 14 have it, and without a last pointer, which
/// older releases do not name of every intrinsic; any other name as it is.
///
/// ```
/// use irtrip_dialect::preserved::summary::untyped_intrinsic;
/// assert_eq!(untyped_intrinsic("llvm.memcpy.p0i8.p0i8.i64"), "llvm.memcpy.p0.p0.i64");
/// assert_eq!(untyped_intrinsic("llvm.masked.load.v4p0i8.p0v4p0i8"), "llvm.masked.load.v4p0");
/// assert_eq!(untyped_intrinsic("llvm.va_start"), untyped_intrinsic("llvm.va_start.p0"));
/// ```
pub fn untyped_intrinsic(name: &str) -> String {
    let untyped = |part: &str| {
        let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let vector = part.strip_prefix("nx").unwrap_or(part).strip_prefix('v').filter(|rest| digits(rest) > 0);
        let pointer = vector.map_or(part, |rest| &rest[digits(rest)..]);
        let space = pointer.strip_prefix('p').map_or(0, digits);
        let kept = if space > 0 { part.len() - pointer.len() + 1 + space } else { part.len() };
        part.get(..kept).unwrap_or(part).to_owned()
    };
    match name.strip_prefix("llvm.") {
        Some(rest) => {
            let mut parts: Vec<String> = rest.split('.').map(untyped).collect();
            parts.pop_if(|part| part == "p0");
            format!("llvm.{}", parts.join("."))
        }
        None => name.to_owned(),
    }
}

/// The entries of a summary.
#[derive(Clone, Debug, Default)]
pub struct SummaryEntries {
    /// Each with the number that others refer to it by.
    pub list: Vec<(i64, Attr)>,
}

impl SummaryEntries {
    /// The entries of a list as the module's attribute has it.
    pub fn of(ctx: &Context, summary: Attr) -> SummaryEntries {
        let (mut list, mut next) = (Vec::new(), 0i64);
        for item in ctx.items(summary) {
            if is_reference(ctx, *item) {
                next = ctx.int_value(*item).unwrap_or(next);
                continue;
            }
            list.push((next, *item));
            next = next.saturating_add(1);
        }
        SummaryEntries { list }
    }

    /// Puts the entries of global values in another order, at the places that they have together, and numbers all anew.
    pub fn sort_values_by_key<K: Ord>(&mut self, ctx: &Context, key: impl Fn(Attr) -> K) {
        let is_value = |entry: &(i64, Attr)| field(ctx, entry.1).is_some_and(|field| ctx.bytes(field.0) == b"gv");
        let places: Vec<usize> =
            self.list.iter().enumerate().filter(|(_, entry)| is_value(entry)).map(|(place, _)| place).collect();
        let mut values: Vec<(i64, Attr)> = self.list.iter().copied().filter(is_value).collect();
        values.sort_by_cached_key(|entry| key(entry.1));
        for (place, value) in places.into_iter().zip(values) {
            if let Some(slot) = self.list.get_mut(place) {
                *slot = value;
            }
        }
        let numbers: FxHashMap<i64, i64> =
            self.list.iter().zip(0..).map(|((before, _), number)| (*before, number)).collect();
        for ((number, entry), place) in self.list.iter_mut().zip(0..) {
            *number = place;
            *entry = with_numbers(ctx, *entry, &numbers, 0);
        }
    }

    /// As the module's attribute has them.
    pub fn attr(&self, ctx: &Context) -> Attr {
        let (mut items, mut next) = (Vec::with_capacity(self.list.len()), 0);
        for (number, entry) in &self.list {
            if *number != next {
                items.push(ctx.int_attr(types::INDEX, *number));
            }
            items.push(*entry);
            next = number.saturating_add(1);
        }
        ctx.array(&items)
    }
}

/// A value with other numbers in the place of those that refer to entries.
fn with_numbers(ctx: &Context, value: Attr, numbers: &FxHashMap<i64, i64>, depth: usize) -> Attr {
    if depth > 2 * MAX_NESTING {
        return value;
    }
    match ctx.attr_data(value) {
        AttrData::Integer { ty, value: number } if *ty == types::INDEX => {
            numbers.get(number).map_or(value, |number| ctx.int_attr(types::INDEX, *number))
        }
        AttrData::Array(items) => {
            let items: Vec<Attr> = items.iter().map(|item| with_numbers(ctx, *item, numbers, depth + 1)).collect();
            ctx.array(&items)
        }
        AttrData::Dictionary(entries) => {
            let entries: Vec<(Str, Attr)> =
                entries.iter().map(|(key, item)| (*key, with_numbers(ctx, *item, numbers, depth + 1))).collect();
            ctx.dictionary(&entries)
        }
        _ => value,
    }
}

/// A value without the flags that say that a definition is imported.
fn without_definitions(ctx: &Context, value: Attr, depth: usize) -> Attr {
    match ctx.attr_data(value) {
        AttrData::Array(items) if depth <= 2 * MAX_NESTING => {
            let kept = items.iter().filter(|item| !imports_definition(ctx, **item));
            ctx.array(&kept.map(|item| without_definitions(ctx, *item, depth + 1)).collect::<Vec<Attr>>())
        }
        _ => value,
    }
}

/// The field of a global value's flags that says how it is imported.
pub const IMPORT_TYPE: &str = "importType";

/// Whether an item of a global value's flags says that its definition is imported, as it is where nothing says how.
pub fn imports_definition(ctx: &Context, flag: Attr) -> bool {
    field(ctx, flag) == Some((ctx.str(IMPORT_TYPE), ctx.dictionary(&[(IS, ctx.string_attr("definition"))])))
}

/// A summary as it is compared: global values by their names, intrinsics by the current, in one order; without what flags say
/// that is so without them.
pub fn comparable(ctx: &Context, summary: Attr) -> Attr {
    let mut entries = SummaryEntries::of(ctx, without_definitions(ctx, summary, 0));
    for (_, entry) in &mut entries.list {
        let Some((kind, value)) = field(ctx, *entry) else { continue };
        let name = field_of(ctx, value, "name").and_then(|name| ctx.string_value(name));
        let Some(untyped) = name.map(|name| untyped_intrinsic(&ctx.text(name))) else { continue };
        let is_name = |item: &Attr| field(ctx, *item).is_some_and(|field| ctx.bytes(field.0) == b"name");
        let named = ctx.array(&[ctx.string_attr("name"), ctx.string_attr(&untyped)]);
        let items: Vec<Attr> = ctx.items(value).iter().map(|item| if is_name(item) { named } else { *item }).collect();
        *entry = ctx.array(&[ctx.str_attr(kind), ctx.array(&items)]);
    }
    entries.sort_values_by_key(ctx, |entry| {
        let name = field(ctx, entry).and_then(|field| field_of(ctx, field.1, "name"));
        name.and_then(|name| ctx.string_value(name)).map(|name| ctx.bytes(name).to_vec())
    });
    entries.attr(ctx)
}
