//! What an import of the crate's modules fails with.

use irtrip_dialect::diagnostic::Diagnostic;

/// Why a module could not be imported.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{kind}", function.as_ref().map_or(String::new(), |name| format!("in @{name}: ")))]
pub struct LlvmIrError {
    /// The name of the module.
    pub module: String,
    /// The function it is about.
    pub function: Option<String>,
    /// What is wrong.
    pub kind: LlvmIrErrorKind,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LlvmIrErrorKind {
    /// LLVM does not take the module.
    #[error("{0}")]
    Read(String),
    /// The crate panicked.
    #[error("the crate llvm-ir cannot hold the module: {0}")]
    Panicked(String),
    /// The crate does not hold enough of it.
    #[error("{0} is not supported by the crate llvm-ir")]
    Unsupported(&'static str),
    /// What the crate holds is no valid module.
    #[error("{0}")]
    Invalid(Box<Diagnostic>),
}

impl From<Box<Diagnostic>> for LlvmIrErrorKind {
    fn from(error: Box<Diagnostic>) -> LlvmIrErrorKind {
        LlvmIrErrorKind::Invalid(error)
    }
}
