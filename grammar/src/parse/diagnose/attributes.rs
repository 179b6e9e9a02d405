//! Attributes of the builtin dialect; the builtin dialect's page, "Attributes".

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Type, TypeData};

use super::Walk;
use crate::parse::affine;
use crate::parse::numbers::Literal;
use irtrip_dialect::diagnostic::Parsed;

impl<'t> Walk<'_, '_, 't> {
    /// An attribute.
    pub(super) fn attribute(&mut self) -> Parsed<()> {
        if let Some(broken) = self.at.broken_token() {
            return Err(broken);
        }
        self.deeper(|walk| match walk.next_byte() {
            b'[' => walk.array(),
            b'{' => walk.dictionary(),
            b'"' => {
                let raw = walk.at.string()?.unwrap_or("");
                walk.texts.string(raw)?;
                walk.optional_type().map(drop)
            }
            b'-' if walk.at.sees("->") => Err(walk.at.expected("attribute value")),
            b'0'..=b'9' | b'-' => walk.number(),
            b'@' => walk.symbol_reference(),
            b'#' => walk.dialect_attribute(),
            _ => walk.worded(),
        })
    }

    /// Whether an attribute starts here.
    pub(super) fn at_attribute(&mut self) -> bool {
        const WORDS: &[&str] =
            &["affine_map", "affine_set", "dense", "dense_resource", "false", "loc", "sparse", "true", "unit"];
        matches!(self.next_byte(), b'@' | b'#' | b'[' | b'{' | b'"' | b'-' | b'0'..=b'9')
            || WORDS.contains(&self.at.peek_word())
            || self.at_type()
    }

    fn array(&mut self) -> Parsed<()> {
        self.at.pos += 1;
        if self.at.eat_byte(b']') {
            return Ok(());
        }
        loop {
            self.attribute()?;
            if !self.at.eat_byte(b',') {
                return self.token("]", "',' or ']'");
            }
        }
    }

    /// `{a = 1, b}`
    pub(super) fn dictionary(&mut self) -> Parsed<()> {
        let mut seen = rustc_hash::FxHashSet::default();
        let open = ("{", "'{' in attribute dictionary");
        self.list(open, ("}", "'}' in attribute dictionary"), |walk| {
            let mut ahead = walk.at;
            let key = match ahead.string()? {
                Some(raw) => walk.texts.string(raw)?,
                None => match ahead.word() {
                    Some(word) => walk.texts.name(word),
                    None => return Err(walk.at.expected("attribute name")),
                },
            };
            let text = walk.texts.ctx.text(key);
            if text.is_empty() {
                return walk.here(ParseCode::Expected("valid attribute name"));
            }
            if !seen.insert(key) {
                return Err(walk.at.error(ParseCode::DuplicateKey(text.into_owned())));
            }
            walk.at = ahead;
            if walk.at.eat_byte(b'=') { walk.attribute() } else { Ok(()) }
        })
    }

    /// `: type`, if it is here.
    fn optional_type(&mut self) -> Parsed<Option<Type>> {
        let mut ahead = self.at;
        if !ahead.eat_byte(b':') || ahead.peek() == b':' {
            return Ok(None);
        }
        self.at = ahead;
        self.any_type().map(Some)
    }

    fn number(&mut self) -> Parsed<()> {
        let Some(literal) = Literal::read(&mut self.at) else {
            self.at.eat_byte(b'-');
            return Err(self.at.expected("constant integer or floating point value"));
        };
        let Some(ty) = self.optional_type()? else {
            return match literal.is_float() {
                true => Ok(()),
                false => self.texts.number_of(literal, types::I64).map(drop),
            };
        };
        if literal.is_float() && !matches!(self.texts.ctx.type_data(ty), TypeData::Float(_)) {
            return self.here(ParseCode::FloatForType);
        }
        self.texts.number_of(literal, ty).map(drop)
    }

