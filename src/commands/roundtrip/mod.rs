//! `irtrip roundtrip`: files there and back.

mod collect;
mod execute;
mod reduced;

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use irtrip_roundtrip_tests::report::{Head, Module, ReducedFile, Report as Data};
use irtrip_roundtrip_tests::run::{Options, Report, files, run as run_trips};
use irtrip_roundtrip_tests::shard::key;
use irtrip_roundtrip_tests::trip::Outcome;

use super::{Status, report};
use crate::arguments::{Roundtrip, Settings};
use crate::losses::Loss;
use crate::{diagnostics, input};
use collect::Collector;

/// Set by what interrupts the program: files under way are finished, and what was done is written.
static STOP: AtomicBool = AtomicBool::new(false);

/// The status of a program that is interrupted while it finishes, as shells give it.
const INTERRUPTED: i32 = 130;

/// Runs the command.
pub fn run(arguments: &Roundtrip, settings: &Settings) -> Result<Status> {
    let mut files = files(&arguments.paths)?;
    files.retain(|path| arguments.shard.has(&key(path, &arguments.paths)));
    let head = Head::new(arguments.shard, files.len());
    let total = files.len();
    let done = before(arguments, &head, &files)?;
    let known: HashSet<&str> = done.iter().map(|module| module.path.as_str()).collect();
    files.retain(|path| !known.contains(path.display().to_string().as_str()));
    let mut collector = Collector::new(arguments, head, done)?;
    stop_at_interruption()?;

    let options = Options {
        threads: settings.threads,
        progress: settings.progress,
        explain: arguments.explain,
        reduce: arguments.reduce.is_some(),
        stop: Some(&STOP),
    };
    let mut out = std::io::stdout().lock();
    let text = !collector.takes_stdout();
    let lost: Mutex<Vec<Loss>> = Mutex::default();
    run_trips(
        &files,
        options,
        |path| {
            let source = input::read(path)?;
            lost.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(source.lost());
            Ok((source.language(path), source.text))
        },
        |report| {
            let reduced = reduced_file(arguments, &report)?;
            if text {
                out.write_all(shown(&report, settings.color_out).as_bytes())?;
                out.write_all(besides(&report, reduced.as_ref()).as_bytes())?;
            }
            collector.add(&report, reduced, &mut out)
        },
    )?;
    let summary = collector.summary();
    if text && !settings.quiet {
        out.write_all(summary.table().as_bytes())?;
    }
    let complete = summary.total() == total as u64;
    collector.finish(complete, &mut out)?;
    out.flush()?;
    diagnostics::warn(&lost.into_inner().unwrap_or_else(PoisonError::into_inner), settings);
    if !complete {
        bail!("interrupted after {} of {total} files", summary.total());
    }
    if arguments.execute && execute::execute(&files, &mut out)? && report::status(&summary) == Status::Done {
        return Ok(Status::Different);
    }
    Ok(report::status(&summary))
}

/// The modules of the report that the run goes on with.
fn before(arguments: &Roundtrip, head: &Head, files: &[PathBuf]) -> Result<Vec<Module>> {
    let Some(path) = arguments.resume.as_deref().filter(|path| path.exists()) else { return Ok(Vec::new()) };
    let Data { head: own, modules, .. } = report::read(path)?;
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
    // A file that has changed since is taken again.
    let same = |m: &Module| std::fs::metadata(&m.path).is_ok_and(|file| file.len() == m.bytes);
    Ok(modules.into_iter().filter(same).collect())
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

/// Writes the smaller module of a file that failed.
fn reduced_file(arguments: &Roundtrip, report: &Report) -> Result<Option<ReducedFile>> {
    let (Some(folder), Some(small)) = (&arguments.reduce, &report.reduced) else { return Ok(None) };
    reduced::write(folder, &key(&report.path, &arguments.paths), &report.path, small).map(Some)
}

/// The lines about a file that were asked for besides.
fn besides(report: &Report, reduced: Option<&ReducedFile>) -> String {
    let mut out = String::new();
    let explained = report.explanation.as_ref().map(|explanation| explanation.text()).unwrap_or_default();
    if !explained.is_empty() {
        out += &format!("{}\n{explained}", report.path.display());
    }
    if let Some(file) = reduced {
        out += &format!("reduced     {} lines to {}: {}\n", file.lines_before, file.lines, file.command);
    }
    out
}

/// The lines about a file; none if it came back as it was.
fn shown(report: &Report, color: bool) -> String {
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
