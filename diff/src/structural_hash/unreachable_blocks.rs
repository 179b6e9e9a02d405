//! An order of the blocks that control never comes to which does not depend on where they stand in a text: by what they do, and
//! where they lead.

use irtrip_dialect::{Block, Body, OpNameDefinition, Value, ValueDef};
use rustc_hash::FxHashMap;

use crate::structural_hash::value_numbering::is_constant;
use crate::structural_hash::{HashBuilder, StructuralHash};

/// How often what a block is known by takes in what its neighbours are known by. Blocks that are alike up to there stay in the order
/// of the text.
const ROUNDS: usize = 8;

/// What blocks and values are known by.
struct Known<'b> {
    body: &'b Body,
    /// The places of blocks in the order of those that control comes to.
    reached: FxHashMap<Block, u64>,
    /// The numbers of values: among all of those blocks, or in their own block.
    values: FxHashMap<Value, (u64, Option<Block>)>,
    blocks: FxHashMap<Block, StructuralHash>,
}

/// Adds to the blocks that control comes to, in order, those of the region that it never comes to.
pub(super) fn add(body: &Body, blocks: &[Block], order: &mut Vec<Block>) {
    let mut seen = vec![false; body.block_count()];
    let mut mark = |block: &Block| seen.get_mut(block.index()).into_iter().for_each(|seen| *seen = true);
    order.iter().for_each(&mut mark);
    let rest: Vec<Block> = blocks.iter().copied().filter(|block| !seen[block.index()]).collect();
    let mut known = Known::new(body, order, &rest);
    let led_to = known.predecessors(&rest);
    for _ in 0..ROUNDS.min(rest.len()) {
        known.blocks = rest.iter().map(|block| (*block, known.next(*block, &led_to))).collect();
    }
    let mut starts = rest;
    // Each is after those that lead to it; in a circle, one of them has to be the first.
    let leads = |block: &Block| led_to.get(block).is_some_and(|others| others.iter().any(|other| other != block));
    starts.sort_by_key(|block| (leads(block), known.blocks.get(block).copied()));
    body.add_reverse_post_order(&starts, &mut seen, order);
}

impl<'b> Known<'b> {
    fn new(body: &'b Body, order: &[Block], rest: &[Block]) -> Known<'b> {
        let reached = order.iter().copied().zip(0..).collect();
        let mut known = Known { body, reached, values: FxHashMap::default(), blocks: FxHashMap::default() };
        let mut next = 0;
        order.iter().for_each(|block| known.number(*block, None, &mut next));
        rest.iter().for_each(|block| known.number(*block, Some(*block), &mut 0));
        known.blocks = rest.iter().map(|block| (*block, known.own(*block))).collect();
        known
    }

    fn number(&mut self, block: Block, own: Option<Block>, next: &mut u64) {
        let body = self.body;
        let results = body.ops(block).filter(|op| !is_constant(body, *op)).flat_map(|op| body.results(op));
        for value in body.block_args(block).iter().copied().chain(results) {
            self.values.insert(value, (*next, own));
            *next += 1;
        }
    }

    /// What a block does, without where it leads.
    fn own(&self, block: Block) -> StructuralHash {
        let body = self.body;
        let mut hash = HashBuilder::new();
        hash.add_u64(body.block_args(block).len() as u64);
        for op in body.ops(block).filter(|op| !is_constant(body, *op)) {
            hash.add_bytes(body.name(op).def().map_or("", |def| def.name).as_bytes());
            hash.add_u64(body.results(op).len() as u64);
            body.operands(op).iter().for_each(|operand| self.operand(*operand, &mut hash));
            for successor in body.successors(op) {
                hash.add_u64(self.reached.get(&successor.block).copied().unwrap_or(u64::MAX));
                body.successor_args(successor).iter().for_each(|operand| self.operand(*operand, &mut hash));
            }
        }
        hash.finish()
    }

    fn operand(&self, operand: Value, hash: &mut HashBuilder) {
        hash.add_bool(matches!(self.body.value(operand).def, ValueDef::Undefined));
        hash.add_u64(self.values.get(&operand).map_or(u64::MAX, |value| value.0));
    }

    /// The blocks that control never comes to which lead to each of them.
    fn predecessors(&self, rest: &[Block]) -> FxHashMap<Block, Vec<Block>> {
        let mut led_to: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for block in rest {
            for successor in self.body.last_op(*block).map_or(&[][..], |op| self.body.successors(op)) {
                led_to.entry(successor.block).or_default().push(*block);
            }
        }
        led_to
    }

    /// What a block is known by, and all next to it.
    fn next(&self, block: Block, led_to: &FxHashMap<Block, Vec<Block>>) -> StructuralHash {
        let body = self.body;
        let of = |block: Block| self.blocks.get(&block).copied().unwrap_or_default();
        let mut hash = HashBuilder::new();
        hash.add_u128(of(block));
        let used = body.ops(block).flat_map(|op| body.all_operands(op));
        let defining = used.filter_map(|operand| self.values.get(operand).and_then(|value| value.1));
        defining.for_each(|defining| hash.add_u128(of(defining)));
        for successor in body.last_op(block).map_or(&[][..], |op| body.successors(op)) {
            hash.add_u128(of(successor.block));
        }
        let mut before: Vec<StructuralHash> =
            led_to.get(&block).map(|before| before.iter().map(|before| of(*before)).collect()).unwrap_or_default();
        before.sort_unstable();
        before.into_iter().for_each(|before| hash.add_u128(before));
        hash.finish()
    }
}
