//! `irtrip mlir-opt` and `irtrip mlir-translate`: upstream's programs, with their exit status.

use std::io::Write as _;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, anyhow};
use irtrip::bytecode::is_bytecode;
use irtrip_upstream::{FlagError, Flags, Tool, Translation};

use super::Status;
use crate::arguments::{Settings, Upstream};
use crate::{diagnostics, input, losses, output};

/// Runs one of the commands. Its errors are shown here: upstream's exit status for them is not that of other commands.
///
/// # Errors
/// Nobody reads the output any more.
pub fn run(tool: Tool, arguments: &Upstream, settings: &Settings) -> Result<Status> {
    match run_tool(tool, arguments, settings) {
        Err(error) if !output::is_broken_pipe(&error) => {
            diagnostics::show(&error, settings);
            Ok(Status::UpstreamError)
        }
        result => result,
    }
}

/// What is wrong with the arguments, with the flag that one that there is none of was meant for.
fn corrected(tool: Tool, error: FlagError) -> anyhow::Error {
    let FlagError::Unknown { argument, .. } = &error else { return error.into() };
    let name = argument.trim_start_matches('-').split('=').next().unwrap_or_default();
    let meant = diagnostics::nearest_of(name, tool.flag_names());
    anyhow!("{error}{meant}")
}

fn run_tool(tool: Tool, arguments: &Upstream, settings: &Settings) -> Result<Status> {
    let flags = Flags::parse(tool, &arguments.arguments).map_err(|error| corrected(tool, error))?;
    super::load_dialects(&flags.dialects)?;
    if flags.help {
        output::write(None, &[tool.help()])?;
        return Ok(Status::Done);
    }
    if flags.version {
        output::write(None, &[tool.version()])?;
        return Ok(Status::Done);
    }
    if flags.show_dialects {
        output::write(None, &[Tool::dialects()])?;
        return Ok(Status::Done);
    }
    if flags.dump_pipeline {
        eprint!("{}", flags.pipeline.dump());
    }
    let (name, bytes) = input::read_bytes(flags.input.as_deref().unwrap_or(Path::new("-")))?;
    #[expect(clippy::disallowed_methods, reason = "-mlir-timing shows it")]
    let start = Instant::now();
    let direct = is_bytecode(&bytes).then(|| irtrip_upstream::run_on_bytecode(&flags, &name, &bytes)).flatten();
    // The process ends when the command does; nothing is taken apart before.
    let result = ManuallyDrop::new(match direct {
        Some(result) => result,
        None => irtrip_upstream::run(&flags, input::source_of(name.clone(), bytes)?.text()?),
    });
    #[expect(clippy::disallowed_methods, reason = "-mlir-timing shows it")]
    let processed = Instant::now();
    std::io::stderr().lock().write_all(result.diagnostics.as_bytes())?;
    let count = result.losses.len();
    if flags.translation == Some(Translation::MlirToLlvmir) {
        let losses: Vec<_> = result.losses.iter().map(|loss| losses::placed(&name, loss.clone())).collect();
        losses::warn(&losses, true, settings);
    } else if count > 0 && !settings.quiet && !flags.errors_only && flags.verify_diagnostics.is_none() {
        let what = if count == 1 { "1 thing is".to_owned() } else { format!("{count} things are") };
        eprintln!("note: {what} dropped; irtrip import --upstream names each");
    }
    if let Some(bytes) = result.bytecode() {
        output::write_bytes(flags.output.as_deref(), &bytes)?;
    } else if result.has_output {
        output::write_with(flags.output.as_deref(), |sink| result.write(sink))?;
    }
    if flags.timing {
        eprint!("{}", result.timing(processed - start, processed.elapsed()));
    }
    Ok(if result.failed { Status::UpstreamError } else { Status::Done })
}
