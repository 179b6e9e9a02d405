//! Metadata that is not about debugging.

use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("access-groups", 300, access_groups),
    Shape::taken("alias-scopes", 300, alias_scopes),
    Shape::taken("alias-scopes-in-lists", 100, scope_lists).spelled_out(),
    Shape::taken("attachments-of-a-function", 500, function_attachments),
    Shape::taken("attachments-of-a-variable", 500, variable_attachments),
    Shape::taken("attachments-of-an-instruction", 500, instruction_attachments),
    Shape::taken("branch-weights", 500, branch_weights),
    Shape::taken("callees", 300, callees),
    Shape::taken("constants-in-metadata", 500, constants),
    Shape::taken("distinct-nodes", 500, distinct),
    Shape::taken("distinct-nodes-in-circles", 300, circles),
    Shape::taken("distinct-nodes-in-one-circle", 300, circle),
    Shape::taken("inline-nodes", 500, inline_nodes),
    Shape::taken("inline-nodes-in-each-other", 150, inline_nested),
    Shape::taken("kinds-of-attachments", 500, kinds),
    Shape::taken("loop-properties", 300, loop_properties),
    Shape::taken("loops", 200, loops),
    Shape::taken("memory-profiles", 200, memory_profiles),
    Shape::taken("metadata-as-values", 500, values),
    Shape::taken("metadata-strings", 500, strings),
    Shape::taken("module-flags", 300, module_flags),
    Shape::taken("named-metadata", 500, named),
    Shape::taken("nodes", 500, nodes),
    Shape::taken("nodes-in-each-other", 300, chain),
    Shape::taken("nodes-twice-in-each-other", 100, doubled),
    Shape::taken("operands-of-a-node", 1000, operands),
    Shape::taken("operands-of-named-metadata", 1000, named_operands),
    Shape::taken("profile-summary", 300, profile_summary),
    Shape::taken("ranges", 300, ranges),
    Shape::taken("tbaa-access-tags", 300, tbaa_tags),
    Shape::taken("tbaa-members", 300, tbaa_members),
    Shape::taken("tbaa-struct", 300, tbaa_struct),
    Shape::taken("tbaa-types-in-each-other", 300, tbaa_chain),
];

/// Loads of `%p`, with these attachments.
fn loads(n: usize, attachment: impl Fn(usize) -> String) -> String {
    format!(
        "define void @f(ptr %p) {{\n{}  ret void\n}}\n\n",
        lines(n, |i| format!("  %v{i} = load i32, ptr %p, align 4{}", attachment(i)))
    )
}

fn access_groups(n: usize) -> String {
    let groups = list(n, |i| format!("!{}", i + 1));
    loads(n, |i| format!(", !llvm.access.group !{}", if i == 0 { 0 } else { i }))
        + &format!("!0 = !{{{groups}}}\n")
        + &lines(n, |i| format!("!{} = distinct !{{}}", i + 1))
}

fn alias_scopes(n: usize) -> String {
    loads(n, |i| format!(", !alias.scope !{}", 2 * i + 1))
        + "!0 = distinct !{!0, !\"domain\"}\n"
        + &lines(n, |i| format!("!{} = !{{!{1}}}\n!{1} = distinct !{{!{1}, !0, !\"s{i}\"}}", 2 * i + 1, 2 * i + 2))
}

/// One list of all scopes, that many instructions have.
fn scope_lists(n: usize) -> String {
    let scopes = list(n, |i| format!("!{}", i + 2));
    loads(n, |_| ", !alias.scope !1, !noalias !1".to_owned())
        + &format!("!0 = distinct !{{!0}}\n!1 = !{{{scopes}}}\n")
        + &lines(n, |i| format!("!{0} = distinct !{{!{0}, !0}}", i + 2))
}

fn function_attachments(n: usize) -> String {
    let attachments: String = (0..n).map(|i| format!(" !k{i} !0")).collect();
    format!("define void @f(){attachments} {{\n  ret void\n}}\n\n!0 = !{{}}\n")
}

fn variable_attachments(n: usize) -> String {
    let attachments: String = (0..n).map(|i| format!(", !type !{i}")).collect();
    format!("@g = global i32 0{attachments}\n\n") + &lines(n, |i| format!("!{i} = !{{i64 {i}, !\"t{i}\"}}"))
}

fn instruction_attachments(n: usize) -> String {
    let attachments: String = (0..n).map(|i| format!(", !k{i} !0")).collect();
    format!("define void @f() {{\n  ret void{attachments}\n}}\n\n!0 = !{{}}\n")
}

