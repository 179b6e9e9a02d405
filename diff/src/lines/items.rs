//! An entity as lines: its attributes, then its blocks and operations.

use std::fmt::Write;

use irtrip_dialect::metadata::{Attachments, NodeId, Site};
use irtrip_dialect::ops::{Traits, global_values};
use irtrip_dialect::{Attr, AttrData, Block, Body, Location, Op, OpName, Region, Str, Type, Value};
use rustc_hash::FxHashMap;

use crate::Side;
use crate::category::Category;
use crate::keys::body::constant_key;
use crate::keys::numbering::{constant_of, is_constant};
use crate::keys::{Digest, Key, Keys, counts_on_entity};
use crate::lines::printer::Printer;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    /// The entity itself.
    Head,
    /// One of its attributes.
    Attribute(Str, Attr),
    /// One of its attachments: the kind, the node, and which of its kind.
    Attachment(Str, NodeId, usize),
    /// A block of a body.
    Block(usize, Block),
    /// An operation of a body.
    Op(usize, Op),
}

/// A module-level operation, or a declaration that is a dictionary alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Source {
    Op(Op),
    Declared(Attr),
}

/// An entity laid out as items; bodies are counted from the module's.
pub(crate) struct Items<'a> {
    pub side: Side<'a>,
    pub entity: Source,
    pub bodies: Vec<&'a Body>,
    /// The same bodies of the module that was read with places.
    placed: Vec<&'a Body>,
    /// The items, and how deep each is nested.
    pub list: Vec<(Item, usize)>,
}

