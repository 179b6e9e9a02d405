//! The words between a mnemonic and its operands, of instructions and constant expressions alike.

use irtrip_dialect::enums::FASTMATH_LLVM_ORDER;
use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, AttrData, Context, Str, enums};

use super::Writer;
use irtrip_dialect::diagnostic::ExportCode;

/// The number an enumeration's attribute holds, plain or as an attribute of the dialect.
pub fn number(ctx: &Context, attr: Attr) -> Option<i64> {
    match ctx.attr_data(attr) {
        AttrData::Integer { value, .. } => Some(*value),
        AttrData::Llvm { params, .. } => params.first().copied().flatten().and_then(|p| ctx.int_value(p)),
        _ => None,
    }
}

impl Writer<'_> {
    /// The number under `key`, or 0.
    pub fn number(&self, attrs: Attr, key: Str) -> i64 {
        self.ctx.entry(attrs, key).and_then(|a| number(self.ctx, a)).unwrap_or(0)
    }

    /// Whether `key` is there, and not `false`.
    pub fn is_set(&self, attrs: Attr, key: Str) -> bool {
        self.ctx.entry(attrs, key).is_some_and(|a| a != irtrip_dialect::attributes::well_known::FALSE)
    }

    /// The string under `key`.
    pub fn string(&self, attrs: Attr, key: Str) -> Option<Str> {
        self.ctx.entry(attrs, key).and_then(|a| self.ctx.string_value(a))
    }

    /// Fast-math flags, `nuw`, `nsw`, `exact`, `disjoint`, `nneg`, `inbounds`, `inrange` and the preserved words, each
    /// behind a space.
    pub fn flags(&mut self, attrs: Attr) {
        let ctx = self.ctx;
        for &(key, value) in ctx.entries(attrs) {
            match key {
                FASTMATH_FLAGS => self.fast_math(number(ctx, value).unwrap_or(0)),
                OVERFLOW_FLAGS => {
                    let bits = number(ctx, value).unwrap_or(0);
                    self.bit(bits, 2, " nuw");
                    self.bit(bits, 1, " nsw");
                }
                NO_WRAP_FLAGS => {
                    let bits = number(ctx, value).unwrap_or(0);
                    match bits & 3 {
                        2 => self.out.push_str(" nusw"),
                        0 => {}
                        _ => self.out.push_str(" inbounds"),
                    }
                    self.bit(bits, 4, " nuw");
                }
                IS_EXACT => self.out.push_str(" exact"),
                IS_DISJOINT => self.out.push_str(" disjoint"),
                NON_NEG => self.out.push_str(" nneg"),
                _ => {}
            }
        }
        // Preserved words and ranges stand behind the flags the dialect has.
        for &(key, value) in ctx.entries(attrs) {
            match key {
                IRTRIP_FLAGS => self.words(value),
                IRTRIP_INRANGE => self.in_range(value),
                _ => {}
            }
        }
    }

    fn bit(&mut self, bits: i64, bit: i64, word: &str) {
        if bits & bit != 0 {
            self.out.push_str(word);
        }
    }

    fn fast_math(&mut self, bits: i64) {
        if bits == 127 {
            return self.out.push_str(" fast");
        }
        for bit in FASTMATH_LLVM_ORDER.into_iter().filter(|bit| bits & bit != 0) {
            self.out.push(' ');
            self.out.push_str(enums::FASTMATH.llvm(bit).unwrap_or_default());
        }
    }

    /// Preserved words that stand with the flags.
    fn words(&mut self, words: Attr) {
        let ctx = self.ctx;
        for word in ctx.items(words) {
            let Some(word) = ctx.string_value(*word) else { return self.fail(ExportCode::Attribute("irtrip.flags")) };
            let word = ctx.text(word);
            if !ELSEWHERE.contains(&word.as_ref()) {
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
                AttrData::BigInteger { value, .. } => self.out.push_str(&value.to_string()),
                _ => self.fail(ExportCode::Attribute("irtrip.inrange")),
            }
        }
        self.out.push(')');
    }
}

/// Preserved words that do not stand with the flags: their instructions place them.
const ELSEWHERE: &[&str] = &["swifterror", "unwind", "alignstack", "sideeffect", "inteldialect"];
