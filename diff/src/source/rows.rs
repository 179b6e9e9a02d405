//! Turns the rows of two listings into rows of the lines that they were read from.
//!
//! A listing's header, its attributes and attachments are on the line that the global value starts on; a block's arguments
//! are, in LLVM IR, phis with lines of their own, which have what predecessors pass to them. Lines that stand for nothing in
//! a listing, such as comments, are shown around the others.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use irtrip_dialect::language::Language;
use irtrip_dialect::names::{IRTRIP_RECORDS, SYM_NAME};
use irtrip_dialect::ops::global_values::COMDAT;
use irtrip_dialect::{Block, Op, ValueDef};
use rustc_hash::FxBuildHasher;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::definitions::{BothTexts, mark};
use super::items::{Item, in_order};
use super::words::{LocalNames, Reference, changed_words, words};
use super::{SourceText, label};
use crate::difference::{DiffRow, Difference, LinePart, Subject};
use crate::lines::listing::{Line, Listing};
use crate::structural_hash::value_numbering::{constant_of, is_constant};

/// A listing, and where it is in its text.
struct Placed<'l, 'a> {
    listing: &'l Listing<'a>,
    text: &'l SourceText<'a>,
    lines: Range<usize>,
}

impl<'l, 'a> Placed<'l, 'a> {
    fn new(listing: &'l Listing<'a>) -> Option<Placed<'l, 'a>> {
        let text = listing.side.source?;
        let named = (text.language == Language::Llvm).then(|| lines_by_name(listing, text)).flatten();
        let located = || {
            let start = (listing.location(Line::Header)?.0 as usize).checked_sub(1)?;
            Some(start..text.end_of(start))
        };
        Some(Placed { listing, text, lines: named.or_else(located)? })
    }

    fn line_at(&self, place: Option<(u32, u32)>) -> Option<usize> {
        let line = (place?.0 as usize).checked_sub(1)?;
        self.lines.contains(&line).then_some(line)
    }

    fn op_line(&self, body: usize, op: Op) -> Option<usize> {
        if self.listing.name() == COMDAT && self.text.language == Language::Llvm {
            let ctx = self.listing.side.ctx;
            let symbol = ctx.string_value(self.listing.bodies.get(body)?.attr(ctx, op, SYM_NAME)?)?;
            let mut name = "$".to_owned();
            irtrip_dialect::llvm_text::name(&mut name, ctx.bytes(symbol));
            return self.text.definition(&name);
        }
        self.line_at(self.listing.location(Line::Op(body, op)))
    }

    /// The line of a phi; none for an argument that has no line of its own.
    fn argument_line(&self, body: usize, block: Block, index: usize) -> Option<usize> {
        let line = self.line_at(self.listing.location_of_argument(body, block, index))?;
        (self.text.language == Language::Llvm && line != self.lines.start).then_some(line)
    }

    /// The line of a block's label, above the first line that the block has.
    fn label_line(&self, body: usize, block: Block) -> Option<usize> {
        let first = self.argument_line(body, block, 0).or_else(|| {
            let of = self.listing.bodies.get(body)?;
            // LLVM IR has constants where they are used.
            let is_spelled = |op: &Op| self.text.language == Language::Mlir || !is_constant(of, *op);
            // A record's operation may stand elsewhere than the record.
            of.ops(block).filter(is_spelled).filter_map(|op| self.op_line(body, op)).min()
        })?;
        let above = (self.lines.start + 1..first).rev();
        let mut above = above.map(|line| (line, self.text.line(line)));
        // Some records have no operation.
        let is_passed_over = |line: &str| {
            let line = line.trim_start();
            line.is_empty() || line.starts_with([';', '/']) || is_record(line)
        };
        let (line, text) = above.find(|(_, text)| !is_passed_over(text))?;
        label(text).map(|_| line)
    }

    /// The lines that a construct takes which starts on a line: up to the next one, without comments and what closes it;
    /// with the debug records before it that are after a line, if one is given.
    fn span(&self, start: usize, next: usize, records_after: Option<usize>) -> Range<usize> {
        let goes_on = |line: &usize| {
            let text = self.text.line(*line).trim_start();
            !text.is_empty() && !text.starts_with([';', '}', '#']) && !text.starts_with("//")
        };
        let records = (records_after.unwrap_or(start)..start).rev().take_while(|line| is_record(self.text.line(*line)));
        records.last().unwrap_or(start)..(start + 1..next).take_while(goes_on).last().map_or(start + 1, |last| last + 1)
    }
}

