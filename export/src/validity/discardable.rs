//! Discardable attributes without a dialect: MLIR gives them no meaning, and LLVM IR has no form for them.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::names::{OPERAND_SEGMENT_SIZES, RESULT_SEGMENT_SIZES};
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::preserved::preserved_attribute;
use irtrip_dialect::{Attr, Body, Context, ContextDialects, Op, OpNameDefinition, Str};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dropped::Dropped;

/// Drops the discardable attributes without a dialect of a function's operations, which have the dictionaries `now` by now.
pub(super) fn drop_from(ctx: &Context, function: Op, body: &Body, now: &mut FxHashMap<Op, Attr>) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    for op in body.linked_ops() {
        let name = body.name(op);
        let attrs = now.get(&op).copied().unwrap_or_else(|| body.attrs(op));
        if attrs == EMPTY_DICTIONARY {
            continue;
        }
        let own = ctx.slot_names(name);
        // Nearly all are the definition's own or preserved.
        if ctx.entries(attrs).iter().all(|(key, _)| own.contains(key) || preserved_attribute(*key).is_some()) {
            continue;
        }
        // The fallbacks of `irtrip` have what the operations that they stand for have.
        let Some(def) = name.def().filter(|def| !def.is_irtrip()) else { continue };
        let keys = ctx.entries(attrs).iter().map(|entry| entry.0);
        let names: SmallVec<[Str; 4]> = keys.filter(|key| is_dropped(ctx, def, *key)).collect();
        if names.is_empty() {
            continue;
        }
        now.insert(op, names.iter().fold(attrs, |attrs, name| ctx.with_entry(attrs, *name, None)));
        let loss = |name: &Str| {
            let code = LossCode::Attribute { name: ctx.text(*name).into_owned() };
            Dropped { global: Some(function), op: Some(op), code }
        };
        dropped.extend(names.iter().map(loss));
    }
    dropped
}

/// Whether an attribute is discardable and of no dialect.
fn is_dropped(ctx: &Context, def: &OpDef, key: Str) -> bool {
    !ctx.bytes(key).contains(&b'.')
        && def.attr_slot(&ctx.text(key)).is_none()
        && ![OPERAND_SEGMENT_SIZES, RESULT_SEGMENT_SIZES].contains(&key)
}
