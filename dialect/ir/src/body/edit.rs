//! Editing: operations and blocks moved, split, merged and erased, and the users of values.
//!
//! ```
//! use irtrip_dialect::ops::llvm;
//! use irtrip_dialect::types::well_known as types;
//! use irtrip_dialect::{Body, NewOp};
//!
//! let mut body = Body::new();
//! let region = body.append_region();
//! let block = body.new_block();
//! body.append_block(region, block);
//! let a = body.add_block_arg(block, types::I32);
//! let operands = [a, a];
//! let sum = body.append(block, NewOp { operands: &operands, ..NewOp::new(llvm::ADD) }, &[types::I32]);
//! let end = body.append(block, NewOp::new(llvm::UNREACHABLE), &[]);
//!
//! let rest = body.split_block(block, end);
//! assert_eq!(body.blocks(region), [block, rest]);
//! assert_eq!((body.last_op(block), body.last_op(rest)), (Some(sum), Some(end)));
//! body.append_block_ops(rest, block);
//! assert_eq!(body.last_op(block), Some(end));
//! ```

use smallvec::SmallVec;

use super::{Block, Body, Op, Region, Span, Value, ValueDef};
use crate::context::Type;

impl Body {
    /// Puts an operation after another.
    pub fn insert_after(&mut self, after: Op, op: Op) {
        let data = &self.ops[after.index()];
        if let (Some(label), next) = (data.parent, data.next) {
            self.link(self.block_of(label), Some(after), op, next);
        }
    }

    /// Takes an operation out of its block and puts it before another.
    pub fn move_before(&mut self, before: Op, op: Op) {
        self.unlink(op);
        self.insert_before(before, op);
    }

    /// Takes an operation out of its block; it uses no value and leads to no block any more. Its results stay.
    pub fn erase(&mut self, op: Op) {
        self.unlink(op);
        let data = &mut self.ops[op.index()];
        data.operands = Span::default();
        data.outward = None;
    }

    /// Takes the results from an operation. Nothing may use them.
    pub fn drop_results(&mut self, op: Op) {
        self.ops[op.index()].results = Span::default();
    }

    /// Moves an operation and all after it to a new block, which follows in the region. That takes as long as the shorter part
    /// of the block is.
    pub fn split_block(&mut self, block: Block, at: Op) -> Block {
        let rest = self.new_block();
        self.insert_block_after(block, rest);
        let last = self.blocks[block.index()].last;
        let before = self.ops[at.index()].prev.take();
        match before {
            Some(before) => self.ops[before.index()].next = None,
            None => self.blocks[block.index()].first = None,
        }
        self.blocks[block.index()].last = before;
        let data = &mut self.blocks[rest.index()];
        (data.first, data.last) = (Some(at), last);
        match before.filter(|&before| self.is_shorter_before(before, at)) {
            Some(before) => {
                let (label, own) = (self.label(block), self.label(rest));
                self.set_parents(before, own, |data| data.prev);
                self.set_label(block, own);
                self.set_label(rest, label);
            }
            None => self.set_parents(at, self.label(rest), |data| data.next),
        }
        rest
    }

    /// Moves all operations of a block to the end of another.
    pub fn append_block_ops(&mut self, from: Block, to: Block) {
        let source = &mut self.blocks[from.index()];
        let (Some(first), Some(last)) = (source.first.take(), source.last.take()) else { return };
        self.set_parents(first, self.label(to), |data| data.next);
        let target = &mut self.blocks[to.index()];
        let end = target.last.replace(last);
        self.ops[first.index()].prev = end;
        match end {
            Some(end) => self.ops[end.index()].next = Some(first),
            None => self.blocks[to.index()].first = Some(first),
        }
    }

    /// What the operations of a block have for its name.
    pub(super) fn label(&self, block: Block) -> Block {
        self.blocks[block.index()].label.unwrap_or(block)
    }

    /// The block of a label.
    pub(super) fn block_of(&self, label: Block) -> Block {
        self.blocks[label.index()].labelled.unwrap_or(label)
    }

    fn set_label(&mut self, block: Block, label: Block) {
        self.blocks[block.index()].label = Some(label);
        self.blocks[label.index()].labelled = Some(block);
    }

