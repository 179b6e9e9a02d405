//! The full names of overloaded intrinsics: `llvm.call_intrinsic "llvm.smax"` is a call of `llvm.smax.i32`.

use irtrip_dialect::call_arguments::bundle_sizes;
use irtrip_dialect::intrinsics::{called_type, lookup_intrinsic, mangled_name, overload_types};
use irtrip_dialect::names::INTRIN;
use irtrip_dialect::ops::llvm::CALL_INTRINSIC;
use irtrip_dialect::types::well_known::VOID;
use irtrip_dialect::{Body, Context, Op, Str, Type};

/// Gives intrinsics that are called by name the name that goes with the types of the call.
pub(super) fn complete(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new).filter(|op| body.name(*op) == CALL_INTRINSIC).collect::<Vec<Op>>() {
        let name = body.string_attr(ctx, op, INTRIN);
        if let Some(full) = name.and_then(|name| full_name(ctx, body, op, name)) {
            let attrs = ctx.with_entry(body.attrs(op), INTRIN, Some(ctx.string_attr(&full)));
            body.set_attrs(op, attrs);
        }
    }
}

/// The full name of the intrinsic that an operation calls by a name.
fn full_name(ctx: &Context, body: &Body, op: Op, name: Str) -> Option<String> {
    let known = lookup_intrinsic(ctx.bytes(name))?;
    let operands = body.operands(op);
    let bundled: usize = bundle_sizes(ctx, body.attrs(op)).sum();
    let own = operands.get(..operands.len().checked_sub(bundled)?)?;
    let types: Vec<Type> = own.iter().map(|operand| body.value_type(*operand)).collect();
    let result = body.result(op).map_or(VOID, |result| body.value_type(result));
    mangled_name(ctx, &known, &overload_types(ctx, &known, called_type(ctx, ctx.bytes(name), result, &types))?)
}
