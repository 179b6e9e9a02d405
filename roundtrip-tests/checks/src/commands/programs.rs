//! The command `programs`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_checks::failures::Failures;
use irtrip_checks::programs::{Executed, check_program, generator, variants};
use irtrip_checks::upstream_programs::{output, run_in};
use rayon::prelude::*;

use super::is_enough;

/// How long csmith may take.
const TIME: Duration = Duration::from_secs(20);

/// Whether random programs, every other one csmith's, print after passes what they should, in at least as many runs as there
/// are programs. The smallest example of each cause of failures goes to the folder `keep`.
pub fn programs(count: usize, pairs: usize, seed: u64, keep: Option<PathBuf>) -> Result<bool> {
    let one = |number: usize| -> Result<Vec<Executed>> {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("program.c");
        match number.is_multiple_of(2) {
            true => csmith(seed, &path)?,
            false => std::fs::write(path, generator::program(seed))?,
        }
        check_program(folder.path(), &variants(seed, pairs)).with_context(|| format!("program {number}"))
    };
    let results: Vec<Result<Vec<Executed>>> = (0..count).into_par_iter().with_max_len(1).map(one).collect();
    let mut failures = Failures::default();
    let (mut runs, mut variants, mut taken) = (0, 0, 0);
    for (number, result) in results.into_iter().enumerate() {
        let executed = result?;
        taken += usize::from(!executed.is_empty());
        for one in executed {
            runs += one.runs;
            variants += 1;
            if let Some((failure, text)) = one.failure {
                failures.add(&failure, format!("program {number}: {}", one.variant), ("ll", text.as_bytes()));
            }
        }
    }
    let mut out = std::io::stdout().lock();
    failures.write(&mut out, keep.as_deref())?;
    writeln!(out, "programs: {taken} of {count}, in {runs} runs")?;
    writeln!(out, "as they should be: {} of {variants}", variants - failures.count())?;
    // Some of csmith's programs do not end in time.
    let (enough, message) = is_enough(variants - failures.count(), variants, 100, count * pairs / 2, "variants");
    out.write_all(message.as_bytes())?;
    Ok(enough)
}

/// Writes a program of csmith's to a file.
fn csmith(seed: u64, path: &Path) -> Result<()> {
    let seed = (seed % u64::from(u32::MAX)).to_string();
    let path = path.to_string_lossy();
    let arguments = ["--seed", &seed, "--max-funcs", "5", "--max-block-size", "3", "--max-block-depth", "3"];
    // It also writes `platform.info`, to the current folder: that is the one of the program.
    let folder = Path::new(path.as_ref()).parent();
    let done = run_in(folder, "csmith", &[&arguments[..], &["-o", &path]].concat(), &[], TIME)?;
    output(done).map(drop).map_err(anyhow::Error::msg).context("csmith")
}
