//! A cursor over LLVM assembly: white space and comments, words, names, numbers and strings. LangRef, "Identifiers".

use std::borrow::Cow;
use std::ops::Range;

use super::unescape;
use crate::diagnostic::{Diagnostic, DiagnosticCode, DiagnosticResult, ImportCode};

/// The bytes a name without quotes is made of: letters, digits, `-`, `$`, `.`, `_`.
static NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        table[i] = b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_');
        i += 1;
    }
    table
};

/// The bytes a word is made of: letters, digits, `_`.
static WORD: [bool; 256] = {
    let mut table = NAME;
    table[b'-' as usize] = false;
    table[b'$' as usize] = false;
    table[b'.' as usize] = false;
    table
};

/// Whether a byte may be in a name without quotes.
pub fn is_name_byte(b: u8) -> bool {
    NAME[usize::from(b)]
}

/// A name after a sigil.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Name<'a> {
    /// `%7`
    Number(u32),
    /// `%sum`, `%"a b"` without the quotes and with escapes undone.
    Named(Cow<'a, [u8]>),
}

impl Name<'_> {
    /// The name as a message shows it.
    pub fn show(&self, sigil: char) -> String {
        match self {
            Name::Number(n) => format!("{sigil}{n}"),
            Name::Named(name) => format!("{sigil}{}", String::from_utf8_lossy(name)),
        }
    }

    /// The name without its sigil, as a message shows it.
    pub fn show_bare(&self) -> String {
        match self {
            Name::Number(n) => n.to_string(),
            Name::Named(name) => String::from_utf8_lossy(name).into_owned(),
        }
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    /// The text up to where this cursor may read.
    pub text: &'a [u8],
    /// The place: bytes from the start of the text.
    pub pos: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor over `text` from `pos` on.
    pub fn new(text: &'a [u8], pos: usize) -> Cursor<'a> {
        Cursor { text, pos }
    }

    /// A cursor over a range of the same text.
    pub fn up_to(&self, range: Range<usize>) -> Cursor<'a> {
        Cursor::new(self.text.get(..range.end).unwrap_or(self.text), range.start)
    }

    /// The byte at the place, 0 at the end.
    #[inline]
    pub fn byte(&self) -> u8 {
        self.text.get(self.pos).copied().unwrap_or(0)
    }

    /// The byte `ahead` of the place, 0 past the end.
    #[inline]
    pub fn byte_at(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Passes white space and comments.
    #[inline]
    pub fn skip(&mut self) {
        while let Some(&b) = self.text.get(self.pos) {
            match b {
                b' ' | b'\n' | b'\t' | b'\r' | 0 => self.pos += 1,
                b';' => self.skip_line(),
                b'/' if self.byte_at(1) == b'*' && self.skip_comment() => {}
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Passes `/* ... */`; whether it is closed. One that is not is no token, so that whatever reads on fails there.
    #[cold]
    fn skip_comment(&mut self) -> bool {
        let end = self.text.get(self.pos + 2..).and_then(|rest| memchr::memmem::find(rest, b"*/"));
        self.pos += end.map_or(0, |end| end + 4);
        end.is_some()
    }

    /// The text from the place on.
    pub fn rest(&self) -> &'a [u8] {
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// Whether nothing but white space and comments is left.
    pub fn at_end(&mut self) -> bool {
        self.skip();
        self.pos >= self.text.len()
    }

    /// The place of the next token.
    #[inline]
    pub fn peek_pos(&mut self) -> usize {
        self.skip();
        self.pos
    }

    /// The next byte that is no white space, 0 at the end.
    #[inline]
    pub fn peek(&mut self) -> u8 {
        self.skip();
        self.byte()
    }

    /// Passes a byte if it is next.
    #[inline]
    pub fn eat(&mut self, b: u8) -> bool {
        let found = self.peek() == b && self.pos < self.text.len();
        self.pos += usize::from(found);
        found
    }

    /// Passes a byte that must be next; `what` names it in the message.
    #[inline]
    pub fn expect(&mut self, b: u8, what: &'static str) -> DiagnosticResult<()> {
        if self.eat(b) { Ok(()) } else { self.expected(what) }
    }

    /// The word (letters, digits, `_`) that is next, maybe empty.
    #[inline]
    pub fn peek_word(&mut self) -> &'a [u8] {
        self.skip();
        let rest = self.text.get(self.pos..).unwrap_or_default();
        let len = rest.iter().position(|b| !WORD[usize::from(*b)]).unwrap_or(rest.len());
        &rest[..len]
    }

    /// Passes the word that is next and returns it.
    #[inline]
    pub fn word(&mut self) -> &'a [u8] {
        let word = self.peek_word();
        self.pos += word.len();
        word
    }

    /// Passes a word if it is next.
    #[inline]
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word.as_bytes();
        self.pos += if found { word.len() } else { 0 };
        found
    }

    /// Passes a word that must be next.
    pub fn expect_word(&mut self, word: &'static str) -> DiagnosticResult<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(word) }
    }

    /// Passes a word that must be next; `what` names it and its place in the message.
    #[inline]
    pub fn expect_word_as(&mut self, word: &str, what: &'static str) -> DiagnosticResult<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(what) }
    }

    /// The bytes of an unquoted name that is next, maybe empty.
    #[inline]
    fn bare_name(&mut self) -> &'a [u8] {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        let len = rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len());
        self.pos += len;
        &rest[..len]
    }

    /// A name after the sigil at the place, which is passed.
    #[inline]
    pub fn name(&mut self) -> DiagnosticResult<Name<'a>> {
        let start = self.pos;
        self.pos += 1;
        if self.byte() == b'"' {
            let name = self.quoted()?;
            if name.contains(&0) {
                return fail(start..self.pos, ImportCode::NulInName);
            }
            return Ok(Name::Named(name));
        }
        if self.byte().is_ascii_digit() {
            let rest = self.text.get(self.pos..).unwrap_or_default();
            let len = rest.iter().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
            self.pos += len;
            return match parse_u32(&rest[..len]) {
                Some(n) => Ok(Name::Number(n)),
                None => fail(start..self.pos, ImportCode::ValueNumberTooLarge),
            };
        }
        let name = self.bare_name();
        if name.is_empty() {
            return fail(start..self.pos, ImportCode::Expected("a name"));
        }
        Ok(Name::Named(Cow::Borrowed(name)))
    }

    /// A local's name after `%`.
    pub fn local_name(&mut self) -> DiagnosticResult<Name<'a>> {
        if self.peek() == b'%' { self.name() } else { self.expected("local name") }
    }

    /// The number after the sigil at the place, both of which are passed; `None`, and nothing is passed, where there is
    /// none of less than ten digits.
    #[inline]
    pub fn small_number(&mut self) -> Option<u32> {
        let rest = self.text.get(self.pos + 1..).unwrap_or_default();
        let mut number = 0;
        let mut len = 0;
        while let Some(digit) = rest.get(len).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
            if len == 9 {
                return None;
            }
            number = number * 10 + u32::from(digit);
            len += 1;
        }
        self.pos += if len > 0 { len + 1 } else { 0 };
        (len > 0).then_some(number)
    }

    /// A metadata name after `!`, where `\xx` stands for a byte.
    pub fn metadata_name(&mut self) -> Cow<'a, [u8]> {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        let len = rest.iter().position(|b| !is_name_byte(*b) && *b != b'\\').unwrap_or(rest.len());
        self.pos += len;
        unescape(&rest[..len])
    }

    /// A string in quotes that must be next.
    pub fn string(&mut self) -> DiagnosticResult<Cow<'a, [u8]>> {
        if self.peek() != b'"' {
            return self.expected("string constant");
        }
        self.quoted()
    }

    /// The string whose opening quote is at the place, with escapes undone.
    pub fn quoted(&mut self) -> DiagnosticResult<Cow<'a, [u8]>> {
        let start = self.pos;
        let rest = self.text.get(start + 1..).unwrap_or_default();
        match memchr::memchr(b'"', rest) {
            Some(len) => {
                self.pos = start + len + 2;
                Ok(unescape(&rest[..len]))
            }
            None => fail(start..self.text.len(), ImportCode::UnterminatedString),
        }
    }

    /// The digits of an unsigned number that must be next.
    pub fn digits(&mut self) -> DiagnosticResult<&'a [u8]> {
        self.skip();
        let rest = self.text.get(self.pos..).unwrap_or_default();
        let len = rest.iter().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
        if len == 0 {
            return self.expected("integer");
        }
        self.pos += len;
        Ok(&rest[..len])
    }

    /// An unsigned number of 64 bits.
    pub fn u64(&mut self) -> DiagnosticResult<u64> {
        if self.peek() == b'u' && self.text.get(self.pos..).is_some_and(|rest| rest.starts_with(b"u0x")) {
            return self.hexadecimal();
        }
        let digits = self.digits()?;
        match std::str::from_utf8(digits).ok().and_then(|d| d.parse().ok()) {
            Some(n) => Ok(n),
            None => fail(self.pos - digits.len()..self.pos, ImportCode::Expected("64-bit integer (too large)")),
        }
    }

    /// `u0x1F`
    #[cold]
    fn hexadecimal(&mut self) -> DiagnosticResult<u64> {
        let start = self.pos;
        let word = self.word();
        let digits = std::str::from_utf8(word.get(3..).unwrap_or_default()).ok();
        match digits.and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
            Some(n) => Ok(n),
            None => fail(start..self.pos, ImportCode::Expected("64-bit integer (too large)")),
        }
    }

    /// An unsigned number of 32 bits.
    pub fn u32(&mut self) -> DiagnosticResult<u32> {
        let start = self.pos;
        match u32::try_from(self.u64()?) {
            Ok(n) => Ok(n),
            Err(_) => fail(start..self.pos, ImportCode::Expected("32-bit integer (too large)")),
        }
    }

    /// Fails at the token that is next.
    #[cold]
    pub fn expected<T>(&mut self, what: &'static str) -> DiagnosticResult<T> {
        self.skip();
        let is_comment = self.rest().starts_with(b"/*");
        self.error(if is_comment { ImportCode::UnterminatedComment } else { ImportCode::Expected(what) })
    }

    /// Fails at the token that is next.
    #[cold]
    pub fn error<T>(&mut self, code: ImportCode) -> DiagnosticResult<T> {
        fail(self.token(), code)
    }

    /// Fails with a code at the token that is at a place.
    #[cold]
    pub fn error_at<T>(&self, at: usize, code: impl Into<DiagnosticCode>) -> DiagnosticResult<T> {
        let rest = self.text.get(at..).unwrap_or_default();
        let end = rest.iter().position(|b| matches!(b, b',' | b' ' | b'\n' | b')' | b']')).unwrap_or(rest.len());
        fail(at..at + end.max(1), code)
    }

    /// Fails with the rule that is broken, if any is, at the token at a place.
    #[inline]
    pub fn check_at(&self, at: usize, broken: Option<impl Into<DiagnosticCode>>) -> DiagnosticResult<()> {
        broken.map_or(Ok(()), |code| self.error_at(at, code))
    }

    /// Fails with a code at the token that is next.
    #[cold]
    pub fn error_here<T>(&mut self, code: impl Into<DiagnosticCode>) -> DiagnosticResult<T> {
        let at = self.peek_pos();
        self.error_at(at, code)
    }

    /// Fails with a code at the text since `start`.
    #[cold]
    pub fn error_since<T>(&self, start: usize, code: impl Into<DiagnosticCode>) -> DiagnosticResult<T> {
        fail(start..self.pos.max(start + 1), code)
    }

    /// Fails because the text since `start` has no form in the model.
    #[cold]
    pub fn unsupported<T>(&self, start: usize, what: &'static str) -> DiagnosticResult<T> {
        fail(start..self.pos.max(start + 1), ImportCode::Unsupported(what))
    }

    /// The range of the token that is next; a byte at least, unless the text ends.
    #[cold]
    pub fn token(&mut self) -> Range<usize> {
        self.skip();
        let start = self.pos;
        let mut ahead = *self;
        if matches!(ahead.byte(), b'%' | b'@' | b'!' | b'$' | b'#' | b'^') {
            ahead.pos += 1;
        }
        ahead.bare_name();
        let end = ahead.pos.max(start + 1).min(self.text.len().max(start));
        start..end
    }

    /// Passes one token, whatever it is: a string, a name, a word or a byte.
    pub fn skip_token(&mut self) -> DiagnosticResult<()> {
        match self.peek() {
            b'"' => self.quoted().map(|_| ()),
            b'%' | b'@' | b'$' | b'!' | b'#' | b'^' => {
                self.pos += 1;
                if self.byte() == b'"' {
                    return self.quoted().map(|_| ());
                }
                self.bare_name();
                Ok(())
            }
            b if is_name_byte(b) => {
                self.bare_name();
                Ok(())
            }
            _ => {
                self.pos = (self.pos + 1).min(self.text.len());
                Ok(())
            }
        }
    }

    /// Passes everything up to the bracket that closes the one at the place, which is passed too.
    pub fn skip_balanced(&mut self) -> DiagnosticResult<()> {
        self.skip_brackets(
            |byte| matches!(byte, b'(' | b'[' | b'{' | b'<'),
            |byte| matches!(byte, b')' | b']' | b'}' | b'>'),
            ImportCode::UnclosedBracket,
        )
    }

    /// Passes a function's body, braces included. Only braces count: `<` may be part of an arrow-like operator name.
    pub(crate) fn skip_balanced_braces(&mut self) -> DiagnosticResult<()> {
        self.skip_brackets(|byte| byte == b'{', |byte| byte == b'}', ImportCode::UnclosedBody)
    }

    #[inline]
    fn skip_brackets(
        &mut self,
        opens: impl Fn(u8) -> bool,
        closes: impl Fn(u8) -> bool,
        unclosed: ImportCode,
    ) -> DiagnosticResult<()> {
        let start = self.pos;
        let mut depth = 0usize;
        loop {
            self.skip();
            match self.byte() {
                byte if opens(byte) => depth += 1,
                byte if closes(byte) => depth = depth.saturating_sub(1),
                b'"' => {
                    self.quoted()?;
                    continue;
                }
                0 => return fail(start..start + 1, unclosed),
                _ => {}
            }
            self.pos += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// Fails with a code at a span.
#[cold]
pub fn fail<T>(span: Range<usize>, code: impl Into<DiagnosticCode>) -> DiagnosticResult<T> {
    Err(Box::new(Diagnostic::new(code, span)))
}

/// A line whose end may be CR LF, without the CR.
pub fn without_carriage_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The number these digits spell, if it fits.
#[inline]
pub fn parse_u32(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 10 {
        return None;
    }
    let mut n = 0u64;
    for &d in digits {
        if !d.is_ascii_digit() {
            return None;
        }
        n = n * 10 + u64::from(d - b'0');
    }
    u32::try_from(n).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbers_words_or_strings() {
        let name = |text: &'static str| Cursor::new(text.as_bytes(), 0).name().unwrap();
        assert_eq!(name("%12 "), Name::Number(12));
        assert_eq!(name("%a.b-c,"), Name::Named(Cow::Borrowed(b"a.b-c")));
        assert_eq!(name("%\"a b\""), Name::Named(Cow::Borrowed(b"a b")));
    }

    #[test]
    fn comments_are_white_space() {
        let mut cursor = Cursor::new(b" ; x\n  word", 0);
        assert_eq!(cursor.word(), b"word");
        assert!(cursor.at_end());
    }
}
