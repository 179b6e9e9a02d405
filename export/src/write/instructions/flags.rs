//! The words between a mnemonic and its operands, of instructions and constant expressions alike.

use irtrip_dialect::enums::{EnumValue, GepNoWrapFlags, InstructionFlags};
use irtrip_dialect::names::*;
use irtrip_dialect::types::predicates::is_math;
use irtrip_dialect::{Attr, AttrData, Str, Type};

use crate::write::Writer;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::llvm_text::decimal;

impl Writer<'_> {
    /// The number under `key`, or 0.
    pub fn number(&self, attrs: Attr, key: Str) -> i64 {
        self.ctx.int_entry(attrs, key).unwrap_or(0)
    }

    /// The value of an enumeration under `key`, or its default.
    pub fn enum_value<E: EnumValue + Default>(&self, attrs: Attr, key: Str) -> E {
        self.ctx.entry(attrs, key).and_then(|a| self.ctx.enum_value(a)).unwrap_or_default()
    }

    /// Whether `key` is there, and not `false`.
    pub fn is_set(&self, attrs: Attr, key: Str) -> bool {
        self.ctx.entry(attrs, key).is_some_and(|a| a != irtrip_dialect::attributes::well_known::FALSE)
    }

    /// The string under `key`.
    pub fn string(&self, attrs: Attr, key: Str) -> Option<Str> {
        self.ctx.string_entry(attrs, key)
    }

    /// Fast-math flags, `nuw`, `nsw`, `exact`, `disjoint`, `nneg`, `inbounds`, `inrange` and the preserved words, each
    /// after a space.
    pub fn flags(&mut self, attrs: Attr) {
        let ctx = self.ctx;
        let mut flags = InstructionFlags::empty();
        for &(key, value) in ctx.entries(attrs) {
            match key {
                NO_WRAP_FLAGS => {
                    let flags = ctx.enum_value(value).unwrap_or(GepNoWrapFlags::NONE);
                    self.flag_words(flags.with_implied().llvm_words());
                }
                IRTRIP_FLAGS => {
                    let words = ctx.items(value).iter().filter_map(|word| ctx.string_value(*word));
                    flags |= words.filter_map(|word| InstructionFlags::from_llvm(ctx.bytes(word))).collect();
                }
                _ => flags |= InstructionFlags::of_attr(ctx, key, value),
            }
        }
        self.flag_words(flags.llvm_words());
        // Other words and ranges follow.
        for &(key, value) in ctx.entries(attrs) {
            match key {
                IRTRIP_FLAGS => self.words(value),
                IRTRIP_INRANGE if ctx.int_value(value).is_none() => self.in_range(value),
                _ => {}
            }
        }
    }

    /// The flags of a call or a select that returns a value of type `ty`: fast-math flags are for floating-point numbers
    /// alone, and upstream's exporter drops those of other values.
    pub fn flags_of_value(&mut self, attrs: Attr, ty: Type) {
        let ctx = self.ctx;
        let is_dropped = ctx.entry(attrs, FASTMATH_FLAGS).is_some() && !is_math(ctx, ty);
        self.flags(if is_dropped { ctx.with_entry(attrs, FASTMATH_FLAGS, None) } else { attrs });
    }

    /// Words, each after a space.
    fn flag_words(&mut self, words: impl Iterator<Item = &'static str>) {
        for word in words {
            self.out.push(' ');
            self.out.push_str(word);
        }
    }

    /// Preserved words that are no flags and stand with them.
    fn words(&mut self, words: Attr) {
        let ctx = self.ctx;
        for word in ctx.items(words) {
            let Some(word) = ctx.string_value(*word) else { return self.fail(ExportCode::Attribute("irtrip.flags")) };
            let word = ctx.text(word);
            if !ELSEWHERE.contains(&word.as_ref()) && InstructionFlags::from_llvm(word.as_bytes()).is_none() {
                self.out.push(' ');
                self.out.push_str(&word);
            }
        }
    }

    /// Whether a preserved word is there.
    pub fn has_word(&self, attrs: Attr, word: &str) -> bool {
        let words = self.ctx.entry(attrs, IRTRIP_FLAGS);
        words.is_some_and(|w| {
            let mut words = self.ctx.items(w).iter();
            words.any(|w| self.ctx.string_value(*w).is_some_and(|w| self.ctx.bytes(w) == word.as_bytes()))
        })
    }

    fn in_range(&mut self, range: Attr) {
        let ctx = self.ctx;
        self.out.push_str(" inrange(");
        for (i, bound) in ctx.items(range).iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            match ctx.attr_data(*bound) {
                AttrData::Integer { value, .. } => self.int(*value),
                AttrData::BigInteger { value, .. } => self.out.push_str(&decimal::to_string(value)),
                _ => self.fail(ExportCode::Attribute("irtrip.inrange")),
            }
        }
        self.out.push(')');
    }
}

/// Preserved words that are not with the flags: their instructions place them.
const ELSEWHERE: &[&str] = &["swifterror", "unwind", "alignstack", "sideeffect", "inteldialect"];