/// The lines of a listing in its text.
pub(crate) fn lines_of(listing: &Listing) -> Option<Range<usize>> {
    Placed::new(listing).map(|placed| placed.lines)
}

/// The rows of two listings as rows of their lines; as they are where one of the listings has no place.
/// Without `debug_info`, debug records are not compared.
pub(crate) fn source_rows(
    a: &Listing,
    b: &Listing,
    rows: Vec<DiffRow>,
    debug_info: bool,
) -> Result<Vec<DiffRow>, Vec<DiffRow>> {
    let Some((a, b)) = Placed::new(a).zip(Placed::new(b)) else { return Err(rows) };
    let both = BothTexts { a: a.text, b: b.text };
    let mut items = items(Some(&a), Some(&b), rows);
    records_on_their_lines(both, &mut items);
    let items = in_order(items);
    let names = local_names(&a, &b, &items);
    let mut out = Vec::new();
    let (mut at_a, mut at_b) = (a.lines.start, b.lines.start);
    let mut follows_moved = false;
    let next = next_lines(&items, (a.lines.end, b.lines.end));
    for (item, (next_a, next_b)) in items.into_iter().zip(next) {
        let (missing, is_moved) = ((item.a.is_none(), item.b.is_none()), item.is_moved);
        let with_records = item.differences.iter().any(is_of_records);
        let span_a = item.a.map_or(at_a..at_a, |line| a.span(line, next_a, with_records.then_some(at_a)));
        let span_b = item.b.map_or(at_b..at_b, |line| b.span(line, next_b, with_records.then_some(at_b)));
        let first = out.len();
        let before = (at_a..span_a.start, at_b..span_b.start);
        match is_moved {
            // Nothing is shown of what only moved, and so nothing around it.
            true => context(both, before.0, before.1, &mut out),
            false => gap(both, before, (missing, debug_info), &mut out),
        }
        (at_a, at_b) = (span_a.end, span_b.end);
        if !is_moved {
            item_rows(both, (span_a, span_b), item.with_incoming(both), &names, &mut out);
        }
        if let Some(row) = out.get_mut(first) {
            row.follows_moved |= std::mem::take(&mut follows_moved);
        }
        follows_moved |= is_moved;
    }
    let first = out.len();
    context(both, at_a..a.lines.end, at_b..b.lines.end, &mut out);
    if let Some(row) = out.get_mut(first) {
        row.follows_moved |= follows_moved;
    }
    Ok(out)
}

/// Gives differences in which debug records stand before an instruction to a record that one text has alone, if there is one.
fn records_on_their_lines(both: BothTexts, items: &mut [Item]) {
    let is_alone = |item: &Item| match (item.a, item.b) {
        (Some(a), None) => is_record(both.a.line(a)),
        (None, Some(b)) => is_record(both.b.line(b)),
        _ => false,
    };
    let Some(record) = items.iter().position(is_alone) else { return };
    let mut moved: Vec<Difference> = Vec::new();
    for item in items.iter_mut() {
        moved.extend(item.differences.extract_if(.., |difference| is_of_records(difference)));
    }
    if let Some(record) = items.get_mut(record) {
        record.differences.extend(moved);
    }
}

/// Whether a difference is in which debug records stand before an instruction.
fn is_of_records(difference: &Difference) -> bool {
    matches!(difference.subject, Subject::Attribute(IRTRIP_RECORDS))
}

/// The lines at which what follows each item begins, in both texts; `ends` where nothing follows.
fn next_lines(items: &[Item], ends: (usize, usize)) -> Vec<(usize, usize)> {
    let mut next = ends;
    let mut lines: Vec<(usize, usize)> = Vec::with_capacity(items.len());
    for item in items.iter().rev() {
        lines.push(next);
        next = (item.a.unwrap_or(next.0), item.b.unwrap_or(next.1));
    }
    lines.reverse();
    lines
}

/// The rows of a global value that one module has alone.
pub(crate) fn one_sided_rows(listing: &Listing, rows: &[DiffRow], in_a: bool) -> Option<Vec<DiffRow>> {
    let placed = Placed::new(listing)?;
    let both = BothTexts { a: placed.text, b: placed.text };
    let row = |line: usize| both.row(in_a.then_some(line), (!in_a).then_some(line));
    let mut found: Vec<DiffRow> = placed.lines.map(row).collect();
    let differences = rows.iter().flat_map(|row| &row.differences).cloned().collect();
    found.first_mut()?.differences = differences;
    found.iter_mut().skip(1).for_each(|row| row.continued = true);
    Some(found)
}

