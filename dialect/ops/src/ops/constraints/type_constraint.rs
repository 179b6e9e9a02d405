//! What each [`TypeConstraint`] contains, and what a message calls it: the dialect's type constraints.

use crate::context::{Context, Type};
use crate::ops::TypeConstraint;
use crate::types::{FloatKind, Signedness, TypeData, well_known as types};

impl TypeConstraint {
    /// Whether `ty` is one of the set. Looks at `ty` and at a vector's element type, no deeper.
    pub fn contains(self, ctx: &Context, ty: Type) -> bool {
        let data = ctx.type_data(ty);
        match self {
            TypeConstraint::Any => true,
            TypeConstraint::LlvmType => ctx.is_llvm_type(ty),
            TypeConstraint::Int => is_signless(data),
            TypeConstraint::IntLike => scalar_or_vector(ctx, data, &is_signless),
            TypeConstraint::I1 => is_int(data, 1),
            TypeConstraint::I1Like => scalar_or_vector(ctx, data, &|d| is_int(d, 1)),
            TypeConstraint::I8 => is_int(data, 8),
            TypeConstraint::I32 => is_int(data, 32),
            TypeConstraint::Float => is_llvm_float(data),
            TypeConstraint::AnyFloat => matches!(data, TypeData::Float(_)),
            TypeConstraint::FloatLike => scalar_or_vector(ctx, data, &is_llvm_float),
            TypeConstraint::Pointer => is_pointer(data),
            TypeConstraint::PointerLike => scalar_or_vector(ctx, data, &is_pointer),
            TypeConstraint::DefaultPointer => matches!(data, TypeData::Pointer { address_space: 0 }),
            TypeConstraint::IntOrPointer => is_signless(data) || is_pointer(data),
            TypeConstraint::IntOrPointerLike => scalar_or_vector(ctx, data, &|d| is_signless(d) || is_pointer(d)),
            TypeConstraint::Vector => is_vector_of(ctx, data, &|_| true),
            TypeConstraint::FixedVector => is_fixed_vector(data) && is_vector_of(ctx, data, &|_| true),
            TypeConstraint::VectorOfInt => is_vector_of(ctx, data, &is_signless),
            TypeConstraint::VectorOfI1 => is_vector_of(ctx, data, &|d| is_int(d, 1)),
            TypeConstraint::VectorOfFloat => is_vector_of(ctx, data, &|d| matches!(d, TypeData::Float(_))),
            TypeConstraint::VectorOfPointer => is_vector_of(ctx, data, &is_pointer),
            TypeConstraint::Aggregate => is_struct(data) || matches!(data, TypeData::Array { .. }),
            TypeConstraint::Struct => is_struct(data),
            TypeConstraint::Primitive => {
                ctx.is_llvm_type(ty) && !matches!(data, TypeData::Void | TypeData::LlvmFunction { .. })
            }
            TypeConstraint::NonAggregate => {
                ctx.is_llvm_type(ty) && !is_struct(data) && !matches!(data, TypeData::Array { .. })
            }
            TypeConstraint::Token => matches!(data, TypeData::Token),
            TypeConstraint::Sized => ctx.is_loadable(ty),
            TypeConstraint::AtomicRmw => {
                let scalar = is_llvm_float(data) || is_pointer(data) || is_signless(data);
                scalar || TypeConstraint::FixedVector.contains(ctx, ty)
            }
            TypeConstraint::Index => matches!(data, TypeData::Index),
            TypeConstraint::IntegerLike => scalar_or_shaped(ctx, data, &is_signless),
            TypeConstraint::IntegerOrIndexLike => {
                scalar_or_shaped(ctx, data, &|d| is_signless(d) || matches!(d, TypeData::Index))
            }
            TypeConstraint::FloatingLike => scalar_or_shaped(ctx, data, &|d| matches!(d, TypeData::Float(_))),
            TypeConstraint::BoolLike => scalar_or_shaped(ctx, data, &|d| is_int(d, 1)),
            TypeConstraint::IndexCast => {
                let element = |d: &TypeData| is_signless(d) || matches!(d, TypeData::Index);
                scalar_or_shaped(ctx, data, &element)
                    || matches!(data, TypeData::MemRef { element: e, .. } if element(ctx.type_data(*e)))
            }
            TypeConstraint::AnyInteger => matches!(data, TypeData::Integer { .. }),
            TypeConstraint::IntOrIndex => is_signless(data) || matches!(data, TypeData::Index),
            TypeConstraint::BitcastLike => {
                let element = |d: &TypeData| is_signless(d) || matches!(d, TypeData::Float(_));
                scalar_or_shaped(ctx, data, &element)
                    || matches!(data, TypeData::MemRef { element: e, .. } if element(ctx.type_data(*e)))
            }
            TypeConstraint::DimMemRef => {
                matches!(data, TypeData::MemRef { dims, .. } if dims.as_ref().is_none_or(|dims| !dims.is_empty()))
            }
            TypeConstraint::Complex => {
                matches!(data, TypeData::Complex(e) if matches!(ctx.type_data(*e), TypeData::Float(_)))
            }
            TypeConstraint::Function => matches!(data, TypeData::Function { .. }),
            TypeConstraint::MemRef => matches!(data, TypeData::MemRef { dims: Some(_), .. }),
            TypeConstraint::AnyMemRef => matches!(data, TypeData::MemRef { .. }),
            TypeConstraint::AnyIntegerOrIndex => matches!(data, TypeData::Integer { .. } | TypeData::Index),
            TypeConstraint::IntOrFloat => is_signless(data) || matches!(data, TypeData::Float(_)),
            TypeConstraint::StaticMemRef => {
                matches!(data, TypeData::MemRef { dims: Some(dims), .. } if dims.iter().all(|dim| dim.size.is_some()))
            }
            TypeConstraint::NumberMemRef => {
                is_memref_of(ctx, data, None, &|d| is_signless(d) || matches!(d, TypeData::Float(_)))
            }
            TypeConstraint::StridedMemRef => is_memref_of(ctx, data, None, &|_| true),
            TypeConstraint::StridedMemRef0 => is_memref_of(ctx, data, Some(0), &|_| true),
            TypeConstraint::MemRef1 => is_memref_of(ctx, data, Some(1), &|_| true),
            TypeConstraint::IndexMemRef1 => {
                is_memref_of(ctx, data, Some(1), &|d| is_signless(d) || matches!(d, TypeData::Index))
            }
            TypeConstraint::ByteMemRef1 => is_memref_of(ctx, data, Some(1), &|d| is_int(d, 8)),
            TypeConstraint::Tensor => matches!(data, TypeData::Tensor { dims: Some(_), .. }),
            TypeConstraint::AnyComplex => matches!(data, TypeData::Complex(_)),
            TypeConstraint::Set(set) => set.contains(ctx, ty),
        }
    }

