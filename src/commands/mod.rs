//! The commands, a file each.

use irtrip_dialect::ContextDialects;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip::dialect::deep_stack;
#[cfg(feature = "_llvm")]
use irtrip::dialect::names::SYM_NAME;
use irtrip::dialect::verify::verify;
#[cfg(feature = "_llvm")]
use irtrip::dialect::{Attr, diagnostic::DiagnosticLocation};
use irtrip::dialect::{Context, Module};
use irtrip::grammar::{self, ParseOptions};
use irtrip::reader::{ReadOptions, TextLocations};
use irtrip_upstream::Tool;

use crate::arguments::{Command, Settings};
use crate::diagnostics::InputError;
use crate::input::{self, Source};
use crate::{interruption, progress};

mod diff;
mod export;
mod import;
mod info;
mod lower;
mod lsp;
mod normalize;
mod reference;
mod report;
mod roundtrip;
mod stats;
mod upstream;
mod verify;
mod view;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Done, or no difference.
    Done,
    /// A difference.
    Different,
    /// An error.
    Error,
    /// An error of the drop-ins for `mlir-opt` and `mlir-translate`.
    UpstreamError,
    /// Ended by Ctrl-C, with what was done by then reported.
    Interrupted,
}

impl Status {
    /// The exit status.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Different | Status::UpstreamError => 1,
            Status::Error => 2,
            Status::Interrupted => interruption::STATUS,
        }
    }
}

/// Runs a command.
///
/// # Errors
/// The command's; [`crate::diagnostics::show`] shows them.
pub fn run(command: Command, settings: &Settings) -> Result<Status> {
    deep_stack::pool_builder().num_threads(settings.threads).build_global().context("the threads cannot be started")?;
    progress::start(command.doing(), settings);
    std::thread::scope(|scope| {
        let thread = deep_stack::thread_builder();
        let running = thread.spawn_scoped(scope, || deep_stack::on_this_stack(|| run_here(command, settings)));
        let running = running.context("the threads cannot be started")?;
        running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn run_here(command: Command, settings: &Settings) -> Result<Status> {
    match command {
        Command::Import(arguments) => import::run(&arguments, settings),
        Command::Export(arguments) => export::run(&arguments, settings),
        Command::Lower(arguments) => lower::run(&arguments),
        Command::Roundtrip(arguments) => roundtrip::run(&arguments, settings),
        Command::Report(arguments) => report::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments, settings),
        Command::Normalize(arguments) => normalize::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments, settings),
        Command::View(arguments) => view::run(&arguments, settings),
        Command::Lsp(_) => lsp::run(),
        Command::MlirOpt(arguments) => upstream::run(Tool::Opt, &arguments, settings),
        Command::MlirTranslate(arguments) => upstream::run(Tool::Translate, &arguments, settings),
        Command::Ops(arguments) => reference::ops::run(&arguments),
        Command::Completions(arguments) => reference::completions::run(&arguments),
        Command::Man(arguments) => reference::man::run(&arguments),
        Command::Help(arguments) => reference::help::run(&arguments),
    }
}

/// A context that is never dropped: the process ends when the command does, and taking a module of a million
/// attributes apart costs as much as reading it.
fn context() -> &'static Context {
    Box::leak(Box::new(Context::with_dialects(irtrip::all_dialects())))
}

/// Reads MLIR; of bytecode, without making text of it where no places in the text are asked for.
fn parse_mlir(ctx: &Context, source: &Source, options: &grammar::ParseOptions) -> Result<Module> {
    if !options.locations
        && let Some(module) = source.of_bytecode(ctx)
    {
        return module;
    }
    let file = source.text()?;
    Ok(grammar::parse(ctx, &file.text, options).map_err(|errors| InputError::new(file, ctx, &errors))?)
}

/// Verifies MLIR that is to be translated, as upstream's programs do. That of a later release may keep other rules.
fn check_mlir(ctx: &Context, source: &Source, module: &Module) -> Result<()> {
    if module.releases.are_later() || verify(ctx, module).is_empty() {
        return Ok(());
    }
    let placed = parse_mlir(ctx, source, &with_places(source))?;
    Err(InputError::new(source.file(), ctx, &verify(ctx, &placed)).into())
}

/// The location of the function of a name in a source, which is read once more for its locations.
#[cfg(feature = "_llvm")]
fn location_of_function(ctx: &Context, path: &Path, source: &Source, name: &str) -> Option<Attr> {
    let module =
        read_text(ctx, path, source, ReadOptions { locations: TextLocations::Unlocated, ..FIRST_ERROR }).ok()?;
    let name = ctx.str_attr(ctx.str(name));
    let op = module.ops().find(|op| module.body.attr(ctx, *op, SYM_NAME) == Some(name))?;
    Some(module.body.loc(op))
}

/// What LLVM's verifier finds wrong with a module, each with the place of its function in the source it came from.
///
/// # Errors
/// LLVM's verifier does not accept it, or LLVM does not read it.
#[cfg(feature = "_llvm")]
fn verify_by_llvm(path: &Path, source: &Source, module: &[u8]) -> Result<()> {
    let mut errors = crate::llvm::verify(source.name(), module)?;
    if errors.is_empty() {
        return Ok(());
    }
    let ctx = Context::with_dialects(irtrip::all_dialects());
    for error in &mut errors {
        let location = error.symbol.as_deref().and_then(|name| location_of_function(&ctx, path, source, name));
        error.location = location.map_or(DiagnosticLocation::Unknown, DiagnosticLocation::Attribute);
    }
    Err(InputError::new(source.file(), &ctx, &errors).into())
}

/// Reads a file of either language.
fn read_module(ctx: &Context, path: &Path, read: ReadOptions) -> Result<(Source, Module)> {
    let source = input::read(path)?;
    let module = read_text(ctx, path, &source, read)?;
    Ok((source, module))
}

/// How most commands read: to the first error, and not where the text has what it has.
const FIRST_ERROR: ReadOptions =
    ReadOptions { locations: TextLocations::None, places: false, keep_edges: false, first_error_only: true };

/// As [`read_module`], of a source that is there.
fn read_text(ctx: &Context, path: &Path, source: &Source, read: ReadOptions) -> Result<Module> {
    if read.locations == TextLocations::None
        && !read.places
        && let Some(module) = source.of_bytecode(ctx)
    {
        return module;
    }
    let text = source.module_text(path)?;
    Ok(text.read(ctx, read).map_err(|errors| InputError::new(source.file(), ctx, &errors))?)
}

/// Loads the dialects of files of records.
///
/// # Errors
/// A file cannot be read, holds no records, or has a dialect that is known.
pub fn load_dialects(files: &[PathBuf]) -> Result<()> {
    for file in files {
        let json = std::fs::read(file).with_context(|| file.display().to_string())?;
        irtrip::load_dialects(&json).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

/// Reads each operation's line and column.
fn with_places(source: &Source) -> ParseOptions {
    ParseOptions { locations: true, file: source.name().to_owned(), ..ParseOptions::default() }
}
