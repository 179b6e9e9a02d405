//! Attributes of the builtin dialect; the builtin dialect's page, "Attributes".

pub(super) mod affine;
mod affine_expression;
mod data_layout;
mod elements;
mod llvm;
mod locations;
pub(super) mod opaque;
mod parameters;
mod struct_attribute;

use irtrip_dialect::attributes::{StridedLayout, well_known as attrs};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::{FloatKind, well_known as types};
use irtrip_dialect::{Attr, AttrData, Str, Type, TypeData};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::cursor::{has_point, point_in};
use super::numbers::Literal;
use super::reader::Reader;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

type NamedAttrs = SmallVec<[(Str, Attr); 16]>;

/// The keys of a dictionary that is being read.
#[derive(Default)]
struct Keys(Option<FxHashSet<Str>>);

impl Keys {
    /// Most dictionaries are small enough to be looked through.
    const LOOKED_THROUGH: usize = 16;

    /// Whether a key is new in addition to those of `entries`.
    fn is_new(&mut self, entries: &NamedAttrs, key: Str) -> bool {
        if entries.len() < Self::LOOKED_THROUGH {
            return entries.iter().all(|entry| entry.0 != key);
        }
        self.0.get_or_insert_with(|| entries.iter().map(|entry| entry.0).collect()).insert(key)
    }
}

impl<'t> Reader<'_, '_, 't> {
    /// Reads an attribute.
    pub fn attribute(&mut self) -> Parsed<Attr> {
        match self.next_byte() {
            b'[' => self.deeper(Self::array),
            b'{' => self.deeper(Self::dictionary),
            b'"' => self.typed_string(),
            b'-' if self.at.sees("->") => Err(self.at.expected("attribute value")),
            b'0'..=b'9' | b'-' => self.number(),
            b'@' => self.symbol_reference(),
            b'#' => self.deeper(Self::dialect_attribute),
            _ => self.deeper(Self::worded_attribute),
        }
    }

    /// Whether an attribute starts here.
    pub fn at_attribute(&mut self) -> bool {
        const WORDS: &[&str] =
            &["affine_map", "affine_set", "dense", "dense_resource", "false", "loc", "sparse", "true", "unit"];
        matches!(self.next_byte(), b'@' | b'#' | b'[' | b'{' | b'"' | b'-' | b'0'..=b'9')
            || WORDS.contains(&self.at.peek_word())
            || self.at_type()
    }

    /// Reads an item of a container, of which strings and symbols are often there more than once, and so are the lists of an
    /// operation, whose dictionary is there once because of one of them. A number is read faster than its text is found.
    fn item(&mut self) -> Parsed<Attr> {
        match self.next_byte() {
            b'"' | b'@' => self.known_or_new(Self::attribute),
            b'[' | b'a' if self.is_outermost() => self.short_known_or_new(Self::attribute),
            _ => self.attribute(),
        }
    }

    fn array(&mut self) -> Parsed<Attr> {
        self.at.pos += 1;
        let mut items: SmallVec<[Attr; 16]> = SmallVec::new();
        if self.at.sees(":") && self.texts.reads(Releases::ALL.until(Release::V16)) {
            return self.older_dense_array();
        }
        if !self.at.eat_byte(b']') {
            loop {
                items.push(self.item()?);
                if !self.at.eat_byte(b',') {
                    self.token("]", "',' or ']'")?;
                    break;
                }
            }
        }
        Ok(self.texts.ctx.array(&items))
    }

    /// `[:i32 1, 2]`, after the bracket: `array<i32: 1, 2>` as MLIR 15 has it.
    fn older_dense_array(&mut self) -> Parsed<Attr> {
        self.token(":", "':'")?;
        let element = self.dense_array_element()?;
        let mut values = Vec::new();
        while !self.at.eat_byte(b']') {
            if !values.is_empty() {
                self.token(",", "',' or ']'")?;
            }
            values.push(self.array_item(element)?);
        }
        Ok(self.texts.ctx.attr(AttrData::DenseArray { element, values: values.into() }))
    }

