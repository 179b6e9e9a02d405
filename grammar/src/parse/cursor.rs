//! A place in the text: white space and comments, words, strings, and the ends of bracketed texts.
//!
//! Nothing here copies: a token is a slice of the text, and where a slice stands in the text is its address.

use std::ops::Range;

use super::MAX_DEPTH;
use super::error::{ParseError, ParseErrorKind, Parsed};

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Bytes read.
    pub pos: usize,
    end: usize,
}

/// What may stand behind the first character of a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// What may stand in the name behind a sigil.
pub(super) fn is_suffix(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

impl<'t> Cursor<'t> {
    /// The start of `range` of a text; reads no further than its end.
    pub fn new(text: &'t str, range: Range<usize>) -> Cursor<'t> {
        let end = range.end.min(text.len());
        Cursor { text, pos: range.start.min(end), end }
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// The byte here, or 0 at the end.
    pub fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    /// The byte `ahead` of here, or 0 behind the end.
    pub fn peek_at(&self, ahead: usize) -> u8 {
        let at = self.pos + ahead;
        if at < self.end { self.bytes().get(at).copied().unwrap_or(0) } else { 0 }
    }

    /// Whether all is read.
    pub fn at_end(&self) -> bool {
        self.pos >= self.end
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.end - self.pos.min(self.end)
    }

    /// What is between two places.
    pub fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or("")
    }

    /// What is left to read.
    pub fn rest(&self) -> &'t str {
        self.slice(self.pos..self.end)
    }

    /// The text from `start` to here.
    pub fn since(&self, start: usize) -> &'t str {
        self.slice(start..self.pos)
    }

    /// Where a slice of this text stands in it.
    pub fn span_of(&self, slice: &str) -> Range<usize> {
        let start = (slice.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        start..start.saturating_add(slice.len())
    }

    /// Skips white space and comments.
    #[inline]
    pub fn skip_space(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\n' | b'\t' | b'\r' => self.pos += 1,
                0 if self.pos < self.end => self.pos += 1,
                b'/' if self.peek_at(1) == b'/' => {
                    let rest = self.bytes().get(self.pos..self.end).unwrap_or_default();
                    self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// An error about the token here.
    pub fn error(&self, kind: ParseErrorKind) -> ParseError {
        let mut token = *self;
        token.skip_space();
        let start = token.pos;
        if is_suffix(token.peek()) || matches!(token.peek(), b'%' | b'^' | b'@' | b'#' | b'!') {
            token.pos += 1;
            while is_suffix(token.peek()) {
                token.pos += 1;
            }
        } else if let Some(c) = self.text.get(start..self.end).and_then(|rest| rest.chars().next()) {
            token.pos += c.len_utf8();
        }
        ParseError { span: start..token.pos.min(self.end), kind }
    }

    /// An error about a slice of the text.
    pub fn error_at(&self, slice: &str, kind: ParseErrorKind) -> ParseError {
        let mut span = self.span_of(slice);
        // The sigil of a value's or a block's name belongs to it.
        if matches!(self.text.as_bytes().get(span.start.wrapping_sub(1)), Some(b'%' | b'^')) {
            span.start -= 1;
        }
        ParseError { span, kind }
    }

    /// "expected ..." behind the token before the one here, which is where upstream has it.
    pub fn expected(&self, what: &str) -> ParseError {
        self.wrong_token(ParseErrorKind::Expected(what.to_owned()))
    }

    /// An error about the token here, behind the one before it.
    pub fn wrong_token(&self, kind: ParseErrorKind) -> ParseError {
        if let Some(broken) = self.broken_token() {
            return broken;
        }
        let mut token = *self;
        token.skip_space();
        let mut error = token.error(kind);
        let mut before = self.text.get(..token.pos).unwrap_or_default();
        loop {
            before = before.trim_end_matches([' ', '\t']);
            let Some(line) = before.strip_suffix(['\n', '\r']) else { break };
            // The line before may end in a comment.
            let start = line.rfind(['\n', '\r']).map_or(0, |at| at + 1);
            let comment = line.get(start..).and_then(|line| line.find("//"));
            before = line.get(..comment.map_or(line.len(), |at| start + at)).unwrap_or_default();
        }
        // Nothing stands before it.
        if !before.is_empty() && before.len() < token.pos {
            error.span = before.len()..before.len() + 1;
        } else if token.at_end() && token.pos > 0 {
            error.span = token.pos - 1..token.pos;
        }
        error
    }

    /// Reads punctuation or a keyword if it is here. A keyword must end where a word ends.
    pub fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let wanted = token.as_bytes();
        // Most tokens are one byte, and most questions are answered by the first.
        let Some((&first, rest)) = wanted.split_first() else { return true };
        if self.peek() != first {
            return false;
        }
        let at_token = rest.iter().enumerate().all(|(i, &byte)| self.peek_at(i + 1) == byte);
        let whole = !wanted.last().is_some_and(|&b| is_word(b)) || !is_word(self.peek_at(token.len()));
        if at_token && whole && !(token == "{" && self.at_resources()) {
            self.pos += token.len();
            return true;
        }
        false
    }

    /// Whether `{-#` is here, which opens no region and no dictionary.
    fn at_resources(&self) -> bool {
        self.peek_at(1) == b'-' && self.peek_at(2) == b'#'
    }

    /// Reads one byte of punctuation if it is here.
    pub fn eat_byte(&mut self, byte: u8) -> bool {
        self.skip_space();
        let here = self.peek() == byte;
        self.pos += usize::from(here);
        here
    }

    /// Whether punctuation or a keyword is here.
    pub fn sees(&self, token: &str) -> bool {
        let mut ahead = *self;
        ahead.eat(token)
    }

    /// Reads punctuation or a keyword that must be here.
    pub fn expect(&mut self, token: &str) -> Parsed<()> {
        let before = *self;
        match self.eat(token) {
            true => Ok(()),
            // Upstream misses a word where it should be.
            false if token.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Err(before.error(ParseErrorKind::Expected(format!("'{token}'"))))
            }
            false => Err(before.expected(&format!("'{token}'"))),
        }
    }

    /// Reads a token that must be here; `expected` is what upstream misses without it.
    pub fn expect_as(&mut self, token: &str, expected: &str) -> Parsed<()> {
        let before = *self;
        if self.eat(token) { Ok(()) } else { Err(before.expected(expected)) }
    }

    /// Reads a word (`llvm.add`, `eq`) if one is here.
    pub fn word(&mut self) -> Option<&'t str> {
        self.skip_space();
        let start = self.pos;
        if !(self.peek().is_ascii_alphabetic() || self.peek() == b'_') {
            return None;
        }
        while is_word(self.peek()) {
            self.pos += 1;
        }
        Some(self.since(start))
    }

    /// The word here, which is not read.
    pub fn peek_word(&self) -> &'t str {
        let mut ahead = *self;
        ahead.word().unwrap_or("")
    }

    /// Reads digits if they are here.
    pub fn digits(&mut self) -> Option<&'t str> {
        self.skip_space();
        let start = self.pos;
        while self.peek().is_ascii_digit() {
            self.pos += 1;
        }
        (self.pos > start).then(|| self.since(start))
    }

    /// Reads digits that are no part of a floating-point number, if they are here.
    pub fn whole_digits(&mut self) -> Option<&'t str> {
        let mut ahead = *self;
        let digits = ahead.digits().filter(|_| ahead.peek() != b'.')?;
        *self = ahead;
        Some(digits)
    }

    /// Reads a decimal number without sign that fits `T`.
    pub fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let digits = self.digits().ok_or_else(|| self.expected("integer value"))?;
        digits.parse().map_err(|_| self.error_at(digits, ParseErrorKind::IntegerRange))
    }

    /// Reads the name behind a sigil (`%`, `^`, `#`, `!`), which is read already.
    pub fn suffix(&mut self) -> Parsed<&'t str> {
        let start = self.pos;
        if self.peek().is_ascii_digit() {
            while self.peek().is_ascii_digit() {
                self.pos += 1;
            }
        } else {
            while is_suffix(self.peek()) {
                self.pos += 1;
            }
        }
        if self.pos == start { Err(self.expected("a name")) } else { Ok(self.since(start)) }
    }

    /// Reads a string in quotes if one is here: what is between the quotes, escapes and all.
    pub fn string(&mut self) -> Parsed<Option<&'t str>> {
        self.skip_space();
        if self.peek() != b'"' {
            return Ok(None);
        }
        let start = self.pos + 1;
        self.skip_string()?;
        Ok(Some(self.slice(start..self.pos - 1)))
    }

    /// Skips the string that starts here.
    fn skip_string(&mut self) -> Parsed<()> {
        let mut at = self.pos + 1;
        let bytes = self.bytes();
        while let Some(found) = memchr::memchr3(b'"', b'\\', b'\n', bytes.get(at..self.end).unwrap_or_default()) {
            match bytes.get(at + found) {
                Some(b'"') => {
                    self.pos = at + found + 1;
                    return Ok(());
                }
                Some(b'\\') => at = self.behind_escape(at + found)?,
                _ => {
                    at += found;
                    return Err(ParseError { span: at..at + 1, kind: ParseErrorKind::UnclosedString });
                }
            }
        }
        Err(ParseError { span: self.end..self.end, kind: ParseErrorKind::UnclosedString })
    }

    /// Where the escape ends that starts at a place.
    fn behind_escape(&self, at: usize) -> Parsed<usize> {
        let byte = |by: usize| self.bytes().get(at + by).copied().unwrap_or(0);
        match byte(1) {
            b'"' | b'\\' | b'n' | b't' => Ok(at + 2),
            high if high.is_ascii_hexdigit() && byte(2).is_ascii_hexdigit() => Ok(at + 3),
            _ => Err(ParseError { span: at..at + 1, kind: ParseErrorKind::BadEscape }),
        }
    }

    /// What is wrong with the token here, if it is none.
    pub fn broken_token(&self) -> Option<ParseError> {
        let mut token = *self;
        token.skip_space();
        let broken = |at: usize, message| Some(ParseError { span: at..at + 1, kind: ParseErrorKind::Invalid(message) });
        let next = token.peek_at(1);
        match token.peek() {
            b'"' => token.string().err(),
            b'@' if next == b'"' => {
                token.pos += 1;
                token.string().err()
            }
            b'@' if !next.is_ascii_alphabetic() && next != b'_' => {
                broken(token.pos + 1, "@ identifier expected to start with letter or '_'")
            }
            b'.' if next != b'.' || token.peek_at(2) != b'.' => {
                broken(token.pos + 1, "expected three consecutive dots for an ellipsis")
            }
            b'$' | b'&' | b'~' | b';' | b'`' | b'\\' | b'\'' => broken(token.pos, "unexpected character"),
            _ => None,
        }
    }

    /// Skips the bracketed text that starts here, to behind the bracket that closes it. Strings, comments, `->` and
    /// `>=` count for no brackets.
    pub fn skip_balanced(&mut self) -> Parsed<()> {
        let open = self.pos;
        let mut closers: smallvec::SmallVec<[u8; 32]> = smallvec::SmallVec::new();
        loop {
            let byte = self.peek();
            match byte {
                b'<' if self.peek_at(1) == b'=' => self.pos += 1,
                b'<' => closers.push(b'>'),
                b'(' => closers.push(b')'),
                b'[' => closers.push(b']'),
                b'{' => closers.push(b'}'),
                b'>' | b')' | b']' | b'}' if closers.last() == Some(&byte) => {
                    closers.pop();
                }
                b'>' if self.peek_at(1) == b'=' => self.pos += 1,
                b'>' | b')' | b']' | b'}' => {
                    let wanted = char::from(closers.last().copied().unwrap_or(b' '));
                    return Err(self.expected(&format!("'{wanted}'")));
                }
                b'-' if self.peek_at(1) == b'>' => self.pos += 1,
                b'"' => {
                    self.skip_string()?;
                    continue;
                }
                b'/' if self.peek_at(1) == b'/' => {
                    self.skip_space();
                    continue;
                }
                _ if self.at_end() => {
                    return Err(ParseError { span: open..open + 1, kind: ParseErrorKind::Unclosed("the bracket") });
                }
                _ => {}
            }
            if closers.len() > MAX_DEPTH {
                return Err(self.error(ParseErrorKind::TooDeep(MAX_DEPTH)));
            }
            self.pos += 1;
            if closers.is_empty() {
                return Ok(());
            }
        }
    }

    /// Skips a region, from its `{` to behind its `}`, by its braces alone.
    pub fn skip_region(&mut self) -> Parsed<()> {
        let open = self.pos;
        let mut depth = 0_usize;
        let bytes = self.bytes().get(..self.end).unwrap_or_default();
        let mut at = self.pos;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'{' => depth += 1,
                b'}' if depth <= 1 => {
                    self.pos = at + 1;
                    return Ok(());
                }
                b'}' => depth -= 1,
                b'"' => {
                    self.pos = at;
                    self.skip_string()?;
                    at = self.pos;
                    continue;
                }
                b'/' if bytes.get(at + 1) == Some(&b'/') => {
                    at += memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default()).unwrap_or(bytes.len() - at);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        Err(ParseError { span: open..open + 1, kind: ParseErrorKind::Unclosed("the region") })
    }
}

/// The bytes of a string from between its quotes: `\n`, `\t`, `\\`, `\"` and `\XX` are escapes.
pub(super) fn unescape(raw: &str) -> Option<std::borrow::Cow<'_, [u8]>> {
    let bytes = raw.as_bytes();
    let Some(first) = memchr::memchr(b'\\', bytes) else { return Some(bytes.into()) };
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(&bytes[..first]);
    let mut rest = bytes[first..].iter();
    while let Some(&byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match *rest.next()? {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            c @ (b'\\' | b'"') => out.push(c),
            high => {
                let value = |digit: u8| char::from(digit).to_digit(16);
                let byte = value(high)? * 16 + value(*rest.next()?)?;
                out.push(byte as u8);
            }
        }
    }
    Some(out.into())
}
