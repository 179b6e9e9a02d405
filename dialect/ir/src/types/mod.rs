//! Types: the builtin dialect's and the LLVM dialect's.
//!
//! MLIR language reference, "Type System"; LLVM dialect page, "Types"; LangRef, "Type System".

mod llvm_types;
pub mod mlir_text;
mod pointees;
pub mod predicates;

use std::borrow::Cow;

use crate::context::{Context, Str, Type};
pub use crate::floats::{FloatClass, FloatKind, FloatOperation, NanLayout, Rounding, SmallFloat, SmallSpecial};
use crate::release::{Release, Releases};

/// How an integer type reads its bits; MLIR's `i8`, `si8`, `ui8`. LLVM's integers are signless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `iN`
    Signless,
    /// `siN`
    Signed,
    /// `uiN`
    Unsigned,
}

/// One dimension of a shaped type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dim {
    /// The size; `None` is `?`.
    pub size: Option<u64>,
    /// Multiplied by `vscale`: `[4]` in MLIR, `vscale x 4` in LLVM IR.
    pub scalable: bool,
}

/// The body of a struct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StructBody {
    /// `opaque`: declared without elements.
    Opaque,
    /// The elements, in order.
    Elements {
        /// No padding between elements.
        packed: bool,
        /// Element types.
        elements: Box<[Type]>,
    },
}

/// What a [`Type`] stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// `i32`, `si32`, `ui32`; 1 to 2^24 bits in MLIR, 2^23 in LLVM.
    Integer {
        /// Width in bits.
        width: u32,
        /// MLIR's signedness.
        signedness: Signedness,
    },
    /// `f32`, ...
    Float(FloatKind),
    /// `index`
    Index,
    /// `none`
    None,
    /// `complex<T>`
    Complex(Type),
    /// `tuple<...>`
    Tuple(Box<[Type]>),
    /// `(inputs) -> (results)`
    Function {
        /// Parameter types.
        inputs: Box<[Type]>,
        /// Result types.
        results: Box<[Type]>,
    },
    /// `vector<4x[8]xT>`. LLVM's vectors are the one-dimensional ones.
    Vector {
        /// The dimensions, outermost first.
        dims: Box<[Dim]>,
        /// Element type.
        element: Type,
    },
    /// `tensor<2x?xT, encoding>`; `dims: None` is the unranked `tensor<*xT>`.
    Tensor {
        /// The dimensions, outermost first.
        dims: Option<Box<[Dim]>>,
        /// Element type.
        element: Type,
        /// The encoding attribute.
        encoding: Option<crate::Attr>,
    },
    /// `memref<2x?xT, layout, space>`; `dims: None` is the unranked form.
    MemRef {
        /// The dimensions, outermost first.
        dims: Option<Box<[Dim]>>,
        /// Element type.
        element: Type,
        /// The layout attribute; `None` is the identity.
        layout: Option<crate::Attr>,
        /// The memory space.
        space: Option<crate::Attr>,
    },
    /// `!llvm.ptr`, `!llvm.ptr<3>`
    Pointer {
        /// The address space.
        address_space: u32,
    },
    /// `!llvm.ptr<i32>`, `!llvm.ptr<i32, 3>`: a pointer of releases up to 14, which names what it points to. Only modules
    /// on their way to such a release have it, and readers of its text; there, [`TypeData::Pointer`] is a pointer to `i8`.
    TypedPointer {
        /// What it points to; never `i8`.
        pointee: Type,
        /// The address space.
        address_space: u32,
    },
    /// `!llvm.byte<8>`: bits of memory that may be part of a pointer. LangRef, "Byte Type".
    Byte {
        /// The number of bits.
        width: u32,
    },
    /// `!llvm.void`
    Void,
    /// `!llvm.token`
    Token,
    /// `!llvm.label`
    Label,
    /// `!llvm.metadata`
    Metadata,
    /// `!llvm.x86_amx`
    X86Amx,
    /// `!llvm.array<4 x T>`
    Array {
        /// Number of elements.
        length: u64,
        /// Element type.
        element: Type,
    },
    /// `!llvm.struct<(...)>`: equal by its elements.
    LiteralStruct {
        /// No padding between elements.
        packed: bool,
        /// Element types.
        elements: Box<[Type]>,
    },
    /// `!llvm.struct<"name", (...)>`: equal by its name; the body is in the context.
    IdentifiedStruct {
        /// LLVM's name, without `%`.
        name: Str,
        /// Its place in the context's table of bodies.
        index: u32,
    },
    /// `!llvm.func<R (P...)>`
    LlvmFunction {
        /// Return type; `!llvm.void` where there is none.
        result: Type,
        /// Parameter types.
        params: Box<[Type]>,
        /// Ends in `...`.
        vararg: bool,
    },
    /// `!llvm.target<"name", types..., integers...>`; LangRef, "Target Extension Type".
    TargetExt {
        /// The type's name.
        name: Str,
        /// Type parameters.
        types: Box<[Type]>,
        /// Integer parameters.
        ints: Box<[u32]>,
    },
    /// A type of a dialect irtrip has no definitions of: `!dialect.body`, kept as text.
    Opaque {
        /// The dialect's namespace.
        dialect: Str,
        /// What follows `!dialect.`, or the whole of `<...>` after `!dialect`; the mnemonic alone where there is a parameter.
        body: Str,
        /// The type between the angle brackets, where the dialect says that it is one ([`Dialect::types_over`]).
        ///
        /// [`Dialect::types_over`]: crate::Dialect::types_over
        parameter: Option<Type>,
    },
}

