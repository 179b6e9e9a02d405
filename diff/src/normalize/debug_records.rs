//! Debug records where LLVM IR has them. Their operations stand where upstream's import puts them.

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::names::{FUNCTION, IRTRIP_RECORD, IRTRIP_RECORDS};
use irtrip_dialect::{Attr, Body, Context, Op};
use rustc_hash::FxHashMap;

use crate::Side;

/// Puts debug records where LLVM IR has them: `irtrip.records` lists those that are in front of an instruction. What stays
/// listed are records that are no operations, with a unit attribute in the place of each that is one.
pub fn place_records(ctx: &Context, body: &mut Body) {
    let ops = || (0..body.op_count()).map(Op::new);
    let number = |op: Op| Some((body.attr(ctx, op, IRTRIP_RECORD).and_then(|n| ctx.int_value(n))?, op));
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
