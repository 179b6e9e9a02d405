//! Many trips: files are found, taken there and back by several threads, and reported in order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::explain::{Explanation, explain};
use crate::language::Language;
use crate::phis::Counts;
use crate::reduce::{Reduced, reduce};
use crate::report::Kind;
use crate::trip::{Trip, trip};

/// Files a thread may be ahead of the first whose result is still missing.
const AHEAD: usize = 64;

/// How a run is done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options<'a> {
    /// Number of threads; 0 is one a core.
    pub threads: usize,
    /// A progress bar on standard error.
    pub progress: bool,
    /// List each phi with its block argument.
    pub explain: bool,
    /// Shrink modules that do not come back.
    pub reduce: bool,
    /// Once this is set, no further file is begun; those under way are finished and reported.
    pub stop: Option<&'a AtomicBool>,
}

/// A file's result.
#[derive(Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// Its trip without the text in the middle, or why it cannot be read.
    pub trip: Result<Trip>,
    /// Bytes of its text.
    pub bytes: u64,
    /// What reading it and its trip took.
    pub time: Duration,
    /// Its phis and block arguments, if they were asked for.
    pub explanation: Option<Explanation>,
    /// A smaller module that fails the same way, if it fails and that was asked for.
    pub reduced: Option<Reduced>,
}

/// How many files ended how.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
        match &report.trip {
            Ok(trip) => self.count(Kind::of(&trip.outcome), trip.phis, trip.arguments),
            Err(_) => self.failed += 1,
        }
    }

    /// Counts an outcome, and the phis and arguments of what came back.
    pub fn count(&mut self, kind: Kind, phis: Counts, arguments: Counts) {
        match kind {
            Kind::Identical => self.identical += 1,
            Kind::Equivalent => self.equivalent += 1,
            Kind::Different => self.different += 1,
            Kind::Failed => {
                self.failed += 1;
                return;
            }
        }
        self.phis += phis;
        self.arguments += arguments;
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
/// there are threads, and the results of the few that overtook an earlier one.
///
/// # Errors
/// Those of `report`, which end the run, and a thread that cannot be started.
pub fn run(
    files: &[PathBuf],
    options: Options<'_>,
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
    let turn = Turn::default();
    std::thread::scope(|scope| {
        let (turn, _end) = (&turn, EndOfTurns(&turn));
        let (sender, results) = mpsc::sync_channel::<(usize, Report)>(workers * 4);
        let (next, read) = (&next, &read);
        for _ in 0..workers {
            let sender = sender.clone();
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads / workers)
                .build()
                .context("the threads cannot be started")?;
            scope.spawn(move || {
                while let Some((index, path)) = take(next, files, options.stop) {
                    turn.wait_until(index.saturating_sub(AHEAD));
                    let report = pool.install(|| report_of(path, &options, read));
                    // Nobody listens once a report has failed: the run is over.
                    if sender.send((index, report)).is_err() {
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
                turn.set(due);
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

/// One file's trip, and what else is asked for.
fn report_of(
    path: &Path,
    options: &Options<'_>,
    read: &(impl Fn(&Path) -> Result<(Language, String)> + Sync),
) -> Report {
    let start = Instant::now();
    let report =
        |trip, bytes, time| Report { path: path.to_owned(), trip, bytes, time, explanation: None, reduced: None };
    let (language, text) = match read(path) {
        Ok(read) => read,
        Err(error) => return report(Err(error), 0, start.elapsed()),
    };
    let mut done = trip(language, &text);
    let time = start.elapsed();
    let reduced = options.reduce.then(|| reduce(language, &text, &done, &trip)).flatten();
    // Of results that wait for their turn the text in the middle would be most.
    done.middle = String::new();
    let explanation = options.explain.then(|| explain(language, &text));
    Report { explanation, reduced, ..report(Ok(done), text.len() as u64, time) }
}

fn take<'a>(next: &AtomicUsize, files: &'a [PathBuf], stop: Option<&AtomicBool>) -> Option<(usize, &'a PathBuf)> {
    if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return None;
    }
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, files.get(index)?))
}

/// How many results have been reported, for threads that must not get too far ahead.
#[derive(Default)]
struct Turn {
    reported: Mutex<usize>,
    moved: Condvar,
}

impl Turn {
    fn wait_until(&self, wanted: usize) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        while *reported < wanted {
            reported = self.moved.wait(reported).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set(&self, reported: usize) {
        *self.reported.lock().unwrap_or_else(PoisonError::into_inner) = reported;
        self.moved.notify_all();
    }
}

/// Lets every waiting thread go on when a run ends, however it ends.
struct EndOfTurns<'a>(&'a Turn);

impl Drop for EndOfTurns<'_> {
    fn drop(&mut self) {
        self.0.set(usize::MAX);
    }
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
