//! Where keys differ: the entities as lines, which lines of two modules belong together, and in what they differ.
//!
//! [`entities`] pairs the entities of two modules, [`pairing`] their metadata nodes. [`items`] makes an entity's lines,
//! [`align`] puts those of two entities side by side, [`components`] takes a line apart into what can differ by itself, and [`printer`]
//! spells types, attributes and operations.

pub mod align;
pub mod components;
pub mod entities;
pub mod items;
pub mod pairing;
pub mod printer;
