//! A module that is read with places of its text as locations has the same operations as one that is read without them,
//! so that what is found in one is shown at the places of the other.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use irtrip_dialect::{Body, Context, ContextDialects, Module, Op};
use irtrip_import::{ImportOptions, import};

/// The `.ll` files of a folder and of the folders in it.
fn texts(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            found.extend(std::fs::read_to_string(&path));
        }
    }
}

/// The names of all operations, body by body, in the order of their handles.
fn operations(ctx: &Context, module: &Module) -> Vec<Vec<String>> {
    let bodies = std::iter::once(&module.body).chain(module.body.all_nested());
    let name = |body: &Body, op: usize| ctx.op_name_str(body.name(Op::new(op))).into_owned();
    bodies.map(|body| (0..body.op_count()).map(|op| name(body, op)).collect()).collect()
}

#[test]
fn places_leave_the_operations_as_they_are() {
    let mut found = Vec::new();
    for folder in ["tests/fixtures", "../roundtrip-tests/fixtures", "../examples"] {
        texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    let mut compared = 0;
    for text in &found {
        let ctx = Context::new();
        let with_places = ImportOptions { locations: Some("a.ll"), ..ImportOptions::default() };
        let Ok(module) = import(&ctx, text, &ImportOptions::default()) else { continue };
        let placed = import(&ctx, text, &with_places).unwrap();
        assert_eq!(operations(&ctx, &placed), operations(&ctx, &module), "{text}");
        compared += 1;
    }
    assert!(compared > 200, "only {compared} texts were compared");
}
