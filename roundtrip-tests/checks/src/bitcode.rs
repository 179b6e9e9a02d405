//! Bitcode that LLVM wrote of LLVM's tests, read and written again: the same bytes. Bitcode of LLVM's own tests, of releases since
//! 3.2, as LLVM 22 reads it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip::bitcode::assembly::{UseLists, assembly_with};
use irtrip::bitcode::write::rewrite;
use irtrip::dialect::release::Release;
use irtrip::export::AssemblyReader;
use irtrip::{Module, Options};
use rayon::prelude::*;

use crate::upstream::programs::{output, run};

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
    /// LLVM does not accept the text.
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

/// What is read of a file of bitcode, compared with what LLVM 22 reads of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadAgain {
    /// The same text.
    Same,
    /// Another; the first line of it that is other.
    Other(String),
    /// It was not read; the message.
    Failed(String),
    /// LLVM does not read it.
    Refused,
}

/// What is read of a file of bitcode and written for LLVM 22, compared with what `llvm-dis-22` prints of it. Where LLVM 22 wrote the
/// file, it is written as bitcode too, and the orders of uses round-trip.
///
/// # Errors
/// The disassembler cannot be started, or the file cannot be read.
pub fn read_again(path: &Path) -> Result<ReadAgain> {
    let bytes = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let Ok(wanted) = output(run("llvm-dis-22", &["-", "-o", "-"], &bytes, TIME)?) else {
        return Ok(ReadAgain::Refused);
    };
    let options = Options::default().llvm(AssemblyReader::Llvm(Release::V22));
    let read = Module::from_bitcode(&bytes).and_then(|module| {
        let (text, again) = (module.to_llvm_with(&options)?.text, module.to_bitcode()?);
        Ok((text, again))
    });
    let (text, again) = match read {
        Ok(written) => written,
        Err(error) => return Ok(ReadAgain::Failed(error.to_string().lines().next().unwrap_or_default().to_owned())),
    };
    let first_other = |own: &[String], wanted: &[String]| {
        let lost = wanted.iter().find(|line| own.binary_search(line).is_err());
        lost.or_else(|| own.iter().find(|line| wanted.binary_search(line).is_err())).cloned()
    };
    if let (Some(own), Some(wanted)) = (orders_of_uses(&again), orders_of_uses(&bytes))
        && let Some(other) = first_other(&own, &wanted)
    {
        return Ok(ReadAgain::Other(other));
    }
    let wanted = String::from_utf8_lossy(&wanted);
    let (mut own, mut wanted) = (comparable(&text), comparable(&wanted));
    loop {
        match (own.next(), wanted.next()) {
            (None, None) => return Ok(ReadAgain::Same),
            (own, wanted) if own == wanted => {}
            (own, wanted) => return Ok(ReadAgain::Other(own.or(wanted).unwrap_or_default().to_owned())),
        }
    }
}

/// The directives of the orders of uses of bitcode that LLVM 22 wrote, sorted: the order of constants is the writer's.
fn orders_of_uses(bytes: &[u8]) -> Option<Vec<String>> {
    let assembly = assembly_with("", bytes, UseLists::Keep).ok().filter(|read| read.release == Some(Release::V22))?;
    let directives = assembly.text.lines().filter(|line| line.trim_start().starts_with("uselistorder"));
    let mut directives: Vec<String> = directives.map(str::to_owned).collect();
    directives.sort_unstable();
    Some(directives)
}

/// The lines of a text without names of files, and without the order of predecessors and remarks on names, which are the
/// writer's memory.
fn comparable(text: &str) -> impl Iterator<Item = &str> {
    let of_file = ["; ModuleID", "source_filename", "^0 = module: (path: ", "; Unknown intrinsic"];
    let lines = text.trim_end().lines().filter(move |line| !of_file.iter().any(|start| line.starts_with(start)));
    lines.map(|line| line.split("; preds = ").next().unwrap_or_default().trim_end())
}
