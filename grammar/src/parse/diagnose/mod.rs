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

use super::MAX_DEPTH;
use super::cursor::Cursor;
use super::error::{ParseError, ParseErrorKind, Parsed};
use super::parse_cache::ParseCache;

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
    /// Whether what is read is a part of an operation's form, whose messages name the operation.
    of_form: bool,
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
            Err(found) if self.reading == 0 && !matches!(found.kind, ParseErrorKind::TooDeep(_)) => {
                Err(self.diagnosed(start, wanted, found))
            }
            outcome => outcome,
        }
    }

    fn diagnosed(&mut self, start: Cursor<'t>, wanted: Wanted, found: ParseError) -> ParseError {
        self.reading += 1;
        let of_form = matches!(wanted, Wanted::Llvm(_));
        let mut walk = Walk { left: MOST_READ_AGAIN, texts: self, at: start, depth: 0, of_form };
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
        if of_form { error } else { error.of_the_language() }
    }
}

impl<'t> Walk<'_, '_, 't> {
    /// Goes one level down for as long as `inner` runs.
    fn deeper<R>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<R>) -> Parsed<R> {
        if self.depth >= MAX_DEPTH {
            return Err(self.at.error(ParseErrorKind::TooDeep(MAX_DEPTH)));
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
        let of_form = std::mem::replace(&mut self.of_form, false);
        let outcome = read(self);
        self.of_form = of_form;
        self.at = outer;
        outcome
    }

    /// The byte of the next token.
    fn next_byte(&mut self) -> u8 {
        self.at.skip_space();
        self.at.peek()
    }

    /// Reads a token; `expected` is what upstream misses without it.
    fn token(&mut self, token: &str, expected: &str) -> Parsed<()> {
        if self.at.eat(token) { Ok(()) } else { Err(self.at.expected(expected)) }
    }

    /// Reads items separated by commas up to a closing token that may follow at once; `behind` is what upstream says
    /// behind the token it misses.
    fn list(
        &mut self,
        (open, close): (&str, &str),
        behind: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        self.token(open, &format!("'{open}'{behind}"))?;
        if self.at.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.at.eat_byte(b',') {
                return self.token(close, &format!("'{close}'{behind}"));
            }
        }
    }

    /// An error at the next token.
    fn here<R>(&self, message: &str) -> Parsed<R> {
        if let Some(broken) = self.at.broken_token() {
            return Err(broken);
        }
        Err(self.at.error(ParseErrorKind::Said(message.to_owned())))
    }

    /// An error where the cursor stood once.
    fn back_at<R>(&self, start: usize, message: &str) -> Parsed<R> {
        Err(ParseError { span: start..start + 1, kind: ParseErrorKind::Said(message.to_owned()) })
    }
}
