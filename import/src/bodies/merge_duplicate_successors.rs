//! Blocks that only hold an edge apart, as the exporter marks them: `br label %to, !irtrip.edge !{}`.

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::IRTRIP_EDGE;
use irtrip_dialect::{Block, Value};

use crate::bodies::reader::FunctionReader;
use crate::bodies::state::{Phi, Terminator};

/// Blocks that hold an edge apart, each with the block that it leads to.
type EdgeBlocks = FxHashMap<Block, Block>;

/// Takes away the blocks that only hold an edge apart, and has their predecessors lead where they led, with what
/// their phis were. Returns, by terminator and successor, the block that phis name such an edge by.
pub(crate) fn merge_duplicate_successors(
    reader: &mut FunctionReader<'_, '_>,
    terminators: &mut Vec<Terminator>,
    phis: &mut Vec<Phi>,
) -> FxHashMap<(usize, usize), Block> {
    let mut apart = FxHashMap::default();
    if reader.tables.options.keep_edges || !terminators.iter().any(|t| t.edge) {
        return apart;
    }
    let edge_blocks = edge_blocks(reader, terminators, phis);
    forward_phis(reader, terminators, phis, &edge_blocks);
    terminators.retain(|t| !edge_blocks.contains_key(&t.block));
    // A mark of a block that does more stays, but for one that nothing leads to: export would take that block away.
    let reached: FxHashSet<Block> = terminators.iter().flat_map(|t| t.successors.iter().copied()).collect();
    for terminator in terminators.iter_mut().filter(|t| t.edge && reached.contains(&t.block)) {
        terminator.entries.push((IRTRIP_EDGE, attrs::UNIT));
    }
    for (t, terminator) in terminators.iter_mut().enumerate() {
        for (s, successor) in terminator.successors.iter_mut().enumerate() {
            if let Some(target) = edge_blocks.get(successor) {
                apart.insert((t, s), std::mem::replace(successor, *target));
            }
        }
    }
    if let Some(region) = reader.f.region {
        reader.f.body.retain_blocks(region, |block| !edge_blocks.contains_key(&block));
    }
    apart
}

/// The marked blocks that have nothing but one predecessor, phis that have no more than values, and its location.
fn edge_blocks(reader: &FunctionReader<'_, '_>, terminators: &[Terminator], phis: &[Phi]) -> EdgeBlocks {
    let mut edge_blocks = EdgeBlocks::default();
    for terminator in terminators.iter().filter(|t| t.edge && reader.f.body.first_op(t.block).is_none()) {
        edge_blocks.extend(terminator.successors.first().map(|target| (terminator.block, *target)));
    }
    // By block: the edges to it, and the last of their terminators.
    let mut reached: FxHashMap<Block, (usize, &Terminator)> = FxHashMap::default();
    for terminator in terminators {
        for block in terminator.successors.iter().filter(|block| edge_blocks.contains_key(block)) {
            let edges = reached.get(block).map_or(0, |found| found.0);
            reached.insert(*block, (edges + 1, terminator));
        }
    }
    // No chain of such blocks, and not the entry block, which nothing leads to.
    let chained: Vec<Block> = edge_blocks.iter().filter(|t| edge_blocks.contains_key(t.1)).map(|t| *t.0).collect();
    for block in chained {
        edge_blocks.remove(&block);
    }
    for terminator in terminators.iter().filter(|t| t.edge) {
        let same_place = |loc| loc == terminator.loc || reader.tables.options.locations.is_some();
        if !reached.get(&terminator.block).is_some_and(|(edges, from)| *edges == 1 && same_place(from.loc)) {
            edge_blocks.remove(&terminator.block);
        }
    }
    for phi in phis {
        let Some((_, from)) = reached.get(&phi.block) else { continue };
        let named = reader.f.body.block_args(phi.block).iter().any(|arg| reader.f.body.value(*arg).name.is_some());
        let incoming = reader.f.flow.incoming.get(phi.incoming.clone()).unwrap_or_default();
        if named || !phi.entries.is_empty() || !matches!(incoming, [(_, block)] if *block == from.block) {
            edge_blocks.remove(&phi.block);
        }
    }
    edge_blocks
}

/// Puts the one incoming value of each phi of such a block in its place, and takes the phi away.
fn forward_phis(
    reader: &mut FunctionReader<'_, '_>,
    terminators: &mut [Terminator],
    phis: &mut Vec<Phi>,
    edge_blocks: &EdgeBlocks,
) {
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let mut counts: FxHashMap<Block, usize> = FxHashMap::default();
    phis.retain(|phi| {
        if !edge_blocks.contains_key(&phi.block) {
            return true;
        }
        // A block's phis are in the order of its arguments.
        let index = counts.entry(phi.block).or_default();
        let arg = reader.f.body.block_args(phi.block).get(*index);
        *index += 1;
        let incoming = reader.f.flow.incoming.get(phi.incoming.start);
        values.extend(arg.copied().zip(incoming.map(|i| i.0)));
        false
    });
    if values.is_empty() {
        return;
    }
    let forward = |value: &mut Value| *value = values.get(value).copied().unwrap_or(*value);
    reader.f.flow.incoming.iter_mut().for_each(|incoming| forward(&mut incoming.0));
    terminators.iter_mut().flat_map(|t| &mut t.operands).for_each(forward);
    reader.f.body.operand_pool_mut().iter_mut().for_each(forward);
}
