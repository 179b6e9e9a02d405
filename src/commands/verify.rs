//! `irtrip verify`: all errors of a module, each with its place.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::verify::{VerifyError, verify};
use irtrip::dialect::{Context, Module};

use super::{Status, context, read_module};
use crate::arguments::Verify;
use crate::diagnostics::{Rejected, Report, located};
use crate::input::Source;

/// Runs the command.
pub fn run(arguments: &Verify) -> Result<Status> {
    let ctx = context();
    let (source, module) = read_module(ctx, &arguments.input, true)?;
    let module = ManuallyDrop::new(module);
    check(ctx, &source, &module, |errors| errors)?;
    Ok(Status::Done)
}

/// Verifies a module that was read with locations.
///
/// # Errors
/// What the verifier finds, of that what `told` picks.
pub fn check(
    ctx: &Context,
    source: &Source,
    module: &Module,
    told: impl FnOnce(Vec<VerifyError>) -> Vec<VerifyError>,
) -> Result<(), Rejected> {
    let errors = told(verify(ctx, module));
    if errors.is_empty() {
        return Ok(());
    }
    let report = |error: &VerifyError| Report { span: located(ctx, error.loc, source), message: error.to_string() };
    Err(Rejected::new(source, errors.iter().map(report)))
}
