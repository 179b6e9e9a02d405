//! Attribute lists and groups: parameters', results', functions' and calls'. LangRef, "Attribute Groups".

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::attribute_set::{
    AttributeItem, AttributeSet, CalledFunction, MemoryEffects, NewerWord, OlderSpelling, call_entries, canonical_text,
    check_value, denormal_fpenv_strings, named_memories, parameter_dictionary, says_without_attributes,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::llvm_attributes::{ATTRIBUTES, AttributeSite, AttributeText, AttributeValue};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Context, OpName, Str};

use crate::attribute_cache::{NamedAttrs, SmallNamedAttrs};
use crate::errors::Errors;
use crate::tables::types::{NamedTypes, TypeReader};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};
use irtrip_dialect::verify::llvm_ir::attributes::check_function;

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
    /// Reads the groups of a module's text.
    pub fn read<'a>(
        ctx: &Context,
        types: &NamedTypes<'a>,
        text: &'a [u8],
        top_level: &[TopLevelEntity<'a>],
        errors: &Errors,
    ) -> DiagnosticResult<AttributeGroups> {
        let mut groups = AttributeGroups::default();
        let mut types = TypeReader::new(ctx, types);
        for entity in top_level.iter().filter(|e| e.kind == TopLevelKind::Attributes) {
            errors.keep(groups.add(&mut types, text, entity))?;
        }
        Ok(groups)
    }

    /// Reads a group, in place of one of the same number.
    fn add<'a>(
        &mut self,
        types: &mut TypeReader<'_, 'a>,
        text: &'a [u8],
        entity: &TopLevelEntity<'a>,
    ) -> DiagnosticResult<()> {
        let mut cursor = Cursor::new(&text[..entity.end], entity.start);
        cursor.expect_word("attributes")?;
        if cursor.peek() != b'#' {
            return cursor.expected("attribute group id");
        }
        let Name::Number(number) = cursor.name()? else { return cursor.expected("attribute group id") };
        cursor.expect(b'=', "'=' here")?;
        cursor.expect(b'{', "'{' here")?;
        if cursor.peek() == b'}' {
            return fail(entity.start..cursor.pos, ImportCode::EmptyGroup);
        }
        let set = self.sets.entry(number).insert_entry(AttributeSet::default()).into_mut();
        let mut legacy = LegacyMemory::default();
        let site = AttributeSite::Function;
        while legacy.attribute(types, &mut cursor, set) || attribute(types, &mut cursor, set, site)? {}
        legacy.finish(types.ctx, set);
        if !cursor.eat(b'}') {
            let at = cursor.token();
            return fail(at, ImportCode::UnterminatedGroup);
        }
        if !cursor.at_end() {
            return cursor.expected("top-level entity");
        }
        Ok(())
    }
}

/// A function's memory effects in the several words of LLVM up to 15; since then it is `memory(...)`. LLVM's reader
/// takes the words together to one `memory(...)`.
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
    fn attribute(&mut self, types: &TypeReader<'_, '_>, cursor: &mut Cursor<'_>, set: &AttributeSet) -> bool {
        let word = cursor.peek_word();
        let Some((locations, access)) = LegacyMemory::left_by(word) else { return false };
        types.narrow(OlderSpelling::releases_of("memory"));
        narrow_after_unwind_table(types, set);
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
    row(word).is_some()
        || word == b"nocapture"
        || NewerWord::of_strings(word).is_some()
        || LegacyMemory::left_by(word).is_some()
}

/// Reads one attribute into a set; `false` where none is next.
pub(crate) fn attribute<'a>(
    types: &mut TypeReader<'_, 'a>,
    cursor: &mut Cursor<'a>,
    set: &mut AttributeSet,
    site: AttributeSite,
) -> DiagnosticResult<bool> {
    let ctx = types.ctx;
    if cursor.peek() == b'"' {
        let key = ctx.byte_str(&cursor.quoted()?);
        let value = if cursor.eat(b'=') { Some(ctx.byte_str(&cursor.string()?)) } else { None };
        set.push(ctx, AttributeItem::String { key, value });
        return Ok(true);
    }
    let word = cursor.peek_word();
    let Some(place) = row(word) else { return word_of_other_release(types, cursor, set, site) };
    let at = cursor.pos;
    cursor.pos += word.len();
    if !ATTRIBUTES[usize::from(place)].applies_to(site) {
        let what = match site {
            AttributeSite::Function => "functions",
            AttributeSite::Parameter => "parameters",
            AttributeSite::Result => "return values",
        };
        return cursor.error_since(at, ImportCode::MisplacedAttribute(what));
    }
    types.narrow(ATTRIBUTES[usize::from(place)].releases);
    let item = attribute_value(types, cursor, word, place)?;
    if matches!(item, AttributeItem::Flag(_)) {
        narrow_after_unwind_table(types, set);
    }
    // LLVM 23's writer has it after those that have no value.
    if item.is(AttributeText::DeadOnReturn)
        && types.is_writers_text()
        && set.items().last().and_then(AttributeItem::place).is_some_and(|last| last > place)
    {
        types.narrow(NewerWord::releases());
    }
    // A range from 0 to 0 says nothing, and LLVM lets go of it.
    if item != AttributeItem::Text(place, ctx.str("0,0")) || !item.is(AttributeText::VScaleRange) {
        set.push(ctx, item);
    }
    Ok(true)
}

