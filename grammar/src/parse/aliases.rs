//! `#name = attribute` and `!name = type`: defined at the top of the text, before their uses; those of locations
//! after them too.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use irtrip_dialect::attributes::extent::Extent;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::limits::{MAX_ALIAS_PARTS, MAX_BRACKETS};
use irtrip_dialect::metadata::older::SymbolMetadata;
use irtrip_dialect::release::ReleaseRange;
use irtrip_dialect::{Attr, AttrData, Context, Type};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::alias_table::{AliasId, AliasTable, AliasValue, Definition};
use super::cursor::{Cursor, has_point, is_suffix};
use super::parse_cache::{ParseCache, skip_attr, skip_type};
use crate::print::{print_attr_start, print_type_start};
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// All aliases of a text.
#[derive(Default)]
pub(super) struct Aliases<'t> {
    table: AliasTable<'t>,
    /// The number of the first distinct attribute of the text, once it has one.
    first_distinct: OnceLock<u32>,
    /// What the text's distinct attributes refer to, by their numbers.
    distinct: Mutex<FxHashMap<u32, Attr>>,
    /// Those whose definitions could not be read.
    failed: Mutex<FxHashSet<AliasId>>,
    /// The releases that the text may be of, where text of other releases than the current is read.
    pub releases: Option<ReleaseRange>,
    /// Whether decimal numbers are read by way of `double`, as `mlir-opt` reads them.
    pub through_double: bool,
    /// The releases whose printer has as many spaces before words as the text.
    pub spaces: ReleaseRange,
    /// What symbols stand for in the operations that older releases have for metadata; set before bodies are read.
    pub symbols: OnceLock<SymbolMetadata>,
    /// Structs that were mentioned without a body, and where.
    bodiless: Mutex<Vec<(Type, usize)>>,
    /// Whether an error keeps the rest of the definitions from being found.
    pub incomplete: bool,
}

impl<'t> Aliases<'t> {
    /// Finds the definition of a name, with its sigil, which starts here, without looking into what it stands for; whether
    /// what follows the definition can be found.
    ///
    /// # Errors
    /// The name cannot be defined. The first definition of a name is the one that counts.
    pub fn define(&mut self, whole: &'t str, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        check_name(whole, cursor)?;
        cursor.skip_space();
        let start = cursor.pos;
        let mut end = *cursor;
        let skipped = if whole.starts_with('!') { skip_type(&mut end) } else { skip_attr(&mut end) };
        // Who reads a definition that has no end reports what is wrong with it.
        cursor.pos = if skipped.is_ok() { end.pos } else { start + cursor.left() };
        if !self.table.insert(whole, start..cursor.pos) {
            let name = whole.get(1..).unwrap_or_default().to_owned();
            return Err(cursor.error_at(whole, ParseCode::AliasRedefinition { what: what(whole), name }));
        }
        Ok(skipped.is_ok())
    }

    /// Whether `#name` is defined anywhere.
    pub fn defines(&self, mention: &str) -> bool {
        self.table.get(mention).is_some()
    }

    /// Notes what a distinct attribute refers to; returns what it referred to before, where that is another attribute.
    pub fn distinct(&self, id: u32, referenced: Attr) -> Option<Attr> {
        // Each distinct text is read once by each thread.
        let mut known = self.distinct.lock().unwrap_or_else(PoisonError::into_inner);
        Some(*known.entry(id).or_insert(referenced)).filter(|&other| other != referenced)
    }

    /// Has the text's first distinct attribute have a number in the context.
    pub fn start_distinct_at(&self, number: u32) {
        let _ = self.first_distinct.set(number);
    }

    /// The number in the context of the text's distinct attribute of a number: another text's is another.
    pub fn own_distinct(&self, ctx: &Context, id: u32) -> u32 {
        let own = self.first_distinct.get_or_init(|| ctx.next_distinct()).wrapping_add(id);
        ctx.use_distinct(own);
        own
    }

    fn is_known(&self, id: AliasId) -> bool {
        self.table.stated(id).is_some_and(|stated| stated.value.get().is_some())
    }

    /// Whether the definition of `#name` could not be read or not be found.
    pub fn failed(&self, mention: &str) -> bool {
        match self.table.get(mention) {
            Some(id) => self.failed.lock().unwrap_or_else(PoisonError::into_inner).contains(&id),
            None => self.incomplete,
        }
    }