/// Types every context holds, at fixed handles.
pub mod well_known {
    use crate::context::Type;
    /// `i1`
    pub const I1: Type = Type::from_index(0);
    /// `i8`
    pub const I8: Type = Type::from_index(1);
    /// `i16`
    pub const I16: Type = Type::from_index(2);
    /// `i32`
    pub const I32: Type = Type::from_index(3);
    /// `i64`
    pub const I64: Type = Type::from_index(4);
    /// `!llvm.ptr`
    pub const PTR: Type = Type::from_index(5);
    /// `!llvm.void`
    pub const VOID: Type = Type::from_index(6);
    /// `index`
    pub const INDEX: Type = Type::from_index(7);
    /// `none`
    pub const NONE: Type = Type::from_index(8);
    /// `!llvm.token`
    pub const TOKEN: Type = Type::from_index(9);
    /// `!llvm.metadata`
    pub const METADATA: Type = Type::from_index(10);
}

pub(crate) fn intern_well_known(ctx: &Context) {
    for width in [1, 8, 16, 32, 64] {
        ctx.int_type(width);
    }
    ctx.ptr_type(0);
    for data in [TypeData::Void, TypeData::Index, TypeData::None, TypeData::Token, TypeData::Metadata] {
        ctx.ty(data);
    }
}

/// The most bits that LLVM's integers and bytes have.
pub const MAX_BITS: u32 = 1 << 23;

/// How many address spaces LLVM has: the type of a pointer has 24 bits for its own.
pub const ADDRESS_SPACES: u32 = 1 << 24;

/// Types of targets, each with the first release whose intrinsics take it, where that is later than the first release
/// with any.
pub static TARGET_TYPES: &[(&str, Release)] = &[("riscv.vector.tuple", Release::V20)];

impl TypeData {
    /// The releases of LLVM that have types of the kind.
    pub fn releases(&self, ctx: &Context) -> Releases {
        match self {
            TypeData::Byte { .. } => Releases::ALL.since(Release::V23),
            TypeData::TargetExt { name, .. } => {
                let later = TARGET_TYPES.iter().find(|known| known.0.as_bytes() == ctx.bytes(*name));
                Releases::ALL.since(later.map_or(Release::V16, |known| known.1))
            }
            TypeData::Float(FloatKind::BF16) => Releases::ALL.since(Release::V11),
            TypeData::X86Amx => Releases::ALL.since(Release::V12),
            TypeData::Vector { dims, .. } if dims.iter().any(|dim| dim.scalable) => Releases::ALL.since(Release::V10),
            _ => Releases::ALL,
        }
    }
}

impl Context {
    /// The signless integer type of `width` bits.
    pub fn int_type(&self, width: u32) -> Type {
        self.ty(TypeData::Integer { width, signedness: Signedness::Signless })
    }

