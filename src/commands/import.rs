//! `irtrip import`: LLVM assembly to MLIR.

use std::mem::ManuallyDrop;

#[cfg(feature = "llvm19")]
use anyhow::Context as _;
use anyhow::Result;
use irtrip::dialect::diagnostic::LossCode;
use irtrip::dialect::{Context, Module};
use irtrip::grammar::{PrintOptions, print_to};
use irtrip::import::ImportOptions;

use super::{Status, context, import_llvm, import_upstream_form};
use crate::arguments::{Import, LossForm, Reader, Settings};
use crate::input::Source;
use crate::losses::Loss;
use crate::upstream::struct_names::struct_names;
use crate::{diagnostics, input, losses, output};

/// Runs the command.
pub fn run(arguments: &Import, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    if !arguments.upstream {
        let mut lost = source.lost().to_vec();
        let module = match arguments.reader {
            Reader::Assembly => import_llvm(ctx, &source, &ImportOptions::default())?,
            Reader::LlvmIr => by_llvm_ir(ctx, &source, &mut lost)?,
        };
        let module = ManuallyDrop::new(module);
        let options = PrintOptions::of(&module);
        output::write_with(arguments.output.as_deref(), |sink| print_to(ctx, &module, &options, sink))?;
        return Ok(told(arguments, &lost, settings));
    }
    // Locations are where the losses are; without -mlir-print-debuginfo they are not printed.
    let options =
        ImportOptions { locations: Some(&source.name), module_name: Some(&source.name), ..ImportOptions::default() };
    let (module, remarks) = import_upstream_form(ctx, &source, &options)?;
    let mut module = ManuallyDrop::new(module);
    let mut lost = source.lost().to_vec();
    lost.extend(losses::of_remarks(&remarks, &source));
    lost.extend(losses::to_upstream_form(ctx, &mut module, &source)?);
    let struct_names = struct_names(ctx, &module);
    if !struct_names.is_empty() {
        lost.push(Loss::new(&source.name, LossCode::StructNumbers { count: struct_names.len() }));
    }
    let options = PrintOptions { struct_names, ..PrintOptions::upstream() };
    output::write_with(arguments.output.as_deref(), |sink| print_to(ctx, &module, &options, sink))?;
    Ok(told(arguments, &lost, settings))
}

/// The module by the crate llvm-ir, and what that cannot hold.
#[cfg(feature = "llvm19")]
fn by_llvm_ir(ctx: &Context, source: &Source, lost: &mut Vec<Loss>) -> Result<Module> {
    use irtrip::import::llvm_ir;
    // LLVM reads it in a process of its own first, which it may end. What it prints it does not stumble over.
    let (text, warnings) = crate::llvm::assembly(&source.name, source.text.as_bytes())?;
    let text = String::from_utf8(text).context("what LLVM prints is no UTF-8")?;
    let named = |error: llvm_ir::LlvmIrError| anyhow::anyhow!("{}: {error}", source.name);
    // A panic of the crate's is an error, and told as one.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let imported = llvm_ir::read(&text, &source.name).and_then(|module| llvm_ir::import(ctx, &module)).map_err(named);
    std::panic::set_hook(hook);
    let imported = imported?;
    let losses = imported.losses.iter().map(ToString::to_string);
    lost.extend(warnings.into_iter().chain(losses).map(|what| Loss::new(&source.name, LossCode::Llvm { what })));
    Ok(imported.module)
}

#[cfg(not(feature = "llvm19"))]
fn by_llvm_ir(_ctx: &Context, _source: &Source, _lost: &mut Vec<Loss>) -> Result<Module> {
    anyhow::bail!(
        "--reader llvm-ir needs LLVM 19's library: build irtrip with the feature llvm19 (packages llvm-19-dev and libpolly-19-dev)"
    )
}

/// Tells what is dropped; the command's status.
fn told(arguments: &Import, lost: &[Loss], settings: &Settings) -> Status {
    match arguments.losses {
        LossForm::Text => diagnostics::warn(&losses::lines(lost, arguments.all_losses), settings),
        LossForm::Json => eprintln!("{}", losses::json(lost)),
    }
    if arguments.strict && !lost.is_empty() { Status::Different } else { Status::Done }
}