    /// Whether fewer operations are before a place, of which the last is `before`, than after it.
    fn is_shorter_before(&self, before: Op, at: Op) -> bool {
        let (mut front, mut back) = (Some(before), Some(at));
        while let (Some(one), Some(other)) = (front, back) {
            (front, back) = (self.ops[one.index()].prev, self.ops[other.index()].next);
        }
        front.is_none() && back.is_some()
    }

    /// Gives an operation, and those that follow one way, the label of their block.
    fn set_parents(&mut self, first: Op, label: Block, step: impl Fn(&super::OpData) -> Option<Op>) {
        let mut next = Some(first);
        while let Some(op) = next {
            let data = &mut self.ops[op.index()];
            data.parent = Some(label);
            next = step(data);
        }
    }

    /// Moves the blocks of a region before a block of another.
    pub fn inline_region_before(&mut self, region: Region, before: Block) {
        let Some(target) = self.block_parent(before) else { return };
        let moved = std::mem::take(&mut self.regions[region.index()]);
        for block in &moved {
            self.blocks[block.index()].parent = Some(target);
        }
        let list = &mut self.regions[target.index()];
        let at = list.iter().rposition(|&b| b == before).unwrap_or(list.len());
        list.splice(at..at, moved);
    }

    /// Takes a block out of its region.
    pub fn unlink_block(&mut self, block: Block) {
        if let Some(region) = self.blocks[block.index()].parent.take() {
            self.regions[region.index()].retain(|&b| b != block);
        }
    }

    /// Gives a block other arguments, of new values, and returns those it had. Uses of these are left as they are.
    pub fn replace_block_args(&mut self, block: Block, types: &[Type]) -> SmallVec<[Value; 2]> {
        let data = &mut self.blocks[block.index()];
        data.arg_locs.clear();
        let old = std::mem::take(&mut data.args);
        for value in &old {
            self.values[value.index()].def = ValueDef::Undefined;
        }
        for &ty in types {
            self.add_block_arg(block, ty);
        }
        old
    }

    /// Takes the body of an isolated operation, which has an empty one after that.
    pub fn take_nested(&mut self, op: Op) -> Option<Body> {
        self.nested_mut(op).map(std::mem::take)
    }

    /// All operands of an operation, as [`Body::all_operands`] returns them, to change in place.
    pub fn all_operands_mut(&mut self, op: Op) -> &mut [Value] {
        let mut span = self.ops[op.index()].operands;
        span.len += self.successors(op).iter().map(|successor| successor.args.len).sum::<u32>();
        &mut self.operand_pool[span.range()]
    }

    /// Takes arguments of a block away; those that lead to it must not pass operands for them any more.
    pub fn retain_block_args(&mut self, block: Block, mut keep: impl FnMut(Value) -> bool) {
        let data = &mut self.blocks[block.index()];
        let (args, locs) = (std::mem::take(&mut data.args), std::mem::take(&mut data.arg_locs));
        for (place, value) in args.into_iter().enumerate() {
            if !keep(value) {
                self.values[value.index()].def = ValueDef::Undefined;
                continue;
            }
            self.define_block_arg(block, value);
            if let Some(&loc) = locs.get(place) {
                let place = self.blocks[block.index()].args.len() - 1;
                self.set_block_arg_loc(block, place, loc);
            }
        }
    }

    /// The operation whose region a region is; `None` for a region of the isolated operation itself.
    ///
    /// An operation does not know its regions' parents, so that this looks at all operations: ask for it once, with
    /// [`Body::region_parents`], where it is needed often.
    pub fn region_parents(&self) -> Vec<Option<Op>> {
        let mut parents = vec![None; self.regions.len()];
        for op in (0..self.op_count()).map(Op::new) {
            for region in self.op_regions(op) {
                parents[region.index()] = Some(op);
            }
        }
        parents
    }

    /// The operations of a region and of the regions inside it, each before those in its own regions.
    pub fn walk(&self, region: Region) -> Vec<Op> {
        let mut found = Vec::new();
        let mut open: Vec<Op> = Vec::new();
        let push = |region: Region, open: &mut Vec<Op>| {
            let from = open.len();
            open.extend(self.blocks(region).iter().flat_map(|&block| self.ops(block)));
            open[from..].reverse();
        };
        push(region, &mut open);
        while let Some(op) = open.pop() {
            found.push(op);
            for &region in self.op_regions(op).iter().rev() {
                push(region, &mut open);
            }
        }
        found
    }

