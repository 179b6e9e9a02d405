//! The command `reference-grammar`.

use std::fs::read;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip::dialect::diagnostic::SourceFile;
use irtrip::dialect::{Context, ContextDialects as _};
use irtrip::grammar::reference::check_generic_module;
use irtrip::grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip::import::{ImportOptions, import};
use irtrip_checks::corpus::{Split, fetch};
use irtrip_checks::sample::sample;
use irtrip_roundtrip::language::{Language, language};
use irtrip_roundtrip::run::files;
use rayon::prelude::*;

use super::modules;

/// The seed of the sample.
const SEED: u64 = 23;

/// Whether the reference grammar has the generic form of all modules of a sample of LLVM's tests and of these files, and at least
/// `minimum` were asked about. What the reader does not accept is not asked about.
pub fn reference_grammar(paths: &[PathBuf], count: usize, minimum: usize) -> Result<bool> {
    let corpus = fetch("corpus/prepare.sh")?;
    let chosen = sample(&modules(&corpus, Split::Visible)?, count, SEED);
    let paths: Vec<PathBuf> = files(paths)?.into_iter().chain(chosen.iter().map(|path| corpus.join(path))).collect();
    let verdicts: Vec<_> = paths.par_iter().with_max_len(1).map(|path| verdict(path)).collect::<Result<_>>()?;
    let mut out = std::io::stdout().lock();
    let asked = verdicts.iter().flatten().count();
    let mut differing = 0;
    for (path, message) in paths.iter().zip(verdicts).filter_map(|(path, verdict)| Some((path, verdict?.err()?))) {
        differing += 1;
        writeln!(out, "{}: {message}", path.display())?;
    }
    writeln!(out, "modules that the reference grammar has otherwise: {differing} of {asked}")?;
    if asked < minimum {
        writeln!(out, "only {asked} modules were asked about, and {minimum} are required")?;
    }
    Ok(differing == 0 && asked >= minimum)
}

/// How reader and grammar differ over a file, if they do; `None` where the reader does not accept it.
fn verdict(path: &Path) -> Result<Option<Result<(), String>>> {
    let bytes = read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let source = SourceFile::of_bytes("", bytes);
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let module = match language(path, &source.text) {
        Language::Llvm => import(&ctx, &source.text, &ImportOptions::default()).ok(),
        Language::Mlir => parse(&ctx, &source.text, &ParseOptions::default()).ok(),
    };
    let Some(module) = module else { return Ok(None) };
    let options = PrintOptions { generic: true, debug_info: true, ..PrintOptions::of(&module) };
    let text = print(&ctx, &module, &options).concat();
    Ok(Some(check_generic_module(&text).map_err(|error| {
        let at = error.span().map_or(0, |range| range.start);
        let line = text.get(..at).unwrap_or(&text).lines().count().saturating_sub(1);
        format!("{error}: {}", text.lines().nth(line).unwrap_or_default())
    })))
}
