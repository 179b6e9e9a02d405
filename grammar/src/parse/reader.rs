//! The reader of types, attributes and locations: token by token, each once, in upstream's order.
//!
//! What a token should be is reported where the cursor stands. [`super::types`] and [`super::attributes`] hold what is
//! read; [`super::parse_cache`] leads here for each text that was not read before.

use irtrip_dialect::diagnostic::{DiagnosticCode, ParseCode};

use super::MAX_DEPTH;
use super::cursor::{Cursor, has_point, point_in};
use super::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// A cursor with what it resolves names by.
pub(super) struct Reader<'r, 'c, 't> {
    pub texts: &'r mut ParseCache<'c, 't>,
    pub at: Cursor<'t>,
    depth: usize,
    /// Whether a dialect's symbol is being read that has another one around it.
    framed: bool,
    /// The last symbol body whose end was searched because of an error. The symbols around it look for their ends, too,
    /// and do not scan this part of the text again.
    failed_body: Option<FailedBody>,
}

/// The body of a dialect's symbol that could not be read.
#[derive(Clone, Copy)]
struct FailedBody {
    start: usize,
    /// The byte after its last bracket; `None` where its brackets do not pair.
    end: Option<usize>,
}

impl<'r, 'c, 't> Reader<'r, 'c, 't> {
    /// A reader at a cursor.
    pub fn new(texts: &'r mut ParseCache<'c, 't>, at: Cursor<'t>) -> Self {
        Reader { texts, at, depth: 0, framed: false, failed_body: None }
    }

