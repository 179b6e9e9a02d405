//! Names and slots: LLVM numbers what has no name, arguments first, then each block and its instructions in order.

use irtrip_dialect::names::*;
use irtrip_dialect::ops::LlvmForm;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Body, Context, Op, Str, Value};
use rustc_hash::FxHashSet;

use super::{FunctionPlan, Local, form};

struct Namer<'a> {
    ctx: &'a Context,
    next: u32,
    taken: FxHashSet<Str>,
    /// The last number put after a name, of any: LLVM counts them together.
    last_number: u64,
}

impl Namer<'_> {
    fn local(&mut self, name: Option<Str>) -> Local {
        match name.filter(|n| *n != EMPTY) {
            Some(name) => Local::Name(self.unique(name)),
            None => {
                self.next += 1;
                Local::Slot(self.next - 1)
            }
        }
    }

    /// The name, or the name with a number after it where it is taken. Values and blocks share one space of names.
    fn unique(&mut self, name: Str) -> Str {
        if self.taken.insert(name) {
            return name;
        }
        loop {
            self.last_number += 1;
            let mut longer = self.ctx.bytes(name).to_vec();
            longer.extend_from_slice(self.last_number.to_string().as_bytes());
            let longer = self.ctx.byte_str(&longer);
            if self.taken.insert(longer) {
                return longer;
            }
        }
    }
}

/// Names every argument, block and instruction.
pub fn name(ctx: &Context, body: &Body, plan: &mut FunctionPlan) {
    let mut namer = Namer { ctx, next: 0, taken: FxHashSet::default(), last_number: 0 };
    let blocks = std::mem::take(&mut plan.blocks);
    plan.labels = vec![Local::None; body.block_count() + plan.edges.made.len()];
    if let Some(&entry) = blocks.first() {
        let dictionaries = ctx.entry(plan.global.attrs, ARG_ATTRS).map(|a| ctx.items(a)).unwrap_or_default();
        for (i, value) in body.block_args(entry).iter().enumerate() {
            let preserved = dictionaries.get(i).and_then(|d| ctx.string_entry(*d, IRTRIP_NAME));
            plan.locals[value.index()] = namer.local(preserved.or(body.value(*value).name));
        }
    }
    for (i, &block) in blocks.iter().enumerate() {
        if plan.edges.made_block(block).is_some() {
            plan.labels[block.index()] = namer.local(None);
            continue;
        }
        let last = body.last_op(block).map(|op| body.attrs(op));
        let preserved = match (i, last) {
            (0, _) => ctx.string_entry(plan.global.attrs, IRTRIP_ENTRY),
            (_, Some(attrs)) => ctx.string_entry(attrs, IRTRIP_BLOCK_NAME),
            (_, None) => None,
        };
        plan.labels[block.index()] = namer.local(preserved.or(body.block_name(block)));
        if i > 0 {
            phis(ctx, body, block, last, plan, &mut namer);
        }
        for op in body.ops(block) {
            if let Some(value) = body.result(op)
                && plan.locals[value.index()] == Local::None
                && takes_slot(body, op, value)
            {
                let preserved = ctx.string_entry(body.attrs(op), IRTRIP_NAME);
                plan.locals[value.index()] = namer.local(preserved.or(body.value(value).name));
            }
        }
    }
    plan.blocks = blocks;
}

fn takes_slot(body: &Body, op: Op, value: Value) -> bool {
    body.value_type(value) != types::VOID && !matches!(form(body, op), Some(LlvmForm::Constant(_)))
}

fn phis(ctx: &Context, body: &Body, block: Block, last: Option<Attr>, plan: &mut FunctionPlan, namer: &mut Namer) {
    let args = body.block_args(block);
    if args.is_empty() {
        return;
    }
    let facts = last.and_then(|attrs| ctx.entry(attrs, IRTRIP_PHIS)).map(|p| ctx.items(p)).unwrap_or_default();
    for (i, value) in args.iter().enumerate() {
        let preserved = facts.get(i).and_then(|d| ctx.string_entry(*d, IRTRIP_NAME));
        plan.locals[value.index()] = namer.local(preserved.or(body.value(*value).name));
    }
}
