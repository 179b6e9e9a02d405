//! Which types are the LLVM dialect's, and what values of them can be. LangRef, "Type System".

use crate::context::{Context, Type};
use crate::types::predicates::Property;
use crate::types::{FloatKind, Signedness, StructBody, TypeData};

impl Context {
    /// The namespace of the dialect that has a type.
    pub fn dialect_of_type(&self, ty: Type) -> &[u8] {
        match self.type_data(ty) {
            TypeData::Integer { .. }
            | TypeData::Index
            | TypeData::None
            | TypeData::Complex(_)
            | TypeData::Tuple(_)
            | TypeData::Function { .. }
            | TypeData::Vector { .. }
            | TypeData::Tensor { .. }
            | TypeData::MemRef { .. } => b"builtin",
            TypeData::Float(kind) if *kind != FloatKind::PpcF128 => b"builtin",
            TypeData::Opaque { dialect, .. } => self.bytes(*dialect),
            TypeData::Float(_)
            | TypeData::Pointer { .. }
            | TypeData::TypedPointer { .. }
            | TypeData::Byte { .. }
            | TypeData::Void
            | TypeData::Token
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::X86Amx
            | TypeData::Array { .. }
            | TypeData::LiteralStruct { .. }
            | TypeData::IdentifiedStruct { .. }
            | TypeData::LlvmFunction { .. }
            | TypeData::TargetExt { .. } => b"llvm",
        }
    }

    /// Whether a value of the LLVM dialect may have this type: signless integers, LLVM's floats,
    /// one-dimensional vectors and the dialect's own types.
    pub fn is_llvm_type(&self, ty: Type) -> bool {
        let data = self.type_data(ty);
        match data {
            TypeData::Integer { .. } => matches!(data, TypeData::Integer { signedness: Signedness::Signless, .. }),
            TypeData::Float(kind) => kind.llvm().is_some(),
            TypeData::Vector { dims, element, .. } => dims.len() == 1 && self.is_llvm_vector_element(*element),
            // A pointer of the dialect `ptr` into an address space of LLVM's or of NVVM's.
            TypeData::Opaque { dialect, body, .. } => {
                let space = self.bytes(*body).strip_prefix(b"ptr<#").filter(|_| self.bytes(*dialect) == b"ptr");
                space.is_some_and(|space| {
                    space.starts_with(b"llvm.address_space<") || space.starts_with(b"nvvm.memory_space<")
                })
            }
            _ => self.dialect_of_type(ty) == b"llvm",
        }
    }

    /// Whether vectors of the LLVM dialect may have elements of this type: scalars and pointers, but no `index`.
    fn is_llvm_vector_element(&self, ty: Type) -> bool {
        let is_scalar = matches!(
            self.type_data(ty),
            TypeData::Integer { .. }
                | TypeData::Float(_)
                | TypeData::Pointer { .. }
                | TypeData::TypedPointer { .. }
                | TypeData::Byte { .. }
                | TypeData::TargetExt { .. }
                | TypeData::Opaque { .. }
        );
        is_scalar && self.is_llvm_type(ty)
    }

    /// Whether a type and all it is made of are the LLVM dialect's.
    pub fn is_llvm_type_throughout(&self, ty: Type) -> bool {
        Property::Llvm.holds_inside(self, ty)
    }

    /// Whether any aggregate or function type of the LLVM dialect has a part that is no type of it.
    pub fn has_foreign_elements(&self) -> bool {
        self.types().any(|ty| {
            let mut foreign = false;
            self.for_each_part(ty, |part| foreign |= !self.is_llvm_type(part));
            foreign
        })
    }

    /// Calls back with the types an aggregate or function type of the LLVM dialect is made of.
    fn for_each_part(&self, ty: Type, with: impl FnMut(Type)) {
        if matches!(
            self.type_data(ty),
            TypeData::Array { .. }
                | TypeData::LiteralStruct { .. }
                | TypeData::IdentifiedStruct { .. }
                | TypeData::LlvmFunction { .. }
        ) {
            self.for_each_element(ty, with);
        }
    }

    /// Whether values of the type can be loaded and stored: an LLVM type that has a size.
    pub fn is_loadable(&self, ty: Type) -> bool {
        match self.type_data(ty) {
            TypeData::Void | TypeData::LlvmFunction { .. } => false,
            TypeData::IdentifiedStruct { .. } => !matches!(self.struct_body(ty), Some(StructBody::Opaque)),
            TypeData::TargetExt { .. } => self.target_type_is_in_memory(ty),
            _ => self.is_llvm_type(ty),
        }
    }

    /// Whether an atomic access may have the type: an integer, a float or a pointer of whole bytes, a power of two of
    /// them.
    pub fn is_atomic(&self, ty: Type) -> bool {
        let bits = match self.type_data(ty) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Float(kind) if kind.llvm().is_some() => kind.width(),
            TypeData::Pointer { .. } => return true,
            _ => return false,
        };
        bits >= 8 && bits.is_power_of_two()
    }

    /// Whether a target extension type can be in memory; `true` for other types. LangRef, "Target Extension Type".
    pub fn target_type_is_in_memory(&self, ty: Type) -> bool {
        match self.type_data(ty) {
            TypeData::TargetExt { name, .. } => {
                let name = self.bytes(*name);
                name.starts_with(b"spirv.") || name == b"aarch64.svcount"
            }
            _ => true,
        }
    }

    /// Whether a target extension type has a zero value; `true` for other types.
    pub fn target_type_has_zero(&self, ty: Type) -> bool {
        match self.type_data(ty) {
            TypeData::TargetExt { name, .. } => self.bytes(*name).starts_with(b"spirv."),
            _ => true,
        }
    }

    /// Whether a target extension type can be a global; `true` for other types.
    pub fn target_type_is_global(&self, ty: Type) -> bool {
        match self.type_data(ty) {
            TypeData::TargetExt { name, .. } => {
                let name = self.bytes(*name);
                name.starts_with(b"spirv.") || name.starts_with(b"amdgcn.named.barrier")
            }
            _ => true,
        }
    }
}
