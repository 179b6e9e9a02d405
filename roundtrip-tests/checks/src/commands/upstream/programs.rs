//! The command `programs`.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_checks::failures::Failures;
use irtrip_checks::programs::{Executed, Program, check_modes, check_programs, generator, variants};
use irtrip_checks::upstream::programs::{output, run_in};
use rayon::prelude::*;

use crate::commands::is_enough;

/// How long csmith may take.
const TIME: Duration = Duration::from_secs(20);

/// How many programs are linked together.
const TOGETHER: usize = 8;

/// What is known of the programs that are done.
#[derive(Default)]
struct Tally {
    failures: Failures,
    done: usize,
    variants: usize,
    runs: usize,
}

impl Tally {
    /// Adds some programs. What is known so far goes to standard error: a run may take hours.
    fn add(&mut self, numbers: &Range<usize>, executed: Vec<Executed>) {
        self.done += numbers.len();
        for one in executed {
            self.runs += one.runs * one.programs;
            self.variants += one.programs;
            if let Some((failure, text)) = one.failure {
                let run = format!("a program of {numbers:?}: {}", one.variant);
                let _ = writeln!(std::io::stderr(), "{run} fails");
                self.failures.add(&failure, run, ("ll", text.as_bytes()));
            }
        }
        let failed = self.failures.count();
        // Who does not listen does not miss the end.
        let _ = writeln!(std::io::stderr(), "{} programs, {} runs, {failed} failures", self.done, self.runs);
    }
}

/// Whether random programs, every other one csmith's, print after passes what they should, in at least as many runs as there
/// are programs. The smallest example of each cause of failures goes to the folder `keep`.
pub fn programs(all: Range<usize>, pairs: usize, seed: u64, keep: Option<PathBuf>) -> Result<bool> {
    check_modes()?;
    let tally = Mutex::new(Tally::default());
    let one = |numbers: Range<usize>| -> Result<()> {
        let folder = tempfile::tempdir()?;
        let mut programs = Vec::new();
        for number in numbers.clone() {
            let path = folder.path().join(format!("program-{number}.c"));
            let takes_arguments = number.is_multiple_of(2);
            if write_program(seed_of(seed, number), takes_arguments, &path)? {
                programs.push(Program { number, path, takes_arguments });
            }
        }
        let variants = variants(seed_of(seed, numbers.start), pairs);
        let executed = check_programs(folder.path(), &programs, &variants);
        let executed = executed.with_context(|| format!("programs {numbers:?}"))?;
        tally.lock().unwrap_or_else(PoisonError::into_inner).add(&numbers, executed);
        Ok(())
    };
    let (count, end) = (all.len(), all.end);
    let starts = all.step_by(TOGETHER).collect::<Vec<_>>();
    starts.into_par_iter().with_max_len(1).map(|start| start..end.min(start + TOGETHER)).try_for_each(one)?;
    let Tally { failures, variants, runs, .. } = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut out = std::io::stdout().lock();
    failures.write(&mut out, keep.as_deref())?;
    writeln!(out, "programs: {count}, in {runs} runs")?;
    writeln!(out, "as they should be: {} of {variants}", variants - failures.count())?;
    // Some of csmith's programs do not end in time.
    let (enough, message) = is_enough(variants - failures.count(), variants, 100, count * pairs * 3 / 5, "variants");
    out.write_all(message.as_bytes())?;
    Ok(enough)
}

/// The seed of a program.
fn seed_of(seed: u64, number: usize) -> u64 {
    seed.wrapping_mul(1_000_003).wrapping_add(number as u64)
}

/// Writes a program of csmith's or the generator's to a file; false where csmith has no time to end.
pub(in crate::commands) fn write_program(seed: u64, is_csmith: bool, path: &Path) -> Result<bool> {
    if !is_csmith {
        std::fs::write(path, generator::program(seed))?;
        return Ok(true);
    }
    let seed = (seed % u64::from(u32::MAX)).to_string();
    let path = path.to_string_lossy();
    let arguments = ["--seed", &seed, "--max-funcs", "5", "--max-block-size", "3", "--max-block-depth", "3"];
    // It also writes `platform.info`, to the current folder: that is the one of the program.
    let folder = Path::new(path.as_ref()).parent();
    let done = run_in(folder, "csmith", &[&arguments[..], &["-o", &path]].concat(), &[], TIME)?;
    if done.status.is_none() {
        return Ok(false);
    }
    output(done).map(|_| true).map_err(anyhow::Error::msg).context("csmith")
}
