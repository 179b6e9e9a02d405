//! The fixtures have at least one of each construct that the tables know.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::path::Path;

use irtrip_dialect::metadata::kinds::FIXED_KINDS;
use irtrip_dialect::metadata::nodes::NODE_KINDS;
use irtrip_dialect::ops::{self, LlvmForm};
use irtrip_dialect::{Body, Context, Op, enums, llvm_attributes};
use irtrip_import::{ImportOptions, import};
use walkdir::WalkDir;

/// The texts of the fixtures that are valid LLVM assembly.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let files = WalkDir::new(root).into_iter().map(Result::unwrap);
    let assembly = files.filter(|f| f.path().extension().is_some_and(|e| e == "ll"));
    let valid = assembly.filter(|f| !f.path().components().any(|c| c.as_os_str() == "bad"));
    valid.map(|f| std::fs::read_to_string(f.path()).unwrap()).collect()
}

/// The names of the operations in a body and the bodies in it.
fn operations(ctx: &Context, body: &Body, found: &mut BTreeSet<String>) {
    for op in (0..body.op_count()).map(Op::new) {
        found.insert(ctx.op_name_str(body.name(op)).into_owned());
        if let Some(nested) = body.nested(op) {
            operations(ctx, nested, found);
        }
    }
}

/// Whether a word stands in a text, not as a part of a longer one.
fn stands_in(text: &str, word: &str) -> bool {
    let inside = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let bytes = text.as_bytes();
    text.match_indices(word).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        !inside(before) && !inside(bytes.get(at + word.len()))
    })
}

/// Rows that no valid LLVM IR becomes: all that `cmpxchg` takes has an operation of upstream's.
const NEVER_IMPORTED: &[&str] = &["irtrip.cmpxchg"];

#[test]
fn every_row_of_the_operation_table_occurs() {
    let mut found = BTreeSet::new();
    for text in texts() {
        let ctx = Context::new();
        let module = import(&ctx, &text, &ImportOptions::default()).unwrap();
        operations(&ctx, &module.body, &mut found);
    }
    let rows = ops::table().iter().filter(|row| !matches!(row.llvm, LlvmForm::None)).map(|row| row.name);
    let imported = rows.filter(|name| name.starts_with("llvm.") || name.starts_with("irtrip."));
    let missing: Vec<&str> = imported.filter(|name| !found.contains(*name)).collect();
    assert_eq!(missing, NEVER_IMPORTED, "in no fixture, and in none that there could be");
}

#[test]
fn every_attribute_occurs() {
    let all = texts().concat();
    let names = llvm_attributes::ATTRIBUTES.iter().map(|row| row.llvm);
    let missing: Vec<&str> = names.filter(|name| !stands_in(&all, name)).collect();
    assert!(missing.is_empty(), "in no fixture: {missing:#?}");
}

/// Words that LLVM's writer leaves out.
const NEVER_WRITTEN: &[&str] = &["ccc", "async", "Default"];

#[test]
fn every_word_of_the_enumerations_occurs() {
    let all = texts().concat();
    let words = enums::ALL.iter().flat_map(|e| e.rows).map(|row| row.llvm).filter(|word| !word.is_empty());
    let missing: Vec<_> = words.filter(|word| !NEVER_WRITTEN.contains(word) && !stands_in(&all, word)).collect();
    assert!(missing.is_empty(), "in no fixture: {missing:#?}");
}

#[test]
fn every_field_of_every_node_occurs() {
    // A type's only tag goes without saying.
    let unsaid = ["DIFixedPointType tag", "DIStringType tag"];
    let all = texts().concat();
    let mut missing = Vec::new();
    for kind in NODE_KINDS {
        let start = format!("!{}(", kind.name);
        let nodes: Vec<&str> = all.lines().filter_map(|line| line.split_once(&start)).map(|(_, rest)| rest).collect();
        let has = |field: &str| nodes.iter().any(|node| node.contains(&format!("{field}: ")));
        missing.extend(kind.fields.iter().filter(|field| !has(field)).map(|field| format!("{} {field}", kind.name)));
    }
    assert_eq!(missing, unsaid, "in no fixture, and in none that there could be");
}

#[test]
fn every_kind_of_attachment_occurs() {
    let all = texts().concat();
    let missing: Vec<_> = FIXED_KINDS.iter().filter(|kind| !all.contains(&format!("!{kind} !"))).collect();
    assert!(missing.is_empty(), "in no fixture: {missing:#?}");
}
