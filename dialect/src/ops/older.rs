//! What MLIR text of older releases spells otherwise: names of operations, and forms that leave more to the reader.
//!
//! Readers come to a form of an older release only where today's cannot be read, so that text of today costs nothing.
//! Pointers had a pointee up to MLIR 16, which took the place of the types that loads, stores and `llvm.getelementptr`
//! spell today.

use super::{FormatElement, Place};
use crate::release::Releases;

/// A form that an operation had.
#[derive(Clone, Copy, Debug)]
pub struct OlderForm {
    /// The releases that have it.
    pub releases: Releases,
    /// Whether the form starts like today's, up to the attribute dictionary; the elements are what follows it.
    pub after_attr_dict: bool,
    /// What the form is made of.
    pub elements: &'static [FormatElement],
    /// What the form does not spell.
    pub derived: &'static [(Derived, DerivedFrom)],
}

/// What follows from the rest of a form.
#[derive(Clone, Copy, Debug)]
pub enum Derived {
    /// The type of an operand or a result.
    Type(Place),
    /// A type that is the attribute of a name.
    Attr(&'static str),
}

/// What the rest of a form says of it.
#[derive(Clone, Copy, Debug)]
pub enum DerivedFrom {
    /// What the pointer points to whose type is the first in the form.
    Pointee,
    /// It is `!llvm.ptr`.
    Pointer,
    /// It is `i32`.
    I32,
    /// `#llvm.zero` for each item of the attribute of a name.
    ZeroOfEach(&'static str),
}
