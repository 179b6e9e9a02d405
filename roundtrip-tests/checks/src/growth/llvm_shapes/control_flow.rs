//! Blocks, edges and phis.

use super::NOT_UPSTREAM;
use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("block-addresses", 1000, block_addresses),
    Shape::taken("blocks", 1000, blocks),
    Shape::taken("blocks-backwards", 1000, backwards),
    Shape::taken("blocks-with-addresses", 2000, blocks_with_addresses),
    Shape::taken("branches", 500, diamonds),
    Shape::refused("catch-switch-handlers", 300, handlers, NOT_UPSTREAM),
    Shape::taken("clauses-of-a-landingpad", 500, clauses),
    Shape::refused("cleanup-pads-in-each-other", 300, cleanup_pads, NOT_UPSTREAM),
    Shape::refused("destinations-of-callbr", 200, callbr, NOT_UPSTREAM),
    Shape::taken("destinations-of-indirectbr", 500, indirectbr),
    Shape::taken("edges-to-a-block", 1000, edges),
    Shape::taken("elements-of-a-filter", 1000, filter),
    Shape::taken("entries-of-a-phi", 500, entries),
    Shape::taken("invokes", 500, invokes),
    Shape::taken("landingpads", 300, landingpads),
    Shape::taken("loops-in-each-other", 300, loops),
    Shape::taken("phis", 500, phis),
    Shape::taken("phis-of-phis", 500, phis_of_phis),
    Shape::taken("switch-cases", 1000, cases),
    Shape::taken("switch-cases-with-phis", 1200, cases_with_phis),
    Shape::taken("switches", 400, switches),
    Shape::taken("unreachable-blocks", 500, unreachable),
    Shape::taken("use-list-orders-of-blocks", 300, use_list_orders),
];

fn block_addresses(n: usize) -> String {
    let stores = lines(n, |_| "  store ptr blockaddress(@f, %b), ptr %p".to_owned());
    format!("define void @f(ptr %p) {{\n  br label %b\nb:\n{stores}  ret void\n}}\n")
}

fn blocks(n: usize) -> String {
    let blocks = lines(n, |i| format!("b{i}:\n  br label %b{}\n", i + 1));
    format!("define void @f() {{\n  br label %b0\n\n{blocks}b{n}:\n  ret void\n}}\n")
}

fn backwards(n: usize) -> String {
    let blocks = lines(n, |i| format!("b{}:\n  br label %b{}\n", n - 1 - i, n - i));
    format!("define void @f() {{\n  br label %b0\n\n{blocks}b{n}:\n  ret void\n}}\n")
}

fn blocks_with_addresses(n: usize) -> String {
    let addresses = list(n, |i| format!("ptr blockaddress(@f, %b{i})"));
    let blocks = lines(n, |i| format!("b{i}:\n  br label %b{}\n", (i + 1) % n));
    format!("@g = global [{n} x ptr] [{addresses}]\n\ndefine void @f() {{\n  br label %b0\n\n{blocks}}}\n")
}

fn cases_with_phis(n: usize) -> String {
    let cases = lines(n, |i| format!("    i32 {i}, label %b{i}"));
    let blocks = lines(n, |i| format!("b{i}:\n  %p{i} = phi i32 [ %x, %entry ]\n  ret i32 %p{i}\n"));
    format!("define i32 @f(i32 %x) {{\nentry:\n  switch i32 %x, label %b0 [\n{cases}  ]\n\n{blocks}}}\n").replacen(
        "[ %x, %entry ]",
        "[ %x, %entry ], [ %x, %entry ]",
        1,
    )
}

fn diamonds(n: usize) -> String {
    let ifs = lines(n, |i| {
        let next = i + 1;
        format!(
            "i{i}:\n  br i1 %c, label %t{i}, label %e{i}\n\nt{i}:\n  br label %j{i}\n\ne{i}:\n  br label %j{i}\n\n\
             j{i}:\n  %p{i} = phi i32 [ 0, %t{i} ], [ 1, %e{i} ]\n  br label %i{next}\n"
        )
    });
    format!("define void @f(i1 %c) {{\n  br label %i0\n\n{ifs}i{n}:\n  ret void\n}}\n")
}

fn handlers(n: usize) -> String {
    let labels = list(n, |i| format!("label %h{i}"));
    let handlers = lines(n, |i| {
        format!(
            "h{i}:\n  %p{i} = catchpad within %cs [ptr null, i32 {i}, ptr null]\n  catchret from %p{i} to label %done\n"
        )
    });
    format!(
        "declare void @g()\n\ndeclare i32 @__CxxFrameHandler3(...)\n\ndefine void @f() personality ptr @__CxxFrameHandler3 {{\n  \
         invoke void @g()\n          to label %done unwind label %c\n\nc:\n  %cs = catchswitch within none [{labels}] unwind to caller\n\n{handlers}done:\n  ret void\n}}\n"
    )
}

