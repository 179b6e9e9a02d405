//! `irtrip mlir-translate`: LLVM assembly to the LLVM dialect and back, as upstream's program does it.

use std::mem::ManuallyDrop;
use std::path::Path;

use anyhow::{Result, bail};
use irtrip::dialect::Body;
use irtrip::export::export;
use irtrip::grammar::{PrintOptions, print};
use irtrip::import::ImportOptions;

use super::{Status, context, import_with_remarks, mlir_opt};
use crate::arguments::{Settings, Upstream};
use crate::diagnostics::{self, Rejected};
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
        prefer_unregistered_intrinsics: flags.prefer_unregistered_intrinsics,
    };
    let (module, _) = import_with_remarks(ctx, source, &options)?;
    let mut module = ManuallyDrop::new(module);
    let lost = losses::to_upstream_form(ctx, &mut module, source)?;
    if !flags.verify_diagnostics {
        diagnostics::warn(&lost, settings);
    }
    let struct_names = struct_names(ctx, &module);
    Ok(print(ctx, &module, &PrintOptions { struct_names, ..flags.print_options() }))
}

fn to_llvmir(flags: &Flags, source: &Source, settings: &Settings) -> Result<Vec<String>, Rejected> {
    let ctx = context();
    let mut module = ManuallyDrop::new(mlir_opt::read(flags, ctx, source)?);
    // Upstream's exporter does not know names and carriers.
    module.body.all_nested_mut().iter_mut().for_each(Body::drop_names);
    diagnostics::warn(&losses::drop_carriers(ctx, &mut module, source)?, settings);
    llvmir::prepare(ctx, &mut module);
    let text = export(ctx, &module).map_err(|error| super::export::rejected(source, &error))?;
    let mut pieces = vec!["; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n".to_owned()];
    pieces.extend(text);
    Ok(pieces)
}
