//! `irtrip export`: MLIR to LLVM assembly.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::Context;
use irtrip::export::{ExportError, export};
use irtrip::grammar::ParseOptions;

use super::{Status, context, parse_mlir};
use crate::arguments::Export;
use crate::diagnostics::{Rejected, Report, located};
use crate::input::{self, Source};
use crate::output;

/// Runs the command.
pub fn run(arguments: &Export) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    let module = ManuallyDrop::new(parse_mlir(ctx, &source, &ParseOptions::default())?);
    let pieces = export(ctx, &module).map_err(|error| rejected(&source, &error))?;
    output::write(arguments.output.as_deref(), &pieces)?;
    Ok(Status::Done)
}

/// An export's error with its place. The module is read once more, now with each operation's line and column, which
/// an export that succeeds has no use for.
pub fn rejected(source: &Source, error: &ExportError) -> Rejected {
    let ctx = Context::new();
    let options = ParseOptions { locations: true, file: source.name.clone(), ..ParseOptions::default() };
    let again = parse_mlir(&ctx, source, &options).ok().and_then(|module| export(&ctx, &module).err());
    let report = match again {
        Some(error) => {
            Report { span: error.place.loc.and_then(|loc| located(&ctx, loc, source)), message: error.to_string() }
        }
        None => Report { span: None, message: error.to_string() },
    };
    Rejected::new(source, [report])
}
