//! Fast-math flags of calls and selects; LangRef, "Fast-Math Flags".

use irtrip_dialect::names::FASTMATH_FLAGS;
use irtrip_dialect::ops::llvm::{CALL, CALL_INTRINSIC, INVOKE, SELECT};
use irtrip_dialect::{Body, Context, Op, Type, TypeData};

/// Takes them from calls and selects that give no floating-point number, where LLVM IR has none, as upstream's exporter does.
pub fn drop_fast_math_flags(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new) {
        let attrs = body.attrs(op);
        if [CALL, CALL_INTRINSIC, INVOKE, SELECT].contains(&body.name(op))
            && ctx.entry(attrs, FASTMATH_FLAGS).is_some()
            && !body.result(op).is_some_and(|value| is_floating_point(ctx, body.value_type(value)))
        {
            body.set_attrs(op, ctx.with_entry(attrs, FASTMATH_FLAGS, None));
        }
    }
}

/// Whether a value is a floating-point number, a vector of them, or an aggregate of either, one in another.
fn is_floating_point(ctx: &Context, mut ty: Type) -> bool {
    while let TypeData::Array { element, .. } = ctx.type_data(ty) {
        ty = *element;
    }
    let is_number = |ty: Type| matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Float(_));
    match ctx.struct_elements(ty) {
        Some((_, [first, rest @ ..])) => is_number(*first) && rest.iter().all(|ty| ty == first),
        Some((_, [])) => false,
        None => is_number(ty),
    }
}
