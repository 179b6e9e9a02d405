//! Metadata: LLVM IR's graph of nodes, to and from the model's attributes.
//!
//! LangRef, "Metadata". [`graph`] is LLVM IR's shape; [`import`] makes upstream's attributes of attachments and carries
//! what those would not give back; [`export`] makes the graph again.

pub mod carried;
pub mod export;
pub mod graph;
pub mod import;
pub mod kinds;

pub use export::MetadataExport;
pub use graph::{Field, MetadataGraph, Node, NodeId, Operand};
pub use import::{MetadataImport, Target};
