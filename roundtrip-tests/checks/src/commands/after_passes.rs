//! The command `after-passes`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use irtrip_checks::after_passes::pipelines::choose;
use irtrip_checks::after_passes::{Outcome, Run, check_module};
use irtrip_checks::corpus::{Split, fetch};
use irtrip_checks::failures::{Failure, Failures};
use irtrip_checks::sample::sample;
use rayon::prelude::*;

use super::{is_enough, modules};

/// What is taken through passes.
pub struct Selection {
    /// How many modules of the visible corpus.
    pub sample: usize,
    /// How many pipelines for each module.
    pub pipelines: usize,
    /// The seed of the choice.
    pub seed: u64,
    /// Modules in addition to those of the corpus.
    pub files: Vec<PathBuf>,
}

/// Whether modules export to what they should after upstream's passes, in at least `minimum` runs. The smallest example of
/// each cause of failures goes to the folder `keep`.
pub fn after_passes(selection: &Selection, minimum: usize, keep: Option<PathBuf>) -> Result<bool> {
    let corpus = fetch("corpus/prepare.sh")?;
    let mut paths: Vec<PathBuf> = selection.files.clone();
    let sampled = sample(&modules(&corpus, Split::Visible)?, selection.sample, selection.seed);
    paths.extend(sampled.into_iter().map(|path| corpus.join(path)));
    // A panic is a failure of its run, and reported with the others.
    std::panic::set_hook(Box::new(|_| {}));
    let one = |path: &PathBuf| -> Result<Vec<Run>> {
        let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let name = path.strip_prefix(&corpus).unwrap_or(path).display().to_string();
        let folder = tempfile::tempdir()?;
        check_module(&text, choose(&name, selection.pipelines, selection.seed), folder.path())
    };
    let results: Vec<Result<Vec<Run>>> = paths.par_iter().with_max_len(1).map(one).collect();
    let mut failures = Failures::default();
    let mut upstream = Failures::default();
    let (mut runs, mut held, mut compared) = (0, 0, 0);
    let mut of_law: BTreeMap<&str, usize> = BTreeMap::new();
    for (path, result) in paths.iter().zip(results) {
        for run in result? {
            let name = format!("{} {}", path.strip_prefix(&corpus).unwrap_or(path).display(), run.pipeline.join(" "));
            match run.outcome {
                Outcome::UpstreamFails(message) => {
                    upstream.add(&Failure { law: "upstream", message }, name, ("mlir", &[]));
                    continue;
                }
                Outcome::Holds { compared: was_compared } => {
                    held += 1;
                    compared += usize::from(was_compared);
                }
                Outcome::Fails(failure) => {
                    *of_law.entry(failure.law).or_default() += 1;
                    failures.add(&failure, name, ("mlir", &run.mlir));
                }
            }
            runs += 1;
        }
    }
    let mut out = std::io::stdout().lock();
    failures.write(&mut out, keep.as_deref())?;
    if keep.is_some() {
        upstream.write(&mut out, None)?;
    }
    writeln!(out, "runs that upstream's programs do not take: {}", upstream.count())?;
    of_law.iter().try_for_each(|(law, count)| writeln!(out, "{law}: {count} failures"))?;
    writeln!(out, "as they should be: {held} of {runs}; compared without preserved attributes: {compared}")?;
    // Nine in ten of the runs can be compared without preserved attributes.
    let (enough, message) = is_enough(held, runs, 100, minimum, "runs");
    let (enough_compared, message_compared) = is_enough(compared, compared, 100, minimum * 9 / 10, "stripped modules");
    write!(out, "{message}{message_compared}")?;
    Ok(enough && enough_compared)
}
