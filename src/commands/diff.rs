//! `irtrip diff`: two modules compared by what they say.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::diff::{Side, compare};

use super::{Status, context, read_module};
use crate::arguments::{Diff, Settings};
use crate::{diagnostics, output};

/// Runs the command.
pub fn run(arguments: &Diff, settings: &Settings) -> Result<Status> {
    // Contexts of their own: structs of one name may have different bodies.
    let (ctx_a, ctx_b) = (context(), context());
    let (a, b) = rayon::join(|| read_module(ctx_a, &arguments.a, false), || read_module(ctx_b, &arguments.b, false));
    let ((source_a, module_a), (source_b, module_b)) = (a?, b?);
    let (module_a, module_b) = (ManuallyDrop::new(module_a), ManuallyDrop::new(module_b));
    diagnostics::warn(source_a.lost(), settings);
    diagnostics::warn(source_b.lost(), settings);
    let comparison = compare(Side::new(ctx_a, &module_a), Side::new(ctx_b, &module_b));
    if comparison.is_same() {
        return Ok(Status::Done);
    }
    output::write(None, &[comparison.render(&source_a.name, &source_b.name, settings.color_out)])?;
    Ok(Status::Different)
}
