//! Debug records; LangRef, "Debug Records".
//!
//! Upstream's form has operations for most of them, and puts each right after the value that it describes. What stands
//! elsewhere in LLVM IR, and what upstream drops, is preserved on the instruction after the record. In this order:
//!
//! 1. [`FunctionReader::debug_record`] notes a record.
//! 2. [`FunctionReader::resolve_records`], once the body is read, makes its constants and finds the instruction after
//!    it.
//! 3. [`RecordPlacer::place`] puts the operations where upstream has them, and keeps what their place does not imply.

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::attribute_set::list_attr;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::TailCallKind;
use irtrip_dialect::metadata::{MetadataImport, NodeId};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Traits, intrinsics, llvm};
use irtrip_dialect::preserved::OlderCall;
use irtrip_dialect::preserved::forms::record_length;
use irtrip_dialect::preserved::with_constant_pointees;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{
    Attr, AttrData, Block, Body, Context, NewOp, Op, OpName, OpNameDefinition, Str, Value, ValueDef, attr_table,
};

use crate::attribute_cache::NamedAttrs;
use crate::bodies::calls::CallPrefix;
use crate::bodies::reader::FunctionReader;
use crate::tables::attribute_groups::call_attribute_range;
use irtrip_dialect::constants::{ConstData, ConstId, Constants};
use irtrip_dialect::llvm_text::cursor::is_name_byte;

/// An argument of a record.
#[derive(Clone)]
pub(crate) enum Argument {
    Node(NodeId),
    Text(Attr),
    Local(Value),
    /// A constant, and what the pointers of its type point to.
    Constant(ConstId, Option<Attr>),
    /// `!DIArgList(...)`
    List(Vec<Argument>),
}

/// A record of the function being read.
pub(crate) struct Record {
    /// `value`, `declare`, `assign`, `label`
    kind: Attr,
    pub args: Vec<Argument>,
    /// The operation upstream has for it.
    pub form: Option<Form>,
    pub block: Block,
    /// The operation before it, if one is in its block.
    after: Option<Op>,
    pub loc: Attr,
    /// Its first byte.
    pub at: usize,
}

/// A record as an operation of upstream's.
pub(crate) struct Form {
    name: OpName,
    entries: NamedAttrs,
    /// Whether upstream's form has no such record. The operation says that the variable has no value, which is what is
    /// left when the values go, and the record is preserved in addition.
    pub is_kill: bool,
}

/// A record whose place is known.
pub(crate) struct PlacedRecord {
    pub record: Record,
    /// The value that its operation has for its operand.
    pub value: Option<Value>,
    /// The instruction after it.
    pub anchor: Option<Op>,
    /// Its operation, once it is made.
    pub op: Option<Op>,
}

impl Record {
    pub fn is_assign(&self, ctx: &Context) -> bool {
        self.is(ctx, b"assign")
    }

    pub fn is_label(&self, ctx: &Context) -> bool {
        self.is(ctx, b"label")
    }

    fn is(&self, ctx: &Context, kind: &[u8]) -> bool {
        ctx.string_value(self.kind).is_some_and(|own| ctx.bytes(own) == kind)
    }
}

/// Where in a body an operation is put.
enum InsertionPoint {
    Before(Op),
    After(Op),
    StartOf(Block),
}

/// What follows `llvm.dbg.` in the name of a debug intrinsic that is a record in LLVM 22.
pub(crate) fn debug_intrinsic(name: &[u8]) -> Option<&[u8]> {
    name.strip_prefix(b"llvm.dbg.").filter(|word| matches!(*word, b"value" | b"declare" | b"assign" | b"label"))
}

