//! Many trips: files are found, taken there and back by several threads, and reported in order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use walkdir::WalkDir;

use crate::language::Language;
use crate::phis::Counts;
use crate::trip::{Outcome, Trip, trip};

/// How a run is done.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Number of threads; 0 is one a core.
    pub threads: usize,
    /// A progress bar on standard error.
    pub progress: bool,
}

/// A file's result.
#[derive(Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// Its trip, or why it cannot be read.
    pub trip: Result<Trip>,
}

/// How many files ended how.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The same bytes.
    pub identical: u64,
    /// Other bytes, the same meaning.
    pub equivalent: u64,
    /// Another meaning.
    pub different: u64,
    /// An error, of the file or of a step.
    pub failed: u64,
    /// Phis of the files that came back, and their incoming values.
    pub phis: Counts,
    /// Block arguments, and the operands passed to them.
    pub arguments: Counts,
}

impl Summary {
    /// Counts a file's result.
    pub fn add(&mut self, report: &Report) {
        let Ok(trip) = &report.trip else {
            self.failed += 1;
            return;
        };
        match trip.outcome {
            Outcome::Identical => self.identical += 1,
            Outcome::Equivalent(_) => self.equivalent += 1,
            Outcome::Different(_) => self.different += 1,
            Outcome::Failed(_) => {
                self.failed += 1;
                return;
            }
        }
        self.phis += trip.phis;
        self.arguments += trip.arguments;
    }

    /// Number of files.
    pub fn total(&self) -> u64 {
        self.identical + self.equivalent + self.different + self.failed
    }

    /// The closing table.
    pub fn table(&self) -> String {
        let one_to_one = if self.phis == self.arguments { "one to one" } else { "NOT one to one" };
        format!(
            "{:>10} {:>11} {:>10} {:>7} {:>7}\n{:>10} {:>11} {:>10} {:>7} {:>7}\n\
             {} phis and {} block arguments, {} incoming values and {} operands of edges: {one_to_one}\n",
            "identical",
            "equivalent",
            "different",
            "failed",
            "files",
            self.identical,
            self.equivalent,
            self.different,
            self.failed,
            self.total(),
            self.phis.values,
            self.arguments.values,
            self.phis.edges,
            self.arguments.edges,
        )
    }
}

/// The files that paths stand for: a file itself, of a folder each `.ll`, `.bc` and `.mlir` below it, by name.
///
/// # Errors
/// A path does not exist or cannot be listed, or there is no file at all.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.with_context(|| format!("{} cannot be listed", path.display()))?;
            let known = entry.path().extension().is_some_and(|e| e == "ll" || e == "bc" || e == "mlir");
            if known && entry.file_type().is_file() {
                files.push(entry.into_path());
            }
        }
    }
    if files.is_empty() {
        let named: Vec<String> = paths.iter().map(|p| p.display().to_string()).collect();
        anyhow::bail!("no .ll, .bc or .mlir file in {}", named.join(", "));
    }
    Ok(files)
}

/// Takes files there and back and hands each result to `report`, in the files' order. As many files are in memory as
/// there are threads, and the results of those that overtook an earlier one.
///
/// # Errors
/// Those of `report`, which end the run, and a thread that cannot be started.
pub fn run(
    files: &[PathBuf],
    options: Options,
    read: impl Fn(&Path) -> Result<(Language, String)> + Sync,
    mut report: impl FnMut(Report) -> Result<()>,
) -> Result<Summary> {
    let threads = match options.threads {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    };
    // Few files are worked on one after another, each by all threads; of many, each thread has one to itself.
    let workers = if files.len() < 2 * threads { 1 } else { threads };
    let bar = bar(files.len(), options.progress && files.len() > 1);
    let next = AtomicUsize::new(0);
    let mut summary = Summary::default();
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel::<(usize, Report)>(workers * 4);
        let (next, read) = (&next, &read);
        for _ in 0..workers {
            let sender = sender.clone();
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads / workers)
                .build()
                .context("the threads cannot be started")?;
            scope.spawn(move || {
                while let Some((index, path)) = take(next, files) {
                    let trip = pool.install(|| read(path).map(|(language, text)| trip(language, &text)));
                    // Nobody listens once a report has failed: the run is over.
                    if sender.send((index, Report { path: path.clone(), trip })).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (index, result) in results {
            early.insert(index, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                summary.add(&result);
                bar.suspend(|| report(result))?;
                bar.inc(1);
            }
        }
        Ok(())
    })
    .inspect_err(|_: &anyhow::Error| bar.finish_and_clear())?;
    bar.finish_and_clear();
    Ok(summary)
}

fn take<'a>(next: &AtomicUsize, files: &'a [PathBuf]) -> Option<(usize, &'a PathBuf)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, files.get(index)?))
}

fn bar(files: usize, shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    // The template is a constant; were it ill-formed, the default style would do.
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} files, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