    /// Goes one level down for as long as `inner` runs.
    pub fn deeper<R>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<R>) -> Parsed<R> {
        if self.depth >= MAX_DEPTH {
            return Err(self.at.error(ParseCode::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let outcome = inner(self);
        self.depth -= 1;
        outcome
    }

    /// Whether what is read is in no other attribute or type than the one that the reader was made for.
    pub fn is_outermost(&self) -> bool {
        self.depth == 0
    }

    /// Reads `!name` or `#name`; returns the name.
    pub fn symbol(&mut self, nameless: &'static str) -> Parsed<&'t str> {
        let start = self.at.pos;
        self.at.pos += 1;
        let name = self.at.name();
        // The name of a dialect is a word; aliases may be numbers.
        let is_word = |name: &&str| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let of_dialect = |name: &&str| has_point(name) || self.at.peek() == b'<';
        match name {
            Some(name) if is_word(&name) || !of_dialect(&name) => Ok(name),
            _ => Err(ParseError::at(start, ParseCode::InvalidName(nameless))),
        }
    }

    /// Moves past the brackets that directly follow a symbol, if they do.
    pub fn skip_symbol_body(&mut self) -> Parsed<()> {
        if self.at.peek() == b'<' {
            self.at.pos = end_of_body(self.at, false, None)?;
        }
        Ok(())
    }

    /// Reads what follows a dialect's name in `!dialect.mnemonic<...>` or `!dialect<mnemonic...>`, of which `name`
    /// is read. As upstream has it, what follows in the brackets does not matter, but that they pair.
    pub fn framed<R>(&mut self, name: &'t str, read: impl FnOnce(&mut Self) -> Parsed<R>) -> Parsed<R> {
        let body = self.at;
        let has_body = body.peek() == b'<';
        let point = point_in(name);
        self.at.pos = point.map_or(body.pos + 1, |point| body.span_of(name).start + point + 1);
        let outermost = !std::mem::replace(&mut self.framed, true);
        let outcome = read(self);
        self.framed = !outermost;
        match outcome {
            Ok(value) => {
                self.at.pos = match point {
                    // All of the body is read, or nothing of it.
                    Some(_) if has_body && self.at.pos > body.pos => self.at.pos,
                    Some(_) if has_body => end_of_body(body, false, None)?,
                    Some(_) => body.pos,
                    None => end_of_body(self.at, true, None)?,
                };
                Ok(value)
            }
            Err(error) => {
                self.at = body;
                // Where brackets do not pair, the outermost symbol reports it, at a place that the whole scan finds.
                let inner = |known: &FailedBody| known.start > body.pos && (!outermost || known.end.is_some());
                let known = self.failed_body.filter(inner);
                let end = if has_body { end_of_body(body, false, known) } else { Ok(body.pos) };
                if has_body {
                    self.failed_body = Some(FailedBody { start: body.pos, end: end.as_ref().ok().copied() });
                }
                match end {
                    // What follows from the error is reported after the symbol.
                    Ok(end) => self.at.pos = end,
                    // Brackets that do not pair come first.
                    Err(unbalanced) if outermost => return Err(unbalanced),
                    Err(_) => {}
                }
                Err(error.of_language())
            }
        }
    }

    /// The byte of the next token.
    #[inline]
    pub fn next_byte(&mut self) -> u8 {
        self.at.skip_space();
        self.at.peek()
    }

    /// The place of the next token.
    #[inline]
    pub fn next_place(&mut self) -> usize {
        self.at.skip_space();
        self.at.pos
    }

    /// Reads a token; `expected` is what upstream misses without it.
    #[inline(always)]
    pub fn token(&mut self, token: &str, expected: &'static str) -> Parsed<()> {
        if self.at.eat(token) { Ok(()) } else { Err(self.at.expected(expected)) }
    }

    /// Reads items separated by commas between brackets, which may be empty; each bracket is given with what upstream
    /// misses without it.
    pub fn list(
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
    #[cold]
    pub fn here<R>(&self, code: ParseCode) -> Parsed<R> {
        if let Some(broken) = self.at.check_token() {
            return Err(broken);
        }
        Err(self.at.error(code))
    }

    /// An error where the cursor was once.
    #[cold]
    pub fn back_at<R>(&self, start: usize, code: impl Into<DiagnosticCode>) -> Parsed<R> {
        Err(ParseError::at(start, code))
    }

    /// An error about all that was read since a place.
    #[cold]
    pub fn about<R>(&self, start: usize, code: ParseCode) -> Parsed<R> {
        Err(ParseError::new(start..self.at.pos, code))
    }

    /// Adds what upstream reports at the next token once something has failed.
    pub fn because<R>(&self, outcome: Parsed<R>, code: impl FnOnce() -> ParseCode) -> Parsed<R> {
        outcome.map_err(|error| match self.at.check_token() {
            // Upstream reports nothing more at a token that is none, and what is wrong with it before all else there.
            Some(broken) if error.span().start <= broken.span().start => broken,
            Some(_) => error,
            None => error.followed_by(self.at.error(code()).of_form()),
        })
    }
}

/// The end of the brackets of a dialect's symbol that open here, or inside which the cursor stands. Upstream reports
/// one that is not closed at the last string after it. The scan passes over `known`.
fn end_of_body(mut at: Cursor<'_>, inside: bool, known: Option<FailedBody>) -> Parsed<usize> {
    let mut reported_at = at.pos;
    let not_closed = |reported_at: usize, bracket: u8| {
        Err(ParseError::at(reported_at, ParseCode::Unbalanced(char::from(bracket).to_string())))
    };
    let mut open: smallvec::SmallVec<[u8; 32]> = smallvec::SmallVec::new();
    if inside {
        open.push(b'<');
    }
    loop {
        let byte = at.peek();
        if let Some(known) = known.filter(|known| known.start == at.pos) {
            match known.end {
                Some(end) => at.pos = end,
                None => return not_closed(reported_at, b'<'),
            }
            continue;
        }
        let opener = match byte {
            b'>' => b'<',
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => 0,
        };
        let last = open.last().copied().unwrap_or(b'<');
        match byte {
            _ if at.at_end() => return not_closed(reported_at, last),
            b'<' | b'(' | b'[' | b'{' => open.push(byte),
            b'-' if at.peek_at(1) == b'>' => at.pos += 1,
            b'>' if at.peek_at(1) == b'=' && last != b'<' => at.pos += 1,
            b'"' => {
                reported_at = at.pos;
                at.string()?;
                continue;
            }
            _ if opener == 0 => {}
            _ if opener == last => drop(open.pop()),
            _ => return not_closed(reported_at, last),
        }
        at.pos += 1;
        if open.is_empty() {
            return Ok(at.pos);
        }
    }
}
