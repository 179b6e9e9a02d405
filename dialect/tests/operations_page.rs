//! docs/operations.md is the operation table as `irtrip ops` prints it; `cargo xtask tables` writes the page.

use std::path::Path;

use irtrip_dialect::ops::describe::{describe, page};
use irtrip_dialect::ops::table;

#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operations.md");
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(), "docs/operations.md is out of date: run `cargo xtask tables`");
}

#[test]
fn every_row_is_on_the_page() {
    let page = page();
    for def in table() {
        assert!(page.contains(&describe(def)), "{} is missing", def.name);
    }
}
