//! `irtrip export`: MLIR to LLVM assembly or bitcode.

use irtrip_dialect::ContextDialects;
use std::mem::ManuallyDrop;

use anyhow::{Context as _, Result};
use irtrip::bitcode::assembler::{self, AssemblerOptions};
use irtrip::dialect::diagnostic::{Diagnostic, DiagnosticLocation, RenderedDiagnostic};
use irtrip::dialect::names::SYM_NAME;
use irtrip::dialect::release::Release;
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Context, Module};
use irtrip::export::{
    Dropped, ExportOptions, Exported, add_exporter_defaults, escapes, export_to, export_with, was_llvm,
};
use irtrip::grammar::ParseOptions;
use irtrip::hardware::gpu::take_module;
use irtrip_roundtrip::language::Language;

use super::{Status, context, parse_mlir, with_places};
use crate::arguments::{Export, Settings};
use crate::diagnostics::InputError;
use crate::input::{self, FreedSource, Source, in_language};
use crate::{losses, output};

/// Runs the command.
pub fn run(arguments: &Export, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    let module = read(ctx, &source, Preparation::of(arguments));
    let module = ManuallyDrop::new(module.map_err(|error| in_language(&source, Language::Mlir, error))?);
    let options = options_of(arguments, ctx, &module);
    let is_written_whole = arguments.verify_llvm || arguments.bitcode();
    let losses = if !is_written_whole && output::is_replaced(arguments.output.as_deref()) {
        let source = ManuallyDrop::into_inner(source).free_to_reread(&arguments.input);
        let dropped = written(arguments, &options, &source, ctx, &module)?;
        match dropped.is_empty() {
            true => Vec::new(),
            false => losses_of(source.source(), ctx, &module, dropped, Preparation::of(arguments)),
        }
    } else {
        let Exported { pieces, dropped, release } = export_with(ctx, &module, &options)
            .map_err(|error| input_error(&source, &options, *error, Preparation::of(arguments)))?;
        let pieces: Vec<String> = pieces.into_iter().map(|piece| piece.text).collect();
        if arguments.verify_llvm {
            verify_by_llvm(arguments, &source, &pieces.concat())?;
        }
        let mut losses = losses_of(&source, ctx, &module, dropped, Preparation::of(arguments));
        losses.extend(write_whole(arguments, source.name(), (ctx, &module), &pieces, release)?);
        losses
    };
    losses::warn(&losses, arguments.all_losses, settings);
    Ok(if arguments.strict && !losses.is_empty() { Status::Different } else { Status::Done })
}

fn options_of(arguments: &Export, ctx: &Context, module: &Module) -> ExportOptions {
    let options = ExportOptions::default().for_reader(arguments.llvm).or_for_release_of(ctx, module);
    options.for_bitcode(arguments.bitcode()).verified()
}

/// Writes assembly that is there as a whole, or its bitcode; returns what that leaves out.
fn write_whole(
    arguments: &Export,
    name: &str,
    (ctx, module): (&Context, &Module),
    pieces: &[String],
    release: Release,
) -> Result<Vec<RenderedDiagnostic>> {
    if arguments.bitcode() {
        return write_bitcode(arguments, name, &pieces.concat(), release);
    }
    let escapes = escapes(ctx, module);
    let all = |sink: output::Sink<'_>| pieces.iter().try_for_each(|piece| sink(piece));
    output::write_unescaped(arguments.output.as_deref(), &escapes, all)?;
    Ok(Vec::new())
}

/// What is done to a module before it is exported.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preparation<'a> {
    /// It is taken to the LLVM dialect.
    lower: bool,
    /// The `gpu.module` in it of this name takes its place.
    gpu_module: Option<&'a str>,
}