/// Rows of lines between constructs. Empty lines and comments are shown with the construct before or after them that one
/// text has alone; `missing` says in which texts the one after them is not. Debug records without an operation belong to the
/// instruction after them.
fn gap(
    both: BothTexts,
    (a, b): (Range<usize>, Range<usize>),
    (missing, debug_info): ((bool, bool), bool),
    out: &mut Vec<DiffRow>,
) {
    let shared = a.len().min(b.len());
    let (only_a, only_b) = (a.start + shared..a.end, b.start + shared..b.end);
    context(both, a, b, out);
    let alone = only_a.map(|line| both.row(Some(line), None)).chain(only_b.map(|line| both.row(None, Some(line))));
    for row in alone {
        let of_row = (row.a.is_none(), row.b.is_none());
        let text = row.a.as_ref().or(row.b.as_ref()).map_or("", |side| side.text.trim_start());
        let shows_nothing = text.is_empty() || text.starts_with(';') || text.starts_with("//");
        let is_next_to_one_sided =
            missing == of_row || out.last().is_some_and(|last| (last.a.is_none(), last.b.is_none()) == of_row);
        if debug_info && is_record(text) || shows_nothing && is_next_to_one_sided {
            out.push(DiffRow { continued: true, ..row });
        }
    }
}

/// Whether a line of LLVM IR is a debug record.
fn is_record(line: &str) -> bool {
    line.trim_start().starts_with("#dbg_")
}

/// Rows of lines that stand for nothing in the listings.
fn context(both: BothTexts, a: Range<usize>, b: Range<usize>, out: &mut Vec<DiffRow>) {
    out.extend(a.zip(b).map(|(a, b)| both.row(Some(a), Some(b))));
}

/// The rows of a construct.
fn item_rows(
    both: BothTexts,
    (a, b): (Range<usize>, Range<usize>),
    mut differences: Vec<Difference>,
    names: &LocalNames,
    out: &mut Vec<DiffRow>,
) {
    let first = out.len();
    if differences.is_empty() && !a.is_empty() && !b.is_empty() {
        return context(both, a, b, out);
    }
    for change in changes(both, a.clone(), b.clone(), names) {
        let (old, new) = (change.old_range(), change.new_range());
        let is_equal = matches!(change, DiffOp::Equal { .. });
        for i in 0..old.len().max(new.len()) {
            let line = |of: &Range<usize>, start: usize| (i < of.len()).then_some(start + of.start + i);
            let mut row = both.row(line(&old, a.start), line(&new, b.start));
            row.continued = !is_equal;
            mark(&mut row, names);
            out.push(row);
        }
    }
    // A phi of a block that one text has alone differs as the block does.
    if differences.is_empty() && (a.is_empty() || b.is_empty()) {
        return;
    }
    let added = out.get_mut(first..).unwrap_or_default();
    let differs = added.iter().position(|row| row.continued).unwrap_or(0);
    if let Some(row) = added.get_mut(differs) {
        row.continued = false;
        // Rows are kept until all are written.
        differences.shrink_to_fit();
        let texts = differences.iter_mut().flat_map(|difference| [&mut difference.a, &mut difference.b]);
        texts.flatten().for_each(String::shrink_to_fit);
        row.differences = differences;
    }
}

/// How the lines of a construct correspond.
fn changes(both: BothTexts, a: Range<usize>, b: Range<usize>, names: &LocalNames) -> Vec<DiffOp> {
    if a.len() == 1 && b.len() == 1 || a.is_empty() || b.is_empty() {
        return vec![DiffOp::Replace { old_index: 0, old_len: a.len(), new_index: 0, new_len: b.len() }];
    }
    if a.len() == b.len() {
        let equal = |i: usize| changed_words(both.a.line(a.start + i), both.b.line(b.start + i), names).is_empty();
        let change = |i: usize| match equal(i) {
            true => DiffOp::Equal { old_index: i, new_index: i, len: 1 },
            false => DiffOp::Replace { old_index: i, old_len: 1, new_index: i, new_len: 1 },
        };
        return (0..a.len()).map(change).collect();
    }
    let lines_a: Vec<String> = a.map(|line| names.line_in_second(both.a.line(line))).collect();
    let lines_b: Vec<String> = b.map(|line| LocalNames::default().line_in_second(both.b.line(line))).collect();
    capture_diff_slices(Algorithm::Myers, &lines_a, &lines_b)
}

/// The items of the phis of blocks, by body, block and which of the block's arguments it is.
type PhiItems = HashMap<(usize, Block, usize), usize, FxBuildHasher>;

