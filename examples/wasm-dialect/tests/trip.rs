//! The example dialect is read, verified, printed, exported and imported, and docs/dialects.md shows its code.

#![allow(clippy::unwrap_used)]

use irtrip::dialect::diagnostic::ContextRenderer;
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Context, ContextDialects, Module};
use irtrip::{all_dialects, export, grammar, import};
use irtrip_example_wasm_dialect::WASM;

const MODULE: &str = "\
llvm.func @f(%lanes: vector<16xi8>, %x: f32) -> i32 attributes {wasm.export_name = \"f\"} {
  %mask = wasm.bitmask %lanes : vector<16xi8>
  %n = wasm.trunc unsigned %x : f32 to i32
  %sum = llvm.add %mask, %n : i32
  llvm.return %sum : i32
}
";

fn context() -> Context {
    let mut registry = all_dialects().clone();
    registry.insert(&WASM);
    Context::with_dialects(&registry)
}

fn parsed(ctx: &Context, text: &str) -> Module {
    grammar::parse(ctx, text, &grammar::ParseOptions::default()).unwrap()
}

fn errors(ctx: &Context, module: &Module) -> Vec<String> {
    verify(ctx, module).iter().map(|error| error.render(&ContextRenderer(ctx))).collect()
}

#[test]
fn it_becomes_llvm_ir_and_comes_back() {
    let ctx = context();
    let module = parsed(&ctx, MODULE);
    assert_eq!(errors(&ctx, &module), [""; 0]);
    let printed = grammar::print(&ctx, &module, &grammar::PrintOptions::of(&module)).concat();
    assert!(printed.contains("%n = wasm.trunc unsigned %x : f32 to i32\n"), "{printed}");
    let exported = export::export(&ctx, &module).unwrap().concat();
    assert!(exported.contains("%mask = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %lanes)\n"), "{exported}");
    assert!(exported.contains("%n = call i32 @llvm.wasm.trunc.unsigned.i32.f32(float %x)\n"), "{exported}");
    assert!(exported.contains("attributes #0 = { \"wasm-export-name\"=\"f\" }"), "{exported}");
    let back = import::import(&ctx, &exported, &import::ImportOptions::default()).unwrap();
    let printed = grammar::print(&ctx, &back, &grammar::PrintOptions::of(&back)).concat();
    assert!(printed.contains("%mask = wasm.bitmask %lanes : vector<16xi8>\n"), "{printed}");
}

#[test]
fn its_rules_hold() {
    let ctx = context();
    let module = parsed(&ctx, &MODULE.replace("vector<16xi8>", "vector<4xi8>"));
    assert_eq!(errors(&ctx, &module), ["'wasm.bitmask' op expects a vector of 128 bits, not 32"]);
}

#[test]
fn the_page_shows_the_code() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = std::fs::read_to_string(format!("{root}/docs/dialects.md")).unwrap();
    let code = include_str!("../src/lib.rs");
    assert!(
        page.contains(&format!("```rust\n{code}```\n")),
        "docs/dialects.md does not show examples/wasm-dialect/src/lib.rs"
    );
    assert!(code.lines().count() < 100);
}
