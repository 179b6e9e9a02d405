//! irtrip's one model of IR: MLIR's shape, with the LLVM dialect's operations, types and attributes as tables.
//!
//! - [`context`]: types, attributes and strings, stored once and shared by threads
//! - [`types`], [`attributes`], [`attr_table`], [`attr_classes`]: what they are
//! - [`body`]: operations, blocks, regions and values
//! - [`registry`]: dialects, and the registries that contexts know them from
//! - [`ops`]: the columns of a dialect's row, and the core's rows; [`assembly`]: what custom forms that are code read and print
//!   themselves with
//! - [`enums`], [`llvm_attributes`]: spellings in both formats; [`release`]: the releases of LLVM that have them
//! - [`verify`]: what must hold of a module
//! - [`translation`]: how operations of other dialects become the LLVM dialect's when a module is exported
//! - [`diagnostic`]: what any stage reports about its input
//! - [`llvm_text`]: names, strings, numbers and types as LLVM assembly spells them
//! - [`intrinsics`]: LLVM's intrinsics: names, signatures, attributes, name mangling
//! - [`attribute_set`], [`metadata`], [`data_layout`]: LLVM IR's attributes, metadata and data layout, to and from attributes
//! - [`source_map`], [`ordered_sink`]: for writers of either format: the construct that each range of a text stands for, and
//!   texts of several threads in one order
//! - [`layout`], [`layout_faults`]: sizes and alignments of types; what is no layout
//! - [`language`]: which of the two languages a text is in
//! - [`preserved`]: the `irtrip.` attributes that hold what the upstream form cannot

pub mod assembly;
pub mod attribute_set;
pub mod attributes;
pub mod body;
pub mod context;
pub mod data_layout;
pub mod deep_stack;
pub mod demangle;
pub mod diagnostic;
pub mod dwarf;
pub mod enums;
pub mod escaped_text;
mod extensions;
mod floats;
pub mod intrinsics;
pub mod language;
pub mod limits;
pub mod llvm_text;
pub mod metadata;
pub mod mlir_release;
pub mod names;
mod op_name;
pub mod ops;
pub mod ordered_sink;
pub mod preserved;
pub mod registry;
pub mod release;
pub mod source_map;
pub mod spellings;
mod stable_hash;
pub mod translation;
pub mod types;
pub mod verify;

pub use attributes::{
    AttrData, Location, attr_classes, attr_table, llvm_attributes, maps, struct_attribute, word_sets,
};
pub use body::{
    Block, Body, Builder, InsertPoint, Module, NewOp, Op, Region, Successor, Users, Value, ValueData, ValueDef,
};
pub use context::{Attr, Context, Str, Type};
pub use data_layout::{layout, layout_faults};
pub use op_name::OpName;
pub use registry::{ContextDialects, Dialect, DialectRegistry, DialectRow, OpNameDefinition, RowMap};
pub use stable_hash::StableHash;
pub use types::{Dim, FloatKind, Signedness, StructBody, TypeData};
