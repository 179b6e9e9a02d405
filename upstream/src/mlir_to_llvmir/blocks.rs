//! The blocks of a function as upstream's exporter makes them.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::names::IRTRIP_INCOMING;
use irtrip_dialect::{Body, Context, Region};
use irtrip_export::ensure_distinct_successors;

/// Gives a region upstream's blocks, one for each further edge of a terminator to a block with arguments, and phis whose
/// incoming values are in upstream's order.
pub fn prepare(ctx: &Context, body: &mut Body, region: Region) {
    ensure_distinct_successors(body, region, EMPTY_DICTIONARY);
    order_incoming(ctx, body, region);
}

/// Preserves the order in which phis have their incoming values: upstream goes through the uses of a block, the latest made
/// first, and terminators are made in the text's order.
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
