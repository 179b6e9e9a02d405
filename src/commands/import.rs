//! `irtrip import`: LLVM assembly to MLIR.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::grammar::{PrintOptions, print_to};
use irtrip::import::ImportOptions;

use super::{Status, context, import_llvm, import_with_remarks};
use crate::arguments::{Import, LossForm, Settings};
use crate::losses::Loss;
use crate::upstream::struct_names::struct_names;
use crate::{diagnostics, input, losses, output};

/// Runs the command.
pub fn run(arguments: &Import, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    if !arguments.upstream {
        let module = ManuallyDrop::new(import_llvm(ctx, &source, &ImportOptions::default())?);
        let options = PrintOptions::of(&module);
        output::write_with(arguments.output.as_deref(), |sink| print_to(ctx, &module, &options, sink))?;
        return Ok(told(arguments, source.lost(), settings));
    }
    // Locations are where the losses are; without -mlir-print-debuginfo they are not printed.
    let options = ImportOptions {
        locations: Some(&source.name),
        upstream: true,
        module_name: Some(&source.name),
        ..ImportOptions::default()
    };
    let (module, remarks) = import_with_remarks(ctx, &source, &options)?;
    let mut module = ManuallyDrop::new(module);
    let mut lost = source.lost().to_vec();
    lost.extend(losses::of_remarks(&remarks, &source));
    lost.extend(losses::to_upstream_form(ctx, &mut module, &source)?);
    let struct_names = struct_names(ctx, &module);
    if !struct_names.is_empty() {
        let what = format!("the numbers of {} struct types", struct_names.len());
        lost.push(Loss { place: source.name.clone(), what });
    }
    let options = PrintOptions { struct_names, ..PrintOptions::upstream() };
    output::write_with(arguments.output.as_deref(), |sink| print_to(ctx, &module, &options, sink))?;
    Ok(told(arguments, &lost, settings))
}

/// Tells what is dropped; the command's status.
fn told(arguments: &Import, lost: &[Loss], settings: &Settings) -> Status {
    match arguments.losses {
        LossForm::Text => diagnostics::warn(lost, settings),
        LossForm::Json => eprintln!("{}", losses::json(lost)),
    }
    if arguments.strict && !lost.is_empty() { Status::Different } else { Status::Done }
}
