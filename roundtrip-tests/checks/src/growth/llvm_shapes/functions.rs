//! Functions, and what stands in one block.

use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("allocas", 500, allocas),
    Shape::taken("arguments-of-a-call", 1000, arguments),
    Shape::taken("asm-constraints", 200, asm_constraints),
    Shape::taken("atomics", 500, atomics),
    Shape::taken("calls", 500, calls),
    Shape::taken("calls-of-intrinsics", 300, intrinsics),
    Shape::taken("declarations", 1000, declarations),
    Shape::taken("deopt-operands", 1000, bundle_operands),
    Shape::taken("functions", 1000, functions),
    Shape::taken("inline-asm", 300, inline_asm),
    Shape::taken("instructions", 1000, instructions),
    Shape::taken("instructions-that-use-the-last", 1000, chain),
    Shape::taken("instructions-without-names", 1000, unnamed),
    Shape::taken("musttail-calls", 300, musttail),
    Shape::taken("operand-bundles", 500, bundles),
    Shape::taken("parameters", 1000, parameters),
    Shape::taken("results-that-are-returned", 300, returned),
    Shape::taken("statepoint-operands", 300, statepoint),
    Shape::taken("uses-of-a-value", 1000, uses),
    Shape::taken("use-list-order", 1000, use_list_order),
    Shape::taken("use-list-orders", 300, use_list_orders),
    Shape::taken("values-that-are-inserted", 500, inserted),
];

fn body(lines: &str) -> String {
    format!("define void @f(i32 %x, ptr %p) {{\n{lines}  ret void\n}}\n")
}

fn allocas(n: usize) -> String {
    body(
        &(lines(n, |i| format!("  %a{i} = alloca i32, align 4"))
            + &lines(n, |i| format!("  store i32 %x, ptr %a{i}, align 4"))),
    )
}

fn arguments(n: usize) -> String {
    let (types, arguments) = (list(n, |_| "i32".to_owned()), list(n, |i| format!("i32 noundef {i}")));
    format!("declare void @g({types})\n\n") + &body(&format!("  call void @g({arguments})\n"))
}

fn asm_constraints(n: usize) -> String {
    let constraints = list(n, |_| "r".to_owned()).replace(' ', "");
    body(&format!("  call void asm sideeffect \"\", \"{constraints}\"({})\n", list(n, |_| "i32 %x".to_owned())))
}

fn atomics(n: usize) -> String {
    body(&lines(n, |i| format!("  %v{i} = atomicrmw add ptr %p, i32 %x syncscope(\"s{i}\") monotonic, align 4")))
}

fn calls(n: usize) -> String {
    lines(n, |i| format!("declare i32 @g{i}(i32)\n"))
        + &body(&lines(n, |i| format!("  %v{i} = call i32 @g{i}(i32 %x)")))
}

fn intrinsics(n: usize) -> String {
    let width = |i| 8 * i + 8;
    let calls = lines(n, |i| format!("  %v{i} = call i{0} @llvm.umin.i{0}(i{0} {i}, i{0} 1)", width(i)));
    body(&calls) + &lines(n, |i| format!("\ndeclare i{0} @llvm.umin.i{0}(i{0}, i{0})", width(i)))
}

fn declarations(n: usize) -> String {
    lines(n, |i| format!("declare noundef i32 @g{i}(ptr noundef nonnull, i64 zeroext) #0\n"))
        + "attributes #0 = { nounwind }\n"
}

fn bundle_operands(n: usize) -> String {
    "declare void @g()\n\n".to_owned()
        + &body(&format!("  call void @g() [ \"deopt\"({}) ]\n", list(n, |i| format!("i32 {i}"))))
}

fn functions(n: usize) -> String {
    lines(n, |i| format!("define i32 @f{i}(i32 %x) {{\n  ret i32 %x\n}}\n"))
}

fn inline_asm(n: usize) -> String {
    body(&lines(n, |i| format!("  call void asm sideeffect \"nop {i}\", \"r,~{{memory}}\"(i32 %x)")))
}

