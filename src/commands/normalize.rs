//! `irtrip normalize`: what a comparison sees of a module, as text.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::diff::{Side, name_by_place, normalized_text};
use irtrip::export::{ExportOptions, export};
use irtrip::grammar::{PrintOptions, print};

use super::export::{Preparation, input_error};
use super::{FIRST_ERROR, Status, context, read_text};
use crate::arguments::{Normalize, ShownLanguage};
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &Normalize) -> Result<Status> {
    let (name, bytes) = input::read_bytes(&arguments.input)?;
    let output = arguments.output.as_deref();
    match normalized(arguments, name, bytes.clone()) {
        Ok(text) => output::write(output, &[text])?,
        Err(error) if arguments.strict => return Err(error),
        // git shows no difference at all where this fails.
        Err(error) => {
            let reason = format!("{error:#}");
            let reason = reason.lines().next().unwrap_or_default();
            let mut shown = format!("; not normalized: {reason}\n").into_bytes();
            shown.extend(bytes);
            output::write_bytes(output, &shown)?;
        }
    }
    Ok(Status::Done)
}

fn normalized(arguments: &Normalize, name: String, bytes: Vec<u8>) -> Result<String> {
    let source = input::source_to_compare(name, bytes)?;
    let ctx = context();
    let mut module = ManuallyDrop::new(read_text(ctx, &arguments.input, &source, FIRST_ERROR)?);
    if arguments.language.is_some() {
        name_by_place(ctx, &mut module);
    }
    match arguments.language {
        None => Ok(normalized_text(Side::new(ctx, &module))),
        Some(ShownLanguage::Mlir) => Ok(print(ctx, &module, &PrintOptions::of(&module)).concat()),
        Some(ShownLanguage::Llvm) => {
            let written = export(ctx, &module)
                .map_err(|error| input_error(&source, &ExportOptions::default(), *error, Preparation::default()))?;
            Ok(written.concat())
        }
    }
}
