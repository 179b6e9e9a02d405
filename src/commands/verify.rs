//! `irtrip verify`: all errors of a module, each with its place.

use std::mem::ManuallyDrop;
use std::path::Path;

use anyhow::Result;
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Context, Module};

#[cfg(feature = "_llvm")]
use super::export::{Preparation, input_error};
use super::{ReadAs, Status, context, read_module};
use crate::arguments::{Settings, Verify};
use crate::diagnostics::{self, InputError};
use crate::input::Source;
use crate::losses;

/// Runs the command.
pub fn run(arguments: &Verify, settings: &Settings) -> Result<Status> {
    let mut status = Status::Done;
    for path in &arguments.inputs {
        if let Err(error) = verify_file(path, arguments, settings) {
            diagnostics::show(&error, settings);
            status = Status::Error;
        }
    }
    Ok(status)
}

fn verify_file(path: &Path, arguments: &Verify, settings: &Settings) -> Result<()> {
    let ctx = context();
    let read = ReadAs { locations: true, all_errors: true, ..ReadAs::default() };
    let (source, module) = read_module(ctx, path, read)?;
    let module = ManuallyDrop::new(module);
    losses::warn(source.losses(), true, settings);
    let own = check(ctx, &source, &module).map_err(anyhow::Error::from);
    if !arguments.llvm {
        return own;
    }
    let llvm = by_llvm(path, &source, ctx, &module);
    if let (Err(own), Err(_)) = (&own, &llvm) {
        diagnostics::show(own, settings);
        return llvm;
    }
    own.and(llvm)
}

/// Has LLVM's verifier look at the file as it is, or at the export of MLIR.
#[cfg(feature = "_llvm")]
fn by_llvm(path: &Path, source: &Source, ctx: &Context, module: &Module) -> Result<()> {
    use irtrip_roundtrip::language::Language;
    match (&source.bitcode, source.language(path)) {
        (Some(bitcode), _) => super::verify_by_llvm(path, source, &bitcode.bytes),
        (None, Language::Llvm) => super::verify_by_llvm(path, source, source.file.text.as_bytes()),
        (None, Language::Mlir) => {
            let exported = irtrip::export::export(ctx, module).map_err(|error| {
                input_error(&source.file, &irtrip::export::ExportOptions::default(), *error, Preparation::default())
            })?;
            super::verify_by_llvm(path, source, exported.concat().as_bytes())
        }
    }
}

#[cfg(not(feature = "_llvm"))]
fn by_llvm(_path: &Path, _source: &Source, _ctx: &Context, _module: &Module) -> Result<()> {
    crate::llvm::lacking("--llvm")
}

/// Verifies a module that was read with locations.
///
/// # Errors
/// What the verifier finds.
fn check(ctx: &Context, source: &Source, module: &Module) -> Result<(), InputError> {
    let errors = verify(ctx, module);
    if errors.is_empty() {
        return Ok(());
    }
    Err(InputError::new(&source.file, ctx, &errors))
}
