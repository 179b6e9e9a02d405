//! The command `hand-written`.

use std::io::Write;

use anyhow::Result;
use irtrip_checks::corpus::{Split, fetch};
use irtrip_checks::hand_written::{Written, compare_all};

use super::{is_enough, modules};

/// Whether enough of LLVM's own tests, as they are written, are exported as LLVM's writer prints them.
pub fn hand_written(split: Split, at_least: usize, minimum: usize, show: bool) -> Result<bool> {
    let corpus = fetch("corpus/prepare.sh")?;
    let sources = fetch("upstream/fetch.sh")?.join("llvm/test");
    let paths = modules(&corpus, split)?;
    let compared = compare_all(&sources, &corpus, &paths);
    let mut out = std::io::stdout().lock();
    let (mut same, mut other, mut failed) = (0, 0, 0);
    for (path, written) in paths.iter().zip(&compared) {
        match written {
            Written::Same => same += 1,
            Written::Other(difference) => {
                other += 1;
                if show {
                    writeln!(out, "other   {}\n{difference}", path.display())?;
                }
            }
            Written::Failed(message) => {
                failed += 1;
                if show {
                    writeln!(out, "failed  {}: {message}", path.display())?;
                }
            }
        }
    }
    writeln!(out, "same: {same} of {}, other: {other}, failed: {failed}", paths.len())?;
    let (enough, message) = is_enough(same, paths.len(), at_least, minimum, "modules");
    out.write_all(message.as_bytes())?;
    Ok(enough)
}