/// The constructs of two listings, or of one, in the order of the listings.
fn items(a: Option<&Placed>, b: Option<&Placed>, rows: Vec<DiffRow>) -> Vec<Item> {
    let mut items = vec![Item::new(a.map(|side| side.lines.start), b.map(|side| side.lines.start))];
    let (mut phis_a, mut phis_b) = (PhiItems::default(), PhiItems::default());
    let mut constants_of: BTreeMap<(usize, usize), Vec<Difference>> = BTreeMap::new();
    // The items of phis may come later.
    let mut passed: Vec<Passed> = Vec::new();
    for row in rows {
        let line = |side: Option<&Placed>, of: &Option<crate::RowSide>| {
            Some(side?.listing.lines.get(of.as_ref()?.line.checked_sub(1)?)?.0)
        };
        let (line_a, line_b) = (line(a, &row.a), line(b, &row.b));
        match line_a.or(line_b) {
            None | Some(Line::Header | Line::Attribute(..) | Line::Attachment(..)) => {
                if let Some(header) = items.first_mut() {
                    header.differences.extend(row.differences);
                }
            }
            Some(Line::Block(..)) => {
                block_items(a.zip(line_a), b.zip(line_b), row.differences, &mut items, (&mut phis_a, &mut phis_b));
            }
            Some(Line::Op(..)) => {
                let op_line = |side: Option<&Placed>, line: Option<Line>| match line? {
                    Line::Op(body, op) => side?.op_line(body, op),
                    _ => None,
                };
                let (own, to_phis): (Vec<Difference>, Vec<Difference>) =
                    row.differences.into_iter().partition(|d| !matches!(d.site, LinePart::Passed { .. }));
                passed.extend(to_phis.into_iter().map(|difference| (line_a, line_b, items.len(), difference)));
                let (mut in_a, mut in_b) = (op_line(a, line_a), op_line(b, line_b));
                for difference in &own {
                    let lines = (constant_line(a, line_a, difference), constant_line(b, line_b, difference));
                    if let (Some(x), Some(y)) = lines {
                        // In MLIR, a constant has a line of its own.
                        constants_of.entry((x, y)).or_default().push(difference.clone());
                    }
                }
                if line_a.is_some() && line_b.is_some() && (in_a.is_none() || in_b.is_none()) {
                    (in_a, in_b) = (None, None);
                }
                let own = own
                    .into_iter()
                    .filter(|d| constant_line(a, line_a, d).is_none() || constant_line(b, line_b, d).is_none());
                items.push(Item { differences: own.collect(), ..Item::new(in_a, in_b) });
            }
        }
    }
    place_passed((a, b), passed, (&phis_a, &phis_b), &mut items);
    with_constants(items, constants_of)
}

/// What a terminator passes to a phi: its line in each module, the place of its item, and the difference.
type Passed = (Option<Line>, Option<Line>, usize, Difference);

/// Gives differences of what is passed to phis to the items of these, or of the terminators where they have none.
fn place_passed(
    (a, b): (Option<&Placed>, Option<&Placed>),
    passed: Vec<Passed>,
    (phis_a, phis_b): (&PhiItems, &PhiItems),
    items: &mut [Item],
) {
    for (line_a, line_b, terminator, difference) in passed {
        let phi = |side: Option<&Placed>, line: Option<Line>, phis: &PhiItems| {
            let (Line::Op(body, op), LinePart::Passed { successor, argument }) = (line?, difference.site) else {
                return None;
            };
            let block = side?.listing.bodies.get(body)?.successors(op).get(successor)?.block;
            phis.get(&(body, block, argument)).copied()
        };
        let at = phi(a, line_a, phis_a).or_else(|| phi(b, line_b, phis_b)).unwrap_or(terminator);
        if let Some(item) = items.get_mut(at) {
            item.differences.push(difference);
        }
    }
}

/// Puts the items of constants, by their lines in both texts, between the others.
fn with_constants(items: Vec<Item>, constants: BTreeMap<(usize, usize), Vec<Difference>>) -> Vec<Item> {
    let mut all = Vec::with_capacity(items.len() + constants.len());
    let mut constants = constants.into_iter().peekable();
    let constant = |((a, b), differences)| Item { differences, ..Item::new(Some(a), Some(b)) };
    for item in items {
        while let Some(next) = constants.next_if(|next| item.a.is_some_and(|line| next.0.0 < line)) {
            all.push(constant(next));
        }
        all.push(item);
    }
    all.extend(constants.map(constant));
    all
}

