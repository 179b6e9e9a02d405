//! Compares two modules: matches their global values, compares those in parallel, then compares what belongs to the modules
//! as a whole.

use std::collections::BTreeSet;
use std::ops::Range;

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::passes::timing::time;
use irtrip_dialect::translation::needs_translation;
use irtrip_dialect::{ContextDialects, Module, Str, Type, TypeData};
use irtrip_export::{add_exporter_defaults, translate_dialects, was_llvm};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::difference::{
    ChangedPart, Comparison, DiffRow, Difference, Hunk, IgnoredName, Names, Normalization, Options, PartKind,
};
use crate::lines::alignment::{self, Version};
use crate::lines::block_order;
use crate::lines::global_values::{GlobalValuePair, pairs, symbol};
use crate::lines::listing::{GlobalValue, Listing};
use crate::lines::metadata_matching::{BothMetadata, NodeMatching};
use crate::lines::module_facts;
use crate::lines::symbols::paired_symbols;
use crate::normalize::{
    are_comdats_reordered, canonicalize, declare_as_known, declares_otherwise, drop_idle_casts, drop_unused_comdats,
    drop_use_lists, has_folds, has_idle_casts, has_unused_comdats, has_use_lists_of_bitcode, lists_records, normalize,
    normalize_comdats, normalize_constants, place_records,
};
use crate::scope::{Scope, restrict};
use crate::source::definitions::BothTexts;
use crate::source::module_rows::{module_rows, node_rows, without_lines};
use crate::source::rows::{lines_of, one_sided_rows, source_rows};
use crate::structural_hash::global_value::GlobalValueHash;
use crate::structural_hash::metadata::Metadata;
use crate::structural_hash::{StructuralHash, StructuralHasher, without_struct_names};
use crate::{Category, Side, SourceText};

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
    irtrip_dialect::deep_stack::on_deep_stack(|| time("compare", || compare_all(a, b, options)))
}

/// Whether two modules are the same: as [`compare`] has it, but it looks no further where they are not.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_diff::{Options, Side, are_same};
/// let (ctx, module) = (Context::new(), Module::new());
/// let side = Side::new(&ctx, &module);
/// assert!(are_same(side, side, &Options::default()));
/// ```
pub fn are_same(a: Side, b: Side, options: &Options) -> bool {
    let options = Options { first_alone: true, semantic: false, ..options.clone() };
    let same = compare(a, b, &options);
    same.is_same() && same.ignored.is_empty()
}

fn compare_all(a: Side, b: Side, options: &Options) -> Comparison {
    if options.semantic {
        return compare_canonical(a, b, options);
    }
    let scope = options.scope();
    if scope == Scope::All {
        return compare_in_scope(a, b, options);
    }
    let restricted = |side: Side| {
        let mut module = side.module.clone();
        restrict(side.ctx, &mut module, scope);
        module
    };
    let (module_a, module_b) = rayon::join(|| restricted(a), || restricted(b));
    compare_in_scope(Side { module: &module_a, ..a }, Side { module: &module_b, ..b }, options)
}

/// Compares the canonical forms of two modules, and counts the differences that are none between these.
fn compare_canonical(a: Side, b: Side, options: &Options) -> Comparison {
    let options = Options { semantic: false, ..options.clone() };
    let as_they_are = compare_all(a.without_source(), b.without_source(), &options).differences().count();
    let canonical = |side: Side, module: &mut Module| canonicalize(side.ctx, module);
    let (comparison, left) = with_changed(a, b, canonical, |a, b| {
        // What texts show of a difference may be more than one.
        let left = compare_all(a.without_source(), b.without_source(), &options).differences().count();
        (compare_all(a, b, &options), left)
    });
    Comparison { equated: Some(as_they_are.saturating_sub(left)), ..comparison }
}

