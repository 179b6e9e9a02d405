//! From texts to handles: every distinct text of a type, an attribute or a location is parsed once.
//!
//! A text is found by its end, which needs no parsing, and looked up. What is not there yet goes through the pest
//! grammar and from there to [`super::types`] and [`super::attributes`]. Texts the grammar would be slow on or that
//! the attribute table describes are read by hand: elements, `#llvm.` attributes, plain numbers and strings.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::diagnostic::VerifyCode;
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, OpName, Str, Type};
use pest::Parser;
use pest::iterators::Pair;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::aliases::Aliases;
use super::cursor::{Cursor, is_suffix, unescape};
use super::diagnose::Wanted;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// The pest grammar, `mlir.pest`.
#[derive(pest_derive::Parser)]
#[grammar = "mlir.pest"]
pub(super) struct Grammar;

/// One thread's way from texts to handles.
pub(super) struct ParseCache<'c, 't> {
    /// Where the handles belong.
    pub ctx: &'c Context,
    /// The whole text.
    pub text: &'t str,
    pub(super) aliases: &'c Aliases<'t>,
    /// Types and attributes of dialects that are not known are errors.
    pub known_only: bool,
    /// The text is read in order: of an alias that is not defined yet only a location may be.
    pub(super) in_order: bool,
    /// How many texts are being read or walked over, one inside the other.
    pub(super) reading: u32,
    /// The identified structs whose bodies are being read.
    pub(super) open_structs: Vec<Str>,
    types: FxHashMap<&'t str, Type>,
    attrs: FxHashMap<&'t str, Attr>,
    strs: FxHashMap<&'t str, Str>,
    dictionaries: FxHashMap<SmallVec<[(Str, Attr); 4]>, Attr>,
    /// The dictionaries of operations, by all that they follow from.
    pub(super) finished: FxHashMap<SmallVec<[u64; 8]>, Attr>,
    /// The dictionaries that hold what an operation's row says.
    kept: FxHashSet<(OpName, Attr)>,
    /// How many aliases may still be looked at inside the one that is being resolved.
    ahead: usize,
    /// Aliases that were looked at in vain.
    in_vain: FxHashSet<&'t str>,
}

/// How many aliases may be looked at ahead, each inside the one before it.
const AHEAD: usize = 64;

impl<'c, 't> ParseCache<'c, 't> {
    /// Nothing is known yet but the aliases.
    pub fn new(ctx: &'c Context, text: &'t str, aliases: &'c Aliases<'t>) -> Self {
        let (types, attrs, strs, dictionaries) = Default::default();
        let (ahead, in_vain) = Default::default();
        ParseCache {
            ctx,
            text,
            aliases,
            known_only: false,
            in_order: false,
            reading: 0,
            open_structs: Vec::new(),
            types,
            attrs,
            strs,
            dictionaries,
            finished: FxHashMap::default(),
            kept: FxHashSet::default(),
            ahead,
            in_vain,
        }
    }

    /// Lets aliases be resolved where they are mentioned.
    pub fn look_ahead(&mut self) {
        self.ahead = AHEAD;
    }

    /// Whether the alias mentioned may be resolved now. If so, [`ParseCache::looked_ahead`] is told how that went.
    pub fn looks_ahead(&mut self, mention: &'t str) -> bool {
        let may = self.ahead > 0 && !self.in_vain.contains(mention);
        self.ahead -= usize::from(may);
        may
    }

    /// Ends a look ahead.
    pub fn looked_ahead(&mut self, mention: &'t str, found: bool) {
        self.ahead += 1;
        if !found {
            self.in_vain.insert(mention);
        }
    }

