//! Matrix multiply-accumulate (MMA): `mma`, of all elements and of the sparse ones, with and without a scale for each block.

use irtrip_dialect::Value;

use crate::nvvm::code::matrix::{factors, result, sum};
use crate::rules::*;

rules! {
    "nvvm.mma.sync" => |op| multiply(op, &DENSE);
    "nvvm.mma.sp.sync" => |op| multiply(op, &SPARSE);
    "nvvm.mma.block_scale" => |op| scaled(op, [64, 32], "unsupported Geom for mma with block scaling");
    "nvvm.mma.sp.block_scale" => sparse_scaled;
}

type Shape = [u64; 3];

/// A format of factors in products of 16 rows.
struct Format {
    names: &'static [&'static str],
    /// The columns of a factor that a register of its holds.
    columns: u64,
    shapes: &'static [Shape],
}

const fn format(names: &'static [&'static str], columns: u64, shapes: &'static [Shape]) -> Format {
    Format { names, columns, shapes }
}

/// A kind of product.
struct Product {
    /// The formats of factors in products of 16 rows.
    formats: &'static [Format],
    is_sparse: bool,
}

static DENSE: Product = Product {
    formats: &[
        format(&["tf32"], 4, &[[16, 8, 4], [16, 8, 8]]),
        format(&["bf16", "f16"], 8, &[[16, 8, 8], [16, 8, 16]]),
        format(&["s4", "u4"], 32, &[[16, 8, 32], [16, 8, 64]]),
        format(&["b1"], 128, &[[16, 8, 128], [16, 8, 256]]),
        format(&["s8", "u8"], 16, &[[16, 8, 16], [16, 8, 32]]),
    ],
    is_sparse: false,
};
/// A factor has half of its elements.
static SPARSE: Product = Product {
    formats: &[
        format(&["tf32"], 4, &[[16, 8, 8], [16, 8, 16]]),
        format(&["bf16", "f16"], 8, &[[16, 8, 16], [16, 8, 32]]),
        format(&["s4", "u4"], 32, &[[16, 8, 64], [16, 8, 128]]),
        format(&["s8", "u8"], 16, &[[16, 8, 32], [16, 8, 64]]),
        format(&["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"], 32, &[[16, 8, 64]]),
    ],
    is_sparse: true,
};

/// The operands of an MMA: for each of A, B and C, and for the result, so many registers of a type.
#[derive(Default)]
struct Expected {
    shapes: Vec<Shape>,
    operands: [Vec<(u64, Type)>; 3],
    results: Vec<(u64, Type)>,
}

fn is_integer(format: &str) -> bool {
    matches!(format, "s4" | "u4" | "s8" | "u8" | "b1" | "s32")
}

fn needs_overflow(format: &str) -> bool {
    matches!(format, "s4" | "u4" | "s8" | "u8")
}

/// What products of 16 rows take.
fn of_16_rows(
    op: &VerifyContext<'_>,
    product: &Product,
    factor: &str,
    [m, n, k]: Shape,
) -> Result<Expected, VerifyCode> {
    let (float, halves) = registers(op);
    let known = product.formats.iter().find(|format| format.names.contains(&factor));
    let Some(format) = known else {
        return Err(VerifyCode::PlainRule(format!("invalid shape or multiplicand type: {factor}")));
    };
    let (register, sums, results) = match factor {
        _ if is_integer(factor) => (types::I32, vec![(4, types::I32)], vec![(4, types::I32)]),
        "tf32" | "bf16" => (types::I32, vec![(2, halves), (4, float)], vec![(4, float)]),
        "f16" => (halves, vec![(2, halves), (4, float)], vec![(2, halves), (4, float)]),
        _ => (types::I32, vec![(2, halves), (4, float)], vec![(2, halves), (4, float)]),
    };
    let tiles = k / format.columns;
    let a = (m / 8) * tiles / if product.is_sparse { 2 } else { 1 };
    let operands = [vec![(a, register)], vec![((n / 8) * tiles, register)], sums];
    let formats = (result(op).and_then(|ty| sum(op, ty)), op.type_of("operandC").and_then(|ty| sum(op, ty)));
    match formats {
        (Some(result), Some(sum)) if result != sum => Err(VerifyCode::Rule("ctype does not match dtype".to_owned())),
        _ => Ok(Expected { shapes: format.shapes.to_vec(), operands, results }),
    }
}

/// What products of 8 rows take.
fn of_8_rows(op: &VerifyContext<'_>, product: &Product, factor: &str) -> Expected {
    let (float, halves) = registers(op);
    let double = op.ctx.float_type(FloatKind::F64);
    let all = |columns, a, c, results: &[(u64, Type)]| Expected {
        shapes: vec![[8, 8, columns]],
        operands: [vec![a], vec![a], c],
        results: results.to_vec(),
    };
    let integers = |columns| all(columns, (1, types::I32), vec![(2, types::I32)], &[(2, types::I32)]);
    match factor {
        "f16" => all(4, (2, halves), vec![(4, halves), (8, float)], &[(4, halves), (8, float)]),
        "f64" => all(4, (1, double), vec![(2, double)], &[(2, double)]),
        "s4" | "u4" => integers(32),
        "s8" | "u8" => integers(16),
        "b1" if !product.is_sparse => integers(128),
        _ => Expected::default(),
    }
}