fn instructions(n: usize) -> String {
    body(&lines(n, |i| format!("  %v{i} = add i32 %x, {i}")))
}

fn chain(n: usize) -> String {
    body(&lines(n, |i| {
        if i == 0 { "  %v0 = mul i32 %x, %x".to_owned() } else { format!("  %v{i} = mul i32 %v{0}, %v{0}", i - 1) }
    }))
}

fn unnamed(n: usize) -> String {
    body(&lines(n, |i| format!("  %{} = getelementptr i8, ptr %p, i64 {i}", i + 1)))
}

fn musttail(n: usize) -> String {
    let functions = lines(n, |i| {
        format!("define i32 @f{i}(i32 %x) {{\n  %r = musttail call i32 @f{}(i32 %x)\n  ret i32 %r\n}}\n", i + 1)
    });
    format!("{functions}declare i32 @f{n}(i32)\n")
}

fn bundles(n: usize) -> String {
    "declare void @g()\n\n".to_owned()
        + &body(&format!("  call void @g() [ {} ]\n", list(n, |i| format!("\"b{i}\"(i32 %x, i32 {i})"))))
}

fn parameters(n: usize) -> String {
    let parameters = list(n, |i| format!("ptr noalias noundef align {} %a{i}", 1 << (i % 8)));
    format!("define void @f({parameters}) {{\n  ret void\n}}\n")
}

fn returned(n: usize) -> String {
    let cases = lines(n, |i| format!("    i32 {i}, label %b{i}"));
    let blocks = lines(n, |i| format!("b{i}:\n  %r{i} = tail call i32 @g(i32 {i})\n  ret i32 %r{i}\n"));
    format!(
        "declare i32 @g(i32)\n\ndefine i32 @f(i32 %x) {{\n  switch i32 %x, label %end [\n{cases}  ]\n\n{blocks}end:\n  ret i32 0\n}}\n"
    )
}

fn statepoint(n: usize) -> String {
    let parameters = list(n, |i| format!("ptr addrspace(1) %a{i}"));
    let live = list(n, |i| format!("ptr addrspace(1) %a{i}"));
    let relocates = lines(n, |i| {
        format!("  %r{i} = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 {i}, i32 {i})")
    });
    format!(
        "declare void @g()\n\ndefine void @f({parameters}) gc \"statepoint-example\" {{\n  \
         %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ \"gc-live\"({live}) ]\n\
         {relocates}  ret void\n}}\n\n\
         declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)\n\n\
         declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)\n"
    )
}

fn uses(n: usize) -> String {
    body(&lines(n, |_| "  store i32 %x, ptr %p, align 4".to_owned()))
}

/// One, of a value with many uses.
fn use_list_order(n: usize) -> String {
    let uses = n + 1;
    let order = list(uses, |i| (uses - 1 - i).to_string());
    format!(
        "define void @f(i32 %x, ptr %p) {{\n{}  ret void\n\n  ; uselistorder directives\n  uselistorder i32 %x, {{ {order} }}\n}}\n",
        lines(uses, |_| "  store i32 %x, ptr %p, align 4".to_owned())
    )
}

fn use_list_orders(n: usize) -> String {
    let values =
        lines(n, |i| format!("  %v{i} = add i32 %x, {i}\n  %u{i} = add i32 %v{i}, 1\n  %w{i} = add i32 %v{i}, 2"));
    let orders = lines(n, |i| format!("  uselistorder i32 %v{i}, {{ 1, 0 }}"));
    format!("define void @f(i32 %x) {{\n{values}  ret void\n\n  ; uselistorder directives\n{orders}}}\n")
}

fn inserted(n: usize) -> String {
    let fields = list(n, |_| "i32".to_owned());
    let inserts = lines(n, |i| {
        let last = if i == 0 { "poison".to_owned() } else { format!("%s{}", i - 1) };
        format!("  %s{i} = insertvalue %t {last}, i32 %x, {i}\n  %e{i} = extractvalue %t %s{i}, {i}")
    });
    format!("%t = type {{ {fields} }}\n\n") + &body(&inserts)
}