/// Compares two modules that have nothing outside of what is compared.
fn compare_in_scope(a: Side, b: Side, options: &Options) -> Comparison {
    // The orders of uses that bitcode tells, text does not.
    if [a, b].iter().any(|side| has_use_lists_of_bitcode(side.ctx, side.module)) {
        let without = |side: Side, module: &mut Module| drop_use_lists(side.ctx, module);
        return with_changed(a, b, without, |a, b| compare_in_scope(a, b, options));
    }
    // LLVM's reader gives intrinsics the attributes that it knows of them, whatever a text says.
    let sides = [a, b];
    let of_llvm = sides.iter().all(|side| was_llvm(side.ctx, side.module));
    if of_llvm && sides.iter().any(|side| declares_otherwise(side.ctx, side.module)) {
        let as_known = |side: Side, module: &mut Module| declare_as_known(side.ctx, module);
        return with_changed(a, b, as_known, |a, b| compare_languages(a, b, options));
    }
    compare_languages(a, b, options)
}

/// Compares two modules of one language or of two.
fn compare_languages(a: Side, b: Side, options: &Options) -> Comparison {
    let (was_llvm_a, was_llvm_b) = (was_llvm(a.ctx, a.module), was_llvm(b.ctx, b.module));
    let with_defaults = match options.normalization {
        Normalization::BetweenLanguages if was_llvm_a == was_llvm_b => return compare_one_language(a, b, options),
        Normalization::BetweenLanguages => true,
        Normalization::Both => false,
    };
    compare_changed(a, b, options, |side, module| {
        if with_defaults {
            add_exporter_defaults(side.ctx, module);
        }
        // Where one of them stands for nothing in LLVM IR, all are compared as they are.
        let _ = translate_dialects(side.ctx, module);
        normalize(side.ctx, module);
    })
}

/// Compares two modules of one language: as they are, but for casts that change nothing, which a module of a release with
/// typed pointers is full of, for constant expressions that LLVM folds, for comdats of LLVM IR that nothing is in, which
/// somebody wrote by hand, and for the order of comdats.
fn compare_one_language(a: Side, b: Side, options: &Options) -> Comparison {
    let lists = lists_records(a) || lists_records(b);
    // Lines of texts show best how modules differ where debug records stand where LLVM IR has them.
    if a.source.is_some() && lists {
        let comparison = compare_changed(a, b, options, |side, module| {
            for body in module.body.all_nested_mut() {
                drop_idle_casts(side.ctx, body);
                place_records(side.ctx, body);
            }
        });
        if !comparison.is_same() {
            return comparison;
        }
    }
    let of_others = |side: Side| side.module.body.all_nested().iter().any(|body| needs_translation(side.ctx, body));
    // What passes leave of other dialects in a module that was LLVM IR.
    let is_translated = of_others(a) != of_others(b);
    let has_folded = || has_folds(a.ctx, a.module) || has_folds(b.ctx, b.module);
    let has_left_out =
        [a, b].iter().any(|side| was_llvm(side.ctx, side.module) && has_unused_comdats(side.ctx, side.module));
    let is_reordered = are_comdats_reordered((a.ctx, a.module), (b.ctx, b.module));
    if !has_left_out && !is_reordered && !is_translated && !has_idle_casts(a.module) && !has_idle_casts(b.module) {
        let comparison = compare_as_they_are(a, b, options);
        if comparison.is_same() || a.source.is_none() && are_reordered(a, b, options, lists) {
            return Comparison { parts: Vec::new(), ..comparison };
        }
        if !has_folded() {
            return comparison;
        }
    }
    let is_folded = has_folded();
    compare_changed(a, b, options, |side, module| {
        if is_translated {
            let _ = translate_dialects(side.ctx, module);
        }
        module.body.all_nested_mut().iter_mut().for_each(|body| drop_idle_casts(side.ctx, body));
        if has_left_out {
            drop_unused_comdats(side.ctx, module);
        }
        if is_reordered {
            normalize_comdats(side.ctx, module);
        }
        if is_folded {
            normalize_constants(side.ctx, module);
        }
    })
}

