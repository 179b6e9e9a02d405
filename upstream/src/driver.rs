//! Upstream's way through an input: part by part, what is said shown or compared with what is expected, one output.

use std::io::Write as _;

use anyhow::Result;

use super::rendered::{At, Kind, Outcome, Said};
use crate::commands::Status;
use crate::diagnostics::{Message, Rejected, Report};
use crate::input::Source;
use crate::output::{self, Text};
use crate::upstream::flags::{Flags, SPLIT_MARKER, Translation};
use crate::upstream::{split_input_file as chunks, verify_diagnostics as expected};

/// Runs a program over an input. A part with errors gives no output and does not keep the others from theirs.
///
/// # Errors
/// The output cannot be written. Errors in the input are shown here.
pub fn run(flags: &Flags, source: &Source, mut one: impl FnMut(&Source) -> Outcome) -> Result<Status> {
    let split;
    let parts = match &flags.split {
        Some(marker) => {
            let near;
            (split, near) = chunks::split(source, marker);
            std::io::stderr().lock().write_all(near_misses(source, near).as_bytes())?;
            split.as_slice()
        }
        None => std::slice::from_ref(source),
    };
    let mut texts: Vec<Text> = Vec::new();
    let mut status = Status::Done;
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            texts.push(output::made(vec![marker(flags)]));
        }
        let mut outcome = one(part);
        let mut failed = outcome.text.is_none();
        let mut shown = String::new();
        texts.extend(outcome.text.take());
        if let Some(level) = flags.verify_diagnostics {
            // Errors in LLVM assembly have no notes; of those in MLIR not all are made.
            let notes = flags.translation == Some(Translation::ImportLlvm);
            let unmet = expected::check(part, &name(flags, part), said(part, outcome), level, notes).err();
            failed = unmet.is_some();
            shown.extend(unmet.map(|unmet| unmet.in_upstream_style()));
        } else {
            let kept = outcome.said.iter().filter(|said| said.kind == Kind::Error || !flags.errors_only);
            kept.for_each(|said| shown.push_str(&with_line(flags, part, said)));
            shown.extend(outcome.besides.take().filter(|_| !flags.errors_only));
            shown.extend(outcome.rejected.map(|rejected| rejected.in_upstream_style()));
        }
        if failed {
            status = Status::Error;
        }
        std::io::stderr().lock().write_all(shown.as_bytes())?;
    }
    // Upstream writes nothing to a file when there was an error, unless the parts are each by themselves.
    if status == Status::Done || flags.split.is_some() {
        output::write_with(flags.output.as_deref(), |sink| texts.into_iter().try_for_each(|text| text(sink)))?;
    }
    Ok(status)
}

/// What is said, with the line of MLIR that it is about; a note is on what was said before.
fn with_line(flags: &Flags, part: &Source, said: &Said) -> String {
    let is_shown = flags.translation == Some(Translation::MlirToLlvmir) && said.kind != Kind::Note;
    let line = match &said.at {
        At::File { name, line: line @ 1.., column } if is_shown && *name == part.name => {
            let number = line.saturating_sub(part.first_line - 1);
            part.text.split('\n').nth(number.saturating_sub(1)).map(|line| (line, column))
        }
        _ => None,
    };
    match line {
        Some((line, column)) => format!("{said}\n{line}\n{:>column$}\n", '^'),
        None => format!("{said}\n"),
    }
}

/// What is said of places that are almost a marker between parts.
fn near_misses(source: &Source, near: Vec<usize>) -> String {
    let message = || "near miss with file split marker".to_owned();
    let reports = near.into_iter().map(|at| Report::new(Some(at..at), message()));
    Rejected::new(source, reports).as_diagnostics("warning")
}

/// The name that upstream's import has for a part of a file.
pub fn name(flags: &Flags, part: &Source) -> String {
    match (&flags.split, flags.translation) {
        (Some(_), Some(Translation::ImportLlvm)) => {
            format!("within split at {}:{} offset ", part.name, part.first_line)
        }
        _ => part.name.clone(),
    }
}

/// All that is said of a part, with lines of the part.
fn said(part: &Source, outcome: Outcome) -> Vec<Said> {
    let mut all = outcome.said;
    let first = part.first_line - 1;
    for said in &mut all {
        if let At::File { name, line, .. } = &mut said.at
            && *name == part.name
        {
            *line = line.saturating_sub(first);
        }
    }
    let said = |kind, (line, message): Message| {
        let file = |line: usize| At::File { name: part.name.clone(), line: line - first, column: 1 };
        Said { kind, at: line.map_or(At::Unknown, file), message }
    };
    for (error, notes) in outcome.rejected.into_iter().flat_map(|rejected| rejected.messages()) {
        all.push(said(Kind::Error, error));
        all.extend(notes.into_iter().map(|note| said(Kind::Note, note)));
    }
    all
}

/// The line between two parts of the output: `mlir-translate`'s is empty unless it is asked for.
fn marker(flags: &Flags) -> String {
    let default = if flags.translation.is_some() { "" } else { SPLIT_MARKER };
    format!("{}\n", flags.output_split.as_deref().unwrap_or(default))
}
