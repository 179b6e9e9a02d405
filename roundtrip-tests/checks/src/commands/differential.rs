//! The command `differential`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_checks::corpus::{Split, fetch};
use irtrip_checks::differential::{Agreement, compare_readers};
use irtrip_checks::sample::sample;
use irtrip_llvm::process::{how, run_to_end};
use rayon::prelude::*;

use super::{is_enough, modules};

/// How long one module may take.
const TIME: Duration = Duration::from_secs(60);

/// Prints how the readers agree on one module; LLVM may end this process.
pub fn print_agreement(file: &Path) -> Result<bool> {
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    // A panic of the crate's is a result, printed below.
    std::panic::set_hook(Box::new(|_| {}));
    let agreement = compare_readers(&bytes, &file.display().to_string());
    let (word, rest) = agreement.to_message();
    writeln!(std::io::stdout(), "{word}\n{rest}")?;
    Ok(true)
}

/// Whether the two readers agree on all of a sample of the corpus that both can hold.
pub fn differential(count: usize, seed: u64, compared: usize, show: bool) -> Result<bool> {
    let corpus = fetch("corpus/prepare.sh")?;
    let paths = sample(&modules(&corpus, Split::Visible)?, count, seed);
    let program = std::env::current_exe().context("this program does not know where it is")?;
    let results: Vec<Result<Agreement>> = paths.par_iter().map(|path| ask(&program, &corpus.join(path))).collect();
    let mut out = std::io::stdout().lock();
    let (mut equal, mut wrong, mut unread) = (0, 0, 0);
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    for (path, result) in paths.iter().zip(results) {
        let (word, message) = match result? {
            Agreement::Equal => {
                equal += 1;
                continue;
            }
            Agreement::Unread => {
                unread += 1;
                continue;
            }
            Agreement::LeftOut(why) => {
                *left_out.entry(why).or_default() += 1;
                continue;
            }
            Agreement::Different(difference) => ("different", difference),
            Agreement::Failed(message) => ("failed", message),
        };
        wrong += 1;
        writeln!(out, "{word}  {}", path.display())?;
        if show {
            writeln!(out, "{message}")?;
        }
    }
    let held = equal + wrong;
    let beyond: usize = left_out.values().sum();
    writeln!(out, "modules: {}; LLVM 19 does not read {unread}; the crate llvm-ir cannot hold {beyond}:", paths.len())?;
    for (why, count) in &left_out {
        writeln!(out, "  {count:>5}  {why}")?;
    }
    writeln!(out, "equal: {equal} of {held}")?;
    let (enough, message) = is_enough(equal, held, 100, (count * compared).div_ceil(100), "modules");
    out.write_all(message.as_bytes())?;
    Ok(enough)
}

/// Has a process of its own look at a module.
fn ask(program: &Path, file: &Path) -> Result<Agreement> {
    let mut command = Command::new(program);
    command.arg("differential-of").arg(file);
    let ended = run_to_end(&mut command, &[], TIME).with_context(|| format!("{} cannot be run", program.display()))?;
    let Some(status) = ended.status else { return Ok(Agreement::Failed("it took too long".to_owned())) };
    let printed = String::from_utf8_lossy(&ended.stdout).into_owned();
    Ok(match Agreement::from_message(&printed).filter(|_| status.success()) {
        Some(agreement) => agreement,
        None => {
            let errors = String::from_utf8_lossy(&ended.stderr);
            let line = errors.lines().find(|l| !l.trim().is_empty()).unwrap_or_default().to_owned();
            Agreement::Failed(format!("the process ended {}: {line}", how(status)))
        }
    })
}
