//! Metadata: LLVM IR's graph of nodes, to and from the model's attributes.
//!
//! LangRef, "Metadata". [`graph`] is LLVM IR's shape; [`import`] makes upstream's attributes of attachments and carries
//! what those would not give back; [`export`] makes the graph again.

mod build;
mod completion;
pub mod constrained;
mod debug_convert;
mod debug_import;
mod debug_info;
mod debug_rows;
mod delta;
mod dense;
pub mod export;
mod faults;
pub mod graph;
pub mod import;
pub mod kinds;
mod loops;
mod module;
pub mod node_kinds;
pub mod preserved;
mod profile;
mod profile_summary;
mod read;
mod scopes;
mod settle;
mod tbaa;

pub use debug_import::DebugImport;
pub(crate) use debug_rows::DebugRows;
pub use export::{Attachments, MetadataExport, Site};
pub use faults::{Fault, Severity, Unhandled};
pub use graph::{Field, MetadataGraph, NamedField, Node, NodeId, Operand, Place};
pub use import::{Entries, MetadataImport, Target};
pub use settle::NodeFields;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
