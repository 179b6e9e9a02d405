//! The crate's types. LangRef, "Type System".

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, FloatKind, StructBody, Type, TypeData};
use llvm_ir::types::{FPType, NamedStructDef, Type as IrType, Types};

use super::unsupported;
use crate::tables::types::{MAX_DEPTH, model_name};
use irtrip_dialect::llvm_text::cursor::Name;

/// Gives the module's identified structs their bodies.
pub(super) fn define_structs(ctx: &Context, types: &Types) -> DiagnosticResult<()> {
    for name in types.all_struct_names() {
        let body = match types.named_struct_def(name) {
            Some(NamedStructDef::Defined(body)) => match body.as_ref() {
                IrType::StructType { element_types, is_packed } => {
                    let elements = element_types.iter().map(|e| convert(ctx, e.as_ref()));
                    StructBody::Elements { packed: *is_packed, elements: elements.collect::<Result<_, _>>()? }
                }
                _ => return unsupported("a struct that is none"),
            },
            Some(NamedStructDef::Opaque) | None => StructBody::Opaque,
        };
        ctx.set_struct_body(identified(ctx, name), body);
    }
    Ok(())
}

/// The identified struct of a name.
pub(super) fn identified(ctx: &Context, name: &str) -> Type {
    ctx.identified_struct(model_name(ctx, &Name::Named(name.as_bytes().into())))
}

/// A type of the crate's.
pub(super) fn convert(ctx: &Context, ty: &IrType) -> DiagnosticResult<Type> {
    within(ctx, ty, 0)
}

fn within(ctx: &Context, ty: &IrType, depth: u32) -> DiagnosticResult<Type> {
    if depth > MAX_DEPTH {
        return unsupported("a type nested that deeply");
    }
    let inner = |ty: &IrType| within(ctx, ty, depth + 1);
    let all = |types: &[llvm_ir::TypeRef]| types.iter().map(|t| inner(t.as_ref())).collect::<Result<Vec<Type>, _>>();
    Ok(match ty {
        IrType::VoidType => types::VOID,
        IrType::IntegerType { bits } => ctx.int_type(*bits),
        IrType::PointerType { addr_space } => ctx.ptr_type(*addr_space),
        IrType::FPType(kind) => ctx.float_type(float(*kind)),
        IrType::FuncType { result_type, param_types, is_var_arg } => {
            ctx.llvm_function_type(inner(result_type.as_ref())?, &all(param_types)?, *is_var_arg)
        }
        IrType::VectorType { element_type, num_elements, scalable } => {
            ctx.vector_type(*num_elements as u64, *scalable, inner(element_type.as_ref())?)
        }
        IrType::ArrayType { element_type, num_elements } => {
            ctx.array_type(*num_elements as u64, inner(element_type.as_ref())?)
        }
        IrType::StructType { element_types, is_packed } => ctx.literal_struct(*is_packed, &all(element_types)?),
        IrType::NamedStructType { name } => identified(ctx, name),
        // As LLVM 20 and on have it.
        IrType::X86_MMXType => ctx.vector_type(1, false, types::I64),
        IrType::X86_AMXType => ctx.ty(TypeData::X86Amx),
        IrType::MetadataType => types::METADATA,
        IrType::LabelType => ctx.ty(TypeData::Label),
        IrType::TokenType => types::TOKEN,
        IrType::TargetExtType => return unsupported("a target extension type"),
    })
}

/// A format of floats.
pub(super) fn float(kind: FPType) -> FloatKind {
    match kind {
        FPType::Half => FloatKind::F16,
        FPType::BFloat => FloatKind::BF16,
        FPType::Single => FloatKind::F32,
        FPType::Double => FloatKind::F64,
        FPType::FP128 => FloatKind::F128,
        FPType::X86_FP80 => FloatKind::F80,
        FPType::PPC_FP128 => FloatKind::PpcF128,
    }
}
