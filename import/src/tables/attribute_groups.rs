//! Attribute lists and groups: parameters', results', functions' and calls'. LangRef, "Attribute Groups".

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::attribute_set::{
    AttributeItem, AttributeSet, CalledFunction, MemoryEffects, call_entries, canonical_text, parameter_dictionary,
    says_without_attributes,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::llvm_attributes::{ATTRIBUTES, AttributeSite, AttributeText, AttributeValue};
use irtrip_dialect::{Attr, Context, OpName, Str};

use crate::checks::attributes::{wrong_function, wrong_together};
use crate::cursor::{Cursor, Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::reader::{FewEntries, Reader};
use crate::split::{Entity, EntityKind};
use crate::tables::types::{NamedTypes, TypeReader};

/// Attribute groups by number. A group that is used and not defined is empty.
#[derive(Default)]
pub(crate) struct AttributeGroups {
    sets: FxHashMap<u32, AttributeSet>,
}

/// The place of an attribute's row by its name.
#[inline]
pub(crate) fn row(word: &[u8]) -> Option<u8> {
    static INDEX: OnceLock<FxHashMap<&'static [u8], u8>> = OnceLock::new();
    let index =
        INDEX.get_or_init(|| ATTRIBUTES.iter().enumerate().map(|(i, r)| (r.llvm.as_bytes(), i as u8)).collect());
    index.get(word).copied()
}

impl AttributeGroups {
    /// Reads the groups among a module's entities.
    pub fn read<'a>(
        ctx: &Context,
        types: &NamedTypes<'a>,
        text: &'a [u8],
        entities: &[Entity<'a>],
    ) -> Res<AttributeGroups> {
        let mut groups = AttributeGroups::default();
        let mut types = TypeReader::new(ctx, types);
        for entity in entities.iter().filter(|e| e.kind == EntityKind::Attributes) {
            let mut cursor = Cursor::new(&text[..entity.end], entity.start);
            cursor.expect_word("attributes")?;
            if cursor.peek() != b'#' {
                return cursor.expected("attribute group id");
            }
            let Name::Number(number) = cursor.name()? else { return cursor.expected("attribute group id") };
            cursor.expect(b'=', "'=' here")?;
            cursor.expect(b'{', "'{' here")?;
            let set = groups.sets.entry(number).or_default();
            let mut legacy = LegacyMemory::default();
            let site = AttributeSite::Function;
            while legacy.attribute(&mut cursor) || attribute(&mut types, &mut cursor, set, site)? {}
            legacy.finish(ctx, set);
            if !cursor.eat(b'}') {
                let at = cursor.token();
                return fail(at, ImportErrorKind::Invalid("unterminated attribute group".into()));
            }
            if !cursor.at_end() {
                return cursor.expected("top-level entity");
            }
        }
        Ok(groups)
    }
}

/// A function's memory effects in the several words of LLVM up to 15; since then `memory(...)` says them. LLVM's reader takes
/// the words together to one `memory(...)`.
#[derive(Clone, Copy)]
struct LegacyMemory {
    /// The bits of [`LOCATIONS`] that may be accessed.
    locations: u8,
    /// Whether they may be read (1), written (2).
    access: u8,
}

/// The locations the words tell apart, by `memory(...)`'s names; the third bit is all others.
const LOCATIONS: [(u8, &str); 2] = [(1, "argmem"), (2, "inaccessiblemem")];

impl Default for LegacyMemory {
    fn default() -> LegacyMemory {
        LegacyMemory { locations: 7, access: 3 }
    }
}

impl LegacyMemory {
    /// The locations and accesses that a word leaves.
    fn left_by(word: &[u8]) -> Option<(u8, u8)> {
        match word {
            b"readnone" => Some((7, 0)),
            b"readonly" => Some((7, 1)),
            b"writeonly" => Some((7, 2)),
            b"argmemonly" => Some((1, 3)),
            b"inaccessiblememonly" => Some((2, 3)),
            b"inaccessiblemem_or_argmemonly" => Some((3, 3)),
            _ => None,
        }
    }

    /// Reads one of the words, if it is next.
    fn attribute(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let word = cursor.peek_word();
        let Some((locations, access)) = LegacyMemory::left_by(word) else { return false };
        cursor.pos += word.len();
        self.locations &= locations;
        self.access &= access;
        true
    }

    /// Adds the memory effects of the words, if there were any.
    fn finish(self, ctx: &Context, set: &mut AttributeSet) {
        let access = match (self.access, self.locations) {
            (3, 7) => return,
            (0, _) | (_, 0) => "none",
            (1, _) => "read",
            (2, _) => "write",
            _ => "readwrite",
        };
        let named = LOCATIONS.iter().filter(|l| self.locations & l.0 != 0).map(|l| format!("{}: {access}", l.1));
        let text = if access == "none" || self.locations == 7 {
            access.to_owned()
        } else {
            named.collect::<Vec<_>>().join(", ")
        };
        if let Some(place) = row(b"memory") {
            set.push(ctx, AttributeItem::Text(place, ctx.str(&text)));
        }
    }
}

/// Whether a word starts an attribute of any version of LLVM.
fn known(word: &[u8]) -> bool {
    row(word).is_some() || word == b"nocapture" || LegacyMemory::left_by(word).is_some()
}

/// Reads one attribute into a set; `false` where none is next.
pub(crate) fn attribute<'a>(
    types: &mut TypeReader<'_, 'a>,
    cursor: &mut Cursor<'a>,
    set: &mut AttributeSet,
    site: AttributeSite,
) -> Res<bool> {
    let ctx = types.ctx;
    if cursor.peek() == b'"' {
        let key = ctx.byte_str(&cursor.quoted()?);
        let value = if cursor.eat(b'=') { Some(ctx.byte_str(&cursor.string()?)) } else { None };
        set.push(ctx, AttributeItem::String { key, value });
        return Ok(true);
    }
    let word = cursor.peek_word();
    let Some(place) = row(word) else {
        if word == b"nocapture"
            && let Some(place) = row(b"captures")
        {
            cursor.pos += word.len();
            set.push(ctx, AttributeItem::Text(place, ctx.str("none")));
            return Ok(true);
        }
        return Ok(false);
    };
    let at = cursor.pos;
    cursor.pos += word.len();
    if !ATTRIBUTES[usize::from(place)].applies_to(site) {
        let what = match site {
            AttributeSite::Function => "functions",
            AttributeSite::Parameter => "parameters",
            AttributeSite::Result => "return values",
        };
        let message = format!("this attribute does not apply to {what}");
        return fail(at..cursor.pos, ImportErrorKind::Invalid(message));
    }
    let item = match ATTRIBUTES[usize::from(place)].value {
        AttributeValue::None => AttributeItem::Flag(place),
        AttributeValue::Type => {
            cursor.expect(b'(', "'('")?;
            let ty = types.read(cursor)?;
            cursor.expect(b')', "')'")?;
            AttributeItem::Type(place, ty)
        }
        AttributeValue::Int => {
            let bracket = word.starts_with(b"dereferenceable") && cursor.peek() != b'(';
            if bracket {
                return cursor.expected("'('");
            }
            let (value, at) = integer_value(cursor)?;
            if let Some(wrong) = wrong_number(word, value) {
                return fail(at..cursor.pos, ImportErrorKind::Invalid(wrong.into()));
            }
            AttributeItem::Int(place, value)
        }
        AttributeValue::Text(_) => {
            let spaces = !matches!(
                ATTRIBUTES[usize::from(place)].value,
                AttributeValue::Text(AttributeText::AllocSize) | AttributeValue::Text(AttributeText::VScaleRange)
            );
            let text = bracketed(ctx, cursor, spaces)?;
            let canonical = canonical_text(ATTRIBUTES[usize::from(place)].value, &ctx.text(text));
            AttributeItem::Text(place, canonical.map_or(text, |t| ctx.str(&t)))
        }
    };
    set.push(ctx, item);
    Ok(true)
}

/// `8`, `(8)` or `=8`: the number and its place.
fn integer_value(cursor: &mut Cursor<'_>) -> Res<(u64, usize)> {
    if cursor.eat(b'(') {
        let at = cursor.peek_pos();
        let value = cursor.u64()?;
        cursor.expect(b')', "')'")?;
        return Ok((value, at));
    }
    cursor.eat(b'=');
    let at = cursor.peek_pos();
    Ok((cursor.u64()?, at))
}

/// Why an attribute cannot have this number, in LLVM's words.
fn wrong_number(word: &[u8], value: u64) -> Option<&'static str> {
    match word {
        b"align" if !value.is_power_of_two() => Some("alignment is not a power of two"),
        b"align" if value > 1 << 32 => Some("huge alignments are not supported yet"),
        b"alignstack" if !value.is_power_of_two() => Some("stack alignment is not a power of two"),
        b"dereferenceable" if value == 0 => Some("dereferenceable bytes must be non-zero"),
        b"dereferenceable_or_null" if value == 0 => Some("dereferenceable_or_null bytes must be non-zero"),
        _ => None,
    }
}