/// Reads an attribute that LLVM 22 does not have by its word; whether there is one.
fn word_of_other_release<'a>(
    types: &mut TypeReader<'_, 'a>,
    cursor: &mut Cursor<'a>,
    set: &mut AttributeSet,
    site: AttributeSite,
) -> DiagnosticResult<bool> {
    let (ctx, word) = (types.ctx, cursor.peek_word());
    if word == b"nocapture"
        && site == AttributeSite::Parameter
        && let Some(place) = row(b"captures")
    {
        cursor.pos += word.len();
        types.narrow(OlderSpelling::releases_of("captures"));
        set.push(ctx, AttributeItem::Text(place, ctx.str("none")));
        return Ok(true);
    }
    if site == AttributeSite::Function
        && let Some(newer) = NewerWord::of_strings(word)
    {
        cursor.pos += word.len();
        types.narrow(NewerWord::releases());
        if newer == NewerWord::DenormalFpenv {
            denormal_fpenv(ctx, cursor, set)?;
        } else {
            set.push(ctx, AttributeItem::String { key: ctx.byte_str(word), value: None });
        }
        return Ok(true);
    }
    Ok(false)
}

/// Notes that an attribute without a value follows these: where `uwtable` may have a value, LLVM's writer has it after all
/// of them.
fn narrow_after_unwind_table(types: &TypeReader<'_, '_>, set: &AttributeSet) {
    if types.is_writers_text() && row(b"uwtable").is_some_and(|uwtable| set.get(usize::from(uwtable)).is_some()) {
        types.narrow(OlderSpelling::releases_of("uwtable"));
    }
}

/// Reads what follows `denormal_fpenv`.
fn denormal_fpenv(ctx: &Context, cursor: &mut Cursor<'_>, set: &mut AttributeSet) -> DiagnosticResult<()> {
    let at = cursor.peek_pos();
    let text = bracketed(ctx, cursor, true)?;
    let Some(strings) = denormal_fpenv_strings(&ctx.text(text)) else {
        return fail(at..cursor.pos, ImportCode::Expected("denormal behavior kind"));
    };
    for (key, value) in strings {
        set.push(ctx, AttributeItem::String { key: ctx.str(key), value: Some(ctx.str(&value)) });
    }
    Ok(())
}

/// Reads the value of the attribute of a row, which is after its word.
fn attribute_value<'a>(
    types: &mut TypeReader<'_, 'a>,
    cursor: &mut Cursor<'a>,
    word: &[u8],
    place: u8,
) -> DiagnosticResult<AttributeItem> {
    let ctx = types.ctx;
    Ok(match ATTRIBUTES[usize::from(place)].value {
        AttributeValue::None => AttributeItem::Flag(place),
        // Former releases had the type in the pointer's.
        AttributeValue::Type => match types.pointee.filter(|_| cursor.peek() != b'(') {
            Some(pointee) => {
                types.took_pointee = true;
                AttributeItem::Type(place, pointee)
            }
            None => {
                cursor.expect(b'(', "'('")?;
                let ty = types.value_type(cursor)?;
                cursor.expect(b')', "')'")?;
                AttributeItem::Type(place, ty)
            }
        },
        AttributeValue::Int => {
            let bracket = word.starts_with(b"dereferenceable") && cursor.peek() != b'(';
            if bracket {
                return cursor.expected("'('");
            }
            let (value, at) = integer_value(cursor, word)?;
            if let Some(wrong) = check_number(word, value) {
                return fail(at..cursor.pos, wrong);
            }
            AttributeItem::Int(place, value)
        }
        AttributeValue::Text(_) => {
            let spaces = !matches!(
                ATTRIBUTES[usize::from(place)].value,
                AttributeValue::Text(AttributeText::AllocSize) | AttributeValue::Text(AttributeText::VScaleRange)
            );
            check_brackets(cursor, ATTRIBUTES[usize::from(place)].value)?;
            let text = bracketed(ctx, cursor, spaces)?;
            let value = ATTRIBUTES[usize::from(place)].value;
            if value == AttributeValue::Text(AttributeText::Memory) {
                named_memories(&ctx.text(text)).for_each(|releases| types.narrow(releases));
            }
            if value == AttributeValue::Text(AttributeText::DeadOnReturn) && text != EMPTY {
                types.narrow(Spelling::DeadBytes.releases());
            }
            let canonical = canonical_text(value, &ctx.text(text));
            AttributeItem::Text(place, canonical.map_or(text, |t| ctx.str(&t)))
        }
    })
}

