//! Metadata: LLVM IR's graph of nodes, to and from the model's attributes; LangRef, "Metadata".
//!
//! - [`graph`]: the nodes of a module as LLVM IR has them.
//! - [`nodes`]: one definition for each kind of specialised node: its fields, their values and defaults.
//! - [`kinds`]: the kinds of attachments, and the upstream attributes that stand for them.
//! - [`import`]: upstream's attributes of a graph, and preserved attributes for what those cannot express.
//! - [`nvvm_annotations`]: what older releases annotate functions for NVVM with.
//! - [`preserved`]: how preserved attributes spell nodes and operands.
//! - `node_table`: the table of the nodes that they refer to, and the references.
//! - `merged`: attributes of several tables in one module, kept distinct.
//! - [`export`]: the graph of a module's attributes.
//! - `debug_info`, `aliasing`, `loops`, `module_flags`, `attachments`: each both directions of one topic.

mod aliasing;
mod attachments;
pub mod constrained;
mod debug_info;
pub mod export;
pub mod graph;
pub mod import;
pub mod kinds;
pub mod later;
mod loops;
mod merged;
mod mlir_dialects;
pub mod mlir_release;
pub mod module_flags;
mod node_table;
pub mod nodes;
pub mod nvvm_annotations;
pub mod older;
pub mod preserved;

// The modules of the crates below, under the names that they have there.
use irtrip_ir::{attributes, body, context, dense_map, diagnostic, index_table, limits, names, release, types};
use irtrip_llvm_ir::{attr_classes, attr_table, data_layout, dwarf, enums, llvm_text, spellings};
use irtrip_ops::{ops, registry};

pub use debug_info::DebugImport;
pub use export::{AttachmentSite, Attachments, MetadataExport};
pub use graph::{Atom, DILocation, Field, MetadataGraph, NamedField, Node, NodeId, Operand};
pub use import::diagnostics::{NodeNumbers, Unhandled};
pub use import::{MetadataImport, NamedAttrs, Target};
pub use merged::separate_tables;
pub(crate) use node_table::hash_constant;
pub use node_table::{NodeKey, NodeTable, completed_entries, node_keys};
pub use nodes::InvalidNode;
pub use nodes::normalize::{NodeRow, NodeRows};
pub use preserved::invalid_preserved_node;
