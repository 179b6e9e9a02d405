//! The names of one body's values and blocks: uses before definitions, scopes, and what is left undefined.

use std::ops::Range;

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::{Block, Body, Op, Str, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::body::EntryArgument;
use crate::parse::cursor::Cursor;
use crate::parse::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// A use of a value, `%name` or `%name#number`.
#[derive(Clone, Copy)]
pub(crate) struct Use<'t> {
    /// Without the sigil.
    pub name: &'t str,
    /// Which result of a group.
    pub number: u32,
}

/// Names bound to an operation's results: `%name` or `%name:count`.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'t> {
    pub name: &'t str,
    pub count: u32,
}

#[derive(Clone, Copy)]
struct Group {
    first: Value,
    count: u32,
    defined: bool,
    /// Where in the text it is defined, or used first.
    at: u32,
}

/// The values a body's text names.
pub(crate) struct Values<'t> {
    /// Groups whose names are numbers, by number; those beyond the text's length are among the named.
    numbered: Vec<Option<Group>>,
    limit: usize,
    named: FxHashMap<&'t str, Group>,
    /// Stand-ins for results other than the first that are used before they are defined.
    parts: FxHashMap<(&'t str, u32), Value>,
    /// Uses of values that were not defined yet, in the text's order.
    forward: Vec<Use<'t>>,
    /// Stand-ins and what they turned out to be, for operations of several results.
    replaced: Vec<(Value, Value)>,
    /// Names defined in regions that are still open, to forget at their ends. The outermost needs none.
    scopes: Vec<Vec<&'t str>>,
    /// Names of results of operations that are wrong.
    open: FxHashSet<&'t str>,
}

impl<'t> Values<'t> {
    /// No names yet. `length` is that of the body's text.
    pub fn new(length: usize) -> Self {
        Values {
            numbered: Vec::new(),
            limit: length,
            named: FxHashMap::default(),
            parts: FxHashMap::default(),
            forward: Vec::new(),
            replaced: Vec::new(),
            scopes: Vec::new(),
            open: FxHashSet::default(),
        }
    }

    fn number(&self, name: &str) -> Option<usize> {
        let canonical = name.as_bytes().first()?.is_ascii_digit() && (name.len() == 1 || !name.starts_with('0'));
        if !canonical || name.len() > 9 {
            return None;
        }
        let number = name.bytes().fold(0, |n, digit| n * 10 + usize::from(digit.wrapping_sub(b'0')));
        (number < self.limit).then_some(number)
    }

    fn get(&self, name: &str) -> Option<Group> {
        match self.number(name) {
            Some(number) => self.numbered.get(number).copied().flatten(),
            None => self.named.get(name).copied(),
        }
    }

    fn set(&mut self, name: &'t str, group: Option<Group>) {
        match (self.number(name), group) {
            (Some(number), _) => {
                if number >= self.numbered.len() {
                    self.numbered.resize(number + 1, None);
                }
                self.numbered[number] = group;
            }
            (None, Some(group)) => drop(self.named.insert(name, group)),
            (None, None) => drop(self.named.remove(name)),
        }
    }

    /// The value of a use, if it is defined by now.
    pub fn defined(&self, used: Use<'t>) -> Option<Value> {
        let group = self.get(used.name).filter(|group| group.defined && used.number < group.count)?;
        Some(Value::new(group.first.index() + used.number as usize))
    }

    /// The value a use of this type means.
    pub fn resolve(&mut self, body: &mut Body, texts: &ParseCache<'_, 't>, used: Use<'t>, ty: Type) -> Parsed<Value> {
        if self.open.contains(used.name) {
            return Ok(body.new_value(ty));
        }
        let group = self.get(used.name);
        let value = match group {
            Some(group) if used.number < group.count => Value::new(group.first.index() + used.number as usize),
            Some(group) if group.defined => return texts.error(used.name, ParseCode::ResultNumber),
            _ if used.number > 0 => match self.parts.get(&(used.name, used.number)) {
                Some(&value) => value,
                None => {
                    let value = body.new_value(ty);
                    self.parts.insert((used.name, used.number), value);
                    self.forward.push(used);
                    value
                }
            },
            _ => {
                let first = body.new_value(ty);
                self.set(used.name, Some(Group { first, count: 1, defined: false, at: texts.place_of(used.name) }));
                self.forward.push(used);
                first
            }
        };
        let prior = body.value_type(value);
        if prior != ty {
            let (expected, prior) = (texts.spelling(ty), texts.spelling(prior));
            let code = ParseCode::ValueType { name: used.name.to_owned(), expected, prior };
            return Err(texts.error_of(used.name, code).with_note(self.place(texts, used), ParseCode::PriorUse));
        }
        Ok(value)
    }

