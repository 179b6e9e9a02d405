//! The modules of two folders, each compared with the one of the same path.

use irtrip_dialect::ContextDialects;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use irtrip::dialect::Context;
use irtrip::diff::render::Heading;
use irtrip::diff::render::folders::{FileComparison, FileOutcome, FolderComparison, html, json, table};
use irtrip_roundtrip::run::files;
use rayon::prelude::*;

use super::{Input, compare_inputs, pager};
use crate::arguments::{Diff, DiffForm, Settings};
use crate::input;

/// Compares the folders; whether they are the same.
///
/// # Errors
/// A folder cannot be read, or the result cannot be written. Files that cannot be read are results; the command fails once all
/// are shown.
pub fn run(arguments: &Diff, settings: &Settings) -> Result<bool> {
    let paths = |folder: &Path| -> Result<BTreeSet<PathBuf>> {
        let found = files(&[folder.to_owned()])?;
        Ok(found.iter().filter_map(|path| path.strip_prefix(folder).ok()).map(Path::to_owned).collect())
    };
    let (of_a, of_b) = (paths(&arguments.a)?, paths(&arguments.b)?);
    let all: Vec<&PathBuf> = of_a.union(&of_b).collect();
    let compare = |path: &&PathBuf| FileComparison {
        path: path.display().to_string(),
        outcome: match (of_a.contains(*path), of_b.contains(*path)) {
            (true, false) => FileOutcome::OnlyA,
            (false, true) => FileOutcome::OnlyB,
            _ => compare_files(path, arguments).unwrap_or_else(|error| FileOutcome::Failed(first_line(&error))),
        },
    };
    let folders = FolderComparison { files: all.par_iter().with_max_len(1).map(compare).collect() };
    let (a, b) = (arguments.a.display().to_string(), arguments.b.display().to_string());
    let heading = Heading { a: &a, b: &b, color: settings.color_out };
    let text = match arguments.format {
        DiffForm::Json => json(&folders, &heading),
        DiffForm::Html => html(&folders, &heading),
        DiffForm::Unified | DiffForm::Stat | DiffForm::SideBySide => table(&folders, &heading, settings.quiet),
    };
    pager::write(arguments.output.as_deref(), &text)?;
    match folders.files.iter().filter(|file| matches!(file.outcome, FileOutcome::Failed(_))).count() {
        0 => Ok(folders.is_same()),
        1 => anyhow::bail!("one file cannot be compared"),
        count => anyhow::bail!("{count} files cannot be compared"),
    }
}

/// Compares the files of one path below both folders.
fn compare_files(path: &Path, arguments: &Diff) -> Result<FileOutcome> {
    let (path_a, path_b) = (arguments.a.join(path), arguments.b.join(path));
    let (source_a, source_b) = (input::read(&path_a)?, input::read(&path_b)?);
    // There may be many files, so that contexts go with them.
    let new_context = || Context::with_dialects(irtrip::all_dialects());
    let (ctx_a, ctx_b) = (new_context(), new_context());
    let a = Input { path: &path_a, source: &source_a, ctx: &ctx_a };
    let b = Input { path: &path_b, source: &source_b, ctx: &ctx_b };
    Ok(FileOutcome::of(&compare_inputs(&a, &b, arguments)?))
}

/// An error in one line.
fn first_line(error: &anyhow::Error) -> String {
    format!("{error:#}").lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
