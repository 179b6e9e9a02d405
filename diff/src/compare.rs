//! Two modules: their entities are paired and compared in parallel, then what the modules say by themselves.

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::{Module, Type};
use irtrip_export::{add_exporter_defaults, was_llvm};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::difference::{Comparison, Difference, Entity, EntityKind, Normalization, Options, Row};
use crate::keys::body::Footprint;
use crate::keys::{Key, Keys};
use crate::lines::align::{self, Version};
use crate::lines::entities::{Pair, pairs, symbol};
use crate::lines::items::{Items, Source};
use crate::lines::pairing::{Nodes, Pairing};
use crate::metadata::Metadata;
use crate::normalize::normalize;
use crate::{Category, Side, module};

/// Compares two modules.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_diff::{Options, Side, compare};
/// let (ctx, module) = (Context::new(), Module::new());
/// let side = Side::new(&ctx, &module);
/// assert!(compare(side, side, &Options::default()).is_same());
/// ```
pub fn compare(a: Side, b: Side, options: &Options) -> Comparison {
    let (was_llvm_a, was_llvm_b) = (was_llvm(a.ctx, a.module), was_llvm(b.ctx, b.module));
    let with_defaults = match options.normalization {
        Normalization::BetweenLanguages if was_llvm_a == was_llvm_b => return compare_as_they_are(a, b, options),
        Normalization::BetweenLanguages => true,
        Normalization::Both => false,
    };
    let normalized = |side: Side, module: &Module| {
        let mut module = module.clone();
        if with_defaults {
            add_exporter_defaults(side.ctx, &mut module);
        }
        normalize(side.ctx, &mut module);
        module
    };
    let both = |side: Side| (normalized(side, side.module), side.places.map(|places| normalized(side, places)));
    let ((module_a, places_a), (module_b, places_b)) = rayon::join(|| both(a), || both(b));
    let a = Side { ctx: a.ctx, module: &module_a, places: places_a.as_ref() };
    let b = Side { ctx: b.ctx, module: &module_b, places: places_b.as_ref() };
    compare_as_they_are(a, b, options)
}

fn compare_as_they_are(a: Side, b: Side, options: &Options) -> Comparison {
    let (mut metadata_a, mut metadata_b) =
        rayon::join(|| Metadata::new(a.ctx, a.module), || Metadata::new(b.ctx, b.module));
    let all = pairs((a, &metadata_a), (b, &metadata_b));
    let looked_at = |pair: &Pair| options.function.as_deref().is_none_or(|name| is_named((a, b), *pair, name));
    let all: Vec<Pair> = all.into_iter().filter(looked_at).collect();
    let named = options.has(Category::Name);
    let found = footprints((a, &metadata_a), (b, &metadata_b), &all, named);
    let pairing = pairing((a, b), &metadata_a, &metadata_b, &found);
    if !pairing.pairs.is_empty() {
        let (pins_a, pins_b) = pairing.pins(&Nodes::new(&metadata_a, &metadata_b));
        rayon::join(|| metadata_a.refine(&pins_a), || metadata_b.refine(&pins_b));
    }
    let changed = Changed {
        a: pairing.pairs.iter().filter(|p| p.2).map(|p| p.0).collect(),
        b: pairing.pairs.iter().filter(|p| p.2).map(|p| p.1).collect(),
    };
    let scene = Scene { a, b, metadata_a: &metadata_a, metadata_b: &metadata_b, changed, options };
    let details: Vec<Option<Entity>> = found.open.par_iter().with_max_len(1).map(|open| scene.entity(open)).collect();
    let mut comparison = Comparison::default();
    if options.function.is_none() {
        comparison.entities.extend(scene.module());
        comparison.entities.extend(scene.types(found.structs));
    }
    comparison.entities.extend(details.into_iter().flatten());
    if options.function.is_none() {
        comparison.entities.extend(scene.nodes(&pairing, &found.mentions));
    }
    comparison
}

/// Whether a pair is the function of a name, on either side.
fn is_named(sides: (Side, Side), pair: Pair, name: &str) -> bool {
    let is = |side: Side, entity| symbol(side, entity).is_some_and(|s| side.ctx.bytes(s) == name.as_bytes());
    match pair {
        Pair::Both(x, y) => is(sides.0, x) || is(sides.1, y),
        Pair::OnlyA(x) => is(sides.0, x),
        Pair::OnlyB(y) => is(sides.1, y),
    }
}

/// A pair that differs, or may, and what both say.
struct Open {
    pair: Pair,
    /// Where both are the same but for nodes: the nodes of both, in order.
    mentions: Option<(Vec<NodeId>, Vec<NodeId>)>,
}

