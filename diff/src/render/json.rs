//! JSON, by the schema in docs/diff-schema.json.

use std::fmt::Write;

use serde_json::{Value, json as object};

use super::Heading;
use super::folders::{all, counts};
use crate::difference::{ChangedPart, Comparison, DiffRow, Hunk, IgnoredName, RowSide};

/// The version of the form. It rises by one where a reader of the version before would go wrong.
pub const SCHEMA_VERSION: u32 = 1;

/// The differences as JSON, also where there are none.
pub fn json(comparison: &Comparison, heading: &Heading) -> String {
    let counts: serde_json::Map<String, Value> = counts(all(comparison))
        .into_iter()
        .map(|(category, count)| (category.name().to_owned(), count.into()))
        .collect();
    let head: [(&str, Value); 8] = [
        ("version", SCHEMA_VERSION.into()),
        ("irtrip", env!("CARGO_PKG_VERSION").into()),
        ("a", heading.a.into()),
        ("b", heading.b.into()),
        ("same", comparison.is_same().into()),
        ("counts", counts.into()),
        ("ignored", ignored_json(&comparison.ignored).into()),
        ("equated", comparison.equated.into()),
    ];
    // A line each: as values, the parts of two large modules would take gigabytes.
    let mut out = String::from("{\n");
    for (key, value) in head {
        let _ = writeln!(out, "  \"{key}\": {value},");
    }
    out += "  \"entities\": [";
    for (number, part) in comparison.parts.iter().enumerate() {
        let _ = write!(out, "{}    {}", if number == 0 { "\n" } else { ",\n" }, part_value(part));
    }
    out += if comparison.parts.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" };
    out
}

/// The names that were not compared.
pub(super) fn ignored_json(all: &[IgnoredName]) -> Vec<Value> {
    all.iter().map(|one| object!({ "names": one.names.name(), "a": one.a, "b": one.b })).collect()
}

fn part_value(part: &ChangedPart) -> Value {
    let hunks: Vec<Value> = part.hunks.iter().map(hunk).collect();
    object!({
        "kind": part.kind.name(),
        "operation": part.operation,
        "a": part.a,
        "b": part.b,
        "aligned_roughly": part.is_aligned_roughly,
        "hunks": hunks,
    })
}

fn hunk(hunk: &Hunk) -> Value {
    let rows: Vec<Value> = hunk.rows.iter().map(row).collect();
    object!({ "block": hunk.block, "rows": rows })
}

fn row(row: &DiffRow) -> Value {
    let differences: Vec<Value> = row
        .differences
        .iter()
        .map(|d| object!({ "category": d.category.name(), "what": d.what, "a": d.a, "b": d.b }))
        .collect();
    object!({ "a": row.a.as_ref().map(side), "b": row.b.as_ref().map(side), "differences": differences })
}

fn side(side: &RowSide) -> Value {
    let place = side.location.map(|(line, column)| object!({ "line": line, "column": column }));
    object!({ "line": side.line, "text": side.text, "place": place })
}
