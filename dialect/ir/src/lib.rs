//! MLIR's own shape: what a module is made of, whatever its dialects.
//!
//! - [`context`]: types, attributes and strings, stored once and shared by threads
//! - [`types`], [`attributes`], [`enumeration`]: what they are
//! - [`body`]: operations, blocks, regions and values
//! - [`diagnostic`]: what any stage reports about its input
//! - [`release`]: the releases of LLVM that have something
//! - [`resources`]: what a file has in addition to its operations
//! - [`text`], [`escaped_text`]: names, strings and numbers as they are spelled; texts of files that are not all UTF-8
//! - [`source_map`], [`ordered_sink`]: for writers of either format: the construct that each range of a text stands for, and
//!   texts of several threads in one order
//! - [`passes`]: lists of passes over a whole module, and the time that they take
//! - [`language`]: which of the two languages a text is in
//!
//! This crate knows no operation, no dialect and no table of LLVM's. What crates above keep with a context is an extension of
//! it ([`Context::extension`]).

pub mod attributes;
pub mod body;
pub mod context;
pub mod diagnostic;
pub mod enumeration;
mod extensions;
mod floats;
pub mod language;
pub mod names;
mod op_name;
pub mod passes;
pub mod release;
pub mod resources;
pub mod source_map;
mod support;
pub mod text;
pub mod types;

pub use attributes::{AttrData, Location, maps, struct_attribute, word_sets};
pub use body::{
    Block, Body, Builder, InsertPoint, Module, NewOp, Op, Region, Successor, Users, Value, ValueData, ValueDef,
};
pub use context::{Attr, Context, Str, Type};
pub use op_name::OpName;
pub use support::{
    DirectMappedCache, StableHash, deep_stack, demangle, dense_map, escaped_text, index_table, limits, ordered_sink,
};
pub use types::{Dim, FloatKind, Signedness, StructBody, TypeData};
