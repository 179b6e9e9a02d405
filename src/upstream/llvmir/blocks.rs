//! The blocks of a function as upstream's exporter makes them.

use irtrip::dialect::names::IRTRIP_INCOMING;
use irtrip::dialect::ops::llvm::BR;
use irtrip::dialect::{Block, Body, Context, NewOp, Region, Type, Value};

/// Gives a region upstream's blocks, one for each further edge of a terminator to a block with arguments, and phis whose
/// incoming values are in upstream's order.
pub fn prepare(ctx: &Context, body: &mut Body, region: Region) {
    distinct_successors(body, region);
    order_incoming(ctx, body, region);
}

/// Of the edges of one terminator to a block with arguments, all but the first lead to a block of their own.
fn distinct_successors(body: &mut Body, region: Region) {
    for block in body.blocks(region).to_vec() {
        let Some(last) = body.last_op(block) else { continue };
        let mut targets: Vec<(Block, Vec<Value>)> =
            body.successors(last).iter().map(|s| (s.block, body.successor_args(s).to_vec())).collect();
        let mut changed = false;
        for i in 1..targets.len() {
            let target = targets[i].0;
            let types: Vec<Type> = body.block_args(target).iter().map(|v| body.value_type(*v)).collect();
            if types.is_empty() || !targets[..i].iter().any(|t| t.0 == target) {
                continue;
            }
            let between = body.new_block();
            body.append_block(region, between);
            let args: Vec<Value> = types.iter().map(|ty| body.add_block_arg(between, *ty)).collect();
            let loc = body.loc(last);
            body.append(between, NewOp { successors: &[(target, &args)], loc, ..NewOp::new(BR) }, &[]);
            targets[i].0 = between;
            changed = true;
        }
        if changed {
            let targets: Vec<(Block, &[Value])> = targets.iter().map(|(b, a)| (*b, a.as_slice())).collect();
            body.set_successors(last, &targets);
        }
    }
}

/// Says in what order phis have their incoming values: upstream goes through the uses of a block, the latest made first,
/// and terminators are made in the text's order.
fn order_incoming(ctx: &Context, body: &mut Body, region: Region) {
    let mut edges = vec![0; body.block_count()];
    for &block in body.blocks(region) {
        for successor in body.last_op(block).map_or(&[][..], |op| body.successors(op)) {
            edges[successor.block.index()] += 1;
        }
    }
    for block in body.blocks(region).to_vec() {
        let count: i32 = edges[block.index()];
        let last = body.last_op(block).filter(|_| count > 1 && !body.block_args(block).is_empty());
        let Some(last) = last else { continue };
        let order: Vec<i32> = (0..count).rev().collect();
        let attrs = ctx.with_entry(body.attrs(last), IRTRIP_INCOMING, Some(ctx.i32_array(&order)));
        body.set_attrs(last, attrs);
    }
}