const PERSONALITY: &str = "declare void @g()\n\ndeclare i32 @__gxx_personality_v0(...)\n\n";

fn clauses(n: usize) -> String {
    let globals = lines(n, |i| format!("@t{i} = external constant ptr"));
    let clauses = lines(n, |i| format!("          catch ptr @t{i}"));
    format!(
        "{globals}\n{PERSONALITY}define void @f() personality ptr @__gxx_personality_v0 {{\n  invoke void @g()\n          to label %a unwind label %b\n\n\
         a:\n  ret void\n\nb:\n  %l = landingpad {{ ptr, i32 }}\n{clauses}  resume {{ ptr, i32 }} %l\n}}\n"
    )
}

fn cleanup_pads(n: usize) -> String {
    let pads = lines(n, |i| {
        let within = if i == 0 { "none".to_owned() } else { format!("%p{}", i - 1) };
        format!(
            "c{i}:\n  %p{i} = cleanuppad within {within} []\n  invoke void @g() [ \"funclet\"(token %p{i}) ]\n          to label %d{i} unwind label %c{}\n\nd{i}:\n  unreachable\n",
            i + 1
        )
    });
    format!(
        "declare void @g()\n\ndeclare i32 @__CxxFrameHandler3(...)\n\ndefine void @f() personality ptr @__CxxFrameHandler3 {{\n  \
         invoke void @g()\n          to label %done unwind label %c0\n\n{pads}c{n}:\n  %p{n} = cleanuppad within %p{} []\n  unreachable\n\ndone:\n  ret void\n}}\n",
        n - 1
    )
}

fn callbr(n: usize) -> String {
    let (constraints, labels) = (list(n, |_| "!i".to_owned()).replace(' ', ""), list(n, |i| format!("label %b{i}")));
    let blocks = lines(n, |i| format!("b{i}:\n  ret void\n"));
    format!(
        "define void @f() {{\n  callbr void asm sideeffect \"\", \"{constraints}\"()\n          to label %a [{labels}]\n\na:\n  ret void\n\n{blocks}}}\n"
    )
}

fn indirectbr(n: usize) -> String {
    let (labels, blocks) = (list(n, |i| format!("label %b{i}")), lines(n, |i| format!("b{i}:\n  ret i32 {i}\n")));
    format!("define i32 @f(ptr %p) {{\n  indirectbr ptr %p, [{labels}]\n\n{blocks}}}\n")
}

fn edges(n: usize) -> String {
    let cases = lines(n, |i| format!("    i32 {i}, label %b"));
    let entries = list(n + 1, |_| "[ 7, %0 ]".to_owned());
    format!(
        "define i32 @f(i32 %x) {{\n  switch i32 %x, label %b [\n{cases}  ]\n\nb:\n  %p = phi i32 {entries}\n  ret i32 %p\n}}\n"
    )
}

fn filter(n: usize) -> String {
    let globals = lines(n, |i| format!("@t{i} = external constant ptr"));
    let elements = list(n, |i| format!("ptr @t{i}"));
    format!(
        "{globals}\n{PERSONALITY}define void @f() personality ptr @__gxx_personality_v0 {{\n  invoke void @g()\n          to label %a unwind label %b\n\n\
         a:\n  ret void\n\nb:\n  %l = landingpad {{ ptr, i32 }}\n          filter [{n} x ptr] [{elements}]\n  resume {{ ptr, i32 }} %l\n}}\n"
    )
}

fn entries(n: usize) -> String {
    let cases = lines(n, |i| format!("    i32 {i}, label %b{i}"));
    let blocks = lines(n, |i| format!("b{i}:\n  br label %end\n"));
    let phis = lines(4, |k| format!("  %p{k} = phi i32 [ 0, %0 ], {}", list(n, |i| format!("[ {}, %b{i} ]", i + k))));
    format!(
        "define i32 @f(i32 %x) {{\n  switch i32 %x, label %end [\n{cases}  ]\n\n{blocks}end:\n{phis}  ret i32 %p0\n}}\n"
    )
}

