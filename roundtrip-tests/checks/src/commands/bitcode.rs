//! The command `bitcode`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use irtrip_checks::bitcode::{Rewritten, rewritten_all};
use irtrip_checks::corpus::{Split, fetch};
use irtrip_checks::sample::sample;

use super::{is_enough, modules};

/// The seed of the sample.
const SEED: u64 = 22;

/// Whether all bitcode that LLVM makes of a sample of its tests, and of files is written again as the same bytes.
pub fn bitcode(files: Vec<PathBuf>, count: usize) -> Result<bool> {
    let corpus = fetch("corpus/prepare.sh")?;
    let chosen = sample(&modules(&corpus, Split::Visible)?, count, SEED);
    let paths: Vec<PathBuf> = files.into_iter().chain(chosen.into_iter().map(|path| corpus.join(path))).collect();
    let mut out = std::io::stdout().lock();
    let (mut same, mut refused) = (0, 0);
    for (path, rewritten) in paths.iter().zip(rewritten_all(&paths)?) {
        match rewritten {
            Rewritten::Same => same += 1,
            Rewritten::Refused => refused += 1,
            Rewritten::Other => writeln!(out, "other   {}", path.display())?,
            Rewritten::Failed(message) => writeln!(out, "failed  {}: {message}", path.display())?,
        }
    }
    let compared = paths.len() - refused;
    writeln!(out, "same bytes: {same} of {compared}, not taken by LLVM: {refused}")?;
    let (enough, message) = is_enough(same, compared, 100, count * 9 / 10, "modules");
    out.write_all(message.as_bytes())?;
    Ok(enough)
}
