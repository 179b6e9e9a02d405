//! Shapes of MLIR.

use super::{Shape, lines};

/// All of them.
pub const SHAPES: &[&[Shape]] = &[&[Shape::taken("mlir-functions", 1000, functions)]];

fn functions(n: usize) -> String {
    lines(n, |i| format!("llvm.func @f{i}(%x: i32) -> i32 {{\n  llvm.return %x : i32\n}}"))
}
