//! `irtrip view`: both languages side by side in one page.

use std::mem::ManuallyDrop;
use std::path::PathBuf;

use anyhow::Result;
use irtrip::dialect::{Context, Module};
use irtrip::grammar::ParseOptions;
use irtrip::import::{ImportOptions, Remark};
use irtrip::view::{Lost, Place, page};
use irtrip_roundtrip_tests::language::{Language, language};

use super::export::rejected;
use super::{Status, context, import_llvm, import_with_remarks, parse_mlir};
use crate::arguments::View;
use crate::input::{self, Source};
use crate::output;

/// Runs the command.
pub fn run(arguments: &View) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    let ctx = context();
    let page = match language(&arguments.input, &source.text) {
        Language::Llvm => {
            let module = ManuallyDrop::new(import_llvm(ctx, &source, &ImportOptions::default())?);
            made(ctx, &module, &source, |assembly| lost_upstream(&source, assembly))?
        }
        Language::Mlir => {
            let module = ManuallyDrop::new(parse_mlir(ctx, &source, &ParseOptions::default())?);
            made(ctx, &module, &source, |_| Vec::new())?
        }
    };
    let output = arguments.output.clone().unwrap_or_else(|| beside(&source.name));
    output::write(Some(&output), &[page])?;
    Ok(Status::Done)
}

fn made(ctx: &Context, module: &Module, source: &Source, lost: impl FnOnce(&str) -> Vec<Lost>) -> Result<String> {
    Ok(page(ctx, module, &source.name, lost).map_err(|error| rejected(source, &error))?)
}

/// Where the page goes if that is not said: into the current folder, under the input's name.
fn beside(name: &str) -> PathBuf {
    let stem = std::path::Path::new(name).file_stem().filter(|_| name != "<stdin>");
    PathBuf::from(stem.unwrap_or("-".as_ref())).with_extension(if name == "<stdin>" { "" } else { "html" })
}

/// What upstream's importer drops and no carrier is needed for. The places are bytes of the assembly that the page
/// shows, if the input is that assembly.
fn lost_upstream(source: &Source, assembly: &str) -> Vec<Lost> {
    let ctx = context();
    let options = ImportOptions { upstream: true, ..ImportOptions::default() };
    // What upstream's form cannot hold at all is no error here: the page shows what irtrip makes of it.
    let Ok((module, remarks)) = import_with_remarks(ctx, source, &options) else { return Vec::new() };
    let _module = ManuallyDrop::new(module);
    let same = source.text == assembly;
    let lost = remarks.iter().filter_map(|remark| match remark {
        Remark::Dropped { at, what } => {
            let what = format!("mlir-translate drops {what}");
            let place = if same { Place::Byte(*at) } else { Place::Module };
            Some(Lost { place, what: if same { what } else { format!("{}: {what}", source.place(*at)) } })
        }
        Remark::LayoutToken(_) | Remark::IncompatibleCall { .. } => None,
    });
    lost.collect()
}
