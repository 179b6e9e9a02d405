//! `irtrip verify`: all errors of modules, each with its place.

use std::path::Path;

use anyhow::Result;
use irtrip::dialect::diagnostic::{RenderedDiagnostic, counted};
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Context, Module};
use irtrip::reader::{ReadOptions, TextLocations};
use irtrip_dialect::ContextDialects;
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::run::files;
use rayon::prelude::*;

#[cfg(feature = "_llvm")]
use super::export::{Preparation, input_error};
use super::{Status, read_module, read_text};
use crate::arguments::{SecondReader, Settings, Verify};
use crate::diagnostics::{self, InputError};
use crate::findings::{self, Finding, FindingForm};
use crate::input::Source;
use crate::{losses, output};

/// What is found in a file.
#[derive(Default)]
struct FileDiagnostics {
    /// What is left out of it by reading.
    losses: Vec<RenderedDiagnostic>,
    errors: Vec<anyhow::Error>,
}

impl FileDiagnostics {
    fn error_count(&self) -> usize {
        self.errors.iter().map(|error| error.downcast_ref().map_or(1, InputError::count)).sum()
    }

    /// Leaves so many errors.
    fn truncate(&mut self, mut count: usize) {
        self.errors.retain_mut(|error| {
            let own = error.downcast_ref().map_or(1, InputError::count).min(count);
            count -= own;
            if let Some(error) = error.downcast_mut::<InputError>() {
                error.truncate(own);
            }
            own > 0
        });
    }

    fn findings(&self, path: &Path) -> Vec<Finding> {
        let file = path.display().to_string();
        let mut all: Vec<Finding> = self.losses.iter().map(Finding::lost).collect();
        all.extend(self.errors.iter().flat_map(|error| diagnostics::findings(error, Some(&file))));
        all
    }
}

/// Runs the command.
pub fn run(arguments: &Verify, settings: &Settings) -> Result<Status> {
    if arguments.format == FindingForm::Text && arguments.output.is_some() {
        anyhow::bail!("-o is where data goes: --format json, sarif or github says which");
    }
    let paths = files(&arguments.inputs)?;
    let mut all: Vec<FileDiagnostics> =
        paths.par_iter().with_max_len(1).map(|path| verify_file(path, arguments)).collect();
    let counts: Vec<usize> = all.iter().map(FileDiagnostics::error_count).collect();
    let (errors, wrong) = (counts.iter().sum::<usize>(), counts.iter().filter(|count| **count > 0).count());
    let limit = arguments.limit.unwrap_or(usize::MAX);
    let mut left = limit;
    for (found, count) in all.iter_mut().zip(&counts) {
        found.truncate(left);
        left -= left.min(*count);
    }
    if arguments.format == FindingForm::Text {
        for found in &all {
            losses::warn(&found.losses, true, settings);
            found.errors.iter().for_each(|error| diagnostics::show(error, settings));
        }
    } else {
        let found: Vec<Finding> = paths.iter().zip(&all).flat_map(|(path, found)| found.findings(path)).collect();
        output::write(arguments.output.as_deref(), &[findings::render(arguments.format, &found, paths.len())])?;
    }
    if errors == 0 {
        return Ok(Status::Done);
    }
    if paths.len() > 1 || errors > limit {
        let shown = if errors > limit { format!(", {limit} of them shown") } else { String::new() };
        let (of_errors, of_files) = (counted(errors, "error"), counted(paths.len(), "file"));
        diagnostics::show(&anyhow::anyhow!("{of_errors} in {wrong} of {of_files}{shown}"), settings);
    }
    Ok(Status::Error)
}

fn verify_file(path: &Path, arguments: &Verify) -> FileDiagnostics {
    // There may be many files, so that contexts go with them.
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let (source, module) = match read_module(&ctx, path, ReadOptions::default()) {
        Ok(read) => read,
        Err(error) => return FileDiagnostics { errors: vec![error], ..FileDiagnostics::default() },
    };
    let own = check(path, &source, &ctx, &module);
    let llvm = arguments.llvm.then(|| by_llvm(path, &source, &ctx, &module));
    let second = arguments.reader.map(|reader| by_second_reader(reader, path, &source, &ctx, &module));
    let errors = [Some(own), llvm, second].into_iter().flatten().filter_map(Result::err).collect();
    FileDiagnostics { losses: source.losses().to_vec(), errors }
}

