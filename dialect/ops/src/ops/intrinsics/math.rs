//! Intrinsics that compute: arithmetic, rounding, comparison, reduction; LangRef, "Standard C/C++ Library
//! Intrinsics" and on.

use crate::enums::FastmathFlags;
use crate::names;
use crate::ops::TypeConstraint::*;
use crate::ops::build::*;
use crate::ops::*;
use crate::verify::checks;

const FLOAT: &[ValueConstraint] = &[one("in", FloatLike)];
const TWO_FLOATS: &[ValueConstraint] = &[one("a", FloatLike), one("b", FloatLike)];
const THREE_FLOATS: &[ValueConstraint] = &[one("a", FloatLike), one("b", FloatLike), one("c", FloatLike)];
const INT: &[ValueConstraint] = &[one("in", IntLike)];
const TWO_INTS: &[ValueConstraint] = &[one("a", IntLike), one("b", IntLike)];
const THREE_INTS: &[ValueConstraint] = &[one("a", IntLike), one("b", IntLike), one("c", IntLike)];
const ARGUMENTS: &[ValueConstraint] = &[one("arg", IntLike), one("arg", IntLike)];
const INT_VECTOR: &[ValueConstraint] = &[one("in", VectorOfInt)];
const FLOAT_VECTOR: &[ValueConstraint] = &[one("in", VectorOfFloat)];

/// Operands of one type that give one of it.
const fn same_type(name: &'static str, intrinsic: &'static str, operands: &'static [ValueConstraint]) -> OpDef {
    OpDef::new(name)
        .operands(operands)
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic(intrinsic, &[], &[0])
}

/// Upstream's `LLVM_UnaryIntrOpF`.
const fn unary_float(name: &'static str, intrinsic: &'static str) -> OpDef {
    same_type(name, intrinsic, FLOAT).attrs(&[FASTMATH]).clauses(FASTMATH_CLAUSE)
}

/// Upstream's `LLVM_BinarySameArgsIntrOpF`.
const fn binary_float(name: &'static str, intrinsic: &'static str) -> OpDef {
    same_type(name, intrinsic, TWO_FLOATS).attrs(&[FASTMATH]).clauses(FASTMATH_CLAUSE)
}

/// Upstream's `LLVM_TernarySameArgsIntrOpF`.
const fn ternary_float(name: &'static str, intrinsic: &'static str) -> OpDef {
    same_type(name, intrinsic, THREE_FLOATS).attrs(&[FASTMATH]).clauses(FASTMATH_CLAUSE)
}

/// Upstream's `LLVM_UnaryIntrOpI`.
const fn unary_int(name: &'static str, intrinsic: &'static str) -> OpDef {
    same_type(name, intrinsic, INT)
}

/// Upstream's `LLVM_BinarySameArgsIntrOpI`.
const fn binary_int(name: &'static str, intrinsic: &'static str) -> OpDef {
    same_type(name, intrinsic, TWO_INTS)
}

/// Upstream's `LLVM_TernarySameArgsIntrOpI`.
const fn ternary_int(name: &'static str, intrinsic: &'static str) -> OpDef {
    same_type(name, intrinsic, THREE_INTS)
}

/// Upstream's `LLVM_ArithWithOverflowOp`.
const fn with_overflow(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name).operands(ARGUMENTS).result().traits(&[Traits::PURE, Traits::SAME_OPERANDS_ELEMENT_TYPE]).intrinsic(
        intrinsic,
        &[0],
        &[],
    )
}

/// A vector's elements taken together.
const fn reduction(name: &'static str, intrinsic: &'static str, operands: &'static [ValueConstraint]) -> OpDef {
    OpDef::new(name)
        .operands(operands)
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic(intrinsic, &[], &[0])
}

/// Upstream's `LLVM_VecReductionI`.
const fn reduction_of_ints(name: &'static str, intrinsic: &'static str) -> OpDef {
    reduction(name, intrinsic, INT_VECTOR)
}

