//! `irtrip roundtrip`: files there and back.

mod collect;
mod execute;
mod lines;
mod progress;
mod reduced;

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{StdoutLock, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use irtrip::dialect::diagnostic::RenderedDiagnostic;
use irtrip_roundtrip::report::{Head, ModuleReport, Report, hash};
use irtrip_roundtrip::run::{Execute, ModuleText, Options, Summary, files, run as run_trips};
use irtrip_roundtrip::shard::key;
use irtrip_roundtrip::trip::TripReleases;
use rayon::prelude::*;

use super::{Status, report};
use crate::arguments::{Roundtrip, Settings};
use crate::interruption::{self, INTERRUPTED, STOP};
use crate::{diagnostics, input, losses, output, progress as shown_progress};
use collect::Collector;
use progress::Progress;
use reduced::Folder;

/// How long files under way may take once the program is interrupted. What was done by then is written.
const UNDER_WAY: Duration = Duration::from_millis(300);

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
    let collector = RefCell::new(Some(Collector::new(arguments, settings, head, done)?));
    interruption::finish_first();

    let options = Options {
        threads: settings.threads,
        explain: arguments.explain,
        reduce: small.is_some(),
        execute: executor.as_ref().map(|executor| executor as &Execute<'_>),
        stop: Some(&STOP),
        fail_fast: arguments.fail_fast,
        through: TripReleases { llvm: arguments.llvm, mlir: arguments.mlir.and_then(|mlir| mlir.other) },
    };
    if !settings.quiet {
        output::check_standard_output()?;
    }
    let out = RefCell::new(std::io::stdout().lock());
    let ran = take_all(arguments, settings, &files, options, small, (&collector, &out), total);
    let summary = finish(&collector, settings, &mut out.borrow_mut(), total)?;
    let losses = ran?;
    losses::warn(&losses, true, settings);
    if INTERRUPTED.load(Ordering::Relaxed) && summary.total() < total {
        say_interrupted(&summary, total, settings);
        return Ok(Status::Interrupted);
    }
    Ok(report::status(&summary))
}

/// Writes the reports, or their last lines, the failures and the table. What was done is worth keeping, whatever ended the run.
fn finish(
    collector: &RefCell<Option<Collector>>,
    settings: &Settings,
    out: &mut StdoutLock<'_>,
    total: u64,
) -> Result<Summary> {
    let Some(collector) = collector.take() else { return Ok(Summary::default()) };
    shown_progress::clear();
    let (closing, summary) = (collector.closing_lines(), collector.summary());
    collector.finish(summary.total() == total, out)?;
    if !settings.quiet {
        out.write_all(closing.as_bytes())?;
    }
    out.flush()?;
    Ok(summary)
}

fn say_interrupted(summary: &Summary, total: u64, settings: &Settings) {
    let error = anyhow::anyhow!("interrupted after {} of {total} files", summary.total());
    diagnostics::show(&error, settings);
}

/// Takes the files there and back, and returns what is lost of those that are bitcode.
#[expect(clippy::disallowed_methods, reason = "files under way are waited for, but not for long")]
fn take_all(
    arguments: &Roundtrip,
    settings: &Settings,
    files: &[PathBuf],
    options: Options<'_>,
    mut small: Option<Folder>,
    (collector, out): (&RefCell<Option<Collector>>, &RefCell<StdoutLock<'_>>),
    total: u64,
) -> Result<Vec<RenderedDiagnostic>> {
    let mut interrupted_since = None;
    let losses: Mutex<Vec<RenderedDiagnostic>> = Mutex::default();
    let progress = Progress::new(files.len(), settings.progress);
    run_trips(
        files,
        options,
        |path| {
            let source = input::read_with_use_lists(path)?;
            losses.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(source.losses());
            let (language, escapes) = (source.language(path), source.text()?.escapes().to_vec());
            let bitcode = source.is_bitcode().then(|| source.release());
            Ok(ModuleText { language, text: source.into_text(), escapes, bitcode })
        },
        |report| {
            let failures = progress.step(|| {
                let written = match (&mut small, &report.reduced) {
                    (Some(folder), Some(small)) => Some(folder.write(&key(&report.path, &arguments.paths), small)?),
                    _ => None,
                };
                match &mut *collector.borrow_mut() {
                    Some(collector) => {
                        collector.add(&report, written, &mut out.borrow_mut())?;
                        let summary = collector.summary();
                        Ok(summary.failed + summary.different + summary.diverging)
                    }
                    None => anyhow::Ok(0),
                }
            })?;
            progress.show_failures(failures);
            Ok(())
        },
        || {
            // Threads that are in the middle of a file cannot be ended, but with the program.
            if INTERRUPTED.load(Ordering::Relaxed)
                && interrupted_since.get_or_insert_with(Instant::now).elapsed() > UNDER_WAY
            {
                match finish(collector, settings, &mut out.borrow_mut(), total) {
                    Ok(summary) => say_interrupted(&summary, total, settings),
                    Err(error) => diagnostics::show(&error, settings),
                }
                interruption::end();
            }
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
        let comes_back = module.outcome.is_good();
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