/// Has another reader read the file, or what it says in the generic form.
fn by_second_reader(reader: SecondReader, path: &Path, source: &Source, ctx: &Context, module: &Module) -> Result<()> {
    match (reader, source.language(path)) {
        (SecondReader::Reference, Language::Mlir) => by_reference(source, ctx, module),
        (SecondReader::LlvmIr, Language::Llvm) => {
            let module = super::import::by_llvm_ir(ctx, source, &mut Vec::new())?;
            verified(ctx, source, &module)
        }
        (SecondReader::Reference, Language::Llvm) => {
            anyhow::bail!("{}: --reader reference reads MLIR, and this is LLVM IR", source.name())
        }
        (SecondReader::LlvmIr, Language::Mlir) => {
            anyhow::bail!("{}: --reader llvm-ir reads LLVM IR, and this is MLIR", source.name())
        }
    }
}

/// Asks the reference grammar, which has no operation's own syntax: of a file with such, the module in the generic form.
#[cfg(feature = "reference")]
fn by_reference(source: &Source, ctx: &Context, module: &Module) -> Result<()> {
    use irtrip::dialect::diagnostic::SourceFile;
    use irtrip::grammar::{PrintOptions, print, reference::check_generic_module};
    if check_generic_module(&source.file().text).is_ok() {
        return Ok(());
    }
    let options = PrintOptions { generic: true, debug_info: true, ..PrintOptions::of(module) };
    let generic = SourceFile::new(format!("{} (generic form)", source.name()), print(ctx, module, &options).concat());
    check_generic_module(&generic.text).map_err(|error| InputError::new(&generic, ctx, [&*error]).into())
}

#[cfg(not(feature = "reference"))]
fn by_reference(_source: &Source, _ctx: &Context, _module: &Module) -> Result<()> {
    anyhow::bail!("--reader reference needs the grammar: build irtrip with the feature reference")
}

/// Has LLVM's verifier look at the file as it is, or at the export of MLIR.
#[cfg(feature = "_llvm")]
fn by_llvm(path: &Path, source: &Source, ctx: &Context, module: &Module) -> Result<()> {
    match (&source.bitcode, source.language(path)) {
        (Some(bitcode), _) => super::verify_by_llvm(path, source, &bitcode.bytes),
        (None, Language::Llvm) => super::verify_by_llvm(path, source, source.file().text.as_bytes()),
        (None, Language::Mlir) => {
            let exported = irtrip::export::export(ctx, module).map_err(|error| {
                input_error(source, &irtrip::export::ExportOptions::default(), *error, Preparation::default())
            })?;
            super::verify_by_llvm(path, source, exported.concat().as_bytes())
        }
    }
}

#[cfg(not(feature = "_llvm"))]
fn by_llvm(_path: &Path, _source: &Source, _ctx: &Context, _module: &Module) -> Result<()> {
    crate::llvm::lacking("--llvm")
}

/// Verifies a module. What is wrong has its place in the text, which is read once more.
///
/// # Errors
/// What the verifier finds.
fn check(path: &Path, source: &Source, ctx: &Context, module: &Module) -> Result<()> {
    if verify(ctx, module).is_empty() {
        return Ok(());
    }
    let read = ReadOptions { locations: TextLocations::Unlocated, ..ReadOptions::default() };
    verified(ctx, source, &read_text(ctx, path, source, read)?)
}

/// What the verifier finds in a module.
fn verified(ctx: &Context, source: &Source, module: &Module) -> Result<()> {
    let errors = verify(ctx, module);
    if errors.is_empty() {
        return Ok(());
    }
    Err(InputError::new(source.file(), ctx, &errors).into())
}
