//! Custom forms of loops whose iterations are independent: `scf.parallel`, `scf.forall` and
//! `affine.parallel`.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::enums::AtomicRmwKind;
use irtrip_dialect::maps::Map;
use irtrip_dialect::types::Dim;
use irtrip_dialect::{Attr, AttrData, Op, Str, TypeData, Value, names};

use super::asm_result_names::constant_number;
use super::operations::{OpPrinter, RegionStyle};
use super::rows::Row;
use super::text::push_int;

/// A place among static numbers that an operand stands for.
const DYNAMIC: i64 = i64::MIN;

/// The bounds of `affine.parallel`: the map, and how many of its results belong together.
const LOWER: (Str, Str) = (names::LOWER_BOUNDS_MAP, names::LOWER_BOUNDS_GROUPS);
const UPPER: (Str, Str) = (names::UPPER_BOUNDS_MAP, names::UPPER_BOUNDS_GROUPS);

impl OpPrinter<'_> {
    /// Whether a loop's only block takes as many arguments as it has dimensions and preserved values.
    pub(super) fn parallel_fits(&self, op: Op) -> bool {
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

    pub(super) fn parallel(&mut self, row: &Row, op: Op) {
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
    pub(super) fn forall_fits(&self, op: Op) -> bool {
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

    pub(super) fn forall(&mut self, row: &Row, op: Op) {
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

    /// A map of bounds and how many of its results belong to each dimension.
    fn bounds_of(&self, op: Op, (map, groups): (Str, Str)) -> Option<(Map<'_>, Vec<usize>)> {
        let ctx = self.shared.ctx;
        let map = Map::of(ctx, self.attr_of(op, map)?)?;
        let AttrData::Dense { ty, data, splat } = ctx.attr_data(self.attr_of(op, groups)?) else { return None };
        let TypeData::Tensor { dims: Some(dims), .. } = ctx.type_data(*ty) else { return None };
        let [Dim { size: Some(count), .. }] = **dims else { return None };
        let all = data
            .chunks_exact(4)
            .map(|bytes| bytes.iter().rev().fold(0_usize, |number, byte| number << 8 | usize::from(*byte)));
        let counts: Vec<usize> = match splat {
            true => all.cycle().take(usize::try_from(count).ok()?).collect(),
            false => all.collect(),
        };
        let results = map.each_result().count();
        (counts.iter().try_fold(0_usize, |sum, count| sum.checked_add(*count)) == Some(results))
            .then_some((map, counts))
    }

    pub(super) fn affine_parallel_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        let ctx = self.shared.ctx;
        let (Some((lower, a)), Some((upper, b))) = (self.bounds_of(op, LOWER), self.bounds_of(op, UPPER)) else {
            return false;
        };
        let count = |key: Str| self.attr_of(op, key).map_or(0, |list| ctx.items(list).len());
        let known = |&item: &Attr| ctx.enum_value::<AtomicRmwKind>(item).is_some();
        a.len() == b.len()
            && count(names::STEPS) == a.len()
            && count(names::REDUCTIONS) == body.results(op).len()
            && self.attr_of(op, names::REDUCTIONS).is_some_and(|list| ctx.items(list).iter().all(known))
            && lower.dims + lower.symbols + upper.dims + upper.symbols == body.operands(op).len()
            && self.loop_block(op).is_some_and(|block| body.block_args(block).len() == a.len())
    }

    fn bounds(&mut self, op: Op, keys: (Str, Str), word: &str, operands: &[Value]) {
        let ctx = self.shared.ctx;
        let Some(map) = self.attr_of(op, keys.0).and_then(|map| Map::of(ctx, map)) else { return };
        let counts = self.bounds_of(op, keys).map(|(_, counts)| counts).unwrap_or_default();
        let mut results = map.each_result();
        self.text("(");
        for (place, count) in counts.into_iter().enumerate() {
            self.text(if place > 0 { ", " } else { "" });
            if count != 1 {
                self.text(word);
                self.text("(");
            }
            for i in 0..count {
                self.text(if i > 0 { ", " } else { "" });
                self.substituted(results.next().unwrap_or_default(), map.dims, operands);
            }
            self.text(if count != 1 { ")" } else { "" });
        }
        self.text(")");
    }

    pub(super) fn affine_parallel(&mut self, row: &Row, op: Op) {
        let (ctx, body) = (self.shared.ctx, self.scope.body);
        let Some(block) = self.loop_block(op) else { return };
        let lower = self.bounds_of(op, LOWER).map_or(0, |(map, _)| map.dims + map.symbols);
        let (of_lower, of_upper) = body.operands(op).split_at(lower.min(body.operands(op).len()));
        self.in_brackets(" ", body.block_args(block));
        self.text(" = ");
        self.bounds(op, LOWER, "max", of_lower);
        self.text(" to ");
        self.bounds(op, UPPER, "min", of_upper);
        let numbers = |key: Str| -> Vec<i64> {
            let list = self.attr_of(op, key).map_or(&[][..], |list| ctx.items(list));
            list.iter().filter_map(|&item| ctx.int_value(item)).collect()
        };
        let (steps, reductions) = (numbers(names::STEPS), numbers(names::REDUCTIONS));
        if steps.iter().any(|&step| step != 1) {
            let steps: Vec<String> = steps.iter().map(i64::to_string).collect();
            self.text(&format!(" step ({})", steps.join(", ")));
        }
        if !reductions.is_empty() {
            let word = |&kind: &i64| format!("\"{}\"", AtomicRmwKind::TABLE.mlir(kind).unwrap_or_default());
            let words: Vec<String> = reductions.iter().map(word).collect();
            self.text(&format!(" reduce ({}) -> (", words.join(", ")));
            let types = self.result_types(op);
            self.attrs.types.write_list(&mut self.out, types);
            self.text(")");
        }
        self.loop_regions(row, op);
    }
}
