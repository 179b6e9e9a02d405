//! Shows a text by a pager, where standard output is a terminal.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::Result;

use crate::{interruption, output, progress};

/// What `less` does where `LESS` does not say it: it ends at once if the text fits, shows colours, and leaves the text on the
/// screen.
const LESS: &str = "FRX";

/// Writes a text to a path; without one, to the pager where standard output is a terminal, else to standard output.
///
/// # Errors
/// Writing fails. A pager that cannot be started is none.
pub fn write(path: Option<&Path>, text: &str) -> Result<()> {
    let direct = || output::write_with(path, |sink| sink(text));
    if path.is_some() || text.is_empty() || !std::io::stdout().is_terminal() {
        return direct();
    }
    let Some(program) = program() else { return direct() };
    let mut command = shell(&program);
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    progress::clear();
    let Some(status) = interruption::in_pager(|| run(command.stdin(Stdio::piped()), text)).transpose()? else {
        return direct();
    };
    // The shell has these for a command that is not there, or cannot be run.
    const NOT_STARTED: [i32; 2] = [126, 127];
    if status.code().is_some_and(|code| NOT_STARTED.contains(&code)) {
        return direct();
    }
    Ok(())
}

/// Runs a pager on a text to its end; none if it cannot be started.
fn run(command: &mut Command, text: &str) -> Option<std::io::Result<ExitStatus>> {
    let mut pager = command.spawn().ok()?;
    if let Some(mut input) = pager.stdin.take() {
        // A pager that is left before the end takes no more.
        match input.write_all(text.as_bytes()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => return Some(Err(error)),
            _ => {}
        }
    }
    Some(pager.wait())
}

/// The pager asked for: the first of these that is set. An empty one, and `cat`, are none.
fn program() -> Option<String> {
    let asked = ["IRTRIP_PAGER", "PAGER"].iter().find_map(|name| std::env::var(name).ok());
    let program = asked.unwrap_or_else(|| "less".to_owned());
    (!matches!(program.trim(), "" | "cat")).then_some(program)
}

/// A command line as a shell runs it.
fn shell(line: &str) -> Command {
    let (program, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(program);
    command.args([option, line]);
    command
}
