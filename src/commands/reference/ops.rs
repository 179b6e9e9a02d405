//! `irtrip ops`: the operation table for readers.

use anyhow::{Result, bail};
use irtrip::all_dialects;
use irtrip::dialect::OpName;
use irtrip::dialect::ops::{OpDef, describe};
use irtrip_dialect::OpNameDefinition;
use serde_json::Value;

use crate::arguments::Ops;
use crate::commands::Status;
use crate::diagnostics::nearest_of;
use crate::output;

/// Runs the command.
pub fn run(arguments: &Ops) -> Result<Status> {
    let dialects = all_dialects();
    let (text, defs) = match &arguments.name {
        None => (describe::page(dialects), dialects.op_defs().collect()),
        Some(name) => match (dialects.op_named(name).and_then(OpName::def), dialects.get(name)) {
            (Some(def), _) => (describe::describe(def), vec![def]),
            (None, Some(dialect)) if dialects.op_defs_of(dialect).next().is_some() => {
                (describe::describe_dialect(dialects, dialect), dialects.op_defs_of(dialect).collect())
            }
            (None, _) => {
                let with_op_defs = dialects.dialects().filter(|dialect| dialects.op_defs_of(dialect).next().is_some());
                let known: Vec<&str> = with_op_defs.map(|dialect| dialect.name).collect();
                let names = known.iter().copied().chain(dialects.op_defs().map(|def| def.name));
                let meant = nearest_of(name, names);
                match meant.is_empty() {
                    true => bail!("no operation or dialect is called '{name}'; the dialects are {}", known.join(", ")),
                    false => bail!("no operation or dialect is called '{name}'{meant}"),
                }
            }
        },
    };
    let text = match arguments.answer.is_json() {
        true => defs.into_iter().map(|def| format!("{:#}\n", json(def))).collect(),
        false => text,
    };
    output::write(arguments.answer.output.as_deref(), &[text])?;
    Ok(Status::Done)
}

/// What an operation is made of, as data: lists of what the page says, under its headings.
fn json(def: &OpDef) -> Value {
    let key = |heading: &str| heading.to_lowercase().replace(' ', "_");
    let facts = describe::facts(def).into_iter().map(|(heading, items)| (key(heading), Value::from(items)));
    let named = [("name", def.name.to_owned()), ("syntax", describe::syntax(def))];
    let named = named.into_iter().map(|(key, text)| (key.to_owned(), Value::from(text)));
    Value::Object(named.chain(facts).collect())
}
