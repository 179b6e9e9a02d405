//! The type constraints of definitions: what each contains, and what upstream's messages call it.

use crate::context::{Context, Type};
use crate::ops::type_set::TypeSet;
use crate::types::{FloatKind, Signedness, TypeData, well_known as types};

/// A type that is checked by a constraint.
struct ConstrainedType<'c> {
    ctx: &'c Context,
    ty: Type,
    data: &'c TypeData,
}

/// A kind of types, and its name in upstream's messages, empty where they have none.
pub(super) type TypeClass = (fn(&TypeData) -> bool, &'static str);

pub(super) const MEMREF: TypeClass = (|data| matches!(data, TypeData::MemRef { dims: Some(_), .. }), "builtin.memref");
const ANY_MEMREF: TypeClass = (|data| matches!(data, TypeData::MemRef { .. }), "");
const TENSOR: TypeClass = (|data| matches!(data, TypeData::Tensor { dims: Some(_), .. }), "builtin.tensor");
const COMPLEX: TypeClass = (|data| matches!(data, TypeData::Complex(_)), "builtin.complex");
const FUNCTION: TypeClass = (|data| matches!(data, TypeData::Function { .. }), "builtin.function");
pub(super) const VECTOR: TypeClass = (|data| matches!(data, TypeData::Vector { .. }), "builtin.vector");

/// A constraint a line: its words in upstream's messages, the class of types that a custom form accepts for it, if there is one,
/// and which types it contains.
macro_rules! type_constraints {
    ($($name:ident $words:literal $(in $class:ident)?: $contains:expr;)*) => {
        /// What types an operand or a result may have, as [`TypeConstraint::describe`] says.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum TypeConstraint {
            $(#[doc = $words] $name,)*
            /// What upstream's records list.
            Set(&'static TypeSet),
        }

        impl TypeConstraint {
            /// Whether `ty` is one of the set. Looks at `ty` and at a vector's element type, no deeper.
            pub fn contains(self, ctx: &Context, ty: Type) -> bool {
                let examined = ConstrainedType { ctx, ty, data: ctx.type_data(ty) };
                match self {
                    $(TypeConstraint::$name => {
                        let contains: fn(&ConstrainedType<'_>) -> bool = $contains;
                        contains(&examined)
                    })*
                    TypeConstraint::Set(set) => set.contains(ctx, ty),
                }
            }

            /// What upstream's messages call the set.
            pub fn describe(self) -> &'static str {
                match self {
                    $(TypeConstraint::$name => $words,)*
                    TypeConstraint::Set(set) => set.words,
                }
            }

            /// The one kind of type that a custom form accepts for the set: its name, empty where upstream's message has none.
            pub fn class(self, data: &TypeData) -> Option<&'static str> {
                let class: Option<TypeClass> = match self {
                    $(TypeConstraint::$name => None$(.or(Some($class)))?,)*
                    TypeConstraint::Set(set) => set.class(),
                };
                class.filter(|(fits, _)| !fits(data)).map(|(_, name)| name)
            }
        }
    };
}

type_constraints! {
    Any "any type": |_| true;
    LlvmType "LLVM dialect-compatible type": |t| t.is_llvm();
    Int "signless integer": |t| signless(t.data);
    IntLike "signless integer or LLVM dialect-compatible vector of signless integer": |t| t.is_or_vector(signless);
    I1 "1-bit signless integer": |t| i1(t.data);
    I1Like "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer": |t| t.is_or_vector(i1);
    I8 "8-bit signless integer": |t| i8(t.data);
    I32 "32-bit signless integer": |t| is_int(t.data, 32);
    Float "floating point LLVM type": |t| llvm_float(t.data);
    AnyFloat "floating-point": |t| float(t.data);
    FloatLike "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type":
        |t| t.is_or_vector(llvm_float);
    Pointer "LLVM pointer type": |t| pointer(t.data);
    PointerLike "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type": |t| t.is_or_vector(pointer);
    DefaultPointer "LLVM pointer in address space 0": |t| matches!(t.data, TypeData::Pointer { address_space: 0 });
    IntOrPointer "signless integer or LLVM pointer type": |t| signless_or_pointer(t.data);
    IntOrPointerLike "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM \
                      dialect-compatible vector of LLVM pointer type":
        |t| t.is_or_vector(signless_or_pointer);
    Vector "LLVM dialect-compatible vector type" in VECTOR: |t| t.is_vector(any);
    FixedVector "LLVM dialect-compatible fixed-length vector type" in VECTOR: |t| t.is_fixed_vector();
    VectorOfInt "LLVM dialect-compatible vector of signless integer" in VECTOR: |t| t.is_vector(signless);
    VectorOfI1 "LLVM dialect-compatible vector of 1-bit signless integer" in VECTOR: |t| t.is_vector(i1);
    VectorOfFloat "LLVM dialect-compatible vector of floating-point" in VECTOR: |t| t.is_vector(float);
    VectorOfPointer "LLVM dialect-compatible vector of LLVM pointer type" in VECTOR: |t| t.is_vector(pointer);
    Aggregate "LLVM aggregate type": |t| aggregate(t.data);
    Struct "LLVM structure type": |t| is_struct(t.data);
    Primitive "primitive LLVM type":
        |t| t.is_llvm() && !matches!(t.data, TypeData::Void | TypeData::LlvmFunction { .. });
    NonAggregate "LLVM-compatible non-aggregate type": |t| t.is_llvm() && !aggregate(t.data);
    Token "LLVM token type": |t| matches!(t.data, TypeData::Token);
    Sized "LLVM type with size": |t| t.ctx.is_loadable(t.ty);
    AtomicRmw "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible \
               fixed-length vector type":
        |t| llvm_float(t.data) || signless_or_pointer(t.data) || t.is_fixed_vector();
    Index "index": |t| matches!(t.data, TypeData::Index);
    IntegerLike "signless-fixed-width-integer-like": |t| t.is_or_shaped(signless);
    IntegerOrIndexLike "signless-integer-like": |t| t.is_or_shaped(signless_or_index);
    FloatingLike "floating-point-like": |t| t.is_or_shaped(float);
    BoolLike "bool-like": |t| t.is_or_shaped(i1);
    IndexCast "signless-integer-like or memref of signless-integer":
        |t| t.is_or_shaped(signless_or_index) || t.is_any_memref(signless_or_index);
    AnyIntegerOrIndex "integer or index": |t| matches!(t.data, TypeData::Integer { .. } | TypeData::Index);
    IntOrFloat "signless integer or floating-point": |t| signless_or_float(t.data);
    StaticMemRef "statically shaped memref of any type values" in MEMREF: |t| {
        matches!(t.data, TypeData::MemRef { dims: Some(dims), .. } if dims.iter().all(|dim| dim.size.is_some()))
    };
    NumberMemRef "memref of signless integer or floating-point values" in MEMREF: |t| t.is_memref(None, signless_or_float);
    MemRef1 "1D memref of any type values" in MEMREF: |t| t.is_memref(Some(1), any);
    IndexMemRef1 "1D memref of signless integer or index values" in MEMREF: |t| t.is_memref(Some(1), signless_or_index);
    ByteMemRef1 "1D memref of 8-bit signless integer values" in MEMREF: |t| t.is_memref(Some(1), i8);
    // A check holds these to a strided layout.
    StridedMemRef "strided memref of any type values" in MEMREF: |t| t.is_memref(None, any);
    StridedMemRef0 "strided memref of any type values of rank 0" in MEMREF: |t| t.is_memref(Some(0), any);
    AnyInteger "integer": |t| matches!(t.data, TypeData::Integer { .. });
    IntOrIndex "signless integer or index": |t| signless_or_index(t.data);
    BitcastLike "signless-integer-or-float-like or memref of signless-integer or float":
        |t| t.is_or_shaped(signless_or_float) || t.is_any_memref(signless_or_float);
    DimMemRef "unranked.memref of any type values or non-0-ranked.memref of any type values" in ANY_MEMREF: |t| {
        matches!(t.data, TypeData::MemRef { dims, .. } if dims.as_ref().is_none_or(|dims| !dims.is_empty()))
    };
    Complex "complex type with floating-point elements" in COMPLEX:
        |t| matches!(t.data, TypeData::Complex(element) if float(t.ctx.type_data(*element)));
    Function "function type" in FUNCTION: |t| (FUNCTION.0)(t.data);
    MemRef "memref of any type values" in MEMREF: |t| (MEMREF.0)(t.data);
    AnyMemRef "ranked or unranked memref of any type values" in ANY_MEMREF: |t| (ANY_MEMREF.0)(t.data);
    Tensor "ranked tensor of any type values" in TENSOR: |t| (TENSOR.0)(t.data);
    AnyComplex "complex-type" in COMPLEX: |t| (COMPLEX.0)(t.data);
}

impl TypeConstraint {
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
}

impl ConstrainedType<'_> {
    fn is_llvm(&self) -> bool {
        self.ctx.is_llvm_type(self.ty)
    }

    /// Whether it is one of LLVM's vectors, of such elements. The elements of upstream's are integers, pointers and floats of the
    /// builtin dialect: not `ppc_fp128`.
    fn is_vector(&self, element_fits: fn(&TypeData) -> bool) -> bool {
        let TypeData::Vector { dims, element } = self.data else { return false };
        let element = self.ctx.type_data(*element);
        dims.len() == 1 && !matches!(element, TypeData::Float(FloatKind::PpcF128)) && element_fits(element)
    }

    fn is_fixed_vector(&self) -> bool {
        matches!(self.data, TypeData::Vector { dims, .. } if matches!(**dims, [dim] if !dim.scalable))
            && self.is_vector(any)
    }

    fn is_or_vector(&self, fits: fn(&TypeData) -> bool) -> bool {
        fits(self.data) || self.is_vector(fits)
    }

    /// Whether it fits, or is a vector or tensor of any shape of what fits.
    fn is_or_shaped(&self, fits: fn(&TypeData) -> bool) -> bool {
        match self.data {
            TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => fits(self.ctx.type_data(*element)),
            _ => fits(self.data),
        }
    }

    /// Whether it is a memref of a rank, if one is asked for, with elements that fit.
    fn is_memref(&self, rank: Option<usize>, element_fits: fn(&TypeData) -> bool) -> bool {
        matches!(self.data, TypeData::MemRef { dims: Some(dims), .. } if rank.is_none_or(|rank| dims.len() == rank))
            && self.is_any_memref(element_fits)
    }

    /// The same of a memref of any rank or none.
    fn is_any_memref(&self, element_fits: fn(&TypeData) -> bool) -> bool {
        matches!(self.data, TypeData::MemRef { element, .. } if element_fits(self.ctx.type_data(*element)))
    }
}

