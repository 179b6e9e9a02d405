//! `irtrip stats`: what a module is made of.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::diff::{Side, stats};

use super::{ReadAs, Status, context, read_module};
use crate::arguments::Stats;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Stats) -> Result<Status> {
    let ctx = context();
    let (_, module) = read_module(ctx, &arguments.input, ReadAs::default())?;
    let module = ManuallyDrop::new(module);
    let stats = stats(Side::new(ctx, &module));
    output::write(None, &[if arguments.json { stats.json() } else { stats.table() }])?;
    Ok(Status::Done)
}
