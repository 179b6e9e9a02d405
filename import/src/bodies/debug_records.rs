//! Debug records; LangRef, "Debug Records".
//!
//! Upstream's form has operations for most of them, and puts each right behind the value it speaks of. What stands
//! elsewhere in LLVM IR, and what upstream drops, is carried on the instruction behind the record. In this order:
//!
//! 1. [`Reader::debug_record`] notes a record.
//! 2. [`Reader::settle_records`], once the body is read, makes its constants and finds the instruction behind it.
//! 3. [`Reader::place_records`] puts the operations where upstream has them, and carries what that does not say.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::metadata::{NodeId, Severity};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, Traits, intrinsics, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, AttrData, Block, Context, NewOp, Op, OpName, Value, ValueDef, attr_table};

use crate::constants::pool::{ConstId, ConstKind};
use crate::cursor::is_name_byte;
use crate::diagnostics::{Remark, Shown};
use crate::error::Res;
use crate::reader::{Entries, Reader};

/// An argument of a record.
enum Argument {
    Node(NodeId),
    Text(Attr),
    Local(Value),
    Constant(ConstId),
    /// `!DIArgList(...)`
    List(Vec<Argument>),
}

/// A record of the function being read.
pub(crate) struct Record {
    /// `value`, `declare`, `assign`, `label`
    kind: Attr,
    args: Vec<Argument>,
    /// The operation upstream has for it.
    form: Option<Form>,
    block: Block,
    /// The operation in front of it, if one is in its block.
    behind: Option<Op>,
    loc: Attr,
    /// Its first byte.
    at: usize,
}

/// A record as an operation of upstream's.
struct Form {
    name: OpName,
    entries: Entries,
}

/// A record whose place is known.
pub(crate) struct Settled {
    record: Record,
    value: Option<Value>,
    /// A constant that upstream's import makes for it.
    address: Option<Value>,
    /// The instruction behind it.
    anchor: Option<Op>,
}

impl Record {
    fn is_assign(&self, ctx: &Context) -> bool {
        self.is(ctx, b"assign")
    }

    fn is_label(&self, ctx: &Context) -> bool {
        self.is(ctx, b"label")
    }

    fn is(&self, ctx: &Context, kind: &[u8]) -> bool {
        ctx.string_value(self.kind).is_some_and(|own| ctx.bytes(own) == kind)
    }
}

/// A place in a body.
enum Place {
    InFrontOf(Op),
    Behind(Op),
    StartOf(Block),
}

/// What stands behind `llvm.dbg.` in the name of a debug intrinsic that is a record in LLVM 22.
pub(crate) fn debug_intrinsic(name: &[u8]) -> Option<&[u8]> {
    name.strip_prefix(b"llvm.dbg.").filter(|word| matches!(*word, b"value" | b"declare" | b"assign" | b"label"))
}