/// `(8)`, `=8` or, of an alignment, `8`: the number and its place.
fn integer_value(cursor: &mut Cursor<'_>, word: &[u8]) -> DiagnosticResult<(u64, usize)> {
    if cursor.eat(b'(') {
        let at = cursor.peek_pos();
        let value = cursor.u64()?;
        cursor.expect(b')', "')'")?;
        return Ok((value, at));
    }
    if !cursor.eat(b'=') && word != b"align" {
        return cursor.expected("'('");
    }
    let at = cursor.peek_pos();
    Ok((cursor.u64()?, at))
}

/// Why an attribute cannot have this number.
fn check_number(word: &[u8], value: u64) -> Option<ImportCode> {
    match word {
        b"align" if !value.is_power_of_two() => Some(ImportCode::AlignmentNotPowerOfTwo),
        b"align" if value > 1 << 32 => Some(ImportCode::AlignmentTooLarge),
        b"alignstack" if !value.is_power_of_two() => Some(ImportCode::StackAlignmentNotPowerOfTwo),
        b"dereferenceable" if value == 0 => Some(ImportCode::NoDereferenceableBytes("dereferenceable")),
        b"dereferenceable_or_null" if value == 0 => Some(ImportCode::NoDereferenceableBytes("dereferenceable_or_null")),
        _ => None,
    }
}

/// Checks what is between the brackets that are next, if any are.
fn check_brackets(cursor: &mut Cursor<'_>, value: AttributeValue) -> DiagnosticResult<()> {
    let start = cursor.peek_pos();
    let mut ahead = *cursor;
    let text = if ahead.byte() == b'(' {
        ahead.skip_balanced()?;
        // Another bracket than the one that was opened is part of what is wrong.
        let end = ahead.pos - usize::from(ahead.text.get(ahead.pos - 1) == Some(&b')'));
        Some(String::from_utf8_lossy(ahead.text.get(start + 1..end).unwrap_or_default()))
    } else {
        None
    };
    check_value(value, text.as_deref()).or_else(|wrong| {
        let at = start + usize::from(text.is_some()) + wrong.at;
        fail(at..at + 1, ImportCode::AttributeValue(wrong.message.into_owned()))
    })
}

