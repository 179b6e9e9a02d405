//! Where all errors of a text count: how a body is read on after an instruction that is wrong.
//!
//! What the instruction would have defined has no type, so that a later instruction that mentions it is passed over as
//! well, without an error of its own: it would report the first one again.

use irtrip_dialect::OpNameDefinition;
use irtrip_dialect::diagnostic::Diagnostic;
use irtrip_dialect::ops::Traits;
use rustc_hash::FxHashSet;

use crate::bodies::instructions::mnemonics;
use crate::bodies::reader::FunctionReader;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, is_name_byte};

/// What was wrong in a body so far.
#[derive(Default)]
pub(crate) struct Recovery<'a> {
    /// The first error.
    pub first: Option<Box<Diagnostic>>,
    /// Names, with their `%`, that wrong instructions define.
    undefined: FxHashSet<&'a [u8]>,
}

impl Recovery<'_> {
    /// Whether a wrong instruction defines the value of a name as it is written.
    pub fn is_undefined(&self, name: &[u8]) -> bool {
        self.undefined.contains(name)
    }
}

impl<'a> FunctionReader<'_, 'a> {
    /// Goes to the instruction after the one that is wrong; whether that one ends its block, as does a block without a
    /// terminator.
    #[cold]
    pub fn skip_instruction(&mut self, error: Box<Diagnostic>) -> bool {
        let start = self.f.at;
        let mut cursor = self.c;
        cursor.pos = start;
        if ends_block(cursor) {
            // The wrong instruction may have been the terminator.
            self.keep_error(error, self.f.recovery.first.is_some());
            self.c.pos = start;
            return true;
        }
        let own = (cursor.byte() == b'%').then(|| mention(cursor.rest()));
        let number = match own.map(|_| cursor.name()) {
            Some(Ok(Name::Number(number))) => Some(number),
            _ => None,
        };
        if own.is_some() {
            cursor.eat(b'=');
        }
        let ends = mnemonics::instruction(cursor.peek_word())
            .and_then(|name| name.def())
            .is_some_and(|row| row.is(Traits::TERMINATOR));
        let end = instruction_end(cursor);
        let text = self.tables.text.get(cursor.pos..end).unwrap_or_default();
        let follows = mentions(text).any(|name| self.f.recovery.is_undefined(name));
        self.f.recovery.undefined.extend(own);
        if let Some(number) = number {
            self.f.locals.next_number = self.f.locals.next_number.max(number.saturating_add(1));
        }
        self.keep_error(error, follows);
        self.c.pos = end;
        ends
    }

    /// Keeps an error, unless it follows from another one.
    fn keep_error(&mut self, error: Box<Diagnostic>, follows: bool) {
        if self.f.recovery.first.is_none() {
            self.f.recovery.first = Some(error);
        } else if !follows {
            // All errors count here, so that keeping one does not fail.
            let _ = self.tables.errors.keep::<()>(Err(error));
        }
    }
}

/// The end of the instruction whose text goes on at a place: where a line starts with what starts an instruction, a block
/// or the function's end.
fn instruction_end(mut cursor: Cursor<'_>) -> usize {
    while let Some(line) = memchr::memchr(b'\n', cursor.rest()) {
        cursor.pos += line + 1;
        let line_start = cursor.pos;
        cursor.skip();
        if starts_anew(cursor) {
            return line_start;
        }
        cursor.pos = line_start;
    }
    cursor.pos + cursor.rest().len()
}

/// Whether the function's end or another block's label stands where an instruction should.
fn ends_block(cursor: Cursor<'_>) -> bool {
    let mut ahead = cursor;
    match ahead.byte() {
        b'}' => true,
        b'"' => ahead.string().is_ok() && ahead.byte() == b':',
        _ => ahead.rest().is_empty() || !ahead.word().is_empty() && ahead.byte() == b':',
    }
}

fn starts_anew(cursor: Cursor<'_>) -> bool {
    let mut ahead = cursor;
    match ahead.byte() {
        _ if ends_block(cursor) => true,
        b'#' => true,
        b'%' => ahead.name().is_ok() && ahead.peek() == b'=',
        _ => {
            let word = ahead.word();
            mnemonics::instruction(word).is_some()
                || matches!(word, b"phi" | b"tail" | b"musttail" | b"notail" | b"uselistorder" | b"uselistorder_bb")
        }
    }
}

/// The names of values in a text, as they are written.
fn mentions(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    memchr::memchr_iter(b'%', text).map(|at| mention(text.get(at..).unwrap_or_default()))
}

/// The name that a text starts with, as it is written.
fn mention(text: &[u8]) -> &[u8] {
    let end = match text.get(1) {
        Some(b'"') => text.get(2..).and_then(|rest| memchr::memchr(b'"', rest)).map_or(text.len(), |end| end + 3),
        _ => text.iter().skip(1).position(|byte| !is_name_byte(*byte)).map_or(text.len(), |end| end + 1),
    };
    text.get(..end).unwrap_or_default()
}
