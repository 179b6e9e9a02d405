//! The modules of two folders, each compared with the one of the same path, and what all of them say in clusters.

use irtrip::dialect::ContextDialects;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use irtrip::dialect::Context;
use irtrip::diff::clusters::{ChangeKey, ChangedLine, ClusterOrder, Clusters, changes, sizes};
use irtrip::diff::render::folders::{FileComparison, FileOutcome, FolderComparison, html, json, table};
use irtrip::diff::render::{Heading, markdown};
use irtrip::diff::{Options, Side, compare};
use irtrip::read_both;
use irtrip_roundtrip::run::files;
use rayon::prelude::*;

use super::{Input, compare_inputs, comparison_error, names, options, pager};
use crate::arguments::{ClusterSort, Diff, DiffForm, Settings};
use crate::input;

/// As many pairs are compared before what they say is put together: what is held is bounded by these.
const PAIRS_AT_ONCE: usize = 64;

/// Compares the folders, or two files as folders of one; whether they are the same.
///
/// # Errors
/// A folder cannot be read, or the result cannot be written. Files that cannot be read are results; the command fails once all
/// are shown.
pub fn run(arguments: &Diff, settings: &Settings) -> Result<bool> {
    let all = pairs(arguments)?;
    let order = match arguments.sort {
        ClusterSort::Count => ClusterOrder::Count,
        ClusterSort::Size => ClusterOrder::Size,
        ClusterSort::Opcode => ClusterOrder::Opcode,
    };
    let mut folders = FolderComparison { order, limit: arguments.clusters, ..FolderComparison::default() };
    for some in all.chunks(PAIRS_AT_ONCE) {
        let compared: Vec<(FileComparison, Clusters)> =
            some.par_iter().with_max_len(1).map(|pair| compare_pair(pair, arguments)).collect();
        for (file, clusters) in compared {
            folders.files.push(file);
            folders.clusters.add(clusters);
        }
    }
    show_examples(&mut folders, &all, arguments);
    let (a, b) = (arguments.a.display().to_string(), arguments.b.display().to_string());
    let (a, b) = names(arguments, &a, &b);
    let heading = Heading { a, b, color: settings.color_out };
    let text = match arguments.format {
        DiffForm::Json => json(&folders, &heading),
        DiffForm::Html => html(&folders, &heading),
        DiffForm::Markdown => markdown(&folders, &heading),
        DiffForm::Unified | DiffForm::Stat | DiffForm::SideBySide => table(&folders, &heading, settings.quiet),
    };
    pager::write(arguments.output.as_deref(), &text)?;
    match folders.files.iter().filter(|file| matches!(file.outcome, FileOutcome::Failed(_))).count() {
        0 => Ok(folders.is_same()),
        1 => anyhow::bail!("one file cannot be compared"),
        count => anyhow::bail!("{count} files cannot be compared"),
    }
}

/// Two files to compare, by what they are called; where only one folder has it, without the other.
struct Pair {
    name: String,
    a: Option<PathBuf>,
    b: Option<PathBuf>,
}

/// The files of the folders, by their paths below these.
fn pairs(arguments: &Diff) -> Result<Vec<Pair>> {
    if !(arguments.a.is_dir() && arguments.b.is_dir()) {
        let name = arguments.b.display().to_string();
        return Ok(vec![Pair { name, a: Some(arguments.a.clone()), b: Some(arguments.b.clone()) }]);
    }
    let paths = |folder: &Path| -> Result<BTreeSet<PathBuf>> {
        let found = files(&[folder.to_owned()])?;
        Ok(found.iter().filter_map(|path| path.strip_prefix(folder).ok()).map(Path::to_owned).collect())
    };
    let (of_a, of_b) = (paths(&arguments.a)?, paths(&arguments.b)?);
    let pair = |path: &PathBuf| Pair {
        name: path.display().to_string(),
        a: of_a.contains(path).then(|| arguments.a.join(path)),
        b: of_b.contains(path).then(|| arguments.b.join(path)),
    };
    Ok(of_a.union(&of_b).map(pair).collect())
}

