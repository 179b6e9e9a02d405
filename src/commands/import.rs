//! `irtrip import`: LLVM assembly to MLIR, and MLIR of any release to MLIR as it is printed here.

use std::mem::ManuallyDrop;
use std::path::Path;

#[cfg(feature = "llvm19")]
use anyhow::Context as _;
use anyhow::Result;
use irtrip::dialect::diagnostic::{Diagnostic, DiagnosticCode, LossCode, RenderedDiagnostic};
use irtrip::dialect::mlir_release::lower_for;
use irtrip::dialect::{Block, Body, Context, Module, Value};
use irtrip::grammar::PrintOptions;
use irtrip::import::{ImportOptions, import_upstream_form};
use irtrip::reader::ModuleText;
use irtrip_roundtrip::language::{Language, language_of_name, language_of_text};
use irtrip_upstream::llvm_excerpts::ExcerptRenderer;
use irtrip_upstream::struct_names::struct_names;
use irtrip_upstream::upstream_form::to_upstream_form;

use super::{FIRST_ERROR, Status, check_mlir, context, read_text};
use crate::arguments::{EmittedMlir, Import, Reader, Settings};
use crate::diagnostics::InputError;
use crate::input::{Source, in_language};
use crate::losses::LossForm;
use crate::{input, losses, output};

/// Runs the command.
pub fn run(arguments: &Import, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read_with_use_lists(&arguments.input)?);
    let path = arguments.output.as_deref();
    let output = (path, EmittedMlir::of(arguments.emit, path));
    match arguments.upstream {
        true => write_upstream(arguments, settings, source, output),
        false => write_model(arguments, settings, source, output),
    }
}

fn write_model(
    arguments: &Import,
    settings: &Settings,
    mut source: ManuallyDrop<Source>,
    (path, form): (Option<&Path>, EmittedMlir),
) -> Result<Status> {
    let ctx = context();
    let mut losses = source.losses().to_vec();
    let module = match arguments.reader {
        Reader::Assembly if is_mlir(arguments, &source) => {
            let module = read_text(ctx, &arguments.input, &source, FIRST_ERROR)?;
            check_mlir(ctx, &source, &module)?;
            module
        }
        Reader::Assembly => {
            let text = ModuleText { language: Language::Llvm, ..source.module_text(&arguments.input)? };
            let error = |errors: Vec<Diagnostic>| InputError::new(source.file(), ctx, &errors).into();
            text.read(ctx, FIRST_ERROR).map_err(|errors| in_language(&source, Language::Llvm, error(errors)))?
        }
        Reader::LlvmIr => by_llvm_ir(ctx, &source, &mut losses)?,
    };
    let mut module = ManuallyDrop::new(module);
    let mut options = PrintOptions::of(&module);
    if let Some(release) = arguments.mlir.and_then(|mlir| mlir.other) {
        let failed = |error: Box<Diagnostic>| InputError::new(source.file(), ctx, [&*error]);
        lower_for(ctx, &mut module, release, form.lowered()).map_err(failed)?;
        options = options.for_release(release);
    }
    if form == EmittedMlir::Mlirbc {
        losses.extend(lost_names(&module.body).map(|code| losses::of_source(source.name(), code)));
    }
    // Nothing shows it any more, and it is as large as the rest of a module.
    source.free();
    output::write_mlir(path, form, ctx, &module, &options)?;
    Ok(report(arguments, &losses, settings))
}

