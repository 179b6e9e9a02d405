//! Edges with blocks of their own: MLIR tells the edges of a terminator apart, and LLVM IR needs a block for one that passes
//! other operands to the same block.

use irtrip_dialect::names::IRTRIP_EDGE;
use irtrip_dialect::ops::llvm::BR;
use irtrip_dialect::{Block, Body, Context, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Has edges lead on from the blocks that only hold them apart, with what these pass, and drops these blocks.
pub fn join(ctx: &Context, body: &mut Body) {
    for region in body.regions().to_vec() {
        let blocks = body.blocks(region).to_vec();
        let apart: FxHashMap<Block, Op> =
            blocks.iter().skip(1).filter_map(|block| Some((*block, only_branch(ctx, body, *block)?))).collect();
        if apart.is_empty() {
            continue;
        }
        let is_chained = |op: &Op| body.successors(*op).iter().any(|to| apart.contains_key(&to.block));
        let apart: FxHashMap<Block, Op> =
            apart.iter().filter(|(_, op)| !is_chained(op)).map(|(b, op)| (*b, *op)).collect();
        for block in &blocks {
            let Some(last) = body.last_op(*block).filter(|_| !apart.contains_key(block)) else { continue };
            if body.successors(last).iter().any(|to| apart.contains_key(&to.block)) {
                lead_on(body, last, &apart);
            }
        }
        body.retain_blocks(region, |block| !apart.contains_key(&block));
    }
}

/// The branch of a block that holds nothing but it, which is marked, and whose arguments nothing else uses.
fn only_branch(ctx: &Context, body: &Body, block: Block) -> Option<Op> {
    let op = body.first_op(block).filter(|op| body.last_op(block) == Some(*op) && body.name(*op) == BR)?;
    body.attr(ctx, op, IRTRIP_EDGE)?;
    let args: FxHashSet<Value> = body.block_args(block).iter().copied().collect();
    let is_used = |other: Op| other != op && body.all_operands(other).iter().any(|value| args.contains(value));
    (args.is_empty() || !body.linked_ops().any(is_used)).then_some(op)
}

fn lead_on(body: &mut Body, last: Op, apart: &FxHashMap<Block, Op>) {
    let successors: Vec<(Block, Vec<Value>)> = body
        .successors(last)
        .iter()
        .map(|to| {
            let passed = body.successor_args(to);
            let Some(on) = apart.get(&to.block).and_then(|op| body.successors(*op).first()) else {
                return (to.block, passed.to_vec());
            };
            let given: FxHashMap<Value, Value> =
                body.block_args(to.block).iter().copied().zip(passed.iter().copied()).collect();
            let values = body.successor_args(on).iter().map(|value| given.get(value).copied().unwrap_or(*value));
            (on.block, values.collect())
        })
        .collect();
    let successors: Vec<(Block, &[Value])> = successors.iter().map(|(to, values)| (*to, values.as_slice())).collect();
    body.set_successors(last, &successors);
}
