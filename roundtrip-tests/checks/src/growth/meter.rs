//! The cost of a step, counted.
//!
//! Memory is counted by the program's allocator, the instructions by callgrind, which writes what it has counted since the last time
//! whenever the function [`mark`] begins: [`callgrind_options`] has it do so, and [`instructions`] reads what it wrote.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

use peak_alloc::PeakAlloc;

/// What a step cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cost {
    /// How many things the input has.
    pub n: usize,
    /// The step.
    pub step: String,
    /// The most bytes that the step held at once besides those there were before it.
    pub bytes: u64,
    /// The error that the step ended with; empty if none.
    pub error: String,
}

impl Cost {
    /// The cost as a line, which [`Cost::parse`] reads.
    pub fn line(&self) -> String {
        format!("{}\t{}\t{}\t{}\n", self.n, self.step, self.bytes, self.error)
    }

    /// Reads a line of [`Cost::line`]; nothing if it is none.
    pub fn parse(line: &str) -> Option<Cost> {
        let mut fields = line.splitn(4, '\t');
        let n = fields.next()?.parse().ok()?;
        let step = fields.next()?.to_owned();
        let bytes = fields.next()?.parse().ok()?;
        Some(Cost { n, step, bytes, error: fields.next()?.to_owned() })
    }
}

/// Takes the steps of one input, and hands the cost of each on.
pub struct Meter<'m> {
    n: usize,
    report: &'m mut dyn FnMut(Cost),
}

impl<'m> Meter<'m> {
    /// For an input with so many things.
    pub fn new(n: usize, report: &'m mut dyn FnMut(Cost)) -> Meter<'m> {
        Meter { n, report }
    }

    /// Takes a step; what it makes, or nothing where it ends with an error or a panic.
    pub fn step<T, E: ToString>(&mut self, name: &str, work: impl FnOnce() -> Result<T, E>) -> Option<T> {
        PeakAlloc.reset_peak_usage();
        let before = PeakAlloc.current_usage();
        mark();
        let result = catch_unwind(AssertUnwindSafe(work));
        mark();
        let bytes = PeakAlloc.peak_usage().saturating_sub(before) as u64;
        let (made, error) = match result {
            Ok(Ok(made)) => (Some(made), String::new()),
            Ok(Err(error)) => (None, error.to_string()),
            Err(_) => (None, "panic".to_owned()),
        };
        let error = error.lines().next().unwrap_or_default().chars().take(200).collect();
        (self.report)(Cost { n: self.n, step: name.to_owned(), bytes, error });
        made
    }
}

/// Where callgrind writes what it has counted. A function of its own in the program.
#[inline(never)]
pub fn mark() {
    black_box(());
}

/// The options of callgrind, which is to write to this file.
pub fn callgrind_options(file: &str) -> Vec<String> {
    let written = format!("--callgrind-out-file={file}");
    ["-q", "--tool=callgrind", "--combine-dumps=yes", "--dump-before=*growth*meter*mark*", &written]
        .map(str::to_owned)
        .to_vec()
}

/// The instructions of each step, from the text that callgrind wrote: every other part is of a step, the others are of what
/// stands between steps.
pub fn instructions(written: &str) -> Vec<u64> {
    let totals = written.lines().filter_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
    totals.skip(1).step_by(2).collect()
}
