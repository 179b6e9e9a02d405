//! Operation definitions, and what they are made of.
//!
//! - [`ops`]: what a definition has, and the definitions of `builtin`, `llvm` and `irtrip`
//! - [`registry`]: dialects, and the registries that contexts know them from
//! - [`assembly`]: what custom forms that are code read and print themselves with
//! - [`verify`]: what a definition asks of its operation
//! - [`translation`]: how operations of other dialects become the LLVM dialect's when a module is exported
//! - [`preserved`]: what preserved attributes hold: constants, lists, summaries
//! - [`constants`]: LLVM's constants as a tree, and what instructions compute of them
//! - [`call_arguments`] and [`call_attributes`]: arguments and attributes of calls
//! - [`lifetimes`]: what a lifetime marker marks
//!
//! Types of functions that a definition holds stand here, and functions of the core's operations in the files of their definitions, so
//! that a definition is whole where it stands.

pub mod assembly;
pub mod call_arguments;
pub mod call_attributes;
pub mod constants;
pub mod lifetimes;
pub mod ops;
pub mod preserved;
pub mod registry;
pub mod translation;
pub mod verify;

pub use irtrip_ir::OpName;
pub use registry::{ContextDialects, Dialect, DialectOp, DialectRegistry, OpDefMap, OpNameDefinition};

// The modules of the crates below, under the names that they have there.
use irtrip_ir::{
    Type, attributes, body, context, diagnostic, limits, names, release, struct_attribute, types, word_sets,
};
use irtrip_llvm_ir::{attr_table, attribute_set, enums, intrinsics, layout, llvm_attributes};
