//! Two modules compared by what they say.
//!
//! No difference are: the names of values and blocks, the numbers of values, metadata nodes and attribute groups, the
//! order of module-level entities, and where a constant stands. All else is one. Each side has a context of its own.
//!
//! 1. [`normalize`](mod@normalize): where one module was LLVM IR and the other was not, both are brought into one form first
//! 2. [`keys`]: a 128-bit key for each type and attribute that is the same in every context; [`metadata`]: the same for
//!    metadata nodes, which refer to one another in cycles. In it, tagged blocks go by their places, a body's values and
//!    blocks by their order, its constants by what they are. Entities with equal keys are equal; that is the fast path
//! 3. [`lines`]: which entities, and which nodes, are one another's; where keys differ, the entities as lines, which lines
//!    are one another's, and in what they differ
//! 4. [`difference`]: what was found, as data; [`render`] shows it in its forms
//!
//! [`normalized_text()`] writes what a comparison sees of one module, [`stats()`] counts what it is made of.
//!
//! A key is a digest: two entities that differ have one key with a probability of about 2^-128 a pair.

mod category;
mod compare;
mod difference;
mod keys;
mod lines;
mod metadata;
mod module;
mod normalize;
mod normalized_text;
pub mod render;
mod stats;
mod strongly_connected_components;

use irtrip_dialect::{Context, Module, Str};

pub use category::{Category, UnknownCategory};
pub use compare::compare;
pub use difference::{Comparison, Difference, Entity, EntityKind, Hunk, Normalization, Options, Row, Side as RowSide};
pub use normalize::normalize;
pub use normalized_text::normalized_text;
pub use stats::{Counts, Stats, stats};

/// One side of a comparison.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The module's context.
    pub ctx: &'a Context,
    /// The module.
    pub module: &'a Module,
    /// The same module read with places in its file as locations, in the same context.
    pub places: Option<&'a Module>,
}

impl<'a> Side<'a> {
    /// A module and its context.
    pub fn new(ctx: &'a Context, module: &'a Module) -> Side<'a> {
        Side { ctx, module, places: None }
    }

    /// The names of the module's entities.
    pub fn names(self) -> impl Iterator<Item = Str> + 'a {
        lines::entities::symbols(self)
    }

    /// With the same module read with places.
    pub fn with_places(self, places: &'a Module) -> Side<'a> {
        Side { places: Some(places), ..self }
    }
}
