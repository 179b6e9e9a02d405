//! Specialised metadata nodes, read by their rows; LangRef, "Specialized Metadata Nodes".
//!
//! What a row has not, a field, a kind of value or a number beyond its limit, is an error in llvm-as's words.

use irtrip_dialect::Str;
use irtrip_dialect::attr_table::FlagSet;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::dwarf::Dwarf;
use irtrip_dialect::metadata::nodes::normalize::{FieldRow, SUBPROGRAM_FIELDS};
use irtrip_dialect::metadata::nodes::{
    Content, Distinctness, FieldDef, FieldKind, NO_CHECKSUM, Nullable, Optionality, Written, is_checksum_kind,
    last_value, upgrade_expression,
};
use irtrip_dialect::metadata::{Atom, DILocation, Field, NamedField, Node, NodeRow, NodeRows, Operand};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known::I64;

use crate::tables::metadata::MetadataReader;
use irtrip_dialect::llvm_text::cursor::Cursor;

/// An integer as it is written.
struct Integer<'a> {
    is_negative: bool,
    /// Its digits' value, if 64 bits hold it.
    magnitude: Option<u64>,
    text: &'a [u8],
}

impl<'a> MetadataReader<'_, '_, 'a> {
    /// `DILocation(line: 7, ...)` after its `!`, which is at `start`.
    pub(super) fn specialized_node(&mut self, distinct: bool, start: usize) -> DiagnosticResult<Node> {
        let word = self.c.word();
        let name = self.words.get(self.ctx, word);
        let ctx = self.ctx;
        let row = NodeRows::of(ctx).get(name).filter(|row| !matches!(row.def.content, Content::Arguments));
        let Some(row) = row else {
            self.c.pos = start;
            return self.c.expected("metadata type");
        };
        self.c.expect(b'(', "'(' here")?;
        let mut fields = std::mem::take(&mut self.fields);
        match row.def.content {
            Content::Fields(_) => self.labelled_fields(row, &mut fields)?,
            Content::Expression | Content::Arguments => self.expression_elements(&mut fields)?,
        }
        self.check_fields(row, &fields, start)?;
        self.drop_elements(row, &mut fields);
        let is_older = !distinct && has_older_flags(ctx, row, &fields);
        row.normalize(ctx, &mut fields);
        // LLVM prints what stands in line without the word.
        let distinct = !row.def.is_inline() && (distinct || self.must_be_distinct(row, &fields, is_older, start));
        let node = Node::specialised(name, distinct, fields.as_slice());
        fields.clear();
        self.fields = fields;
        Ok(node)
    }

