//! Compares the passes that lower with upstream's.
//!
//! Files are tests of MLIR: each has `RUN:` lines with the passes to run, and is taken apart at `// -----` where they say
//! so. Of each part that upstream's program takes, both programs must print the same. Upstream's program is `mlir-opt-22`,
//! or what `MLIR_OPT` names. Parts that hold operations which irtrip has not are left out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use rayon::prelude::*;

use crate::upstream::programs::{output, run};

/// The line between two parts of a file.
const MARKER: &str = "\n// -----";

/// Flags of which upstream's test program alone knows something, and a pass that optimises.
const FOREIGN: [&str; 3] = ["transform-interpreter", "-test-", "-expand-strided-metadata"];

/// The flag that lets operations of upstream's dialect `test` through, which irtrip does not have.
const UNREGISTERED: &str = "-allow-unregistered-dialect";

/// What a part holds that irtrip does not have: operations of the dialect `transform`, and those of upstream's dialect `test` that
/// have a form of their own.
const FOREIGN_OPERATIONS: [&str; 2] = ["transform.", "\ntest."];

/// How long a program may take.
const TIME: Duration = Duration::from_secs(30);

/// A part of a file, and the flags to take it with.
struct Job {
    name: String,
    flags: Vec<String>,
    text: String,
}

/// Runs the passes of each file's `RUN:` lines with both programs, prints which parts come out otherwise and how many do not,
/// and returns whether all are the same, and at least `minimum` were compared.
///
/// # Errors
/// A file cannot be read, or a program cannot be run.
pub fn compare_lowering(irtrip: &Path, files: &[PathBuf], minimum: usize) -> Result<bool> {
    let mut jobs = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        for command in commands(&text) {
            jobs.extend(parts(file, &command, &text));
        }
    }
    let outcomes: Vec<Result<Option<bool>>> = jobs.par_iter().map(|job| compare(irtrip, job)).collect();
    let mut out = std::io::stdout().lock();
    let (mut same, mut all) = (0, 0);
    for (job, outcome) in jobs.iter().zip(outcomes) {
        let Some(is_same) = outcome.with_context(|| job.name.clone())? else { continue };
        all += 1;
        same += usize::from(is_same);
        if !is_same {
            writeln!(out, "lowered otherwise: {} {}", job.name, job.flags.join(" "))?;
        }
    }
    writeln!(out, "lowered as upstream does: {same} of {all}")?;
    Ok(all >= minimum && same == all)
}

/// The commands of a test, a line each.
fn commands(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n// RUN:", " ");
    let lines = joined.lines().filter_map(|line| line.split_once("RUN:").map(|(_, command)| command.trim().to_owned()));
    lines.filter(|line| line.contains("mlir-opt") && !FOREIGN.iter().any(|flag| line.contains(flag))).collect()
}

/// The flags of a command that the comparison passes on. Quotes group words.
fn flags(command: &str) -> Vec<String> {
    let command = command.split('|').next().unwrap_or_default();
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().into_iter().for_each(|word| word.push(letter)),
        }
    }
    let is_passed = |word: &String| {
        word.starts_with('-') && !word.contains("split-input-file") && !word.contains("verify-diagnostics")
    };
    let mut flags: Vec<String> = words.into_iter().filter(is_passed).collect();
    if !flags.iter().any(|flag| flag.ends_with(UNREGISTERED)) {
        flags.push(format!("-{UNREGISTERED}"));
    }
    flags
}

/// The parts of a test that a command is run on.
fn parts(file: &Path, command: &str, text: &str) -> Vec<Job> {
    let flags = flags(command);
    let split = command.contains("split-input-file");
    let pieces: Vec<&str> = if split { text.split(MARKER).collect() } else { vec![text] };
    let job = |(place, piece): (usize, &str)| Job {
        name: format!("{} part {}", file.display(), place + 1),
        flags: flags.clone(),
        text: piece.to_owned(),
    };
    let pieces = pieces
        .into_iter()
        .enumerate()
        .filter(|(_, piece)| !FOREIGN_OPERATIONS.iter().any(|start| piece.contains(start)));
    pieces.map(job).collect()
}

/// Whether both programs print the same; `None` where upstream's does not accept the part.
fn compare(irtrip: &Path, job: &Job) -> Result<Option<bool>> {
    let flags: Vec<&str> = job.flags.iter().map(String::as_str).collect();
    Ok(printed_by_both(irtrip, &flags, &job.text)?.map(|both| both.own == Ok(both.theirs)))
}

/// What both programs print.
pub(crate) struct Printed {
    pub(crate) theirs: Vec<u8>,
    /// The first lines of its message where irtrip fails.
    pub(crate) own: Result<Vec<u8>, String>,
}

/// What `mlir-opt` of both makes of a text; `None` where upstream's does not accept it.
pub(crate) fn printed_by_both(irtrip: &Path, flags: &[&str], text: &str) -> Result<Option<Printed>> {
    let upstream = std::env::var("MLIR_OPT").unwrap_or_else(|_| "mlir-opt-22".to_owned());
    let Ok(theirs) = output(run(&upstream, &[flags, &["-"]].concat(), text.as_bytes(), TIME)?) else { return Ok(None) };
    let irtrip = irtrip.to_str().context("the path of irtrip is no text")?;
    let own = output(run(irtrip, &[&["mlir-opt"], flags, &["-"]].concat(), text.as_bytes(), TIME)?);
    Ok(Some(Printed { theirs, own }))
}
