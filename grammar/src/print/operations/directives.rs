//! Pieces of custom forms whose syntax is one operation's, or a few operations'.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::names;
use irtrip_dialect::ops::{Directive, Format, FormatElement, OpDef, Syntax};
use irtrip_dialect::{AttrData, Body, Op, Region, Str, Type};
use smallvec::SmallVec;

use super::rows::Row;
use super::{OpPrinter, RegionStyle};
use crate::print::attributes::TypeOf;
use crate::print::text::{push_ascii, push_int};

/// The operation at a region's end that readers put there themselves: custom forms leave it out.
fn omitted_terminator(def: &OpDef, body: &Body, region: Region) -> Option<Op> {
    let last = body.blocks(region).last().and_then(|&block| body.last_op(block))?;
    (def.terminator == Some(body.name(last))
        && body.all_operands(last).is_empty()
        && body.attrs(last) == attributes::EMPTY_DICTIONARY)
        .then_some(last)
}

/// The operation at a region's end that the custom form of an operation with that region leaves out; `number` is the
/// region's, `results` says whether the operation has any.
pub(crate) fn unwritten_terminator(
    def: &OpDef,
    results: bool,
    body: &Body,
    (number, region): (usize, Region),
) -> Option<Op> {
    match def.format {
        Format::Custom(Syntax::For | Syntax::Forall) => {
            body.blocks(region).last().filter(|_| !results).and_then(|&block| body.last_op(block))
        }
        Format::Assembly(pieces) => {
            let written = |piece: &FormatElement| matches!(piece, FormatElement::Custom(Directive::RegionCases { .. }));
            let cases = pieces.iter().any(written);
            omitted_terminator(def, body, region).filter(|_| !cases || number == 0)
        }
        Format::Custom(_) | Format::Generic => None,
    }
}

impl<'a> OpPrinter<'a> {
    /// Appends the regions of a loop, which ends in a terminator that is written only if it gives results, and its
    /// attributes.
    pub(crate) fn loop_regions(&mut self, row: &Row, op: Op) {
        self.text(" ");
        let omit_terminator = self.scope.body.result(op).is_none();
        self.enter(op, |printer, regions| {
            for &region in regions {
                printer.region(region, RegionStyle { omit_terminator, ..RegionStyle::default() });
            }
        });
        self.attr_dict(row, op, false);
    }

    /// The types of a group of results.
    pub(crate) fn result_group(&self, row: &Row, op: Op, group: u8) -> SmallVec<[Type; 2]> {
        let types = self.result_types(op);
        let sizes = self.attr_of(op, names::RESULT_SEGMENT_SIZES).filter(|_| row.def.stores_result_segments());
        let groups = row.def.result_groups(types.len(), sizes.and_then(|sizes| self.shared.ctx.dense_array(sizes)));
        let range = groups.get(usize::from(group)).cloned().unwrap_or(0..0);
        types.get(range).map(SmallVec::from_slice).unwrap_or_default()
    }

    /// Appends a region of an operation whose form is in pieces. The terminator that readers put there is left out.
    pub(crate) fn region_of(&mut self, row: &Row, region: Region) {
        let omit_terminator = omitted_terminator(row.def, self.scope.body, region).is_some();
        self.region(region, RegionStyle { entry_label: true, omit_terminator, ..RegionStyle::default() });
    }

    /// Appends `[%i, 4]`.
    pub(crate) fn index_list(&mut self, row: &Row, op: Op, (group, key): (u8, Str)) {
        let values = self.attr_of(op, key).and_then(|a| self.shared.ctx.dense_array(a)).unwrap_or_default();
        let mut dynamic = self.group(row, op, group).iter();
        self.text("[");
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            match dynamic.as_slice().first() {
                Some(&operand) if value == i64::MIN => {
                    dynamic.next();
                    self.value(operand);
                }
                _ => push_int(&mut self.out, value),
            }
        }
        self.text("]");
    }

    /// Appends `memref<2xf32> = dense<...>`.
    pub(crate) fn type_and_initial_value(&mut self, op: Op) {
        if let Some(ty) = self.attr_of(op, names::TYPE) {
            self.attr(ty);
        }
        match self.attr_of(op, names::INITIAL_VALUE) {
            None => {}
            Some(attributes::UNIT) => self.text(" = uninitialized"),
            Some(value) => {
                self.text(" = ");
                self.attrs.write_as(&mut self.out, value, TypeOf::Left);
            }
        }
    }

    /// Appends `(d0, d1) -> (d1, d0)`.
    pub(crate) fn permutation(&mut self, op: Op) {
        let ctx = self.shared.ctx;
        let Some(AttrData::Affine(text)) = self.attr_of(op, names::PERMUTATION).map(|map| ctx.attr_data(map)) else {
            return;
        };
        let text = ctx.bytes(*text);
        let body = text.strip_prefix(b"affine_map<").and_then(|text| text.strip_suffix(b">"));
        push_ascii(&mut self.out, body.unwrap_or(text));
    }

    /// Appends `read, locality<3>, data`.
    pub(crate) fn prefetch(&mut self, op: Op) {
        let is_set = |printer: &Self, key| printer.attr_of(op, key) == Some(attributes::TRUE);
        self.text(if is_set(self, names::IS_WRITE) { "write" } else { "read" });
        self.text(", locality<");
        if let Some(hint) = self.attr_of(op, names::LOCALITY_HINT) {
            self.attrs.write_as(&mut self.out, hint, TypeOf::Left);
        }
        self.text(">, ");
        self.text(if is_set(self, names::IS_DATA_CACHE) { "data" } else { "instr" });
    }

    /// Appends `case 2 {...}` and `default {...}`, a line each.
    pub(crate) fn region_cases(&mut self, row: &Row, op: Op, default: bool) {
        let cases = self.attr_of(op, names::CASES).and_then(|a| self.shared.ctx.dense_array(a)).unwrap_or_default();
        self.enter(op, |printer, regions| {
            let (first, rest) = regions.split_at(usize::from(default).min(regions.len()));
            for (&case, &region) in cases.iter().zip(rest) {
                printer.new_line();
                printer.text("case ");
                push_int(&mut printer.out, case);
                printer.text(" ");
                // Upstream leaves out the terminator of the default alone.
                printer.region(region, RegionStyle::default());
            }
            for &region in first {
                printer.new_line();
                printer.text("default ");
                printer.region_of(row, region);
            }
        });
    }
}