    /// `!llvm.ptr<address_space>`
    pub fn ptr_type(&self, address_space: u32) -> Type {
        self.ty(TypeData::Pointer { address_space })
    }

    /// A pointer of releases up to 14 to a type.
    ///
    /// ```
    /// use irtrip_dialect::{Context, types::well_known};
    /// let ctx = Context::new();
    /// assert_eq!(ctx.typed_pointer_type(well_known::I8, 0), well_known::PTR);
    /// assert_eq!(ctx.without_pointees(ctx.typed_pointer_type(well_known::I32, 0)), well_known::PTR);
    /// ```
    pub fn typed_pointer_type(&self, pointee: Type, address_space: u32) -> Type {
        match pointee {
            well_known::I8 => self.ptr_type(address_space),
            pointee => self.ty(TypeData::TypedPointer { pointee, address_space }),
        }
    }

    /// The address space of a pointer.
    pub fn pointer_space(&self, ty: Type) -> Option<u32> {
        match self.type_data(ty) {
            TypeData::Pointer { address_space } | TypeData::TypedPointer { address_space, .. } => Some(*address_space),
            _ => None,
        }
    }

    /// A floating-point type.
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.ty(TypeData::Float(kind))
    }

    /// `!llvm.array<length x element>`
    pub fn array_type(&self, length: u64, element: Type) -> Type {
        self.ty(TypeData::Array { length, element })
    }

    /// A one-dimensional vector, LLVM's kind.
    pub fn vector_type(&self, size: u64, scalable: bool, element: Type) -> Type {
        self.ty(TypeData::Vector { dims: Box::new([Dim { size: Some(size), scalable }]), element })
    }

    /// `!llvm.struct<(elements)>`
    pub fn literal_struct(&self, packed: bool, elements: &[Type]) -> Type {
        self.ty(TypeData::LiteralStruct { packed, elements: elements.into() })
    }

    /// `!llvm.func<result (params)>`
    pub fn llvm_function_type(&self, result: Type, params: &[Type], vararg: bool) -> Type {
        self.ty(TypeData::LlvmFunction { result, params: params.into(), vararg })
    }

    /// Width in bits of an integer type, signless or not; `None` for other types.
    pub fn int_width(&self, ty: Type) -> Option<u32> {
        match self.type_data(ty) {
            TypeData::Integer { width, .. } => Some(*width),
            _ => None,
        }
    }

    /// Element type of a vector, tensor, memref or complex number, else the type itself.
    pub fn scalar_type(&self, ty: Type) -> Type {
        match self.type_data(ty) {
            TypeData::Vector { element, .. }
            | TypeData::Tensor { element, .. }
            | TypeData::MemRef { element, .. }
            | TypeData::Complex(element) => *element,
            _ => ty,
        }
    }

    /// `ty`'s shape with another element type: of a scalar, `element`, a vector or tensor one of `element`.
    pub fn with_scalar_type(&self, ty: Type, element: Type) -> Type {
        match self.type_data(ty) {
            TypeData::Vector { dims, .. } => self.ty(TypeData::Vector { dims: dims.clone(), element }),
            TypeData::Tensor { dims, encoding, .. } => {
                self.ty(TypeData::Tensor { dims: dims.clone(), element, encoding: *encoding })
            }
            _ => element,
        }
    }

    /// Whether the body of a struct is packed, and its elements; literal and identified alike.
    pub fn struct_elements(&self, ty: Type) -> Option<(bool, &[Type])> {
        match self.type_data(ty) {
            TypeData::LiteralStruct { packed, elements } => Some((*packed, elements)),
            TypeData::IdentifiedStruct { .. } => match self.struct_body(ty)? {
                StructBody::Elements { packed, elements } => Some((*packed, elements)),
                StructBody::Opaque => None,
            },
            _ => None,
        }
    }

    /// The type at `index` of an aggregate (struct, array, vector), as `extractvalue` and
    /// `getelementptr` step; `None` where there is none.
    pub fn element_at(&self, ty: Type, index: u64) -> Option<Type> {
        match self.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => Some(*element),
            _ => self.struct_elements(ty)?.1.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// The type of an array's or a struct's element.
    ///
    /// # Errors
    /// The type is no array and no struct, or has fewer elements.
    pub fn aggregate_element(&self, ty: Type, index: i64) -> Result<Type, NoElement> {
        let found = u64::try_from(index).ok();
        match self.type_data(ty) {
            TypeData::Array { length, element } => found.filter(|i| i < length).map(|_| *element),
            TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                found.and_then(|index| self.element_at(ty, index))
            }
            _ => return Err(NoElement::NotAnAggregate),
        }
        .ok_or(NoElement::OutOfBounds)
    }
}

