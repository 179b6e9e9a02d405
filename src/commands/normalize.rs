//! `irtrip normalize`: what a comparison sees of a module, as text.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::diff::{Side, normalized_text};

use super::{Status, context, read_module};
use crate::arguments::Normalize;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Normalize) -> Result<Status> {
    let ctx = context();
    let (_, module) = read_module(ctx, &arguments.input, false)?;
    let module = ManuallyDrop::new(module);
    output::write(None, &[normalized_text(Side::new(ctx, &module))])?;
    Ok(Status::Done)
}
