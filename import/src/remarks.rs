//! What an import as upstream's tells besides its result.

use irtrip_dialect::Type;

/// A thing to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Upstream's form has no room for it, and no carrier holds it.
    Dropped {
        /// The byte of the text it stands at.
        at: usize,
        /// What it is.
        what: String,
    },
    /// Upstream warns that it passes over this part of the module's data layout.
    LayoutToken(String),
    /// Upstream warns that a function is called by another type than it has.
    IncompatibleCall {
        /// The type of the call.
        call: Type,
        /// The type of the function.
        callee: Type,
    },
}