/// Why a type has no element at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoElement {
    /// It is neither an array nor a struct.
    NotAnAggregate,
    /// It has fewer elements.
    OutOfBounds,
}

/// The model's name of an identified struct that has a name in LLVM IR. A name of digits alone stands for a number, so
/// that `%"0"` is named `'0'`, and `%"'0'"` is `''0''`.
pub fn struct_name(llvm: &[u8]) -> Cow<'_, [u8]> {
    if is_quoted_number(llvm) { Cow::Owned([b"'", llvm, b"'"].concat()) } else { Cow::Borrowed(llvm) }
}

/// LLVM IR's name of an identified struct by its name in the model; `None` for one that has a number there.
pub fn llvm_struct_name(name: &[u8]) -> Option<&[u8]> {
    if name.iter().all(u8::is_ascii_digit) {
        return None;
    }
    match name {
        [b'\'', inner @ .., b'\''] if is_quoted_number(inner) => Some(inner),
        _ => Some(name),
    }
}

/// Whether a name is a number between any number of pairs of quotes.
fn is_quoted_number(mut name: &[u8]) -> bool {
    while let [b'\'', inner @ .., b'\''] = name {
        name = inner;
    }
    name.iter().all(u8::is_ascii_digit)
}

impl Context {
    /// Calls back with each type that a type is made of: the types among MLIR's immediate sub-elements.
    pub fn for_each_element(&self, ty: Type, mut with: impl FnMut(Type)) {
        match self.type_data(ty) {
            TypeData::Complex(element)
            | TypeData::Vector { element, .. }
            | TypeData::Tensor { element, .. }
            | TypeData::MemRef { element, .. }
            | TypeData::Array { element, .. }
            | TypeData::TypedPointer { pointee: element, .. } => with(*element),
            TypeData::Tuple(elements) | TypeData::LiteralStruct { elements, .. } => {
                elements.iter().copied().for_each(with);
            }
            TypeData::Function { inputs, results } => inputs.iter().chain(results).copied().for_each(with),
            TypeData::LlvmFunction { result, params, .. } => {
                with(*result);
                params.iter().copied().for_each(with);
            }
            TypeData::TargetExt { types, .. } => types.iter().copied().for_each(with),
            TypeData::Opaque { parameter, .. } => parameter.iter().copied().for_each(with),
            TypeData::IdentifiedStruct { .. } => {
                if let Some(StructBody::Elements { elements, .. }) = self.struct_body(ty) {
                    elements.iter().copied().for_each(with);
                }
            }
            TypeData::Integer { .. }
            | TypeData::Float(_)
            | TypeData::Index
            | TypeData::None
            | TypeData::Pointer { .. }
            | TypeData::Byte { .. }
            | TypeData::Void
            | TypeData::Token
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::X86Amx => {}
        }
    }

    /// The type that the indices of a `getelementptr` after its first lead to; `None` stands for an index that is no
    /// constant.
    ///
    /// ```
    /// use irtrip_dialect::{Context, types::well_known};
    /// let ctx = Context::new();
    /// let ty = ctx.array_type(4, ctx.literal_struct(false, &[well_known::I8, well_known::I64]));
    /// assert_eq!(ctx.indexed_type(ty, [None, Some(1)]), Some(well_known::I64));
    /// assert_eq!(ctx.indexed_type(ty, [None, None]), None);
    /// ```
    pub fn indexed_type(&self, ty: Type, indices: impl IntoIterator<Item = Option<u64>>) -> Option<Type> {
        indices.into_iter().try_fold(ty, |ty, index| match self.struct_elements(ty) {
            Some(_) => self.element_at(ty, index?),
            None => self.element_at(ty, 0),
        })
    }

