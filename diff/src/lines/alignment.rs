//! Aligns the lines of two versions of a global value: which lines correspond, and how corresponding lines differ.

use std::borrow::Cow;

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::ops::{Inst, LlvmForm};
use irtrip_dialect::{Block, Body, Context, ContextDialects, OpNameDefinition, Str, Value};
use rustc_hash::FxHashSet;

use crate::difference::{DiffRow, Difference, Operation, RowSide};
use crate::lines::changes;
use crate::lines::common_lines::{Budget, common_lines, unique_lines};
use crate::lines::components::{Sided, differences, one_sided};
use crate::lines::listing::{Line, Listing};
use crate::lines::numbered::{NumberedValues, numbered_values};
use crate::lines::value_names::ValueNames;
use crate::lines::weighed_pairs::{Levels, weighed_pairs};
use crate::printer::Printer;
use crate::structural_hash::{StructuralHash, StructuralHasher};

/// One side's version of a global value: its listing, its context's hasher, and the attached metadata nodes that differ
/// from the nodes they are matched with.
pub(crate) struct Version<'v, 'a> {
    pub listing: &'v Listing<'a>,
    pub hasher: &'v mut StructuralHasher<'a>,
    pub changed: &'v FxHashSet<NodeId>,
}

/// Identifiers of the values and blocks of one side. Corresponding values and blocks of both sides have the same one.
pub(crate) struct MatchedIds {
    values: Vec<Vec<u32>>,
    blocks: Vec<Vec<u32>>,
}

/// The first identifier of the second side's values and blocks, above all of the first side's.
const FIRST_OF_B: u32 = 1 << 31;

impl MatchedIds {
    fn new(bodies: &[&Body], from: u32) -> MatchedIds {
        let numbers = |count: usize| (0..count as u32).map(|n| n | from).collect();
        MatchedIds {
            values: bodies.iter().map(|b| numbers(b.value_count())).collect(),
            blocks: bodies.iter().map(|b| numbers(b.block_count())).collect(),
        }
    }

    /// The identifier of a value in the body with this index.
    pub fn value(&self, body: usize, value: Value) -> StructuralHash {
        let id = self.values.get(body).and_then(|v| v.get(value.index())).copied().unwrap_or(u32::MAX);
        (body as StructuralHash) << 32 | StructuralHash::from(id)
    }

    /// The identifier of a block in the body with this index.
    pub fn block(&self, body: usize, block: Block) -> StructuralHash {
        let id = self.blocks.get(body).and_then(|b| b.get(block.index())).copied().unwrap_or(u32::MAX);
        (body as StructuralHash) << 32 | StructuralHash::from(id)
    }
}

/// The aligned rows of two versions, and whether they are [aligned roughly](crate::ChangedPart::is_aligned_roughly). Rows of
/// equal lines have no differences. `named` tells whether names are compared.
pub(crate) fn rows<'a>(a: Version<'_, 'a>, b: Version<'_, 'a>, named: bool) -> (Vec<DiffRow>, bool) {
    let (pairs, is_rough) =
        corresponding_lines(&a.listing.matching_hashes(a.hasher), &b.listing.matching_hashes(b.hasher));
    let names_a = names_as_read(a.listing.side.ctx, &a.listing.bodies, "");
    // The apostrophe keeps the names of values that only `b` has apart from all names of `a`.
    let mut names_b = names_as_read(b.listing.side.ctx, &b.listing.bodies, "'");
    let ids_a = MatchedIds::new(&a.listing.bodies, 0);
    let mut ids_b = MatchedIds::new(&b.listing.bodies, FIRST_OF_B);
    for &(in_a, in_b) in &pairs {
        let (Some(&(of_a, _)), Some(&(of_b, _))) = (a.listing.lines.get(in_a), b.listing.lines.get(in_b)) else {
            continue;
        };
        transfer_names(a.listing, of_a, (&names_a, &ids_a), b.listing, of_b, (&mut names_b, &mut ids_b));
    }
    let numbered = |listing: &Listing<'a>| numbered_values(listing.side.ctx, &listing.bodies);
    let (numbered_a, numbered_b) = (&numbered(a.listing), &numbered(b.listing));
    let Version { listing, hasher, changed } = a;
    let mut side_a = Sided { listing, hasher, ids: &ids_a, names: &names_a, named, changed, numbered: numbered_a };
    let Version { listing, hasher, changed } = b;
    let mut side_b = Sided { listing, hasher, ids: &ids_b, names: &names_b, named, changed, numbered: numbered_b };
    let ends = (side_a.listing.lines.len(), side_b.listing.lines.len());
    let mut rows = Vec::with_capacity(ends.0.max(ends.1));
    let (mut at_a, mut at_b) = (0, 0);
    for (in_a, in_b) in pairs.into_iter().chain([ends]) {
        rows.extend((at_a..in_a).filter_map(|i| one_sided_row(&mut side_a, i, true)));
        rows.extend((at_b..in_b).filter_map(|i| one_sided_row(&mut side_b, i, false)));
        rows.extend(row_of_both(&mut side_a, in_a, &mut side_b, in_b));
        (at_a, at_b) = (in_a + 1, in_b + 1);
    }
    changes::link(&mut rows, &side_a, &side_b);
    (rows, is_rough)
}

