//! Bitcode that LLVM wrote of LLVM's tests, read and written again: the same bytes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip::bitcode::write::rewrite;
use rayon::prelude::*;

use crate::upstream_programs::{output, run};

/// How long the assembler may take.
const TIME: Duration = Duration::from_secs(60);

/// What became of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rewritten {
    /// The same bytes.
    Same,
    /// Others.
    Other,
    /// It was not read or not written; the message.
    Failed(String),
    /// LLVM does not take the text.
    Refused,
}

/// What becomes of a module of LLVM assembly, once `llvm-as-22` made bitcode of it.
///
/// # Errors
/// The assembler cannot be started, or the file cannot be read.
pub fn rewritten(path: &Path) -> Result<Rewritten> {
    let text = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let Ok(bytes) = output(run("llvm-as-22", &["-", "-o", "-"], &text, TIME)?) else { return Ok(Rewritten::Refused) };
    Ok(match rewrite(&bytes) {
        Ok(own) if own == bytes => Rewritten::Same,
        Ok(_) => Rewritten::Other,
        Err(error) => Rewritten::Failed(error.to_string()),
    })
}

/// As that, of many.
///
/// # Errors
/// The assembler cannot be started, or a file cannot be read.
pub fn rewritten_all(paths: &[PathBuf]) -> Result<Vec<Rewritten>> {
    paths.par_iter().map(|path| rewritten(path)).collect()
}