    /// Finds out what every alias stands for; returns what is wrong with definitions.
    ///
    /// Most are defined after those they mention, so all threads go through them in order together; one that is
    /// mentioned before another thread has come to it is looked at ahead. What needs too long a look ahead is left for
    /// [`Aliases::resolve_rest`], and so is whatever is wrong.
    pub fn resolve(&self, ctx: &Context, text: &'t str, known_only: bool) -> Vec<ParseError> {
        const CHUNK: usize = 256;
        // What an alias mentions is spelled out in it, or an alias too.
        ctx.reserve_attrs(2 * self.table.len());
        let next = AtomicUsize::new(0);
        let threads = if self.table.len() > 4 * CHUNK { rayon::current_num_threads() } else { 1 };
        (0..threads).into_par_iter().for_each(|_| {
            let mut texts = ParseCache::new(ctx, text, self);
            texts.known_only = known_only;
            texts.look_ahead();
            loop {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= self.table.len() {
                    break;
                }
                for id in self.table.ids(start..start + CHUNK).filter(|id| !self.is_known(*id)) {
                    let _left_for_later = self.resolve_one(&mut texts, id);
                }
            }
        });
        let mut texts = ParseCache::new(ctx, text, self);
        texts.known_only = known_only;
        self.resolve_rest(&mut texts)
    }

    /// Finds out what the aliases stand for that are not known yet, each after those it mentions.
    fn resolve_rest(&self, texts: &mut ParseCache<'_, 't>) -> Vec<ParseError> {
        let mut errors = Vec::new();
        // Aliases being resolved, innermost last, with those they mention and are still to be resolved.
        let mut stack: Vec<(AliasId, Vec<AliasId>)> = Vec::new();
        let mut visited = FxHashSet::default();
        for id in self.table.ids(0..self.table.len()) {
            if !self.is_known(id) && visited.insert(id) {
                stack.push((id, self.mentioned(texts.text, id)));
            }
            while let Some((id, waiting)) = stack.last_mut() {
                let id = *id;
                match waiting.pop() {
                    // One that is being resolved is not known where it is mentioned.
                    Some(next) if self.is_known(next) || !visited.insert(next) => {}
                    Some(next) => stack.push((next, self.mentioned(texts.text, next))),
                    None => {
                        stack.pop();
                        if let Err(error) = self.resolve_one(texts, id) {
                            self.failed.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
                            errors.push(error);
                        }
                    }
                }
            }
        }
        errors
    }

    fn resolve_one(&self, texts: &mut ParseCache<'_, 't>, id: AliasId) -> Parsed<()> {
        let (Some(Definition { name, body }), Some(stated)) = (self.table.definition(id), self.table.stated(id)) else {
            return Ok(());
        };
        let mut cursor = Cursor::new(texts.text, body.start..texts.text.len());
        let (meaning, extent) = match name.starts_with('!') {
            true => {
                let ty = texts.type_at(&mut cursor)?;
                (AliasValue::Type(ty), texts.extents.of_type(ty))
            }
            false => {
                let attr = texts.new_attr(&mut cursor)?;
                let meaning = match texts.ctx.attr_data(attr) {
                    AttrData::Location(_) => AliasValue::Location(attr),
                    _ => AliasValue::Attr(attr),
                };
                (meaning, texts.extents.of_attr(attr))
            }
        };
        check_extent(extent, body, texts.text, name)?;
        let _known_before = stated.value.set(meaning);
        // What follows a definition is an operation or another definition.
        if cursor.pos >= body.end { Ok(()) } else { Err(cursor.expected("operation name in quotes")) }
    }

    /// The defined aliases that a definition mentions and that are not known yet.
    fn mentioned(&self, text: &'t str, id: AliasId) -> Vec<AliasId> {
        let mut found = Vec::new();
        let Some(definition) = self.table.definition(id) else { return found };
        let mut cursor = Cursor::new(text, definition.body.clone());
        while !cursor.at_end() {
            match cursor.peek() {
                b'"' if cursor.string().is_ok() => {}
                b'#' | b'!' => {
                    let start = cursor.pos;
                    cursor.pos += 1;
                    while is_suffix(cursor.peek()) {
                        cursor.pos += 1;
                    }
                    found.extend(self.table.get(cursor.since(start)).filter(|id| !self.is_known(*id)));
                }
                _ => cursor.pos += 1,
            }
        }
        found
    }

    /// What `#name` stands for: upstream knows it after its definition, and locations everywhere. Where it is not known
    /// yet and can be, it is found out.
    pub fn attr(&self, texts: &mut ParseCache<'_, 't>, mention: &'t str) -> Option<Attr> {
        match self.meaning(texts, mention)? {
            (AliasValue::Location(location), _) => Some(location),
            (AliasValue::Attr(attr), start) => texts.is_after(mention, start).then_some(attr),
            (AliasValue::Type(_), _) => None,
        }
    }

    /// What `#name` stands for where it is the whole of a location, which may be defined further down; the caller says
    /// what is wrong with another attribute.
    pub fn location(&self, texts: &mut ParseCache<'_, 't>, mention: &'t str) -> Option<Attr> {
        match self.meaning(texts, mention)?.0 {
            AliasValue::Location(attr) | AliasValue::Attr(attr) => Some(attr),
            AliasValue::Type(_) => None,
        }
    }

