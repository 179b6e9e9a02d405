//! Compares two modules by their structure.
//!
//! The comparison ignores what does not change a module's meaning: the names of values and blocks, the numbers of
//! values, metadata nodes and attribute groups, the order of the global values and of blocks, and the position of a constant's
//! operation. Any other difference is reported. Each module has a context of its own.
//!
//! 1. [`normalize`](mod@normalize): where one module was read from LLVM IR and the other was not, both are first
//!    brought into one form.
//! 2. [`structural_hash`]: a 128-bit hash of each type, attribute, metadata node and global value that does not depend
//!    on the context. Two global values with equal hashes are equal and not looked at any further, which is what makes
//!    the comparison of similar modules fast.
//! 3. [`lines`]: the global values and metadata nodes of both modules are matched. Matched global values with different
//!    hashes become lines, the lines are aligned, and two aligned lines are compared component by component.
//! 4. `source`: where the text of the modules is known, the lines become those of the text.
//! 5. [`difference`]: the result as data, which [`render`] shows in several forms.
//! 6. [`clusters`]: changes of many comparisons that say the same, counted once.
//!
//! [`normalized_text()`] writes a module as text such that equal modules have equal text; [`stats()`] counts what a
//! module consists of.
//!
//! Two unequal global values have the same hash with a probability of about 2^-128.

mod category;
pub mod clusters;
mod compare;
mod difference;
mod lines;
mod normalize;
mod normalized_text;
mod printer;
pub mod render;
mod scope;
mod source;
mod stats;
mod structural_hash;
mod without_hashes;

use irtrip_dialect::{Context, Module, Str};

pub use category::{Category, UnknownCategory};
pub use compare::{are_same, compare};
pub use difference::{
    ChangedPart, Comparison, DiffRow, Difference, Hunk, IgnoredName, Names, Normalization, Options, PartKind, RowSide,
};
pub use normalize::normalize;
pub use normalized_text::{name_by_place, normalized_text};
pub use source::{SourceText, with_written_places};
pub use stats::{Counts, Stats, stats};

/// One of the two modules of a comparison.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The module's context.
    pub ctx: &'a Context,
    /// The module.
    pub module: &'a Module,
    /// The text of the module, whose lines the rows of a comparison then show.
    pub source: Option<&'a SourceText<'a>>,
}

impl<'a> Side<'a> {
    /// A module whose text is not known.
    pub fn new(ctx: &'a Context, module: &'a Module) -> Side<'a> {
        Side { ctx, module, source: None }
    }

    /// The symbol names of the module's global values.
    pub fn names(self) -> impl Iterator<Item = Str> + 'a {
        lines::global_values::symbol_names(self)
    }

    /// The same module, as if its text were not known.
    fn without_source(self) -> Side<'a> {
        Side { source: None, ..self }
    }

    /// Adds the text of the module.
    pub fn with_source(self, source: &'a SourceText<'a>) -> Side<'a> {
        Side { source: Some(source), ..self }
    }
}
