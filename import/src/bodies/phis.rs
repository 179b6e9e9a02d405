//! Phis: block arguments, and the operands that terminators pass along their edges. LangRef, "phi".
//!
//! An edge is a terminator and the index of a successor. A block's edges are numbered in the order of the predecessors
//! in the function, then of their successors; `irtrip.incoming` holds the order of a phi's incoming values where it is
//! another.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::enums::InstructionFlags;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{irtrip, llvm};
use irtrip_dialect::types::predicates::is_token_like;
use irtrip_dialect::{Attr, Block, NewOp, OpName, Str, Type, Value};

use crate::attribute_cache::{NamedAttrs, SmallNamedAttrs};
use crate::auto_upgrade::constant_expressions;
use crate::bodies::attachments::placed_attachments;
use crate::bodies::instructions::flags;
use crate::bodies::instructions::operand_types::check_fast;
use crate::bodies::merge_duplicate_successors;
use crate::bodies::predecessors::{predecessor_orders, preserved_predecessors};
use crate::bodies::reader::FunctionReader;
use crate::bodies::state::{Phi, Terminator};

/// The edges of all blocks, and what is passed along them.
pub(crate) struct Edges {
    /// By block: where its edges start.
    starts: Vec<u32>,
    /// The incoming block of each edge: its predecessor, or the block that stands for the edge alone.
    preds: Vec<Block>,
    /// By terminator, then successor: the edge.
    of_successors: Vec<u32>,
    /// By block: where what its edges pass starts, and how much each passes.
    args: Vec<(u32, u32)>,
    /// By block, edge and phi: the incoming value.
    values: Vec<Value>,
}

impl Edges {
    /// The number of a block's first edge, and the blocks that its edges come from.
    pub fn of_block(&self, block: Block) -> (u32, &[Block]) {
        let (start, end) = (self.starts[block.index()], self.starts[block.index() + 1]);
        (start, &self.preds[start as usize..end as usize])
    }
}

/// `phi [flags] T [ v, %b ], ...` after the word.
pub(crate) fn phi(reader: &mut FunctionReader<'_, '_>, word_at: usize) -> DiagnosticResult<()> {
    let flags = flags::parse_flags(&mut reader.c, InstructionFlags::FAST);
    let at = reader.c.peek_pos();
    let ty = reader.read_type()?;
    let pointees = reader.pointees();
    if !reader.ctx.is_first_class(ty) {
        return reader.c.error_at(at, ImportCode::PhiType);
    }
    if is_token_like(reader.ctx, ty) {
        return reader.c.error_at(reader.f.at, LlvmVerifyCode::PhiOfToken);
    }
    let start = reader.f.flow.incoming.len();
    while reader.c.peek() == b'[' {
        reader.c.expect(b'[', "'[' in phi value list")?;
        let value = reader.value_or_former(ty)?;
        reader.c.expect(b',', "',' after insertelement value")?;
        let at = reader.c.peek_pos();
        let name = reader.c.local_name()?;
        let block = reader.block_reference(&name, at)?;
        let value = value.unwrap_or_else(|former| constant_expressions::expand_on_edge(reader, former, (block, start)));
        reader.c.expect(b']', "']' in phi value list")?;
        reader.f.flow.incoming.push((value, block));
        let mut ahead = reader.c;
        if !ahead.eat(b',') || ahead.peek() != b'[' {
            break;
        }
        reader.c = ahead;
    }
    check_fast(reader.ctx, &reader.c, flags, ty, "phi", word_at)?;
    add_phi(reader, ty, (flags, pointees), start)
}

/// Makes the argument of a phi, whose incoming values are those since `start`; with the entry of what its pointers point
/// to.
pub(crate) fn add_phi(
    reader: &mut FunctionReader<'_, '_>,
    ty: Type,
    (flags, pointees): (InstructionFlags, Option<(Str, Attr)>),
    start: usize,
) -> DiagnosticResult<()> {
    let mut entries: NamedAttrs = pointees.into_iter().collect();
    if !flags.is_empty() {
        let words: Vec<&str> = flags.llvm_words().collect();
        entries.push((IRTRIP_FLAGS, reader.cache.words(&words)));
    }
    // A phi is no operation: no attachment has a slot, as on `irtrip.call`.
    let placed = placed_attachments(reader, irtrip::CALL)?;
    entries.extend(placed.entries);
    let at = reader.f.at;
    let (value, odd) = reader.define(ty)?;
    entries.extend(odd.map(|name| (IRTRIP_NAME, name)));
    let Some(block) = reader.f.block else { return Ok(()) };
    if block.index() == 0 && start == reader.f.flow.incoming.len() {
        // The entry block's arguments are the function's parameters.
        return reader.c.error_since(at, ImportCode::Unsupported("a phi without incoming values in the entry block"));
    }
    let first = reader.f.body.first_op(block);
    if first.is_some_and(|op| reader.f.body.name(op) != llvm::BLOCKTAG || reader.f.body.next_op(op).is_some()) {
        return reader.c.error_since(at, LlvmVerifyCode::PhiNotAtTop);
    }
    if placed.loc != attrs::UNKNOWN_LOC {
        let index = reader.f.body.block_args(block).len();
        reader.f.body.set_block_arg_loc(block, index, placed.loc);
    }
    reader.f.body.define_block_arg(block, value);
    if reader.tables.options.places {
        reader.f.body.set_argument_text_place(value, at);
    }
    if let Some(source) = &mut reader.f.source {
        let instruction = source.up_to(reader.c.pos);
        source.phis.push((block, value, instruction));
    }
    reader.f.flow.phis.push(Phi { block, incoming: start..reader.f.flow.incoming.len(), entries, at });
    Ok(())
}

