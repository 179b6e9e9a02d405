//! Planted clusters: mechanical edits, each made at many places of many modules at once, which the comparison of all modules
//! must find as clusters: one an edit, and nothing else in it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::sync::Arc;

use irtrip_dialect::language::Language;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_diff::clusters::{Change, ChangedLine, changes};
use irtrip_diff::{Options, Side, SourceText, compare};
use irtrip_import::{ImportOptions, import};
use rayon::prelude::*;
use regex::Regex;

use crate::chance::Rng;
use crate::mutants::mutation::{EditScope, Mutation, Replacement, body, number, top};

/// The edits, each of one opcode or one construct.
static EDITS: &[Mutation] = &[
    body("add nsw becomes add nuw nsw", r"= add nsw ", "= add nuw nsw ", &[]),
    body("sub loses nsw", r"= sub nsw ", "= sub ", &[]),
    body("mul gets nuw", r"= mul (i\d+ )", "= mul nuw $1", &[]),
    body("add becomes xor", r"= add (nuw |nsw )*(i\d+|<[^>]*>) ", "= xor $2 ", &[]),
    body("fadd becomes fmul", r"= fadd ", "= fmul ", &[]),
    body("icmp eq becomes ne", r"= icmp eq ", "= icmp ne ", &[]),
    body("icmp slt becomes ult", r"= icmp slt ", "= icmp ult ", &[]),
    body("a load is volatile", r"= load (i\d+|ptr|float|double|<)", "= load volatile $1", &[]),
    body("a store is volatile", r"^  store (i\d+|ptr|float|double|<)", "  store volatile $1", &[]),
    number("alignment of a load", EditScope::Body, r"(= load [^!]*, align )(\d+)(.*)", Replacement::Double, &[]),
    number("alignment of a store", EditScope::Body, r"(^  store [^!]*, align )(\d+)(.*)", Replacement::Double, &[]),
    body("getelementptr loses inbounds", r"= getelementptr inbounds ((?:i\d+|%|\[|\{))", "= getelementptr $1", &[]),
    body("a call loses tail", r"(^  |= )tail call ", "${1}call ", &[]),
    body("a load loses !tbaa", r"(= load .*), !tbaa !\d+", "$1", &[]),
    body("operands of a sub", r"= sub ((?:\w+ )*i\d+) (%[\w.]+), (%[\w.]+)$", "= sub $1 $3, $2", &[]),
    body("zext gets nneg", r"= zext (i\d+ )", "= zext nneg $1", &[]),
    body("trunc gets nuw", r"= trunc (i\d+ )", "= trunc nuw $1", &[]),
    body("or gets disjoint", r"= or (i\d+ )", "= or disjoint $1", &[]),
    body("lshr gets exact", r"= lshr (i\d+ )", "= lshr exact $1", &[]),
    body("fmul gets nnan", r"= fmul ((?:float|double) )", "= fmul nnan $1", &[]),
    body("the type of an alloca", r"= alloca i32,", "= alloca i64,", &[]),
    body("a call before a store", r"^(  store .*)$", "  call void asm sideeffect \"nop\", \"\"()\n$1", &[]),
    body("a result gets noundef", r"(^  |= )call (i32|i64|ptr) @", "${1}call noundef $2 @", &[]),
    body("targets of a branch", r"^  br i1 (.*), label (%.*), label (%[^ ,]+)", "  br i1 $1, label $3, label $2", &[]),
    number(
        "an added constant",
        EditScope::Body,
        r"(= add (?:\w+ )*i(?:16|32|64) %[\w.]+, )(\d{1,4})()$",
        Replacement::Next,
        &[],
    ),
    number("a returned constant", EditScope::Body, r"(^  ret i(?:16|32|64) )(\d{1,4})()$", Replacement::Next, &[]),
    number("an index", EditScope::Body, r"(= getelementptr .*i(?:32|64) )(\d{1,4})()$", Replacement::Next, &[]),
    top("coldcc", r"^define (void|i\d+|ptr) @", "define coldcc $1 @", &[]),
    top(
        "a parameter gets nonnull",
        r"^(define .*@[\w.]+\()ptr (%|noundef|nocapture|readonly)",
        "${1}ptr nonnull $2",
        &[],
    ),
    top("a function gets gc", r"^(define [^{]*\))( [^{]*)?\{$", "$1$2 gc \"planted\" {", &[]),
    top("a constant is a variable", r"^(@\S+ = .*?)constant (.*)", "${1}global $2", &[]),
    number(
        "an initializer",
        EditScope::Top,
        r"(^@\S+ = .*(?:global|constant) i(?:16|32|64) )(\d{1,4})(.*)",
        Replacement::Next,
        &[],
    ),
];