    /// `DILocation(line: 7, column: 3, scope: !8)` as LLVM's writer spells it, after its `!`: most nodes of a module with debug
    /// information. `None` of any other text, of which nothing is read.
    pub(super) fn written_location(&mut self, distinct: bool) -> Option<DILocation> {
        let mut c = self.c;
        // What is before a number ends in one byte that the number's reader passes.
        let number = |c: &mut Cursor<'_>, before: &[u8]| {
            c.text.get(c.pos..)?.strip_prefix(before)?;
            c.pos += before.len() - 1;
            c.small_number()
        };
        let line = number(&mut c, b"DILocation(line: ")?;
        let column = number(&mut c, b", column: ").unwrap_or(0);
        let scope = self.nodes.get(number(&mut c, b", scope: !")?)?;
        let inlined_at = match number(&mut c, b", inlinedAt: !") {
            Some(at) => Some(self.nodes.get(at)?),
            None => None,
        };
        let group = number(&mut c, b", atomGroup: ").unwrap_or(0);
        let rank = number(&mut c, b", atomRank: ").unwrap_or(0);
        if c.byte() != b')' {
            return None;
        }
        c.pos += 1;
        let (column, atom) = (u16::try_from(column).ok()?, Atom::of(group.into(), rank.into())?);
        self.c = c;
        Some(DILocation { distinct, line, column, scope, inlined_at, atom })
    }

    /// Fields up to and with the closing bracket.
    fn labelled_fields(&mut self, row: &NodeRow, fields: &mut Vec<NamedField>) -> DiagnosticResult<()> {
        let (mut seen, mut next) = (0u64, 0);
        if self.c.peek() != b')' && !row.fields.is_empty() {
            loop {
                let start = self.c.peek_pos();
                let place = self.field_label(row, next)?;
                let Some(field) = row.fields.get(place) else { break };
                if seen & 1 << place != 0 {
                    self.c.pos = start;
                    return self.c.error(ImportCode::RepeatedField(field.def.name));
                }
                (seen, next) = (seen | 1 << place, place + 1);
                fields.push((field.name, self.field_value(field.def)?));
                if !self.c.eat(b',') {
                    break;
                }
            }
        }
        let close = self.c.peek_pos();
        self.c.expect(b')', "')' here")?;
        let is_missing =
            |place: usize, def: &FieldDef| def.optionality == Optionality::Required && seen & 1 << place == 0;
        if let Some((_, field)) = row.fields.iter().enumerate().find(|(place, field)| is_missing(*place, field.def)) {
            self.c.pos = close;
            return self.c.error_here(ImportCode::MissingField(field.def.name));
        }
        Ok(())
    }

    /// `line:`: the place of the field among the row's, looked for from `next` on first.
    fn field_label(&mut self, row: &NodeRow, next: usize) -> DiagnosticResult<usize> {
        let start = self.c.peek_pos();
        let name = if self.c.byte() == b'"' {
            self.ctx.byte_str(&self.c.quoted()?)
        } else {
            let word = self.c.word();
            self.words.get(self.ctx, word)
        };
        if self.c.pos == start || self.c.byte() != b':' {
            self.c.pos = start;
            return self.c.expected("field label here");
        }
        let Some(place) = row.place(name, next) else {
            self.c.pos = start;
            return self.c.error_here(ImportCode::UnknownField(self.ctx.text(name).into_owned()));
        };
        if let Some(field) = row.fields.get(place) {
            self.narrow_by(field, name);
        }
        self.c.pos += 1;
        Ok(place)
    }

    /// Takes note of a field that only older releases have, or have by this label.
    fn narrow_by(&self, field: &FieldRow, label: Str) {
        let types = &self.constants.types;
        if let Some((_, until)) = field.def.former.filter(|_| label != field.name) {
            types.narrow(Releases::ALL.until(until));
        }
        // LLVM reads some that it does not write any more.
        let is_read = field.def.written == Written::Never && !types.is_writers_text();
        if let Some(until) = field.def.releases.until.filter(|_| !is_read) {
            types.narrow(Releases::ALL.until(until));
        }
    }

    /// The value of a field.
    fn field_value(&mut self, def: &FieldDef) -> DiagnosticResult<Field> {
        let byte = self.c.peek();
        match def.kind {
            FieldKind::Metadata(null) => self.metadata_field(def, null),
            FieldKind::SignedOrMetadata(least, _) if byte == b'-' || byte.is_ascii_digit() => {
                self.signed_field(def, least, i64::MAX)
            }
            FieldKind::SignedOrMetadata(_, null) => self.metadata_field(def, null),
            FieldKind::UnsignedOrMetadata if byte == b'-' || byte.is_ascii_digit() => {
                self.unsigned_field(def, u64::MAX, "unsigned integer")
            }
            FieldKind::ConstantOrMetadata if byte == b'-' || byte.is_ascii_digit() => {
                Ok(match self.signed_field(def, i64::MIN, i64::MAX)? {
                    Field::Int(number) => Field::Operand(Operand::Constant(self.ctx.int_attr(I64, number))),
                    other => other,
                })
            }
            FieldKind::UnsignedOrMetadata | FieldKind::ConstantOrMetadata => self.metadata_field(def, Nullable::Yes),
            FieldKind::String | FieldKind::NonEmptyString => self.string_field(def),
            FieldKind::Unsigned(limit) => self.unsigned_field(def, limit, "unsigned integer"),
            FieldKind::Signed(least, most) => self.signed_field(def, least, most),
            FieldKind::Integer => self.integer_field(),
            FieldKind::Bool => self.bool_field(),
            FieldKind::Dwarf(table, limit) => self.dwarf_field(def, table, limit),
            FieldKind::Flags(set) => self.flags_field(set),
            FieldKind::Enum(names, what) => {
                if byte == b'-' || byte.is_ascii_digit() {
                    return self.unsigned_field(def, last_value(names), "unsigned integer");
                }
                let word = self.c.peek_word();
                if std::str::from_utf8(word).ok().and_then(|word| names.from_llvm(word)).is_none() {
                    return self.c.expected(what);
                }
                Ok(Field::Word(self.ctx.byte_str(self.c.word())))
            }
            FieldKind::ChecksumKind => self.checksum_kind(def),
            FieldKind::List => {
                self.c.expect(b'{', "'{' here")?;
                Ok(Field::List(Box::new(self.metadata_list(b'}')?)))
            }
        }
    }

    fn metadata_field(&mut self, def: &FieldDef, null: Nullable) -> DiagnosticResult<Field> {
        if null == Nullable::No && self.c.peek_word() == b"null" {
            return self.c.error_here(ImportCode::NullField(def.name));
        }
        self.metadata_operand().map(Field::Operand)
    }

    fn string_field(&mut self, def: &FieldDef) -> DiagnosticResult<Field> {
        let start = self.c.peek_pos();
        if self.c.byte() != b'"' {
            return self.c.expected("string constant");
        }
        let text = self.c.quoted()?;
        if text.is_empty() && matches!(def.kind, FieldKind::NonEmptyString) {
            self.c.pos = start;
            return self.c.error_here(ImportCode::EmptyField(def.name));
        }
        Ok(Field::Operand(Operand::String(self.ctx.byte_str(&text))))
    }

    /// The integer that is next; `None` where something else is.
    fn integer(&mut self) -> DiagnosticResult<Option<Integer<'a>>> {
        let start = self.c.peek_pos();
        let is_negative = self.c.byte() == b'-';
        let first = self.c.byte_at(usize::from(is_negative));
        if first == b'u' && !is_negative && self.c.peek_word().starts_with(b"u0x") {
            let magnitude = Some(self.c.u64()?);
            return Ok(Some(Integer {
                is_negative,
                magnitude,
                text: self.c.text.get(start..self.c.pos).unwrap_or_default(),
            }));
        }
        if !first.is_ascii_digit() {
            return Ok(None);
        }
        self.c.pos += usize::from(is_negative);
        let next = |number: u64, digit: &u8| number.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
        let magnitude = self.c.digits()?.iter().try_fold(0, next);
        Ok(Some(Integer { is_negative, magnitude, text: self.c.text.get(start..self.c.pos).unwrap_or_default() }))
    }

    fn unsigned_field(&mut self, def: &FieldDef, limit: u64, what: &'static str) -> DiagnosticResult<Field> {
        let start = self.c.peek_pos();
        let integer = self.integer()?.filter(|integer| !integer.is_negative);
        let Some(Integer { magnitude, .. }) = integer else {
            self.c.pos = start;
            return self.c.expected(what);
        };
        match magnitude.filter(|number| *number <= limit) {
            Some(number) => Ok(Field::unsigned(self.ctx, number)),
            None => {
                self.c.pos = start;
                self.c.error_here(ImportCode::FieldTooLarge { name: def.name, limit })
            }
        }
    }

    fn signed_field(&mut self, def: &FieldDef, least: i64, most: i64) -> DiagnosticResult<Field> {
        let start = self.c.peek_pos();
        let Some(Integer { is_negative, magnitude, .. }) = self.integer()? else {
            return self.c.expected("signed integer");
        };
        let number = magnitude.map(i128::from).map(|number| if is_negative { -number } else { number });
        let value = number.and_then(|number| i64::try_from(number).ok());
        match value.filter(|value| (least..=most).contains(value)) {
            Some(value) => Ok(Field::Int(value)),
            None => {
                self.c.pos = start;
                let name = def.name;
                self.c.error_here(match is_negative {
                    true => ImportCode::FieldTooSmall { name, limit: least },
                    false => ImportCode::FieldTooLarge { name, limit: most.unsigned_abs() },
                })
            }
        }
    }

    fn integer_field(&mut self) -> DiagnosticResult<Field> {
        let Some(Integer { is_negative, magnitude, text }) = self.integer()? else { return self.c.expected("integer") };
        let number = magnitude.map(i128::from).map(|number| if is_negative { -number } else { number });
        match number.and_then(|number| i64::try_from(number).ok()) {
            Some(number) => Ok(Field::Int(number)),
            None => Ok(Field::Word(self.ctx.byte_str(text))),
        }
    }

    fn bool_field(&mut self) -> DiagnosticResult<Field> {
        match self.c.peek_word() {
            word @ (b"true" | b"false") => {
                self.c.word();
                Ok(Field::Bool(word == b"true"))
            }
            _ => self.c.expected("'true' or 'false'"),
        }
    }

    fn dwarf_field(&mut self, def: &FieldDef, table: Dwarf, limit: u64) -> DiagnosticResult<Field> {
        if matches!(self.c.peek(), b'-' | b'0'..=b'9') {
            return self.unsigned_field(def, limit, "unsigned integer");
        }
        if !self.c.peek_word().starts_with(table.prefix().as_bytes()) {
            return self.c.expected(table.description());
        }
        self.dwarf_constant(table, table.description())
    }

    /// A constant of a DWARF table, by name; `what` a message calls it.
    fn dwarf_constant(&mut self, table: Dwarf, what: &'static str) -> DiagnosticResult<Field> {
        let start = self.c.peek_pos();
        let word = self.c.word();
        let name = self.words.get(self.ctx, word);
        if NodeRows::of(self.ctx).has_constant(table, name) {
            return Ok(Field::Word(name));
        }
        if let Some(number) = table.number_of_older(&self.ctx.text(name)) {
            let word = |current| Field::Word(self.ctx.str(&format!("{}{current}", table.prefix())));
            return Ok(table.name(number).map_or(Field::Int(number), word));
        }
        self.c.pos = start;
        self.c.error_here(ImportCode::UnknownConstant { what, name: String::from_utf8_lossy(word).into_owned() })
    }

    /// `DIFlagPublic | DIFlagVector`, or numbers in their place.
    fn flags_field(&mut self, set: FlagSet) -> DiagnosticResult<Field> {
        let mut text: Option<Vec<u8>> = None;
        loop {
            let start = self.c.peek_pos();
            let is_number = self.c.byte().is_ascii_digit();
            if is_number {
                let number = self.c.u32()?;
                if text.is_none() && self.c.peek() != b'|' {
                    return Ok(Field::Int(number.into()));
                }
            } else {
                self.flag(set)?;
            }
            let flag = self.c.text.get(start..self.c.pos).unwrap_or_default();
            let more = self.c.eat(b'|');
            match &mut text {
                None if !more => return Ok(Field::Word(self.ctx.byte_str(flag))),
                None => text = Some(flag.to_vec()),
                Some(text) => {
                    text.extend_from_slice(b" | ");
                    text.extend_from_slice(flag);
                    if !more {
                        return Ok(Field::Word(self.ctx.byte_str(text)));
                    }
                }
            }
        }
    }

    /// The name of a flag.
    fn flag(&mut self, set: FlagSet) -> DiagnosticResult<()> {
        let start = self.c.peek_pos();
        let word = self.c.word();
        let known = std::str::from_utf8(word).is_ok_and(|word| set.has(word));
        if known {
            return Ok(());
        }
        self.c.pos = start;
        if !word.starts_with(set.prefix().as_bytes()) {
            return self.c.expected("debug info flag");
        }
        let what = match set {
            FlagSet::Node => "debug info flag",
            FlagSet::Subprogram => "subprogram debug info flag",
        };
        self.c.error_here(ImportCode::UnknownConstant { what, name: String::from_utf8_lossy(word).into_owned() })
    }

    fn checksum_kind(&mut self, def: &FieldDef) -> DiagnosticResult<Field> {
        let word = self.c.peek_word();
        if is_checksum_kind(word) {
            return Ok(Field::Word(self.ctx.byte_str(self.c.word())));
        }
        let shown = if word.is_empty() { def.name.as_bytes() } else { word };
        let name = String::from_utf8_lossy(shown).into_owned();
        self.c.error_here(ImportCode::UnknownConstant { what: "checksum kind", name })
    }

    /// The operations, encodings and integers of a `DIExpression`, up to and with the closing bracket.
    fn expression_elements(&mut self, fields: &mut Vec<NamedField>) -> DiagnosticResult<()> {
        if self.c.peek() != b')' {
            loop {
                fields.push((EMPTY, self.expression_element()?));
                if !self.c.eat(b',') {
                    break;
                }
            }
        }
        self.c.expect(b')', "')' here")?;
        let (ctx, types) = (self.ctx, &self.constants.types);
        upgrade_expression(ctx, fields).into_iter().for_each(|until| types.narrow(Releases::ALL.until(until)));
        Ok(())
    }

    fn expression_element(&mut self) -> DiagnosticResult<Field> {
        let word = self.c.peek_word();
        if word.starts_with(Dwarf::Operation.prefix().as_bytes()) {
            return self.dwarf_constant(Dwarf::Operation, Dwarf::Operation.description());
        }
        if word.starts_with(Dwarf::Encoding.prefix().as_bytes()) {
            return self.dwarf_constant(Dwarf::Encoding, "DWARF attribute encoding");
        }
        let start = self.c.peek_pos();
        let integer = self.integer()?.filter(|integer| !integer.is_negative);
        match integer.map(|integer| integer.magnitude) {
            Some(Some(number)) => Ok(Field::unsigned(self.ctx, number)),
            Some(None) => {
                self.c.pos = start;
                self.c.error_here(ImportCode::ElementTooLarge(u64::MAX))
            }
            None => {
                self.c.pos = start;
                self.c.expected("unsigned integer")
            }
        }
    }

    /// How fields of a node depend on one another; the node starts at `start`.
    fn check_fields(&mut self, row: &NodeRow, fields: &[NamedField], start: usize) -> DiagnosticResult<()> {
        let has = |name: &str| fields.iter().any(|field| self.ctx.bytes(field.0) == name.as_bytes());
        let code = match row.def.name {
            "DIFile" if has("checksum") != has("checksumkind") && !has_no_checksum(self.ctx, fields) => {
                return self.c.error_here(ImportCode::ChecksumWithoutKind);
            }
            "DICompileUnit" => match (has("language"), has("sourceLanguageName")) {
                (false, false) => ImportCode::NoLanguage,
                (true, true) => ImportCode::TwoLanguages,
                (true, false) if has("sourceLanguageVersion") => ImportCode::LanguageVersion,
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        self.c.pos = start;
        self.c.error_here(code)
    }

    /// Whether a node must be distinct that the text has as none. That is an error but for LLVM 3.7, which the node itself tells
    /// where it `is_older`, and the rest of the text may tell.
    fn must_be_distinct(&self, row: &NodeRow, fields: &[NamedField], is_older: bool, start: usize) -> bool {
        if !row.def.must_be_distinct(self.ctx, fields) {
            return false;
        }
        if is_older {
            self.constants.types.narrow(Releases::ALL.until(Release::V3_8));
            return true;
        }
        let which = match row.def.distinct {
            Distinctness::RequiredOfDefinitions => " that is a Definition",
            _ if row.fields.is_empty() => "()",
            _ => "",
        };
        let mut at = self.c;
        at.pos = start;
        let refused = at.error_here::<()>(ImportCode::NotDistinct { node: row.def.name, which });
        refused.unwrap_or_else(|error| self.constants.types.refuse_unless_older(*error));
        true
    }
}

/// Whether a subprogram has every field that `spFlags` replaced: no writer but that of LLVM 3.7 writes these of a definition that
/// is not distinct.
fn has_older_flags(ctx: &irtrip_dialect::Context, row: &NodeRow, fields: &[NamedField]) -> bool {
    row.def.distinct == Distinctness::RequiredOfDefinitions
        && SUBPROGRAM_FIELDS.iter().all(|(name, _)| fields.iter().any(|field| ctx.bytes(field.0) == name.as_bytes()))
}

/// Whether a file has the word for no checksum, as releases up to 6 write it.
fn has_no_checksum(ctx: &irtrip_dialect::Context, fields: &[NamedField]) -> bool {
    fields.iter().any(|(_, value)| matches!(value, Field::Word(word) if ctx.text(*word) == NO_CHECKSUM))
}