/// The rows of a global value that only one module has. They hold one difference, in the first row.
pub(crate) fn one_sided_rows<'a>(listing: &Listing<'a>, hasher: &mut StructuralHasher<'a>, in_a: bool) -> Vec<DiffRow> {
    let names = names_as_read(listing.side.ctx, &listing.bodies, "");
    let ids = MatchedIds::new(&listing.bodies, 0);
    let (none, numbered) = (FxHashSet::default(), NumberedValues::default());
    let mut side =
        Sided { listing, hasher, ids: &ids, names: &names, named: false, changed: &none, numbered: &numbered };
    let mut rows: Vec<DiffRow> = (0..listing.lines.len()).filter_map(|i| one_sided_row(&mut side, i, in_a)).collect();
    rows.iter_mut().skip(1).for_each(|row| row.differences.clear());
    rows
}

/// The line with this index, and its row's text.
fn text(side: &mut Sided, at: usize) -> Option<(Line, RowSide)> {
    let &(line, depth) = side.listing.lines.get(at)?;
    let text = side.listing.text(line, depth, &mut Printer::new(side.hasher), side.names);
    Some((line, RowSide { location: side.listing.location(line), ..RowSide::new(at + 1, text) }))
}

/// The place of a line, without its text.
fn place(side: &Sided, at: usize, line: Line) -> RowSide {
    RowSide { location: side.listing.location(line), ..RowSide::new(at + 1, String::new()) }
}

/// The operation that a line shows; the global value's for its attributes, and none for a block.
fn operation(listing: &Listing, line: Line) -> Operation {
    let name = match line {
        Line::Header | Line::Attribute(..) | Line::Attachment(..) => listing.name(),
        Line::Block(..) => return Operation::default(),
        Line::Op(body, op) => listing.bodies[body].name(op),
    };
    match name.def() {
        Some(def) => Operation { name: Cow::Borrowed(def.name), llvm: llvm_word(&def.llvm) },
        None => Operation { name: Cow::Owned(listing.side.ctx.op_name_str(name).into_owned()), llvm: "" },
    }
}

/// The word of LLVM IR for what an operation is there: an intrinsic is called.
fn llvm_word(form: &LlvmForm) -> &'static str {
    form.mnemonic().unwrap_or(if form.is_call() { Inst::Call.mnemonic() } else { "" })
}

/// The row of a line that only one side has.
fn one_sided_row(side: &mut Sided, at: usize, in_a: bool) -> Option<DiffRow> {
    let (line, shown) = text(side, at)?;
    let differences = vec![one_sided(side.listing, line, &shown.text, in_a).of(operation(side.listing, line))];
    let (a, b) = if in_a { (Some(shown), None) } else { (None, Some(shown)) };
    Some(DiffRow::new(a, b).with(differences))
}

/// The row of two corresponding lines.
fn row_of_both(side_a: &mut Sided, in_a: usize, side_b: &mut Sided, in_b: usize) -> Option<DiffRow> {
    let (&(line_a, _), &(line_b, _)) = (side_a.listing.lines.get(in_a)?, side_b.listing.lines.get(in_b)?);
    let mut found: Vec<Difference> = differences(side_a, line_a, side_b, line_b);
    // The operations in a variable compute its initializer: their differences are the initializer's.
    if matches!(line_a, Line::Op(..)) && !side_a.listing.is_function() {
        let category = side_a.listing.category_of_body();
        found.iter_mut().for_each(|d| d.category = category);
    }
    let name = operation(side_a.listing, line_a);
    found.iter_mut().for_each(|d| d.operation = name.clone());
    // Where both texts are known, their own lines are shown.
    let has_lines = side_a.listing.side.source.is_some() && side_b.listing.side.source.is_some();
    let (a, b) = match has_lines {
        true => (place(side_a, in_a, line_a), place(side_b, in_b, line_b)),
        false => (text(side_a, in_a)?.1, text(side_b, in_b)?.1),
    };
    Some(DiffRow::new(Some(a), Some(b)).with(found))
}

/// The index of [`Listing::kind_of`] in the matching hashes.
const KINDS: usize = 2;
/// The index of [`Listing::shape_of`] in the matching hashes.
const SHAPES: usize = 3;

