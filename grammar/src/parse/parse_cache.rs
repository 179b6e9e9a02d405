//! From texts to handles: a text of a type, an attribute or a location that was read lately is not read again.
//!
//! A text is found by its end, which needs no more than a look at its brackets, and looked up. What is not there yet
//! goes through the one [`Reader`].

use irtrip_dialect::attr_table::AttrKind;
use irtrip_dialect::attributes::extent::Extents;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::diagnostic::VerifyCode;
use irtrip_dialect::enums::Enumeration;
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, DirectMappedCache, OpName, Str, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::alias_table::AliasId;
use super::aliases::Aliases;
use super::cursor::{Cursor, has_point, is_suffix};
use super::reader::Reader;
use irtrip_dialect::attributes::struct_attribute::unescape;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// One thread's way from texts to handles.
pub(super) struct ParseCache<'c, 't> {
    /// Where the handles belong.
    pub ctx: &'c Context,
    /// The whole text.
    pub text: &'t str,
    pub(super) aliases: &'c Aliases<'t>,
    /// Types and attributes of dialects that are not known are errors.
    pub known_only: bool,
    /// How many bytes of operations that are wrong were passed over.
    pub skipped: usize,
    /// The text is as upstream prints it: what is kept as text stays as it is.
    pub is_printed: bool,
    /// The identified structs whose bodies are being read.
    pub(super) open_structs: Vec<Str>,
    /// How large the texts of attributes and types are.
    pub(super) extents: Extents<'c>,
    types: FxHashMap<&'t str, Type>,
    /// What the pointers of older releases point to, by the pointers' texts.
    pointees: FxHashMap<&'t str, Option<Type>>,
    attrs: DirectMappedCache<&'t str, Attr>,
    strs: DirectMappedCache<&'t str, Str>,
    /// The dictionaries of operations, by all that they follow from.
    pub(super) finished: DirectMappedCache<SmallVec<[u64; 8]>, Attr>,
    /// The dictionaries that hold what an operation's definition says.
    kept: DirectMappedCache<(OpName, Attr), ()>,
    /// How many aliases may still be looked at inside the one that is being resolved.
    ahead: usize,
    /// Aliases that were looked at in vain.
    in_vain: FxHashSet<AliasId>,
}

/// How many of the latest texts and dictionaries a thread knows. Nearly all that are met again are met again soon, and in a
/// module with debug information half of them never.
const LATELY: usize = 4096;

/// How long most lists of operations are at most.
const SHORT: usize = 64;

/// The location of an operation that has none.
const NO_LOCATION: &str = "loc(unknown)";

/// How many aliases may be looked at ahead, each inside the one before it.
const AHEAD: usize = 64;

impl<'c, 't> ParseCache<'c, 't> {
    /// Nothing is known yet but the aliases.
    pub fn new(ctx: &'c Context, text: &'t str, aliases: &'c Aliases<'t>) -> Self {
        let (ahead, in_vain) = Default::default();
        ParseCache {
            ctx,
            text,
            aliases,
            known_only: false,
            skipped: 0,
            is_printed: false,
            open_structs: Vec::new(),
            extents: Extents::new(ctx),
            types: FxHashMap::default(),
            pointees: FxHashMap::default(),
            attrs: DirectMappedCache::new(LATELY),
            strs: DirectMappedCache::new(LATELY),
            finished: DirectMappedCache::new(LATELY),
            kept: DirectMappedCache::new(LATELY),
            ahead,
            in_vain,
        }
    }

    /// Lets aliases be resolved where they are mentioned.
    pub fn look_ahead(&mut self) {
        self.ahead = AHEAD;
    }

    /// Whether the alias mentioned may be resolved now. [`ParseCache::looked_ahead`] ends the look ahead.
    pub fn looks_ahead(&mut self, alias: AliasId) -> bool {
        let may = self.ahead > 0 && !self.in_vain.contains(&alias);
        self.ahead -= usize::from(may);
        may
    }

    /// Ends a look ahead.
    pub fn looked_ahead(&mut self, alias: AliasId, found: bool) {
        self.ahead += 1;
        if !found {
            self.in_vain.insert(alias);
        }
    }

