//! Debug records where LLVM IR has them. Their operations stand where upstream's import puts them.

use irtrip_dialect::attributes::AttrReplacer;
use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::names::{
    FUNCTION, IRTRIP_PHIS, IRTRIP_RECORD, IRTRIP_RECORDS, IRTRIP_STANDS_FOR, IRTRIP_VALUE, VALUE,
};
use irtrip_dialect::types::well_known::I64;
use irtrip_dialect::{Attr, Body, Context, Op, Str, Value};
use rustc_hash::FxHashMap;

use crate::Side;

/// Puts debug records where LLVM IR has them: `irtrip.records` lists those that are before an instruction. What stays
/// listed are records that are no operations, with a unit attribute in the place of each that is one.
pub fn place_records(ctx: &Context, body: &mut Body) {
    let ops = || (0..body.op_count()).map(Op::new);
    let number = |op: Op| Some((body.int_attr(ctx, op, IRTRIP_RECORD)?, op));
    let numbered: FxHashMap<i64, Op> = ops().filter_map(number).collect();
    let listed: Vec<(Op, Attr)> =
        ops().filter_map(|op| body.attr(ctx, op, IRTRIP_RECORDS).map(|list| (op, list))).collect();
    for (op, list) in listed {
        let mut records = ctx.items(without_functions(ctx, list)).to_vec();
        let mut stays = false;
        for item in &mut records {
            let Some(&record) = ctx.int_value(*item).and_then(|number| numbered.get(&number)) else {
                stays = true;
                continue;
            };
            body.unlink(record);
            body.insert_before(op, record);
            body.set_attrs(record, ctx.with_entry(body.attrs(record), IRTRIP_RECORD, None));
            *item = UNIT;
        }
        let records = stays.then(|| ctx.array(&records));
        body.set_attrs(op, ctx.with_entry(body.attrs(op), IRTRIP_RECORDS, records));
    }
}

/// Puts each value in place of the `poison` that stands for it, where it is used before its definition in code that is never
/// reached. Its number goes, unless records may refer to it.
pub fn restore_stand_ins(ctx: &Context, body: &mut Body) {
    let number = |op: Op, key: Str| body.int_attr(ctx, op, key);
    let stand_ins: Vec<(Op, i64)> =
        body.linked_ops().filter_map(|op| Some((op, number(op, IRTRIP_STANDS_FOR)?))).collect();
    if stand_ins.is_empty() {
        return;
    }
    let numbered: FxHashMap<i64, Op> =
        body.linked_ops().filter_map(|op| Some((number(op, IRTRIP_VALUE)?, op))).collect();
    let keeps_numbers = body.linked_ops().any(|op| body.attr(ctx, op, IRTRIP_RECORDS).is_some());
    let mut restored: FxHashMap<Value, Value> = FxHashMap::default();
    for (stand_in, number) in stand_ins {
        let Some(&op) = numbered.get(&number) else { continue };
        let Some((stood, value)) = body.result(stand_in).zip(body.result(op)) else { continue };
        restored.insert(stood, value);
        body.unlink(stand_in);
        if !keeps_numbers {
            body.set_attrs(op, ctx.with_entry(body.attrs(op), IRTRIP_VALUE, None));
        }
    }
    body.replace_operands(|value| restored.get(&value).copied().unwrap_or(value));
}

/// Numbers anew, in their order, the values that records refer to by number: a number counts what was left out, too.
pub fn renumber_values(ctx: &Context, body: &mut Body) {
    const PLACES: [Str; 3] = [IRTRIP_VALUE, IRTRIP_PHIS, IRTRIP_RECORDS];
    let is_numbered = |op: &Op| ctx.entries(body.attrs(*op)).iter().any(|(key, _)| PLACES.contains(key));
    let ops: Vec<Op> = body.linked_ops().filter(is_numbered).collect();
    let mut ranks: FxHashMap<Attr, Attr> = FxHashMap::default();
    for op in &ops {
        let phis = body.attr(ctx, *op, IRTRIP_PHIS).map(|phis| ctx.items(phis)).unwrap_or_default();
        let of_phis = phis.iter().filter_map(|phi| ctx.entry(*phi, IRTRIP_VALUE));
        for number in of_phis.chain(body.attr(ctx, *op, IRTRIP_VALUE)) {
            let rank = ctx.int_attr(I64, ranks.len() as i64);
            ranks.entry(number).or_insert(rank);
        }
    }
    if ranks.is_empty() {
        return;
    }
    let renumbered = |dictionary: Attr| {
        let (key, rank) =
            [IRTRIP_VALUE, VALUE].into_iter().find_map(|key| Some((key, *ranks.get(&ctx.entry(dictionary, key)?)?)))?;
        Some(ctx.with_entry(dictionary, key, Some(rank)))
    };
    let mut replacer = AttrReplacer::new(ctx, renumbered);
    for op in ops {
        let mut attrs = body.attrs(op);
        for key in PLACES {
            if let Some(value) = ctx.entry(attrs, key) {
                let new = ranks.get(&value).filter(|_| key == IRTRIP_VALUE).copied();
                attrs = ctx.with_entry(attrs, key, Some(new.unwrap_or_else(|| replacer.replaced(value))));
            }
        }
        body.set_attrs(op, attrs);
    }
}

/// Whether a module has lists of debug records.
pub fn lists_records(side: Side) -> bool {
    let lists = |body: &Body| (0..body.op_count()).any(|op| body.attr(side.ctx, Op::new(op), IRTRIP_RECORDS).is_some());
    side.module.body.all_nested().iter().any(lists)
}

/// A list of records without the name of the function that they are in.
fn without_functions(ctx: &Context, list: Attr) -> Attr {
    let records = ctx.items(list).iter().map(|record| match ctx.entry(*record, FUNCTION) {
        Some(_) => ctx.with_entry(*record, FUNCTION, None),
        None => *record,
    });
    ctx.array(&records.collect::<Vec<Attr>>())
}
