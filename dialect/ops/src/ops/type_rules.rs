//! Rules between the types of an operation's values that a record states rather than code. MLIR, "Operation Definition
//! Specification", "Constraints".

use super::Place;
use super::type_set::{TypePattern, TypeSet};
use crate::context::{Context, Type};
use crate::verify::element_count;

/// A rule between the types of an operation's values.
#[derive(Clone, Copy, Debug)]
pub enum TypeRule {
    /// These places have the same of something.
    Same(Facet, &'static [Place]),
    /// The type of a place is in a set; the text says so in upstream's words.
    Is(Place, &'static TypeSet, &'static str),
    /// The type of the first place follows from the size of the second's; the text says so in upstream's words.
    Follows(Place, Place, OfSize, &'static str),
}

/// A type that follows from the first size of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfSize {
    /// An integer with a bit for each element.
    Bits,
    /// A vector with so many elements for each, of the only type of a pattern.
    Vector(u64, TypePattern),
}

impl OfSize {
    /// The type that follows from a vector; `None` for other types.
    pub fn type_for(self, ctx: &Context, vector: Type) -> Option<Type> {
        let size = ctx.vector_dims(vector)?.first()?.size?;
        match self {
            OfSize::Bits => Some(ctx.int_type(u32::try_from(size).ok()?)),
            OfSize::Vector(times, element) => {
                Some(ctx.vector_type(size.checked_mul(times)?, false, element.only_type(ctx)?))
            }
        }
    }
}

/// What of types is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facet {
    /// The whole type.
    Type,
    /// The sizes of a shape.
    Shape,
    /// The element type of a shape.
    ElementType,
    /// How many elements a shape has.
    ElementCount,
}

impl Facet {
    /// What upstream's messages call it.
    pub const fn words(self) -> &'static str {
        match self {
            Facet::Type => "type",
            Facet::Shape => "shape",
            Facet::ElementType => "element type",
            Facet::ElementCount => "element count",
        }
    }

    /// Whether two types have the same of it.
    pub fn is_same(self, ctx: &Context, first: Type, second: Type) -> bool {
        match self {
            Facet::Type => first == second,
            Facet::Shape => ctx.vector_dims(first) == ctx.vector_dims(second),
            Facet::ElementType => ctx.scalar_type(first) == ctx.scalar_type(second),
            Facet::ElementCount => {
                ctx.vector_dims(first).map(element_count) == ctx.vector_dims(second).map(element_count)
            }
        }
    }
}
