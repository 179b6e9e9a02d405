//! What a module holds, as lines that two modules of one context have in common exactly if they are the same.

use std::fmt::Write;

use irtrip_dialect::{Body, Context, ContextDialects, Module, Op, Region, Value};

/// A line an operation, block and argument, values and blocks by number, types and attributes by what they are.
pub fn describe(ctx: &Context, module: &Module) -> String {
    let mut out = format!("module {:?} {:?}\n", module.name, module.attrs);
    for &root in module.body.regions() {
        describe_region(ctx, &module.body, root, 1, &mut out);
    }
    out
}

fn describe_region(ctx: &Context, body: &Body, region: Region, depth: usize, out: &mut String) {
    // Values in the order of their definition: their indices depend on where they are mentioned first.
    let mut numbers = vec![usize::MAX; body.value_count()];
    number_values(body, region, &mut 0, &mut numbers);
    let mut blocks = vec![usize::MAX; body.block_count()];
    let mut next = 0;
    number_blocks(body, region, &mut next, &mut blocks);
    Describer { ctx, body, numbers: &numbers, blocks: &blocks }.region(region, depth, out);
}

fn number_values(body: &Body, region: Region, next: &mut usize, numbers: &mut [usize]) {
    for &block in body.blocks(region) {
        let mut number = |value: Value| {
            numbers[value.index()] = *next;
            *next += 1;
        };
        body.block_args(block).iter().copied().for_each(&mut number);
        for op in body.ops(block) {
            for &region in body.op_regions(op) {
                number_values(body, region, next, numbers);
            }
            for value in body.results(op) {
                numbers[value.index()] = *next;
                *next += 1;
            }
        }
    }
}

fn number_blocks(body: &Body, region: Region, next: &mut usize, blocks: &mut [usize]) {
    for &block in body.blocks(region) {
        blocks[block.index()] = *next;
        *next += 1;
        for op in body.ops(block) {
            for &region in body.op_regions(op) {
                number_blocks(body, region, next, blocks);
            }
        }
    }
}

struct Describer<'a> {
    ctx: &'a Context,
    body: &'a Body,
    numbers: &'a [usize],
    blocks: &'a [usize],
}

impl Describer<'_> {
    fn values(&self, values: &[Value]) -> Vec<usize> {
        values.iter().map(|v| self.numbers[v.index()]).collect()
    }

    fn region(&self, region: Region, depth: usize, out: &mut String) {
        for &block in self.body.blocks(region) {
            let types: Vec<_> = self.body.block_args(block).iter().map(|&v| self.body.value_type(v)).collect();
            writeln!(out, "{:depth$}^{} {types:?}", "", self.blocks[block.index()]).unwrap();
            for op in self.body.ops(block) {
                self.op(op, depth, out);
            }
        }
    }

    fn op(&self, op: Op, depth: usize, out: &mut String) {
        let (ctx, body) = (self.ctx, self.body);
        let name = ctx.op_name_str(body.name(op));
        let operands = self.values(body.operands(op));
        write!(out, "{:depth$} {name} {operands:?}", "").unwrap();
        for successor in body.successors(op) {
            let passed = self.values(body.successor_args(successor));
            write!(out, " ^{}{passed:?}", self.blocks[successor.block.index()]).unwrap();
        }
        let types: Vec<_> = body.results(op).map(|v| ctx.type_data(body.value_type(v))).collect();
        write!(out, " -> {types:?} {{").unwrap();
        for &(key, value) in ctx.entries(body.attrs(op)) {
            write!(out, " {}={value:?}{:?}", ctx.text(key), ctx.attr_data(value)).unwrap();
        }
        writeln!(out, " }}").unwrap();
        for &region in body.op_regions(op) {
            writeln!(out, "{:depth$} (", "").unwrap();
            self.region(region, depth + 1, out);
        }
        if let Some(nested) = body.nested(op) {
            for &root in nested.regions() {
                describe_region(ctx, nested, root, depth + 1, out);
            }
        }
    }
}
