//! A body's values and blocks by their order.

use irtrip_dialect::ops::Traits;
use irtrip_dialect::{Block, Body, Op, Region, Value, ValueDef};

/// Stands for a value that has no number: a constant, or one that nothing defines.
const NONE: u32 = u32::MAX;

/// Numbers of the values and blocks of a body. Names do not matter to them, nor do constants: those have no place.
pub(crate) struct Numbering {
    values: Vec<u32>,
    blocks: Vec<u32>,
    next: u32,
}

impl Numbering {
    pub fn new(body: &Body) -> Numbering {
        let mut numbering =
            Numbering { values: vec![NONE; body.value_count()], blocks: vec![NONE; body.block_count()], next: 0 };
        let mut next_block = 0;
        let mut regions: Vec<Region> = body.regions().iter().rev().copied().collect();
        while let Some(region) = regions.pop() {
            for &block in body.blocks(region) {
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

    /// A value's number.
    pub fn value(&self, value: Value) -> Option<u32> {
        self.values.get(value.index()).copied().filter(|&n| n != NONE)
    }

    /// A block's number.
    pub fn block(&self, block: Block) -> Option<u32> {
        self.blocks.get(block.index()).copied().filter(|&n| n != NONE)
    }
}

/// Whether an operation is a constant, which counts where it is used and nowhere else.
pub(crate) fn is_constant(body: &Body, op: Op) -> bool {
    body.name(op).def().is_some_and(|d| d.is(Traits::CONSTANT)) && body.operands(op).is_empty()
}

/// The constant that defines a value.
pub(crate) fn constant_of(body: &Body, value: Value) -> Option<Op> {
    match body.value(value).def {
        ValueDef::Result(op, _) if is_constant(body, op) => Some(op),
        _ => None,
    }
}
