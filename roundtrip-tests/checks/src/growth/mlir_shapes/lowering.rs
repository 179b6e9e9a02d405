//! Shapes of what passes lower.

use super::structure::nested;
use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("lowered-arithmetic", 500, arithmetic),
    Shape::taken("lowered-folded", 500, folded),
    Shape::taken("lowered-same", 500, same),
    Shape::taken("lowered-dead", 500, dead),
    Shape::taken("lowered-sequence-of-loops", 500, sequence_of_loops),
    Shape::taken("lowered-nested-loops", 100, nested_loops),
    Shape::taken("lowered-nested-ifs", 100, nested_ifs),
    Shape::taken("lowered-nested-else", 100, nested_else),
    Shape::taken("lowered-nested-whiles", 100, nested_whiles).spelled_out(),
    Shape::taken("lowered-nested-executes", 100, nested_executes).spelled_out(),
    Shape::taken("lowered-parallel", 500, parallel),
    Shape::taken("lowered-reductions", 500, reductions),
    Shape::taken("lowered-carried", 500, carried),
    Shape::taken("lowered-index-switch", 500, index_switch),
    Shape::taken("lowered-allocations", 500, allocations),
    Shape::taken("lowered-allocated-rank", 500, allocated_rank),
    Shape::taken("lowered-loads", 500, loads),
    Shape::taken("lowered-views", 500, views),
    Shape::taken("lowered-global-memrefs", 500, global_memrefs),
    Shape::taken("lowered-memref-arguments", 500, memref_arguments),
    Shape::taken("lowered-mathematics", 500, mathematics),
    Shape::taken("lowered-complex-numbers", 500, complex_numbers),
    Shape::taken("lowered-indices", 500, indices),
    Shape::taken("lowered-vector-rows", 500, vector_rows),
    Shape::refused("lowered-huge-vector", 500, huge_vector, "failed to legalize operation"),
    Shape::taken("lowered-assertions", 500, assertions),
    Shape::taken("lowered-branches", 500, branches),
];

/// A function with these operations.
fn function(arguments: &str, body: &str) -> String {
    format!("func.func @f({arguments}) {{\n{body}  return\n}}\n")
}

pub fn arithmetic(n: usize) -> String {
    function("%v0: i32", &lines(n, |i| format!("  %v{} = arith.muli %v{i}, %v0 : i32", i + 1)))
}

pub fn folded(n: usize) -> String {
    let sum = lines(n, |i| format!("  %v{} = arith.addi %v{i}, %one : i32", i + 1));
    format!(
        "func.func @f() -> i32 {{\n  %v0 = arith.constant 0 : i32\n  %one = arith.constant 1 : i32\n{sum}  return %v{n} : i32\n}}\n"
    )
}

pub fn same(n: usize) -> String {
    function("%x: i32", &lines(n, |i| format!("  %v{i} = arith.muli %x, %x : i32")))
}

pub fn dead(n: usize) -> String {
    function("%v0: i32", &lines(n, |i| format!("  %v{} = arith.addi %v{i}, %v{i} : i32", i + 1)))
}

pub fn sequence_of_loops(n: usize) -> String {
    function("%a: index, %b: index", &lines(n, |_| "  scf.for %i = %a to %b step %b {\n  }".to_owned()))
}

pub fn nested_loops(n: usize) -> String {
    function("%a: index, %b: index", &(lines(n, |i| format!("scf.for %i{i} = %a to %b step %b {{")) + &"}\n".repeat(n)))
}

pub fn nested_ifs(n: usize) -> String {
    function("%c: i1", &nested(n, "scf.if %c {\n", "", "}\n"))
}

pub fn nested_else(n: usize) -> String {
    function("%c: i1", &nested(n, "scf.if %c {\n} else {\n", "", "}\n"))
}

pub fn nested_whiles(n: usize) -> String {
    function("%c: i1", &nested(n, "scf.while : () -> () {\n  scf.condition(%c)\n} do {\n", "", "  scf.yield\n}\n"))
}

pub fn nested_executes(n: usize) -> String {
    function("", &nested(n, "scf.execute_region {\n", "", "  scf.yield\n}\n"))
}

pub fn parallel(n: usize) -> String {
    let (names, lower, upper) =
        (list(n, |i| format!("%i{i}")), list(n, |_| "%a".to_owned()), list(n, |_| "%b".to_owned()));
    function(
        "%a: index, %b: index",
        &format!("  scf.parallel ({names}) = ({lower}) to ({upper}) step ({upper}) {{\n  }}\n"),
    )
}