/// `#dbg_value(...)` and its kin, at the `#`.
pub(crate) fn debug_record(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let start = reader.c.pos;
    reader.c.pos += 1;
    let rest = reader.c.text.get(reader.c.pos..).unwrap_or_default();
    let len = rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len());
    let word = rest.get(..len).unwrap_or_default();
    reader.c.pos += len;
    let Some(word) = word.strip_prefix(b"dbg_") else {
        return reader.c.error_since(start, ImportCode::Expected("debug record type here"));
    };
    let Some(count) = record_length(word) else {
        return reader.c.error_since(start, ImportCode::Expected("debug record type here"));
    };
    reader.c.expect(b'(', "'(' here")?;
    let args = record_arguments(reader, true)?;
    if args.len() != count {
        let expected = if args.len() < count { "',' here" } else { "')' here" };
        return reader.c.error_at(reader.c.pos.saturating_sub(1), ImportCode::Expected(expected));
    }
    note_record(reader, word, args, start)
}

/// A call of a debug intrinsic, which LLVM 18 and older have in place of a record, after the callee; `word` is what
/// follows `llvm.dbg.` in its name. A call without a location or of a value at an offset is left out, as LLVM leaves it
/// out.
pub(crate) fn debug_intrinsic_call(
    reader: &mut FunctionReader<'_, '_>,
    word: &[u8],
    call: &CallPrefix,
) -> DiagnosticResult<()> {
    let (start, tail) = (reader.f.at, call.tail);
    if call.result != types::VOID {
        return reader.c.error_at(call.at, ImportCode::IntrinsicType);
    }
    reader.tables.types.releases.narrow(Spelling::DebugRecords.missing_in());
    reader.c.expect(b'(', "'(' in call")?;
    let mut args = Vec::new();
    let mut moved = false;
    while !reader.c.eat(b')') {
        if !args.is_empty() {
            reader.c.expect(b',', "',' in argument list")?;
        }
        if word == b"value" && args.len() == 1 && reader.c.peek_word() != b"metadata" {
            // LLVM 5 and older have an offset here.
            let ty = reader.read_type()?;
            let offset = reader.constant(ty)?;
            moved = *reader.constants.pool.data(offset) != ConstData::Int(0);
            reader.c.expect(b',', "',' in argument list")?;
        }
        reader.c.expect_word("metadata")?;
        args.push(listed_argument(reader)?);
    }
    let range = call_attribute_range(&mut reader.c)?;
    let mut list = reader.c.up_to(range);
    let set = reader.lists.function_set(&mut list, &mut reader.constants.types)?;
    let attachments = reader.tables.nodes.attachment_list(reader.ctx, &mut reader.c, true)?;
    if let Some((_, location)) = attachments.iter().find(|a| reader.ctx.bytes(a.0) == b"dbg")
        && !moved
    {
        args.push(Argument::Node(*location));
        if record_length(word) != Some(args.len()) {
            return reader.c.error_at(start, ImportCode::IntrinsicType);
        }
        note_record(reader, word, args, start)?;
        if let Some(form) = reader.f.records.last_mut().and_then(|record| record.form.as_mut())
            && !reader.tables.as_llvm_reads
        {
            let tail = (tail != TailCallKind::None).then(|| reader.ctx.string_attr(tail.llvm()));
            let attributes = (!set.is_empty()).then(|| list_attr(reader.ctx, &set));
            form.entries.extend(OlderCall { tail, attributes, ..OlderCall::default() }.entry(reader.ctx));
        }
    }
    Ok(())
}

fn note_record(
    reader: &mut FunctionReader<'_, '_>,
    word: &[u8],
    args: Vec<Argument>,
    start: usize,
) -> DiagnosticResult<()> {
    // What holds a value or an address may be anything; all else is a node.
    let is_node = |place: usize| place > 0 && !(word == b"assign" && place == 4) || word == b"label";
    if args.iter().enumerate().any(|(place, one)| is_node(place) && !matches!(one, Argument::Node(_))) {
        return reader.c.error_since(start, ImportCode::Expected("metadata node"));
    }
    let Some(block) = reader.f.block else { return Ok(()) };
    let loc = reader.tables.location(start);
    let kind = reader.ctx.str_attr(reader.ctx.byte_str(word));
    let after = reader.f.body.last_op(block);
    let mut record = Record { kind, args, form: None, block, after, loc, at: start };
    upstream_form(reader, word, &mut record);
    reader.f.records.push(record);
    Ok(())
}

