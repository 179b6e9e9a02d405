//! The man pages, made of what the command line says of its arguments.

use std::path::Path;

use anyhow::{Context as _, Result};
use clap::CommandFactory as _;

// The program's own file: a link, so that a package holds it.
#[allow(dead_code)]
#[path = "arguments.rs"]
mod arguments;

/// Writes a page for each command to a folder.
pub fn write(folder: &Path) -> Result<()> {
    let folder_name = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(folder_name)?;
    clap_mangen::generate_to(arguments::Arguments::command(), folder).with_context(folder_name)
}
