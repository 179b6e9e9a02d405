//! The commands that say what there is: of the command line, and of the operations.

pub mod completions;
pub mod help;
pub mod man;
pub mod ops;

use anyhow::{Result, bail};

use crate::diagnostics::nearest_of;

/// The command of a name.
///
/// # Errors
/// There is none; the nearest is named.
fn command_named<'c>(command: &'c clap::Command, name: &str) -> Result<&'c clap::Command> {
    match command.find_subcommand(name) {
        Some(found) => Ok(found),
        None => {
            let names = command.get_subcommands().map(clap::Command::get_name);
            bail!("there is no command '{name}'{}", nearest_of(name, names))
        }
    }
}
