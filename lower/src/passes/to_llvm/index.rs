//! `convert-index-to-llvm`

use irtrip_dialect::enums::ICmpPredicate;
use irtrip_dialect::names::{PREDICATE, VALUE};
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Op, OpName, Value};

use crate::conversion::{Builder, Matched, Mismatch, Patterns, Rewriter};
use crate::index;
use crate::passes::one_to_one::{self, OneToOne};

static ONE_TO_ONE: &[OneToOne] = &[
    (index::ADD, llvm::ADD),
    (index::SUB, llvm::SUB),
    (index::MUL, llvm::MUL),
    (index::DIVS, llvm::SDIV),
    (index::DIVU, llvm::UDIV),
    (index::REMS, llvm::SREM),
    (index::REMU, llvm::UREM),
    (index::MAXS, intrinsics::SMAX),
    (index::MAXU, intrinsics::UMAX),
    (index::MINS, intrinsics::SMIN),
    (index::MINU, intrinsics::UMIN),
    (index::SHL, llvm::SHL),
    (index::SHRS, llvm::ASHR),
    (index::SHRU, llvm::LSHR),
    (index::AND, llvm::AND),
    (index::OR, llvm::OR),
    (index::XOR, llvm::XOR),
];

/// The patterns of the `index` dialect.
pub fn populate(patterns: &mut Patterns) {
    one_to_one::populate(patterns, ONE_TO_ONE);
    patterns.add_ops(&[index::CEILDIVS], ceil_divide_signed);
    patterns.add_ops(&[index::CEILDIVU], ceil_divide_unsigned);
    patterns.add_ops(&[index::FLOORDIVS], floor_divide_signed);
    patterns.add_ops(&[index::CMP], compare);
    patterns.add_ops(&[index::SIZEOF], size_of);
    patterns.add(index::CASTS.name(), |rewriter: &mut Rewriter, op: Op| cast(rewriter, op, llvm::SEXT));
    patterns.add(index::CASTU.name(), |rewriter: &mut Rewriter, op: Op| cast(rewriter, op, llvm::ZEXT));
    patterns.add_ops(&[index::CONSTANT], constant);
    patterns.add_ops(&[index::BOOL_CONSTANT], one_to_one::constant);
}

/// `llvm.icmp`
pub(crate) fn icmp(builder: &mut Builder, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
    let ctx = builder.ctx;
    let ty = ctx.with_scalar_type(builder.type_of(lhs), types::I1);
    builder.value(llvm::ICMP, &[lhs, rhs], ty, &[(PREDICATE, ctx.enum_attr(predicate))])
}

/// `llvm.select`
pub(crate) fn select(builder: &mut Builder, condition: Value, yes: Value, no: Value) -> Value {
    let ty = builder.type_of(yes);
    builder.value(llvm::SELECT, &[condition, yes, no], ty, &[])
}

fn ceil_divide_signed(rewriter: &mut Rewriter, op: Op) -> Matched {
    let [n, m] = rewriter.exact_operands(op)?;
    let ty = rewriter.type_of(n);
    let zero = rewriter.int_constant(ty, 0);
    let one = rewriter.int_constant(ty, 1);
    let minus_one = rewriter.int_constant(ty, -1);
    // Where the signs are the same: (n + x) / m + 1, with x of -1 or 1 by the sign of m.
    let m_positive = icmp(rewriter, ICmpPredicate::Sgt, m, zero);
    let x = select(rewriter, m_positive, minus_one, one);
    let sum = rewriter.binary(llvm::ADD, n, x);
    let quotient = rewriter.binary(llvm::SDIV, sum, m);
    let same = rewriter.binary(llvm::ADD, quotient, one);
    // Where they are not: -(-n / m).
    let minus_n = rewriter.binary(llvm::SUB, zero, n);
    let quotient = rewriter.binary(llvm::SDIV, minus_n, m);
    let other = rewriter.binary(llvm::SUB, zero, quotient);
    let n_positive = icmp(rewriter, ICmpPredicate::Sgt, n, zero);
    let signs = icmp(rewriter, ICmpPredicate::Eq, n_positive, m_positive);
    let not_zero = icmp(rewriter, ICmpPredicate::Ne, n, zero);
    let condition = rewriter.binary(llvm::AND, signs, not_zero);
    let value = select(rewriter, condition, same, other);
    rewriter.replace(op, &[value]);
    Ok(())
}

