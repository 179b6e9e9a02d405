//! Kinds of types of LLVM IR. LangRef, "Type System".

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::{StructBody, TypeData};
use crate::context::{Context, Type};

/// How the names of target extension types start whose values have a size. LangRef, "Target Extension Type".
const TARGETS_WITH_SIZES: [&[u8]; 6] =
    [b"aarch64.svcount", b"amdgcn.named.barrier", b"dx.", b"llvm.test.vectorelement", b"riscv.vector.tuple", b"spirv."];

/// Whether a type's values have a size in memory. A struct with a scalable element has none where another element is of another
/// type.
pub fn is_sized(ctx: &Context, ty: Type) -> bool {
    Property::Sized.holds_inside(ctx, ty)
}

/// Targets whose types vectors may be of.
const ELEMENTS: [&[u8]; 1] = [b"llvm.test.vectorelement"];

/// Whether a target's type may be a vector's element.
pub fn is_element_of_target(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::TargetExt { name, .. } if ELEMENTS.contains(&ctx.bytes(*name)))
}

/// Whether a type is a struct with a scalable vector in it.
pub fn is_struct_of_scalable(ctx: &Context, ty: Type) -> bool {
    ctx.struct_elements(ty).is_some() && is_scalable(ctx, ty)
}

/// What may hold for a type and all that its values consist of. The context keeps the answers for identified structs: a text
/// mentions the type of many fields, or deep in others, as often as it likes.
#[derive(Clone, Copy)]
pub(crate) enum Property {
    /// Values have a size.
    Sized,
    /// The size does not depend on `vscale`.
    Fixed,
    /// It is a type of the LLVM dialect, as are the parts of functions.
    Llvm,
}

impl Property {
    /// How many there are.
    pub(crate) const COUNT: usize = 3;

    /// Whether it holds for a type, but for what its values consist of.
    fn holds(self, ctx: &Context, ty: Type) -> bool {
        match (self, ctx.type_data(ty)) {
            (Property::Llvm, _) => ctx.is_llvm_type(ty),
            (
                Property::Sized,
                TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Token | TypeData::LlvmFunction { .. },
            ) => false,
            (Property::Sized, TypeData::TargetExt { name, .. }) => {
                let name = ctx.bytes(*name);
                TARGETS_WITH_SIZES.iter().any(|target| name.starts_with(target))
            }
            (Property::Sized, _) => true,
            (Property::Fixed, TypeData::Vector { dims, .. }) => !dims.iter().any(|d| d.scalable),
            (Property::Fixed, TypeData::TargetExt { name, .. }) => {
                !matches!(ctx.bytes(*name), b"riscv.vector.tuple" | b"aarch64.svcount")
            }
            (Property::Fixed, _) => true,
        }
    }

    /// Whether it holds for a type and all that its values consist of.
    pub(crate) fn holds_inside(self, ctx: &Context, ty: Type) -> bool {
        let has_parts = |data: &TypeData| match data {
            TypeData::Array { .. }
            | TypeData::Vector { .. }
            | TypeData::IdentifiedStruct { .. }
            | TypeData::LiteralStruct { .. } => true,
            TypeData::LlvmFunction { .. } => matches!(self, Property::Llvm),
            _ => false,
        };
        if !has_parts(ctx.type_data(ty)) {
            return self.holds(ctx, ty);
        }
        let work = SmallVec::from_slice(&[ty]);
        let mut search = Search { ctx, property: self, work, seen: FxHashSet::default(), is_complete: true };
        let mut holds = true;
        while let Some(inner) = search.work.pop().filter(|_| holds) {
            holds = !search.is_broken(inner);
        }
        if !holds {
            ctx.keep_property(ty, self, false);
        } else if search.is_complete {
            search.seen.into_iter().for_each(|ty| ctx.keep_property(ty, self, true));
        }
        holds
    }
}

/// A search through what the values of a type consist of, for a type that a property does not hold for.
struct Search<'c> {
    ctx: &'c Context,
    property: Property,
    /// Types that are still to be looked at.
    work: SmallVec<[Type; 8]>,
    seen: FxHashSet<Type>,
    /// Whether all identified structs had their bodies.
    is_complete: bool,
}

