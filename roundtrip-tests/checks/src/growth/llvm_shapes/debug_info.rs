//! Debug information: records, locations, scopes and types.

use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("assignments", 200, assignments),
    Shape::taken("compile-units", 200, units),
    Shape::taken("debug-argument-list", 300, argument_list),
    Shape::taken("debug-derived-types-in-each-other", 300, derived_chain),
    Shape::taken("debug-enumerators", 500, enumerators),
    Shape::taken("debug-expression", 500, expression),
    Shape::taken("debug-files", 300, files),
    Shape::taken("debug-global-variables", 300, global_variables),
    Shape::taken("debug-imported-entities", 300, imported),
    Shape::taken("debug-labels", 300, labels),
    Shape::taken("debug-locations", 500, locations),
    Shape::taken("debug-macros", 300, macros),
    Shape::taken("debug-members", 300, members),
    Shape::taken("debug-records", 500, records),
    Shape::taken("debug-records-of-phis", 300, records_of_phis),
    Shape::taken("debug-records-at-one-place", 500, records_at_one_place),
    Shape::taken("debug-retained-types", 300, retained_types),
    Shape::taken("debug-subprograms", 200, subprograms),
    Shape::taken("debug-template-parameters", 300, template_parameters),
    Shape::taken("debug-types-that-hold-each-other", 200, type_circle),
    Shape::taken("debug-variables", 300, variables),
    Shape::taken("fused-inlined-locations", 100, inlined_at_each_level),
    Shape::taken("inlined-locations", 300, inlined),
    Shape::taken("lexical-blocks", 300, lexical_blocks),
    Shape::taken("lexical-blocks-side-by-side", 300, siblings),
];

/// A function with a subprogram `!4`; the first free number is 10.
fn module(body: &str, nodes: &str) -> String {
    module_with(body, "", nodes)
}

/// A module with debug info whose compile unit has these fields, too.
fn module_with(body: &str, unit: &str, nodes: &str) -> String {
    format!(
        "define void @f(i32 %x, ptr %p) !dbg !4 {{\n{body}  ret void, !dbg !8\n}}\n\n\
         !llvm.dbg.cu = !{{!0}}\n!llvm.module.flags = !{{!2, !3}}\n\n\
         !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: \"p\", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug{unit})\n\
         !1 = !DIFile(filename: \"a.c\", directory: \"/\")\n\
         !2 = !{{i32 7, !\"Dwarf Version\", i32 5}}\n!3 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n\
         !4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)\n\
         !5 = !DISubroutineType(types: !6)\n!6 = !{{null}}\n\
         !7 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
         !8 = !DILocation(line: 2, column: 1, scope: !4)\n!9 = !{{}}\n{nodes}"
    )
}

/// What records say of phis of one block, at another place than right after these.
fn records_of_phis(n: usize) -> String {
    let phis = lines(n, |i| format!("  %a{i} = phi i32 [ %x, %0 ]"));
    let records = lines(n, |i| format!("    #dbg_value(i32 %a{i}, !10, !DIExpression(), !8)"));
    let body = format!("  br label %b\n\nb:\n{phis}  store i32 1, ptr %p, align 4\n{records}");
    module(&body, "!10 = !DILocalVariable(name: \"v\", scope: !4, file: !1, line: 1, type: !7)\n")
}

fn assignments(n: usize) -> String {
    let stores = lines(n, |i| {
        format!(
            "  %a{i} = alloca i32, align 4, !DIAssignID !{0}\n    #dbg_assign(i1 poison, !{1}, !DIExpression(), !{0}, ptr %a{i}, !DIExpression(), !8)",
            10 + 2 * i,
            11 + 2 * i
        )
    });
    let nodes = lines(n, |i| {
        format!(
            "!{} = distinct !DIAssignID()\n!{} = !DILocalVariable(name: \"v{i}\", scope: !4, file: !1, line: {i}, type: !7)",
            10 + 2 * i,
            11 + 2 * i
        )
    });
    module(&stores, &nodes)
}

fn units(n: usize) -> String {
    format!("!llvm.dbg.cu = !{{{}}}\n!llvm.module.flags = !{{!{n}}}\n\n", list(n, |i| format!("!{i}")))
        + &lines(n, |i| {
            format!(
                "!{i} = distinct !DICompileUnit(language: DW_LANG_C11, file: !{}, producer: \"p{i}\", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)",
                n + 1
            )
        })
        + &format!(
            "!{n} = !{{i32 2, !\"Debug Info Version\", i32 3}}\n!{} = !DIFile(filename: \"a.c\", directory: \"/\")\n",
            n + 1
        )
}

fn argument_list(n: usize) -> String {
    let arguments = list(n, |_| "i32 %x".to_owned());
    let operations = list(n, |i| format!("DW_OP_LLVM_arg, {i}, DW_OP_plus"));
    module(
        &format!("    #dbg_value(!DIArgList({arguments}), !10, !DIExpression({operations}, DW_OP_stack_value), !8)\n"),
        "!10 = !DILocalVariable(name: \"v\", scope: !4, file: !1, line: 1, type: !7)\n",
    )
}

