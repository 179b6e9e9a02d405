//! Atomic updates of AMDGPU's memory, for releases that have intrinsics and a function attribute for them.

use irtrip_dialect::attribute_set::{
    AttributeItem, AttributeSet, CalledFunction, function_set, list_set, with_call_set, with_function_set,
};
use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering};
use irtrip_dialect::intrinsics::amdgpu_atomics::*;
use irtrip_dialect::intrinsics::older::{Replacement, rows};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{irtrip, llvm};
use irtrip_dialect::preserved::{OlderCall, OlderIntrinsic};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, Body, Context, Module, Op, Str, TypeData, Users, Value, ValueDef};

use crate::lower_to_release::intrinsics::constant;

/// Gives a function the calls of the text that its updates are in the place of, where the module was text of the release,
/// and the attribute that says what all its floating-point updates do, where the release has it.
pub(in crate::lower_to_release) fn lower(
    ctx: &Context,
    module: &mut Module,
    function: Op,
    release: Release,
    of_text: bool,
) {
    if let Some(body) = module.body.nested_mut(function).filter(|_| of_text) {
        let mut users = None;
        for op in (0..body.op_count()).map(Op::new) {
            if body.parent(op).is_some() {
                restore_call(ctx, body, op, release, &mut users);
            }
        }
    }
    let attrs = module.body.attrs(function);
    let Some(older) = ctx.entry(attrs, IRTRIP_OLDER_ATTRIBUTES) else { return };
    let key = ctx.str(UNSAFE_FP_ATOMICS);
    let Some(value) = ctx.entry(older, key).filter(|_| UNSAFE_FP_RELEASES.contains(release)) else { return };
    let value = ctx.string_value(value);
    let is_on = value.is_some_and(|value| ctx.bytes(value) == b"true");
    if let Some(body) = module.body.nested_mut(function).filter(|_| is_on)
        && !take_attachments(ctx, body)
    {
        return;
    }
    let mut set = function_set(ctx, attrs);
    set.push(ctx, AttributeItem::String { key, value });
    module.body.set_attrs(function, with_function_set(ctx, attrs, &set));
}

fn is_update(body: &Body, op: Op) -> bool {
    matches!(body.name(op), llvm::ATOMICRMW | irtrip::ATOMICRMW)
}

/// Takes from the floating-point updates what the function's attribute says. Where one is without it, as a pass may have
/// left it, none changes, and it returns false.
fn take_attachments(ctx: &Context, body: &mut Body) -> bool {
    let operation = |op: Op| body.attr(ctx, op, BIN_OP).and_then(|operation| ctx.enum_value::<AtomicBinOp>(operation));
    let all = (0..body.op_count()).map(Op::new).filter(|op| body.parent(*op).is_some() && is_update(body, *op));
    let updates: Vec<Op> = all.filter(|op| operation(*op).is_some_and(is_floating_point)).collect();
    let kinds = UNSAFE_FP_KINDS.map(|kind| ctx.str(kind));
    let attached = |op: Op| body.attr(ctx, op, IRTRIP_METADATA);
    let has = |op: &Op| attached(*op).is_some_and(|all| kinds.iter().all(|kind| ctx.entry(all, *kind).is_some()));
    if !updates.iter().all(has) {
        return false;
    }
    for op in updates {
        let attrs = body.attrs(op);
        let older = OlderCall::of(ctx, attrs);
        let kept = match older.entries.filter(|_| older.intrinsic.is_none()) {
            Some(own) => ctx.entry(own, IRTRIP_METADATA),
            None => {
                let all = ctx.entry(attrs, IRTRIP_METADATA).map(|all| ctx.entries(all)).unwrap_or_default();
                let others: Vec<(Str, Attr)> = all.iter().copied().filter(|entry| !kinds.contains(&entry.0)).collect();
                (!others.is_empty()).then(|| ctx.dictionary(&others))
            }
        };
        body.set_attrs(op, ctx.with_entry(attrs, IRTRIP_METADATA, kept));
    }
    true
}

/// The instructions that are in the place of a call.
struct Update {
    /// The update, and its pointer.
    op: Op,
    pointer: Value,
    /// The number that the call is given.
    value: Value,
    /// Where the update is of another type: the operation that makes its number of the call's.
    cast: Option<Op>,
}

