//! `irtrip view`: both languages side by side in one page.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use anyhow::Result;
use irtrip::dialect::diagnostic::{Diagnostic, DiagnosticCode};
use irtrip::import::{ImportOptions, import_upstream_form};
use irtrip::view::{Loss, LossLocation, page};

use super::export::input_error;
use super::{ReadAs, Status, context, read_text};
use crate::arguments::{Settings, View};
use crate::{input, losses, output};

/// Runs the command.
pub fn run(arguments: &View, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    losses::warn(source.losses(), true, settings);
    let ctx = context();
    let module = ManuallyDrop::new(read_text(ctx, &arguments.input, &source, ReadAs::default())?);
    let lost = |assembly: &str| {
        let unprinted = source.losses().iter().map(|loss| Loss {
            location: LossLocation::Module,
            what: format!("LLVM's print of the bitcode leaves out {}", loss.code),
        });
        unprinted.chain(lost_upstream(assembly)).collect()
    };
    let page = page(ctx, &module, &source.file.name, lost)
        .map_err(|error| input_error(&source.file, &irtrip::export::ExportOptions::default(), *error, false))?;
    output::write(Some(&arguments.output.clone().unwrap_or_else(|| beside(&arguments.input))), &[page])?;
    Ok(Status::Done)
}

/// Where the page goes without an option for it: into the current folder, under the input's name; for standard input, to
/// standard output.
fn beside(input: &Path) -> PathBuf {
    match input.file_stem() {
        Some(stem) if input.as_os_str() != "-" => {
            let mut name = stem.to_owned();
            name.push(".html");
            name.into()
        }
        _ => "-".into(),
    }
}

/// What upstream's importer drops of the assembly that the page shows, and no preserved attribute is needed for.
fn lost_upstream(assembly: &str) -> Vec<Loss> {
    let options = ImportOptions::default();
    // What upstream's form cannot hold at all is no error here: the page shows what irtrip makes of it.
    let Ok((module, diagnostics)) = import_upstream_form(context(), assembly, &options) else { return Vec::new() };
    let _module = ManuallyDrop::new(module);
    let loss = |diagnostic: Diagnostic| match (&diagnostic.code, diagnostic.span()) {
        (DiagnosticCode::Loss(code), Some(span)) => {
            Some(Loss { location: LossLocation::Byte(span.start), what: format!("mlir-translate drops {code}") })
        }
        _ => None,
    };
    diagnostics.into_iter().filter_map(loss).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_goes_into_the_current_folder_under_the_inputs_name() {
        for (input, page) in [("a/b.ll", "b.html"), ("b.linked.bc", "b.linked.html"), ("-", "-"), ("..", "-")] {
            assert_eq!(beside(Path::new(input)), PathBuf::from(page), "{input}");
        }
    }
}
