//! An entity as lines: its attributes, then its blocks and operations.

use std::fmt::Write;

use irtrip_dialect::{Block, Body, Op, Region, Value};

use crate::Side;
use crate::body::{constant_key, has_nodes};
use crate::keys::{Digest, Key, Keys};
use crate::numbering::{constant_of, is_constant};
use crate::shown::Shown;

/// What a line is about.
#[derive(Clone, Copy)]
pub(crate) enum Item {
    /// The entity itself.
    Head,
    /// One of its attributes, by place.
    Attribute(usize),
    /// A block of a body.
    Block(usize, Block),
    /// An operation of a body.
    Op(usize, Op),
}

/// An entity laid out as items; bodies are counted from the entity's own.
pub(crate) struct Items<'a> {
    side: Side<'a>,
    entity: Op,
    attributes: Vec<String>,
    pub bodies: Vec<&'a Body>,
    /// The items, and how deep each is nested.
    pub list: Vec<(Item, usize)>,
}

impl<'a> Items<'a> {
    /// Lays out a module-level operation.
    pub fn new(side: Side<'a>, keys: &mut Keys<'a>, entity: Op) -> Items<'a> {
        let body = &side.module.body;
        let attributes = Shown::new(keys).entries(body.name(entity), body.attrs(entity));
        let mut items = Items { side, entity, attributes, bodies: Vec::new(), list: vec![(Item::Head, 0)] };
        items.list.extend((0..items.attributes.len()).map(|i| (Item::Attribute(i), 0)));
        items.bodies.push(body);
        items.inner(0, entity, 0);
        items
    }

    fn inner(&mut self, body: usize, op: Op, depth: usize) {
        let Some(&of) = self.bodies.get(body) else { return };
        for &region in of.op_regions(op) {
            self.region(body, of, region, depth);
        }
        if let Some(nested) = of.nested(op) {
            let index = self.bodies.len();
            self.bodies.push(nested);
            for &region in nested.roots() {
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
            Item::Head | Item::Attribute(_) => Vec::new(),
            Item::Block(body, block) => self.bodies[body].block_args(block).iter().map(|&v| (body, v)).collect(),
            Item::Op(body, op) => self.bodies[body].results(op).map(|v| (body, v)).collect(),
        }
    }

    /// A key of an item that does not depend on which values and blocks it mentions, to find the item's counterpart.
    pub fn outline(&self, item: Item, keys: &mut Keys<'a>) -> Key {
        let mut hash = Digest::new();
        match item {
            Item::Head => hash.number(0),
            Item::Attribute(i) => hash.bytes(self.attributes[i].as_bytes()),
            Item::Block(body, block) => {
                hash.number(1);
                for &arg in self.bodies[body].block_args(block) {
                    hash.wide(keys.ty(self.bodies[body].value_type(arg)));
                }
            }
            Item::Op(body, op) => {
                let body = self.bodies[body];
                hash.wide(keys.op_name(body.name(op)));
                hash.wide(keys.attr(body.attrs(op), has_nodes(keys.ctx, body.name(op))).key);
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

    /// The kind of each of some items: a block or an operation of some name.
    pub fn kinds(&self, range: std::ops::Range<usize>) -> Vec<Key> {
        let kind = |item: &Item| match *item {
            Item::Head => 0,
            Item::Attribute(_) => 1,
            Item::Block(..) => 2,
            Item::Op(body, op) => 3 + self.bodies[body].name(op).index() as Key,
        };
        self.list.get(range).unwrap_or_default().iter().map(|(item, _)| kind(item)).collect()
    }

    /// The line of an item, with values and blocks named by `names`.
    pub fn text(&self, item: Item, depth: usize, shown: &mut Shown, names: &Names) -> String {
        let mut out = " ".repeat(depth * 2);
        match item {
            Item::Head => self.head(&mut out),
            Item::Attribute(i) => {
                let _ = write!(out, "    {}", self.attributes[i]);
            }
            Item::Block(body, block) => {
                out.push_str(names.block(body, block));
                self.typed_list(body, self.bodies[body].block_args(block), shown, names, &mut out);
                out.push(':');
            }
            Item::Op(body, op) => {
                out.push_str("  ");
                self.operation(body, op, shown, names, &mut out);
            }
        }
        out
    }

    fn head(&self, out: &mut String) {
        let (ctx, body) = (self.side.ctx, &self.side.module.body);
        let _ = write!(out, "{}", ctx.op_name_str(body.name(self.entity)));
        if let Some(name) = crate::module::symbol(self.side, self.entity) {
            let _ = write!(out, " @{}", ctx.text(name));
        }
    }

    /// `%r = llvm.add(%x, 7 : i32) {key = value} [^next(%y)] : i32`
    fn operation(&self, index: usize, op: Op, shown: &mut Shown, names: &Names, out: &mut String) {
        let body = self.bodies[index];
        for (i, result) in body.results(op).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            out.push_str(names.value(index, result));
        }
        out.push_str(if body.results(op).len() > 0 { " = " } else { "" });
        let _ = write!(out, "{}(", self.side.ctx.op_name_str(body.name(op)));
        self.values(index, body.operands(op), shown, names, out);
        out.push(')');
        let entries = shown.entries(body.name(op), body.attrs(op));
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
    }

    fn values(&self, index: usize, values: &[Value], shown: &mut Shown, names: &Names, out: &mut String) {
        let body = self.bodies[index];
        for (i, &value) in values.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            match constant_of(body, value) {
                Some(op) => constant(body, op, value, shown, out),
                None => out.push_str(names.value(index, value)),
            }
        }
    }

    fn typed_list(&self, index: usize, values: &[Value], shown: &mut Shown, names: &Names, out: &mut String) {
        if values.is_empty() {
            return;
        }
        out.push('(');
        for (i, &value) in values.iter().enumerate() {
            let _ = write!(out, "{}{}: ", if i > 0 { ", " } else { "" }, names.value(index, value));
            shown.ty(self.bodies[index].value_type(value), out);
        }
        out.push(')');
    }
}

/// A constant where it is used: `7 : i32`, `@f`, `zero : !llvm.ptr`.
fn constant(body: &Body, op: Op, value: Value, shown: &mut Shown, out: &mut String) {
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