impl<'a> Items<'a> {
    /// Lays out an entity.
    pub fn new(side: Side<'a>, keys: &Keys<'a>, entity: Source) -> Items<'a> {
        let mut items = Items { side, entity, bodies: Vec::new(), placed: Vec::new(), list: vec![(Item::Head, 0)] };
        let attachments = items.entity_attachments(keys);
        for &(key, value) in side.ctx.entries(items.dictionary()) {
            if counts_on_entity(side.ctx, key, value) && keys.counts_beside(&attachments, key, value) {
                items.list.push((Item::Attribute(key, value), 0));
            }
        }
        let mut nth = 0;
        for (i, &(kind, node)) in attachments.iter().enumerate() {
            let again = i > 0 && attachments.get(i - 1).is_some_and(|a| a.0 == kind);
            nth = if again { nth + 1 } else { 0 };
            items.list.push((Item::Attachment(kind, node, nth), 0));
        }
        items.bodies.push(&side.module.body);
        items.placed.extend(side.places.map(|m| &m.body));
        if let Source::Op(op) = entity {
            items.inner(0, op, 0);
        }
        items
    }

    /// The entity without its lines.
    pub fn head(side: Side<'a>, entity: Source) -> Items<'a> {
        Items { side, entity, bodies: Vec::new(), placed: Vec::new(), list: Vec::new() }
    }

    /// What kind of line each is, in order.
    pub fn kinds(&self, keys: &mut Keys<'a>) -> Vec<Key> {
        let shape = |item: &Item| matches!(item, Item::Block(..) | Item::Op(..));
        let items: Vec<Item> = self.list.iter().map(|i| i.0).filter(shape).collect();
        items.into_iter().map(|item| self.kind(item, keys)).collect()
    }

    /// The types of all values, those of constants among them.
    pub fn value_types(&self) -> impl Iterator<Item = Type> + '_ {
        let bodies = self.bodies.iter().skip(1);
        bodies.flat_map(|b| (0..b.value_count()).map(|i| b.value_type(Value::new(i))))
    }

    /// The dictionaries of all operations in it.
    pub fn attributes(&self) -> impl Iterator<Item = Attr> + '_ {
        let bodies = self.bodies.iter().skip(1);
        bodies.flat_map(|b| (0..b.op_count()).map(|i| b.attrs(Op::new(i))))
    }

    /// The entity's dictionary.
    pub fn dictionary(&self) -> Attr {
        match self.entity {
            Source::Op(op) => self.side.module.body.attrs(op),
            Source::Declared(dictionary) => dictionary,
        }
    }

    /// The entity's operation.
    pub fn name(&self) -> OpName {
        match self.entity {
            Source::Op(op) => self.side.module.body.name(op),
            Source::Declared(_) => global_values::FUNC,
        }
    }

    /// Whether the entity is a function, so that what its body does is done, and no initializer.
    pub fn is_function(&self) -> bool {
        self.name().def().is_some_and(|d| d.attr_slot("function_type").is_some())
    }

    /// What the operations in an entity that is no function are about: a table's are entities themselves, a variable's
    /// compute its initializer.
    pub fn category_of_lines(&self) -> Category {
        let table = self.name().def().is_some_and(|d| d.is(Traits::SYMBOL_TABLE));
        if table { Category::Global } else { Category::Initializer }
    }

    /// What hangs on the entity.
    pub fn entity_attachments(&self, keys: &Keys) -> Attachments {
        match self.entity {
            Source::Op(op) => keys.attachments_of_entity(&self.side.module.body, op),
            Source::Declared(dictionary) => keys.attachments(dictionary, Site::Function),
        }
    }

    /// What hangs on an operation of a body.
    pub fn attachments(&self, keys: &Keys, body: usize, op: Op) -> Attachments {
        keys.attachments_of(self.bodies[body], self.function(), op)
    }

    /// The entity's operation in the module's body.
    pub fn function(&self) -> Op {
        match self.entity {
            Source::Op(op) => op,
            Source::Declared(_) => Op::new(0),
        }
    }

    /// Line and column of an item in its file.
    pub fn place(&self, item: Item) -> Option<(u32, u32)> {
        let (body, op) = match (item, self.entity) {
            (Item::Op(body, op), _) => (*self.placed.get(body)?, op),
            (Item::Block(body, block), _) => {
                let body = *self.placed.get(body)?;
                (body, body.first_op(block)?)
            }
            (_, Source::Op(op)) => (*self.placed.first()?, op),
            (_, Source::Declared(_)) => return None,
        };
        if op.index() >= body.op_count() {
            return None;
        }
        match self.side.ctx.attr_data(body.loc(op)) {
            AttrData::Location(Location::File { line, column, .. }) => Some((*line, *column)),
            _ => None,
        }
    }

    fn inner(&mut self, body: usize, op: Op, depth: usize) {
        let Some(&of) = self.bodies.get(body) else { return };
        for &region in of.op_regions(op) {
            self.region(body, of, region, depth);
        }
        if let Some(nested) = of.nested(op) {
            let index = self.bodies.len();
            self.bodies.push(nested);
            if let Some(placed) = self.placed.get(body).filter(|p| op.index() < p.op_count()).and_then(|p| p.nested(op))
                && self.placed.len() == index
            {
                self.placed.push(placed);
            }
            for &region in nested.regions() {
                self.region(index, nested, region, depth);
            }
        }
    }

    fn region(&mut self, index: usize, body: &'a Body, region: Region, depth: usize) {
        for &block in body.blocks(region) {
            self.list.push((Item::Block(index, block), depth));
            for op in body.ops(block).filter(|&op| !is_constant(body, op)) {
                self.list.push((Item::Op(index, op), depth));
                self.inner(index, op, depth + 1);
            }
        }
    }

    /// The values a line defines.
    pub fn defines(&self, item: Item) -> Vec<(usize, Value)> {
        match item {
            Item::Head | Item::Attribute(..) | Item::Attachment(..) => Vec::new(),
            Item::Block(body, block) => self.bodies[body].block_args(block).iter().map(|&v| (body, v)).collect(),
            Item::Op(body, op) => self.bodies[body].results(op).map(|v| (body, v)).collect(),
        }
    }

    /// A key of an item that does not depend on which values and blocks it mentions, to find the item's counterpart.
    fn outline(&self, item: Item, keys: &mut Keys<'a>) -> Key {
        let mut hash = Digest::new();
        match item {
            Item::Head => hash.number(0),
            Item::Attribute(key, _) => hash.bytes(self.side.ctx.bytes(key)),
            Item::Attachment(kind, _, nth) => {
                hash.number(nth as u64);
                hash.bytes(self.side.ctx.bytes(kind));
            }
            Item::Block(body, block) => {
                hash.number(1);
                for &arg in self.bodies[body].block_args(block) {
                    hash.wide(keys.ty(self.bodies[body].value_type(arg)));
                }
            }
            Item::Op(body, op) => {
                let body = self.bodies[body];
                hash.wide(keys.op_name(body.name(op)));
                hash.wide(keys.attr(body.attrs(op)).key);
                for &operand in body.all_operands(op) {
                    match constant_of(body, operand) {
                        Some(constant) => hash.wide(constant_key(keys, body, constant, operand)),
                        None => hash.wide(keys.ty(body.value_type(operand))),
                    }
                }
                for result in body.results(op) {
                    hash.wide(keys.ty(body.value_type(result)));
                }
            }
        }
        hash.key()
    }

    /// The keys by which items are matched, the finest first: with what defines the operands, by itself, by what kind
    /// of line it is, and by what it could stand in for.
    pub fn levels(&self, keys: &mut Keys<'a>) -> [Vec<Key>; 4] {
        let outlines: Vec<Key> = self.list.iter().map(|&(item, _)| self.outline(item, keys)).collect();
        let mut defined: FxHashMap<(usize, Value), Key> = FxHashMap::default();
        for (&(item, _), &key) in self.list.iter().zip(&outlines) {
            defined.extend(self.defines(item).into_iter().map(|value| (value, key)));
        }
        let with_operands = self.list.iter().zip(&outlines).map(|(&(item, _), &outline)| match item {
            Item::Op(index, op) => {
                let mut hash = Digest::new();
                hash.wide(outline);
                for &operand in self.bodies[index].all_operands(op) {
                    hash.wide(defined.get(&(index, operand)).copied().unwrap_or_default());
                }
                hash.key()
            }
            _ => outline,
        });
        let with_operands = with_operands.collect();
        let kinds = self.list.iter().map(|&(item, _)| self.kind(item, keys)).collect();
        let shapes = self.list.iter().map(|&(item, _)| self.shape(item, keys)).collect();
        [with_operands, outlines, kinds, shapes]
    }

    /// What kind of line an item is: a block, an operation of some name.
    fn kind(&self, item: Item, keys: &mut Keys<'a>) -> Key {
        match item {
            Item::Head => 0,
            Item::Block(..) => 2,
            Item::Op(body, op) => keys.op_name(self.bodies[body].name(op)),
            Item::Attribute(..) | Item::Attachment(..) => self.outline(item, keys),
        }
    }

    /// What an operation could stand in for: one with results of these types, or another end of a block.
    fn shape(&self, item: Item, keys: &mut Keys<'a>) -> Key {
        let Item::Op(body, op) = item else { return self.kind(item, keys) };
        let body = self.bodies[body];
        let mut hash = Digest::new();
        hash.flag(body.name(op).def().is_some_and(|d| d.is(Traits::TERMINATOR)));
        for result in body.results(op) {
            hash.wide(keys.ty(body.value_type(result)));
        }
        hash.key()
    }

    /// The line of an item, with values and blocks named by `names`.
    pub fn text(&self, item: Item, depth: usize, shown: &mut Printer, names: &Names) -> String {
        let mut out = " ".repeat(depth * 2);
        match item {
            Item::Head => self.title(&mut out),
            Item::Attribute(key, value) => {
                let _ = write!(out, "    {}", shown.entry(Some(self.name()), key, value));
            }
            Item::Attachment(kind, node, _) => {
                let _ = write!(out, "    !{} ", self.side.ctx.text(kind));
                shown.node(node, 1, &mut out);
            }
            Item::Block(body, block) => {
                out.push_str(names.block(body, block));
                self.arguments(body, block, shown, names, &mut out);
                out.push(':');
            }
            Item::Op(body, op) => {
                out.push_str("  ");
                self.operation(body, op, shown, names, &mut out);
            }
        }
        out
    }

    fn title(&self, out: &mut String) {
        let ctx = self.side.ctx;
        let _ = write!(out, "{}", ctx.op_name_str(self.name()));
        if let Some(name) = crate::lines::entities::symbol(self.side, self.entity) {
            let _ = write!(out, " @{}", ctx.text(name));
        }
    }

    /// `%r = llvm.add(%x, 7 : i32) {key = value} [^next(%y)] : i32`
    fn operation(&self, index: usize, op: Op, shown: &mut Printer, names: &Names, out: &mut String) {
        let body = self.bodies[index];
        for (i, result) in body.results(op).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            out.push_str(names.value(index, result));
        }
        out.push_str(if body.results(op).len() > 0 { " = " } else { "" });
        let _ = write!(out, "{}(", self.side.ctx.op_name_str(body.name(op)));
        self.values(index, body.operands(op), shown, names, out);
        out.push(')');
        let attachments = self.attachments(shown.keys, index, op);
        let mut entries: Vec<String> = Vec::new();
        for &(key, value) in self.side.ctx.entries(body.attrs(op)) {
            if shown.keys.counts_beside(&attachments, key, value) {
                entries.push(shown.entry(Some(body.name(op)), key, value));
            }
        }
        if !entries.is_empty() {
            let _ = write!(out, " {{{}}}", entries.join(", "));
        }
        for (i, successor) in body.successors(op).iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { " [" });
            out.push_str(names.block(index, successor.block));
            let args = body.successor_args(successor);
            if !args.is_empty() {
                out.push('(');
                self.values(index, args, shown, names, out);
                out.push(')');
            }
        }
        out.push_str(if body.successors(op).is_empty() { "" } else { "]" });
        for (i, result) in body.results(op).enumerate() {
            out.push_str(if i > 0 { ", " } else { " : " });
            shown.ty(body.value_type(result), out);
        }
        self.attached(&attachments, shown, out);
    }

    fn attached(&self, attachments: &Attachments, shown: &mut Printer, out: &mut String) {
        for &(kind, node) in attachments {
            let _ = write!(out, ", !{} ", self.side.ctx.text(kind));
            shown.node(node, 0, out);
        }
    }

    fn values(&self, index: usize, values: &[Value], shown: &mut Printer, names: &Names, out: &mut String) {
        let body = self.bodies[index];
        for (i, &value) in values.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            match constant_of(body, value) {
                Some(op) => constant(body, op, value, shown, out),
                None => out.push_str(names.value(index, value)),
            }
        }
    }

    fn arguments(&self, index: usize, block: Block, shown: &mut Printer, names: &Names, out: &mut String) {
        let body = self.bodies[index];
        for (i, &value) in body.block_args(block).iter().enumerate() {
            let _ = write!(out, "{}{}: ", if i > 0 { ", " } else { "(" }, names.value(index, value));
            shown.ty(body.value_type(value), out);
            let (flags, attachments) = shown.keys.phi(body, self.function(), block, i);
            if let Some(flags) = flags {
                out.push(' ');
                shown.attr(flags, out);
            }
            self.attached(&attachments, shown, out);
        }
        out.push_str(if body.block_args(block).is_empty() { "" } else { ")" });
    }

    /// An operand as it is shown.
    pub fn operand(&self, index: usize, value: Value, shown: &mut Printer, names: &Names) -> String {
        let mut out = String::new();
        self.values(index, &[value], shown, names, &mut out);
        out
    }
}

