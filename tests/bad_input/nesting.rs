//! Input nests as deeply as `dialect::limits` says, on a stack of any size, and deeper input is an error: every kind of
//! nesting goes through every step, called as a library is, on a thread whose stack is that of any thread.
#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip::dialect::diagnostic::{DiagnosticCode, ImportCode, ParseCode};
use irtrip::dialect::limits::MAX_NESTING;
use irtrip::dialect::release::Release;
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Context, Module};
use irtrip::diff::{Options, Side, compare, normalized_text};
use irtrip::export::{ExportOptions, export, export_with};
use irtrip::grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip::import::{ImportOptions, import, import_upstream_form};
use irtrip::lower::passes;
use irtrip_dialect::ContextDialects;

/// Levels that LLVM's tools take.
const LEVELS: usize = 1100;

/// Levels that nothing takes.
const TOO_MANY: usize = 100_000;

/// What is in `inner`, within `n` of `open` and `close`.
fn nested(n: usize, open: &str, inner: &str, close: &str) -> String {
    [open.repeat(n).as_str(), inner, close.repeat(n).as_str()].concat()
}

/// LLVM assembly that nests `n` levels, by what nests in it.
fn assembly(n: usize) -> Vec<(&'static str, String)> {
    let global = |ty: &str| format!("@g = external global {ty}\n");
    let sum = nested(n, "add (i64 ", "ptrtoint (ptr @a to i64)", ", i64 1)");
    let address = nested(n, "getelementptr (i8, ptr ", "@a", ", i64 1)");
    let array = |levels: usize| nested(levels, "[1 x ", "i8", "]");
    let strukt = nested(n, "{ ", "i8", " }");
    vec![
        ("struct type", global(&strukt)),
        ("packed struct type", global(&nested(n, "<{ ", "i8", " }>"))),
        ("array type", global(&array(n))),
        ("typed pointer", global(&format!("i8{}", "*".repeat(n)))),
        ("function type", format!("declare void @f({})\n", nested(n, "void (", "i8", ")*"))),
        ("target type", format!("declare void @f({})\n", nested(n, "target(\"spirv.X\", ", "i8", ")"))),
        ("expression", format!("@a = global i8 0\n@g = global i64 {sum}\n")),
        ("expression in a body", format!("@a = global i8 0\ndefine i64 @f() {{\n  ret i64 {sum}\n}}\n")),
        ("address", format!("@a = global i8 0\n@g = global ptr {address}\n@b = alias i8, ptr {address}\n")),
        ("poison", format!("define {strukt} @f() {{\n  ret {strukt} poison\n}}\n")),
        ("metadata", format!("!n = !{{!0}}\n!0 = {}\n", nested(n, "!{", "null", "}"))),
    ]
}

/// MLIR that nests `n` levels, by what nests in it.
fn mlir(n: usize) -> Vec<(&'static str, String)> {
    let attribute = |text: &str| format!("module attributes {{a.a = {text}}} {{\n}}\n");
    let function = |ty: &str| format!("llvm.func @f(!llvm.{ty})\n");
    let operation = |loc: &str| format!("\"test.op\"() : () -> () loc({loc})\n");
    let chain: String = (0..n).map(|i| format!("  %x{} = llvm.add %x{i}, %x0 : i64\n", i + 1)).collect();
    let start = "llvm.mlir.global @g() : i64 {\n  %x0 = llvm.mlir.constant(1 : i64) : i64\n";
    vec![
        ("struct type", function(&nested(n, "struct<(", "i8", ")>"))),
        ("array type", function(&nested(n, "array<1 x ", "i8", ">"))),
        ("tuple type", format!("func.func private @f({})\n", nested(n, "tuple<", "i8", ">"))),
        ("function type", attribute(&nested(n, "() -> (", "i8", ")"))),
        ("array", attribute(&nested(n, "[", "1", "]"))),
        ("dictionary", attribute(&nested(n, "{b = ", "1", "}"))),
        ("elements", attribute(&format!("dense<{}> : tensor<{}i32>", nested(n, "[", "1", "]"), "1x".repeat(n)))),
        ("affine map", attribute(&format!("affine_map<(d0) -> ({})>", nested(n, "(", "d0", " + 1)")))),
        ("other dialect's", attribute(&format!("#test.x<{}>", nested(n, "<", "", ">")))),
        ("regions", nested(n, "\"test.op\"() ({\n", "", "}) : () -> ()\n")),
        ("modules", nested(n, "module {\n", "", "}\n")),
        ("loops", format!("func.func @f(%c: i1) {{\n{}return\n}}\n", nested(n, "scf.if %c {\n", "", "}\n"))),
        ("call site", operation(&nested(n, "callsite(\"a\":1:1 at ", "\"b\":1:1", ")"))),
        ("fused location", operation(&nested(n, "fused[", "\"b\":1:1", "]"))),
        ("constant", format!("{start}{chain}  llvm.return %x{n} : i64\n}}\n")),
    ]
}

