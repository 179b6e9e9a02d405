//! What `mlir-opt` and `mlir-translate` share: upstream's flags, split input, expected diagnostics.

pub mod driver;
pub mod flags;
pub mod llvm_excerpts;
pub mod mlir_to_llvmir;
pub mod operation_notes;
pub mod pass_pipeline;
pub mod passes;
pub mod rendered;
pub mod split_input_file;
pub mod struct_names;
pub mod verify_diagnostics;
