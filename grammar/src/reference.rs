//! The reference grammar of MLIR text, `mlir.pest`: what the language is, apart from how it is read.
//!
//! The reader ([`crate::parse`]) goes through a text with a cursor, since upstream's errors depend on the order in which
//! tokens are met. This grammar says in one page what that cursor accepts: types, attributes, locations, aliases,
//! resources, and operations in the generic form. Tests hold the two to one language; a tool that makes MLIR text can
//! ask the grammar whether the text is well-formed without a context.

use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ParseCode};
use pest::Parser as _;
use pest::error::InputLocation;

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

/// Checks that a text is a file with operations in the generic form alone.
///
/// # Errors
/// Where the grammar does not go on.
///
/// ```
/// use irtrip_grammar::reference;
/// assert_eq!(reference::check_generic_module("\"a\"() : () -> ()"), Ok(()));
/// let error = reference::check_generic_module("a.b : i32").unwrap_err();
/// assert_eq!(error.to_string(), "expected what the reference grammar has here");
/// ```
pub fn check_generic_module(text: &str) -> DiagnosticResult<()> {
    let ended = on_deep_stack(|| ReferenceGrammar::parse(Rule::toplevel, text).map(drop));
    ended.map_err(|error| {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        Box::new(Diagnostic::new(ParseCode::Expected("what the reference grammar has here"), at..at))
    })
}