/// Whether two modules differ only in what the order of blocks in a text of LLVM IR decides on, where it says nothing: the order of the
/// operations that make constant expressions, and the numbers by which lists refer to debug records.
fn are_reordered(a: Side, b: Side, options: &Options, lists: bool) -> bool {
    let count = |side: Side| side.module.body.all_nested().iter().map(|body| body.op_count()).sum::<usize>();
    // Two blocks and the entry, which is the first in any order.
    let has_orders = |side: Side| side.module.body.all_nested().iter().any(|body| body.block_count() > 2);
    let options = Options { first_alone: true, ..options.clone() };
    // Nothing else has to be asked of most modules that differ.
    count(a) == count(b)
        && has_orders(a)
        && [a, b].iter().all(|side| was_llvm(side.ctx, side.module))
        && compare_changed(a, b, &options, |side, module| {
            if lists {
                module.body.all_nested_mut().iter_mut().for_each(|body| place_records(side.ctx, body));
            }
            normalize_constants(side.ctx, module);
        })
        .is_same()
}

/// Compares what `change` makes of two modules.
fn compare_changed(a: Side, b: Side, options: &Options, change: impl Fn(Side, &mut Module) + Sync) -> Comparison {
    with_changed(a, b, change, |a, b| compare_as_they_are(a, b, options))
}

/// What `compare` says of what `change` makes of two modules.
fn with_changed<T>(
    a: Side,
    b: Side,
    change: impl Fn(Side, &mut Module) + Sync,
    compare: impl FnOnce(Side, Side) -> T,
) -> T {
    let changed = |side: Side, module: &Module| {
        let mut module = module.clone();
        change(side, &mut module);
        module
    };
    let (module_a, module_b) = rayon::join(|| changed(a, a.module), || changed(b, b.module));
    compare(Side { module: &module_a, ..a }, Side { module: &module_b, ..b })
}

/// Compares two modules without normalizing them.
fn compare_as_they_are(a: Side, b: Side, options: &Options) -> Comparison {
    let scope = options.scope();
    let (mut metadata_a, mut metadata_b) =
        rayon::join(|| Metadata::new(a.ctx, a.module, scope), || Metadata::new(b.ctx, b.module, scope));
    for metadata in [&mut metadata_a, &mut metadata_b] {
        metadata.structs_by_shape = options.ignores(Names::Structs);
    }
    let mut ignored: Vec<IgnoredName> = Vec::new();
    let all = pairs((a, &metadata_a), (b, &metadata_b), options.ignores(Names::Symbols));
    if options.ignores(Names::Symbols) {
        ignored.extend(all.iter().filter_map(|pair| renamed((a, b), *pair)));
        let (of_a, of_b) = paired_symbols(a, b, &all);
        (metadata_a.symbols, metadata_b.symbols) = (Some(of_a), Some(of_b));
    }
    let looked_at =
        |pair: &GlobalValuePair| options.function.as_deref().is_none_or(|name| has_name((a, b), *pair, name));
    let all: Vec<GlobalValuePair> = all.into_iter().filter(looked_at).collect();
    let named = options.has(Category::Name);
    let found = hash_global_values((a, &metadata_a), (b, &metadata_b), &all, named);
    let matching = match_nodes((a, b), &metadata_a, &metadata_b, &found);
    if !matching.pairs.is_empty() {
        let (pins_a, pins_b) = matching.overrides(&BothMetadata::new(&metadata_a, &metadata_b));
        rayon::join(|| metadata_a.rehash(&pins_a), || metadata_b.rehash(&pins_b));
    }
    let changed_pairs = || matching.pairs.iter().filter(|pair| pair.2);
    let changed = ChangedNodes { a: changed_pairs().map(|p| p.0).collect(), b: changed_pairs().map(|p| p.1).collect() };
    let comparer = Comparer { a, b, metadata_a: &metadata_a, metadata_b: &metadata_b, changed, options };
    if options.first_alone
        && found.candidates.par_iter().with_max_len(1).any(|one| comparer.changed_part(one).is_some())
    {
        return Comparison { parts: vec![ChangedPart::default()], ..Comparison::default() };
    }
    let details: Vec<Option<ChangedPart>> =
        found.candidates.par_iter().with_max_len(1).map(|candidate| comparer.changed_part(candidate)).collect();
    if options.ignores(Names::Structs) {
        ignored.extend(ignored_structs((a, b), &found.structs));
    }
    let mut comparison = Comparison { ignored, ..Comparison::default() };
    if options.function.is_none() {
        comparison.parts.extend(comparer.module());
        if !options.ignores(Names::Structs) && options.scope() != Scope::Code {
            comparison.parts.extend(comparer.types(found.structs));
        }
    }
    let first = comparison.parts.len();
    comparison.parts.extend(details.into_iter().flatten());
    let details = first..comparison.parts.len();
    if options.function.is_none() {
        let nodes = comparer.nodes(&matching, &found.nodes);
        nodes.iter().for_each(|nodes| drop_definitions(&mut comparison, nodes));
        comparison.parts.extend(nodes);
    }
    if let Some(texts) = comparer.texts() {
        let constructs = || shared_lines(texts, (a, b), &all);
        find_lines_before(&mut comparison, constructs);
        sort_by_second_text(comparison.parts.get_mut(details).unwrap_or_default());
    }
    comparison
}

