//! Makes the listing of a global value: lines for its attributes, then for its blocks and operations.

use std::borrow::Cow;
use std::fmt::Write;

use irtrip_dialect::attr_table::AttrKindDefinition;
use irtrip_dialect::metadata::{AttachmentSite, Attachments, NodeId};
use irtrip_dialect::ops::{Traits, global_values};
use irtrip_dialect::{
    Attr, AttrData, Block, Body, ContextDialects, Op, OpName, OpNameDefinition, Region, Str, Type, Value,
};
use rustc_hash::FxHashMap;

use crate::Side;
use crate::category::Category;
use crate::lines::numbered::is_by_number;
use crate::lines::value_names::ValueNames;
use crate::lines::weighed_pairs::Levels;
use crate::printer::Printer;
use crate::structural_hash::global_value::constant_hash;
use crate::structural_hash::value_numbering::{block_order, constant_of, is_constant};
use crate::structural_hash::{HashBuilder, StructuralHash, StructuralHasher, is_compared, is_compared_on_global_value};

/// What a line of a listing shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// The global value's operation and symbol name.
    Header,
    /// An attribute of the global value.
    Attribute(Str, Attr),
    /// A metadata attachment of the global value: the kind, the node, and which of the attachments of that kind it is.
    Attachment(Str, NodeId, usize),
    /// The label and arguments of a block in the body with this index.
    Block(usize, Block),
    /// An operation of the body with this index.
    Op(usize, Op),
}

/// A global value: a module-level operation, or a declaration that the module holds as a dictionary of attributes instead
/// of as an operation. Comdats, `llvm.global_ctors` and other module-level operations are included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GlobalValue {
    /// A module-level operation.
    Op(Op),
    /// A declaration as a dictionary.
    Declaration(Attr),
}

/// The lines of a global value.
pub(crate) struct Listing<'a> {
    pub side: Side<'a>,
    pub global_value: GlobalValue,
    pub bodies: Vec<&'a Body>,
    /// The lines, each with its nesting depth.
    pub lines: Vec<(Line, usize)>,
}

