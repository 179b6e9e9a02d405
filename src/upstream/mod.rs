//! What `mlir-opt` and `mlir-translate` share: upstream's flags, split input, expected diagnostics.

pub mod chunks;
pub mod expected;
pub mod flags;
pub mod llvmir;
pub mod noted;
pub mod parts;
pub mod passes;
pub mod rewrites;
pub mod said;
pub mod struct_names;
pub mod told;
