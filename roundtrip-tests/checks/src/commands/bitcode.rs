//! The commands `bitcode` and `bitcode-tests`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip_checks::bitcode::{ReadAgain, Rewritten, read_again, rewritten_all};
use irtrip_checks::corpus::{Exceptions, Split, fetch};
use irtrip_checks::sample::sample;

use rayon::prelude::*;

use super::{is_enough, modules};

/// The files of LLVM's tests that are known to be read otherwise than LLVM 22 reads them.
const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/not-as-llvm-reads.txt");

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

/// Whether all bitcode of LLVM's own tests that is not listed, and none that is, is read as LLVM 22 reads it. `show` shows the
/// first difference of each that is not.
pub fn bitcode_tests(minimum: usize, show: bool) -> Result<bool> {
    let listed = std::fs::read_to_string(KNOWN).with_context(|| format!("{KNOWN} cannot be read"))?;
    let listed = Exceptions::parse(&listed)?;
    let folder = fetch("upstream/fetch.sh")?.join("llvm/test");
    let mut paths = Vec::new();
    bitcode_below(&folder, &mut paths)?;
    paths.sort();
    let read: Vec<ReadAgain> = paths.par_iter().map(|path| read_again(path)).collect::<Result<_>>()?;
    let own = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).to_owned();
    let verdicts: Vec<(PathBuf, ReadAgain)> = paths.iter().map(|path| own(path)).zip(read).collect();
    let mut out = std::io::stdout().lock();
    let mut failed = Vec::new();
    for (path, verdict) in &verdicts {
        let message = match verdict {
            ReadAgain::Same | ReadAgain::Refused => continue,
            ReadAgain::Other(line) => line,
            ReadAgain::Failed(message) => message,
        };
        if show {
            writeln!(out, "{}: {message}", path.display())?;
        }
        failed.push(path.clone());
    }
    let is_same = |path: &Path| {
        let found = verdicts.iter().find(|verdict| verdict.0 == path);
        found.filter(|verdict| verdict.1 != ReadAgain::Refused).map(|verdict| verdict.1 == ReadAgain::Same)
    };
    let problems = listed.problems(Split::All, is_same, &failed);
    problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
    let compared = verdicts.iter().filter(|verdict| verdict.1 != ReadAgain::Refused).count();
    writeln!(out, "read as LLVM reads it: {} of {compared}", compared - failed.len())?;
    let (enough, message) = is_enough(compared, compared, 100, minimum, "files");
    out.write_all(message.as_bytes())?;
    Ok(enough && problems.is_empty())
}

/// The files of bitcode in a folder and those below.
fn bitcode_below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            bitcode_below(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "bc") {
            found.push(path);
        }
    }
    Ok(())
}
