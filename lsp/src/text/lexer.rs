//! Tokens of both languages. Every text has tokens: what neither language knows is a [`TokenKind::Mark`].

use irtrip_dialect::language::Language;

/// What a token is, as far as its own bytes tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// `; text`, `// text`, `/* text */`
    Comment,
    /// `"text"`, `c"text"`
    String,
    /// `12`, `-1.5e+3`, `0xK4000`
    Number,
    /// A keyword, an opcode, a type, the name of an operation.
    Word,
    /// LLVM IR's `name:`, without the colon.
    Label,
    /// `%name`
    Local,
    /// `@name`
    Global,
    /// `!name`
    Exclamation,
    /// `#name`
    Hash,
    /// `$name`
    Dollar,
    /// `^name`
    Caret,
    /// `->`
    Arrow,
    /// Any other byte.
    Mark(u8),
}

/// A token and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// Whether nothing but space is before it on its line.
    pub first_on_line: bool,
}

impl Token {
    /// The token's text.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// Whether it is this mark.
    pub fn is(&self, mark: u8) -> bool {
        self.kind == TokenKind::Mark(mark)
    }
}

/// The tokens of a text, in order.
#[derive(Clone)]
pub struct Lexer<'t> {
    language: Language,
    text: &'t [u8],
    at: usize,
    first_on_line: bool,
}

impl<'t> Lexer<'t> {
    /// The tokens of a text from a byte on, which starts a line.
    pub fn new(language: Language, text: &'t str, at: usize) -> Lexer<'t> {
        Lexer { language, text: text.as_bytes(), at, first_on_line: true }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'\n' => self.first_on_line = true,
                b' ' | b'\t' | b'\r' | 0 => {}
                _ => break,
            }
            self.at += 1;
        }
    }

    /// From `at` on, the first byte that is no part of a name.
    fn end_of_name(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let is_part: fn(u8) -> bool = match self.language {
            Language::Llvm => |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_'),
            Language::Mlir => |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'_'),
        };
        at + rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len())
    }

    /// The end of the string whose quote is at `at`.
    fn end_of_string(&self, at: usize) -> usize {
        let mut at = at + 1;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let Some(next) = memchr::memchr3(b'"', b'\n', b'\\', rest) else { return self.text.len() };
            at += next;
            match (self.byte(at), self.language) {
                (b'"', _) => return at + 1,
                (b'\n', Language::Mlir) => return at,
                // LLVM's strings may go on in the next line; one that nobody closed ends where an entity starts.
                (b'\n', Language::Llvm) if starts_entity(self.text.get(at + 1..).unwrap_or_default()) => return at,
                (b'\\', Language::Mlir) if self.byte(at + 1) != b'\n' => at += 2,
                _ => at += 1,
            }
        }
    }

    fn end_of_comment(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.starts_with(b"/*") {
            return memchr::memmem::find(rest, b"*/").map_or(self.text.len(), |end| at + end + 2);
        }
        memchr::memchr(b'\n', rest).map_or(self.text.len(), |end| at + end)
    }

    /// The token whose first byte is a sigil: a mark, where no name follows.
    fn sigil(&self, at: usize, kind: TokenKind) -> (TokenKind, usize) {
        let next = self.byte(at + 1);
        let may_quote = !matches!(kind, TokenKind::Exclamation | TokenKind::Caret | TokenKind::Hash);
        if next == b'"' && may_quote {
            return (kind, self.end_of_string(at + 1));
        }
        let mut end = self.end_of_name(at + 1);
        // A name of metadata escapes bytes.
        while kind == TokenKind::Exclamation && self.language == Language::Llvm && self.byte(end) == b'\\' {
            end = self.end_of_name(end + 1);
        }
        if end == at + 1 { (TokenKind::Mark(self.byte(at)), end) } else { (kind, end) }
    }

    fn number(&self, at: usize) -> usize {
        if self.language == Language::Llvm {
            let end = self.end_of_name(at + 1);
            let is_exponent = self.byte(end) == b'+' && matches!(self.byte(end - 1), b'e' | b'E');
            return if is_exponent { self.end_of_name(end + 1) } else { end };
        }
        let digits = |at: usize, is: fn(&u8) -> bool| {
            let rest = self.text.get(at..).unwrap_or_default();
            at + rest.iter().position(|byte| !is(byte)).unwrap_or(rest.len())
        };
        if self.byte(at) == b'0' && self.byte(at + 1) == b'x' && self.byte(at + 2).is_ascii_hexdigit() {
            return digits(at + 2, u8::is_ascii_hexdigit);
        }
        let mut end = digits(at, u8::is_ascii_digit);
        if self.byte(end) == b'.' {
            end = digits(end + 1, u8::is_ascii_digit);
            if matches!(self.byte(end), b'e' | b'E') {
                let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
                end = digits(end + 1 + sign, u8::is_ascii_digit);
            }
        }
        end
    }

    /// A word, a label, or a number that starts as one.
    fn word(&self, at: usize) -> (TokenKind, usize) {
        let end = self.end_of_name(at);
        let is_label = self.language == Language::Llvm && self.byte(end) == b':';
        (if is_label { TokenKind::Label } else { TokenKind::Word }, end)
    }

    fn token(&self) -> (TokenKind, usize) {
        let (at, llvm) = (self.at, self.language == Language::Llvm);
        let next = self.byte(at + 1);
        match self.byte(at) {
            b';' if llvm => (TokenKind::Comment, self.end_of_comment(at)),
            b'/' if next == b'/' && !llvm || next == b'*' && llvm => (TokenKind::Comment, self.end_of_comment(at)),
            b'"' => {
                let end = self.end_of_string(at);
                let is_label = llvm && self.byte(end) == b':';
                (if is_label { TokenKind::Label } else { TokenKind::String }, end)
            }
            b'c' if llvm && next == b'"' => (TokenKind::String, self.end_of_string(at + 1)),
            b'%' => self.sigil(at, TokenKind::Local),
            b'@' => self.sigil(at, TokenKind::Global),
            b'!' => self.sigil(at, TokenKind::Exclamation),
            b'#' => self.sigil(at, TokenKind::Hash),
            b'^' => self.sigil(at, TokenKind::Caret),
            b'$' if llvm => self.sigil(at, TokenKind::Dollar),
            b'-' if !llvm && next == b'>' => (TokenKind::Arrow, at + 2),
            byte if byte.is_ascii_digit() || byte == b'-' && next.is_ascii_digit() => match self.word(at) {
                label @ (TokenKind::Label, _) => label,
                _ => (TokenKind::Number, self.number(at + usize::from(byte == b'-'))),
            },
            byte if byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.' | b'-') && self.end_of_name(at) > at => {
                self.word(at)
            }
            byte if byte.is_ascii() => (TokenKind::Mark(byte), at + 1),
            // The rest of the character belongs to it.
            byte => {
                let rest = self.text.get(at + 1..).unwrap_or_default();
                (TokenKind::Mark(byte), at + 1 + rest.iter().take_while(|byte| **byte & 0xc0 == 0x80).count())
            }
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_space();
        if self.at >= self.text.len() {
            return None;
        }
        let (kind, end) = self.token();
        let end = end.min(self.text.len());
        let token = Token {
            kind,
            start: self.at as u32,
            end: end as u32,
            first_on_line: std::mem::take(&mut self.first_on_line),
        };
        self.at = end;
        Some(token)
    }
}