/// Takes a module through every step that does not read text.
fn every_step(ctx: &Context, module: &Module) {
    let mut lowered = module.clone();
    let _ = passes::lower(ctx, &mut lowered);
    let _ = export_with(ctx, module, &ExportOptions::default().for_release(Release::V14));
    let side = Side::new(ctx, module);
    assert!(compare(side, side, &Options::default()).is_same());
    normalized_text(side);
    verify(ctx, module);
    let generic = print(ctx, module, &PrintOptions { generic: true, ..PrintOptions::upstream() }).concat();
    assert!(parse(ctx, &generic, &ParseOptions::default()).is_ok());
}

#[test]
fn assembly_nests() {
    for (kind, text) in assembly(LEVELS) {
        let ctx = Context::with_dialects(irtrip::all_dialects());
        let module = import(&ctx, &text, &ImportOptions::default()).unwrap_or_else(|error| panic!("{kind}: {error}"));
        every_step(&ctx, &module);
        let _ = import_upstream_form(&ctx, &text, &ImportOptions::default());
        let printed = print(&ctx, &module, &PrintOptions::of(&module)).concat();
        let back =
            parse(&ctx, &printed, &ParseOptions::default()).unwrap_or_else(|errors| panic!("{kind}: {errors:?}"));
        let once = export(&ctx, &module).unwrap_or_else(|error| panic!("{kind}: {error}")).concat();
        assert!(export(&ctx, &back).unwrap().concat() == once, "{kind}");
    }
}

#[test]
fn mlir_nests() {
    for (kind, text) in mlir(LEVELS) {
        let ctx = Context::with_dialects(irtrip::all_dialects());
        let module = parse(&ctx, &text, &ParseOptions::default()).unwrap_or_else(|errors| panic!("{kind}: {errors:?}"));
        every_step(&ctx, &module);
    }
}

#[test]
fn what_nests_deeper_is_an_error() {
    for (kind, text) in assembly(TOO_MANY) {
        let ctx = Context::with_dialects(irtrip::all_dialects());
        let Err(error) = import(&ctx, &text, &ImportOptions::default()) else {
            // Pointers to pointers are one type.
            assert_eq!(kind, "typed pointer");
            continue;
        };
        assert!(matches!(error.code, DiagnosticCode::Import(ImportCode::TooDeep)), "{kind}: {error}");
    }
    for (kind, text) in mlir(TOO_MANY) {
        let ctx = Context::with_dialects(irtrip::all_dialects());
        match parse(&ctx, &text, &ParseOptions::default()) {
            // The text of another dialect's attribute is kept as it is, and operations in a row do not nest: they are one sum.
            Ok(module) => {
                assert!(["other dialect's", "constant"].contains(&kind) && export(&ctx, &module).is_ok(), "{kind}")
            }
            Err(errors) => assert!(matches!(errors[0].code, DiagnosticCode::Parse(ParseCode::TooDeep(_))), "{kind}"),
        }
    }
}

#[test]
fn the_limit_is_at_least_what_llvm_takes() {
    const { assert!(MAX_NESTING >= LEVELS) };
}
