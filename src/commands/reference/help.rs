//! `irtrip help`: a command's help in short.

use anyhow::Result;
use clap::CommandFactory as _;

use super::command_named;
use crate::arguments::{Arguments, Help};
use crate::commands::Status;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Help) -> Result<Status> {
    let mut command = Arguments::command();
    command.build();
    let mut found = &command;
    for name in &arguments.command {
        found = command_named(found, name)?;
    }
    output::write(None, &[found.clone().render_help().to_string()])?;
    Ok(Status::Done)
}
