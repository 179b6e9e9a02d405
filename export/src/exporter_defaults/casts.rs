//! Casts to the type that their operand has: LLVM's `IRBuilder`, with which upstream's exporter makes instructions, makes none,
//! and LLVM IR has none but `bitcast`.

use std::borrow::Cow;

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::ops::LlvmForm;
use irtrip_dialect::ops::global_values::POISON;
use irtrip_dialect::ops::llvm::BITCAST;
use irtrip_dialect::{Body, Module, Op, OpName, OpNameDefinition, Value};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// A module without the casts that LLVM IR does not have: passes may leave some.
pub fn drop_foreign(module: Cow<'_, Module>) -> Cow<'_, Module> {
    let is_foreign = |name| name != BITCAST;
    let has_some = |body: &Body| body.linked_ops().any(|op| without_effect(body, op, is_foreign).is_some());
    if !module.body.all_nested().par_iter().any(has_some) {
        return module;
    }
    let mut module = module.into_owned();
    module.body.all_nested_mut().par_iter_mut().for_each(|body| drop_without_effect(body, is_foreign));
    Cow::Owned(module)
}

/// The result and the operand of a cast to the type that its operand has; `None` where the operation is something else, or
/// not `wanted`.
fn without_effect(body: &Body, op: Op, wanted: impl Fn(OpName) -> bool) -> Option<(Value, Value)> {
    let name = body.name(op);
    if !matches!(name.def()?.llvm, LlvmForm::Cast(_)) || !wanted(name) {
        return None;
    }
    let (result, operand) = (body.result(op)?, *body.operands(op).first()?);
    (body.value_type(result) == body.value_type(operand)).then_some((result, operand))
}

/// Has the operand of such a cast, if it is `wanted`, in the place of its result. In code that is never reached, a cast may
/// be of its own result, which is `poison`.
pub fn drop_without_effect(body: &mut Body, wanted: impl Fn(OpName) -> bool) {
    let mut dropped: Vec<(Op, Value)> = Vec::new();
    let mut circular: Vec<Op> = Vec::new();
    let mut operands: FxHashMap<Value, Value> = FxHashMap::default();
    for op in body.linked_ops() {
        let Some((result, operand)) = without_effect(body, op, &wanted) else { continue };
        let operand = origin(&mut operands, operand);
        if operand == result {
            circular.push(op);
        } else {
            operands.insert(result, operand);
            dropped.push((op, result));
        }
    }
    for op in circular {
        body.set_name(op, POISON);
        body.set_operands(op, &[]);
        body.set_attrs(op, EMPTY_DICTIONARY);
    }
    if dropped.is_empty() {
        return;
    }
    for &(_, result) in &dropped {
        origin(&mut operands, result);
    }
    body.replace_operands(|value| operands.get(&value).copied().unwrap_or(value));
    for (op, _) in dropped {
        body.unlink(op);
    }
}

/// What a chain of casts begins with; each cast of the chain leads there directly from then on.
fn origin(operands: &mut FxHashMap<Value, Value>, value: Value) -> Value {
    let mut origin = value;
    while let Some(&operand) = operands.get(&origin) {
        origin = operand;
    }
    let mut link = value;
    while let Some(operand) = operands.get_mut(&link) {
        link = std::mem::replace(operand, origin);
    }
    origin
}
