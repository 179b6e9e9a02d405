//! `convert-math-to-llvm`

use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Op, OpName, Str, Value};

use crate::conversion::{Matched, Mismatch, Patterns, Rewriter};
use crate::math;
use crate::passes::one_to_one::{self, OneToOne, attributes, elementwise, fastmath, float_constant};

static ONE_TO_ONE: &[OneToOne] = &[
    (math::ABSF, intrinsics::FABS),
    (math::ACOS, intrinsics::ACOS),
    (math::ASIN, intrinsics::ASIN),
    (math::ATAN, intrinsics::ATAN),
    (math::ATAN2, intrinsics::ATAN2),
    (math::CEIL, intrinsics::CEIL),
    (math::COPYSIGN, intrinsics::COPYSIGN),
    (math::COS, intrinsics::COS),
    (math::COSH, intrinsics::COSH),
    (math::CTPOP, intrinsics::CTPOP),
    (math::EXP, intrinsics::EXP),
    (math::EXP2, intrinsics::EXP2),
    (math::FLOOR, intrinsics::FLOOR),
    (math::FMA, intrinsics::FMA),
    (math::FPOWI, intrinsics::POWI),
    (math::LOG, intrinsics::LOG),
    (math::LOG10, intrinsics::LOG10),
    (math::LOG2, intrinsics::LOG2),
    (math::POWF, intrinsics::POW),
    (math::ROUND, intrinsics::ROUND),
    (math::ROUNDEVEN, intrinsics::ROUNDEVEN),
    (math::SIN, intrinsics::SIN),
    (math::SINH, intrinsics::SINH),
    (math::SQRT, intrinsics::SQRT),
    (math::TAN, intrinsics::TAN),
    (math::TANH, intrinsics::TANH),
    (math::TRUNC, intrinsics::TRUNC),
];

/// The patterns of the `math` dialect.
pub fn populate(patterns: &mut Patterns, approximate_log1p: bool) {
    one_to_one::populate(patterns, ONE_TO_ONE);
    for (def, name, flag) in [
        (math::ABSI, intrinsics::ABS, "is_int_min_poison"),
        (math::CTLZ, intrinsics::CTLZ, "is_zero_poison"),
        (math::CTTZ, intrinsics::CTTZ, "is_zero_poison"),
    ] {
        patterns.add(def.name(), move |rewriter: &mut Rewriter, op: Op| int_intrinsic(rewriter, op, name, flag));
    }
    // The classes that `llvm.is.fpclass` tests. LangRef, "llvm.is.fpclass". Upstream has no patterns for the other two operations.
    for (def, class) in [(math::ISNAN, 0x003), (math::ISFINITE, 0x1f8)] {
        patterns.add(def.name(), move |rewriter: &mut Rewriter, op: Op| is_class(rewriter, op, class));
    }
    patterns.add_ops(&[math::EXPM1], exp_minus_one);
    patterns.add_ops(&[math::RSQRT], reciprocal_root);
    patterns.add_ops(&[math::SINCOS], sine_and_cosine);
    if approximate_log1p {
        patterns.add_ops(&[math::LOG1P], log_of_one_plus);
    }
}

fn int_intrinsic(rewriter: &mut Rewriter, op: Op, name: OpName, flag: &str) -> Matched {
    let ctx = rewriter.ctx;
    let flag = (ctx.str(flag), ctx.bool_attr(false));
    // Upstream's pattern asks for a vector where the operand has become an array.
    let operand = rewriter.operand(op, 0).map(|operand| rewriter.type_of(operand)).ok_or(Mismatch("no operand"))?;
    if one_to_one::array(ctx, rewriter.convert_type(operand)?).is_some() {
        return Err(Mismatch("vectors of several dimensions are not supported"));
    }
    elementwise(rewriter, op, |rewriter, operands, ty| rewriter.value(name, operands, ty, &[flag]))
}

fn is_class(rewriter: &mut Rewriter, op: Op, class: i64) -> Matched {
    let ctx = rewriter.ctx;
    let bit = (ctx.str("bit"), ctx.int_attr(types::I32, class));
    elementwise(rewriter, op, |rewriter, operands, ty| rewriter.value(intrinsics::IS_FPCLASS, operands, ty, &[bit]))
}

fn exp_minus_one(rewriter: &mut Rewriter, op: Op) -> Matched {
    let flags = attributes(rewriter, op);
    elementwise(rewriter, op, |rewriter, operands, ty| {
        let one = float_constant(rewriter, ty, 1.0);
        let power = rewriter.value(intrinsics::EXP, operands, ty, &flags);
        rewriter.value(llvm::FSUB, &[power, one], ty, &flags)
    })
}

fn log_of_one_plus(rewriter: &mut Rewriter, op: Op) -> Matched {
    let flags = attributes(rewriter, op);
    elementwise(rewriter, op, |rewriter, operands, ty| {
        let one = float_constant(rewriter, ty, 1.0);
        let mut sum = vec![one];
        sum.extend_from_slice(operands);
        let sum = rewriter.value(llvm::FADD, &sum, ty, &flags);
        rewriter.value(intrinsics::LOG, &[sum], ty, &flags)
    })
}

fn reciprocal_root(rewriter: &mut Rewriter, op: Op) -> Matched {
    let flags = attributes(rewriter, op);
    elementwise(rewriter, op, |rewriter, operands, ty| {
        let one = float_constant(rewriter, ty, 1.0);
        let root = rewriter.value(intrinsics::SQRT, operands, ty, &flags);
        rewriter.value(llvm::FDIV, &[one, root], ty, &flags)
    })
}

fn sine_and_cosine(rewriter: &mut Rewriter, op: Op) -> Matched {
    one_to_one::check_floats(rewriter, op)?;
    let operands = rewriter.operands(op)?;
    let types = rewriter.result_types(op)?;
    let flags: Vec<(Str, Attr)> = fastmath(rewriter, op);
    let operand = operands.first().ok_or(Mismatch("the operation has no operand"))?;
    if one_to_one::array(rewriter.ctx, rewriter.type_of(*operand)).is_some() {
        return Err(Mismatch("arrays of vectors are not converted"));
    }
    let pair = rewriter.ctx.literal_struct(false, &types);
    let both = rewriter.value(intrinsics::SINCOS, &operands, pair, &flags);
    let results: [Value; 2] = [rewriter.extract(both, &[0]), rewriter.extract(both, &[1])];
    rewriter.replace(op, &results);
    Ok(())
}
