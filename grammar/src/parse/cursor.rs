//! A place in the text: white space and comments, words, strings, and the ends of bracketed texts.
//!
//! Nothing here copies: a token is a slice of the text, and where a slice is in the text is its address.

use irtrip_dialect::diagnostic::{DiagnosticCode, ParseCode};
use std::ops::Range;

use super::MAX_DEPTH;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    /// The text up to where this cursor ends.
    text: &'t str,
    /// Bytes read.
    pub pos: usize,
}

/// Bits of [`CLASSES`]: what may follow the first character of a word.
const WORD: u8 = 1;
/// What may be in the name after a sigil.
const SUFFIX: u8 = 2;
/// What [`Cursor::skip_balanced`] has to look at.
const BALANCE: u8 = 4;
/// Digits.
const DIGIT: u8 = 8;
/// White space.
const SPACE: u8 = 16;

/// The classes of each byte. Most of a text's bytes are asked for no more than this.
const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let c = byte as u8;
        if c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.') {
            table[byte] |= WORD | SUFFIX;
        }
        if c == b'-' {
            table[byte] |= SUFFIX;
        }
        if matches!(c, b'<' | b'>' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'-' | b'"' | b'/') {
            table[byte] |= BALANCE;
        }
        if c.is_ascii_digit() {
            table[byte] |= DIGIT;
        }
        if matches!(c, b' ' | b'\n' | b'\t' | b'\r' | 0) {
            table[byte] |= SPACE;
        }
        byte += 1;
    }
    table
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// How many bytes come before the first that `stops` the scan. Where there are eight more, they are looked at without asking
/// for the end of the text after each.
#[inline]
fn before(bytes: &[u8], stops: impl Fn(u8) -> bool) -> usize {
    let (eights, rest) = bytes.as_chunks::<8>();
    for (place, eight) in eights.iter().enumerate() {
        if let Some(at) = eight.iter().position(|&byte| stops(byte)) {
            return 8 * place + at;
        }
    }
    8 * eights.len() + rest.iter().position(|&byte| stops(byte)).unwrap_or(rest.len())
}

/// What may follow the first character of a word.
pub(super) fn is_word(byte: u8) -> bool {
    is(byte, WORD)
}

/// What may be in the name after a sigil.
pub(super) fn is_suffix(byte: u8) -> bool {
    is(byte, SUFFIX)
}

/// Where the first point of a name is. Names are short: what starts a search in a long text takes longer than all of it.
#[inline]
pub(super) fn point_in(name: &str) -> Option<usize> {
    name.bytes().position(|byte| byte == b'.')
}

/// Whether a name has a point, as those of dialects' types and attributes have, and aliases do not.
pub(super) fn has_point(name: &str) -> bool {
    point_in(name).is_some()
}

impl<'t> Cursor<'t> {
    /// The start of `range` of a text; reads no further than its end.
    pub fn new(text: &'t str, range: Range<usize>) -> Cursor<'t> {
        let text = text.get(..range.end).unwrap_or(text);
        Cursor { text, pos: range.start.min(text.len()) }
    }

    /// The same place, from which no more than so many bytes are read.
    pub fn no_further_than(&self, most: usize) -> Cursor<'t> {
        Cursor::new(self.text, self.pos..self.pos + self.left().min(most))
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// The byte here, or 0 at the end.
    #[inline]
    pub fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    /// The byte `ahead` of here, or 0 past the end.
    #[inline]
    pub fn peek_at(&self, ahead: usize) -> u8 {
        self.bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Whether all is read.
    pub fn at_end(&self) -> bool {
        self.pos >= self.text.len()
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.text.len() - self.pos.min(self.text.len())
    }

    /// What is between two places.
    pub fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or("")
    }

    /// What is left to read.
    pub fn rest(&self) -> &'t str {
        self.slice(self.pos..self.text.len())
    }

