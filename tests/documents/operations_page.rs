//! docs/operations.md is the operation table as `irtrip ops` prints it; `cargo xtask tables` writes the page.

use std::path::Path;

use irtrip::all_dialects;
use irtrip::dialect::ops::describe::{describe, page};

#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operations.md");
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(all_dialects()), "docs/operations.md is out of date: run `cargo xtask tables`");
}

#[test]
fn every_row_is_on_the_page() {
    let page = page(all_dialects());
    for def in all_dialects().op_defs() {
        assert!(page.contains(&describe(def)), "{} is missing", def.name);
    }
}
