//! `irtrip ops`: the operation table for readers.

use anyhow::{Result, bail};
use irtrip::all_dialects;
use irtrip::dialect::OpName;
use irtrip::dialect::ops::describe;
use irtrip_dialect::OpNameDefinition;

use super::Status;
use crate::arguments::Ops;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Ops) -> Result<Status> {
    let dialects = all_dialects();
    let text = match &arguments.name {
        None => describe::page(dialects),
        Some(name) => match (dialects.row_of(name).and_then(OpName::def), dialects.get(name)) {
            (Some(def), _) => describe::describe(def),
            (None, Some(dialect)) if !dialect.rows.is_empty() => describe::describe_dialect(dialect),
            (None, _) => {
                let with_rows = dialects.dialects().filter(|dialect| !dialect.rows.is_empty());
                let known: Vec<&str> = with_rows.map(|dialect| dialect.name).collect();
                bail!("no operation or dialect is called '{name}'; the dialects are {}", known.join(", "))
            }
        },
    };
    output::write(None, &[text])?;
    Ok(Status::Done)
}
