//! Kinds of types of LLVM IR. LangRef, "Type System".

use rustc_hash::FxHashSet;

use super::{StructBody, TypeData};
use crate::context::{Context, Type};

/// Whether a type's values have a size in memory.
#[inline]
pub fn is_sized(ctx: &Context, ty: Type) -> bool {
    all_inside(ctx, ty, &mut FxHashSet::default(), false, &|data| {
        !matches!(
            data,
            TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Token | TypeData::LlvmFunction { .. }
        )
    })
}

/// LLVM's word for a type that a function takes or gives only if it is an intrinsic.
pub fn intrinsic_only(ctx: &Context, ty: Type) -> Option<&'static str> {
    match ctx.type_data(ty) {
        TypeData::Token => Some("token"),
        TypeData::Metadata => Some("metadata"),
        TypeData::X86Amx => Some("x86_amx"),
        _ => None,
    }
}

/// Whether a type is one of bits of memory that may be part of a pointer. LangRef, "Byte Type".
pub fn is_byte(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Byte { .. })
}

/// Whether something holds for a type and all that its values consist of; `opaque`: for a struct without a body.
fn all_inside(
    ctx: &Context,
    ty: Type,
    seen: &mut FxHashSet<Type>,
    opaque: bool,
    holds: &dyn Fn(&TypeData) -> bool,
) -> bool {
    let data = ctx.type_data(ty);
    match data {
        TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
            holds(data) && all_inside(ctx, *element, seen, opaque, holds)
        }
        TypeData::IdentifiedStruct { .. } if matches!(ctx.struct_body(ty), Some(StructBody::Opaque)) => opaque,
        TypeData::IdentifiedStruct { .. } | TypeData::LiteralStruct { .. } => {
            if !seen.insert(ty) {
                return true;
            }
            let elements = ctx.struct_elements(ty).map(|s| s.1).unwrap_or_default();
            elements.iter().all(|element| all_inside(ctx, *element, seen, opaque, holds))
        }
        _ => holds(data),
    }
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

/// Whether a struct with a scalable element has another one of another type, so that it has no size.
pub fn is_mixed(ctx: &Context, ty: Type) -> bool {
    let elements = ctx.struct_elements(ty).map(|s| s.1).unwrap_or_default();
    elements.iter().any(|e| is_scalable(ctx, *e)) && elements.iter().any(|e| Some(e) != elements.first())
}

/// Whether a type depends on `vscale`.
pub fn is_scalable(ctx: &Context, ty: Type) -> bool {
    !all_inside(ctx, ty, &mut FxHashSet::default(), true, &|data| match data {
        TypeData::Vector { dims, .. } => !dims.iter().any(|d| d.scalable),
        TypeData::TargetExt { name, .. } => !matches!(ctx.bytes(*name), b"riscv.vector.tuple" | b"aarch64.svcount"),
        _ => true,
    })
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

/// Whether a function may give a value of this type, or `void`; LangRef, "Function Type".
///
/// ```
/// use irtrip_dialect::types::{predicates::is_function_result, well_known as types};
/// let ctx = irtrip_dialect::Context::new();
/// assert!(is_function_result(&ctx, types::VOID) && !is_function_result(&ctx, types::METADATA));
/// ```
pub fn is_function_result(ctx: &Context, ty: Type) -> bool {
    !matches!(ctx.type_data(ty), TypeData::Label | TypeData::Metadata | TypeData::LlvmFunction { .. })
}
