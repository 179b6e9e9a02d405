//! Custom forms of the `linalg` dialect's structured operations.

use irtrip_dialect::maps::map_array;
use irtrip_dialect::ops::linalg::Payload;
use irtrip_dialect::{Attr, AttrData, Op, Str, names};
use smallvec::SmallVec;

use super::operations::{OpPrinter, RegionStyle};
use super::rows::Row;
use crate::payload::is_payload;

/// What a structured operation's own dictionary has.
const OWN: &[Str] = &[names::INDEXING_MAPS, names::ITERATOR_TYPES];

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

    pub(super) fn structured(&mut self, row: &Row, op: Op, maps: &'static [&'static str]) {
        let given = self.attr_of(op, names::INDEXING_MAPS).filter(|_| !maps.is_empty());
        if let Some(given) = given.filter(|&given| given != map_array(self.shared.ctx, maps)) {
            self.text(" indexing_maps = ");
            self.attr(given);
        }
        self.rest(op, |_, key, _| key == names::OPERAND_SEGMENT_SIZES || !maps.is_empty() && OWN.contains(&key));
        self.inputs_and_outputs(row, op);
        self.result_list(op);
    }

    /// Whether a structured operation's region is there, and is what its form tells.
    pub(super) fn structured_fits(&self, op: Op, payload: Payload) -> bool {
        let body = self.scope.body;
        self.loop_block(op).is_some_and(|block| {
            body.block_args(block).len() == body.operands(op).len() && is_payload(self.shared.ctx, body, block, payload)
        })
    }
}
