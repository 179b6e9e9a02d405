//! Two versions of an entity side by side: which lines are one another's, and how those differ.

use std::time::{Duration, Instant};

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::{Block, Body, Context, Str, Value};
use rustc_hash::FxHashSet;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::difference::{self, Difference, Row};
use crate::keys::{Key, Keys};
use crate::lines::components::{Sided, differences, one_sided};
use crate::lines::items::{Item, Items, Names};
use crate::lines::printer::Printer;

/// Time after which two versions of one entity are aligned roughly.
const PATIENCE: Duration = Duration::from_millis(500);

/// A version: its items, its keys, its nodes that differ from their counterparts where they are attached.
pub(crate) struct Version<'v, 'a> {
    pub items: &'v Items<'a>,
    pub keys: &'v mut Keys<'a>,
    pub changed: &'v FxHashSet<NodeId>,
}

/// What values and blocks are called in keys: those that are one another's alike.
pub(crate) struct Ids {
    values: Vec<Vec<u32>>,
    blocks: Vec<Vec<u32>>,
}

/// Above all numbers of the first side.
const OTHER: u32 = 1 << 31;

impl Ids {
    fn new(bodies: &[&Body], from: u32) -> Ids {
        let numbers = |count: usize| (0..count as u32).map(|n| n | from).collect();
        Ids {
            values: bodies.iter().map(|b| numbers(b.value_count())).collect(),
            blocks: bodies.iter().map(|b| numbers(b.block_count())).collect(),
        }
    }

    /// A value's.
    pub fn value(&self, body: usize, value: Value) -> Key {
        let id = self.values.get(body).and_then(|v| v.get(value.index())).copied().unwrap_or(u32::MAX);
        (body as Key) << 32 | Key::from(id)
    }

    /// A block's.
    pub fn block(&self, body: usize, block: Block) -> Key {
        let id = self.blocks.get(body).and_then(|b| b.get(block.index())).copied().unwrap_or(u32::MAX);
        (body as Key) << 32 | Key::from(id)
    }
}

/// The rows of two versions; those that do not differ have no differences.
pub(crate) fn rows<'a>(a: Version<'_, 'a>, b: Version<'_, 'a>, named: bool) -> Vec<Row> {
    let pairs = counterparts(&a.items.levels(a.keys), &b.items.levels(b.keys));
    let names_a = own_names(a.items.side.ctx, &a.items.bodies, "");
    // An apostrophe keeps what only `b` has apart from all names of `a`.
    let mut names_b = own_names(b.items.side.ctx, &b.items.bodies, "'");
    let ids_a = Ids::new(&a.items.bodies, 0);
    let mut ids_b = Ids::new(&b.items.bodies, OTHER);
    for &(in_a, in_b) in &pairs {
        let (Some(&(of_a, _)), Some(&(of_b, _))) = (a.items.list.get(in_a), b.items.list.get(in_b)) else { continue };
        carry(a.items, of_a, (&names_a, &ids_a), b.items, of_b, (&mut names_b, &mut ids_b));
    }
    let mut side_a = Sided { items: a.items, keys: a.keys, ids: &ids_a, names: &names_a, named, changed: a.changed };
    let mut side_b = Sided { items: b.items, keys: b.keys, ids: &ids_b, names: &names_b, named, changed: b.changed };
    let mut rows = Vec::with_capacity(a.items.list.len().max(b.items.list.len()));
    let (mut at_a, mut at_b) = (0, 0);
    let ends = (a.items.list.len(), b.items.list.len());
    for (in_a, in_b) in pairs.into_iter().chain([ends]) {
        rows.extend((at_a..in_a).filter_map(|i| lone(&mut side_a, i, true)));
        rows.extend((at_b..in_b).filter_map(|i| lone(&mut side_b, i, false)));
        rows.extend(pair(&mut side_a, in_a, &mut side_b, in_b));
        (at_a, at_b) = (in_a + 1, in_b + 1);
    }
    rows
}

/// The lines of an entity that has no counterpart, as one difference.
pub(crate) fn alone<'a>(items: &Items<'a>, keys: &mut Keys<'a>, in_a: bool) -> Vec<Row> {
    let names = own_names(items.side.ctx, &items.bodies, "");
    let ids = Ids::new(&items.bodies, 0);
    let none = FxHashSet::default();
    let mut side = Sided { items, keys, ids: &ids, names: &names, named: false, changed: &none };
    let mut rows: Vec<Row> = (0..items.list.len()).filter_map(|i| lone(&mut side, i, in_a)).collect();
    // The entity is the difference; its lines go with it.
    rows.iter_mut().skip(1).for_each(|row| row.differences.clear());
    rows
}

fn text(side: &mut Sided, at: usize) -> Option<(Item, difference::Side)> {
    let &(item, depth) = side.items.list.get(at)?;
    let text = side.items.text(item, depth, &mut Printer::new(side.keys), side.names);
    Some((item, difference::Side { line: at + 1, text, place: side.items.place(item) }))
}

fn lone(side: &mut Sided, at: usize, in_a: bool) -> Option<Row> {
    let (item, shown) = text(side, at)?;
    let differences = vec![one_sided(side.items, item, &shown.text, in_a)];
    let (a, b) = if in_a { (Some(shown), None) } else { (None, Some(shown)) };
    Some(Row { a, b, differences })
}