/// How many edits are made in one run.
const EDITS_A_RUN: usize = 20;
/// The fewest and the most places at which one is made.
const PLACES: (u32, u32) = (10, 2000);

/// How well a run's clusters match its edits.
pub struct ClusterScore {
    /// How many edits were made.
    pub edits: usize,
    /// The places of those that a comparison showed.
    pub places: usize,
    /// The places of edits that no change showed.
    pub missed: usize,
    /// Changes that are no edit.
    pub others: usize,
    /// The share of changes that are of the edit most of their cluster are of.
    pub purity: f64,
    /// The share of changes that are in the cluster most of their edit are in.
    pub completeness: f64,
    /// The adjusted Rand index of edits and clusters.
    pub rand_index: f64,
    /// For each edit, its name and its clusters, the largest first.
    pub clusters: Vec<(&'static str, Vec<FoundCluster>)>,
}

/// The changes of one edit that are in one cluster.
pub struct FoundCluster {
    /// How many there are.
    pub size: usize,
    /// The lines of the first.
    pub example: String,
}

/// A change that a comparison found.
struct FoundChange {
    /// The edit that it is, if it is one.
    edit: Option<usize>,
    /// Its cluster.
    cluster: u128,
    /// Its lines.
    lines: String,
}

/// A line that an edit can be made at: the module and the number of its line.
type EditPosition = (usize, usize);

/// Makes twenty edits at places by chance in some modules, and finds their clusters. None where there are too few places.
///
/// # Errors
/// A pattern is none.
pub fn plant(texts: &[(PathBuf, Arc<str>)], seed: u64) -> Result<ClusterScore, regex::Error> {
    let patterns: Vec<Regex> = EDITS.iter().map(|edit| Regex::new(edit.pattern)).collect::<Result<_, _>>()?;
    let mut chance = Rng(seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1));
    let of_module: Vec<Vec<Vec<usize>>> = texts.par_iter().map(|(_, text)| sites(text, &patterns)).collect();
    let chosen = choose(&of_module, &mut chance);
    let modules: Vec<(&usize, &BTreeMap<usize, usize>)> = chosen.iter().collect();
    let found: Vec<Vec<FoundChange>> = modules
        .par_iter()
        .with_max_len(1)
        .map(|(module, edits)| {
            texts.get(**module).and_then(|(_, text)| find(text, edits, &patterns)).unwrap_or_default()
        })
        .collect();
    let (mut labels, mut missed, mut others) = (Vec::new(), 0, 0);
    for ((_, edits), found) in modules.iter().zip(&found).filter(|(_, found)| !found.is_empty()) {
        missed += edits.len().saturating_sub(found.iter().filter(|one| one.edit.is_some()).count());
        others += found.iter().filter(|one| one.edit.is_none()).count();
        labels.extend(found.iter().filter_map(|one| Some((one.edit?, one.cluster))));
    }
    let mut result = measure(&labels, missed, others);
    result.clusters = clusters(found.iter().flatten());
    Ok(result)
}