impl Search<'_> {
    /// Whether the property does not hold for a type by itself. Adds its parts to the work.
    fn is_broken(&mut self, ty: Type) -> bool {
        let (ctx, property) = (self.ctx, self.property);
        match ctx.type_data(ty) {
            TypeData::Vector { .. } if matches!(property, Property::Llvm) => return !property.holds(ctx, ty),
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
                self.work.push(*element);
                return !property.holds(ctx, ty);
            }
            TypeData::LlvmFunction { result, params, .. } if matches!(property, Property::Llvm) => {
                if self.seen.insert(ty) {
                    self.work.push(*result);
                    self.work.extend_from_slice(params);
                }
                return false;
            }
            TypeData::IdentifiedStruct { .. } => {
                if let Some(known) = ctx.property_of_struct(ty, property) {
                    return !known;
                }
                match ctx.struct_body(ty) {
                    Some(StructBody::Elements { .. }) => {}
                    Some(StructBody::Opaque) => return matches!(property, Property::Sized),
                    None => self.is_complete = false,
                }
            }
            TypeData::LiteralStruct { .. } => {}
            _ => return !property.holds(ctx, ty),
        }
        if matches!(property, Property::Sized) && !self.seen.contains(&ty) && is_mixed(ctx, ty) {
            return true;
        }
        if self.seen.insert(ty) {
            self.work.extend_from_slice(ctx.struct_elements(ty).map(|elements| elements.1).unwrap_or_default());
        }
        false
    }
}

/// Whether all uses of a type's values are to be seen, so that they are no phis: tokens, and handles of DirectX.
pub fn is_token_like(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Token => true,
        TypeData::TargetExt { name, .. } => {
            let name = ctx.bytes(*name);
            name.starts_with(b"dx.") && name != b"dx.Padding"
        }
        _ => false,
    }
}

/// LLVM's word for a type that a function takes or returns only if it is an intrinsic.
pub fn intrinsic_only(ctx: &Context, ty: Type) -> Option<&'static str> {
    match ctx.type_data(ty) {
        _ if is_token_like(ctx, ty) => Some("token"),
        TypeData::Metadata => Some("metadata"),
        TypeData::X86Amx => Some("x86_amx"),
        _ => None,
    }
}

/// Whether a type is one of bits of memory that may be part of a pointer. LangRef, "Byte Type".
pub fn is_byte(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Byte { .. })
}

/// Whether a target extension type has a zero. LangRef, "Target Extension Type".
pub fn has_zero(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::TargetExt { name, .. } => match ctx.bytes(*name) {
            b"spirv.Image" | b"spirv.SignedImage" => false,
            b"aarch64.svcount" | b"riscv.vector.tuple" => true,
            name => name.starts_with(b"spirv."),
        },
        _ => true,
    }
}

/// Whether values of a type may be in memory.
pub fn is_pointee(ctx: &Context, ty: Type) -> bool {
    !matches!(
        ctx.type_data(ty),
        TypeData::Void
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::Token
            | TypeData::X86Amx
            | TypeData::LlvmFunction { .. }
    )
}

/// Whether a struct with a scalable element has another one of another type.
fn is_mixed(ctx: &Context, ty: Type) -> bool {
    let elements = ctx.struct_elements(ty).map(|s| s.1).unwrap_or_default();
    elements.iter().any(|e| is_scalable(ctx, *e)) && elements.iter().any(|e| Some(e) != elements.first())
}

/// Whether a type depends on `vscale`.
pub fn is_scalable(ctx: &Context, ty: Type) -> bool {
    !Property::Fixed.holds_inside(ctx, ty)
}

/// Whether a type is a pointer or a vector of pointers.
pub fn is_pointer(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Pointer { .. })
}

/// Whether a type is a float or a vector of floats.
pub fn is_float(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Float(_))
}

/// Whether a result of this type may have fast-math flags: floats, vectors and arrays of them, structs of equal ones.
pub fn is_math(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Array { element, .. } => is_math(ctx, *element),
        TypeData::LiteralStruct { .. } => ctx.struct_elements(ty).is_some_and(|(_, elements)| {
            elements.first().is_some_and(|first| elements.iter().all(|e| e == first) && is_float(ctx, *first))
        }),
        _ => is_float(ctx, ty),
    }
}

/// Whether a function may return a value of this type, or `void`; LangRef, "Function Type".
///
/// ```
/// use irtrip_dialect::types::{predicates::is_function_result, well_known as types};
/// let ctx = irtrip_dialect::Context::new();
/// assert!(is_function_result(&ctx, types::VOID) && !is_function_result(&ctx, types::METADATA));
/// ```
pub fn is_function_result(ctx: &Context, ty: Type) -> bool {
    !matches!(ctx.type_data(ty), TypeData::Label | TypeData::Metadata | TypeData::LlvmFunction { .. })
}
