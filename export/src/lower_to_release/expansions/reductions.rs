//! Instructions in the place of `llvm.vector.reduce`: one for each element. LangRef, "Vector Reduction Intrinsics".

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::enums::ICmpPredicate;
use irtrip_dialect::names::FASTMATH_FLAGS;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known::I32;
use irtrip_dialect::{Attr, Builder, OpName, Value};

use super::{Last, compare, number};

/// What is made of two elements.
#[derive(Clone, Copy)]
pub(super) enum Reduction {
    /// The result of an instruction.
    Binary(OpName),
    /// The one that compares so with the other.
    Compare(ICmpPredicate),
    /// The result of an instruction of floats, from a number on, in the order of the elements.
    Ordered(OpName),
}

/// The instructions for a vector of a length, and a start before it where the reduction has one. `flags` are those of the call.
pub(super) fn reduce(b: &mut Builder, reduction: Reduction, operands: &[Value], flags: Option<Attr>) -> Option<Last> {
    let (vector, start) = match (reduction, operands) {
        (Reduction::Ordered(_), &[start, vector]) => (vector, Some(start)),
        (Reduction::Binary(_) | Reduction::Compare(_), &[vector]) => (vector, None),
        _ => return None,
    };
    let ty = b.type_of(vector);
    let (length, is_scalable) = b.ctx.vector_length(ty)?;
    if is_scalable {
        return None;
    }
    let element = b.ctx.scalar_type(ty);
    let flags = flags.map_or(EMPTY_DICTIONARY, |flags| b.ctx.dictionary(&[(FASTMATH_FLAGS, flags)]));
    let make = |b: &mut Builder, step: Last| b.value_with(step.name, &step.operands, element, step.attrs);
    let combine = |b: &mut Builder, so_far: Value, next: Value| match reduction {
        Reduction::Binary(name) => Last { name, attrs: EMPTY_DICTIONARY, operands: vec![so_far, next] },
        Reduction::Ordered(name) => Last { name, attrs: flags, operands: vec![so_far, next] },
        Reduction::Compare(predicate) => {
            let is_so_far = compare(b, predicate, so_far, next);
            Last::select(is_so_far, so_far, next)
        }
    };
    // The last step is the caller's to make.
    let (mut whole, mut step) = (start, None);
    for place in 0..length {
        if let Some(before) = step.take() {
            whole = Some(make(b, before));
        }
        let place = number(b, I32, i64::try_from(place).ok()?);
        let next = Last { name: llvm::EXTRACTELEMENT, attrs: EMPTY_DICTIONARY, operands: vec![vector, place] };
        step = Some(match whole {
            None => next,
            Some(so_far) => {
                let next = make(b, next);
                combine(b, so_far, next)
            }
        });
    }
    step
}
