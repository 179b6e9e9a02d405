//! The commands, a file each.

use std::path::Path;

use anyhow::{Context as _, Result};
use irtrip::dialect::{Context, Module};
use irtrip::import::Remark;
use irtrip::{grammar, import as reader};
use irtrip_roundtrip_tests::language::{Language, language};

use crate::arguments::{Command, Settings};
use crate::diagnostics::{Rejected, Report};
use crate::input::{self, Source};

mod completions;
mod diff;
mod export;
mod import;
mod mlir_opt;
mod mlir_translate;
mod ops;
mod report;
mod roundtrip;
mod verify;

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
        Command::Verify(arguments) => verify::run(&arguments),
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
    import_with_remarks(ctx, source, options).map(|(module, _)| module)
}

/// Reads LLVM assembly, and what is to be told of it.
fn import_with_remarks(
    ctx: &Context,
    source: &Source,
    options: &reader::ImportOptions,
) -> Result<(Module, Vec<Remark>), Rejected> {
    reader::import_with_remarks(ctx, &source.text, options)
        .map_err(|e| Rejected::new(source, [Report { message: e.kind.to_string(), span: Some(e.span) }]))
}

/// Reads MLIR.
fn parse_mlir(ctx: &Context, source: &Source, options: &grammar::ParseOptions) -> Result<Module, Rejected> {
    grammar::parse(ctx, &source.text, options).map_err(|errors| {
        let reports = |error: grammar::ParseError| {
            let besides = error.kind.besides().map(str::to_owned);
            let messages = std::iter::once(error.kind.to_string()).chain(besides);
            messages.map(move |message| Report { message, span: Some(error.span.clone()) })
        };
        Rejected::new(source, errors.into_iter().flat_map(reports))
    })
}

/// Reads either language. With `locations`, each operation knows the line and column it stands at.
fn read_module(ctx: &Context, path: &Path, locations: bool) -> Result<(Source, Module)> {
    let source = input::read(path)?;
    let module = match language(path, &source.text) {
        Language::Llvm => {
            let options = reader::ImportOptions {
                locations: locations.then_some(source.name.as_str()),
                ..reader::ImportOptions::default()
            };
            import_llvm(ctx, &source, &options)?
        }
        Language::Mlir => {
            let options =
                grammar::ParseOptions { locations, file: source.name.clone(), ..grammar::ParseOptions::default() };
            parse_mlir(ctx, &source, &options)?
        }
    };
    Ok((source, module))
}
