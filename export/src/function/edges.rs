//! The edges of a function's control flow as LLVM IR has them.
//!
//! A block that only holds an edge apart (`irtrip.edge`) vanishes: its predecessor is joined to its successor. Where
//! two edges of one terminator pass different operands to one block, which a phi cannot tell apart, all but the first
//! get a block made for them.

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::{Block, Body, Context, Op, OpNameDefinition, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{FunctionPlan, Local, error_at, error_in, form};
use irtrip_dialect::diagnostic::{DiagnosticResult, ExportCode};

/// An edge into a block.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// The block it comes from.
    pub from: Block,
    /// What it passes.
    pub args: &'a [Value],
    /// The terminator that passes it, and for which of its successors; that of a vanishing block, where there is one.
    pub passed_at: (Op, u32),
}

/// An edge that a block was inserted into.
#[derive(Clone, Copy, Debug)]
pub struct SplitEdge {
    /// Where it comes from.
    pub from: Block,
    /// Where it leads.
    pub to: Block,
}

/// The edges of a function.
#[derive(Default)]
pub struct Edges<'a> {
    /// By block, where the edges into it start in `list`; one more than blocks.
    starts: Vec<u32>,
    list: Vec<Edge<'a>>,
    /// By block: the block a vanishing one leads to.
    through: FxHashMap<Block, Block>,
    /// Blocks made, numbered from the body's count.
    pub made: Vec<SplitEdge>,
    first_made: usize,
    /// The made block of a terminator's successor.
    made_for: FxHashMap<(Op, u32), Block>,
    /// By block its place, where an edge is not in order of the block that it comes from.
    places: Vec<u32>,
}

impl<'a> Edges<'a> {
    /// The edges into a block, by the order of the blocks they come from, then by successor.
    pub fn leading_to(&self, block: Block) -> &[Edge<'a>] {
        let at = |i: usize| self.starts.get(i).map_or(0, |s| *s as usize);
        self.list.get(at(block.index())..at(block.index() + 1)).unwrap_or_default()
    }

    /// The block that is written for a terminator's successor.
    pub fn target(&self, op: Op, index: usize, block: Block) -> Block {
        if !self.made_for.is_empty()
            && let Some(made) = self.made_for.get(&(op, index as u32))
        {
            return *made;
        }
        self.follow(block)
    }

    /// The block itself, or the one a vanishing block leads to.
    fn follow(&self, block: Block) -> Block {
        if self.through.is_empty() { block } else { self.through.get(&block).copied().unwrap_or(block) }
    }

    /// The blocks that the edges into a block come from, the last of the function first.
    pub fn predecessors(&self, block: Block) -> SmallVec<[Block; 4]> {
        let mut from: SmallVec<[Block; 4]> = self.leading_to(block).iter().rev().map(|edge| edge.from).collect();
        if !self.places.is_empty() {
            from.sort_by_key(|block| std::cmp::Reverse(self.places.get(block.index()).copied()));
        }
        from
    }

    /// What a block was made for, if it was.
    pub fn made_block(&self, block: Block) -> Option<SplitEdge> {
        block.index().checked_sub(self.first_made).and_then(|i| self.made.get(i)).copied()
    }
}

/// Notes the blocks that vanish. Returns the terminator of each, and what it passes.
fn find_vanishing<'a>(
    ctx: &Context,
    body: &'a Body,
    blocks: &[Block],
    plan: &FunctionPlan<'a>,
    edges: &mut Edges<'a>,
) -> FxHashMap<Block, (Op, &'a [Value])> {
    let (mut through, mut passed) = (FxHashMap::default(), FxHashMap::default());
    for &block in blocks.iter().skip(1) {
        if let Some((last, to, args)) = vanishing(ctx, body, plan, block) {
            through.insert(block, to);
            passed.insert(block, (last, args));
        }
    }
    // A chain or ring of vanishing blocks would lead nowhere: those that lead to one another stay.
    edges.through = through.iter().filter(|(_, to)| !through.contains_key(to)).map(|(b, to)| (*b, *to)).collect();
    passed
}

/// What a block takes of what a terminator passes to it.
fn taken<'a>(body: &Body, last: Op, to: Block, args: &'a [Value]) -> Result<&'a [Value], ExportCode> {
    if body.block_parent(to).is_none() {
        return Err(ExportCode::Block);
    }
    let expected = body.block_args(to).len();
    // MLIR's canonicalizer drops arguments that nothing uses, and leaves what an operation unknown to it passes.
    if expected == 0 && body.name(last).def().is_some_and(OpDef::is_irtrip) {
        return Ok(&[]);
    }
    if expected != args.len() {
        return Err(ExportCode::Edge { passed: args.len(), expected });
    }
    Ok(args)
}

