//! Custom forms of loops: `scf.for` and `scf.while`.

use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Block, Op, Value};

use super::rows::Row;
use super::{OpPrinter, RegionStyle};

impl<'a> OpPrinter<'a> {
    /// The block of a loop with one region of one block that has the loop's arguments.
    pub(crate) fn loop_block(&self, op: Op) -> Option<Block> {
        match self.scope.body.op_regions(op) {
            [region] => match self.scope.body.blocks(*region) {
                [block] => Some(*block),
                _ => None,
            },
            _ => None,
        }
    }

    pub(crate) fn loop_fits(&self, op: Op) -> bool {
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

    pub(crate) fn for_loop(&mut self, row: &Row, op: Op) {
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
    pub(crate) fn initial_values(&mut self, open: &str, arguments: &[Value], values: &[Value]) {
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

    pub(crate) fn while_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        self.while_blocks(op).is_some_and(|(before, _)| body.block_args(before).len() == body.operands(op).len())
    }

    pub(crate) fn while_loop(&mut self, row: &Row, op: Op) {
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
}
