//! What the importer fails with.

use std::ops::Range;

/// Why LLVM assembly could not be read, and where.
///
/// The place is a range of bytes of the text; whoever has the text draws the caret.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct ImportError {
    /// Bytes of the text the message is about.
    pub span: Range<usize>,
    /// What is wrong there.
    pub kind: ImportErrorKind,
}

/// What is wrong with a piece of LLVM assembly, in llvm-as's words where it has them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportErrorKind {
    /// Something else should stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A value, local or global, that nothing defines.
    #[error("use of undefined value '{0}'")]
    UndefinedValue(String),
    /// A type name that nothing defines.
    #[error("use of undefined type named '{0}'")]
    UndefinedType(String),
    /// A metadata node that nothing defines.
    #[error("use of undefined metadata '!{0}'")]
    UndefinedMetadata(u32),
    /// A comdat that nothing defines.
    #[error("use of undefined comdat '${0}'")]
    UndefinedComdat(String),
    /// A name defined twice.
    #[error("redefinition of {what} '{name}'")]
    Redefinition {
        /// `global`, `local value`, `type`, ...
        what: &'static str,
        /// The name with its sigil.
        name: String,
    },
    /// A value used with another type than its own.
    #[error("'{name}' defined with type '{found}' but expected '{expected}'")]
    TypeMismatch {
        /// The value with its sigil.
        name: String,
        /// Its type.
        found: String,
        /// The type at the place of use.
        expected: String,
    },
    /// A number that is not the next one.
    #[error("{what} expected to be numbered '{expected}' or greater")]
    Numbering {
        /// `instruction`, `label`, ...
        what: &'static str,
        /// The lowest number that would do, with its sigil.
        expected: String,
    },
    /// A string without its closing quote.
    #[error("end of file in string constant")]
    UnterminatedString,
    /// Brackets nested beyond what the reader follows.
    #[error("nested too deeply")]
    TooDeep,
    /// Valid LLVM IR the importer has no form for.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// Valid LLVM IR that upstream's import fails on, in its words, a message a line.
    #[error("{0}")]
    Unhandled(String),
    /// Text that means nothing valid.
    #[error("{0}")]
    Invalid(String),
}

/// Inside the importer errors are boxed, which keeps results small.
pub(crate) type Res<T> = Result<T, Box<ImportError>>;
