//! Reading goes on after an operation that is wrong, so that a text's errors are found at once.
//!
//! What the operation defines is not known: uses of its results are no errors of their own.

use irtrip_dialect::diagnostic::{ParseError, Parsed};
use irtrip_dialect::{ContextDialects, OpNameDefinition};

use super::body::BodyParser;
use crate::parse::cursor::Cursor;

/// How many errors of one body are found at most.
const MAX_ERRORS: usize = 100;
/// How often the text is passed over at most, since the error of an operation may be one of each around it.
const MAX_PASSES: usize = 4;

/// What was open where an operation starts.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    pos: usize,
    blocks: usize,
    scopes: usize,
    depth: usize,
    dialect: &'static str,
}

impl<'t> BodyParser<'_, '_, 't> {
    /// The state before an operation.
    pub fn start(&self) -> Start {
        Start {
            pos: self.cursor.pos,
            blocks: self.blocks.len(),
            scopes: self.values.open_scopes(),
            depth: self.depth,
            dialect: self.default_dialect,
        }
    }

    /// Takes note of what is wrong with an operation, and stands where the next one starts.
    ///
    /// # Errors
    /// The error itself, where one is all that is asked for, or there are too many, and where the text ends in the operation.
    pub fn recover(&mut self, error: ParseError, start: Start) -> Parsed<()> {
        let is_spent = self.texts.skipped > MAX_PASSES.saturating_mul(self.texts.text.len());
        if self.shared.options.first_error_only || self.errors.len() >= MAX_ERRORS || is_spent {
            return Err(error);
        }
        self.errors.push(error);
        self.blocks.truncate(start.blocks);
        while self.values.open_scopes() > start.scopes {
            self.values.close_scope();
        }
        (self.depth, self.default_dialect) = (start.depth, start.dialect);
        self.cursor.pos = start.pos;
        if let Ok(bound) = self.bound_results() {
            bound.iter().for_each(|bound| self.values.leave_open(bound.name));
        }
        self.cursor.pos = start.pos;
        self.skip_operation();
        self.texts.skipped += self.cursor.pos - start.pos;
        // No operation begins with what closes a region.
        self.cursor.pos += usize::from(self.cursor.pos == start.pos);
        // What the text ends in is the last that is wrong with it.
        match self.cursor.at_end() {
            true => self.errors.pop().map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// Reads to where an operation ends whose text is not understood: at a line that another one begins, or at the end of the region.
    fn skip_operation(&mut self) {
        let mut braces = 0_usize;
        while !self.cursor.at_end() {
            match self.cursor.peek() {
                b'{' => braces += 1,
                b'}' if braces == 0 => return,
                b'}' => braces -= 1,
                b'"' => {
                    // A string that does not end takes all the rest.
                    if self.cursor.string().is_err() {
                        self.cursor.pos += self.cursor.left();
                    }
                    continue;
                }
                b'/' if self.cursor.peek_at(1) == b'/' => {
                    self.cursor.pos += self.cursor.rest().find('\n').unwrap_or(self.cursor.left());
                    continue;
                }
                b'\n' => {
                    let mut next = self.cursor;
                    next.skip_space();
                    if braces == 0 && self.begins_operation(next) {
                        self.cursor = next;
                        return;
                    }
                }
                _ => {}
            }
            self.cursor.pos += 1;
        }
    }

    /// Whether an operation or a label stands at a place.
    fn begins_operation(&self, mut at: Cursor<'t>) -> bool {
        match at.peek() {
            b'%' => {
                let line = at.rest().split('\n').next().unwrap_or_default();
                let names = line.split('=').next().unwrap_or_default();
                let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"%_$.-:, ".contains(&byte);
                names.len() < line.len() && names.bytes().all(is_name)
            }
            b'"' => matches!(at.string(), Ok(Some(_))) && at.peek() == b'(',
            b'^' => {
                at.eat_byte(b'^');
                at.name().is_some() && matches!(at.peek(), b':' | b'(')
            }
            _ => at.word().is_some_and(|word| {
                let ctx = self.texts.ctx;
                let is_known = |name: &str| ctx.op_name(name).def().is_some();
                ctx.dialects().op_named(word).is_some()
                    || word.contains('.') && is_known(word)
                    || is_known(&format!("{}.{word}", self.default_dialect))
            }),
        }
    }
}
