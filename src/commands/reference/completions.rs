//! `irtrip completions`: a shell's completions.

use anyhow::Result;
use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::commands::Status;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Completions) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "irtrip", &mut script);
    output::write(arguments.output.as_deref(), &[String::from_utf8(script)?])?;
    Ok(Status::Done)
}
