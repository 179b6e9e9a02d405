//! Numbers of dialects, operation names, attributes, types, resources and values.

mod isolation;
mod parts;
mod table;

use std::borrow::Cow;
use std::{mem, ptr};

use irtrip_dialect::attributes::{map_inside, well_known as attrs};
use irtrip_dialect::dense_map::Handle;
use irtrip_dialect::mlir_release::{ReleaseForm, vector_of_llvm};
use irtrip_dialect::ops::builtin;
use irtrip_dialect::release::Release;
use irtrip_dialect::{
    Attr, AttrData, Block, Body, Context, ContextDialects, Op, OpName, Region, Str, Type, TypeData, Value,
};
use irtrip_grammar::print_attr_numbered;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::encoding::{Version, is_own};
use crate::properties::{Property, is_registered};

use super::sink::{Sink, dialect_of_attr, encode_attr, encode_type};
use super::uses::{UseListOrders, use_list_orders};
use super::{Options, Root, split_name};
use isolation::{is_isolated_by_definition, isolated};
use parts::PartsKey;
pub use parts::{Parts, Properties};
pub use table::{Entry, Table};

/// The numbers of what is in a body.
#[derive(Debug, Default)]
pub struct BodyNumbers {
    values: Vec<u32>,
    /// The place of each block in its region.
    blocks: Vec<u32>,
    /// The place of each operation's parts.
    parts: Vec<u32>,
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

    /// The place of a block in its region.
    pub fn block(&self, block: Block) -> u64 {
        u64::from(self.blocks.get(block.index()).copied().unwrap_or(0))
    }

    /// The place of an operation's parts among those of [`Numbering::parts`].
    pub fn parts(&self, op: Op) -> usize {
        self.parts.get(op.index()).map_or(0, |&place| place as usize)
    }

