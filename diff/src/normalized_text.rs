//! Writes a module as text such that modules that compare equal give equal text. A value is named by its block and its
//! position in it, so that a line added to one block leaves the text of the others as it is.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::Side;
use crate::lines::global_values::{global_values, symbol};
use crate::lines::listing::{GlobalValue, Line, Listing};
use crate::lines::module_facts::{module_texts, struct_texts};
use crate::lines::printer::Printer;
use crate::lines::value_names::ValueNames;
use crate::scope::Scope;
use crate::structural_hash::StructuralHasher;
use crate::structural_hash::metadata::Metadata;

/// The text of a module: its own attributes and named metadata, its structs, then its global values sorted by name.
pub fn normalized_text(side: Side) -> String {
    let metadata = Metadata::new(side.ctx, side.module, Scope::All);
    let mut all = global_values(side);
    let name = |e: &GlobalValue| symbol(side, *e).map(|s| side.ctx.bytes(s).to_vec()).unwrap_or_default();
    all.sort_by_cached_key(name);
    let share = all.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let parts: Vec<(String, FxHashSet<_>)> = all
        .par_chunks(share)
        .map(|chunk| {
            let mut hasher = StructuralHasher::new(side.ctx, Some(&metadata));
            let mut out = String::new();
            chunk.iter().for_each(|&global_value| put(side, &mut hasher, global_value, &mut out));
            (out, hasher.structs)
        })
        .collect();
    let mut hasher = StructuralHasher::new(side.ctx, Some(&metadata));
    let mut out = module_texts(side, &mut hasher);
    hasher.structs.extend(parts.iter().flat_map(|p| &p.1));
    out.extend(struct_texts(side, hasher));
    let mut text = out.join("\n");
    text.push('\n');
    parts.iter().for_each(|p| text.push_str(&p.0));
    text
}

/// Writes the listing of a global value.
fn put<'a>(side: Side<'a>, hasher: &mut StructuralHasher<'a>, global_value: GlobalValue, out: &mut String) {
    let listing = Listing::new(side, hasher, global_value);
    let names = names_by_position(&listing);
    out.push('\n');
    for &(line, depth) in &listing.lines {
        out.push_str(&listing.text(line, depth, &mut Printer::new(hasher), &names));
        out.push('\n');
    }
    // Hashing makes the hasher collect the identified structs.
    hasher.attr(listing.dictionary());
    listing.value_types().for_each(|ty| {
        hasher.ty(ty);
    });
    listing.attributes().for_each(|attr| {
        hasher.attr(attr);
    });
}

/// ValueNames by place: `%3.7` is the eighth value of the fourth block.
fn names_by_position(listing: &Listing) -> ValueNames {
    let mut names = ValueNames::new(&listing.bodies);
    let (mut block, mut next) = (0_usize, 0);
    for &(line, _) in &listing.lines {
        if let Line::Block(body, id) = line {
            names.set_block(body, id, format!("^{block}"));
            (block, next) = (block + 1, 0);
        }
        for (body, value) in listing.defines(line) {
            names.set_value(body, value, format!("%{}.{next}", block.saturating_sub(1)));
            next += 1;
        }
    }
    names
}
