//! What LLVM IR says, as facts: no operation is known here.
//!
//! - [`enums`]: a Rust type for each enumeration, with its spellings and releases; [`dwarf`]: DWARF's
//! - [`attr_table`], [`attr_classes`]: the attributes of the LLVM dialect
//! - [`llvm_attributes`], [`attribute_set`]: LLVM IR's attributes, to and from the model's
//! - [`intrinsics`]: names, signatures, attributes, name mangling
//! - [`data_layout`]: data layouts, to and from attributes; [`layout`], [`layout_checks`]: sizes and alignments of types; what
//!   is no layout
//! - [`llvm_text`]: names, strings, numbers and types as LLVM assembly spells them
//! - [`scalars`]: what instructions compute of numbers
//! - [`spellings`]: what each release spells otherwise

pub mod attr_classes;
pub mod attr_table;
pub mod attribute_set;
pub mod data_layout;
pub mod dwarf;
pub mod enums;
pub mod intrinsics;
pub mod llvm_attributes;
pub mod llvm_text;
pub mod scalars;
pub mod spellings;

pub use data_layout::{layout, layout_checks};

// The model's modules, under the names that they have there.
use irtrip_ir::{Attr, Context, FloatKind, Type, attributes, context, diagnostic, limits, names, release, types};