    /// A cursor on a slice of the text.
    pub fn cursor(&self, slice: &'t str) -> Cursor<'t> {
        let whole = Cursor::new(self.text, 0..self.text.len());
        Cursor::new(self.text, whole.span_of(slice))
    }

    /// An error about a slice of the text.
    pub fn error<T>(&self, slice: &str, code: ParseCode) -> Parsed<T> {
        Err(self.error_of(slice, code))
    }

    pub(super) fn error_of(&self, slice: &str, code: ParseCode) -> ParseError {
        Cursor::new(self.text, 0..self.text.len()).error_at(slice, code)
    }

    /// Where a slice of the text starts; a text has no more than 4 GiB.
    pub(super) fn place_of(&self, slice: &str) -> u32 {
        Cursor::new(self.text, 0..self.text.len()).span_of(slice).start as u32
    }

    /// Whether a slice of the text stands behind a place.
    pub(super) fn is_behind(&self, slice: &str, place: usize) -> bool {
        Cursor::new(self.text, 0..self.text.len()).span_of(slice).start > place
    }

    /// The string with these bytes between its quotes.
    pub fn string(&mut self, raw: &'t str) -> Parsed<Str> {
        if let Some(&s) = self.strs.get(raw) {
            return Ok(s);
        }
        let Some(bytes) = unescape(raw) else { return self.error(raw, ParseCode::BadEscape) };
        let s = self.ctx.byte_str(&bytes);
        self.strs.insert(raw, s);
        Ok(s)
    }

    /// A name as a string.
    pub fn name(&mut self, name: &'t str) -> Str {
        let ctx = self.ctx;
        *self.strs.entry(name).or_insert_with(|| ctx.str(name))
    }

    /// The dictionary of these entries, in any order; `None` if a key is there twice.
    pub fn dictionary_of(&mut self, entries: &[(Str, Attr)]) -> Option<Attr> {
        if let Some(&dictionary) = self.dictionaries.get(entries) {
            return Some(dictionary);
        }
        let dictionary = self.ctx.dictionary(entries);
        if self.ctx.entries(dictionary).len() != entries.len() {
            return None;
        }
        self.dictionaries.insert(entries.into(), dictionary);
        Some(dictionary)
    }

    /// A type's spelling, for messages.
    pub fn spelling(&self, ty: Type) -> String {
        crate::print::print_type(self.ctx, ty)
    }

    /// Reads a type, of functions too.
    pub fn type_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Type> {
        cursor.skip_space();
        if let Some(ty) = common_type(cursor) {
            return Ok(ty);
        }
        let start = *cursor;
        self.or_diagnosed(start, Wanted::Type, |texts| {
            skip_type(cursor)?;
            texts.type_of(cursor.since(start.pos))
        })
    }

    /// The type a text spells.
    pub(super) fn type_of(&mut self, text: &'t str) -> Parsed<Type> {
        if let Some(&ty) = self.types.get(text) {
            return Ok(ty);
        }
        let ty = match text.strip_prefix('!') {
            Some(name) if name.bytes().all(is_suffix) && !name.contains('.') => self.aliases.ty(self, text, name)?,
            _ => {
                let pair = self.parse(Rule::whole_type, text)?;
                self.build_type(pair)?
            }
        };
        self.types.insert(text, ty);
        Ok(ty)
    }

    /// What is wrong with an operation's own attributes in a dictionary.
    pub(super) fn broken_attribute(&mut self, name: OpName, def: &OpDef, dictionary: Attr) -> Option<VerifyCode> {
        if self.kept.contains(&(name, dictionary)) {
            return None;
        }
        let wrong = irtrip_dialect::verify::broken_attribute(self.ctx, def, self.ctx.entries(dictionary));
        if wrong.is_none() {
            self.kept.insert((name, dictionary));
        }
        wrong
    }

    /// Reads an attribute.
    pub fn attr_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        self.attr_as(cursor, Wanted::Attribute)
    }

    fn attr_as(&mut self, cursor: &mut Cursor<'t>, wanted: Wanted) -> Parsed<Attr> {
        cursor.skip_space();
        let start = *cursor;
        self.or_diagnosed(start, wanted, |texts| {
            skip_attr(cursor)?;
            texts.attr_of(cursor.since(start.pos))
        })
    }

    /// The attribute a text spells.
    pub fn attr_of(&mut self, text: &'t str) -> Parsed<Attr> {
        if let Some(name) = alias_name(text) {
            return self.aliases.attr(self, text, name);
        }
        if let Some(&attr) = self.attrs.get(text) {
            return Ok(attr);
        }
        let attr = self.new_attr(text)?;
        self.attrs.insert(text, attr);
        Ok(attr)
    }

