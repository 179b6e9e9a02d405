//! Shapes of MLIR.

mod attributes;
mod llvm_dialect;
mod lowering;
mod structure;
mod types;

use super::Shape;

/// What the reader says of aliases that double each other.
const OUT_OF_PROPORTION: &str = "out of proportion to its definition";
/// What the reader says of what nests too deeply.
const TOO_DEEP: &str = "nesting is deeper than";

/// All of them, by what they are about.
pub const SHAPES: &[&[Shape]] =
    &[attributes::SHAPES, llvm_dialect::SHAPES, lowering::SHAPES, structure::SHAPES, types::SHAPES];