impl<'a> Listing<'a> {
    /// Makes the lines of a global value.
    pub fn new(side: Side<'a>, hasher: &StructuralHasher<'a>, global_value: GlobalValue) -> Listing<'a> {
        let mut listing = Listing { side, global_value, bodies: Vec::new(), lines: vec![(Line::Header, 0)] };
        let attachments = listing.attachments_of_global_value(hasher);
        for &(key, value) in side.ctx.entries(listing.dictionary()) {
            if is_compared_on_global_value(side.ctx, key, value) && hasher.is_compared_with(&attachments, key, value) {
                listing.lines.push((Line::Attribute(key, value), 0));
            }
        }
        let mut nth = 0;
        for (i, &(kind, node)) in attachments.iter().enumerate() {
            let again = i > 0 && attachments.get(i - 1).is_some_and(|a| a.0 == kind);
            nth = if again { nth + 1 } else { 0 };
            listing.lines.push((Line::Attachment(kind, node, nth), 0));
        }
        listing.bodies.push(&side.module.body);
        if let GlobalValue::Op(op) = global_value {
            listing.regions_of(0, op, 0);
        }
        listing
    }

    /// A listing without lines, for its methods about the global value as a whole.
    pub fn without_lines(side: Side<'a>, global_value: GlobalValue) -> Listing<'a> {
        Listing { side, global_value, bodies: Vec::new(), lines: Vec::new() }
    }

    /// The kinds of the lines that are blocks or operations, in order.
    pub fn kinds(&self, hasher: &mut StructuralHasher<'a>) -> Vec<StructuralHash> {
        let is_block_or_op = |line: &Line| matches!(line, Line::Block(..) | Line::Op(..));
        let lines: Vec<Line> = self.lines.iter().map(|i| i.0).filter(is_block_or_op).collect();
        lines.into_iter().map(|line| self.kind_of(line, hasher)).collect()
    }

    /// The types of all values in the global value's bodies, including constants.
    pub fn value_types(&self) -> impl Iterator<Item = Type> + '_ {
        let bodies = self.bodies.iter().skip(1);
        bodies.flat_map(|b| (0..b.value_count()).map(|i| b.value_type(Value::new(i))))
    }

    /// The attribute dictionaries of all operations in the global value's bodies.
    pub fn attributes(&self) -> impl Iterator<Item = Attr> + '_ {
        let bodies = self.bodies.iter().skip(1);
        bodies.flat_map(|b| (0..b.op_count()).map(|i| b.attrs(Op::new(i))))
    }

    /// The global value's attribute dictionary.
    pub fn dictionary(&self) -> Attr {
        match self.global_value {
            GlobalValue::Op(op) => self.side.module.body.attrs(op),
            GlobalValue::Declaration(dictionary) => dictionary,
        }
    }

    /// The name of the global value's operation.
    pub fn name(&self) -> OpName {
        match self.global_value {
            GlobalValue::Op(op) => self.side.module.body.name(op),
            GlobalValue::Declaration(_) => global_values::FUNC,
        }
    }

    /// Whether the global value is a function, so that its operations are instructions and not an initializer.
    pub fn is_function(&self) -> bool {
        self.name().def().is_some_and(|d| d.attr_slot("function_type").is_some())
    }

    /// The category of the operations in a global value that is no function: in a symbol table such as a comdat operation,
    /// they are global values; in a variable, they compute its initializer.
    pub fn category_of_body(&self) -> Category {
        let table = self.name().def().is_some_and(|d| d.is(Traits::SYMBOL_TABLE));
        if table { Category::Global } else { Category::Initializer }
    }

    /// The metadata attachments of the global value.
    pub fn attachments_of_global_value(&self, hasher: &StructuralHasher) -> Attachments {
        match self.global_value {
            GlobalValue::Op(op) => hasher.attachments_of_global_value(&self.side.module.body, op),
            GlobalValue::Declaration(dictionary) => hasher.attachments(dictionary, AttachmentSite::Function),
        }
    }

    /// The metadata attachments of an operation of the body with this index.
    pub fn attachments(&self, hasher: &StructuralHasher, body: usize, op: Op) -> Attachments {
        hasher.attachments_of_instruction(self.bodies[body], self.function(), op)
    }

    /// The global value's operation in the module's body.
    pub fn function(&self) -> Op {
        match self.global_value {
            GlobalValue::Op(op) => op,
            GlobalValue::Declaration(_) => Op::new(0),
        }
    }

    /// The line and column in the source file of what a line shows, where they are known.
    pub fn location(&self, line: Line) -> Option<(u32, u32)> {
        let (body, op) = match (line, self.global_value) {
            (Line::Op(body, op), _) => (*self.bodies.get(body)?, op),
            (Line::Block(body, block), _) => {
                let body = *self.bodies.get(body)?;
                (body, body.first_op(block)?)
            }
            (_, GlobalValue::Op(op)) => (&self.side.module.body, op),
            (_, GlobalValue::Declaration(_)) => return None,
        };
        Some(self.side.source?.location(body.text_place(op)?))
    }

    /// As [`location`](Self::location), of a block's argument.
    pub fn location_of_argument(&self, body: usize, block: Block, index: usize) -> Option<(u32, u32)> {
        let body = *self.bodies.get(body)?;
        let argument = *body.block_args(block).get(index)?;
        Some(self.side.source?.location(body.argument_text_place(argument)?))
    }

    /// Appends the lines of an operation's regions: those in the body with index `body`, and those of the operation's own.
    fn regions_of(&mut self, body: usize, op: Op, depth: usize) {
        let Some(&of) = self.bodies.get(body) else { return };
        for &region in of.op_regions(op) {
            self.region(body, of, region, depth);
        }
        if let Some(nested) = of.nested(op) {
            let index = self.bodies.len();
            self.bodies.push(nested);
            for &region in nested.regions() {
                self.region(index, nested, region, depth);
            }
        }
    }

    fn region(&mut self, index: usize, body: &'a Body, region: Region, depth: usize) {
        // Lines of a text stand where the text has them.
        let blocks = match self.side.source {
            Some(_) => Cow::Borrowed(body.blocks(region)),
            None => block_order(body, region),
        };
        for &block in &*blocks {
            self.lines.push((Line::Block(index, block), depth));
            for op in body.ops(block).filter(|&op| !is_constant(body, op)) {
                self.lines.push((Line::Op(index, op), depth));
                self.regions_of(index, op, depth + 1);
            }
        }
    }

    /// The values that a line defines, each with the index of its body.
    pub fn defines(&self, line: Line) -> Vec<(usize, Value)> {
        match line {
            Line::Header | Line::Attribute(..) | Line::Attachment(..) => Vec::new(),
            Line::Block(body, block) => self.bodies[body].block_args(block).iter().map(|&v| (body, v)).collect(),
            Line::Op(body, op) => self.bodies[body].results(op).map(|v| (body, v)).collect(),
        }
    }

    /// A hash of a line that does not depend on which values and blocks it refers to.
    pub fn line_hash(&self, line: Line, hasher: &mut StructuralHasher<'a>) -> StructuralHash {
        let mut hash = HashBuilder::new();
        match line {
            Line::Header => hash.add_u64(0),
            Line::Attribute(key, _) => hash.add_bytes(self.side.ctx.bytes(key)),
            Line::Attachment(kind, _, nth) => {
                hash.add_u64(nth as u64);
                hash.add_bytes(self.side.ctx.bytes(kind));
            }
            Line::Block(body, block) => {
                hash.add_u64(1);
                for &arg in self.bodies[body].block_args(block) {
                    hash.add_u128(hasher.ty(self.bodies[body].value_type(arg)));
                }
            }
            Line::Op(body, op) => {
                let body = self.bodies[body];
                hash.add_u128(hasher.op_name(body.name(op)));
                let compared =
                    |entry: &&(Str, Attr)| !is_by_number(entry.0) && is_compared(self.side.ctx, entry.0, entry.1);
                for &(key, value) in self.side.ctx.entries(body.attrs(op)).iter().filter(compared) {
                    hash.add_bytes(self.side.ctx.bytes(key));
                    hash.add_u128(hasher.attr(value).hash);
                }
                if body.name(op).def().is_some_and(|def| def.llvm.is_debug_record())
                    && let Some(metadata) = hasher.metadata
                {
                    let nodes =
                        self.side.ctx.entries(body.attrs(op)).iter().map(|(_, value)| hasher.attr(*value).nodes);
                    nodes.for_each(|nodes| nodes.iter().for_each(|node| hash.add_u128(metadata.hash(*node))));
                }
                for &operand in body.all_operands(op) {
                    match constant_of(body, operand) {
                        Some(constant) => hash.add_u128(constant_hash(hasher, body, constant, operand)),
                        None => hash.add_u128(hasher.ty(body.value_type(operand))),
                    }
                }
                for result in body.results(op) {
                    hash.add_u128(hasher.ty(body.value_type(result)));
                }
            }
        }
        hash.finish()
    }

    /// The four hashes of each line by which corresponding lines are found, the finest first: the line's own hash with those
    /// of the lines that define its operands; the line's own hash; the [kind](Self::kind_of); the [shape](Self::shape_of).
    pub fn matching_hashes(&self, hasher: &mut StructuralHasher<'a>) -> Levels {
        let line_hashes: Vec<StructuralHash> =
            self.lines.iter().map(|&(line, _)| self.line_hash(line, hasher)).collect();
        let mut defined: FxHashMap<(usize, Value), StructuralHash> = FxHashMap::default();
        for (&(line, _), &key) in self.lines.iter().zip(&line_hashes) {
            // One argument of a block is not another.
            let nth = |(at, value)| (value, key.wrapping_add(at as StructuralHash));
            defined.extend(self.defines(line).into_iter().enumerate().map(nth));
        }
        let with_operands = self.lines.iter().zip(&line_hashes).map(|(&(line, _), &line_hash)| match line {
            Line::Op(index, op) => {
                let mut hash = HashBuilder::new();
                hash.add_u128(line_hash);
                for &operand in self.bodies[index].all_operands(op) {
                    hash.add_u128(match constant_of(self.bodies[index], operand) {
                        Some(op) => constant_hash(hasher, self.bodies[index], op, operand),
                        None => defined.get(&(index, operand)).copied().unwrap_or_default(),
                    });
                }
                hash.finish()
            }
            _ => line_hash,
        });
        let with_operands = with_operands.collect();
        let kinds = self.named_records(|line| self.kind_of(line, hasher));
        let shapes = self.named_records(|line| self.shape_of(line, hasher));
        [with_operands, line_hashes, kinds, shapes]
    }

    /// Hashes of all lines, with the names of records' variables. A record of another variable is no change of the record.
    fn named_records(&self, mut hash: impl FnMut(Line) -> StructuralHash) -> Vec<StructuralHash> {
        let named = |&(line, _): &(Line, usize)| match self.record_name(line) {
            [] => hash(line),
            name => {
                let mut with_name = HashBuilder::new();
                with_name.add_u128(hash(line));
                with_name.add_bytes(name);
                with_name.finish()
            }
        };
        self.lines.iter().map(named).collect()
    }

    /// The name of the variable or label that a debug record is about; empty for what is no record.
    fn record_name(&self, line: Line) -> &'a [u8] {
        let Line::Op(index, op) = line else { return &[] };
        let (body, ctx) = (self.bodies[index], self.side.ctx);
        if !body.name(op).def().is_some_and(|def| def.llvm.is_debug_record()) {
            return &[];
        }
        let name = |attr: Attr| match ctx.attr_data(attr) {
            AttrData::Llvm { kind, params } => ctx.string_value(params.get(kind.def().param("name")?).copied()??),
            _ => None,
        };
        let name = ctx.entries(body.attrs(op)).iter().find_map(|(_, value)| name(*value));
        name.map_or(&[], |name| ctx.bytes(name))
    }

    /// The kind of a line: a block, or an operation of some name.
    pub fn kind_of(&self, line: Line, hasher: &mut StructuralHasher<'a>) -> StructuralHash {
        match line {
            Line::Header => 0,
            Line::Block(..) => 2,
            Line::Op(body, op) => hasher.op_name(self.bodies[body].name(op)),
            Line::Attribute(..) | Line::Attachment(..) => self.line_hash(line, hasher),
        }
    }

    /// The shape of a line: for an operation, its result types and whether it is a terminator, since it could replace any
    /// operation with the same ones; else its kind.
    fn shape_of(&self, line: Line, hasher: &mut StructuralHasher<'a>) -> StructuralHash {
        let Line::Op(body, op) = line else { return self.kind_of(line, hasher) };
        let body = self.bodies[body];
        let mut hash = HashBuilder::new();
        hash.add_bool(body.name(op).def().is_some_and(|d| d.is(Traits::TERMINATOR)));
        for result in body.results(op) {
            hash.add_u128(hasher.ty(body.value_type(result)));
        }
        hash.finish()
    }

    /// The text of a line, with values and blocks named by `names`.
    pub fn text(&self, line: Line, depth: usize, printer: &mut Printer, names: &ValueNames) -> String {
        let mut out = " ".repeat(depth * 2);
        match line {
            Line::Header => self.title(&mut out),
            Line::Attribute(key, value) => {
                let _ = write!(out, "    {}", printer.entry(Some(self.name()), key, value));
            }
            Line::Attachment(kind, node, _) => {
                let _ = write!(out, "    !{} ", self.side.ctx.text(kind));
                printer.node(node, 1, &mut out);
            }
            Line::Block(body, block) => {
                out.push_str(names.block(body, block));
                self.arguments(body, block, printer, names, &mut out);
                out.push(':');
            }
            Line::Op(body, op) => {
                out.push_str("  ");
                self.operation(body, op, printer, names, &mut out);
            }
        }
        out
    }

    fn title(&self, out: &mut String) {
        let ctx = self.side.ctx;
        let _ = write!(out, "{}", ctx.op_name_str(self.name()));
        if let Some(name) = crate::lines::global_values::symbol(self.side, self.global_value) {
            let _ = write!(out, " @{}", ctx.text(name));
        }
    }

    /// `%r = llvm.add(%x, 7 : i32) {key = value} [^next(%y)] : i32`
    fn operation(&self, index: usize, op: Op, printer: &mut Printer, names: &ValueNames, out: &mut String) {
        let body = self.bodies[index];
        for (i, result) in body.results(op).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            out.push_str(names.value(index, result));
        }
        out.push_str(if body.results(op).len() > 0 { " = " } else { "" });
        let _ = write!(out, "{}(", self.side.ctx.op_name_str(body.name(op)));
        self.values(index, body.operands(op), printer, names, out);
        out.push(')');
        let attachments = self.attachments(printer.hasher, index, op);
        let mut entries: Vec<String> = Vec::new();
        for &(key, value) in self.side.ctx.entries(body.attrs(op)) {
            if printer.hasher.is_compared_with(&attachments, key, value) {
                entries.push(printer.entry(Some(body.name(op)), key, value));
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
                self.values(index, args, printer, names, out);
                out.push(')');
            }
        }
        out.push_str(if body.successors(op).is_empty() { "" } else { "]" });
        for (i, result) in body.results(op).enumerate() {
            out.push_str(if i > 0 { ", " } else { " : " });
            printer.ty(body.value_type(result), out);
        }
        self.attached(&attachments, printer, out);
    }

    fn attached(&self, attachments: &Attachments, printer: &mut Printer, out: &mut String) {
        for &(kind, node) in attachments {
            let _ = write!(out, ", !{} ", self.side.ctx.text(kind));
            printer.node(node, 0, out);
        }
    }

    fn values(&self, index: usize, values: &[Value], printer: &mut Printer, names: &ValueNames, out: &mut String) {
        let body = self.bodies[index];
        for (i, &value) in values.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            match constant_of(body, value) {
                Some(op) => constant(body, op, value, printer, out),
                None => out.push_str(names.value(index, value)),
            }
        }
    }

    fn arguments(&self, index: usize, block: Block, printer: &mut Printer, names: &ValueNames, out: &mut String) {
        let body = self.bodies[index];
        for (i, &value) in body.block_args(block).iter().enumerate() {
            let _ = write!(out, "{}{}: ", if i > 0 { ", " } else { "(" }, names.value(index, value));
            printer.ty(body.value_type(value), out);
            let (flags, attachments) = printer.hasher.phi(body, self.function(), block, i);
            if let Some(flags) = flags {
                out.push(' ');
                printer.attr(flags, out);
            }
            self.attached(&attachments, printer, out);
        }
        out.push_str(if body.block_args(block).is_empty() { "" } else { ")" });
    }

    /// The text of an operand.
    pub fn operand(&self, index: usize, value: Value, printer: &mut Printer, names: &ValueNames) -> String {
        let mut out = String::new();
        self.values(index, &[value], printer, names, &mut out);
        out
    }
}

/// Writes a constant that is used as an operand: `7 : i32`, `@f`, `zero : !llvm.ptr`.
pub(crate) fn constant(body: &Body, op: Op, value: Value, printer: &mut Printer, out: &mut String) {
    use irtrip_dialect::ops::{Constant, LlvmForm};
    let entries = printer.entries(body.name(op), body.attrs(op));
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
            let _ = write!(out, "{}{{{}}}", printer.hasher.ctx.op_name_str(body.name(op)), entries.join(", "));
        }
    }
    let mut ty = String::from(" : ");
    printer.ty(body.value_type(value), &mut ty);
    if !out.ends_with(&ty) && kind != Constant::AddressOf {
        out.push_str(&ty);
    }
}
