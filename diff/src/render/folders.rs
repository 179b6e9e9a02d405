//! The comparison of two folders: a line a file, what changed in clusters, and the size of the code, as text, data, a page, or
//! a comment on a pull request.

use std::collections::BTreeMap;
use std::fmt::Write;

use irtrip_dialect::diagnostic::counted;
use irtrip_dialect::llvm_text::printable;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json as object};
use xxhash_rust::xxh3::xxh3_64;

use super::clusters::{cluster_json, cluster_lines, size_json, size_lines};
use super::json::{SCHEMA_VERSION, ignored_json};
use super::{Heading, equated, ignored};
use crate::Category;
use crate::clusters::{Cluster, ClusterOrder, Clusters, Size, Sizes};
use crate::difference::{Comparison, Difference, IgnoredName};

/// The comparison of the files of two folders.
#[derive(Clone, Debug, Default)]
pub struct FolderComparison {
    /// The files, by path.
    pub files: Vec<FileComparison>,
    /// The changes of all files.
    pub clusters: Clusters,
    /// In which order clusters are listed.
    pub order: ClusterOrder,
    /// How many clusters are shown at most, where people read them.
    pub limit: usize,
    /// The folder, next to the page, that has a page of each file that differs, as [`page_of`] calls it.
    pub pages: Option<String>,
}

/// The comparison of the files that have one path below both folders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileComparison {
    /// The path below the folders.
    pub path: String,
    /// How the files compare.
    pub outcome: FileOutcome,
    /// The sizes of both modules, where both are read.
    pub sizes: Option<Sizes>,
    /// The names that were not compared.
    pub ignored: Vec<IgnoredName>,
    /// How many differences were equated, where canonical forms are compared.
    pub equated: Option<usize>,
}

/// How two files compare.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileOutcome {
    /// Nothing differs.
    Same,
    /// The number of differences of each category.
    Different(BTreeMap<Category, usize>),
    /// Only the first folder has such a file.
    OnlyA,
    /// Only the second folder has such a file.
    OnlyB,
    /// One of them cannot be read.
    Failed(String),
}

impl FileOutcome {
    /// The outcome of a comparison.
    ///
    /// ```
    /// use irtrip_diff::{Comparison, render::folders::FileOutcome};
    /// assert_eq!(FileOutcome::of(&Comparison::default()), FileOutcome::Same);
    /// ```
    pub fn of(comparison: &Comparison) -> FileOutcome {
        if comparison.is_same() { FileOutcome::Same } else { FileOutcome::Different(counts(all(comparison))) }
    }

    /// The outcome in a word.
    pub const fn name(&self) -> &'static str {
        match self {
            FileOutcome::Same => "same",
            FileOutcome::Different(_) => "different",
            FileOutcome::OnlyA => "removed",
            FileOutcome::OnlyB => "added",
            FileOutcome::Failed(_) => "failed",
        }
    }

    /// What there is to say in addition to the word.
    pub(super) fn details(&self) -> String {
        match self {
            FileOutcome::Different(counts) => {
                let counts: Vec<String> =
                    counts.iter().map(|(category, count)| format!("{count} {category}")).collect();
                counts.join(", ")
            }
            FileOutcome::Failed(error) => error.clone(),
            FileOutcome::Same | FileOutcome::OnlyA | FileOutcome::OnlyB => String::new(),
        }
    }
}

/// The differences of all parts.
pub(super) fn all(comparison: &Comparison) -> impl Iterator<Item = &Difference> {
    comparison.differences().map(|(_, difference)| difference)
}

/// The number of differences of each category.
pub(super) fn counts<'d>(differences: impl Iterator<Item = &'d Difference>) -> BTreeMap<Category, usize> {
    let mut counts = BTreeMap::new();
    for difference in differences {
        *counts.entry(difference.category).or_insert(0) += 1;
    }
    counts
}

impl FolderComparison {
    /// Whether all files are the same.
    pub fn is_same(&self) -> bool {
        self.files.iter().all(|file| file.outcome == FileOutcome::Same)
    }

    /// The number of files of each outcome, those that are none left out.
    fn totals(&self) -> Vec<(&'static str, usize)> {
        let mut totals: Vec<(&'static str, usize)> = Vec::new();
        for name in self.files.iter().map(|file| file.outcome.name()) {
            match totals.iter_mut().find(|total| total.0 == name) {
                Some(total) => total.1 += 1,
                None => totals.push((name, 1)),
            }
        }
        totals
    }

    /// The sizes of all modules that were compared.
    pub fn sizes(&self) -> (Size, Size) {
        let mut total = (Size::default(), Size::default());
        for sizes in self.files.iter().filter_map(|file| file.sizes.as_ref()) {
            total.0.add(&sizes.a);
            total.1.add(&sizes.b);
        }
        total
    }

    /// The clusters of more than one change, in their order.
    pub(crate) fn sorted_clusters(&self) -> Vec<&Cluster> {
        let (a, b) = self.sizes();
        let opcodes = |of: &Size, other: &Size| {
            of.opcodes.keys().filter(|opcode| !other.opcodes.contains_key(*opcode)).cloned().collect::<Vec<String>>()
        };
        let new_or_gone = opcodes(&a, &b).into_iter().chain(opcodes(&b, &a)).collect();
        self.clusters.sorted_with(self.order, &new_or_gone)
    }

    pub(super) fn total(&self) -> String {
        let totals: Vec<String> = self.totals().iter().map(|(name, count)| format!("{count} {name}")).collect();
        let files = counted(self.files.len(), "file");
        format!("{files}: {}", if totals.is_empty() { "none".to_owned() } else { totals.join(", ") })
    }
}

/// What the page of a file is called: no name of another file, and none that a system has no room for.
///
/// ```
/// use irtrip_diff::render::folders::page_of;
/// assert!(page_of("a/b.ll").starts_with("a_b.ll-") && page_of("a/b.ll") != page_of("a_b.ll"));
/// ```
pub fn page_of(path: &str) -> String {
    const MOST: usize = 120;
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '_' };
    let name: String = path.chars().take(MOST).map(plain).collect();
    format!("{name}-{:016x}.html", xxh3_64(path.as_bytes()))
}

