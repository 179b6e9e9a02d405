//! Uses in blocks that cannot be reached of values that are defined further on.
//!
//! In such a block LLVM IR lets any value be used: dominance does not count. So does MLIR, but upstream's export, which
//! takes the blocks in reverse postorder, finds no value for an operand that it has not come to. There
//! `llvm.mlir.poison` stands for the value, with `irtrip.stands_for`.

use rustc_hash::FxHashSet;

use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::{NewOp, Op, TypeData, Value, ValueDef};

use crate::bodies::debug_records::{PhiNumbers, reference};
use crate::bodies::reader::FunctionReader;

/// Puts stand-ins in place of values that upstream's export would not find. The function is complete.
pub(crate) fn replace_unavailable_operands(reader: &mut FunctionReader<'_, '_>) {
    let body = &reader.f.body;
    let order = reader.f.region.map(|region| body.reverse_post_order(region)).unwrap_or_default();
    // Of the blocks that can be reached, each but the first is after one that leads to it.
    let mut is_reached = vec![false; body.block_count()];
    let mut reached = 0;
    while let Some(block) = order.get(reached).filter(|b| reached == 0 || is_reached[b.index()]) {
        is_reached[block.index()] = true;
        for successor in body.last_op(*block).map(|op| body.successors(op)).unwrap_or_default() {
            is_reached[successor.block.index()] = true;
        }
        reached += 1;
    }
    let Some(unreachable) = order.get(reached..).filter(|blocks| !blocks.is_empty()) else { return };
    let mut met: FxHashSet<Value> = FxHashSet::default();
    let mut late: Vec<(Op, usize, Value)> = Vec::new();
    for &block in unreachable {
        met.extend(body.block_args(block));
        for op in body.ops(block) {
            for (place, value) in body.operands(op).iter().enumerate() {
                let home = match body.value(*value).def {
                    ValueDef::Argument(home, _) => Some(home),
                    ValueDef::Result(def, _) => body.parent(def),
                    ValueDef::Undefined => None,
                };
                let found = home.is_none_or(|home| is_reached[home.index()]) || met.contains(value);
                if !found && !matches!(reader.ctx.type_data(body.value_type(*value)), TypeData::Token) {
                    late.push((op, place, *value));
                }
            }
            met.extend(body.results(op));
        }
    }
    let mut phis = PhiNumbers::default();
    for (op, place, value) in late {
        replace_by_poison(reader, op, place, value, &mut phis);
    }
    phis.write(reader.ctx, &mut reader.f.body);
}

fn replace_by_poison(reader: &mut FunctionReader<'_, '_>, op: Op, place: usize, value: Value, phis: &mut PhiNumbers) {
    let (_, number) = reference(reader.ctx, &mut reader.f.body, reader.f.blocks.first().copied(), value, phis);
    let attrs = reader.cache.dictionary(&[(IRTRIP_STANDS_FOR, number)]);
    let body = &mut reader.f.body;
    let poison = body.create(NewOp { attrs, ..NewOp::new(global_values::POISON) });
    let ty = body.value_type(value);
    body.add_results(poison, &[ty]);
    body.insert_before(op, poison);
    let stand_in = body.result(poison);
    if let (Some(operand), Some(stand_in)) = (body.operands_mut(op).get_mut(place), stand_in) {
        *operand = stand_in;
    }
}
