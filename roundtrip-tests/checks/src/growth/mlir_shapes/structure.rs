//! Shapes of operations, blocks, regions and what stands between them.

use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("mlir-functions", 500, functions),
    Shape::taken("mlir-declarations", 500, declarations),
    Shape::taken("mlir-globals", 500, globals),
    Shape::taken("mlir-calls", 500, calls),
    Shape::taken("mlir-operations", 500, operations),
    Shape::taken("mlir-chain", 500, chain),
    Shape::taken("mlir-blocks", 500, blocks),
    Shape::taken("mlir-block-arguments", 500, block_arguments),
    Shape::taken("mlir-edges", 500, edges),
    Shape::taken("mlir-switch-cases", 500, switch_cases),
    Shape::taken("mlir-cf-switch-cases", 2000, cf_switch_cases),
    Shape::taken("mlir-operands", 500, operands),
    Shape::taken("mlir-returned", 500, returned).spelled_out(),
    Shape::taken("mlir-results", 500, results).spelled_out(),
    Shape::taken("mlir-modules", 500, modules),
    Shape::taken("mlir-nested-modules", 100, nested_modules).spelled_out(),
    Shape::refused("mlir-unregistered", 500, unregistered, "failed to legalize operation"),
    Shape::refused("mlir-unregistered-values", 500, unregistered_values, "failed to legalize operation"),
    Shape::refused("mlir-unregistered-regions", 500, unregistered_regions, "failed to legalize operation"),
    Shape::refused("mlir-unregistered-nested", 100, unregistered_nested, "failed to legalize operation").spelled_out(),
    Shape::refused("mlir-unregistered-successors", 500, unregistered_successors, "failed to legalize operation"),
    Shape::taken("mlir-casts", 500, casts),
    Shape::taken("mlir-cast-operands", 500, cast_operands),
    Shape::taken("mlir-comments", 500, comments),
    Shape::taken("mlir-long-comment", 500, long_comment),
    Shape::taken("mlir-one-line", 500, one_line),
    Shape::taken("mlir-white-space", 500, white_space),
    Shape::refused("mlir-pieces", 500, pieces, "expected operation name in quotes"),
    Shape::taken("mlir-long-names", 500, long_names),
    Shape::taken("mlir-named-values", 500, named_values),
    Shape::refused("mlir-errors", 500, errors, "expected 2 operands, but found 1"),
];

/// A function of the LLVM dialect with these operations.
pub fn llvm_function(arguments: &str, body: &str) -> String {
    format!("llvm.func @f({arguments}) {{\n{body}  llvm.return\n}}\n")
}

/// What begins each level, then what is innermost, then what ends each level.
pub fn nested(n: usize, open: &str, inner: &str, close: &str) -> String {
    [&open.repeat(n), inner, &close.repeat(n)].concat()
}

pub fn functions(n: usize) -> String {
    lines(n, |i| format!("llvm.func @f{i}(%x: i32) -> i32 {{\n  llvm.return %x : i32\n}}"))
}

pub fn declarations(n: usize) -> String {
    lines(n, |i| {
        format!(
            "llvm.func @f{i}(i32 {{llvm.noundef}}, ...) -> i32 attributes {{memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}}"
        )
    })
}

pub fn globals(n: usize) -> String {
    lines(n, |i| format!("llvm.mlir.global internal constant @g{i}({i} : i32) {{addr_space = 0 : i32}} : i32"))
}

pub fn calls(n: usize) -> String {
    let calls = lines(n, |i| format!("  %{} = func.call @f(%{i}) : (i32) -> i32", i + 1));
    format!("func.func private @f(i32) -> i32\nfunc.func @g(%0: i32) -> i32 {{\n{calls}  return %{n} : i32\n}}\n")
}

pub fn operations(n: usize) -> String {
    llvm_function("%x: i32", &lines(n, |i| format!("  %v{i} = llvm.add %x, %x : i32")))
}

pub fn chain(n: usize) -> String {
    llvm_function("%v0: i32", &lines(n, |i| format!("  %v{} = llvm.add %v{i}, %v0 : i32", i + 1)))
}

pub fn blocks(n: usize) -> String {
    llvm_function("", &lines(n, |i| format!("  llvm.br ^b{i}\n^b{i}:")))
}

pub fn block_arguments(n: usize) -> String {
    let (passed, types) = (list(n, |_| "%x".to_owned()), list(n, |_| "i32".to_owned()));
    let arguments = list(n, |i| format!("%a{i}: i32"));
    llvm_function("%x: i32", &format!("  llvm.br ^b({passed} : {types})\n^b({arguments}):\n"))
}

pub fn edges(n: usize) -> String {
    let blocks =
        lines(n, |i| format!("^b{i}(%a{i}: i32):\n  llvm.cond_br %c, ^b{}(%a{i} : i32), ^b{}(%x : i32)", i + 1, i + 1));
    llvm_function("%c: i1, %x: i32", &format!("  llvm.br ^b0(%x : i32)\n{blocks}^b{n}(%a{n}: i32):\n"))
}

pub fn switch_cases(n: usize) -> String {
    let cases = list(n, |i| format!("{i}: ^b"));
    llvm_function("%x: i32", &format!("  llvm.switch %x : i32, ^b [{cases}]\n^b:\n"))
}