/// The lines of a module that each edit can be made at.
fn sites(text: &str, patterns: &[Regex]) -> Vec<Vec<usize>> {
    let mut sites = vec![Vec::new(); patterns.len()];
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        let is_definition = line.starts_with("define ");
        for ((edit, pattern), sites) in EDITS.iter().zip(patterns).zip(&mut sites) {
            if (edit.within == EditScope::Body) == (inside && !is_definition) && pattern.is_match(line) {
                sites.push(number);
            }
        }
        inside = (inside || is_definition) && line != "}";
    }
    sites
}

/// The edits to make: by module and line, which one.
fn choose(of_module: &[Vec<Vec<usize>>], chance: &mut Rng) -> BTreeMap<usize, BTreeMap<usize, usize>> {
    let mut edits: Vec<usize> = (0..EDITS.len()).collect();
    shuffle(&mut edits, chance);
    let mut chosen: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut made = 0;
    for edit in edits {
        let of = |(module, sites): (usize, &Vec<Vec<usize>>)| -> Vec<EditPosition> {
            sites.get(edit).into_iter().flatten().map(|line| (module, *line)).collect()
        };
        let mut sites: Vec<EditPosition> = of_module.iter().enumerate().flat_map(of).collect();
        shuffle(&mut sites, chance);
        if made == EDITS_A_RUN || sites.len() < PLACES.0 as usize {
            continue;
        }
        made += 1;
        // As many rare edits as frequent ones: the number of places is by chance on a logarithmic scale.
        let mut most = PLACES.1;
        while most > PLACES.0 && chance.below(3) > 0 {
            most /= 2;
        }
        let count = PLACES.0 + chance.below(most.max(PLACES.0 + 1) - PLACES.0);
        let mut placed = 0;
        for (module, line) in sites {
            if placed == count {
                break;
            }
            if let Entry::Vacant(place) = chosen.entry(module).or_default().entry(line) {
                place.insert(edit);
                placed += 1;
            }
        }
    }
    chosen
}

fn shuffle<T>(of: &mut [T], chance: &mut Rng) {
    for at in (1..of.len()).rev() {
        of.swap(at, chance.below(at as u32 + 1) as usize);
    }
}

/// Makes the edits in a module and compares: the clusters of all changes, each with the edit that it is. None where the edited
/// module is none that is read.
fn find(text: &str, edits: &BTreeMap<usize, usize>, patterns: &[Regex]) -> Option<Vec<FoundChange>> {
    let mut edited = String::with_capacity(text.len() + 64);
    // By the line of the edited module, counted from 1, which edit it is.
    let mut planted: BTreeMap<usize, usize> = BTreeMap::new();
    let mut number = 1;
    for (at, line) in text.lines().enumerate() {
        let new = match edits.get(&at) {
            Some(edit) => {
                planted.insert(number, *edit);
                let (pattern, edit) = (patterns.get(*edit)?, EDITS.get(*edit)?);
                pattern.replace(line, |captures: &regex::Captures| edit.make.text(captures))
            }
            None => line.into(),
        };
        number += new.lines().count().max(1);
        edited.push_str(&new);
        edited.push('\n');
    }
    let contexts = [(); 2].map(|()| Context::with_dialects(irtrip_lower::all_dialects()));
    let read = |ctx: &Context, text: &str| {
        import(ctx, text, &ImportOptions { places: true, keep_edges: true, ..ImportOptions::default() }).ok()
    };
    let [ctx_a, ctx_b] = &contexts;
    let (of_a, of_b): (Module, Module) = (read(ctx_a, text)?, read(ctx_b, &edited)?);
    let (source_a, source_b) = (SourceText::new(text, Language::Llvm), SourceText::new(&edited, Language::Llvm));
    let side_a = Side::new(ctx_a, &of_a).with_source(&source_a);
    let side_b = Side::new(ctx_b, &of_b).with_source(&source_b);
    let comparison = compare(side_a, side_b, &Options { context: 0, ..Options::default() });
    let edit = |change: &Change| {
        let edit_at = |line: &ChangedLine| match line.in_a {
            true => edits.get(&line.number.checked_sub(1)?).copied(),
            false => planted.get(&line.number).copied(),
        };
        change.lines.iter().find_map(edit_at)
    };
    let found = |change: &Change| {
        let lines: Vec<String> = change.lines.iter().map(ChangedLine::signed).collect();
        FoundChange { edit: edit(change), cluster: change.key.0, lines: lines.join(" / ") }
    };
    Some(changes(&comparison).iter().map(found).collect())
}

