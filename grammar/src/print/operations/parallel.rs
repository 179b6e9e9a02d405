//! Custom forms of loops whose iterations are independent: `scf.parallel` and `scf.forall`.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::{Op, Str, Value, names};

use super::rows::Row;
use super::{OpPrinter, RegionStyle};
use crate::print::names::asm_result_names::constant_number;
use crate::print::text::push_int;

/// A place among static numbers that an operand stands for.
const DYNAMIC: i64 = i64::MIN;

impl OpPrinter<'_> {
    /// Whether a loop's only block takes as many arguments as it has dimensions and preserved values.
    pub(crate) fn parallel_fits(&self, op: Op) -> bool {
        let sizes = self.counts(op, "operandSegmentSizes");
        let &[lower, upper, step, initial] = &sizes[..] else { return false };
        self.loop_block(op).is_some_and(|block| self.scope.body.block_args(block).len() == lower)
            && lower == upper
            && lower == step
            && self.scope.body.results(op).len() == initial
    }

    /// `(%a, %b)` behind `open`.
    fn in_brackets(&mut self, open: &str, values: &[Value]) {
        self.text(open);
        self.text("(");
        self.values(values);
        self.text(")");
    }

    pub(crate) fn parallel(&mut self, row: &Row, op: Op) {
        let body = self.scope.body;
        let Some(block) = self.loop_block(op) else { return };
        self.in_brackets(" ", body.block_args(block));
        for (group, word) in [(0, " = "), (1, " to "), (2, " step ")] {
            let values = self.group(row, op, group);
            self.in_brackets(word, values);
        }
        let initial = self.group(row, op, 3);
        if !initial.is_empty() {
            self.in_brackets(" init ", initial);
        }
        let types = self.result_types(op);
        if !types.is_empty() {
            self.text(" -> ");
            self.attrs.types.write_results(&mut self.out, &types);
        }
        self.text(" ");
        self.enter(op, |printer, regions| {
            for &region in regions {
                printer.region(region, RegionStyle::default());
            }
        });
        self.attr_dict(row, op, false);
    }

    fn static_values(&self, op: Op, key: Str) -> &[i64] {
        self.attr_of(op, key).and_then(|attr| self.shared.ctx.dense_array(attr)).unwrap_or_default()
    }

    /// Whether the block takes its dimensions and the tensors that are shared, and where it ends says no more than
    /// that it does, if that is left out.
    pub(crate) fn forall_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        let sizes = self.counts(op, "operandSegmentSizes");
        let rank = self.static_values(op, names::STATIC_UPPER_BOUND).len();
        let Some(block) = self.loop_block(op) else { return false };
        let shared = body.results(op).len();
        let ends = shared > 0 || body.last_op(block).is_some_and(|last| self.ends_plainly(last));
        let dynamic = |key: Str| {
            let values = self.static_values(op, key);
            (values.len() == rank).then(|| values.iter().filter(|&&value| value == DYNAMIC).count())
        };
        let keys = [names::STATIC_LOWER_BOUND, names::STATIC_UPPER_BOUND, names::STATIC_STEP];
        ends && sizes.get(3) == Some(&shared)
            && body.block_args(block).len() == rank + shared
            && keys.into_iter().zip(&sizes).all(|(key, &size)| dynamic(key) == Some(size))
    }

    /// Whether a terminator is the one that readers put where none is written.
    fn ends_plainly(&self, last: Op) -> bool {
        let body = self.scope.body;
        let empty = |&region| body.blocks(region).iter().all(|&block| body.first_op(block).is_none());
        body.name(last) == irtrip_dialect::ops::scf::FORALL_IN_PARALLEL
            && body.attrs(last) == attributes::EMPTY_DICTIONARY
            && body.op_regions(last).iter().all(empty)
    }

    fn mixed(&mut self, row: &Row, op: Op, group: u8, key: Str) {
        let ctx = self.shared.ctx;
        let values = self.attr_of(op, key).and_then(|attr| ctx.dense_array(attr)).unwrap_or_default();
        let mut dynamic = self.group(row, op, group).iter();
        self.text("(");
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            match dynamic.as_slice().first() {
                Some(&operand) if value == DYNAMIC => {
                    dynamic.next();
                    self.value(operand);
                }
                _ => push_int(&mut self.out, value),
            }
        }
        self.text(")");
    }

    pub(crate) fn forall(&mut self, row: &Row, op: Op) {
        let body = self.scope.body;
        let Some(block) = self.loop_block(op) else { return };
        let shared = self.group(row, op, 3);
        let (variables, arguments) =
            body.block_args(block).split_at(body.block_args(block).len().saturating_sub(shared.len()));
        self.in_brackets(" ", variables);
        // A constant operand counts as its number.
        let all = |group: u8, key: Str, number: i64| {
            let mut dynamic = self.group(row, op, group).iter();
            self.static_values(op, key).iter().all(|&value| match value {
                DYNAMIC => {
                    let operand = dynamic.next();
                    operand.and_then(|&v| constant_number(self.shared.ctx, body, v)) == Some(number)
                }
                value => value == number,
            })
        };
        if all(0, names::STATIC_LOWER_BOUND, 0) && all(2, names::STATIC_STEP, 1) {
            self.text(" in ");
            self.mixed(row, op, 1, names::STATIC_UPPER_BOUND);
        } else {
            let parts = [
                (" = ", 0, names::STATIC_LOWER_BOUND),
                (" to ", 1, names::STATIC_UPPER_BOUND),
                (" step ", 2, names::STATIC_STEP),
            ];
            for (word, group, key) in parts {
                self.text(word);
                self.mixed(row, op, group, key);
            }
        }
        self.initial_values(" shared_outs(", arguments, shared);
        if !shared.is_empty() {
            self.text(" -> (");
            self.types_of(shared);
            self.text(")");
        }
        self.loop_regions(row, op);
    }
}
