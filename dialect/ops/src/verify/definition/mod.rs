//! What the columns of a definition say of its operation: its operands, results and attributes.

pub mod constraints;
pub mod counts;
pub mod properties;

use crate::context::Type;
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::ops::{Arity, OpDef, Place, Traits, ValueConstraint};
use crate::verify::verify_context::VerifyContext;
use counts::is_own;

/// Where a group of operands starts, and how many it has.
pub(crate) fn group_range(cx: &VerifyContext, group: usize) -> (usize, usize) {
    let found = cx.operands().len();
    let least = cx.def.operands.iter().filter(|s| s.arity == Arity::One).count();
    let mut start = 0;
    for (place, slot) in cx.def.operands.iter().filter(|s| is_own(s)).enumerate() {
        let count = stored_len(cx, place).unwrap_or_else(|| group_len(cx, slot, found.saturating_sub(least)));
        if place == group {
            return (start, count);
        }
        start += count;
    }
    (start, 0)
}

/// How many operands a group has where that is stored.
pub fn stored_len(cx: &VerifyContext, group: usize) -> Option<usize> {
    let sizes = cx.attr(names::OPERAND_SEGMENT_SIZES).filter(|_| cx.def.stores_segments())?;
    usize::try_from(*cx.ctx.dense_array(sizes)?.get(group)?).ok()
}

/// How many of the operation's own operands a group has; `spare` are those no group of one takes.
pub fn group_len(cx: &VerifyContext, slot: &ValueConstraint, spare: usize) -> usize {
    match slot.arity {
        Arity::One => 1,
        Arity::Successor(_) | Arity::Successors(..) => 0,
        Arity::VariadicOfVariadic(sizes) => bundle_operands(cx, sizes).min(spare),
        Arity::Optional | Arity::Variadic if cx.def.is(Traits::EVEN_OPERANDS) => {
            let open = cx.def.operands.iter().filter(|s| s.arity != Arity::One).count();
            spare / open.max(1)
        }
        Arity::Optional | Arity::Variadic => {
            let bundles = cx.def.operands.iter().find_map(|s| match s.arity {
                Arity::VariadicOfVariadic(sizes) => Some(bundle_operands(cx, sizes)),
                _ => None,
            });
            spare.saturating_sub(bundles.unwrap_or(0))
        }
    }
}

/// The operands of all operand bundles together.
fn bundle_operands(cx: &VerifyContext, sizes: &str) -> usize {
    let find = || cx.attrs().iter().find(|e| cx.ctx.bytes(e.0) == sizes.as_bytes()).map(|e| e.1);
    let Some(sizes) = find().and_then(|a| cx.ctx.dense_array(a)) else { return 0 };
    sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(usize::try_from(size).unwrap_or(0)))
}

/// The type of a place whose group has exactly one value.
pub fn place_type(cx: &VerifyContext, place: Place) -> Option<Type> {
    match place {
        Place::Result(0) => cx.result_type(),
        Place::Result(group) => {
            let alone = cx.def.results.iter().all(|slot| slot.arity == Arity::One);
            let value = cx.body.results(cx.op).nth(usize::from(group)).filter(|_| alone)?;
            Some(cx.body.value_type(value))
        }
        Place::Operand(group) => {
            let before = cx.def.operands.get(..usize::from(group))?;
            let alone = cx.def.operands.get(usize::from(group))?.arity == Arity::One;
            (alone && before.iter().all(|s| s.arity == Arity::One))
                .then(|| cx.operand_type(usize::from(group)))
                .flatten()
        }
    }
}

/// A place as messages name it.
pub fn place_name(def: &OpDef, place: Place) -> &'static str {
    def.value_constraint(place).map_or("", |slot| slot.name)
}

/// The message for places that must have one type: operands before results.
pub fn same_types(def: &OpDef, places: impl Iterator<Item = Place>) -> Kind {
    let mut names: Vec<(bool, u8, &str)> = places
        .map(|p| match p {
            Place::Operand(i) => (false, i, place_name(def, p)),
            Place::Result(i) => (true, i, place_name(def, p)),
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    let names: Vec<&str> = names.into_iter().map(|n| n.2).collect();
    Kind::FailedToVerify(format!("all of {{{}}} have same type", names.join(", ")))
}