/// A constant where it is used: `7 : i32`, `@f`, `zero : !llvm.ptr`.
pub(crate) fn constant(body: &Body, op: Op, value: Value, shown: &mut Printer, out: &mut String) {
    use irtrip_dialect::ops::{Constant, LlvmForm};
    let entries = shown.entries(body.name(op), body.attrs(op));
    let kind = match body.name(op).def().map(|d| d.llvm) {
        Some(LlvmForm::Constant(kind)) => kind,
        _ => Constant::Encoded,
    };
    let bare = |entry: Option<&String>| entry.and_then(|e| e.split_once(" = ")).map(|e| e.1.to_owned());
    match (kind, entries.as_slice()) {
        (Constant::Value | Constant::AddressOf, [one]) => out.push_str(&bare(Some(one)).unwrap_or_default()),
        (Constant::Zero, []) => out.push_str("zero"),
        (Constant::Undef, []) => out.push_str("undef"),
        (Constant::Poison, []) => out.push_str("poison"),
        (Constant::NoneToken, []) => out.push_str("none"),
        _ => {
            let _ = write!(out, "{}{{{}}}", shown.keys.ctx.op_name_str(body.name(op)), entries.join(", "));
        }
    }
    let mut ty = String::from(" : ");
    shown.ty(body.value_type(value), &mut ty);
    if !out.ends_with(&ty) && kind != Constant::AddressOf {
        out.push_str(&ty);
    }
}

