//! `#name = attribute` and `!name = type`: defined at the top of the text, before their uses; those of locations
//! after them too.

use std::collections::hash_map::Entry;
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

use super::cursor::{Cursor, is_suffix};
use super::parse_cache::{ParseCache, skip_attr, skip_type};
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// A definition, and what it stands for once that is known.
struct Definition<T> {
    body: Range<usize>,
    value: OnceLock<T>,
}

/// All aliases of a text.
#[derive(Default)]
pub(super) struct Aliases<'t> {
    types: FxHashMap<&'t str, Definition<Type>>,
    attrs: FxHashMap<&'t str, Definition<Attr>>,
    /// The names with their sigils, in order.
    order: Vec<&'t str>,
    /// The number of the first distinct attribute of the text, once it has one.
    first_distinct: OnceLock<u32>,
    /// What the text's distinct attributes refer to, by their numbers.
    distinct: Mutex<FxHashMap<u32, Attr>>,
    /// Names of attributes whose definitions could not be read.
    failed: Mutex<FxHashSet<&'t str>>,
    /// The releases that the text may be of, where text of other releases than today's is read.
    pub releases: Option<ReleaseRange>,
    /// Whether decimal numbers are read by way of `double`, as `mlir-opt` reads them.
    pub through_double: bool,
    /// The releases whose printer has as many spaces in front of words as the text.
    pub spaces: ReleaseRange,
    /// What symbols stand for in the operations that older releases have for metadata; set before bodies are read.
    pub symbols: OnceLock<SymbolMetadata>,
    /// Structs that were mentioned without a body, and where.
    bodiless: Mutex<Vec<(Type, usize)>>,
    /// Whether an error keeps the rest of the definitions from being found.
    pub incomplete: bool,
}

impl<'t> Aliases<'t> {
    /// Finds the definition whose name starts here, without looking into what it stands for; whether what follows
    /// the definition can be found.
    ///
    /// # Errors
    /// The name cannot be defined. The first definition of a name is the one that counts.
    pub fn define(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        let whole = defined_name(cursor)?;
        let name = whole.get(1..).unwrap_or("");
        cursor.skip_space();
        let start = cursor.pos;
        let mut end = *cursor;
        let is_type = whole.starts_with('!');
        let skipped = if is_type { skip_type(&mut end) } else { skip_attr(&mut end) };
        // Who reads a definition that has no end reports what is wrong with it.
        cursor.pos = if skipped.is_ok() { end.pos } else { start + cursor.left() };
        let body = start..cursor.pos;
        let is_new = match is_type {
            true => insert_new(&mut self.types, name, body),
            false => insert_new(&mut self.attrs, name, body),
        };
        if !is_new {
            let code = ParseCode::AliasRedefinition { what: what(whole), name: name.to_owned() };
            return Err(cursor.error_at(whole, code));
        }
        self.order.push(whole);
        Ok(skipped.is_ok())
    }

    /// Whether `#name` is defined anywhere.
    pub fn defines_attr(&self, name: &str) -> bool {
        self.attrs.contains_key(name)
    }

    /// Notes what a distinct attribute refers to; gives what it referred to before, where that is another attribute.
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

    fn body(&self, name: &str) -> Option<Range<usize>> {
        let bare = name.get(1..)?;
        if name.starts_with('!') {
            self.types.get(bare).map(|d| d.body.clone())
        } else {
            self.attrs.get(bare).map(|d| d.body.clone())
        }
    }

    fn is_known(&self, name: &str) -> bool {
        let Some(bare) = name.get(1..) else { return false };
        if name.starts_with('!') {
            self.types.get(bare).is_some_and(|d| d.value.get().is_some())
        } else {
            self.attrs.get(bare).is_some_and(|d| d.value.get().is_some())
        }
    }

    /// Whether the definition of `#name` could not be read or not be found.
    pub fn failed(&self, name: &str) -> bool {
        self.incomplete && !self.defines_attr(name)
            || self.failed.lock().unwrap_or_else(PoisonError::into_inner).contains(name)
    }

