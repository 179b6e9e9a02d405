//! The commands that say what there is: of the command line, and of the operations.

pub mod completions;
pub mod help;
pub mod man;
pub mod ops;
