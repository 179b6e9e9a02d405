//! `irtrip lower`: dialects above the LLVM dialect, to it.

use irtrip_dialect::ContextDialects;
use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::diagnostic::{Diagnostic, DiagnosticLocation};
use irtrip::dialect::{Context, Module};
use irtrip::grammar::{ParseOptions, PrintOptions};
use irtrip::lower::passes;
use irtrip_roundtrip::language::Language;

use super::{Status, check_mlir, context, parse_mlir, with_places};
use crate::arguments::{EmittedMlir, Lower};
use crate::diagnostics::InputError;
use crate::input::{Source, in_language};
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &Lower) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    let module = parse_mlir(ctx, &source, &ParseOptions::default());
    let mut module = ManuallyDrop::new(module.map_err(|error| in_language(&source, Language::Mlir, error))?);
    lower(&source, ctx, &mut module)?;
    let options = PrintOptions::upstream();
    let path = arguments.output.as_deref();
    output::write_mlir(path, EmittedMlir::of(arguments.emit, path), ctx, &module, &options)?;
    Ok(Status::Done)
}

/// Verifies a module, and takes it to the LLVM dialect.
///
/// # Errors
/// A rule that is broken, or an operation that is not converted. Its place is that of a module that is read once more, with locations.
pub(super) fn lower(source: &Source, ctx: &Context, module: &mut Module) -> Result<()> {
    check_mlir(ctx, source, module)?;
    let Err(error) = passes::lower(ctx, module) else { return Ok(()) };
    let placed = Context::with_dialects(irtrip::all_dialects());
    let again = parse_mlir(&placed, source, &with_places(source)).ok();
    let located = again.and_then(|mut module| passes::lower(&placed, &mut module).err());
    let span = located.as_ref().and_then(|error| source.file().span_of(&placed, error.loc));
    let location = span.map_or(DiagnosticLocation::Unknown, DiagnosticLocation::Span);
    Err(InputError::new(source.file(), ctx, [&Diagnostic { location, ..error.diagnostic() }]).into())
}
