//! `irtrip stats`: what a module is made of.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::llvm_text::printable;
use irtrip::diff::{Side, stats};

use super::{FIRST_ERROR, Status, context, read_module};
use crate::arguments::Stats;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Stats) -> Result<Status> {
    let ctx = context();
    let texts = arguments.inputs.iter().map(|path| {
        let (source, module) = read_module(ctx, path, FIRST_ERROR)?;
        let module = ManuallyDrop::new(module);
        let stats = stats(Side::new(ctx, &module));
        if arguments.answer.is_json() {
            return Ok(stats.json());
        }
        let heading = if arguments.inputs.len() > 1 { format!("{}\n", source.name()) } else { String::new() };
        Ok(heading + &printable(&stats.table()))
    });
    output::write_each(arguments.answer.output.as_deref(), texts)?;
    Ok(Status::Done)
}