    /// The type of a set that has one.
    pub fn only_type(self, ctx: &Context) -> Option<Type> {
        match self {
            TypeConstraint::I1 => Some(types::I1),
            TypeConstraint::I8 => Some(types::I8),
            TypeConstraint::I32 => Some(types::I32),
            TypeConstraint::Index => Some(types::INDEX),
            TypeConstraint::Token => Some(types::TOKEN),
            TypeConstraint::DefaultPointer => Some(types::PTR),
            TypeConstraint::Set(set) => set.only_type(ctx),
            _ => None,
        }
    }

    /// The one kind of type that a custom form takes for the set: its name, empty where upstream's message has none.
    pub fn class(self, data: &TypeData) -> Option<&'static str> {
        let (fits, name) = match self {
            TypeConstraint::MemRef
            | TypeConstraint::StaticMemRef
            | TypeConstraint::NumberMemRef
            | TypeConstraint::MemRef1
            | TypeConstraint::IndexMemRef1
            | TypeConstraint::ByteMemRef1
            | TypeConstraint::StridedMemRef
            | TypeConstraint::StridedMemRef0 => {
                (matches!(data, TypeData::MemRef { dims: Some(_), .. }), "builtin.memref")
            }
            TypeConstraint::Tensor => (matches!(data, TypeData::Tensor { dims: Some(_), .. }), "builtin.tensor"),
            TypeConstraint::AnyMemRef | TypeConstraint::DimMemRef => (matches!(data, TypeData::MemRef { .. }), ""),
            TypeConstraint::Complex | TypeConstraint::AnyComplex => {
                (matches!(data, TypeData::Complex(_)), "builtin.complex")
            }
            TypeConstraint::Function => (matches!(data, TypeData::Function { .. }), "builtin.function"),
            TypeConstraint::Vector
            | TypeConstraint::FixedVector
            | TypeConstraint::VectorOfInt
            | TypeConstraint::VectorOfI1
            | TypeConstraint::VectorOfFloat
            | TypeConstraint::VectorOfPointer => (matches!(data, TypeData::Vector { .. }), "builtin.vector"),
            TypeConstraint::Set(set) => set.class(data)?,
            _ => return None,
        };
        (!fits).then_some(name)
    }

    /// What upstream's messages call the set.
    pub fn describe(self) -> &'static str {
        match self {
            TypeConstraint::Any => "any type",
            TypeConstraint::LlvmType => "LLVM dialect-compatible type",
            TypeConstraint::Int => "signless integer",
            TypeConstraint::IntLike => "signless integer or LLVM dialect-compatible vector of signless integer",
            TypeConstraint::I1 => "1-bit signless integer",
            TypeConstraint::I1Like => {
                "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer"
            }
            TypeConstraint::I8 => "8-bit signless integer",
            TypeConstraint::I32 => "32-bit signless integer",
            TypeConstraint::Float => "floating point LLVM type",
            TypeConstraint::AnyFloat => "floating-point",
            TypeConstraint::FloatLike => {
                "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type"
            }
            TypeConstraint::Pointer => "LLVM pointer type",
            TypeConstraint::PointerLike => "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
            TypeConstraint::DefaultPointer => "LLVM pointer in address space 0",
            TypeConstraint::IntOrPointer => "signless integer or LLVM pointer type",
            TypeConstraint::IntOrPointerLike => {
                "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM \
                 dialect-compatible vector of LLVM pointer type"
            }
            TypeConstraint::Vector => "LLVM dialect-compatible vector type",
            TypeConstraint::FixedVector => "LLVM dialect-compatible fixed-length vector type",
            TypeConstraint::VectorOfInt => "LLVM dialect-compatible vector of signless integer",
            TypeConstraint::VectorOfI1 => "LLVM dialect-compatible vector of 1-bit signless integer",
            TypeConstraint::VectorOfFloat => "LLVM dialect-compatible vector of floating-point",
            TypeConstraint::VectorOfPointer => "LLVM dialect-compatible vector of LLVM pointer type",
            TypeConstraint::Aggregate => "LLVM aggregate type",
            TypeConstraint::Struct => "LLVM structure type",
            TypeConstraint::Primitive => "primitive LLVM type",
            TypeConstraint::NonAggregate => "LLVM-compatible non-aggregate type",
            TypeConstraint::Token => "LLVM token type",
            TypeConstraint::Sized => "LLVM type with size",
            TypeConstraint::AtomicRmw => {
                "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible \
                 fixed-length vector type"
            }
            TypeConstraint::Index => "index",
            TypeConstraint::IntegerLike => "signless-fixed-width-integer-like",
            TypeConstraint::IntegerOrIndexLike => "signless-integer-like",
            TypeConstraint::FloatingLike => "floating-point-like",
            TypeConstraint::BoolLike => "bool-like",
            TypeConstraint::IndexCast => "signless-integer-like or memref of signless-integer",
            TypeConstraint::AnyInteger => "integer",
            TypeConstraint::IntOrIndex => "signless integer or index",
            TypeConstraint::BitcastLike => "signless-integer-or-float-like or memref of signless-integer or float",
            TypeConstraint::DimMemRef => "unranked.memref of any type values or non-0-ranked.memref of any type values",
            TypeConstraint::Complex => "complex type with floating-point elements",
            TypeConstraint::Function => "function type",
            TypeConstraint::MemRef => "memref of any type values",
            TypeConstraint::AnyMemRef => "ranked or unranked memref of any type values",
            TypeConstraint::AnyIntegerOrIndex => "integer or index",
            TypeConstraint::IntOrFloat => "signless integer or floating-point",
            TypeConstraint::StaticMemRef => "statically shaped memref of any type values",
            TypeConstraint::NumberMemRef => "memref of signless integer or floating-point values",
            TypeConstraint::MemRef1 => "1D memref of any type values",
            TypeConstraint::IndexMemRef1 => "1D memref of signless integer or index values",
            TypeConstraint::ByteMemRef1 => "1D memref of 8-bit signless integer values",
            TypeConstraint::StridedMemRef => "strided memref of any type values",
            TypeConstraint::StridedMemRef0 => "strided memref of any type values of rank 0",
            TypeConstraint::Tensor => "ranked tensor of any type values",
            TypeConstraint::AnyComplex => "complex-type",
            TypeConstraint::Set(set) => set.words,
        }
    }
}

