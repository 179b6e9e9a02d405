//! The command `hand-written`.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip_checks::corpus::{Exceptions, Split, fetch};
use irtrip_checks::hand_written::{Written, compare_all};

use super::modules;

/// The tests that need not be exported as LLVM's writer prints them.
const EXCEPTIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/not-as-llvm-writes.txt");

/// Whether each of LLVM's own tests, as they are written, is exported as LLVM's writer prints it or listed, and there are at least
/// `minimum`.
pub fn hand_written(split: Split, minimum: usize, show: bool) -> Result<bool> {
    let listed = std::fs::read_to_string(EXCEPTIONS).with_context(|| format!("{EXCEPTIONS} cannot be read"))?;
    let listed = Exceptions::parse(&listed)?;
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
    let found: HashMap<&Path, bool> =
        paths.iter().map(PathBuf::as_path).zip(compared.iter().map(|written| *written == Written::Same)).collect();
    let different: Vec<PathBuf> =
        found.iter().filter(|(_, same)| !**same).map(|(path, _)| path.to_path_buf()).collect();
    let mut problems = listed.problems(split, |path| found.get(path).copied(), &different);
    if paths.len() < minimum {
        problems.push(format!("only {} modules were compared, and {minimum} are required", paths.len()));
    }
    problems.sort();
    problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
    Ok(problems.is_empty())
}
