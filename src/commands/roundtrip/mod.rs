//! `irtrip roundtrip`: files there and back.

mod collect;
mod execute;
mod progress;
mod reduced;

use std::collections::HashSet;
use std::io::{StdoutLock, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use irtrip::dialect::diagnostic::RenderedDiagnostic;
use irtrip_roundtrip::execution_summary::ExecutionSummary;
use irtrip_roundtrip::report::{Head, ModuleReport, OutcomeKind, ReducedFile, Report, hash};
use irtrip_roundtrip::run::{Execute, FileResult, Options, files, run as run_trips};
use irtrip_roundtrip::shard::key;
use irtrip_roundtrip::trip::Outcome;
use rayon::prelude::*;

use super::{Status, report};
use crate::arguments::{Roundtrip, Settings};
use crate::{input, losses};
use collect::Collector;
use progress::Progress;
use reduced::Folder;

/// Set by what interrupts the program: files under way are finished, and what was done is written.
static STOP: AtomicBool = AtomicBool::new(false);

/// The status of a program that is interrupted while it finishes, as shells give it.
const INTERRUPTED: i32 = 130;

/// Runs the command.
pub fn run(arguments: &Roundtrip, settings: &Settings) -> Result<Status> {
    let executor = arguments.execute.then(execute::executor).transpose()?;
    let mut files = files(&arguments.paths)?;
    files.retain(|path| arguments.shard.has(&key(path, &arguments.paths)));
    let head = Head::new(arguments.shard, files.len());
    let total = files.len() as u64;
    let done = before(arguments, &head, &files)?;
    let known: HashSet<&str> = done.iter().map(|module| module.path.as_str()).collect();
    files.retain(|path| !known.contains(path.display().to_string().as_str()));
    let reduced = done.iter().filter_map(|module| module.reduced.as_ref()).map(|file| PathBuf::from(&file.path));
    let small = arguments.reduce.as_deref().map(|path| Folder::new(path, reduced)).transpose()?;
    let mut collector = Collector::new(arguments, head, done)?;
    stop_at_interruption()?;

    let options = Options {
        threads: settings.threads,
        explain: arguments.explain,
        reduce: small.is_some(),
        execute: executor.as_ref().map(|executor| executor as &Execute<'_>),
        stop: Some(&STOP),
        fail_fast: arguments.fail_fast,
    };
    let text = !collector.takes_stdout();
    let mut out = std::io::stdout().lock();
    let ran = take_all(arguments, settings, &files, options, small, &mut collector, &mut out);
    let summary = collector.summary();
    let table = summary.table() + &collector.executed().map(ExecutionSummary::summary).unwrap_or_default();
    let complete = summary.total() == total;
    // What was done is worth keeping, whatever ended the run.
    collector.finish(complete, &mut out)?;
    let losses = ran?;
    if text && !settings.quiet {
        out.write_all(table.as_bytes())?;
    }
    out.flush()?;
    losses::warn(&losses, true, settings);
    // Nothing interrupted a run that ended itself.
    let ended_itself = arguments.fail_fast && report::status(&summary) != Status::Done;
    if !complete && !ended_itself {
        bail!("interrupted after {} of {total} files", summary.total());
    }
    Ok(report::status(&summary))
}

/// Takes the files there and back, and gives what is lost of those that are bitcode.
fn take_all(
    arguments: &Roundtrip,
    settings: &Settings,
    files: &[PathBuf],
    options: Options<'_>,
    mut small: Option<Folder>,
    collector: &mut Collector,
    out: &mut StdoutLock<'_>,
) -> Result<Vec<RenderedDiagnostic>> {
    let text = !collector.takes_stdout();
    let losses: Mutex<Vec<RenderedDiagnostic>> = Mutex::default();
    let progress = Progress::new(files.len(), settings.progress);
    run_trips(
        files,
        options,
        |path| {
            let source = input::read(path)?;
            losses.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(source.losses());
            Ok((source.language(path), source.file.text))
        },
        |report| {
            progress.step(|| {
                let written = match (&mut small, &report.reduced) {
                    (Some(folder), Some(small)) => Some(folder.write(&key(&report.path, &arguments.paths), small)?),
                    _ => None,
                };
                if text {
                    out.write_all(shown(&report, settings.color_out).as_bytes())?;
                    out.write_all(besides(&report, written.as_ref()).as_bytes())?;
                }
                collector.add(ModuleReport::new(&report, written), out)
            })
        },
    )?;
    Ok(losses.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The modules of the report that the run goes on with. What was not asked for then, could not be read or has changed
/// since is not among them.
fn before(arguments: &Roundtrip, head: &Head, files: &[PathBuf]) -> Result<Vec<ModuleReport>> {
    let Some(path) = arguments.resume.as_deref().filter(|path| path.exists()) else { return Ok(Vec::new()) };
    let Report { head: own, modules, .. } = report::read(path)?;
    let name = path.display();
    if own.irtrip != head.irtrip {
        bail!("{name} is of irtrip {}, and this is {}", own.irtrip, head.irtrip);
    }
    if own.shards != head.shards {
        bail!("{name} is of another shard");
    }
    let files: HashSet<String> = files.iter().map(|path| path.display().to_string()).collect();
    if let Some(module) = modules.iter().find(|module| !files.contains(&module.path)) {
        bail!("{name} has {}, which is not among the files", module.path);
    }
    let is_whole = |module: &ModuleReport| {
        let comes_back = matches!(module.outcome, OutcomeKind::Identical | OutcomeKind::Equivalent);
        (module.explanation.is_some() || !arguments.explain)
            && (module.executed.is_some() || !arguments.execute)
            && (module.reduced.is_some() || arguments.reduce.is_none() || comes_back)
    };
    let is_same = |module: &ModuleReport| {
        let stored = module.hash.as_deref();
        stored.is_some() && std::fs::read(&module.path).is_ok_and(|text| stored == Some(hash(&text).as_str()))
    };
    Ok(modules.into_par_iter().filter(|module| is_whole(module) && is_same(module)).collect())
}

/// The first interruption ends the run when the files under way are finished, the second at once.
fn stop_at_interruption() -> Result<()> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })
    .context("interruptions cannot be handled")
}

/// The lines about a file that were asked for besides.
fn besides(report: &FileResult, reduced: Option<&ReducedFile>) -> String {
    let mut out = String::new();
    let explained = report.explanation.as_ref().map(|explanation| explanation.text()).unwrap_or_default();
    if !explained.is_empty() {
        out += &format!("{}\n{explained}", report.path.display());
    }
    for divergence in report.executed.iter().flat_map(|executed| &executed.divergences) {
        out += &format!("diverges    {divergence}");
    }
    if let Some(file) = reduced {
        out += &format!("reduced     {} lines to {}: {}\n", file.lines_before, file.lines, file.command);
    }
    out
}

/// The lines about a file; none if it came back as it was.
fn shown(report: &FileResult, color: bool) -> String {
    let path = report.path.display();
    match &report.trip {
        Err(error) => format!("failed      {path}: {error:#}\n"),
        Ok(trip) => match &trip.outcome {
            Outcome::Identical => String::new(),
            Outcome::Equivalent(diff) => format!("equivalent  {path}\n{}", indented(diff, color)),
            Outcome::Different(diff) => format!("different   {path}\n{}", indented(diff, color)),
            Outcome::Failed(failure) => {
                let line = failure.line.trim();
                let shown: String = line.chars().take(100).collect();
                let line = if line.is_empty() { String::new() } else { format!("            {shown}\n") };
                format!("failed      {path}: {failure}\n{line}")
            }
        },
    }
}

fn indented(diff: &str, color: bool) -> String {
    let line = |line: &str| match (color, line.as_bytes().first()) {
        (true, Some(b'-')) => format!("    \x1b[31m{line}\x1b[0m\n"),
        (true, Some(b'+')) => format!("    \x1b[32m{line}\x1b[0m\n"),
        (true, Some(b'@')) => format!("    \x1b[36m{line}\x1b[0m\n"),
        _ => format!("    {line}\n"),
    };
    diff.lines().map(line).collect()
}
