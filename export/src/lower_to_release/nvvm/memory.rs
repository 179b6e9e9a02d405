//! Fences and atomic accesses, which libNVVM has as intrinsics and as volatile accesses. NVVM IR specification, "Atomic Memory
//! Ordering Constraints"; PTX ISA, "Memory Consistency Model": a volatile access is a relaxed one of the whole system.

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm::{ATOMICRMW, CALL_INTRINSIC, FENCE, LOAD, STORE};
use irtrip_dialect::{Body, Builder, Context, FloatKind, InsertPoint, Op, Type, TypeData};

use super::super::{LoweringContext, lacking};

/// The intrinsics that wait for the accesses before them, by the scope that sees these.
static FENCES: &[(&[u8], &str)] =
    &[(b"", "llvm.nvvm.membar.sys"), (b"device", "llvm.nvvm.membar.gl"), (b"block", "llvm.nvvm.membar.cta")];

/// Makes a fence, an atomic access, or an addition of floating-point numbers what libNVVM has in its place.
pub(super) fn express(ctx: &Context, body: &mut Body, op: Op, cx: &mut LoweringContext) -> Result<(), ExportCode> {
    let ordering = |body: &Body| body.attr(ctx, op, ORDERING).and_then(|value| ctx.enum_value::<AtomicOrdering>(value));
    match body.name(op) {
        FENCE => {
            let fence = fence(ctx, body, op, cx)?;
            cx.drop(format!("'fence' (written as '{fence}')"));
            body.set_name(op, CALL_INTRINSIC);
            body.set_attrs(op, ctx.dictionary(&[(INTRIN, ctx.string_attr(fence))]));
        }
        LOAD | STORE => match ordering(body) {
            None | Some(AtomicOrdering::NotAtomic) => {}
            Some(ordering) => access(ctx, body, op, ordering, cx)?,
        },
        ATOMICRMW => add(ctx, body, op),
        _ => {}
    }
    Ok(())
}

/// The intrinsic for the scope of an operation.
fn fence(ctx: &Context, body: &Body, op: Op, cx: &LoweringContext) -> Result<&'static str, ExportCode> {
    let scope = body.string_attr(ctx, op, SYNCSCOPE);
    let scope = scope.map_or(&b""[..], |scope| ctx.bytes(scope));
    let row = FENCES.iter().find(|row| row.0 == scope);
    let what = || format!("fence of the scope '{}' for libNVVM", String::from_utf8_lossy(scope));
    row.map(|row| row.1).ok_or_else(|| lacking(cx.release, what()))
}

/// Makes an atomic access a volatile one, with the fences that its ordering asks for.
fn access(
    ctx: &Context,
    body: &mut Body,
    op: Op,
    ordering: AtomicOrdering,
    cx: &mut LoweringContext,
) -> Result<(), ExportCode> {
    let is_ordered = !matches!(ordering, AtomicOrdering::Unordered | AtomicOrdering::Monotonic);
    let is_sequential = ordering == AtomicOrdering::SeqCst;
    let is_load = body.name(op) == LOAD;
    let (before, after) = (is_ordered && (!is_load || is_sequential), is_ordered && (is_load || is_sequential));
    if before || after {
        let intrinsic = (INTRIN, ctx.string_attr(fence(ctx, body, op, cx)?));
        let loc = body.loc(op);
        for (is_there, at) in [(before, InsertPoint::Before(op)), (after, InsertPoint::After(op))] {
            if is_there {
                Builder::new(ctx, body, at, loc).create(CALL_INTRINSIC, &[], &[], &[intrinsic]);
            }
        }
    }
    cx.drop(format!("'{}' of an access (written as 'volatile' and fences)", ordering.llvm()));
    let mut attrs = body.attrs(op);
    for (key, value) in [(ORDERING, None), (SYNCSCOPE, None), (VOLATILE, Some(UNIT))] {
        attrs = ctx.with_entry(attrs, key, value);
    }
    body.set_attrs(op, attrs);
    Ok(())
}

/// Makes an atomic addition of floating-point numbers a call of libNVVM's intrinsic.
fn add(ctx: &Context, body: &mut Body, op: Op) {
    let operation = body.attr(ctx, op, BIN_OP).and_then(|value| ctx.enum_value::<AtomicBinOp>(value));
    let scope = body.attr(ctx, op, SYNCSCOPE);
    let types: Vec<Type> = body.operands(op).iter().map(|value| body.value_type(*value)).collect();
    let [pointer, number] = types[..] else { return };
    let (Some(space), TypeData::Float(kind)) = (ctx.pointer_space(pointer), ctx.type_data(number)) else { return };
    let suffix = match kind {
        FloatKind::F32 => "f32",
        FloatKind::F64 => "f64",
        _ => return,
    };
    if operation != Some(AtomicBinOp::FAdd) || scope.is_some() {
        return;
    }
    let name = format!("llvm.nvvm.atomic.load.add.{suffix}.p{space}{suffix}");
    body.set_name(op, CALL_INTRINSIC);
    body.set_attrs(op, ctx.dictionary(&[(INTRIN, ctx.string_attr(&name))]));
}
