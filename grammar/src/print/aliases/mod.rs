//! Aliases: `#tbaa_tag12`, `#loc3`, `!struct_node`. Which attributes get one, under which name, in which order.
//!
//! Upstream's printer visits all attributes in the order it would print them. An attribute's depth is 0, or 1 if it
//! has an alias; one more than the greatest depth among those it contains, if that is more. Aliases are defined in
//! the order of depth, then name, then first visit, and numbered in that order for each name. Those that only
//! operations' locations mention are at the end of the file. irtrip's own form then takes the aliases of the locations in
//! [`single_use`] away again.

mod single_use;
pub(crate) mod visit;

use std::collections::HashMap;
use std::ops::Range;

use irtrip_dialect::attr_table::{AttrDef, AttrFormat, AttrKindDefinition, ParamKind};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, AttrData, Context, ContextDialects, Location, Str, Type, TypeData};
use rustc_hash::FxHashMap;

/// An alias's name: `tbaa_tag` and 12.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AttrAlias {
    pub(crate) name: &'static str,
    pub(crate) number: u32,
}

impl AttrAlias {
    /// Appends `#name12`.
    pub(crate) fn push(self, out: &mut String) {
        out.push('#');
        out.push_str(self.name);
        if self.number > 0 {
            crate::print::text::push_int(out, self.number);
        }
    }
}

/// The name of locations' aliases.
const LOCATION: &str = "loc";

/// The aliases of a module.
#[derive(Default)]
pub(crate) struct Aliases {
    /// By attribute index: its alias's number, and which of `names` it has, from 1; 0 for none. There is one for each
    /// attribute of the context, so that they are small.
    by_attr: Vec<(u32, u16)>,
    names: Vec<&'static str>,
    /// Those with a definition at the start of the file, in order.
    pub(crate) first: Vec<Attr>,
    /// Those with one at its end.
    pub(crate) last: Vec<Attr>,
    /// The types that have one, in an order that defines each before it is used.
    pub(crate) types: Vec<(Type, String)>,
    by_type: Vec<u32>,
    /// Numbers of distinct attributes, in the order they are printed.
    pub(crate) distinct: FxHashMap<Attr, u32>,
    /// Other names for identified structs, by their own.
    pub(crate) struct_names: HashMap<Str, String>,
    /// The release of MLIR that reads the text, if that is an older one.
    pub(crate) release: Option<Release>,
}

impl Aliases {
    /// An attribute's alias.
    pub(crate) fn of_attr(&self, attr: Attr) -> Option<AttrAlias> {
        let &(number, name) = self.by_attr.get(attr.index())?;
        let name = self.names.get(usize::from(name).checked_sub(1)?)?;
        Some(AttrAlias { name, number })
    }

    /// Which of the names a name is, from 1.
    fn place_of_name(&mut self, name: &'static str) -> u16 {
        let place = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        // There are no more than kinds of attributes.
        u16::try_from(place + 1).unwrap_or(0)
    }

    /// A type's alias.
    pub(crate) fn of_type(&self, ty: Type) -> Option<&str> {
        match self.by_type.get(ty.index()) {
            Some(&place) if place > 0 => self.types.get(place as usize - 1).map(|t| t.1.as_str()),
            _ => None,
        }
    }
}

/// An attribute the visit has met.
struct Visited {
    attr: Attr,
    depth: u32,
    has_alias: bool,
    /// It is a location, though its kind does not say so.
    is_location: bool,
    deferred: bool,
    /// Printed in the module's body, not in an alias's definition.
    inline: bool,
    is_distinct: bool,
    /// A distinct attribute is printed in its text, one after an alias not counted.
    holds_distinct: bool,
    /// How often it was met outside of other attributes: 0, 1, or 2 for more.
    met: u8,
    children: Range<u32>,
}

/// An attribute whose contents are being visited.
struct Frame {
    place: u32,
    contents: Range<usize>,
    depth: u32,
    holds_distinct: bool,
    /// Where this frame's children start in the stack of children.
    children: usize,
}