/// Writes the form that `mlir-translate --import-llvm` would write.
fn write_upstream(
    arguments: &Import,
    settings: &Settings,
    source: ManuallyDrop<Source>,
    (path, form): (Option<&Path>, EmittedMlir),
) -> Result<Status> {
    let ctx = context();
    // Locations are where the losses are; without -mlir-print-debuginfo they are not printed.
    let file = source.text()?;
    let options = ImportOptions {
        release: source.release(),
        of_bitcode: source.is_bitcode(),
        locations: Some(&file.name),
        module_name: Some(&file.name),
        ..ImportOptions::default()
    };
    let error = |errors| InputError::with_arguments(file, ctx, &errors, &ExcerptRenderer::written(ctx, file)).into();
    let (module, mut dropped) = import_upstream_form(ctx, &file.text, &options)
        .map_err(|errors| in_language(&source, Language::Llvm, error(errors)))?;
    let mut module = ManuallyDrop::new(module);
    dropped.retain(|diagnostic| matches!(diagnostic.code, DiagnosticCode::Loss(_)));
    dropped.extend(to_upstream_form(ctx, &mut module).map_err(error)?);
    let mut losses = source.losses().to_vec();
    losses.extend(losses::rendered(file, ctx, &dropped));
    let struct_names = struct_names(ctx, &module);
    if !struct_names.is_empty() {
        losses.push(losses::of_source(&file.name, LossCode::StructNumbers { count: struct_names.len() }));
    }
    let options = PrintOptions { struct_names, double_doubles_as_f128: true, ..PrintOptions::upstream() };
    output::write_mlir(path, form, ctx, &module, &options)?;
    Ok(report(arguments, &losses, settings))
}

/// The names of a body's values and blocks, if it has any: bytecode has no place for them.
fn lost_names(body: &Body) -> Option<LossCode> {
    fn count(body: &Body) -> usize {
        let values = (0..body.value_count()).filter(|&value| body.value(Value::new(value)).name.is_some()).count();
        let blocks = (0..body.block_count()).filter(|&block| body.block_name(Block::new(block)).is_some()).count();
        values + blocks + body.all_nested().iter().map(count).sum::<usize>()
    }
    Some(count(body)).filter(|&count| count > 0).map(|count| LossCode::ValueNames { count })
}

/// Whether a file is MLIR, by its name and by its text.
fn is_mlir(arguments: &Import, source: &Source) -> bool {
    let is_mlir_text = || {
        let text = &source.file().text;
        language_of_text(text) == Language::Mlir
            && language_of_name(&arguments.input) != Some(Language::Llvm)
            && !text.trim().is_empty()
    };
    source.bytecode.is_some() || source.bitcode.is_none() && is_mlir_text()
}

/// The module by the crate llvm-ir, and what that cannot hold.
#[cfg(feature = "llvm19")]
pub(super) fn by_llvm_ir(ctx: &Context, source: &Source, losses: &mut Vec<RenderedDiagnostic>) -> Result<Module> {
    use irtrip::import::llvm_ir;
    // LLVM reads it in a process of its own first, which it may end. What it prints it does not stumble over.
    let (text, warnings) = crate::llvm::assembly(source.name(), source.file().text.as_bytes())?;
    let text = String::from_utf8(text).context("what LLVM prints is no UTF-8")?;
    let named = |error: Box<irtrip::dialect::diagnostic::Diagnostic>| anyhow::anyhow!("{}: {error}", source.name());
    // A panic of the crate's is an error, and reported as one.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let imported = llvm_ir::read(&text).and_then(|module| llvm_ir::import(ctx, &module)).map_err(named);
    std::panic::set_hook(hook);
    let imported = imported?;
    let gaps = imported.losses.iter();
    let gaps = gaps.map(|loss| LossCode::LlvmIr { gap: loss.gap.name, what: loss.to_string() });
    losses.extend(warnings.into_iter().chain(gaps).map(|code| losses::of_source(source.name(), code)));
    Ok(imported.module)
}

#[cfg(not(feature = "llvm19"))]
pub(super) fn by_llvm_ir(_ctx: &Context, _source: &Source, _losses: &mut Vec<RenderedDiagnostic>) -> Result<Module> {
    anyhow::bail!(
        "--reader llvm-ir needs LLVM 19's library: build irtrip with the feature llvm19 (packages llvm-19-dev and libpolly-19-dev)"
    )
}

/// Shows what is dropped; the command's status.
fn report(arguments: &Import, losses: &[RenderedDiagnostic], settings: &Settings) -> Status {
    match arguments.losses {
        LossForm::Text => losses::warn(losses, arguments.all_losses, settings),
        LossForm::Json => eprintln!("{}", losses::json(losses)),
    }
    if arguments.strict && !losses.is_empty() { Status::Different } else { Status::Done }
}
