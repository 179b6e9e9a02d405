//! The command `intrinsics`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip::dialect::release::Release;
use irtrip_checks::corpus::{Exceptions, Split};
use irtrip_checks::intrinsics::probed;

use super::is_enough;

/// The intrinsics that a call alone does not show.
const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/not-probed.txt");

/// Whether the library of each release takes all intrinsics that are written for it but those that are listed.
pub fn intrinsics(releases: &[Release], minimum: usize) -> Result<bool> {
    let listed = std::fs::read_to_string(KNOWN).with_context(|| format!("{KNOWN} cannot be read"))?;
    let listed = Exceptions::parse(&listed)?;
    let mut out = std::io::stdout().lock();
    let (mut failed, mut written) = (BTreeSet::new(), 0);
    for release in releases {
        let found = probed(*release)?;
        writeln!(out, "LLVM {release}: {} written, {} refused", found.written, found.refused.len())?;
        for (name, message) in &found.refused {
            writeln!(out, "  {name}: {message}")?;
        }
        failed.extend(found.refused.into_keys().map(PathBuf::from));
        written += found.written;
    }
    let failed: Vec<PathBuf> = failed.into_iter().collect();
    let is_taken = |path: &Path| Some(!failed.iter().any(|name| name == path));
    let problems = listed.problems(Split::All, is_taken, &failed);
    problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
    let (enough, message) = is_enough(written, written, 100, minimum * releases.len(), "intrinsics");
    out.write_all(message.as_bytes())?;
    Ok(enough && problems.is_empty())
}
