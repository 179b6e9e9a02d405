//! Two versions of an entity side by side: which operations are one another's, and names for values that show it.

use std::time::{Duration, Instant};

use irtrip_dialect::{Block, Body, Context, Str, Value};
use rustc_hash::FxHashSet;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::Side;
use crate::keys::{Key, Keys};
use crate::lines::{Item, Items, Names};
use crate::shown::Shown;

/// Time after which two versions of one entity are aligned roughly.
const PATIENCE: Duration = Duration::from_secs(2);

/// An entity's lines.
pub(crate) type Lines = Vec<String>;

/// A version: its side, its items, its keys.
type Version<'v, 'a> = (Side<'a>, &'v Items<'a>, &'v mut Keys<'a>);

/// The lines of both versions. A value of `b` that has a counterpart has the counterpart's name, so a line differs
/// only where an operation does.
pub(crate) fn aligned<'a>(a: Version<'_, 'a>, b: Version<'_, 'a>) -> (Lines, Lines) {
    let outlines_a: Vec<Key> = a.1.list.iter().map(|(item, _)| a.1.outline(*item, a.2)).collect();
    let outlines_b: Vec<Key> = b.1.list.iter().map(|(item, _)| b.1.outline(*item, b.2)).collect();
    let names_a = own_names(a.0.ctx, &a.1.bodies, "");
    // An apostrophe keeps what only `b` has apart from all names of `a`.
    let mut names_b = own_names(b.0.ctx, &b.1.bodies, "'");
    for (in_a, in_b) in counterparts(&outlines_a, &outlines_b, &a, &b) {
        let (Some((of_a, _)), Some((of_b, _))) = (a.1.list.get(in_a), b.1.list.get(in_b)) else { continue };
        carry_names(a.1, *of_a, &names_a, b.1, *of_b, &mut names_b);
    }
    (written(a.1, a.2, &names_a), written(b.1, b.2, &names_b))
}

/// The items that are one another's: those with one outline, in order, and between them those of one kind, so that an
/// operation with another attribute is still the one that its users mean.
fn counterparts(outlines_a: &[Key], outlines_b: &[Key], a: &Version, b: &Version) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for change in changes(outlines_a, outlines_b) {
        match change {
            DiffOp::Equal { old_index, new_index, len } => {
                pairs.extend((0..len).map(|i| (old_index + i, new_index + i)));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let kinds_a: Vec<Key> = a.1.kinds(old_index..old_index + old_len);
                let kinds_b: Vec<Key> = b.1.kinds(new_index..new_index + new_len);
                for change in changes(&kinds_a, &kinds_b) {
                    if let DiffOp::Equal { old_index: x, new_index: y, len } = change {
                        pairs.extend((0..len).map(|i| (old_index + x + i, new_index + y + i)));
                    }
                }
            }
            DiffOp::Delete { .. } | DiffOp::Insert { .. } => {}
        }
    }
    pairs
}

fn changes(a: &[Key], b: &[Key]) -> Vec<DiffOp> {
    capture_diff_slices_deadline(Algorithm::Myers, a, b, Some(Instant::now() + PATIENCE))
}

/// The lines of an entity that has no counterpart.
pub(crate) fn alone<'a>(side: Side<'a>, items: &Items<'a>, keys: &mut Keys<'a>) -> Lines {
    let names = own_names(side.ctx, &items.bodies, "");
    written(items, keys, &names)
}

fn written<'a>(items: &Items<'a>, keys: &mut Keys<'a>, names: &Names) -> Lines {
    let mut shown = Shown::new(keys);
    items.list.iter().map(|&(item, depth)| items.text(item, depth, &mut shown, names)).collect()
}

fn carry_names(a: &Items, of_a: Item, names_a: &Names, b: &Items, of_b: Item, names_b: &mut Names) {
    for ((body_a, value_a), (body_b, value_b)) in a.defines(of_a).into_iter().zip(b.defines(of_b)) {
        names_b.set_value(body_b, value_b, names_a.value(body_a, value_a).to_owned());
    }
    if let (Item::Block(body_a, block_a), Item::Block(body_b, block_b)) = (of_a, of_b) {
        names_b.set_block(body_b, block_b, names_a.block(body_a, block_a).to_owned());
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
