//! Types: many, wide and deep.

use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("arrays-in-each-other", 150, arrays),
    Shape::taken("fields-of-a-literal-struct", 500, literal),
    Shape::taken("fields-of-a-struct", 1000, fields),
    Shape::taken("functions-types-of-many-parameters", 200, function_types),
    Shape::taken("indices-of-a-gep", 150, indices),
    Shape::taken("literal-structs", 500, literals),
    Shape::taken("literal-structs-in-each-other", 150, literal_nested),
    Shape::taken("structs", 1000, structs),
    Shape::taken("structs-in-each-other", 300, chain),
    Shape::taken("structs-twice-in-each-other", 20, doubled),
    Shape::taken("structs-with-each-other", 300, circle),
    Shape::taken("target-types", 300, target_types),
    Shape::taken("target-types-of-many-parameters", 300, target_parameters),
    Shape::taken("typed-pointers", 150, typed_pointers),
    Shape::taken("widths-of-integers", 500, widths),
];

fn arrays(n: usize) -> String {
    let ty = "[1 x ".repeat(n) + "i32" + &"]".repeat(n);
    format!("@g = global {ty} zeroinitializer\n@h = external global {ty}\n")
}

fn literal(n: usize) -> String {
    let fields = list(n, |i| ["i32", "ptr", "double"][i % 3].to_owned());
    format!(
        "@g = external global {{ {fields} }}\n\ndefine {{ {fields} }} @f({{ {fields} }} %x) {{\n  ret {{ {fields} }} %x\n}}\n"
    )
}

fn fields(n: usize) -> String {
    let fields = list(n, |i| ["i32", "ptr", "[3 x double]"][i % 3].to_owned());
    format!("%t = type {{ {fields} }}\n@g = global %t zeroinitializer\n@h = global %t undef\n")
}

fn function_types(n: usize) -> String {
    let types = list(n, |_| "i32".to_owned());
    let arguments = list(n, |i| format!("i32 {i}"));
    format!(
        "define void @f(ptr %p) {{\n  call void (i32, ...) %p({arguments})\n  call void ({types}) %p({arguments})\n  ret void\n}}\n"
    )
}

fn indices(n: usize) -> String {
    let ty = "[1 x ".repeat(n) + "i32" + &"]".repeat(n);
    let indices = list(n, |_| "i64 0".to_owned());
    format!(
        "define ptr @f(ptr %p) {{\n  %q = getelementptr inbounds {ty}, ptr %p, i64 0, {indices}\n  ret ptr %q\n}}\n"
    )
}

fn literals(n: usize) -> String {
    lines(n, |i| format!("@g{i} = global {{ i{}, ptr }} zeroinitializer", i + 1))
}

fn literal_nested(n: usize) -> String {
    let ty = "{ ".repeat(n) + "i32" + &" }".repeat(n);
    format!("@g = global {ty} zeroinitializer\n@h = external global {ty}\n")
}

fn structs(n: usize) -> String {
    lines(n, |i| format!("%t{i} = type {{ i32, ptr }}"))
        + &lines(n, |i| format!("@g{i} = global %t{i} zeroinitializer"))
}

fn chain(n: usize) -> String {
    let types =
        lines(
            n,
            |i| if i == 0 { "%t0 = type { i32 }".to_owned() } else { format!("%t{i} = type {{ i8, %t{} }}", i - 1) },
        );
    types + &lines(n, |i| format!("@g{i} = external global %t{i}"))
}

/// Two to the power of `n` integers.
fn doubled(n: usize) -> String {
    let types = lines(n, |i| {
        if i == 0 { "%t0 = type { i8, i8 }".to_owned() } else { format!("%t{i} = type {{ %t{0}, %t{0} }}", i - 1) }
    });
    let last = n - 1;
    format!(
        "{types}@g = external global %t{last}\n\ndefine ptr @f(ptr %p, i64 %i) {{\n  %q = getelementptr %t{last}, ptr %p, i64 %i\n  ret ptr %q\n}}\n"
    )
}

fn circle(n: usize) -> String {
    let types = lines(n, |i| format!("%t{i} = type {{ ptr, i32, void (%t{0}*)*, %t{0}* }}", (i + 1) % n));
    types + &lines(n, |i| format!("@g{i} = external global %t{i}"))
}

fn target_types(n: usize) -> String {
    lines(n, |i| format!("declare void @f{i}(target(\"spirv.T{i}\", i32, {i}))\n"))
}

fn target_parameters(n: usize) -> String {
    let parameters = list(n, |i| i.to_string());
    format!(
        "declare void @f(target(\"spirv.T\", i32, {parameters}))\n\ndeclare void @g(target(\"spirv.T\", i32, {parameters}))\n"
    )
}

fn typed_pointers(n: usize) -> String {
    format!("@g = external global i8{}\n", "*".repeat(n))
}

fn widths(n: usize) -> String {
    lines(n, |i| format!("@g{i} = global i{} {i}", i + 16))
}