fn invokes(n: usize) -> String {
    let invokes = lines(n, |i| format!("b{i}:\n  invoke void @g()\n          to label %b{} unwind label %l\n", i + 1));
    format!(
        "{PERSONALITY}define void @f() personality ptr @__gxx_personality_v0 {{\n  br label %b0\n\n{invokes}b{n}:\n  ret void\n\n\
         l:\n  %p = landingpad {{ ptr, i32 }}\n          cleanup\n  resume {{ ptr, i32 }} %p\n}}\n"
    )
}

fn landingpads(n: usize) -> String {
    let invokes = lines(n, |i| {
        format!(
            "b{i}:\n  invoke void @g()\n          to label %b{} unwind label %l{i}\n\n\
             l{i}:\n  %p{i} = landingpad {{ ptr, i32 }}\n          cleanup\n  resume {{ ptr, i32 }} %p{i}\n",
            i + 1
        )
    });
    format!(
        "{PERSONALITY}define void @f() personality ptr @__gxx_personality_v0 {{\n  br label %b0\n\n{invokes}b{n}:\n  ret void\n}}\n"
    )
}

/// Dominators `n` deep, and as many back edges.
fn loops(n: usize) -> String {
    let heads = lines(n, |i| {
        format!(
            "h{i}:\n  %p{i} = phi i32 [ 0, %{} ], [ %a{i}, %l{i} ]\n  br label %h{}\n",
            if i == 0 { "0".to_owned() } else { format!("h{}", i - 1) },
            i + 1
        )
    });
    let latches = lines(n, |i| {
        let i = n - 1 - i;
        let next = if i == 0 { "end".to_owned() } else { format!("l{}", i - 1) };
        format!("l{i}:\n  %a{i} = add i32 %p{i}, 1\n  br i1 %c, label %h{i}, label %{next}\n")
    });
    format!(
        "define void @f(i1 %c) {{\n  br label %h0\n\n{heads}h{n}:\n  br label %l{}\n\n{latches}end:\n  ret void\n}}\n",
        n - 1
    )
}

fn phis(n: usize) -> String {
    let phis = lines(n, |i| format!("  %p{i} = phi i32 [ {i}, %a ], [ %x, %b ]"));
    format!(
        "define void @f(i1 %c, i32 %x) {{\n  br i1 %c, label %a, label %b\n\na:\n  br label %j\n\nb:\n  br label %j\n\nj:\n{phis}  ret void\n}}\n"
    )
}

/// Each passes on the one of the block before.
fn phis_of_phis(n: usize) -> String {
    let blocks = lines(n, |i| {
        let (value, block) =
            if i == 0 { ("%x".to_owned(), "0".to_owned()) } else { (format!("%p{}", i - 1), format!("b{}", i - 1)) };
        format!("b{i}:\n  %p{i} = phi i32 [ {value}, %{block} ]\n  br label %b{}\n", i + 1)
    });
    format!("define i32 @f(i32 %x) {{\n  br label %b0\n\n{blocks}b{n}:\n  ret i32 %p{}\n}}\n", n - 1)
}

fn cases(n: usize) -> String {
    let (cases, blocks) =
        (lines(n, |i| format!("    i32 {i}, label %b{i}")), lines(n, |i| format!("b{i}:\n  ret i32 {i}\n")));
    format!("define i32 @f(i32 %x) {{\n  switch i32 %x, label %end [\n{cases}  ]\n\n{blocks}end:\n  ret i32 -1\n}}\n")
}

fn switches(n: usize) -> String {
    let switches = lines(n, |i| {
        format!("b{i}:\n  switch i32 %x, label %b{} [\n    i32 0, label %b{n}\n    i32 1, label %b{i}\n  ]\n", i + 1)
    });
    format!("define void @f(i32 %x) {{\n  br label %b0\n\n{switches}b{n}:\n  ret void\n}}\n")
}

fn unreachable(n: usize) -> String {
    let blocks = lines(n, |i| format!("b{i}:\n  %v{i} = add i32 %x, {i}\n  br label %b{}\n", i + 1));
    format!("define void @f(i32 %x) {{\n  ret void\n\n{blocks}b{n}:\n  ret void\n}}\n")
}

fn use_list_orders(n: usize) -> String {
    let functions = lines(n, |i| {
        format!(
            "define void @f{i}(i1 %c) {{\n  br i1 %c, label %a, label %b\n\na:\n  br label %b\n\nb:\n  ret void\n}}\n"
        )
    });
    let addresses = list(n, |i| format!("ptr blockaddress(@f{i}, %b)"));
    let orders = lines(n, |i| format!("uselistorder_bb @f{i}, %b, {{ 1, 0, 2 }}"));
    format!("@g = global [{n} x ptr] [{addresses}]\n\n{functions}{orders}")
}
