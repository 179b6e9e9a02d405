//! The ThinLTO summary at a module's end; LangRef, "ThinLTO Summary".
//!
//! Its entries share one grammar: `^N = word: value`, where a value is a number, a string, a word, a reference `^N`, or
//! a list in brackets of values and of `field: value`. What the fields mean is between LLVM and its linker; here they
//! are preserved, see `irtrip.summary`.

use num_bigint::BigInt;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::names::*;
use irtrip_dialect::preserved::summary::ENTRY_KINDS;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context};

use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};

/// Nesting of lists. LLVM's own are about ten deep.
const MAX_DEPTH: u32 = irtrip_dialect::limits::MAX_NESTING as u32;

/// The preserved attribute of the entries in a module's text, if there are any.
pub(crate) fn summary(ctx: &Context, text: &[u8], top_level: &[TopLevelEntity<'_>]) -> DiagnosticResult<Option<Attr>> {
    let mut items = Vec::new();
    let mut next = 0;
    for entity in top_level {
        let TopLevelKind::Summary(number) = entity.kind else { continue };
        let cursor = Cursor::new(text.get(..entity.end).unwrap_or(text), entity.start);
        let mut reader = SummaryReader { ctx, c: cursor, depth: 0 };
        if number != next {
            items.push(reader.reference(number));
        }
        items.push(reader.entry()?);
        next = number.saturating_add(1);
    }
    Ok((!items.is_empty()).then(|| ctx.array(&items)))
}

struct SummaryReader<'c, 'a> {
    ctx: &'c Context,
    c: Cursor<'a>,
    depth: u32,
}

impl SummaryReader<'_, '_> {
    /// `word: value`
    fn entry(&mut self) -> DiagnosticResult<Attr> {
        let word = self.c.word();
        if !ENTRY_KINDS.contains(&word) || !self.c.eat(b':') {
            return self.c.expected("'gv', 'module', 'typeid', 'flags' or 'blockcount' at the start of summary entry");
        }
        let word = self.ctx.str_attr(self.ctx.byte_str(word));
        let value = self.value()?;
        if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        Ok(self.ctx.array(&[word, value]))
    }

    fn value(&mut self) -> DiagnosticResult<Attr> {
        match self.c.peek() {
            b'(' => self.list(b')'),
            b'[' => {
                let items = self.list(b']')?;
                Ok(self.ctx.dictionary(&[(self.ctx.str("range"), items)]))
            }
            b'"' => Ok(self.ctx.str_attr(self.ctx.byte_str(&self.c.quoted()?))),
            b'^' => {
                let number = self.number_after_sigil()?;
                Ok(self.reference(number))
            }
            b'0'..=b'9' | b'-' => self.number(),
            _ => {
                let word = self.words()?;
                self.words_attr(&word)
            }
        }
    }

    /// Items up to the closing bracket; the opening one is next.
    fn list(&mut self, close: u8) -> DiagnosticResult<Attr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.c.error(ImportCode::TooDeep);
        }
        self.c.pos += 1;
        let mut items = Vec::new();
        while !self.c.eat(close) {
            if !items.is_empty() {
                self.c.expect(b',', "',' or closing bracket here")?;
            }
            items.push(self.item()?);
        }
        self.depth -= 1;
        Ok(self.ctx.array(&items))
    }

    /// A value or `field: value`. A string is a field's, so that a list whose first item is one is a field.
    fn item(&mut self) -> DiagnosticResult<Attr> {
        let first = self.c.peek();
        if first == b'"' {
            return self.c.expected("field label here");
        }
        if !first.is_ascii_alphabetic() {
            return self.value();
        }
        let word = self.words()?;
        if !self.c.eat(b':') {
            return self.words_attr(&word);
        }
        let value = self.value()?;
        Ok(self.ctx.array(&[self.ctx.string_attr(&word), value]))
    }

    /// A word, or words up to something else.
    fn words(&mut self) -> DiagnosticResult<String> {
        let mut words = String::new();
        loop {
            let word = self.c.word();
            if word.is_empty() {
                break;
            }
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(&String::from_utf8_lossy(word));
            if !self.c.peek().is_ascii_alphabetic() {
                break;
            }
        }
        if words.is_empty() { self.c.expected("value in summary entry") } else { Ok(words) }
    }

    /// Words, and the reference they may be before.
    fn words_attr(&mut self, words: &str) -> DiagnosticResult<Attr> {
        let mut entries = vec![(IS, self.ctx.string_attr(words))];
        if self.c.peek() == b'^' {
            let number = self.number_after_sigil()?;
            entries.push((self.ctx.str("of"), self.reference(number)));
        }
        Ok(self.ctx.dictionary(&entries))
    }

    fn number_after_sigil(&mut self) -> DiagnosticResult<u32> {
        match self.c.name()? {
            Name::Number(number) => Ok(number),
            Name::Named(_) => self.c.expected("summary ID"),
        }
    }

    fn reference(&self, number: u32) -> Attr {
        self.ctx.int_attr(types::INDEX, i64::from(number))
    }

    /// An integer of up to 64 bits, signed or not.
    fn number(&mut self) -> DiagnosticResult<Attr> {
        let start = self.c.pos;
        self.c.pos += usize::from(self.c.byte() == b'-');
        self.c.digits()?;
        let digits = self.c.text.get(start..self.c.pos).unwrap_or_default();
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        if let Ok(number) = digits.parse::<i64>() {
            return Ok(self.ctx.int_attr(types::I64, number));
        }
        match digits.parse::<u64>() {
            Ok(number) => Ok(self.ctx.big_int_attr(self.ctx.int_type(128), BigInt::from(number))),
            Err(_) => fail(start..self.c.pos, ImportCode::Expected("64-bit integer (too large)")),
        }
    }
}
