//! `irtrip export`: MLIR to LLVM assembly or bitcode.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::diagnostic::Diagnostic;
use irtrip::dialect::names::SYM_NAME;
use irtrip::dialect::{Attr, AttrData, Context, Location, Module};
use irtrip::export::{Dropped, add_exporter_defaults, export, export_to, export_with_dropped, was_llvm};
use irtrip::grammar::ParseOptions;

use super::{Status, context, parse_mlir};
use crate::arguments::{Export, Settings};
use crate::diagnostics::{self, Rejected, Report, located};
use crate::input::{self, Source};
use crate::losses::{self, Loss};
use crate::output;

/// Runs the command.
pub fn run(arguments: &Export, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    let module = ManuallyDrop::new(read(ctx, &source)?);
    let through_llvm = arguments.verify_llvm || arguments.bitcode();
    let lost = if !through_llvm && output::is_replaced(arguments.output.as_deref()) {
        let dropped = written(arguments, &source, ctx, &module)?;
        lost(&source, ctx, &module, dropped)
    } else {
        let (pieces, dropped) = export_with_dropped(ctx, &module).map_err(|error| rejected(&source, &error))?;
        let mut lost = lost(&source, ctx, &module, dropped);
        if through_llvm {
            lost.extend(self::through_llvm(arguments, &source, pieces)?);
        } else {
            output::write(arguments.output.as_deref(), &pieces)?;
        }
        lost
    };
    diagnostics::warn(&losses::lines(&lost, arguments.all_losses), settings);
    Ok(if arguments.strict && !lost.is_empty() { Status::Different } else { Status::Done })
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

/// Writes a file while it is made, which is not there if the export ends in an error; gives what is left out.
fn written(arguments: &Export, source: &Source, ctx: &Context, module: &Module) -> Result<Vec<Dropped>> {
    let mut outcome = Ok(Vec::new());
    let written = output::write_with(arguments.output.as_deref(), |sink| {
        match export_to(ctx, module, |piece| sink(piece).map_err(Stop::Write)) {
            Ok(dropped) => outcome = Ok(dropped),
            Err(Stop::Write(error)) => return Err(error),
            Err(Stop::Export(error)) => {
                outcome = Err(error);
                return Err(std::io::Error::other("there is nothing to write"));
            }
        }
        Ok(())
    });
    let dropped = outcome.map_err(|error| rejected(source, &error))?;
    written?;
    Ok(dropped)
}

/// Reads a module to export. For one that was not LLVM IR, what upstream's exporter supplies is in it, and where there is
/// debug information, an operation without a location has the one of its text.
fn read(ctx: &Context, source: &Source) -> Result<Module, Rejected> {
    let mut module = parse_mlir(ctx, source, &ParseOptions::default())?;
    if was_llvm(ctx, &module) {
        return Ok(module);
    }
    if module.ops().any(|op| has_scope(ctx, module.body.loc(op))) {
        module = parse_mlir(ctx, source, &with_places(source))?;
    }
    add_exporter_defaults(ctx, &mut module);
    Ok(module)
}

/// Whether an operation's location says what debug information it has.
fn has_scope(ctx: &Context, loc: Attr) -> bool {
    matches!(ctx.attr_data(loc), AttrData::Location(Location::Fused { metadata: Some(_), .. }))
}

/// Reads each operation's line and column.
fn with_places(source: &Source) -> ParseOptions {
    ParseOptions { locations: true, file: source.name.clone(), ..ParseOptions::default() }
}

/// Writes what has to go through LLVM's hands first; gives what is lost there.
#[cfg(feature = "_llvm")]
fn through_llvm(arguments: &Export, source: &Source, pieces: Vec<String>) -> Result<Vec<Loss>> {
    let assembly = pieces.concat();
    drop(pieces);
    if arguments.verify_llvm {
        super::verify_by_llvm(&arguments.input, source, assembly.as_bytes())?;
    }
    if !arguments.bitcode() {
        output::write(arguments.output.as_deref(), &[assembly])?;
        return Ok(Vec::new());
    }
    let (bitcode, lost) = crate::llvm::bitcode_of(&source.name, &assembly)?;
    output::write_bytes(arguments.output.as_deref(), &bitcode)?;
    Ok(lost
        .into_iter()
        .map(|what| Loss::new(&source.name, irtrip::dialect::diagnostic::LossCode::Llvm { what }))
        .collect())
}

#[cfg(not(feature = "_llvm"))]
fn through_llvm(arguments: &Export, _source: &Source, _pieces: Vec<String>) -> Result<Vec<Loss>> {
    crate::llvm::lacking(if arguments.bitcode() { "writing bitcode" } else { "--verify-llvm" })
}

/// What an export leaves out, with its place. The places are those of a module that is read once more, which has the same
/// operations.
fn lost(source: &Source, ctx: &Context, module: &Module, dropped: Vec<Dropped>) -> Vec<Loss> {
    if dropped.is_empty() {
        return Vec::new();
    }
    let placed = Context::new();
    let again = parse_mlir(&placed, source, &with_places(source)).ok();
    let loss = |dropped: Dropped| {
        let op = again.as_ref().map(|module| match (dropped.global, dropped.op) {
            (Some(global), Some(op)) => module.body.nested(global).map(|body| body.loc(op)),
            (Some(global), None) => Some(module.body.loc(global)),
            (None, _) => Some(module.loc),
        });
        let span = op.flatten().and_then(|loc| located(&placed, loc, source));
        let attrs = dropped.global.map(|global| module.body.attrs(global));
        let symbol = attrs.and_then(|attrs| ctx.string_value(ctx.entry(attrs, SYM_NAME)?));
        let mut loss = Loss::new(source.place(span.map_or(0, |span| span.start)), dropped.code);
        loss.diagnostic.symbol = symbol.map(|symbol| ctx.text(symbol).into());
        loss
    };
    dropped.into_iter().map(loss).collect()
}

/// An export's error with its place. The module is read once more, now with each operation's line and column, which
/// an export that succeeds has no use for.
pub fn rejected(source: &Source, error: &Diagnostic) -> Rejected {
    let ctx = Context::new();
    let again = parse_mlir(&ctx, source, &with_places(source)).ok().and_then(|module| export(&ctx, &module).err());
    let report = match again {
        Some(error) => {
            let span = error.location.attribute().and_then(|location| located(&ctx, location, source));
            Report::new(span, error.to_string())
        }
        None => Report::new(None, error.to_string()),
    };
    Rejected::new(source, [report])
}
