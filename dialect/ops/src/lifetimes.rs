//! What a lifetime marker marks. LangRef, "Memory Use Markers".

use rustc_hash::FxHashMap;

use crate::body::{Body, Op, Value, ValueDef};
use crate::context::{Context, Type};
use crate::names::{ELEM_TYPE, RAW_CONSTANT_INDICES, VALUE};
use crate::ops::intrinsics::{LIFETIME_END, LIFETIME_START};
use crate::ops::{global_values, irtrip, llvm};
use crate::registry::OpName;

/// The `alloca` that a pointer leads to through casts; `None` where that is none, and has no lifetime. In code that is never
/// reached, casts may be of each other.
pub fn slot_of(ctx: &Context, body: &Body, mut pointer: Value) -> Option<Value> {
    // Brent's way to find a circle: a value that is met again is so after at most twice as many steps as the circle has.
    let (mut met, mut steps, mut limit) = (pointer, 0usize, 1usize);
    loop {
        let ValueDef::Result(op, _) = body.value(pointer).def else { return None };
        match body.name(op) {
            llvm::ALLOCA | irtrip::ALLOCA => return Some(pointer),
            llvm::ADDRSPACECAST | llvm::BITCAST => {}
            llvm::GETELEMENTPTR if has_zero_indices(ctx, body, op) => {}
            _ => return None,
        }
        pointer = *body.operands(op).first()?;
        if pointer == met {
            return None;
        }
        steps += 1;
        if steps == limit {
            (met, steps, limit) = (pointer, 0, limit.saturating_mul(2));
        }
    }
}

/// The casts of the `alloca`s of a body, which markers of older releases take: one of an `alloca` is told from the others by its
/// place among them.
#[derive(Clone, Debug, Default)]
pub struct SlotCasts {
    /// How many operations of the body were looked at.
    seen: usize,
    casts: FxHashMap<Value, Vec<Value>>,
    places: FxHashMap<Value, usize>,
}

impl SlotCasts {
    /// Looks at the operations that came since.
    pub fn look_at(&mut self, ctx: &Context, body: &Body) {
        for op in (self.seen..body.op_count()).map(Op::new) {
            let is_cast = matches!(body.name(op), llvm::ADDRSPACECAST | llvm::BITCAST | llvm::GETELEMENTPTR);
            let value = body.result(op).filter(|_| is_cast && body.parent(op).is_some());
            if let Some((value, slot)) = value.and_then(|value| Some((value, slot_of(ctx, body, value)?))) {
                let casts = self.casts.entry(slot).or_default();
                self.places.insert(value, casts.len());
                casts.push(value);
            }
        }
        self.seen = body.op_count();
    }

    /// The place of a value among the casts of its `alloca`; none of what is no cast.
    pub fn place(&self, value: Value) -> Option<usize> {
        self.places.get(&value).copied()
    }

    /// The cast of an `alloca` at a place.
    pub fn cast(&self, slot: Value, place: usize) -> Option<Value> {
        self.casts.get(&slot)?.get(place).copied()
    }
}

/// Whether an operation is a lifetime marker that LLVM refuses: of a pointer that is neither an `alloca` nor `poison`.
pub fn marks_no_slot(body: &Body, op: Op) -> bool {
    let is_slot = |name| matches!(name, llvm::ALLOCA | irtrip::ALLOCA | global_values::POISON);
    matches!(body.name(op), LIFETIME_START | LIFETIME_END) && !marked(body, op).is_some_and(is_slot)
}

/// Whether an operation is a lifetime marker of `poison`.
pub fn marks_poison(body: &Body, op: Op) -> bool {
    matches!(body.name(op), LIFETIME_START | LIFETIME_END) && marked(body, op) == Some(global_values::POISON)
}

/// The operation whose result a marker marks.
fn marked(body: &Body, op: Op) -> Option<OpName> {
    match body.value(*body.operands(op).first()?).def {
        ValueDef::Result(op, _) => Some(body.name(op)),
        ValueDef::Argument(..) | ValueDef::Undefined => None,
    }
}

/// The type of the result of an `alloca`.
pub fn allocated_type(ctx: &Context, body: &Body, slot: Value) -> Option<Type> {
    let ValueDef::Result(op, _) = body.value(slot).def else { return None };
    body.type_attr(ctx, op, ELEM_TYPE)
}

/// Whether all indices are 0.
fn has_zero_indices(ctx: &Context, body: &Body, op: Op) -> bool {
    let indices = body.attr(ctx, op, RAW_CONSTANT_INDICES).and_then(|indices| ctx.dense_array(indices));
    indices.is_some_and(|indices| indices.iter().all(|index| [0, llvm::DYNAMIC_INDEX].contains(index)))
        && body.operands(op).iter().skip(1).all(|index| is_zero(ctx, body, *index))
}

/// Whether a value is the constant 0.
fn is_zero(ctx: &Context, body: &Body, value: Value) -> bool {
    let ValueDef::Result(op, _) = body.value(value).def else { return false };
    let number = body.int_attr(ctx, op, VALUE);
    body.name(op) == global_values::CONSTANT && number == Some(0)
}
