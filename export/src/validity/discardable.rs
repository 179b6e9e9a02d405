//! Discardable attributes without a dialect: MLIR gives them no meaning, and LLVM IR has no form for them.

use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::names::{OPERAND_SEGMENT_SIZES, RESULT_SEGMENT_SIZES};
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::{Attr, Body, Context, Op, OpName, OpNameDefinition, Str};
use rustc_hash::FxHashMap;

use crate::dropped::Dropped;

/// What of a dictionary stays, and the names of what does not; `None` where all of it does.
type Kept = Option<(Attr, Box<[Str]>)>;

/// Drops the discardable attributes without a dialect of a function's operations, which have the dictionaries `now` by now.
pub(super) fn drop_from(ctx: &Context, function: Op, body: &Body, now: &mut FxHashMap<Op, Attr>) -> Vec<Dropped> {
    let mut known: FxHashMap<(OpName, Attr), Kept> = FxHashMap::default();
    let mut dropped = Vec::new();
    for op in body.linked_ops() {
        let name = body.name(op);
        let attrs = now.get(&op).copied().unwrap_or_else(|| body.attrs(op));
        // The fallbacks of `irtrip` have what the operations that they stand for have.
        let is_checked = |def: &&OpDef| !def.is_irtrip() && !ctx.entries(attrs).is_empty();
        let Some(def) = name.def().filter(is_checked) else { continue };
        let Some((kept, names)) = known.entry((name, attrs)).or_insert_with(|| kept(ctx, def, attrs)) else { continue };
        now.insert(op, *kept);
        let loss = |name: &Str| {
            let code = LossCode::Attribute { name: ctx.text(*name).into_owned() };
            Dropped { global: Some(function), op: Some(op), code }
        };
        dropped.extend(names.iter().map(loss));
    }
    dropped
}

fn kept(ctx: &Context, def: &OpDef, attrs: Attr) -> Kept {
    let is_dropped = |key: Str| {
        !ctx.bytes(key).contains(&b'.')
            && def.attr_slot(&ctx.text(key)).is_none()
            && ![OPERAND_SEGMENT_SIZES, RESULT_SEGMENT_SIZES].contains(&key)
    };
    let names: Box<[Str]> = ctx.entries(attrs).iter().map(|entry| entry.0).filter(|key| is_dropped(*key)).collect();
    let kept = names.iter().fold(attrs, |attrs, name| ctx.with_entry(attrs, *name, None));
    (!names.is_empty()).then_some((kept, names))
}
