//! Edges with blocks of their own, where a terminator leads to one block more than once.

use irtrip_dialect::ops::llvm::BR;
use irtrip_dialect::{Attr, Block, Body, NewOp, Region, Type, Value};
use rustc_hash::FxHashSet;

/// Has all but the first of the edges of one terminator to one block with arguments lead through blocks of their own, at
/// the region's end, as upstream's exporter has them. Their terminators get the attributes `attrs`.
pub fn ensure_distinct_successors(body: &mut Body, region: Region, attrs: Attr) {
    for block in body.blocks(region).to_vec() {
        let Some(last) = body.last_op(block).filter(|op| body.successors(*op).len() > 1) else { continue };
        let mut targets: Vec<(Block, Vec<Value>)> =
            body.successors(last).iter().map(|s| (s.block, body.successor_args(s).to_vec())).collect();
        let mut seen = FxHashSet::default();
        let mut changed = false;
        for (target, _) in &mut targets {
            let types: Vec<Type> = body.block_args(*target).iter().map(|v| body.value_type(*v)).collect();
            if types.is_empty() || seen.insert(*target) {
                continue;
            }
            let between = body.new_block();
            body.append_block(region, between);
            let args: Vec<Value> = types.iter().map(|ty| body.add_block_arg(between, *ty)).collect();
            let loc = body.loc(last);
            body.append(between, NewOp { successors: &[(*target, &args)], attrs, loc, ..NewOp::new(BR) }, &[]);
            *target = between;
            changed = true;
        }
        if changed {
            let targets: Vec<(Block, &[Value])> = targets.iter().map(|(b, a)| (*b, a.as_slice())).collect();
            body.set_successors(last, &targets);
        }
    }
}