fn ceil_divide_unsigned(rewriter: &mut Rewriter, op: Op) -> Matched {
    let [n, m] = rewriter.exact_operands(op)?;
    let ty = rewriter.type_of(n);
    let zero = rewriter.int_constant(ty, 0);
    let one = rewriter.int_constant(ty, 1);
    let less = rewriter.binary(llvm::SUB, n, one);
    let quotient = rewriter.binary(llvm::UDIV, less, m);
    let more = rewriter.binary(llvm::ADD, quotient, one);
    let is_zero = icmp(rewriter, ICmpPredicate::Eq, n, zero);
    let value = select(rewriter, is_zero, zero, more);
    rewriter.replace(op, &[value]);
    Ok(())
}

fn floor_divide_signed(rewriter: &mut Rewriter, op: Op) -> Matched {
    let [n, m] = rewriter.exact_operands(op)?;
    let ty = rewriter.type_of(n);
    let zero = rewriter.int_constant(ty, 0);
    let one = rewriter.int_constant(ty, 1);
    let minus_one = rewriter.int_constant(ty, -1);
    // Where the signs are not the same: -1 - (x - n) / m, with x of 1 or -1 by the sign of m.
    let m_negative = icmp(rewriter, ICmpPredicate::Slt, m, zero);
    let x = select(rewriter, m_negative, one, minus_one);
    let difference = rewriter.binary(llvm::SUB, x, n);
    let quotient = rewriter.binary(llvm::SDIV, difference, m);
    let other = rewriter.binary(llvm::SUB, minus_one, quotient);
    let same = rewriter.binary(llvm::SDIV, n, m);
    let n_negative = icmp(rewriter, ICmpPredicate::Slt, n, zero);
    let signs = icmp(rewriter, ICmpPredicate::Ne, n_negative, m_negative);
    let not_zero = icmp(rewriter, ICmpPredicate::Ne, n, zero);
    let condition = rewriter.binary(llvm::AND, signs, not_zero);
    let value = select(rewriter, condition, other, same);
    rewriter.replace(op, &[value]);
    Ok(())
}

fn compare(rewriter: &mut Rewriter, op: Op) -> Matched {
    let predicate = one_to_one::index_predicate(rewriter, op).ok_or(Mismatch("the predicate is not known"))?;
    let [lhs, rhs] = rewriter.exact_operands(op)?;
    let value = icmp(rewriter, predicate, lhs, rhs);
    rewriter.replace(op, &[value]);
    Ok(())
}

fn size_of(rewriter: &mut Rewriter, op: Op) -> Matched {
    let converter = rewriter.llvm()?;
    let ty = converter.index_type(rewriter.ctx);
    let value = rewriter.int_constant(ty, i64::from(converter.options().index_bitwidth));
    rewriter.replace(op, &[value]);
    Ok(())
}

fn cast(rewriter: &mut Rewriter, op: Op, widen: OpName) -> Matched {
    let ctx = rewriter.ctx;
    let operands = rewriter.operands(op)?;
    let types = rewriter.result_types(op)?;
    let (&[operand], &[to]) = (&operands[..], &types[..]) else { return Err(Mismatch("the cast is not of one value")) };
    let (Some(from), Some(bits)) = (ctx.int_width(rewriter.type_of(operand)), ctx.int_width(to)) else {
        return Err(Mismatch("the types are no integers"));
    };
    let value = match from.cmp(&bits) {
        std::cmp::Ordering::Equal => operand,
        std::cmp::Ordering::Greater => rewriter.unary(llvm::TRUNC, operand, to),
        std::cmp::Ordering::Less => rewriter.unary(widen, operand, to),
    };
    rewriter.replace(op, &[value]);
    Ok(())
}

fn constant(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let value = rewriter.attr(op, VALUE).and_then(|attr| ctx.int_value(attr)).ok_or(Mismatch("no integer"))?;
    let ty = rewriter.llvm()?.index_type(ctx);
    let value = rewriter.int_constant(ty, value);
    rewriter.replace(op, &[value]);
    Ok(())
}