    /// The location of the builtin dialect that `#name` stands for: that of most operations.
    pub fn builtin_location(&self, texts: &mut ParseCache<'_, 't>, mention: &'t str) -> Option<Attr> {
        match self.meaning(texts, mention)?.0 {
            AliasValue::Location(location) => Some(location),
            AliasValue::Attr(_) | AliasValue::Type(_) => None,
        }
    }

    /// What `#name` stands for, which is found out where it can be, and where its definition starts.
    #[inline]
    fn meaning(&self, texts: &mut ParseCache<'_, 't>, mention: &'t str) -> Option<(AliasValue, usize)> {
        let id = self.table.get(mention)?;
        let stated = self.table.stated(id)?;
        if stated.value.get().is_none() && texts.looks_ahead(id) {
            let found = self.resolve_one(texts, id);
            texts.looked_ahead(id, found.is_ok());
        }
        stated.value.get().map(|meaning| (*meaning, stated.start as usize))
    }

    /// What `!name` stands for.
    pub fn ty(&self, texts: &ParseCache<'_, 't>, mention: &str) -> Option<Type> {
        let stated = self.table.stated(self.table.get(mention)?)?;
        let may_be_ahead = self.releases.is_some();
        let Some(&AliasValue::Type(ty)) = stated.value.get() else { return None };
        (may_be_ahead || texts.is_after(mention, stated.start as usize)).then_some(ty)
    }

    /// What an alias stands for, spelled out.
    ///
    /// # Errors
    /// That is not known yet, or longer than `most` bytes.
    pub fn spelled(&self, ctx: &Context, mention: &str, most: usize) -> Result<String, ParseCode> {
        let name = || mention.get(1..).unwrap_or_default().to_owned();
        let meaning = self.table.get(mention).and_then(|id| self.table.stated(id)?.value.get());
        let (text, is_whole) = match *meaning.ok_or_else(|| ParseCode::UndefinedAlias(name()))? {
            AliasValue::Location(attr) | AliasValue::Attr(attr) => print_attr_start(ctx, attr, most),
            AliasValue::Type(ty) => print_type_start(ctx, ty, most),
        };
        match is_whole {
            true => Ok(text),
            false => Err(ParseCode::OutOfProportion { what: what(mention), name: name() }),
        }
    }

    /// Where the definition of `!name` starts.
    pub fn type_definition(&self, mention: &str) -> Option<usize> {
        self.table.definition(self.table.get(mention)?).map(|definition| definition.body.start)
    }

    /// Takes note of a struct that is mentioned without its body.
    pub fn mention_struct(&self, ty: Type, place: usize) {
        self.bodiless.lock().unwrap_or_else(PoisonError::into_inner).push((ty, place));
    }

    /// The first struct that has no body anywhere in the text.
    pub fn without_body(&self, ctx: &Context) -> Option<ParseError> {
        let mentioned = self.bodiless.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = mentioned.iter().filter(|(ty, _)| ctx.struct_body(*ty).is_none());
        missing.map(|(_, place)| *place).min().map(|place| ParseError::at(place, ParseCode::StructWithoutBody))
    }
}

/// Refuses a definition that stands for a text out of proportion to the whole one, or nests too deeply by way of others.
fn check_extent(extent: Extent, body: &Range<usize>, text: &str, name: &str) -> Parsed<()> {
    let code = match extent {
        Extent { depth, .. } if depth > MAX_BRACKETS => ParseCode::TooDeep(MAX_BRACKETS),
        Extent { parts, .. } if parts > MAX_ALIAS_PARTS.max(8 * text.len() as u64) => {
            ParseCode::OutOfProportion { what: what(name), name: name.get(1..).unwrap_or_default().to_owned() }
        }
        _ => return Ok(()),
    };
    Err(ParseError::at(body.start, code))
}

/// Reads `#name =` or `!name =`.
///
/// # Errors
/// There is no name, it is one that only a dialect may define, or no `=` is here.
pub(super) fn defined_name(cursor: &mut Cursor<'_>) -> Parsed<()> {
    let start = cursor.pos;
    cursor.pos += 1;
    let name = cursor.name();
    let whole = cursor.since(start);
    let is_type = whole.starts_with('!');
    if name.is_none() {
        let what = if is_type { "type identifier" } else { "attribute name" };
        return Err(ParseError::at(start, ParseCode::InvalidName(what)));
    }
    check_name(whole, cursor)?;
    let expected = if is_type { "'=' in type alias definition" } else { "'=' in attribute alias definition" };
    cursor.expect_as("=", expected)
}

/// Refuses a name, with its sigil, that only a dialect may define.
fn check_name(whole: &str, cursor: &Cursor<'_>) -> Parsed<()> {
    match has_point(whole) {
        true => Err(cursor.error_at(whole, ParseCode::ReservedAlias(what(whole)))),
        false => Ok(()),
    }
}

/// What an alias of a name, with its sigil, stands for.
fn what(name: &str) -> &'static str {
    if name.starts_with('!') { "type" } else { "attribute" }
}
