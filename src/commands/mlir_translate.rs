//! `irtrip mlir-translate`: LLVM assembly to the LLVM dialect and back, as upstream's program does it.

use std::mem::ManuallyDrop;
use std::path::Path;

use anyhow::{Result, bail};
use irtrip::dialect::verify::verify;
use irtrip::dialect::{AttrData, Body, Context, Location, Module};
use irtrip::export::{Terminators, export_ordered};
use irtrip::grammar::{PrintOptions, print, print_type};
use irtrip::import::{ImportError, ImportErrorKind, ImportOptions, Remark};

use super::{Status, context, mlir_opt};
use crate::arguments::{Settings, Upstream};
use crate::diagnostics::{self, Rejected, Report};
use crate::input::{self, Source};
use crate::upstream::flags::{Flags, Tool, Translation};
use crate::upstream::struct_names::struct_names;
use crate::upstream::{llvmir, parts};
use crate::{losses, output};

/// Runs the command.
pub fn run(arguments: &Upstream, settings: &Settings) -> Result<Status> {
    let flags = Flags::parse(Tool::Translate, &arguments.arguments)?;
    if flags.help {
        output::write(None, &[Tool::Translate.help()])?;
        return Ok(Status::Done);
    }
    let Some(translation) = flags.translation else {
        bail!("mlir-translate: no translation is named: --import-llvm or --mlir-to-llvmir");
    };
    let source = ManuallyDrop::new(input::read(flags.input.as_deref().unwrap_or(Path::new("-")))?);
    parts::run(&flags, &source, |part| match translation {
        Translation::ImportLlvm => import(&flags, part, settings),
        Translation::MlirToLlvmir => to_llvmir(&flags, part, settings),
    })
}

fn import(flags: &Flags, source: &Source, settings: &Settings) -> Result<Vec<String>, Rejected> {
    let ctx = context();
    let name = match flags.split {
        Some(_) => format!("within split at {}:{} offset ", source.name, source.first_line),
        None => source.name.clone(),
    };
    let options = ImportOptions {
        locations: None,
        upstream: true,
        module_name: Some(&name),
        structs_as_literals: flags.structs_as_literals,
        drop_composite_elements: flags.drop_composite_elements,
        prefer_unregistered_intrinsics: flags.prefer_unregistered_intrinsics,
    };
    let (module, remarks) =
        irtrip::import::import_with_remarks(ctx, &source.text, &options).map_err(|e| unplaced(source, e))?;
    let mut module = ManuallyDrop::new(module);
    let lost = losses::to_upstream_form(ctx, &mut module, source)?.len() + losses::of_remarks(&remarks, source).len();
    if !flags.verify_diagnostics && !settings.quiet && !flags.errors_only {
        let warnings = remarks.iter().filter_map(|remark| warning(ctx, remark, module_name(ctx, &module)));
        diagnostics::show_lines(warnings.chain(
            (lost > 0).then(|| format!("note: {lost} things are dropped; irtrip import --upstream names each")),
        ));
    }
    if let Some(error) = verify(ctx, &module).first() {
        return Err(Rejected::unplaced(&error.to_string()));
    }
    let struct_names = struct_names(ctx, &module);
    Ok(print(ctx, &module, &PrintOptions { struct_names, ..flags.print_options() }))
}

/// An error as upstream's import tells it: without a place, which stands in the message where LLVM's reader gives one.
fn unplaced(source: &Source, error: ImportError) -> Rejected {
    match error.kind {
        ImportErrorKind::Unhandled(messages) => Rejected::unplaced(&messages),
        kind => {
            let report = Report { span: Some(error.span), message: kind.to_string() };
            Rejected::unplaced(Rejected::new(source, [report]).in_upstream_style().trim_end())
        }
    }
}

/// The file of the module's location.
fn module_name(ctx: &Context, module: &Module) -> String {
    match ctx.attr_data(module.loc) {
        AttrData::Location(Location::File { file, .. }) => ctx.text(*file).into_owned(),
        _ => String::new(),
    }
}

/// The warning that upstream's import gives.
fn warning(ctx: &Context, remark: &Remark, file: String) -> Option<String> {
    match remark {
        Remark::Dropped { .. } => None,
        Remark::LayoutToken(token) => Some(format!("{file}:0:0: warning: unhandled data layout token: {token}")),
        Remark::IncompatibleCall { call, callee } => {
            let [call, callee] = [call, callee].map(|ty| print_type(ctx, *ty));
            Some(format!("<unknown>:0: warning: incompatible call and callee types: '{call}' and '{callee}'"))
        }
    }
}

fn to_llvmir(flags: &Flags, source: &Source, settings: &Settings) -> Result<Vec<String>, Rejected> {
    let ctx = context();
    let mut module = ManuallyDrop::new(mlir_opt::read(flags, ctx, source)?);
    // Upstream's exporter does not know names and carriers.
    module.body.all_nested_mut().iter_mut().for_each(Body::drop_names);
    diagnostics::warn(&losses::drop_carriers(ctx, &mut module, source)?, settings);
    llvmir::prepare(ctx, &mut module);
    let text = export_ordered(ctx, &module, Terminators::AsTranslated)
        .map_err(|error| super::export::rejected(source, &error))?;
    let mut pieces = vec!["; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n".to_owned()];
    pieces.extend(text);
    Ok(pieces)
}
