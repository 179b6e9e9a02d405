//! Intrinsics that compute: arithmetic, rounding, comparison, reduction; LangRef, "Standard C/C++ Library
//! Intrinsics" and on.

use super::TypeConstraint::*;
use super::build::*;
use super::*;
use crate::verify::checks;

rows! {
    core Llvm core_dialects::first_row::math_intrinsics;
    /// `llvm.intr.abs`
    ABS = OpDef::new("llvm.intr.abs")
        .operands(&[one("in", IntLike)])
        .result()
        .attrs(&[required("is_int_min_poison", SlotKind::Bool)])
        .traits(&[Traits::PURE])
        .intrinsic_with("llvm.abs", &[], &[0], &[(1, "is_int_min_poison")], Special::Plain);
    /// `llvm.intr.is.fpclass`
    IS_FPCLASS = OpDef::new("llvm.intr.is.fpclass")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[required("bit", SlotKind::Int(32))])
        .traits(&[Traits::PURE])
        .intrinsic_with("llvm.is.fpclass", &[], &[0], &[(1, "bit")], Special::Plain);
    /// `llvm.intr.copysign`
    COPYSIGN = OpDef::new("llvm.intr.copysign")
        .operands(&[one("a", FloatLike), one("b", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.copysign", &[], &[0]);
    /// `llvm.intr.exp`
    EXP = OpDef::new("llvm.intr.exp")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.exp", &[], &[0]);
    /// `llvm.intr.exp2`
    EXP2 = OpDef::new("llvm.intr.exp2")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.exp2", &[], &[0]);
    /// `llvm.intr.exp10`
    EXP10 = OpDef::new("llvm.intr.exp10")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.exp10", &[], &[0]);
    /// `llvm.intr.ldexp`
    LDEXP = OpDef::new("llvm.intr.ldexp")
        .operands(&[one("val", FloatLike), one("power", Int)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.ldexp", &[], &[0, 1]);
    /// `llvm.intr.frexp`
    FREXP = OpDef::new("llvm.intr.frexp")
        .operands(&[one("val", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.frexp", &[0, 1], &[]);
    /// `llvm.intr.fabs`
    FABS = OpDef::new("llvm.intr.fabs")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.fabs", &[], &[0]);
    /// `llvm.intr.ceil`
    CEIL = OpDef::new("llvm.intr.ceil")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.ceil", &[], &[0]);
    /// `llvm.intr.floor`
    FLOOR = OpDef::new("llvm.intr.floor")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.floor", &[], &[0]);
    /// `llvm.intr.fma`
    FMA = OpDef::new("llvm.intr.fma")
        .operands(&[one("a", FloatLike), one("b", FloatLike), one("c", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.fma", &[], &[0]);
    /// `llvm.intr.fmuladd`
    FMULADD = OpDef::new("llvm.intr.fmuladd")
        .operands(&[one("a", FloatLike), one("b", FloatLike), one("c", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.fmuladd", &[], &[0]);
    /// `llvm.intr.log10`
    LOG10 = OpDef::new("llvm.intr.log10")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.log10", &[], &[0]);
    /// `llvm.intr.log2`
    LOG2 = OpDef::new("llvm.intr.log2")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.log2", &[], &[0]);
    /// `llvm.intr.log`
    LOG = OpDef::new("llvm.intr.log")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.log", &[], &[0]);
    /// `llvm.intr.roundeven`
    ROUNDEVEN = OpDef::new("llvm.intr.roundeven")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.roundeven", &[], &[0]);
    /// `llvm.intr.round`
    ROUND = OpDef::new("llvm.intr.round")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.round", &[], &[0]);
    /// `llvm.intr.trunc`
    TRUNC = OpDef::new("llvm.intr.trunc")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.trunc", &[], &[0]);
    /// `llvm.intr.sqrt`
    SQRT = OpDef::new("llvm.intr.sqrt")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.sqrt", &[], &[0]);
    /// `llvm.intr.pow`
    POW = OpDef::new("llvm.intr.pow")
        .operands(&[one("a", FloatLike), one("b", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.pow", &[], &[0]);
    /// `llvm.intr.powi`
    POWI = OpDef::new("llvm.intr.powi")
        .operands(&[one("val", FloatLike), one("power", Int)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.powi", &[], &[0, 1]);
    /// `llvm.intr.rint`
    RINT = OpDef::new("llvm.intr.rint")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.rint", &[], &[0]);
    /// `llvm.intr.nearbyint`
    NEARBYINT = OpDef::new("llvm.intr.nearbyint")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.nearbyint", &[], &[0]);
    /// `llvm.intr.lround`
    LROUND = OpDef::new("llvm.intr.lround")
        .operands(&[one("val", FloatLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.lround", &[0], &[0]);
    /// `llvm.intr.llround`
    LLROUND = OpDef::new("llvm.intr.llround")
        .operands(&[one("val", Float)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.llround", &[0], &[0]);
    /// `llvm.intr.lrint`
    LRINT = OpDef::new("llvm.intr.lrint")
        .operands(&[one("val", FloatLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.lrint", &[0], &[0]);
    /// `llvm.intr.llrint`
    LLRINT = OpDef::new("llvm.intr.llrint")
        .operands(&[one("val", FloatLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.llrint", &[0], &[0]);
    /// `llvm.intr.bitreverse`
    BITREVERSE = OpDef::new("llvm.intr.bitreverse")
        .operands(&[one("in", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.bitreverse", &[], &[0]);
    /// `llvm.intr.bswap`
    BSWAP = OpDef::new("llvm.intr.bswap")
        .operands(&[one("in", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.bswap", &[], &[0]);
    /// `llvm.intr.ctlz`
    CTLZ = OpDef::new("llvm.intr.ctlz")
        .operands(&[one("in", IntLike)])
        .result()
        .attrs(&[required("is_zero_poison", SlotKind::Bool)])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic_with("llvm.ctlz", &[], &[0], &[(1, "is_zero_poison")], Special::Plain);
    /// `llvm.intr.cttz`
    CTTZ = OpDef::new("llvm.intr.cttz")
        .operands(&[one("in", IntLike)])
        .result()
        .attrs(&[required("is_zero_poison", SlotKind::Bool)])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic_with("llvm.cttz", &[], &[0], &[(1, "is_zero_poison")], Special::Plain);
    /// `llvm.intr.ctpop`
    CTPOP = OpDef::new("llvm.intr.ctpop")
        .operands(&[one("in", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.ctpop", &[], &[0]);
    /// `llvm.intr.fshl`
    FSHL = OpDef::new("llvm.intr.fshl")
        .operands(&[one("a", IntLike), one("b", IntLike), one("c", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.fshl", &[], &[0]);
    /// `llvm.intr.fshr`
    FSHR = OpDef::new("llvm.intr.fshr")
        .operands(&[one("a", IntLike), one("b", IntLike), one("c", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.fshr", &[], &[0]);
    /// `llvm.intr.maxnum`
    MAXNUM = OpDef::new("llvm.intr.maxnum")
        .operands(&[one("a", FloatLike), one("b", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.maxnum", &[], &[0]);
    /// `llvm.intr.minnum`
    MINNUM = OpDef::new("llvm.intr.minnum")
        .operands(&[one("a", FloatLike), one("b", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.minnum", &[], &[0]);
    /// `llvm.intr.maximum`
    MAXIMUM = OpDef::new("llvm.intr.maximum")
        .operands(&[one("a", FloatLike), one("b", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.maximum", &[], &[0]);
    /// `llvm.intr.minimum`
    MINIMUM = OpDef::new("llvm.intr.minimum")
        .operands(&[one("a", FloatLike), one("b", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.minimum", &[], &[0]);
    /// `llvm.intr.smax`
    SMAX = OpDef::new("llvm.intr.smax")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.smax", &[], &[0]);
    /// `llvm.intr.smin`
    SMIN = OpDef::new("llvm.intr.smin")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.smin", &[], &[0]);
    /// `llvm.intr.umax`
    UMAX = OpDef::new("llvm.intr.umax")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.umax", &[], &[0]);
    /// `llvm.intr.umin`
    UMIN = OpDef::new("llvm.intr.umin")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.umin", &[], &[0]);
    /// `llvm.intr.scmp`
    SCMP = OpDef::new("llvm.intr.scmp")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .results(&[one("res", IntLike)])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_TYPE_OPERANDS])
        .intrinsic("llvm.scmp", &[0], &[0]);
    /// `llvm.intr.ucmp`
    UCMP = OpDef::new("llvm.intr.ucmp")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .results(&[one("res", IntLike)])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_TYPE_OPERANDS])
        .intrinsic("llvm.ucmp", &[0], &[0]);
    /// `llvm.intr.sin`
    SIN = OpDef::new("llvm.intr.sin")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.sin", &[], &[0]);
    /// `llvm.intr.cos`
    COS = OpDef::new("llvm.intr.cos")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.cos", &[], &[0]);
    /// `llvm.intr.tan`
    TAN = OpDef::new("llvm.intr.tan")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.tan", &[], &[0]);
    /// `llvm.intr.sincos`
    SINCOS = OpDef::new("llvm.intr.sincos")
        .operands(&[one("val", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE])
        .verify(&[checks::pair_of_operand])
        .intrinsic("llvm.sincos", &[], &[0]);
    /// `llvm.intr.asin`
    ASIN = OpDef::new("llvm.intr.asin")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.asin", &[], &[0]);
    /// `llvm.intr.acos`
    ACOS = OpDef::new("llvm.intr.acos")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.acos", &[], &[0]);
    /// `llvm.intr.atan`
    ATAN = OpDef::new("llvm.intr.atan")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.atan", &[], &[0]);
    /// `llvm.intr.atan2`
    ATAN2 = OpDef::new("llvm.intr.atan2")
        .operands(&[one("a", FloatLike), one("b", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.atan2", &[], &[0]);
    /// `llvm.intr.sinh`
    SINH = OpDef::new("llvm.intr.sinh")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.sinh", &[], &[0]);
    /// `llvm.intr.cosh`
    COSH = OpDef::new("llvm.intr.cosh")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.cosh", &[], &[0]);
    /// `llvm.intr.tanh`
    TANH = OpDef::new("llvm.intr.tanh")
        .operands(&[one("in", FloatLike)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.tanh", &[], &[0]);
    /// `llvm.intr.sadd.with.overflow`
    SADD_WITH_OVERFLOW = OpDef::new("llvm.intr.sadd.with.overflow")
        .operands(&[one("arg", IntLike), one("arg", IntLike)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_ELEMENT_TYPE])
        .intrinsic("llvm.sadd.with.overflow", &[0], &[]);
    /// `llvm.intr.uadd.with.overflow`
    UADD_WITH_OVERFLOW = OpDef::new("llvm.intr.uadd.with.overflow")
        .operands(&[one("arg", IntLike), one("arg", IntLike)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_ELEMENT_TYPE])
        .intrinsic("llvm.uadd.with.overflow", &[0], &[]);
    /// `llvm.intr.ssub.with.overflow`
    SSUB_WITH_OVERFLOW = OpDef::new("llvm.intr.ssub.with.overflow")
        .operands(&[one("arg", IntLike), one("arg", IntLike)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_ELEMENT_TYPE])
        .intrinsic("llvm.ssub.with.overflow", &[0], &[]);
    /// `llvm.intr.usub.with.overflow`
    USUB_WITH_OVERFLOW = OpDef::new("llvm.intr.usub.with.overflow")
        .operands(&[one("arg", IntLike), one("arg", IntLike)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_ELEMENT_TYPE])
        .intrinsic("llvm.usub.with.overflow", &[0], &[]);
    /// `llvm.intr.smul.with.overflow`
    SMUL_WITH_OVERFLOW = OpDef::new("llvm.intr.smul.with.overflow")
        .operands(&[one("arg", IntLike), one("arg", IntLike)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_ELEMENT_TYPE])
        .intrinsic("llvm.smul.with.overflow", &[0], &[]);
    /// `llvm.intr.umul.with.overflow`
    UMUL_WITH_OVERFLOW = OpDef::new("llvm.intr.umul.with.overflow")
        .operands(&[one("arg", IntLike), one("arg", IntLike)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_ELEMENT_TYPE])
        .intrinsic("llvm.umul.with.overflow", &[0], &[]);
    /// `llvm.intr.sadd.sat`
    SADD_SAT = OpDef::new("llvm.intr.sadd.sat")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.sadd.sat", &[], &[0]);
    /// `llvm.intr.uadd.sat`
    UADD_SAT = OpDef::new("llvm.intr.uadd.sat")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.uadd.sat", &[], &[0]);
    /// `llvm.intr.ssub.sat`
    SSUB_SAT = OpDef::new("llvm.intr.ssub.sat")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.ssub.sat", &[], &[0]);
    /// `llvm.intr.usub.sat`
    USUB_SAT = OpDef::new("llvm.intr.usub.sat")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.usub.sat", &[], &[0]);
    /// `llvm.intr.sshl.sat`
    SSHL_SAT = OpDef::new("llvm.intr.sshl.sat")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.sshl.sat", &[], &[0]);
    /// `llvm.intr.ushl.sat`
    USHL_SAT = OpDef::new("llvm.intr.ushl.sat")
        .operands(&[one("a", IntLike), one("b", IntLike)])
        .result()
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.ushl.sat", &[], &[0]);
    /// `llvm.intr.vector.reduce.add`
    VECTOR_REDUCE_ADD = OpDef::new("llvm.intr.vector.reduce.add")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.add", &[], &[0]);
    /// `llvm.intr.vector.reduce.and`
    VECTOR_REDUCE_AND = OpDef::new("llvm.intr.vector.reduce.and")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.and", &[], &[0]);
    /// `llvm.intr.vector.reduce.mul`
    VECTOR_REDUCE_MUL = OpDef::new("llvm.intr.vector.reduce.mul")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.mul", &[], &[0]);
    /// `llvm.intr.vector.reduce.or`
    VECTOR_REDUCE_OR = OpDef::new("llvm.intr.vector.reduce.or")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.or", &[], &[0]);
    /// `llvm.intr.vector.reduce.smax`
    VECTOR_REDUCE_SMAX = OpDef::new("llvm.intr.vector.reduce.smax")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.smax", &[], &[0]);
    /// `llvm.intr.vector.reduce.smin`
    VECTOR_REDUCE_SMIN = OpDef::new("llvm.intr.vector.reduce.smin")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.smin", &[], &[0]);
    /// `llvm.intr.vector.reduce.umax`
    VECTOR_REDUCE_UMAX = OpDef::new("llvm.intr.vector.reduce.umax")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.umax", &[], &[0]);
    /// `llvm.intr.vector.reduce.umin`
    VECTOR_REDUCE_UMIN = OpDef::new("llvm.intr.vector.reduce.umin")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.umin", &[], &[0]);
    /// `llvm.intr.vector.reduce.xor`
    VECTOR_REDUCE_XOR = OpDef::new("llvm.intr.vector.reduce.xor")
        .operands(&[one("in", VectorOfInt)])
        .result()
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.xor", &[], &[0]);
    /// `llvm.intr.vector.reduce.fmax`
    VECTOR_REDUCE_FMAX = OpDef::new("llvm.intr.vector.reduce.fmax")
        .operands(&[one("in", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.fmax", &[], &[0]);
    /// `llvm.intr.vector.reduce.fmin`
    VECTOR_REDUCE_FMIN = OpDef::new("llvm.intr.vector.reduce.fmin")
        .operands(&[one("in", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.fmin", &[], &[0]);
    /// `llvm.intr.vector.reduce.fmaximum`
    VECTOR_REDUCE_FMAXIMUM = OpDef::new("llvm.intr.vector.reduce.fmaximum")
        .operands(&[one("in", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.fmaximum", &[], &[0]);
    /// `llvm.intr.vector.reduce.fminimum`
    VECTOR_REDUCE_FMINIMUM = OpDef::new("llvm.intr.vector.reduce.fminimum")
        .operands(&[one("in", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .format(CALL_LIKE)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.fminimum", &[], &[0]);
    /// `llvm.intr.vector.reduce.fadd`
    VECTOR_REDUCE_FADD = OpDef::new("llvm.intr.vector.reduce.fadd")
        .operands(&[one("start_value", AnyFloat), one("input", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.fadd", &[], &[1]);
    /// `llvm.intr.vector.reduce.fmul`
    VECTOR_REDUCE_FMUL = OpDef::new("llvm.intr.vector.reduce.fmul")
        .operands(&[one("start_value", AnyFloat), one("input", VectorOfFloat)])
        .result()
        .attrs(&[FASTMATH])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE])
        .intrinsic("llvm.vector.reduce.fmul", &[], &[1]);
}