/// Sorts parts as they follow each other in the second text.
fn sort_by_second_text(parts: &mut [ChangedPart]) {
    parts.sort_by_key(|part| part.hunks.first().map_or(0, |hunk| hunk.range(false).0));
}

/// The lines of what both modules have at their top level, in the first text and in the second.
fn shared_lines(texts: BothTexts, sides: (Side, Side), pairs: &[GlobalValuePair]) -> Vec<(Range<usize>, Range<usize>)> {
    let lines = |side, global_value| lines_of(&Listing::without_lines(side, global_value));
    let of_pair = |pair: &GlobalValuePair| match pair {
        GlobalValuePair::Both(x, y) => lines(sides.0, *x).zip(lines(sides.1, *y)),
        GlobalValuePair::OnlyA(_) | GlobalValuePair::OnlyB(_) => None,
    };
    pairs.iter().filter_map(of_pair).chain(texts.shared()).collect()
}

/// Gives the hunks without a line of a module the line that they come after there: the last one of what precedes them in
/// the other module, if that is in both. `shared` returns the lines of that.
fn find_lines_before(comparison: &mut Comparison, shared: impl Fn() -> Vec<(Range<usize>, Range<usize>)>) {
    let hunks = comparison.parts.iter_mut().flat_map(|part| &mut part.hunks);
    let is_open = |hunk: &&mut Hunk| {
        let ((first_a, count_a), (first_b, count_b)) = (hunk.range(true), hunk.range(false));
        (count_a == 0) != (count_b == 0) && (first_a == 0 || first_b == 0)
    };
    let mut open = hunks.filter(is_open).peekable();
    if open.peek().is_none() {
        return;
    }
    // Where each construct starts in one text, and where it ends in the other.
    let shared = shared();
    let sorted = |ends: &mut dyn Iterator<Item = (usize, usize)>| {
        let mut ends: Vec<(usize, usize)> = ends.collect();
        ends.sort_unstable();
        ends
    };
    let in_a = sorted(&mut shared.iter().map(|(a, b)| (b.start, a.end)));
    let in_b = sorted(&mut shared.iter().map(|(a, b)| (a.start, b.end)));
    let end_before = |ends: &[(usize, usize)], first: usize| {
        // The lines of texts are counted from 0, those of hunks from 1.
        let preceding = ends.partition_point(|(line, _)| line + 1 < first);
        preceding.checked_sub(1).and_then(|at| ends.get(at)).map_or(0, |(_, end)| *end)
    };
    for hunk in open {
        let ((first_a, count_a), (first_b, _)) = (hunk.range(true), hunk.range(false));
        match count_a {
            0 => hunk.line_before.0 = end_before(&in_a, first_b),
            _ => hunk.line_before.1 = end_before(&in_b, first_a),
        }
    }
}

/// Drops the definitions that functions show, where the part about shared nodes shows them, too.
fn drop_definitions(comparison: &mut Comparison, nodes: &ChangedPart) {
    let lines = |row: &DiffRow| Some((row.a.as_ref()?.line, row.b.as_ref()?.line));
    let shown: FxHashSet<_> = nodes.hunks.iter().flat_map(|hunk| &hunk.rows).filter_map(lines).collect();
    for part in comparison.parts.iter_mut().filter(|part| part.kind == PartKind::Function) {
        part.hunks.retain_mut(|hunk| {
            if hunk.rows.first().is_some_and(|row| row.continued) {
                hunk.rows.retain(|row| lines(row).is_none_or(|lines| !shown.contains(&lines)));
            }
            !hunk.rows.is_empty()
        });
    }
}

