//! The commands, a file each. Each returns whether its check holds.

pub mod after_passes;
pub mod bitcode;
pub mod corpus;
pub mod custom_forms;
#[cfg(feature = "llvm19")]
pub mod differential;
#[cfg(feature = "_llvm")]
pub mod execute;
pub mod growth;
pub mod hand_written;
pub mod intrinsics;
pub mod mutants;
pub mod pasted;
pub mod reference_grammar;
pub mod silence;
pub mod upstream;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use irtrip_checks::corpus::{Split, fetch};
use irtrip_roundtrip::run::files;
use sha1::Digest;

/// The modules of a part of the corpus, by their paths below it.
fn modules(corpus: &Path, split: Split) -> Result<Vec<PathBuf>> {
    let below = |file: PathBuf| file.strip_prefix(corpus).map(Path::to_owned).ok();
    let all = files(&[corpus.to_owned()])?.into_iter().filter_map(below);
    Ok(all.filter(|path| split.has(path)).collect())
}

/// The texts of the visible modules, in an order that mixes their folders.
fn mixed_texts() -> Result<Vec<(PathBuf, Arc<str>)>> {
    let corpus = fetch("corpus/prepare.sh")?;
    let mut paths = modules(&corpus, Split::Visible)?;
    paths.sort_by_cached_key(|path| sha1::Sha1::digest(path.as_os_str().as_encoded_bytes()).to_vec());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(corpus.join(&path));
        text.map(|text| (path, text.into())).context("a module of the corpus cannot be read")
    };
    paths.into_iter().map(read).collect()
}

/// Whether `part` is at least `percent` in a hundred of `whole`, and `whole` at least `minimum`: a check that compared
/// too little fails. `what` names what was compared, in the plural.
fn is_enough(part: usize, whole: usize, percent: usize, minimum: usize, what: &str) -> (bool, String) {
    let short = whole < minimum;
    let message =
        if short { format!("only {whole} {what} were compared, and {minimum} are required\n") } else { String::new() };
    (!short && part * 100 >= percent * whole, message)
}