fn branch_weights(n: usize) -> String {
    let cases = lines(n, |i| format!("    i32 {i}, label %b"));
    let weights: String = (0..=n).map(|i| format!(", i32 {}", i + 1)).collect();
    format!(
        "define void @f(i32 %x) {{\n  switch i32 %x, label %b [\n{cases}  ], !prof !0\n\nb:\n  ret void\n}}\n\n!0 = !{{!\"branch_weights\"{weights}}}\n"
    )
}

fn callees(n: usize) -> String {
    let functions = lines(n, |i| format!("declare void @g{i}()\n"));
    let callees = list(n, |i| format!("ptr @g{i}"));
    format!(
        "{functions}define void @f(ptr %p) {{\n  call void %p(), !callees !0\n  ret void\n}}\n\n!0 = !{{{callees}}}\n"
    )
}

fn constants(n: usize) -> String {
    format!("!n = !{{!0}}\n\n!0 = !{{{}}}\n", list(n, |i| format!("i32 {i}, [2 x i8] c\"ab\"")))
}

fn distinct(n: usize) -> String {
    format!("!n = !{{{}}}\n\n", list(n, |i| format!("!{i}"))) + &lines(n, |i| format!("!{i} = distinct !{{}}"))
}

/// Many, each of two nodes.
fn circles(n: usize) -> String {
    format!("!n = !{{{}}}\n\n", list(n, |i| format!("!{}", 2 * i)))
        + &lines(n, |i| format!("!{0} = distinct !{{!{1}}}\n!{1} = distinct !{{!{0}, !\"{i}\"}}", 2 * i, 2 * i + 1))
}

fn circle(n: usize) -> String {
    let nodes = n + 2;
    let links = lines(nodes, |i| format!("!{i} = distinct !{{!{}, !{}}}", (i + 1) % nodes, (i * 7 + 3) % nodes));
    format!("!n = !{{!0}}\n\n{links}")
}

fn inline_nodes(n: usize) -> String {
    loads(n, |i| format!(", !k !{{i32 {i}, !{{!\"a\"}}}}"))
}

fn inline_nested(n: usize) -> String {
    format!("!n = !{{!0}}\n\n!0 = {}{}\n", "!{".repeat(n), "}".repeat(n))
}

fn kinds(n: usize) -> String {
    loads(n, |i| format!(", !k{i} !0")) + "!0 = !{}\n"
}

fn loop_properties(n: usize) -> String {
    let properties: String = (0..n).map(|i| format!(", !{}", i + 1)).collect();
    format!(
        "define void @f() {{\n  br label %b\n\nb:\n  br label %b, !llvm.loop !0\n}}\n\n!0 = distinct !{{!0{properties}}}\n"
    ) + &lines(n, |i| format!("!{} = !{{!\"llvm.loop.p{i}\", i32 {i}}}", i + 1))
}

fn loops(n: usize) -> String {
    let loops = lines(n, |i| format!("b{i}:\n  br i1 %c, label %b{i}, label %b{}, !llvm.loop !{i}\n", i + 1));
    format!("define void @f(i1 %c) {{\n  br label %b0\n\n{loops}b{n}:\n  ret void\n}}\n\n")
        + &lines(n, |i| format!("!{i} = distinct !{{!{i}, !{n}}}"))
        + &format!("!{n} = !{{!\"llvm.loop.mustprogress\"}}\n")
}

fn memory_profiles(n: usize) -> String {
    let profiles = list(n, |i| format!("!{}", 2 * i + 1));
    format!(
        "declare ptr @malloc(i64)\n\ndefine ptr @f() {{\n  %p = call ptr @malloc(i64 1), !memprof !0\n  ret ptr %p\n}}\n\n!0 = !{{{profiles}}}\n"
    ) + &lines(n, |i| format!("!{} = !{{!{}, !\"cold\"}}\n!{} = !{{i64 {i}, i64 7}}", 2 * i + 1, 2 * i + 2, 2 * i + 2))
}

fn values(n: usize) -> String {
    let calls = lines(n, |i| format!("  call void @llvm.experimental.noalias.scope.decl(metadata !{})", 2 * i + 1));
    format!(
        "define void @f() {{\n{calls}  ret void\n}}\n\ndeclare void @llvm.experimental.noalias.scope.decl(metadata)\n\n!0 = distinct !{{!0}}\n"
    ) + &lines(n, |i| format!("!{} = !{{!{1}}}\n!{1} = distinct !{{!{1}, !0}}", 2 * i + 1, 2 * i + 2))
}

fn strings(n: usize) -> String {
    format!("!n = !{{!0}}\n\n!0 = !{{{}}}\n", list(n, |i| format!("!\"string {i}\"")))
}