    /// The attribute that a text spells which is there once.
    pub fn new_attr(&mut self, text: &'t str) -> Parsed<Attr> {
        let mut cursor = self.cursor(text);
        match text.as_bytes().first() {
            Some(b'"') if text.ends_with('"') => {
                let raw = cursor.string()?.unwrap_or("");
                if cursor.at_end() {
                    let value = self.string(raw)?;
                    return Ok(self.ctx.str_attr(value));
                }
            }
            Some(b'#') if text.starts_with("#llvm.") || text.starts_with("#llvm<") => {
                return self.llvm_attr(&mut cursor);
            }
            Some(b'#') if let Some(name) = alias_name(text) => return self.aliases.attr(self, text, name),
            Some(b'[' | b'{') if let Ok(Some(attr)) = self.plain_container(text) => return Ok(attr),
            Some(b'@') if !text.contains("::") => {
                if let Some(broken) = cursor.broken_token() {
                    return Err(broken);
                }
                cursor.pos += 1;
                let raw = cursor.string()?;
                let name = match raw {
                    Some(raw) => self.string(raw)?,
                    None => self.name(&text[1..]),
                };
                return Ok(self.ctx.symbol_ref(name));
            }
            Some(b'0'..=b'9' | b'-') => return self.number(&mut cursor, None),
            Some(b'd') if text.starts_with("dense<") => return self.dense(&mut cursor),
            Some(b'd') if let Some(attr) = self.plain_distinct(text) => return Ok(attr),
            Some(b'l') if let Ok(Some(attr)) = self.plain_location(text) => return Ok(attr),
            _ => {}
        }
        let pair = self.parse(Rule::whole_attribute, text)?;
        self.build_attr(pair)
    }

    /// Reads a dictionary, which starts here.
    pub fn dictionary_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        if cursor.peek() != b'{' {
            return Err(cursor.expected("'{' in attribute dictionary"));
        }
        self.attr_as(cursor, Wanted::Dictionary)
    }

    /// Reads `loc(...)` if it is here.
    pub fn location_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        cursor.skip_space();
        if !cursor.sees("loc") {
            return Ok(None);
        }
        let start = *cursor;
        self.or_diagnosed(start, Wanted::Location, |texts| texts.location_of(cursor)).map(Some)
    }

    fn location_of(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        let start = cursor.pos;
        cursor.expect("loc")?;
        cursor.skip_space();
        if cursor.peek() != b'(' {
            return Err(cursor.expected("'(' in location"));
        }
        if let Some(attr) = self.location_alias(cursor) {
            return Ok(attr);
        }
        cursor.skip_balanced()?;
        let text = cursor.since(start);
        if let Some(&attr) = self.attrs.get(text) {
            return Ok(attr);
        }
        let alias = text.strip_prefix("loc(#").and_then(|text| text.strip_suffix(')'));
        if self.in_order && alias.is_some_and(|alias| self.aliases.defines_attr(alias.trim())) {
            return Ok(irtrip_dialect::attributes::well_known::UNKNOWN_LOC);
        }
        let attr = match self.plain_location(text) {
            Ok(Some(attr)) => attr,
            _ => {
                let pair = self.parse(Rule::whole_location, text)?;
                self.build_attr(pair)?
            }
        };
        self.attrs.insert(text, attr);
        let data = self.ctx.attr_data(attr);
        if !matches!(data, irtrip_dialect::AttrData::Location(_) | irtrip_dialect::AttrData::Opaque { .. }) {
            return self.error(text, ParseCode::Expected("location"));
        }
        Ok(attr)
    }

    /// Puts a text through the grammar.
    pub fn parse(&self, rule: Rule, text: &'t str) -> Parsed<Pair<'t, Rule>> {
        let error = match Grammar::parse(rule, text) {
            Ok(mut pairs) => match pairs.next() {
                Some(pair) => return Ok(pair),
                None => return self.error(text, ParseCode::Expected("attribute value")),
            },
            Err(error) => error,
        };
        let mut cursor = self.cursor(text);
        cursor.pos += match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        Err(cursor.expected(match rule {
            Rule::whole_type => "type",
            _ => "attribute value",
        }))
    }
}

/// The name in `#name`, if that is the whole text: it has no point, as a dialect's attribute has.
fn alias_name(text: &str) -> Option<&str> {
    text.strip_prefix('#').filter(|name| name.bytes().all(|b| is_suffix(b) && b != b'.'))
}

/// Reads one of the types that most types in a module are, if it is here: these need no lookup by their text.
fn common_type(cursor: &mut Cursor<'_>) -> Option<Type> {
    let rest = cursor.rest().as_bytes();
    let (length, ty) = match rest {
        [b'!', ..] if rest.starts_with(b"!llvm.ptr") => (9, types::PTR),
        [b'i', b'1', b'6', ..] => (3, types::I16),
        [b'i', b'3', b'2', ..] => (3, types::I32),
        [b'i', b'6', b'4', ..] => (3, types::I64),
        [b'i', b'1', ..] => (2, types::I1),
        [b'i', b'8', ..] => (2, types::I8),
        _ => return None,
    };
    let ends = rest.get(length).is_none_or(|&byte| !is_suffix(byte) && byte != b'<');
    cursor.pos += if ends { length } else { 0 };
    ends.then_some(ty)
}

