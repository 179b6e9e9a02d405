//! The names of intrinsics, which spell what their pointers point to: `llvm.memcpy.p0i8.p0i8.i64`.

use irtrip_dialect::intrinsics::{lookup_intrinsic, mangle_type};
use irtrip_dialect::{Context, Type, TypeData};

/// The name of an intrinsic of a type, by its name where pointers are not typed; itself where it spells no pointer, or is
/// none of LLVM's.
pub(super) fn typed_name(ctx: &Context, name: &str, ty: Type) -> String {
    let own = lookup_intrinsic(name.as_bytes()).map_or(name.len(), |known| "llvm.".len() + known.base.len());
    let (own, suffix) = name.split_at_checked(own).unwrap_or((name, ""));
    let pointees = pointees(ctx, ty);
    let mut next = pointees.iter();
    let spelled = suffix.split('.').map(|word| match is_pointer(word) {
        // The last one stands for those that the name spells once.
        true => format!("{word}{}", next.next().or(pointees.last()).map_or("i8", String::as_str)),
        false => word.to_owned(),
    });
    format!("{own}{}", spelled.collect::<Vec<_>>().join("."))
}

/// What the pointers of a function's type point to, in order, as names spell it; once where it is the same for all.
fn pointees(ctx: &Context, ty: Type) -> Vec<String> {
    let TypeData::LlvmFunction { result, params, .. } = ctx.type_data(ty) else { return Vec::new() };
    let spell = |ty: &Type| match ctx.type_data(ctx.scalar_type(*ty)) {
        TypeData::Pointer { .. } => Some("i8".to_owned()),
        TypeData::TypedPointer { pointee, .. } => {
            let mut text = String::new();
            mangle_type(ctx, *pointee, &mut text);
            if ctx.pointer_space(*pointee).is_some() && ctx.without_pointees(*pointee) == *pointee {
                text.push_str("i8");
            }
            Some(text)
        }
        _ => None,
    };
    let mut spelled: Vec<String> = std::iter::once(result).chain(params).filter_map(spell).collect();
    if let Some((first, rest)) = spelled.split_first()
        && rest.iter().all(|other| other == first)
    {
        spelled.truncate(1);
    }
    spelled
}

/// Whether a part of a name spells a pointer, or a vector of pointers: `p0`, `nxv2p1`.
fn is_pointer(word: &str) -> bool {
    let Some((vectors, space)) = word.rsplit_once('p') else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let length = vectors.strip_prefix("nx").unwrap_or(vectors);
    is_number(space) && (vectors.is_empty() || length.strip_prefix('v').is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irtrip_dialect::types::well_known::{I1, I64, PTR, VOID};

    #[test]
    fn names_spell_pointees() {
        let ctx = Context::new();
        let ty = ctx.llvm_function_type(VOID, &[PTR, PTR, I64, I1], false);
        assert_eq!(typed_name(&ctx, "llvm.memcpy.p0.p0.i64", ty), "llvm.memcpy.p0i8.p0i8.i64");
        let vector = ctx.vector_type(4, false, ctx.typed_pointer_type(I64, 1));
        let ty = ctx.llvm_function_type(ctx.vector_type(4, false, I64), &[vector], false);
        assert_eq!(typed_name(&ctx, "llvm.masked.gather.v4i64.v4p1", ty), "llvm.masked.gather.v4i64.v4p1i64");
        assert_eq!(typed_name(&ctx, "llvm.amdgcn.interp.p1", ty), "llvm.amdgcn.interp.p1");
        assert_eq!(typed_name(&ctx, "llvm.genx.read.v4i64.v4p1", ty), "llvm.genx.read.v4i64.v4p1");
    }
}
