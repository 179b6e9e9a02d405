//! Custom forms of the `linalg` dialect's structured operations.

use irtrip_dialect::maps::map_array;
use irtrip_dialect::ops::linalg::{self, Maps, Payload};
use irtrip_dialect::verify::indexing_maps;
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, Op, Str, Type, names};
use smallvec::SmallVec;

use super::operations::{OpPrinter, RegionStyle};
use super::rows::Row;
use crate::payload::{Given, is_payload};

impl OpPrinter<'_> {
    pub(super) fn linalg_generic(&mut self, row: &Row, op: Op) {
        let ctx = self.shared.ctx;
        let entries = ctx.entries(self.scope.body.attrs(op)).iter().copied();
        let own: SmallVec<[(Str, Attr); 4]> = entries
            .clone()
            .filter(|(key, _)| row.keys.contains(key))
            .map(|(key, value)| (key, if key == names::ITERATOR_TYPES { self.iterator_words(value) } else { value }))
            .collect();
        self.dictionary(&own, " {");
        self.inputs_and_outputs(row, op);
        let rest: SmallVec<[(Str, Attr); 4]> =
            entries.filter(|(key, _)| !row.keys.contains(key) && *key != names::OPERAND_SEGMENT_SIZES).collect();
        self.dictionary(&rest, " attrs =  {");
        self.text(" ");
        self.enter(op, |printer, regions| {
            for &region in regions {
                printer.region(region, RegionStyle { entry_label: true, ..RegionStyle::default() });
            }
        });
        self.result_list(op);
    }

    /// An array of `#dialect.iterator_type<word>` as one of strings.
    pub(super) fn iterator_words(&self, attr: Attr) -> Attr {
        let ctx = self.shared.ctx;
        let word = |&item: &Attr| {
            let AttrData::Opaque { body, .. } = ctx.attr_data(item) else { return item };
            let body = ctx.text(*body);
            let word = body.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).unwrap_or_default();
            ctx.string_attr(word)
        };
        ctx.array(&ctx.items(attr).iter().map(word).collect::<Vec<_>>())
    }

    fn inputs_and_outputs(&mut self, row: &Row, op: Op) {
        for (group, open) in [(0, " ins("), (1, " outs(")] {
            let values = self.group(row, op, group);
            if !values.is_empty() {
                self.text(open);
                self.values(values);
                self.text(" : ");
                self.types_of(values);
                self.text(")");
            }
        }
    }

    fn result_list(&mut self, op: Op) {
        let types = self.result_types(op);
        if !types.is_empty() {
            self.text(" -> ");
            self.attrs.types.write_results(&mut self.out, &types);
        }
    }

    /// The maps of an operation where they are not those that its form has where none are written.
    fn written_maps(&self, op: Op, maps: Maps) -> Option<Attr> {
        let given = self.attr_of(op, names::INDEXING_MAPS)?;
        (unwritten_maps(self.shared.ctx, self.scope.body, op, maps) != Some(given)).then_some(given)
    }

    pub(super) fn structured(&mut self, row: &Row, op: Op, maps: Maps) {
        if let Some(kind) = self.attr_of(op, names::KIND).filter(|_| row.keys.contains(&names::KIND)) {
            self.text(" kind=");
            self.attr(kind);
        }
        if let Some(given) = self.written_maps(op, maps).filter(|_| row.keys.contains(&names::INDEXING_MAPS)) {
            self.text(" indexing_maps = ");
            self.attr(given);
        }
        self.rest(op, |_, key, _| {
            matches!(key, names::OPERAND_SEGMENT_SIZES | names::MEMOIZED_MAPS)
                || matches!(key, names::INDEXING_MAPS | names::KIND) && row.keys.contains(&key)
        });
        self.inputs_and_outputs(row, op);
        self.result_list(op);
    }

    /// Whether a structured operation's region is there, and is what its form tells.
    pub(super) fn structured_fits(&self, op: Op, payload: Payload) -> bool {
        let body = self.scope.body;
        let Some(given) = Given::of(self.shared.ctx, payload, |key| self.attr_of(op, key)) else { return false };
        self.loop_block(op).is_some_and(|block| {
            body.block_args(block).len() == body.operands(op).len() && is_payload(self.shared.ctx, body, block, given)
        })
    }

    pub(super) fn mapped(&mut self, row: &Row, op: Op) {
        let block = self.loop_block(op);
        let folds = !row.def.attrs.is_empty();
        let short = block.and_then(|block| self.short_payload(block, folds));
        if let Some(inner) = short {
            let body = self.scope.body;
            self.text(" { ");
            let name = self.shared.ctx.op_name_str(body.name(inner)).into_owned();
            self.text(&name);
            let ctx = self.shared.ctx;
            let written: SmallVec<[(Str, Attr); 4]> = ctx
                .entries(body.attrs(inner))
                .iter()
                .copied()
                .filter(|(_, value)| !is_none_word(ctx, *value))
                .collect();
            self.dictionary(&written, " {");
            self.text(" }");
        }
        self.inputs_and_outputs(row, op);
        self.numbers_and_rest(row, op);
        if short.is_none() {
            self.own_line_region(op);
        }
    }

    /// ` permutation = [1, 0] ` and the other attributes.
    fn numbers_and_rest(&mut self, row: &Row, op: Op) {
        let ctx = self.shared.ctx;
        for slot in row.def.attrs {
            let key = ctx.str(slot.name);
            let values = self.attr_of(op, key).and_then(|attr| ctx.dense_array(attr)).unwrap_or_default();
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            self.text(" ");
            self.text(slot.name);
            self.text(" = [");
            self.text(&values.join(", "));
            self.text("] ");
        }
        self.rest(op, |_, key, _| row.keys.contains(&key) || key == names::OPERAND_SEGMENT_SIZES);
    }

    /// The region with its arguments in brackets before it, on a line of its own.
    fn own_line_region(&mut self, op: Op) {
        let Some(block) = self.loop_block(op) else { return };
        self.enter(op, |printer, regions| {
            printer.indented(|printer| {
                printer.new_line();
                printer.text("(");
                let arguments = printer.scope.body.block_args(block);
                for (place, &argument) in arguments.iter().enumerate() {
                    printer.text(if place == 0 { "" } else { ", " });
                    printer.value(argument);
                    printer.text(": ");
                    let ty = printer.scope.body.value_type(argument);
                    printer.ty(ty);
                }
                printer.text(") ");
                for &region in regions {
                    printer.region(region, RegionStyle::default());
                }
            });
        });
    }

    pub(super) fn moved(&mut self, row: &Row, op: Op) {
        self.inputs_and_outputs(row, op);
        self.numbers_and_rest(row, op);
    }

    /// Whether an operation that moves elements yields the first one.
    pub(super) fn moved_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        self.loop_block(op).is_some_and(|block| {
            let first = body.first_op(block);
            first.is_some_and(|first| {
                body.name(first) == linalg::YIELD
                    && body.operands(first) == body.block_args(block).get(..1).unwrap_or_default()
            })
        })
    }

    /// The operation that a block does alone to its arguments, in order, before it yields what that gives; where it
    /// folds, the last argument is the first operand.
    fn short_payload(&self, block: Block, folds: bool) -> Option<Op> {
        let body = self.scope.body;
        let inner = body.first_op(block)?;
        let last =
            body.next_op(inner).filter(|&last| body.name(last) == linalg::YIELD && body.next_op(last).is_none())?;
        let arguments = body.block_args(block);
        let (output, inputs) = arguments.split_last()?;
        let operands = body.operands(inner);
        let in_order = match folds {
            true => arguments.len() == 2 && operands.split_first() == Some((output, inputs)),
            false => operands == inputs,
        };
        let yields = body.results(inner).len() == 1 && body.operands(last) == body.result(inner).as_slice();
        (in_order && !inputs.is_empty() && yields && !body.has_regions(inner)).then_some(inner)
    }
}

/// The maps that a form has where none are written.
pub(super) fn unwritten_maps(ctx: &Context, body: &Body, op: Op, maps: Maps) -> Option<Attr> {
    match maps {
        Maps::Written(maps) => Some(map_array(ctx, maps)),
        Maps::Optional => {
            let types: SmallVec<[Type; 4]> = body.operands(op).iter().map(|&value| body.value_type(value)).collect();
            let output = types.last().map(std::slice::from_ref).unwrap_or_default();
            indexing_maps(ctx, Maps::Elementwise, &types, output, &|_| None)
        }
        Maps::Elementwise | Maps::Fixed(_) | Maps::Required => None,
    }
}

/// Whether an attribute is the empty one of its dialect, which is the same as none.
fn is_none_word(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Opaque { body, .. } if ctx.text(*body).ends_with("<none>"))
}
