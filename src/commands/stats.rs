//! `irtrip stats`: what a module is made of.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::llvm_text::printable;
use irtrip::diff::{Side, stats};
use irtrip_roundtrip::run::files;

use super::{FIRST_ERROR, Status, context, read_module};
use crate::arguments::Stats;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Stats) -> Result<Status> {
    let ctx = context();
    let files = files(&arguments.inputs)?;
    let texts = files.iter().map(|path| {
        let (source, module) = read_module(ctx, path, FIRST_ERROR)?;
        let module = ManuallyDrop::new(module);
        let stats = stats(Side::new(ctx, &module));
        if arguments.answer.is_json() {
            return Ok(stats.json());
        }
        let heading = if files.len() > 1 { format!("{}\n", source.name()) } else { String::new() };
        Ok(heading + &printable(&stats.table()))
    });
    output::write_each(arguments.answer.output.as_deref(), texts)?;
    Ok(Status::Done)
}
