//! Global values, attributes, and what stands at the top of a module.

use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("aliases", 500, aliases),
    Shape::taken("aliases-of-aliases", 300, alias_chain),
    Shape::taken("attribute-groups", 500, groups),
    Shape::taken("attributes-of-a-call", 300, call_attributes),
    Shape::taken("attributes-of-a-function", 500, function_attributes),
    Shape::taken("attributes-of-a-group", 500, group),
    Shape::taken("attributes-of-a-variable", 500, variable_attributes),
    Shape::taken("comdats", 500, comdats),
    Shape::taken("constructors", 300, constructors),
    Shape::taken("data-layout", 300, data_layout),
    Shape::taken("gc-names", 300, gc_names),
    Shape::taken("globals", 1000, globals),
    Shape::taken("globals-of-globals", 500, global_chain),
    Shape::taken("ifuncs", 300, ifuncs),
    Shape::taken("lines-of-module-asm", 1000, module_asm),
    Shape::taken("partitions-and-sections", 300, sections),
    Shape::taken("personalities", 300, personalities),
    Shape::taken("prefix-data", 300, prefixes),
    Shape::taken("summary-calls", 300, summary_calls),
    Shape::taken("summary-entries", 300, summary),
    Shape::taken("summary-type-ids", 200, summary_type_ids),
    Shape::taken("used-globals", 500, used),
];

fn aliases(n: usize) -> String {
    format!("@g = global i32 0\n\n{}", lines(n, |i| format!("@a{i} = alias i32, ptr @g")))
}

fn alias_chain(n: usize) -> String {
    let aliases = lines(n, |i| {
        let of = if i == 0 { "g".to_owned() } else { format!("a{}", i - 1) };
        format!("@a{i} = alias i32, ptr @{of}")
    });
    format!("@g = global i32 0\n\n{aliases}")
}

fn groups(n: usize) -> String {
    lines(n, |i| format!("declare void @f{i}() #{i}\n"))
        + &lines(n, |i| format!("attributes #{i} = {{ nounwind \"key\"=\"{i}\" }}"))
}

fn call_attributes(n: usize) -> String {
    let attributes: String = (0..n).map(|i| format!(" \"k{i:04}\"=\"{i}\"")).collect();
    format!(
        "declare void @g()\n\ndefine void @f() {{\n  call void @g() #0\n  ret void\n}}\n\nattributes #0 = {{{attributes} }}\n"
    )
}

fn function_attributes(n: usize) -> String {
    let attributes: String = (0..n).map(|i| format!(" \"k{i:04}\"")).collect();
    format!("define void @f(){attributes} {{\n  ret void\n}}\n")
}

fn group(n: usize) -> String {
    let attributes: String = (0..n).map(|i| format!(" \"k{i:04}\"=\"{i}\"")).collect();
    format!("declare void @f() #0\n\ndeclare void @g() #0\n\nattributes #0 = {{ nounwind{attributes} }}\n")
}

fn variable_attributes(n: usize) -> String {
    let attributes: String = (0..n).map(|i| format!(" \"k{i:04}\"=\"{i}\"")).collect();
    format!("@g = global i32 0 #0\n@h = global i32 0 #0\n\nattributes #0 = {{{attributes} }}\n")
}

fn comdats(n: usize) -> String {
    lines(n, |i| format!("$c{i:04} = comdat any"))
        + "\n"
        + &lines(n, |i| format!("@g{i} = global i32 0, comdat($c{i:04})"))
}

fn constructors(n: usize) -> String {
    let entries = list(n, |i| format!("{{ i32, ptr, ptr }} {{ i32 {i}, ptr @f{i}, ptr null }}"));
    format!(
        "@llvm.global_ctors = appending global [{n} x {{ i32, ptr, ptr }}] [{entries}]\n\n{}",
        lines(n, |i| format!("declare void @f{i}()\n"))
    )
}

fn data_layout(n: usize) -> String {
    let spaces: String = (0..n).map(|i| format!("-p{}:32:32", i + 1)).collect();
    format!("target datalayout = \"e{spaces}\"\n\n@g = global i32 0\n")
}

fn gc_names(n: usize) -> String {
    lines(n, |i| format!("define void @f{i}() gc \"name{i}\" {{\n  ret void\n}}\n"))
}

fn globals(n: usize) -> String {
    lines(n, |i| format!("@g{i} = internal unnamed_addr global i32 {i}, align 4"))
}

fn global_chain(n: usize) -> String {
    lines(n, |i| format!("@g{i} = global ptr @g{}", (i + 1) % n))
}

fn ifuncs(n: usize) -> String {
    lines(n, |i| format!("@i{i} = ifunc void (), ptr @r")) + "\ndefine ptr @r() {\n  ret ptr null\n}\n"
}

fn module_asm(n: usize) -> String {
    lines(n, |i| format!("module asm \".set s{i}, {i}\""))
}

fn sections(n: usize) -> String {
    lines(n, |i| format!("@g{i} = global i32 0, section \"s{i}\", partition \"p{i}\""))
}

fn personalities(n: usize) -> String {
    lines(n, |i| format!("declare i32 @p{i}(...)\n"))
        + &lines(n, |i| format!("define void @f{i}() personality ptr @p{i} {{\n  ret void\n}}\n"))
}

fn prefixes(n: usize) -> String {
    lines(n, |i| {
        format!("define void @f{i}() prefix [2 x i32] [i32 {i}, i32 0] prologue i8 {} {{\n  ret void\n}}\n", i % 128)
    })
}

const MODULE: &str = "^0 = module: (path: \"a.o\", hash: (0, 0, 0, 0, 0))\n";
const FLAGS: &str = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1";

fn summary_calls(n: usize) -> String {
    let calls = list(n, |i| format!("(callee: ^{}, hotness: hot)", i + 2));
    let caller = format!("^1 = gv: (guid: 1, summaries: (function: (module: ^0, {FLAGS}, calls: ({calls}))))\n");
    format!("{MODULE}{caller}{}", lines(n, |i| format!("^{} = gv: (guid: {})", i + 2, i + 2)))
}

fn summary(n: usize) -> String {
    format!(
        "{MODULE}{}",
        lines(n, |i| format!("^{} = gv: (guid: {}, summaries: (function: (module: ^0, {FLAGS})))", i + 1, i + 1))
    )
}

fn summary_type_ids(n: usize) -> String {
    let tests = list(n, |i| format!("^{}", i + 2));
    let caller = format!(
        "^1 = gv: (guid: 1, summaries: (function: (module: ^0, {FLAGS}, typeIdInfo: (typeTests: ({tests})))))\n"
    );
    let ids = lines(n, |i| {
        format!(
            "^{} = typeid: (name: \"t{i}\", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7))) ; guid = {}",
            i + 2,
            1000 + i
        )
    });
    format!("{MODULE}{caller}{ids}")
}

fn used(n: usize) -> String {
    let pointers = list(n, |i| format!("ptr @g{i}"));
    lines(n, |i| format!("@g{i} = global i32 {i}"))
        + &format!("@llvm.used = appending global [{n} x ptr] [{pointers}], section \"llvm.metadata\"\n")
}
