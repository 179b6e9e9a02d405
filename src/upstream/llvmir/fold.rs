//! Instructions of integer constants, which upstream's exporter computes as it writes them.

use std::collections::HashMap;

use irtrip::dialect::enums;
use irtrip::dialect::names::{PREDICATE, VALUE};
use irtrip::dialect::ops::entities::CONSTANT;
use irtrip::dialect::ops::{Constant, Inst, LlvmForm};
use irtrip::dialect::{Block, Body, Context, NewOp, Op, Type, Value};

/// Replaces the operations of blocks whose operands are integer constants of up to 64 bits by constants. Operands stand
/// before their uses in the blocks' order.
pub fn fold(ctx: &Context, body: &mut Body, blocks: &[Block]) {
    let mut known: HashMap<Value, i64> = HashMap::new();
    let mut replaced: HashMap<Value, Value> = HashMap::new();
    for &block in blocks {
        let ops: Vec<Op> = body.ops(block).collect();
        for op in ops {
            let Some(value) = body.result(op) else { continue };
            let ty = body.value_type(value);
            let Some(width) = ctx.int_width(ty).filter(|w| *w <= 64) else { continue };
            let Some(def) = body.name(op).def() else { continue };
            if matches!(def.llvm, LlvmForm::Constant(Constant::Value)) {
                known.extend(body.attr(ctx, op, VALUE).and_then(|a| ctx.int_value(a)).map(|v| (value, v)));
                continue;
            }
            let Some(result) = computed(ctx, body, op, &def.llvm, width, &known) else { continue };
            let constant = constant(ctx, body, op, ty, result);
            known.insert(value, result);
            replaced.insert(value, constant);
            body.unlink(op);
        }
    }
    if !replaced.is_empty() {
        for operand in body.operand_pool_mut() {
            *operand = replaced.get(operand).copied().unwrap_or(*operand);
        }
    }
}

fn constant(ctx: &Context, body: &mut Body, before: Op, ty: Type, value: i64) -> Value {
    let attrs = ctx.dictionary(&[(VALUE, ctx.int_attr(ty, value))]);
    let op = body.create(NewOp { attrs, loc: body.loc(before), ..NewOp::new(CONSTANT) });
    let result = body.new_value(ty);
    body.define_result(op, result);
    body.insert_before(before, op);
    result
}

/// What an operation of a result of `width` bits computes, sign-extended; `None` where an operand is no constant, or the
/// result is none.
fn computed(
    ctx: &Context,
    body: &Body,
    op: Op,
    form: &LlvmForm,
    width: u32,
    known: &HashMap<Value, i64>,
) -> Option<i64> {
    let operands: Vec<(i64, u32)> = body
        .operands(op)
        .iter()
        .map(|v| Some((*known.get(v)?, ctx.int_width(body.value_type(*v))?)))
        .collect::<Option<_>>()?;
    let result = match (*form, operands.as_slice()) {
        (LlvmForm::Binary(mnemonic), [(a, _), (b, _)]) => binary(mnemonic, *a, *b, width)?,
        (LlvmForm::Cast("trunc" | "sext"), [(a, from)]) => signed(*a, *from),
        (LlvmForm::Cast("zext"), [(a, from)]) => unsigned(*a, *from) as i64,
        (LlvmForm::Inst(Inst::ICmp), [(a, from), (b, _)]) => {
            let predicate = body.attr(ctx, op, PREDICATE).and_then(|p| ctx.int_value(p))?;
            i64::from(compare(enums::ICMP.llvm(predicate)?, *a, *b, *from)?)
        }
        (LlvmForm::Inst(Inst::Select), [(condition, _), (a, _), (b, _)]) => {
            if condition & 1 == 1 {
                *a
            } else {
                *b
            }
        }
        _ => return None,
    };
    Some(if width == 1 { result & 1 } else { signed(result, width) })
}

/// The value that the low bits are as a signed number.
fn signed(value: i64, width: u32) -> i64 {
    value << (64 - width) >> (64 - width)
}

/// The value that the low bits are as an unsigned number.
fn unsigned(value: i64, width: u32) -> u64 {
    (value as u64) << (64 - width) >> (64 - width)
}

/// LangRef, "Binary Operations", "Bitwise Binary Operations". What is poison or undefined is `None`.
fn binary(mnemonic: &str, a: i64, b: i64, width: u32) -> Option<i64> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    let shift = u32::try_from(ub).ok().filter(|s| *s < width);
    Some(match mnemonic {
        "add" => a.wrapping_add(b),
        "sub" => a.wrapping_sub(b),
        "mul" => a.wrapping_mul(b),
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "udiv" => ua.checked_div(ub)? as i64,
        "urem" => ua.checked_rem(ub)? as i64,
        "sdiv" => signed_result(sa.checked_div(sb)?, width)?,
        "srem" => {
            signed_result(sa.checked_div(sb)?, width)?;
            sa.checked_rem(sb)?
        }
        "shl" => (ua << shift?) as i64,
        "lshr" => (ua >> shift?) as i64,
        "ashr" => sa >> shift?,
        _ => return None,
    })
}

/// A quotient, unless it overflows.
fn signed_result(value: i64, width: u32) -> Option<i64> {
    (signed(value, width) == value).then_some(value)
}

/// LangRef, "icmp".
fn compare(predicate: &str, a: i64, b: i64, width: u32) -> Option<bool> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    Some(match predicate {
        "eq" => ua == ub,
        "ne" => ua != ub,
        "slt" => sa < sb,
        "sle" => sa <= sb,
        "sgt" => sa > sb,
        "sge" => sa >= sb,
        "ult" => ua < ub,
        "ule" => ua <= ub,
        "ugt" => ua > ub,
        "uge" => ua >= ub,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_at_their_width() {
        assert_eq!(binary("mul", 100, 4, 64), Some(400));
        assert_eq!(binary("lshr", -1, 4, 8).map(|v| signed(v, 8)), Some(15));
        assert_eq!(binary("ashr", -16, 2, 8), Some(-4));
        assert_eq!(binary("udiv", -1, 2, 8), Some(127));
        assert_eq!(binary("sdiv", i64::MIN, -1, 64), None);
        assert_eq!(binary("sdiv", -128, -1, 8), None);
        assert_eq!(binary("shl", 1, 8, 8), None);
        assert_eq!(compare("ult", -1, 1, 8), Some(false));
        assert_eq!(compare("slt", -1, 1, 8), Some(true));
    }
}
