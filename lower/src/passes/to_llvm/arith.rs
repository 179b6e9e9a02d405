//! `convert-arith-to-llvm`

use irtrip_dialect::enums::{ArithRoundingMode, ICmpPredicate};
use irtrip_dialect::names::{FP_EXCEPTION_BEHAVIOR, PREDICATE, ROUNDINGMODE};
use irtrip_dialect::ops::global_values::CONSTANT;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::{Op, OpName, Type, Value};

use crate::arith;
use crate::conversion::{Builder, Matched, Mismatch, Patterns, Rewriter};
use crate::passes::one_to_one::{self, OneToOne, array, elementwise, fastmath};

static ONE_TO_ONE: &[OneToOne] = &[
    (arith::ADDF, llvm::FADD),
    (arith::ADDI, llvm::ADD),
    (arith::ANDI, llvm::AND),
    (arith::DIVF, llvm::FDIV),
    (arith::DIVSI, llvm::SDIV),
    (arith::DIVUI, llvm::UDIV),
    (arith::EXTSI, llvm::SEXT),
    (arith::EXTUI, llvm::ZEXT),
    (arith::FPTOSI, llvm::FPTOSI),
    (arith::FPTOUI, llvm::FPTOUI),
    (arith::MAXIMUMF, intrinsics::MAXIMUM),
    (arith::MAXNUMF, intrinsics::MAXNUM),
    (arith::MAXSI, intrinsics::SMAX),
    (arith::MAXUI, intrinsics::UMAX),
    (arith::MINIMUMF, intrinsics::MINIMUM),
    (arith::MINNUMF, intrinsics::MINNUM),
    (arith::MINSI, intrinsics::SMIN),
    (arith::MINUI, intrinsics::UMIN),
    (arith::MULF, llvm::FMUL),
    (arith::MULI, llvm::MUL),
    (arith::NEGF, llvm::FNEG),
    (arith::ORI, llvm::OR),
    (arith::REMF, llvm::FREM),
    (arith::REMSI, llvm::SREM),
    (arith::REMUI, llvm::UREM),
    (arith::SELECT, llvm::SELECT),
    (arith::SHLI, llvm::SHL),
    (arith::SHRSI, llvm::ASHR),
    (arith::SHRUI, llvm::LSHR),
    (arith::SITOFP, llvm::SITOFP),
    (arith::SUBF, llvm::FSUB),
    (arith::SUBI, llvm::SUB),
    (arith::TRUNCI, llvm::TRUNC),
    (arith::UITOFP, llvm::UITOFP),
    (arith::XORI, llvm::XOR),
];

/// The patterns of the `arith` dialect.
pub fn populate(patterns: &mut Patterns) {
    one_to_one::populate(patterns, ONE_TO_ONE);
    patterns.add_ops(&[arith::BITCAST], bitcast);
    patterns.add_ops(&[arith::CONSTANT], constant);
    patterns.add_ops(&[arith::CMPI], compare_ints);
    patterns.add_ops(&[arith::CMPF], compare_floats);
    patterns.add(arith::INDEX_CAST.name(), |rewriter: &mut Rewriter, op: Op| index_cast(rewriter, op, llvm::SEXT));
    patterns.add(arith::INDEX_CASTUI.name(), |rewriter: &mut Rewriter, op: Op| index_cast(rewriter, op, llvm::ZEXT));
    patterns.add(arith::EXTF.name(), |rewriter: &mut Rewriter, op: Op| cast_float(rewriter, op, llvm::FPEXT));
    patterns.add_ops(&[arith::TRUNCF], truncate_float);
    patterns.add_ops(&[arith::ADDUI_EXTENDED], add_extended);
    patterns
        .add(arith::MULSI_EXTENDED.name(), |rewriter: &mut Rewriter, op: Op| mul_extended(rewriter, op, llvm::SEXT));
    patterns
        .add(arith::MULUI_EXTENDED.name(), |rewriter: &mut Rewriter, op: Op| mul_extended(rewriter, op, llvm::ZEXT));
    populate_ceil_floor_division(patterns);
}

/// The patterns of divisions that round up or down, in operations of the same dialect.
pub fn populate_ceil_floor_division(patterns: &mut Patterns) {
    patterns.add_ops(&[arith::CEILDIVUI], ceil_divide_unsigned);
    patterns.add(arith::CEILDIVSI.name(), |rewriter: &mut Rewriter, op: Op| divide_rounding(rewriter, op, true));
    patterns.add(arith::FLOORDIVSI.name(), |rewriter: &mut Rewriter, op: Op| divide_rounding(rewriter, op, false));
}

/// A cast that changes the type, or nothing.
fn bitcast(rewriter: &mut Rewriter, op: Op) -> Matched {
    let operands = rewriter.operands(op)?;
    let types = rewriter.result_types(op)?;
    if operands.iter().map(|&operand| rewriter.type_of(operand)).eq(types.iter().copied()) {
        rewriter.replace(op, &operands);
        return Ok(());
    }
    one_to_one::replace_by(rewriter, op, llvm::BITCAST)
}