pub fn cf_switch_cases(n: usize) -> String {
    let cases = list(n, |i| format!("{i}: ^b(%x : i32)"));
    format!(
        "func.func @f(%x: i32) {{\n  cf.switch %x : i32, [default: ^b(%x : i32), {cases}]\n^b(%y: i32):\n  return\n}}\n"
    )
}

pub fn operands(n: usize) -> String {
    let (operands, types) = (list(n, |_| "%x".to_owned()), list(n, |_| "i32".to_owned()));
    llvm_function("%x: i32", &format!("  llvm.call @g({operands}) : ({types}) -> ()\n"))
        + &format!("llvm.func @g({types})\n")
}

pub fn returned(n: usize) -> String {
    let types = list(n, |_| "i32".to_owned());
    let values = list(n, |_| "%x".to_owned());
    format!("func.func @f(%x: i32) -> ({types}) {{\n  return {values} : {types}\n}}\n")
}

pub fn results(n: usize) -> String {
    let types = list(n, |_| "i32".to_owned());
    let used = lines(n, |i| format!("  %s{i} = arith.addi %r#{i}, %r#{i} : i32"));
    format!(
        "func.func private @g() -> ({types})\nfunc.func @f() {{\n  %r:{n} = call @g() : () -> ({types})\n{used}  return\n}}\n"
    )
}

pub fn modules(n: usize) -> String {
    lines(n, |i| format!("module @m{i} {{\n}}"))
}

pub fn nested_modules(n: usize) -> String {
    nested(n, "module {\n", "", "}\n")
}

pub fn unregistered(n: usize) -> String {
    lines(n, |i| format!("%{i} = \"toy.op\"() <{{a = {i} : i32}}> {{b}} : () -> i32"))
}

pub fn unregistered_values(n: usize) -> String {
    let types = list(n, |_| "i32".to_owned());
    let operands = list(n, |i| format!("%r#{i}"));
    format!("%r:{n} = \"toy.a\"() : () -> ({types})\n\"toy.b\"({operands}) : ({types}) -> ()\n")
}

pub fn unregistered_regions(n: usize) -> String {
    let regions = list(n, |_| "{\n  \"toy.end\"() : () -> ()\n}".to_owned());
    format!("\"toy.op\"() ({regions}) : () -> ()\n")
}

pub fn unregistered_nested(n: usize) -> String {
    nested(n, "\"toy.op\"() ({\n", "", "}) : () -> ()\n")
}

pub fn unregistered_successors(n: usize) -> String {
    let successors = list(n, |i| format!("^b{i}"));
    let blocks = lines(n, |i| format!("^b{i}:\n  \"toy.end\"() : () -> ()"));
    format!("\"toy.op\"() ({{\n  \"toy.branch\"() [{successors}] : () -> ()\n{blocks}}}) : () -> ()\n")
}

pub fn casts(n: usize) -> String {
    let cast = |i: usize| match i % 2 {
        0 => format!("  %{} = builtin.unrealized_conversion_cast %{i} : i32 to index", i + 1),
        _ => format!("  %{} = builtin.unrealized_conversion_cast %{i} : index to i32", i + 1),
    };
    format!("func.func @f(%0: i32) -> i32 {{\n{}  return %{} : i32\n}}\n", lines(2 * n, cast), 2 * n)
}

pub fn cast_operands(n: usize) -> String {
    let (operands, types) = (list(n, |_| "%x".to_owned()), list(n, |_| "i32".to_owned()));
    format!(
        "func.func @f(%x: i32) {{\n  %r:{n} = builtin.unrealized_conversion_cast {operands} : {types} to {types}\n  return\n}}\n"
    )
}

pub fn comments(n: usize) -> String {
    lines(n, |i| format!("// {i} {{ ( \"")) + &functions(1)
}

pub fn long_comment(n: usize) -> String {
    format!("// {}\n{}", "a \" { ".repeat(n), functions(1))
}

pub fn one_line(n: usize) -> String {
    functions(n).replace('\n', " ")
}

pub fn white_space(n: usize) -> String {
    let space = " \n\t".repeat(n);
    format!("{space}module{space}{{{space}llvm.func{space}@f(){space}{space}}}{space}")
}

pub fn pieces(n: usize) -> String {
    let pieces: Vec<_> =
        (0..n).map(|i| format!("// expected-error @+1 {{{{expected operation name in quotes}}}}\n{i}\n")).collect();
    pieces.join("\n// -----\n\n")
}

pub fn long_names(n: usize) -> String {
    let name = "n".repeat(n);
    format!(
        "llvm.func @{name}(%{name}: i32) -> i32 {{\n  llvm.br ^{name}\n^{name}:\n  %r = llvm.call @{name}(%{name}) : (i32) -> i32\n  llvm.return %r : i32\n}}\n"
    )
}

pub fn named_values(n: usize) -> String {
    llvm_function("%x: i32", &lines(n, |_| "  %v = llvm.add %x, %x : i32".to_owned()).replace("%v", "%_v0_1"))
        .lines()
        .enumerate()
        .map(|(i, line)| line.replace("%_v0_1", &format!("%_v0_{i}")) + "\n")
        .collect()
}

pub fn errors(n: usize) -> String {
    llvm_function("%x: i32", &lines(n, |_| "  \"llvm.add\"(%x) : (i32) -> i32".to_owned()))
}
