//! `irtrip export`: MLIR to LLVM assembly or bitcode.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::names::SYM_NAME;
use irtrip::dialect::{Context, Module};
use irtrip::export::{Dropped, ExportError, export, export_with_dropped};
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
    let module = ManuallyDrop::new(parse_mlir(ctx, &source, &ParseOptions::default())?);
    let (pieces, dropped) = export_with_dropped(ctx, &module).map_err(|error| rejected(&source, &error))?;
    let mut lost = lost(&source, ctx, &module, dropped);
    if arguments.verify_llvm || arguments.bitcode() {
        lost.extend(through_llvm(arguments, &source, pieces)?);
    } else {
        output::write(arguments.output.as_deref(), &pieces)?;
    }
    diagnostics::warn(&losses::lines(&lost, arguments.all_losses), settings);
    Ok(if arguments.strict && !lost.is_empty() { Status::Different } else { Status::Done })
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
    Ok(lost.into_iter().map(|what| Loss { place: source.name.clone(), what }).collect())
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
    let options = ParseOptions { locations: true, file: source.name.clone(), ..ParseOptions::default() };
    let again = parse_mlir(&placed, source, &options).ok();
    let loss = |dropped: Dropped| {
        let op = again.as_ref().map(|module| match dropped.op {
            Some(op) => module.body.nested(dropped.entity).map(|body| body.loc(op)),
            None => Some(module.body.loc(dropped.entity)),
        });
        let span = op.flatten().and_then(|loc| located(&placed, loc, source));
        let symbol = ctx.entry(module.body.attrs(dropped.entity), SYM_NAME).and_then(|name| ctx.string_value(name));
        let what = match symbol {
            Some(symbol) => format!("{} in @{}", dropped.what, ctx.text(symbol)),
            None => dropped.what,
        };
        Loss { place: source.place(span.map_or(0, |span| span.start)), what }
    };
    dropped.into_iter().map(loss).collect()
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