/// A variable of the type `!11`.
fn of_type(nodes: &str) -> String {
    module(
        "    #dbg_value(i32 %x, !10, !DIExpression(), !8)\n",
        &format!("!10 = !DILocalVariable(name: \"v\", scope: !4, file: !1, line: 1, type: !11)\n{nodes}"),
    )
}

fn derived_chain(n: usize) -> String {
    of_type(&lines(n, |i| {
        let base = if i + 1 == n { 7 } else { i + 12 };
        format!("!{} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{base}, size: 64)", i + 11)
    }))
}

fn enumerators(n: usize) -> String {
    let elements = list(n, |i| format!("!{}", i + 13));
    of_type(&format!(
        "!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"e\", file: !1, line: 1, baseType: !7, size: 32, elements: !12)\n!12 = !{{{elements}}}\n{}",
        lines(n, |i| format!("!{} = !DIEnumerator(name: \"e{i}\", value: {i})", i + 13))
    ))
}

fn expression(n: usize) -> String {
    let operations = list(n, |i| format!("DW_OP_plus_uconst, {i}"));
    module(
        &format!("    #dbg_value(i32 %x, !10, !DIExpression({operations}, DW_OP_stack_value), !8)\n"),
        "!10 = !DILocalVariable(name: \"v\", scope: !4, file: !1, line: 1, type: !7)\n",
    )
}

fn files(n: usize) -> String {
    let body = lines(n, |i| format!("  store i32 {i}, ptr %p, align 4, !dbg !{}", 10 + 3 * i));
    let nodes = lines(n, |i| {
        format!(
            "!{0} = !DILocation(line: {i}, scope: !{1})\n!{1} = !DILexicalBlockFile(scope: !4, file: !{2}, discriminator: 0)\n!{2} = !DIFile(filename: \"f{i}.h\", directory: \"/\")",
            10 + 3 * i,
            11 + 3 * i,
            12 + 3 * i
        )
    });
    module(&body, &nodes)
}

fn global_variables(n: usize) -> String {
    let globals = lines(n, |i| format!("@g{i} = global i32 0, align 4, !dbg !{}", 11 + 2 * i));
    let nodes = lines(n, |i| {
        format!(
            "!{0} = !DIGlobalVariableExpression(var: !{1}, expr: !DIExpression())\n!{1} = distinct !DIGlobalVariable(name: \"g{i}\", scope: !0, file: !1, line: {i}, type: !7, isLocal: false, isDefinition: true)",
            11 + 2 * i,
            12 + 2 * i
        )
    });
    let all = list(n, |i| format!("!{}", 11 + 2 * i));
    format!("{globals}\n") + &module_with("", ", globals: !10", &format!("!10 = !{{{all}}}\n{nodes}"))
}

fn imported(n: usize) -> String {
    let all = list(n, |i| format!("!{}", 12 + i));
    let nodes = lines(n, |i| {
        format!(
            "!{} = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !11, file: !1, line: {i})",
            12 + i
        )
    });
    module_with(
        "",
        ", imports: !10",
        &format!("!10 = !{{{all}}}\n!11 = !DINamespace(name: \"n\", scope: null)\n{nodes}"),
    )
}

fn labels(n: usize) -> String {
    module(
        &lines(n, |i| format!("    #dbg_label(!{}, !8)", 10 + i)),
        &lines(n, |i| format!("!{0} = !DILabel(scope: !4, name: \"l{i}\", file: !1, line: {0})", 10 + i)),
    )
}

fn locations(n: usize) -> String {
    module(
        &lines(n, |i| format!("  store i32 {i}, ptr %p, align 4, !dbg !{}", 10 + i)),
        &lines(n, |i| format!("!{} = !DILocation(line: {i}, column: 3, scope: !4)", 10 + i)),
    )
}

fn macros(n: usize) -> String {
    let all = list(n, |i| format!("!{}", 13 + i));
    let nodes = lines(n, |i| {
        format!("!{} = !DIMacro(type: DW_MACINFO_define, line: {i}, name: \"M{i}\", value: \"{i}\")", 13 + i)
    });
    module_with(
        "",
        ", macros: !10",
        &format!("!10 = !{{!11}}\n!11 = !DIMacroFile(file: !1, nodes: !12)\n!12 = !{{{all}}}\n{nodes}"),
    )
}

fn members(n: usize) -> String {
    let elements = list(n, |i| format!("!{}", i + 13));
    of_type(&format!(
        "!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", file: !1, line: 1, size: 32, elements: !12)\n!12 = !{{{elements}}}\n{}",
        lines(n, |i| {
            format!(
                "!{} = !DIDerivedType(tag: DW_TAG_member, name: \"m{i}\", scope: !11, file: !1, line: {i}, baseType: !7, size: 32, offset: {})",
                i + 13,
                32 * i
            )
        })
    ))
}

