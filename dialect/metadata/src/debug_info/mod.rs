//! Debug-info nodes and the LLVM dialect's `#llvm.di_*` attributes; LangRef, "Specialized Metadata Nodes".
//!
//! - [`attributes`]: for each attribute the node that it stands for, and the parameter after each field.
//! - [`from_nodes`]: the attributes of nodes.
//! - [`to_nodes`]: the nodes of attributes and of locations.
//! - [`import`]: both of these over a whole module, to learn what the attributes do not return.

pub(crate) mod attributes;
pub(crate) mod from_nodes;
pub(crate) mod import;
pub(crate) mod to_nodes;

pub use import::DebugImport;
