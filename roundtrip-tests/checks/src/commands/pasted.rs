//! The command `pasted`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_checks::failures::{Failure, Failures};
use irtrip_checks::pasted::{Verdict, Way, check_pair};
use irtrip_checks::sample::rank;
use irtrip_checks::upstream::programs::{output, run};
use rayon::prelude::*;

use super::upstream::programs::write_program;
use super::{is_enough, mixed_texts};

/// How long a compiler may take.
const TIME: Duration = Duration::from_secs(60);
/// The modules of which pairs are made, for each pair that is asked for: some do not fit each other.
const FOR_A_PAIR: usize = 4;
/// What is longer takes too much of the time.
const LONGEST: usize = 400_000;

/// Two modules, with what they are called.
type Pair = (String, [String; 2]);

/// Whether pairs of modules that are pasted into each other come to what the linker makes of them, or are named.
pub fn paste(
    (pairs, programs): (usize, usize),
    seed: u64,
    files: &[PathBuf],
    show_named: bool,
    keep: Option<PathBuf>,
) -> Result<bool> {
    let mut failures = Failures::default();
    let mut out = std::io::stdout().lock();
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut done = 0;
    let choice = match files {
        [] => vec![(pairs, of_corpus(pairs, seed)?), (programs, of_programs(programs, seed)?)],
        files => vec![(files.len() - 1, of_files(files)?)],
    };
    for (wanted, all) in choice {
        let mut pasted = 0;
        for some in all.chunks(64) {
            let some = some.get(..some.len().min(wanted - pasted)).unwrap_or_default();
            let verdicts: Vec<_> = some.par_iter().with_max_len(1).map(checked).collect::<Result<_>>()?;
            for ((name, texts), verdicts) in some.iter().zip(verdicts) {
                pasted += usize::from(verdicts.is_some());
                for (way, verdict) in verdicts.unwrap_or_default() {
                    let word = match &verdict {
                        Verdict::Equal => "equal",
                        Verdict::Named(_) => "named",
                        Verdict::Wrong(_) => "wrong",
                    };
                    *counts.entry((format!("{way:?}"), word)).or_default() += 1;
                    if let Verdict::Named(message) = &verdict
                        && show_named
                    {
                        writeln!(out, "{way:?}, {name}: {}", message.lines().next().unwrap_or_default())?;
                    }
                    if let Verdict::Wrong(message) = verdict {
                        let example = format!("{}\n; --- and\n{}\n; --- {message}", texts[0], texts[1]);
                        failures.add(&failure(way, &message), name.clone(), ("ll", example.as_bytes()));
                    }
                }
            }
            if pasted >= wanted {
                break;
            }
        }
        let (enough, message) = is_enough(pasted, pasted, 100, wanted, "pairs");
        out.write_all(message.as_bytes())?;
        anyhow::ensure!(enough, "too few modules fit each other");
        done += pasted;
    }
    failures.write(&mut out, keep.as_deref())?;
    for ((way, verdict), count) in counts {
        writeln!(out, "{way}: {verdict} {count}")?;
    }
    writeln!(out, "pairs: {done}")?;
    writeln!(out, "wrong: {}", failures.count())?;
    Ok(failures.count() == 0)
}

/// A failure whose first line is the first that differs, which is the cause.
fn failure(way: Way, message: &str) -> Failure {
    let differing = |line: &&str| line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++");
    let first = message.lines().find(differing).unwrap_or(message);
    Failure { law: law(way), message: format!("{first}\n{message}") }
}

fn law(way: Way) -> &'static str {
    match way {
        Way::Library => "in one context",
        Way::LibraryOperations => "operations alone, in one context",
        Way::Text => "by text",
        Way::TextOperations => "operations alone, by text",
        Way::MlirOpt => "through mlir-opt",
    }
}

fn checked((name, [a, b]): &Pair) -> Result<Option<Vec<(Way, Verdict)>>> {
    let folder = tempfile::tempdir()?;
    check_pair(folder.path(), a, b).with_context(|| name.clone())
}

fn of_files(files: &[PathBuf]) -> Result<Vec<Pair>> {
    let pair = |two: &[PathBuf]| {
        let texts = [std::fs::read_to_string(&two[0])?, std::fs::read_to_string(&two[1])?];
        Ok((format!("{} and {}", two[0].display(), two[1].display()), texts))
    };
    files.windows(2).map(pair).collect()
}

/// Pairs of modules for the same target.
fn of_corpus(pairs: usize, seed: u64) -> Result<Vec<Pair>> {
    let mut texts = mixed_texts()?;
    texts.retain(|(_, text)| text.len() < LONGEST);
    texts.sort_by_cached_key(|(path, _)| rank(path.as_os_str().as_encoded_bytes(), seed));
    let target = |text: &str| -> String { text.lines().filter(|line| line.starts_with("target ")).collect() };
    let mut waiting: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut found = Vec::new();
    for (path, text) in texts {
        // A module without metadata has nothing that is referred to by number; some of them are taken all the same.
        let has_metadata = text.contains("\n!");
        if !has_metadata && rank(path.as_os_str().as_encoded_bytes(), seed)[1] > 64 {
            continue;
        }
        let name = path.display().to_string();
        match waiting.remove(&target(&text)) {
            Some((other, first)) => found.push((format!("{other} and {name}"), [first, text.to_string()])),
            None => {
                waiting.insert(target(&text), (name, text.to_string()));
            }
        }
        if found.len() == pairs * FOR_A_PAIR {
            break;
        }
    }
    Ok(found)
}

/// Pairs of random programs, with debug information, types of accesses and loops.
fn of_programs(pairs: usize, seed: u64) -> Result<Vec<Pair>> {
    let numbers: Vec<u64> = (0..pairs as u64 * 2).map(|number| seed.wrapping_mul(1_000_003) + number).collect();
    let pair = |two: &[u64]| -> Result<Option<Pair>> {
        let folder = tempfile::tempdir()?;
        let mut texts = Vec::new();
        for number in two {
            let path = folder.path().join(format!("program-{number}.c"));
            if !write_program(*number, number % 4 < 2, &path)? {
                return Ok(None);
            }
            texts.push(compiled(&path)?);
        }
        let name = format!("programs {two:?}");
        Ok(<[String; 2]>::try_from(texts).ok().map(|texts| (name, texts)))
    };
    let made: Vec<Option<Pair>> = numbers.par_chunks(2).map(pair).collect::<Result<_>>()?;
    Ok(made.into_iter().flatten().collect())
}

fn compiled(path: &Path) -> Result<String> {
    let path = path.to_string_lossy();
    let arguments = ["-O2", "-g", "-w", "-S", "-emit-llvm", "-I/usr/include/csmith", path.as_ref(), "-o", "-"];
    let text = output(run("clang-22", &arguments, &[], TIME)?).map_err(anyhow::Error::msg)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