fn module_flags(n: usize) -> String {
    format!("!llvm.module.flags = !{{{}}}\n\n", list(n, |i| format!("!{i}")))
        + &lines(n, |i| format!("!{i} = !{{i32 {}, !\"flag {i}\", i32 {i}}}", 1 + i % 2))
}

fn named(n: usize) -> String {
    lines(n, |i| format!("!n{i} = !{{!0}}")) + "\n!0 = !{}\n"
}

fn nodes(n: usize) -> String {
    format!("!n = !{{{}}}\n\n", list(n, |i| format!("!{i}"))) + &lines(n, |i| format!("!{i} = !{{i32 {i}}}"))
}

fn chain(n: usize) -> String {
    "!n = !{!0}\n\n".to_owned() + &lines(n, |i| format!("!{i} = !{{!{}, i32 {i}}}", i + 1)) + &format!("!{n} = !{{}}\n")
}

/// A tree of two to the power of `n` nodes, were it one.
fn doubled(n: usize) -> String {
    loads(1, |_| ", !k !0".to_owned())
        + &lines(n, |i| format!("!{i} = !{{!{0}, !{0}}}", i + 1))
        + &format!("!{n} = !{{}}\n")
}

fn operands(n: usize) -> String {
    format!("!n = !{{!0}}\n\n!0 = !{{{}}}\n!1 = !{{}}\n", list(n, |_| "!1".to_owned()))
}

fn named_operands(n: usize) -> String {
    format!("!n = !{{{}}}\n\n!0 = !{{}}\n", list(n, |_| "!0".to_owned()))
}

fn profile_summary(n: usize) -> String {
    let entries = list(n, |i| format!("!{}", i + 12));
    let keys = ["TotalCount", "MaxCount", "MaxInternalCount", "MaxFunctionCount", "NumCounts", "NumFunctions"];
    format!(
        "!llvm.module.flags = !{{!0}}\n\n!0 = !{{i32 1, !\"ProfileSummary\", !1}}\n!1 = !{{!2, !3, !4, !5, !6, !7, !8, !9}}\n\
         !2 = !{{!\"ProfileFormat\", !\"InstrProf\"}}\n{}!9 = !{{!\"DetailedSummary\", !10}}\n!10 = !{{{entries}}}\n!11 = !{{}}\n",
        lines(keys.len(), |i| format!("!{} = !{{!\"{}\", i64 10}}", i + 3, keys[i]))
    ) + &lines(n, |i| format!("!{} = !{{i32 {}, i64 {}, i32 {}}}", i + 12, 1000 + i, 2 * n - i, i + 1))
}

fn ranges(n: usize) -> String {
    let ranges = list(n, |i| format!("i32 {}, i32 {}", 4 * i, 4 * i + 2));
    loads(1, |_| ", !range !0".to_owned()) + &format!("!0 = !{{{ranges}}}\n")
}

fn tbaa_tags(n: usize) -> String {
    loads(n, |i| format!(", !tbaa !{}", 2 * i + 1))
        + "!0 = !{!\"root\"}\n"
        + &lines(n, |i| {
            format!("!{0} = !{{!{1}, !{1}, i64 0}}\n!{1} = !{{!\"t{i}\", !0, i64 0}}", 2 * i + 1, 2 * i + 2)
        })
}

fn tbaa_members(n: usize) -> String {
    let members: String = (0..n).map(|i| format!(", !3, i64 {}", 4 * i)).collect();
    loads(1, |_| ", !tbaa !0".to_owned())
        + &format!(
            "!0 = !{{!1, !3, i64 0}}\n!1 = !{{!\"S\"{members}}}\n!2 = !{{!\"root\"}}\n!3 = !{{!\"int\", !2, i64 0}}\n"
        )
}

fn tbaa_struct(n: usize) -> String {
    let fields = list(n, |i| format!("i64 {}, i64 4, !1", 4 * i));
    format!(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n\ndefine void @f(ptr %p, ptr %q) {{\n  \
         call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0\n  ret void\n}}\n\n\
         !0 = !{{{fields}}}\n!1 = !{{!2, !2, i64 0}}\n!2 = !{{!\"int\", !3, i64 0}}\n!3 = !{{!\"root\"}}\n"
    )
}

fn tbaa_chain(n: usize) -> String {
    loads(1, |_| ", !tbaa !0".to_owned())
        + "!0 = !{!1, !1, i64 0}\n"
        + &lines(n, |i| format!("!{} = !{{!\"t{i}\", !{}, i64 0}}", i + 1, i + 2))
        + &format!("!{} = !{{!\"root\"}}\n", n + 1)
}
