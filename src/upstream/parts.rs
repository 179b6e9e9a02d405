//! Upstream's way through an input: part by part, errors shown or compared with those expected, one output.

use std::io::Write as _;

use anyhow::Result;

use crate::commands::Status;
use crate::diagnostics::Rejected;
use crate::input::Source;
use crate::output;
use crate::upstream::flags::{Flags, SPLIT_MARKER};
use crate::upstream::{chunks, expected};

/// Runs a program over an input. A part with errors gives no output and does not keep the others from theirs.
///
/// # Errors
/// The output cannot be written. Errors in the input are shown here.
pub fn run(
    flags: &Flags,
    source: &Source,
    mut one: impl FnMut(&Source) -> Result<Vec<String>, Rejected>,
) -> Result<Status> {
    let split;
    let parts = match &flags.split {
        Some(marker) => {
            split = chunks::split(source, marker);
            split.as_slice()
        }
        None => std::slice::from_ref(source),
    };
    let mut pieces = Vec::new();
    let mut status = Status::Done;
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            pieces.push(marker(flags));
        }
        let mut errors = None;
        match one(part) {
            Ok(text) => pieces.extend(text),
            Err(rejected) => errors = Some(rejected),
        }
        if flags.verify_diagnostics {
            let first = part.first_line - 1;
            let found = errors.into_iter().flat_map(Rejected::messages);
            let found = found.map(|(line, message)| (line.map(|l| l - first), message)).collect();
            errors = expected::check(part, found).err();
        }
        if let Some(rejected) = errors {
            status = Status::Error;
            std::io::stderr().lock().write_all(rejected.in_upstream_style().as_bytes())?;
        }
    }
    // Upstream writes nothing to a file when there was an error, unless the parts are each by themselves.
    if status == Status::Done || flags.split.is_some() {
        output::write(flags.output.as_deref(), &pieces)?;
    }
    Ok(status)
}

/// The line between two parts of the output: `mlir-translate`'s is empty unless it is asked for.
fn marker(flags: &Flags) -> String {
    let default = if flags.translation.is_some() { "" } else { SPLIT_MARKER };
    format!("{}\n", flags.output_split.as_deref().unwrap_or(default))
}