    fn set_value(&mut self, value: Value, next: &mut u32) {
        if let Some(slot) = self.values.get_mut(value.index()) {
            *slot = *next;
        }
        *next += 1;
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
    pub op_names: Table<NameIndex>,
    names: Vec<WrittenName>,
    name_indices: FxHashMap<WrittenName, NameIndex>,
    /// What operations have in common.
    pub parts: Vec<Parts>,
    known_parts: FxHashMap<PartsKey, usize>,
    /// The generic form of the release that reads the file, if that is another than the model's.
    form: Option<ReleaseForm<'m>>,
    /// The keys of resources in the order of their first use.
    pub resources: Vec<Str>,
    known_resources: FxHashSet<Str>,
    /// The numbers of each body, by its address.
    bodies: FxHashMap<usize, BodyNumbers>,
    orders: FxHashMap<OpName, Vec<Property>>,
    pending: Vec<Piece>,
    /// The pieces of the encoding that was looked into last: it is empty in between.
    inside: Pieces,
}

/// The place of an operation's name among those of the file, in the order of their first use.
#[derive(Clone, Copy, Debug)]
pub struct NameIndex(u32);

impl Handle for NameIndex {
    fn index(self) -> usize {
        self.0 as usize
    }
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
            names: Vec::new(),
            name_indices: FxHashMap::default(),
            parts: Vec::new(),
            known_parts: FxHashMap::default(),
            resources: Vec::new(),
            known_resources: FxHashSet::default(),
            bodies: FxHashMap::default(),
            orders: FxHashMap::default(),
            pending: Vec::new(),
            inside: Pieces::default(),
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
        self.bodies.get(&address(body))
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
                blocks: vec![0; body.block_count()],
                parts: vec![0; body.op_count()],
                isolated: isolated(body),
                ..BodyNumbers::default()
            };
            if self.version.has_use_list_orders() {
                numbers.orders = use_list_orders(self.ctx, body);
            }
            self.bodies.insert(address(body), numbers);
            waiting.extend(body.linked_ops().filter_map(|op| root.nested(body, op)));
        }
    }

    /// Numbers the operations in the order in which upstream's writer meets them: the regions that were met last come first.
    fn number_all(&mut self, root: &Root<'m>) {
        let mut next = 0;
        let mut outer = self.take_numbers(root.body);
        self.operation(&mut outer, root.body, root.op, &mut next);
        self.bodies.insert(address(root.body), outer);
        let mut waiting: Vec<(&'m Body, Region, u32)> = Vec::new();
        self.push_regions(root, root.body, root.op, next, &mut waiting);
        while let Some((body, region, first)) = waiting.pop() {
            let mut next = first;
            let mut numbers = self.take_numbers(body);
            for (number, &block) in (0..).zip(body.blocks(region)) {
                if let Some(slot) = numbers.blocks.get_mut(block.index()) {
                    *slot = number;
                }
                for (place, &argument) in body.block_args(block).iter().enumerate() {
                    numbers.set_value(argument, &mut next);
                    self.attr(body.block_arg_loc(block, place));
                    self.ty(body.value_type(argument));
                }
                for op in body.ops(block) {
                    self.operation(&mut numbers, body, op, &mut next);
                }
            }
            if numbers.region_values.len() <= region.index() {
                numbers.region_values.resize(region.index() + 1, 0);
            }
            if let Some(count) = numbers.region_values.get_mut(region.index()) {
                *count = next - first;
            }
            self.bodies.insert(address(body), numbers);
            for &block in body.blocks(region) {
                for op in body.ops(block) {
                    self.push_regions(root, body, op, next, &mut waiting);
                }
            }
        }
    }

    /// The numbers of a body, which are put back once its region is done.
    fn take_numbers(&mut self, body: &Body) -> BodyNumbers {
        self.bodies.get_mut(&address(body)).map(mem::take).unwrap_or_default()
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

    /// Numbers an operation without its operands and regions.
    fn operation(&mut self, numbers: &mut BodyNumbers, body: &Body, op: Op, next: &mut u32) {
        let place = self.parts_of(body, op);
        if let Some(slot) = numbers.parts.get_mut(op.index()) {
            *slot = place as u32;
        }
        let Some(parts) = self.parts.get_mut(place) else { return };
        let (name, dictionary, attributes) = (parts.name, parts.dictionary, mem::take(&mut parts.attributes));
        if !self.op_names.count(name) {
            let spelled = self.name(name).spelled(self.ctx);
            let dialect = self.dialect(split_name(&spelled).0.as_bytes());
            self.op_names.add(name, dialect);
        }
        for result in body.results(op) {
            numbers.set_value(result, next);
            self.ty(body.value_type(result));
        }
        if dictionary != attrs::EMPTY_DICTIONARY {
            self.attr(dictionary);
        }
        attributes.iter().for_each(|&attribute| self.attr(attribute));
        self.attr(body.loc(op));
        if let Some(parts) = self.parts.get_mut(place) {
            parts.attributes = attributes;
        }
    }

    /// The release that reads the file, if that is another than the model's.
    pub fn release(&self) -> Option<Release> {
        self.form.as_ref().map(|form| form.release)
    }

    /// A name of the file.
    pub fn name(&self, name: NameIndex) -> WrittenName {
        self.names.get(name.index()).copied().unwrap_or(WrittenName { name: builtin::MODULE, other: None })
    }

    /// The place of the name that an operation has in the file.
    fn name_index(&mut self, body: &Body, op: Op) -> NameIndex {
        let other = self.form.as_ref().and_then(|form| form.name(body, op));
        let name = WrittenName { name: body.name(op), other: other.map(|other| self.ctx.str(&other)) };
        *self.name_indices.entry(name).or_insert_with(|| {
            self.names.push(name);
            NameIndex(self.names.len() as u32 - 1)
        })
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
        if !self.attributes.count(attr) {
            self.number(Piece::Attr(attr));
        }
    }

    fn ty(&mut self, ty: Type) {
        if !self.types.count(ty) {
            self.number(Piece::Type(ty));
        }
    }

    /// Numbers what has no number and what is inside it: each whole before the next.
    fn number(&mut self, piece: Piece) {
        let ctx = self.ctx;
        let mut inside = mem::take(&mut self.inside);
        self.pending.push(piece);
        while let Some(piece) = self.pending.pop() {
            match piece {
                Piece::Attr(attr) if !self.attributes.count(attr) => {
                    let dialect = self.dialect(dialect_of_attr(ctx, attr));
                    self.attributes.add(attr, dialect);
                    if !self.encode_attr(attr, &mut inside) && self.numbers_distinct {
                        inside.0.extend(distinct_inside(ctx, attr).into_iter().map(Piece::Attr));
                    }
                }
                Piece::Type(ty) if !self.types.count(ty) => {
                    let dialect = self.dialect(ctx.dialect_of_type(ty));
                    self.types.add(ty, dialect);
                    self.encode_type(ty, &mut inside);
                }
                Piece::Resource(key) if self.known_resources.insert(key) => self.resources.push(key),
                Piece::Attr(_) | Piece::Type(_) | Piece::Resource(_) => {}
            }
            self.pending.extend(inside.0.drain(..).rev());
        }
        self.inside = inside;
    }
}

/// What tells a body from others.
fn address(body: &Body) -> usize {
    ptr::from_ref(body).addr()
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
