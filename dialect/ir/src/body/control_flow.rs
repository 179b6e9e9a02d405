//! Which blocks control goes to. LangRef, "Control Flow"; MLIR language reference, "Blocks".

use super::{Block, Body, Region};

impl Body {
    /// By block: how many edges lead to it.
    pub fn edges_to(&self) -> Vec<u32> {
        let mut edges = vec![0; self.block_count()];
        for block in (0..self.block_count()).map(Block::new) {
            for successor in self.last_op(block).map_or(&[][..], |op| self.successors(op)) {
                edges[successor.block.index()] += 1;
            }
        }
        edges
    }

    /// By block: whether a path leads to it from the entry block of a region.
    pub fn reachable(&self, region: Region) -> Vec<bool> {
        let mut reached = vec![false; self.block_count()];
        let mut open: Vec<Block> = self.blocks(region).first().copied().into_iter().collect();
        if let Some(entry) = open.first() {
            reached[entry.index()] = true;
        }
        while let Some(block) = open.pop() {
            for successor in self.last_op(block).map_or(&[][..], |op| self.successors(op)) {
                if !std::mem::replace(&mut reached[successor.block.index()], true) {
                    open.push(successor.block);
                }
            }
        }
        reached
    }

    /// The blocks of a region so that, loops aside, each is after those that lead to it; those that cannot be reached
    /// from the entry follow in the same way.
    pub fn reverse_post_order(&self, region: Region) -> Vec<Block> {
        let mut order = Vec::with_capacity(self.blocks(region).len());
        self.add_reverse_post_order(self.blocks(region), &mut vec![false; self.block_count()], &mut order);
        order
    }

    /// Adds the blocks that control comes to from some starts, one start after the other, so that, loops aside, each is after
    /// those that lead to it. `seen` says by block which are passed over, and then which are not any more.
    pub fn add_reverse_post_order(&self, starts: &[Block], seen: &mut [bool], order: &mut Vec<Block>) {
        for &start in starts {
            if std::mem::replace(&mut seen[start.index()], true) {
                continue;
            }
            let mut finished = Vec::new();
            // A block and how many of its successors have been gone into.
            let mut open = vec![(start, 0)];
            while let Some((block, next)) = open.last_mut() {
                let successors = self.last_op(*block).map_or(&[][..], |op| self.successors(op));
                match successors.get(*next) {
                    Some(successor) => {
                        *next += 1;
                        let target = successor.block;
                        if !std::mem::replace(&mut seen[target.index()], true) {
                            open.push((target, 0));
                        }
                    }
                    None => {
                        finished.push(*block);
                        open.pop();
                    }
                }
            }
            order.extend(finished.into_iter().rev());
        }
    }
}
