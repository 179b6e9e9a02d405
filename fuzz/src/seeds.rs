//! The modules that inputs are made of.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use irtrip_checks::corpus::Split;
use irtrip_checks::sample::sample;
use irtrip_dialect::{Context, ContextDialects};
use irtrip_grammar::{PrintOptions, print};
use irtrip_import::{ImportOptions, import};
use irtrip_roundtrip::language::{Language, language};
use walkdir::WalkDir;

/// Bytes of a module at most. Small modules make for many inputs a second.
const LARGEST: u64 = 2600;

/// The fixtures in a language and `count` modules of the visible half of a corpus, which the seed chooses. For MLIR, modules
/// of LLVM assembly are imported.
///
/// # Errors
/// No module is found.
pub fn seeds(of: Language, corpus: &Path, count: usize, seed: u64) -> Result<Vec<String>> {
    let mut paths = small_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../roundtrip-tests/fixtures"));
    let mut visible = small_files(corpus);
    visible.retain(|path| path.strip_prefix(corpus).is_ok_and(|path| Split::Visible.has(path)));
    paths.extend(sample(&visible, count, seed));
    let texts: Vec<String> = paths.iter().filter_map(|path| text(of, path)).collect();
    if texts.is_empty() {
        bail!("there is no module to make inputs of");
    }
    Ok(texts)
}

fn small_files(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let small = files.filter(|file| file.metadata().is_ok_and(|data| data.is_file() && data.len() <= LARGEST));
    small.map(walkdir::DirEntry::into_path).filter(|path| path.extension().is_some_and(is_module)).collect()
}

fn is_module(extension: &std::ffi::OsStr) -> bool {
    extension == "ll" || extension == "mlir"
}

/// The text of a file in a language; `None` where the file is not readable in that language.
fn text(of: Language, path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    match (language(path, &text), of) {
        (Language::Llvm, Language::Mlir) => {
            let ctx = Context::with_dialects(irtrip_lower::all_dialects());
            let module = import(&ctx, &text, &ImportOptions::default()).ok()?;
            Some(print(&ctx, &module, &PrintOptions::of(&module)).concat())
        }
        (own, of) => (own == of).then_some(text),
    }
}
