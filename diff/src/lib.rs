//! Two modules compared by what they say.
//!
//! No difference are: the names of values and blocks, the numbers of values, metadata nodes and attribute groups, the
//! order of module-level entities, and where a constant stands. All else is one. Each side has a context of its own.
//!
//! 1. [`keys`]: a 128-bit key for each type and attribute that is the same in every context
//! 2. [`nodes`]: the same for metadata nodes, which refer to one another in circles
//! 3. [`numbering`]: a body's values and blocks by their order, its constants by what they are
//! 4. [`body`]: a key for each module-level entity. Equal keys are equal entities; that is the fast path
//! 5. [`lines`], [`align`]: where keys differ, the entities as lines, and which operations are one another's
//! 6. [`report`]: the lines that differ, as a unified diff
//!
//! A key is a digest: two entities that differ have one key with a probability of 2^-128 a pair.

mod align;
mod body;
mod keys;
mod lines;
mod module;
mod nodes;
mod numbering;
mod report;
mod shown;

use irtrip_dialect::{Context, Module};

pub use module::compare;
pub use report::{Change, Comparison, Hunk, Line, Section};

/// One side of a comparison.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The module's context.
    pub ctx: &'a Context,
    /// The module.
    pub module: &'a Module,
}

impl<'a> Side<'a> {
    /// A module and its context.
    pub fn new(ctx: &'a Context, module: &'a Module) -> Side<'a> {
        Side { ctx, module }
    }
}
