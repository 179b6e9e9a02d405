//! MLIR text: the grammar, the parser and the printer.

pub mod parse;
pub mod print;

pub use parse::{ParseOptions, parse, parse_attr, parse_type};
pub use print::{Labels, PrintOptions, print, print_attr, print_attr_start, print_to, print_type};
