//! Shapes of builtin attributes, of locations and of resources.

use super::structure::nested;
use super::{OUT_OF_PROPORTION, TOO_DEEP};
use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("attribute-array", 500, array),
    Shape::taken("attribute-nested-arrays", 100, nested_arrays),
    Shape::taken("attribute-dictionary", 500, dictionary),
    Shape::taken("attribute-nested-dictionaries", 100, nested_dictionaries),
    Shape::taken("attribute-discardable", 500, discardable),
    Shape::taken("attribute-argument-attributes", 500, argument_attributes),
    Shape::taken("attribute-aliases", 500, aliases),
    Shape::refused("attribute-alias-chain", 12_000, alias_chain, TOO_DEEP),
    Shape::refused("attribute-alias-dag", 2000, alias_dag, OUT_OF_PROPORTION),
    Shape::refused("attribute-dictionary-dag", 2000, dictionary_dag, OUT_OF_PROPORTION),
    Shape::taken("attribute-splat", 500, splat),
    Shape::taken("attribute-dense", 500, dense),
    Shape::taken("attribute-dense-hex", 500, dense_hex),
    Shape::taken("attribute-dense-rows", 500, dense_rows),
    Shape::taken("attribute-dense-nested", 100, dense_nested),
    Shape::taken("attribute-dense-floats", 500, dense_floats),
    Shape::taken("attribute-dense-wide", 500, dense_wide),
    Shape::taken("attribute-dense-complex", 500, dense_complex),
    Shape::refused("attribute-dense-strings", 500, dense_strings, "created with unregistered dialect"),
    Shape::taken("attribute-dense-array", 500, dense_array),
    Shape::taken("attribute-sparse", 500, sparse),
    Shape::taken("attribute-resources", 500, resources),
    Shape::taken("attribute-blob", 500, blob),
    Shape::taken("attribute-string", 500, string),
    Shape::taken("attribute-escaped-string", 500, escaped_string),
    Shape::taken("attribute-digits", 500, digits),
    Shape::taken("attribute-decimal-digits", 500, decimal_digits),
    Shape::taken("attribute-float-digits", 500, float_digits),
    Shape::taken("attribute-affine-dimensions", 500, affine_dimensions),
    Shape::taken("attribute-affine-symbols", 500, affine_symbols),
    Shape::taken("attribute-affine-sum", 500, affine_sum),
    Shape::taken("attribute-affine-depth", 100, affine_depth),
    Shape::taken("attribute-affine-maps", 500, affine_maps),
    Shape::taken("attribute-integer-set", 500, integer_set),
    Shape::taken("attribute-symbol-references", 500, symbol_references),
    Shape::taken("attribute-nested-symbols", 500, nested_symbols),
    Shape::refused("attribute-other-dialects", 500, other_dialects, "created with unregistered dialect"),
    Shape::refused("attribute-other-dialect-nested", 100, other_dialect_nested, "<\"a<"),
    Shape::taken("attribute-distinct", 500, distinct),
    Shape::taken("attribute-type-attributes", 500, type_attributes),
    Shape::taken("attribute-locations", 500, locations),
    Shape::taken("attribute-fused-locations", 500, fused_locations),
    Shape::taken("attribute-nested-locations", 100, nested_locations),
    Shape::refused("attribute-named-locations", 6000, named_locations, TOO_DEEP),
    Shape::taken("attribute-location-chain", 500, location_chain),
    Shape::taken("attribute-location-dag", 40, location_dag),
    Shape::taken("attribute-data-layout", 500, data_layout),
];

/// A module with an attribute.
fn module(attribute: &str) -> String {
    format!("module attributes {{x.y = {attribute}}} {{\n}}\n")
}

/// A function at a location.
fn located(definitions: &str, location: &str) -> String {
    format!("{definitions}llvm.func @f() {{\n  llvm.return {location}\n}} {location}\n")
}

pub fn array(n: usize) -> String {
    module(&format!("[{}]", list(n, |i| format!("{i} : i32"))))
}

pub fn nested_arrays(n: usize) -> String {
    module(&nested(n, "[", "1", "]"))
}

pub fn dictionary(n: usize) -> String {
    module(&format!("{{{}}}", list(n, |i| format!("k{i} = {i}"))))
}

pub fn nested_dictionaries(n: usize) -> String {
    module(&nested(n, "{a = ", "1", "}"))
}

