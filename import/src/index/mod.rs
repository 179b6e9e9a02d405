//! Step 2: the names of a module's global values and comdats, and the blocks whose addresses are taken.

pub(crate) mod symbols;
