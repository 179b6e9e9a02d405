//! The vector-predicated intrinsics, `llvm.intr.vp.*`; LangRef, "Vector Predication Intrinsics".

use crate::ops::TypeConstraint::*;
use crate::ops::build::*;
use crate::ops::*;

const TWO_INTS: &[ValueConstraint] =
    &[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)];
const TWO_FLOATS: &[ValueConstraint] =
    &[one("lhs", VectorOfFloat), one("rhs", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)];
// Upstream spells the name so.
const START_AND_INTS: &[ValueConstraint] =
    &[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)];
const START_AND_FLOATS: &[ValueConstraint] =
    &[one("satrt_value", AnyFloat), one("val", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)];
const INT: &[ValueConstraint] = &[one("src", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)];
const FLOAT: &[ValueConstraint] = &[one("src", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)];

/// An operation on vectors without effects.
const fn pure(name: &'static str, operands: &'static [ValueConstraint]) -> OpDef {
    OpDef::new(name).operands(operands).result().traits(&[Traits::PURE])
}

/// Upstream's `LLVM_VPBinaryI`.
const fn binary_int(name: &'static str, intrinsic: &'static str) -> OpDef {
    pure(name, TWO_INTS).intrinsic(intrinsic, &[0], &[])
}

/// Upstream's `LLVM_VPBinaryF`.
const fn binary_float(name: &'static str, intrinsic: &'static str) -> OpDef {
    pure(name, TWO_FLOATS).intrinsic(intrinsic, &[0], &[])
}

/// Upstream's `LLVM_VPReductionI`.
const fn reduction_of_ints(name: &'static str, intrinsic: &'static str) -> OpDef {
    pure(name, START_AND_INTS).intrinsic(intrinsic, &[], &[1])
}

/// Upstream's `LLVM_VPReductionF`.
const fn reduction_of_floats(name: &'static str, intrinsic: &'static str) -> OpDef {
    pure(name, START_AND_FLOATS).intrinsic(intrinsic, &[], &[1])
}

/// Upstream's `LLVM_VPCastI`.
const fn cast_of_int(name: &'static str, intrinsic: &'static str) -> OpDef {
    pure(name, INT).intrinsic(intrinsic, &[0], &[0])
}

/// Upstream's `LLVM_VPCastF`.
const fn cast_of_float(name: &'static str, intrinsic: &'static str) -> OpDef {
    pure(name, FLOAT).intrinsic(intrinsic, &[0], &[0])
}

