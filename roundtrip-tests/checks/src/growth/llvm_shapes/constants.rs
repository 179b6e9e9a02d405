//! Constants: wide, long and deep.

use super::NOT_UPSTREAM;
use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("addresses-in-constants", 1000, addresses),
    Shape::taken("constants-in-each-other", 200, nested),
    Shape::taken("elements", 2000, elements),
    Shape::taken("elements-of-a-vector", 2000, vector),
    Shape::taken("elements-of-structs", 1000, structs),
    Shape::taken("expressions", 1000, expressions),
    Shape::taken("expressions-in-each-other", 200, expressions_nested),
    Shape::taken("fields-of-a-constant", 1000, fields),
    Shape::taken("floats", 1000, floats),
    Shape::taken("gep-expressions", 1000, geps),
    Shape::taken("integer-digits", 8000, digits),
    Shape::taken("integers", 1000, integers),
    Shape::taken("long-string", 20_000, string),
    Shape::taken("mask-of-a-shuffle", 1000, mask),
    Shape::taken("operands-that-are-constants", 500, operands),
    Shape::refused("ptrauth-constants", 500, ptrauth, NOT_UPSTREAM),
    Shape::taken("splats", 500, splats),
    Shape::taken("undefined-fields", 1000, undefined),
];

fn addresses(n: usize) -> String {
    let pointers = list(n, |i| format!("ptr @v{}", n - 1 - i));
    lines(n, |i| format!("@v{i} = external global i32")) + &format!("@g = global [{n} x ptr] [{pointers}]\n")
}

/// With named types, since a type that is written at every level would make the text itself grow with the square.
fn nested(n: usize) -> String {
    let types =
        lines(n, |i| if i == 0 { "%t0 = type { i32 }".to_owned() } else { format!("%t{i} = type {{ %t{} }}", i - 1) });
    let mut constant = "i32 1".to_owned();
    for i in 0..n {
        constant = format!("%t{i} {{ {constant} }}");
    }
    format!("{types}@g = global {constant}\n")
}

fn elements(n: usize) -> String {
    format!("@g = global [{n} x i32] [{}]\n", list(n, |i| format!("i32 {i}")))
}

fn vector(n: usize) -> String {
    let elements = list(n, |i| format!("i32 {i}"));
    format!(
        "define <{n} x i32> @f(<{n} x i32> %x) {{\n  %y = add <{n} x i32> %x, <{elements}>\n  ret <{n} x i32> %y\n}}\n"
    )
}

fn structs(n: usize) -> String {
    let elements = list(n, |i| format!("%t {{ i32 {i}, ptr null, [2 x i8] c\"ab\" }}"));
    format!("%t = type {{ i32, ptr, [2 x i8] }}\n@g = global [{n} x %t] [{elements}]\n")
}

fn expressions(n: usize) -> String {
    let elements = list(n, |i| format!("i64 sub (i64 ptrtoint (ptr @g to i64), i64 {i})"));
    format!("@g = global [{n} x i64] [{elements}]\n")
}

fn expressions_nested(n: usize) -> String {
    let expression =
        "sub (i64 ".repeat(n) + "ptrtoint (ptr @g to i64)" + &lines(n, |i| format!(", i64 {i})")).replace('\n', "");
    format!("@g = global i64 {expression}\n")
}

fn fields(n: usize) -> String {
    let types = list(n, |i| if i % 2 == 0 { "i32".to_owned() } else { "ptr".to_owned() });
    let values = list(n, |i| if i % 2 == 0 { format!("i32 {i}") } else { "ptr null".to_owned() });
    format!("@g = global {{ {types} }} {{ {values} }}\n")
}

fn floats(n: usize) -> String {
    let elements = list(n, |i| format!("double {i}.5e+00"));
    format!("@g = global [{n} x double] [{elements}]\n")
}

fn geps(n: usize) -> String {
    let elements = list(n, |i| format!("ptr getelementptr inbounds ([{n} x ptr], ptr @g, i64 0, i64 {i})"));
    format!("@g = global [{n} x ptr] [{elements}]\n")
}

/// Of one decimal integer.
fn digits(n: usize) -> String {
    let digits: String = (0..n).map(|i| char::from(b'1' + (i % 9) as u8)).collect();
    format!("@g = global i{} {digits}\n", 4 * n)
}

fn integers(n: usize) -> String {
    lines(n, |i| format!("@g{i} = global i256 {}{i:04}", "123456789".repeat(6)))
}

fn string(n: usize) -> String {
    format!(
        "@g = constant [{n} x i8] c\"{}\"\n",
        (0..n).map(|i| if i % 5 == 0 { "\\FF" } else { "a" }).collect::<String>()
    )
}

fn mask(n: usize) -> String {
    let mask = list(n, |i| format!("i32 {}", (7 * i) % n));
    format!(
        "define <{n} x i8> @f(<{n} x i8> %x) {{\n  %y = shufflevector <{n} x i8> %x, <{n} x i8> poison, <{n} x i32> <{mask}>\n  ret <{n} x i8> %y\n}}\n"
    )
}

fn operands(n: usize) -> String {
    let stores = lines(n, |i| format!("  store {{ i32, ptr }} {{ i32 {i}, ptr @f }}, ptr %p"));
    format!("define void @f(ptr %p) {{\n{stores}  ret void\n}}\n")
}

fn ptrauth(n: usize) -> String {
    let elements = list(n, |i| format!("ptr ptrauth (ptr @v, i32 0, i64 {i})"));
    format!("@v = external global i32\n@g = global [{n} x ptr] [{elements}]\n")
}

fn splats(n: usize) -> String {
    let adds = lines(n, |i| format!("  %v{i} = add <4 x i32> %x, splat (i32 {i})"));
    format!("define void @f(<4 x i32> %x) {{\n{adds}  ret void\n}}\n")
}

fn undefined(n: usize) -> String {
    let values = list(n, |i| ["i32 undef", "i32 poison", "i32 zeroinitializer"][i % 3].to_owned());
    format!("%t = type {{ {} }}\n@g = global %t {{ {values} }}\n", list(n, |_| "i32".to_owned()))
}
