//! What preserved attributes of a function refer to by number. A number means nothing by itself: an instruction more and
//! all after it are others, so that what has the number is compared in its place.

use irtrip_dialect::names::{IRTRIP_BLOCK, IRTRIP_PHIS, IRTRIP_RECORD, IRTRIP_RECORDS, IRTRIP_VALUE};
use irtrip_dialect::{Body, Context, Str, Value};
use rustc_hash::FxHashMap;

/// Attributes that number an operation, its result or its block.
pub(crate) const NUMBERS: &[Str] = &[IRTRIP_BLOCK, IRTRIP_RECORD, IRTRIP_VALUE];

/// Whether lines are aligned whatever they have of an attribute: it is a number, or refers to things by theirs.
pub(crate) fn is_by_number(key: Str) -> bool {
    NUMBERS.contains(&key) || key == IRTRIP_RECORDS
}

/// The values of bodies by their index and the value's number.
pub(crate) type NumberedValues = FxHashMap<(usize, i64), Value>;

/// Finds the values of bodies that have a number.
pub(crate) fn numbered_values(ctx: &Context, bodies: &[&Body]) -> NumberedValues {
    let mut values = NumberedValues::default();
    for (index, body) in bodies.iter().enumerate().skip(1) {
        for op in body.linked_ops() {
            for &(key, attr) in ctx.entries(body.attrs(op)) {
                if key == IRTRIP_VALUE {
                    values.extend(ctx.int_value(attr).map(|number| (index, number)).zip(body.result(op)));
                } else if key == IRTRIP_PHIS {
                    let arguments = body.parent(op).map(|block| body.block_args(block)).unwrap_or_default();
                    values.extend(ctx.items(attr).iter().zip(arguments).filter_map(|(phi, argument)| {
                        Some(((index, ctx.int_value(ctx.entry(*phi, IRTRIP_VALUE)?)?), *argument))
                    }));
                }
            }
        }
    }
    values
}
