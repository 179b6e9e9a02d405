//! Upstream's programs, each run with limits of time and memory.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_llvm::process::{ProcessOutput, how, run_to_end, with_memory_limit};

/// The memory that one program may use, in KiB.
const MEMORY: u64 = 4 << 20;

/// Runs a program on an input and ends it when its time is up.
///
/// # Errors
/// It cannot be started.
pub fn run(name: &str, arguments: &[&str], input: &[u8], time: Duration) -> Result<ProcessOutput> {
    run_in(None, name, arguments, input, time)
}

/// As [`run`], in a folder.
///
/// # Errors
/// It cannot be started.
pub fn run_in(
    folder: Option<&Path>,
    name: &str,
    arguments: &[&str],
    input: &[u8],
    time: Duration,
) -> Result<ProcessOutput> {
    let mut command = with_memory_limit(name, MEMORY);
    folder.map(|folder| command.current_dir(folder));
    run_to_end(command.args(arguments), input, time).with_context(|| format!("{name} cannot be run"))
}

/// Runs a program that reads or writes a module of so many bytes.
///
/// # Errors
/// It cannot be started.
pub fn translate(name: &str, arguments: &[&str], input: &[u8], bytes: usize) -> Result<ProcessOutput> {
    run(name, arguments, input, Duration::from_secs(20) + Duration::from_micros(bytes as u64 * 3))
}

/// What `mlir-opt-22` makes of a file of so many bytes; the first lines of its message where it fails.
///
/// # Errors
/// It cannot be started.
pub fn mlir_opt(file: &Path, pipeline: &[&str], bytes: usize) -> Result<Result<Vec<u8>, String>> {
    let file = file.to_string_lossy();
    let arguments = [&[file.as_ref(), "--allow-unregistered-dialect"], pipeline].concat();
    Ok(output(translate("mlir-opt-22", &arguments, &[], bytes)?))
}

/// The output of a program that succeeded; else the first lines of its message.
///
/// # Errors
/// The program failed; the message.
pub fn output(ended: ProcessOutput) -> Result<Vec<u8>, String> {
    let Some(status) = ended.status else { return Err("it took too long".to_owned()) };
    if status.success() {
        return Ok(ended.stdout);
    }
    let messages = String::from_utf8_lossy(&ended.stderr);
    let says = |line: &&str| !line.trim().is_empty() && !line.contains("does not verify as correct");
    let lines: Vec<&str> = messages.lines().filter(says).take(3).collect();
    Err(if lines.is_empty() { format!("it ended {}", how(status)) } else { lines.join("\n") })
}
