//! What was run of a module before and after its trip, as data; running it needs LLVM, see `execute`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What was run, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExecutionSummary {
    /// Modules whose `main` was run.
    pub mains: usize,
    /// Functions that were run.
    pub functions: usize,
    /// Inputs on which both sides gave a result.
    pub inputs: usize,
    /// Inputs on which both sides ended the process in the same way.
    pub ended: usize,
    /// Functions of which one side's time was up.
    pub timed_out: usize,
    /// Functions and `main`s that were not run, by reason.
    pub left_out: BTreeMap<String, usize>,
    /// What differs, each as lines to show.
    pub divergences: Vec<String>,
}

impl ExecutionSummary {
    /// Adds what was run elsewhere.
    pub fn add(&mut self, other: ExecutionSummary) {
        self.mains += other.mains;
        self.functions += other.functions;
        self.inputs += other.inputs;
        self.ended += other.ended;
        self.timed_out += other.timed_out;
        for (reason, count) in other.left_out {
            *self.left_out.entry(reason).or_default() += count;
        }
        self.divergences.extend(other.divergences);
    }

    /// Whether anything was different.
    pub fn diverges(&self) -> bool {
        !self.divergences.is_empty()
    }

    /// The closing lines.
    pub fn summary(&self) -> String {
        let mut lines = format!(
            "executed: {} main, {} functions on {} inputs; {} inputs ended the process on both sides, {} functions took \
             too long\n",
            self.mains, self.functions, self.inputs, self.ended, self.timed_out
        );
        let left: usize = self.left_out.values().sum();
        lines += &format!("not executed: {left}\n");
        for (reason, count) in &self.left_out {
            lines += &format!("  {count:>6}  {reason}\n");
        }
        lines + &format!("divergences: {}\n", self.divergences.len())
    }

    /// Counts what was not run.
    pub fn leave_out(&mut self, reason: impl Into<String>, count: usize) {
        if count > 0 {
            *self.left_out.entry(reason.into()).or_default() += count;
        }
    }
}
