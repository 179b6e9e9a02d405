//! What is known of the memory that accesses touch: alias scopes, access groups, type-based alias analysis.

pub mod scopes;
pub mod tbaa;
