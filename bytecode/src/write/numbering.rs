//! Numbers of dialects, operation names, attributes, types, resources and values. What is used most has the lowest numbers, which
//! take the fewest bytes; among those whose numbers take as many bytes, what is of one dialect stands together.

use std::borrow::Cow;
use std::ptr;

use irtrip_dialect::attributes::{map_inside, well_known as attrs};
use irtrip_dialect::mlir_release::{ReleaseForm, vector_of_llvm};
use irtrip_dialect::ops::Traits;
use irtrip_dialect::ops::generic_form::{GenericForm, NamedAttrs};
use irtrip_dialect::release::Release;
use irtrip_dialect::{
    Attr, AttrData, Body, Context, ContextDialects, Op, OpName, OpNameDefinition, Region, Str, Type, TypeData, Value,
    ValueDef, names,
};
use irtrip_grammar::print_attr_numbered;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::encoding::{Version, is_own};
use crate::properties::{Encoding, Property, is_registered, layouts, properties};

use super::sink::{Sink, dialect_of_attr, encode_attr, encode_type};
use super::uses::{UseListOrders, use_list_orders};
use super::{Options, Root, split_name};

/// An entry of a table with how often it is used.
#[derive(Clone, Copy, Debug)]
pub struct Entry<T> {
    /// It.
    pub value: T,
    /// The number of its dialect.
    pub dialect: usize,
    uses: usize,
}

/// What is numbered once, in the order of its first use until all is known.
#[derive(Debug)]
pub struct Table<T> {
    entries: Vec<Entry<T>>,
    places: FxHashMap<T, usize>,
    /// The number of each entry.
    numbers: Vec<usize>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { entries: Vec::new(), places: FxHashMap::default(), numbers: Vec::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Table<T> {
    /// Counts a use; whether it is the first. Its dialect is set afterwards.
    fn count(&mut self, value: T) -> bool {
        if let Some(entry) = self.places.get(&value).and_then(|&place| self.entries.get_mut(place)) {
            entry.uses += 1;
            return false;
        }
        self.places.insert(value, self.entries.len());
        self.entries.push(Entry { value, dialect: 0, uses: 1 });
        true
    }

    fn set_dialect(&mut self, value: T, dialect: usize) {
        if let Some(entry) = self.places.get(&value).and_then(|&place| self.entries.get_mut(place)) {
            entry.dialect = dialect;
        }
    }

    /// Gives the entries their numbers.
    fn sort(&mut self) {
        let entries = &self.entries;
        let uses = |place: &usize| std::cmp::Reverse(entries.get(*place).map_or(0, |entry| entry.uses));
        let dialect = |place: &usize| entries.get(*place).map_or(0, |entry| entry.dialect);
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(uses);
        // How many numbers have a length, and the dialect that stands first among these.
        let (mut rest, mut length, mut first) = (&mut order[..], 0_usize, 0);
        for bytes in 1..9 {
            length = (1_usize << (7 * bytes)) - length;
            let (group, after) = rest.split_at_mut(length.min(rest.len()));
            rest = after;
            group.sort_by_key(|place| (dialect(place) != first, dialect(place)));
            first = group.last().map_or(first, dialect);
            if rest.is_empty() {
                break;
            }
        }
        self.numbers = vec![0; order.len()];
        for (number, &place) in order.iter().enumerate() {
            if let Some(slot) = self.numbers.get_mut(place) {
                *slot = number;
            }
        }
        let sorted: Vec<Entry<T>> = order.iter().filter_map(|&place| self.entries.get(place)).copied().collect();
        self.entries = sorted;
    }

    /// The entries, by number once they are sorted.
    pub fn entries(&self) -> &[Entry<T>] {
        &self.entries
    }

    /// The number of an entry.
    pub fn number(&self, value: T) -> usize {
        self.places.get(&value).and_then(|&place| self.numbers.get(place)).copied().unwrap_or(0)
    }
}

/// The numbers of what is in a body.
#[derive(Debug, Default)]
pub struct BodyNumbers {
    values: Vec<u32>,
    /// Operations with regions that use no value from outside.
    isolated: FxHashSet<Op>,
    /// How many values are defined right in each region.
    region_values: Vec<u32>,
    /// The orders of uses that readers would not make by themselves.
    pub orders: UseListOrders,
}

impl BodyNumbers {
    /// The number of a value.
    pub fn value(&self, value: Value) -> u64 {
        u64::from(self.values.get(value.index()).copied().unwrap_or(0))
    }

    /// How many values a region defines.
    pub fn values_of(&self, region: Region) -> u64 {
        u64::from(self.region_values.get(region.index()).copied().unwrap_or(0))
    }
}

/// All numbers.
pub struct Numbering<'m> {
    pub ctx: &'m Context,
    version: Version,
    /// Whether what is distinct in text has an entry of its own.
    numbers_distinct: bool,
    /// The names of dialects, by number.
    pub dialects: Vec<String>,
    dialect_numbers: FxHashMap<Vec<u8>, usize>,
    pub attributes: Table<Attr>,
    pub types: Table<Type>,
    pub op_names: Table<WrittenName>,
    /// The generic form of the release that reads the file, if that is another than the model's.
    form: Option<ReleaseForm<'m>>,
    /// The keys of resources in the order of their first use.
    pub resources: Vec<Str>,
    bodies: FxHashMap<*const Body, BodyNumbers>,
    orders: FxHashMap<OpName, Vec<Property>>,
    pending: Vec<Piece>,
}

/// The name of an operation in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WrittenName {
    /// Its name.
    pub name: OpName,
    /// The one that the file's release has, where that is another.
    other: Option<Str>,
}