    /// Whether text of these releases is read; the text is taken to be of one of them then.
    pub fn reads(&self, releases: Releases) -> bool {
        self.aliases.releases.as_ref().is_some_and(|range| {
            range.narrow(releases);
            true
        })
    }

    /// Whether text of other releases than the current is read.
    pub fn reads_older(&self) -> bool {
        self.aliases.releases.is_some()
    }

    /// Takes note of the spaces before a word: MLIR printed two of them up to release 22.
    pub fn sees_spaces_at(&self, word: usize) {
        let before = self.text.get(..word).unwrap_or_default();
        if before.ends_with("  ") {
            self.aliases.spaces.narrow(Releases::ALL.until(Release::V23));
        } else if before.ends_with(' ') {
            self.aliases.spaces.narrow(Releases::ALL.since(Release::V23));
        }
    }

    /// What the first pointer of a type points to, if the text says so. It is a part of the text alone, and not of the
    /// type that was read.
    pub fn pointee_at(&mut self, mut cursor: Cursor<'t>) -> Parsed<Option<Type>> {
        const POINTER: &str = "!llvm.ptr";
        const VECTOR: &str = "!llvm.vec<";
        loop {
            cursor.skip_space();
            match cursor.peek() {
                b'(' => cursor.pos += 1,
                b'v' => match cursor.rest().find(['!', '>']) {
                    Some(at) => cursor.pos += at,
                    None => return Ok(None),
                },
                b'!' if cursor.rest().starts_with(POINTER) || cursor.rest().starts_with(VECTOR) => break,
                b'!' => {
                    let start = cursor.pos;
                    cursor.pos += 1;
                    // What an alias stands for was read, so that none stands for itself.
                    match cursor.name().and_then(|_| self.aliases.type_definition(cursor.since(start))) {
                        Some(start) => cursor = Cursor::new(self.text, start..self.text.len()),
                        None => return Ok(None),
                    }
                }
                _ => return Ok(None),
            }
        }
        let start = cursor.pos;
        let mut end = cursor;
        // Only a text that is found by its brackets is kept; one that nests too deep for that is read each time.
        let text = if skip_type(&mut end).is_ok() { end.since(start) } else { cursor.slice(start..start) };
        if let Some(&pointee) = self.pointees.get(text) {
            return Ok(pointee);
        }
        cursor.pos = match cursor.rest().starts_with(VECTOR) {
            true => text.find("ptr").map_or(end.pos, |at| start + at + "ptr".len()),
            false => start + POINTER.len(),
        };
        let pointee = self.read(&mut cursor, |reader| reader.pointer()).map(|(_, pointee)| pointee)?;
        if !text.is_empty() {
            self.pointees.insert(text, pointee);
        }
        Ok(pointee)
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

    /// Whether a slice of the text follows a place.
    pub(super) fn is_after(&self, slice: &str, place: usize) -> bool {
        Cursor::new(self.text, 0..self.text.len()).span_of(slice).start > place
    }

    /// The string with these bytes between its quotes.
    pub fn string(&mut self, raw: &'t str) -> Parsed<Str> {
        if let Some(&s) = self.strs.get(raw) {
            return Ok(s);
        }
        let Some(bytes) = unescape(raw) else { return self.error(raw, ParseCode::BadEscape) };
        let s = self.ctx.byte_str(&bytes);
        self.strs.put(raw, s);
        Ok(s)
    }

    /// A name as a string.
    pub fn name(&mut self, name: &'t str) -> Str {
        if let Some(&known) = self.strs.get(name) {
            return known;
        }
        let new = self.ctx.str(name);
        self.strs.put(name, new);
        new
    }

    /// A type's spelling, for messages.
    pub fn spelling(&self, ty: Type) -> String {
        irtrip_dialect::verify::spell(self.ctx, ty)
    }

    /// Reads by the one reader; what is wrong is no operation's form.
    pub(super) fn read<R>(
        &mut self,
        cursor: &mut Cursor<'t>,
        read: impl FnOnce(&mut Reader<'_, 'c, 't>) -> Parsed<R>,
    ) -> Parsed<R> {
        let mut reader = Reader::new(self, *cursor);
        let outcome = read(&mut reader);
        *cursor = reader.at;
        outcome.map_err(ParseError::of_language)
    }

    /// Reads a type, of functions too.
    pub fn type_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Type> {
        cursor.skip_space();
        if let Some(ty) = common_type(cursor) {
            return Ok(ty);
        }
        let start = cursor.pos;
        let mut ahead = *cursor;
        if skip_type(&mut ahead).is_ok()
            && let Some(&ty) = self.types.get(ahead.since(start))
        {
            *cursor = ahead;
            return Ok(ty);
        }
        let ty = self.read(cursor, |reader| reader.any_type())?;
        self.types.insert(cursor.since(start), ty);
        Ok(ty)
    }

    /// What is wrong with an operation's own attributes in a dictionary.
    pub(super) fn check_attributes(&mut self, name: OpName, def: &OpDef, dictionary: Attr) -> Option<VerifyCode> {
        if self.kept.get(&(name, dictionary)).is_some() {
            return None;
        }
        let wrong = irtrip_dialect::verify::check_attributes(self.ctx, def, self.ctx.entries(dictionary));
        if wrong.is_none() {
            self.kept.put((name, dictionary), ());
        }
        wrong
    }

    /// Reads an attribute.
    pub fn attr_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        match cursor.peek() {
            b'#' if is_alias(cursor) => self.read(cursor, |reader| reader.attribute()),
            _ => self.read(cursor, |reader| reader.known_or_new(Reader::attribute)),
        }
    }

    /// Reads an attribute whose text is there once.
    pub fn new_attr(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        self.read(cursor, |reader| reader.attribute())
    }

    /// Reads a dictionary, which starts here.
    pub fn dictionary_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        match cursor.peek() {
            b'{' => self.read(cursor, |reader| reader.known_or_new(Reader::dictionary)),
            _ => self.read(cursor, |reader| reader.dictionary()),
        }
    }

