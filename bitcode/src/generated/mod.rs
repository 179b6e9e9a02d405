//! What is made of upstream's headers.

pub mod attribute_kinds;
