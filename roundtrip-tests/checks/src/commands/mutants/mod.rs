//! The commands of checks with changed modules.

pub mod hand_edits;
pub mod metamorphic;
pub mod mutation;
pub mod planted;
