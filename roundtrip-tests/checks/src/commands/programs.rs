//! The command `programs`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_checks::failures::Failures;
use irtrip_checks::programs::{Executed, check_program, generator, variants};
use irtrip_checks::upstream_programs::{output, run_in};
use rayon::prelude::*;

use super::is_enough;

/// How long csmith may take.
const TIME: Duration = Duration::from_secs(20);

/// What is known of the programs that are done.
#[derive(Default)]
struct Tally {
    failures: Failures,
    done: usize,
    taken: usize,
    variants: usize,
    runs: usize,
}

impl Tally {
    /// Adds a program. Now and then what is known so far goes to standard error: a run may take hours.
    fn add(&mut self, number: usize, executed: Vec<Executed>) {
        self.done += 1;
        self.taken += usize::from(!executed.is_empty());
        for one in executed {
            self.runs += one.runs;
            self.variants += 1;
            if let Some((failure, text)) = one.failure {
                let _ = writeln!(std::io::stderr(), "program {number} fails: {}", one.variant);
                self.failures.add(&failure, format!("program {number}: {}", one.variant), ("ll", text.as_bytes()));
            }
        }
        if self.done.is_multiple_of(10) {
            let failed = self.failures.count();
            // Who does not listen does not miss the end.
            let _ = writeln!(std::io::stderr(), "{} programs, {} runs, {failed} failures", self.done, self.runs);
        }
    }
}

/// Whether random programs, every other one csmith's, print after passes what they should, in at least as many runs as there
/// are programs. The smallest example of each cause of failures goes to the folder `keep`.
pub fn programs(count: usize, pairs: usize, seed: u64, keep: Option<PathBuf>) -> Result<bool> {
    let tally = Mutex::new(Tally::default());
    let one = |number: usize| -> Result<()> {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("program.c");
        let executed = if write_program(seed, number.is_multiple_of(2), &path)? {
            check_program(folder.path(), &variants(seed, pairs)).with_context(|| format!("program {number}"))?
        } else {
            Vec::new()
        };
        tally.lock().unwrap_or_else(PoisonError::into_inner).add(number, executed);
        Ok(())
    };
    (0..count).into_par_iter().with_max_len(1).try_for_each(one)?;
    let Tally { failures, taken, variants, runs, .. } = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut out = std::io::stdout().lock();
    failures.write(&mut out, keep.as_deref())?;
    writeln!(out, "programs: {taken} of {count}, in {runs} runs")?;
    writeln!(out, "as they should be: {} of {variants}", variants - failures.count())?;
    // Some of csmith's programs do not end in time.
    let (enough, message) = is_enough(variants - failures.count(), variants, 100, count * pairs * 3 / 5, "variants");
    out.write_all(message.as_bytes())?;
    Ok(enough)
}

/// Writes a program of csmith's or the generator's to a file; false where csmith has no time to end.
fn write_program(seed: u64, is_csmith: bool, path: &Path) -> Result<bool> {
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