pub fn discardable(n: usize) -> String {
    format!("module attributes {{{}}} {{\n}}\n", list(n, |i| format!("x.k{i} = {i}")))
}

pub fn argument_attributes(n: usize) -> String {
    let arguments = list(n, |i| format!("%a{i}: !llvm.ptr {{llvm.align = 4 : i64, llvm.noundef, x.k{i} = {i}}}"));
    format!("llvm.func @f({arguments}) {{\n  llvm.return\n}}\n")
}

pub fn aliases(n: usize) -> String {
    lines(n, |i| format!("#a{i} = [{i}]")) + &module(&format!("[{}]", list(n, |i| format!("#a{i}"))))
}

pub fn alias_chain(n: usize) -> String {
    "#a0 = [1]\n".to_owned() + &lines(n, |i| format!("#a{} = [#a{i}]", i + 1)) + &module(&format!("#a{n}"))
}

pub fn alias_dag(n: usize) -> String {
    let steps = lines(n, |i| format!("#a{} = [#a{i}, #a{i}]", i + 1));
    "#a0 = [1]\n".to_owned() + &steps + &module(&format!("#a{n}"))
}

pub fn dictionary_dag(n: usize) -> String {
    let steps = lines(n, |i| format!("#a{} = {{a = #a{i}, b = #a{i}}}", i + 1));
    "#a0 = {}\n".to_owned() + &steps + &module(&format!("#a{n}"))
}

pub fn splat(n: usize) -> String {
    module(&format!("dense<1> : tensor<{}xi32>", n * 1_000_000))
}

pub fn dense(n: usize) -> String {
    module(&format!("dense<[{}]> : tensor<{n}xi32>", list(n, |i| i.to_string())))
}

pub fn dense_hex(n: usize) -> String {
    module(&format!("dense<\"0x{}\"> : tensor<{n}xi32>", "01020304".repeat(n - 1) + "01020305"))
}

pub fn dense_rows(n: usize) -> String {
    module(&format!("dense<[{}]> : tensor<{n}x2xi64>", list(n, |i| format!("[{i}, {i}]"))))
}

pub fn dense_nested(n: usize) -> String {
    let shape = "1x".repeat(n);
    module(&format!("dense<{}> : tensor<{shape}i32>", nested(n, "[", "1", "]")))
}

pub fn dense_floats(n: usize) -> String {
    module(&format!("dense<[{}]> : tensor<{n}xf64>", list(n, |i| format!("{i}.25e10"))))
}

pub fn dense_wide(n: usize) -> String {
    module(&format!("dense<[{}]> : tensor<{n}xi128>", list(n, |i| format!("{i}00000000000000000000"))))
}

pub fn dense_complex(n: usize) -> String {
    module(&format!("dense<[{}]> : tensor<{n}xcomplex<f32>>", list(n, |i| format!("({i}.0, 1.5)"))))
}

pub fn dense_strings(n: usize) -> String {
    module(&format!("dense<[{}]> : tensor<{n}x!toy.string>", list(n, |i| format!("\"s{i}\""))))
}

pub fn dense_array(n: usize) -> String {
    module(&format!("array<i32: {}>", list(n, |i| i.to_string())))
}

pub fn sparse(n: usize) -> String {
    let (places, values) = (list(n, |i| format!("[{i}]")), list(n, |i| i.to_string()));
    module(&format!("sparse<[{places}], [{values}]> : tensor<{n}xi32>"))
}

pub fn resources(n: usize) -> String {
    let uses = list(n, |i| format!("dense_resource<b{i}> : tensor<1xi32>"));
    let blobs = list(n, |i| format!("b{i}: \"0x0400000001000000\""));
    module(&format!("[{uses}]")) + &format!("{{-# dialect_resources: {{ builtin: {{ {blobs} }} }} #-}}\n")
}

pub fn blob(n: usize) -> String {
    module(&format!("dense_resource<b> : tensor<{n}xi32>"))
        + &format!("{{-# dialect_resources: {{ builtin: {{ b: \"0x04000000{}\" }} }} #-}}\n", "01000000".repeat(n))
}

pub fn string(n: usize) -> String {
    module(&format!("\"{}\"", "text ".repeat(n)))
}

