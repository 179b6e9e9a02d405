//! The order of a block's predecessors, where a file orders the block's uses. LLVM's writer of assembly lists them in a comment.

use rustc_hash::FxHashMap;

use crate::function::{Body, Operand, is_terminator};

/// The predecessors of blocks, by the block's number.
#[derive(Default)]
pub(super) struct Predecessors(FxHashMap<u64, Vec<u64>>);

impl Predecessors {
    /// Finds the predecessors of the blocks whose uses a body orders.
    pub(super) fn new(body: &Body<'_>) -> Predecessors {
        let blocks = body.use_lists.iter().filter(|list| list.is_block);
        let orders: FxHashMap<u64, &[u64]> = blocks.map(|list| (list.value, &*list.indices)).collect();
        if orders.is_empty() {
            return Predecessors::default();
        }
        let mut found: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
        let terminators = body.instructions.iter().filter(|instruction| is_terminator(&instruction.kind));
        for (block, terminator) in terminators.enumerate() {
            terminator.kind.for_each_operand(&body.types, &mut |operand| match operand {
                Operand::Block(target) if orders.contains_key(&target) => {
                    found.entry(target).or_default().push(block as u64);
                }
                Operand::Block(_) | Operand::Value(_) | Operand::Metadata(_) => {}
            });
        }
        // An order that leaves uses out says nothing, as to LLVM.
        found.retain(|block, list| orders.get(block).is_some_and(|indices| indices.len() >= list.len()));
        for (block, list) in &mut found {
            // A reader puts each use before those that there are: addresses of the block, which are constants, come last.
            let indices = orders.get(block).copied().unwrap_or_default();
            let mut ordered: Vec<(u64, u64)> = indices.iter().copied().zip(list.iter().rev().copied()).collect();
            ordered.sort_by_key(|(place, _)| *place);
            *list = ordered.into_iter().map(|(_, predecessor)| predecessor).collect();
        }
        Predecessors(found)
    }

    /// The predecessors of a block; none where the text's own order is right.
    pub(super) fn of(&self, block: u64) -> &[u64] {
        self.0.get(&block).map_or(&[], Vec::as_slice)
    }
}
