//! irtrip's one model of IR: MLIR's shape, with the LLVM dialect's operations, types and attributes as tables.
//!
//! It is made of crates, of which each knows those before it:
//!
//! 1. `irtrip-ir`: MLIR's own shape. [`context`], [`types`], [`attributes`], [`body`], [`diagnostic`]; it knows no operation
//! 2. `irtrip-llvm-ir`: what LLVM IR says, as facts. [`enums`], [`attr_table`], [`llvm_attributes`], [`attribute_set`],
//!    [`intrinsics`], [`data_layout`], [`llvm_text`]
//! 3. `irtrip-ops`: operation definitions. [`ops`], [`registry`], [`assembly`], [`translation`]; [`constants`] of LLVM IR
//! 4. `irtrip-metadata`: [`metadata`], LLVM's metadata graph, and [`mlir_release`], a module for another release of MLIR
//! 5. `irtrip-preserved`: [`preserved`], the `irtrip.` attributes that hold what the upstream form cannot
//! 6. `irtrip-verify`: [`verify`], what must hold of a module

pub use irtrip_ir::*;
pub use irtrip_llvm_ir::{
    attr_classes, attr_table, data_layout, dwarf, enums, layout, layout_checks, llvm_attributes, llvm_text, scalars,
    spellings,
};
pub use irtrip_metadata as metadata;
pub use irtrip_metadata::mlir_release;
pub use irtrip_ops::ops::llvm_builder::{GepIndex, LlvmBuilder};
pub use irtrip_ops::{
    ContextDialects, Dialect, DialectOp, DialectRegistry, OpDefMap, OpNameDefinition, assembly, call_arguments,
    constants, op_defs, ops, registry, translation,
};

/// Attribute sets: what LLVM IR hangs on functions, parameters, results and calls, to and from the model's attributes.
pub mod attribute_set {
    pub use irtrip_llvm_ir::attribute_set::*;
    pub use irtrip_ops::call_attributes::*;
}

/// LLVM's intrinsics, of every target: their names, signatures and attributes.
pub mod intrinsics {
    pub use irtrip_llvm_ir::intrinsics::*;
    pub use irtrip_ops::lifetimes;
}

/// The preserved attributes: `irtrip.` attributes and operations that hold what the LLVM dialect cannot.
pub mod preserved {
    pub use irtrip_ops::preserved::*;
    pub use irtrip_preserved::*;
}

/// What must hold of a module.
pub mod verify {
    pub use irtrip_ops::verify::*;
    pub use irtrip_verify::*;
}
