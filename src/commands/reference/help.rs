//! `irtrip help`: a command's help in short.

use anyhow::{Result, bail};
use clap::CommandFactory as _;

use crate::arguments::{Arguments, Help};
use crate::commands::Status;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Help) -> Result<Status> {
    let mut command = Arguments::command();
    command.build();
    let mut found = &mut command;
    for name in &arguments.command {
        let Some(next) = found.find_subcommand_mut(name) else { bail!("there is no command '{name}'") };
        found = next;
    }
    output::write(None, &[found.render_help().to_string()])?;
    Ok(Status::Done)
}