/// The names of a pair's global values, if they are two.
fn renamed(sides: (Side, Side), pair: GlobalValuePair) -> Option<IgnoredName> {
    let GlobalValuePair::Both(x, y) = pair else { return None };
    let (x, y) = (symbol(sides.0, x), symbol(sides.1, y));
    // Intrinsics for two structs are a pair only where structs have no names.
    let is_one = match (x, y) {
        (Some(x), Some(y)) => without_struct_names(sides.0.ctx.bytes(x)) == without_struct_names(sides.1.ctx.bytes(y)),
        (x, y) => x.is_none() && y.is_none(),
    };
    let name = |side: Side, symbol: Option<Str>| symbol.map(|symbol| format!("@{}", side.ctx.text(symbol)));
    (!is_one).then(|| IgnoredName { names: Names::Symbols, a: name(sides.0, x), b: name(sides.1, y) })
}

/// The structs whose names only one of the modules has.
fn ignored_structs(
    sides: (Side, Side),
    structs: &(FxHashSet<Type>, FxHashSet<Type>),
) -> impl Iterator<Item = IgnoredName> {
    let names = |side: Side, structs: &FxHashSet<Type>| -> BTreeSet<String> {
        let name = |ty: &Type| match side.ctx.type_data(*ty) {
            TypeData::IdentifiedStruct { name, .. } => Some(format!("%{}", side.ctx.text(*name))),
            _ => None,
        };
        structs.iter().filter_map(name).collect()
    };
    let (of_a, of_b) = (names(sides.0, &structs.0), names(sides.1, &structs.1));
    let names = Names::Structs;
    let only_a = of_a.difference(&of_b).map(|name| IgnoredName { names, a: Some(name.clone()), b: None });
    let only_b = of_b.difference(&of_a).map(|name| IgnoredName { names, a: None, b: Some(name.clone()) });
    only_a.chain(only_b).collect::<Vec<_>>().into_iter()
}

/// Whether one of a pair's global values has this name.
fn has_name(sides: (Side, Side), pair: GlobalValuePair, name: &str) -> bool {
    let is = |side: Side, entity| symbol(side, entity).is_some_and(|s| side.ctx.bytes(s) == name.as_bytes());
    match pair {
        GlobalValuePair::Both(x, y) => is(sides.0, x) || is(sides.1, y),
        GlobalValuePair::OnlyA(x) => is(sides.0, x),
        GlobalValuePair::OnlyB(y) => is(sides.1, y),
    }
}

/// A pair of global values that differs, or may differ.
struct Candidate {
    pair: GlobalValuePair,
    /// The metadata nodes that each refers to, in order, if both are equal in everything else.
    nodes: Option<(Vec<NodeId>, Vec<NodeId>)>,
}

/// What the hashes of all global values tell.
#[derive(Default)]
struct Candidates {
    candidates: Vec<Candidate>,
    structs: (FxHashSet<Type>, FxHashSet<Type>),
    nodes: (FxHashSet<NodeId>, FxHashSet<NodeId>),
}

fn hash_global_value<'a>(side: Side<'a>, hasher: &mut StructuralHasher<'a>, entity: GlobalValue) -> GlobalValueHash {
    match entity {
        GlobalValue::Op(op) => GlobalValueHash::of_op(hasher, &side.module.body, op),
        GlobalValue::Declaration(dictionary) => GlobalValueHash::of_dictionary(hasher, dictionary),
    }
}