rows! {
    core Llvm core_dialects::first_row::vector_predication;
    ADD = binary_int("llvm.intr.vp.add", "llvm.vp.add");
    SUB = binary_int("llvm.intr.vp.sub", "llvm.vp.sub");
    MUL = binary_int("llvm.intr.vp.mul", "llvm.vp.mul");
    SDIV = binary_int("llvm.intr.vp.sdiv", "llvm.vp.sdiv");
    UDIV = binary_int("llvm.intr.vp.udiv", "llvm.vp.udiv");
    SREM = binary_int("llvm.intr.vp.srem", "llvm.vp.srem");
    UREM = binary_int("llvm.intr.vp.urem", "llvm.vp.urem");
    ASHR = binary_int("llvm.intr.vp.ashr", "llvm.vp.ashr");
    LSHR = binary_int("llvm.intr.vp.lshr", "llvm.vp.lshr");
    SHL = binary_int("llvm.intr.vp.shl", "llvm.vp.shl");
    OR = binary_int("llvm.intr.vp.or", "llvm.vp.or");
    AND = binary_int("llvm.intr.vp.and", "llvm.vp.and");
    XOR = binary_int("llvm.intr.vp.xor", "llvm.vp.xor");
    SMAX = binary_int("llvm.intr.vp.smax", "llvm.vp.smax");
    SMIN = binary_int("llvm.intr.vp.smin", "llvm.vp.smin");
    UMAX = binary_int("llvm.intr.vp.umax", "llvm.vp.umax");
    UMIN = binary_int("llvm.intr.vp.umin", "llvm.vp.umin");
    FADD = binary_float("llvm.intr.vp.fadd", "llvm.vp.fadd");
    FSUB = binary_float("llvm.intr.vp.fsub", "llvm.vp.fsub");
    FMUL = binary_float("llvm.intr.vp.fmul", "llvm.vp.fmul");
    FDIV = binary_float("llvm.intr.vp.fdiv", "llvm.vp.fdiv");
    FREM = binary_float("llvm.intr.vp.frem", "llvm.vp.frem");
    FNEG = OpDef::new("llvm.intr.vp.fneg")
        .operands(&[one("op", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fneg", &[0], &[]);
    FMULADD = OpDef::new("llvm.intr.vp.fmuladd")
        .operands(&[
            one("op1", VectorOfFloat), one("op2", VectorOfFloat), one("op3", VectorOfFloat), one("mask", VectorOfI1),
            one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fmuladd", &[0], &[]);
    FMA = OpDef::new("llvm.intr.vp.fma")
        .operands(&[
            one("op1", VectorOfFloat), one("op2", VectorOfFloat), one("op3", VectorOfFloat), one("mask", VectorOfI1),
            one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fma", &[0], &[]);
    REDUCE_ADD = reduction_of_ints("llvm.intr.vp.reduce.add", "llvm.vp.reduce.add");
    REDUCE_MUL = reduction_of_ints("llvm.intr.vp.reduce.mul", "llvm.vp.reduce.mul");
    REDUCE_AND = reduction_of_ints("llvm.intr.vp.reduce.and", "llvm.vp.reduce.and");
    REDUCE_OR = reduction_of_ints("llvm.intr.vp.reduce.or", "llvm.vp.reduce.or");
    REDUCE_XOR = reduction_of_ints("llvm.intr.vp.reduce.xor", "llvm.vp.reduce.xor");
    REDUCE_SMAX = reduction_of_ints("llvm.intr.vp.reduce.smax", "llvm.vp.reduce.smax");
    REDUCE_SMIN = reduction_of_ints("llvm.intr.vp.reduce.smin", "llvm.vp.reduce.smin");
    REDUCE_UMAX = reduction_of_ints("llvm.intr.vp.reduce.umax", "llvm.vp.reduce.umax");
    REDUCE_UMIN = reduction_of_ints("llvm.intr.vp.reduce.umin", "llvm.vp.reduce.umin");
    REDUCE_FADD = reduction_of_floats("llvm.intr.vp.reduce.fadd", "llvm.vp.reduce.fadd");
    REDUCE_FMUL = reduction_of_floats("llvm.intr.vp.reduce.fmul", "llvm.vp.reduce.fmul");
    REDUCE_FMAX = reduction_of_floats("llvm.intr.vp.reduce.fmax", "llvm.vp.reduce.fmax");
    REDUCE_FMIN = reduction_of_floats("llvm.intr.vp.reduce.fmin", "llvm.vp.reduce.fmin");
    SELECT = OpDef::new("llvm.intr.vp.select")
        .operands(&[one("cond", VectorOfI1), one("true_val", Vector), one("false_val", Vector), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.select", &[], &[1]);
    MERGE = OpDef::new("llvm.intr.vp.merge")
        .operands(&[one("cond", VectorOfI1), one("true_val", Vector), one("false_val", Vector), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.merge", &[], &[1]);
    LOAD = OpDef::new("llvm.intr.vp.load")
        .operands(&[one("ptr", Pointer), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .intrinsic("llvm.vp.load", &[0], &[0]);
    STORE = OpDef::new("llvm.intr.vp.store")
        .operands(&[one("val", Vector), one("ptr", Pointer), one("mask", VectorOfI1), one("evl", I32)])
        .intrinsic("llvm.vp.store", &[], &[0, 1]);
    TRUNC = cast_of_int("llvm.intr.vp.trunc", "llvm.vp.trunc");
    ZEXT = cast_of_int("llvm.intr.vp.zext", "llvm.vp.zext");
    SEXT = cast_of_int("llvm.intr.vp.sext", "llvm.vp.sext");
    FPTRUNC = cast_of_float("llvm.intr.vp.fptrunc", "llvm.vp.fptrunc");
    FPEXT = cast_of_float("llvm.intr.vp.fpext", "llvm.vp.fpext");
    FPTOUI = cast_of_float("llvm.intr.vp.fptoui", "llvm.vp.fptoui");
    FPTOSI = cast_of_float("llvm.intr.vp.fptosi", "llvm.vp.fptosi");
    UITOFP = cast_of_int("llvm.intr.vp.uitofp", "llvm.vp.uitofp");
    SITOFP = cast_of_int("llvm.intr.vp.sitofp", "llvm.vp.sitofp");
    PTRTOINT = OpDef::new("llvm.intr.vp.ptrtoint")
        .operands(&[one("src", VectorOfPointer), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.ptrtoint", &[0], &[0]);
    INTTOPTR = cast_of_int("llvm.intr.vp.inttoptr", "llvm.vp.inttoptr");
}
