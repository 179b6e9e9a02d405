//! Links the differences of a part that are one change: an instruction that one module has alone, with what computes its
//! operands and what uses its result, where these differ as well.

use irtrip_dialect::{Op, Value};
use rustc_hash::FxHashMap;

use crate::difference::{DiffRow, LinePart, RowSide};
use crate::lines::components::Sided;
use crate::lines::listing::{Line, Listing};
use crate::structural_hash::StructuralHash;

/// The rows that define what one module has alone: values, and blocks.
#[derive(Default)]
struct OneSided {
    values: FxHashMap<StructuralHash, usize>,
    blocks: FxHashMap<StructuralHash, usize>,
}

/// Gives the differences of rows the change that they belong to, and tells which follow from others.
pub(crate) fn link<'a>(rows: &mut [DiffRow], a: &Sided<'_, '_, 'a>, b: &Sided<'_, '_, 'a>) {
    let mut one_sided = OneSided::default();
    let mut sets = Sets((0..rows.len()).collect());
    let mut block: Option<usize> = None;
    for (at, row) in rows.iter().enumerate() {
        let (side, line) = match (&row.a, &row.b) {
            (Some(of), None) => (a, line(a.listing, of)),
            (None, Some(of)) => (b, line(b.listing, of)),
            _ => {
                block = None;
                continue;
            }
        };
        let Some(line) = line else { continue };
        if let Line::Block(body, of) = line {
            one_sided.blocks.insert(side.ids.block(body, of), at);
            block = Some(at);
        }
        // A block that one module has alone is one change with what is in it.
        if let Some(block) = block {
            sets.join(block, at);
        }
        let defined = side.listing.defines(line).into_iter();
        one_sided.values.extend(defined.map(|(body, value)| (side.ids.value(body, value), at)));
    }
    for (at, row) in rows.iter_mut().enumerate().filter(|(_, row)| !row.differences.is_empty()) {
        for (side, of) in [(a, &row.a), (b, &row.b)] {
            let Some(Line::Op(body, op)) = of.as_ref().and_then(|of| line(side.listing, of)) else { continue };
            for found in one_sided.of_operation(side, body, op) {
                sets.join(found, at);
            }
        }
        if let (Some(of_a), Some(of_b)) = (&row.a, &row.b) {
            let lines = (line(a.listing, of_a), line(b.listing, of_b));
            for difference in &mut row.differences {
                let is_alone = |side: &Sided, line| one_sided.has(side, line, difference.site);
                difference.follows = is_alone(a, lines.0) || is_alone(b, lines.1);
            }
        }
    }
    for (at, row) in rows.iter_mut().enumerate() {
        let change = sets.first(at) as u32 + 1;
        row.differences.iter_mut().for_each(|difference| difference.change = change);
    }
}

/// The line that a row's side shows.
fn line(listing: &Listing, side: &RowSide) -> Option<Line> {
    Some(listing.lines.get(side.line.checked_sub(1)?)?.0)
}

impl OneSided {
    /// The rows that define what an operation uses.
    fn of_operation(&self, side: &Sided, body: usize, op: Op) -> Vec<usize> {
        let Some(&of) = side.listing.bodies.get(body) else { return Vec::new() };
        let values = of.all_operands(op).iter().filter_map(|&value| self.values.get(&side.ids.value(body, value)));
        let blocks = of.successors(op).iter().filter_map(|to| self.blocks.get(&side.ids.block(body, to.block)));
        values.chain(blocks).copied().collect()
    }

    /// Whether the construct of a line is one that the line's module has alone.
    fn has(&self, side: &Sided, line: Option<Line>, site: LinePart) -> bool {
        let Some(Line::Op(body, op)) = line else { return false };
        let Some(&of) = side.listing.bodies.get(body) else { return false };
        let has_value =
            |value: Option<&Value>| value.is_some_and(|&value| self.values.contains_key(&side.ids.value(body, value)));
        match site {
            LinePart::Line | LinePart::Argument(_) => false,
            LinePart::Operand(at) => has_value(of.operands(op).get(at)),
            LinePart::Passed { successor, argument } => {
                of.successors(op).get(successor).is_some_and(|to| has_value(of.successor_args(to).get(argument)))
            }
            LinePart::Successor(at) => {
                let block = of.successors(op).get(at).map(|to| side.ids.block(body, to.block));
                block.is_some_and(|block| self.blocks.contains_key(&block))
            }
        }
    }
}

/// Disjoint sets of rows, each known by its first row.
struct Sets(Vec<usize>);

impl Sets {
    /// The first row of a row's set.
    fn first(&mut self, row: usize) -> usize {
        let mut at = row;
        while let Some(&next) = self.0.get(at).filter(|next| **next != at) {
            // The way is halved for those who ask later.
            let beyond = self.0.get(next).copied().unwrap_or(next);
            if let Some(slot) = self.0.get_mut(at) {
                *slot = beyond;
            }
            at = beyond;
        }
        at
    }

    /// Makes one of two rows' sets.
    fn join(&mut self, x: usize, y: usize) {
        let (x, y) = (self.first(x), self.first(y));
        if let Some(slot) = self.0.get_mut(x.max(y)) {
            *slot = x.min(y);
        }
    }
}