/// Hashes all global values and collects the pairs that may differ. With `named`, these are all pairs, since no hash covers
/// the names of values and blocks.
fn hash_global_values(
    a: (Side, &Metadata),
    b: (Side, &Metadata),
    pairs: &[GlobalValuePair],
    named: bool,
) -> Candidates {
    let share = pairs.len().div_ceil(8 * rayon::current_num_threads()).max(1);
    let part = |chunk: &[GlobalValuePair]| {
        let (mut hasher_a, mut hasher_b) =
            (StructuralHasher::new(a.0.ctx, Some(a.1)), StructuralHasher::new(b.0.ctx, Some(b.1)));
        let mut found = Candidates::default();
        for &pair in chunk {
            let (of_a, of_b) = match pair {
                GlobalValuePair::Both(x, y) => (Some(x), Some(y)),
                GlobalValuePair::OnlyA(x) => (Some(x), None),
                GlobalValuePair::OnlyB(y) => (None, Some(y)),
            };
            let of_a = of_a.map(|x| hash_global_value(a.0, &mut hasher_a, x));
            let of_b = of_b.map(|y| hash_global_value(b.0, &mut hasher_b, y));
            found.nodes.0.extend(of_a.iter().flat_map(|f| &f.nodes));
            found.nodes.1.extend(of_b.iter().flat_map(|f| &f.nodes));
            let GlobalValuePair::Both(..) = pair else {
                found.candidates.push(Candidate { pair, nodes: None });
                continue;
            };
            let (Some(of_a), Some(of_b)) = (of_a, of_b) else { continue };
            let renamed = a.1.symbols.is_none() && renamed((a.0, b.0), pair).is_some();
            let same = of_a.structure == of_b.structure;
            let nodes_same = same && (of_a.nodes.is_empty() || of_a.hash_of_nodes(a.1) == of_b.hash_of_nodes(b.1));
            if named || renamed || !nodes_same {
                found.candidates.push(Candidate { pair, nodes: same.then_some((of_a.nodes, of_b.nodes)) });
            }
        }
        found.structs = (hasher_a.structs, hasher_b.structs);
        found
    };
    let parts: Vec<Candidates> = pairs.par_chunks(share).map(part).collect();
    parts.into_iter().fold(Candidates::default(), |mut all, part| {
        all.candidates.extend(part.candidates);
        all.structs.0.extend(part.structs.0);
        all.structs.1.extend(part.structs.1);
        all.nodes.0.extend(part.nodes.0);
        all.nodes.1.extend(part.nodes.1);
        all
    })
}

/// Matches metadata nodes: those attached to matched global values, those in named metadata, and those that the attached
/// nodes of otherwise equal functions refer to.
fn match_nodes(sides: (Side, Side), a: &Metadata, b: &Metadata, found: &Candidates) -> NodeMatching {
    let nodes = BothMetadata::new(a, b);
    let mut matching = NodeMatching::default();
    let (hasher_a, hasher_b) =
        (StructuralHasher::new(sides.0.ctx, Some(a)), StructuralHasher::new(sides.1.ctx, Some(b)));
    for candidate in &found.candidates {
        let GlobalValuePair::Both(x, y) = candidate.pair else { continue };
        let (of_a, of_b) = (Listing::without_lines(sides.0, x), Listing::without_lines(sides.1, y));
        let (of_a, of_b) = (of_a.attachments_of_global_value(&hasher_a), of_b.attachments_of_global_value(&hasher_b));
        for ((kind_a, x), (kind_b, y)) in of_a.into_iter().zip(of_b) {
            if sides.0.ctx.bytes(kind_a) == sides.1.ctx.bytes(kind_b) {
                matching.pair(sides, &nodes, x, y, true);
            }
        }
    }
    for (x, y) in module_facts::named_nodes(sides, a, b) {
        matching.pair(sides, &nodes, x, y, false);
    }
    for (of_a, of_b) in found.candidates.iter().filter_map(|c| c.nodes.as_ref()) {
        for (&x, &y) in of_a.iter().zip(of_b) {
            matching.pair_below(sides, &nodes, x, y);
        }
    }
    matching
}

/// The metadata nodes that differ from those they are matched with, and are shown where they are attached.
struct ChangedNodes {
    a: FxHashSet<NodeId>,
    b: FxHashSet<NodeId>,
}

