//! Custom forms of loops, and of the `test` dialect's regions.

use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Op, Str, Value};

use super::operations::{OpPrinter, RegionStyle};
use super::rows::{Row, row_of};
use super::text::push_int;
use irtrip_dialect::maps::Map;

/// The groups of an affine loop's operands.
const LOWER: u8 = 0;
const UPPER: u8 = 1;
const INITIAL: u8 = 2;

impl<'a> OpPrinter<'a> {
    /// The block of a loop with one region of one block that has the loop's arguments.
    pub(super) fn loop_block(&self, op: Op) -> Option<Block> {
        match self.scope.body.op_regions(op) {
            [region] => match self.scope.body.blocks(*region) {
                [block] => Some(*block),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn loop_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        let [first, second, third, ..] = body.operands(op) else { return false };
        let ty = body.value_type(*first);
        let preserved = body.operands(op).len() - 3;
        self.loop_block(op).is_some_and(|block| {
            let args = body.block_args(block);
            args.len() == preserved + 1 && args.first().is_some_and(|&a| body.value_type(a) == ty)
        }) && body.results(op).len() == preserved
            && [second, third].into_iter().all(|&v| body.value_type(v) == ty)
    }

    pub(super) fn for_loop(&mut self, row: &Row, op: Op) {
        let body = self.scope.body;
        let (Some(block), [lower, upper, step, initial @ ..]) = (self.loop_block(op), body.operands(op)) else {
            return;
        };
        self.flag(op, names::UNSIGNED_CMP, "unsigned");
        let Some((&variable, preserved)) = body.block_args(block).split_first() else { return };
        self.text(" ");
        self.value(variable);
        for (word, value) in [(" = ", lower), (" to ", upper), (" step ", step)] {
            self.text(word);
            self.value(*value);
        }
        self.initial_values(" iter_args(", preserved, initial);
        if !initial.is_empty() {
            self.text(" -> (");
            self.types_of(initial);
            self.text(")");
        }
        let ty = body.value_type(variable);
        if ty != types::INDEX {
            // Upstream puts a space behind what is preserved, and one before the colon.
            self.text("  : ");
            self.ty(ty);
        }
        self.loop_regions(row, op);
    }

    /// Appends `(%x = %y, ...)` behind `open`, or nothing where nothing is preserved.
    pub(super) fn initial_values(&mut self, open: &str, arguments: &[Value], values: &[Value]) {
        for (i, (&argument, &value)) in arguments.iter().zip(values).enumerate() {
            self.text(if i == 0 { open } else { ", " });
            self.value(argument);
            self.text(" = ");
            self.value(value);
        }
        if !values.is_empty() {
            self.text(")");
        }
    }

    /// The first blocks of a `scf.while`'s regions.
    fn while_blocks(&self, op: Op) -> Option<(Block, Block)> {
        let body = self.scope.body;
        let [before, after] = body.op_regions(op) else { return None };
        Some((*body.blocks(*before).first()?, *body.blocks(*after).first()?))
    }

    pub(super) fn while_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        self.while_blocks(op).is_some_and(|(before, _)| body.block_args(before).len() == body.operands(op).len())
    }

    pub(super) fn while_loop(&mut self, row: &Row, op: Op) {
        let body = self.scope.body;
        let Some((before, _)) = self.while_blocks(op) else { return };
        let operands = body.operands(op);
        self.initial_values(" (", body.block_args(before), operands);
        self.text(" : ");
        self.functional_type(operands, op);
        self.text(" ");
        self.enter(op, |printer, regions| {
            for (i, &region) in regions.iter().enumerate() {
                let entry_label = i > 0;
                if entry_label {
                    printer.text(" do ");
                }
                printer.region(region, RegionStyle { entry_label, ..RegionStyle::default() });
            }
        });
        self.attr_dict(row, op, true);
    }

    pub(super) fn affine_for_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        let ctx = self.shared.ctx;
        let sizes = self.counts(op, "operandSegmentSizes");
        let fits = |key: Str, count: Option<&usize>| {
            let map = self.attr_of(op, key).and_then(|map| Map::of(ctx, map));
            map.is_some_and(|map| Some(&(map.dims + map.symbols)) == count)
        };
        fits(names::LOWER_BOUND_MAP, sizes.first())
            && fits(names::UPPER_BOUND_MAP, sizes.get(1))
            && self
                .loop_block(op)
                .is_some_and(|block| body.block_args(block).len().checked_sub(1).as_ref() == sizes.get(2))
    }