pub fn reductions(n: usize) -> String {
    let (values, types) = (list(n, |_| "%x".to_owned()), list(n, |_| "i32".to_owned()));
    let regions = list(n, |_| {
        "{\n^bb0(%l: i32, %r: i32):\n  %s = arith.addi %l, %r : i32\n  scf.reduce.return %s : i32\n}".to_owned()
    });
    function(
        "%a: index, %b: index, %x: i32",
        &format!(
            "  %r:{n} = scf.parallel (%i) = (%a) to (%b) step (%b) init ({values}) -> ({types}) {{\n    scf.reduce({values} : {types}) {regions}\n  }}\n"
        ),
    )
}

pub fn carried(n: usize) -> String {
    let types = list(n, |_| "i32".to_owned());
    let inits = list(n, |i| format!("%c{i} = %x"));
    let yields = list(n, |i| format!("%c{}", (i + 1) % n));
    function(
        "%a: index, %b: index, %x: i32",
        &format!(
            "  %r:{n} = scf.for %i = %a to %b step %b iter_args({inits}) -> ({types}) {{\n    scf.yield {yields} : {types}\n  }}\n"
        ),
    )
}

pub fn index_switch(n: usize) -> String {
    let cases = lines(n, |i| format!("  case {i} {{\n    scf.yield\n  }}"));
    function("%x: index", &format!("  scf.index_switch %x\n{cases}  default {{\n  }}\n"))
}

pub fn allocations(n: usize) -> String {
    function(
        "%x: index",
        &lines(n, |i| {
            format!("  %m{i} = memref.alloc(%x) : memref<4x?xf32>\n  memref.dealloc %m{i} : memref<4x?xf32>")
        }),
    )
}

pub fn allocated_rank(n: usize) -> String {
    let sizes = list(n, |_| "%x".to_owned());
    function("%x: index", &format!("  %m = memref.alloc({sizes}) : memref<{}f32>\n", "?x".repeat(n)))
}

pub fn loads(n: usize) -> String {
    function(
        "%m: memref<4x4xf32>, %x: index",
        &lines(n, |i| {
            format!(
                "  %v{i} = memref.load %m[%x, %x] : memref<4x4xf32>\n  memref.store %v{i}, %m[%x, %x] : memref<4x4xf32>"
            )
        }),
    )
}

pub fn views(n: usize) -> String {
    function(
        "%m: memref<?x?xf32>, %x: index",
        &lines(n, |i| {
            format!(
                "  %v{i} = memref.reinterpret_cast %m to offset: [%x], sizes: [%x, 4], strides: [%x, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>\n  %d{i} = memref.dim %m, %x : memref<?x?xf32>"
            )
        }),
    )
}

pub fn global_memrefs(n: usize) -> String {
    let globals = lines(n, |i| format!("memref.global \"private\" constant @g{i} : memref<2xi32> = dense<[{i}, 1]>"));
    globals + &function("", &lines(n, |i| format!("  %{i} = memref.get_global @g{i} : memref<2xi32>")))
}

pub fn memref_arguments(n: usize) -> String {
    let types = list(n, |_| "memref<?xf32>".to_owned());
    let passed = list(n, |i| format!("%a{i}"));
    let arguments = list(n, |i| format!("%a{i}: memref<?xf32>"));
    format!(
        "func.func private @g({types})\n{}",
        function(&arguments, &format!("  call @g({passed}) : ({types}) -> ()\n"))
    )
}

pub fn mathematics(n: usize) -> String {
    function("%x: f32", &lines(n, |i| format!("  %v{i} = math.rsqrt %x : f32\n  %w{i} = math.expm1 %x : f32")))
}

pub fn complex_numbers(n: usize) -> String {
    function(
        "%x: complex<f32>",
        &lines(n, |i| {
            format!("  %v{i} = complex.mul %x, %x : complex<f32>\n  %w{i} = complex.abs %v{i} : complex<f32>")
        }),
    )
}

pub fn indices(n: usize) -> String {
    function("%x: index", &lines(n, |i| format!("  %v{i} = index.ceildivs %x, %x\n  %w{i} = index.maxu %x, %x")))
}

pub fn vector_rows(n: usize) -> String {
    function(&format!("%x: vector<{n}x4xf32>"), &format!("  %y = arith.addf %x, %x : vector<{n}x4xf32>\n"))
}

pub fn huge_vector(n: usize) -> String {
    let rows = n as u64 * 1_000_000_000_000;
    function(&format!("%x: vector<{rows}x4xf32>"), &format!("  %y = arith.addf %x, %x : vector<{rows}x4xf32>\n"))
}

pub fn assertions(n: usize) -> String {
    function("%c: i1", &lines(n, |i| format!("  cf.assert %c, \"message {i}\"")))
}

pub fn branches(n: usize) -> String {
    function(
        "%c: i1, %x: i32",
        &format!(
            "  cf.br ^b0(%x : i32)\n{}^b{n}(%a{n}: i32):\n",
            lines(n, |i| format!("^b{i}(%a{i}: i32):\n  cf.cond_br %c, ^b{0}(%a{i} : i32), ^b{0}(%x : i32)", i + 1))
        ),
    )
}