/// One of each, at as many instructions.
fn records(n: usize) -> String {
    module(
        &lines(n, |i| {
            format!("    #dbg_value(i32 {i}, !10, !DIExpression(), !8)\n  store i32 {i}, ptr %p, align 4, !dbg !8")
        }),
        "!10 = !DILocalVariable(name: \"v\", scope: !4, file: !1, line: 1, type: !7)\n",
    )
}

fn records_at_one_place(n: usize) -> String {
    module(
        &lines(n, |i| format!("    #dbg_value(i32 {i}, !10, !DIExpression(), !8)")),
        "!10 = !DILocalVariable(name: \"v\", scope: !4, file: !1, line: 1, type: !7)\n",
    )
}

fn retained_types(n: usize) -> String {
    let all = list(n, |i| format!("!{}", 11 + i));
    let nodes = lines(n, |i| format!("!{} = !DIBasicType(name: \"t{i}\", size: 32, encoding: DW_ATE_signed)", 11 + i));
    module_with("", ", retainedTypes: !10", &format!("!10 = !{{{all}}}\n{nodes}"))
}

fn subprograms(n: usize) -> String {
    let functions =
        lines(n, |i| format!("define void @g{i}() !dbg !{} {{\n  ret void, !dbg !{}\n}}\n", 10 + 2 * i, 11 + 2 * i));
    let nodes = lines(n, |i| {
        format!(
            "!{0} = distinct !DISubprogram(name: \"g{i}\", scope: !1, file: !1, line: {i}, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)\n!{1} = !DILocation(line: {i}, scope: !{0})",
            10 + 2 * i,
            11 + 2 * i
        )
    });
    functions + &module("", &nodes)
}

fn template_parameters(n: usize) -> String {
    let parameters = list(n, |i| format!("!{}", i + 13));
    of_type(&format!(
        "!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", file: !1, line: 1, size: 32, templateParams: !12)\n!12 = !{{{parameters}}}\n{}",
        lines(n, |i| format!("!{} = !DITemplateValueParameter(name: \"p{i}\", type: !7, value: i32 {i})", i + 13))
    ))
}

/// Structs, each with a member that points to the next, and the last to the first.
fn type_circle(n: usize) -> String {
    of_type(&lines(n, |i| {
        let at = 11 + 4 * i;
        let next = 11 + 4 * ((i + 1) % n);
        format!(
            "!{at} = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s{i}\", file: !1, line: 1, size: 64, elements: !{0})\n!{0} = !{{!{1}}}\n\
             !{1} = !DIDerivedType(tag: DW_TAG_member, name: \"m\", scope: !{at}, file: !1, line: {i}, baseType: !{2}, size: 64)\n\
             !{2} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{next}, size: 64)",
            at + 1,
            at + 2,
            at + 3
        )
    }))
}

fn variables(n: usize) -> String {
    module(
        &lines(n, |i| format!("    #dbg_value(i32 %x, !{}, !DIExpression(), !8)", 10 + i)),
        &lines(n, |i| {
            format!("!{} = !DILocalVariable(name: \"v{i}\", scope: !4, file: !1, line: {i}, type: !7)", 10 + i)
        }),
    )
}

/// An instruction at every level of a chain of calls that were inlined.
fn inlined_at_each_level(n: usize) -> String {
    module(&lines(n, |i| format!("  store i32 {i}, ptr %p, align 4, !dbg !{}", 10 + i)), &call_chain(n))
}

fn inlined(n: usize) -> String {
    module("  store i32 %x, ptr %p, align 4, !dbg !10\n", &call_chain(n))
}

fn call_chain(n: usize) -> String {
    let last = 10 + n;
    lines(n, |i| {
        format!(
            "!{} = distinct !DILocation(line: {i}, column: 1, scope: !{}, inlinedAt: !{})",
            10 + i,
            last + 1,
            11 + i
        )
    }) + &format!(
        "!{last} = distinct !DILocation(line: 9, scope: !4)\n\
             !{} = distinct !DISubprogram(name: \"h\", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)\n",
        last + 1
    )
}

/// In each other.
fn lexical_blocks(n: usize) -> String {
    let nodes = lines(n, |i| {
        let scope = if i + 1 == n { 4 } else { i + 12 };
        format!("!{} = distinct !DILexicalBlock(scope: !{scope}, file: !1, line: {i}, column: 1)", i + 11)
    });
    module("  store i32 %x, ptr %p, align 4, !dbg !10\n", &format!("!10 = !DILocation(line: 1, scope: !11)\n{nodes}"))
}

fn siblings(n: usize) -> String {
    module(
        &lines(n, |i| format!("  store i32 {i}, ptr %p, align 4, !dbg !{}", 10 + 2 * i)),
        &lines(n, |i| {
            format!(
                "!{0} = !DILocation(line: {i}, column: 3, scope: !{1})\n!{1} = distinct !DILexicalBlock(scope: !4, file: !1, line: {i})",
                10 + 2 * i,
                11 + 2 * i
            )
        }),
    )
}