/// Whether a type is a memref of a rank, if one is asked for, with elements that fit.
fn is_memref_of(ctx: &Context, data: &TypeData, rank: Option<usize>, element_fits: &dyn Fn(&TypeData) -> bool) -> bool {
    matches!(data, TypeData::MemRef { dims: Some(dims), element, .. }
        if rank.is_none_or(|rank| dims.len() == rank) && element_fits(ctx.type_data(*element)))
}

fn is_signless(data: &TypeData) -> bool {
    matches!(data, TypeData::Integer { signedness: Signedness::Signless, .. })
}

fn is_int(data: &TypeData, bits: u32) -> bool {
    matches!(data, TypeData::Integer { signedness: Signedness::Signless, width } if *width == bits)
}

fn is_llvm_float(data: &TypeData) -> bool {
    matches!(data, TypeData::Float(kind) if kind.llvm().is_some())
}

fn is_pointer(data: &TypeData) -> bool {
    matches!(data, TypeData::Pointer { .. })
}

fn is_struct(data: &TypeData) -> bool {
    matches!(data, TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. })
}

/// The element type of a vector of LLVM's kind.
fn vector_element(data: &TypeData) -> Option<Type> {
    match data {
        TypeData::Vector { dims, element } if dims.len() == 1 => Some(*element),
        _ => None,
    }
}

