//! `irtrip man`: the man pages, made of what the command line says of its arguments.

use std::path::Path;

use anyhow::{Context as _, Result};
use clap::CommandFactory as _;

use super::command_named;
use crate::arguments::{Arguments, Man};
use crate::commands::Status;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Man) -> Result<Status> {
    if let Some(folder) = &arguments.output {
        write_all(folder)?;
        return Ok(Status::Done);
    }
    let mut command = Arguments::command();
    command.build();
    if let Some(name) = &arguments.command {
        command = command_named(&command, name)?.clone().display_name(format!("irtrip-{name}"));
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::write_bytes(None, &page)?;
    Ok(Status::Done)
}

/// Writes a page for each command to a folder.
fn write_all(folder: &Path) -> Result<()> {
    let folder_name = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(folder_name)?;
    clap_mangen::generate_to(Arguments::command(), folder).with_context(folder_name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_a_page_with_what_its_exit_status_means() {
        let folder = tempfile::tempdir().unwrap();
        write_all(folder.path()).unwrap();
        let main = std::fs::read_to_string(folder.path().join("irtrip.1")).unwrap();
        assert!(main.contains("irtrip\\-roundtrip(1)"), "{main}");
        let commands = Arguments::command();
        for command in commands.get_subcommands().filter(|command| !command.is_hide_set()) {
            let page = folder.path().join(format!("irtrip-{}.1", command.get_name()));
            assert!(page.exists(), "{} is not there", page.display());
            let page = std::fs::read_to_string(&page).unwrap();
            let stand_in = command.get_name().starts_with("mlir-");
            assert!(stand_in || page.to_lowercase().contains("exit status"), "{page}");
        }
    }
}
