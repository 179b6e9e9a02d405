//! Runs workers, and groups the breaches that they report.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::ops::Range;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use irtrip_roundtrip::reduce::kind_of;

use crate::laws::{Breach, Law};
use crate::worker::Event;

/// Inputs of one worker at most: strings and types that the process keeps for good are freed with the process.
const INPUTS_OF_WORKER: u64 = 50_000;
/// How long an input may take before its worker is killed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The findings of a run.
#[derive(Default, Debug)]
pub struct Findings {
    /// Inputs that were checked.
    pub inputs: u64,
    /// Inputs that were taken.
    pub taken: u64,
    /// Inputs that ended LLVM's library, which says nothing about irtrip.
    pub llvm_crashes: u64,
    /// Breaches by law and by [`kind_of`] their message.
    pub groups: BTreeMap<(Law, String), Group>,
}

/// Breaches that seem to have one cause.
#[derive(Debug)]
pub struct Group {
    /// The number of breaches.
    pub count: u64,
    /// The lowest number of an input.
    pub first: u64,
    /// The message of that input.
    pub message: String,
    /// That input, unless it ended its worker.
    pub input: Option<Vec<u8>>,
}

impl Findings {
    fn add(&mut self, number: u64, breach: Breach, input: Option<Vec<u8>>) {
        let key = (breach.law, kind_of(&breach.message));
        let new = || Group { count: 0, first: u64::MAX, message: String::new(), input: None };
        let group = self.groups.entry(key).or_insert_with(new);
        group.count += 1;
        if number < group.first {
            (group.first, group.message, group.input) = (number, breach.message, input);
        }
    }

    /// The number of inputs that break a law that `is_counted`.
    pub fn breaches(&self, is_counted: impl Fn(Law) -> bool) -> u64 {
        self.groups.iter().filter(|((law, _), _)| is_counted(*law)).map(|(_, group)| group.count).sum()
    }

    /// The number of inputs that irtrip and LLVM take otherwise, but for the groups that are listed as known.
    pub fn unknown_differences(&self) -> u64 {
        let is_counted = |(law, kind): &(Law, String)| law.is_differential() && known_difference(*law, kind).is_none();
        self.groups.iter().filter(|(key, _)| is_counted(key)).map(|(_, group)| group.count).sum()
    }
}

/// Why LLVM and irtrip take inputs otherwise with messages of a kind, where that is known and stays so.
///
/// ```
/// use irtrip_fuzz::{laws::Law, runner::known_difference};
/// assert!(known_difference(Law::Takes, "alignment is not a power of two").is_some());
/// ```
pub fn known_difference(law: Law, kind: &str) -> Option<&'static str> {
    let lines = include_str!("../known-differences.txt").lines().filter(|line| !line.starts_with('#'));
    let mut known = lines.filter_map(|line| {
        let mut parts = line.split('\t');
        Some((parts.next()?, parts.next()?, parts.next()?))
    });
    let found = known.find(|(name, message, _)| *name == format!("{law:?}") && kind_of(message) == kind);
    found.map(|(.., reason)| reason)
}

/// Has `jobs` workers at a time check the inputs of the numbers below `inputs`, until `time` is over. `command` is that
/// of a worker for a range of numbers and the time that is left.
///
/// # Errors
/// A worker cannot be started.
#[expect(clippy::disallowed_methods, reason = "it works for a time")]
pub fn run(
    inputs: u64,
    time: Duration,
    jobs: usize,
    command: &(dyn Fn(Range<u64>, Duration) -> Command + Sync),
) -> Result<Findings> {
    let end = Instant::now() + time;
    let next = AtomicU64::new(0);
    let findings = Mutex::new(Findings::default());
    let job = || -> Result<()> {
        loop {
            let first = next.fetch_add(INPUTS_OF_WORKER, Ordering::Relaxed);
            let mut numbers = first..(first + INPUTS_OF_WORKER).min(inputs);
            // An input that ends its worker is followed by another worker for the rest.
            while !numbers.is_empty() {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Ok(());
                }
                numbers.start = watch(&mut command(numbers.clone(), left), numbers.end, &findings)?;
            }
            if first >= inputs {
                return Ok(());
            }
        }
    };
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs).map(|_| scope.spawn(job)).collect();
        jobs.into_iter().try_for_each(|job| job.join().unwrap_or_else(|_| anyhow::bail!("a job panicked")))
    })?;
    Ok(findings.into_inner().unwrap_or_default())
}

/// Reads a worker's report to its end. Returns the number of the input after the last one that it was at.
fn watch(worker: &mut Command, end: u64, findings: &Mutex<Findings>) -> Result<u64> {
    let mut child = worker.stdout(Stdio::piped()).spawn().context("a worker cannot be started")?;
    let out = child.stdout.take().context("a worker has no output")?;
    let (sender, events) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let lines = BufReader::new(out).lines().map_while(Result::ok);
        for event in lines.filter_map(|line| serde_json::from_str(&line).ok()) {
            // The other side is gone once the worker is killed.
            let _ = sender.send(event);
        }
    });
    let (mut number, mut last) = (None, Event::Done);
    let is_killed = loop {
        match events.recv_timeout(PATIENCE) {
            Ok(event) => {
                let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
                match &event {
                    Event::Start(started) => {
                        findings.inputs += 1;
                        number = Some(*started);
                    }
                    Event::Taken => findings.taken += 1,
                    Event::Breach(breach, input) => {
                        findings.add(number.unwrap_or(0), breach.clone(), Some(input.clone()));
                    }
                    Event::Llvm => {}
                    Event::Done => number = Some(end - 1),
                }
                last = event;
            }
            Err(RecvTimeoutError::Disconnected) => break false,
            // Until its first input the worker reads modules.
            Err(RecvTimeoutError::Timeout) if number.is_none() => {}
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                break true;
            }
        }
    };
    let status = child.wait()?;
    drop(reader.join());
    let number = number.with_context(|| format!("a worker ended before its first input: {status}"))?;
    let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
    match last {
        Event::Done => {}
        Event::Llvm => findings.llvm_crashes += 1,
        Event::Start(_) | Event::Taken | Event::Breach(..) => {
            findings.add(number, Breach::new(Law::Completes, ending(is_killed, status)), None);
        }
    }
    Ok(number + 1)
}

fn ending(is_killed: bool, status: ExitStatus) -> String {
    if is_killed { format!("no end after {} s", PATIENCE.as_secs()) } else { format!("the process ended: {status}") }
}
