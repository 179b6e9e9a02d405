//! What a definition asks of its attributes and of the types of its operands and results.

pub mod attr_constraints;
pub mod type_constraint;
pub mod type_set;