fn any(_: &TypeData) -> bool {
    true
}

fn is_int(data: &TypeData, bits: u32) -> bool {
    matches!(data, TypeData::Integer { signedness: Signedness::Signless, width } if *width == bits)
}

fn i1(data: &TypeData) -> bool {
    is_int(data, 1)
}

fn i8(data: &TypeData) -> bool {
    is_int(data, 8)
}

fn signless(data: &TypeData) -> bool {
    matches!(data, TypeData::Integer { signedness: Signedness::Signless, .. })
}

fn signless_or_index(data: &TypeData) -> bool {
    signless(data) || matches!(data, TypeData::Index)
}

fn float(data: &TypeData) -> bool {
    matches!(data, TypeData::Float(_))
}

fn llvm_float(data: &TypeData) -> bool {
    matches!(data, TypeData::Float(kind) if kind.llvm().is_some())
}

fn signless_or_float(data: &TypeData) -> bool {
    signless(data) || float(data)
}

fn pointer(data: &TypeData) -> bool {
    matches!(data, TypeData::Pointer { .. })
}

fn signless_or_pointer(data: &TypeData) -> bool {
    signless(data) || pointer(data)
}

fn is_struct(data: &TypeData) -> bool {
    matches!(data, TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. })
}

fn aggregate(data: &TypeData) -> bool {
    is_struct(data) || matches!(data, TypeData::Array { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::StructBody;

    const LLVM_OR_INDEX: &[TypeConstraint] = &[
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
        LLVM_OR_INDEX.iter().copied().filter(|s| s.contains(ctx, ty)).collect()
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
