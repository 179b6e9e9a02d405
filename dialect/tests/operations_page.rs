//! docs/operations.md is the operation table as `irtrip ops` prints it.
//!
//! `BLESS=1 cargo test -p irtrip-dialect --test operations_page` rewrites it.

use std::path::Path;

use irtrip_dialect::ops::describe::{describe, page};
use irtrip_dialect::ops::table;

#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operations.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        assert!(std::fs::write(&path, &page).is_ok(), "cannot write {}", path.display());
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/operations.md is out of date: run this test with BLESS=1");
}

#[test]
fn every_row_is_on_the_page() {
    let page = page();
    for def in table() {
        assert!(page.contains(&describe(def)), "{} is missing", def.name);
    }
}