/// Upstream's `LLVM_VecReductionF`.
const fn reduction_of_floats(name: &'static str, intrinsic: &'static str) -> OpDef {
    reduction(name, intrinsic, FLOAT_VECTOR).attrs(&[FASTMATH]).format(CALL_LIKE).clauses(FASTMATH_CLAUSE)
}

/// That a reduction may be in any order.
const REASSOCIATION: &[RenamedAttribute] = &[RenamedAttribute {
    name: names::FASTMATH_FLAGS,
    older_name: "reassoc",
    was: FormerValue::Flags(FastmathFlags::REASSOC),
    releases: Releases::ALL.until(Release::V17),
}];

rows! {
    core Llvm core_dialects::first_row::math_intrinsics;
    ABS = OpDef::new("llvm.intr.abs")
        .operands(&[one("in", IntLike)])
        .result()
        .attrs(&[required("is_int_min_poison", SlotKind::Bool)])
        .traits(&[Traits::PURE])
        .intrinsic_with("llvm.abs", &[], &[0], &[(1, "is_int_min_poison")], Special::Plain);
    IS_FPCLASS = OpDef::new("llvm.intr.is.fpclass")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[required("bit", SlotKind::Int(32))])
        .traits(&[Traits::PURE])
        .intrinsic_with("llvm.is.fpclass", &[], &[0], &[(1, "bit")], Special::Plain);
    COPYSIGN = binary_float("llvm.intr.copysign", "llvm.copysign");
    EXP = unary_float("llvm.intr.exp", "llvm.exp");
    EXP2 = unary_float("llvm.intr.exp2", "llvm.exp2");
    EXP10 = unary_float("llvm.intr.exp10", "llvm.exp10");
    LDEXP = OpDef::new("llvm.intr.ldexp")
        .operands(&[one("val", FloatLike), one("power", Int)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .clauses(FASTMATH_CLAUSE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.ldexp", &[], &[0, 1]);
    FREXP = OpDef::new("llvm.intr.frexp")
        .operands(&[one("val", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .clauses(FASTMATH_CLAUSE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.frexp", &[0, 1], &[]);
    FABS = unary_float("llvm.intr.fabs", "llvm.fabs");
    CEIL = unary_float("llvm.intr.ceil", "llvm.ceil");
    FLOOR = unary_float("llvm.intr.floor", "llvm.floor");
    FMA = ternary_float("llvm.intr.fma", "llvm.fma");
    FMULADD = ternary_float("llvm.intr.fmuladd", "llvm.fmuladd");
    LOG10 = unary_float("llvm.intr.log10", "llvm.log10");
    LOG2 = unary_float("llvm.intr.log2", "llvm.log2");
    LOG = unary_float("llvm.intr.log", "llvm.log");
    ROUNDEVEN = unary_float("llvm.intr.roundeven", "llvm.roundeven");
    ROUND = unary_float("llvm.intr.round", "llvm.round");
    TRUNC = unary_float("llvm.intr.trunc", "llvm.trunc");
    SQRT = unary_float("llvm.intr.sqrt", "llvm.sqrt");
    POW = binary_float("llvm.intr.pow", "llvm.pow");
    POWI = OpDef::new("llvm.intr.powi")
        .operands(&[one("val", FloatLike), one("power", Int)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .clauses(FASTMATH_CLAUSE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.powi", &[], &[0, 1]);
    RINT = unary_float("llvm.intr.rint", "llvm.rint");
    NEARBYINT = unary_float("llvm.intr.nearbyint", "llvm.nearbyint");
    LROUND = OpDef::new("llvm.intr.lround")
        .operands(&[one("val", FloatLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.lround", &[0], &[0]);
    LLROUND = OpDef::new("llvm.intr.llround")
        .operands(&[one("val", Float)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.llround", &[0], &[0]);
    LRINT = OpDef::new("llvm.intr.lrint")
        .operands(&[one("val", FloatLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.lrint", &[0], &[0]);
    LLRINT = OpDef::new("llvm.intr.llrint")
        .operands(&[one("val", FloatLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.llrint", &[0], &[0]);
    BITREVERSE = unary_int("llvm.intr.bitreverse", "llvm.bitreverse");
    BSWAP = unary_int("llvm.intr.bswap", "llvm.bswap");
    CTLZ = OpDef::new("llvm.intr.ctlz")
        .operands(&[one("in", IntLike)])
        .result()
        .attrs(&[required("is_zero_poison", SlotKind::Bool)])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic_with("llvm.ctlz", &[], &[0], &[(1, "is_zero_poison")], Special::Plain);
    CTTZ = OpDef::new("llvm.intr.cttz")
        .operands(&[one("in", IntLike)])
        .result()
        .attrs(&[required("is_zero_poison", SlotKind::Bool)])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic_with("llvm.cttz", &[], &[0], &[(1, "is_zero_poison")], Special::Plain);
    CTPOP = unary_int("llvm.intr.ctpop", "llvm.ctpop");
    FSHL = ternary_int("llvm.intr.fshl", "llvm.fshl");
    FSHR = ternary_int("llvm.intr.fshr", "llvm.fshr");
    MAXNUM = binary_float("llvm.intr.maxnum", "llvm.maxnum");
    MINNUM = binary_float("llvm.intr.minnum", "llvm.minnum");
    MAXIMUM = binary_float("llvm.intr.maximum", "llvm.maximum");
    MINIMUM = binary_float("llvm.intr.minimum", "llvm.minimum");
    SMAX = binary_int("llvm.intr.smax", "llvm.smax");
    SMIN = binary_int("llvm.intr.smin", "llvm.smin");
    UMAX = binary_int("llvm.intr.umax", "llvm.umax");
    UMIN = binary_int("llvm.intr.umin", "llvm.umin");
    SCMP = OpDef::new("llvm.intr.scmp")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .results(&[one("res", IntLike)])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_TYPE_OPERANDS])
        .intrinsic("llvm.scmp", &[0], &[0]);
    UCMP = OpDef::new("llvm.intr.ucmp")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .results(&[one("res", IntLike)])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_TYPE_OPERANDS])
        .intrinsic("llvm.ucmp", &[0], &[0]);
    SIN = unary_float("llvm.intr.sin", "llvm.sin");
    COS = unary_float("llvm.intr.cos", "llvm.cos");
    TAN = unary_float("llvm.intr.tan", "llvm.tan");
    SINCOS = OpDef::new("llvm.intr.sincos")
        .operands(&[one("val", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .clauses(FASTMATH_CLAUSE)
        .traits(&[Traits::PURE])
        .verify(&[checks::pair_of_operand])
        .intrinsic("llvm.sincos", &[], &[0]);
    ASIN = unary_float("llvm.intr.asin", "llvm.asin");
    ACOS = unary_float("llvm.intr.acos", "llvm.acos");
    ATAN = unary_float("llvm.intr.atan", "llvm.atan");
    ATAN2 = binary_float("llvm.intr.atan2", "llvm.atan2");
    SINH = unary_float("llvm.intr.sinh", "llvm.sinh");
    COSH = unary_float("llvm.intr.cosh", "llvm.cosh");
    TANH = unary_float("llvm.intr.tanh", "llvm.tanh");
    SADD_WITH_OVERFLOW = with_overflow("llvm.intr.sadd.with.overflow", "llvm.sadd.with.overflow");
    UADD_WITH_OVERFLOW = with_overflow("llvm.intr.uadd.with.overflow", "llvm.uadd.with.overflow");
    SSUB_WITH_OVERFLOW = with_overflow("llvm.intr.ssub.with.overflow", "llvm.ssub.with.overflow");
    USUB_WITH_OVERFLOW = with_overflow("llvm.intr.usub.with.overflow", "llvm.usub.with.overflow");
    SMUL_WITH_OVERFLOW = with_overflow("llvm.intr.smul.with.overflow", "llvm.smul.with.overflow");
    UMUL_WITH_OVERFLOW = with_overflow("llvm.intr.umul.with.overflow", "llvm.umul.with.overflow");
    SADD_SAT = binary_int("llvm.intr.sadd.sat", "llvm.sadd.sat");
    UADD_SAT = binary_int("llvm.intr.uadd.sat", "llvm.uadd.sat");
    SSUB_SAT = binary_int("llvm.intr.ssub.sat", "llvm.ssub.sat");
    USUB_SAT = binary_int("llvm.intr.usub.sat", "llvm.usub.sat");
    SSHL_SAT = binary_int("llvm.intr.sshl.sat", "llvm.sshl.sat");
    USHL_SAT = binary_int("llvm.intr.ushl.sat", "llvm.ushl.sat");
    VECTOR_REDUCE_ADD = reduction_of_ints("llvm.intr.vector.reduce.add", "llvm.vector.reduce.add");
    VECTOR_REDUCE_AND = reduction_of_ints("llvm.intr.vector.reduce.and", "llvm.vector.reduce.and");
    VECTOR_REDUCE_MUL = reduction_of_ints("llvm.intr.vector.reduce.mul", "llvm.vector.reduce.mul");
    VECTOR_REDUCE_OR = reduction_of_ints("llvm.intr.vector.reduce.or", "llvm.vector.reduce.or");
    VECTOR_REDUCE_SMAX = reduction_of_ints("llvm.intr.vector.reduce.smax", "llvm.vector.reduce.smax");
    VECTOR_REDUCE_SMIN = reduction_of_ints("llvm.intr.vector.reduce.smin", "llvm.vector.reduce.smin");
    VECTOR_REDUCE_UMAX = reduction_of_ints("llvm.intr.vector.reduce.umax", "llvm.vector.reduce.umax");
    VECTOR_REDUCE_UMIN = reduction_of_ints("llvm.intr.vector.reduce.umin", "llvm.vector.reduce.umin");
    VECTOR_REDUCE_XOR = reduction_of_ints("llvm.intr.vector.reduce.xor", "llvm.vector.reduce.xor");
    VECTOR_REDUCE_FMAX = reduction_of_floats("llvm.intr.vector.reduce.fmax", "llvm.vector.reduce.fmax");
    VECTOR_REDUCE_FMIN = reduction_of_floats("llvm.intr.vector.reduce.fmin", "llvm.vector.reduce.fmin");
    VECTOR_REDUCE_FMAXIMUM = reduction_of_floats("llvm.intr.vector.reduce.fmaximum", "llvm.vector.reduce.fmaximum");
    VECTOR_REDUCE_FMINIMUM = reduction_of_floats("llvm.intr.vector.reduce.fminimum", "llvm.vector.reduce.fminimum");
    VECTOR_REDUCE_FADD = OpDef::new("llvm.intr.vector.reduce.fadd")
        .operands(&[one("start_value", AnyFloat), one("input", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .renamed_attributes(REASSOCIATION)
        .other_forms(&[later_form(STRICT_PROPERTIES, CALL_LIKE, &[])])
        .clauses(FASTMATH_CLAUSE)
        .intrinsic("llvm.vector.reduce.fadd", &[], &[1]);
    VECTOR_REDUCE_FMUL = OpDef::new("llvm.intr.vector.reduce.fmul")
        .operands(&[one("start_value", AnyFloat), one("input", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .renamed_attributes(REASSOCIATION)
        .other_forms(&[later_form(STRICT_PROPERTIES, CALL_LIKE, &[])])
        .clauses(FASTMATH_CLAUSE)
        .intrinsic("llvm.vector.reduce.fmul", &[], &[1]);
}
