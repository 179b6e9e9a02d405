//! Many trips: files are found, taken there and back by several threads, and reported in order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use irtrip_dialect::escaped_text::Escape;
use irtrip_dialect::release::Release;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::execution_summary::ExecutionSummary;
use crate::explain::{Explanation, explain};
use crate::language::Language;
use crate::phis::Counts;
use crate::reduce::{Reduced, reduce};
use crate::report::{OutcomeKind, hash};
use crate::trip::{Source, Trip, TripReleases, unpanicked};

/// Files a thread may be ahead of the first whose result is still missing.
const AHEAD: usize = 64;
/// How long it may take until this process knows of an interruption.
const INTERRUPTION: Duration = Duration::from_millis(50);

/// Runs both sides of the trip of a file's text.
pub type Execute<'a> = dyn Fn(&Path, Language, &str) -> ExecutionSummary + Sync + 'a;

/// How a run is done.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Number of threads; 0 is one a core.
    pub threads: usize,
    /// List each phi with its block argument.
    pub explain: bool,
    /// Shrink modules that do not round-trip.
    pub reduce: bool,
    /// Run what can be run before and after the trip.
    pub execute: Option<&'a Execute<'a>>,
    /// Once this is set, no further file is begun; those under way are finished and reported.
    pub stop: Option<&'a AtomicBool>,
    /// The first file that is not as it should be sets `stop`.
    pub fail_fast: bool,
    /// The releases whose texts modules go through.
    pub through: TripReleases,
}

/// A file as a trip takes it.
pub struct ModuleText {
    /// The language of the text.
    pub language: Language,
    /// The text.
    pub text: String,
    /// The escapes in the text that stand for bytes of the file which are no UTF-8.
    pub escapes: Vec<Escape>,
    /// Where the text is that of bitcode: the release that wrote the bitcode, if it says so.
    pub bitcode: Option<Option<Release>>,
}

impl From<(Language, String)> for ModuleText {
    fn from((language, text): (Language, String)) -> ModuleText {
        ModuleText { language, text, escapes: Vec::new(), bitcode: None }
    }
}

/// A file's result.
#[derive(Debug)]
pub struct FileResult {
    /// The file.
    pub path: PathBuf,
    /// Its trip without the text in the middle, or why it cannot be read.
    pub trip: Result<Trip>,
    /// Bytes of its text.
    pub bytes: u64,
    /// What tells its text from others; none if it cannot be read.
    pub hash: Option<String>,
    /// What reading it and its trip took.
    pub time: Duration,
    /// Its phis and block arguments, if they were asked for.
    pub explanation: Option<Explanation>,
    /// A smaller module that fails the same way, if it fails and that was asked for.
    pub reduced: Option<Reduced>,
    /// What was run of it, if that was asked for.
    pub executed: Option<ExecutionSummary>,
}

impl FileResult {
    /// How the result counts.
    fn kind(&self) -> OutcomeKind {
        self.trip.as_ref().map_or(OutcomeKind::Failed, |trip| OutcomeKind::of(&trip.outcome))
    }

    fn diverges(&self) -> bool {
        self.executed.as_ref().is_some_and(ExecutionSummary::diverges)
    }

    /// Counts the result.
    fn count_in(&self, summary: &mut Summary) {
        let (phis, arguments) = self.trip.as_ref().map_or_else(|_| Default::default(), |t| (t.phis, t.arguments));
        summary.count(self.kind(), phis, arguments, self.diverges());
    }
}

/// How many files ended how.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// The same bytes.
    pub identical: u64,
    /// Other bytes, the same meaning.
    pub equivalent: u64,
    /// Other bytes, as what an older release wrote otherwise was upgraded; the same meaning.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub upgraded: u64,
    /// Another meaning.
    pub different: u64,
    /// An error, of the file or of a step.
    pub failed: u64,
    /// Files that do something else when they are run after their trip; they are counted above, too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub diverging: u64,
    /// Phis of the files that came back, and their incoming values.
    pub phis: Counts,
    /// Block arguments, and the operands passed to them.
    pub arguments: Counts,
}

impl Summary {
    /// Counts a module: its outcome, its phis and arguments if it came back, and whether it diverges when it is run.
    pub fn count(&mut self, kind: OutcomeKind, phis: Counts, arguments: Counts, diverges: bool) {
        self.diverging += u64::from(diverges);
        match kind {
            OutcomeKind::Identical => self.identical += 1,
            OutcomeKind::Equivalent => self.equivalent += 1,
            OutcomeKind::Upgraded => self.upgraded += 1,
            OutcomeKind::Different => self.different += 1,
            OutcomeKind::Failed => {
                self.failed += 1;
                return;
            }
        }
        self.phis += phis;
        self.arguments += arguments;
    }

