//! Regions without what no path leads to and nobody needs: unreachable blocks, dead operations, dead block arguments.

use irtrip_dialect::ops::{self, Arity};
use irtrip_dialect::{Block, Op, OpNameDefinition, Region, Value, ValueDef};
use smallvec::SmallVec;

use super::Canonicalizer;

/// What is needed.
struct Live {
    ops: Vec<bool>,
    /// Arguments of blocks.
    arguments: Vec<bool>,
    /// Values whose definition is yet to be marked.
    open: Vec<Value>,
}

impl Canonicalizer<'_> {
    /// Erases the blocks that no path leads to, of a region and those inside it, and returns these regions.
    pub(super) fn erase_all_unreachable(&mut self, region: Region) -> Vec<Region> {
        let mut regions = vec![region];
        let mut next = 0;
        while let Some(&region) = regions.get(next) {
            self.erase_unreachable(region);
            for &block in self.body.blocks(region) {
                regions.extend(self.body.ops(block).flat_map(|op| self.body.op_regions(op)));
            }
            next += 1;
        }
        regions
    }

    /// Simplifies a region and those inside it.
    pub(super) fn simplify(&mut self, region: Region) {
        let regions = self.erase_all_unreachable(region);
        let live = self.live(&regions);
        // Inner regions first: an operation goes with what is inside it.
        for region in regions.into_iter().rev() {
            self.erase_dead(region, &live);
        }
    }

    fn erase_unreachable(&mut self, region: Region) {
        if self.body.blocks(region).len() < 2 {
            return;
        }
        let reachable = self.body.reachable(region);
        let is_gone = |block: &Block| !reachable[block.index()];
        let gone: Vec<Block> = self.body.blocks(region).iter().copied().filter(is_gone).collect();
        if gone.is_empty() {
            return;
        }
        self.changed = true;
        let ops: Vec<Op> = gone.iter().flat_map(|&block| self.body.ops(block)).collect();
        ops.into_iter().for_each(|op| self.erase(op));
        self.body.retain_blocks(region, |block| reachable[block.index()]);
    }

    /// Whether the operands that an operation passes to blocks are needed only where the blocks' arguments are.
    fn is_branch(&self, op: Op) -> bool {
        let Some(def) = self.body.name(op).def() else { return false };
        !irtrip_dialect::names::is_irtrip(def.name)
            && def.operands.iter().any(|slot| matches!(slot.arity, Arity::Successor(_) | Arity::Successors(..)))
    }

    /// What is needed in regions: operations that do more than compute, what ends blocks, and what those use.
    fn live(&self, regions: &[Region]) -> Live {
        let body = &*self.body;
        let mut live =
            Live { ops: vec![false; body.op_count()], arguments: vec![false; body.value_count()], open: Vec::new() };
        // By argument of a block: the operands that branches pass for it.
        let mut passed: Vec<SmallVec<[Value; 2]>> = vec![SmallVec::new(); body.value_count()];
        for &region in regions {
            for &block in body.blocks(region) {
                for op in body.ops(block) {
                    let branches = self.is_branch(op);
                    for successor in body.successors(op) {
                        for (&argument, &operand) in
                            body.block_args(successor.block).iter().zip(body.successor_args(successor))
                        {
                            match branches {
                                true => passed[argument.index()].push(operand),
                                false => live.open.extend([argument, operand]),
                            }
                        }
                        if !branches {
                            live.open.extend(body.block_args(successor.block));
                        }
                    }
                    if !ops::would_be_dead(self.ctx, body, op) {
                        live.ops[op.index()] = true;
                        live.open.extend(body.operands(op));
                    }
                }
            }
        }
        while let Some(value) = live.open.pop() {
            match body.value(value).def {
                ValueDef::Result(op, _) => {
                    if !std::mem::replace(&mut live.ops[op.index()], true) {
                        live.open.extend(body.operands(op));
                    }
                }
                ValueDef::Argument(..) => {
                    if !std::mem::replace(&mut live.arguments[value.index()], true) {
                        live.open.extend(&passed[value.index()]);
                    }
                }
                ValueDef::Undefined => {}
            }
        }
        live
    }

    fn erase_dead(&mut self, region: Region, live: &Live) {
        let blocks = self.body.blocks(region).to_vec();
        let is_dead = |argument: &Value| !live.arguments[argument.index()];
        let entry = blocks.first().copied();
        let loses = |body: &irtrip_dialect::Body, block: Block| {
            Some(block) != entry && body.block_args(block).iter().any(is_dead)
        };
        for &block in &blocks {
            let Some(last) = self.body.last_op(block) else { continue };
            if self.body.successors(last).iter().any(|successor| loses(self.body, successor.block)) {
                self.drop_passed(last, entry, live);
            }
        }
        for &block in &blocks {
            let ops: Vec<Op> = self.body.ops(block).filter(|op| !live.ops[op.index()]).collect();
            for op in ops.into_iter().rev() {
                // It may have gone with the operation that it was in.
                if self.body.parent(op) == Some(block) {
                    self.erase(op);
                    self.changed = true;
                }
            }
        }
        for &block in &blocks {
            if loses(self.body, block) {
                self.changed = true;
                self.body.retain_block_args(block, |argument| !is_dead(&argument));
            }
        }
    }

    /// Passes nothing for arguments that nobody needs.
    fn drop_passed(&mut self, op: Op, entry: Option<Block>, live: &Live) {
        let body = &*self.body;
        let successors: Vec<(Block, Vec<Value>)> = body
            .successors(op)
            .iter()
            .map(|successor| {
                let pairs = body.block_args(successor.block).iter().zip(body.successor_args(successor));
                let kept =
                    pairs.filter(|(argument, _)| Some(successor.block) == entry || live.arguments[argument.index()]);
                (successor.block, kept.map(|(_, &operand)| operand).collect())
            })
            .collect();
        let successors: Vec<(Block, &[Value])> =
            successors.iter().map(|(block, args)| (*block, args.as_slice())).collect();
        let groups = body.name(op).def().map_or(&[][..], |def| def.operands).iter();
        for group in groups {
            // How many operands each successor is passed is an attribute as well.
            if let Arity::Successors(first, name) = group.arity
                && let Some(sizes) = successors.get(usize::from(first)..)
            {
                let sizes: Vec<i32> =
                    sizes.iter().map(|(_, args)| i32::try_from(args.len()).unwrap_or(i32::MAX)).collect();
                let (key, sizes) = (self.ctx.str(name), self.ctx.i32_array(&sizes));
                let attrs = self.ctx.with_entry(self.body.attrs(op), key, Some(sizes));
                self.body.set_attrs(op, attrs);
            }
        }
        self.uses.forget(self.body, op);
        self.body.set_successors(op, &successors);
        self.uses.note(self.body, op);
    }
}
