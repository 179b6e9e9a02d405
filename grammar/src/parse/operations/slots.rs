//! Attributes of dialects kept as text, as custom forms spell them: `<nsw, nuw>`, `slt`.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::word_sets::WordSet;
use irtrip_dialect::{Attr, ContextDialects};

use super::body::BodyParser;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

impl BodyParser<'_, '_, '_> {
    /// Reads `<...>`, what other brackets hold, or `#dialect.mnemonic<...>`.
    pub(crate) fn opaque_slot(&mut self, dialect: &str, mnemonic: &str) -> Parsed<Attr> {
        if self.cursor.sees("#") {
            return self.texts.attr_at(&mut self.cursor);
        }
        self.cursor.skip_space();
        let start = self.cursor.pos;
        if matches!(self.cursor.peek(), b'(' | b'[' | b'{') {
            self.cursor.skip_balanced()?;
            let text = self.cursor.since(start);
            return self.texts.opaque_attribute(&format!("#{dialect}<{mnemonic}{text}>"), text, None);
        }
        if let Some(set) = self.texts.ctx.dialects().word_set(dialect, mnemonic) {
            self.cursor.expect("<")?;
            self.words_of(set)?;
            self.cursor.expect(">")?;
        } else {
            self.cursor.skip_balanced()?;
        }
        let text = self.cursor.since(start);
        self.texts.opaque_attribute(&format!("#{dialect}.{mnemonic}{text}"), text, None)
    }

    /// Reads a word that stands for `#dialect<mnemonic word>`.
    pub(crate) fn opaque_word(&mut self, dialect: &str, mnemonic: &str) -> Parsed<Attr> {
        let word = match self.texts.ctx.dialects().word_set(dialect, mnemonic) {
            Some(set) => self.word_of(set)?,
            None => self.cursor.word().ok_or_else(|| self.cursor.expected("valid keyword").of_form())?.to_owned(),
        };
        Ok(self.texts.ctx.opaque_attr(dialect, &format!("<{mnemonic} {word}>")))
    }

    /// Reads words of a set, with what is between them.
    fn words_of(&mut self, set: &'static WordSet) -> Parsed<()> {
        let separator = set.separator.trim();
        loop {
            self.word_of(set)?;
            if separator.is_empty() || !self.cursor.eat(separator) {
                return Ok(());
            }
        }
    }

    /// Reads a word of a set, or a string that is one.
    fn word_of(&mut self, set: &'static WordSet) -> Parsed<String> {
        let before = self.cursor;
        let word = match self.cursor.sees("\"") {
            true => self.cursor.string()?,
            false => self.cursor.word(),
        };
        let code = match word {
            Some(word) if set.has(word) => return Ok(word.to_owned()),
            Some(_) => ParseCode::NotOfSet(set.refusal()),
            None => ParseCode::Expected("valid keyword or string"),
        };
        self.cursor.skip_space();
        let after = ParseError::new(self.cursor.pos..self.cursor.pos, ParseCode::SetNotParsed(set.failed));
        Err(before.error(code).of_form().followed_by(after.of_form()))
    }
}