    /// The sigil of the first use of a value, or of its definition.
    fn place(&self, texts: &ParseCache<'_, 't>, used: Use<'t>) -> Range<usize> {
        let part = self.parts.get_key_value(&(used.name, used.number)).map(|((name, _), _)| texts.place_of(name));
        sigil_of(part.or_else(|| self.get(used.name).map(|group| group.at)).unwrap_or(0))
    }

    /// Gives an operation its results and these their names.
    pub fn define_results(
        &mut self,
        body: &mut Body,
        texts: &mut ParseCache<'_, 't>,
        op: Op,
        types: &[Type],
        bound: &[Bound<'t>],
    ) -> Parsed<()> {
        let count: usize = bound.iter().map(|b| b.count as usize).sum();
        if let Some(first) = bound.first()
            && count != types.len()
        {
            if types.is_empty() {
                return texts.error(first.name, ParseCode::NoResults);
            }
            return texts.error(first.name, ParseCode::ResultCount { defined: types.len(), bound: count });
        }
        if let ([Bound { name, .. }], [ty]) = (bound, types) {
            if let Some(value) = self.define(body, texts, name, *ty)? {
                body.define_result(op, value);
                return Ok(());
            }
            body.add_results(op, types);
            if let Some(value) = body.result(op) {
                self.set(name, Some(Group { first: value, count: 1, defined: true, at: texts.place_of(name) }));
                self.keep_name(body, texts, name, value);
            }
            return Ok(());
        }
        body.add_results(op, types);
        let mut results = body.results(op);
        for bound in bound {
            let group: SmallVec<[Value; 4]> = results.by_ref().take(bound.count as usize).collect();
            self.define_group(body, texts, bound.name, &group)?;
        }
        Ok(())
    }

    fn define_group(
        &mut self,
        body: &mut Body,
        texts: &mut ParseCache<'_, 't>,
        name: &'t str,
        group: &[Value],
    ) -> Parsed<()> {
        let Some(&first) = group.first() else {
            return texts.error(name, ParseCode::Expected("named operation to have at least 1 result"));
        };
        if let Some(&value) = group.first()
            && let Some(stand_in) = self.define(body, texts, name, body.value_type(value))?
        {
            self.replaced.push((stand_in, value));
        }
        for (number, &value) in group.iter().enumerate().skip(1) {
            if let Some(stand_in) = self.parts.get(&(name, number as u32)).copied() {
                self.check_type(body, texts, (name, number), stand_in, body.value_type(value))?;
                self.parts.remove(&(name, number as u32));
                self.replaced.push((stand_in, value));
            }
        }
        let (count, at) = (group.len() as u32, texts.place_of(name));
        self.set(name, Some(Group { first, count, defined: true, at }));
        self.keep_name(body, texts, name, first);
        Ok(())
    }

    fn check_type(
        &self,
        body: &Body,
        texts: &ParseCache<'_, 't>,
        (name, number): (&'t str, usize),
        used: Value,
        ty: Type,
    ) -> Parsed<()> {
        if body.value_type(used) == ty {
            return Ok(());
        }
        let code = ParseCode::DefinitionType { name: name.to_owned(), number, found: texts.spelling(ty) };
        let place = self.place(texts, Use { name, number: number as u32 });
        let note = ParseCode::PreviousUse(texts.spelling(body.value_type(used)));
        Err(texts.error_of(name, code).with_note(place, note))
    }

    /// The value that stands for a name used before, which is hereby defined; `None` for a new name.
    fn define(
        &mut self,
        body: &mut Body,
        texts: &mut ParseCache<'_, 't>,
        name: &'t str,
        ty: Type,
    ) -> Parsed<Option<Value>> {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name);
        }
        let Some(group) = self.get(name) else { return Ok(None) };
        if group.defined {
            let error = texts.error_of(name, ParseCode::ValueRedefinition(name.to_owned()));
            return Err(error.with_note(sigil_of(group.at), ParseCode::PreviousDefinition));
        }
        self.check_type(body, texts, (name, 0), group.first, ty)?;
        self.set(name, Some(Group { defined: true, at: texts.place_of(name), ..group }));
        self.keep_name(body, texts, name, group.first);
        Ok(Some(group.first))
    }

