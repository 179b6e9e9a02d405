//! The rules of the dialect's operations, in upstream's words.

use crate::rules::*;

rules! {
    "x86vector.avx512.mask.compress" => compress;
}

/// What the other elements are comes from one place, and has the result's type.
fn compress(op: &VerifyContext<'_>) -> VerifyResult {
    let constant = op.attr_named("constant_src");
    require_plain(constant.is_none() || count(op, "src") == 0, "cannot use both src and constant_src")?;
    let has_type_of_result = |ty: Option<Type>| ty.is_none() || ty == op.result_type();
    require_plain(has_type_of_result(op.type_of("src")), "failed to verify that src and dst have same type")?;
    let constant = constant.and_then(|constant| op.ctx.attr_type(constant));
    require_plain(has_type_of_result(constant), "failed to verify that constant_src and dst have same type")
}
