//! Imports and exports LLVM assembly in one process and tells which files do not round-trip as they were:
//! `trip [--every N] [--show N] [--time] PATH...`. Folders are walked; `--every` takes each Nth file.

#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use irtrip_dialect::Context;
use rayon::prelude::*;

struct Options {
    every: usize,
    show: usize,
    time: bool,
    paths: Vec<PathBuf>,
}

fn options() -> Options {
    let mut options = Options { every: 1, show: 40, time: false, paths: Vec::new() };
    let mut args = std::env::args().skip(1);
    let number = |text: Option<String>| text.and_then(|t| t.parse().ok()).unwrap_or(1usize).max(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--every" => options.every = number(args.next()),
            "--show" => options.show = number(args.next()),
            "--time" => options.time = true,
            _ => collect(Path::new(&arg), &mut options.paths),
        }
    }
    options
}

fn collect(path: &Path, into: &mut Vec<PathBuf>) {
    match std::fs::read_dir(path) {
        Ok(entries) => {
            let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
            entries.sort();
            entries.iter().for_each(|e| collect(e, into));
        }
        Err(_) if path.extension().is_some_and(|e| e == "ll") => into.push(path.to_path_buf()),
        Err(_) => {}
    }
}

enum Outcome {
    Same,
    Import(String),
    Export(String),
    Panic(String),
    Differs { line: usize, want: String, got: String },
}

/// Where two texts differ first.
fn first_difference(want: &str, got: &str) -> Outcome {
    let mut wants = want.lines();
    let mut gots = got.lines();
    let mut line = 1;
    loop {
        match (wants.next(), gots.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (None, None) => return Outcome::Differs { line, want: "<line end>".into(), got: "<line end>".into() },
            (a, b) => {
                let text = |t: Option<&str>| t.unwrap_or("<end>").to_owned();
                return Outcome::Differs { line, want: text(a), got: text(b) };
            }
        }
    }
}

/// Processor time this process has taken, where the system reports it: a measure that other processes do not disturb.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split(' ');
    let ticks: u64 = fields.skip(12).take(2).filter_map(|f| f.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn trip(path: &Path, times: &mut [Duration; 4]) -> Outcome {
    let Ok(text) = std::fs::read_to_string(path) else { return Outcome::Import("not UTF-8".into()) };
    let ctx = Context::new();
    let (start, cpu) = (Instant::now(), cpu_time());
    let module = match irtrip_import::import(&ctx, &text, &irtrip_import::ImportOptions::default()) {
        Ok(module) => module,
        Err(error) => {
            let line = text[..error.span().map_or(0, |span| span.start).min(text.len())].matches('\n').count() + 1;
            return Outcome::Import(format!("{error} (line {line})"));
        }
    };
    times[0] = start.elapsed();
    times[2] = cpu_time().saturating_sub(cpu);
    let (start, cpu) = (Instant::now(), cpu_time());
    let pieces = match irtrip_export::export(&ctx, &module) {
        Ok(pieces) => pieces,
        Err(error) => return Outcome::Export(error.to_string()),
    };
    times[1] = start.elapsed();
    times[3] = cpu_time().saturating_sub(cpu);
    let back = pieces.concat();
    if back == text { Outcome::Same } else { first_difference(&text, &back) }
}

/// A message without its numbers and names, to count alike ones.
fn kind(message: &str) -> String {
    let mut out = String::new();
    for word in message.split(' ').take(10) {
        let plain = word.chars().map(|c| if c.is_ascii_digit() { '0' } else { c });
        out.extend(plain);
        out.push(' ');
    }
    out
}

/// The place of an outcome's count, its line, and what such outcomes are counted by.
fn shown_of(outcome: &Outcome) -> (usize, String, String) {
    match outcome {
        Outcome::Same => (0, String::new(), String::new()),
        Outcome::Import(e) => (1, format!("import: {e}"), format!("import: {}", kind(e))),
        Outcome::Export(e) => {
            let what = e.split_once(": ").map_or(e.as_str(), |p| p.1);
            (2, format!("export: {e}"), format!("export: {}", kind(what)))
        }
        Outcome::Panic(e) => (3, format!("panic: {e}"), format!("panic: {}", kind(e))),
        Outcome::Differs { line, want, got } => {
            (4, format!("line {line}\n    want {want}\n    got  {got}"), String::new())
        }
    }
}

fn main() -> ExitCode {
    let options = options();
    std::panic::set_hook(Box::new(|_| {}));
    let files: Vec<&PathBuf> = options.paths.iter().step_by(options.every).collect();
    let outcomes: Vec<(&PathBuf, Outcome, [Duration; 4])> = files
        .par_iter()
        .map(|path| {
            let mut times = [Duration::ZERO; 4];
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| trip(path, &mut times)));
            let outcome = outcome.unwrap_or_else(|panic| {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                Outcome::Panic(text.unwrap_or_default())
            });
            (*path, outcome, times)
        })
        .collect();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut counts = [0usize; 5];
    let mut shown = 0;
    for (path, outcome, times) in &outcomes {
        let (place, line, key) = shown_of(outcome);
        counts[place] += 1;
        if options.time {
            println!(
                "{}: import {:?} (processor {:?}), export {:?} (processor {:?})",
                path.display(),
                times[0],
                times[2],
                times[1],
                times[3]
            );
        }
        if !key.is_empty() {
            *kinds.entry(key).or_default() += 1;
        }
        if place != 0 && shown < options.show {
            shown += 1;
            println!("{}: {line}", path.display());
        }
    }
    let mut kinds: Vec<(String, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.1));
    for (key, count) in kinds.iter().take(60) {
        println!("{count:6} {key}");
    }
    let [same, import, export, panic, differ] = counts;
    let total = outcomes.len();
    println!(
        "{total} files: {same} identical, {differ} different, {import} not imported, {export} not exported, {panic} panics"
    );
    if same == total { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
