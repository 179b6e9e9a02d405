//! A module as the comparison sees it, as text: two modules that are the same have one text. Values are called by their
//! block and their place in it, so that a line more in one block leaves the others as they are.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::Side;
use crate::keys::Keys;
use crate::lines::entities::{everything, symbol};
use crate::lines::items::{Item, Items, Names, Source};
use crate::lines::printer::Printer;
use crate::metadata::Metadata;
use crate::module::{module_texts, struct_texts};

/// The text of a module: what it says by itself, its structs, then its entities by name.
pub fn normalized_text(side: Side) -> String {
    let metadata = Metadata::new(side.ctx, side.module);
    let mut entities = everything(side);
    let name = |e: &Source| symbol(side, *e).map(|s| side.ctx.bytes(s).to_vec()).unwrap_or_default();
    entities.sort_by_cached_key(name);
    let share = entities.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let parts: Vec<(String, FxHashSet<_>)> = entities
        .par_chunks(share)
        .map(|chunk| {
            let mut keys = Keys::new(side.ctx, Some(&metadata));
            let mut out = String::new();
            chunk.iter().for_each(|&entity| put(side, &mut keys, entity, &mut out));
            (out, keys.structs)
        })
        .collect();
    let mut keys = Keys::new(side.ctx, Some(&metadata));
    let mut out = module_texts(side, &mut keys);
    keys.structs.extend(parts.iter().flat_map(|p| &p.1));
    out.extend(struct_texts(side, keys));
    let mut text = out.join("\n");
    text.push('\n');
    parts.iter().for_each(|p| text.push_str(&p.0));
    text
}

fn put<'a>(side: Side<'a>, keys: &mut Keys<'a>, entity: Source, out: &mut String) {
    let items = Items::new(side, keys, entity);
    let names = places(&items);
    out.push('\n');
    for &(item, depth) in &items.list {
        out.push_str(&items.text(item, depth, &mut Printer::new(keys), &names));
        out.push('\n');
    }
    // The keys make known which structs are met.
    keys.attr(items.dictionary());
    items.value_types().for_each(|ty| {
        keys.ty(ty);
    });
    items.attributes().for_each(|attr| {
        keys.attr(attr);
    });
}

/// Names by place: `%3.7` is the eighth value of the fourth block.
fn places(items: &Items) -> Names {
    let mut names = Names::new(&items.bodies);
    let (mut block, mut next) = (0_usize, 0);
    for &(item, _) in &items.list {
        if let Item::Block(body, id) = item {
            names.set_block(body, id, format!("^{block}"));
            (block, next) = (block + 1, 0);
        }
        for (body, value) in items.defines(item) {
            names.set_value(body, value, format!("%{}.{next}", block.saturating_sub(1)));
            next += 1;
        }
    }
    names
}
