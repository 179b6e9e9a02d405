//! Constants, which metadata, globals and bodies share: expressions, the pool that makes each once, and the
//! attributes that stand for them in the model.

pub(crate) mod attributes;
pub(crate) mod expressions;
pub(crate) mod materialize;
pub(crate) mod pool;
pub(crate) mod read;