    pub(super) fn affine_for(&mut self, row: &Row, op: Op) {
        let body = self.scope.body;
        let Some(block) = self.loop_block(op) else { return };
        let Some((&variable, preserved)) = body.block_args(block).split_first() else { return };
        self.text(" ");
        self.value(variable);
        self.argument_location(block, 0);
        let initial = self.group(row, op, INITIAL);
        for (word, several, key, group) in
            [(" = ", "max ", names::LOWER_BOUND_MAP, LOWER), (" to ", "min ", names::UPPER_BOUND_MAP, UPPER)]
        {
            self.text(word);
            let operands = self.group(row, op, group);
            self.bound(self.attr_of(op, key), operands, several);
        }
        let step = self.attr_of(op, names::STEP).and_then(|step| self.shared.ctx.int_value(step));
        if let Some(step) = step.filter(|&step| step != 1) {
            self.text(" step ");
            push_int(&mut self.out, step);
        }
        self.initial_values(" iter_args(", preserved, initial);
        if !initial.is_empty() {
            self.text(" -> (");
            self.types_of(initial);
            self.text(")");
        }
        self.loop_regions(row, op);
    }

    /// A bound: a number, a value, or a map applied to values.
    fn bound(&mut self, attr: Option<Attr>, operands: &[Value], several: &str) {
        let Some(map) = attr.and_then(|attr| Map::of(self.shared.ctx, attr)) else { return };
        if let ([], Some(number)) = (operands, map.constant()) {
            return push_int(&mut self.out, number);
        }
        if let ([value], true) = (operands, map.is_symbol()) {
            return self.value(*value);
        }
        if map.is_list() {
            self.text(several);
        }
        self.applied_map(attr, operands);
    }

    pub(super) fn polyfor(&mut self, op: Op) {
        let body = self.scope.body;
        let Some(block) = self.loop_block(op) else { return };
        self.text(" ");
        self.values(body.block_args(block));
        self.text(" ");
        self.enter(op, |printer, regions| {
            for &region in regions {
                printer.region(region, RegionStyle::default());
            }
        });
    }

    /// The operation in front of the last one of an operation's only block.
    pub(super) fn wrapped(&self, op: Op) -> Option<Op> {
        let body = self.scope.body;
        let [region] = body.op_regions(op) else { return None };
        let [block] = body.blocks(*region) else { return None };
        let first = body.first_op(*block)?;
        (body.next_op(first).is_some() && body.next_op(first) == body.last_op(*block)).then_some(first)
    }

    pub(super) fn wrapping_region(&mut self, op: Op) {
        self.text(" wraps ");
        let Some(wrapped) = self.wrapped(op) else { return };
        self.enter(op, |printer, _| {
            let shared = printer.shared;
            printer.generic(row_of(&shared.rows, printer.scope.body.name(wrapped)), wrapped);
        });
    }

    pub(super) fn pretty_region(&mut self, op: Op) {
        let body = self.scope.body;
        self.text(" ");
        self.values(body.operands(op));
        let name = self.wrapped(op).map(|wrapped| self.shared.ctx.op_name_str(body.name(wrapped)));
        if name.is_some_and(|name| name == "test.special.op") {
            self.text(" start test.special.op end");
        } else {
            self.text(" (");
            self.enter(op, |printer, regions| {
                for &region in regions {
                    printer.region(region, RegionStyle { entry_label: true, ..RegionStyle::default() });
                }
            });
            self.text(")");
        }
        self.text(" : ");
        self.functional_type(body.operands(op), op);
    }

    pub(super) fn isolated_region(&mut self, op: Op) {
        self.text(" ");
        let start = self.out.len();
        self.values(self.scope.body.operands(op));
        let name = self.out.get(start + 1..).unwrap_or_default().to_owned();
        self.text(" ");
        let mut inner = self.inner_scope(op);
        if let Some(scope) = &mut inner {
            // Inside, the operand's name is the argument's.
            let entry = scope.body.regions().first().and_then(|&region| scope.body.blocks(region).first());
            let argument = entry.and_then(|&block| scope.body.block_args(block).first().copied());
            argument.into_iter().for_each(|argument| scope.rename(argument, name.clone()));
        }
        let region = inner.as_ref().and_then(|scope| scope.body.regions().first().copied());
        self.swap(&mut inner);
        if let Some(region) = region {
            let outer = self.replace_default_dialect("");
            self.region(region, RegionStyle::default());
            self.replace_default_dialect(outer);
        }
        self.swap(&mut inner);
    }

    pub(super) fn pretty_name(&mut self, op: Op) {
        let ctx = self.shared.ctx;
        let body = self.scope.body;
        let names = self.attr_of(op, names::NAMES).map_or(&[][..], |names| ctx.items(names));
        let mut agree = names.len() == body.results(op).len();
        for (value, &name) in body.results(op).zip(names) {
            let mut label = String::new();
            self.scope.push_value(&mut label, ctx, value);
            let name = ctx.string_value(name).map_or(&[][..], |name| ctx.bytes(name));
            agree &= label.as_bytes().get(1..) == Some(name);
        }
        let entries = ctx.entries(body.attrs(op)).iter().copied();
        let shown: Vec<(Str, Attr)> = entries.filter(|e| !(agree && e.0 == names::NAMES)).collect();
        self.dictionary(&shown, " attributes {");
    }
}
