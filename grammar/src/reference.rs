//! The reference grammar of MLIR text, `mlir.pest`: what the language is, apart from how it is read.
//!
//! The reader ([`crate::parse`]) goes through a text with a cursor, since upstream's errors depend on the order in which
//! tokens are met. This grammar says in one page what that cursor takes: types, attributes, locations, aliases,
//! resources, and operations in the generic form. Tests hold the two to one language; a tool that makes MLIR text can
//! ask the grammar whether the text is well-formed without a context.

use pest::Parser as _;

use rules::{ReferenceGrammar, Rule};

/// What pest makes of the grammar: a rule a production.
mod rules {
    #![allow(missing_docs)]

    #[derive(pest_derive::Parser)]
    #[grammar = "mlir.pest"]
    pub(super) struct ReferenceGrammar;
}

/// Whether a text is one type.
///
/// ```
/// use irtrip_grammar::reference;
/// assert!(reference::is_type("!llvm.struct<packed (i32, ptr<3>)>"));
/// assert!(!reference::is_type("vector<4>"));
/// ```
pub fn is_type(text: &str) -> bool {
    ReferenceGrammar::parse(Rule::whole_type, text).is_ok()
}

/// Whether a text is one attribute.
pub fn is_attribute(text: &str) -> bool {
    ReferenceGrammar::parse(Rule::whole_attribute, text).is_ok()
}

/// Whether a text is a file with operations in the generic form alone.
pub fn is_generic_module(text: &str) -> bool {
    ReferenceGrammar::parse(Rule::toplevel, text).is_ok()
}