/// Finds in what global values and modules differ.
struct Comparer<'s, 'a> {
    a: Side<'a>,
    b: Side<'a>,
    metadata_a: &'a Metadata,
    metadata_b: &'a Metadata,
    changed: ChangedNodes,
    options: &'s Options,
}

impl<'a> Comparer<'_, 'a> {
    fn hashers(&self) -> (StructuralHasher<'a>, StructuralHasher<'a>) {
        (
            StructuralHasher::new(self.a.ctx, Some(self.metadata_a)),
            StructuralHasher::new(self.b.ctx, Some(self.metadata_b)),
        )
    }

    /// The differences of a pair; `None` if there are none that are reported.
    fn changed_part(&self, candidate: &Candidate) -> Option<ChangedPart> {
        let (mut hasher_a, mut hasher_b) = self.hashers();
        let name =
            |side: Side, entity| symbol(side, entity).map_or_else(String::new, |s| format!("@{}", side.ctx.text(s)));
        let texts = self.texts();
        let (part, mut rows) = match candidate.pair {
            GlobalValuePair::Both(x, y) => {
                let listing_a = Listing::new(self.a, &hasher_a, x);
                let mut listing_b = Listing::new(self.b, &hasher_b, y);
                block_order::follow((&listing_a, &mut hasher_a), (&mut listing_b, &mut hasher_b));
                let named = self.options.has(Category::Name);
                let a = Version { listing: &listing_a, hasher: &mut hasher_a, changed: &self.changed.a };
                let b = Version { listing: &listing_b, hasher: &mut hasher_b, changed: &self.changed.b };
                let (mut rows, is_aligned_roughly) = alignment::rows(a, b, named);
                if rows.iter().all(|r| r.differences.is_empty()) {
                    if self.has_equal_nodes(candidate) {
                        return None;
                    }
                    rows.push(note(NODE_SHARING, Category::Metadata));
                }
                let debug_info = self.options.scope() == Scope::All;
                let rows = match texts {
                    Some(_) => {
                        source_rows(&listing_a, &listing_b, rows, debug_info).unwrap_or_else(|rows| notes(&rows))
                    }
                    None => rows,
                };
                let part = part_of(&listing_a, Some(name(self.a, x)), Some(name(self.b, y)));
                (ChangedPart { is_aligned_roughly, ..part }, rows)
            }
            GlobalValuePair::OnlyA(x) => {
                let listing = Listing::new(self.a, &hasher_a, x);
                (
                    part_of(&listing, Some(name(self.a, x)), None),
                    one_sided(&listing, alignment::one_sided_rows(&listing, &mut hasher_a, true), true),
                )
            }
            GlobalValuePair::OnlyB(y) => {
                let listing = Listing::new(self.b, &hasher_b, y);
                (
                    part_of(&listing, None, Some(name(self.b, y))),
                    one_sided(&listing, alignment::one_sided_rows(&listing, &mut hasher_b, false), false),
                )
            }
        };
        self.options.retain_categories(&mut rows);
        let definitions = texts.map(|texts| texts.definition_rows(&mut rows)).unwrap_or_default();
        let is_llvm = [self.a.source, self.b.source].iter().any(|text| text.is_some_and(SourceText::is_llvm));
        let mut part = self.options.part_with_rows(ChangedPart { is_llvm, ..part }, rows)?;
        self.options.add_definitions(&mut part, definitions);
        Some(part)
    }

    /// The texts of both modules, if their lines are shown.
    fn texts(&self) -> Option<BothTexts<'a, 'a>> {
        Some(BothTexts { a: self.a.source?, b: self.b.source? })
    }

    /// Rows as `shown` has them in the texts of both modules, where these are known.
    fn in_texts(&self, rows: Vec<DiffRow>, shown: fn(BothTexts, &[DiffRow]) -> Vec<DiffRow>) -> Vec<DiffRow> {
        match self.texts().filter(|_| !rows.is_empty()) {
            Some(texts) => shown(texts, &rows),
            None => rows,
        }
    }

    /// Whether two global values that are equal in everything but metadata nodes have equal nodes, apart from matched nodes,
    /// whose differences are shown elsewhere.
    fn has_equal_nodes(&self, candidate: &Candidate) -> bool {
        let Some((a, b)) = &candidate.nodes else { return false };
        let key = |metadata: &Metadata, nodes: &[NodeId]| -> StructuralHash {
            GlobalValueHash { structure: 0, nodes: nodes.to_vec() }.hash_of_nodes(metadata)
        };
        key(self.metadata_a, a) == key(self.metadata_b, b)
    }

    fn module(&self) -> Option<ChangedPart> {
        let (mut hasher_a, mut hasher_b) = self.hashers();
        let rows = self.in_texts(module_facts::rows((self.a, &mut hasher_a), (self.b, &mut hasher_b)), module_rows);
        self.options.part_with_rows(part(PartKind::Module, "module"), rows)
    }

    fn types(&self, structs: (FxHashSet<Type>, FxHashSet<Type>)) -> Option<ChangedPart> {
        let (hasher_a, hasher_b) = self.hashers();
        let rows = module_facts::struct_rows((self.a, hasher_a, structs.0), (self.b, hasher_b, structs.1));
        let rows = self.in_texts(rows, module_rows);
        self.options.part_with_rows(part(PartKind::Types, "types"), rows)
    }

    /// The differences of matched metadata nodes that are not shown where the nodes are attached.
    fn nodes(&self, matching: &NodeMatching, nodes: &(FxHashSet<NodeId>, FxHashSet<NodeId>)) -> Option<ChangedPart> {
        let (mut hasher_a, mut hasher_b) = self.hashers();
        let pairs = matching.pairs.iter().filter(|p| !p.2).map(|p| (p.0, p.1));
        let mut rows = module_facts::node_rows((self.a, &mut hasher_a), (self.b, &mut hasher_b), pairs);
        if rows.is_empty() && matching.pairs.is_empty() {
            let a = module_facts::node_counts(self.a.ctx, self.metadata_a, &nodes.0);
            if a != module_facts::node_counts(self.b.ctx, self.metadata_b, &nodes.1) {
                rows.push(note(NODE_SHARING, Category::Metadata));
            }
        }
        self.options.retain_categories(&mut rows);
        let rows = self.in_texts(rows, node_rows);
        self.options.part_with_rows(part(PartKind::Metadata, "metadata"), rows)
    }
}

