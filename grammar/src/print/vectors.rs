//! Custom forms of the `vector` dialect: transfers between memory and vectors, contractions, masked operations.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::maps::transfer_map;
use irtrip_dialect::names;
use irtrip_dialect::ops::{vector, vector_access};
use irtrip_dialect::{Attr, Body, Context, Op, Str, Type, TypeData, Value};
use smallvec::SmallVec;

use super::defaults::default_of;
use super::operations::OpPrinter;
use super::rows::Row;

/// The types of what a transfer reads or writes and of the vector.
fn transfer_types(ctx: &Context, body: &Body, op: Op) -> Option<(Type, Type)> {
    let ty = |value: &Value| body.value_type(*value);
    let operands = body.operands(op);
    let (of, vector) = match body.name(op) {
        vector_access::TRANSFER_READ => (ty(operands.first()?), body.value_type(body.result(op)?)),
        _ => (ty(operands.get(1)?), ty(operands.first()?)),
    };
    matches!(ctx.type_data(vector), TypeData::Vector { .. }).then_some((of, vector))
}

/// The map that a transfer's form does not write.
pub(super) fn unwritten_map(ctx: &Context, body: &Body, op: Op) -> Option<Attr> {
    let (of, vector) = transfer_types(ctx, body, op)?;
    transfer_map(ctx, of, vector)
}

/// The operands of a transfer by DMA.
struct DmaParts<'a> {
    /// What is read, what is written and the tag, each with the indices behind it.
    buffers: [&'a [Value]; 3],
    /// How many elements.
    count: Value,
    /// What stands behind them.
    strides: &'a [Value],
}

impl<'a> OpPrinter<'a> {
    /// Whether a transfer's types are those that its form tells.
    pub(super) fn transfer_fits(&self, op: Op) -> bool {
        let ctx = self.shared.ctx;
        transfer_types(self.shared.ctx, self.scope.body, op).is_some_and(|(of, _)| match ctx.type_data(of) {
            TypeData::MemRef { dims: Some(_), .. } => true,
            TypeData::Tensor { dims: Some(_), .. } => self.scope.body.result(op).is_some_and(|result| {
                let ty = self.scope.body.value_type(result);
                ty == of || matches!(ctx.type_data(ty), TypeData::Vector { .. })
            }),
            _ => false,
        })
    }

    /// `%base[%i], %padding, %mask {...} : T, V`, or `%vector, %base[%i], %mask {...} : V, T`.
    pub(super) fn transfer(&mut self, row: &Row, op: Op, reads: bool) {
        let Some((of, vector)) = transfer_types(self.shared.ctx, self.scope.body, op) else { return };
        let groups: [u8; 4] = if reads { [0, 1, 2, 3] } else { [1, 2, 0, 3] };
        let [base, indices, other, mask] = groups.map(|group| self.group(row, op, group));
        self.text(" ");
        if !reads {
            self.values(other);
            self.text(", ");
        }
        self.values(base);
        self.text("[");
        self.values(indices);
        self.text("]");
        if reads {
            self.text(", ");
            self.values(other);
        }
        if !mask.is_empty() {
            self.text(", ");
            self.values(mask);
        }
        let default_map = unwritten_map(self.shared.ctx, self.scope.body, op);
        self.rest(op, |printer, key, value| match key {
            names::OPERAND_SEGMENT_SIZES => true,
            names::PERMUTATION_MAP => Some(value) == default_map,
            names::IN_BOUNDS => printer.shared.ctx.items(value).iter().all(|&bound| bound == attributes::FALSE),
            _ => false,
        });
        let (first, second) = if reads { (of, vector) } else { (vector, of) };
        self.two_types(first, second);
    }

    /// Appends ` {...}` of an operation's attributes but for some.
    pub(super) fn rest(&mut self, op: Op, left_out: impl Fn(&Self, Str, Attr) -> bool) {
        let entries = self.shared.ctx.entries(self.scope.body.attrs(op)).iter().copied();
        let shown: SmallVec<[(Str, Attr); 8]> = entries.filter(|e| !left_out(self, e.0, e.1)).collect();
        self.dictionary(&shown, " {");
    }

    fn two_types(&mut self, first: Type, second: Type) {
        self.text(" : ");
        self.ty(first);
        self.text(", ");
        self.ty(second);
    }

    /// An attribute that is stored, or the one that holds where none is.
    fn stored_or_default(&self, row: &Row, op: Op, key: Str) -> Option<Attr> {
        self.attr_of(op, key).or_else(|| {
            let place = row.keys.iter().position(|&name| name == key)?;
            default_of(self.shared.ctx, row.def.attrs.get(place)?)
        })
    }

