//! The rules of the dialect's operations, in upstream's words: masks, and predicates as registers have them.

use irtrip_dialect::Dim;

use crate::rules::*;

rules! {
    "arm_sve.convert_from_svbool" => |op| widened(op, op.result_type(), op.type_of("source"));
    "arm_sve.convert_to_svbool" => |op| widened(op, op.type_of("source"), op.result_type());
    "arm_sve.masked.addf" => masked;
    "arm_sve.masked.addi" => masked;
    "arm_sve.masked.divf" => masked;
    "arm_sve.masked.divi_signed" => masked;
    "arm_sve.masked.divi_unsigned" => masked;
    "arm_sve.masked.mulf" => masked;
    "arm_sve.masked.muli" => masked;
    "arm_sve.masked.subf" => masked;
    "arm_sve.masked.subi" => masked;
}

/// A mask has a bit for each element.
fn masked(op: &VerifyContext<'_>) -> VerifyResult {
    let bits = op.type_of("src1").map(|values| op.ctx.with_scalar_type(values, types::I1));
    require_that(bits.is_none() || bits == op.type_of("mask"), "mask has i1 element type and same shape as operands")
}

/// A register of predicates has 16 bits for each 128 of a vector, of which a predicate for larger elements has fewer.
fn widened(op: &VerifyContext<'_>, predicate: Option<Type>, register: Option<Type>) -> VerifyResult {
    let wide = predicate.and_then(|predicate| {
        let TypeData::Vector { dims, element } = op.ctx.type_data(predicate) else { return None };
        let mut dims = dims.to_vec();
        *dims.last_mut()? = Dim { size: Some(16), scalable: true };
        Some(op.ctx.ty(TypeData::Vector { dims: dims.into(), element: *element }))
    });
    require_that(wide.is_none() || wide == register, "expected corresponding svbool type widened to [16]xi1")
}
