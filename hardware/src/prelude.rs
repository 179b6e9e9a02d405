//! What the files that are made of upstream's records are written with.

pub use irtrip_dialect::attr_table;
pub use irtrip_dialect::op_defs;
pub use irtrip_dialect::ops::FormatElement::*;
pub use irtrip_dialect::ops::TypeConstraint::*;
pub use irtrip_dialect::ops::attr_constraints;
pub use irtrip_dialect::ops::build::*;
pub use irtrip_dialect::ops::type_rules::{Facet, OfSize, TypeRule};
pub use irtrip_dialect::ops::type_set::{TypePattern, TypeSet, Vectors};
pub use irtrip_dialect::ops::*;
pub use irtrip_dialect::types::{FloatKind, SmallFloat};
pub use irtrip_dialect::word_sets::WordSet;

/// A set of words of which an attribute has one.
pub const fn one_word(
    mnemonic: &'static str,
    words: &'static [&'static str],
    wanted: &'static str,
    failed: &'static str,
) -> WordSet {
    WordSet { mnemonic, words, separator: "", all: "", none: false, wanted, failed }
}
