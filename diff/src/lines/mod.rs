//! Finds in what two modules differ, once the structural hashes tell that they do.
//!
//! [`global_values`] matches the global values of two modules, by [`symbols`] where their names are made up, and
//! [`metadata_matching`] their metadata nodes. [`listing`] makes
//! the lines of a global value, [`block_order`] puts blocks in one order, [`alignment`] finds which lines of two listings belong together, by the
//! [`common_lines`] and, in short stretches, the [`weighed_pairs`] they have, and [`components`] takes a line apart into what can
//! differ by itself, with [`numbered`] for what refers to something by a number; [`changes`] links the differences that are one
//! change. [`module_facts`] compares what belongs to no global value: attributes of the module, named metadata, struct bodies, shared
//! metadata nodes. [`metadata_printer`] spells nodes, [`value_names`] holds the names of values and blocks.

pub mod alignment;
pub mod block_order;
mod changes;
mod common_lines;
pub mod components;
pub mod global_values;
pub mod listing;
pub mod metadata_matching;
mod metadata_printer;
pub mod module_facts;
mod numbered;
pub mod symbols;
pub mod value_names;
mod weighed_pairs;