/// Arguments up to the closing bracket.
fn record_arguments(reader: &mut FunctionReader<'_, '_>, lists: bool) -> DiagnosticResult<Vec<Argument>> {
    let mut args = Vec::new();
    while !reader.c.eat(b')') {
        if !args.is_empty() {
            reader.c.expect(b',', "',' here")?;
        }
        args.push(if lists { listed_argument(reader)? } else { one_argument(reader)? });
    }
    Ok(args)
}

/// An argument that may be a `!DIArgList(...)`.
fn listed_argument(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Argument> {
    let start = reader.c.peek_pos();
    if !reader.c.text.get(start..).is_some_and(|t| t.starts_with(b"!DIArgList")) {
        return one_argument(reader);
    }
    reader.c.pos = start + b"!DIArgList".len();
    reader.c.expect(b'(', "'(' here")?;
    Ok(Argument::List(record_arguments(reader, false)?))
}

fn one_argument(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Argument> {
    if reader.c.byte() == b'!' {
        if reader.c.byte_at(1) == b'"' {
            reader.c.pos += 1;
            let text = reader.c.quoted()?;
            return Ok(Argument::Text(reader.ctx.str_attr(reader.ctx.byte_str(&text))));
        }
        return match reader.tables.nodes.reference(&mut reader.c)? {
            Some(node) => Ok(Argument::Node(node)),
            None => reader.c.expected("metadata operand"),
        };
    }
    let ty = reader.read_type()?;
    if reader.c.peek() == b'%' {
        return Ok(Argument::Local(reader.local(ty)?));
    }
    let pointees = reader.all_pointees().map(|(_, pointees)| pointees);
    Ok(Argument::Constant(reader.constant_in_metadata(ty)?, pointees))
}

/// What upstream's operation has of a record: its name, its location, the attributes that are nodes, each with its kind, and
/// whether it only says that the variable's value is lost.
type OperationSlots = (OpName, NodeId, Vec<(Str, NodeId, attr_table::AttrKind)>, bool);

fn operation_slots(word: &[u8], args: &[Argument], has_subprogram: bool) -> Option<OperationSlots> {
    use attr_table::{DI_EXPRESSION, DI_LABEL, DI_LOCAL_VARIABLE};
    Some(match (word, args) {
        (
            b"value" | b"declare",
            [
                Argument::Local(_) | Argument::Constant(..),
                Argument::Node(var),
                Argument::Node(expr),
                Argument::Node(loc),
            ],
        ) => {
            let name = if word == b"value" { intrinsics::DBG_VALUE } else { intrinsics::DBG_DECLARE };
            let var = (VAR_INFO, *var, DI_LOCAL_VARIABLE);
            (name, *loc, vec![var, (LOCATION_EXPR, *expr, DI_EXPRESSION)], false)
        }
        // Without an operation, a record would go with the instruction after it, and the variable's value before it stay.
        (b"value", [Argument::List(_), Argument::Node(var), _, Argument::Node(loc)])
        | (b"assign", [_, Argument::Node(var), _, _, _, _, Argument::Node(loc)])
            if has_subprogram =>
        {
            (intrinsics::DBG_VALUE, *loc, vec![(VAR_INFO, *var, DI_LOCAL_VARIABLE)], true)
        }
        (b"label", [Argument::Node(label), Argument::Node(loc)]) => {
            (intrinsics::DBG_LABEL, *loc, vec![(LABEL, *label, DI_LABEL)], false)
        }
        _ => return None,
    })
}

/// Finds the operation that upstream has for a record.
fn upstream_form(reader: &mut FunctionReader<'_, '_>, word: &[u8], record: &mut Record) {
    use attr_table::DI_EXPRESSION;
    let has_subprogram = reader.f.function.has_subprogram;
    let Some((name, loc, slots, is_kill)) = operation_slots(word, &record.args, has_subprogram) else { return };
    let Some(metadata) = reader.tables.metadata else { return };
    if !is_kill && !has_operand_for(reader, name, record.args.first()) {
        return;
    }
    let (mut entries, mut preserved) = (NamedAttrs::new(), NamedAttrs::new());
    for (slot, node, wanted) in slots {
        let Some((attr, exact)) = metadata.debug_view(node) else { return };
        let AttrData::Llvm { kind, params } = reader.ctx.attr_data(attr) else { return };
        if *kind != wanted {
            return;
        }
        // An empty expression is not written.
        if wanted != DI_EXPRESSION || params.iter().any(Option::is_some) {
            entries.push((slot, attr));
        }
        if !exact {
            preserved.push((slot, reader.ctx.array(&[attr, metadata.preserve(node)])));
        }
    }
    let Some((location, exact)) = metadata.debug_location(loc) else { return };
    if reader.f.function.has_subprogram && reader.tables.lines.is_none() {
        record.loc = location;
    }
    if !(exact && reader.f.function.has_subprogram) {
        preserved.push((reader.ctx.str("dbg"), metadata.preserve(loc)));
    }
    if !preserved.is_empty() && !is_kill {
        entries.push((IRTRIP_METADATA, reader.ctx.dictionary(&preserved)));
    }
    if let (Some(Argument::Constant(_, Some(pointees))), false) = (record.args.first(), is_kill) {
        entries.push((IRTRIP_POINTEES, *pointees));
    }
    record.form = Some(Form { name, entries, is_kill });
}

/// Whether the operation has an operand of the type of a record's value, if that is one.
fn has_operand_for(reader: &FunctionReader<'_, '_>, name: OpName, value: Option<&Argument>) -> bool {
    let ty = match value {
        Some(Argument::Local(value)) => reader.f.body.value_type(*value),
        Some(Argument::Constant(id, _)) => reader.constants.pool.ty(*id),
        Some(Argument::Node(_) | Argument::Text(_) | Argument::List(_)) | None => return true,
    };
    name.def().and_then(|def| def.operands.first()).is_some_and(|slot| slot.types.contains(reader.ctx, ty))
}

/// Makes the records' constants, and finds the instructions after them, now that the terminators are there.
pub(crate) fn resolve_records(reader: &mut FunctionReader<'_, '_>) -> Vec<PlacedRecord> {
    let records = std::mem::take(&mut reader.f.records);
    let mut placed = Vec::with_capacity(records.len());
    if records.is_empty() {
        return placed;
    }
    let edges_to = reader.f.body.edges_to();
    for mut record in records {
        let anchor = match record.after {
            Some(op) => reader.f.body.next_op(op),
            None => reader.f.body.first_op(record.block),
        };
        let value = match (&record.form, record.args.first()) {
            (Some(Form { is_kill: true, .. }), _) => {
                let poison = reader.constants.pool.intern(types::I32, ConstData::Poison);
                Some(reader.materialize(poison))
            }
            (Some(_), Some(Argument::Local(value))) => Some(*value),
            (Some(_), Some(Argument::Constant(id, _))) => {
                let id = *id;
                Some(reader.materialize(id))
            }
            _ => None,
        };
        if value.is_some_and(|value| room_after(&reader.f.body, &edges_to, value).is_none()) {
            record.form = None;
        }
        placed.push(PlacedRecord { record, value, anchor, op: None });
    }
    placed
}

/// Puts the records' operations where upstream has them, and keeps the others.
pub(crate) fn place_records(reader: &mut FunctionReader<'_, '_>, mut records: Vec<PlacedRecord>) {
    if records.is_empty() {
        return;
    }
    let edges_to = reader.f.body.edges_to();
    let constants = reader.f.materialized.by_id.values();
    let constants = constants.filter_map(|value| match reader.f.body.value(*value).def {
        ValueDef::Result(op, _) => Some(op),
        ValueDef::Argument(..) | ValueDef::Undefined => None,
    });
    let constants: FxHashSet<Op> = constants.collect();
    let mut phis = PhiNumbers::default();
    let mut placer = RecordPlacer {
        ctx: reader.ctx,
        metadata: reader.tables.metadata,
        pool: &reader.constants.pool,
        body: &mut reader.f.body,
        blocks: &reader.f.blocks,
        edges_to: &edges_to,
        symbol: reader.f.function.symbol.unwrap_or(EMPTY),
        phis: &mut phis,
    };
    for record in &mut records {
        placer.place(record);
    }
    placer.keep_order(&records, &constants);
    phis.write(reader.ctx, &mut reader.f.body);
    for (op, at) in records.iter().filter_map(|placed| Some((placed.op?, placed.record.at))) {
        reader.f.positions.set(op, at);
    }
    if let Some(source) = &mut reader.f.source {
        source.records = records;
    }
}

/// Where there is room after a value: what to insert before. After a terminator that is the end of the first
/// block that only the terminator leads to.
fn room_after(body: &Body, edges_to: &[u32], value: Value) -> Option<InsertionPoint> {
    let before = |op| Some(InsertionPoint::Before(op));
    match body.value(value).def {
        ValueDef::Argument(block, _) => match body.first_op(block) {
            // A landing pad is the first of its block.
            Some(first) if body.name(first) == llvm::LANDINGPAD => before(body.next_op(first)?),
            _ => Some(InsertionPoint::StartOf(block)),
        },
        ValueDef::Result(op, _) if body.name(op).def().is_some_and(|d| d.is(Traits::TERMINATOR)) => {
            let mut successors = body.successors(op).iter().map(|s| s.block);
            let only = successors.find(|block| edges_to.get(block.index()) == Some(&1))?;
            before(body.last_op(only)?)
        }
        // A constant of this body is in no block yet.
        ValueDef::Result(op, _) => Some(InsertionPoint::After(op)),
        ValueDef::Undefined => None,
    }
}

/// What an operation is to the order of records.
#[derive(Clone, Copy)]
enum Role {
    /// The operation of a record.
    Record(usize),
    /// One that makes a constant, which LLVM IR does not have.
    Constant,
    /// The instruction after the records of a list.
    After(usize),
    /// Any other.
    Other,
}

/// Puts the records of a function that is complete where upstream has them.
pub(crate) struct RecordPlacer<'b> {
    pub ctx: &'b Context,
    pub metadata: Option<&'b MetadataImport<'b>>,
    pub pool: &'b Constants,
    pub body: &'b mut Body,
    /// The blocks in order.
    pub blocks: &'b [Block],
    /// By block: how many edges lead to it.
    pub edges_to: &'b [u32],
    /// The function's symbol.
    pub symbol: Str,
    /// The phis that records refer to, which are yet to be written.
    pub phis: &'b mut PhiNumbers,
}

impl RecordPlacer<'_> {
    /// Makes the operation that a record has, if there is one, and puts it after the value that it describes.
    /// [`RecordPlacer::keep_order`] gives it its attributes.
    pub fn place(&mut self, placed: &mut PlacedRecord) {
        let Some(Form { name, is_kill, .. }) = &placed.record.form else { return };
        let new = NewOp { loc: placed.record.loc, operands: placed.value.as_slice(), ..NewOp::new(*name) };
        let op = self.body.create(new);
        let before = match placed.value.filter(|_| !is_kill) {
            None => placed.anchor,
            Some(value) => match room_after(self.body, self.edges_to, value) {
                Some(InsertionPoint::Before(next)) => Some(next),
                Some(InsertionPoint::StartOf(block)) => {
                    self.body.prepend_op(block, op);
                    placed.op = Some(op);
                    return;
                }
                Some(InsertionPoint::After(def)) => self.body.next_op(def),
                None => None,
            },
        };
        if let Some(before) = before {
            self.body.insert_before(before, op);
            placed.op = Some(op);
        }
    }

    /// Gives the records' operations their attributes, and keeps the records that have no operation, and the order that all
    /// have in LLVM IR, where the operations do not say it. `constants`: the operations that make constants.
    pub fn keep_order(&mut self, records: &[PlacedRecord], constants: &FxHashSet<Op>) {
        let mut roles = vec![Role::Other; self.body.op_count()];
        let mut set = |op: Op, role| roles.get_mut(op.index()).into_iter().for_each(|place| *place = role);
        // Numbers of the records before each instruction, in order; the records of one follow one another.
        let mut listed: Vec<usize> = (0..records.len()).filter(|number| records[*number].anchor.is_some()).collect();
        listed.sort_by_key(|number| records[*number].anchor.map(Op::index));
        let lists: Vec<&[usize]> = listed.chunk_by(|a, b| records[*a].anchor == records[*b].anchor).collect();
        for (place, list) in lists.iter().enumerate() {
            let anchor = list.first().and_then(|number| records[*number].anchor);
            anchor.into_iter().for_each(|anchor| set(anchor, Role::After(place)));
        }
        constants.iter().for_each(|op| set(*op, Role::Constant));
        for (number, placed) in records.iter().enumerate() {
            placed.op.into_iter().for_each(|op| set(op, Role::Record(number)));
        }
        let mut is_numbered = vec![false; records.len()];
        for (anchor, place) in self.misplaced(&roles, &lists) {
            self.keep_records(anchor, lists[place], records, &mut is_numbered);
        }
        self.set_attributes(records, &is_numbered);
    }

    /// Gives the records' operations their attributes. Each has a dictionary of its own, which is made once.
    fn set_attributes(&mut self, records: &[PlacedRecord], is_numbered: &[bool]) {
        let mut entries = NamedAttrs::new();
        for (number, (placed, is_numbered)) in records.iter().zip(is_numbered).enumerate() {
            let (Some(op), Some(form)) = (placed.op, &placed.record.form) else { continue };
            entries.clear();
            entries.extend_from_slice(&form.entries);
            if form.is_kill {
                let record = self.preserved_record(&placed.record);
                entries.push((IRTRIP_RECORDS, self.ctx.array(&[record])));
            }
            if *is_numbered {
                entries.push((IRTRIP_RECORD, self.ctx.int_attr(types::I64, number as i64)));
            }
            self.body.set_attrs(op, self.ctx.dictionary(&entries));
        }
    }

    /// The instructions whose records are others than those that are before them, each with the place of its list.
    fn misplaced(&self, roles: &[Role], lists: &[&[usize]]) -> Vec<(Op, usize)> {
        let mut found = Vec::new();
        let mut here = Vec::new();
        for &block in self.blocks {
            for op in self.body.ops(block) {
                match roles.get(op.index()).copied().unwrap_or(Role::Other) {
                    Role::Record(number) => here.push(number),
                    Role::Constant => {}
                    _ if self.body.name(op) == llvm::BLOCKTAG => {}
                    Role::Other => here.clear(),
                    Role::After(place) => {
                        if lists.get(place).is_some_and(|list| **list != *here) {
                            found.push((op, place));
                        }
                        here.clear();
                    }
                }
            }
        }
        found
    }

    /// Gives an instruction the list of its records.
    fn keep_records(&mut self, anchor: Op, list: &[usize], records: &[PlacedRecord], is_numbered: &mut [bool]) {
        let mut items = Vec::with_capacity(list.len());
        for &number in list {
            let Some(placed) = records.get(number) else { continue };
            match placed.op {
                Some(_) => {
                    is_numbered.get_mut(number).into_iter().for_each(|place| *place = true);
                    items.push(self.ctx.int_attr(types::I64, number as i64));
                }
                None => items.push(self.preserved_record(&placed.record)),
            }
        }
        let items = self.ctx.array(&items);
        set_entry(self.ctx, self.body, anchor, IRTRIP_RECORDS, items);
    }

    /// `{kind = "assign", args = [...], function = "f"}`
    fn preserved_record(&mut self, record: &Record) -> Attr {
        let args: Vec<Attr> = record.args.iter().map(|a| self.preserved_argument(a)).collect();
        let function = self.ctx.str_attr(self.symbol);
        self.ctx.dictionary(&[(KIND, record.kind), (ARGS, self.ctx.array(&args)), (FUNCTION, function)])
    }

    fn preserved_argument(&mut self, argument: &Argument) -> Attr {
        let ctx = self.ctx;
        let metadata = |attr| ctx.dictionary(&[(ctx.str("metadata"), attr)]);
        match argument {
            Argument::Node(node) => metadata(self.metadata.map_or(attrs::UNIT, |m| m.preserve(*node))),
            Argument::Text(text) => metadata(*text),
            Argument::Constant(id, pointees) => {
                let encoded = self.pool.encode(self.ctx, *id);
                metadata(pointees.map_or(encoded, |pointees| with_constant_pointees(ctx, encoded, pointees)))
            }
            Argument::List(items) => {
                let items: Vec<Attr> = items.iter().map(|i| self.preserved_argument(i)).collect();
                ctx.dictionary(&[(ctx.str("list"), ctx.array(&items))])
            }
            Argument::Local(value) => {
                let ty = (TYPE, ctx.type_attr(self.body.value_type(*value)));
                let entry = self.blocks.first().copied();
                ctx.dictionary(&[reference(self.ctx, self.body, entry, *value, self.phis), ty])
            }
        }
    }
}

