//! Clusters: changes of many comparisons that say the same, such as that an `add nsw` became an `add nuw nsw`.
//!
//! 1. [`change`]: the differences of a comparison that are linked are one change, which has a key: what it does, without
//!    the names, numbers, types and constants it does it to. Changes of one key are a cluster.
//! 2. [`pattern`]: of the changes of a cluster, what all have is kept; what varies becomes a hole.
//! 3. [`size`]: how many instructions and blocks both modules have, by opcode.

mod change;
mod pattern;
mod size;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use change::{Change, ChangeKey, ChangedLine, changes};
use pattern::Pattern;
pub use size::{FunctionSize, Size, Sizes, sizes};

use crate::Comparison;

/// A place to open: a part of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, as the caller names it.
    pub file: String,
    /// The part of the modules: `@main`.
    pub part: String,
}

/// Changes that say the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cluster {
    /// What the changes have in common.
    pub key: ChangeKey,
    /// How many changes there are.
    pub count: usize,
    /// The number of files that they are in.
    pub files: usize,
    /// The lines of all changes.
    pub lines: usize,
    /// The first places, at most [`MAX_PLACES`].
    pub places: Vec<Place>,
    /// The smallest change that shows what it is: its place, and its lines.
    pub example: (Place, Vec<ChangedLine>),
    /// The opcodes that the changes add or remove.
    opcodes: BTreeSet<String>,
    patterns: Vec<Pattern>,
    /// Constructs that the pattern leaves out.
    further: usize,
    /// Whether the example shows both versions of all that has two.
    shows_both: bool,
}

/// The places that a cluster names.
pub(crate) const MAX_PLACES: usize = 10;
/// The lines of an example.
const MAX_LINES: usize = 24;

/// The order in which clusters are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClusterOrder {
    /// Those with the most changes first.
    #[default]
    Count,
    /// Those with the most lines first.
    Size,
    /// Those with an opcode that only one side has at all first.
    Opcode,
}

impl Cluster {
    fn new(file: &str, change: Change) -> Cluster {
        let place = Place { file: file.to_owned(), part: change.part };
        let mut lines = change.lines;
        let count = lines.len();
        lines.truncate(MAX_LINES);
        Cluster {
            key: change.key,
            count: 1,
            files: 1,
            lines: count,
            places: vec![place.clone()],
            example: (place, lines),
            opcodes: change.opcodes,
            patterns: change.texts.iter().map(|text| Pattern::of(text)).collect(),
            further: change.further,
            shows_both: change.shows_both,
        }
    }

    /// What the changes say: a line a construct, with `_` for what varies.
    ///
    /// ```
    /// # use irtrip_diff::clusters::Clusters;
    /// assert!(Clusters::default().sorted(Default::default()).is_empty());
    /// ```
    pub fn pattern(&self) -> Vec<String> {
        // Lines of one opcode have no word in common where some of them have it inside of another instruction.
        let opcode = self.opcodes.first().filter(|_| self.patterns.len() == 1 && self.opcodes.len() == 1);
        let line = |pattern: &Pattern| match opcode.zip(pattern.sign_alone()) {
            Some((opcode, sign)) => format!("{sign} {opcode}"),
            None => pattern.text().to_owned(),
        };
        let mut lines: Vec<String> = self.patterns.iter().map(line).collect();
        if self.further > 0 {
            lines.push(format!("and {} more", self.further));
        }
        lines
    }

    /// Adds the changes of a cluster of the same key. `is_other_file` tells that they are in other files.
    fn join(&mut self, other: Cluster, is_other_file: bool) {
        self.count += other.count;
        self.files += if is_other_file { other.files } else { 0 };
        self.lines += other.lines;
        let bytes = |of: &Cluster| of.example.1.iter().map(|line| line.text.len()).sum::<usize>();
        let size = |of: &Cluster| (!of.shows_both, of.example.1.len(), bytes(of));
        if size(&other) < size(self) {
            (self.example, self.shows_both) = (other.example, other.shows_both);
        }
        for place in other.places {
            if self.places.len() < MAX_PLACES && !self.places.contains(&place) {
                self.places.push(place);
            }
        }
        self.patterns.iter_mut().zip(&other.patterns).for_each(|(own, other)| own.generalize(other));
    }
}

/// The clusters of many comparisons.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clusters {
    clusters: BTreeMap<ChangeKey, Cluster>,
    /// The number of changes.
    pub changes: usize,
}

impl Clusters {
    /// The clusters of one comparison.
    ///
    /// ```
    /// use irtrip_diff::{Comparison, clusters::Clusters};
    /// assert_eq!(Clusters::of("a.ll", &Comparison::default()).changes, 0);
    /// ```
    pub fn of(file: &str, comparison: &Comparison) -> Clusters {
        let mut clusters = Clusters::default();
        for change in changes(comparison) {
            clusters.changes += 1;
            clusters.join(Cluster::new(file, change), false);
        }
        clusters
    }

    /// Adds those of other files. The result depends on the order in which files are added.
    pub fn add(&mut self, other: Clusters) {
        self.changes += other.changes;
        for cluster in other.clusters.into_values() {
            self.join(cluster, true);
        }
    }

    fn join(&mut self, cluster: Cluster, is_other_file: bool) {
        match self.clusters.get_mut(&cluster.key) {
            Some(known) => known.join(cluster, is_other_file),
            None => drop(self.clusters.insert(cluster.key, cluster)),
        }
    }

    /// The clusters of more than one change.
    pub fn sorted(&self, order: ClusterOrder) -> Vec<&Cluster> {
        self.sorted_with(order, &BTreeSet::new())
    }

    /// As [`sorted`](Self::sorted); `new_or_gone` are the opcodes that only one side has.
    pub(crate) fn sorted_with(&self, order: ClusterOrder, new_or_gone: &BTreeSet<String>) -> Vec<&Cluster> {
        let mut sorted: Vec<&Cluster> = self.clusters.values().filter(|cluster| cluster.count > 1).collect();
        sorted.sort_by_cached_key(|cluster| {
            let first = match order {
                ClusterOrder::Count => 0,
                ClusterOrder::Size => cluster.lines,
                ClusterOrder::Opcode => usize::from(!cluster.opcodes.is_disjoint(new_or_gone)),
            };
            (Reverse(first), Reverse(cluster.count), cluster.pattern(), cluster.key)
        });
        sorted
    }

    /// The number of changes that are like no other.
    pub fn alone(&self) -> usize {
        self.clusters.values().filter(|cluster| cluster.count == 1).count()
    }
}
