//! The command `programs`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_checks::failures::Failures;
use irtrip_checks::programs::{Executed, check_program, generator, variants};
use irtrip_checks::upstream_programs::{output, run};
use rayon::prelude::*;

use super::is_enough;

/// How long csmith may take.
const TIME: Duration = Duration::from_secs(20);

/// Whether random programs, every other one csmith's, print after passes what they should, in at least as many runs as there
/// are programs. The smallest example of each cause of failures goes to the folder `keep`.
pub fn programs(count: usize, pairs: usize, seed: u64, keep: Option<PathBuf>) -> Result<bool> {
    let one = |number: usize| -> Result<Vec<Executed>> {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let text = if number.is_multiple_of(2) { csmith(seed)? } else { generator::program(seed) };
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("program.c"), text)?;
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

/// A program of csmith's.
fn csmith(seed: u64) -> Result<String> {
    let seed = (seed % u64::from(u32::MAX)).to_string();
    let arguments = ["--seed", &seed, "--max-funcs", "5", "--max-block-size", "3", "--max-block-depth", "3"];
    let text = output(run("csmith", &arguments, &[], TIME)?).map_err(anyhow::Error::msg).context("csmith")?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