    /// Reads `@a::@b`.
    pub fn symbol_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        if cursor.peek() != b'@' {
            // It is read as any attribute, and is of another kind.
            let before = *cursor;
            self.attr_at(cursor)?;
            return Err(before.error(ParseCode::AttrKind).of_form());
        }
        self.read(cursor, |reader| reader.known_or_new(Reader::symbol_reference))
    }

    /// Reads `loc(...)` if it is here.
    pub fn location_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        if !cursor.sees("loc") {
            return Ok(None);
        }
        cursor.skip_space();
        // Constants have none, and most operations an alias.
        if cursor.rest().starts_with(NO_LOCATION) {
            cursor.pos += NO_LOCATION.len();
            return Ok(Some(attrs::UNKNOWN_LOC));
        }
        if let Some(location) = self.location_of_alias(cursor) {
            return Ok(Some(location));
        }
        // One that is spelled out is there once: the printer gives others an alias.
        self.read(cursor, |reader| reader.trailing_location()).map(Some)
    }

    /// Reads `loc(#alias)`, the location of most operations, if it is here and what the alias stands for is known.
    fn location_of_alias(&mut self, cursor: &mut Cursor<'t>) -> Option<Attr> {
        let mut ahead = *cursor;
        ahead.pos += "loc".len();
        let start = (ahead.eat_byte(b'(') && ahead.peek() == b'#').then_some(ahead.pos)?;
        ahead.pos += 1;
        ahead.name()?;
        let mention = ahead.since(start);
        if !ahead.eat_byte(b')') {
            return None;
        }
        let location = self.aliases.builtin_location(self, mention)?;
        *cursor = ahead;
        Some(location)
    }

    /// Reads an attribute of a kind of the LLVM dialect as a part of an operation's form.
    pub fn llvm_slot(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind) -> Parsed<Attr> {
        let mut reader = Reader::new(self, *cursor);
        let outcome = reader.llvm_attribute_of(kind);
        *cursor = reader.at;
        outcome
    }

    /// Reads a value of an enumeration; of bits, several.
    pub fn enumeration(&mut self, cursor: &mut Cursor<'t>, enumeration: &'static Enumeration) -> Parsed<i64> {
        let mut reader = Reader::new(self, *cursor);
        let outcome = reader.enumeration(enumeration);
        *cursor = reader.at;
        outcome
    }

    /// Reads `dense<...>` of a type that is elsewhere, or `dense<...> : type`.
    pub fn dense_of(&mut self, cursor: &mut Cursor<'t>, ty: Option<Type>) -> Parsed<Attr> {
        cursor.skip_space();
        let start = cursor.pos;
        self.read(cursor, |reader| reader.dense(start, ty))
    }
}

