//! Definitions that `cargo xtask tables` makes of upstream's records.

#[rustfmt::skip]
pub mod intrinsics;

/// What the definitions are written with.
mod prelude {
    pub(super) use crate::attr_table;
    pub(super) use crate::enums;
    pub(super) use crate::ops::FormatElement::*;
    pub(super) use crate::ops::TypeConstraint::*;
    pub(super) use crate::ops::build::*;
    pub(super) use crate::ops::type_rules::{Facet, TypeRule};
    pub(super) use crate::ops::type_set::{TypePattern, TypeSet, Vectors};
    pub(super) use crate::ops::*;
}
