//! The cost of a step, counted.
//!
//! Memory is counted by the program's allocator, basic blocks by valgrind, which is asked before and after each step: [`costs`]
//! puts together what the program and valgrind wrote.

use std::panic::{AssertUnwindSafe, catch_unwind};

use irtrip_llvm::valgrind;
use peak_alloc::PeakAlloc;

/// What a step cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cost {
    /// How many things the input has.
    pub n: usize,
    /// The step.
    pub step: String,
    /// The most bytes that the step held at once in addition to those there were before it.
    pub bytes: u64,
    /// The bytes of the text that the step wrote, if any.
    pub written: u64,
    /// The error that the step ended with; empty if none.
    pub error: String,
}

impl Cost {
    /// The cost as a line, which [`costs`] reads.
    pub fn line(&self) -> String {
        format!("{}\t{}\t{}\t{}\t{}\n", self.n, self.step, self.bytes, self.written, self.error)
    }

    fn parse(line: &str) -> Option<Cost> {
        let mut fields = line.splitn(5, '\t');
        let n = fields.next()?.parse().ok()?;
        let step = fields.next()?.to_owned();
        let bytes = fields.next()?.parse().ok()?;
        let written = fields.next()?.parse().ok()?;
        Some(Cost { n, step, bytes, written, error: fields.next()?.to_owned() })
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
        self.measured(name, work, |_| 0)
    }

    /// Takes a step that writes a text.
    pub fn text<E: ToString>(&mut self, name: &str, work: impl FnOnce() -> Result<String, E>) -> Option<String> {
        self.measured(name, work, |text| text.len() as u64)
    }

    fn measured<T, E: ToString>(
        &mut self,
        name: &str,
        work: impl FnOnce() -> Result<T, E>,
        written: impl FnOnce(&T) -> u64,
    ) -> Option<T> {
        PeakAlloc.reset_peak_usage();
        let before = PeakAlloc.current_usage();
        valgrind::write_statistics();
        let result = catch_unwind(AssertUnwindSafe(work));
        valgrind::write_statistics();
        let bytes = PeakAlloc.peak_usage().saturating_sub(before) as u64;
        let (made, error) = match result {
            Ok(Ok(made)) => (Some(made), String::new()),
            Ok(Err(error)) => (None, error.to_string()),
            Err(_) => (None, "panic".to_owned()),
        };
        let error = error.lines().next().unwrap_or_default().chars().take(200).collect();
        let written = made.as_ref().map_or(0, written);
        (self.report)(Cost { n: self.n, step: name.to_owned(), bytes, written, error });
        made
    }
}

/// The line that a program writes when an input shape is done, which [`costs`] reads.
pub const DONE: &str = "done\n";

/// The costs that a program wrote, each with its basic blocks, of which valgrind's log has the count before and after each
/// step. Those of one shape stand together; the last shape is the one that the program was at when it ended, if at any.
pub fn costs(lines: &str, log: &str) -> Vec<Vec<(Cost, u64)>> {
    let counts = valgrind::blocks(log);
    let mut blocks = counts.chunks_exact(2).map(|count| count[1].saturating_sub(count[0]));
    let of_shape = |lines: &str| lines.lines().filter_map(Cost::parse).zip(&mut blocks).collect();
    lines.split(DONE).map(of_shape).collect()
}
