//! Shapes of LLVM assembly.

use super::{Shape, lines, list};

/// All of them.
pub const SHAPES: &[Shape] = &[
    Shape::taken("functions", 2000, functions),
    Shape::taken("instructions", 4000, instructions),
    Shape::taken("block-addresses", 1000, block_addresses),
    Shape::taken("elements", 4000, elements),
];

fn functions(n: usize) -> String {
    lines(n, |i| format!("define i32 @f{i}(i32 %x) {{\n  ret i32 %x\n}}"))
}

fn instructions(n: usize) -> String {
    format!("define void @f(i32 %x) {{\n{}  ret void\n}}\n", lines(n, |i| format!("  %v{i} = add i32 %x, {i}")))
}

fn block_addresses(n: usize) -> String {
    let stores = lines(n, |_| "  store ptr blockaddress(@f, %b), ptr %p".to_owned());
    format!("define void @f(ptr %p) {{\n  br label %b\nb:\n{stores}  ret void\n}}\n")
}

fn elements(n: usize) -> String {
    format!("@g = global [{n} x i32] [{}]\n", list(n, |i| format!("i32 {i}")))
}