impl WrittenName {
    /// The name as it is written.
    pub fn spelled(self, ctx: &Context) -> Cow<'_, str> {
        self.other.map_or_else(|| ctx.op_name_str(self.name), |other| ctx.text(other))
    }

    /// Whether the release's tools know the operation.
    pub fn is_registered(self, ctx: &Context) -> bool {
        self.other.is_none() && is_registered(ctx, self.name)
    }
}

/// A part of an encoding that has a number.
#[derive(Clone, Copy)]
enum Piece {
    Attr(Attr),
    Type(Type),
    Resource(Str),
}

/// The pieces of one encoding, in order.
#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Sink for Pieces {
    fn attr(&mut self, attr: Attr) {
        self.0.push(Piece::Attr(attr));
    }

    fn optional_attr(&mut self, attr: Option<Attr>) {
        self.0.extend(attr.map(Piece::Attr));
    }

    fn ty(&mut self, ty: Type) {
        self.0.push(Piece::Type(ty));
    }

    fn resource(&mut self, key: Str) {
        self.0.push(Piece::Resource(key));
    }

    fn string(&mut self, _: &[u8]) {}

    fn varint(&mut self, _: u64) {}

    fn signed(&mut self, _: i64) {}

    fn bytes(&mut self, _: &[u8]) {}
}