impl Update {
    /// The update whose result an operation is, or is made of.
    fn of(body: &Body, op: Op) -> Option<Update> {
        if is_update(body, op) {
            let [pointer, value] = *body.operands(op) else { return None };
            return Some(Update { op, pointer, value, cast: None });
        }
        let (update, _) = cast_value(body, op)?;
        let [pointer, value] = *body.operands(update) else { return None };
        let ValueDef::Result(cast, _) = body.value(value).def else { return None };
        let value = *body.operands(cast).first().filter(|_| body.name(cast) == llvm::BITCAST)?;
        is_update(body, update).then_some(Update { op: update, pointer, value, cast: Some(cast) })
    }

    /// Whether it does what an intrinsic does with these last arguments.
    fn is(&self, ctx: &Context, body: &Body, operation: AtomicBinOp, immediates: Attr) -> bool {
        let numbers: Vec<Option<i64>> = ctx.items(immediates).iter().map(|number| ctx.int_value(*number)).collect();
        let (ordering, volatile) = ordering_and_volatile(&numbers);
        let attr = |key: Str| body.attr(ctx, self.op, key);
        attr(BIN_OP).and_then(|own| ctx.enum_value::<AtomicBinOp>(own)) == Some(operation)
            && attr(ORDERING).and_then(|own| ctx.enum_value::<AtomicOrdering>(own)) == Some(ordering)
            && attr(VOLATILE).is_some() == volatile
            && attr(SYNCSCOPE).and_then(|own| ctx.string_value(own)) == Some(ctx.str(INTRINSIC_SCOPE))
    }
}

/// The operation whose result a `bitcast` is of, and that result.
fn cast_value(body: &Body, op: Op) -> Option<(Op, Value)> {
    let value = *body.operands(op).first().filter(|_| body.name(op) == llvm::BITCAST)?;
    match body.value(value).def {
        ValueDef::Result(of, _) => Some((of, value)),
        _ => None,
    }
}

/// Makes an operation the call of the intrinsic that it is in the place of; `None` where it is of none, or of another by
/// now.
fn restore_call(ctx: &Context, body: &mut Body, op: Op, release: Release, users: &mut Option<Users>) -> Option<()> {
    let older = OlderCall::of(ctx, body.attrs(op));
    let OlderIntrinsic { callee, ty, immediates } = older.intrinsic?;
    let name = ctx.text(callee);
    let had = |instead: irtrip_dialect::release::Releases| instead.contains(release);
    let row = rows(name.strip_prefix("llvm.")?).iter().find(|row| row.instead.is_some_and(had))?;
    let (Replacement::AtomicRmw(operation), TypeData::LlvmFunction { result, params, .. }) =
        (row.replacement, ctx.type_data(ty))
    else {
        return None;
    };
    let update = Update::of(body, op)?;
    let [pointer, value, others @ ..] = &params[..] else { return None };
    let types = [(*pointer, update.pointer), (*value, update.value), (*result, body.result(op)?)];
    let of_type = types.iter().all(|(ty, value)| body.value_type(*value) == *ty);
    if !of_type || others.len() != ctx.items(immediates).len() || !update.is(ctx, body, operation, immediates) {
        return None;
    }
    if let Some(cast) = update.cast {
        let users = users.get_or_insert_with(|| Users::new(body));
        let is_used_here_alone = |made: Op, by: Op| body.result(made).is_some_and(|made| users.of(made) == [by]);
        if !is_used_here_alone(update.op, op) || !is_used_here_alone(cast, update.op) {
            return None;
        }
    }
    let mut operands = vec![update.pointer, update.value];
    for (ty, number) in others.iter().zip(ctx.items(immediates)) {
        operands.push(constant(ctx, body, op, *ty, *number));
    }
    let mut entries: Vec<(Str, Attr)> = vec![(INTRIN, ctx.str_attr(callee))];
    entries.extend(older.tail.map(|tail| (IRTRIP_TAIL, tail)));
    let fits = |list: &Attr| ctx.items(*list).len() == operands.len();
    entries.extend(older.arg_attrs.filter(fits).map(|list| (ARG_ATTRS, list)));
    entries.extend(older.entries.iter().flat_map(|others| ctx.entries(*others)));
    let set = older.attributes.map_or_else(AttributeSet::new, |list| list_set(ctx, list));
    let attrs = with_call_set(ctx, llvm::CALL_INTRINSIC, ctx.dictionary(&entries), &set, CalledFunction::UNKNOWN);
    body.set_name(op, llvm::CALL_INTRINSIC);
    body.set_operands(op, &operands);
    body.set_attrs(op, attrs);
    if let (Some(result), Some(name)) = (body.result(op), older.name.and_then(|name| ctx.string_value(name))) {
        body.set_value_name(result, Some(name));
    }
    if let Some(cast) = update.cast {
        body.unlink(update.op);
        body.unlink(cast);
    }
    Some(())
}