impl<'t> Reader<'_, '_, 't> {
    /// Takes an attribute, a dictionary, a symbol or a location whose text was read before, or else reads it.
    pub fn known_or_new(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Attr>) -> Parsed<Attr> {
        self.known_or_new_to(self.at, read)
    }

    /// As [`Reader::known_or_new`], of what may be long: its end is looked for no further than most such texts go.
    pub fn short_known_or_new(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Attr>) -> Parsed<Attr> {
        self.known_or_new_to(self.at.no_further_than(SHORT), read)
    }

    fn known_or_new_to(&mut self, mut ahead: Cursor<'t>, read: impl FnOnce(&mut Self) -> Parsed<Attr>) -> Parsed<Attr> {
        let start = self.at.pos;
        if skip_attr(&mut ahead).is_err() {
            return read(self);
        }
        if let Some(&attr) = self.texts.attrs.get(ahead.since(start)) {
            self.at.pos = ahead.pos;
            return Ok(attr);
        }
        let attr = read(self)?;
        self.texts.attrs.put(self.at.since(start), attr);
        Ok(attr)
    }
}

/// Whether the `#` here starts an alias: the name has no point, as a dialect's attribute has, and no body.
fn is_alias(cursor: &Cursor<'_>) -> bool {
    let mut at = 1;
    while is_suffix(cursor.peek_at(at)) {
        if cursor.peek_at(at) == b'.' {
            return false;
        }
        at += 1;
    }
    cursor.peek_at(at) != b'<'
}

/// Reads one of the types that most types in a module are, if it is here: these need no lookup by their text.
pub(super) fn common_type(cursor: &mut Cursor<'_>) -> Option<Type> {
    let rest = cursor.rest().as_bytes();
    let (length, ty) = match rest {
        [b'!', ..] if rest.starts_with(b"!llvm.ptr") => (9, types::PTR),
        [b'i', b'1', b'6', ..] => (3, types::I16),
        [b'i', b'3', b'2', ..] => (3, types::I32),
        [b'i', b'6', b'4', ..] => (3, types::I64),
        [b'i', b'1', ..] => (2, types::I1),
        [b'i', b'8', ..] => (2, types::I8),
        [b'i', b'n', ..] if rest.starts_with(b"index") => (5, types::INDEX),
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
            let alias = !has_point(name) && cursor.since(cursor.pos - 1) != ">";
            if alias { Ok(()) } else { skip_trailing_type(cursor) }
        }
        b'!' | b'(' => skip_type(cursor),
        byte if byte.is_ascii_alphabetic() => skip_worded(cursor),
        _ => Err(cursor.expected("attribute value")),
    }
}

/// Moves past an attribute that starts with a word: `true`, `dense<...> : T`, `distinct[0]<>`, `i32`.
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

/// Moves past `: type` if it is here.
fn skip_trailing_type(cursor: &mut Cursor<'_>) -> Parsed<()> {
    let before = cursor.pos;
    if cursor.eat_byte(b':') && cursor.peek() != b':' {
        cursor.skip_space();
        return skip_type(cursor);
    }
    cursor.pos = before;
    Ok(())
}

/// Moves past `@a::@"b"`.
pub(super) fn skip_symbol(cursor: &mut Cursor<'_>) -> Parsed<()> {
    loop {
        if let Some(broken) = cursor.check_token() {
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
