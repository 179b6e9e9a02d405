//! Where keys differ: the entities as lines, which lines of two modules belong together, and in what they differ.
//!
//! [`entities`] pairs the entities of two modules, [`pairing`] their metadata nodes. [`items`] makes an entity's lines,
//! [`align`] puts those of two entities side by side, [`facets`] says what a line says thing by thing, and [`shown`]
//! spells types, attributes and operations.

pub mod align;
pub mod entities;
pub mod facets;
pub mod items;
pub mod pairing;
pub mod shown;
