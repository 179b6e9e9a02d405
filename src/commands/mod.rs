//! The commands, a file each.

use std::path::Path;

use anyhow::{Context as _, Result};
use irtrip::dialect::diagnostic::Diagnostic;
#[cfg(feature = "_llvm")]
use irtrip::dialect::names::SYM_NAME;
use irtrip::dialect::{Context, Module};
use irtrip::import::Remark;
use irtrip::{grammar, import as reader};
use irtrip_roundtrip::language::Language;

use crate::arguments::{Command, Settings};
use crate::diagnostics::{Rejected, Report};
use crate::input::{self, Source};

mod completions;
mod diff;
mod export;
mod import;
mod mlir_opt;
mod mlir_translate;
mod normalize;
mod ops;
mod report;
mod roundtrip;
mod stats;
mod verify;
mod view;

/// How a command ended: the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Status {
    /// Done, or no difference.
    Done = 0,
    /// A difference.
    Different = 1,
    /// An error.
    Error = 2,
}

/// Runs a command.
///
/// # Errors
/// The command's; [`crate::diagnostics::show`] shows them.
pub fn run(command: Command, settings: &Settings) -> Result<Status> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads)
        .build_global()
        .context("the threads cannot be started")?;
    match command {
        Command::Import(arguments) => import::run(&arguments, settings),
        Command::Export(arguments) => export::run(&arguments, settings),
        Command::Roundtrip(arguments) => roundtrip::run(&arguments, settings),
        Command::Report(arguments) => report::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments, settings),
        Command::Normalize(arguments) => normalize::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments, settings),
        Command::View(arguments) => view::run(&arguments, settings),
        Command::MlirOpt(arguments) => mlir_opt::run(&arguments),
        Command::MlirTranslate(arguments) => mlir_translate::run(&arguments, settings),
        Command::Ops(arguments) => ops::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}

/// A context that is never dropped: the process ends when the command does, and taking a module of a million
/// attributes apart costs as much as reading it.
fn context() -> &'static Context {
    Box::leak(Box::new(Context::new()))
}

/// Reads LLVM assembly.
fn import_llvm(ctx: &Context, source: &Source, options: &reader::ImportOptions) -> Result<Module, Rejected> {
    reader::import(ctx, &source.text, options).map_err(|error| rejected(source, &error))
}

/// Reads LLVM assembly to upstream's form, with the diagnostics.
fn import_upstream_form(
    ctx: &Context,
    source: &Source,
    options: &reader::ImportOptions,
) -> Result<(Module, Vec<Remark>), Rejected> {
    reader::import_upstream_form(ctx, &source.text, options).map_err(|error| rejected(source, &error))
}

fn rejected(source: &Source, error: &Diagnostic) -> Rejected {
    Rejected::new(source, [Report::new(error.span(), error.to_string())])
}

/// Reads MLIR.
fn parse_mlir(ctx: &Context, source: &Source, options: &grammar::ParseOptions) -> Result<Module, Rejected> {
    grammar::parse(ctx, &source.text, options).map_err(|errors| {
        let report = |diagnostic: &Diagnostic| Report::new(diagnostic.span(), diagnostic.to_string());
        let with_notes = |error: &Diagnostic| (report(error), error.notes.iter().map(report).collect());
        Rejected::noted(source, errors.iter().map(with_notes))
    })
}

/// Where the function of a name stands in a source, which is read once more for its places.
#[cfg(feature = "_llvm")]
fn place_of_function(path: &Path, source: &Source, name: &str) -> Option<std::ops::Range<usize>> {
    let ctx = Context::new();
    let module = read_text(&ctx, path, source, ReadAs { locations: true, ..ReadAs::default() }).ok()?;
    let name = ctx.str_attr(ctx.str(name));
    let mut ops = module.ops();
    let op = ops.find(|op| module.body.attr(&ctx, *op, SYM_NAME) == Some(name))?;
    crate::diagnostics::located(&ctx, module.body.loc(op), source)
}

/// What LLVM's verifier finds wrong with a module, each with the place of its function in the source it came from.
///
/// # Errors
/// LLVM's verifier does not take it, or LLVM does not read it.
#[cfg(feature = "_llvm")]
fn verify_by_llvm(path: &Path, source: &Source, module: &[u8]) -> Result<()> {
    let faults = crate::llvm::verify(&source.name, module)?;
    if faults.is_empty() {
        return Ok(());
    }
    let report = |fault: irtrip::llvm::verify::Fault| {
        let span = fault.function.as_deref().and_then(|name| place_of_function(path, source, name));
        let whose = fault.function.map_or(String::new(), |name| format!(" in @{name}"));
        Report::new(span, format!("LLVM's verifier{whose}: {}", fault.message))
    };
    Err(Rejected::new(source, faults.into_iter().map(report)).into())
}

/// Reads either language. With `locations`, each operation knows the line and column it stands at.
fn read_module(ctx: &Context, path: &Path, locations: bool) -> Result<(Source, Module)> {
    let source = input::read(path)?;
    let module = read_text(ctx, path, &source, ReadAs { locations, ..ReadAs::default() })?;
    Ok((source, module))
}

/// How a module of either language is read.
#[derive(Clone, Copy, Default)]
struct ReadAs {
    /// Each operation knows the line and column it stands at; one with a location of its own does not.
    locations: bool,
    /// As [`reader::ImportOptions::keep_edges`].
    keep_edges: bool,
}

/// As [`read_module`], of a source that is there.
fn read_text(ctx: &Context, path: &Path, source: &Source, read: ReadAs) -> Result<Module, Rejected> {
    let locations = read.locations;
    match source.language(path) {
        Language::Llvm => {
            let options = reader::ImportOptions {
                locations: locations.then_some(source.name.as_str()),
                keep_edges: read.keep_edges,
                ..reader::ImportOptions::default()
            };
            import_llvm(ctx, source, &options)
        }
        Language::Mlir => {
            let options =
                grammar::ParseOptions { locations, file: source.name.clone(), ..grammar::ParseOptions::default() };
            parse_mlir(ctx, source, &options)
        }
    }
}
