//! docs/preserved-attributes.md is written from the sources: the preserved attributes' encodings and table, and the
//! `irtrip` operations.
//!
//! `BLESS=1 cargo test -p irtrip-dialect --test preserved_page` rewrites it.

use std::fmt::Write;
use std::path::Path;

use irtrip_dialect::ops::{AttrSlot, IRTRIP, OpDef, Optionality};
use irtrip_dialect::preserved::{Copies, Holder, PRESERVED_ATTRIBUTES};

const PRESERVED_SOURCE: &str = include_str!("../preserved/src/lib.rs");
const OPERATIONS_SOURCE: &str = include_str!("../ops/src/ops/core_dialects/irtrip.rs");

/// The lines of a module's documentation after its first paragraph.
fn module_doc(source: &str) -> String {
    let lines = source.lines().map_while(|l| l.strip_prefix("//!")).map(|l| l.strip_prefix(' ').unwrap_or(l));
    let doc: Vec<&str> = lines.collect();
    let body = doc.iter().position(|l| l.is_empty()).map_or(doc.len(), |i| i + 1);
    doc.get(body..).unwrap_or_default().join("\n").replace("[`crate::preserved`]", "\"Encodings\"")
}

/// The documentation of an operation's definition.
fn operation_doc(def: &OpDef) -> String {
    let lines: Vec<&str> = def.documentation.iter().map(|line| line.trim()).collect();
    lines.join(" ").replace("[`crate::preserved`]", "\"Encodings\"")
}

fn attribute(slot: &AttrSlot) -> String {
    let optional = if matches!(slot.optionality, Optionality::Required) { "" } else { " (optional)" };
    format!("`{}`{optional}", slot.name)
}

fn holder(holder: &Holder) -> &'static str {
    match holder {
        Holder::Module => "module",
        Holder::Entity => "function, variable, alias, ifunc",
        Holder::Instruction => "instruction",
        Holder::Terminator => "terminator, for its block",
        Holder::Parameter => "argument, result",
    }
}

fn copies(copies: Copies) -> &'static str {
    match copies {
        Copies::Kept => "kept",
        Copies::Dropped => "dropped",
    }
}

fn page() -> String {
    let mut page = String::from(
        "# What `irtrip` adds to the LLVM dialect\n\n\
         This page is written from `dialect/preserved/src/lib.rs` and `dialect/ops/src/ops/core_dialects/irtrip.rs` by a test.\n\n\
         ## Encodings\n\n",
    );
    page += &module_doc(PRESERVED_SOURCE);
    page += "\n\n## Attributes\n\n| Attribute | On | True of | In copies | Without it | Holds |\n| --- | --- | --- | --- | --- | --- |\n";
    for preserved in PRESERVED_ATTRIBUTES {
        let on: Vec<&str> = preserved.on.iter().map(holder).collect();
        let (holds, absence) = (preserved.holds.replace('|', "\\|"), preserved.absence.replace('|', "\\|"));
        let (validity, copies) = (preserved.validity.description(), copies(preserved.copies));
        let (name, on) = (preserved.name, on.join("; "));
        let _ = writeln!(page, "| `{name}` | {on} | {validity} | {copies} | {absence} | {holds} |");
    }
    page += "\n## Operations\n\n";
    page += &module_doc(OPERATIONS_SOURCE).replace("docs/preserved-attributes.md explains them. ", "");
    page += "\n\n| Operation | Attributes | Stands for |\n| --- | --- | --- |\n";
    for def in IRTRIP.op_defs() {
        let attributes: Vec<String> = def.attrs.iter().map(attribute).collect();
        let _ = writeln!(page, "| `{}` | {} | {} |", def.name, attributes.join(", "), operation_doc(def));
    }
    page
}

#[test]
fn the_page_is_what_the_sources_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/preserved-attributes.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        assert!(std::fs::write(&path, &page).is_ok(), "cannot write {}", path.display());
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/preserved-attributes.md is out of date: run this test with BLESS=1");
}

#[test]
fn every_operation_and_preserved_is_explained() {
    for def in IRTRIP.op_defs() {
        assert!(!operation_doc(def).is_empty(), "{} has no documentation", def.name);
    }
    for preserved in PRESERVED_ATTRIBUTES {
        assert!(!preserved.holds.is_empty() && !preserved.on.is_empty(), "{}", preserved.name);
        assert!(!preserved.absence.is_empty(), "{}", preserved.name);
    }
}
