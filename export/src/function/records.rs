//! Debug records of a function: which are where, and what preserved attributes call values and blocks by;
//! [`irtrip_dialect::preserved`], `irtrip.records`, `irtrip.value`, `irtrip.block`.

use irtrip_dialect::names::*;
use irtrip_dialect::ops::intrinsics;
use irtrip_dialect::{Attr, Block, Body, Context, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// The records that are written elsewhere than their operations stand.
#[derive(Default)]
pub struct Records {
    by_number: FxHashMap<i64, Op>,
    /// The preserved records that are written in place of operations, which say no more than that a variable has no value.
    in_place: FxHashMap<Op, Attr>,
    /// Those that an instruction lists.
    listed: FxHashSet<Op>,
    /// Values by number.
    values: FxHashMap<i64, Value>,
    /// Operations that stand for a value with a number.
    stand_ins: FxHashMap<Op, i64>,
    /// Blocks by number.
    blocks: FxHashMap<i64, Block>,
    /// Blocks that are labels in the operand bundles of terminators, with the blocks of these.
    labels: FxHashMap<Block, Vec<Block>>,
}

/// A record before an instruction.
#[derive(Clone, Copy)]
pub enum Record {
    /// An operation.
    Op(Op),
    /// `{kind, args}`, and the operation that it is written in place of: that has what the call of an older release had.
    Preserved(Attr, Option<Op>),
}

impl Records {
    /// Finds the records of a function's body.
    pub fn find(ctx: &Context, body: &Body) -> Records {
        let mut records = Records::default();
        let mut lists: Vec<Attr> = Vec::new();
        let mut bundles: Vec<(Block, Attr)> = Vec::new();
        for op in body.linked_ops() {
            for &(key, value) in ctx.entries(body.attrs(op)) {
                if key == IRTRIP_RECORD {
                    records.by_number.extend(ctx.int_value(value).map(|n| (n, op)));
                } else if key == IRTRIP_RECORDS && body.name(op) == intrinsics::DBG_VALUE {
                    records.in_place.insert(op, value);
                } else if key == IRTRIP_RECORDS {
                    lists.push(value);
                } else if key == IRTRIP_STANDS_FOR {
                    records.stand_ins.extend(ctx.int_value(value).map(|n| (op, n)));
                } else if key == IRTRIP_VALUE {
                    records.values.extend(ctx.int_value(value).zip(body.result(op)));
                } else if key == IRTRIP_BLOCK {
                    records.blocks.extend(ctx.int_value(value).zip(body.parent(op)));
                } else if key == IRTRIP_BUNDLE_ARGS && !body.successors(op).is_empty() {
                    bundles.extend(body.parent(op).map(|block| (block, value)));
                } else if key == IRTRIP_PHIS {
                    let args = body.parent(op).map(|b| body.block_args(b)).unwrap_or_default();
                    for (phi, value) in ctx.items(value).iter().zip(args) {
                        let number = ctx.int_entry(*phi, IRTRIP_VALUE);
                        records.values.extend(number.map(|n| (n, *value)));
                    }
                }
            }
        }
        for (from, described) in bundles {
            let labels = ctx.items(described).iter().flat_map(|bundle| ctx.items(*bundle));
            for label in labels.filter_map(|operand| label(ctx, *operand)) {
                if let Some(block) = records.block(label) {
                    records.labels.entry(block).or_default().push(from);
                }
            }
        }
        let numbers = lists.iter().flat_map(|l| ctx.items(*l)).filter_map(|n| ctx.int_value(*n));
        records.listed = numbers.filter_map(|n| records.by_number.get(&n).copied()).collect();
        records
    }

    /// The value an operation stands for, if it does and that is there; `irtrip.stands_for`.
    pub fn stands_for(&self, body: &Body, op: Op) -> Option<Value> {
        if self.stand_ins.is_empty() {
            return None;
        }
        let value = self.stand_ins.get(&op).and_then(|number| self.values.get(number)).copied()?;
        let ty = body.result(op).map(|own| body.value_type(own));
        (ty == Some(body.value_type(value))).then_some(value)
    }

    /// The values that stand for others, with those.
    pub fn stand_ins(&self, body: &Body) -> Vec<(Value, Value)> {
        self.stand_ins.keys().filter_map(|op| body.result(*op).zip(self.stands_for(body, *op))).collect()
    }

    /// The block with a number.
    pub fn block(&self, number: i64) -> Option<Block> {
        self.blocks.get(&number).copied()
    }

    /// The blocks of the terminators that have a block as a label in an operand bundle, once for each label.
    pub fn labels(&self, block: Block) -> &[Block] {
        self.labels.get(&block).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether preserved records are written in place of an operation.
    pub fn is_replaced(&self, op: Op) -> bool {
        !self.in_place.is_empty() && self.in_place.contains_key(&op)
    }

    /// Whether an operation is a record that an instruction lists.
    pub fn is_listed(&self, op: Op) -> bool {
        !self.listed.is_empty() && self.listed.contains(&op)
    }

    /// The records that an instruction with this dictionary lists.
    pub fn listed_by<'a>(&'a self, ctx: &'a Context, attrs: Attr) -> impl Iterator<Item = Record> + 'a {
        let list = ctx.entry(attrs, IRTRIP_RECORDS).map(|l| ctx.items(l)).unwrap_or_default();
        list.iter().flat_map(|item| match ctx.int_value(*item).map(|number| self.by_number.get(&number)) {
            Some(Some(op)) => self.records_of(ctx, *op),
            Some(None) => SmallVec::new(),
            None => smallvec![Record::Preserved(*item, None)],
        })
    }

    /// What is written for an operation: itself, or the records in place of it.
    fn records_of(&self, ctx: &Context, op: Op) -> SmallVec<[Record; 1]> {
        match self.in_place.get(&op) {
            Some(list) => ctx.items(*list).iter().map(|record| Record::Preserved(*record, Some(op))).collect(),
            None => smallvec![Record::Op(op)],
        }
    }

    /// The value that a preserved record refers to; `None` where it is gone.
    pub fn value(&self, ctx: &Context, body: &Body, reference: Attr) -> Option<Value> {
        let number = |key| ctx.int_entry(reference, key);
        if let Some(place) = number(ARGUMENT).and_then(|n| usize::try_from(n).ok()) {
            let entry = body.regions().first().and_then(|r| body.blocks(*r).first())?;
            return body.block_args(*entry).get(place).copied();
        }
        self.values.get(&number(VALUE)?).copied()
    }
}

/// The number of the block whose label an entry of `irtrip.bundle_args` is.
pub fn label(ctx: &Context, operand: Attr) -> Option<i64> {
    ctx.int_entry(operand, LABEL)
}