/// The line of the constant that a difference of an operation is about.
fn constant_line(side: Option<&Placed>, line: Option<Line>, difference: &Difference) -> Option<usize> {
    let side = side.filter(|side| side.text.language == Language::Mlir)?;
    let (Line::Op(index, op), LinePart::Operand(operand)) = (line?, difference.site) else { return None };
    let body = side.listing.bodies.get(index)?;
    let value = *body.operands(op).get(operand)?;
    constant_of(body, value)?;
    match body.value(value).def {
        ValueDef::Result(constant, _) => side.op_line(index, constant),
        _ => None,
    }
}

/// A listing with one of its lines.
type PlacedLine<'p, 'l, 'a> = Option<(&'p Placed<'l, 'a>, Line)>;

/// Adds the items of a block: its label, and its phis.
fn block_items(
    a: PlacedLine,
    b: PlacedLine,
    differences: Vec<Difference>,
    items: &mut Vec<Item>,
    phis: (&mut PhiItems, &mut PhiItems),
) {
    let block_of = |side: PlacedLine| match side {
        Some((_, Line::Block(body, block))) => Some((body, block)),
        _ => None,
    };
    let label_line =
        |side: PlacedLine| side.zip(block_of(side)).and_then(|((side, _), of)| side.label_line(of.0, of.1));
    let phi_line = |side: PlacedLine, index: usize| {
        side.zip(block_of(side)).and_then(|((side, _), of)| side.argument_line(of.0, of.1, index))
    };
    let count = |side: PlacedLine| {
        let count = side
            .zip(block_of(side))
            .and_then(|((side, _), of)| Some(side.listing.bodies.get(of.0)?.block_args(of.1).len()));
        count.unwrap_or(0)
    };
    let label = items.len();
    items.push(Item::new(label_line(a), label_line(b)));
    let first_phi = items.len();
    for index in 0..count(a).max(count(b)) {
        let (in_a, in_b) = (phi_line(a, index), phi_line(b, index));
        for (of, phis) in [
            (block_of(a).filter(|_| in_a.is_some()), &mut *phis.0),
            (block_of(b).filter(|_| in_b.is_some()), &mut *phis.1),
        ] {
            phis.extend(of.map(|(body, block)| ((body, block, index), items.len())));
        }
        items.push(Item { is_phi: true, ..Item::new(in_a, in_b) });
    }
    for difference in differences {
        let at = match difference.site {
            LinePart::Argument(index) => first_phi + index,
            _ => label,
        };
        let has_line = items.get(at).is_some_and(|item| item.a.is_some() || item.b.is_some());
        if let Some(item) = items.get_mut(if has_line { at } else { label }) {
            item.differences.push(difference);
        }
    }
}

/// The locals that lines of corresponding constructs define.
fn local_names<'a>(a: &Placed<'_, 'a>, b: &Placed<'_, 'a>, items: &[Item]) -> LocalNames<'a> {
    let mut names = LocalNames::default();
    let locals = |line: &'a str| words(line).filter(|word| Reference::of(word) == Some(Reference::Local));
    let (header_a, header_b) = (a.text.line(a.lines.start), b.text.line(b.lines.start));
    if locals(header_a).count() == locals(header_b).count() {
        locals(header_a).zip(locals(header_b)).for_each(|(x, y)| names.insert(x, y));
    }
    for (line_a, line_b) in items.iter().skip(1).filter_map(|item| item.a.zip(item.b)) {
        let (line_a, line_b) = (a.text.line(line_a), b.text.line(line_b));
        if let (Some(x), Some(y)) = (label(line_a), label(line_b)) {
            names.insert_label(x, y);
            locals(line_a).zip(locals(line_b)).for_each(|(x, y)| names.insert(x, y));
        } else if let (Some((x, _)), Some((y, _))) = (line_a.split_once(" = "), line_b.split_once(" = ")) {
            locals(x).zip(locals(y)).for_each(|(x, y)| names.insert(x, y));
        }
    }
    names
}

/// The lines of a global value in a text of LLVM IR, by its name; of the comdats, all of theirs.
fn lines_by_name(listing: &Listing, text: &SourceText) -> Option<Range<usize>> {
    if listing.name() == COMDAT {
        let lines = || text.definitions().filter(|(name, _)| name.starts_with('$')).map(|(_, line)| line);
        return Some(lines().min()?..lines().max()? + 1);
    }
    let symbol = crate::lines::global_values::symbol(listing.side, listing.global_value)?;
    let mut name = "@".to_owned();
    irtrip_dialect::llvm_text::name(&mut name, listing.side.ctx.bytes(symbol));
    let start = text.definition(&name)?;
    Some(start..text.end_of(start))
}