impl<'a> Preparation<'a> {
    fn of(arguments: &'a Export) -> Preparation<'a> {
        Preparation { lower: arguments.lower, gpu_module: arguments.gpu_module.as_deref() }
    }
}

/// Why a file is not written to its end.
enum Stop {
    Export(Box<Diagnostic>),
    Write(std::io::Error),
}

impl From<Box<Diagnostic>> for Stop {
    fn from(error: Box<Diagnostic>) -> Stop {
        Stop::Export(error)
    }
}

/// Writes a file while it is made, which is not there if the export ends in an error; returns what is left out.
fn written(
    arguments: &Export,
    options: &ExportOptions,
    source: &FreedSource,
    ctx: &Context,
    module: &Module,
) -> Result<Vec<Dropped>> {
    let mut outcome = Ok(Vec::new());
    let written = output::write_unescaped(arguments.output.as_deref(), &escapes(ctx, module), |sink| {
        match export_to(ctx, module, options, |piece| sink(piece).map_err(Stop::Write)) {
            Ok(dropped) => outcome = Ok(dropped),
            Err(Stop::Write(error)) => return Err(error),
            Err(Stop::Export(error)) => {
                outcome = Err(error);
                return Err(std::io::Error::other("there is nothing to write"));
            }
        }
        Ok(())
    });
    let dropped = outcome.map_err(|error| input_error(source.source(), options, *error, Preparation::of(arguments)))?;
    written?;
    Ok(dropped)
}

/// Reads a module to export. One that was not LLVM IR is verified, as upstream does, before upstream's exporter defaults are in it;
/// where there is debug information, an operation without a location has the one of its text.
fn read(ctx: &Context, source: &Source, preparation: Preparation) -> Result<Module> {
    let mut module = prepared(ctx, source, &ParseOptions::default(), preparation)?;
    if was_llvm(ctx, &module) {
        return Ok(module);
    }
    if !module.releases.are_later() && !verify(ctx, &module).is_empty() {
        let placed = prepared(ctx, source, &with_places(source), preparation)?;
        return Err(InputError::new(source.file(), ctx, &verify(ctx, &placed)).into());
    }
    if module.ops().any(|op| ctx.location_metadata(module.body.loc(op)).is_some()) {
        module = prepared(ctx, source, &with_places(source), preparation)?;
    }
    add_exporter_defaults(ctx, &mut module);
    Ok(module)
}

/// Reads a module and prepares it.
fn prepared(ctx: &Context, source: &Source, options: &ParseOptions, preparation: Preparation) -> Result<Module> {
    let mut module = parse_mlir(ctx, source, options)?;
    if let Some(name) = preparation.gpu_module {
        module = take_module(ctx, module, name).map_err(|error| {
            InputError::new(source.file(), ctx, [&Diagnostic { location: DiagnosticLocation::Unknown, ..*error }])
        })?;
    }
    if preparation.lower {
        super::lower::lower(source, ctx, &mut module)?;
    }
    Ok(module)
}

/// Reads a module once more, with the places of its operations: it has the same operations.
fn read_placed(ctx: &Context, source: &Source, preparation: Preparation) -> Option<Module> {
    prepared(ctx, source, &with_places(source), preparation).ok()
}

/// Writes a module's assembly as the bitcode of its release. Returns what that leaves out.
fn write_bitcode(arguments: &Export, name: &str, assembly: &str, release: Release) -> Result<Vec<RenderedDiagnostic>> {
    let options = AssemblerOptions { release, name, ..AssemblerOptions::default() };
    let bitcode =
        assembler::bitcode(assembly, &options).with_context(|| format!("{name}: there is no bitcode of it"))?;
    output::write_bytes(arguments.output.as_deref(), &bitcode.bytes)?;
    Ok(bitcode.left_out.into_iter().map(|code| losses::of_source(name, code)).collect())
}

#[cfg(feature = "_llvm")]
fn verify_by_llvm(arguments: &Export, source: &Source, assembly: &str) -> Result<()> {
    super::verify_by_llvm(&arguments.input, source, assembly.as_bytes())
}

#[cfg(not(feature = "_llvm"))]
fn verify_by_llvm(_arguments: &Export, _source: &Source, _assembly: &str) -> Result<()> {
    crate::llvm::lacking("--verify-llvm")
}

/// What an export leaves out, with its place. The places are those of a module that is read once more, which has the same
/// operations.
fn losses_of(
    source: &Source,
    ctx: &Context,
    module: &Module,
    dropped: Vec<Dropped>,
    preparation: Preparation,
) -> Vec<RenderedDiagnostic> {
    if dropped.is_empty() {
        return Vec::new();
    }
    let placed = Context::with_dialects(irtrip::all_dialects());
    let again = read_placed(&placed, source, preparation);
    let file = source.file();
    let loss = |dropped: Dropped| {
        let location = again.as_ref().and_then(|module| match (dropped.global, dropped.op) {
            (Some(global), Some(op)) => module.body.nested(global).map(|body| body.loc(op)),
            (Some(global), None) => Some(module.body.loc(global)),
            (None, _) => Some(module.loc),
        });
        // What has no place in the source is shown at its start.
        let span = location.and_then(|location| file.span_of(&placed, location)).unwrap_or(0..0);
        let attrs = dropped.global.map(|global| module.body.attrs(global));
        let symbol = attrs.and_then(|attrs| ctx.string_value(ctx.entry(attrs, SYM_NAME)?));
        let symbol = symbol.map(|symbol| ctx.text(symbol).into());
        Diagnostic { symbol, ..Diagnostic::new(dropped.code, span) }
    };
    let losses: Vec<Diagnostic> = dropped.into_iter().map(loss).collect();
    losses::rendered(file, ctx, &losses)
}

/// An export's error with its place. The module is read once more, now with each operation's line and column, which
/// an export that succeeds has no use for, and lowered if it was.
pub fn input_error(
    source: &Source,
    options: &ExportOptions,
    error: Diagnostic,
    preparation: Preparation,
) -> InputError {
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let again = read_placed(&ctx, source, preparation).and_then(|module| export_with(&ctx, &module, options).err());
    let unplaced = || Diagnostic { location: DiagnosticLocation::Unknown, ..error.clone() };
    let error = again.map_or_else(unplaced, |error| *error);
    InputError::new(source.file(), &ctx, [&error])
}