/// Moves to the end of the type that starts here.
pub(super) fn skip_type(cursor: &mut Cursor<'_>) -> Parsed<()> {
    let bracket = |cursor: &mut Cursor<'_>| if cursor.peek() == b'<' { cursor.skip_balanced() } else { Ok(()) };
    match cursor.peek() {
        b'!' => {
            cursor.pos += 1;
            cursor.suffix()?;
            bracket(cursor)
        }
        b'(' => {
            cursor.skip_balanced()?;
            cursor.expect("->")?;
            cursor.skip_space();
            if cursor.peek() == b'(' { cursor.skip_balanced() } else { skip_type(cursor) }
        }
        byte if byte.is_ascii_alphabetic() => {
            let start = cursor.pos;
            while cursor.peek().is_ascii_alphanumeric() {
                cursor.pos += 1;
            }
            if matches!(cursor.since(start), "vector" | "tensor" | "memref" | "complex" | "tuple") {
                cursor.skip_space();
            }
            bracket(cursor)
        }
        _ => Err(cursor.expected("type")),
    }
}

/// Moves to the end of the attribute that starts here.
pub(super) fn skip_attr(cursor: &mut Cursor<'_>) -> Parsed<()> {
    match cursor.peek() {
        b'[' | b'{' => cursor.skip_balanced(),
        b'"' => {
            cursor.string()?;
            skip_trailing_type(cursor)
        }
        b'0'..=b'9' | b'-' => {
            let signed = cursor.peek() == b'-';
            cursor.pos += 1;
            if signed {
                cursor.skip_space();
            }
            while is_suffix(cursor.peek()) || cursor.peek() == b'+' && cursor.peek_at(1).is_ascii_digit() {
                cursor.pos += 1;
            }
            skip_trailing_type(cursor)
        }
        b'@' => skip_symbol(cursor),
        b'#' => {
            cursor.pos += 1;
            let name = cursor.suffix()?;
            if cursor.peek() == b'<' {
                cursor.skip_balanced()?;
            }
            let alias = !name.contains('.') && cursor.since(cursor.pos - 1) != ">";
            if alias { Ok(()) } else { skip_trailing_type(cursor) }
        }
        b'!' | b'(' => skip_type(cursor),
        byte if byte.is_ascii_alphabetic() => skip_worded(cursor),
        _ => Err(cursor.expected("attribute value")),
    }
}

/// Moves behind an attribute that starts with a word: `true`, `dense<...> : T`, `distinct[0]<>`, `i32`.
fn skip_worded(cursor: &mut Cursor<'_>) -> Parsed<()> {
    match cursor.peek_word() {
        "distinct" => {
            cursor.word();
            for (open, expected) in [(b'[', "'[' in distinct attribute"), (b'<', "'<' in distinct attribute")] {
                cursor.skip_space();
                if cursor.peek() != open {
                    return Err(cursor.expected(expected));
                }
                cursor.skip_balanced()?;
            }
            Ok(())
        }
        "dense" | "sparse" | "dense_resource" => {
            cursor.word();
            cursor.skip_space();
            if cursor.peek() != b'<' {
                return Err(cursor.expected("'<'"));
            }
            cursor.skip_balanced()?;
            skip_trailing_type(cursor)
        }
        "loc" => {
            cursor.word();
            cursor.skip_space();
            if cursor.peek() == b'(' { cursor.skip_balanced() } else { Err(cursor.expected("'(' in location")) }
        }
        "affine_map" | "affine_set" => {
            cursor.word();
            cursor.skip_space();
            if cursor.peek() == b'<' { cursor.skip_balanced() } else { Err(cursor.expected("'<'")) }
        }
        _ => skip_type(cursor),
    }
}

/// Moves behind `: type` if it is here.
fn skip_trailing_type(cursor: &mut Cursor<'_>) -> Parsed<()> {
    let before = cursor.pos;
    if cursor.eat_byte(b':') && cursor.peek() != b':' {
        cursor.skip_space();
        return skip_type(cursor);
    }
    cursor.pos = before;
    Ok(())
}

/// Moves behind `@a::@"b"`.
pub(super) fn skip_symbol(cursor: &mut Cursor<'_>) -> Parsed<()> {
    loop {
        if let Some(broken) = cursor.broken_token() {
            return Err(broken);
        }
        cursor.pos += 1;
        if cursor.string()?.is_none() {
            cursor.suffix()?;
        }
        let before = cursor.pos;
        if !(cursor.eat("::") && cursor.peek() == b'@') {
            cursor.pos = before;
            return Ok(());
        }
    }
}
