//! Constants, which metadata, globals and bodies share: how they are read into the tree of [`irtrip_dialect::constants`], and
//! the operations that stand for them in the model.

pub(crate) mod expressions;
pub(crate) mod materialize;
pub(crate) mod read;
