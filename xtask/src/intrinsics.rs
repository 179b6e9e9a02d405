//! The table of intrinsics, `dialect/src/intrinsics/table.txt`, from the records of `llvm/IR/Intrinsics.td`.
//!
//! `dialect/src/intrinsics/mod.rs` explains its format.

mod attributes;
mod signatures;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};

use crate::generated::Generated;
use crate::llvm::Llvm;

/// Makes the table.
pub fn table(llvm: &Llvm) -> Result<Generated> {
    let records = Records::of(llvm)?;
    let codes = signatures::Codes::of(&records)?;
    let mut rows = BTreeMap::new();
    for name in records.instances("Intrinsic")? {
        let row = IntrinsicRecord::of(&records, &codes, name).with_context(|| format!("the record {name}"))?;
        rows.insert(llvm_name(&records, name)?, row);
    }
    let attributes = by_frequency(rows.values().map(|row| row.attributes.as_str()));
    let signatures = by_frequency(rows.values().map(|row| row.signature.as_str()));
    let mut text = format!(
        "# The intrinsics of LLVM {}, made by `cargo xtask tables`; mod.rs explains the format.\n",
        llvm.release()
    );
    for (title, section) in [("attributes", &attributes), ("signatures", &signatures)] {
        writeln!(text, "# {title}")?;
        section.iter().try_for_each(|line| writeln!(text, "{line}"))?;
    }
    text.push_str("# names\n");
    let (attributes, signatures) = (places(&attributes), places(&signatures));
    for (name, row) in &rows {
        let overloaded = if row.overloaded { "*" } else { "" };
        let (attributes, signature) = (attributes[row.attributes.as_str()], signatures[row.signature.as_str()]);
        writeln!(text, "{name}{overloaded} {attributes} {signature}")?;
    }
    Ok(Generated::new("dialect/src/intrinsics/table.txt", text))
}

/// An intrinsic's entry in the table.
struct IntrinsicRecord {
    overloaded: bool,
    attributes: String,
    signature: String,
}

impl IntrinsicRecord {
    fn of(records: &Records, codes: &signatures::Codes, name: &str) -> Result<IntrinsicRecord> {
        let record = records.record(name)?;
        let types = records.reference(record, "TypeInfo")?;
        Ok(IntrinsicRecord {
            overloaded: number(types, "isOverloaded")? != 0,
            attributes: attributes::attributes(records, record)?,
            signature: codes.signature(&numbers(types, "TypeSig")?)?,
        })
    }
}

/// The name in LLVM IR without `llvm.`: the record's own, with dots for underscores, unless it has a name of its own.
fn llvm_name(records: &Records, name: &str) -> Result<String> {
    match string(records.record(name)?, "LLVMName")? {
        "" => Ok(name.strip_prefix("int_").context("a record whose name has no int_ in front")?.replace('_', ".")),
        own => Ok(own.strip_prefix("llvm.").context("an intrinsic whose name has no llvm. in front")?.to_owned()),
    }
}

/// The distinct texts, the most frequent first, so that most rows have short numbers.
fn by_frequency<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let mut sorted: Vec<(&str, usize)> = counts.into_iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sorted.into_iter().map(|(text, _)| text).collect()
}

fn places<'a>(lines: &[&'a str]) -> HashMap<&'a str, usize> {
    lines.iter().enumerate().map(|(place, line)| (*line, place)).collect()
}

type Record = Map<String, Value>;

/// All records of a `.td` file, by name.
struct Records(Record);

impl Records {
    fn of(llvm: &Llvm) -> Result<Records> {
        match llvm.records("llvm/IR/Intrinsics.td")? {
            Value::Object(records) => Ok(Records(records)),
            _ => anyhow::bail!("llvm-tblgen prints no object"),
        }
    }

    fn record(&self, name: &str) -> Result<&Record> {
        self.0.get(name).and_then(Value::as_object).with_context(|| format!("no record {name}"))
    }

    /// The names of the records of a class.
    fn instances(&self, class: &str) -> Result<Vec<&str>> {
        let names = self.record("!instanceof")?.get(class).and_then(Value::as_array);
        Ok(names
            .with_context(|| format!("no records of the class {class}"))?
            .iter()
            .filter_map(Value::as_str)
            .collect())
    }

    /// The record that a field refers to.
    fn reference(&self, record: &Record, field: &str) -> Result<&Record> {
        self.record(defined(record.get(field)).with_context(|| format!("no record in {field}"))?)
    }

    /// The records that a field lists, with their names.
    fn list<'a>(&'a self, record: &'a Record, field: &str) -> Result<Vec<(&'a str, &'a Record)>> {
        let list = record.get(field).and_then(Value::as_array).with_context(|| format!("no list {field}"))?;
        list.iter()
            .map(|one| {
                let name = defined(Some(one)).with_context(|| format!("not a record in {field}"))?;
                Ok((name, self.record(name)?))
            })
            .collect()
    }
}

/// The name of the record that a value refers to.
fn defined(value: Option<&Value>) -> Option<&str> {
    value?.get("def")?.as_str()
}

fn string<'a>(record: &'a Record, field: &str) -> Result<&'a str> {
    record.get(field).and_then(Value::as_str).with_context(|| format!("no text {field}"))
}

fn number(record: &Record, field: &str) -> Result<i64> {
    record.get(field).and_then(Value::as_i64).with_context(|| format!("no number {field}"))
}

fn numbers(record: &Record, field: &str) -> Result<Vec<i64>> {
    let list = record.get(field).and_then(Value::as_array).with_context(|| format!("no list {field}"))?;
    list.iter().map(|one| one.as_i64().with_context(|| format!("not a number in {field}"))).collect()
}

/// The class of a record that tells most about it.
fn class(record: &Record) -> Option<&str> {
    record.get("!superclasses")?.as_array()?.last()?.as_str()
}
