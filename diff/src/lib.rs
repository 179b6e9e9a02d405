//! Two modules compared by what they say.
//!
//! No difference are: the names of values and blocks, the numbers of values, metadata nodes and attribute groups, the
//! order of module-level entities, and where a constant stands. All else is one. Each side has a context of its own.
//!
//! 1. [`keys`]: a 128-bit key for each type and attribute that is the same in every context
//! 2. [`metadata`]: the same for metadata nodes, which refer to one another in cycles
//! 3. [`tags`], [`numbering`]: tagged blocks by their places, a body's values and blocks by their order, its constants by what they are
//! 4. [`body`]: a key for each module-level entity. Equal keys are equal entities; that is the fast path
//! 5. [`entities`], [`pairing`]: which entities, and which nodes, are one another's
//! 6. [`items`], [`align`], [`facets`]: where keys differ, the entities as lines, which lines are one another's, and in
//!    what they differ
//! 7. [`difference`]: what was found, as data; [`render`] shows it in its forms
//!
//! [`normalize()`] writes what a comparison sees of one module, [`stats()`] counts what it is made of.
//!
//! A key is a digest: two entities that differ have one key with a probability of about 2^-128 a pair.

mod align;
mod body;
mod category;
mod compare;
mod difference;
mod entities;
mod facets;
mod items;
mod keys;
mod metadata;
mod module;
mod normalize;
mod numbering;
mod pairing;
pub mod render;
mod shown;
mod stats;
mod strongly_connected_components;
mod tags;

use irtrip_dialect::{Context, Module, Str};

pub use category::{Category, UnknownCategory};
pub use compare::compare;
pub use difference::{Comparison, Difference, Entity, EntityKind, Hunk, Options, Row, Side as RowSide};
pub use normalize::normalize;
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
        entities::symbols(self)
    }

    /// With the same module read with places.
    pub fn with_places(self, places: &'a Module) -> Side<'a> {
        Side { places: Some(places), ..self }
    }
}
