//! Shapes of types.

use super::OUT_OF_PROPORTION;
use super::structure::nested;
use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("type-struct-elements", 500, struct_elements),
    Shape::taken("type-struct-constant", 500, struct_constant).spelled_out(),
    Shape::taken("type-struct-values", 500, struct_values).spelled_out(),
    Shape::taken("type-nested-structs", 100, nested_structs),
    Shape::taken("type-nested-arrays", 100, nested_arrays),
    Shape::taken("type-identified-structs", 500, identified_structs),
    Shape::taken("type-identified-chain", 500, identified_chain),
    Shape::taken("type-identified-dag", 40, identified_dag),
    Shape::refused("type-struct-dag", 2000, struct_dag, OUT_OF_PROPORTION),
    Shape::refused("type-tuple-dag", 2000, tuple_dag, OUT_OF_PROPORTION),
    Shape::refused("type-function-dag", 2000, function_dag, OUT_OF_PROPORTION),
    Shape::taken("type-type-aliases", 500, type_aliases),
    Shape::refused("type-tuple", 500, tuple, "failed to legalize operation"),
    Shape::refused("type-nested-tuples", 100, nested_tuples, "failed to legalize operation"),
    Shape::taken("type-parameters", 500, parameters),
    Shape::taken("type-nested-functions", 100, nested_functions),
    Shape::taken("type-memref-rank", 500, memref_rank),
    Shape::taken("type-vector-rank", 500, vector_rank),
    Shape::taken("type-strides", 500, strides),
    Shape::taken("type-nested-memrefs", 100, nested_memrefs),
    Shape::taken("type-target-types", 500, target_types),
    Shape::refused("type-other-types", 500, other_types, "created with unregistered dialect"),
];

/// A declaration of a function with a parameter of a type.
fn declared(ty: &str) -> String {
    format!("func.func private @f({ty})\n")
}

/// A declaration of the LLVM dialect with a parameter of a type.
fn declared_llvm(ty: &str) -> String {
    format!("llvm.func @f({ty})\n")
}

pub fn struct_elements(n: usize) -> String {
    declared_llvm(&format!("!llvm.struct<({})>", list(n, |i| format!("i{}", i % 64 + 1))))
}

pub fn struct_constant(n: usize) -> String {
    let ty = format!("!llvm.struct<({})>", list(n, |_| "i32".to_owned()));
    let fields = lines(n, |i| format!("  %{} = llvm.insertvalue %c, %{i}[{i}] : !t", i + 1));
    format!(
        "!t = {ty}\nllvm.mlir.global internal @g() : !t {{\n  %0 = llvm.mlir.undef : !t\n  %c = llvm.mlir.constant(7 : i32) : i32\n{fields}  llvm.return %{n} : !t\n}}\n"
    )
}

pub fn struct_values(n: usize) -> String {
    let ty = format!("!llvm.struct<({})>", list(n, |_| "i32".to_owned()));
    let fields = lines(n, |i| format!("  %{i} = llvm.extractvalue %s[{i}] : !t"));
    format!("!t = {ty}\nllvm.func @f(%s: !t) {{\n{fields}  llvm.return\n}}\n")
}

pub fn nested_structs(n: usize) -> String {
    declared_llvm(&nested(n, "!llvm.struct<(", "i8", ")>").replacen("(!llvm.struct", "(struct", 0))
}

pub fn nested_arrays(n: usize) -> String {
    declared_llvm(&format!("!llvm.{}", nested(n, "array<1 x ", "i8", ">")))
}

pub fn identified_structs(n: usize) -> String {
    lines(n, |i| format!("llvm.mlir.global external @g{i}() : !llvm.struct<\"s{i}\", (i32)>"))
}

pub fn identified_chain(n: usize) -> String {
    let steps = lines(n, |i| format!("!s{0} = !llvm.struct<\"s{0}\", (!s{i}, i8)>", i + 1));
    format!("!s0 = !llvm.struct<\"s0\", (i8)>\n{steps}llvm.mlir.global external @g() : !s{n}\n")
}

pub fn identified_dag(n: usize) -> String {
    let steps = lines(n, |i| format!("!s{0} = !llvm.struct<\"s{0}\", (!s{i}, !s{i})>", i + 1));
    format!("!s0 = !llvm.struct<\"s0\", (i8)>\n{steps}llvm.mlir.global external @g() : !s{n}\n")
}

pub fn struct_dag(n: usize) -> String {
    let steps = lines(n, |i| format!("!s{0} = !llvm.struct<(!s{i}, !s{i})>", i + 1));
    format!("!s0 = !llvm.struct<(i8)>\n{steps}{}", declared_llvm(&format!("!s{n}")))
}

pub fn tuple_dag(n: usize) -> String {
    let steps = lines(n, |i| format!("!s{0} = tuple<!s{i}, !s{i}>", i + 1));
    format!("!s0 = tuple<i8>\n{steps}{}", declared(&format!("!s{n}")))
}

pub fn function_dag(n: usize) -> String {
    let steps = lines(n, |i| format!("!s{0} = (!s{i}) -> !s{i}", i + 1));
    format!("!s0 = () -> ()\n{steps}{}", declared(&format!("!s{n}")))
}

pub fn type_aliases(n: usize) -> String {
    let aliases = lines(n, |i| format!("!t{i} = !llvm.struct<(i{}, i8)>", i + 1));
    aliases + &lines(n, |i| format!("llvm.func @f{i}(!t{i})"))
}

pub fn tuple(n: usize) -> String {
    declared(&format!("tuple<{}>", list(n, |i| format!("i{}", i + 1))))
}

pub fn nested_tuples(n: usize) -> String {
    declared(&nested(n, "tuple<", "i8", ">"))
}

pub fn parameters(n: usize) -> String {
    format!("func.func private @f({}) -> i32\n", list(n, |i| format!("i{}", i % 64 + 1)))
}

pub fn nested_functions(n: usize) -> String {
    declared(&nested(n, "(", "i8", ") -> ()"))
}

pub fn memref_rank(n: usize) -> String {
    format!("func.func @f(%m: memref<{0}i8>) -> memref<{0}i8> {{\n  return %m : memref<{0}i8>\n}}\n", "1x".repeat(n))
}

pub fn vector_rank(n: usize) -> String {
    declared(&format!("vector<{}i8>", "1x".repeat(n)))
}

pub fn strides(n: usize) -> String {
    declared(&format!("memref<{}i8, strided<[{}], offset: ?>>", "1x".repeat(n), list(n, |_| "?".to_owned())))
}

pub fn nested_memrefs(n: usize) -> String {
    declared(&nested(n, "memref<1x", "i8", ">"))
}

pub fn target_types(n: usize) -> String {
    declared_llvm(&format!("!llvm.target<\"toy.t\", {}>", list(n, |i| i.to_string())))
}

pub fn other_types(n: usize) -> String {
    format!("module attributes {{x.y = [{}]}} {{\n}}\n", list(n, |i| format!("!toy.t<{i}>")))
}
