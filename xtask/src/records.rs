//! The records of a `.td` file, as `llvm-tblgen --dump-json` prints them.

use std::path::Path;

use anyhow::{Context as _, Result};
pub use irtrip_ods::records::{Record, class, defined, is_a};
use serde_json::Value;

use crate::llvm::Llvm;

/// All records of a `.td` file, by name.
pub struct Records(Record);

impl Records {
    /// The records of the file at a path from the folder of includes.
    pub fn of(llvm: &Llvm, path: &str) -> Result<Records> {
        Records::of_json(llvm.records(path, None)?)
    }

    /// The records of a file that may include files of another folder.
    pub fn with_includes(llvm: &Llvm, path: &str, folder: &Path) -> Result<Records> {
        Records::of_json(llvm.records(path, Some(folder))?)
    }

    fn of_json(records: Value) -> Result<Records> {
        match records {
            Value::Object(records) => Ok(Records(records)),
            _ => anyhow::bail!("llvm-tblgen prints no object"),
        }
    }

    /// The record of a name.
    pub fn record(&self, name: &str) -> Result<&Record> {
        self.0.get(name).and_then(Value::as_object).with_context(|| format!("no record {name}"))
    }

    /// The names of the records of a class.
    pub fn instances(&self, class: &str) -> Result<Vec<&str>> {
        let names = self.record("!instanceof")?.get(class).and_then(Value::as_array);
        Ok(names
            .with_context(|| format!("no records of the class {class}"))?
            .iter()
            .filter_map(Value::as_str)
            .collect())
    }

    /// The record that a field refers to.
    pub fn reference(&self, record: &Record, field: &str) -> Result<&Record> {
        self.record(defined(record.get(field)).with_context(|| format!("no record in {field}"))?)
    }

    /// The records that a field lists, with their names.
    pub fn list<'a>(&'a self, record: &'a Record, field: &str) -> Result<Vec<(&'a str, &'a Record)>> {
        let list = record.get(field).and_then(Value::as_array).with_context(|| format!("no list {field}"))?;
        list.iter()
            .map(|one| {
                let name = defined(Some(one)).with_context(|| format!("not a record in {field}"))?;
                Ok((name, self.record(name)?))
            })
            .collect()
    }
}

pub fn string<'a>(record: &'a Record, field: &str) -> Result<&'a str> {
    record.get(field).and_then(Value::as_str).with_context(|| format!("no text {field}"))
}

pub fn number(record: &Record, field: &str) -> Result<i64> {
    record.get(field).and_then(Value::as_i64).with_context(|| format!("no number {field}"))
}

pub fn numbers(record: &Record, field: &str) -> Result<Vec<i64>> {
    let list = record.get(field).and_then(Value::as_array).with_context(|| format!("no list {field}"))?;
    list.iter().map(|one| one.as_i64().with_context(|| format!("not a number in {field}"))).collect()
}

/// The arguments of a `dag`: the record and the name of each.
pub fn arguments<'a>(record: &'a Record, field: &str) -> Result<Vec<(&'a str, &'a str)>> {
    let list = record.get(field).and_then(|dag| dag.get("args")).and_then(Value::as_array);
    list.with_context(|| format!("no arguments {field}"))?
        .iter()
        .map(|one| {
            let name = one.get(1).and_then(Value::as_str).unwrap_or_default();
            Ok((defined(one.get(0)).with_context(|| format!("not a record in {field}"))?, name))
        })
        .collect()
}
