//! Other programs, started with an input, and ended when their time or memory is up. Needs no LLVM.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The output of a process that was not killed, or was at its time limit.
#[derive(Debug)]
pub struct ProcessOutput {
    /// Its standard output, as far as it came.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// Its exit status; none where its time was up.
    pub status: Option<ExitStatus>,
}

/// A command that runs a program with at most so many KiB of memory. The shell sets the limit and becomes the program.
pub fn with_memory_limit(program: impl AsRef<OsStr>, kibibytes: u64) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -c 0; ulimit -v {kibibytes}; exec \"$0\" \"$@\"")]).arg(program);
    command
}

/// Runs a command to its end, or ends it when its time is up.
///
/// # Errors
/// It cannot be started.
pub fn run_to_end(command: &mut Command, input: &[u8], time: Duration) -> std::io::Result<ProcessOutput> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A child that does not read to the end has its reasons, and reports them.
            let _ = stdin.map(|mut stdin| stdin.write_all(input));
        });
        let (sender, closed) = mpsc::channel();
        let out = scope.spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut bytes));
            let _ = sender.send(());
            bytes
        });
        let err = scope.spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.map(|mut stderr| stderr.read_to_end(&mut bytes));
            bytes
        });
        let in_time = closed.recv_timeout(time).is_ok();
        if !in_time {
            child.kill()?;
        }
        let status = child.wait()?;
        let bytes = |thread: std::thread::ScopedJoinHandle<'_, Vec<u8>>| thread.join().unwrap_or_default();
        Ok(ProcessOutput { stdout: bytes(out), stderr: bytes(err), status: in_time.then_some(status) })
    })
}

/// How a process ended that did not finish.
pub fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return format!("by signal {signal}");
        }
    }
    match status.code() {
        Some(code) => format!("with status {code}"),
        None => "without a status".to_owned(),
    }
}
