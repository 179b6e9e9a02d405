//! The orders of the uses of values. MLIR keeps the uses of a value in a list, the last one first, and a reader of bytecode makes
//! the list by adding the uses in the order of the operations. A reader of text adds them otherwise: an operation's operands after
//! those of the operations inside it; those before the definition are turned around when it is met. Where the list of the module as
//! read from text is not that of the file's order, the order is written.

use irtrip_dialect::ops::generic_form::GenericForm;
use irtrip_dialect::{Body, Context, Op, Region, Value};
use rustc_hash::FxHashMap;

/// The orders of the uses of a body's values that are not the usual ones: for each use, from the last operation of the file to the
/// first, its place in the list.
pub type UseListOrders = FxHashMap<Value, Vec<u32>>;

/// A use of a value.
#[derive(Clone, Copy)]
struct Use {
    /// When the operation begins in the text, in steps of a walk.
    begin: u32,
    /// When it ends, and its operands become uses.
    end: u32,
    operand: u32,
}

struct Walk<'b> {
    ctx: &'b Context,
    body: &'b Body,
    clock: u32,
    /// When each value is defined.
    defined: Vec<u32>,
    uses: Vec<(Value, Use)>,
}

/// The orders of the uses of a body that is read from text, but for those that are usual.
pub fn use_list_orders(ctx: &Context, body: &Body) -> UseListOrders {
    let mut walk = Walk { ctx, body, clock: 0, defined: vec![0; body.value_count()], uses: Vec::new() };
    for &region in body.regions() {
        walk.region(region);
    }
    let Walk { defined, mut uses, .. } = walk;
    uses.sort_by_key(|(value, used)| (*value, used.end, used.operand));
    let mut orders = UseListOrders::default();
    for of_value in uses.chunk_by(|a, b| a.0 == b.0) {
        let Some((value, _)) = of_value.first() else { continue };
        if of_value.len() < 2 {
            continue;
        }
        let definition = defined.get(value.index()).copied().unwrap_or(0);
        let (early, late): (Vec<Use>, Vec<Use>) =
            of_value.iter().map(|(_, used)| *used).partition(|used| used.begin < definition);
        let list: Vec<(u32, u32)> = late.iter().rev().chain(&early).map(|used| (used.begin, used.operand)).collect();
        if list.is_sorted_by(|a, b| a > b) {
            continue;
        }
        let mut order: Vec<u32> = (0..list.len() as u32).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(list.get(place as usize)));
        orders.insert(*value, order);
    }
    orders
}

impl Walk<'_> {
    fn region(&mut self, region: Region) {
        for &block in self.body.blocks(region) {
            for &argument in self.body.block_args(block) {
                self.define(argument);
            }
            for op in self.body.ops(block) {
                self.operation(op);
            }
        }
    }

    fn operation(&mut self, op: Op) {
        self.clock += 1;
        let begin = self.clock;
        for &region in self.body.op_regions(op) {
            self.region(region);
        }
        self.clock += 1;
        let end = self.clock;
        let operands = GenericForm::new(self.ctx, self.body, op).operands();
        let uses = operands.into_iter().zip(0..).map(|(value, operand)| (value, Use { begin, end, operand }));
        self.uses.extend(uses);
        for result in self.body.results(op) {
            self.define(result);
        }
    }

    fn define(&mut self, value: Value) {
        if let Some(time) = self.defined.get_mut(value.index()) {
            *time = self.clock;
        }
    }
}
