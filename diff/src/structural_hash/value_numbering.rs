//! Numbers the values and blocks of a body in the order of their definitions, by the blocks' [`block_order`].

use std::borrow::Cow;

use irtrip_dialect::ops::{LlvmForm, OpDef, Traits};
use irtrip_dialect::{Block, Body, Op, OpNameDefinition, Region, Value, ValueDef};

use crate::structural_hash::unreachable_blocks;

/// The number of a value that has none: of a constant, and of a value that no operation or block defines.
const NONE: u32 = u32::MAX;

/// Numbers of the values and blocks of a body. ValueNames do not matter to them, nor do constants: those have no place.
pub(crate) struct Numbering {
    values: Vec<u32>,
    blocks: Vec<u32>,
    next: u32,
}

impl Numbering {
    /// Numbers a body's values and blocks.
    pub fn new(body: &Body) -> Numbering {
        let mut numbering =
            Numbering { values: vec![NONE; body.value_count()], blocks: vec![NONE; body.block_count()], next: 0 };
        let mut next_block = 0;
        let mut regions: Vec<Region> = body.regions().iter().rev().copied().collect();
        while let Some(region) = regions.pop() {
            for &block in &*block_order(body, region) {
                numbering.blocks[block.index()] = next_block;
                next_block += 1;
                body.block_args(block).iter().for_each(|&v| numbering.define(v));
                for op in body.ops(block).filter(|&op| !is_constant(body, op)) {
                    body.results(op).for_each(|v| numbering.define(v));
                    regions.extend(body.op_regions(op).iter().rev());
                }
            }
        }
        numbering
    }

    fn define(&mut self, value: Value) {
        self.values[value.index()] = self.next;
        self.next += 1;
    }

    /// The number of a value; `None` for a constant.
    pub fn value(&self, value: Value) -> Option<u32> {
        self.values.get(value.index()).copied().filter(|&n| n != NONE)
    }

    /// The number of a block.
    pub fn block(&self, block: Block) -> Option<u32> {
        self.blocks.get(block.index()).copied().filter(|&n| n != NONE)
    }
}

/// The blocks of a region in an order that does not depend on where they stand: only the entry has its place in a region.
pub(crate) fn block_order(body: &Body, region: Region) -> Cow<'_, [Block]> {
    match body.blocks(region) {
        // Most regions that are nested in others have one block.
        blocks @ ([] | [_]) => Cow::Borrowed(blocks),
        blocks @ [entry, ..] => {
            let mut order = Vec::with_capacity(blocks.len());
            body.add_reverse_post_order(&[*entry], &mut vec![false; body.block_count()], &mut order);
            if order.len() < blocks.len() {
                unreachable_blocks::add(body, blocks, &mut order);
            }
            Cow::Owned(order)
        }
    }
}

/// Whether an operation is a constant. Constants are compared where they are used, not where their operations stand.
pub(crate) fn is_constant(body: &Body, op: Op) -> bool {
    let makes_constant = |d: &OpDef| d.is(Traits::CONSTANT) || matches!(d.llvm, LlvmForm::Constant(_));
    body.name(op).def().is_some_and(makes_constant) && body.operands(op).is_empty()
}

/// The operation of the constant that a value is; `None` if the value is no constant.
pub(crate) fn constant_of(body: &Body, value: Value) -> Option<Op> {
    match body.value(value).def {
        ValueDef::Result(op, _) if is_constant(body, op) => Some(op),
        _ => None,
    }
}