/// Visits a module's attributes and types in printing order; [`Collector::finish`] names them.
pub(crate) struct Collector<'a> {
    ctx: &'a Context,
    type_aliases: bool,
    /// It is asked for [`Collector::most_parts`].
    counts_parts: bool,
    /// Some type holds attributes.
    attrs_in_types: bool,
    /// By attribute index: a place in `visited`, plus 1.
    places: Vec<u32>,
    visited: Vec<Visited>,
    children: Vec<u32>,
    distinct: Vec<u32>,
    seen_types: Vec<bool>,
    /// Identified structs and types that have parts, each after its parts.
    types: Vec<Type>,
    frames: Vec<Frame>,
    pending: Vec<Attr>,
    open_children: Vec<u32>,
    /// The attribute at hand, where it is a location though its kind does not say so.
    as_location: Option<Attr>,
    /// There was such an attribute.
    foreign_locations: bool,
}

impl<'a> Collector<'a> {
    /// With `type_aliases`, all identified structs get aliases too; with `counts_parts`, numbers are visited.
    pub(crate) fn new(ctx: &'a Context, type_aliases: bool, counts_parts: bool) -> Self {
        Collector {
            ctx,
            type_aliases,
            counts_parts,
            attrs_in_types: ctx.has_attributes_in_types(),
            places: Vec::with_capacity(ctx.attr_count()),
            visited: Vec::with_capacity(ctx.attr_count() / 2),
            children: Vec::new(),
            distinct: Vec::new(),
            seen_types: Vec::new(),
            types: Vec::new(),
            frames: Vec::new(),
            pending: Vec::new(),
            open_children: Vec::new(),
            as_location: None,
            foreign_locations: false,
        }
    }

    fn place_of(&self, attr: Attr) -> Option<u32> {
        self.places.get(attr.index()).and_then(|p| p.checked_sub(1))
    }

    /// Visits what is in `loc(...)`, which may be an attribute of a dialect's own.
    pub(crate) fn location(&mut self, loc: Attr, deferred: bool) {
        self.as_location = matches!(self.ctx.attr_data(loc), AttrData::Opaque { .. }).then_some(loc);
        self.foreign_locations |= self.as_location.is_some();
        self.attr(loc, deferred);
        self.as_location = None;
    }

    /// Visits an attribute and all it contains. `deferred`: it is an operation's location.
    pub(crate) fn attr(&mut self, attr: Attr, deferred: bool) {
        if let Some(place) = self.place_of(attr) {
            if let Some(visited) = self.visited.get_mut(place as usize) {
                visited.met = (visited.met + 1).min(2);
            }
            if !deferred {
                self.undefer(place);
            }
            return;
        }
        if !self.visits(attr) {
            return;
        }
        self.open(attr, deferred);
        if let Some(visited) = self.visited.last_mut() {
            visited.met = 1;
        }
        // Attributes nest deeply (chains of scopes, of inlined call sites): the stack is explicit.
        while let Some(frame) = self.frames.last_mut() {
            let Some(next) = frame.contents.next() else {
                self.close();
                continue;
            };
            let Some(&child) = self.pending.get(next) else { continue };
            match self.place_of(child) {
                None if self.visits(child) => self.open(child, deferred),
                None => {}
                Some(place) => {
                    if !deferred {
                        self.undefer(place);
                    }
                    self.returned(place);
                }
            }
        }
    }

    /// Whether an attribute is visited that was not met before: one that is a number, or many, says nothing of aliases.
    fn visits(&self, attr: Attr) -> bool {
        self.counts_parts || !matches!(self.ctx.attr_data(attr), AttrData::Integer { .. } | AttrData::DenseArray { .. })
    }