/// Finds the edges, and which blocks are written.
pub fn find<'a>(ctx: &Context, body: &'a Body, blocks: &[Block], plan: &mut FunctionPlan<'a>) -> DiagnosticResult<()> {
    let mut edges = Edges { first_made: body.block_count(), ..Edges::default() };
    let passed = find_vanishing(ctx, body, blocks, plan, &mut edges);
    let mut found: Vec<(Block, Edge<'a>)> = Vec::new();
    // By block: the first edge into it of the last terminator with any.
    let mut firsts: Vec<Option<usize>> = vec![None; body.block_count()];
    let former = former(ctx, body, blocks, &mut edges);
    for &block in blocks {
        if let Some(to) = edges.through.get(&block).copied() {
            // The preserved order of a phi's incoming values has the place of the block that vanishes.
            if let (Some(from), Some((last, args))) = (former.get(&block), passed.get(&block)) {
                found.push((to, Edge { from: *from, args, passed_at: (*last, 0) }));
            }
            continue;
        }
        plan.blocks.push(block);
        let Some(last) = body.last_op(block) else {
            return Err(error_in(ctx, &plan.global, ExportCode::Terminator));
        };
        let first_edge = found.len();
        for (index, successor) in body.successors(last).iter().enumerate() {
            if former.contains_key(&successor.block) {
                continue;
            }
            let to = edges.follow(successor.block);
            let own = (last, index as u32);
            let (passed_at, args) = match passed.get(&successor.block).filter(|_| to != successor.block) {
                Some(&(vanishing, args)) => ((vanishing, 0), args),
                None => (own, body.successor_args(successor)),
            };
            let args = taken(body, last, to, args).map_err(|code| error_at(ctx, &plan.global, body, last, code))?;
            let mut edge = Edge { from: block, args, passed_at };
            let place = firsts.get_mut(to.index());
            let first = place.as_ref().and_then(|place| **place).filter(|first| *first >= first_edge);
            if first.is_none() {
                place.into_iter().for_each(|place| *place = Some(found.len()));
            }
            if first.and_then(|first| found.get(first)).is_some_and(|(_, first)| clash(plan, first.args, args)) {
                let made = Block::new(edges.first_made + edges.made.len());
                edges.made.push(SplitEdge { from: block, to });
                edges.made_for.insert(own, made);
                plan.blocks.push(made);
                edge.from = made;
            }
            found.push((to, edge));
        }
    }
    sort(&mut edges, body.block_count(), &found);
    plan.edges = edges;
    Ok(())
}

/// Whether two edges of one terminator to one block pass different operands: only the first is direct then.
fn clash(plan: &FunctionPlan, first: &[Value], args: &[Value]) -> bool {
    first != args && !first.iter().zip(args).all(|(a, b)| a == b || same_constant(plan, *a, *b))
}

/// Whether two values are one constant, which operations of their own may make.
fn same_constant(plan: &FunctionPlan, a: Value, b: Value) -> bool {
    match (plan.locals.get(a.index()), plan.locals.get(b.index())) {
        (Some(Local::Constant(a)), Some(Local::Constant(b))) => a == b,
        _ => false,
    }
}

/// The terminator, successor and operands of a block that holds nothing but an edge.
fn vanishing<'a>(ctx: &Context, body: &'a Body, plan: &FunctionPlan, block: Block) -> Option<(Op, Block, &'a [Value])> {
    let last = body.last_op(block)?;
    body.attr(ctx, last, IRTRIP_EDGE)?;
    let alone = body.ops(block).all(|op| op == last || !plan.is_written(body, op));
    if !alone || !body.block_args(block).is_empty() || !matches!(form(body, last), Some(LlvmForm::Inst(Inst::Br))) {
        return None;
    }
    let successor = body.successors(last).first()?;
    Some((last, successor.block, body.successor_args(successor)))
}

/// The vanishing blocks that have what was a constant expression in the text of an older release, each with the block that leads
/// to it; there is one, by one edge, and by no other to the block that the vanishing one leads to: all others stay.
fn former(ctx: &Context, body: &Body, blocks: &[Block], edges: &mut Edges) -> FxHashMap<Block, Block> {
    let is_former = |block: &Block| {
        body.last_op(*block).and_then(|last| body.attr(ctx, last, IRTRIP_EDGE)).is_some_and(|mark| mark != UNIT)
    };
    let mut former: FxHashMap<Block, Option<Block>> =
        edges.through.keys().filter(|block| is_former(block)).map(|block| (*block, None)).collect();
    if former.is_empty() {
        return FxHashMap::default();
    }
    for &from in blocks {
        let successors = body.last_op(from).map(|last| body.successors(last)).unwrap_or_default();
        for successor in successors {
            let Some(only) = former.get_mut(&successor.block) else { continue };
            let to = edges.follow(successor.block);
            let is_only = successors.iter().filter(|other| edges.follow(other.block) == to).count() == 1;
            match only {
                None if is_only => *only = Some(from),
                _ => drop(edges.through.remove(&successor.block)),
            }
        }
    }
    former.retain(|block, _| edges.through.contains_key(block));
    edges.places = vec![0; body.block_count()];
    for (place, block) in blocks.iter().enumerate() {
        edges.places[block.index()] = place as u32;
    }
    former.into_iter().filter_map(|(block, from)| Some((block, from?))).collect()
}

/// Puts the edges in order of the block they lead to, keeping their order otherwise.
fn sort<'a>(edges: &mut Edges<'a>, blocks: usize, found: &[(Block, Edge<'a>)]) {
    let mut starts = vec![0u32; blocks + 1];
    for (to, _) in found {
        starts[to.index() + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut next = starts.clone();
    let nowhere = Edge { from: Block::new(0), args: &[], passed_at: (Op::new(0), 0) };
    let mut list = vec![nowhere; found.len()];
    for (to, edge) in found {
        let place = &mut next[to.index()];
        list[*place as usize] = *edge;
        *place += 1;
    }
    edges.starts = starts;
    edges.list = list;
}

impl FunctionPlan<'_> {
    /// How a block is called.
    pub fn label(&self, block: Block) -> Local {
        self.labels.get(block.index()).copied().unwrap_or_default()
    }
}
