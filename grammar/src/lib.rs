//! MLIR text: the grammar, the parser and the printer.

pub mod parse;

pub use parse::{ParseError, ParseErrorKind, ParseOptions, parse, parse_attr, parse_type};
