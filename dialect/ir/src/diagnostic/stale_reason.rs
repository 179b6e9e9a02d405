//! Why an export does not believe a preserved attribute.

use std::borrow::Cow;

use super::{DiagnosticArgument, DiagnosticValue};

/// What is other than it was when a preserved attribute was made.
///
/// ```
/// use irtrip_dialect::diagnostic::StaleReason;
/// assert_eq!(StaleReason::NoLocation.words(), "its operation has no location");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaleReason {
    /// The structure of the function.
    Function,
    /// The structure of the module.
    Module,
    /// The number of the block's arguments.
    BlockArguments,
    /// The number of the block's predecessors.
    Predecessors,
    /// The operation's operands.
    Operands,
    /// The number of the arguments that a call has.
    FewerArguments,
    /// The result of a function or a call.
    Result,
    /// The symbol that the operation names.
    Symbol,
    /// The linkage of the operation's own symbol, or whether it is defined.
    Linkage,
    /// An attribute of the upstream form.
    Completed,
    /// The operation lost its location.
    NoLocation,
    /// The function has another subprogram than the location is in.
    Subprogram,
    /// The operation was copied, and the number with it.
    RepeatedNumber,
    /// As [`RepeatedNumber`](StaleReason::RepeatedNumber), of one of the numbers that the attribute holds.
    RepeatedNumberInside,
    /// The operation was copied out of the function that a record belongs to.
    ForeignRecord,
    /// A metadata node that a record names is gone from the module.
    NoNode,
    /// A symbol or block that a constant names is gone from the module.
    NoSymbol,
    /// The table that completes the operation's attributes is gone from the module.
    NoTable,
    /// The operation is no debug record.
    NoRecord,
    /// Control reaches the operation's block.
    Reachable,
    /// What follows a `musttail` call.
    NoReturn,
}

impl StaleReason {
    /// The reason in the words of a warning.
    pub const fn words(self) -> &'static str {
        match self {
            StaleReason::Function => "its function is not as it was imported",
            StaleReason::Module => "the module is not as it was imported",
            StaleReason::BlockArguments => "its block has another number of arguments",
            StaleReason::Predecessors => "its block has another number of predecessors",
            StaleReason::Operands => "its operation has other operands",
            StaleReason::FewerArguments => "its operation has fewer arguments",
            StaleReason::Result => "its operation has another result",
            StaleReason::Symbol => "its operation names another symbol",
            StaleReason::Linkage => "its symbol has another linkage, visibility or definition",
            StaleReason::Completed => "the attribute that it completes is another",
            StaleReason::NoLocation => "its operation has no location",
            StaleReason::Subprogram => "its function has another subprogram",
            StaleReason::RepeatedNumber => "its number is there more than once",
            StaleReason::RepeatedNumberInside => "a number in it is there more than once",
            StaleReason::ForeignRecord => "a record in it is of another function",
            StaleReason::NoNode => "a metadata node that it names is gone",
            StaleReason::NoSymbol => "a symbol or block that it names is gone",
            StaleReason::NoTable => "the table that completes its attributes is gone",
            StaleReason::NoRecord => "its operation is no debug record",
            StaleReason::Reachable => "its block can be reached",
            StaleReason::NoReturn => "no return is after the call",
        }
    }
}

impl DiagnosticValue for StaleReason {
    fn argument(&self) -> DiagnosticArgument {
        DiagnosticArgument::Text(Cow::Borrowed(self.words()))
    }
}
