//! The wall time of passes and stages, as `opt -time-passes` and `mlir-opt --mlir-timing` report it. Nothing is measured unless
//! the process asks for it.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// What was measured so far.
struct Recorder {
    start: Instant,
    /// By name, in the order in which the names were first met.
    times: Mutex<Vec<(&'static str, Duration)>>,
}

static RECORDER: OnceLock<Recorder> = OnceLock::new();

#[expect(clippy::disallowed_methods, reason = "a report of time, on which no result depends")]
fn now() -> Instant {
    Instant::now()
}

/// Has this process measure from now on.
pub fn enable() {
    RECORDER.get_or_init(|| Recorder { start: now(), times: Mutex::default() });
}

/// Runs a stage, whose time is added to that of its name. Stages that several threads run at once are added up; one within
/// another counts for both.
pub fn time<T>(name: &'static str, stage: impl FnOnce() -> T) -> T {
    let Some(recorder) = RECORDER.get() else { return stage() };
    let start = now();
    let result = stage();
    let taken = start.elapsed();
    let mut times = recorder.times.lock().unwrap_or_else(PoisonError::into_inner);
    match times.iter_mut().find(|(other, _)| *other == name) {
        Some((_, time)) => *time += taken,
        None => times.push((name, taken)),
    }
    result
}

/// The report of what was measured since [`enable`]; `None` where nothing is measured.
pub fn report() -> Option<String> {
    let recorder = RECORDER.get()?;
    let total = recorder.start.elapsed();
    let mut rows = recorder.times.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let measured = rows.iter().map(|(_, time)| *time).sum();
    rows.push(("Rest", total.saturating_sub(measured)));
    Some(render(&rows, total))
}

/// A report in the form of `mlir-opt --mlir-timing`.
///
/// ```
/// use std::time::Duration;
/// let report = irtrip_ir::passes::timing::render(&[("Parser", Duration::from_millis(500))], Duration::from_secs(2));
/// assert!(report.contains("    0.5000 ( 25.0%)  Parser\n    2.0000 (100.0%)  Total\n"));
/// ```
pub fn render(rows: &[(&'static str, Duration)], total: Duration) -> String {
    let row = |(name, time): (&str, Duration)| {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
        format!("  {:8.4} ({share:5.1}%)  {name}\n", time.as_secs_f64())
    };
    let line = format!("===-{}-===\n", "-".repeat(73));
    let heading = format!("{line}{:25}... Execution time report ...\n{line}", "");
    let total_time = format!("  Total Execution Time: {:.4} seconds\n\n", total.as_secs_f64());
    let rows: String = rows.iter().copied().chain([("Total", total)]).map(row).collect();
    heading + &total_time + "  ----Wall Time----  ----Name----\n" + &rows
}
