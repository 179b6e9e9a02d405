//! The command `second-opinion`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_llvm::child::{how, run_to_end};
use irtrip_roundtrip_tests::corpus::{Split, bring};
use irtrip_roundtrip_tests::sample::sample;
use irtrip_roundtrip_tests::second_opinion::{Opinion, second_opinion};
use rayon::prelude::*;

use crate::modules;

/// How long one module may take.
const TIME: Duration = Duration::from_secs(60);

/// Tells the opinion on one module; this process may end while it is made.
pub fn tell(file: &Path) -> Result<bool> {
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    // A panic of the crate's is an opinion, told below.
    std::panic::set_hook(Box::new(|_| {}));
    let opinion = second_opinion(&bytes, &file.display().to_string());
    let (word, rest) = opinion.told();
    writeln!(std::io::stdout(), "{word}\n{rest}")?;
    Ok(true)
}

/// Whether the two readers agree on enough of a sample of the corpus.
pub fn second_opinions(count: usize, seed: u64, at_least: usize, show: bool) -> Result<bool> {
    let corpus = bring("corpus/prepare.sh")?;
    let paths = sample(&modules(&corpus, Split::Visible)?, count, seed);
    let program = std::env::current_exe().context("this program does not know where it is")?;
    let opinions: Vec<Result<Opinion>> = paths.par_iter().map(|path| ask(&program, &corpus.join(path))).collect();
    let mut out = std::io::stdout().lock();
    let (mut equal, mut wrong, mut unread) = (0, 0, 0);
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    for (path, opinion) in paths.iter().zip(opinions) {
        let (word, message) = match opinion? {
            Opinion::Equal => {
                equal += 1;
                continue;
            }
            Opinion::Unread => {
                unread += 1;
                continue;
            }
            Opinion::LeftOut(why) => {
                *left_out.entry(why).or_default() += 1;
                continue;
            }
            Opinion::Different(difference) => ("different", difference),
            Opinion::Failed(message) => ("failed", message),
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
    Ok(wrong == 0 || equal * 100 >= at_least * held)
}

/// Has a process of its own look at a module.
fn ask(program: &Path, file: &Path) -> Result<Opinion> {
    let mut command = Command::new(program);
    command.arg("second-opinion-of").arg(file);
    let ended = run_to_end(&mut command, &[], TIME).with_context(|| format!("{} cannot be run", program.display()))?;
    let Some(status) = ended.status else { return Ok(Opinion::Failed("it took too long".to_owned())) };
    let told = String::from_utf8_lossy(&ended.stdout).into_owned();
    Ok(match Opinion::of_told(&told).filter(|_| status.success()) {
        Some(opinion) => opinion,
        None => {
            let said = String::from_utf8_lossy(&ended.stderr);
            let line = said.lines().find(|l| !l.trim().is_empty()).unwrap_or_default().to_owned();
            Opinion::Failed(format!("the process ended {}: {line}", how(status)))
        }
    })
}
