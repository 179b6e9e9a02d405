//! The harness's commands: trips through a whole corpus.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand, ValueEnum};
use irtrip_roundtrip_tests::corpus::{Exceptions, Split, bring};
use irtrip_roundtrip_tests::disguise::{Disguise, compare_with_disguise, disguised};
use irtrip_roundtrip_tests::hand_written::{Written, compare_all};
use irtrip_roundtrip_tests::language::language;
use irtrip_roundtrip_tests::planted::{KINDS, try_kind};
use irtrip_roundtrip_tests::run::{Options, files, run};
use irtrip_roundtrip_tests::trip::Outcome;
use irtrip_roundtrip_tests::upstream_exports::compare_exports;
use rayon::prelude::*;
use sha1::Digest;

#[cfg(feature = "_llvm")]
mod executions;
#[cfg(feature = "llvm19")]
mod opinions;

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
    /// Import modules with the reader of assembly and that of the crate llvm-ir, and compare the models; fails for any
    /// difference beyond the crate's known gaps
    #[cfg(feature = "llvm19")]
    SecondOpinion {
        /// How many modules of the visible corpus to take
        #[arg(long, default_value_t = 1000)]
        sample: usize,
        /// What the sample is drawn with
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Fail where fewer than this many in a hundred of those that the crate can hold are equal
        #[arg(long, default_value_t = 100)]
        at_least: usize,
        /// Show each difference
        #[arg(long)]
        show: bool,
    },
    /// The opinion on one module, told on standard output
    #[cfg(feature = "llvm19")]
    #[command(hide = true)]
    SecondOpinionOf {
        /// The module
        file: PathBuf,
    },
    /// Run functions of modules before and after their trips, and compare the results bit for bit
    #[cfg(feature = "_llvm")]
    Execute {
        /// How many modules with functions that can be run to take of the visible corpus
        #[arg(long, default_value_t = 200)]
        sample: usize,
        /// What the sample and the inputs are drawn with
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Edit one place of modules, kind by kind, and compare; fails unless every edit is found where and as what it is
    Planted {
        /// Kinds of edits to try; all of them if none is given
        #[arg(long)]
        kinds: Option<usize>,
        /// Modules to edit, of each kind
        #[arg(long, default_value_t = 25)]
        modules: usize,
        /// Show each edit that was not found
        #[arg(long)]
        show: bool,
    },
    /// Print a module under other names and numbers and in another order
    Disguise {
        /// LLVM assembly
        file: PathBuf,
    },
    /// Compare modules with themselves under other names and numbers and in another order; fails unless all are the same
    NoFalseAlarm {
        /// Modules to compare
        #[arg(long, default_value_t = 2000)]
        sample: usize,
        /// Show the differences found
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
    #[cfg(feature = "_llvm")]
    if let Some(arguments) = executions::child_arguments() {
        return irtrip_llvm::child::serve(&arguments);
    }
    let done = match Arguments::parse().command {
        Command::Corpus { split, corpus } => whole_corpus(split.into(), corpus),
        Command::HandWritten { split, at_least, show } => hand_written(split.into(), at_least, show),
        #[cfg(feature = "llvm19")]
        Command::SecondOpinion { sample, seed, at_least, show } => {
            opinions::second_opinions(sample, seed, at_least, show)
        }
        #[cfg(feature = "llvm19")]
        Command::SecondOpinionOf { file } => opinions::tell(&file),
        #[cfg(feature = "_llvm")]
        Command::Execute { sample, seed } => executions::execute_sample(sample, seed),
        Command::Planted { kinds, modules, show } => planted_edits(kinds, modules, show),
        Command::Disguise { file } => print_disguise(&file),
        Command::NoFalseAlarm { sample, show } => no_false_alarm(sample, show),
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
        |path| {
            let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
            Ok((language(path, &text), text))
        },
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

/// The texts of the visible modules, in an order that mixes their folders.
fn mixed_texts() -> Result<Vec<(PathBuf, Arc<str>)>> {
    let corpus = bring("corpus/prepare.sh")?;
    let mut paths = modules(&corpus, Split::Visible)?;
    paths.sort_by_cached_key(|path| sha1::Sha1::digest(path.as_os_str().as_encoded_bytes()).to_vec());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(corpus.join(&path));
        text.map(|text| (path, text.into())).context("a module of the corpus cannot be read")
    };
    paths.into_iter().map(read).collect()
}

/// Whether every planted edit is found.
fn planted_edits(kinds: Option<usize>, modules: usize, show: bool) -> Result<bool> {
    let texts = mixed_texts()?;
    let mut out = std::io::stdout().lock();
    let (mut edited, mut found, mut short) = (0, 0, 0);
    for kind in KINDS.iter().take(kinds.unwrap_or(KINDS.len())) {
        let tally = try_kind(kind, &texts, modules)?;
        writeln!(out, "{:32} {:4} of {:4}", tally.name, tally.found, tally.edited)?;
        for (path, outcome) in tally.others.iter().filter(|_| show) {
            writeln!(out, "    {path}: {outcome:?}")?;
        }
        edited += tally.edited;
        found += tally.found;
        short += usize::from(tally.edited == 0);
    }
    writeln!(out, "found: {found} of {edited}; kinds without a module: {short}")?;
    Ok(found == edited && short == 0)
}

fn print_disguise(file: &Path) -> Result<bool> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    std::io::stdout().lock().write_all(disguised(&text, 1).as_bytes())?;
    Ok(true)
}

/// Whether modules are the same as themselves in disguise.
fn no_false_alarm(sample: usize, show: bool) -> Result<bool> {
    let texts = mixed_texts()?;
    let mut out = std::io::stdout().lock();
    let (mut same, mut compared) = (0, 0);
    for chunk in texts.chunks(64) {
        let outcomes: Vec<(&PathBuf, Disguise)> =
            chunk.par_iter().map(|(path, text)| (path, compare_with_disguise(text))).collect();
        for (path, outcome) in outcomes {
            if compared == sample {
                break;
            }
            match outcome {
                Disguise::None => continue,
                Disguise::Same => same += 1,
                Disguise::Different(shown) => {
                    writeln!(out, "{}", path.display())?;
                    if show {
                        out.write_all(shown.as_bytes())?;
                    }
                }
            }
            compared += 1;
        }
    }
    writeln!(out, "same: {same} of {compared}")?;
    Ok(same == compared && compared == sample.min(texts.len()))
}