    /// The bytes that are left to read.
    fn rest_bytes(&self) -> &'t [u8] {
        self.bytes().get(self.pos..).unwrap_or_default()
    }

    /// The text from `start` to here.
    pub fn since(&self, start: usize) -> &'t str {
        self.slice(start..self.pos)
    }

    /// Where a slice of this text is in it.
    pub fn span_of(&self, slice: &str) -> Range<usize> {
        let start = (slice.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        start..start.saturating_add(slice.len())
    }

    /// Skips white space and comments.
    #[inline]
    pub fn skip_space(&mut self) {
        // Nearly every token follows one space or none.
        self.pos += usize::from(self.peek() == b' ');
        if self.peek() <= b' ' || self.peek() == b'/' {
            self.skip_long_space();
        }
    }

    fn skip_long_space(&mut self) {
        loop {
            self.skip_class(SPACE);
            if !(self.peek() == b'/' && self.peek_at(1) == b'/') {
                return;
            }
            let rest = self.rest_bytes();
            self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        }
    }

    /// Moves past bytes of a class.
    fn skip_class(&mut self, class: u8) {
        self.pos += before(self.rest_bytes(), |byte| !is(byte, class));
    }

    /// An error about the token here.
    pub fn error(&self, code: impl Into<DiagnosticCode>) -> ParseError {
        let mut token = *self;
        token.skip_space();
        let start = token.pos;
        if is_suffix(token.peek()) || matches!(token.peek(), b'%' | b'^' | b'@' | b'#' | b'!') {
            token.pos += 1;
            token.skip_class(SUFFIX);
        } else if let Some(c) = self.text.get(start..).and_then(|rest| rest.chars().next()) {
            token.pos += c.len_utf8();
        }
        ParseError::new(start..token.pos.min(self.text.len()), code)
    }

    /// An error about a slice of the text.
    pub fn error_at(&self, slice: &str, code: ParseCode) -> ParseError {
        let mut span = self.span_of(slice);
        // The sigil of a value's or a block's name belongs to it.
        if matches!(self.text.as_bytes().get(span.start.wrapping_sub(1)), Some(b'%' | b'^')) {
            span.start -= 1;
        }
        ParseError::new(span, code)
    }

    /// "expected ..." after the token before the one here, which is where upstream has it.
    #[cold]
    pub fn expected(&self, what: &'static str) -> ParseError {
        self.unexpected_token(ParseCode::Expected(what))
    }

    /// An error about the token here, after the one before it.
    pub fn unexpected_token(&self, code: ParseCode) -> ParseError {
        if let Some(broken) = self.check_token() {
            return broken;
        }
        let mut token = *self;
        token.skip_space();
        let mut error = token.error(code);
        let mut before = self.text.get(..token.pos).unwrap_or_default();
        loop {
            before = before.trim_end_matches([' ', '\t']);
            let Some(line) = before.strip_suffix(['\n', '\r']) else { break };
            // The line before may end in a comment.
            let start = line.rfind(['\n', '\r']).map_or(0, |at| at + 1);
            let comment = line.get(start..).and_then(|line| line.find("//"));
            before = line.get(..comment.map_or(line.len(), |at| start + at)).unwrap_or_default();
        }
        // Nothing is before it.
        if !before.is_empty() && before.len() < token.pos {
            error = error.with_span(before.len()..before.len() + 1);
        } else if token.at_end() && token.pos > 0 {
            error = error.with_span(token.pos - 1..token.pos);
        }
        error
    }

    /// Reads punctuation or a keyword if it is here. A keyword must end where a word ends.
    #[inline(always)]
    pub fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        // Most questions are answered by the first byte, and most tokens are no more than it.
        match *token.as_bytes() {
            [] => true,
            [byte] if !is_word(byte) && byte != b'{' => {
                let here = self.peek() == byte;
                self.pos += usize::from(here);
                here
            }
            [first, ..] => self.peek() == first && self.eat_whole(token),
        }
    }

    /// Reads `true` or `false`, if it is here.
    pub fn truth_value(&mut self) -> Option<bool> {
        if self.eat("true") { Some(true) } else { self.eat("false").then_some(false) }
    }

    /// Reads a token if it is here, after white space, of which the first byte is here. It is a call of its own, so that the
    /// question that most tokens answer by their first byte needs none.
    #[inline(never)]
    fn eat_whole(&mut self, token: &str) -> bool {
        let wanted = token.as_bytes();
        let at_token = wanted.len() == 1 || self.rest_bytes().starts_with(wanted);
        let whole = !wanted.last().is_some_and(|&b| is_word(b)) || !is_word(self.peek_at(token.len()));
        let here = at_token && whole && !(token == "{" && self.at_resources());
        self.pos += if here { token.len() } else { 0 };
        here
    }

    /// Whether `{-#` is here, which opens no region and no dictionary.
    fn at_resources(&self) -> bool {
        self.peek_at(1) == b'-' && self.peek_at(2) == b'#'
    }

    /// Reads one byte of punctuation if it is here.
    #[inline]
    pub fn eat_byte(&mut self, byte: u8) -> bool {
        self.skip_space();
        let here = self.peek() == byte;
        self.pos += usize::from(here);
        here
    }

    /// Whether punctuation or a keyword is here.
    #[inline]
    pub fn sees(&self, token: &str) -> bool {
        let mut ahead = *self;
        ahead.eat(token)
    }

    /// Reads punctuation or a keyword that must be here.
    #[inline]
    pub fn expect(&mut self, token: &'static str) -> Parsed<()> {
        let before = *self;
        if self.eat(token) { Ok(()) } else { Err(before.missing(token)) }
    }

    /// The error of a token that is not here.
    #[cold]
    fn missing(&self, token: &'static str) -> ParseError {
        let code = ParseCode::ExpectedToken(token);
        // Upstream misses a word where it should be, and leaves it to the operation's form to report.
        match token.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => self.error(code).of_form(),
            false => self.unexpected_token(code),
        }
    }

    /// Reads a token that must be here; `expected` is what upstream misses without it.
    #[inline]
    pub fn expect_as(&mut self, token: &str, expected: &'static str) -> Parsed<()> {
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
        self.skip_class(WORD);
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

    /// Reads the name after a sigil (`%`, `^`, `#`, `!`), which is read already.
    #[inline]
    pub fn suffix(&mut self) -> Parsed<&'t str> {
        match self.name() {
            Some(name) => Ok(name),
            None => Err(self.expected("a name")),
        }
    }

    /// As [`Cursor::suffix`], if one is here.
    #[inline]
    pub fn name(&mut self) -> Option<&'t str> {
        let start = self.pos;
        self.skip_class(if is(self.peek(), DIGIT) { DIGIT } else { SUFFIX });
        (self.pos > start).then(|| self.since(start))
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
        while let Some(found) = memchr::memchr3(b'"', b'\\', b'\n', bytes.get(at..).unwrap_or_default()) {
            match bytes.get(at + found) {
                Some(b'"') => {
                    self.pos = at + found + 1;
                    return Ok(());
                }
                Some(b'\\') => at = self.after_escape(at + found)?,
                _ => {
                    at += found;
                    return Err(ParseError::at(at, ParseCode::UnclosedString));
                }
            }
        }
        Err(ParseError::new(bytes.len()..bytes.len(), ParseCode::UnclosedString))
    }

    /// Where the escape ends that starts at a place.
    fn after_escape(&self, at: usize) -> Parsed<usize> {
        let byte = |by: usize| self.bytes().get(at + by).copied().unwrap_or(0);
        match byte(1) {
            b'"' | b'\\' | b'n' | b't' => Ok(at + 2),
            high if high.is_ascii_hexdigit() && byte(2).is_ascii_hexdigit() => Ok(at + 3),
            _ => Err(ParseError::at(at, ParseCode::BadEscape)),
        }
    }

    /// What is wrong with the token here, if it is none.
    pub fn check_token(&self) -> Option<ParseError> {
        let mut token = *self;
        token.skip_space();
        let broken = |at, code| Some(ParseError::at(at, code));
        let next = token.peek_at(1);
        match token.peek() {
            b'"' => token.string().err(),
            b'@' if next == b'"' => {
                token.pos += 1;
                token.string().err()
            }
            b'@' if !next.is_ascii_alphabetic() && next != b'_' => broken(token.pos + 1, ParseCode::SymbolStart),
            b'.' if next != b'.' || token.peek_at(2) != b'.' => broken(token.pos + 1, ParseCode::Ellipsis),
            b'$' | b'&' | b'~' | b';' | b'`' | b'\\' | b'\'' => broken(token.pos, ParseCode::UnexpectedCharacter),
            _ => None,
        }
    }

    /// Skips the bracketed text that starts here, past the bracket that closes it. Strings, comments, `->` and
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
                    return Err(self.unexpected_token(ParseCode::ExpectedToken(match closers.last() {
                        Some(b'>') => ">",
                        Some(b')') => ")",
                        Some(b']') => "]",
                        Some(_) => "}",
                        None => " ",
                    })));
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
                    return Err(ParseError::at(open, ParseCode::Unclosed("the bracket")));
                }
                _ => {}
            }
            if closers.len() > MAX_DEPTH {
                return Err(self.error(ParseCode::TooDeep(MAX_DEPTH)));
            }
            self.pos += 1;
            if closers.is_empty() {
                return Ok(());
            }
            self.pos += before(self.rest_bytes(), |byte| is(byte, BALANCE));
        }
    }

    /// Skips a region, from its `{` past its `}`, by its braces alone; one that is not closed ends with the text.
    pub fn skip_region(&mut self) {
        let mut depth = 0_usize;
        let bytes = self.bytes();
        let mut at = self.pos;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'{' => depth += 1,
                b'}' if depth <= 1 => {
                    self.pos = at + 1;
                    return;
                }
                b'}' => depth -= 1,
                b'"' => {
                    self.pos = at;
                    if self.skip_string().is_err() {
                        break;
                    }
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
        self.pos = bytes.len();
    }
}
