//! The law: twice as many things cost at most two and a half times as much.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_llvm::process::{how, run_to_end, with_memory_limit};

use super::meter::{Cost, callgrind_options, instructions};
use super::{Expected, Shape};

/// Five halves.
const MOST: (u64, u64) = (5, 2);
/// What counts as nothing: instructions, and bytes. A table grows by leaps, and the printer has buffers of 1 MB.
const NOTHING: [u64; 2] = [200_000, 3 << 20];
/// The memory of a process that takes the steps, in KiB: callgrind's own is part of it.
const MEMORY: u64 = 6 << 20;
/// The time that it has.
const TIME: Duration = Duration::from_secs(120);

/// How a shape's costs broke the law, a line each; empty if they kept it.
pub type Breaches = Vec<String>;

/// Takes a shape's inputs through all steps in a process of its own, a program of this one's that callgrind runs, and
/// compares the costs. The lines of all costs follow the breaches.
///
/// # Errors
/// The process cannot be started, or its files cannot be read.
pub fn check(shape: &Shape, program: &Path, folder: &Path) -> Result<(Breaches, String)> {
    let written = folder.join(shape.name);
    let mut command = with_memory_limit("valgrind", MEMORY);
    command.args(callgrind_options(&written.to_string_lossy())).arg(program).args(["growth-of", shape.name]);
    // With one thread the same instructions run each time.
    command.env("RAYON_NUM_THREADS", "1");
    let ended = run_to_end(&mut command, &[], TIME).context("valgrind cannot be run")?;
    let costs: Vec<Cost> = String::from_utf8_lossy(&ended.stdout).lines().filter_map(Cost::parse).collect();
    let end = match ended.status {
        Some(status) if status.success() => None,
        Some(status) => Some(how(status)),
        None => Some(format!("after {} s", TIME.as_secs())),
    };
    if let Some(end) = end {
        let last = costs.last().map_or("nothing".to_owned(), |cost| format!("{} for {}", cost.step, cost.n));
        let message = String::from_utf8_lossy(&ended.stderr);
        let message =
            message.lines().find(|line| line.contains("overflow") || line.contains("memory")).unwrap_or_default();
        return Ok((vec![format!("the process ended {end}, after the step {last}; {message}")], String::new()));
    }
    let counted = instructions(&std::fs::read_to_string(&written).context("callgrind wrote nothing")?);
    // What the warm-up and the real runs have in common is how many steps the input of one thing takes.
    let skipped = counted.len().checked_sub(costs.len()).context("callgrind counted fewer steps than were taken")?;
    let counted: Vec<(Cost, u64)> = costs.into_iter().zip(counted.into_iter().skip(skipped)).collect();
    Ok((breaches(shape, &counted), table(&counted)))
}

/// How the costs break the law.
fn breaches(shape: &Shape, costs: &[(Cost, u64)]) -> Breaches {
    let of = |n: usize, step: &str| costs.iter().find(|(cost, _)| cost.n == n && cost.step == step);
    let mut breaches = Breaches::new();
    let steps: BTreeSet<&str> = costs.iter().map(|(cost, _)| cost.step.as_str()).collect();
    for step in steps {
        let (Some(one), Some(larger)) = (of(1, step), of(2 * shape.n, step)) else { continue };
        let Some(smaller) = of(shape.n, step) else { continue };
        let counts = |of: &(Cost, u64)| [of.1, of.0.bytes];
        for (i, what) in ["instructions", "bytes"].into_iter().enumerate() {
            let [one, smaller, larger] = [one, smaller, larger].map(|of| counts(of)[i]);
            let (smaller, larger) = (smaller.saturating_sub(one), larger.saturating_sub(one));
            if larger > NOTHING[i] && larger * MOST.1 > smaller.max(NOTHING[i] / 2) * MOST.0 {
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
            breaches.extend(
                errors()
                    .filter(|cost| !cost.error.contains(message))
                    .map(|cost| format!("{} of {} has another error: {}", cost.step, cost.n, cost.error)),
            );
            if !errors().any(|cost| cost.n == 2 * shape.n && cost.error.contains(message)) {
                breaches.push(format!("no step has an error with the words '{message}'"));
            }
        }
    }
    breaches
}

/// All costs, a line each.
fn table(costs: &[(Cost, u64)]) -> String {
    let mut out = String::new();
    for (cost, instructions) in costs {
        let (n, step, bytes, error) = (cost.n, &cost.step, cost.bytes, &cost.error);
        // Nothing fails that writes to a string.
        let _ = writeln!(out, "  {n:>8} {step:<20} {instructions:>13} instructions {bytes:>12} bytes {error}");
    }
    out
}