    /// Finds out what every alias stands for; gives what is wrong with definitions.
    ///
    /// Most are defined after those they mention, so all threads go through them in order together; one that is
    /// mentioned before another thread has come to it is looked at ahead. What needs too long a look ahead is left for
    /// [`Aliases::resolve_rest`], and so is whatever is wrong.
    pub fn resolve(&self, ctx: &Context, text: &'t str, known_only: bool) -> Vec<ParseError> {
        const CHUNK: usize = 256;
        // What an alias mentions is spelled out in it, or an alias too.
        ctx.reserve_attrs(2 * self.order.len());
        let next = AtomicUsize::new(0);
        let threads = if self.order.len() > 4 * CHUNK { rayon::current_num_threads() } else { 1 };
        (0..threads).into_par_iter().for_each(|_| {
            let mut texts = ParseCache::new(ctx, text, self);
            texts.known_only = known_only;
            texts.look_ahead();
            while let Some(chunk) = self.order.get(next.fetch_add(CHUNK, Ordering::Relaxed)..) {
                for name in chunk.iter().take(CHUNK).filter(|name| !self.is_known(name)) {
                    let _left_for_later = self.resolve_one(&mut texts, name);
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
        let mut stack: Vec<(&'t str, Vec<&'t str>)> = Vec::new();
        let mut visited = FxHashSet::default();
        for &name in &self.order {
            if !self.is_known(name) && visited.insert(name) {
                stack.push((name, self.mentioned(texts.text, name)));
            }
            while let Some((name, waiting)) = stack.last_mut() {
                let name = *name;
                match waiting.pop() {
                    // One that is being resolved is not known where it is mentioned.
                    Some(next) if self.is_known(next) || !visited.insert(next) => {}
                    Some(next) => stack.push((next, self.mentioned(texts.text, next))),
                    None => {
                        stack.pop();
                        if let Err(error) = self.resolve_one(texts, name) {
                            self.failed
                                .lock()
                                .unwrap_or_else(PoisonError::into_inner)
                                .insert(name.trim_start_matches(['#', '!']));
                            errors.push(error);
                        }
                    }
                }
            }
        }
        errors
    }

    fn resolve_one(&self, texts: &mut ParseCache<'_, 't>, name: &'t str) -> Parsed<()> {
        let Some(body) = self.body(name) else { return Ok(()) };
        let mut cursor = Cursor::new(texts.text, body.start..texts.text.len());
        let bare = name.get(1..).unwrap_or("");
        if name.starts_with('!') {
            let ty = texts.type_at(&mut cursor)?;
            check_extent(texts.extents.of_type(ty), &body, texts.text, name)?;
            self.types.get(bare).map(|d| d.value.set(ty));
        } else {
            let attr = texts.new_attr(&mut cursor)?;
            check_extent(texts.extents.of_attr(attr), &body, texts.text, name)?;
            self.attrs.get(bare).map(|d| d.value.set(attr));
        }
        // What follows a definition is an operation or another definition.
        if cursor.pos >= body.end { Ok(()) } else { Err(cursor.expected("operation name in quotes")) }
    }

    /// The defined aliases that a definition mentions and that are not known yet.
    fn mentioned(&self, text: &'t str, name: &str) -> Vec<&'t str> {
        let mut found = Vec::new();
        let Some(body) = self.body(name) else { return found };
        let mut cursor = Cursor::new(text, body);
        while !cursor.at_end() {
            match cursor.peek() {
                b'"' if cursor.string().is_ok() => {}
                b'#' | b'!' => {
                    let start = cursor.pos;
                    cursor.pos += 1;
                    while is_suffix(cursor.peek()) {
                        cursor.pos += 1;
                    }
                    let mention = cursor.since(start);
                    if self.body(mention).is_some() && !self.is_known(mention) {
                        found.push(mention);
                    }
                }
                _ => cursor.pos += 1,
            }
        }
        found
    }

    /// What `#name` stands for: upstream knows it after its definition, and locations everywhere. Where it is not known
    /// yet and can be, it is found out.
    pub fn attr(&self, texts: &mut ParseCache<'_, 't>, mention: &'t str, name: &str) -> Option<Attr> {
        self.attr_or_ahead(texts, mention, name, |data| matches!(data, AttrData::Location(_)))
    }

    /// What `#name` stands for where it is the whole of a location, which may be defined further down; the caller says
    /// what is wrong with another attribute.
    pub fn location(&self, texts: &mut ParseCache<'_, 't>, mention: &'t str, name: &str) -> Option<Attr> {
        self.attr_or_ahead(texts, mention, name, |_| true)
    }

    /// What `#name` stands for, if it is defined before its use or may be used ahead of its definition.
    fn attr_or_ahead(
        &self,
        texts: &mut ParseCache<'_, 't>,
        mention: &'t str,
        name: &str,
        may_be_ahead: impl Fn(&AttrData) -> bool,
    ) -> Option<Attr> {
        let definition = self.attrs.get(name)?;
        if definition.value.get().is_none() && texts.looks_ahead(mention) {
            let found = self.resolve_one(texts, mention);
            texts.looked_ahead(mention, found.is_ok());
        }
        let attr = definition.value.get().copied()?;
        (texts.is_behind(mention, definition.body.start) || may_be_ahead(texts.ctx.attr_data(attr))).then_some(attr)
    }

    /// What `!name` stands for.
    pub fn ty(&self, texts: &ParseCache<'_, 't>, mention: &str, name: &str) -> Option<Type> {
        let definition = self.types.get(name)?;
        let may_be_ahead = self.releases.is_some();
        let value = definition.value.get().copied();
        value.filter(|_| may_be_ahead || texts.is_behind(mention, definition.body.start))
    }

    /// Where the definition of `!name` starts.
    pub fn type_definition(&self, name: &str) -> Option<usize> {
        self.types.get(name).map(|definition| definition.body.start)
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

/// Adds a definition, unless the name has one; whether it has none.
fn insert_new<'t, T>(definitions: &mut FxHashMap<&'t str, Definition<T>>, name: &'t str, body: Range<usize>) -> bool {
    match definitions.entry(name) {
        Entry::Occupied(_) => false,
        Entry::Vacant(entry) => {
            entry.insert(Definition { body, value: OnceLock::new() });
            true
        }
    }
}

/// Reads `#name =` or `!name =`; gives the name with its sigil.
///
/// # Errors
/// There is no name, it is one that only a dialect may define, or no `=` is here.
pub(super) fn defined_name<'t>(cursor: &mut Cursor<'t>) -> Parsed<&'t str> {
    let start = cursor.pos;
    cursor.pos += 1;
    let name = cursor.name();
    let whole = cursor.since(start);
    let is_type = whole.starts_with('!');
    let Some(name) = name else {
        let what = if is_type { "type identifier" } else { "attribute name" };
        return Err(ParseError::at(start, ParseCode::InvalidName(what)));
    };
    if name.contains('.') {
        return Err(cursor.error_at(whole, ParseCode::ReservedAlias(what(whole))));
    }
    let expected = if is_type { "'=' in type alias definition" } else { "'=' in attribute alias definition" };
    cursor.expect_as("=", expected)?;
    Ok(whole)
}

/// What an alias of a name, with its sigil, stands for.
fn what(name: &str) -> &'static str {
    if name.starts_with('!') { "type" } else { "attribute" }
}