/// What a look at the keys of all entities gives.
#[derive(Default)]
struct Found {
    open: Vec<Open>,
    structs: (FxHashSet<Type>, FxHashSet<Type>),
    mentions: (FxHashSet<NodeId>, FxHashSet<NodeId>),
}

fn footprint<'a>(side: Side<'a>, keys: &mut Keys<'a>, entity: Source) -> Footprint {
    match entity {
        Source::Op(op) => Footprint::of_entity(keys, &side.module.body, op),
        Source::Declared(dictionary) => Footprint::of_dictionary(keys, dictionary),
    }
}

/// The keys of all entities; with `named`, every pair stays open, since names are in no key.
fn footprints(a: (Side, &Metadata), b: (Side, &Metadata), pairs: &[Pair], named: bool) -> Found {
    let share = pairs.len().div_ceil(8 * rayon::current_num_threads()).max(1);
    let part = |chunk: &[Pair]| {
        let (mut keys_a, mut keys_b) = (Keys::new(a.0.ctx, Some(a.1)), Keys::new(b.0.ctx, Some(b.1)));
        let mut found = Found::default();
        for &pair in chunk {
            let (of_a, of_b) = match pair {
                Pair::Both(x, y) => (Some(x), Some(y)),
                Pair::OnlyA(x) => (Some(x), None),
                Pair::OnlyB(y) => (None, Some(y)),
            };
            let of_a = of_a.map(|x| footprint(a.0, &mut keys_a, x));
            let of_b = of_b.map(|y| footprint(b.0, &mut keys_b, y));
            found.mentions.0.extend(of_a.iter().flat_map(|f| &f.mentions));
            found.mentions.1.extend(of_b.iter().flat_map(|f| &f.mentions));
            let Pair::Both(x, y) = pair else {
                found.open.push(Open { pair, mentions: None });
                continue;
            };
            let (Some(of_a), Some(of_b)) = (of_a, of_b) else { continue };
            let renamed = symbol(a.0, x).map(|s| a.0.ctx.bytes(s)) != symbol(b.0, y).map(|s| b.0.ctx.bytes(s));
            let same = of_a.structure == of_b.structure;
            let nodes_same = same && (of_a.mentions.is_empty() || of_a.nodes(a.1) == of_b.nodes(b.1));
            if named || renamed || !nodes_same {
                found.open.push(Open { pair, mentions: same.then_some((of_a.mentions, of_b.mentions)) });
            }
        }
        found.structs = (keys_a.structs, keys_b.structs);
        found
    };
    let parts: Vec<Found> = pairs.par_chunks(share).map(part).collect();
    parts.into_iter().fold(Found::default(), |mut all, part| {
        all.open.extend(part.open);
        all.structs.0.extend(part.structs.0);
        all.structs.1.extend(part.structs.1);
        all.mentions.0.extend(part.mentions.0);
        all.mentions.1.extend(part.mentions.1);
        all
    })
}

/// Pairs nodes: those attached to entities, those below what the operations of like functions have attached, and
/// those in named metadata.
fn pairing(sides: (Side, Side), a: &Metadata, b: &Metadata, found: &Found) -> Pairing {
    let nodes = Nodes::new(a, b);
    let mut pairing = Pairing::default();
    let (keys_a, keys_b) = (Keys::new(sides.0.ctx, Some(a)), Keys::new(sides.1.ctx, Some(b)));
    for open in &found.open {
        let Pair::Both(x, y) = open.pair else { continue };
        let (of_a, of_b) = (Items::head(sides.0, x), Items::head(sides.1, y));
        let (of_a, of_b) = (of_a.entity_attachments(&keys_a), of_b.entity_attachments(&keys_b));
        for ((kind_a, x), (kind_b, y)) in of_a.into_iter().zip(of_b) {
            if sides.0.ctx.bytes(kind_a) == sides.1.ctx.bytes(kind_b) {
                pairing.pair(sides, &nodes, x, y, true);
            }
        }
    }
    for (x, y) in module::named_nodes(sides, a, b) {
        pairing.pair(sides, &nodes, x, y, false);
    }
    for (of_a, of_b) in found.open.iter().filter_map(|o| o.mentions.as_ref()) {
        for (&x, &y) in of_a.iter().zip(of_b) {
            pairing.pair_below(sides, &nodes, x, y);
        }
    }
    pairing
}

/// Nodes that differ from their counterparts and are shown where they are attached.
struct Changed {
    a: FxHashSet<NodeId>,
    b: FxHashSet<NodeId>,
}

/// All that is needed to tell how entities differ.
struct Scene<'s, 'a> {
    a: Side<'a>,
    b: Side<'a>,
    metadata_a: &'a Metadata,
    metadata_b: &'a Metadata,
    changed: Changed,
    options: &'s Options,
}

