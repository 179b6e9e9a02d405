//! Step 3: the module's tables that bodies refer to by name or number: types, attribute groups, metadata nodes; and the
//! ThinLTO summary.

pub(crate) mod attribute_groups;
pub(crate) mod metadata;
mod specialized_nodes;
pub(crate) mod summary;
pub(crate) mod types;