    /// The type of a dialect whose parameter is a type: `!dialect.mnemonic<parameter>`.
    pub fn type_over(&self, dialect: &str, mnemonic: &str, parameter: Type) -> Type {
        let (dialect, body) = (self.str(dialect), self.str(mnemonic));
        self.ty(TypeData::Opaque { dialect, body, parameter: Some(parameter) })
    }

    /// A scalar type in the shape of another type, or a type that has a shape as it is.
    pub fn broadcast(&self, ty: Type, shape: Type) -> Type {
        if self.scalar_type(ty) == ty { self.with_scalar_type(shape, ty) } else { ty }
    }

    /// Whether values of a type may be results: not those of functions, `void`, and structs without a body.
    pub fn is_first_class(&self, ty: Type) -> bool {
        match self.type_data(ty) {
            TypeData::Void | TypeData::LlvmFunction { .. } => false,
            TypeData::IdentifiedStruct { .. } => !matches!(self.struct_body(ty), Some(StructBody::Opaque)),
            _ => true,
        }
    }

    /// Whether a type is a struct or an array.
    pub fn is_aggregate(&self, ty: Type) -> bool {
        matches!(
            self.type_data(ty),
            TypeData::Array { .. } | TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. }
        )
    }

    /// The dimensions of a vector; none for what is no vector.
    pub fn vector_dims(&self, ty: Type) -> Option<&[Dim]> {
        match self.type_data(ty) {
            TypeData::Vector { dims, .. } => Some(dims),
            _ => None,
        }
    }

    /// Whether a type is a vector with a scalable dimension.
    pub fn is_scalable_vector(&self, ty: Type) -> bool {
        self.vector_dims(ty).is_some_and(|dims| dims.iter().any(|dim| dim.scalable))
    }

    /// How long a vector is and whether it is scalable; none for what is no vector.
    pub fn vector_length(&self, ty: Type) -> Option<(u64, bool)> {
        self.vector_dims(ty)?.first().map(|d| (d.size.unwrap_or(0), d.scalable))
    }

    /// The bits of an integer, a float or a vector of them; 0 for others.
    pub fn primitive_bits(&self, ty: Type) -> u64 {
        let bits = match self.type_data(self.scalar_type(ty)) {
            TypeData::Integer { width, .. } | TypeData::Byte { width } => u64::from(*width),
            TypeData::Float(kind) => u64::from(kind.width()),
            TypeData::X86Amx => 8192,
            _ => 0,
        };
        bits * self.vector_length(ty).map_or(1, |length| length.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_handles_are_what_they_say() {
        let ctx = Context::new();
        assert_eq!(well_known::I1, ctx.int_type(1));
        assert_eq!(well_known::I64, ctx.int_type(64));
        assert_eq!(well_known::PTR, ctx.ptr_type(0));
        assert_eq!(well_known::METADATA, ctx.ty(TypeData::Metadata));
    }

    #[test]
    fn an_identified_struct_is_one_type_and_keeps_its_first_body() {
        let ctx = Context::new();
        let a = ctx.identified_struct(ctx.str("a"));
        assert_eq!(a, ctx.identified_struct(ctx.str("a")));
        let body = StructBody::Elements { packed: false, elements: Box::new([a]) };
        assert!(ctx.set_struct_body(a, body.clone()));
        assert!(ctx.set_struct_body(a, body));
        assert!(!ctx.set_struct_body(a, StructBody::Opaque));
    }

    #[test]
    fn quoted_numbers_are_names() {
        for (llvm, model) in [("0", "'0'"), ("'0'", "''0''"), ("a", "a"), ("'a'", "'a'"), ("'0", "'0"), ("0a", "0a")] {
            assert_eq!(&*struct_name(llvm.as_bytes()), model.as_bytes());
            assert_eq!(llvm_struct_name(model.as_bytes()), Some(llvm.as_bytes()));
        }
        assert_eq!(llvm_struct_name(b"12"), None);
    }
}