/// What a diff calls the values and blocks of one side's bodies.
pub(crate) struct Names {
    values: Vec<Vec<String>>,
    blocks: Vec<Vec<String>>,
}

impl Names {
    /// Nothing has a name yet.
    pub fn new(bodies: &[&Body]) -> Names {
        Names {
            values: bodies.iter().map(|b| vec![String::new(); b.value_count()]).collect(),
            blocks: bodies.iter().map(|b| vec![String::new(); b.block_count()]).collect(),
        }
    }

    /// A value's name; empty until it has one.
    pub fn value(&self, body: usize, value: Value) -> &str {
        self.values.get(body).and_then(|v| v.get(value.index())).map_or("", String::as_str)
    }

    /// A block's name; empty until it has one.
    pub fn block(&self, body: usize, block: Block) -> &str {
        self.blocks.get(body).and_then(|b| b.get(block.index())).map_or("", String::as_str)
    }

    /// Names a value.
    pub fn set_value(&mut self, body: usize, value: Value, name: String) {
        if let Some(slot) = self.values.get_mut(body).and_then(|v| v.get_mut(value.index())) {
            *slot = name;
        }
    }

    /// Names a block.
    pub fn set_block(&mut self, body: usize, block: Block, name: String) {
        if let Some(slot) = self.blocks.get_mut(body).and_then(|b| b.get_mut(block.index())) {
            *slot = name;
        }
    }
}