fn constant(rewriter: &mut Rewriter, op: Op) -> Matched {
    let types = rewriter.result_types(op)?;
    let attrs = rewriter.body.attrs(op);
    let new = rewriter.create_with(CONSTANT, &[], &[], &types, attrs);
    let value = rewriter.body.result(new).ok_or(Mismatch("the constant has no result"))?;
    rewriter.replace(op, &[value]);
    Ok(())
}

fn compare_ints(rewriter: &mut Rewriter, op: Op) -> Matched {
    let predicate = rewriter.attr(op, PREDICATE).ok_or(Mismatch("the comparison has no predicate"))?;
    elementwise(rewriter, op, |rewriter, operands, ty| {
        rewriter.value(llvm::ICMP, operands, ty, &[(PREDICATE, predicate)])
    })
}

fn compare_floats(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let predicate = one_to_one::float_predicate(rewriter, op).ok_or(Mismatch("the comparison has no predicate"))?;
    let mut attrs = fastmath(rewriter, op);
    attrs.push((PREDICATE, ctx.enum_attr(predicate)));
    elementwise(rewriter, op, |rewriter, operands, ty| rewriter.value(llvm::FCMP, operands, ty, &attrs))
}

/// An integer of the width of `index`, or back.
fn index_cast(rewriter: &mut Rewriter, op: Op, widen: OpName) -> Matched {
    let ctx = rewriter.ctx;
    let result = rewriter.result_type(op).ok_or(Mismatch("the cast has no result"))?;
    let to = rewriter.convert_type(ctx.scalar_type(result))?;
    let operand = rewriter.operand(op, 0).ok_or(Mismatch("the cast has no operand"))?;
    let from = rewriter.convert_type(ctx.scalar_type(rewriter.type_of(operand)))?;
    let (Some(to), Some(from)) = (ctx.int_width(to), ctx.int_width(from)) else {
        return Err(Mismatch("the types are no integers"));
    };
    if to == from {
        let operands = rewriter.operands(op)?;
        rewriter.replace(op, &operands);
        return Ok(());
    }
    let name = if to < from { llvm::TRUNC } else { widen };
    elementwise(rewriter, op, |rewriter, operands, ty| rewriter.value(name, operands, ty, &[]))
}

/// A cast between formats, whose flags upstream's pattern leaves as they are.
fn cast_float(rewriter: &mut Rewriter, op: Op, to: OpName) -> Matched {
    let attrs = rewriter.ctx.entries(rewriter.body.attrs(op));
    elementwise(rewriter, op, |rewriter, operands, ty| rewriter.value(to, operands, ty, attrs))
}

fn truncate_float(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let rounding = rewriter.attr(op, ROUNDINGMODE).and_then(|mode| ctx.enum_value::<ArithRoundingMode>(mode));
    let Some(rounding) = rounding else { return cast_float(rewriter, op, llvm::FPTRUNC) };
    let word = match rounding {
        ArithRoundingMode::ToNearestEven => "tonearest",
        ArithRoundingMode::Downward => "downward",
        ArithRoundingMode::Upward => "upward",
        ArithRoundingMode::TowardZero => "towardzero",
        ArithRoundingMode::ToNearestAway => "tonearestaway",
    };
    let mode = irtrip_dialect::enums::RoundingMode::from_mlir(word).ok_or(Mismatch("the rounding is not known"))?;
    let ignore =
        irtrip_dialect::enums::FpExceptionBehavior::from_mlir("ignore").ok_or(Mismatch("the behavior is not known"))?;
    let mut attrs = ctx.entries(rewriter.body.attrs(op)).to_vec();
    attrs.retain(|(key, _)| *key != ROUNDINGMODE);
    attrs.push((ROUNDINGMODE, ctx.enum_attr(mode)));
    attrs.push((FP_EXCEPTION_BEHAVIOR, ctx.enum_attr(ignore)));
    elementwise(rewriter, op, |rewriter, operands, ty| {
        rewriter.value(intrinsics::EXPERIMENTAL_CONSTRAINED_FPTRUNC, operands, ty, &attrs)
    })
}

/// The converted type of an operation's first operand, which is no array, and the operands.
fn scalar_operands(rewriter: &mut Rewriter, op: Op) -> Result<(Type, Value, Value), Mismatch> {
    let [lhs, rhs] = rewriter.exact_operands(op)?;
    let ty = rewriter.type_of(lhs);
    match array(rewriter.ctx, ty) {
        Some(_) => Err(Mismatch("ND vector types are not supported yet")),
        None => Ok((ty, lhs, rhs)),
    }
}

