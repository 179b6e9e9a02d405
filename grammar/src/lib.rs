//! MLIR text: the parser, the printer, and the reference grammar.

pub mod parse;
pub mod print;
#[cfg(feature = "reference")]
pub mod reference;

pub use parse::{AttrTexts, ParseOptions, parse, parse_attr, parse_type};
pub use print::{
    Labels, PrintOptions, print, print_attr, print_attr_numbered, print_attr_start, print_to, print_type,
    print_type_for, print_type_start,
};
