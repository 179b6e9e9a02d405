//! The law: twice as many things cost at most two and a half times as much. Where LLVM's or MLIR's own text of a shape grows
//! as its square, which the shape says, four times the text may cost five times as much.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use irtrip_llvm::process::{how, run_to_end, with_memory_limit};

use super::meter::{Cost, costs};
use super::{Expected, Shape};

/// Five halves.
const MOST: f64 = 2.5;
/// What counts as nothing: basic blocks, and bytes. A table grows by leaps, and the printer has buffers of 1 MB.
const NOTHING: [u64; 2] = [40_000, 3 << 20];
/// The memory of a process that takes the steps, in KiB: valgrind's own is part of it.
const MEMORY: u64 = 6 << 20;
/// The time that it has.
const TIME: Duration = Duration::from_secs(600);

/// How a shape's costs broke the law, a line each; empty if they kept it.
pub type Breaches = Vec<String>;

/// What was found of a shape.
pub struct Measured {
    /// How its costs broke the law.
    pub breaches: Breaches,
    /// All costs, a line each.
    pub table: String,
}

/// Takes the inputs of shapes through all steps in a process, a program of this one's that valgrind runs, and compares the costs of
/// each. Where the process does not reach the end, there is another one for the shapes after the one that it was at: one
/// process for all would be the fastest, since valgrind translates a program's code anew in each.
///
/// # Errors
/// A process cannot be started.
pub fn check(shapes: &[&Shape], program: &Path) -> Result<Vec<Measured>> {
    let mut measured = Vec::new();
    while let Some(shapes) = shapes.get(measured.len()..).filter(|shapes| !shapes.is_empty()) {
        measured.extend(check_some(shapes, program)?);
    }
    if shapes.len() > 1 {
        let broken = |of: &(_, &mut Measured)| !of.1.breaches.is_empty();
        for (shape, measured) in shapes.iter().zip(&mut measured).filter(broken) {
            if let Some(alone) = check_some(&[shape], program)?.pop() {
                *measured = alone;
            }
        }
    }
    Ok(measured)
}

/// Of the shapes that one process got to, at least one.
fn check_some(shapes: &[&Shape], program: &Path) -> Result<Vec<Measured>> {
    let mut command = with_memory_limit("valgrind", MEMORY);
    command
        .args(["--tool=none", "--vgdb=no"])
        .arg(program)
        .arg("growth-of")
        .args(shapes.iter().map(|shape| shape.name));
    // With one thread the same code runs each time.
    command.env("RAYON_NUM_THREADS", "1");
    let ended = run_to_end(&mut command, &[], TIME).context("valgrind cannot be run")?;
    let log = String::from_utf8_lossy(&ended.stderr);
    let mut costs = costs(&String::from_utf8_lossy(&ended.stdout), &log);
    let unfinished = costs.pop().unwrap_or_default();
    let finished = shapes.iter().zip(&costs);
    let mut measured: Vec<_> =
        finished.map(|(shape, costs)| Measured { breaches: breaches(shape, costs), table: table(costs) }).collect();
    let end = match ended.status {
        Some(status) if status.success() => {
            ensure!(measured.len() == shapes.len(), "valgrind counted nothing: {log}");
            return Ok(measured);
        }
        Some(status) => how(status),
        None => format!("after {} s", TIME.as_secs()),
    };
    let last = unfinished.last().map_or("nothing".to_owned(), |(cost, _)| format!("{} for {}", cost.step, cost.n));
    let message = log.lines().find(|line| line.contains("overflow") || line.contains("memory")).unwrap_or_default();
    let breach = format!("the process ended {end}, after the step {last}; {message}");
    measured.push(Measured { breaches: vec![breach], table: table(&unfinished) });
    Ok(measured)
}

/// How the costs break the law.
fn breaches(shape: &Shape, costs: &[(Cost, u64)]) -> Breaches {
    // The last of equals counts: the first input of one thing pays for tables that are made once.
    let of: BTreeMap<(usize, &str), &(Cost, u64)> =
        costs.iter().map(|cost| ((cost.0.n, cost.0.step.as_str()), cost)).collect();
    let most = MOST * if shape.spelled_out { (longer(shape, costs) / 2.0).max(1.0) } else { 1.0 };
    let mut breaches = Breaches::new();
    let steps: BTreeSet<&str> = costs.iter().map(|(cost, _)| cost.step.as_str()).collect();
    for step in steps {
        let [Some(one), Some(smaller), Some(larger)] = [1, shape.n, 2 * shape.n].map(|n| of.get(&(n, step))) else {
            continue;
        };
        let counts = |of: &(Cost, u64)| [of.1, of.0.bytes];
        for (i, what) in ["basic blocks", "bytes"].into_iter().enumerate() {
            let [one, smaller, larger] = [one, smaller, larger].map(|of| counts(of)[i]);
            let (smaller, larger) = (smaller.saturating_sub(one), larger.saturating_sub(one));
            let most = smaller.max(NOTHING[i] / 2) as f64 * most;
            if larger > NOTHING[i] && larger as f64 > most {
                let ratio = larger as f64 / smaller.max(1) as f64;
                breaches.push(format!(
                    "{step}: {smaller} {what} for {}, {larger} for {}: {ratio:.2}",
                    shape.n,
                    2 * shape.n
                ));
            }
        }
    }
    let errors = || costs.iter().filter(|(cost, _)| !cost.error.is_empty()).map(|(cost, _)| cost);
    match shape.expected {
        Expected::Taken => {
            breaches.extend(errors().map(|cost| format!("{} of {} is refused: {}", cost.step, cost.n, cost.error)));
        }
        Expected::Refused(message) => {
            // What one thing is refused for is no matter of size.
            breaches.extend(
                errors()
                    .filter(|cost| cost.n > 1 && !cost.error.contains(message))
                    .map(|cost| format!("{} of {} has another error: {}", cost.step, cost.n, cost.error)),
            );
            if !errors().any(|cost| cost.n == 2 * shape.n && cost.error.contains(message)) {
                breaches.push(format!("no step has an error with the words '{message}'"));
            }
        }
    }
    breaches
}

/// How many times as long the longest text is for twice the size.
fn longer(shape: &Shape, costs: &[(Cost, u64)]) -> f64 {
    let longest = |n: usize| costs.iter().filter(|(cost, _)| cost.n == n).map(|(cost, _)| cost.written).max();
    longest(2 * shape.n).unwrap_or(0) as f64 / longest(shape.n).unwrap_or(0).max(1) as f64
}

/// All costs, a line each.
fn table(costs: &[(Cost, u64)]) -> String {
    let mut out = String::new();
    for (cost, blocks) in costs {
        let (n, step, bytes, error) = (cost.n, &cost.step, cost.bytes, &cost.error);
        // Nothing fails that writes to a string.
        let _ = writeln!(out, "  {n:>8} {step:<20} {blocks:>11} blocks {bytes:>12} bytes {error}");
    }
    out
}
