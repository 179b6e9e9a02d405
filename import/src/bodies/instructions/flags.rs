//! Flags of instructions: wrapping, exactness, fast-math and their kin; each becomes the operation's own attribute,
//! or, where the operation has none, a word of `irtrip.flags`.

use irtrip_dialect::enums::{FlagAttr, InstructionFlags};
use irtrip_dialect::names::*;
use irtrip_dialect::{OpName, OpNameDefinition};

use crate::attribute_cache::{AttributeCache, NamedAttrs};
use irtrip_dialect::llvm_text::cursor::Cursor;

/// Reads the flags that are next, as far as the operation's definition permits them.
#[inline]
pub(crate) fn parse_flags_of(c: &mut Cursor<'_>, name: OpName) -> InstructionFlags {
    parse_flags(c, name.def().map_or(InstructionFlags::empty(), |def| def.flags))
}

/// Reads the flags that are next; words of other flags than those that are permitted are left, and so are those but
/// fast-math flags that are there already.
#[inline]
pub(crate) fn parse_flags(c: &mut Cursor<'_>, permitted: InstructionFlags) -> InstructionFlags {
    let mut flags = InstructionFlags::empty();
    if permitted.is_empty() {
        return flags;
    }
    loop {
        let word = c.peek_word();
        let Some(flag) = InstructionFlags::from_llvm(word) else { return flags };
        let repeats = flags.contains(flag) && !InstructionFlags::FAST.contains(flag);
        if !permitted.contains(flag) || repeats {
            return flags;
        }
        flags |= flag;
        c.pos += word.len();
    }
}

/// Adds the entries of `flags` on an operation.
pub(crate) fn push_attrs(
    cache: &mut AttributeCache<'_>,
    name: OpName,
    flags: InstructionFlags,
    entries: &mut NamedAttrs,
) {
    if flags.is_empty() {
        return;
    }
    let words = push_entries(cache, name, flags, entries);
    if !words.is_empty() {
        entries.push((IRTRIP_FLAGS, cache.words(&words)));
    }
}

/// Adds the attributes the operation has for flags; returns the words it has none for.
pub(crate) fn push_entries(
    cache: &mut AttributeCache<'_>,
    name: OpName,
    flags: InstructionFlags,
    entries: &mut NamedAttrs,
) -> Vec<&'static str> {
    let def = name.def();
    let has_slot = |slot: &str| def.is_some_and(|d| d.attr_slot(slot).is_some());
    let attr = |attr| match attr {
        FlagAttr::Overflow(flags) => cache.enum_value(flags),
        FlagAttr::Fastmath(flags) => cache.enum_value(flags),
    };
    flags.entries(has_slot, attr, entries).llvm_words().collect()
}
