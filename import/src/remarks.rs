//! What an import as upstream's tells besides its result.

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
    /// A warning that upstream's import gives, in its words.
    Warning {
        /// Whether upstream says that it is the module's; otherwise it says no place.
        of_module: bool,
        /// What upstream says.
        message: String,
    },
}