/// Sets an attribute of an operation.
pub(crate) fn set_entry(ctx: &Context, body: &mut Body, op: Op, key: Str, value: Attr) {
    let dictionary = ctx.with_entry(body.attrs(op), key, Some(value));
    body.set_attrs(op, dictionary);
}

/// Numbers of the phis that preserved attributes refer to, by block: each with its place. A block keeps what is preserved of its
/// phis in one attribute, which is made anew once, however many of them have a number.
#[derive(Default)]
pub(crate) struct PhiNumbers(FxHashMap<Block, Vec<(u32, Attr)>>);

impl PhiNumbers {
    /// Keeps them at the ends of their blocks.
    pub fn write(self, ctx: &Context, body: &mut Body) {
        for (block, numbers) in self.0 {
            let Some(last) = body.last_op(block) else { continue };
            let phis = body.attr(ctx, last, IRTRIP_PHIS);
            let mut phis = phis.map(|p| ctx.items(p).to_vec()).unwrap_or_default();
            phis.resize(body.block_args(block).len(), attrs::UNIT);
            for (place, number) in numbers {
                if let Some(phi) = phis.get_mut(place as usize) {
                    *phi = ctx.with_entry(*phi, IRTRIP_VALUE, Some(number));
                }
            }
            let phis = ctx.array(&phis);
            set_entry(ctx, body, last, IRTRIP_PHIS, phis);
        }
    }
}

/// What preserved attributes call a value by: an argument's place, or a number that its operation is given, or a phi once
/// `phis` are written.
pub(crate) fn reference(
    ctx: &Context,
    body: &mut Body,
    entry: Option<Block>,
    value: Value,
    phis: &mut PhiNumbers,
) -> (Str, Attr) {
    let number = ctx.int_attr(types::I64, value.index() as i64);
    match body.value(value).def {
        ValueDef::Argument(block, place) if entry == Some(block) => (ARGUMENT, ctx.int_attr(types::I64, place.into())),
        ValueDef::Argument(block, place) => {
            phis.0.entry(block).or_default().push((place, number));
            (VALUE, number)
        }
        ValueDef::Result(op, _) => {
            set_entry(ctx, body, op, IRTRIP_VALUE, number);
            (VALUE, number)
        }
        ValueDef::Undefined => (VALUE, ctx.int_attr(types::I64, -1)),
    }
}
