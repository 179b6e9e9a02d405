//! Casts to the type that their operand has: LLVM's `IRBuilder`, with which upstream's exporter makes instructions, makes none.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::ops::LlvmForm;
use irtrip_dialect::ops::global_values::POISON;
use irtrip_dialect::ops::llvm::BITCAST;
use irtrip_dialect::{Body, Op, Value};
use rustc_hash::FxHashMap;

/// Has the operand of such a cast in the place of its result. In code that is never reached, a cast may be of what it gives
/// itself, which is `poison`. `typed_pointers`: the module's text had them, so that a `bitcast` is of pointers to other types.
pub fn drop_without_effect(body: &mut Body, typed_pointers: bool) {
    let mut dropped: Vec<(Op, Value)> = Vec::new();
    let mut circular: Vec<Op> = Vec::new();
    let mut operands: FxHashMap<Value, Value> = FxHashMap::default();
    for op in body.linked_ops() {
        let name = body.name(op);
        let is_cast = name.def().is_some_and(|def| matches!(def.llvm, LlvmForm::Cast(_)));
        if !is_cast || typed_pointers && name == BITCAST {
            continue;
        }
        let (Some(result), [operand]) = (body.result(op), body.operands(op)) else { continue };
        if body.value_type(result) == body.value_type(*operand) {
            let operand = origin(&mut operands, *operand);
            if operand == result {
                circular.push(op);
            } else {
                operands.insert(result, operand);
                dropped.push((op, result));
            }
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
