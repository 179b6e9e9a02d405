//! Function types, by calling convention.

use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, Type, TypeData};

use super::LlvmTypeConverter;
use super::descriptor::{is_unranked, rank};
use crate::conversion::SignatureConversion;
use crate::memref::layouts::strided;
use crate::memref::verify::parts;

/// A function's type in the LLVM dialect.
#[derive(Clone, Debug)]
pub struct FunctionConversion {
    /// `!llvm.func<...>`
    pub ty: Type,
    /// What becomes of the arguments.
    pub signature: SignatureConversion,
}

/// The type of a function that C calls with pointers to descriptors.
#[derive(Clone, Copy, Debug)]
pub struct CWrapper {
    /// `!llvm.func<...>`
    pub ty: Type,
    /// The struct that its first argument points to, in place of a result.
    pub result: Option<Type>,
}

/// The inputs and results of a function type.
pub fn function_parts(ctx: &Context, ty: Type) -> Option<(&[Type], &[Type])> {
    match ctx.type_data(ty) {
        TypeData::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

impl LlvmTypeConverter {
    /// The types that an argument is passed as.
    pub fn argument_types(&self, ctx: &Context, ty: Type, bare_pointers: bool) -> Option<Vec<Type>> {
        if bare_pointers && (rank(ctx, ty).is_some() || is_unranked(ctx, ty)) {
            return Some(vec![self.bare_pointer(ctx, ty)?]);
        }
        let converted = self.convert_type(ctx, ty)?;
        if is_unranked(ctx, ty) {
            return Some(self.unranked_fields(ctx).to_vec());
        }
        let Some(rank) = rank(ctx, ty) else { return Some(vec![converted]) };
        let pointer = ctx.element_at(converted, 0)?;
        let index = self.index_type(ctx);
        let mut fields = vec![pointer, pointer, index];
        fields.extend(std::iter::repeat_n(index, 2 * rank));
        Some(fields)
    }

    /// The pointer that a memref is passed as; `None` where sizes, strides or offset are not known.
    pub fn bare_pointer(&self, ctx: &Context, ty: Type) -> Option<Type> {
        let memref = parts(ctx, ty)?;
        let layout = strided(ctx, &memref)?;
        let known = memref.dims.iter().all(|dim| dim.size.is_some())
            && layout.strides.iter().all(Option::is_some)
            && layout.offset.is_some();
        if !known {
            return None;
        }
        ctx.element_at(self.convert_type(ctx, ty)?, 0)
    }

    /// The type of what a function returns: a struct of all, where there are several.
    pub fn packed_results(&self, ctx: &Context, results: &[Type], bare_pointers: bool) -> Option<Type> {
        let is_memref = |ty| rank(ctx, ty).is_some() || is_unranked(ctx, ty);
        let converted: Option<Vec<Type>> =
            results
                .iter()
                .map(|&ty| {
                    if bare_pointers && is_memref(ty) { self.bare_pointer(ctx, ty) } else { self.convert_type(ctx, ty) }
                })
                .collect();
        match converted?[..] {
            [] => Some(types::VOID),
            [one] => Some(one),
            ref several => Some(ctx.literal_struct(false, several)),
        }
    }

    /// The type of a function, and what becomes of its arguments.
    pub fn function(&self, ctx: &Context, ty: Type, vararg: bool, bare_pointers: bool) -> Option<FunctionConversion> {
        let (inputs, results) = function_parts(ctx, ty)?;
        let mut signature = SignatureConversion::default();
        for &input in inputs {
            signature.add_input(&self.argument_types(ctx, input, bare_pointers)?);
        }
        let result = self.packed_results(ctx, results, bare_pointers)?;
        let ty = ctx.llvm_function_type(result, &signature.types, vararg);
        Some(FunctionConversion { ty, signature })
    }

    /// The type of a function as C calls it.
    pub fn c_wrapper(&self, ctx: &Context, ty: Type) -> Option<CWrapper> {
        let (inputs, results) = function_parts(ctx, ty)?;
        let packed = self.packed_results(ctx, results, self.options().bare_pointers)?;
        let is_struct =
            matches!(ctx.type_data(packed), TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. });
        let mut params = if is_struct { vec![types::PTR] } else { Vec::new() };
        for &input in inputs {
            let converted = self.convert_type(ctx, input)?;
            let is_memref = rank(ctx, input).is_some() || is_unranked(ctx, input);
            params.push(if is_memref { types::PTR } else { converted });
        }
        let result = if is_struct { types::VOID } else { packed };
        Some(CWrapper { ty: ctx.llvm_function_type(result, &params, false), result: is_struct.then_some(packed) })
    }
}