fn pair(side_a: &mut Sided, in_a: usize, side_b: &mut Sided, in_b: usize) -> Option<Row> {
    let (&(item_a, _), &(item_b, _)) = (side_a.items.list.get(in_a)?, side_b.items.list.get(in_b)?);
    let mut found: Vec<Difference> = differences(side_a, item_a, side_b, item_b);
    // What an entity that is no function holds is the entity's.
    if matches!(item_a, Item::Op(..)) && !side_a.items.is_function() {
        let category = side_a.items.category_of_lines();
        found.iter_mut().for_each(|d| d.category = category);
    }
    let (_, a) = text(side_a, in_a)?;
    let (_, b) = text(side_b, in_b)?;
    Some(Row { a: Some(a), b: Some(b), differences: found })
}

/// The level of the kinds of lines.
const KINDS: usize = 2;
/// The level of what a line could stand in for.
const SHAPES: usize = 3;

/// The items that are one another's, in order: those with one key of the finest level, and between them those of the
/// next, so that an operation with another attribute is still the one that its users mean.
fn counterparts(a: &[Vec<Key>; 4], b: &[Vec<Key>; 4]) -> Vec<(usize, usize)> {
    let deadline = Instant::now() + PATIENCE;
    let mut pairs = Vec::new();
    // Gaps that are open, the last in the text at the bottom.
    let mut open = vec![(0, 0..a[0].len(), 0..b[0].len())];
    while let Some((level, in_a, in_b)) = open.pop() {
        let (Some(keys_a), Some(keys_b)) = (a.get(level), b.get(level)) else { continue };
        let slices = keys_a.get(in_a.clone()).zip(keys_b.get(in_b.clone()));
        let Some((slice_a, slice_b)) = slices else { continue };
        if slice_a.is_empty() || slice_b.is_empty() {
            continue;
        }
        // Lines of the same kinds, or that could stand in for one another, in the same order are one another's, however
        // many are alike.
        let alike = |level: usize| match (a.get(level), b.get(level)) {
            (Some(a), Some(b)) => a.get(in_a.clone()) == b.get(in_b.clone()),
            _ => false,
        };
        if alike(KINDS) || alike(SHAPES) {
            pairs.extend(in_a.zip(in_b));
            continue;
        }
        for change in capture_diff_slices_deadline(Algorithm::Myers, slice_a, slice_b, Some(deadline)) {
            let (old, new) = (change.old_range(), change.new_range());
            let (old, new) =
                (old.start + in_a.start..old.end + in_a.start, new.start + in_b.start..new.end + in_b.start);
            match change {
                DiffOp::Equal { .. } => pairs.extend(old.zip(new)),
                DiffOp::Replace { .. } => open.push((level + 1, old, new)),
                DiffOp::Delete { .. } | DiffOp::Insert { .. } => {}
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

type Named<'n> = (&'n Names, &'n Ids);
type NamedMut<'n> = (&'n mut Names, &'n mut Ids);

fn carry(a: &Items, of_a: Item, from: Named, b: &Items, of_b: Item, to: NamedMut) {
    for ((body_a, value_a), (body_b, value_b)) in a.defines(of_a).into_iter().zip(b.defines(of_b)) {
        to.0.set_value(body_b, value_b, from.0.value(body_a, value_a).to_owned());
        let id = from.1.values.get(body_a).and_then(|v| v.get(value_a.index())).copied();
        if let (Some(slot), Some(id)) = (to.1.values.get_mut(body_b).and_then(|v| v.get_mut(value_b.index())), id) {
            *slot = id;
        }
    }
    if let (Item::Block(body_a, block_a), Item::Block(body_b, block_b)) = (of_a, of_b) {
        to.0.set_block(body_b, block_b, from.0.block(body_a, block_a).to_owned());
        let id = from.1.blocks.get(body_a).and_then(|v| v.get(block_a.index())).copied();
        if let (Some(slot), Some(id)) = (to.1.blocks.get_mut(body_b).and_then(|v| v.get_mut(block_b.index())), id) {
            *slot = id;
        }
    }
}

/// The names that values and blocks were read with, where they are plain and met once, else numbers.
fn own_names(ctx: &Context, bodies: &[&Body], mark: &str) -> Names {
    let mut names = Names::new(bodies);
    for (index, body) in bodies.iter().enumerate() {
        let mut taken = FxHashSet::default();
        for i in 0..body.value_count() {
            let value = Value::new(i);
            let name = plain(ctx, body.value(value).name).filter(|n| taken.insert(n.to_owned()));
            names.set_value(index, value, format!("%{}{mark}", name.unwrap_or_else(|| i.to_string())));
        }
        let mut taken = FxHashSet::default();
        for i in 0..body.block_count() {
            let block = Block::new(i);
            let name = plain(ctx, body.block_name(block)).filter(|n| taken.insert(n.to_owned()));
            names.set_block(index, block, format!("^{}{mark}", name.unwrap_or_else(|| i.to_string())));
        }
    }
    names
}

/// A name made of letters, digits and `$._-` that is no number.
fn plain(ctx: &Context, name: Option<Str>) -> Option<String> {
    let text = ctx.text(name?);
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"$._-".contains(&b));
    (plain && text.bytes().any(|b| !b.is_ascii_digit())).then(|| text.into_owned())
}
