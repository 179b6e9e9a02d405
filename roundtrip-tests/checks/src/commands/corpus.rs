//! The command `corpus`.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use irtrip_checks::corpus::{Exceptions, Split, fetch};
use irtrip_roundtrip::language::language;
use irtrip_roundtrip::run::{Options, run};
use irtrip_roundtrip::trip::Outcome;

use super::modules;

/// The modules that need not round-trip byte for byte.
const EXCEPTIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/not-identical.txt");

/// Whether every module of the part is identical or listed, and there are at least `minimum`.
pub fn corpus(split: Split, folder: Option<PathBuf>, minimum: usize) -> Result<bool> {
    let corpus = match folder {
        Some(folder) => folder,
        None => fetch("corpus/prepare.sh")?,
    };
    let listed = std::fs::read_to_string(EXCEPTIONS).with_context(|| format!("{EXCEPTIONS} cannot be read"))?;
    let listed = Exceptions::parse(&listed)?;
    let paths = modules(&corpus, split)?;
    let absolute: Vec<PathBuf> = paths.iter().map(|path| corpus.join(path)).collect();
    let mut out = std::io::stdout().lock();
    let mut identical: HashMap<PathBuf, bool> = HashMap::with_capacity(paths.len());
    let mut failed = Vec::new();
    let summary = run(
        &absolute,
        Options::default(),
        |path| {
            let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
            Ok((language(path, &text), text))
        },
        |report| {
            let path = report.path.strip_prefix(&corpus).unwrap_or(&report.path).to_owned();
            let same = report.trip.as_ref().is_ok_and(|trip| trip.outcome == Outcome::Identical);
            if !same {
                failed.push(path.clone());
            }
            identical.insert(path, same);
            Ok(())
        },
        || (),
    )?;
    out.write_all(summary.table().as_bytes())?;
    let mut problems = listed.problems(split, |path| identical.get(path).copied(), &failed);
    if paths.len() < minimum {
        problems.push(format!("only {} modules were taken, and {minimum} are required", paths.len()));
    }
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    Ok(problems.is_empty())
}
