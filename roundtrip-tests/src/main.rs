//! The harness's commands: trips through a whole corpus.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand, ValueEnum};
use irtrip_roundtrip_tests::corpus::{Exceptions, Split, bring};
use irtrip_roundtrip_tests::hand_written::{Written, compare_all};
use irtrip_roundtrip_tests::run::{Options, files, run};
use irtrip_roundtrip_tests::trip::Outcome;
use irtrip_roundtrip_tests::upstream_exports::compare_exports;

/// The modules that need not come back identical.
const EXCEPTIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/not-identical.txt");

/// Trips through a whole corpus
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Take every module of the corpus there and back; fails unless each is identical or listed in not-identical.txt
    Corpus {
        /// The part of the corpus to take
        #[arg(long, value_enum, default_value_t = Part::Visible)]
        split: Part,
        /// The folder with the corpus, instead of the one the shared scripts bring
        #[arg(long)]
        corpus: Option<PathBuf>,
    },
    /// Compare the export of LLVM's own tests, as they are written, with what LLVM's writer makes of them
    HandWritten {
        /// The part of the corpus to take
        #[arg(long, value_enum, default_value_t = Part::Visible)]
        split: Part,
        /// Fail where fewer than this many in a hundred are the same
        #[arg(long, default_value_t = 0)]
        at_least: usize,
        /// Show the first difference of each file that is not the same
        #[arg(long)]
        show: bool,
    },
    /// Compare `irtrip export` with upstream's export of modules of MLIR; fails unless all are equal and come back
    UpstreamExports {
        /// The irtrip program
        irtrip: PathBuf,
        /// The files
        files: Vec<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Part {
    Visible,
    Held,
    All,
}

impl From<Part> for Split {
    fn from(part: Part) -> Split {
        match part {
            Part::Visible => Split::Visible,
            Part::Held => Split::Held,
            Part::All => Split::All,
        }
    }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Corpus { split, corpus } => whole_corpus(split.into(), corpus),
        Command::HandWritten { split, at_least, show } => hand_written(split.into(), at_least, show),
        Command::UpstreamExports { irtrip, files } => compare_exports(&irtrip, &files),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            // Where standard error is closed there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The modules of a part of the corpus, by their paths below it.
fn modules(corpus: &Path, split: Split) -> Result<Vec<PathBuf>> {
    let below = |file: PathBuf| file.strip_prefix(corpus).map(Path::to_owned).ok();
    let all = files(&[corpus.to_owned()])?.into_iter().filter_map(below);
    Ok(all.filter(|path| split.has(path)).collect())
}

/// Whether every module of the part is identical or listed.
fn whole_corpus(split: Split, corpus: Option<PathBuf>) -> Result<bool> {
    let corpus = match corpus {
        Some(folder) => folder,
        None => bring("corpus/prepare.sh")?,
    };
    let listed = std::fs::read_to_string(EXCEPTIONS).with_context(|| format!("{EXCEPTIONS} cannot be read"))?;
    let listed = Exceptions::parse(&listed)?;
    let paths = modules(&corpus, split)?;
    let absolute: Vec<PathBuf> = paths.iter().map(|path| corpus.join(path)).collect();
    let mut out = std::io::stdout().lock();
    let mut identical: HashMap<PathBuf, bool> = HashMap::with_capacity(paths.len());
    let mut failed = Vec::new();
    let summary = run(
        &absolute,
        Options::default(),
        |path| std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display())),
        |report| {
            let path = report.path.strip_prefix(&corpus).unwrap_or(&report.path).to_owned();
            let same = report.trip.as_ref().is_ok_and(|trip| trip.outcome == Outcome::Identical);
            if !same {
                failed.push(path.clone());
            }
            identical.insert(path, same);
            Ok(())
        },
    )?;
    out.write_all(summary.table().as_bytes())?;
    let problems = listed.problems(split, |path| identical.get(path).copied(), &failed);
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    Ok(problems.is_empty())
}

/// Whether enough of LLVM's own tests, as they are written, are exported as LLVM's writer prints them.
fn hand_written(split: Split, at_least: usize, show: bool) -> Result<bool> {
    let corpus = bring("corpus/prepare.sh")?;
    let sources = bring("upstream/fetch.sh")?.join("llvm/test");
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
    Ok(same * 100 >= at_least * paths.len())
}
