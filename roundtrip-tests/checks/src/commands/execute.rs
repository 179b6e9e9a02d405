//! The command `execute`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use irtrip_checks::corpus::{Split, fetch};
use irtrip_checks::sample::sample;
use irtrip_llvm::child::Children;
use irtrip_roundtrip::execute::{ExecutionSummary, Options, execute, plan_of};
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::trip::both_sides;
use rayon::prelude::*;

use super::modules;

/// Modules looked at together.
const AT_ONCE: usize = 64;

/// Whether modules of a sample of the corpus do after their trips what they did before.
pub fn execute_sample(count: usize, seed: u64, minimum: usize) -> Result<bool> {
    let corpus = fetch("corpus/prepare.sh")?;
    let paths = modules(&corpus, Split::Visible)?;
    let paths = sample(&paths, paths.len().min(count.saturating_mul(20)), seed);
    let children = Children::of_this_program().context("this program does not know where it is")?;
    let one = |path: &PathBuf| -> Option<ExecutionSummary> {
        let text = std::fs::read_to_string(corpus.join(path)).ok()?;
        let (before, after) = both_sides(Language::Llvm, &text).ok()?;
        let plan = plan_of(&before).filter(|plan| plan.main || !plan.candidates.is_empty())?;
        let options = Options { inputs: 100, seed };
        Some(execute(&children, &path.display().to_string(), (&before, &after), &plan, options))
    };
    let (mut executed, mut taken) = (ExecutionSummary::default(), 0);
    for some in paths.chunks(AT_ONCE) {
        let done: Vec<Option<ExecutionSummary>> = some.par_iter().map(one).collect();
        for one in done.into_iter().flatten().take(count - taken) {
            executed.add(one);
            taken += 1;
        }
        if taken == count {
            break;
        }
    }
    let mut out = std::io::stdout().lock();
    for divergence in &executed.divergences {
        write!(out, "diverges  {divergence}")?;
    }
    writeln!(out, "modules: {taken}")?;
    out.write_all(executed.summary().as_bytes())?;
    let enough = taken == count && executed.functions >= minimum;
    if !enough {
        writeln!(out, "{count} modules and {minimum} functions are required")?;
    }
    Ok(executed.divergences.is_empty() && enough)
}
