//! Flags of instructions: wrapping, exactness, fast-math and their kin; each becomes the operation's own attribute,
//! or, where the operation has none, a word of `irtrip.flags`.

use irtrip_dialect::enums::{FastmathFlags, IntegerOverflowFlags};
use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, OpName, Str, attributes::well_known as attrs};

use crate::reader::Reader;

/// The flags of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Flags {
    pub overflow: IntegerOverflowFlags,
    pub fastmath: FastmathFlags,
    pub exact: bool,
    pub disjoint: bool,
    pub nneg: bool,
    pub samesign: bool,
}

impl Flags {
    /// Takes a word if it is a flag; gives its length.
    #[inline]
    pub fn take(&mut self, word: &[u8]) -> Option<usize> {
        match word {
            b"nsw" => self.overflow |= IntegerOverflowFlags::NSW,
            b"nuw" => self.overflow |= IntegerOverflowFlags::NUW,
            b"exact" => self.exact = true,
            b"disjoint" => self.disjoint = true,
            b"nneg" => self.nneg = true,
            b"samesign" => self.samesign = true,
            _ => self.fastmath |= FastmathFlags::from_llvm(word)?,
        }
        Some(word.len())
    }

    /// Whether no flag is set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.overflow.is_empty()
            && self.fastmath.is_empty()
            && !(self.exact | self.disjoint | self.nneg | self.samesign)
    }
}

/// The flags an instruction may have: bits of the constants here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Permitted(u8);

impl Permitted {
    pub const NONE: Permitted = Permitted(0);
    pub const WRAP: Permitted = Permitted(1);
    pub const EXACT: Permitted = Permitted(2);
    pub const DISJOINT: Permitted = Permitted(4);
    pub const NNEG: Permitted = Permitted(8);
    pub const SAMESIGN: Permitted = Permitted(16);
    pub const FAST: Permitted = Permitted(32);

    /// Those of a binary, unary or cast instruction.
    pub fn of(mnemonic: &[u8]) -> Permitted {
        match mnemonic {
            b"add" | b"sub" | b"mul" | b"shl" | b"trunc" => Permitted::WRAP,
            b"udiv" | b"sdiv" | b"lshr" | b"ashr" => Permitted::EXACT,
            b"or" => Permitted::DISJOINT,
            b"zext" | b"uitofp" => Permitted::NNEG,
            b"fneg" | b"fadd" | b"fsub" | b"fmul" | b"fdiv" | b"frem" | b"fptrunc" | b"fpext" => Permitted::FAST,
            _ => Permitted::NONE,
        }
    }

    /// Whether all these flags are among them.
    fn has(self, flags: &Flags) -> bool {
        let kinds = [
            (!flags.overflow.is_empty(), Permitted::WRAP),
            (flags.exact, Permitted::EXACT),
            (flags.disjoint, Permitted::DISJOINT),
            (flags.nneg, Permitted::NNEG),
            (flags.samesign, Permitted::SAMESIGN),
            (!flags.fastmath.is_empty(), Permitted::FAST),
        ];
        kinds.iter().all(|(set, kind)| !set || self.0 & kind.0 != 0)
    }
}

impl<'a> Reader<'_, 'a> {
    /// Reads the flags that are next; words of other flags than those that are permitted are left, and so are those but
    /// fast-math flags that stand there already.
    #[inline]
    pub fn read_flags(&mut self, permitted: Permitted) -> Flags {
        let mut flags = Flags::default();
        loop {
            let before = flags;
            let Some(len) = flags.take(self.c.peek_word()) else { return flags };
            if !permitted.has(&flags) || (flags == before && permitted != Permitted::FAST) {
                return before;
            }
            self.c.pos += len;
        }
    }

    /// Adds the entries that say `flags` on an operation.
    pub fn flag_attrs(&mut self, name: OpName, flags: &Flags, entries: &mut Vec<(Str, Attr)>) {
        if flags.is_empty() {
            return;
        }
        let words = self.flag_entries(name, flags, entries);
        if !words.is_empty() {
            entries.push((IRTRIP_FLAGS, self.words_attr(&words)));
        }
    }

    /// Adds the attributes the operation has for flags; gives the words it has none for.
    pub fn flag_entries(&mut self, name: OpName, flags: &Flags, entries: &mut Vec<(Str, Attr)>) -> Vec<&'static str> {
        let mut words = Vec::new();
        let def = name.def();
        let has = |slot: &str| def.is_some_and(|d| d.attr_slot(slot).is_some());
        if !flags.overflow.is_empty() {
            if has("overflowFlags") {
                entries.push((OVERFLOW_FLAGS, self.enum_attr(flags.overflow)));
            } else {
                words.extend(flags.overflow.llvm_words());
            }
        }
        if !flags.fastmath.is_empty() {
            if has("fastmathFlags") {
                entries.push((FASTMATH_FLAGS, self.enum_attr(flags.fastmath)));
            } else {
                words.extend(flags.fastmath.llvm_words());
            }
        }
        let units = [
            (flags.exact, "isExact", IS_EXACT, "exact"),
            (flags.disjoint, "isDisjoint", IS_DISJOINT, "disjoint"),
            (flags.nneg, "nonNeg", NON_NEG, "nneg"),
            (flags.samesign, "", EMPTY, "samesign"),
        ];
        for (set, slot, key, word) in units {
            if set && has(slot) {
                entries.push((key, attrs::UNIT));
            } else if set {
                words.push(word);
            }
        }
        words
    }

    /// An array of strings.
    pub fn words_attr(&self, words: &[&str]) -> Attr {
        let words: Vec<Attr> = words.iter().map(|w| self.ctx.string_attr(w)).collect();
        self.ctx.array(&words)
    }
}
