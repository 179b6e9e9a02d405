//! Conversions between formats of numbers.

use crate::nvvm::code::conversions::{E2M1, E2M3, E3M2, E4M3, E5M2, E8M0};
use crate::rules::*;

rules! {
    "nvvm.convert.float.to.tf32" => to_tf32;
    "nvvm.convert.f32x2.to.f4x2" => |op| formats(op, "dstTy", &[E2M1], "f32x2 to f4x2");
    "nvvm.convert.f32x2.to.f6x2" => |op| formats(op, "dstTy", &[E2M3, E3M2], "f32x2 to f6x2");
    "nvvm.convert.f32x2.to.f8x2" => f32x2_to_f8x2;
    "nvvm.convert.f16x2.to.f8x2" => |op| formats(op, "dstTy", &[E4M3, E5M2], "f16x2 to f8x2");
    "nvvm.convert.bf16x2.to.f8x2" => bf16x2_to_f8x2;
    "nvvm.convert.f32x2.to.f16x2" => |op| to_halves(op, "f16x2");
    "nvvm.convert.f32x2.to.bf16x2" => |op| to_halves(op, "bf16x2");
    "nvvm.convert.f32x4.to.f4x4" => |op| formats(op, "dstTy", &[E2M1], "f32x4 to f4x4");
    "nvvm.convert.f32x4.to.f6x4" => |op| formats(op, "dstTy", &[E2M3, E3M2], "f32x4 to f6x4");
    "nvvm.convert.f32x4.to.f8x4" => |op| formats(op, "dstTy", &[E4M3, E5M2], "f32x4 to f8x4");
    "nvvm.convert.f4x2.to.f16x2" => |op| formats(op, "srcType", &[E2M1], "f4x2 to f16x2");
    "nvvm.convert.f6x2.to.f16x2" => |op| formats(op, "srcType", &[E2M3, E3M2], "f6x2 to f16x2");
    "nvvm.convert.f8x2.to.f16x2" => |op| formats(op, "srcType", &[E4M3, E5M2], "f8x2 to f16x2");
    "nvvm.convert.f8x2.to.bf16x2" => |op| formats(op, "srcType", &[E8M0], "f8x2 to bf16x2");
}

/// The type in an attribute.
fn type_in(op: &VerifyContext<'_>, attr: &str) -> Option<Type> {
    op.ctx.type_value(op.attr_named(attr)?)
}

fn is_one_of(op: &VerifyContext<'_>, attr: &str, formats: &[FloatKind]) -> bool {
    type_in(op, attr).is_some_and(|ty| formats.iter().any(|format| op.ctx.float_type(*format) == ty))
}

fn spelled(op: &VerifyContext<'_>, formats: &[FloatKind]) -> Vec<String> {
    formats.iter().map(|format| quoted(op, op.ctx.float_type(*format))).collect()
}

/// The format of numbers in an attribute is one of those that a conversion accepts.
fn formats(op: &VerifyContext<'_>, attr: &str, formats: &[FloatKind], conversion: &str) -> VerifyResult {
    if is_one_of(op, attr, formats) {
        return Ok(());
    }
    let (types, verb) = if formats.len() == 1 { ("type", "is") } else { ("types", "are") };
    let names = spelled(op, formats).join(" and ");
    op_error(format!("Only {names} {types} {verb} supported for conversions from {conversion}."))
}

fn to_tf32(op: &VerifyContext<'_>) -> VerifyResult {
    match word(op, "rnd") {
        "rna" => require_plain(!op.flag("relu"), "Relu not supported with rna rounding mode."),
        "rn" | "rz" => Ok(()),
        _ => plain_error("Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op."),
    }
}

fn f32x2_to_f8x2(op: &VerifyContext<'_>) -> VerifyResult {
    let rounding = word(op, "rnd");
    if is_one_of(op, "dstTy", &[E4M3, E5M2]) {
        let names = spelled(op, &[E4M3, E5M2]).join(" and ");
        let only = |what: &str| op_error(format!("Only {what} supported for conversions from f32x2 to {names} types"));
        return match (rounding, word(op, "sat")) {
            ("rn", "satfinite") => Ok(()),
            ("rn", _) => only("SATFINITE saturation mode is"),
            _ => only("RN rounding mode is"),
        };
    }
    if is_one_of(op, "dstTy", &[E8M0]) {
        let name = spelled(op, &[E8M0]).join("");
        require(
            matches!(rounding, "rz" | "rp"),
            &format!("Only RZ and RP rounding modes are supported for conversions from f32x2 to {name} type"),
        )?;
        return require(!op.flag("relu"), &format!("relu not supported for conversions to {name} type"));
    }
    let names = spelled(op, &[E4M3, E5M2]).join(", ");
    let last = spelled(op, &[E8M0]).join("");
    op_error(format!("Only {names}, and {last} types are supported for conversions from f32x2 to f8x2"))
}

fn bf16x2_to_f8x2(op: &VerifyContext<'_>) -> VerifyResult {
    formats(op, "dstTy", &[E8M0], "bf16x2 to f8x2")?;
    require(
        matches!(word(op, "rnd"), "rz" | "rp"),
        "Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.",
    )
}

/// Random bits are for stochastic rounding alone.
fn to_halves(op: &VerifyContext<'_>, result: &str) -> VerifyResult {
    let (rounding, has_bits) = (word(op, "rnd"), op.has_operand("random_bits"));
    match rounding {
        "rs" => require(has_bits, "random_bits is required for RS rounding mode."),
        "rn" | "rz" => require(!has_bits, "random_bits not supported for RN and RZ rounding modes."),
        _ => op_error(format!(
            "Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to {result}."
        )),
    }
}
