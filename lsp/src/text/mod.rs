//! A document's text: tokens, what is at its top level, and positions in it.

pub mod document;
pub mod lexer;
pub mod names;
pub mod position;
pub mod split;