/// Whether a line of LLVM assembly starts an entity of the module, whatever is open before it: nothing inside a function is
/// written like that.
pub(crate) fn starts_entity(line: &[u8]) -> bool {
    let named = |digits: bool| {
        let name = line.iter().skip(1).take_while(|byte| match digits {
            true => byte.is_ascii_digit(),
            false => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_'),
        });
        let end = 1 + name.count();
        end > 1 && line.get(end..).is_some_and(|rest| rest.starts_with(b" = "))
    };
    match line.first() {
        Some(b'd') => line.starts_with(b"define ") || line.starts_with(b"declare "),
        Some(b'a') => line.starts_with(b"attributes #"),
        Some(b'@') => named(false),
        Some(b'!') => named(true),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(language: Language, text: &str) -> Vec<(TokenKind, &str)> {
        Lexer::new(language, text, 0).map(|token| (token.kind, token.text(text))).collect()
    }

    #[test]
    fn tokens_of_assembly() {
        use TokenKind::{Comment, Exclamation, Global, Hash, Label, Local, Mark, Number, String, Word};
        let text = "bb1: %\"a b\" = add i32 -1, @f ; x\n  br label %2, !dbg !7 #0 c\"x\\22\" 1.0e+5 !{}";
        assert_eq!(
            kinds(Language::Llvm, text),
            [
                (Label, "bb1"),
                (Mark(b':'), ":"),
                (Local, "%\"a b\""),
                (Mark(b'='), "="),
                (Word, "add"),
                (Word, "i32"),
                (Number, "-1"),
                (Mark(b','), ","),
                (Global, "@f"),
                (Comment, "; x"),
                (Word, "br"),
                (Word, "label"),
                (Local, "%2"),
                (Mark(b','), ","),
                (Exclamation, "!dbg"),
                (Exclamation, "!7"),
                (Hash, "#0"),
                (String, "c\"x\\22\""),
                (Number, "1.0e+5"),
                (Mark(b'!'), "!"),
                (Mark(b'{'), "{"),
                (Mark(b'}'), "}"),
            ]
        );
    }

    #[test]
    fn tokens_of_mlir() {
        use TokenKind::{Arrow, Caret, Comment, Exclamation, Hash, Local, Mark, Number, String};
        let text = "%0#1 = \"a.b\\\"\"() : () -> !llvm.ptr // x\n^bb0: #map 0x1F 1.5e-3 é";
        assert_eq!(
            kinds(Language::Mlir, text),
            [
                (Local, "%0"),
                (Hash, "#1"),
                (Mark(b'='), "="),
                (String, "\"a.b\\\"\""),
                (Mark(b'('), "("),
                (Mark(b')'), ")"),
                (Mark(b':'), ":"),
                (Mark(b'('), "("),
                (Mark(b')'), ")"),
                (Arrow, "->"),
                (Exclamation, "!llvm.ptr"),
                (Comment, "// x"),
                (Caret, "^bb0"),
                (Mark(b':'), ":"),
                (Hash, "#map"),
                (Number, "0x1F"),
                (Number, "1.5e-3"),
                (Mark(0xc3), "é"),
            ]
        );
    }

    #[test]
    fn a_string_that_nobody_closed_ends_before_the_next_entity() {
        let text = "@a = global [1 x i8] c\"x\ndefine void @f() {\n}\n";
        assert!(kinds(Language::Llvm, text).contains(&(TokenKind::Word, "define")));
        assert_eq!(kinds(Language::Llvm, "module asm \"a\nb\"").len(), 3);
    }
}