/// `f32`, and two halves in one register.
fn registers(op: &VerifyContext<'_>) -> (Type, Type) {
    (op.ctx.float_type(FloatKind::F32), op.ctx.vector_type(2, false, op.ctx.float_type(FloatKind::F16)))
}

fn shape(op: &VerifyContext<'_>) -> Shape {
    ["m", "n", "k"].map(|field| op.field("shape", field).unwrap_or_default())
}

fn multiply(op: &VerifyContext<'_>, product: &Product) -> VerifyResult {
    let shape @ [m, n, k] = shape(op);
    let [a, b] = factors(op).unwrap_or_default();
    let expected = match m {
        16 => of_16_rows(op, product, a, shape)?,
        8 => of_8_rows(op, product, a),
        _ => Expected::default(),
    };
    if !expected.shapes.contains(&shape) {
        return op_error(format!("unimplemented variant for MMA shape <{m}, {n}, {k}>"));
    }
    for (name, (group, types)) in
        ["A", "B", "C"].iter().zip(["operandA", "operandB", "operandC"].iter().zip(&expected.operands))
    {
        operands_match(op, name, op.group_named(group).unwrap_or_default(), types)?;
    }
    result_matches(op, &expected.results)?;
    if !product.is_sparse {
        require(a != "b1" || !word(op, "b1Op").is_empty(), "op requires b1Op attribute")?;
    }
    let has_overflow = !word(op, "intOverflowBehavior").is_empty();
    require(!needs_overflow(a) || has_overflow, "op requires intOverflowBehavior attribute")?;
    let takes_any_layout = product.is_sparse || (shape == [8, 8, 4] && a == "f16");
    if takes_any_layout || (word(op, "layoutA"), word(op, "layoutB")) == ("row", "col") {
        return Ok(());
    }
    op_error(format!(
        "requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <{m}, {n}, {k}> with element \
         types {a} and {b}. Only m8n8k4 with f16 supports other layouts."
    ))
}

fn operands_match(op: &VerifyContext<'_>, name: &str, values: &[Value], expected: &[(u64, Type)]) -> VerifyResult {
    let holds = |&(count, ty): &(u64, Type)| {
        values.len() as u64 == count && values.iter().all(|value| op.body.value_type(*value) == ty)
    };
    if expected.iter().any(holds) {
        return Ok(());
    }
    let choices: String = expected.iter().map(|(count, ty)| format!("{count}x{} ", op.spell(*ty))).collect();
    let found: Vec<String> = values.iter().map(|value| op.spell(op.body.value_type(*value))).collect();
    op_error(format!(
        "Could not match types for the {name} operands; expected one of {choices}but got {}",
        found.join(", ")
    ))
}

fn result_matches(op: &VerifyContext<'_>, expected: &[(u64, Type)]) -> VerifyResult {
    let whole = |&(count, ty): &(u64, Type)| {
        op.ctx.literal_struct(false, &vec![ty; usize::try_from(count).unwrap_or_default()])
    };
    let expected: Vec<Type> = expected.iter().map(whole).collect();
    match op.result_type() {
        Some(result) if !expected.contains(&result) => {
            let choices: Vec<String> = expected.iter().map(|ty| op.spell(*ty)).collect();
            op_error(format!(
                "Could not match allowed types for the result; expected one of {} but got {}",
                choices.join(", "),
                op.spell(result)
            ))
        }
        _ => Ok(()),
    }
}

fn sparse_scaled(op: &VerifyContext<'_>) -> VerifyResult {
    require(op.flag("orderedMetadata"), "'orderedMetadata' attribute is mandatory")?;
    scaled(op, [128, 64], "unsupported Geom for sparse mma with block scaling")
}

/// The K dimension of a block-scaled MMA with 4-bit factors, and with 8-bit factors.
fn scaled(op: &VerifyContext<'_>, [of_4_bits, of_8_bits]: [u64; 2], no_shape: &str) -> VerifyResult {
    let kind = word(op, "kind");
    let scale = (word(op, "scaleVecSize"), word(op, "blockScaleFormat"));
    match shape(op) {
        [16, 8, k] if k == of_4_bits => {
            let name = format!("mma.m16n8k{k}");
            let are_of_4_bits = factors(op) == Some(["e2m1", "e2m1"]);
            require(are_of_4_bits, &format!("unsupported MMATypes attribute for {name}.(mxf4nvf4|mxf4)"))?;
            match (kind, scale) {
                ("mxf4", ("x2", "ue8m0")) | ("mxf4nvf4", ("x2", "ue8m0") | ("x4", "ue4m3")) => Ok(()),
                ("mxf4", ("x2", _)) => op_error(format!("unsupported BlockScaleFormat attribute for {name}.mxf4")),
                ("mxf4", _) => op_error(format!("unsupported ScaleVecSize attribute for {name}.mxf4")),
                ("mxf4nvf4", _) => {
                    op_error(format!("unsupported ScaleVecSize and BlockScaleFormat attributes for {name}.mxf4nvf4"))
                }
                _ => op_error(format!("unsupported Kind attribute for {name}")),
            }
        }
        [16, 8, k] if k == of_8_bits => require(
            (kind, scale) == ("mxf8f6f4", ("x1", "ue8m0")),
            &format!("unsupported Kind, ScaleVecSize and BlockScaleFormat attributes for mma.m16n8k{k}"),
        ),
        _ => op_error(no_shape),
    }
}