impl<'m> Numbering<'m> {
    /// Numbers what an operation and all inside it use.
    pub fn new(ctx: &'m Context, root: &Root<'m>, form: Option<ReleaseForm<'m>>, options: &Options) -> Numbering<'m> {
        let mut numbering = Numbering {
            ctx,
            form,
            version: options.version,
            numbers_distinct: is_own(options.producer.as_bytes()),
            dialects: Vec::new(),
            dialect_numbers: FxHashMap::default(),
            attributes: Table::default(),
            types: Table::default(),
            op_names: Table::default(),
            resources: Vec::new(),
            bodies: FxHashMap::default(),
            orders: FxHashMap::default(),
            pending: Vec::new(),
        };
        numbering.prepare(root.body, root);
        numbering.number_all(root);
        numbering.attributes.sort();
        numbering.op_names.sort();
        numbering.types.sort();
        numbering
    }

    /// The numbers of a body.
    pub fn of(&self, body: &Body) -> Option<&BodyNumbers> {
        self.bodies.get(&ptr::from_ref(body))
    }

    /// Whether the regions of an operation are numbered by themselves.
    pub fn is_isolated(&self, body: &Body, op: Op) -> bool {
        is_isolated_by_definition(body, op) || self.of(body).is_some_and(|numbers| numbers.isolated.contains(&op))
    }

    /// Finds, for a body and those inside it, which operations are isolated and the orders of uses.
    fn prepare(&mut self, body: &'m Body, root: &Root<'m>) {
        let mut waiting = vec![body];
        while let Some(body) = waiting.pop() {
            let mut numbers = BodyNumbers {
                values: vec![0; body.value_count()],
                isolated: isolated(body),
                region_values: Vec::new(),
                orders: UseListOrders::default(),
            };
            if self.version.has_use_list_orders() {
                numbers.orders = use_list_orders(self.ctx, body);
            }
            self.bodies.insert(ptr::from_ref(body), numbers);
            waiting.extend(body.linked_ops().filter_map(|op| root.nested(body, op)));
        }
    }

    /// Numbers the operations in the order in which upstream's writer meets them: the regions that were met last come first.
    fn number_all(&mut self, root: &Root<'m>) {
        let mut next = 0;
        self.operation(root.body, root.op, &mut next);
        let mut waiting: Vec<(&'m Body, Region, u32)> = Vec::new();
        self.push_regions(root, root.body, root.op, next, &mut waiting);
        while let Some((body, region, first)) = waiting.pop() {
            let mut next = first;
            for &block in body.blocks(region) {
                for (place, &argument) in body.block_args(block).iter().enumerate() {
                    self.set_value(body, argument, &mut next);
                    self.attr(body.block_arg_loc(block, place));
                    self.ty(body.value_type(argument));
                }
                for op in body.ops(block) {
                    self.operation(body, op, &mut next);
                }
            }
            if let Some(numbers) = self.bodies.get_mut(&ptr::from_ref(body)) {
                if numbers.region_values.len() <= region.index() {
                    numbers.region_values.resize(region.index() + 1, 0);
                }
                if let Some(count) = numbers.region_values.get_mut(region.index()) {
                    *count = next - first;
                }
            }
            for &block in body.blocks(region) {
                for op in body.ops(block) {
                    self.push_regions(root, body, op, next, &mut waiting);
                }
            }
        }
    }

    fn push_regions(
        &self,
        root: &Root<'m>,
        body: &'m Body,
        op: Op,
        next: u32,
        waiting: &mut Vec<(&'m Body, Region, u32)>,
    ) {
        let (inner, regions) = root.regions(body, op);
        if regions.is_empty() {
            return;
        }
        let first = if self.is_isolated(body, op) { 0 } else { next };
        waiting.extend(regions.iter().map(|&region| (inner, region, first)));
    }

    fn set_value(&mut self, body: &Body, value: Value, next: &mut u32) {
        let numbers = self.bodies.get_mut(&ptr::from_ref(body));
        if let Some(slot) = numbers.and_then(|numbers| numbers.values.get_mut(value.index())) {
            *slot = *next;
        }
        *next += 1;
    }

    /// Numbers an operation without its operands and regions.
    fn operation(&mut self, body: &Body, op: Op, next: &mut u32) {
        let name = body.name(op);
        let written = self.written_name(body, op);
        if self.op_names.count(written) {
            let dialect = self.dialect(split_name(&written.spelled(self.ctx)).0.as_bytes());
            self.op_names.set_dialect(written, dialect);
        }
        for result in body.results(op) {
            self.set_value(body, result, next);
            self.ty(body.value_type(result));
        }
        let ctx = self.ctx;
        let release = self.release();
        let order = || match release {
            Some(_) => layouts(ctx, name, self.version, release).into_iter().next().unwrap_or_default(),
            None => properties(ctx, name, self.version),
        };
        self.orders.entry(name).or_insert_with(order);
        let parts = self.parts(body, op);
        if parts.dictionary != attrs::EMPTY_DICTIONARY {
            self.attr(parts.dictionary);
        }
        match parts.properties {
            Properties::None => {}
            Properties::Attribute(attr) => self.attr(attr),
            Properties::Native(entries) => {
                let is_attribute = |property: &&Property| {
                    matches!(property.encoding, Encoding::Attribute | Encoding::OptionalAttribute)
                };
                let order = self.order(name).iter().filter(is_attribute);
                let value = |property: &Property| entries.iter().find(|entry| entry.0 == property.key);
                let values: SmallVec<[Attr; 8]> = order.filter_map(value).map(|entry| entry.1).collect();
                values.into_iter().for_each(|value| self.attr(value));
            }
        }
        self.attr(body.loc(op));
    }

    /// The release that reads the file, if that is another than the model's.
    pub fn release(&self) -> Option<Release> {
        self.form.as_ref().map(|form| form.release)
    }

    /// The name that an operation has in the file.
    pub fn written_name(&self, body: &Body, op: Op) -> WrittenName {
        let other = self.form.as_ref().and_then(|form| form.name(body, op));
        WrittenName { name: body.name(op), other: other.map(|other| self.ctx.str(&other)) }
    }

    /// Encodes an attribute; `false` where it is text in the file.
    pub fn encode_attr(&self, attr: Attr, sink: &mut impl Sink) -> bool {
        let is_text = self.release().is_some_and(|release| release < Release::NATIVE)
            && matches!(self.ctx.attr_data(attr), AttrData::Llvm { .. });
        !is_text && encode_attr(self.ctx, attr, self.release(), sink)
    }

    /// Encodes a type; `false` where it is text in the file.
    pub fn encode_type(&self, ty: Type, sink: &mut impl Sink) -> bool {
        // The encoding of scalable lengths was another up to MLIR 17.
        let is_scalable =
            || matches!(self.ctx.type_data(ty), TypeData::Vector { dims, .. } if dims.iter().any(|dim| dim.scalable));
        let is_text =
            |release| vector_of_llvm(self.ctx, ty, release).is_some() || release < Release::V18 && is_scalable();
        !self.release().is_some_and(is_text) && encode_type(self.ctx, ty, sink)
    }

    /// What is written of an operation's attributes.
    pub fn parts(&self, body: &Body, op: Op) -> Parts {
        let (ctx, name) = (self.ctx, body.name(op));
        if let Some(form) = self.form.as_ref().filter(|form| form.is_one_dictionary(body, op)) {
            return Parts { dictionary: ctx.dictionary(&form.attributes(body, op)), properties: Properties::None };
        }
        let form = GenericForm::new(ctx, body, op);
        let entries = ctx.entries(body.attrs(op));
        let order = self.order(name);
        let is_discardable = |(key, _): &(Str, Attr)| match &self.form {
            // The release's operation may not have what the model's has.
            Some(of_release) => {
                !order.iter().any(|own| own.key == *key) && !of_release.is_in_properties(body, op, *key)
            }
            None => !form.is_inherent(*key),
        };
        let properties = || match &self.form {
            Some(of_release) => {
                let mut properties = of_release.properties(body, op);
                let is_later =
                    |(key, _): &&(Str, Attr)| !form.is_inherent(*key) && order.iter().any(|own| own.key == *key);
                properties.extend(entries.iter().filter(is_later).copied());
                properties
            }
            None => form.properties(),
        };
        let (mut discardable, properties): (NamedAttrs, NamedAttrs) = match name.def() {
            Some(_) if !order.is_empty() => (entries.iter().copied().filter(is_discardable).collect(), properties()),
            _ => {
                let apart = entries.iter().find(|entry| entry.0 == names::PROPERTIES).map(|entry| entry.1);
                let mut rest: NamedAttrs = entries.iter().copied().filter(|e| e.0 != names::PROPERTIES).collect();
                form.add_segments(&mut rest);
                if order.is_empty() {
                    let properties = apart.filter(|_| self.version.has_properties());
                    let properties = properties.map_or(Properties::None, Properties::Attribute);
                    return Parts { dictionary: self.dictionary(body, op, &rest), properties };
                }
                // Text of releases that had no properties has them among the others.
                let is_property = |&(key, _): &(Str, Attr)| order.iter().any(|property| property.key == key);
                let (mut properties, rest): (NamedAttrs, NamedAttrs) = rest.into_iter().partition(is_property);
                properties.extend(apart.map(|apart| ctx.entries(apart)).unwrap_or_default().iter().copied());
                (rest, properties)
            }
        };
        if self.version.has_properties() {
            let dictionary = self.dictionary(body, op, &discardable);
            let properties = match is_registered(ctx, name) {
                true => Properties::Native(properties),
                false => Properties::Attribute(ctx.dictionary(&properties)),
            };
            return Parts { dictionary, properties };
        }
        // Upstream's writer leaves out of the dictionary what is no attribute.
        let is_attribute = |&&(key, _): &&(Str, Attr)| {
            let property = order.iter().find(|property| property.key == key);
            property.is_some_and(|property| {
                matches!(property.encoding, Encoding::Attribute | Encoding::OptionalAttribute | Encoding::Sizes(_))
            })
        };
        discardable.extend(properties.iter().filter(is_attribute).copied());
        Parts { dictionary: ctx.dictionary(&discardable), properties: Properties::None }
    }

    /// The dictionary of an operation's attributes of which these are left.
    fn dictionary(&self, body: &Body, op: Op, rest: &[(Str, Attr)]) -> Attr {
        let attrs = body.attrs(op);
        if *rest == *self.ctx.entries(attrs) { attrs } else { self.ctx.dictionary(rest) }
    }

    /// The properties of an operation that was numbered, in order.
    pub fn order(&self, name: OpName) -> &[Property] {
        self.orders.get(&name).map(|order| &order[..]).unwrap_or_default()
    }

    /// An attribute as text, or its beginning where that is longer, with numbers for what is distinct in it: those of the entries, or its own as upstream writes them.
    pub fn text(&self, attr: Attr, most: usize) -> (String, bool) {
        let distinct = distinct_inside(self.ctx, attr).into_iter().zip(0..);
        let number = |(attr, own): (Attr, u32)| match self.numbers_distinct {
            true => (attr, self.attributes.number(attr) as u32),
            false => (attr, own),
        };
        print_attr_numbered(self.ctx, attr, distinct.map(number).collect(), self.release(), most)
    }

    fn dialect(&mut self, name: &[u8]) -> usize {
        if let Some(&number) = self.dialect_numbers.get(name) {
            return number;
        }
        let number = self.dialects.len();
        self.dialects.push(String::from_utf8_lossy(name).into_owned());
        self.dialect_numbers.insert(name.to_vec(), number);
        number
    }

    /// The number of a dialect, if it has one.
    pub fn dialect_number(&self, name: &[u8]) -> Option<usize> {
        self.dialect_numbers.get(name).copied()
    }

    fn attr(&mut self, attr: Attr) {
        self.pending.push(Piece::Attr(attr));
        self.number_pending();
    }

    fn ty(&mut self, ty: Type) {
        self.pending.push(Piece::Type(ty));
        self.number_pending();
    }

    /// Numbers what waits and what is inside it: each whole before the next.
    fn number_pending(&mut self) {
        let ctx = self.ctx;
        while let Some(piece) = self.pending.pop() {
            let mut inside = Pieces::default();
            match piece {
                Piece::Attr(attr) => {
                    if !self.attributes.count(attr) {
                        continue;
                    }
                    let dialect = self.dialect(dialect_of_attr(ctx, attr));
                    self.attributes.set_dialect(attr, dialect);
                    if !self.encode_attr(attr, &mut inside) && self.numbers_distinct {
                        inside.0.extend(distinct_inside(ctx, attr).into_iter().map(Piece::Attr));
                    }
                }
                Piece::Type(ty) => {
                    if !self.types.count(ty) {
                        continue;
                    }
                    let dialect = self.dialect(ctx.dialect_of_type(ty));
                    self.types.set_dialect(ty, dialect);
                    self.encode_type(ty, &mut inside);
                }
                Piece::Resource(key) => {
                    if !self.resources.contains(&key) {
                        self.resources.push(key);
                    }
                }
            }
            self.pending.extend(inside.0.into_iter().rev());
        }
    }
}

/// What is written of an operation's attributes.
pub struct Parts {
    /// The dictionary.
    pub dictionary: Attr,
    /// The properties.
    pub properties: Properties,
}

/// The properties of an operation.
pub enum Properties {
    /// It has none, or they are in the dictionary.
    None,
    /// One attribute, of an operation without a definition.
    Attribute(Attr),
    /// By the definition.
    Native(NamedAttrs),
}

/// The distinct attributes inside an attribute, each once, in order.
fn distinct_inside(ctx: &Context, attr: Attr) -> Vec<Attr> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut waiting = vec![attr];
    while let Some(attr) = waiting.pop() {
        if !seen.insert(attr) {
            continue;
        }
        if matches!(ctx.attr_data(attr), AttrData::Distinct { .. }) {
            found.push(attr);
        }
        let start = waiting.len();
        map_inside(ctx, attr, &mut |part| {
            waiting.push(part);
            part
        });
        if let Some(parts) = waiting.get_mut(start..) {
            parts.reverse();
        }
    }
    found
}

/// Whether an operation is isolated by its definition: its regions are a body of their own.
fn is_isolated_by_definition(body: &Body, op: Op) -> bool {
    body.nested(op).is_some() || body.name(op).def().is_some_and(|def| def.is(Traits::ISOLATED))
}

/// The operations of a body with regions in it that use no value from outside of these.
fn isolated(body: &Body) -> FxHashSet<Op> {
    let mut search = IsolationSearch { body, depths: FxHashMap::default(), isolated: FxHashSet::default() };
    for &region in body.regions() {
        search.region(region, 0);
    }
    search.isolated
}

struct IsolationSearch<'b> {
    body: &'b Body,
    /// How many operations each region is inside of.
    depths: FxHashMap<Region, usize>,
    isolated: FxHashSet<Op>,
}

impl IsolationSearch<'_> {
    /// Looks through a region; returns the least depth of a region of which it uses a value.
    fn region(&mut self, region: Region, depth: usize) -> usize {
        self.depths.insert(region, depth);
        let mut least = depth;
        for &block in self.body.blocks(region) {
            for op in self.body.ops(block) {
                for &operand in self.body.all_operands(op) {
                    least = least.min(self.depth_of(operand).unwrap_or(depth));
                }
                let regions = self.body.op_regions(op);
                if regions.is_empty() {
                    continue;
                }
                let inner = regions.iter().map(|&region| self.region(region, depth + 1)).min();
                let inner = inner.unwrap_or(depth + 1);
                if inner > depth {
                    self.isolated.insert(op);
                }
                least = least.min(inner);
            }
        }
        least
    }

    fn depth_of(&self, value: Value) -> Option<usize> {
        let block = match self.body.value(value).def {
            ValueDef::Result(op, _) => self.body.parent(op)?,
            ValueDef::Argument(block, _) => block,
            ValueDef::Undefined => return None,
        };
        self.depths.get(&self.body.block_parent(block)?).copied()
    }
}