    pub(super) fn contract(&mut self, row: &Row, op: Op) {
        let own: SmallVec<[(Str, Attr); 3]> = [names::INDEXING_MAPS, names::ITERATOR_TYPES, names::KIND]
            .into_iter()
            .filter_map(|key| {
                let value = self.stored_or_default(row, op, key)?;
                Some((key, if key == names::ITERATOR_TYPES { self.iterator_words(value) } else { value }))
            })
            .collect();
        self.dictionary(&own, " {");
        self.text(" ");
        let body = self.scope.body;
        let operands = body.operands(op);
        self.values(operands);
        self.rest(op, |_, key, _| own.iter().any(|entry| entry.0 == key));
        if let [lhs, rhs, acc] = operands {
            self.two_types(body.value_type(*lhs), body.value_type(*rhs));
            self.text(" into ");
            self.ty(body.value_type(*acc));
        }
    }

    /// Upstream writes attributes only behind three operands.
    pub(super) fn outer_product_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        body.operands(op).len() == 3 || self.shared.ctx.entries(body.attrs(op)).is_empty()
    }

    pub(super) fn outer_product(&mut self, row: &Row, op: Op) {
        let body = self.scope.body;
        let operands = body.operands(op);
        self.text(" ");
        self.values(operands);
        if operands.len() == 3 {
            let mut entries: SmallVec<[(Str, Attr); 4]> = self.shared.ctx.entries(body.attrs(op)).into();
            if self.attr_of(op, names::KIND).is_none() {
                entries.extend(self.stored_or_default(row, op, names::KIND).map(|kind| (names::KIND, kind)));
                entries.sort_by(|a, b| self.shared.ctx.bytes(a.0).cmp(self.shared.ctx.bytes(b.0)));
            }
            self.dictionary(&entries, " {");
        }
        if let [lhs, rhs, ..] = operands {
            self.two_types(body.value_type(*lhs), body.value_type(*rhs));
        }
    }

    /// Whether a mask's region has one operation and what yields its results, or nothing to yield alone.
    pub(super) fn mask_fits(&self, op: Op) -> bool {
        let body = self.scope.body;
        let Some(block) = self.loop_block(op) else { return false };
        let (Some(first), Some(last)) = (body.first_op(block), body.last_op(block)) else { return false };
        body.name(last) == vector::YIELD
            && body.block_args(block).is_empty()
            && body.attrs(last) == attributes::EMPTY_DICTIONARY
            && match first == last {
                true => body.operands(last).is_empty(),
                false => {
                    body.next_op(first) == Some(last) && body.results(first).eq(body.operands(last).iter().copied())
                }
            }
    }

    pub(super) fn mask(&mut self, row: &Row, op: Op) {
        let body = self.scope.body;
        self.text(" ");
        self.values(body.operands(op));
        if self.shared.options.skip_regions {
            self.text(" {...}");
        } else {
            self.text(" { ");
            self.enter(op, |printer, _| {
                if let Some(first) = printer.loop_block(op).and_then(|block| printer.scope.body.first_op(block)) {
                    printer.form(first);
                }
            });
            self.text(" }");
        }
        self.attr_dict(row, op, false);
        self.text(" : ");
        self.types_of(body.operands(op).get(..1).unwrap_or_default());
        let results = self.result_types(op);
        if !results.is_empty() {
            self.text(" -> ");
            self.attrs.types.write_list(&mut self.out, results);
        }
    }

    /// The operands of a transfer by DMA, by the ranks of its buffers.
    fn dma_parts(&self, op: Op) -> Option<DmaParts<'a>> {
        let body = self.scope.body;
        let mut rest = body.operands(op);
        let take = |rest: &mut &'a [Value]| {
            let ty = body.value_type(*rest.first()?);
            let TypeData::MemRef { dims: Some(dims), .. } = self.shared.ctx.type_data(ty) else { return None };
            let (part, behind) = rest.split_at_checked(dims.len() + 1)?;
            *rest = behind;
            Some(part)
        };
        let (first, second) = (take(&mut rest)?, take(&mut rest)?);
        let (&count, behind) = rest.split_first()?;
        rest = behind;
        let third = take(&mut rest)?;
        Some(DmaParts { buffers: [first, second, third], count, strides: rest })
    }

    pub(super) fn dma_start_fits(&self, op: Op) -> bool {
        let plain = self.scope.body.attrs(op) == attributes::EMPTY_DICTIONARY;
        plain && self.dma_parts(op).is_some_and(|parts| matches!(parts.strides.len(), 0 | 2))
    }

    pub(super) fn dma_start(&mut self, op: Op) {
        let Some(DmaParts { buffers, count, strides }) = self.dma_parts(op) else { return };
        for (place, part) in buffers.iter().enumerate() {
            self.text(if place == 0 { " " } else { ", " });
            if place == 2 {
                self.value(count);
                self.text(", ");
            }
            self.values(part.get(..1).unwrap_or_default());
            self.text("[");
            self.values(part.get(1..).unwrap_or_default());
            self.text("]");
        }
        for &stride in strides {
            self.text(", ");
            self.value(stride);
        }
        self.text(" : ");
        let typed: SmallVec<[Value; 3]> = buffers.iter().filter_map(|part| part.first().copied()).collect();
        self.types_of(&typed);
    }
}
