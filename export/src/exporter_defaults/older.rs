//! What the exporters of older releases make of a module that is known to be text of theirs.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::intrinsics::lifetimes::slot_of;
use irtrip_dialect::intrinsics::{lookup_intrinsic, mangled_name};
use irtrip_dialect::names::{FUNCTION_TYPE, INTRIN, SYM_NAME};
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::ops::intrinsics::{LIFETIME_END, LIFETIME_START};
use irtrip_dialect::ops::llvm::CALL_INTRINSIC;
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known::{I64, VOID};
use irtrip_dialect::{Body, Context, Module, NewOp, Op, OpName, Type};

/// Adds what the release's exporter would, where the text is known to be of an older release.
pub(super) fn add_defaults_of_release(ctx: &Context, module: &mut Module) {
    let mut has_sizes = false;
    for body in module.body.all_nested_mut() {
        has_sizes |= called_with_sizes(ctx, body);
    }
    if has_sizes || module.releases.other_than_models().is_some_and(|release| release < Release::V22) {
        sized_lifetimes(ctx, module);
    }
}

/// Makes lifetime markers of calls that name the intrinsic and pass a size before the pointer, as up to LLVM 21. Returns
/// whether there are any.
fn called_with_sizes(ctx: &Context, body: &mut Body) -> bool {
    let mut is_there = false;
    for op in body.linked_ops().filter(|op| body.name(*op) == CALL_INTRINSIC).collect::<Vec<Op>>() {
        let (&[_, pointer], Some(name)) = (body.operands(op), body.attr(ctx, op, INTRIN)) else { continue };
        let known = ctx.string_value(name).and_then(|name| lookup_intrinsic(ctx.bytes(name)));
        let marker = match known.map(|known| known.base) {
            Some(b"lifetime.start") => LIFETIME_START,
            Some(b"lifetime.end") => LIFETIME_END,
            _ => continue,
        };
        is_there = true;
        body.set_name(op, marker);
        body.set_operands(op, &[pointer]);
        body.set_attrs(op, EMPTY_DICTIONARY);
    }
    is_there
}

/// Has lifetime markers as LLVM has them that had a size: of an `alloca` alone, with the declaration that it leaves.
fn sized_lifetimes(ctx: &Context, module: &mut Module) {
    for (name, base) in [(LIFETIME_START, "llvm.lifetime.start"), (LIFETIME_END, "llvm.lifetime.end")] {
        let mut is_there = false;
        for body in module.body.all_nested_mut() {
            is_there |= mark_slots(ctx, body, name);
        }
        let left_over = lookup_intrinsic(base.as_bytes()).and_then(|known| mangled_name(ctx, &known, &[I64]));
        if let Some(left_over) = left_over.filter(|_| is_there) {
            declare(ctx, module, &left_over, VOID, &[I64]);
        }
    }
}

/// Has the markers of a body mark their `alloca`; one that has none goes. Returns whether there are any.
fn mark_slots(ctx: &Context, body: &mut Body, marker: OpName) -> bool {
    let mut is_there = false;
    for op in (0..body.op_count()).map(Op::new) {
        if body.name(op) != marker || body.parent(op).is_none() {
            continue;
        }
        is_there = true;
        match body.operands(op).first().and_then(|pointer| slot_of(ctx, body, *pointer)) {
            Some(slot) => body.set_operands(op, &[slot]),
            None => body.unlink(op),
        }
    }
    is_there
}

/// Declares a function, unless the module has one of its name.
fn declare(ctx: &Context, module: &mut Module, name: &str, result: Type, parameters: &[Type]) {
    let name = ctx.string_attr(name);
    if module.ops().any(|op| module.body.attr(ctx, op, SYM_NAME) == Some(name)) {
        return;
    }
    let ty = ctx.type_attr(ctx.llvm_function_type(result, parameters, false));
    let attrs = ctx.dictionary(&[(SYM_NAME, name), (FUNCTION_TYPE, ty)]);
    module.body.append(module.block, NewOp { attrs, ..NewOp::new(FUNC) }, &[]);
}
