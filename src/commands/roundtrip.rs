//! `irtrip roundtrip`: files there and back.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use irtrip_roundtrip_tests::run::{Options, Report, files, run as run_trips};
use irtrip_roundtrip_tests::trip::Outcome;

use super::Status;
use crate::arguments::{Roundtrip, Settings};
use crate::losses::Loss;
use crate::{diagnostics, input};

/// Runs the command.
pub fn run(arguments: &Roundtrip, settings: &Settings) -> Result<Status> {
    let files = files(&arguments.paths)?;
    let options = Options { threads: settings.threads, progress: settings.progress };
    let mut out = std::io::stdout().lock();
    let lost: Mutex<Vec<Loss>> = Mutex::default();
    let summary = run_trips(
        &files,
        options,
        |path| {
            let source = input::read(path)?;
            lost.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(source.lost());
            Ok((source.language(path), source.text))
        },
        |report| Ok(out.write_all(shown(&report, settings.color_out).as_bytes())?),
    )?;
    if !settings.quiet {
        out.write_all(summary.table().as_bytes())?;
    }
    out.flush()?;
    diagnostics::warn(&lost.into_inner().unwrap_or_else(PoisonError::into_inner), settings);
    let diverges = arguments.execute && execute(&files, &mut out)?;
    Ok(match (summary.failed, summary.different + u64::from(diverges)) {
        (0, 0) => Status::Done,
        (0, _) => Status::Different,
        _ => Status::Error,
    })
}

/// Runs both sides of each file's trip; whether any does something else after it.
#[cfg(feature = "_llvm")]
fn execute(files: &[std::path::PathBuf], out: &mut impl Write) -> Result<bool> {
    use irtrip_roundtrip_tests::execute::{Executed, Options, execute, plan_of};
    use irtrip_roundtrip_tests::trip::both_sides;
    let children = crate::llvm::children()?;
    let mut executed = Executed::default();
    for path in files {
        let source = input::read(path)?;
        // A trip that failed is told by the trip.
        let Ok((before, after)) = both_sides(source.language(path), &source.text) else { continue };
        let Some(plan) = plan_of(&before) else { continue };
        let options = Options { inputs: 100, seed: 1 };
        executed.add(execute(&children, &source.name, (&before, &after), &plan, options));
    }
    for divergence in &executed.divergences {
        out.write_all(format!("diverges    {divergence}").as_bytes())?;
    }
    out.write_all(executed.summary().as_bytes())?;
    out.flush()?;
    Ok(!executed.divergences.is_empty())
}

#[cfg(not(feature = "_llvm"))]
fn execute(_files: &[std::path::PathBuf], _out: &mut impl Write) -> Result<bool> {
    crate::llvm::lacking("--execute")
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
