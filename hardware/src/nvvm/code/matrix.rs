//! Matrices in the registers of a warp. PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions".

use irtrip_dialect::translation::{Argument, NamePart};
use irtrip_dialect::verify::VerifyContext;
use irtrip_dialect::{Type, TypeData};

use super::mma_format::{MMA, MMA_BLOCK_SCALE, MMA_SPARSE, MMA_SPARSE_BLOCK_SCALE};
use crate::code_prelude::*;

/// `m16n8k16`
const SHAPE: NamePart = Code(|op| {
    let [m, n, k] = [op.field("shape", "m")?, op.field("shape", "n")?, op.field("shape", "k")?];
    Some(format!("m{m}n{n}k{k}"))
});
/// `m8n8`
const TWO: NamePart = Code(|op| Some(format!("m{}n{}", op.field("shape", "m")?, op.field("shape", "n")?)));
const SATURATION: NamePart = Words("intOverflowBehavior", &[("satfinite", ".satfinite"), ("wrapped", "")]);
const SCALE_SIZE: NamePart = Words("scaleVecSize", &[("x1", ".scale.1x"), ("x2", ".scale.2x"), ("x4", ".scale.4x")]);
const FACTORS: [Argument; 3] = [Operand("operandA"), Operand("operandB"), Operand("operandC")];

/// A multiply-accumulate whose factors have scales, each in a byte of a thread's register: the start of its intrinsic's name, and
/// its operands between the factors and the scales.
macro_rules! block_scaled {
    ($name:literal, $intrinsic:literal, [$($operand:literal),*]) => {
        OpDef::call($name, &[
            Text($intrinsic), SHAPE, Text(".row.col."), Word("kind"), SCALE_SIZE, Code(all_formats), Text("."),
            Word("blockScaleFormat"),
        ], &[
            FACTORS[0], FACTORS[1], FACTORS[2], $(Operand($operand),)*
            Operand("scaleAData"), Operand("byteIdA"), Operand("threadIdA"),
            Operand("scaleBData"), Operand("byteIdB"), Operand("threadIdB"),
        ])
    };
}

/// An operation with the shape in attributes of their own: the parts of its intrinsic's name after that, and its arguments.
macro_rules! wmma {
    ($name:literal, [$($part:expr),*], $arguments:expr) => {
        OpDef::call($name, &[
            Text("llvm.nvvm.wmma.m"), Number("m"), Text("n"), Number("n"), Text("k"), Number("k"), $($part),*
        ], $arguments)
    };
}

pub const CODE: &[OpDef] = &[
    OpDef::call(
        "nvvm.ldmatrix",
        &[
            Text("llvm.nvvm.ldmatrix.sync.aligned."),
            TWO,
            Text(".x"),
            Number("num"),
            Words("layout", &[("row", ""), ("col", ".trans")]),
            Text("."),
            Word("eltType"),
        ],
        &[Operand("ptr")],
    ),
    OpDef::call(
        "nvvm.stmatrix",
        &[
            Text("llvm.nvvm.stmatrix.sync.aligned."),
            TWO,
            Text(".x"),
            Count("sources"),
            Words("layout", &[("row", ""), ("col", ".trans")]),
            Text("."),
            Word("eltType"),
        ],
        &[Operand("ptr"), Operand("sources")],
    ),
    wmma!(
        "nvvm.wmma.load",
        [Text(".load."), Word("frag"), Text("."), Word("layout"), Text(".stride."), Word("eltype")],
        &[Operand("ptr"), Operand("stride")]
    ),
    wmma!(
        "nvvm.wmma.store",
        [Text(".store.d."), Word("layout"), Text(".stride."), Word("eltype")],
        &[Operand("ptr"), Operand("args"), Operand("stride")]
    ),
    wmma!(
        "nvvm.wmma.mma",
        [Text(".mma."), Word("layoutA"), Text("."), Word("layoutB"), Code(wmma_formats)],
        &[Operand("args")]
    ),
    OpDef::call(
        "nvvm.mma.sync",
        &[
            Text("llvm.nvvm.mma."),
            Words("b1Op", &[("none", ""), ("xor_popc", "xor.popc."), ("and_popc", "and.popc.")]),
            SHAPE,
            Text("."),
            Word("layoutA"),
            Text("."),
            Word("layoutB"),
            SATURATION,
            Code(formats),
        ],
        &FACTORS,
    )
    .custom(&MMA),
    OpDef::call(
        "nvvm.mma.sp.sync",
        &[
            Text("llvm.nvvm.mma.sp."),
            Flag("orderedMetadata", "ordered.metadata.", ""),
            SHAPE,
            Text(".row.col"),
            Words("kind", &[("f8f6f4", ".kind.f8f6f4")]),
            SATURATION,
            Code(formats),
        ],
        &[FACTORS[0], FACTORS[1], FACTORS[2], Operand("sparseMetadata"), Operand("sparsitySelector")],
    )
    .custom(&MMA_SPARSE),
    block_scaled!("nvvm.mma.block_scale", "llvm.nvvm.mma.block.scale.", []).custom(&MMA_BLOCK_SCALE),
    block_scaled!(
        "nvvm.mma.sp.block_scale",
        "llvm.nvvm.mma.sp.ordered.metadata.block.scale.",
        ["sparseMetadata", "sparsitySelector"]
    )
    .custom(&MMA_SPARSE_BLOCK_SCALE),
];

