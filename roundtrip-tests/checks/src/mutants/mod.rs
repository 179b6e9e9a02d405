//! Modules that are changed: in a place, in many at once, or in what says nothing.

pub mod hand_edits;
pub mod metamorphic;
pub mod mutation;
pub mod planted;