    /// As [`Body::walk`], each after those in its own regions.
    pub fn walk_post_order(&self, region: Region) -> Vec<Op> {
        let ops_of = |region: Region| self.blocks(region).iter().flat_map(|&block| self.ops(block));
        let mut found = Vec::new();
        let mut open: Vec<Op> = ops_of(region).collect();
        // From the last one, so that an operation comes before what is inside it, until they are turned round.
        while let Some(op) = open.pop() {
            found.push(op);
            open.extend(self.op_regions(op).iter().copied().flat_map(ops_of));
        }
        found.reverse();
        found
    }

    /// Replaces operands of all operations, those of successors among them.
    pub fn replace_operands(&mut self, with: impl Fn(Value) -> Value) {
        for operand in &mut self.operand_pool {
            *operand = with(*operand);
        }
    }
}

/// The operations that use each value of a body.
///
/// Made once from the body, and kept up to date by who edits it.
#[derive(Clone, Debug, Default)]
pub struct Users {
    of: Vec<SmallVec<[Op; 2]>>,
}

impl Users {
    /// The users of the values of a body.
    pub fn new(body: &Body) -> Users {
        let mut users = Users { of: vec![SmallVec::new(); body.value_count()] };
        for &region in body.regions() {
            for op in body.walk(region) {
                users.add(body, op);
            }
        }
        users
    }

    /// The operations that use a value, once for each time.
    pub fn of(&self, value: Value) -> &[Op] {
        self.of.get(value.index()).map_or(&[], |users| users)
    }

    /// Takes in an operation with its operands.
    pub fn add(&mut self, body: &Body, op: Op) {
        self.of.resize(body.value_count().max(self.of.len()), SmallVec::new());
        for value in body.all_operands(op) {
            self.of[value.index()].push(op);
        }
    }

    /// Forgets an operation, before its operands change or it is erased.
    pub fn remove(&mut self, body: &Body, op: Op) {
        for value in body.all_operands(op) {
            if let Some(users) = self.of.get_mut(value.index()) {
                users.retain(|user| *user != op);
            }
        }
    }

    /// Puts a value in place of another in all operations that use it.
    pub fn replace_all_uses(&mut self, body: &mut Body, of: Value, with: Value) {
        let Some(users) = self.of.get_mut(of.index()).map(std::mem::take) else { return };
        for &op in &users {
            body.replace_uses_in(op, of, with);
        }
        self.of.resize(body.value_count().max(self.of.len()), SmallVec::new());
        self.of[with.index()].extend(users);
    }
}

impl Body {
    /// Puts a value in place of another among an operation's operands, those of successors among them.
    pub fn replace_uses_in(&mut self, op: Op, of: Value, with: Value) {
        let mut span = self.ops[op.index()].operands;
        for successor in self.successors(op) {
            span.len += successor.args.len;
        }
        for operand in &mut self.operand_pool[span.range()] {
            if *operand == of {
                *operand = with;
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Context, NewOp};

    /// A block that is split and split again, nearer to its end or to its start, has its operations where they belong.
    #[test]
    fn operations_know_their_block_after_splits() {
        let ctx = Context::new();
        let name = ctx.unregistered_op(ctx.str("toy.op"));
        for places in [[8, 4, 2], [2, 4, 8], [1, 9, 5]] {
            let mut body = Body::new();
            let region = body.append_region();
            let block = body.new_block();
            body.append_block(region, block);
            let ops: Vec<Op> = (0..10).map(|_| body.append(block, NewOp::new(name), &[])).collect();
            for place in places {
                let parent = body.parent(ops[place]).unwrap();
                body.split_block(parent, ops[place]);
            }
            let mut found = Vec::new();
            for &block in body.blocks(region) {
                for op in body.ops(block) {
                    assert_eq!(body.parent(op), Some(block));
                    found.push(op);
                }
            }
            assert_eq!((found, body.blocks(region).len()), (ops.clone(), 4));
            let (first, last) = (body.blocks(region)[0], body.blocks(region)[3]);
            body.append_block_ops(last, first);
            let moved = body.create(NewOp::new(name));
            body.insert_after(ops[9], moved);
            assert_eq!((body.parent(ops[9]), body.last_op(first)), (Some(first), Some(moved)));
            body.erase(ops[9]);
            assert_eq!(body.parent(ops[9]), None);
        }
    }
}
