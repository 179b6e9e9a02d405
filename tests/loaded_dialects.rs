//! Dialects that are loaded from records: what is wrong with a file is an error that says so, and a dialect that is loaded is known in
//! all contexts that are made afterwards.

#![allow(clippy::unwrap_used)]

use irtrip::{DialectsError, Module, load_dialects};

fn toy() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialects/toy.json")).unwrap()
}

#[test]
fn a_dialect_is_read_and_printed_by_its_formats() {
    assert_eq!(load_dialects(&toy()).unwrap(), ["toy"]);
    let text = "module {\n  toy.hang nothing {\n    toy.done {by = \"hand\"}\n  }\n}\n";
    assert_eq!(Module::from_mlir(text).unwrap().to_mlir(), text);
    // Its operations are held to their definitions.
    let wrong = Module::from_mlir("toy.paint %0 <blue>").err().unwrap().to_string();
    assert!(wrong.contains("use of undeclared") || wrong.contains("expected"), "{wrong}");
    assert!(matches!(load_dialects(&toy()), Err(DialectsError::Known(name)) if name == "toy"));
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let wrong = |json: &str| load_dialects(json.as_bytes()).unwrap_err().to_string();
    assert!(wrong("{").starts_with("no JSON: "), "{}", wrong("{"));
    assert_eq!(wrong("[]"), "no operations among the records");
    assert_eq!(wrong("{}"), "no operations among the records");
    assert_eq!(wrong(r#"{"!instanceof": {"Op": ["A"]}}"#), "the record A has no fields");
    assert_eq!(wrong(r#"{"!instanceof": {"Op": ["A"]}, "A": {}}"#), "the record A has no dialect");
}

#[test]
fn groups_that_nest_without_end_are_no_format() {
    let deep = format!(
        r#"{{"!instanceof": {{"Op": ["A"]}}, "D": {{"name": "deep"}},
            "A": {{"opDialect": {{"def": "D"}}, "opName": "a", "assemblyFormat": "{}"}}}}"#,
        "(".repeat(1_000_000)
    );
    assert_eq!(load_dialects(deep.as_bytes()).unwrap(), ["deep"]);
    let message = Module::from_mlir("deep.a").err().unwrap().to_string();
    assert!(message.contains("has no custom assembly form"), "{message}");
}