    /// Number of files.
    pub fn total(&self) -> u64 {
        self.identical + self.equivalent + self.upgraded + self.different + self.failed
    }

    /// The closing table, for a terminal of so many columns.
    pub fn table_within(&self, columns: usize) -> String {
        let table = self.table();
        let mut lines = table.lines();
        let (Some(names), Some(counts)) = (lines.next(), lines.next()) else { return table };
        if names.len() <= columns {
            return table;
        }
        let rows = names.split_whitespace().zip(counts.split_whitespace());
        let mut narrow: String = rows.map(|(name, count)| format!("{name:<10} {count:>7}\n")).collect();
        lines.for_each(|line| narrow += &format!("{line}\n"));
        narrow
    }

    /// The closing table.
    pub fn table(&self) -> String {
        let one_to_one = if self.phis == self.arguments { "one to one" } else { "NOT one to one" };
        let mut columns = vec![(10, "identical", self.identical), (11, "equivalent", self.equivalent)];
        // Most runs are over modules of one release.
        columns.extend((self.upgraded > 0).then_some((9, "upgraded", self.upgraded)));
        columns.extend([(10, "different", self.different), (7, "failed", self.failed), (7, "files", self.total())]);
        let row = |cell: &dyn Fn(&(usize, &str, u64)) -> String| columns.iter().map(cell).collect::<Vec<_>>().join(" ");
        format!(
            "{}\n{}\n{} phis and {} block arguments, {} incoming values and {} operands of edges: {one_to_one}\n",
            row(&|(width, name, _)| format!("{name:>width$}")),
            row(&|(width, _, count)| format!("{count:>width$}")),
            self.phis.values,
            self.arguments.values,
            self.phis.edges,
            self.arguments.edges,
        )
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How names of modules end.
pub const ENDINGS: [&str; 4] = ["ll", "bc", "mlir", "mlirbc"];

/// Whether a file is a module by the ending of its name.
///
/// ```
/// assert!(irtrip_roundtrip::run::is_module("a/b.ll".as_ref()));
/// ```
pub fn is_module(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ENDINGS.iter().any(|ending| extension == *ending))
}

/// The files that paths stand for: a file itself, of a folder each module below it, by name. A file that
/// is named twice is there once.
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
            // A link to a file is a file; one to a folder may lead back here.
            let is_file = entry.file_type().is_file() || entry.path_is_symlink() && entry.path().is_file();
            if is_module(entry.path()) && is_file {
                files.push(entry.into_path());
            }
        }
    }
    if files.is_empty() {
        let named: Vec<String> = paths.iter().map(|p| p.display().to_string()).collect();
        anyhow::bail!("no .{} file in {}", ENDINGS.join(", ."), named.join(", "));
    }
    let mut met = FxHashSet::default();
    let firsts: Vec<bool> = files.iter().map(|file| met.insert(file.as_path())).collect();
    let mut firsts = firsts.into_iter();
    files.retain(|_| firsts.next() == Some(true));
    Ok(files)
}

/// How long to wait for a result before saying so.
const WAIT: Duration = Duration::from_millis(50);

