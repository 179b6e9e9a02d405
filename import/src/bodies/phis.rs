//! Phis: block arguments, and the operands that terminators pass along their edges. LangRef, "phi".
//!
//! An edge is a terminator and the index of a successor. A block's edges are numbered in the order of the predecessors
//! in the function, then of their successors; `irtrip.incoming` says where a phi's incoming values stand in another.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::InstructionFlags;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{irtrip, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Block, NewOp, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bodies::state::{Phi, Terminator};
use crate::error::Res;
use crate::reader::{Entries, FewEntries, Reader};

/// The edges of all blocks, and what is passed along them.
struct Edges {
    /// By block: where its edges start.
    starts: Vec<u32>,
    /// By edge: the block phis name it by: its predecessor, or the block that stands for the edge alone.
    preds: Vec<Block>,
    /// By terminator, then successor: the edge.
    of_successors: Vec<u32>,
    /// By block: where what its edges pass starts, and how much each passes.
    args: Vec<(u32, u32)>,
    /// By block, edge and phi: the incoming value.
    values: Vec<Value>,
}

impl<'a> Reader<'_, 'a> {
    /// `phi [flags] T [ v, %b ], ...` behind the word.
    pub fn phi(&mut self, word_at: usize) -> Res<()> {
        let flags = self.read_flags(InstructionFlags::FAST);
        let at = self.c.peek_pos();
        let ty = self.read_type()?;
        if !self.ctx.is_first_class(ty) {
            return self.refuse(at, "phi node must have first class type");
        }
        if ty == wk::TOKEN {
            return self.refuse(self.f.at, "PHI nodes cannot have token type!");
        }
        let start = self.f.flow.incoming.len();
        while self.c.peek() == b'[' {
            self.c.expect(b'[', "'[' in phi value list")?;
            let value = self.value(ty)?;
            self.c.expect(b',', "',' after insertelement value")?;
            let at = self.c.peek_pos();
            let name = self.local_name()?;
            let block = self.block_reference(&name, at)?;
            self.c.expect(b']', "']' in phi value list")?;
            self.f.flow.incoming.push((value, block));
            let mut ahead = self.c;
            if !ahead.eat(b',') || ahead.peek() != b'[' {
                break;
            }
            self.c = ahead;
        }
        self.check_fast(flags, ty, "phi", word_at)?;
        self.add_phi(ty, flags, start)
    }

    /// Makes the argument of a phi, whose incoming values are those since `start`.
    pub fn add_phi(&mut self, ty: Type, flags: InstructionFlags, start: usize) -> Res<()> {
        let mut entries = Entries::new();
        if !flags.is_empty() {
            let words: Vec<&str> = flags.llvm_words().collect();
            entries.push((IRTRIP_FLAGS, self.words_attr(&words)));
        }
        // A phi is no operation: no attachment has a slot, which is what `irtrip.call` says too.
        let placed = self.placed_attachments(irtrip::CALL)?;
        entries.extend(placed.entries);
        let at = self.f.at;
        let (value, odd) = self.define(ty)?;
        entries.extend(odd.map(|name| (IRTRIP_NAME, name)));
        let Some(block) = self.f.block else { return Ok(()) };
        let first = self.f.body.first_op(block);
        if first.is_some_and(|op| self.f.body.name(op) != llvm::BLOCKTAG || self.f.body.next_op(op).is_some()) {
            return self.invalid(at, "PHI nodes not grouped at top of basic block!");
        }
        if placed.loc != attrs::UNKNOWN_LOC {
            let index = self.f.body.block_args(block).len();
            self.f.body.set_block_arg_loc(block, index, placed.loc);
        }
        self.f.body.define_block_arg(block, value);
        if let Some(source) = &mut self.f.source {
            let instruction = source.up_to(self.c.pos);
            source.phis.push((block, value, instruction));
        }
        self.f.flow.phis.push(Phi { block, incoming: start..self.f.flow.incoming.len(), entries, at });
        Ok(())
    }

    /// Makes the terminators, with what their successors are passed.
    pub fn finish_terminators(&mut self) -> Res<()> {
        let mut phis = std::mem::take(&mut self.f.flow.phis);
        let mut terminators = std::mem::take(&mut self.f.flow.terminators);
        let apart = self.merge_duplicate_successors(&mut terminators, &mut phis);
        let mut edges = self.edges(&terminators, &phis, &apart);
        let preserved = self.connect(&mut edges, &phis)?;
        let mut next_edge = 0;
        for terminator in &mut terminators {
            let block = terminator.block;
            if let Some(found) = preserved.get(block.index()) {
                terminator.entries.extend(found.iter().copied());
            }
            if let Some(name) = self.f.unspellable_names.get(&block) {
                terminator.entries.push((IRTRIP_BLOCK_NAME, *name));
            }
            let count = terminator.successors.len();
            let own = &edges.of_successors[next_edge..next_edge + count];
            next_edge += count;
            if terminator.name == llvm::INVOKE && !self.unwinds_to_landingpad(terminator) {
                terminator.name = irtrip::INVOKE;
            }
            self.make_terminator(terminator, own, &edges);
        }
        Ok(())
    }

    /// Whether an invoke leads to a `landingpad`, as the dialect asks for, and to no `catchswitch` or `cleanuppad`.
    fn unwinds_to_landingpad(&self, invoke: &Terminator) -> bool {
        let first = invoke.successors.get(1).and_then(|block| self.f.body.first_op(*block));
        first.is_some_and(|op| self.f.body.name(op) == llvm::LANDINGPAD)
    }

    /// Numbers the edges.
    fn edges(&self, terminators: &[Terminator], phis: &[Phi], apart: &FxHashMap<(usize, usize), Block>) -> Edges {
        let blocks = self.f.body.block_count();
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

    /// Gives every edge the values of its block's phis; gives the preserved attributes each block's terminator gets.
    fn connect(&mut self, edges: &mut Edges, phis: &[Phi]) -> Res<Vec<FewEntries>> {
        let blocks = self.f.body.block_count();
        let mut preserved: Vec<FewEntries> = Vec::new();
        if phis.is_empty() {
            return Ok(preserved);
        }
        preserved.resize(blocks, FewEntries::new());
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
                orders.push(self.connect_phi(edges, &mut taken, phi, i)?);
            }
            let entries = &mut preserved[block.index()];
            if orders.iter().any(|o| !o.iter().copied().eq(0..o.len() as i32)) {
                let same = orders.iter().all(|o| *o == orders[0]);
                let mut attrs: Vec<Attr> =
                    orders.iter().take(if same { 1 } else { count }).map(|o| self.ctx.i32_array(o)).collect();
                let value = if same { attrs.pop() } else { Some(self.ctx.array(&attrs)) };
                entries.extend(value.map(|v| (IRTRIP_INCOMING, v)));
            }
            if own.iter().any(|p| !p.entries.is_empty()) {
                let each: Vec<Attr> = own
                    .iter()
                    .map(|p| if p.entries.is_empty() { attrs::UNIT } else { self.ctx.dictionary(&p.entries) })
                    .collect();
                entries.push((IRTRIP_PHIS, self.ctx.array(&each)));
            }
        }
        Ok(preserved)
    }

    /// Gives a block's edges the values of its phi number `index`; gives the order of the phi's incoming values.
    fn connect_phi(
        &mut self,
        edges: &mut Edges,
        taken: &mut [u32],
        phi: &Phi,
        index: usize,
    ) -> Res<SmallVec<[i32; 8]>> {
        let block = phi.block.index();
        let (start, end) = (edges.starts[block], edges.starts[block + 1]);
        let incoming = &self.f.flow.incoming[phi.incoming.clone()];
        if incoming.len() as u32 != end - start {
            return self
                .invalid(phi.at, "PHINode should have one entry for each predecessor of its parent basic block!");
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
                return self.invalid(phi.at, "PHI node entries do not match predecessors!");
            }
            taken[pred.index()] = edge + 1;
            let place = base + (edge - start) * width + index as u32;
            edges.values[place as usize] = value;
            if edge > start
                && edges.preds[edge as usize - 1] == pred
                && edges.values[(place - width) as usize] != value
                && order.contains(&((edge - start) as i32 - 1))
            {
                let wrong = "PHI node has multiple entries for the same basic block with different incoming values!";
                return self.refuse(phi.at, wrong);
            }
            order.push((edge - start) as i32);
        }
        Ok(order)
    }

    /// Makes a terminator's operation. A result that the terminator's own edge would pass is passed by a block of its
    /// own in between, as MLIR wants it; upstream puts it in front of the successor.
    fn make_terminator(&mut self, terminator: &mut Terminator, own: &[u32], edges: &Edges) {
        let mut targets: SmallVec<[(Block, &[Value]); 2]> = SmallVec::new();
        for (block, edge) in terminator.successors.iter().zip(own) {
            let (base, width) = edges.args[block.index()];
            let start = (base + (edge - edges.starts[block.index()]) * width) as usize;
            let args = &edges.values[start..start + width as usize];
            if terminator.result.is_some_and(|r| args.contains(&r)) {
                let between = self.f.body.new_block();
                self.f.body.insert_block_before(*block, between);
                let attrs = self.dictionary(&[(IRTRIP_EDGE, attrs::UNIT)]);
                let br =
                    NewOp { name: llvm::BR, operands: &[], successors: &[(*block, args)], attrs, loc: terminator.loc };
                self.f.body.append(between, br, &[]);
                targets.push((between, &[]));
            } else {
                targets.push((*block, args));
            }
        }
        let attrs = self.dictionary(&terminator.entries);
        let op = self.f.body.create(NewOp {
            name: terminator.name,
            operands: &terminator.operands,
            successors: &targets,
            attrs,
            loc: terminator.loc,
        });
        if let Some(value) = terminator.result {
            self.f.body.define_result(op, value);
        }
        self.f.body.append_op(terminator.block, op);
        self.f.positions.set(op, terminator.at);
        if let Some(source) = &mut self.f.source
            && let Some(instruction) = source.terminators.remove(&terminator.block)
        {
            source.ops.insert(op, instruction);
        }
        self.f.loops.extend(terminator.loop_node.map(|node| (op, node)));
    }
}
