//! Random programs of the dialects above the LLVM dialect, taken through passes by irtrip and by `mlir-opt-22`: both must print
//! the same. What upstream's program does not accept counts for neither, nor what `canonicalize` refuses by name because an
//! operation of a dialect above was left.

mod generator;
mod operations;
mod values;

use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use irtrip_lower::passes::{LOWERING, PASSES};
use rayon::prelude::*;

use crate::chance::Rng;
use crate::failures::{Failure, Failures};
use crate::upstream::lowering::{Printed, printed_by_both};

/// The dialects of the operations in programs.
const DIALECTS: [&str; 9] = ["arith", "cf", "complex", "func", "index", "math", "memref", "scf", "ub"];

/// What `canonicalize` says of an operation whose folds irtrip has not.
const REFUSAL: &str = "canonicalize has not the folds and patterns of this operation";

/// Passes together, in addition to those of `irtrip lower` and each of them alone.
const PIPELINES: &[&str] = &[
    "convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts,canonicalize",
    "convert-scf-to-cf,convert-to-llvm,canonicalize,cse",
    "convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts,cse",
    "convert-scf-to-cf,convert-to-llvm,convert-to-llvm",
    "convert-scf-to-cf,convert-to-llvm{dynamic=1}",
    "convert-scf-to-cf,convert-arith-to-llvm{index-bitwidth=32},convert-index-to-llvm{index-bitwidth=32}",
    "func.func(convert-math-to-llvm,convert-arith-to-llvm),convert-func-to-llvm",
    "func.func(cse),finalize-memref-to-llvm,convert-complex-to-llvm",
    "convert-ub-to-llvm,convert-index-to-llvm,convert-arith-to-llvm,convert-math-to-llvm,reconcile-unrealized-casts",
    "cse",
];

/// A program and the passes that it is taken through.
struct Run {
    number: u64,
    pipeline: String,
    text: String,
}

impl Run {
    fn new(seed: u64, number: u64) -> Run {
        let mut chance = Rng(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let text = generator::program(u64::from(chance.below(u32::MAX)));
        let of_program = PASSES.iter().filter(|pass| DIALECTS.contains(&pass.converts));
        let alone: Vec<&str> = of_program.map(|pass| pass.name).collect();
        let pipeline = match chance.below(5) {
            0 => format!("builtin.module({})", chance.one_of(PIPELINES)),
            1 => format!("builtin.module({})", chance.one_of(&alone)),
            _ => LOWERING.to_owned(),
        };
        Run { number, pipeline, text }
    }

    /// The program, with its passes as a test of MLIR has them.
    fn file(&self) -> String {
        format!("// RUN: mlir-opt --pass-pipeline='{}' %s\n{}", self.pipeline, self.text)
    }

    /// What irtrip makes of it that upstream's program makes otherwise, if anything; `None` where one of them does not accept it.
    fn compare(&self, irtrip: &Path) -> Result<Option<Result<(), Failure>>> {
        let flag = format!("--pass-pipeline={}", self.pipeline);
        let Some(Printed { theirs, own }) = printed_by_both(irtrip, &[&flag], &self.text)? else { return Ok(None) };
        Ok(Some(match own {
            Ok(own) if own == theirs => Ok(()),
            Ok(own) => Err(Failure { law: "printed otherwise", message: first_difference(&own, &theirs) }),
            Err(message) if message.contains(REFUSAL) => return Ok(None),
            Err(message) => Err(Failure { law: "refused", message }),
        }))
    }
}

/// The operations of the first lines that differ, and below them these lines.
fn first_difference(own: &[u8], theirs: &[u8]) -> String {
    let [own, theirs] = [own, theirs].map(String::from_utf8_lossy);
    let (mut own, mut theirs) = (own.lines(), theirs.lines());
    let (own, theirs) = loop {
        match (own.next(), theirs.next()) {
            (own, theirs) if own == theirs && own.is_some() => {}
            (own, theirs) => break (own.unwrap_or_default(), theirs.unwrap_or_default()),
        }
    };
    let operation = |line: &str| line.split_once(" = ").map_or(line, |(_, made)| made).trim().to_owned();
    let name = |line: &str| operation(line).split([' ', '(']).next().unwrap_or_default().to_owned();
    format!("{} for {}\n  irtrip: {own}\nupstream: {theirs}", name(own), name(theirs))
}

/// Compares so many programs, prints which come out otherwise, grouped by what differs first, and returns whether none does.
///
/// # Errors
/// A program cannot be run, a file cannot be written, or upstream's program takes less than four fifths of the programs.
pub fn compare_random(irtrip: &Path, seed: u64, count: u64, keep: Option<&Path>) -> Result<bool> {
    let compared = |number| {
        let run = Run::new(seed, number);
        Ok((run.compare(irtrip)?, run))
    };
    let outcomes: Vec<Result<_>> = (0..count).into_par_iter().map(compared).collect();
    let mut failures = Failures::default();
    let mut all = 0;
    for outcome in outcomes {
        let (Some(outcome), run) = outcome? else { continue };
        all += 1;
        if let Err(failure) = outcome {
            let name = format!("program {} of seed {seed}: {}", run.number, run.pipeline);
            failures.add(&failure, name, ("mlir", run.file().as_bytes()));
        }
    }
    let mut out = std::io::stdout().lock();
    failures.write(&mut out, keep)?;
    writeln!(out, "random programs lowered otherwise: {} of {all}", failures.count())?;
    ensure!(all * 10 >= count * 8, "only {all} of {count} programs are compared");
    Ok(failures.count() == 0)
}

/// Prints a program, with its passes.
///
/// # Errors
/// It cannot be written.
pub fn print_program(seed: u64, number: u64) -> Result<bool> {
    write!(std::io::stdout(), "{}", Run::new(seed, number).file())?;
    Ok(true)
}
