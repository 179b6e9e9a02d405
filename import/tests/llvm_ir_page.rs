//! docs/llvm-ir.md is written from the list of what the crate llvm-ir cannot hold.
//!
//! `BLESS=1 cargo test -p irtrip-import --features llvm19 --test llvm_ir_page` rewrites it.
#![cfg(feature = "llvm19")]
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::path::Path;

use irtrip_import::llvm_ir::GAPS;
use irtrip_import::llvm_ir::gaps::Effect;

fn page() -> String {
    let mut page = String::from(
        "# What the crate llvm-ir cannot hold\n\n\
         This page is written from `import/src/llvm_ir/gaps.rs` by a test. `irtrip import --reader llvm-ir` names what of \
         it a module has, and `irtrip_import::llvm_ir::import` returns it as data.\n\n\
         Of some things the crate does not even tell whether they were there: such a thing is named wherever it may have \
         been. All else of the operation is right.\n\n\
         | | What is missing | What becomes of it |\n| --- | --- | --- |\n",
    );
    for gap in GAPS {
        let becomes = match gap.effect {
            Effect::Silent(_) => "left out, and the crate does not tell".to_owned(),
            Effect::Shown(instead) => instead.to_owned(),
            Effect::Panic => "the crate panics, which is an error".to_owned(),
        };
        writeln!(page, "| `{}` | {} | {becomes} |", gap.name, gap.what).unwrap();
    }
    page
}

#[test]
fn the_page_says_what_the_list_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/llvm-ir.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap_or_default() == page, "{} is not up to date", path.display());
}
