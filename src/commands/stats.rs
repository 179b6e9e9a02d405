//! `irtrip stats`: what a module is made of.

use std::mem::ManuallyDrop;

use anyhow::Result;
use irtrip::dialect::llvm_text::printable;
use irtrip::diff::{Side, stats};

use super::{ReadAs, Status, context, read_module};
use crate::arguments::Stats;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Stats) -> Result<Status> {
    let ctx = context();
    for path in &arguments.inputs {
        let (source, module) = read_module(ctx, path, ReadAs::default())?;
        let module = ManuallyDrop::new(module);
        let stats = stats(Side::new(ctx, &module));
        if arguments.json {
            output::write(None, &[stats.json()])?;
        } else {
            let heading = (arguments.inputs.len() > 1).then(|| format!("{}\n", source.file.name));
            output::write(None, &[heading.unwrap_or_default(), printable(&stats.table()).into_owned()])?;
        }
    }
    Ok(Status::Done)
}