/// The pairs of corresponding lines, in order: those that stand once on each side, and between them those that have most in
/// common; where there are too many for that, those with equal hashes of the finest level, and between them those with
/// equal hashes of the next level, and so on. So an operation whose attribute changed still corresponds, and its users stay
/// equal. And whether there are too many lines to find them all.
pub(crate) fn corresponding_lines(a: &Levels, b: &Levels) -> (Vec<(usize, usize)>, bool) {
    let mut budget = Budget::of_lines(a[0].len() + b[0].len());
    let mut pairs = Vec::new();
    // The ranges of lines that have no counterpart yet, each with the level to try next.
    let mut open = vec![(0, 0..a[0].len(), 0..b[0].len())];
    while let Some((level, in_a, in_b)) = open.pop() {
        let (Some(hasher_a), Some(hasher_b)) = (a.get(level), b.get(level)) else { continue };
        let slices = hasher_a.get(in_a.clone()).zip(hasher_b.get(in_b.clone()));
        let Some((slice_a, slice_b)) = slices else { continue };
        if slice_a.is_empty() || slice_b.is_empty() {
            continue;
        }
        // Ranges that agree line by line in kind or shape correspond as a whole, even if many lines in them are alike.
        let alike = |level: usize| match (a.get(level), b.get(level)) {
            (Some(a), Some(b)) => a.get(in_a.clone()) == b.get(in_b.clone()),
            _ => false,
        };
        if alike(KINDS) || alike(SHAPES) {
            pairs.extend(in_a.zip(in_b));
            continue;
        }
        if let Some(found) = weighed_pairs((a, in_a.clone()), (b, in_b.clone()), &mut budget) {
            pairs.extend(found);
            continue;
        }
        let unique = unique_lines(slice_a, slice_b, &mut budget);
        let (common, next) = match unique.is_empty() {
            true => (common_lines(slice_a, slice_b, &mut budget), level + 1),
            false => (unique, level),
        };
        let (mut at_a, mut at_b) = (in_a.start, in_b.start);
        let common = common.into_iter().map(|(x, y)| (x + in_a.start, y + in_b.start));
        for (x, y) in common.chain([(in_a.end, in_b.end)]) {
            open.push((next, at_a..x, at_b..y));
            if x < in_a.end && y < in_b.end {
                pairs.push((x, y));
            }
            (at_a, at_b) = (x + 1, y + 1);
        }
    }
    pairs.sort_unstable();
    (pairs, budget.is_spent())
}

/// The names and identifiers of one side.
type Named<'n> = (&'n ValueNames, &'n MatchedIds);
type NamedMut<'n> = (&'n mut ValueNames, &'n mut MatchedIds);

/// Gives the values and the block that a line of `b` defines the names and identifiers of those that the corresponding line
/// of `a` defines.
fn transfer_names(a: &Listing, of_a: Line, from: Named, b: &Listing, of_b: Line, to: NamedMut) {
    for ((body_a, value_a), (body_b, value_b)) in a.defines(of_a).into_iter().zip(b.defines(of_b)) {
        to.0.set_value(body_b, value_b, from.0.value(body_a, value_a).to_owned());
        let id = from.1.values.get(body_a).and_then(|v| v.get(value_a.index())).copied();
        if let (Some(slot), Some(id)) = (to.1.values.get_mut(body_b).and_then(|v| v.get_mut(value_b.index())), id) {
            *slot = id;
        }
    }
    if let (Line::Block(body_a, block_a), Line::Block(body_b, block_b)) = (of_a, of_b) {
        to.0.set_block(body_b, block_b, from.0.block(body_a, block_a).to_owned());
        let id = from.1.blocks.get(body_a).and_then(|v| v.get(block_a.index())).copied();
        if let (Some(slot), Some(id)) = (to.1.blocks.get_mut(body_b).and_then(|v| v.get_mut(block_b.index())), id) {
            *slot = id;
        }
    }
}

/// The names that values and blocks were read with. A value or block gets a number instead where its name would have to be
/// quoted, or where another one has the same name.
fn names_as_read(ctx: &Context, bodies: &[&Body], mark: &str) -> ValueNames {
    let mut names = ValueNames::default();
    for (index, body) in bodies.iter().enumerate() {
        let mut taken = FxHashSet::default();
        for i in 0..body.value_count() {
            let value = Value::new(i);
            let name = body.value(value).name.filter(|name| taken.insert(*name));
            names.set_value(index, value, spelled("%", ctx, name, i, mark));
        }
        let mut taken = FxHashSet::default();
        for i in 0..body.block_count() {
            let block = Block::new(i);
            let name = body.block_name(block).filter(|name| taken.insert(*name));
            names.set_block(index, block, spelled("^", ctx, name, i, mark));
        }
    }
    names
}

/// A name if it consists of letters, digits and `$._-` and is no number; a number in its place otherwise.
fn spelled(sigil: &str, ctx: &Context, name: Option<Str>, number: usize, mark: &str) -> String {
    let is_plain = |text: &Cow<'_, str>| {
        text.bytes().all(|b| b.is_ascii_alphanumeric() || b"$._-".contains(&b))
            && text.bytes().any(|b| !b.is_ascii_digit())
    };
    match name.map(|name| ctx.text(name)).filter(is_plain) {
        Some(text) => [sigil, &text, mark].concat(),
        None => format!("{sigil}{number}{mark}"),
    }
}
