//! Types of the builtin dialect, and what frames those of other dialects. Upstream's `TypeParser.cpp` and
//! `DialectSymbolParser.cpp` have the same language.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::FloatKind;
use irtrip_dialect::{AttrData, Type, TypeData};

use super::Walk;
use crate::parse::cursor::{Cursor, is_suffix};
use crate::parse::types::{is_memref_element, is_tensor_element};
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// Whether a word is a type by itself.
fn is_plain_word(word: &str) -> bool {
    matches!(word, "index" | "none") || integer_width(word).is_some() || FloatKind::from_mlir(word).is_some()
}

/// The digits of `i32`, `si8`, `ui1`.
fn integer_width(word: &str) -> Option<&str> {
    let digits = ["si", "ui", "i"].into_iter().find_map(|kind| word.strip_prefix(kind))?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

impl<'t> Walk<'_, '_, 't> {
    /// Whether a type starts here.
    pub(super) fn at_type(&mut self) -> bool {
        match self.next_byte() {
            b'!' | b'(' => true,
            _ => {
                let word = self.at.peek_word();
                matches!(word, "vector" | "tensor" | "memref" | "complex" | "tuple") || is_plain_word(word)
            }
        }
    }

    /// A type; functions' too.
    pub(super) fn any_type(&mut self) -> Parsed<Type> {
        if self.next_byte() == b'(' {
            return self.typed(Self::function_type);
        }
        self.plain_type()
    }

    /// A type that is no function's.
    fn plain_type(&mut self) -> Parsed<Type> {
        self.typed(|walk| {
            if walk.next_byte() == b'!' {
                return walk.dialect_type();
            }
            match walk.at.peek_word() {
                "vector" => walk.vector(),
                "tensor" => walk.tensor(),
                "memref" => walk.memref(),
                "complex" => walk.complex(),
                "tuple" => walk.tuple(),
                word if is_plain_word(word) => {
                    if integer_width(word).is_some_and(|digits| digits.parse::<u32>().is_err()) {
                        return walk.here(ParseCode::IntegerWidth);
                    }
                    walk.at.word();
                    Ok(())
                }
                _ => Err(walk.at.expected("non-function type")),
            }
        })
    }

    /// What a walk over a type's text leaves, as a type.
    fn typed(&mut self, walk: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<Type> {
        self.at.skip_space();
        let start = self.at.pos;
        self.deeper(walk)?;
        let text = self.at.since(start);
        self.left = self.left.saturating_sub(text.len());
        match self.left {
            0 => self.back_at(start, ParseCode::TooLarge),
            _ => self.texts.type_of(text),
        }
    }

    fn function_type(&mut self) -> Parsed<()> {
        self.type_list()?;
        self.token("->", "'->' in function type")?;
        if self.next_byte() == b'(' { self.type_list() } else { self.plain_type().map(drop) }
    }

    fn type_list(&mut self) -> Parsed<()> {
        self.list(("(", "'('"), (")", "')'"), |walk| walk.any_type().map(drop))
    }

    fn vector(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' in vector type")?;
        loop {
            match self.next_byte() {
                b'[' => {
                    self.at.pos += 1;
                    self.size()?;
                    self.token("]", "']'").map_err(|error| error.with_code(ParseCode::ScalableDimension))?;
                }
                b'0'..=b'9' if { self.at }.whole_digits().is_some() => self.size()?,
                _ => break,
            }
            self.cross()?;
        }
        self.any_type()?;
        self.token(">", "'>' in vector type")
    }

    fn tensor(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' in tensor type")?;
        let ranked = self.dimensions()?;
        let element_at = self.element_start();
        let element = self.any_type()?;
        if self.at.eat_byte(b',') && self.at_attribute() {
            self.attribute()?;
            if !ranked {
                return self.here(ParseCode::TensorEncoding);
            }
        }
        self.token(">", "'>' in tensor type")?;
        if !is_tensor_element(self.texts.ctx.type_data(element)) {
            return self.back_at(element_at, ParseCode::TensorElement);
        }
        Ok(())
    }

    fn memref(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' in memref type")?;
        let ranked = self.dimensions()?;
        let element_at = self.element_start();
        let element = self.any_type()?;
        if !is_memref_element(self.texts.ctx.type_data(element)) {
            return self.back_at(element_at, ParseCode::MemRefElement);
        }
        if self.at.eat_byte(b'>') {
            return Ok(());
        }
        self.token(",", "',' or '>' in memref type")?;
        if self.at.sees(">") {
            return Err(self.at.expected("list element"));
        }
        let mut space = false;
        loop {
            let start = self.element_start();
            self.attribute()?;
            let attr = self.texts.attr_of(self.at.since(start))?;
            let data = self.texts.ctx.attr_data(attr);
            let wrong = match (matches!(data, AttrData::Affine(_) | AttrData::StridedLayout { .. }), space) {
                (true, _) if !ranked => ParseCode::MemRefUnrankedLayout,
                (true, true) => ParseCode::MemRefSpaceNotLast,
                (false, true) => ParseCode::MemRefSpaces,
                (layout, false) => {
                    space = !layout;
                    if self.at.eat_byte(b',') {
                        continue;
                    }
                    return self.token(">", "',' or '>'");
                }
            };
            return self.here(wrong);
        }
    }

    fn complex(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' in complex type")?;
        let start = self.element_start();
        let element = self.any_type()?;
        self.token(">", "'>' in complex type")?;
        if !matches!(self.texts.ctx.type_data(element), TypeData::Integer { .. } | TypeData::Float(_)) {
            return self.back_at(start, ParseCode::ComplexElement);
        }
        Ok(())
    }

    fn tuple(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' in tuple type")?;
        if self.at.eat_byte(b'>') {
            return Ok(());
        }
        loop {
            self.any_type()?;
            if !self.at.eat_byte(b',') {
                return self.token(">", "'>' in tuple type");
            }
        }
    }

    fn element_start(&mut self) -> usize {
        self.at.skip_space();
        self.at.pos
    }

    /// `4x?x` or `*x`; whether it is a rank.
    fn dimensions(&mut self) -> Parsed<bool> {
        if self.at.eat_byte(b'*') {
            return self.cross().map(|()| false);
        }
        loop {
            match self.next_byte() {
                b'?' => self.at.pos += 1,
                b'0'..=b'9' if { self.at }.whole_digits().is_some() => self.size()?,
                _ => return Ok(true),
            }
            self.cross()?;
        }
    }

    fn size(&mut self) -> Parsed<()> {
        let Some(digits) = self.at.whole_digits() else { return self.here(ParseCode::Dimension) };
        match digits.parse::<i64>() {
            Ok(_) => Ok(()),
            Err(_) => Err(self.at.error_at(digits, ParseCode::Dimension)),
        }
    }

    /// The `x` between dimensions, which may be the start of a word.
    fn cross(&mut self) -> Parsed<()> {
        if self.next_byte() != b'x' {
            return Err(self.at.expected("'x' in dimension list"));
        }
        self.at.pos += 1;
        Ok(())
    }

    /// `!alias`, `!dialect.mnemonic<...>` or `!dialect<...>`.
    fn dialect_type(&mut self) -> Parsed<()> {
        let start = self.at.pos;
        let name = self.symbol("type identifier")?;
        if !name.contains('.') && self.at.peek() != b'<' {
            return match self.texts.type_of(self.at.since(start)) {
                Ok(_) => Ok(()),
                Err(error) => match error.code() {
                    Some(code @ ParseCode::UndefinedAlias(_)) => Err(self.at.wrong_token(code.clone())),
                    _ => Err(error),
                },
            };
        }
        let body = self.symbol_body()?;
        match name.split_once('.').map_or(name, |(dialect, _)| dialect) {
            "llvm" => self.llvm_type(name, body),
            "builtin" => self.back_at(start + "!builtin.".len(), ParseCode::NoParsingHook("type")),
            _ => Ok(()),
        }
    }

    /// Reads `!name` or `#name`; gives the name.
    pub(super) fn symbol(&mut self, nameless: &'static str) -> Parsed<&'t str> {
        let start = self.at.pos;
        self.at.pos += 1;
        while is_suffix(self.at.peek()) {
            self.at.pos += 1;
        }
        match self.at.since(start).get(1..) {
            Some(name) if !name.is_empty() => Ok(name),
            _ => self.back_at(start, ParseCode::InvalidName(nameless)),
        }
    }

    /// Moves behind the brackets that stand directly behind a symbol, if they do; gives where they stand.
    pub(super) fn symbol_body(&mut self) -> Parsed<std::ops::Range<usize>> {
        let start = self.at.pos;
        if self.at.peek() != b'<' {
            return Ok(start..start);
        }
        match unbalanced(self.at) {
            Ok(end) => {
                self.at.pos = end;
                Ok(start..end)
            }
            Err(error) => Err(error),
        }
    }
}

/// The end of the brackets that open here. Upstream reports one that is not closed at the last string behind it.
fn unbalanced(mut at: Cursor<'_>) -> Parsed<usize> {
    let mut reported_at = at.pos;
    let not_closed = |reported_at: usize, bracket: u8| {
        Err(ParseError::at(reported_at, ParseCode::Unbalanced(char::from(bracket).to_string())))
    };
    let mut open: smallvec::SmallVec<[u8; 32]> = smallvec::SmallVec::new();
    loop {
        let byte = at.peek();
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
