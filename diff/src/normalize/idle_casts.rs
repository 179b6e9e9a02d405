//! Casts that change nothing: a `bitcast` to the type that its operand has. LangRef, "bitcast". Where pointers do not name
//! what they point to, that is what is left of a cast from one pointer to another.

use irtrip_dialect::ops::llvm;
use irtrip_dialect::{Body, Context, Module, Op, Value};
use rustc_hash::FxHashMap;

use super::debug_records::renumber_values;

/// The result and the operand of an operation that is such a cast.
fn idle_cast(body: &Body, op: Op) -> Option<(Value, Value)> {
    let (result, [value]) = (body.result(op)?, body.operands(op)) else { return None };
    let is_idle = body.name(op) == llvm::BITCAST && body.value_type(result) == body.value_type(*value);
    is_idle.then_some((result, *value))
}

/// Whether a module has such casts.
pub fn has_idle_casts(module: &Module) -> bool {
    let has = |body: &Body| (0..body.op_count()).any(|op| idle_cast(body, Op::new(op)).is_some());
    module.body.all_nested().iter().any(has)
}

/// Puts the operand of each such cast in its place. Values that have a number are numbered without the casts.
pub fn drop_idle_casts(ctx: &Context, body: &mut Body) {
    let mut casts: FxHashMap<Value, Value> = FxHashMap::default();
    for op in (0..body.op_count()).map(Op::new) {
        if let Some((result, value)) = idle_cast(body, op) {
            casts.insert(result, value);
            body.unlink(op);
        }
    }
    if !casts.is_empty() {
        // Casts in code that is never reached may lead round in a ring.
        let follow = |value: &Value| casts.get(value).copied();
        body.replace_operands(|value| {
            std::iter::successors(Some(value), follow).take(casts.len() + 1).last().unwrap_or(value)
        });
    }
    renumber_values(ctx, body);
}
