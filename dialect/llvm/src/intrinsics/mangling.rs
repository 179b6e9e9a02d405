//! The full names of overloaded intrinsics: `llvm.smax` on `<4 x i32>` is `llvm.smax.v4i32`.
//!
//! LangRef, "Intrinsic Functions": the suffix spells the overloaded types, results before arguments.

use std::fmt::Write;

use super::Intrinsic;
use super::IntrinsicId;
use crate::context::{Context, Type};
use crate::types::{TypeData, llvm_struct_name};

/// The name of an intrinsic's declaration for a call that returns `result` and takes `args`.
///
/// `args` are the types of all arguments of the LLVM call, immediates among them. A type the intrinsic is
/// overloaded on and that is not there is left out, as are types that have no mangled spelling.
///
/// ```
/// use irtrip_dialect::{Context, ContextDialects, OpNameDefinition, intrinsics::mangled_name_of_call, ops};
/// let ctx = Context::new();
/// let v4i32 = ctx.vector_type(4, false, ctx.int_type(32));
/// let smax = ctx.op_name("llvm.intr.smax").def().and_then(|d| d.called_intrinsic()).unwrap();
/// assert_eq!(mangled_name_of_call(&ctx, smax, v4i32, &[v4i32, v4i32]), "llvm.smax.v4i32");
/// ```
pub fn mangled_name_of_call(ctx: &Context, intrinsic: &Intrinsic, result: Type, args: &[Type]) -> String {
    let mut name = String::from(intrinsic.name);
    let fields = ctx.struct_elements(result).map(|(_, fields)| fields);
    for &index in intrinsic.overloaded_results {
        let ty = fields.map_or(Some(result), |f| f.get(usize::from(index)).copied());
        suffix(ctx, ty, &mut name);
    }
    for &index in intrinsic.overloaded_operands {
        suffix(ctx, args.get(usize::from(index)).copied(), &mut name);
    }
    name
}

/// The full name of an intrinsic for the types it leaves open; `None` where one of them has no spelling of its own: a
/// struct without a name.
pub fn mangled_name(ctx: &Context, intrinsic: &IntrinsicId, open: &[Type]) -> Option<String> {
    let mut name = format!("llvm.{}", String::from_utf8_lossy(intrinsic.base));
    if intrinsic.overloaded {
        for ty in open {
            if has_unnamed_struct(ctx, *ty) {
                return None;
            }
            suffix(ctx, Some(*ty), &mut name);
        }
    }
    Some(name)
}

fn has_unnamed_struct(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::IdentifiedStruct { name, .. } => llvm_struct_name(ctx.bytes(*name)).is_none(),
        TypeData::Array { element, .. } | TypeData::Vector { element, .. } => has_unnamed_struct(ctx, *element),
        TypeData::LiteralStruct { elements: types, .. } | TypeData::TargetExt { types, .. } => {
            types.iter().any(|t| has_unnamed_struct(ctx, *t))
        }
        TypeData::LlvmFunction { result, params, .. } => {
            has_unnamed_struct(ctx, *result) || params.iter().any(|t| has_unnamed_struct(ctx, *t))
        }
        _ => false,
    }
}

fn suffix(ctx: &Context, ty: Option<Type>, out: &mut String) {
    if let Some(ty) = ty {
        out.push('.');
        mangle_type(ctx, ty, out);
    }
}

/// Appends the mangled spelling of a type. Types nest as deep as the reader of the type allowed.
pub fn mangle_type(ctx: &Context, ty: Type, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = mangle(ctx, ty, out);
}

fn mangle(ctx: &Context, ty: Type, out: &mut String) -> std::fmt::Result {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => write!(out, "i{width}"),
        TypeData::Float(crate::FloatKind::PpcF128) => out.write_str("ppcf128"),
        TypeData::Float(kind) => out.write_str(kind.mlir()),
        TypeData::Pointer { address_space } => write!(out, "p{address_space}"),
        TypeData::TypedPointer { pointee, address_space } => {
            write!(out, "p{address_space}")?;
            mangle(ctx, *pointee, out)
        }
        TypeData::Array { length, element } => {
            write!(out, "a{length}")?;
            mangle(ctx, *element, out)
        }
        TypeData::Vector { dims, element } => {
            for dim in dims {
                write!(out, "{}v{}", if dim.scalable { "nx" } else { "" }, dim.size.unwrap_or(0))?;
            }
            mangle(ctx, *element, out)
        }
        TypeData::LiteralStruct { elements, .. } => {
            out.push_str("sl_");
            elements.iter().try_for_each(|element| mangle(ctx, *element, out))?;
            out.write_str("s")
        }
        TypeData::IdentifiedStruct { name, .. } => write!(out, "s_{}s", ctx.text(*name)),
        TypeData::LlvmFunction { result, params, vararg } => {
            out.push_str("f_");
            mangle(ctx, *result, out)?;
            params.iter().try_for_each(|param| mangle(ctx, *param, out))?;
            out.write_str(if *vararg { "varargf" } else { "f" })
        }
        TypeData::TargetExt { name, types, ints } => {
            write!(out, "t{}", ctx.text(*name))?;
            for ty in types {
                out.push('_');
                mangle(ctx, *ty, out)?;
            }
            ints.iter().try_for_each(|int| write!(out, "_{int}"))?;
            out.write_str("t")
        }
        TypeData::Byte { width } => write!(out, "b{width}"),
        TypeData::Void => out.write_str("isVoid"),
        TypeData::Metadata => out.write_str("Metadata"),
        TypeData::X86Amx => out.write_str("x86amx"),
        TypeData::Token => out.write_str("token"),
        // Not LLVM's: no intrinsic is overloaded on them.
        TypeData::Label
        | TypeData::Index
        | TypeData::None
        | TypeData::Complex(_)
        | TypeData::Tuple(_)
        | TypeData::Function { .. }
        | TypeData::Tensor { .. }
        | TypeData::MemRef { .. }
        | TypeData::Opaque { .. } => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(ctx: &Context, ty: Type) -> String {
        let mut out = String::new();
        mangle_type(ctx, ty, &mut out);
        out
    }

    #[test]
    fn types_are_spelled_as_llvm_spells_them() {
        let ctx = Context::new();
        let i32 = ctx.int_type(32);
        assert_eq!(spelled(&ctx, ctx.vector_type(4, true, i32)), "nxv4i32");
        assert_eq!(spelled(&ctx, ctx.array_type(3, ctx.ptr_type(5))), "a3p5");
        assert_eq!(spelled(&ctx, ctx.literal_struct(false, &[i32, i32])), "sl_i32i32s");
        assert_eq!(spelled(&ctx, ctx.identified_struct(ctx.str("struct.a"))), "s_struct.as");
        assert_eq!(spelled(&ctx, ctx.float_type(crate::FloatKind::BF16)), "bf16");
    }
}