fn add_extended(rewriter: &mut Rewriter, op: Op) -> Matched {
    let types = rewriter.result_types(op)?;
    let (_, lhs, rhs) = scalar_operands(rewriter, op)?;
    let pair = rewriter.ctx.literal_struct(false, &types);
    let both = rewriter.value(intrinsics::UADD_WITH_OVERFLOW, &[lhs, rhs], pair, &[]);
    let sum = rewriter.extract(both, &[0]);
    let overflow = rewriter.extract(both, &[1]);
    rewriter.replace(op, &[sum, overflow]);
    Ok(())
}

fn mul_extended(rewriter: &mut Rewriter, op: Op, widen: OpName) -> Matched {
    let (ty, lhs, rhs) = scalar_operands(rewriter, op)?;
    let ctx = rewriter.ctx;
    let bits = ctx.int_width(ctx.scalar_type(ty)).ok_or(Mismatch("the operands are no integers"))?;
    let wide = ctx.with_scalar_type(ty, ctx.int_type(2 * bits));
    let lhs = rewriter.unary(widen, lhs, wide);
    let rhs = rewriter.unary(widen, rhs, wide);
    let product = rewriter.binary(llvm::MUL, lhs, rhs);
    let low = rewriter.unary(llvm::TRUNC, product, ty);
    let shift = one_to_one::int_constant(rewriter, wide, i64::from(bits));
    let shifted = rewriter.binary(llvm::LSHR, product, shift);
    let high = rewriter.unary(llvm::TRUNC, shifted, ty);
    rewriter.replace(op, &[low, high]);
    Ok(())
}

/// `arith.cmpi`
fn compare(rewriter: &mut Builder, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
    let ctx = rewriter.ctx;
    let ty = ctx.with_scalar_type(rewriter.type_of(lhs), irtrip_dialect::types::well_known::I1);
    let predicate = ctx.enum_attr(predicate);
    rewriter.value(arith::CMPI.name(), &[lhs, rhs], ty, &[(PREDICATE, predicate)])
}

/// `arith.constant` of an integer in a type, which may be a vector.
fn arith_constant(rewriter: &mut Rewriter, ty: Type, value: i64) -> Value {
    let attr = one_to_one::int_attr(rewriter.ctx, ty, value);
    rewriter.value(arith::CONSTANT.name(), &[], ty, &[(irtrip_dialect::names::VALUE, attr)])
}

/// The operands of a division as they are, and their type.
fn division(rewriter: &Rewriter, op: Op) -> Result<(Type, Value, Value), Mismatch> {
    match rewriter.body.operands(op) {
        &[lhs, rhs] => Ok((rewriter.type_of(lhs), lhs, rhs)),
        _ => Err(Mismatch("the division has not two operands")),
    }
}

fn ceil_divide_unsigned(rewriter: &mut Rewriter, op: Op) -> Matched {
    let (ty, lhs, rhs) = division(rewriter, op)?;
    let zero = arith_constant(rewriter, ty, 0);
    let is_zero = compare(rewriter, ICmpPredicate::Eq, lhs, zero);
    let one = arith_constant(rewriter, ty, 1);
    let less = rewriter.binary(arith::SUBI.name(), lhs, one);
    let quotient = rewriter.binary(arith::DIVUI.name(), less, rhs);
    let more = rewriter.binary(arith::ADDI.name(), quotient, one);
    let value = rewriter.value(arith::SELECT.name(), &[is_zero, zero, more], ty, &[]);
    rewriter.replace(op, &[value]);
    Ok(())
}

/// A signed division that rounds up or down: the quotient, corrected where a remainder is left and the signs say so.
fn divide_rounding(rewriter: &mut Rewriter, op: Op, up: bool) -> Matched {
    let (ty, lhs, rhs) = division(rewriter, op)?;
    let constants = up.then(|| (arith_constant(rewriter, ty, 0), arith_constant(rewriter, ty, 1)));
    let quotient = rewriter.binary(arith::DIVSI.name(), lhs, rhs);
    let product = rewriter.binary(arith::MULI.name(), quotient, rhs);
    let inexact = compare(rewriter, ICmpPredicate::Ne, lhs, product);
    let zero = constants.map_or_else(|| arith_constant(rewriter, ty, 0), |constants| constants.0);
    let lhs_negative = compare(rewriter, ICmpPredicate::Slt, lhs, zero);
    let rhs_negative = compare(rewriter, ICmpPredicate::Slt, rhs, zero);
    let signs = if up { ICmpPredicate::Eq } else { ICmpPredicate::Ne };
    let signs = compare(rewriter, signs, lhs_negative, rhs_negative);
    let corrects = rewriter.binary(arith::ANDI.name(), inexact, signs);
    let by = constants.map_or_else(|| arith_constant(rewriter, ty, -1), |constants| constants.1);
    let corrected = rewriter.binary(arith::ADDI.name(), quotient, by);
    let value = rewriter.value(arith::SELECT.name(), &[corrects, corrected, quotient], ty, &[]);
    rewriter.replace(op, &[value]);
    Ok(())
}
