//! Addresses in initializers, which upstream's exporter computes in bytes.

use std::collections::HashMap;

use irtrip::dialect::layout::Layout;
use irtrip::dialect::names::{ELEM_TYPE, RAW_CONSTANT_INDICES, VALUE};
use irtrip::dialect::ops::entities::CONSTANT;
use irtrip::dialect::ops::llvm::GETELEMENTPTR;
use irtrip::dialect::types::well_known::{I8, I64};
use irtrip::dialect::{Body, Context, NewOp, Op, Region, Type, Value};

/// Marks a `getelementptr` index that is an operand.
const DYNAMIC_INDEX: i32 = i32::MIN;

/// Gives each `llvm.getelementptr` of a region whose indices are constants one index, in bytes.
pub fn in_bytes(ctx: &Context, body: &mut Body, region: Region, layout: &Layout) {
    let mut known: HashMap<Value, i64> = HashMap::new();
    for block in body.blocks(region).to_vec() {
        let ops: Vec<Op> = body.ops(block).collect();
        for op in ops {
            let Some(value) = body.result(op) else { continue };
            if body.name(op) == CONSTANT {
                known.extend(body.attr(ctx, op, VALUE).and_then(|a| ctx.int_value(a)).map(|v| (value, v)));
            } else if body.name(op) == GETELEMENTPTR
                && let Some(bytes) = offset(ctx, body, op, layout, &known)
            {
                rewrite(ctx, body, op, bytes);
            }
        }
    }
}

/// The bytes from the base to the element; `None` where an index is no constant.
fn offset(ctx: &Context, body: &Body, op: Op, layout: &Layout, known: &HashMap<Value, i64>) -> Option<i64> {
    let mut ty: Type = body.attr(ctx, op, ELEM_TYPE).and_then(|t| ctx.type_value(t))?;
    let (base, dynamic) = body.operands(op).split_first()?;
    if body.value_type(*base) != body.value_type(body.result(op)?) {
        return None;
    }
    let mut dynamic = dynamic.iter();
    let mut bytes = 0i64;
    let raw = body.attr(ctx, op, RAW_CONSTANT_INDICES).and_then(|r| ctx.dense_array(r))?;
    for (place, index) in raw.iter().enumerate() {
        let index = if *index == i64::from(DYNAMIC_INDEX) { *known.get(dynamic.next()?)? } else { *index };
        let step = if place == 0 {
            i64::try_from(layout.alloc_size(ctx, ty)?).ok()?.checked_mul(index)?
        } else {
            let index = u64::try_from(index).ok()?;
            let step = layout.element_offset(ctx, ty, index)?;
            ty = ctx.element_at(ty, index)?;
            i64::try_from(step).ok()?
        };
        bytes = bytes.checked_add(step)?;
    }
    Some(bytes)
}

fn rewrite(ctx: &Context, body: &mut Body, op: Op, bytes: i64) {
    let Some(base) = body.operands(op).first().copied() else { return };
    let attrs = ctx.dictionary(&[(VALUE, ctx.int_attr(I64, bytes))]);
    let constant = body.create(NewOp { attrs, loc: body.loc(op), ..NewOp::new(CONSTANT) });
    let index = body.new_value(I64);
    body.define_result(constant, index);
    body.insert_before(op, constant);
    body.set_operands(op, &[base, index]);
    let raw = ctx.i32_array(&[DYNAMIC_INDEX]);
    let attrs = ctx.with_entry(body.attrs(op), RAW_CONSTANT_INDICES, Some(raw));
    body.set_attrs(op, ctx.with_entry(attrs, ELEM_TYPE, Some(ctx.type_attr(I8))));
}
