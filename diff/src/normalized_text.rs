//! Writes a module as text such that modules that compare equal have equal text. A value is named by its block and its
//! position in it, so that a line added to one block leaves the text of the others as it is.

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::{Context, Module, Op, Value};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::lines::global_values::{global_values, symbol};
use crate::lines::listing::{GlobalValue, Line, Listing};
use crate::lines::module_facts::{alike_nodes, module_texts, struct_texts};
use crate::lines::value_names::ValueNames;
use crate::printer::Printer;
use crate::scope::Scope;
use crate::structural_hash::global_value::GlobalValueHash;
use crate::structural_hash::metadata::Metadata;
use crate::structural_hash::value_numbering::is_constant;
use crate::structural_hash::{NAMES, StructuralHash, StructuralHasher};

/// The text of a module: its own attributes and named metadata, its structs, then its global values sorted by name.
pub fn normalized_text(side: Side) -> String {
    irtrip_dialect::deep_stack::on_deep_stack(|| text_of(side))
}

fn text_of(side: Side) -> String {
    let metadata = Metadata::new(side.ctx, side.module, Scope::All);
    let mut all = global_values(side);
    let name = |e: &GlobalValue| symbol(side, *e).map(|s| side.ctx.bytes(s).to_vec()).unwrap_or_default();
    all.sort_by_cached_key(name);
    let share = all.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let parts: Vec<(String, FxHashSet<_>, FxHashSet<NodeId>)> = all
        .par_chunks(share)
        .map(|chunk| {
            let mut hasher = StructuralHasher::new(side.ctx, Some(&metadata));
            let (mut out, mut nodes) = (String::new(), FxHashSet::default());
            chunk.iter().for_each(|&global_value| put(side, &mut hasher, global_value, (&mut out, &mut nodes)));
            (out, hasher.structs, nodes)
        })
        .collect();
    let mut hasher = StructuralHasher::new(side.ctx, Some(&metadata));
    let mut out = module_texts(side, &mut hasher);
    hasher.structs.extend(parts.iter().flat_map(|p| &p.1));
    out.extend(struct_texts(side, hasher));
    out.extend(alike_nodes(side.ctx, &metadata, parts.iter().flat_map(|part| &part.2).copied()));
    let mut text = out.join("\n");
    text.push('\n');
    parts.iter().for_each(|p| text.push_str(&p.0));
    text
}

/// Writes the listing of a global value, and collects the nodes that it refers to.
fn put<'a>(
    side: Side<'a>,
    hasher: &mut StructuralHasher<'a>,
    global_value: GlobalValue,
    (out, nodes): (&mut String, &mut FxHashSet<NodeId>),
) {
    let hash = match global_value {
        GlobalValue::Op(op) => GlobalValueHash::of_op(hasher, &side.module.body, op),
        GlobalValue::Declaration(dictionary) => GlobalValueHash::of_dictionary(hasher, dictionary),
    };
    let numbers = numbers_of_alike(hasher, &hash.nodes);
    nodes.extend(hash.nodes);
    let listing = Listing::new(side, hasher, global_value);
    let names = names_by_position(&listing);
    out.push('\n');
    for &(line, depth) in &listing.lines {
        let mut printer = Printer { numbers: Some(&numbers), ..Printer::new(hasher) };
        out.push_str(&listing.text(line, depth, &mut printer, &names));
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

/// Numbers for those of the nodes that look alike and are not the same one, in the order in which they occur.
fn numbers_of_alike(hasher: &StructuralHasher, nodes: &[NodeId]) -> FxHashMap<NodeId, usize> {
    let mut numbers = FxHashMap::default();
    let Some(metadata) = hasher.metadata else { return numbers };
    let mut counts: FxHashMap<StructuralHash, usize> = FxHashMap::default();
    for &id in nodes {
        numbers.entry(id).or_insert_with(|| {
            let count = counts.entry(metadata.hash(id)).or_default();
            *count += 1;
            *count
        });
    }
    numbers.retain(|id, _| counts.get(&metadata.hash(*id)).is_some_and(|count| *count > 1));
    numbers
}

/// ValueNames by place: `%3.7` is the eighth value of the fourth block.
fn names_by_position(listing: &Listing) -> ValueNames {
    let mut names = ValueNames::default();
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

/// Names the values and blocks of a module's functions by their places: `%b3.7` is the eighth value of the fourth block. A line
/// that is added to one block then leaves the text of the others as it is, whichever language the module is written in.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// irtrip_diff::name_by_place(&ctx, &mut module);
/// assert_eq!(module.ops().count(), 0);
/// ```
pub fn name_by_place(ctx: &Context, module: &mut Module) {
    for body in module.body.all_nested_mut() {
        let mut number = 0;
        for region in body.regions().to_vec() {
            for block in body.blocks(region).to_vec() {
                body.set_block_name(block, Some(ctx.str(&format!("b{number}"))));
                let results = body.ops(block).filter(|op| !is_constant(body, *op)).flat_map(|op| body.results(op));
                let values: Vec<Value> = body.block_args(block).iter().copied().chain(results).collect();
                for (place, value) in values.into_iter().enumerate() {
                    body.set_value_name(value, Some(ctx.str(&format!("b{number}.{place}"))));
                }
                number += 1;
            }
        }
        // The names that MLIR has no room for are older ones.
        for op in body.linked_ops().collect::<Vec<Op>>() {
            let attrs = body.attrs(op);
            let without = NAMES.iter().fold(attrs, |attrs, key| ctx.with_entry(attrs, *key, None));
            if without != attrs {
                body.set_attrs(op, without);
            }
        }
    }
}