    /// `@a::@"b"`
    fn symbol_reference(&mut self) -> Parsed<()> {
        loop {
            self.at.pos += 1;
            match self.at.peek() {
                b'"' => {
                    let raw = self.at.string()?.unwrap_or("");
                    self.texts.string(raw)?;
                }
                byte if byte.is_ascii_alphabetic() || byte == b'_' => drop(self.at.suffix()?),
                _ => {
                    return self.back_at(self.at.pos, ParseCode::SymbolStart);
                }
            }
            let mut ahead = self.at;
            if !ahead.eat("::") {
                return Ok(());
            }
            self.at = ahead;
            if self.next_byte() != b'@' {
                return self.here(ParseCode::Expected("nested symbol reference identifier"));
            }
        }
    }

    /// `#alias`, `#dialect.mnemonic<...>` or `#dialect<...>`.
    fn dialect_attribute(&mut self) -> Parsed<()> {
        let start = self.at.pos;
        let name = self.symbol("attribute name")?;
        if !name.contains('.') && self.at.peek() != b'<' {
            return match self.texts.attr_of(self.at.since(start)) {
                Ok(_) => Ok(()),
                Err(error) => match error.code() {
                    Some(code @ ParseCode::UndefinedAlias(_)) => Err(self.at.wrong_token(code.clone())),
                    _ => Err(error),
                },
            };
        }
        let body = self.symbol_body()?;
        if name == "builtin" || name.starts_with("builtin.") {
            return self.back_at(start + "#builtin.".len(), ParseCode::NoParsingHook("attribute"));
        }
        self.optional_type()?;
        if name == "llvm" || name.starts_with("llvm.") {
            return self.framed(name, body, Self::llvm_mnemonic);
        }
        if name.starts_with("dlti.") {
            self.dlti_attribute(name, body)?;
        }
        self.texts.attr_of(self.at.since(start)).map(drop)
    }

    /// What starts with a word.
    fn worded(&mut self) -> Parsed<()> {
        let word = self.at.peek_word();
        let start = self.at.pos;
        match word {
            "true" | "false" | "unit" => {
                self.at.word();
                Ok(())
            }
            "loc" => self.inline_location(),
            "affine_map" | "affine_set" => {
                let (_, end) = affine::canonical_at(self.at)?;
                self.at.pos = end;
                Ok(())
            }
            "dense" => self.dense(start),
            "sparse" => self.sparse(start),
            "dense_resource" => self.dense_resource(),
            "array" => self.dense_array(),
            "strided" => self.strided(),
            "distinct" => self.distinct(),
            _ if self.at_type() => self.any_type().map(drop),
            _ => Err(self.at.expected("attribute value")),
        }
    }

    fn strided(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' after 'strided'")?;
        self.list(("[", "'['"), ("]", "']'"), |walk| walk.stride())?;
        if self.at.eat_byte(b'>') {
            return Ok(());
        }
        self.token(",", "','")?;
        self.token("offset", "'offset' after comma")?;
        self.token(":", "':' after 'offset'")?;
        self.stride()?;
        self.token(">", "'>'")
    }

    fn stride(&mut self) -> Parsed<()> {
        if self.at.eat_byte(b'?') {
            return Ok(());
        }
        let before = self.at;
        match Literal::read(&mut self.at) {
            Some(literal) if !literal.is_float() && literal.small().is_some() => Ok(()),
            _ => {
                let kind = ParseCode::Expected("a 64-bit signed integer or '?'");
                Err(before.error(kind))
            }
        }
    }

    fn distinct(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("[", "'[' after 'distinct'")?;
        let Some(digits) = self.at.whole_digits() else { return Err(self.at.expected("distinct ID")) };
        if digits.parse::<u64>().is_err() {
            return self.here(ParseCode::Expected("an unsigned 64-bit integer"));
        }
        self.token("]", "']' to close distinct ID")?;
        self.token("<", "'<' after distinct ID")?;
        if self.at.eat_byte(b'>') {
            return Ok(());
        }
        self.attribute()?;
        self.token(">", "'>' to close distinct attribute")
    }
}
