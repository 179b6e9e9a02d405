//! The rules of the operations of release 23 and later, in upstream's words.

use irtrip_dialect::AttrData;

use crate::nvvm::code::conversions::{E2M1, E2M3, E3M2};
use crate::rules::*;

rules! {
    "nvvm.addf" => sum;
    "nvvm.subf" => sum;
    "nvvm.fma" => multiply_add;
    "nvvm.divf" => quotient;
    "nvvm.sqrt" => root;
    "nvvm.movmatrix" => transposed;
    "nvvm.convert.bf16x2.to.f4x2" => |op| format(op, "dstTy", &[E2M1]);
    "nvvm.convert.bf16x2.to.f6x2" => |op| format(op, "dstTy", &[E2M3, E3M2]);
    "nvvm.convert.f16x2.to.f4x2" => |op| format(op, "dstTy", &[E2M1]);
    "nvvm.convert.f16x2.to.f6x2" => |op| format(op, "dstTy", &[E2M3, E3M2]);
    "nvvm.convert.f4x2.to.bf16x2" => |op| format(op, "srcType", &[E2M1]);
    "nvvm.convert.f6x2.to.bf16x2" => |op| format(op, "srcType", &[E2M3, E3M2]);
    "nvvm.tcgen05.ld.red" => reduced_load;
    "nvvm.tensormap.replace" => replaced_field;
}

fn unfit(name: &'static str, constraint: &str) -> VerifyResult {
    Err(VerifyCode::AttributeConstraint { name, constraint: constraint.to_owned() })
}

/// The attributes that say how a result is rounded and saturated have one of some words.
fn modes(op: &VerifyContext<'_>) -> VerifyResult {
    if !matches!(word(op, "rnd"), "" | "none" | "rm" | "rn" | "rp" | "rz") {
        return unfit("rnd", "NVVM FPRoundingMode kind whose value is one of {none, rm, rn, rp, rz}");
    }
    if !matches!(word(op, "sat"), "" | "none" | "sat") {
        return unfit("sat", "Describes the saturation mode whose value is one of {none, sat}");
    }
    Ok(())
}

/// The float that a result is of, or is a vector of.
fn element(op: &VerifyContext<'_>) -> Option<FloatKind> {
    match op.ctx.type_data(op.ctx.scalar_type(op.result_type()?)) {
        TypeData::Float(kind) => Some(*kind),
        _ => None,
    }
}

fn is_saturated(op: &VerifyContext<'_>) -> bool {
    word(op, "sat") == "sat"
}

/// What a float of 16 bits takes of the modes. `what` is after the types in messages.
fn modes_of_halves(op: &VerifyContext<'_>, what: &str) -> VerifyResult {
    let name = match element(op) {
        Some(FloatKind::F16) => "f16",
        Some(FloatKind::BF16) => "bf16",
        _ => return Ok(()),
    };
    require(
        matches!(word(op, "rnd"), "none" | "rn"),
        &format!("only RN rounding mode is supported for {name} and vector<2x{name}>{what}"),
    )?;
    require(
        name == "f16" || !(op.flag("ftz") || is_saturated(op)),
        &format!("FTZ and saturation are not supported for {name} and vector<2x{name}>{what}"),
    )
}

fn sum(op: &VerifyContext<'_>) -> VerifyResult {
    modes(op)?;
    modes_of_halves(op, " additions/subtractions")?;
    require(
        element(op) != Some(FloatKind::F64) || !(op.flag("ftz") || is_saturated(op)),
        "FTZ and saturation are not supported for additions/subtractions involving f64 type",
    )
}

fn multiply_add(op: &VerifyContext<'_>) -> VerifyResult {
    modes(op)?;
    require(word(op, "rnd") != "none", "rounding mode must be specified")?;
    require(!(op.flag("relu") && is_saturated(op)), "relu and saturation are not supported together")?;
    require(!op.flag("oob") || !(op.flag("ftz") || is_saturated(op)), "oob is not supported with saturation or FTZ")?;
    let is_small = matches!(element(op), Some(FloatKind::F16 | FloatKind::BF16));
    require(is_small || !(op.flag("relu") || op.flag("oob")), "relu and oob are only supported for f16 and bf16")?;
    modes_of_halves(op, "")?;
    require(
        element(op) != Some(FloatKind::F64) || !(op.flag("ftz") || is_saturated(op)),
        "FTZ and saturation are not supported for f64 type",
    )
}