fn is_fixed_vector(data: &TypeData) -> bool {
    matches!(data, TypeData::Vector { dims, .. } if matches!(**dims, [dim] if !dim.scalable))
}

/// The elements of upstream's vectors are integers, pointers and floats of the builtin dialect: not `ppc_fp128`.
fn is_vector_of(ctx: &Context, data: &TypeData, element: &dyn Fn(&TypeData) -> bool) -> bool {
    let data = vector_element(data).map(|e| ctx.type_data(e));
    data.is_some_and(|data| !matches!(data, TypeData::Float(FloatKind::PpcF128)) && element(data))
}

fn scalar_or_vector(ctx: &Context, data: &TypeData, element: &dyn Fn(&TypeData) -> bool) -> bool {
    element(data) || is_vector_of(ctx, data, element)
}

/// The element itself, or a vector or tensor of any shape of it.
fn scalar_or_shaped(ctx: &Context, data: &TypeData, element: &dyn Fn(&TypeData) -> bool) -> bool {
    match data {
        TypeData::Vector { element: e, .. } | TypeData::Tensor { element: e, .. } => element(ctx.type_data(*e)),
        _ => element(data),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::StructBody;

    const ALL: &[TypeConstraint] = &[
        TypeConstraint::Any,
        TypeConstraint::LlvmType,
        TypeConstraint::Int,
        TypeConstraint::IntLike,
        TypeConstraint::I1,
        TypeConstraint::I1Like,
        TypeConstraint::I8,
        TypeConstraint::I32,
        TypeConstraint::Float,
        TypeConstraint::AnyFloat,
        TypeConstraint::FloatLike,
        TypeConstraint::Pointer,
        TypeConstraint::PointerLike,
        TypeConstraint::DefaultPointer,
        TypeConstraint::IntOrPointer,
        TypeConstraint::IntOrPointerLike,
        TypeConstraint::Vector,
        TypeConstraint::FixedVector,
        TypeConstraint::VectorOfInt,
        TypeConstraint::VectorOfI1,
        TypeConstraint::VectorOfFloat,
        TypeConstraint::VectorOfPointer,
        TypeConstraint::Aggregate,
        TypeConstraint::Struct,
        TypeConstraint::Primitive,
        TypeConstraint::NonAggregate,
        TypeConstraint::Token,
        TypeConstraint::Sized,
        TypeConstraint::AtomicRmw,
        TypeConstraint::Index,
    ];

    fn sets_of(ctx: &Context, ty: Type) -> Vec<TypeConstraint> {
        ALL.iter().copied().filter(|s| s.contains(ctx, ty)).collect()
    }

    #[test]
    fn a_type_is_in_the_sets_that_name_it() {
        let ctx = Context::new();
        use TypeConstraint::*;
        let i8_sets = [
            Any,
            LlvmType,
            Int,
            IntLike,
            I8,
            IntOrPointer,
            IntOrPointerLike,
            Primitive,
            NonAggregate,
            Sized,
            AtomicRmw,
        ];
        assert_eq!(sets_of(&ctx, types::I8), i8_sets);
        assert_eq!(sets_of(&ctx, types::INDEX), [Any, Index]);
        assert_eq!(sets_of(&ctx, types::VOID), [Any, LlvmType, NonAggregate]);
        let mask = ctx.vector_type(4, true, types::I1);
        let mask_sets = [
            Any,
            LlvmType,
            IntLike,
            I1Like,
            IntOrPointerLike,
            Vector,
            VectorOfInt,
            VectorOfI1,
            Primitive,
            NonAggregate,
            Sized,
        ];
        assert_eq!(sets_of(&ctx, mask), mask_sets);
        let f8 = ctx.float_type(FloatKind::Small(crate::types::SmallFloat::F8E5M2));
        assert_eq!(sets_of(&ctx, f8), [Any, AnyFloat]);
        let pair = ctx.literal_struct(false, &[types::I8, types::PTR]);
        assert_eq!(sets_of(&ctx, pair), [Any, LlvmType, Aggregate, Struct, Primitive, Sized]);
    }

    #[test]
    fn a_vector_of_ppc_fp128_is_a_type_and_no_vector() {
        let ctx = Context::new();
        let ty = ctx.vector_type(2, false, ctx.float_type(FloatKind::PpcF128));
        assert_eq!(
            sets_of(&ctx, ty),
            [
                TypeConstraint::Any,
                TypeConstraint::LlvmType,
                TypeConstraint::Primitive,
                TypeConstraint::NonAggregate,
                TypeConstraint::Sized
            ]
        );
    }

    #[test]
    fn an_opaque_struct_has_no_size() {
        let ctx = Context::new();
        let ty = ctx.identified_struct(ctx.str("a"));
        assert!(ctx.set_struct_body(ty, StructBody::Opaque));
        assert!(TypeConstraint::LlvmType.contains(&ctx, ty) && !TypeConstraint::Sized.contains(&ctx, ty));
    }
}
