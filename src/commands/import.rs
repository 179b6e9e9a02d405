//! `irtrip import`: LLVM assembly to MLIR.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::grammar::{PrintOptions, print_to};
use irtrip::import::ImportOptions;

use super::{Status, context, import_llvm};
use crate::arguments::{Import, LossForm, Settings};
use crate::{diagnostics, input, losses, output};

/// Runs the command.
pub fn run(arguments: &Import, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    if !arguments.upstream {
        let module = ManuallyDrop::new(import_llvm(ctx, &source, &ImportOptions::default())?);
        let options = PrintOptions::of(&module);
        output::write_with(arguments.output.as_deref(), |sink| print_to(ctx, &module, &options, sink))?;
        return Ok(Status::Done);
    }
    // Locations are where the losses are; without -mlir-print-debuginfo they are not printed.
    let options = ImportOptions { locations: Some(&source.name), upstream: true, ..ImportOptions::default() };
    let mut module = ManuallyDrop::new(import_llvm(ctx, &source, &options)?);
    let lost = losses::to_upstream_form(ctx, &mut module, &source)?;
    let options = PrintOptions::upstream();
    output::write_with(arguments.output.as_deref(), |sink| print_to(ctx, &module, &options, sink))?;
    match arguments.losses {
        LossForm::Text => diagnostics::warn(&lost, settings),
        LossForm::Json => eprintln!("{}", losses::json(&lost)),
    }
    Ok(if arguments.strict && !lost.is_empty() { Status::Different } else { Status::Done })
}
