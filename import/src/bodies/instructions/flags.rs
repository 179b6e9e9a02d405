//! Flags of instructions: wrapping, exactness, fast-math and their kin; each becomes the operation's own attribute,
//! or, where the operation has none, a word of `irtrip.flags`.

use irtrip_dialect::enums::{FlagAttr, InstructionFlags};
use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, OpName, Str};

use crate::reader::Reader;

impl<'a> Reader<'_, 'a> {
    /// Reads the flags that are next, as far as the operation's row permits them.
    #[inline]
    pub fn flags_of(&mut self, name: OpName) -> InstructionFlags {
        self.read_flags(name.def().map_or(InstructionFlags::empty(), |def| def.flags))
    }

    /// Reads the flags that are next; words of other flags than those that are permitted are left, and so are those but
    /// fast-math flags that stand there already.
    #[inline]
    pub fn read_flags(&mut self, permitted: InstructionFlags) -> InstructionFlags {
        let mut flags = InstructionFlags::empty();
        if permitted.is_empty() {
            return flags;
        }
        loop {
            let word = self.c.peek_word();
            let Some(flag) = InstructionFlags::from_llvm(word) else { return flags };
            let repeats = flags.contains(flag) && !InstructionFlags::FAST.contains(flag);
            if !permitted.contains(flag) || repeats {
                return flags;
            }
            flags |= flag;
            self.c.pos += word.len();
        }
    }

    /// Adds the entries that say `flags` on an operation.
    pub fn flag_attrs(&mut self, name: OpName, flags: InstructionFlags, entries: &mut Vec<(Str, Attr)>) {
        if flags.is_empty() {
            return;
        }
        let words = self.flag_entries(name, flags, entries);
        if !words.is_empty() {
            entries.push((IRTRIP_FLAGS, self.words_attr(&words)));
        }
    }

    /// Adds the attributes the operation has for flags; gives the words it has none for.
    pub fn flag_entries(
        &mut self,
        name: OpName,
        flags: InstructionFlags,
        entries: &mut Vec<(Str, Attr)>,
    ) -> Vec<&'static str> {
        let def = name.def();
        let has_slot = |slot: &str| def.is_some_and(|d| d.attr_slot(slot).is_some());
        let attr = |attr| match attr {
            FlagAttr::Overflow(flags) => self.enum_attr(flags),
            FlagAttr::Fastmath(flags) => self.enum_attr(flags),
        };
        flags.entries(has_slot, attr, entries).llvm_words().collect()
    }

    /// An array of strings.
    pub fn words_attr(&self, words: &[&str]) -> Attr {
        let words: Vec<Attr> = words.iter().map(|w| self.ctx.string_attr(w)).collect();
        self.ctx.array(&words)
    }
}
