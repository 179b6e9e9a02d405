//! irtrip: grammar.

pub mod print;

pub use print::{PrintOptions, print, print_attr, print_type};
