//! The table of intrinsics, `dialect/llvm/src/intrinsics/table.txt`, from the records of `llvm/IR/Intrinsics.td`.
//!
//! `dialect/llvm/src/intrinsics/mod.rs` explains its format.

mod attributes;
mod signatures;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use anyhow::{Context as _, Result};

use crate::generated::Generated;
use crate::llvm::Llvm;
use crate::records::{Records, number, numbers, string};

/// Makes the table.
pub fn table(llvm: &Llvm) -> Result<Generated> {
    let records = Records::of(llvm, "llvm/IR/Intrinsics.td")?;
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
    Ok(Generated::new("dialect/llvm/src/intrinsics/table.txt", text))
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
pub fn llvm_name(records: &Records, name: &str) -> Result<String> {
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