/// What stands between brackets, if any are next; white space is one space, or none.
fn bracketed(ctx: &Context, cursor: &mut Cursor<'_>, spaces: bool) -> Res<Str> {
    if cursor.peek() != b'(' {
        return Ok(irtrip_dialect::names::EMPTY);
    }
    let start = cursor.pos;
    cursor.skip_balanced()?;
    let text = cursor.text.get(start + 1..cursor.pos - 1).unwrap_or_default();
    let spaced = text.iter().any(|b| b.is_ascii_whitespace());
    let text: Cow<'_, [u8]> = if spaced {
        let words: Vec<&[u8]> = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        Cow::Owned(words.join(if spaces { &b" "[..] } else { &b""[..] }))
    } else {
        Cow::Borrowed(text)
    };
    Ok(ctx.byte_str(&text))
}

impl<'a> Reader<'_, 'a> {
    /// Reads the attributes that are next, and the groups they refer to.
    pub fn attribute_set(&mut self) -> Res<AttributeSet> {
        if let Some(set) = self.given_set.take() {
            return Ok(set);
        }
        let mut set = AttributeSet::new();
        let mut legacy = LegacyMemory::default();
        loop {
            if self.c.peek() == b'#' && self.c.byte_at(1).is_ascii_digit() {
                let Name::Number(number) = self.c.name()? else { return self.c.expected("attribute group id") };
                if let Some(group) = self.shared.groups.sets.get(&number) {
                    set.extend(self.ctx, group);
                }
            } else if !legacy.attribute(&mut self.c)
                && (self.c.peek_word() == b"align"
                    || !attribute(&mut self.types, &mut self.c, &mut set, AttributeSite::Function)?)
            {
                legacy.finish(self.ctx, &mut set);
                return Ok(set);
            }
        }
    }

    /// Reads a parameter's or result's attributes.
    pub fn parameter_set(&mut self, site: AttributeSite) -> Res<AttributeSet> {
        let mut set = AttributeSet::new();
        while attribute(&mut self.types, &mut self.c, &mut set, site)? {}
        Ok(set)
    }

    /// Reads a parameter's or result's attributes: their dictionary, the empty one where there are none.
    #[inline]
    pub fn parameter_dictionary(&mut self) -> Res<Attr> {
        self.dictionary_at(AttributeSite::Parameter)
    }

    /// Reads a result's attributes: their dictionary, the empty one where there are none.
    #[inline]
    pub fn result_dictionary(&mut self) -> Res<Attr> {
        self.dictionary_at(AttributeSite::Result)
    }

    #[inline]
    fn dictionary_at(&mut self, site: AttributeSite) -> Res<Attr> {
        let start = self.c.peek_pos();
        if !matches!(self.c.byte(), b'a'..=b'z' | b'"') {
            return Ok(attrs::EMPTY_DICTIONARY);
        }
        self.pass_attributes()?;
        let text = self.c.text.get(start..self.c.pos).unwrap_or_default();
        if text.is_empty() {
            return Ok(attrs::EMPTY_DICTIONARY);
        }
        if let Some(&dictionary) = self.parameter_attrs.get(&(site, text)) {
            return Ok(dictionary);
        }
        self.c.pos = start;
        let set = self.parameter_set(site)?;
        if let Some(wrong) = wrong_together(&set) {
            return self.refuse(self.f.at, wrong);
        }
        let dictionary = parameter_dictionary(self.ctx, &set);
        self.parameter_attrs.insert((site, text), dictionary);
        Ok(dictionary)
    }

    /// Passes attributes without reading them. White space behind the last is not passed.
    pub fn pass_attributes(&mut self) -> Res<()> {
        let mut end = self.c.pos;
        loop {
            match self.c.peek() {
                b'"' => {
                    self.c.quoted()?;
                    if self.c.eat(b'=') {
                        self.c.string()?;
                    }
                }
                b'#' if self.c.byte_at(1).is_ascii_digit() => self.c.skip_token()?,
                b'a'..=b'z' => {
                    let word = self.c.peek_word();
                    if !known(word) {
                        break;
                    }
                    self.c.pos += word.len();
                    if self.c.peek() == b'(' {
                        self.c.skip_balanced()?;
                    } else if matches!(word, b"align" | b"alignstack") {
                        self.c.eat(b'=');
                        self.c.digits()?;
                    }
                }
                _ => break,
            }
            end = self.c.pos;
        }
        self.c.pos = end;
        Ok(())
    }

    /// Reads a call's function attributes: the entries that say them on operations `name`, which are none of a function
    /// whose memory effects count.
    #[inline]
    pub fn call_attribute_entries(&mut self, name: OpName) -> Res<FewEntries> {
        let text = self.call_attribute_text()?;
        self.entries_of_text(name, text, CalledFunction::UNKNOWN)
    }

    /// Passes a call's function attributes: where they are.
    #[inline]
    pub fn call_attribute_text(&mut self) -> Res<Range<usize>> {
        let start = self.c.peek_pos();
        if matches!(self.c.byte(), b'a'..=b'z' | b'"' | b'#') {
            self.pass_attributes()?;
        }
        Ok(start..self.c.pos)
    }

    /// The entries that say a call's function attributes on operations `name`.
    #[inline]
    pub fn entries_of_text(&mut self, name: OpName, place: Range<usize>, called: CalledFunction) -> Res<FewEntries> {
        if let Some(set) = self.given_set.take() {
            return Ok(call_entries(self.ctx, name, &set, called).into_iter().collect());
        }
        let text = self.c.text.get(place.clone()).unwrap_or_default();
        if text.is_empty() && called.effects == MemoryEffects::ANY && !says_without_attributes(name) {
            return Ok(FewEntries::new());
        }
        if let Some(entries) = self.call_attrs.get(&(name, text, called)) {
            return Ok(entries.clone());
        }
        let whole = self.c.text;
        let own = Cursor::new(whole.get(..place.end).unwrap_or(whole), place.start);
        let after = std::mem::replace(&mut self.c, own);
        let set = self.attribute_set()?;
        if let Some(wrong) = wrong_function(self.ctx, &set) {
            return self.refuse(self.f.at, wrong);
        }
        self.c = after;
        let entries: FewEntries = call_entries(self.ctx, name, &set, called).into_iter().collect();
        self.call_attrs.insert((name, text, called), entries.clone());
        Ok(entries)
    }
}