/// Makes the terminators, with what their successors are passed. Returns what is preserved of the order in which the text
/// lists predecessors.
pub(crate) fn finish_terminators(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Option<Attr>> {
    let mut phis = std::mem::take(&mut reader.f.flow.phis);
    let mut terminators = std::mem::take(&mut reader.f.flow.terminators);
    let apart = merge_duplicate_successors::merge_duplicate_successors(reader, &mut terminators, &mut phis);
    let mut edges = edges(reader, &terminators, &phis, &apart);
    let preserved = connect(reader, &mut edges, &phis)?;
    let orders = predecessor_orders(reader, &edges);
    let mut next_edge = 0;
    for terminator in &mut terminators {
        let block = terminator.block;
        if let Some(found) = preserved.get(block.index()) {
            terminator.entries.extend(found.iter().copied());
        }
        if let Some(name) = reader.f.unspellable_names.get(&block) {
            terminator.entries.push((IRTRIP_BLOCK_NAME, *name));
        }
        let count = terminator.successors.len();
        let own = &edges.of_successors[next_edge..next_edge + count];
        next_edge += count;
        if terminator.name == llvm::INVOKE && !unwinds_to_landingpad(reader, terminator) {
            terminator.name = irtrip::INVOKE;
        }
        make_terminator(reader, terminator, own, &edges);
    }
    Ok(preserved_predecessors(reader, &orders))
}

/// Whether an invoke leads to a `landingpad`, as the dialect requires, and to no `catchswitch` or `cleanuppad`.
fn unwinds_to_landingpad(reader: &FunctionReader<'_, '_>, invoke: &Terminator) -> bool {
    let first = invoke.successors.get(1).and_then(|block| reader.f.body.first_op(*block));
    first.is_some_and(|op| reader.f.body.name(op) == llvm::LANDINGPAD)
}

/// Numbers the edges.
fn edges(
    reader: &FunctionReader<'_, '_>,
    terminators: &[Terminator],
    phis: &[Phi],
    apart: &FxHashMap<(usize, usize), Block>,
) -> Edges {
    let blocks = reader.f.body.block_count();
    let mut starts = vec![0u32; blocks + 1];
    let mut total = 0;
    for block in terminators.iter().flat_map(|t| &t.successors) {
        starts[block.index() + 1] += 1;
        total += 1;
    }
    for i in 0..blocks {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut preds = vec![Block::new(0); total];
    let mut of_successors = Vec::with_capacity(total);
    for (t, terminator) in terminators.iter().enumerate() {
        for (s, block) in terminator.successors.iter().enumerate() {
            let edge = next[block.index()];
            next[block.index()] += 1;
            preds[edge as usize] = apart.get(&(t, s)).copied().unwrap_or(terminator.block);
            of_successors.push(edge);
        }
    }
    let mut args = vec![(0u32, 0u32); blocks];
    for phi in phis {
        args[phi.block.index()].1 += 1;
    }
    let mut size = 0u32;
    for (i, entry) in args.iter_mut().enumerate() {
        entry.0 = size;
        size += entry.1 * (starts[i + 1] - starts[i]);
    }
    Edges { starts, preds, of_successors, args, values: vec![Value::new(0); size as usize] }
}

/// Gives every edge the values of its block's phis; returns the preserved attributes each block's terminator gets.
fn connect(
    reader: &mut FunctionReader<'_, '_>,
    edges: &mut Edges,
    phis: &[Phi],
) -> DiagnosticResult<Vec<SmallNamedAttrs>> {
    let blocks = reader.f.body.block_count();
    let mut preserved: Vec<SmallNamedAttrs> = Vec::new();
    if phis.is_empty() {
        return Ok(preserved);
    }
    preserved.resize(blocks, SmallNamedAttrs::new());
    // By predecessor: its first edge to the block at hand that no incoming value has taken yet.
    let mut taken = vec![u32::MAX; blocks];
    let mut rest = phis;
    while let Some(first) = rest.first() {
        let block = first.block;
        let count = rest.iter().take_while(|p| p.block == block).count();
        let (own, others) = rest.split_at(count);
        rest = others;
        let mut orders: Vec<SmallVec<[i32; 8]>> = Vec::with_capacity(count);
        for (i, phi) in own.iter().enumerate() {
            orders.push(connect_phi(reader, edges, &mut taken, phi, i)?);
        }
        let entries = &mut preserved[block.index()];
        if orders.iter().any(|o| !o.iter().copied().eq(0..o.len() as i32)) {
            let same = orders.iter().all(|o| *o == orders[0]);
            let mut attrs: Vec<Attr> =
                orders.iter().take(if same { 1 } else { count }).map(|o| reader.ctx.i32_array(o)).collect();
            let value = if same { attrs.pop() } else { Some(reader.ctx.array(&attrs)) };
            entries.extend(value.map(|v| (IRTRIP_INCOMING, v)));
        }
        if own.iter().any(|p| !p.entries.is_empty()) {
            let each: Vec<Attr> = own
                .iter()
                .map(|p| if p.entries.is_empty() { attrs::UNIT } else { reader.ctx.dictionary(&p.entries) })
                .collect();
            entries.push((IRTRIP_PHIS, reader.ctx.array(&each)));
        }
    }
    Ok(preserved)
}

/// Gives a block's edges the values of its phi number `index`; returns the order of the phi's incoming values.
fn connect_phi(
    reader: &mut FunctionReader<'_, '_>,
    edges: &mut Edges,
    taken: &mut [u32],
    phi: &Phi,
    index: usize,
) -> DiagnosticResult<SmallVec<[i32; 8]>> {
    let block = phi.block.index();
    let (start, end) = (edges.starts[block], edges.starts[block + 1]);
    let incoming = &reader.f.flow.incoming[phi.incoming.clone()];
    if incoming.len() as u32 != end - start {
        return reader.c.error_since(phi.at, LlvmVerifyCode::PhiEntryCount);
    }
    for edge in (start..end).rev() {
        taken[edges.preds[edge as usize].index()] = edge;
    }
    let (base, width) = edges.args[block];
    let mut order = SmallVec::with_capacity(incoming.len());
    for &(value, pred) in incoming {
        let mut edge = taken[pred.index()];
        // A predecessor's edges follow each other, but for those that a block of their own stands for.
        while (start..end).contains(&edge) && edges.preds[edge as usize] != pred {
            edge += 1;
        }
        if !(start..end).contains(&edge) {
            return reader.c.error_since(phi.at, LlvmVerifyCode::PhiPredecessors);
        }
        taken[pred.index()] = edge + 1;
        let place = base + (edge - start) * width + index as u32;
        edges.values[place as usize] = value;
        if edge > start
            && edges.preds[edge as usize - 1] == pred
            && edges.values[(place - width) as usize] != value
            && order.contains(&((edge - start) as i32 - 1))
        {
            return reader.c.error_at(phi.at, LlvmVerifyCode::PhiAmbiguous);
        }
        order.push((edge - start) as i32);
    }
    Ok(order)
}

/// Whether several values that a terminator's edge passes are passed by a block in between. Passes drop arguments of a
/// block that nothing uses, but no operands of a terminator that they do not know: which are left could not be seen.
/// Where control goes to an exception handling pad, LLVM IR has no block in between.
fn is_passed_apart(name: OpName, successor: usize, passed: usize) -> bool {
    passed > 1
        && match name {
            irtrip::CALLBR | irtrip::CATCHRET => true,
            irtrip::INVOKE => successor == 0,
            _ => false,
        }
}

/// Makes a terminator's operation. A result that the terminator's own edge would pass is passed by a block of its
/// own in between, as MLIR wants it; upstream puts it before the successor.
fn make_terminator(reader: &mut FunctionReader<'_, '_>, terminator: &mut Terminator, own: &[u32], edges: &Edges) {
    let mut targets: SmallVec<[(Block, &[Value]); 2]> = SmallVec::new();
    for (successor, (block, edge)) in terminator.successors.iter().zip(own).enumerate() {
        let (base, width) = edges.args[block.index()];
        let start = (base + (edge - edges.starts[block.index()]) * width) as usize;
        let args = &edges.values[start..start + width as usize];
        let passes_result = terminator.result.is_some_and(|r| args.contains(&r));
        if passes_result || is_passed_apart(terminator.name, successor, args.len()) {
            let between = reader.f.body.new_block();
            reader.f.body.insert_block_before(*block, between);
            let attrs = reader.cache.dictionary(&[(IRTRIP_EDGE, attrs::UNIT)]);
            let br = NewOp { name: llvm::BR, operands: &[], successors: &[(*block, args)], attrs, loc: terminator.loc };
            let br = reader.f.body.append(between, br, &[]);
            reader.f.positions.set(br, terminator.at);
            targets.push((between, &[]));
        } else {
            targets.push((*block, args));
        }
    }
    let attrs = reader.cache.dictionary(&terminator.entries);
    let op = reader.f.body.create(NewOp {
        name: terminator.name,
        operands: &terminator.operands,
        successors: &targets,
        attrs,
        loc: terminator.loc,
    });
    if let Some(value) = terminator.result {
        reader.f.body.define_result(op, value);
    }
    reader.f.body.append_op(terminator.block, op);
    reader.f.positions.set(op, terminator.at);
    if let Some(source) = &mut reader.f.source
        && let Some(instruction) = source.terminators.remove(&terminator.block)
    {
        source.ops.insert(op, instruction);
    }
    reader.f.loops.extend(terminator.loop_node.map(|node| (op, node)));
}