    /// Starts on an attribute met for the first time.
    fn open(&mut self, attr: Attr, deferred: bool) {
        let place = self.visited.len() as u32;
        if self.places.len() <= attr.index() {
            self.places.resize(attr.index() + 1, 0);
        }
        self.places[attr.index()] = place + 1;
        let is_location = self.as_location == Some(attr);
        let has_alias = is_location || alias_name(self.ctx, attr).is_some();
        let outside = self.frames.last().is_none_or(|f| {
            let outer = &self.visited[f.place as usize];
            outer.inline && !outer.has_alias
        });
        let is_distinct = matches!(self.ctx.attr_data(attr), AttrData::Distinct { .. });
        self.visited.push(Visited {
            attr,
            depth: u32::from(has_alias),
            has_alias,
            is_location,
            deferred,
            inline: outside,
            is_distinct,
            holds_distinct: false,
            met: 0,
            children: 0..0,
        });
        if is_distinct {
            self.distinct.push(place);
        }
        let start = self.pending.len();
        self.push_contents(attr);
        let contents = start..self.pending.len();
        let children = self.open_children.len();
        self.frames.push(Frame { place, contents, depth: 0, holds_distinct: false, children });
    }

    /// Ends an attribute all of whose contents are visited.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let start = self.children.len() as u32;
        self.children.extend(self.open_children.drain(frame.children..));
        let children = start..self.children.len() as u32;
        if let Some(visited) = self.visited.get_mut(frame.place as usize) {
            visited.children = children;
            visited.holds_distinct = frame.holds_distinct;
            if frame.depth > 0 {
                visited.depth = frame.depth + 1;
            }
        }
        // What lies above the closed frame's contents in `pending` is closed already.
        if self.frames.is_empty() {
            self.pending.clear();
        }
        self.returned(frame.place);
    }

    /// Tells the frame on top about a child.
    fn returned(&mut self, place: u32) {
        let Some(child) = self.visited.get(place as usize) else { return };
        if let Some(frame) = self.frames.last_mut() {
            frame.depth = frame.depth.max(child.depth);
            frame.holds_distinct |= child.is_distinct || (!child.has_alias && child.holds_distinct);
            self.open_children.push(place);
        }
    }

    /// Makes an attribute and all it contains be defined at the start of the file.
    fn undefer(&mut self, place: u32) {
        if !self.visited[place as usize].deferred {
            return;
        }
        let mut work = vec![place];
        while let Some(place) = work.pop() {
            let visited = &mut self.visited[place as usize];
            if std::mem::replace(&mut visited.deferred, false) {
                work.extend(&self.children[visited.children.start as usize..visited.children.end as usize]);
            }
        }
    }

    /// Pushes what an attribute contains, in the order it is printed.
    fn push_contents(&mut self, attr: Attr) {
        let ctx = self.ctx;
        match ctx.attr_data(attr) {
            AttrData::Unit | AttrData::Affine(_) | AttrData::StridedLayout(_) => {}
            AttrData::Integer { .. } | AttrData::BigInteger { .. } | AttrData::Float { .. } => {}
            AttrData::SymbolRef { .. } | AttrData::DenseArray { .. } => {}
            AttrData::DataLayout { entries, .. } => self.pending.extend(entries.iter().flat_map(|e| [e.0, e.1])),
            AttrData::String { ty, .. } | AttrData::Opaque { ty, .. } => {
                if let Some(ty) = ty {
                    self.inner_type(*ty);
                }
            }
            AttrData::Type(ty)
            | AttrData::Dense { ty, .. }
            | AttrData::DenseStrings { ty, .. }
            | AttrData::DenseResource { ty, .. } => self.inner_type(*ty),
            AttrData::Sparse { ty, indices, values } => {
                self.inner_type(*ty);
                self.pending.extend([*indices, *values]);
            }
            AttrData::Array(items) => self.pending.extend_from_slice(items),
            AttrData::Dictionary(entries) => self.pending.extend(entries.iter().map(|e| e.1)),
            AttrData::Distinct { referenced, .. } => self.pending.push(*referenced),
            AttrData::Llvm { kind, params } => self.push_params(kind.def(), params),
            AttrData::Location(location) => self.push_location(location),
        }
    }

    fn push_location(&mut self, location: &Location) {
        match location {
            Location::Unknown | Location::File { .. } => {}
            Location::Name { child, .. } => {
                if *child != irtrip_dialect::attributes::well_known::UNKNOWN_LOC {
                    self.pending.push(*child);
                }
            }
            Location::CallSite { callee, caller } => self.pending.extend([*callee, *caller]),
            Location::Fused { locations, metadata } => {
                self.pending.extend(*metadata);
                self.pending.extend_from_slice(locations);
            }
        }
    }

    fn push_params(&mut self, def: &AttrDef, params: &[Option<Attr>]) {
        if matches!(def.format, AttrFormat::DiFile | AttrFormat::ConstantRange | AttrFormat::TargetFeatures) {
            return;
        }
        for (param, value) in def.params.iter().zip(params) {
            if let Some(value) = value {
                self.push_param(&param.kind, *value);
            }
        }
    }

    fn push_param(&mut self, kind: &ParamKind, value: Attr) {
        match kind {
            ParamKind::Attr(_) | ParamKind::Llvm(_) => self.pending.push(value),
            ParamKind::List(item) => {
                for &value in self.ctx.items(value) {
                    self.push_param(item, value);
                }
            }
            ParamKind::Members => self.pending.extend_from_slice(self.ctx.items(value)),
            ParamKind::Type => {
                if let Some(ty) = self.ctx.type_value(value) {
                    self.ty(ty);
                }
            }
            ParamKind::Str
            | ParamKind::Text
            | ParamKind::Bool
            | ParamKind::Number(_)
            | ParamKind::Enum(..)
            | ParamKind::Dwarf(_)
            | ParamKind::Flags(_) => {}
        }
    }

    /// Whether visiting the types of values may meet an attribute.
    pub(crate) fn visits_value_types(&self) -> bool {
        self.attrs_in_types
    }

    /// Visits the attributes in the type of a value.
    pub(crate) fn value_type(&mut self, ty: Type) {
        if self.attrs_in_types {
            let mut held = Vec::new();
            attributes_of_type(self.ctx, ty, &mut held);
            for attr in held {
                self.attr(attr, false);
            }
        }
    }

    /// Visits a type inside an attribute.
    fn inner_type(&mut self, ty: Type) {
        if self.attrs_in_types {
            attributes_of_type(self.ctx, ty, &mut self.pending);
        }
        self.ty(ty);
    }

    /// Visits a type, for [`types_with_aliases`].
    pub(crate) fn ty(&mut self, ty: Type) {
        if self.seen_types.get(ty.index()).is_some_and(|&s| s) {
            return;
        }
        // Children before parents, so that a definition comes before its uses; the stack is explicit because
        // nothing bounds how deeply types nest.
        let mut work = vec![(ty, false)];
        while let Some((ty, done)) = work.pop() {
            if done {
                self.types.push(ty);
                continue;
            }
            if self.seen_types.len() <= ty.index() {
                self.seen_types.resize(ty.index() + 1, false);
            }
            if std::mem::replace(&mut self.seen_types[ty.index()], true) {
                continue;
            }
            let before = work.len();
            work.push((ty, true));
            self.ctx.for_each_element(ty, |element| work.push((element, false)));
            let is_leaf = work.len() == before + 1;
            if is_leaf && !matches!(self.ctx.type_data(ty), TypeData::IdentifiedStruct { .. }) {
                work.pop();
            }
        }
    }

    /// Whether what an attribute's alias is called may depend on where it was met.
    pub(crate) fn has_foreign_locations(&self) -> bool {
        self.foreign_locations
    }

    /// Adds what another collector visited, which is printed after everything that this one did.
    pub(crate) fn append(&mut self, after: Collector<'_>) {
        let first_child = self.children.len() as u32;
        let first_new = self.visited.len();
        let mut places = Vec::with_capacity(after.visited.len());
        self.places.resize(self.places.len().max(after.places.len()), 0);
        for visited in after.visited {
            places.push(match self.place_of(visited.attr) {
                Some(place) => {
                    // All that it contains was visited after it, too.
                    let known = &mut self.visited[place as usize];
                    known.deferred &= visited.deferred;
                    known.met = (known.met + visited.met).min(2);
                    place
                }
                None => {
                    let place = self.visited.len() as u32;
                    self.places[visited.attr.index()] = place + 1;
                    let Range { start, end } = visited.children;
                    self.visited.push(Visited { children: start + first_child..end + first_child, ..visited });
                    place
                }
            });
        }
        self.children.extend(after.children.iter().map(|child| places[*child as usize]));
        let distinct = after.distinct.iter().map(|place| places[*place as usize]);
        self.distinct.extend(distinct.filter(|place| *place as usize >= first_new));
        for ty in after.types {
            if !self.seen_types.get(ty.index()).is_some_and(|&seen| seen) {
                self.types.push(ty);
            }
        }
        self.seen_types.resize(self.seen_types.len().max(after.seen_types.len()), false);
        self.seen_types.iter_mut().zip(after.seen_types).for_each(|(seen, also)| *seen |= also);
    }

    /// How many parts the longest type or attribute has where nothing has an alias.
    pub(crate) fn most_parts(&self) -> u64 {
        let mut most = 0;
        let mut types: FxHashMap<Type, u64> = FxHashMap::default();
        for &ty in &self.types {
            let mut parts = 1u64;
            self.ctx.for_each_element(ty, |element| {
                parts = parts.saturating_add(types.get(&element).copied().unwrap_or(1));
            });
            types.insert(ty, parts);
            most = most.max(parts);
        }
        // An attribute's children are listed when all that it contains is visited.
        let mut order: Vec<usize> = (0..self.visited.len()).collect();
        order.sort_by_key(|place| {
            let children = &self.visited[*place].children;
            (children.start, children.end)
        });
        let mut parts = vec![1u64; self.visited.len()];
        for place in order {
            let Range { start, end } = self.visited[place].children;
            let children = &self.children[start as usize..end as usize];
            parts[place] = children.iter().fold(1, |sum: u64, child| sum.saturating_add(parts[*child as usize]));
            most = most.max(parts[place]);
        }
        most
    }

    /// Only the numbers of distinct attributes, as they are where nothing has an alias.
    pub(crate) fn finish_without_names(self) -> Aliases {
        let mut aliases = Aliases::default();
        self.distinct.iter().for_each(|place| number(&mut aliases.distinct, self.visited[*place as usize].attr));
        aliases
    }

    /// Names what was visited, all of it or without locations that are said once.
    pub(crate) fn finish(mut self, single_use_in_place: bool) -> Aliases {
        if single_use_in_place {
            self.drop_single_use();
        }
        let mut aliases = Aliases::default();
        self.name_types(&mut aliases);
        aliases.by_attr = vec![(0, 0); self.places.len()];
        let mut counts: FxHashMap<&'static str, u32> = FxHashMap::default();
        for ((_, name), places) in self.by_depth_and_name() {
            let count = counts.entry(name).or_default();
            let name = aliases.place_of_name(name);
            for place in places {
                let visited = &self.visited[place as usize];
                aliases.by_attr[visited.attr.index()] = (*count, name);
                *count += 1;
                let list = if visited.deferred { &mut aliases.last } else { &mut aliases.first };
                list.push(visited.attr);
            }
        }
        self.number_distinct(&mut aliases);
        aliases
    }

    /// The places of attributes with an alias, by depth and name, in the order of their visit.
    fn by_depth_and_name(&self) -> Vec<((u32, &'static str), Vec<u32>)> {
        let mut groups: FxHashMap<(u32, &'static str), Vec<u32>> = FxHashMap::default();
        for (place, visited) in self.visited.iter().enumerate().filter(|(_, visited)| visited.has_alias) {
            let name = if visited.is_location { Some(LOCATION) } else { alias_name(self.ctx, visited.attr) };
            if let Some(name) = name {
                groups.entry((visited.depth, name)).or_default().push(place as u32);
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_unstable_by_key(|(key, _)| *key);
        groups
    }

    /// Numbers distinct attributes in the order they are printed: definitions at the start, the body, those at the
    /// end.
    fn number_distinct(&self, aliases: &mut Aliases) {
        if self.distinct.is_empty() {
            return;
        }
        let mut numbers = FxHashMap::default();
        aliases.first.iter().for_each(|attr| self.number_within(*attr, &mut numbers));
        for &place in self.distinct.iter().filter(|&&p| self.visited[p as usize].inline) {
            number(&mut numbers, self.visited[place as usize].attr);
        }
        aliases.last.iter().for_each(|attr| self.number_within(*attr, &mut numbers));
        for &place in &self.distinct {
            number(&mut numbers, self.visited[place as usize].attr);
        }
        aliases.distinct = numbers;
    }

    /// Numbers the distinct attributes in an alias's definition, which may be one itself, not those after other aliases.
    fn number_within(&self, attr: Attr, numbers: &mut FxHashMap<Attr, u32>) {
        let Some(place) = self.place_of(attr) else { return };
        let Visited { is_distinct, holds_distinct, .. } = self.visited[place as usize];
        if is_distinct {
            number(numbers, attr);
        }
        if !holds_distinct {
            return;
        }
        let contents = |place: u32| {
            let range = self.visited[place as usize].children.clone();
            self.children[range.start as usize..range.end as usize].iter().rev().copied()
        };
        let mut work: Vec<u32> = contents(place).collect();
        while let Some(place) = work.pop() {
            let visited = &self.visited[place as usize];
            if visited.is_distinct {
                number(numbers, visited.attr);
            }
            if !visited.has_alias && visited.holds_distinct {
                work.extend(contents(place));
            }
        }
    }

    fn name_types(&self, aliases: &mut Aliases) {
        if self.types.is_empty() {
            return;
        }
        aliases.by_type = vec![0; self.seen_types.len()];
        let mut taken = rustc_hash::FxHashSet::default();
        let mut suffixes: FxHashMap<String, u32> = FxHashMap::default();
        for ty in types_with_aliases(self.ctx, &self.types, self.type_aliases) {
            let base = match self.ctx.type_data(ty) {
                TypeData::IdentifiedStruct { name, .. } => alias_identifier(self.ctx.bytes(*name)),
                TypeData::Tuple(_) => "tuple".to_owned(),
                _ => "literal".to_owned(),
            };
            let mut alias = base.clone();
            if !taken.insert(alias.clone()) {
                let suffix = suffixes.entry(base.clone()).or_default();
                while !taken.insert(alias.clone()) {
                    *suffix += 1;
                    alias = format!("{base}_{suffix}");
                }
            }
            aliases.types.push((ty, alias));
            aliases.by_type[ty.index()] = aliases.types.len() as u32;
        }
    }
}

fn number(numbers: &mut FxHashMap<Attr, u32>, attr: Attr) {
    let next = numbers.len() as u32;
    numbers.entry(attr).or_insert(next);
}

/// A struct's name as an alias: letters, digits and underscores, the first no digit.
fn alias_identifier(name: &[u8]) -> String {
    let mut out = String::with_capacity(name.len() + 1);
    if !name.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
        out.push('_');
    }
    out.extend(name.iter().map(|&b| if b.is_ascii_alphanumeric() { char::from(b) } else { '_' }));
    out
}

/// How many parts a type has that is spelled out wherever it stands: with an alias for one that has more, a constant of many
/// fields, or structs that have each other twice, take text in proportion to what is said.
const MOST_PARTS: u64 = 64;
/// The same for texts that upstream's printer would spell out, whatever their size.
const MOST_PARTS_UPSTREAM: u64 = 1024;

/// Which of these types have an alias: with `identified`, structs that have a name, and those of too many parts. Types follow
/// their parts. One that leads to a type at its own place or later leads to a struct that contains itself and has no alias:
/// inside its own body a struct must be its bare name, and an alias cannot be used before it is defined.
fn types_with_aliases(ctx: &Context, types: &[Type], identified: bool) -> Vec<Type> {
    /// What is known of a type that has been looked at.
    struct Known {
        parts: u64,
        recursive: bool,
    }
    let most = if identified { MOST_PARTS } else { MOST_PARTS_UPSTREAM };
    let mut known: FxHashMap<Type, Known> = FxHashMap::default();
    let places: FxHashMap<Type, usize> = types.iter().copied().zip(0..).collect();
    let mut found = Vec::new();
    for &ty in types {
        let (mut parts, mut recursive) = (1u64, false);
        ctx.for_each_element(ty, |element| match known.get(&element) {
            Some(inner) => {
                parts = parts.saturating_add(inner.parts);
                recursive |= inner.recursive;
            }
            None => {
                parts = parts.saturating_add(1);
                recursive |= places.contains_key(&element);
            }
        });
        let is_many = parts > most;
        let has_alias = match ctx.type_data(ty) {
            TypeData::IdentifiedStruct { .. } => (identified || is_many) && !recursive,
            TypeData::LiteralStruct { .. } | TypeData::Tuple(_) => is_many && !recursive,
            _ => false,
        };
        if has_alias {
            found.push(ty);
            parts = 1;
        }
        known.insert(ty, Known { parts, recursive });
    }
    found
}

/// The attributes a type holds, in the order it is printed.
fn attributes_of_type(ctx: &Context, ty: Type, held: &mut Vec<Attr>) {
    /// A type whose parts, or an attribute that, is next.
    enum Next {
        Type(Type),
        Attr(Attr),
    }
    let mut work = vec![Next::Type(ty)];
    while let Some(next) = work.pop() {
        let ty = match next {
            Next::Attr(attr) => {
                held.push(attr);
                continue;
            }
            Next::Type(ty) => ty,
        };
        match ctx.type_data(ty) {
            TypeData::MemRef { layout, space, .. } => {
                work.extend([*space, *layout].into_iter().flatten().map(Next::Attr))
            }
            TypeData::Tensor { encoding, .. } => work.extend(encoding.map(Next::Attr)),
            // Structs hold LLVM's types, which hold no attributes, and may hold themselves.
            TypeData::IdentifiedStruct { .. } => continue,
            _ => {}
        }
        let start = work.len();
        ctx.for_each_element(ty, |element| work.push(Next::Type(element)));
        if let Some(parts) = work.get_mut(start..) {
            parts.reverse();
        }
    }
}

/// What upstream names an attribute's alias after.
fn alias_name(ctx: &Context, attr: Attr) -> Option<&'static str> {
    match ctx.attr_data(attr) {
        AttrData::Llvm { kind, .. } => kind.def().alias.then_some(kind.def().mnemonic),
        AttrData::Location(_) => Some(LOCATION),
        AttrData::Affine(text) => match ctx.bytes(*text).starts_with(b"affine_set") {
            true => Some("set"),
            false => Some("map"),
        },
        AttrData::Distinct { referenced, .. } => {
            (*referenced != irtrip_dialect::attributes::well_known::UNIT).then_some("distinct")
        }
        AttrData::Unit
        | AttrData::Integer { .. }
        | AttrData::BigInteger { .. }
        | AttrData::Float { .. }
        | AttrData::String { .. }
        | AttrData::Type(_)
        | AttrData::Array(_)
        | AttrData::Dictionary(_)
        | AttrData::SymbolRef { .. }
        | AttrData::Dense { .. }
        | AttrData::DenseStrings { .. }
        | AttrData::Sparse { .. }
        | AttrData::DenseArray { .. }
        | AttrData::DenseResource { .. }
        | AttrData::StridedLayout(_)
        | AttrData::DataLayout { .. } => None,
        AttrData::Opaque { dialect, body, .. } => {
            let (name, body) = (ctx.text(*dialect), ctx.text(*body));
            let mnemonic = body.split('<').next();
            let aliases = ctx.dialects().get(&name)?.attribute_aliases;
            aliases.iter().find(|alias| Some(alias.0) == mnemonic).map(|alias| alias.1)
        }
    }
}
