//! The command `canonicalize`, which makes the corpus: each module as LLVM's own writer prints it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use irtrip_llvm::ir::{to_assembly, verify};
use rayon::prelude::*;
use walkdir::WalkDir;

/// Files that one process works on. LLVM may end the process; its files are then tried one by one.
const BATCH: usize = 64;
/// The module's name: LLVM's writer prints it for a module that does not name its source file.
const NAME: &str = "m";

/// Writes every `.ll` file below `sources` that LLVM reads and verifies to the same path below `corpus`.
///
/// # Errors
/// A folder cannot be listed, or this program cannot be started again.
pub fn canonicalize(sources: &Path, corpus: &Path) -> Result<bool> {
    let mut files = Vec::new();
    for entry in WalkDir::new(sources).sort_by_file_name() {
        let path = entry.with_context(|| format!("{} cannot be listed", sources.display()))?.into_path();
        if path.extension().is_some_and(|extension| extension == "ll") {
            files.push(path.strip_prefix(sources)?.to_owned());
        }
    }
    let program = std::env::current_exe().context("this program does not know where it is")?;
    let whole = |batch: &[PathBuf]| -> Result<bool> {
        let mut command = Command::new(&program);
        command.arg("canonicalize-files").arg(sources).arg(corpus).args(batch);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        Ok(status.success())
    };
    files.par_chunks(BATCH).try_for_each(|batch| {
        if !whole(batch)? {
            batch.iter().try_for_each(|file| whole(std::slice::from_ref(file)).map(drop))?;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    let written = WalkDir::new(corpus).into_iter().flatten().filter(|entry| entry.file_type().is_file()).count();
    writeln!(std::io::stdout(), "{written} of {} files are modules that LLVM accepts", files.len())?;
    Ok(written > 0)
}

/// Canonicalizes some files, in this process, which LLVM may end.
///
/// # Errors
/// A file cannot be read or written.
pub fn canonicalize_files(sources: &Path, corpus: &Path, files: &[PathBuf]) -> Result<bool> {
    for file in files {
        let bytes = std::fs::read(sources.join(file))?;
        if !matches!(verify(&bytes, NAME), Ok((true, _))) {
            continue;
        }
        let Ok((text, _)) = to_assembly(&bytes, NAME) else { continue };
        let target = corpus.join(file);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(target, text)?;
    }
    Ok(true)
}
