//! What can stop an export, and where.

use irtrip_dialect::Attr;

/// Why a module, or one operation of it, has no form in LLVM IR.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// An operation of a dialect LLVM IR knows nothing of, or one that does not belong where it stands.
    #[error("operation '{0}' has no form in LLVM IR")]
    Operation(String),
    /// A type LLVM IR does not have.
    #[error("type has no form in LLVM IR: {0}")]
    Type(String),
    /// An attribute that holds no constant of the type it should.
    #[error("attribute is no constant of LLVM IR")]
    Constant,
    /// An attribute that must be there and is not, or is of another kind.
    #[error("attribute '{0}' is missing or malformed")]
    Attribute(&'static str),
    /// A symbol nothing defines.
    #[error("undefined symbol '@{0}'")]
    Symbol(String),
    /// A value that nothing defines, or that has no form where it is used.
    #[error("use of an undefined value")]
    Value,
    /// A block that nothing in the function is.
    #[error("use of an undefined block")]
    Block,
    /// An edge that passes another number of operands than its block has arguments.
    #[error("edge passes {passed} operands to a block of {expected} arguments")]
    Edge {
        /// How many it passes.
        passed: usize,
        /// How many there are.
        expected: usize,
    },
    /// A block that does not end in a terminator.
    #[error("block has no terminator")]
    Terminator,
    /// A constant or type deeper, or larger when written out, than any reader takes.
    #[error("constant or type nests too deeply to be written")]
    Nesting,
    /// A metadata node of a kind, or with a field or a kind of value in it, that LLVM has not.
    #[error("attribute 'irtrip.nodes' is malformed: {0}")]
    MetadataNode(irtrip_dialect::metadata::InvalidNode),
    /// A global's region that does not return a constant.
    #[error("initializer is no constant")]
    Initializer,
}

/// A kind of error and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}{kind}")]
pub struct ExportError {
    /// The symbol and the operation.
    pub place: Place,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// Where an error is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The name of the function, variable, alias or ifunc; empty at module level.
    pub symbol: String,
    /// The operation's name; empty where it is the symbol as a whole.
    pub operation: String,
    /// The operation's location.
    pub loc: Option<Attr>,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.symbol.is_empty(), self.operation.is_empty()) {
            (true, true) => Ok(()),
            (true, false) => write!(f, "'{}': ", self.operation),
            (false, true) => write!(f, "@{}: ", self.symbol),
            (false, false) => write!(f, "@{}: '{}': ", self.symbol, self.operation),
        }
    }
}