fn quotient(op: &VerifyContext<'_>) -> VerifyResult {
    modes(op)?;
    let (is_approximate, is_full) = (op.flag("approx"), op.flag("full"));
    let is_double = element(op) == Some(FloatKind::F64);
    require(!(is_approximate && is_full), "'approx' and 'full' are mutually exclusive")?;
    if is_approximate || is_full {
        require(word(op, "rnd") == "none", "'approx' and 'full' forms do not accept a rounding mode")?;
        return require(!is_double, "'approx' and 'full' forms are f32-only");
    }
    require(word(op, "rnd") != "none", "rounding mode cannot be None for the rounded divide")?;
    require(!(is_double && op.flag("ftz")), "FTZ is not supported for f64")
}

fn root(op: &VerifyContext<'_>) -> VerifyResult {
    modes(op)?;
    require(word(op, "rnd") != "none", "rounding mode cannot be None")?;
    require(!(element(op) == Some(FloatKind::F64) && op.flag("ftz")), "FTZ is not supported for f64")
}

fn transposed(op: &VerifyContext<'_>) -> VerifyResult {
    let has_shape = op.field("shape", "m") == Some(8) && op.field("shape", "n") == Some(8);
    require(has_shape, "expected shape to be 8x8")?;
    require(word(op, "layout") == "col", "expected layout to be col")?;
    require(word(op, "eltType") == "b16", "expected element type to be b16")
}

/// The type in an attribute is one of these floats.
fn format(op: &VerifyContext<'_>, name: &'static str, formats: &[FloatKind]) -> VerifyResult {
    let types: Vec<Type> = formats.iter().map(|format| op.ctx.float_type(*format)).collect();
    let ty = op.attr_named(name).and_then(|attr| op.ctx.type_value(attr));
    if ty.is_some_and(|ty| types.contains(&ty)) {
        return Ok(());
    }
    let names: Vec<String> = types.iter().map(|ty| format!("{} type", op.spell(*ty))).collect();
    unfit(name, &format!("type attribute of {}", names.join(" or ")))
}

fn reduced_load(op: &VerifyContext<'_>) -> VerifyResult {
    let (Some(data), Some(value)) = (op.type_of("data"), op.type_of("redVal")) else { return Ok(()) };
    require_plain(
        op.ctx.scalar_type(data) == value,
        "type of reduction value and element type of vector data should match",
    )?;
    let is_modified = op.flag("abs") || op.flag("nan");
    require_plain(
        !is_modified || value == op.ctx.float_type(FloatKind::F32),
        "abs or nan is only applicable for f32 type",
    )
}

/// A field of a tensor map gets a number of its width or a word of its own, and one that is a list's says which.
fn replaced_field(op: &VerifyContext<'_>) -> VerifyResult {
    let field = word(op, "field");
    if op.number("ord").is_some_and(|ord| !(0..=4).contains(&ord)) {
        return unfit("ord", "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 4");
    }
    let has_ordinal = op.attr_named("ord").is_some();
    let is_of_list = matches!(field, "box_dim" | "global_dim" | "global_stride" | "element_stride");
    require(is_of_list || !has_ordinal, &format!("ordinal is not supported for {field} field"))?;
    require(!is_of_list || has_ordinal, &format!("ordinal is required for {field} field"))?;
    let width = match field {
        "global_address" | "global_stride" => (types::I64, "i64"),
        "rank" | "box_dim" | "global_dim" | "element_stride" => (types::I32, "i32"),
        _ => {
            let wanted = format!("tensormap_{field}<");
            let is_own = op.attr_named("new_value_attr").is_some_and(|attr| match op.ctx.attr_data(attr) {
                AttrData::Opaque { body, .. } => op.ctx.bytes(*body).starts_with(wanted.as_bytes()),
                _ => false,
            });
            return require(
                is_own,
                &format!("new_value_attr must be specified and must be a valid {field} attribute for {field} field"),
            );
        }
    };
    require(
        op.type_of("new_value") == Some(width.0),
        &format!("new_value must be specified and must be an {} for {field} field", width.1),
    )
}