/// The element types in the name of a WMMA: with half-precision factors, those of C and D; else that of the factors.
fn wmma_formats(op: &VerifyContext<'_>) -> Option<String> {
    let (factor, sum) = (op.word("eltypeA")?, op.word("eltypeB")?);
    Some(if factor == "f16" { format!(".{sum}.{sum}") } else { format!(".{factor}") })
}

/// The formats in the name of a multiplication: of half precision, those of the sums; of 8 bits and less of a floating-point
/// number, all four; else those of the factors, once where they are the same.
fn formats(op: &VerifyContext<'_>) -> Option<String> {
    let [a, b] = factors(op)?;
    Some(match a {
        _ if a.starts_with('e') => return all_formats(op),
        "f16" => format!(".{}.{}", sum(op, result(op)?)?, sum(op, op.type_of("operandC")?)?),
        _ if a == b => format!(".{a}"),
        _ => format!(".{a}.{b}"),
    })
}

/// The formats of the result, the factors and the sum.
fn all_formats(op: &VerifyContext<'_>) -> Option<String> {
    let [a, b] = factors(op)?;
    let (d, c) = (sum(op, result(op)?)?, sum(op, op.type_of("operandC")?)?);
    Some(format!(".{d}.{a}.{b}.{c}"))
}

/// The type of a field of the result.
pub fn result(op: &VerifyContext<'_>) -> Option<Type> {
    let ty = op.type_of("res")?;
    let fields = op.ctx.struct_elements(ty).map(|(_, fields)| fields);
    Some(fields.and_then(|fields| fields.first()).copied().unwrap_or(ty))
}

/// The formats of the factors: what an attribute says, or else the type.
pub fn factors<'a>(op: &VerifyContext<'a>) -> Option<[&'a str; 2]> {
    let factor = |attr: &str, operand: &str| match op.word(attr)? {
        "" => sum(op, op.type_of(operand)?),
        word => Some(word),
    };
    Some([factor("multiplicandAPtxType", "operandA")?, factor("multiplicandBPtxType", "operandB")?])
}

/// The format of a sum, by its type.
pub fn sum(op: &VerifyContext<'_>, ty: Type) -> Option<&'static str> {
    Some(match op.ctx.type_data(op.ctx.scalar_type(ty)) {
        TypeData::Float(FloatKind::F16) => "f16",
        TypeData::Float(FloatKind::F32) => "f32",
        TypeData::Float(FloatKind::F64) => "f64",
        TypeData::Integer { .. } => "s32",
        _ => return None,
    })
}