/// The rows of a global value that one module has alone, in its own text where that is known.
fn one_sided(listing: &Listing, rows: Vec<DiffRow>, in_a: bool) -> Vec<DiffRow> {
    let shown = listing.side.source.map(|_| one_sided_rows(listing, &rows, in_a).unwrap_or_else(|| notes(&rows)));
    shown.unwrap_or(rows)
}

/// The differences of rows that no line of a text shows, such as those of a declaration that MLIR has in an attribute.
fn notes(rows: &[DiffRow]) -> Vec<DiffRow> {
    let note = |row: &DiffRow| match row.a.is_some() && row.b.is_some() {
        true => without_lines(row),
        false => DiffRow::new(None, None).with(row.differences.clone()),
    };
    rows.iter().filter(|row| !row.differences.is_empty()).map(note).collect()
}

/// The difference that is reported where distinct nodes with equal content are one node in one module and several in the
/// other.
const NODE_SHARING: &str = "which operations share a metadata node that is equal only to itself";

/// A row for a difference that no line shows.
fn note(what: &str, category: Category) -> DiffRow {
    DiffRow::new(None, None).with(vec![Difference::new(category, what.to_owned(), None, None)])
}

/// A part that both modules have under the same name.
fn part(kind: PartKind, name: &str) -> ChangedPart {
    let name = Some(name.to_owned());
    ChangedPart { kind, a: name.clone(), b: name, ..ChangedPart::default() }
}

/// The part that a global value is, in the modules in which it has a name.
fn part_of(listing: &Listing, a: Option<String>, b: Option<String>) -> ChangedPart {
    let kind = if listing.is_function() { PartKind::Function } else { PartKind::Other };
    let operation = listing.side.ctx.op_name_str(listing.name()).into_owned();
    ChangedPart { kind, operation, a, b, ..ChangedPart::default() }
}