/// A line a file and a total. With `differences_only`, nothing but the lines of files that are not the same.
pub fn table(folders: &FolderComparison, heading: &Heading, differences_only: bool) -> String {
    let mut out = String::new();
    for file in folders.files.iter().filter(|file| !differences_only || file.outcome != FileOutcome::Same) {
        let color = match file.outcome {
            FileOutcome::Same => "0",
            FileOutcome::Different(_) => "33",
            FileOutcome::OnlyA | FileOutcome::Failed(_) => "31",
            FileOutcome::OnlyB => "32",
        };
        let mut line = format!("{:9}  {}", file.outcome.name(), file.path);
        let details = file.outcome.details();
        if !details.is_empty() {
            let _ = write!(line, "  ({details})");
        }
        heading.paint(color, &printable(&line), &mut out);
        for line in ignored(&file.ignored).into_iter().chain(equated(file.equated.filter(|count| *count > 0))) {
            heading.paint("2", &printable(&format!("  {line}")), &mut out);
        }
    }
    if !differences_only {
        heading.paint("1", &folders.total(), &mut out);
        cluster_lines(folders, heading, &mut out);
        size_lines(folders, heading, &mut out);
    }
    out
}

/// The comparison as data.
pub fn json(folders: &FolderComparison, heading: &Heading) -> String {
    let file = |file: &FileComparison| {
        let mut value = object!({ "path": file.path, "outcome": file.outcome.name() });
        match &file.outcome {
            FileOutcome::Different(counts) => {
                let counts = counts.iter().map(|(category, count)| (category.name().to_owned(), Value::from(*count)));
                value["counts"] = Value::Object(counts.collect());
            }
            FileOutcome::Failed(error) => value["error"] = Value::from(error.as_str()),
            FileOutcome::Same | FileOutcome::OnlyA | FileOutcome::OnlyB => {}
        }
        if !file.ignored.is_empty() {
            value["ignored"] = ignored_json(&file.ignored).into();
        }
        if let Some(equated) = file.equated {
            value["equated"] = equated.into();
        }
        if let Some(sizes) = file.sizes.as_ref().filter(|_| file.outcome != FileOutcome::Same) {
            value["size"] = size_json(&sizes.a, &sizes.b);
            value["functions"] = sizes.functions.iter().map(function_json).collect();
        }
        value
    };
    let (a, b) = folders.sizes();
    let totals = folders.totals().into_iter().map(|(name, count)| (name.to_owned(), Value::from(count)));
    let clusters = folders.sorted_clusters();
    let mut out = Vec::new();
    let written = (|| {
        let mut serializer = serde_json::Serializer::pretty(&mut out);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("a", heading.a)?;
        map.serialize_entry("b", heading.b)?;
        map.serialize_entry("changes", &folders.clusters.changes)?;
        map.serialize_entry("clusters", &EachJson(&clusters, |cluster: &&Cluster| cluster_json(cluster)))?;
        map.serialize_entry("files", &EachJson(&folders.files, file))?;
        map.serialize_entry("in_no_cluster", &folders.clusters.alone())?;
        map.serialize_entry("irtrip", env!("CARGO_PKG_VERSION"))?;
        map.serialize_entry("same", &folders.is_same())?;
        map.serialize_entry("size", &size_json(&a, &b))?;
        map.serialize_entry("total", &Value::Object(totals.collect()))?;
        map.serialize_entry("version", &SCHEMA_VERSION)?;
        map.end()
    })();
    // Nothing of it fails: its keys are strings, and it is written to memory.
    debug_assert!(written.is_ok());
    out.push(b'\n');
    String::from_utf8(out).unwrap_or_default()
}

/// Things as data, made one after the other while they are written: all of them at once take many times what their text does.
struct EachJson<'t, T, F>(&'t [T], F);

impl<T, F: Fn(&T) -> Value> Serialize for EachJson<'_, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

fn function_json(function: &crate::clusters::FunctionSize) -> Value {
    let side = |side: Option<(usize, usize)>| {
        side.map(|(instructions, blocks)| object!({ "instructions": instructions, "blocks": blocks }))
    };
    object!({ "name": function.name, "a": side(function.a), "b": side(function.b) })
}
