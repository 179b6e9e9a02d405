//! The vector-predicated intrinsics, `llvm.intr.vp.*`; LangRef, "Vector Predication Intrinsics".

use super::TypeConstraint::*;
use super::build::*;
use super::*;

rows! {
    core Llvm core_dialects::first_row::vector_predication;
    /// `llvm.intr.vp.add`
    ADD = OpDef::new("llvm.intr.vp.add")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.add", &[0], &[]);
    /// `llvm.intr.vp.sub`
    SUB = OpDef::new("llvm.intr.vp.sub")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.sub", &[0], &[]);
    /// `llvm.intr.vp.mul`
    MUL = OpDef::new("llvm.intr.vp.mul")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.mul", &[0], &[]);
    /// `llvm.intr.vp.sdiv`
    SDIV = OpDef::new("llvm.intr.vp.sdiv")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.sdiv", &[0], &[]);
    /// `llvm.intr.vp.udiv`
    UDIV = OpDef::new("llvm.intr.vp.udiv")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.udiv", &[0], &[]);
    /// `llvm.intr.vp.srem`
    SREM = OpDef::new("llvm.intr.vp.srem")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.srem", &[0], &[]);
    /// `llvm.intr.vp.urem`
    UREM = OpDef::new("llvm.intr.vp.urem")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.urem", &[0], &[]);
    /// `llvm.intr.vp.ashr`
    ASHR = OpDef::new("llvm.intr.vp.ashr")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.ashr", &[0], &[]);
    /// `llvm.intr.vp.lshr`
    LSHR = OpDef::new("llvm.intr.vp.lshr")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.lshr", &[0], &[]);
    /// `llvm.intr.vp.shl`
    SHL = OpDef::new("llvm.intr.vp.shl")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.shl", &[0], &[]);
    /// `llvm.intr.vp.or`
    OR = OpDef::new("llvm.intr.vp.or")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.or", &[0], &[]);
    /// `llvm.intr.vp.and`
    AND = OpDef::new("llvm.intr.vp.and")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.and", &[0], &[]);
    /// `llvm.intr.vp.xor`
    XOR = OpDef::new("llvm.intr.vp.xor")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.xor", &[0], &[]);
    /// `llvm.intr.vp.smax`
    SMAX = OpDef::new("llvm.intr.vp.smax")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.smax", &[0], &[]);
    /// `llvm.intr.vp.smin`
    SMIN = OpDef::new("llvm.intr.vp.smin")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.smin", &[0], &[]);
    /// `llvm.intr.vp.umax`
    UMAX = OpDef::new("llvm.intr.vp.umax")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.umax", &[0], &[]);
    /// `llvm.intr.vp.umin`
    UMIN = OpDef::new("llvm.intr.vp.umin")
        .operands(&[one("lhs", VectorOfInt), one("rhs", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.umin", &[0], &[]);
    /// `llvm.intr.vp.fadd`
    FADD = OpDef::new("llvm.intr.vp.fadd")
        .operands(&[one("lhs", VectorOfFloat), one("rhs", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fadd", &[0], &[]);
    /// `llvm.intr.vp.fsub`
    FSUB = OpDef::new("llvm.intr.vp.fsub")
        .operands(&[one("lhs", VectorOfFloat), one("rhs", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fsub", &[0], &[]);
    /// `llvm.intr.vp.fmul`
    FMUL = OpDef::new("llvm.intr.vp.fmul")
        .operands(&[one("lhs", VectorOfFloat), one("rhs", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fmul", &[0], &[]);
    /// `llvm.intr.vp.fdiv`
    FDIV = OpDef::new("llvm.intr.vp.fdiv")
        .operands(&[one("lhs", VectorOfFloat), one("rhs", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fdiv", &[0], &[]);
    /// `llvm.intr.vp.frem`
    FREM = OpDef::new("llvm.intr.vp.frem")
        .operands(&[one("lhs", VectorOfFloat), one("rhs", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.frem", &[0], &[]);
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
    REDUCE_ADD = OpDef::new("llvm.intr.vp.reduce.add")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.add", &[], &[1]);
    /// `llvm.intr.vp.reduce.mul`
    REDUCE_MUL = OpDef::new("llvm.intr.vp.reduce.mul")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.mul", &[], &[1]);
    /// `llvm.intr.vp.reduce.and`
    REDUCE_AND = OpDef::new("llvm.intr.vp.reduce.and")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.and", &[], &[1]);
    /// `llvm.intr.vp.reduce.or`
    REDUCE_OR = OpDef::new("llvm.intr.vp.reduce.or")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.or", &[], &[1]);
    /// `llvm.intr.vp.reduce.xor`
    REDUCE_XOR = OpDef::new("llvm.intr.vp.reduce.xor")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.xor", &[], &[1]);
    /// `llvm.intr.vp.reduce.smax`
    REDUCE_SMAX = OpDef::new("llvm.intr.vp.reduce.smax")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.smax", &[], &[1]);
    /// `llvm.intr.vp.reduce.smin`
    REDUCE_SMIN = OpDef::new("llvm.intr.vp.reduce.smin")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.smin", &[], &[1]);
    /// `llvm.intr.vp.reduce.umax`
    REDUCE_UMAX = OpDef::new("llvm.intr.vp.reduce.umax")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.umax", &[], &[1]);
    /// `llvm.intr.vp.reduce.umin`
    REDUCE_UMIN = OpDef::new("llvm.intr.vp.reduce.umin")
        .operands(&[one("satrt_value", Int), one("val", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.umin", &[], &[1]);
    /// `llvm.intr.vp.reduce.fadd`
    REDUCE_FADD = OpDef::new("llvm.intr.vp.reduce.fadd")
        .operands(&[
            one("satrt_value", AnyFloat), one("val", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.fadd", &[], &[1]);
    /// `llvm.intr.vp.reduce.fmul`
    REDUCE_FMUL = OpDef::new("llvm.intr.vp.reduce.fmul")
        .operands(&[
            one("satrt_value", AnyFloat), one("val", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.fmul", &[], &[1]);
    /// `llvm.intr.vp.reduce.fmax`
    REDUCE_FMAX = OpDef::new("llvm.intr.vp.reduce.fmax")
        .operands(&[
            one("satrt_value", AnyFloat), one("val", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.fmax", &[], &[1]);
    /// `llvm.intr.vp.reduce.fmin`
    REDUCE_FMIN = OpDef::new("llvm.intr.vp.reduce.fmin")
        .operands(&[
            one("satrt_value", AnyFloat), one("val", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32),
        ])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.reduce.fmin", &[], &[1]);
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
    TRUNC = OpDef::new("llvm.intr.vp.trunc")
        .operands(&[one("src", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.trunc", &[0], &[0]);
    /// `llvm.intr.vp.zext`
    ZEXT = OpDef::new("llvm.intr.vp.zext")
        .operands(&[one("src", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.zext", &[0], &[0]);
    /// `llvm.intr.vp.sext`
    SEXT = OpDef::new("llvm.intr.vp.sext")
        .operands(&[one("src", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.sext", &[0], &[0]);
    /// `llvm.intr.vp.fptrunc`
    FPTRUNC = OpDef::new("llvm.intr.vp.fptrunc")
        .operands(&[one("src", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fptrunc", &[0], &[0]);
    /// `llvm.intr.vp.fpext`
    FPEXT = OpDef::new("llvm.intr.vp.fpext")
        .operands(&[one("src", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fpext", &[0], &[0]);
    /// `llvm.intr.vp.fptoui`
    FPTOUI = OpDef::new("llvm.intr.vp.fptoui")
        .operands(&[one("src", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fptoui", &[0], &[0]);
    /// `llvm.intr.vp.fptosi`
    FPTOSI = OpDef::new("llvm.intr.vp.fptosi")
        .operands(&[one("src", VectorOfFloat), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.fptosi", &[0], &[0]);
    /// `llvm.intr.vp.uitofp`
    UITOFP = OpDef::new("llvm.intr.vp.uitofp")
        .operands(&[one("src", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.uitofp", &[0], &[0]);
    /// `llvm.intr.vp.sitofp`
    SITOFP = OpDef::new("llvm.intr.vp.sitofp")
        .operands(&[one("src", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.sitofp", &[0], &[0]);
    /// `llvm.intr.vp.ptrtoint`
    PTRTOINT = OpDef::new("llvm.intr.vp.ptrtoint")
        .operands(&[one("src", VectorOfPointer), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.ptrtoint", &[0], &[0]);
    /// `llvm.intr.vp.inttoptr`
    INTTOPTR = OpDef::new("llvm.intr.vp.inttoptr")
        .operands(&[one("src", VectorOfInt), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vp.inttoptr", &[0], &[0]);
}
