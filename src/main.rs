//! The irtrip command line: reads the arguments, runs one command, shows its errors.

mod arguments;
mod commands;
mod diagnostics;
mod file_kinds;
mod findings;
mod input;
mod interruption;
mod llvm;
mod losses;
mod output;
mod progress;
mod terminal;

use std::process::ExitCode;

use clap::Parser;
use irtrip::dialect::passes::timing;

fn main() -> ExitCode {
    #[cfg(feature = "_llvm")]
    if let Some(status) = irtrip::llvm::child::serve() {
        return status;
    }
    let arguments = match arguments::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => error.exit(),
        // Help, or the version.
        Err(help) => match output::check_standard_output().and_then(|()| Ok(help.print()?)) {
            Err(error) if !output::is_broken_pipe(&error) => {
                diagnostics::show_plainly(&error);
                return ExitCode::from(commands::Status::Error.code());
            }
            Ok(()) | Err(_) => return ExitCode::SUCCESS,
        },
    };
    let settings = arguments.settings();
    if arguments.timings {
        timing::enable();
    }
    let loaded = interruption::handle().and_then(|()| commands::load_dialects(&arguments.dialects));
    let status = loaded.and_then(|()| commands::run(arguments.command, &settings));
    progress::clear();
    let status = match status {
        Ok(status) => status,
        Err(error) if output::is_broken_pipe(&error) => commands::Status::Done,
        Err(error) => {
            diagnostics::show(&error, &settings);
            commands::Status::Error
        }
    };
    diagnostics::finish(&settings);
    if let Some(report) = timing::report() {
        eprint!("{report}");
    }
    ExitCode::from(status.code())
}
