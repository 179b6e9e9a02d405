//! The command `silence`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use irtrip_checks::failures::{Failure, Failures};
use irtrip_checks::silence::{Breach, Way, check_ending, verdicts_of_file};
use irtrip_roundtrip::run::files;
use rayon::prelude::*;

use super::is_enough;

/// What is known to be lost without a word.
const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/known-losses.txt");
/// How much of a message the list has.
const REASON: usize = 120;

/// Whether all that is lost without a word of the modules is listed, and all that is listed is lost, and at least `minimum`
/// times something was written without a word; and whether the program `irtrip` ends as it says. `bless` writes the list; `show` shows every loss.
pub fn silence(paths: &[PathBuf], minimum: usize, irtrip: Option<PathBuf>, bless: bool, show: bool) -> Result<bool> {
    let paths = files(paths)?;
    let ways = Way::all();
    let of_file = |path: &PathBuf| {
        let bytes = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        Ok(verdicts_of_file(path, bytes, &ways))
    };
    let all: Vec<_> = paths.par_iter().with_max_len(1).map(of_file).collect::<Result<_>>()?;
    let mut out = std::io::stdout().lock();
    let (mut failures, mut found) = (Failures::default(), BTreeMap::new());
    for (path, verdicts) in paths.iter().zip(&all) {
        for Breach { way, message } in &verdicts.breaches {
            if show {
                writeln!(out, "{}: {way}: {message}", path.display())?;
            }
            let message = message.clone();
            failures.add(&Failure { law: "silence", message }, format!("{} {way}", path.display()), ("", &[]));
        }
        if !verdicts.breaches.is_empty() {
            let message = verdicts.breaches.first().map(|breach| breach.message.clone()).unwrap_or_default();
            let losses = Losses { ways: ranges(&ways, &verdicts.breaches), message };
            found.insert(path.display().to_string(), losses);
        }
    }
    failures.write(&mut out, None)?;
    if bless {
        write_known(&found)?;
    }
    let mut problems = problems(&known()?, &found, &paths);
    if let Some(irtrip) = irtrip {
        let irtrip = irtrip.to_string_lossy();
        let ending = |(place, path): (usize, &PathBuf)| {
            let way = ways.get(place % ways.len()).copied();
            way.map_or(Ok(None), |way| check_ending(&irtrip, path, way))
        };
        let endings: Vec<_> = paths.par_iter().with_max_len(1).enumerate().map(ending).collect::<Result<_>>()?;
        problems.extend(endings.into_iter().flatten());
    }
    problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
    let silent: usize = all.iter().map(|verdicts| verdicts.silent).sum();
    writeln!(out, "lost without a word: {} of {silent}", failures.count())?;
    let (enough, message) = is_enough(silent, silent, 100, minimum, "texts");
    out.write_all(message.as_bytes())?;
    Ok(enough && problems.is_empty())
}

/// The losses of a module: the ways, and the reason: the first message, until somebody writes another into the list.
struct Losses {
    ways: String,
    message: String,
}

/// The list, by path: the ways, and the reason.
fn known() -> Result<BTreeMap<String, Losses>> {
    let text = std::fs::read_to_string(KNOWN).with_context(|| format!("{KNOWN} cannot be read"))?;
    let line = |line: &str| {
        let mut parts = line.splitn(3, ": ");
        let (Some(path), Some(ways), Some(reason)) = (parts.next(), parts.next(), parts.next()) else {
            bail!("'{line}' is no line 'path: ways: reason'");
        };
        Ok((path.to_owned(), Losses { ways: ways.to_owned(), message: reason.to_owned() }))
    };
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(line).collect()
}

/// Writes the list anew; its comments and reasons stay.
fn write_known(found: &BTreeMap<String, Losses>) -> Result<()> {
    let (listed, before) = (known()?, std::fs::read_to_string(KNOWN).unwrap_or_default());
    let mut list: String = before.lines().filter(|line| line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    for (path, Losses { ways, message }) in found {
        let given = listed.get(path).map(|losses| losses.message.clone());
        let reason: String = given.unwrap_or_else(|| message.chars().take(REASON).collect());
        writeln!(list, "{path}: {ways}: {reason}")?;
    }
    std::fs::write(KNOWN, list).with_context(|| format!("{KNOWN} cannot be written"))
}

/// What is lost and not listed, and what is listed and not lost, of the modules that were asked for.
fn problems(known: &BTreeMap<String, Losses>, found: &BTreeMap<String, Losses>, paths: &[PathBuf]) -> Vec<String> {
    let mut problems = Vec::new();
    for path in paths.iter().map(|path| path.display().to_string()) {
        match (known.get(&path), found.get(&path)) {
            (None, Some(Losses { ways, message })) => {
                problems.push(format!("{path}: lost without a word, and not listed: {ways}: {message}"));
            }
            (Some(Losses { ways: listed, .. }), None) => {
                problems.push(format!("{path}: listed, and not lost any more: {listed}"))
            }
            (Some(Losses { ways: listed, .. }), Some(Losses { ways, message })) if listed != ways => {
                problems.push(format!("{path}: {listed} is listed, but lost is {ways}: {message}"));
            }
            _ => {}
        }
    }
    problems
}

/// The ways of breaches, runs of them as ranges.
fn ranges(ways: &[Way], breaches: &[Breach]) -> String {
    let is_broken: Vec<bool> = ways.iter().map(|way| breaches.iter().any(|breach| breach.way == *way)).collect();
    let mut out = String::new();
    let mut place = 0;
    for run in is_broken.chunk_by(|a, b| a == b) {
        if let (Some(true), [first, rest @ ..]) = (run.first(), ways.get(place..place + run.len()).unwrap_or_default())
        {
            if !out.is_empty() {
                out.push(' ');
            }
            let _ = write!(out, "{first}");
            if let Some(last) = rest.last() {
                let _ = write!(out, "..{last}");
            }
        }
        place += run.len();
    }
    out
}
