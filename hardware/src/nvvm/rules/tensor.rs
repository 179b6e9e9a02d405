//! Tensor cores: `wgmma` and `tcgen05`.

use crate::nvvm::code::tensor::{value_count, values_of_shape};
use crate::rules::*;

rules! {
    "nvvm.wgmma.mma_async" => wgmma;
    "nvvm.tcgen05.cp" => copy;
    "nvvm.tcgen05.ld" => |op| {
        access(op, "res", "invalid result type length", "tcgen05.ld")?;
        let has_offset = !op.has_operand("offset") || word(op, "shape") == OFFSET_SHAPE;
        require_plain(has_offset, "offset argument is only supported for shape 16x32bx2")
    };
    "nvvm.tcgen05.st" => |op| access(op, "val", "invalid input length", "tcgen05.st");
    "nvvm.tcgen05.mma" => multiply;
    "nvvm.tcgen05.mma.sp" => multiply;
    "nvvm.tcgen05.mma.block_scale" => block_scale;
    "nvvm.tcgen05.mma.sp.block_scale" => block_scale;
}

/// The shape whose accesses have an offset.
const OFFSET_SHAPE: &str = "shape_16x32bx2";

/// The element types that a WGMMA accepts together, and the K dimension.
fn wgmma_k(result: &str, a: &str, b: &str) -> Option<u64> {
    let is_float = matches!(result, "f32" | "f16");
    let (columns, holds) = match a {
        "f16" | "bf16" => (16, is_float && b == a),
        "tf32" => (8, result == "f32" && b == a),
        "u8" | "s8" => (32, result == "s32" && matches!(b, "u8" | "s8")),
        "b1" => (256, result == "s32" && b == a),
        "e4m3" | "e5m2" => (32, is_float && matches!(b, "e4m3" | "e5m2")),
        _ => return None,
    };
    holds.then_some(columns)
}

/// Whether a WGMMA of integers, or of floating-point numbers, may have this N dimension.
fn wgmma_allows_n(a: &str, n: u64) -> bool {
    let step = match a {
        "u8" | "s8" | "b1" if n > 32 => 16,
        _ => 8,
    };
    (8..=256).contains(&n) && n.is_multiple_of(step)
}

fn wgmma(op: &VerifyContext<'_>) -> VerifyResult {
    require(
        op.type_of("inouts") == op.result_type(),
        "failed to verify that input struct and result struct must be the same type",
    )?;
    let Some((_, fields)) = op.type_of("results").and_then(|ty| op.ctx.struct_elements(ty)) else {
        return op_error("expected results to be struct");
    };
    let [d, a, b] = ["typeD", "typeA", "typeB"].map(|attr| word(op, attr));
    if let Some(other) = fields.iter().find(|field| Some(*field) != fields.first()) {
        return op_error(format!("all elements in struct must be same type but there is {}", quoted(op, *other)));
    }
    require(matches!(d, "f32" | "f16" | "s32"), &format!("does not support the given output type {d}"))?;
    let is_negative = word(op, "scaleA") == "neg" || word(op, "scaleB") == "neg";
    require(d != "s32" || !is_negative, "has s32 output, scaleA and scaleB cannot be neg")?;
    let Some(columns) = wgmma_k(d, a, b) else {
        return op_error(format!("{d} += {a} * {b}, it is not supported."));
    };
    let [m, n, k] = ["m", "n", "k"].map(|field| op.field("shape", field).unwrap_or_default());
    require(m == 64, "shape 'm' must be 64")?;
    require(k == columns, &format!("shape 'k' must be {columns} for input type {a}"))?;
    require(wgmma_allows_n(a, n), &format!("has input type {a} n is set to {n}, it is not supported."))?;
    wgmma_layouts(op, a, b)?;
    let registers = if d == "f16" { n / 4 } else { n / 2 };
    if fields.len() as u64 != registers {
        return op_error(format!("results {registers}, however output struct has {} elements", fields.len()));
    }
    require(
        d == "s32" || word(op, "satfinite") != "satfinite",
        &format!(" `satfinite` can be only used with s32 accumulator, however the current accumulator is {d}"),
    )
}

/// Only factors of half precision are transposed.
fn wgmma_layouts(op: &VerifyContext<'_>, a: &str, b: &str) -> VerifyResult {
    let layouts @ (of_a, of_b) = (word(op, "layoutA"), word(op, "layoutB"));
    if matches!(a, "f16" | "bf16") || layouts == ("row", "col") {
        return Ok(());
    }
    op_error(format!(
        "given layouts layout_a = {of_a} and layout_b = {of_b} for input types {a} and {b} requires transpose. However, this \
         is only supported for: f16 and bf16"
    ))
}

fn copy(op: &VerifyContext<'_>) -> VerifyResult {
    let multicast = word(op, "multicast");
    match word(op, "shape") {
        "shape_64x128b" => require_plain(
            matches!(multicast, "warpx2_01_23" | "warpx2_02_13"),
            "Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op",
        ),
        "shape_32x128b" => {
            require_plain(multicast == "warpx4", "Shape 32x128b requires multicast warpx4 for tcgen05.cp Op")
        }
        _ => require_plain(multicast == "none", "Invalid multicast type for tcgen05.cp Op"),
    }
}

/// The values of an access are enough for its shape.
fn access(op: &VerifyContext<'_>, values: &str, message: &str, name: &str) -> VerifyResult {
    let shape = word(op, "shape");
    require_plain(shape != OFFSET_SHAPE || op.has_operand("offset"), "shape 16x32bx2 requires offset argument")?;
    let length = op.type_of(values).map_or(1, |ty| value_count(op, ty));
    if length >= values_of_shape(shape) {
        return Ok(());
    }
    plain_error(format!("{message} {length} for shape {shape} in {name} Op"))
}

fn multiply(op: &VerifyContext<'_>) -> VerifyResult {
    if let Some(ty) = op.type_of("disableOutputLane") {
        let lanes = value_count(op, ty);
        let holds = lanes == if word(op, "ctaGroup") == "cta_1" { 4 } else { 8 };
        require_plain(holds, &format!("Disable Output Lane of length {lanes} is incompatible with CtaGroupAttr"))?;
    }
    if op.flag("aShift") {
        require_plain(space(op, "matrixA").is_some(), "A-shift can be applied only when matrix A is in tensor memory")?;
        require_plain(
            !matches!(word(op, "collectorOp"), "fill" | "use"),
            "Cannot use collector buffer operation fill or use with ashift",
        )?;
    }
    Ok(())
}

fn block_scale(op: &VerifyContext<'_>) -> VerifyResult {
    let (kind, scale) = (word(op, "kind"), word(op, "blockScale"));
    require_plain(scale != "default" || kind != "mxf4nvf4", "mxf4nvf4 requires block scale attribute")?;
    require_plain(scale != "block16" || kind == "mxf4nvf4", &format!("{kind} kind does not support block16 attribute"))
}