impl<'a> Scene<'_, 'a> {
    fn keys(&self) -> (Keys<'a>, Keys<'a>) {
        (Keys::new(self.a.ctx, Some(self.metadata_a)), Keys::new(self.b.ctx, Some(self.metadata_b)))
    }

    /// How a pair differs, in what counts.
    fn entity(&self, open: &Open) -> Option<Entity> {
        let (mut keys_a, mut keys_b) = self.keys();
        let name =
            |side: Side, entity| symbol(side, entity).map_or_else(String::new, |s| format!("@{}", side.ctx.text(s)));
        let (entity, rows) = match open.pair {
            Pair::Both(x, y) => {
                let (items_a, items_b) = (Items::new(self.a, &keys_a, x), Items::new(self.b, &keys_b, y));
                let named = self.options.has(Category::Name);
                let a = Version { items: &items_a, keys: &mut keys_a, changed: &self.changed.a };
                let b = Version { items: &items_b, keys: &mut keys_b, changed: &self.changed.b };
                let mut rows = align::rows(a, b, named);
                if rows.iter().all(|r| r.differences.is_empty()) {
                    if self.nodes_are_the_same(open) {
                        return None;
                    }
                    rows.push(note(IDENTITIES, Category::Metadata));
                }
                (described(&items_a, Some(name(self.a, x)), Some(name(self.b, y))), rows)
            }
            Pair::OnlyA(x) => {
                let items = Items::new(self.a, &keys_a, x);
                (described(&items, Some(name(self.a, x)), None), align::alone(&items, &mut keys_a, true))
            }
            Pair::OnlyB(y) => {
                let items = Items::new(self.b, &keys_b, y);
                (described(&items, None, Some(name(self.b, y))), align::alone(&items, &mut keys_b, false))
            }
        };
        self.options.entity(entity, rows)
    }

    /// Whether entities that are the same but for nodes have the same nodes, changed ones being shown elsewhere.
    fn nodes_are_the_same(&self, open: &Open) -> bool {
        let Some((a, b)) = &open.mentions else { return false };
        let key = |metadata: &Metadata, mentions: &[NodeId]| -> Key {
            Footprint { structure: 0, mentions: mentions.to_vec() }.nodes(metadata)
        };
        key(self.metadata_a, a) == key(self.metadata_b, b)
    }

    fn module(&self) -> Option<Entity> {
        let (mut keys_a, mut keys_b) = self.keys();
        let rows = module::rows((self.a, &mut keys_a), (self.b, &mut keys_b));
        self.options.entity(part(EntityKind::Module, "module"), rows)
    }

    fn types(&self, structs: (FxHashSet<Type>, FxHashSet<Type>)) -> Option<Entity> {
        let (keys_a, keys_b) = self.keys();
        let rows = module::struct_rows((self.a, keys_a, structs.0), (self.b, keys_b, structs.1));
        self.options.entity(part(EntityKind::Types, "types"), rows)
    }

    /// Nodes that differ by themselves, and are not shown where they are attached.
    fn nodes(&self, pairing: &Pairing, mentions: &(FxHashSet<NodeId>, FxHashSet<NodeId>)) -> Option<Entity> {
        let (mut keys_a, mut keys_b) = self.keys();
        let pairs = pairing.pairs.iter().filter(|p| !p.2).map(|p| (p.0, p.1));
        let mut rows = module::node_rows((self.a, &mut keys_a), (self.b, &mut keys_b), pairs);
        if rows.is_empty() && pairing.pairs.is_empty() {
            let a = module::node_counts(self.metadata_a, &mentions.0);
            if a != module::node_counts(self.metadata_b, &mentions.1) {
                rows.push(note(IDENTITIES, Category::Metadata));
            }
        }
        self.options.entity(part(EntityKind::Metadata, "metadata"), rows)
    }
}

/// Printer where two entities say the same with metadata that is shared in one and apart in the other.
const IDENTITIES: &str = "which operations share a metadata node that is equal only to itself";

/// A difference that no line shows.
fn note(what: &str, category: Category) -> Row {
    let difference = Difference { category, what: what.to_owned(), a: None, b: None };
    let side = crate::difference::Side { line: 1, text: what.to_owned(), place: None };
    Row { a: Some(side.clone()), b: Some(side), differences: vec![difference] }
}

fn part(kind: EntityKind, name: &str) -> Entity {
    let name = Some(name.to_owned());
    Entity { kind, operation: String::new(), a: name.clone(), b: name, hunks: Vec::new() }
}

fn described(items: &Items, a: Option<String>, b: Option<String>) -> Entity {
    let kind = if items.is_function() { EntityKind::Function } else { EntityKind::Other };
    let operation = items.side.ctx.op_name_str(items.name()).into_owned();
    Entity { kind, operation, a, b, hunks: Vec::new() }
}