impl<'a> Reader<'_, 'a> {
    /// `#dbg_value(...)` and its kin, at the `#`.
    pub fn debug_record(&mut self) -> Res<()> {
        let start = self.c.pos;
        self.c.pos += 1;
        let rest = self.c.text.get(self.c.pos..).unwrap_or_default();
        let len = rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len());
        let word = rest.get(..len).unwrap_or_default();
        self.c.pos += len;
        let Some(word) = word.strip_prefix(b"dbg_") else {
            return self.invalid(start, "expected debug record type here");
        };
        self.c.expect(b'(', "'(' here")?;
        let args = self.record_arguments(true)?;
        self.note_record(word, args, start);
        Ok(())
    }

    /// A call of a debug intrinsic, which LLVM 18 and older have in place of a record, behind the callee; `word` is what
    /// stands behind `llvm.dbg.` in its name. A call without a location or of a value at an offset is left out, as LLVM leaves it
    /// out.
    pub fn debug_intrinsic(&mut self, word: &[u8]) -> Res<()> {
        let start = self.f.at;
        self.c.expect(b'(', "'(' in call")?;
        let mut args = Vec::new();
        let mut moved = false;
        while !self.c.eat(b')') {
            if !args.is_empty() {
                self.c.expect(b',', "',' in argument list")?;
            }
            if word == b"value" && args.len() == 1 && self.c.peek_word() != b"metadata" {
                // LLVM 5 and older have an offset here.
                let ty = self.read_type()?;
                let offset = self.constant(ty)?;
                moved = *self.pool.kind(offset) != ConstKind::Int(0);
                self.c.expect(b',', "',' in argument list")?;
            }
            self.c.expect_word("metadata")?;
            args.push(self.listed_argument()?);
        }
        self.pass_attributes()?;
        let attachments = self.attachment_list(true)?;
        if let Some((_, location)) = attachments.iter().find(|a| self.ctx.bytes(a.0) == b"dbg")
            && !moved
        {
            args.push(Argument::Node(*location));
            self.note_record(word, args, start);
        }
        Ok(())
    }

    fn note_record(&mut self, word: &[u8], args: Vec<Argument>, start: usize) {
        let Some(block) = self.f.block else { return };
        let loc = self.location(start);
        let kind = self.ctx.str_attr(self.ctx.byte_str(word));
        let behind = self.f.body.last_op(block);
        let mut record = Record { kind, args, form: None, block, behind, loc, at: start };
        self.upstream_form(word, &mut record);
        self.f.records.push(record);
    }

    /// Arguments up to the closing bracket.
    fn record_arguments(&mut self, lists: bool) -> Res<Vec<Argument>> {
        let mut args = Vec::new();
        while !self.c.eat(b')') {
            if !args.is_empty() {
                self.c.expect(b',', "',' here")?;
            }
            args.push(if lists { self.listed_argument()? } else { self.one_argument()? });
        }
        Ok(args)
    }

    /// An argument that may be a `!DIArgList(...)`.
    fn listed_argument(&mut self) -> Res<Argument> {
        let start = self.c.peek_pos();
        if !self.c.text.get(start..).is_some_and(|t| t.starts_with(b"!DIArgList")) {
            return self.one_argument();
        }
        self.c.pos = start + b"!DIArgList".len();
        self.c.expect(b'(', "'(' here")?;
        Ok(Argument::List(self.record_arguments(false)?))
    }

    fn one_argument(&mut self) -> Res<Argument> {
        if self.c.byte() == b'!' {
            if self.c.byte_at(1) == b'"' {
                self.c.pos += 1;
                let text = self.c.quoted()?;
                return Ok(Argument::Text(self.ctx.str_attr(self.ctx.byte_str(&text))));
            }
            return match self.node_reference()? {
                Some(node) => Ok(Argument::Node(node)),
                None => self.c.expected("metadata operand"),
            };
        }
        let ty = self.read_type()?;
        if self.c.peek() == b'%' {
            return Ok(Argument::Local(self.local(ty)?));
        }
        Ok(Argument::Constant(self.constant(ty)?))
    }

    /// Finds the operation that upstream has for a record.
    fn upstream_form(&mut self, word: &[u8], record: &mut Record) {
        use attr_table::{DI_EXPRESSION, DI_LABEL, DI_LOCAL_VARIABLE};
        let (name, loc, slots) = match (word, &record.args[..]) {
            (
                b"value" | b"declare",
                [
                    Argument::Local(_) | Argument::Constant(_),
                    Argument::Node(var),
                    Argument::Node(expr),
                    Argument::Node(loc),
                ],
            ) => {
                let name = if word == b"value" { intrinsics::DBG_VALUE } else { intrinsics::DBG_DECLARE };
                let var = (self.ctx.str("varInfo"), *var, DI_LOCAL_VARIABLE);
                (name, *loc, vec![var, (self.ctx.str("locationExpr"), *expr, DI_EXPRESSION)])
            }
            (b"label", [Argument::Node(label), Argument::Node(loc)]) => {
                (intrinsics::DBG_LABEL, *loc, vec![(self.ctx.str("label"), *label, DI_LABEL)])
            }
            _ => return,
        };
        let Some(metadata) = self.shared.metadata else { return };
        if !self.has_operand_for(name, record.args.first()) {
            return;
        }
        let mut entries = Entries::new();
        for (slot, node, wanted) in slots {
            let Some(attr) = metadata.debug_attr(node) else { return };
            let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr) else { return };
            if *kind != wanted {
                return;
            }
            // An empty expression is not written.
            if wanted != DI_EXPRESSION || params.iter().any(Option::is_some) {
                entries.push((slot, attr));
            }
        }
        let Some((said, exact)) = metadata.debug_location(loc) else { return };
        if self.f.has_subprogram || (self.shared.options.upstream && self.shared.lines.is_none()) {
            record.loc = said;
        }
        if !(exact && self.f.has_subprogram) {
            let node = self.ctx.dictionary(&[(self.ctx.str("dbg"), metadata.preserve(loc))]);
            entries.push((IRTRIP_METADATA, node));
        }
        record.form = Some(Form { name, entries });
    }

    /// Whether the operation has an operand of the type of a record's value, if that is one.
    fn has_operand_for(&self, name: OpName, value: Option<&Argument>) -> bool {
        let ty = match value {
            Some(Argument::Local(value)) => self.f.body.value_type(*value),
            Some(Argument::Constant(id)) => self.pool.ty(*id),
            Some(Argument::Node(_) | Argument::Text(_) | Argument::List(_)) | None => return true,
        };
        name.def().and_then(|def| def.operands.first()).is_some_and(|slot| slot.types.contains(self.ctx, ty))
    }

    /// Makes the records' constants, and finds the instructions behind them, now that the terminators are there.
    pub fn settle_records(&mut self) -> Vec<Settled> {
        let records = std::mem::take(&mut self.f.records);
        let mut settled = Vec::with_capacity(records.len());
        if !records.is_empty() {
            self.f.edges_to = self.f.body.edges_to();
        }
        let upstream = self.shared.options.upstream && !records.is_empty();
        let reached = self.f.region.filter(|_| upstream).map(|region| self.f.body.reachable(region));
        for mut record in records {
            let anchor = match record.behind {
                Some(op) => self.f.body.next_op(op),
                None => self.f.body.first_op(record.block),
            };
            // Upstream's import drops what stands in front of a call of an intrinsic.
            let gone = reached.as_ref().is_some_and(|reached| !reached[record.block.index()]);
            let in_front = !self.shared.options.debug_intrinsics && anchor.is_some_and(|op| self.is_intrinsic_call(op));
            let dropped = gone || (upstream && in_front);
            if upstream && !dropped && record.form.is_none() {
                self.tell_of_record(&record);
            }
            if dropped {
                record.form = None;
            }
            // It makes the address of what it does not take.
            let address = match (record.is_assign(self.ctx), record.args.get(4)) {
                (true, Some(Argument::Constant(id))) if upstream && !dropped => {
                    let id = *id;
                    Some(self.materialize(id))
                }
                _ => None,
            };
            let value = match (&record.form, record.args.first()) {
                (Some(_), Some(Argument::Local(value))) => Some(*value),
                (Some(_), Some(Argument::Constant(id))) => {
                    let id = *id;
                    Some(self.materialize(id))
                }
                _ => None,
            };
            if value.is_some_and(|value| self.room_behind(value).is_none()) {
                record.form = None;
            }
            settled.push(Settled { record, value, address, anchor });
        }
        settled
    }

    /// Notes that upstream's import has no operation for a record.
    fn tell_of_record(&mut self, record: &Record) {
        let loc = match (record.args.last(), self.shared.metadata) {
            (Some(Argument::Node(node)), Some(metadata)) => metadata.debug_location(*node).map(|found| found.0),
            _ => None,
        };
        let loc = loc.unwrap_or(attrs::UNKNOWN_LOC);
        let before = self.f.told.len();
        let shown = Shown::Record(record.at);
        match (self.shared.options.debug_intrinsics, record.is_assign(self.ctx)) {
            (true, true) => {
                self.tell("unhandled intrinsic: ", shown, Severity::Fatal, loc);
            }
            (true, false) => self.tell_expensive("dropped intrinsic: ", shown, loc),
            (false, _) if record.is_label(self.ctx) => self.tell_expensive("unhandled debug record ", shown, loc),
            (false, _) => self.tell_expensive("unhandled debug variable record ", shown, loc),
        }
        for telling in self.f.told.iter_mut().skip(before) {
            // A call that upstream's import fails on is an instruction as any.
            telling.late = !matches!(&telling.remark, Remark::Told(told) if told.severity == Severity::Fatal);
            telling.block = Some(record.block);
        }
    }

    fn is_intrinsic_call(&self, op: Op) -> bool {
        let name = self.f.body.name(op);
        name == llvm::CALL_INTRINSIC || matches!(name.def().map(|d| d.llvm), Some(LlvmForm::Intrinsic(_)))
    }

    /// Where there is room behind a value: what to insert in front of. Behind a terminator that is the end of the first
    /// block that only the terminator leads to.
    fn room_behind(&self, value: Value) -> Option<Place> {
        let body = &self.f.body;
        let in_front = |op| Some(Place::InFrontOf(op));
        match body.value(value).def {
            ValueDef::Argument(block, _) => match body.first_op(block) {
                // A landing pad is the first of its block.
                Some(first) if body.name(first) == llvm::LANDINGPAD => in_front(body.next_op(first)?),
                _ => Some(Place::StartOf(block)),
            },
            ValueDef::Result(op, _) if body.name(op).def().is_some_and(|d| d.is(Traits::TERMINATOR)) => {
                let mut successors = body.successors(op).iter().map(|s| s.block);
                let only = successors.find(|block| self.f.edges_to.get(block.index()) == Some(&1))?;
                in_front(body.last_op(only)?)
            }
            // A constant of this body is in no block yet.
            ValueDef::Result(op, _) => Some(Place::Behind(op)),
            ValueDef::Undefined => None,
        }
    }

    /// Puts the records' operations where upstream has them, and carries the others, and the order they have in LLVM
    /// IR.
    pub fn place_records(&mut self, records: Vec<Settled>) {
        if records.is_empty() {
            return;
        }
        let mut number_of: FxHashMap<Op, usize> = FxHashMap::default();
        let mut lists: FxHashMap<Op, Vec<usize>> = FxHashMap::default();
        let mut ops = Vec::with_capacity(records.len());
        for (number, settled) in records.iter().enumerate() {
            if let Some(address) = settled.address {
                self.place_late_constant(address);
            }
            let op = self.place(settled);
            if let Some(op) = op {
                number_of.insert(op, number);
            }
            ops.push(op);
            if let Some(anchor) = settled.anchor {
                lists.entry(anchor).or_default().push(number);
            }
        }
        for anchor in self.misplaced(&number_of, &lists) {
            let list = lists.get(&anchor).map(Vec::as_slice).unwrap_or_default();
            self.carry_records(anchor, list, &records, &ops);
        }
    }

    fn place(&mut self, settled: &Settled) -> Option<Op> {
        let Record { form, loc, .. } = &settled.record;
        let Form { name, entries } = form.as_ref()?;
        let dictionary = self.ctx.dictionary(entries);
        let new = NewOp { attrs: dictionary, loc: *loc, operands: settled.value.as_slice(), ..NewOp::new(*name) };
        let op = self.f.body.create(new);
        let Some(value) = settled.value else {
            self.f.body.insert_before(settled.anchor?, op);
            return Some(op);
        };
        self.place_late_constant(value);
        match self.room_behind(value)? {
            Place::InFrontOf(next) => self.f.body.insert_before(next, op),
            Place::StartOf(block) => self.f.body.prepend_op(block, op),
            Place::Behind(def) => {
                let next = self.f.body.next_op(def)?;
                self.f.body.insert_before(next, op);
            }
        }
        Some(op)
    }

    /// The instructions whose records are others than those that stand in front of them.
    fn misplaced(&self, number_of: &FxHashMap<Op, usize>, lists: &FxHashMap<Op, Vec<usize>>) -> Vec<Op> {
        let constants: FxHashSet<Op> = self
            .f
            .const_values
            .values()
            .filter_map(|v| match self.f.body.value(*v).def {
                ValueDef::Result(op, _) => Some(op),
                ValueDef::Argument(..) | ValueDef::Undefined => None,
            })
            .collect();
        let mut found = Vec::new();
        let mut here = Vec::new();
        for &block in &self.f.blocks {
            for op in self.f.body.ops(block) {
                if let Some(number) = number_of.get(&op) {
                    here.push(*number);
                } else if !constants.contains(&op) && self.f.body.name(op) != llvm::BLOCKTAG {
                    if lists.get(&op).is_some_and(|list| *list != here) {
                        found.push(op);
                    }
                    here.clear();
                }
            }
        }
        found
    }

    /// Gives an instruction the list of its records.
    fn carry_records(&mut self, anchor: Op, list: &[usize], records: &[Settled], ops: &[Option<Op>]) {
        let mut items = Vec::with_capacity(list.len());
        for &number in list {
            match (ops.get(number), records.get(number)) {
                (Some(Some(op)), _) => {
                    let number = self.i64_attr(number as i64);
                    self.set_entry(*op, IRTRIP_RECORD, number);
                    items.push(number);
                }
                (_, Some(settled)) => items.push(self.carried_record(&settled.record)),
                (_, None) => {}
            }
        }
        let items = self.ctx.array(&items);
        self.set_entry(anchor, IRTRIP_RECORDS, items);
    }

    pub fn set_entry(&mut self, op: Op, key: irtrip_dialect::Str, value: Attr) {
        let dictionary = self.ctx.with_entry(self.f.body.attrs(op), key, Some(value));
        self.f.body.set_attrs(op, dictionary);
    }

    /// `{kind = "assign", args = [...]}`
    fn carried_record(&mut self, record: &Record) -> Attr {
        let args: Vec<Attr> = record.args.iter().map(|a| self.carried_argument(a)).collect();
        self.ctx.dictionary(&[(KIND, record.kind), (ARGS, self.ctx.array(&args))])
    }

    fn carried_argument(&mut self, argument: &Argument) -> Attr {
        let ctx = self.ctx;
        let metadata = |attr| ctx.dictionary(&[(ctx.str("metadata"), attr)]);
        match argument {
            Argument::Node(node) => metadata(self.shared.metadata.map_or(attrs::UNIT, |m| m.preserve(*node))),
            Argument::Text(text) => metadata(*text),
            Argument::Constant(id) => metadata(self.encode(*id)),
            Argument::List(items) => {
                let items: Vec<Attr> = items.iter().map(|i| self.carried_argument(i)).collect();
                ctx.dictionary(&[(ctx.str("list"), ctx.array(&items))])
            }
            Argument::Local(value) => {
                let ty = (ctx.str("type"), ctx.type_attr(self.f.body.value_type(*value)));
                ctx.dictionary(&[self.reference(*value), ty])
            }
        }
    }

    /// What a carrier calls a value by: an argument's place, or a number that its operation is given.
    pub fn reference(&mut self, value: Value) -> (irtrip_dialect::Str, Attr) {
        match self.f.body.value(value).def {
            ValueDef::Argument(block, place) if self.f.blocks.first() == Some(&block) => {
                (ARGUMENT, self.i64_attr(place.into()))
            }
            ValueDef::Argument(block, place) => {
                let number = self.i64_attr(value.index() as i64);
                if let Some(last) = self.f.body.last_op(block) {
                    let phis = self.f.body.attr(self.ctx, last, IRTRIP_PHIS);
                    let mut phis: SmallVec<[Attr; 8]> = phis.map(|p| self.ctx.items(p)).unwrap_or_default().into();
                    phis.resize(self.f.body.block_args(block).len(), attrs::UNIT);
                    if let Some(phi) = phis.get_mut(place as usize) {
                        *phi = self.ctx.with_entry(*phi, IRTRIP_VALUE, Some(number));
                    }
                    let phis = self.ctx.array(&phis);
                    self.set_entry(last, IRTRIP_PHIS, phis);
                }
                (VALUE, number)
            }
            ValueDef::Result(op, _) => {
                let number = self.i64_attr(value.index() as i64);
                self.set_entry(op, IRTRIP_VALUE, number);
                (VALUE, number)
            }
            ValueDef::Undefined => (VALUE, self.int_attr(wk::I64, -1)),
        }
    }
}
