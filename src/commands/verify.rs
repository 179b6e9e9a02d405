//! `irtrip verify`: all errors of a module, each with its place.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::verify::{VerifyError, VerifyErrorKind, verify};
use irtrip::dialect::{Context, Module};
use irtrip::grammar::{print_alone, print_module_alone};

#[cfg(feature = "_llvm")]
use super::export::rejected;
use super::{Status, context, read_module};
use crate::arguments::{Settings, Verify};
use crate::diagnostics::{self, Rejected, Report, located};
use crate::input::Source;

/// Runs the command.
pub fn run(arguments: &Verify, settings: &Settings) -> Result<Status> {
    let ctx = context();
    let (source, module) = read_module(ctx, &arguments.input, true)?;
    let module = ManuallyDrop::new(module);
    diagnostics::warn(source.lost(), settings);
    let own = check(ctx, &source, &module, false, |errors| errors).map_err(anyhow::Error::from);
    if !arguments.llvm {
        return own.map(|()| Status::Done);
    }
    let llvm = by_llvm(arguments, &source, ctx, &module);
    if let (Err(own), Err(_)) = (&own, &llvm) {
        diagnostics::show(own, settings);
        return llvm.map(|()| Status::Done);
    }
    own.and(llvm).map(|()| Status::Done)
}

/// Has LLVM's verifier look at the file as it is, or at the export of MLIR.
#[cfg(feature = "_llvm")]
fn by_llvm(arguments: &Verify, source: &Source, ctx: &Context, module: &Module) -> Result<()> {
    use irtrip_roundtrip_tests::language::Language;
    match (&source.bitcode, source.language(&arguments.input)) {
        (Some(bitcode), _) => super::verify_by_llvm(&arguments.input, source, &bitcode.bytes),
        (None, Language::Llvm) => super::verify_by_llvm(&arguments.input, source, source.text.as_bytes()),
        (None, Language::Mlir) => {
            let exported = irtrip::export::export(ctx, module).map_err(|error| rejected(source, &error))?;
            super::verify_by_llvm(&arguments.input, source, exported.concat().as_bytes())
        }
    }
}

#[cfg(not(feature = "_llvm"))]
fn by_llvm(_arguments: &Verify, _source: &Source, _ctx: &Context, _module: &Module) -> Result<()> {
    crate::llvm::lacking("--llvm")
}

/// Verifies a module that was read with locations. With `notes`, what upstream shows besides an error is made, too.
///
/// # Errors
/// What the verifier finds, of that what `told` picks.
pub fn check(
    ctx: &Context,
    source: &Source,
    module: &Module,
    notes: bool,
    told: impl FnOnce(Vec<VerifyError>) -> Vec<VerifyError>,
) -> Result<(), Rejected> {
    let errors = told(verify(ctx, module));
    if errors.is_empty() {
        return Ok(());
    }
    let report = |error: &VerifyError| match notes {
        true => with_notes(ctx, source, module, error),
        false => {
            let span = located(ctx, error.loc, source);
            Report { nowhere: span.is_none(), ..Report::new(span, error.to_string()) }
        }
    };
    Err(Rejected::new(source, errors.iter().map(report)))
}

/// An error with upstream's notes: the operation in the generic form, and what the error says besides.
fn with_notes(ctx: &Context, source: &Source, module: &Module, error: &VerifyError) -> Report {
    let span = located(ctx, error.loc, source);
    let shown = shown(ctx, module, error);
    let mut message = error.to_string();
    if let (VerifyErrorKind::NoTerminator { .. }, Some(shown)) = (&error.kind, &shown) {
        message = format!("block with no terminator, has {shown}");
    }
    // Of a block without operations, and of an attribute, upstream has none to show.
    let has_none = matches!(error.kind, VerifyErrorKind::EmptyBlock | VerifyErrorKind::Layout(_));
    let operation = shown.filter(|_| !has_none);
    let operation = operation.map(|text| (span.clone(), format!("see current operation: {text}")));
    let besides = error.notes.iter().map(|(loc, words)| (located(ctx, *loc, source), words.clone()));
    Report { nowhere: span.is_none(), span, message, notes: operation.into_iter().chain(besides).collect() }
}

/// The operation that an error is about, from a line of its own if it takes several.
fn shown(ctx: &Context, module: &Module, error: &VerifyError) -> Option<String> {
    let text = match error.place {
        Some(place) => place.find(module).map(|(body, op)| print_alone(ctx, body, op))?,
        None => print_module_alone(ctx, module),
    };
    Some(if text.contains('\n') { format!("\n{text}") } else { text })
}
