//! Phis of blocks that nothing leads to, which have no incoming values: LLVM reads no such phi before LLVM 16.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::names::{IRTRIP_EDGE, IRTRIP_PHIS};
use irtrip_dialect::ops::global_values;
use irtrip_dialect::{Block, Body, Builder, Context, InsertPoint, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::LoweringContext;

/// Has what uses such phis use `undef`, since it is never run.
pub(super) fn lower(ctx: &Context, body: &mut Body, cx: &mut LoweringContext) {
    let Some(&region) = body.regions().first() else { return };
    if body.blocks(region).iter().skip(1).all(|block| body.block_args(*block).is_empty()) {
        return;
    }
    let reached_from = |is_left: &dyn Fn(Op) -> bool| -> FxHashSet<Block> {
        let terminators = body.linked_ops().filter(|op| is_left(*op));
        terminators.flat_map(|op| body.successors(op)).map(|successor| successor.block).collect()
    };
    // A block that stands for an edge is gone with what led to it.
    let led_to = reached_from(&|_| true);
    let is_edge = |op: Op| body.attr(ctx, op, IRTRIP_EDGE).is_some();
    let reached = reached_from(&|op| !is_edge(op) || body.parent(op).is_some_and(|block| led_to.contains(&block)));
    let is_unreached = |block: &Block| !reached.contains(block) && !body.block_args(*block).is_empty();
    let blocks: Vec<Block> = body.blocks(region).iter().skip(1).copied().filter(is_unreached).collect();
    let first = body.blocks(region).first().and_then(|entry| body.first_op(*entry));
    let Some(first) = first.filter(|_| !blocks.is_empty()) else { return };
    let loc = body.loc(first);
    let mut instead: FxHashMap<Value, Value> = FxHashMap::default();
    for block in blocks {
        for value in body.block_args(block).to_vec() {
            let ty = body.value_type(value);
            let mut builder = Builder::new(ctx, body, InsertPoint::Before(first), loc);
            instead.insert(value, builder.value_with(global_values::UNDEF, &[], ty, EMPTY_DICTIONARY));
            cx.drop("a 'phi' without incoming values");
        }
        body.retain_block_args(block, |_| false);
        if let Some(last) = body.last_op(block) {
            body.set_attrs(last, ctx.with_entry(body.attrs(last), IRTRIP_PHIS, None));
        }
    }
    body.replace_operands(|operand| instead.get(&operand).copied().unwrap_or(operand));
}