    /// Makes the named value the next argument of a block.
    pub fn define_argument(
        &mut self,
        body: &mut Body,
        texts: &mut ParseCache<'_, 't>,
        block: Block,
        argument: &EntryArgument<'t>,
    ) -> Parsed<()> {
        let EntryArgument { name, number, ty, .. } = *argument;
        if number > 0 {
            let value = body.add_block_arg(block, ty);
            self.parts.insert((name, number), value);
            return Ok(());
        }
        match self.define(body, texts, name, ty)? {
            Some(value) => body.define_block_arg(block, value),
            None => {
                let value = body.add_block_arg(block, ty);
                self.set(name, Some(Group { first: value, count: 1, defined: true, at: texts.place_of(name) }));
                self.keep_name(body, texts, name, value);
            }
        }
        Ok(())
    }

    /// Numbers are no names.
    fn keep_name(&self, body: &mut Body, texts: &mut ParseCache<'_, 't>, name: &'t str, value: Value) {
        if let Some(name) = kept_name(texts, name) {
            body.set_value_name(value, Some(name));
        }
    }

    /// Leaves open what a name is, since the operation that it is a result of is wrong.
    pub fn leave_open(&mut self, name: &'t str) {
        self.open.insert(name);
    }

    /// How many scopes are open.
    pub fn open_scopes(&self) -> usize {
        self.scopes.len()
    }

    /// Opens the scope of a region that is not the outermost.
    pub fn open_scope(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Forgets the names of the innermost scope.
    pub fn close_scope(&mut self) {
        for name in self.scopes.pop().unwrap_or_default() {
            if self.get(name).is_some_and(|g| g.defined) {
                self.set(name, None);
            }
        }
    }

    /// Ends the body: every value must be defined by now.
    pub fn finish(self, body: &mut Body, texts: &mut ParseCache<'_, 't>) -> Parsed<()> {
        let mut wrong = Vec::new();
        for used in self.forward.iter().filter(|used| !self.open.contains(used.name)) {
            let undefined = match used.number {
                0 => self.get(used.name).is_some_and(|g| !g.defined),
                number => self.parts.contains_key(&(used.name, number)),
            };
            if undefined {
                wrong.push(texts.error_of(used.name, ParseCode::UndefinedValue));
            }
        }
        // Upstream reports all of them.
        if let Some(error) = wrong.into_iter().reduce(ParseError::followed_by) {
            return Err(error);
        }
        if !self.replaced.is_empty() {
            let replaced: FxHashMap<Value, Value> = self.replaced.into_iter().collect();
            for value in body.operand_pool_mut() {
                if let Some(&real) = replaced.get(value) {
                    *value = real;
                }
            }
        }
        Ok(())
    }
}

/// The sigil before a name that starts at a place.
fn sigil_of(name: u32) -> Range<usize> {
    let start = (name as usize).saturating_sub(1);
    start..start + 1
}

/// The name of a value or block that is not a number.
fn kept_name<'t>(texts: &mut ParseCache<'_, 't>, name: &'t str) -> Option<Str> {
    // A name that starts with a digit has no other characters.
    let number = name.as_bytes().first().is_none_or(u8::is_ascii_digit);
    (!number).then(|| texts.name(name))
}

/// The blocks of one region by name.
#[derive(Default)]
pub(crate) struct Blocks<'t> {
    named: FxHashMap<&'t str, (Block, bool)>,
}

impl<'t> Blocks<'t> {
    /// The block a successor means.
    pub fn resolve(&mut self, body: &mut Body, name: &'t str) -> Block {
        self.named.entry(name).or_insert_with(|| (body.new_block(), false)).0
    }

    /// Makes the block of a label.
    pub fn define(&mut self, body: &mut Body, texts: &mut ParseCache<'_, 't>, name: &'t str) -> Parsed<Block> {
        let (block, defined) = self.named.entry(name).or_insert_with(|| (body.new_block(), false));
        if *defined {
            return texts.error(name, ParseCode::BlockRedefinition(name.to_owned()));
        }
        *defined = true;
        let block = *block;
        if let Some(name) = kept_name(texts, name) {
            body.set_block_name(block, Some(name));
        }
        Ok(block)
    }

    /// Ends the region: every block must be defined by now.
    pub fn finish(&self, cursor: &Cursor<'t>) -> Parsed<()> {
        let undefined = self.named.iter().filter(|(_, block)| !block.1).map(|(name, _)| *name);
        match undefined.min_by_key(|name| cursor.span_of(name).start) {
            Some(name) => Err(cursor.error_at(name, ParseCode::UndefinedBlock)),
            None => Ok(()),
        }
    }
}
