//! Counts what each step allocates for a module, with one thread, and compares it with `tests/allocations.txt`. The
//! figures are exact and no times: they are the same on a machine that is busy. `BLESS=1` writes them anew; what a
//! change adds is seen in its diff.
#![allow(clippy::unwrap_used)]

use std::alloc::System;
use std::fmt::Write;
use std::path::Path;

use irtrip::dialect::Context;
use irtrip::{export, grammar, import};
use irtrip_dialect::ContextDialects;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn every_step_allocates_what_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = std::fs::read_to_string(folder.join("examples/numbers.ll")).unwrap();
    let modules = [("examples/numbers.ll", example), ("with debug information", with_debug_information(200))];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut found =
        String::from("# module: step, allocations, bytes. Written by `BLESS=1 cargo test --test allocations`\n");
    for (name, text) in modules {
        // What is made once in a process is made by the first of two times.
        let text = pool.install(|| steps(&text).1);
        writeln!(found, "{name} ({} lines)", text.lines().count()).unwrap();
        let (counts, back) = pool.install(|| steps(&text));
        assert_eq!(back, text);
        for (step, allocations, bytes) in counts {
            writeln!(found, "  {step:<7}{allocations:>8}{bytes:>10}").unwrap();
        }
    }
    let list = folder.join("tests/allocations.txt");
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(list, found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(list).unwrap(), "a step allocates more or less than is listed");
}

/// What each step of a trip through text allocates, how often and how many bytes; and the exported text.
fn steps(llvm: &str) -> (Vec<(&'static str, usize, usize)>, String) {
    let mut counts = Vec::with_capacity(4);
    let mut count = |step, region: &Region<'_, System>| {
        let change = region.change();
        counts.push((step, change.allocations + change.reallocations, change.bytes_allocated));
    };
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let region = Region::new(ALLOCATOR);
    let module = import::import(&ctx, llvm, &import::ImportOptions::default()).unwrap();
    count("import", &region);
    let region = Region::new(ALLOCATOR);
    let mlir = grammar::print(&ctx, &module, &grammar::PrintOptions::of(&module)).concat();
    count("print", &region);
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let region = Region::new(ALLOCATOR);
    let module = grammar::parse(&ctx, &mlir, &grammar::ParseOptions::default()).unwrap();
    count("parse", &region);
    let region = Region::new(ALLOCATOR);
    let back = export::export(&ctx, &module).unwrap().concat();
    count("export", &region);
    (counts, back)
}

/// A module as clang writes it with `-g`: functions with variables, locations with atoms, and inlined calls.
fn with_debug_information(functions: usize) -> String {
    let mut bodies = String::new();
    let mut nodes = String::new();
    let mut next = 5;
    for f in 0..functions {
        let [subprogram, variable, call, at, plain] = std::array::from_fn(|place| next + place);
        next += 5;
        writeln!(
            bodies,
            "define i32 @f{f}(i32 %x) !dbg !{subprogram} {{\n    #dbg_value(i32 %x, !{variable}, !DIExpression(), !{plain})\n  \
             %a = add nsw i32 %x, {f}, !dbg !{at}\n  %b = mul i32 %a, %x, !dbg !{plain}\n  ret i32 %b, !dbg !{plain}\n}}\n"
        )
        .unwrap();
        let callee = if f == 0 { subprogram } else { subprogram - 5 };
        writeln!(
            nodes,
            "!{subprogram} = distinct !DISubprogram(name: \"f{f}\", scope: !1, file: !1, line: {f}, type: !3, \
             unit: !0, retainedNodes: !2)\n\
             !{variable} = !DILocalVariable(name: \"x\", arg: 1, scope: !{subprogram}, file: !1, line: {f}, type: !4)\n\
             !{call} = distinct !DILocation(line: {f}, column: 3, scope: !{subprogram})\n\
             !{at} = !DILocation(line: {f}, column: 5, scope: !{callee}, inlinedAt: !{call}, atomGroup: 1, atomRank: 2)\n\
             !{plain} = !DILocation(line: {f}, column: 9, scope: !{subprogram})"
        )
        .unwrap();
    }
    format!(
        "source_filename = \"a.c\"\n\n{bodies}!llvm.dbg.cu = !{{!0}}\n\n\
         !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, \
         emissionKind: FullDebug)\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = !{{}}\n\
         !3 = !DISubroutineType(types: !2)\n!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n{nodes}"
    )
}
