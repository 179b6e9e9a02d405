//! Sets of types that a table made from upstream's records lists: [`TypeConstraint::Set`](crate::ops::TypeConstraint::Set).

use crate::context::{Context, Type};
use crate::ops::shaped::sizes_and_element;
use crate::ops::type_constraint::{MEMREF, TypeClass, VECTOR};
use crate::types::{Dim, FloatKind, Signedness, TypeData};

/// A set of types, with what upstream's messages call it.
#[derive(PartialEq, Eq, Debug)]
pub struct TypeSet {
    /// Upstream's words.
    pub words: &'static str,
    /// Each type of the set is one of these.
    pub types: &'static [TypePattern],
}

/// Types of one shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypePattern {
    /// Any type.
    Any,
    /// A type of the LLVM dialect.
    LlvmType,
    /// A signless integer of any width.
    AnyInteger,
    /// A signless integer of this width.
    Integer(u32),
    /// A floating-point type that LLVM has.
    LlvmFloat,
    /// A float of this kind.
    Float(FloatKind),
    /// A pointer of any address space.
    AnyPointer,
    /// A pointer of this address space.
    Pointer(u32),
    /// A struct.
    Struct,
    /// A struct of these.
    StructOf(&'static [TypePattern]),
    /// A vector of one of these.
    VectorOf(Vectors, &'static [TypePattern]),
    /// A ranked memref of one of these; of any where there is none.
    MemRefOf(&'static [TypePattern]),
    /// `!dialect.mnemonic<2x3xtype>`: a type of a dialect with a shape of two dimensions, of one of these.
    MatrixOf(&'static str, &'static [TypePattern]),
}

/// Which vectors fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vectors {
    /// The numbers of elements, or, of any rank, the last dimension's lengths; any where there is none.
    pub lengths: &'static [u64],
    /// Whether the last dimension is not scalable, or is; `None` for either.
    pub scalable: Option<bool>,
    /// Whether there may be more dimensions, which are not scalable.
    pub any_rank: bool,
}

impl Vectors {
    fn contains(self, dims: &[Dim]) -> bool {
        let Some((dim, outer)) = dims.split_last() else { return false };
        if !self.any_rank && !self.lengths.is_empty() {
            // A length is the number of all elements.
            let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size?));
            return self.scalable.is_none_or(|scalable| dim.scalable == scalable)
                && count.is_some_and(|count| self.lengths.contains(&count));
        }
        let has_rank = outer.is_empty() || self.any_rank && outer.iter().all(|dim| !dim.scalable);
        has_rank
            && self.scalable.is_none_or(|scalable| dim.scalable == scalable)
            && (self.lengths.is_empty() || dim.size.is_some_and(|size| self.lengths.contains(&size)))
    }
}

impl TypeSet {
    /// Whether a type is in the set.
    pub fn contains(&self, ctx: &Context, ty: Type) -> bool {
        self.types.iter().any(|pattern| pattern.matches(ctx, ty))
    }

    /// The one kind of type that a custom form accepts for the set, if there is one.
    pub(super) fn class(&self) -> Option<TypeClass> {
        match self.types {
            [pattern] => pattern.class(),
            _ => None,
        }
    }

    /// The type of a set that has one.
    pub fn only_type(&self, ctx: &Context) -> Option<Type> {
        match self.types {
            [pattern] => pattern.only_type(ctx),
            _ => None,
        }
    }
}

impl TypePattern {
    /// Whether a type has this shape. Patterns nest two deep.
    pub fn matches(&self, ctx: &Context, ty: Type) -> bool {
        let data = ctx.type_data(ty);
        let is_signless = |data: &TypeData| matches!(data, TypeData::Integer { signedness: Signedness::Signless, .. });
        match self {
            TypePattern::Any => true,
            TypePattern::LlvmType => ctx.is_llvm_type(ty),
            TypePattern::AnyInteger => is_signless(data),
            TypePattern::Integer(bits) => {
                is_signless(data) && matches!(data, TypeData::Integer { width, .. } if width == bits)
            }
            TypePattern::LlvmFloat => matches!(data, TypeData::Float(kind) if kind.llvm().is_some()),
            TypePattern::Float(wanted) => matches!(data, TypeData::Float(kind) if kind == wanted),
            TypePattern::AnyPointer => matches!(data, TypeData::Pointer { .. }),
            TypePattern::Pointer(space) => {
                matches!(data, TypeData::Pointer { address_space } if address_space == space)
            }
            TypePattern::Struct => matches!(data, TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. }),
            TypePattern::StructOf(members) => match data {
                TypeData::LiteralStruct { elements, .. } => {
                    elements.len() == members.len()
                        && members.iter().zip(elements).all(|(member, ty)| member.matches(ctx, *ty))
                }
                _ => false,
            },
            TypePattern::VectorOf(vectors, elements) => match data {
                TypeData::Vector { dims, element } => {
                    vectors.contains(dims) && elements.iter().any(|pattern| pattern.matches(ctx, *element))
                }
                _ => false,
            },
            TypePattern::MemRefOf(elements) => match data {
                TypeData::MemRef { dims: Some(_), element, .. } => {
                    elements.is_empty() || elements.iter().any(|pattern| pattern.matches(ctx, *element))
                }
                _ => false,
            },
            TypePattern::MatrixOf(name, elements) => {
                sizes_and_element(ctx, ty, name).is_some_and(|(sizes, element)| {
                    sizes.len() == 2 && elements.iter().any(|pattern| pattern.matches(ctx, element))
                })
            }
        }
    }

    /// The one kind of type that a custom form accepts for the pattern, if there is one.
    fn class(&self) -> Option<TypeClass> {
        match self {
            TypePattern::VectorOf(..) => Some(VECTOR),
            TypePattern::MemRefOf(_) => Some(MEMREF),
            _ => None,
        }
    }

    /// The type of a pattern that has one.
    pub fn only_type(&self, ctx: &Context) -> Option<Type> {
        match self {
            TypePattern::Integer(bits) => Some(ctx.int_type(*bits)),
            TypePattern::Float(kind) => Some(ctx.float_type(*kind)),
            TypePattern::Pointer(space) => Some(ctx.ptr_type(*space)),
            TypePattern::StructOf(members) => {
                let members: Option<Vec<Type>> = members.iter().map(|member| member.only_type(ctx)).collect();
                Some(ctx.literal_struct(false, &members?))
            }
            TypePattern::VectorOf(
                Vectors { lengths: [length], scalable: Some(scalable), any_rank: false },
                [element],
            ) => Some(ctx.vector_type(*length, *scalable, element.only_type(ctx)?)),
            _ => None,
        }
    }
}
