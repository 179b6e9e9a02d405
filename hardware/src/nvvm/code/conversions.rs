//! Conversions between formats of numbers. PTX ISA, "cvt".

use irtrip_dialect::translation::NamePart;

use crate::code_prelude::*;

/// The small formats, by the bits of their exponents and mantissas.
pub const E2M1: FloatKind = FloatKind::Small(SmallFloat::F4E2M1FN);
/// 6 bits, the mantissa with most of them.
pub const E2M3: FloatKind = FloatKind::Small(SmallFloat::F6E2M3FN);
/// 6 bits, the exponent with most of them.
pub const E3M2: FloatKind = FloatKind::Small(SmallFloat::F6E3M2FN);
/// 8 bits without infinities.
pub const E4M3: FloatKind = FloatKind::Small(SmallFloat::F8E4M3FN);
/// 8 bits with infinities.
pub const E5M2: FloatKind = FloatKind::Small(SmallFloat::F8E5M2);
/// The format without a sign and without a mantissa.
pub const E8M0: FloatKind = FloatKind::Small(SmallFloat::F8E8M0FNU);

/// What the intrinsics call the small formats.
const FORMATS: &[(TypePattern, &str)] = &[
    (TypePattern::Float(E2M1), "e2m1"),
    (TypePattern::Float(E2M3), "e2m3"),
    (TypePattern::Float(E3M2), "e3m2"),
    (TypePattern::Float(E4M3), "e4m3"),
    (TypePattern::Float(E5M2), "e5m2"),
    (TypePattern::Float(E8M0), "ue8m0"),
];

const RELU: NamePart = Flag("relu", ".relu", "");
const SATURATION: NamePart = Words("sat", &[("none", ""), ("satfinite", ".satfinite")]);
/// The rounding of a conversion to a format of 8 bits: only that without a sign has a choice, and is saturated or not.
const ROUNDING_OF_F8: NamePart =
    TypeAttr("dstTy", &[(TypePattern::Float(E4M3), "rn"), (TypePattern::Float(E5M2), "rn")]);

pub const CODE: &[OpDef] = &[
    OpDef::call(
        "nvvm.convert.float.to.tf32",
        &[Text("llvm.nvvm.f2tf32."), Word("rnd"), RELU, SATURATION],
        &[Operand("src")],
    ),
    OpDef::call(
        "nvvm.convert.f32x2.to.f4x2",
        &[Text("llvm.nvvm.ff.to."), TypeAttr("dstTy", FORMATS), Text("x2.rn"), RELU, Text(".satfinite")],
        &[Operand("a"), Operand("b")],
    ),
    OpDef::call(
        "nvvm.convert.f32x2.to.f6x2",
        &[Text("llvm.nvvm.ff.to."), TypeAttr("dstTy", FORMATS), Text("x2.rn"), RELU, Text(".satfinite")],
        &[Operand("a"), Operand("b")],
    ),
    OpDef::call(
        "nvvm.convert.f32x2.to.f8x2",
        &[
            Text("llvm.nvvm.ff.to."),
            TypeAttr("dstTy", FORMATS),
            Text("x2."),
            ROUNDING_OF_F8,
            IfTypeAttr("dstTy", TypePattern::Float(E8M0), &[Word("rnd"), SATURATION]),
            RELU,
        ],
        &[Operand("a"), Operand("b")],
    ),
    OpDef::call(
        "nvvm.convert.f16x2.to.f8x2",
        &[Text("llvm.nvvm.f16x2.to."), TypeAttr("dstTy", FORMATS), Text("x2.rn"), RELU],
        &[Operand("a")],
    ),
    OpDef::call(
        "nvvm.convert.bf16x2.to.f8x2",
        &[Text("llvm.nvvm.bf16x2.to."), TypeAttr("dstTy", FORMATS), Text("x2."), Word("rnd"), SATURATION],
        &[Operand("a")],
    ),
    OpDef::call(
        "nvvm.convert.f32x2.to.f16x2",
        &[Text("llvm.nvvm.ff2f16x2."), Word("rnd"), RELU, SATURATION],
        &[Operand("src_hi"), Operand("src_lo"), Operand("random_bits")],
    ),
    OpDef::call(
        "nvvm.convert.f32x2.to.bf16x2",
        &[Text("llvm.nvvm.ff2bf16x2."), Word("rnd"), RELU, SATURATION],
        &[Operand("src_hi"), Operand("src_lo"), Operand("random_bits")],
    ),
    OpDef::call(
        "nvvm.convert.f32x4.to.f4x4",
        &[Text("llvm.nvvm.f32x4.to."), TypeAttr("dstTy", FORMATS), Text("x4.rs"), RELU, Text(".satfinite")],
        &[Operand("src"), Operand("rbits")],
    ),
    OpDef::call(
        "nvvm.convert.f32x4.to.f6x4",
        &[Text("llvm.nvvm.f32x4.to."), TypeAttr("dstTy", FORMATS), Text("x4.rs"), RELU, Text(".satfinite")],
        &[Operand("src"), Operand("rbits")],
    ),
    OpDef::call(
        "nvvm.convert.f32x4.to.f8x4",
        &[Text("llvm.nvvm.f32x4.to."), TypeAttr("dstTy", FORMATS), Text("x4.rs"), RELU, Text(".satfinite")],
        &[Operand("src"), Operand("rbits")],
    ),
    OpDef::call(
        "nvvm.convert.f4x2.to.f16x2",
        &[Text("llvm.nvvm."), TypeAttr("srcType", FORMATS), Text("x2.to.f16x2.rn"), RELU],
        &[Operand("src")],
    ),
    OpDef::call(
        "nvvm.convert.f6x2.to.f16x2",
        &[Text("llvm.nvvm."), TypeAttr("srcType", FORMATS), Text("x2.to.f16x2.rn"), RELU],
        &[Operand("src")],
    ),
    OpDef::call(
        "nvvm.convert.f8x2.to.f16x2",
        &[Text("llvm.nvvm."), TypeAttr("srcType", FORMATS), Text("x2.to.f16x2.rn"), RELU],
        &[Operand("src")],
    ),
    OpDef::call(
        "nvvm.convert.f8x2.to.bf16x2",
        &[Text("llvm.nvvm."), TypeAttr("srcType", FORMATS), Text("x2.to.bf16x2")],
        &[Operand("src")],
    ),
];
