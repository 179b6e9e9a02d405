//! Operations with their regions. What is isolated stands in a section of its own, which any thread can make.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::ops::generic_form::GenericForm;
use irtrip_dialect::{Block, Body, Context, Op, Region, Value};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::encoding::{Section, Version, mask};

use super::Root;
use super::emitter::Emitter;
use super::numbering::{BodyNumbers, Numbering};

/// The regions of an operation, the body that they are in, and its numbers.
type Regions<'m, 'n> = (&'m Body, &'n BodyNumbers, &'m [Region]);

/// Writes operations, all parts of which have numbers.
pub struct BodyWriter<'w, 'm> {
    ctx: &'m Context,
    version: Version,
    root: &'w Root<'m>,
    numbering: &'w Numbering<'m>,
    /// The number of the properties of operations with the same parts, by the place of these.
    property_numbers: &'w [Option<usize>],
    /// The sections of the outermost body's operations.
    sections: FxHashMap<Op, Emitter>,
}

impl<'w, 'm> BodyWriter<'w, 'm> {
    /// A writer that has the sections of the outermost body's operations, which are made in parallel.
    pub fn new(
        ctx: &'m Context,
        version: Version,
        root: &'w Root<'m>,
        numbering: &'w Numbering<'m>,
        property_numbers: &'w [Option<usize>],
    ) -> BodyWriter<'w, 'm> {
        let sections = FxHashMap::default();
        let mut writer = BodyWriter { ctx, version, root, numbering, property_numbers, sections };
        let body = root.outermost();
        if version.has_region_sections() {
            let ops: Vec<Op> = body.linked_ops().filter(|&op| body.nested(op).is_some()).collect();
            let section = |&op: &Op| {
                let (inner, regions) = root.regions(body, op);
                let count = GenericForm::new(ctx, body, op).region_count();
                Some((op, writer.section((inner, numbering.of(inner)?, regions), count)))
            };
            writer.sections = ops.par_iter().filter_map(section).collect();
        }
        writer
    }

    /// The IR section: a block that has the root.
    pub fn file(&self) -> Emitter {
        let mut out = Emitter::default();
        out.flagged(1, false);
        if let Some(numbers) = self.numbering.of(self.root.body) {
            self.operation(&mut out, self.root.body, numbers, self.root.op);
        }
        out
    }

    fn operation(&self, out: &mut Emitter, body: &'m Body, numbers: &BodyNumbers, op: Op) {
        let numbering = self.numbering;
        let place = numbers.parts(op);
        let Some(parts) = numbering.parts.get(place) else { return };
        out.index(numbering.op_names.number(parts.name));
        let (mask_at, mut has) = (out.length(), 0);
        out.byte(0);
        out.index(numbering.attributes.number(body.loc(op)));
        if parts.dictionary != attrs::EMPTY_DICTIONARY {
            has |= mask::ATTRIBUTES;
            out.index(numbering.attributes.number(parts.dictionary));
        }
        if let Some(Some(number)) = self.property_numbers.get(place).copied() {
            has |= mask::PROPERTIES;
            out.index(number);
        }
        let results = body.results(op);
        if results.len() > 0 {
            has |= mask::RESULTS;
            out.index(results.len());
            results.for_each(|result| out.index(numbering.types.number(body.value_type(result))));
        }
        let form = GenericForm::new(self.ctx, body, op);
        let operands = form.operands();
        if !operands.is_empty() {
            has |= mask::OPERANDS;
            out.index(operands.len());
            operands.iter().for_each(|&operand| out.varint(numbers.value(operand)));
        }
        let successors = body.successors(op);
        if !successors.is_empty() {
            has |= mask::SUCCESSORS;
            out.index(successors.len());
            for successor in successors {
                out.varint(numbers.block(successor.block));
            }
        }
        if !numbers.orders.is_empty() && write_use_list_orders(out, numbers, &body.results(op).collect::<Vec<_>>()) {
            has |= mask::USE_LIST_ORDERS;
        }
        let count = form.region_count();
        if count > 0 {
            has |= mask::REGIONS;
        }
        out.patch(mask_at, has);
        if count > 0 {
            self.regions(out, body, op, count);
        }
    }

    fn regions(&self, out: &mut Emitter, body: &'m Body, op: Op, count: usize) {
        let is_isolated = self.numbering.is_isolated(body, op);
        out.flagged(count as u64, is_isolated);
        let (inner, regions) = self.root.regions(body, op);
        let Some(numbers) = self.numbering.of(inner) else { return };
        let data = (inner, numbers, regions);
        if !is_isolated || !self.version.has_region_sections() {
            return self.all_regions(out, data, count);
        }
        match self.sections.get(&op).filter(|_| std::ptr::eq(body, self.root.outermost())) {
            Some(section) => out.section(Section::Ir, section),
            None => out.section(Section::Ir, &self.section(data, count)),
        }
    }

    /// The regions of an operation in a section of their own.
    fn section(&self, regions: Regions<'m, '_>, count: usize) -> Emitter {
        let mut section = Emitter::default();
        self.all_regions(&mut section, regions, count);
        section
    }

    fn all_regions(&self, out: &mut Emitter, (body, numbers, regions): Regions<'m, '_>, count: usize) {
        for place in 0..count {
            match regions.get(place) {
                Some(&region) => self.region(out, body, numbers, region),
                // One that the model leaves out has no blocks.
                None => out.index(0),
            }
        }
    }

    fn region(&self, out: &mut Emitter, body: &'m Body, numbers: &BodyNumbers, region: Region) {
        let blocks = body.blocks(region);
        out.index(blocks.len());
        if blocks.is_empty() {
            return;
        }
        out.varint(numbers.values_of(region));
        for &block in blocks {
            self.block(out, body, numbers, block);
        }
    }

    fn block(&self, out: &mut Emitter, body: &'m Body, numbers: &BodyNumbers, block: Block) {
        let arguments = body.block_args(block);
        out.flagged(body.ops(block).count() as u64, !arguments.is_empty());
        if !arguments.is_empty() {
            out.index(arguments.len());
            for (place, &argument) in arguments.iter().enumerate() {
                let ty = self.numbering.types.number(body.value_type(argument)) as u64;
                let loc = body.block_arg_loc(block, place);
                let has_location = !self.version.elides_unknown_locations() || loc != attrs::UNKNOWN_LOC;
                match self.version.elides_unknown_locations() {
                    true => out.flagged(ty, has_location),
                    false => out.varint(ty),
                }
                if has_location {
                    out.index(self.numbering.attributes.number(loc));
                }
            }
            if self.version.has_use_list_orders() {
                let mask_at = out.length();
                out.byte(0);
                if write_use_list_orders(out, numbers, arguments) {
                    out.patch(mask_at, mask::USE_LIST_ORDERS);
                }
            }
        }
        for op in body.ops(block) {
            self.operation(out, body, numbers, op);
        }
    }
}

/// Appends the orders of the uses of values; whether there are any.
fn write_use_list_orders(out: &mut Emitter, numbers: &BodyNumbers, values: &[Value]) -> bool {
    let orders = values.iter().enumerate().filter_map(|(place, value)| Some((place, numbers.orders.get(value)?)));
    let mut orders: Vec<(usize, &Vec<u32>)> = orders.collect();
    if orders.is_empty() {
        return false;
    }
    if values.len() != 1 {
        out.index(orders.len());
    }
    // Upstream writes them in the order of a hash table, of at least 64 places.
    let mut places = 64;
    while orders.len() * 4 >= places * 3 {
        places *= 2;
    }
    orders.sort_by_key(|(place, _)| place.wrapping_mul(37) & (places - 1));
    for (place, order) in orders {
        if values.len() != 1 {
            out.index(place);
        }
        let moved = order.iter().zip(0..).filter(|(index, place)| **index != *place);
        let count = moved.clone().count();
        if count < order.len() / 2 {
            out.flagged(2 * count as u64, true);
            for (index, place) in moved {
                out.varint(u64::from(*index));
                out.varint(place as u64);
            }
        } else {
            out.flagged(order.len() as u64, false);
            order.iter().for_each(|&index| out.varint(u64::from(index)));
        }
    }
    true
}
