//! `#name = attribute` and `!name = type`: defined at the top of the text, before their uses; those of locations
//! behind them too.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::{Attr, AttrData, Context, Type};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

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
    /// What the text's distinct attributes refer to, by their numbers.
    distinct: Mutex<FxHashMap<u32, Attr>>,
}

impl<'t> Aliases<'t> {
    /// Reads the definition whose name starts here, without looking into what it stands for.
    pub fn define(&mut self, cursor: &mut Cursor<'t>) -> Parsed<()> {
        let start = cursor.pos;
        let sigil = cursor.peek();
        cursor.pos += 1;
        let name = cursor.suffix()?;
        let whole = cursor.since(start);
        check_name(cursor, whole)?;
        cursor.expect("=")?;
        cursor.skip_space();
        let body = cursor.pos;
        let twice = if sigil == b'!' {
            skip_type(cursor)?;
            let new = Definition { body: body..cursor.pos, value: OnceLock::new() };
            self.types.insert(name, new).is_some()
        } else {
            skip_attr(cursor)?;
            let new = Definition { body: body..cursor.pos, value: OnceLock::new() };
            self.attrs.insert(name, new).is_some()
        };
        self.order.push(whole);
        match twice {
            true => {
                let code = ParseCode::AliasRedefinition { what: what(sigil), name: name.to_owned() };
                Err(cursor.error_at(whole, code))
            }
            false => Ok(()),
        }
    }

    /// Reads the definition that starts here, as upstream does: nothing behind it is known.
    pub fn define_in_order(&self, texts: &mut ParseCache<'_, 't>, cursor: &mut Cursor<'t>) -> Parsed<()> {
        let start = cursor.pos;
        let sigil = cursor.peek();
        cursor.pos += 1;
        let name = cursor.suffix().map_err(|_| {
            let noun = if sigil == b'!' { "type identifier" } else { "attribute name" };
            ParseError::at(start, ParseCode::InvalidName(noun))
        })?;
        let whole = cursor.since(start);
        check_name(cursor, whole)?;
        if self.is_known(whole) {
            let code = ParseCode::AliasRedefinition { what: what(sigil), name: name.to_owned() };
            return Err(cursor.error_at(whole, code));
        }
        if !cursor.eat("=") {
            return Err(cursor.expected(match sigil {
                b'!' => "'=' in type alias definition",
                _ => "'=' in attribute alias definition",
            }));
        }
        if sigil == b'!' {
            let ty = texts.type_at(cursor)?;
            self.types.get(name).map(|d| d.value.set(ty));
        } else {
            let attr = texts.attr_at(cursor)?;
            self.attrs.get(name).map(|d| d.value.set(attr));
        }
        Ok(())
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

    /// Finds out what every alias stands for.
    ///
    /// Most are defined behind those they mention, so all threads go through them in order together; one that is
    /// mentioned before another thread has come to it is looked at ahead. What needs too long a look ahead is left for
    /// [`Aliases::resolve_rest`], and so is whatever is wrong.
    pub fn resolve(&self, ctx: &Context, text: &'t str) -> Parsed<()> {
        const CHUNK: usize = 256;
        // What an alias mentions is spelled out in it, or an alias too.
        ctx.reserve_attrs(2 * self.order.len());
        let next = AtomicUsize::new(0);
        let threads = if self.order.len() > 4 * CHUNK { rayon::current_num_threads() } else { 1 };
        (0..threads).into_par_iter().for_each(|_| {
            let mut texts = ParseCache::new(ctx, text, self);
            texts.look_ahead();
            while let Some(chunk) = self.order.get(next.fetch_add(CHUNK, Ordering::Relaxed)..) {
                for name in chunk.iter().take(CHUNK).filter(|name| !self.is_known(name)) {
                    let _left_for_later = self.resolve_one(&mut texts, name);
                }
            }
        });
        self.resolve_rest(ctx, text)
    }

    /// Finds out what the aliases stand for that are not known yet, each behind those it mentions.
    fn resolve_rest(&self, ctx: &Context, text: &'t str) -> Parsed<()> {
        let mut texts = ParseCache::new(ctx, text, self);
        // Aliases being resolved, innermost last, with those they mention and are still to be resolved.
        let mut stack: Vec<(&'t str, Vec<&'t str>)> = Vec::new();
        let mut open = rustc_hash::FxHashSet::default();
        for &name in &self.order {
            if !self.is_known(name) {
                stack.push((name, self.mentioned(text, name)));
                open.insert(name);
            }
            while let Some((name, waiting)) = stack.last_mut() {
                let name = *name;
                match waiting.pop() {
                    Some(next) if self.is_known(next) => {}
                    Some(next) if open.contains(next) => {
                        let span = Cursor::new(text, 0..text.len()).span_of(next);
                        return Err(ParseError::new(span, ParseCode::AliasCycle(next.into())));
                    }
                    Some(next) => {
                        open.insert(next);
                        let mentioned = self.mentioned(text, next);
                        stack.push((next, mentioned));
                    }
                    None => {
                        self.resolve_one(&mut texts, name)?;
                        open.remove(name);
                        stack.pop();
                    }
                }
            }
        }
        Ok(())
    }

    fn resolve_one(&self, texts: &mut ParseCache<'_, 't>, name: &'t str) -> Parsed<()> {
        let Some(body) = self.body(name) else { return Ok(()) };
        let mut cursor = Cursor::new(texts.text, body);
        let bare = name.get(1..).unwrap_or("");
        if name.starts_with('!') {
            let ty = texts.type_at(&mut cursor)?;
            self.types.get(bare).map(|d| d.value.set(ty));
        } else {
            let attr = texts.new_attr(cursor.rest())?;
            self.attrs.get(bare).map(|d| d.value.set(attr));
        }
        Ok(())
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

    /// What `#name` stands for: upstream knows it behind its definition, and locations everywhere. Where it is not known
    /// yet and can be, it is found out.
    pub fn attr(&self, texts: &mut ParseCache<'_, 't>, mention: &'t str, name: &str) -> Parsed<Attr> {
        if let Some(definition) = self.attrs.get(name) {
            if definition.value.get().is_none() && texts.looks_ahead(mention) {
                let found = self.resolve_one(texts, mention);
                texts.looked_ahead(mention, found.is_ok());
            }
            let is_location = |attr| matches!(texts.ctx.attr_data(attr), AttrData::Location(_));
            if let Some(&attr) = definition.value.get()
                && (texts.is_behind(mention, definition.body.start) || is_location(attr))
            {
                return Ok(attr);
            }
        }
        texts.error(mention, ParseCode::UndefinedAlias(name.to_owned()))
    }

    /// What `!name` stands for.
    pub fn ty(&self, texts: &ParseCache<'_, 't>, mention: &str, name: &str) -> Parsed<Type> {
        match self.types.get(name).and_then(|d| d.value.get().map(|&ty| (ty, d.body.start))) {
            Some((ty, defined)) if texts.is_behind(mention, defined) => Ok(ty),
            _ => texts.error(mention, ParseCode::UndefinedAlias(name.to_owned())),
        }
    }
}

/// Refuses a name, with its sigil, that only a dialect may define.
fn check_name<'t>(cursor: &Cursor<'t>, name: &'t str) -> Parsed<()> {
    if !name.contains('.') {
        return Ok(());
    }
    let what = what(name.as_bytes().first().copied().unwrap_or_default());
    Err(cursor.error_at(name, ParseCode::ReservedAlias(what)))
}

/// What an alias with this sigil stands for.
fn what(sigil: u8) -> &'static str {
    if sigil == b'!' { "type" } else { "attribute" }
}
