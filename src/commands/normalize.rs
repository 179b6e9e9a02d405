//! `irtrip normalize`: what a comparison sees of a module, as text.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::diff::{Side, normalized_text};

use super::{ReadAs, Status, context, read_text};
use crate::arguments::Normalize;
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &Normalize) -> Result<Status> {
    let (name, bytes) = input::read_bytes(&arguments.input)?;
    match normalized(arguments, name, bytes.clone()) {
        Ok(text) => output::write(None, &[text])?,
        Err(error) if arguments.strict => return Err(error),
        // git shows no difference at all where this fails.
        Err(error) => {
            let reason = format!("{error:#}");
            let reason = reason.lines().next().unwrap_or_default();
            output::write_bytes(None, format!("; not normalized: {reason}\n").as_bytes())?;
            output::write_bytes(None, &bytes)?;
        }
    }
    Ok(Status::Done)
}

fn normalized(arguments: &Normalize, name: String, bytes: Vec<u8>) -> Result<String> {
    let source = input::source_of(name, bytes)?;
    let ctx = context();
    let module = ManuallyDrop::new(read_text(ctx, &arguments.input, &source, ReadAs::default())?);
    Ok(normalized_text(Side::new(ctx, &module)))
}