    /// `{a = 1, b}`
    pub fn dictionary(&mut self) -> Parsed<Attr> {
        let mut entries = NamedAttrs::new();
        let mut keys = Keys::default();
        let open = ("{", "'{' in attribute dictionary");
        self.list(open, ("}", "'}' in attribute dictionary"), |reader| {
            let key = reader.dictionary_key(&mut keys, &entries)?;
            let value = if reader.at.eat_byte(b'=') { reader.item()? } else { attrs::UNIT };
            entries.push((key, value));
            Ok(())
        })?;
        Ok(self.texts.ctx.dictionary(&entries))
    }

    fn dictionary_key(&mut self, keys: &mut Keys, entries: &NamedAttrs) -> Parsed<Str> {
        let mut ahead = self.at;
        let key = match ahead.string()? {
            Some(raw) => self.texts.string(raw)?,
            None => match ahead.word() {
                Some(word) => self.texts.name(word),
                None => return Err(self.at.expected("attribute name")),
            },
        };
        if key == irtrip_dialect::names::EMPTY {
            return self.here(ParseCode::Expected("valid attribute name"));
        }
        if !keys.is_new(entries, key) {
            return Err(self.at.error(ParseCode::DuplicateKey(self.texts.ctx.text(key).into_owned())));
        }
        self.at = ahead;
        Ok(key)
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

    fn typed_string(&mut self) -> Parsed<Attr> {
        let raw = self.at.string()?.unwrap_or("");
        let value = self.texts.string(raw)?;
        let ty = self.optional_type()?.filter(|ty| *ty != types::NONE);
        Ok(match ty {
            None => self.texts.ctx.str_attr(value),
            Some(_) => self.texts.ctx.attr(AttrData::String { value, ty }),
        })
    }

    fn number(&mut self) -> Parsed<Attr> {
        let Some(literal) = Literal::read(&mut self.at) else {
            self.at.eat_byte(b'-');
            return Err(self.at.expected("constant integer or floating point value"));
        };
        let ty = match self.optional_type()? {
            None if literal.is_float() => self.texts.ctx.float_type(FloatKind::F64),
            None => types::I64,
            Some(ty) if literal.is_float() && !matches!(self.texts.ctx.type_data(ty), TypeData::Float(_)) => {
                return self.here(ParseCode::FloatForType);
            }
            Some(ty) => ty,
        };
        self.texts.number_of(literal, ty)
    }

    /// `@a::@"b"`
    pub fn symbol_reference(&mut self) -> Parsed<Attr> {
        let root = self.symbol_name()?;
        let mut nested = Vec::new();
        loop {
            let mut ahead = self.at;
            if !ahead.eat("::") {
                break;
            }
            self.at = ahead;
            if self.next_byte() != b'@' {
                return self.here(ParseCode::Expected("nested symbol reference identifier"));
            }
            nested.push(self.symbol_name()?);
        }
        Ok(match nested.is_empty() {
            true => self.texts.ctx.symbol_ref(root),
            false => self.texts.ctx.attr(AttrData::SymbolRef { root, nested: nested.into() }),
        })
    }

    /// Reads `@name` or `@"name"`, whose sigil is here.
    fn symbol_name(&mut self) -> Parsed<Str> {
        self.at.pos += 1;
        match self.at.peek() {
            b'"' => {
                let raw = self.at.string()?.unwrap_or("");
                self.texts.string(raw)
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let name = self.at.suffix()?;
                Ok(self.texts.name(name))
            }
            _ => {
                self.at.pos -= 1;
                self.back_at(self.at.pos + 1, ParseCode::SymbolStart)
            }
        }
    }

    /// `#alias`, `#dialect.mnemonic<...>` or `#dialect<...>`.
    fn dialect_attribute(&mut self) -> Parsed<Attr> {
        let start = self.at.pos;
        let name = self.symbol("attribute name")?;
        if !has_point(name) && self.at.peek() != b'<' {
            let aliases = self.texts.aliases;
            let alias = aliases.attr(self.texts, self.at.since(start));
            return alias.ok_or_else(|| self.at.unexpected_token(ParseCode::UndefinedAlias(name.to_owned())));
        }
        match point_in(name).and_then(|point| name.get(..point)).unwrap_or(name) {
            "llvm" => {
                let attr = self.framed(name, Self::llvm_mnemonic)?;
                // None of the dialect's attributes has a type.
                self.optional_type()?;
                Ok(attr)
            }
            "dlti" if has_point(name) => {
                let list = self.framed(name, Self::dlti_attribute)?;
                let text = self.at.since(start);
                let ty = self.optional_type()?;
                list.map_or_else(|| self.texts.opaque_attribute(text, text, ty), Ok)
            }
            "builtin" => {
                self.skip_symbol_body()?;
                self.back_at(start + "#builtin.".len(), ParseCode::NoParsingHook("attribute"))
            }
            dialect if let Some(def) = self.struct_attribute_of(name) => {
                let attr = self.framed(name, |reader| reader.struct_attribute(dialect, def))?;
                self.optional_type()?;
                Ok(attr)
            }
            _ => {
                self.skip_symbol_body()?;
                let text = self.at.since(start);
                let ty = self.optional_type()?;
                self.texts.opaque_attribute(text, text, ty)
            }
        }
    }

    /// What starts with a word.
    fn worded_attribute(&mut self) -> Parsed<Attr> {
        let start = self.at.pos;
        match self.at.peek_word() {
            "true" => Ok(self.word_of(attrs::TRUE)),
            "false" => Ok(self.word_of(attrs::FALSE)),
            "unit" => Ok(self.word_of(attrs::UNIT)),
            "loc" => self.inline_location(),
            "affine_map" | "affine_set" => {
                let (text, end) = affine::canonical_at(self.at)?;
                self.at.pos = end;
                Ok(self.texts.ctx.attr(AttrData::Affine(self.texts.ctx.str(&text))))
            }
            "dense" => self.dense(start, None),
            "sparse" => self.sparse(start),
            "dense_resource" => self.dense_resource(),
            "array" => self.dense_array(),
            "strided" => self.strided(),
            "distinct" => self.distinct(start),
            _ if self.at_type() => {
                let ty = self.any_type()?;
                Ok(self.texts.ctx.type_attr(ty))
            }
            _ => Err(self.at.expected("attribute value")),
        }
    }

    fn word_of(&mut self, attr: Attr) -> Attr {
        self.at.word();
        attr
    }

    fn strided(&mut self) -> Parsed<Attr> {
        self.at.word();
        self.token("<", "'<' after 'strided'")?;
        let mut strides = Vec::new();
        self.list(("[", "'['"), ("]", "']'"), |reader| {
            strides.push(reader.stride()?);
            Ok(())
        })?;
        let mut offset = Some(0);
        if !self.at.eat_byte(b'>') {
            self.token(",", "','")?;
            self.token("offset", "'offset' after comma")?;
            self.token(":", "':' after 'offset'")?;
            offset = self.stride()?;
            self.token(">", "'>'")?;
        }
        Ok(self.texts.ctx.attr(AttrData::StridedLayout(Box::new(StridedLayout { offset, strides: strides.into() }))))
    }

    fn stride(&mut self) -> Parsed<Option<i64>> {
        if self.at.eat_byte(b'?') {
            return Ok(None);
        }
        let before = self.at;
        match Literal::read(&mut self.at).filter(|literal| !literal.is_float()).and_then(Literal::small) {
            Some(stride) => Ok(Some(stride)),
            None => Err(before.error(ParseCode::Expected("a 64-bit signed integer or '?'"))),
        }
    }

    fn distinct(&mut self, start: usize) -> Parsed<Attr> {
        self.at.word();
        self.token("[", "'[' after 'distinct'")?;
        let Some(digits) = self.at.whole_digits() else { return Err(self.at.expected("distinct ID")) };
        if digits.parse::<u64>().is_err() {
            return self.here(ParseCode::Expected("an unsigned 64-bit integer"));
        }
        let Ok(id) = digits.parse() else { return self.texts.error(digits, ParseCode::IntegerRange) };
        self.token("]", "']' to close distinct ID")?;
        self.token("<", "'<' after distinct ID")?;
        let mut referenced = attrs::UNIT;
        if !self.at.eat_byte(b'>') {
            referenced = self.attribute()?;
            self.token(">", "'>' to close distinct attribute")?;
        }
        if let Some(other) = self.texts.aliases.distinct(id, referenced) {
            let other = crate::print::print_attr(self.texts.ctx, other);
            return Err(ParseError::new(start..self.at.pos, ParseCode::DistinctMismatch(other)));
        }
        let id = self.texts.aliases.own_distinct(self.texts.ctx, id);
        Ok(self.texts.ctx.attr(AttrData::Distinct { id, referenced }))
    }
}
