//! Tokens that LLVM assembly and MLIR text have in common, as coarse as random edits need them.

use std::ops::Range;

use regex::Regex;

/// What a token is. An edit may put a token in place of another one of its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// White space and comments.
    Space,
    /// A keyword, a mnemonic, a bare name.
    Word,
    /// The name of a primitive type.
    Type,
    /// A decimal or hexadecimal number.
    Number,
    /// Text in quotes.
    Quoted,
    /// `%name`
    Local,
    /// `@name`
    Global,
    /// `!name`: metadata, and types of MLIR.
    Exclamation,
    /// `#name`: attribute groups, and attributes of MLIR.
    Hash,
    /// `$name`, `^name`
    Other,
    /// `(`, `[`, `{`, `<`
    Open,
    /// `)`, `]`, `}`, `>`
    Close,
    /// Any other character, and `->`.
    Punctuation,
}

/// A token and the bytes of the text it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub span: Range<usize>,
}

/// Primitive types that have a name, in either language. Integers (`i32`) are recognized by their form.
const TYPES: &str = "ptr void half bfloat float double fp128 x86_fp80 ppc_fp128 x86_amx label token metadata opaque \
    f16 bf16 f32 f64 f80 f128 index vector tuple none tensor memref";

/// Splits texts into tokens.
pub struct Lexer {
    token: Regex,
    ty: Regex,
}

impl Lexer {
    /// A lexer.
    ///
    /// # Errors
    /// None: the expressions are constant.
    pub fn new() -> Result<Lexer, regex::Error> {
        let quoted = r#"[%@!#$^]?"(?:[^"\\]|\\.)*"?"#;
        let token = format!(r"(?s){quoted}|->|-?\d[\w.]*|[%@!#$^]?[\w.$-]+|;[^\n]*|\s+|.");
        let ty = format!(r"^(?:[su]?i\d+|{})$", TYPES.split_whitespace().collect::<Vec<_>>().join("|"));
        Ok(Lexer { token: Regex::new(&token)?, ty: Regex::new(&ty)? })
    }

    /// The tokens of a text. Together they cover all of it.
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        self.token.find_iter(text).map(|token| Token { kind: self.kind(token.as_str()), span: token.range() }).collect()
    }

    fn kind(&self, word: &str) -> Kind {
        match word.as_bytes() {
            [b'%', ..] => Kind::Local,
            [b'@', ..] => Kind::Global,
            [b'!', ..] => Kind::Exclamation,
            [b'#', ..] => Kind::Hash,
            [b'$' | b'^', ..] => Kind::Other,
            [b'"', ..] => Kind::Quoted,
            [b'(' | b'[' | b'{' | b'<'] => Kind::Open,
            [b')' | b']' | b'}' | b'>'] => Kind::Close,
            [b';' | b' ' | b'\t' | b'\n' | b'\r', ..] => Kind::Space,
            [b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..] => Kind::Number,
            [first, ..]
                if word != "->" && (first.is_ascii_alphanumeric() || b"_.-".contains(first) || *first >= 0x80) =>
            {
                if self.ty.is_match(word) {
                    Kind::Type
                } else {
                    Kind::Word
                }
            }
            _ => Kind::Punctuation,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_the_text() {
        for text in ["%a = add i32 -1, %\"b \\\" c\" ; x\n", "é \"unclosed", "!llvm.ptr<1> #a @f(%0: i32) \\", "\"\\é"]
        {
            let tokens = Lexer::new().unwrap().tokens(text);
            assert_eq!(tokens.iter().map(|token| &text[token.span.clone()]).collect::<String>(), text);
        }
    }

    #[test]
    fn tokens_have_their_kinds() {
        let tokens = Lexer::new().unwrap().tokens("%a = add i32 -1 ->");
        let kinds: Vec<Kind> = tokens.into_iter().map(|token| token.kind).collect();
        use Kind::*;
        assert_eq!(kinds, [Local, Space, Punctuation, Space, Word, Space, Type, Space, Number, Space, Punctuation]);
    }
}
