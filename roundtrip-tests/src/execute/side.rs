//! Running one side's functions: in processes that may end at any of them, and are started again after it.

use std::collections::BTreeMap;
use std::time::Duration;

use irtrip_llvm::child::{Children, Job, Limits, REFUSED};
use irtrip_llvm::execute::{ExecutionOptions, NOT_RUN, Run};
use irtrip_llvm::process::how;

use super::eligible::Plan;

/// What one process may take.
const LIMITS: Limits = Limits { time: Duration::from_secs(2), memory: 8 << 30 };
/// After how many inputs that end the process a function is left.
const CRASHES: usize = 3;

/// How a function ended on an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It gave these bits.
    Value(u64),
    /// It ended the process.
    ProcessOutput(String),
    /// Its time was up.
    TimedOut,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Value(bits) => write!(f, "0x{bits:x}"),
            Outcome::ProcessOutput(how) => write!(f, "ended {how}"),
            Outcome::TimedOut => f.write_str("its time was up"),
        }
    }
}

/// What functions gave, by number and input.
pub type Outcomes = BTreeMap<usize, Vec<Outcome>>;

/// How functions are run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many inputs each gets.
    pub inputs: usize,
    /// What inputs are chosen with.
    pub seed: u64,
}

/// Runs a plan's functions as a text has them. An error is that of a text that LLVM does not take, or has no code for.
pub fn run(children: &Children, text: &str, plan: &Plan, options: Options) -> Result<Outcomes, String> {
    let module = format!("{text}{}", plan.callers());
    let mut runs: Vec<Run> = plan
        .candidates
        .iter()
        .enumerate()
        .map(|(number, candidate)| Run { number, start: 0, kinds: candidate.params.clone() })
        .collect();
    let mut outcomes = Outcomes::new();
    let mut crashes: BTreeMap<usize, usize> = BTreeMap::new();
    while !runs.is_empty() {
        let asked =
            ExecutionOptions { seed: options.seed, count: options.inputs, kept: plan.kept.clone(), runs: runs.clone() };
        let words = asked.arguments();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ended = children.run(&Job::Functions, &words, module.as_bytes(), LIMITS).map_err(|e| e.to_string())?;
        let at = take_in(&String::from_utf8_lossy(&ended.stdout), &mut outcomes);
        let outcome = match ended.status {
            Some(status) if status.success() => break,
            Some(status) if status.code() == Some(i32::from(REFUSED)) => {
                let errors = String::from_utf8_lossy(&ended.stderr);
                return Err(errors.trim().trim_start_matches(NOT_RUN).to_owned());
            }
            Some(status) => Outcome::ProcessOutput(how(status)),
            None => Outcome::TimedOut,
        };
        // It ended before it ran anything: while code was made.
        let Some(number) = at else {
            let errors = String::from_utf8_lossy(&ended.stderr);
            let line = errors.lines().find(|l| !l.trim().is_empty()).unwrap_or_default().trim().to_owned();
            return Err(format!("no code: {outcome}: {line}"));
        };
        let own = outcomes.entry(number).or_default();
        let timed_out = outcome == Outcome::TimedOut;
        own.push(outcome);
        let count = crashes.entry(number).or_default();
        *count += 1;
        let left = timed_out || *count == CRASHES || own.len() >= options.inputs;
        let start = own.len();
        runs.retain(|run| run.number > number || (run.number == number && !left));
        if let Some(run) = runs.iter_mut().find(|run| run.number == number) {
            run.start = start;
        }
    }
    Ok(outcomes)
}

/// Takes in what a process printed; returns the number of the function it was at when it ended.
fn take_in(printed: &str, outcomes: &mut Outcomes) -> Option<usize> {
    let mut at = None;
    // A line that was cut off is none.
    for line in printed.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        if let Some(number) = line.strip_prefix("f ").and_then(|n| n.parse().ok()) {
            outcomes.entry(number).or_default();
            at = Some(number);
        } else if let (Some(number), Ok(bits)) = (at, u64::from_str_radix(line, 16)) {
            outcomes.entry(number).or_default().push(Outcome::Value(bits));
        }
    }
    at
}

/// The result of running a `main`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramRun {
    /// What it wrote on standard output.
    pub stdout: Vec<u8>,
    /// What it wrote on standard error.
    pub stderr: Vec<u8>,
    /// Its exit status, or how it ended.
    pub end: String,
}

/// Runs the `main` of a text. An error is that of a text that LLVM does not take, or has no code for.
pub fn run_main(children: &Children, text: &str) -> Result<ProgramRun, String> {
    let ended = children.run(&Job::Main, &["main"], text.as_bytes(), LIMITS).map_err(|e| e.to_string())?;
    let errors = String::from_utf8_lossy(&ended.stderr);
    if let Some(why) = errors.strip_prefix(NOT_RUN) {
        return Err(why.trim().to_owned());
    }
    // LLVM ends the process where a function is missing that the module refers to.
    if let Some(why) = errors.lines().find_map(|line| line.strip_prefix("LLVM ERROR: ")) {
        return Err(why.to_owned());
    }
    let end = ended.status.map_or("its time was up".to_owned(), how);
    Ok(ProgramRun { stdout: ended.stdout, stderr: ended.stderr, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_told_is_taken_in_as_far_as_it_came() {
        let mut outcomes = Outcomes::new();
        assert_eq!(take_in("f 0\n1\nff\nf 2\n7\n12", &mut outcomes), Some(2));
        assert_eq!(outcomes[&0], [Outcome::Value(1), Outcome::Value(255)]);
        assert_eq!(outcomes[&2], [Outcome::Value(7)]);
        assert_eq!(take_in("", &mut outcomes), None);
    }
}
