//! Reads MLIR text and prints it as LLVM assembly: `from_mlir FILE [--time]`.
#![allow(clippy::disallowed_methods)]

use std::process::ExitCode;

use irtrip_dialect::Context;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else { return ExitCode::from(2) };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let ctx = Context::new();
    let module = match irtrip_grammar::parse(&ctx, &text, &irtrip_grammar::ParseOptions::default()) {
        Ok(module) => module,
        Err(errors) => {
            for error in errors {
                eprintln!("{path}: {:?}: {error}", error.span());
            }
            return ExitCode::from(2);
        }
    };
    let start = std::time::Instant::now();
    let result = irtrip_export::export(&ctx, &module);
    if std::env::args().nth(2).is_some_and(|a| a == "--time") {
        eprintln!("export: {:?}", start.elapsed());
    }
    match result {
        Ok(pieces) => {
            use std::io::Write;
            let mut out = std::io::stdout().lock();
            let done = pieces.iter().try_for_each(|piece| out.write_all(piece.as_bytes()));
            if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(2) }
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(2)
        }
    }
}
