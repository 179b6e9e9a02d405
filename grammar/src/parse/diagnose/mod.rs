//! What upstream says of an ill-formed type, attribute or location, and where.
//!
//! The parser finds texts by their ends and hands them to a grammar, which is fast, but knows little to say where a
//! text is none of the language's. So such a text is walked once more, token by token and in upstream's order, and the
//! first token that upstream stumbles over is reported in upstream's words. What the walk finds nothing wrong with
//! keeps the error it had.

mod attributes;
mod data_layout;
mod elements;
mod llvm_attributes;
mod llvm_types;
mod locations;
mod types;

use irtrip_dialect::attr_table::AttrKind;
use irtrip_dialect::diagnostic::{DiagnosticCode, ParseCode};

use super::MAX_DEPTH;
use super::cursor::Cursor;
use super::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// What a text should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// A type.
    Type,
    /// An attribute.
    Attribute,
    /// A dictionary of attributes.
    Dictionary,
    /// `loc(...)` behind an operation or an argument.
    Location,
    /// An attribute of the LLVM dialect that an operation's form has: `#llvm.mnemonic` may be left off.
    Llvm(AttrKind),
}

/// Bytes of types that a walk has read again at most: types inside types are read at each level.
const MOST_READ_AGAIN: usize = 1 << 22;

/// A walk over a text.
struct Walk<'w, 'c, 't> {
    /// Bytes of types it may still read; 0 once that was not enough.
    left: usize,
    texts: &'w mut ParseCache<'c, 't>,
    at: Cursor<'t>,
    depth: usize,
}

impl<'t> ParseCache<'_, 't> {
    /// What is read of a text that starts at the cursor. An error is upstream's, where it has one.
    pub(super) fn or_diagnosed<R>(
        &mut self,
        start: Cursor<'t>,
        wanted: Wanted,
        read: impl FnOnce(&mut Self) -> Parsed<R>,
    ) -> Parsed<R> {
        // Parts of what is read, and of what is walked over, are read by the ways that lead here.
        self.reading += 1;
        let outcome = read(self);
        self.reading -= 1;
        match outcome {
            Err(found) if self.reading == 0 && !matches!(found.code(), Some(ParseCode::TooDeep(_))) => {
                Err(self.diagnosed(start, wanted, found))
            }
            outcome => outcome,
        }
    }

    fn diagnosed(&mut self, start: Cursor<'t>, wanted: Wanted, found: ParseError) -> ParseError {
        self.reading += 1;
        let of_form = matches!(wanted, Wanted::Llvm(_));
        let mut walk = Walk { left: MOST_READ_AGAIN, texts: self, at: start, depth: 0 };
        let outcome = match wanted {
            Wanted::Type => walk.any_type().map(drop),
            Wanted::Attribute => walk.attribute(),
            Wanted::Dictionary => walk.dictionary(),
            Wanted::Location => walk.trailing_location(),
            Wanted::Llvm(kind) => walk.llvm_attribute_of(kind),
        };
        let given_up = walk.left == 0;
        self.reading -= 1;
        let error = outcome.err().filter(|_| !given_up).unwrap_or(found);
        if of_form { error } else { error.of_language() }
    }
}

impl<'t> Walk<'_, '_, 't> {
    /// Goes one level down for as long as `inner` runs.
    fn deeper<R>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<R>) -> Parsed<R> {
        if self.depth >= MAX_DEPTH {
            return Err(self.at.error(ParseCode::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let outcome = inner(self);
        self.depth -= 1;
        outcome
    }

    /// Reads what stands behind a dialect's name in a symbol of which all that is framed by brackets is read: `body` is
    /// what stands in its brackets. As upstream has it, what stands behind in the frame does not matter.
    fn framed(
        &mut self,
        name: &'t str,
        body: std::ops::Range<usize>,
        read: impl FnOnce(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        let mut inner = self.at;
        inner.pos = match name.find('.') {
            Some(point) => inner.span_of(name).start + point + 1,
            None => body.start + 1,
        };
        let outer = std::mem::replace(&mut self.at, inner);
        let outcome = read(self);
        self.at = outer;
        outcome.map_err(ParseError::of_language)
    }

    /// The byte of the next token.
    fn next_byte(&mut self) -> u8 {
        self.at.skip_space();
        self.at.peek()
    }

    /// Reads a token; `expected` is what upstream misses without it.
    fn token(&mut self, token: &str, expected: &'static str) -> Parsed<()> {
        if self.at.eat(token) { Ok(()) } else { Err(self.at.expected(expected)) }
    }

    /// Reads items separated by commas between brackets, which may be empty; each bracket is given with what upstream
    /// misses without it.
    fn list(
        &mut self,
        open: (&str, &'static str),
        close: (&str, &'static str),
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        self.token(open.0, open.1)?;
        if self.at.eat(close.0) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.at.eat_byte(b',') {
                return self.token(close.0, close.1);
            }
        }
    }

    /// An error at the next token.
    fn here<R>(&self, code: ParseCode) -> Parsed<R> {
        if let Some(broken) = self.at.broken_token() {
            return Err(broken);
        }
        Err(self.at.error(code))
    }

    /// An error where the cursor stood once.
    fn back_at<R>(&self, start: usize, code: impl Into<DiagnosticCode>) -> Parsed<R> {
        Err(ParseError::at(start, code))
    }
}