/// The clusters of each edit.
fn clusters<'f>(found: impl Iterator<Item = &'f FoundChange>) -> Vec<(&'static str, Vec<FoundCluster>)> {
    let mut of_edit: BTreeMap<usize, BTreeMap<u128, FoundCluster>> = BTreeMap::new();
    for change in found {
        let Some(edit) = change.edit else { continue };
        let first = || FoundCluster { size: 0, example: change.lines.clone() };
        of_edit.entry(edit).or_default().entry(change.cluster).or_insert_with(first).size += 1;
    }
    let of = |(edit, clusters): (usize, BTreeMap<u128, FoundCluster>)| {
        let mut clusters: Vec<FoundCluster> = clusters.into_values().collect();
        clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.size));
        (EDITS.get(edit).map_or("", |edit| edit.name), clusters)
    };
    of_edit.into_iter().map(of).collect()
}

/// How well clusters are edits.
fn measure(labels: &[(usize, u128)], missed: usize, others: usize) -> ClusterScore {
    let mut cells: BTreeMap<(usize, u128), usize> = BTreeMap::new();
    labels.iter().for_each(|label| *cells.entry(*label).or_default() += 1);
    let (mut of_edit, mut of_cluster): (BTreeMap<usize, Vec<usize>>, BTreeMap<u128, Vec<usize>>) = Default::default();
    for ((edit, cluster), count) in &cells {
        of_edit.entry(*edit).or_default().push(*count);
        of_cluster.entry(*cluster).or_default().push(*count);
    }
    let largest = |of: &mut dyn Iterator<Item = &Vec<usize>>| -> f64 {
        of.filter_map(|counts| counts.iter().max()).sum::<usize>() as f64 / labels.len().max(1) as f64
    };
    let pairs = |count: usize| (count * count.saturating_sub(1) / 2) as f64;
    let pairs_of = |of: &mut dyn Iterator<Item = usize>| of.map(pairs).sum::<f64>();
    let both = pairs_of(&mut cells.values().copied());
    let (in_edits, in_clusters) = (
        pairs_of(&mut of_edit.values().map(|counts| counts.iter().sum())),
        pairs_of(&mut of_cluster.values().map(|counts| counts.iter().sum())),
    );
    let expected = in_edits * in_clusters / pairs(labels.len()).max(1.0);
    let most = f64::midpoint(in_edits, in_clusters);
    let rand_index = if most > expected { (both - expected) / (most - expected) } else { 1.0 };
    ClusterScore {
        edits: of_edit.len(),
        places: labels.len(),
        missed,
        others,
        purity: largest(&mut of_cluster.values()),
        completeness: largest(&mut of_edit.values()),
        rand_index,
        clusters: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_one_for_one_cluster_an_edit_and_low_for_others() {
        let alike = [(0, 7), (0, 7), (1, 8), (1, 8), (1, 8)];
        assert!((measure(&alike, 0, 0).rand_index - 1.0).abs() < 1e-9);
        let split = [(0, 7), (0, 8), (1, 7), (1, 8), (1, 9), (0, 9)];
        assert!(measure(&split, 0, 0).rand_index < 0.1);
        let joined = [(0, 7), (0, 7), (1, 7), (1, 7)];
        assert!(measure(&joined, 0, 0).rand_index < 0.1 && measure(&joined, 0, 0).purity < 0.6);
    }
}