/// Does something with two files as inputs.
fn with_inputs<T>(a: &Path, b: &Path, run: impl FnOnce(&Input, &Input) -> Result<T>) -> Result<T> {
    let (source_a, source_b) = (input::read_to_compare(a)?, input::read_to_compare(b)?);
    // There may be many files, so that contexts go with them.
    let new_context = || Context::with_dialects(irtrip::all_dialects());
    let (ctx_a, ctx_b) = (new_context(), new_context());
    let a = Input { path: a, source: &source_a, ctx: &ctx_a };
    let b = Input { path: b, source: &source_b, ctx: &ctx_b };
    run(&a, &b)
}

/// Compares the files of a pair.
fn compare_pair(pair: &Pair, arguments: &Diff) -> (FileComparison, Clusters) {
    let path = pair.name.clone();
    let only = |outcome| {
        (
            FileComparison { path: path.clone(), outcome, sizes: None, ignored: Vec::new(), equated: None },
            Clusters::default(),
        )
    };
    let (a, b) = match (&pair.a, &pair.b) {
        (Some(a), Some(b)) => (a, b),
        (Some(_), None) => return only(FileOutcome::OnlyA),
        _ => return only(FileOutcome::OnlyB),
    };
    let compared = with_inputs(a, b, |a, b| {
        let modules = read_both(&a.compared(), &b.compared(), false);
        let (module_a, module_b) = modules.map_err(|error| comparison_error(a, b, error))?;
        let (side_a, side_b) = (Side::new(a.ctx, &module_a), Side::new(b.ctx, &module_b));
        // Lines around a change are in no cluster.
        let comparison = compare(side_a, side_b, &Options { context: 0, ..options(arguments) });
        let file = FileComparison {
            path: path.clone(),
            outcome: FileOutcome::of(&comparison),
            sizes: Some(sizes(side_a, side_b)),
            ignored: comparison.ignored.clone(),
            equated: comparison.equated,
        };
        Ok((file, Clusters::of(&path, &comparison)))
    });
    compared.unwrap_or_else(|error| only(FileOutcome::Failed(first_line(&error))))
}

/// Gives the examples of the clusters that are shown the lines of their files.
fn show_examples(folders: &mut FolderComparison, pairs: &[Pair], arguments: &Diff) {
    let limit = if arguments.format == DiffForm::Json { usize::MAX } else { arguments.clusters };
    let mut by_file: BTreeMap<String, Vec<ChangeKey>> = BTreeMap::new();
    for cluster in folders.sorted_clusters().into_iter().take(limit) {
        let place = &cluster.example.0;
        by_file.entry(place.file.clone()).or_default().push(cluster.key);
    }
    let wanted: Vec<(&Pair, Vec<ChangeKey>)> =
        pairs.iter().filter_map(|pair| Some((pair, by_file.remove(&pair.name)?))).collect();
    let lines_of = |(pair, wanted): &(&Pair, Vec<ChangeKey>)| {
        let (Some(a), Some(b)) = (&pair.a, &pair.b) else { return Vec::new() };
        let comparison = with_inputs(a, b, |a, b| compare_inputs(a, b, arguments));
        let found = comparison.map(|comparison| changes(&comparison)).unwrap_or_default();
        let lines = |key: &ChangeKey| {
            // Of the changes that say the same, the smallest.
            let alike = found.iter().filter(|change| change.key == *key && !change.lines.is_empty());
            let size = |lines: &[ChangedLine]| (lines.len(), lines.iter().map(|line| line.text.len()).sum::<usize>());
            let smallest = alike.min_by_key(|change| size(&change.lines))?;
            Some((*key, smallest.part.clone(), smallest.lines.clone()))
        };
        wanted.iter().filter_map(lines).collect()
    };
    let lines: Vec<Vec<(ChangeKey, String, Vec<ChangedLine>)>> =
        wanted.par_iter().with_max_len(1).map(lines_of).collect();
    for (key, part, lines) in lines.into_iter().flatten() {
        folders.clusters.set_example(key, part, lines);
    }
}

/// An error in one line.
fn first_line(error: &anyhow::Error) -> String {
    format!("{error:#}").lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
