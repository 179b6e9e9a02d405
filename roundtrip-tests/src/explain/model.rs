//! The block arguments of a model, and the edges that pass them operands.

use irtrip_dialect::names::{IRTRIP_INCOMING, SYM_NAME};
use irtrip_dialect::{AttrData, Block, Body, Context, ContextDialects, Module, Op, Region};
use irtrip_grammar::{Labels, PrintOptions, print_type};

use super::{Argument, Arguments, Edge};

/// An edge: the terminator's block, its successor's index and the terminator.
type Leading = (Block, usize, Op);

/// The block arguments of the functions that have a body, in order; entry blocks aside, whose are the function's.
pub(super) fn functions(ctx: &Context, module: &Module) -> Vec<Arguments> {
    let options = PrintOptions::of(module);
    let of = |op: Op| {
        let body = module.body.nested(op)?;
        let region = body.regions().first().filter(|region| !body.blocks(**region).is_empty())?;
        // A variable's initializer is a region too, which passes nothing.
        let is_function = ctx.op_name_str(module.body.name(op)).ends_with(".func");
        let name = module.body.string_attr(ctx, op, SYM_NAME).filter(|_| is_function)?;
        let name = format!("@{}", ctx.text(name));
        Some(Arguments { name, blocks: blocks(ctx, body, *region, &Labels::new(ctx, body, &options)) })
    };
    module.ops().filter_map(of).collect()
}

fn blocks(ctx: &Context, body: &Body, region: Region, labels: &Labels<'_>) -> Vec<Vec<(Argument, Vec<Edge>)>> {
    let mut leading: Vec<Vec<Leading>> = vec![Vec::new(); body.block_count()];
    for &block in body.blocks(region) {
        let Some(last) = body.last_op(block) else { continue };
        for (index, successor) in body.successors(last).iter().enumerate() {
            if let Some(edges) = leading.get_mut(successor.block.index()) {
                edges.push((block, index, last));
            }
        }
    }
    let with_arguments = body.blocks(region).iter().skip(1).filter(|block| !body.block_args(**block).is_empty());
    with_arguments
        .map(|&block| {
            let edges = leading.get(block.index()).map(Vec::as_slice).unwrap_or_default();
            let argument = |(number, &value): (usize, &irtrip_dialect::Value)| {
                let argument = Argument {
                    block: labels.block(block),
                    name: labels.value(value),
                    ty: print_type(ctx, body.value_type(value)),
                };
                let order = order(ctx, body, block, number, edges.len());
                let edge = |place: usize| edge(body, region, labels, *edges.get(place)?, number);
                (argument, order.into_iter().filter_map(edge).collect())
            };
            body.block_args(block).iter().enumerate().map(argument).collect()
        })
        .collect()
}

fn edge(
    body: &Body,
    region: Region,
    labels: &Labels<'_>,
    (block, successor, terminator): Leading,
    number: usize,
) -> Option<Edge> {
    let operand = *body.successor_args(body.successors(terminator).get(successor)?).get(number)?;
    let is_entry = body.blocks(region).first() == Some(&block);
    let block = if is_entry { "(entry)".to_owned() } else { labels.block(block) };
    Some(Edge { block, successor, operand: labels.value(operand) })
}

/// The edges by the order of the incoming values of a block's phi, as `irtrip.incoming` stores it.
fn order(ctx: &Context, body: &Body, block: Block, number: usize, edges: usize) -> Vec<usize> {
    let in_order = || (0..edges).collect();
    let Some(stored) = body.last_op(block).and_then(|last| body.attr(ctx, last, IRTRIP_INCOMING)) else {
        return in_order();
    };
    let own = match ctx.attr_data(stored) {
        AttrData::Array(each) => each.get(number).copied(),
        _ => Some(stored),
    };
    let order: Option<Vec<usize>> = own
        .and_then(|own| ctx.dense_array(own))
        .map(|order| order.iter().filter_map(|&edge| usize::try_from(edge).ok()).collect());
    match order {
        // What a pass has made wrong is no order.
        Some(order) if is_permutation(&order, edges) => order,
        _ => in_order(),
    }
}

fn is_permutation(order: &[usize], count: usize) -> bool {
    let mut met = vec![false; count];
    order.len() == count && order.iter().all(|&edge| met.get_mut(edge).is_some_and(|met| !std::mem::replace(met, true)))
}