/// What is between brackets, if any are next; white space is one space, or none.
fn bracketed(ctx: &Context, cursor: &mut Cursor<'_>, spaces: bool) -> DiagnosticResult<Str> {
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

/// Reads attribute lists: of parameters, results, functions and calls. Remembers those it has met by their text.
pub(crate) struct AttributeListReader<'s, 'a> {
    ctx: &'s Context,
    groups: &'s AttributeGroups,
    dictionaries: FxHashMap<(AttributeSite, &'a [u8]), Attr>,
    calls: FxHashMap<(OpName, &'a [u8], CalledFunction), SmallNamedAttrs>,
    /// The function attributes of the call or function at hand, where they are not read from a text.
    pub given: Option<AttributeSet>,
}

impl<'s, 'a> AttributeListReader<'s, 'a> {
    /// A reader of lists that refer to groups.
    pub fn new(ctx: &'s Context, groups: &'s AttributeGroups) -> AttributeListReader<'s, 'a> {
        let (dictionaries, calls) = (FxHashMap::default(), FxHashMap::default());
        AttributeListReader { ctx, groups, dictionaries, calls, given: None }
    }

    /// Reads a function's or call's attributes, and the groups they refer to.
    pub fn function_set(
        &mut self,
        c: &mut Cursor<'a>,
        types: &mut TypeReader<'_, 'a>,
    ) -> DiagnosticResult<AttributeSet> {
        if let Some(set) = self.given.take() {
            return Ok(set);
        }
        let mut set = AttributeSet::new();
        let mut legacy = LegacyMemory::default();
        loop {
            if c.peek() == b'#' && c.byte_at(1).is_ascii_digit() {
                let Name::Number(number) = c.name()? else { return c.expected("attribute group id") };
                if let Some(group) = self.groups.sets.get(&number) {
                    set.extend(self.ctx, group);
                }
            } else if !legacy.attribute(types, c, &set)
                && (c.peek_word() == b"align" || !attribute(types, c, &mut set, AttributeSite::Function)?)
            {
                legacy.finish(self.ctx, &mut set);
                return Ok(set);
            }
        }
    }

    /// Reads the attributes of a parameter or result: their dictionary, the empty one where there are none.
    #[inline]
    pub fn dictionary(
        &mut self,
        c: &mut Cursor<'a>,
        types: &mut TypeReader<'_, 'a>,
        site: AttributeSite,
    ) -> DiagnosticResult<Attr> {
        let start = c.peek_pos();
        if !matches!(c.byte(), b'a'..=b'z' | b'"') {
            return Ok(attrs::EMPTY_DICTIONARY);
        }
        pass_attributes(c)?;
        let text = c.text.get(start..c.pos).unwrap_or_default();
        if text.is_empty() {
            return Ok(attrs::EMPTY_DICTIONARY);
        }
        if let Some(&dictionary) = self.dictionaries.get(&(site, text)) {
            return Ok(dictionary);
        }
        c.pos = start;
        let mut set = AttributeSet::new();
        while attribute(types, c, &mut set, site)? {}
        let dictionary = parameter_dictionary(self.ctx, &set);
        if !std::mem::take(&mut types.took_pointee) {
            self.dictionaries.insert((site, text), dictionary);
        }
        Ok(dictionary)
    }

    /// The entries of the function attributes in a range of the text on operations `name`, which are calls of
    /// `called` at `at`.
    #[inline]
    pub fn call_entries(
        &mut self,
        c: &Cursor<'a>,
        types: &mut TypeReader<'_, 'a>,
        range: Range<usize>,
        (name, called): (OpName, CalledFunction),
        at: usize,
    ) -> DiagnosticResult<SmallNamedAttrs> {
        if let Some(set) = self.given.take() {
            return Ok(call_entries(self.ctx, name, &set, called).into_iter().collect());
        }
        let text = c.text.get(range.clone()).unwrap_or_default();
        if text.is_empty() && called.effects == MemoryEffects::ANY && !says_without_attributes(name) {
            return Ok(SmallNamedAttrs::new());
        }
        if let Some(entries) = self.calls.get(&(name, text, called)) {
            return Ok(entries.clone());
        }
        let mut list = c.up_to(range);
        let set = self.function_set(&mut list, types)?;
        c.check_at(at, check_function(self.ctx, &set))?;
        if !list.at_end() {
            // An alignment, which functions have after their attributes.
            let text = list.text.get(list.peek_pos()..).unwrap_or_default();
            let alignment = String::from_utf8_lossy(text.trim_ascii_end()).into_owned();
            return c.error_at(at, LlvmVerifyCode::AttributeOfFunction(alignment));
        }
        let entries: SmallNamedAttrs = call_entries(self.ctx, name, &set, called).into_iter().collect();
        self.calls.insert((name, text, called), entries.clone());
        Ok(entries)
    }
}

/// Passes a call's function attributes: where they are.
#[inline]
pub(crate) fn call_attribute_range(c: &mut Cursor<'_>) -> DiagnosticResult<Range<usize>> {
    let start = c.peek_pos();
    if matches!(c.byte(), b'a'..=b'z' | b'"' | b'#') {
        pass_attributes(c)?;
    }
    Ok(start..c.pos)
}

/// Passes attributes without reading them. White space after the last is not passed.
pub(crate) fn pass_attributes(c: &mut Cursor<'_>) -> DiagnosticResult<()> {
    let mut end = c.pos;
    loop {
        match c.peek() {
            b'"' => {
                c.quoted()?;
                if c.eat(b'=') {
                    c.string()?;
                }
            }
            b'#' if c.byte_at(1).is_ascii_digit() => c.skip_token()?,
            b'a'..=b'z' => {
                let word = c.peek_word();
                if !known(word) {
                    break;
                }
                c.pos += word.len();
                if c.peek() == b'(' {
                    c.skip_balanced()?;
                } else if matches!(word, b"align" | b"alignstack") {
                    c.eat(b'=');
                    c.digits()?;
                }
            }
            _ => break,
        }
        end = c.pos;
    }
    c.pos = end;
    Ok(())
}

/// Adds the attributes of arguments and result, under the names given.
pub(crate) fn argument_entries(ctx: &Context, args: &[Attr], result: Attr, keys: (Str, Str), entries: &mut NamedAttrs) {
    if args.iter().any(|a| *a != attrs::EMPTY_DICTIONARY) {
        entries.push((keys.0, ctx.array(args)));
    }
    if result != attrs::EMPTY_DICTIONARY {
        entries.push((keys.1, ctx.array(&[result])));
    }
}
