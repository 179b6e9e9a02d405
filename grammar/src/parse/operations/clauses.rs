//! Inherent attributes before an operation's dictionary, where MLIR's properties are strict.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::Parsed;
use irtrip_dialect::mlir_release::current_properties;
use irtrip_dialect::ops::{AttrSlot, OpDef, STRICT_PROPERTIES, SlotKind};
use irtrip_dialect::release::Releases;
use irtrip_dialect::{Attr, ContextDialects, Str, names};

use super::Pending;
use super::assembly_format::Written;
use super::body::BodyParser;

impl<'t> BodyParser<'_, '_, 't> {
    /// Reads the clauses before a dictionary, if they are here.
    pub(super) fn clauses(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        self.cursor.skip_space();
        let start = self.cursor.pos;
        if matches!(self.cursor.peek(), b':' | b'{' | b'\n') || !self.texts.reads_older() {
            return Ok(());
        }
        match def.clauses {
            [] => self.named_clauses(pending, def)?,
            clauses => self.sequence(pending, def, clauses, written)?,
        }
        if self.cursor.pos != start {
            self.texts.reads(Releases::ALL.since(STRICT_PROPERTIES));
        }
        Ok(())
    }

    /// Properties of these releases in the model's terms.
    pub(super) fn models_properties(&self, pending: &mut Pending<'t>, def: &'static OpDef, properties: Attr) -> Attr {
        let ctx = self.texts.ctx;
        let (of_the_model, model) = current_properties(ctx, def, properties);
        if of_the_model != properties && self.texts.reads(Releases::ALL.since(STRICT_PROPERTIES)) {
            if let Some(model) = model {
                pending.set(names::IRTRIP_TLS_MODEL, model);
            }
            return of_the_model;
        }
        properties
    }

    /// Reads `rnd = <rz>, is_volatile = true` of a definition that does not say its clauses: most are so.
    fn named_clauses(&mut self, pending: &mut Pending<'t>, def: &'static OpDef) -> Parsed<()> {
        loop {
            let before = self.cursor;
            self.cursor.eat_byte(b',');
            let word = self.cursor.word().unwrap_or_default();
            let mut slots = def.attrs.iter().zip(self.texts.ctx.slot_names(pending.name));
            let found = slots.find(|(slot, _)| is_word_of(word, slot.name));
            let Some((slot, &key)) = found.filter(|_| !word.is_empty()) else {
                self.cursor = before;
                return Ok(());
            };
            let (opens, closes) = if self.cursor.sees("(") { ("(", ")") } else { ("=", "") };
            if !self.cursor.eat(opens) {
                self.cursor = before;
                return Ok(());
            }
            let value = self.clause_value(slot)?;
            pending.set(key, value);
            if !closes.is_empty() {
                self.cursor.expect(closes)?;
            }
        }
    }

    /// Reads the value of a clause: words of a dialect without the brackets that formats have around them.
    fn clause_value(&mut self, slot: &AttrSlot) -> Parsed<Attr> {
        if let SlotKind::DialectAttr { dialect, mnemonic, .. } = slot.kind
            && let Some(word) = self.cursor.word()
        {
            return Ok(self.texts.ctx.opaque_attr(dialect, &format!("{mnemonic}<{word}>")));
        }
        self.slot_value(slot)
    }

    /// Reads `<alignment = 4, nontemporal>` or `<{alignment = 4 : i64}>`.
    pub(super) fn properties_by_name(&mut self, pending: &mut Pending<'t>, def: &'static OpDef) -> Parsed<()> {
        self.cursor.expect("<")?;
        if self.cursor.sees("{") {
            let dictionary = self.texts.dictionary_at(&mut self.cursor)?;
            pending.entries.extend_from_slice(self.texts.ctx.entries(dictionary));
            return self.cursor.expect(">");
        }
        let mut is_first = true;
        while !self.cursor.eat(">") {
            if !std::mem::take(&mut is_first) {
                self.cursor.expect(",")?;
            }
            self.cursor.skip_space();
            let before = self.cursor;
            let word = self.cursor.word().unwrap_or_default();
            let (key, slot): (Str, _) = match self.named_slot(pending, def, word) {
                Ok(found) => found,
                Err(_) => return Err(before.expected("the name of a property")),
            };
            let value = match slot.kind {
                SlotKind::Unit if !self.cursor.sees("=") => attrs::UNIT,
                SlotKind::Unit => {
                    self.cursor.expect("=")?;
                    self.texts.attr_at(&mut self.cursor)?
                }
                _ => {
                    self.cursor.expect("=")?;
                    self.slot_value(slot)?
                }
            };
            pending.set(key, value);
        }
        Ok(())
    }
}

/// Whether a clause's word is an attribute's name, which has capitals where the word has underscores.
fn is_word_of(word: &str, name: &str) -> bool {
    let mut letters = word.bytes();
    let is_spelled = name.bytes().all(|letter| match letter {
        b'A'..=b'Z' => match letters.next() {
            Some(b'_') => letters.next() == Some(letter.to_ascii_lowercase()),
            first => first == Some(letter),
        },
        _ => letters.next() == Some(letter),
    });
    is_spelled && letters.next().is_none()
}