/// Takes files there and back and hands each result to `report`, in the files' order; `waiting` is called now and then
/// while there is none. As many files are in memory as
/// there are threads, and the results of the few that overtook an earlier one.
///
/// # Errors
/// Those of `report`, which end the run, and a thread that cannot be started.
pub fn run<T: Into<ModuleText>>(
    files: &[PathBuf],
    options: Options<'_>,
    read: impl Fn(&Path) -> Result<T> + Sync,
    mut report: impl FnMut(FileResult) -> Result<()>,
    mut waiting: impl FnMut(),
) -> Result<Summary> {
    let threads = match options.threads {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    };
    // Few files are worked on one after another, each by all threads; of many, each thread has one to itself.
    let workers = if files.len() < 2 * threads { 1 } else { threads };
    let next = AtomicUsize::new(0);
    let turn = ReportedCount::default();
    std::thread::scope(|scope| {
        let (turn, _end) = (&turn, ReleaseOnDrop(&turn));
        let (sender, results) = mpsc::sync_channel::<(usize, Option<FileResult>)>(workers * 4);
        let (next, read) = (&next, &read);
        for _ in 0..workers {
            let sender = sender.clone();
            let pool = irtrip_dialect::deep_stack::pool_builder()
                .num_threads(threads / workers)
                .build()
                .context("the threads cannot be started")?;
            scope.spawn(move || {
                let _end = ReleaseOnPanic(turn);
                while let Some((index, path)) = take(next, files, options.stop) {
                    turn.wait_until(index.saturating_sub(AHEAD));
                    let report = pool.install(|| report_of(path, &options, read));
                    let is_good = |report: &FileResult| report.kind().is_good() && !report.diverges();
                    if let Some(stop) = options.stop.filter(|_| options.fail_fast && !report.iter().all(is_good)) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    // Nobody listens once a report has failed: the run is over.
                    if sender.send((index, report)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        deliver(&results, turn, &mut report, &mut waiting)
    })
}

/// Hands results to `report` in the files' order until there are no more; returns what they add up to.
fn deliver(
    results: &mpsc::Receiver<(usize, Option<FileResult>)>,
    turn: &ReportedCount,
    report: &mut impl FnMut(FileResult) -> Result<()>,
    waiting: &mut impl FnMut(),
) -> Result<Summary> {
    let mut summary = Summary::default();
    let mut early = BTreeMap::new();
    let mut due = 0;
    loop {
        let (index, result) = match results.recv_timeout(WAIT) {
            Ok(received) => received,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                waiting();
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        };
        early.insert(index, result);
        while let Some(result) = early.remove(&due) {
            due += 1;
            turn.set(due);
            let Some(result) = result else { continue };
            result.count_in(&mut summary);
            report(result)?;
        }
    }
    Ok(summary)
}

/// One file's trip, and what else is asked for. None of a file whose processes may have been interrupted.
fn report_of<T: Into<ModuleText>>(
    path: &Path,
    options: &Options<'_>,
    read: &(impl Fn(&Path) -> Result<T> + Sync),
) -> Option<FileResult> {
    #[expect(clippy::disallowed_methods, reason = "the report has the time of each module")]
    let start = Instant::now();
    let is_stopped = || options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
    let mut report = FileResult {
        path: path.to_owned(),
        trip: Err(anyhow::Error::msg("")),
        bytes: 0,
        hash: None,
        time: Duration::ZERO,
        explanation: None,
        reduced: None,
        executed: None,
    };
    let ModuleText { language, text, escapes, bitcode } = match read(path) {
        Ok(read) => read.into(),
        Err(error) => {
            (report.trip, report.time) = (Err(error), start.elapsed());
            // Bitcode is read by a process of its own.
            return (!is_stopped()).then_some(report);
        }
    };
    let trip = |language, text: &str| unpanicked(language, text.into(), options.through);
    let mut done = unpanicked(language, Source { text: &text, escapes: &escapes, bitcode }, options.through);
    report.time = start.elapsed();
    report.executed = options.execute.map(|execute| execute(path, language, &text));
    if report.diverges() {
        // What interrupts this process ends those it has started, and they may know first.
        std::thread::sleep(INTERRUPTION);
    }
    if report.executed.is_some() && is_stopped() {
        return None;
    }
    report.reduced = options.reduce.then(|| reduce(language, &text, &done, &trip, options.stop)).flatten();
    // Of results that wait for their turn the text in the middle would be most.
    done.middle = String::new();
    report.explanation = options.explain.then(|| explain(language, &text));
    (report.bytes, report.hash) = (text.len() as u64, Some(hash(text.as_bytes())));
    report.trip = Ok(done);
    Some(report)
}

fn take<'a>(next: &AtomicUsize, files: &'a [PathBuf], stop: Option<&AtomicBool>) -> Option<(usize, &'a PathBuf)> {
    if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return None;
    }
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, files.get(index)?))
}

/// How many results have been reported: threads wait for it, so that none gets too far ahead.
#[derive(Default)]
struct ReportedCount {
    reported: Mutex<usize>,
    moved: Condvar,
}

impl ReportedCount {
    fn wait_until(&self, wanted: usize) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        while *reported < wanted {
            reported = self.moved.wait(reported).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set(&self, reported: usize) {
        let mut before = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        *before = reported.max(*before);
        drop(before);
        self.moved.notify_all();
    }
}

/// Releases every waiting thread when a run ends, however it ends.
struct ReleaseOnDrop<'a>(&'a ReportedCount);

impl Drop for ReleaseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.set(usize::MAX);
    }
}

/// Releases every waiting thread when another panics.
struct ReleaseOnPanic<'a>(&'a ReportedCount);

impl Drop for ReleaseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.set(usize::MAX);
        }
    }
}
