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
    /// `llvm.intr.vp.add`
    ADD = binary_int("llvm.intr.vp.add", "llvm.vp.add");
    /// `llvm.intr.vp.sub`
    SUB = binary_int("llvm.intr.vp.sub", "llvm.vp.sub");
    /// `llvm.intr.vp.mul`
    MUL = binary_int("llvm.intr.vp.mul", "llvm.vp.mul");
    /// `llvm.intr.vp.sdiv`
    SDIV = binary_int("llvm.intr.vp.sdiv", "llvm.vp.sdiv");
    /// `llvm.intr.vp.udiv`
    UDIV = binary_int("llvm.intr.vp.udiv", "llvm.vp.udiv");
    /// `llvm.intr.vp.srem`
    SREM = binary_int("llvm.intr.vp.srem", "llvm.vp.srem");
    /// `llvm.intr.vp.urem`
    UREM = binary_int("llvm.intr.vp.urem", "llvm.vp.urem");
    /// `llvm.intr.vp.ashr`
    ASHR = binary_int("llvm.intr.vp.ashr", "llvm.vp.ashr");
    /// `llvm.intr.vp.lshr`
    LSHR = binary_int("llvm.intr.vp.lshr", "llvm.vp.lshr");
    /// `llvm.intr.vp.shl`
    SHL = binary_int("llvm.intr.vp.shl", "llvm.vp.shl");
    /// `llvm.intr.vp.or`
    OR = binary_int("llvm.intr.vp.or", "llvm.vp.or");
    /// `llvm.intr.vp.and`
    AND = binary_int("llvm.intr.vp.and", "llvm.vp.and");
    /// `llvm.intr.vp.xor`
    XOR = binary_int("llvm.intr.vp.xor", "llvm.vp.xor");
    /// `llvm.intr.vp.smax`
    SMAX = binary_int("llvm.intr.vp.smax", "llvm.vp.smax");
    /// `llvm.intr.vp.smin`
    SMIN = binary_int("llvm.intr.vp.smin", "llvm.vp.smin");
    /// `llvm.intr.vp.umax`
    UMAX = binary_int("llvm.intr.vp.umax", "llvm.vp.umax");
    /// `llvm.intr.vp.umin`
    UMIN = binary_int("llvm.intr.vp.umin", "llvm.vp.umin");
    /// `llvm.intr.vp.fadd`
    FADD = binary_float("llvm.intr.vp.fadd", "llvm.vp.fadd");
    /// `llvm.intr.vp.fsub`
    FSUB = binary_float("llvm.intr.vp.fsub", "llvm.vp.fsub");
    /// `llvm.intr.vp.fmul`
    FMUL = binary_float("llvm.intr.vp.fmul", "llvm.vp.fmul");
    /// `llvm.intr.vp.fdiv`
    FDIV = binary_float("llvm.intr.vp.fdiv", "llvm.vp.fdiv");
    /// `llvm.intr.vp.frem`
    FREM = binary_float("llvm.intr.vp.frem", "llvm.vp.frem");
    /// `llvm.intr.vp.fneg`
    FNEG = OpDef::new("llvm.intr.vp.fneg")
        .operands(&[one("op", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fneg", &[0], &[]);
    /// `llvm.intr.vp.fmuladd`
    FMULADD = OpDef::new("llvm.intr.vp.fmuladd")
        .operands(&[
            one("op1", VectorOfFloat), one("op2", VectorOfFloat), one("op3", VectorOfFloat), one("mask", VectorOfI1),
            one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fmuladd", &[0], &[]);
    /// `llvm.intr.vp.fma`
    FMA = OpDef::new("llvm.intr.vp.fma")
        .operands(&[
            one("op1", VectorOfFloat), one("op2", VectorOfFloat), one("op3", VectorOfFloat), one("mask", VectorOfI1),
            one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fma", &[0], &[]);
    /// `llvm.intr.vp.reduce.add`
    REDUCE_ADD = reduction_of_ints("llvm.intr.vp.reduce.add", "llvm.vp.reduce.add");
    /// `llvm.intr.vp.reduce.mul`
    REDUCE_MUL = reduction_of_ints("llvm.intr.vp.reduce.mul", "llvm.vp.reduce.mul");
    /// `llvm.intr.vp.reduce.and`
    REDUCE_AND = reduction_of_ints("llvm.intr.vp.reduce.and", "llvm.vp.reduce.and");
    /// `llvm.intr.vp.reduce.or`
    REDUCE_OR = reduction_of_ints("llvm.intr.vp.reduce.or", "llvm.vp.reduce.or");
    /// `llvm.intr.vp.reduce.xor`
    REDUCE_XOR = reduction_of_ints("llvm.intr.vp.reduce.xor", "llvm.vp.reduce.xor");
    /// `llvm.intr.vp.reduce.smax`
    REDUCE_SMAX = reduction_of_ints("llvm.intr.vp.reduce.smax", "llvm.vp.reduce.smax");
    /// `llvm.intr.vp.reduce.smin`
    REDUCE_SMIN = reduction_of_ints("llvm.intr.vp.reduce.smin", "llvm.vp.reduce.smin");
    /// `llvm.intr.vp.reduce.umax`
    REDUCE_UMAX = reduction_of_ints("llvm.intr.vp.reduce.umax", "llvm.vp.reduce.umax");
    /// `llvm.intr.vp.reduce.umin`
    REDUCE_UMIN = reduction_of_ints("llvm.intr.vp.reduce.umin", "llvm.vp.reduce.umin");
    /// `llvm.intr.vp.reduce.fadd`
    REDUCE_FADD = reduction_of_floats("llvm.intr.vp.reduce.fadd", "llvm.vp.reduce.fadd");
    /// `llvm.intr.vp.reduce.fmul`
    REDUCE_FMUL = reduction_of_floats("llvm.intr.vp.reduce.fmul", "llvm.vp.reduce.fmul");
    /// `llvm.intr.vp.reduce.fmax`
    REDUCE_FMAX = reduction_of_floats("llvm.intr.vp.reduce.fmax", "llvm.vp.reduce.fmax");
    /// `llvm.intr.vp.reduce.fmin`
    REDUCE_FMIN = reduction_of_floats("llvm.intr.vp.reduce.fmin", "llvm.vp.reduce.fmin");
    /// `llvm.intr.vp.select`
    SELECT = OpDef::new("llvm.intr.vp.select")
        .operands(&[one("cond", VectorOfI1), one("true_val", Vector), one("false_val", Vector), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.select", &[], &[1]);
    /// `llvm.intr.vp.merge`
    MERGE = OpDef::new("llvm.intr.vp.merge")
        .operands(&[one("cond", VectorOfI1), one("true_val", Vector), one("false_val", Vector), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.merge", &[], &[1]);
    /// `llvm.intr.vp.load`
    LOAD = OpDef::new("llvm.intr.vp.load")
        .operands(&[one("ptr", Pointer), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .intrinsic("llvm.vp.load", &[0], &[0]);
    /// `llvm.intr.vp.store`
    STORE = OpDef::new("llvm.intr.vp.store")
        .operands(&[one("val", Vector), one("ptr", Pointer), one("mask", VectorOfI1), one("evl", I32)])
        .intrinsic("llvm.vp.store", &[], &[0, 1]);
    /// `llvm.intr.vp.trunc`
    TRUNC = cast_of_int("llvm.intr.vp.trunc", "llvm.vp.trunc");
    /// `llvm.intr.vp.zext`
    ZEXT = cast_of_int("llvm.intr.vp.zext", "llvm.vp.zext");
    /// `llvm.intr.vp.sext`
    SEXT = cast_of_int("llvm.intr.vp.sext", "llvm.vp.sext");
    /// `llvm.intr.vp.fptrunc`
    FPTRUNC = cast_of_float("llvm.intr.vp.fptrunc", "llvm.vp.fptrunc");
    /// `llvm.intr.vp.fpext`
    FPEXT = cast_of_float("llvm.intr.vp.fpext", "llvm.vp.fpext");
    /// `llvm.intr.vp.fptoui`
    FPTOUI = cast_of_float("llvm.intr.vp.fptoui", "llvm.vp.fptoui");
    /// `llvm.intr.vp.fptosi`
    FPTOSI = cast_of_float("llvm.intr.vp.fptosi", "llvm.vp.fptosi");
    /// `llvm.intr.vp.uitofp`
    UITOFP = cast_of_int("llvm.intr.vp.uitofp", "llvm.vp.uitofp");
    /// `llvm.intr.vp.sitofp`
    SITOFP = cast_of_int("llvm.intr.vp.sitofp", "llvm.vp.sitofp");
    /// `llvm.intr.vp.ptrtoint`
    PTRTOINT = OpDef::new("llvm.intr.vp.ptrtoint")
        .operands(&[one("src", VectorOfPointer), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.ptrtoint", &[0], &[0]);
    /// `llvm.intr.vp.inttoptr`
    INTTOPTR = cast_of_int("llvm.intr.vp.inttoptr", "llvm.vp.inttoptr");
}
