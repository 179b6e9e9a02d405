//! `irtrip ops`: the operation table for readers.

use anyhow::{Result, bail};
use irtrip::dialect::ops::{describe, row_of};

use super::Status;
use crate::arguments::Ops;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Ops) -> Result<Status> {
    let text = match &arguments.name {
        None => describe::page(),
        Some(name) => match row_of(name).and_then(|row| row.def()) {
            Some(def) => describe::describe(def),
            None => describe::describe_dialect(name),
        },
    };
    match (text.is_empty(), &arguments.name) {
        (true, Some(name)) => {
            bail!("no operation or dialect is called '{name}'; the dialects are {}", describe::dialects().join(", "))
        }
        _ => output::write(None, &[text])?,
    }
    Ok(Status::Done)
}