pub fn escaped_string(n: usize) -> String {
    module(&format!("\"{}\"", "\\00\\FF\\\"".repeat(n)))
}

pub fn digits(n: usize) -> String {
    module(&format!("0x{} : i{}", "7".repeat(n), 4 * n))
}

pub fn decimal_digits(n: usize) -> String {
    module(&format!("{} : i{}", "7".repeat(n), 4 * n))
}

pub fn float_digits(n: usize) -> String {
    module(&format!("1.{}e-3 : f64", "37".repeat(n)))
}

pub fn affine_dimensions(n: usize) -> String {
    let dimensions = list(n, |i| format!("d{i}"));
    module(&format!("affine_map<({dimensions}) -> ({dimensions})>"))
}

pub fn affine_symbols(n: usize) -> String {
    module(&format!("affine_map<(d0)[{}] -> (d0 + s0)>", list(n, |i| format!("s{i}"))))
}

pub fn affine_sum(n: usize) -> String {
    let sum: Vec<_> = (0..n).map(|i| format!("d{i} * {}", i + 2)).collect();
    module(&format!("affine_map<({}) -> ({})>", list(n, |i| format!("d{i}")), sum.join(" + ")))
}

pub fn affine_depth(n: usize) -> String {
    module(&format!("affine_map<(d0) -> ({})>", nested(n, "((", "d0", " floordiv 3) + d0)")))
}

pub fn affine_maps(n: usize) -> String {
    module(&format!("[{}]", list(n, |i| format!("affine_map<(d0) -> (d0 + {i})>"))))
}

pub fn integer_set(n: usize) -> String {
    module(&format!("affine_set<(d0) : ({})>", list(n, |i| format!("d0 - {i} >= 0"))))
}

pub fn symbol_references(n: usize) -> String {
    module(&format!("[{}]", list(n, |i| format!("@a::@b{i}"))))
}

pub fn nested_symbols(n: usize) -> String {
    module(&format!("@a{}", "::@b".repeat(n)))
}

pub fn other_dialects(n: usize) -> String {
    module(&format!("[{}]", list(n, |i| format!("#toy.a<{i}, \"x\">"))))
}

pub fn other_dialect_nested(n: usize) -> String {
    module(&format!("#toy.a{}", nested(n, "<", "b", ">")))
}

pub fn distinct(n: usize) -> String {
    module(&format!("[{}]", list(n, |i| format!("distinct[{i}]<{i} : i32>"))))
}

pub fn type_attributes(n: usize) -> String {
    module(&format!("[{}]", list(n, |i| format!("i{}", i + 1))))
}

pub fn locations(n: usize) -> String {
    let lines = lines(n, |i| format!("  %v{i} = llvm.add %x, %x : i32 loc(\"f.c\":{i}:{i})"));
    format!("llvm.func @f(%x: i32) {{\n{lines}  llvm.return loc(\"f.c\":1:1)\n}} loc(\"f.c\":1:1)\n")
}

pub fn fused_locations(n: usize) -> String {
    located("", &format!("loc(fused[{}])", list(n, |i| format!("\"f.c\":{i}:1"))))
}

pub fn nested_locations(n: usize) -> String {
    located("", &format!("loc({})", nested(n, "callsite(\"f.c\":1:1 at ", "\"g.c\":2:2", ")")))
}

pub fn named_locations(n: usize) -> String {
    located("", &format!("loc({})", nested(n, "\"a\"(", "\"g.c\":2:2", ")")))
}

pub fn location_chain(n: usize) -> String {
    let steps = lines(n, |i| format!("#l{} = loc(callsite(\"f.c\":{i}:1 at #l{i}))", i + 1));
    located(&format!("#l0 = loc(\"f.c\":1:1)\n{steps}"), &format!("loc(#l{n})"))
}

pub fn location_dag(n: usize) -> String {
    let steps = lines(n, |i| format!("#l{} = loc(callsite(#l{i} at #l{i}))", i + 1));
    located(&format!("#l0 = loc(\"f.c\":1:1)\n{steps}"), &format!("loc(#l{n})"))
}

pub fn data_layout(n: usize) -> String {
    let entries = list(n, |i| format!("i{} = dense<64> : vector<2xi64>", i + 9));
    format!("module attributes {{dlti.dl_spec = #dlti.dl_spec<{entries}>}} {{\n}}\n")
}
