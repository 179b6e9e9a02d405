//! Rules between the types of an operation's values that a record states rather than code. MLIR, "Operation Definition
//! Specification", "Constraints".

use super::Place;
use super::type_set::TypeSet;
use crate::context::{Context, Type};
use crate::types::{Dim, TypeData};
use crate::verify::element_count;

/// A rule between the types of an operation's values.
#[derive(Clone, Copy, Debug)]
pub enum TypeRule {
    /// These places have the same of something.
    Same(Facet, &'static [Place]),
    /// The type of a place is in a set; the text says so in upstream's words.
    Is(Place, &'static TypeSet, &'static str),
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
            Facet::Shape => dims(ctx, first) == dims(ctx, second),
            Facet::ElementType => ctx.scalar_type(first) == ctx.scalar_type(second),
            Facet::ElementCount => dims(ctx, first).map(element_count) == dims(ctx, second).map(element_count),
        }
    }
}

fn dims(ctx: &Context, ty: Type) -> Option<&[Dim]> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => Some(dims),
        _ => None,
    }
}
