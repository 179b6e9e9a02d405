//! Programs in `func`, `scf`, `memref` and their kin, taken to LLVM IR by irtrip and by upstream's programs, and run.
//!
//! The folder of a program is one of those in `roundtrip-tests/checks/lowering`, whose `prelude.mlir` has what programs print
//! with. What they print must be the same, and the LLVM IR after `opt -O1`, but for names.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use irtrip_lower::passes::LOWERING;
use rayon::prelude::*;

use crate::upstream::exports::output;

/// Compares all programs of a folder, prints which come out otherwise and how many do not, and returns whether all are the same
/// and at least `minimum` were compared.
///
/// # Errors
/// A file cannot be read, or a program cannot be run.
pub fn compare_programs(irtrip: &Path, folder: &Path, minimum: usize) -> Result<bool> {
    let read =
        |path: &Path| std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()));
    let prelude = read(&folder.join("prelude.mlir"))?;
    let mut programs: Vec<PathBuf> = Vec::new();
    for kind in std::fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()? {
        if kind.file_type()?.is_dir() {
            let files = std::fs::read_dir(kind.path())?.collect::<std::io::Result<Vec<_>>>()?;
            programs.extend(files.into_iter().map(|file| file.path()));
        }
    }
    programs.sort();
    let outcomes: Vec<Result<Option<&str>>> =
        programs.par_iter().map(|program| compare(irtrip, &(prelude.clone() + &read(program)?))).collect();
    let mut out = std::io::stdout().lock();
    let mut same = 0;
    for (program, outcome) in programs.iter().zip(outcomes) {
        match outcome.with_context(|| program.display().to_string())? {
            None => same += 1,
            Some(broken) => writeln!(out, "{broken}: {}", program.display())?,
        }
    }
    let all = programs.len();
    writeln!(out, "programs lowered as upstream does: {same} of {all}")?;
    Ok(same == all && all >= minimum)
}

/// A program, with what it is given before its input.
type Step<'a> = (&'a str, &'a [&'a str]);

/// What several programs make of a text, each of what the one before it wrote; `None` where one fails.
fn through(text: &str, steps: &[Step]) -> Result<Option<String>> {
    let mut text = text.to_owned();
    for (program, arguments) in steps {
        match output(Command::new(program).args(*arguments).arg("-"), &text)? {
            Some(next) => text = next,
            None => return Ok(None),
        }
    }
    Ok(Some(text))
}

/// What is wrong with a program, if anything.
fn compare(irtrip: &Path, text: &str) -> Result<Option<&'static str>> {
    let irtrip = irtrip.to_str().context("the path of irtrip is no text")?;
    let pipeline = format!("--pass-pipeline={LOWERING}");
    let upstream: [Step; 2] = [("mlir-opt-22", &[&pipeline]), ("mlir-translate-22", &["--mlir-to-llvmir"])];
    let own: [Step; 2] = [(irtrip, &["lower"]), (irtrip, &["mlir-translate", "--mlir-to-llvmir"])];
    let exported: [Step; 1] = [(irtrip, &["export", "--lower"])];
    let Some(theirs) = through(text, &upstream)? else { return Ok(Some("refused by upstream")) };
    let (Some(own), Some(exported)) = (through(text, &own)?, through(text, &exported)?) else {
        return Ok(Some("refused"));
    };
    let optimised: Step = ("opt-22", &["-passes=default<O1>,strip", "-S"]);
    let optimised = |text: &str| Ok::<_, anyhow::Error>(through(text, &[optimised])?.map(|text| without_names(&text)));
    let expected = optimised(&theirs)?;
    if expected.is_none() || optimised(&own)? != expected {
        return Ok(Some("other LLVM IR after opt -O1"));
    }
    let run: Step = ("lli-22", &[]);
    let printed = through(&theirs, &[run])?;
    let is_same = printed.as_ref().is_some_and(|printed| !printed.is_empty())
        && through(&own, &[run])? == printed
        && through(&exported, &[run])? == printed;
    Ok((!is_same).then_some("another output"))
}

/// A module without the lines that name its source.
fn without_names(text: &str) -> String {
    let names = ["; ModuleID", "source_filename"];
    let lines = text.lines().filter(|line| !names.iter().any(|name| line.starts_with(name)));
    lines.collect::<Vec<_>>().join("\n")
}
