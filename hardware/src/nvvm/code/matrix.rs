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
/// The shape in attributes of their own.
const M_N_K: [NamePart; 6] = [Text("m"), Number("m"), Text("n"), Number("n"), Text("k"), Number("k")];
const SATURATION: NamePart = Words("intOverflowBehavior", &[("satfinite", ".satfinite"), ("wrapped", "")]);
const FACTORS: [Argument; 3] = [Operand("operandA"), Operand("operandB"), Operand("operandC")];
/// The scale of a factor: which byte of which thread's register.
const SCALES: [Argument; 6] = [
    Operand("scaleAData"),
    Operand("byteIdA"),
    Operand("threadIdA"),
    Operand("scaleBData"),
    Operand("byteIdB"),
    Operand("threadIdB"),
];
const SCALED: [NamePart; 6] = [
    SHAPE,
    Text(".row.col."),
    Word("kind"),
    Words("scaleVecSize", &[("x1", ".scale.1x"), ("x2", ".scale.2x"), ("x4", ".scale.4x")]),
    Code(all_formats),
    Text("."),
];

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
    OpDef::call(
        "nvvm.wmma.load",
        &[
            Text("llvm.nvvm.wmma."),
            M_N_K[0],
            M_N_K[1],
            M_N_K[2],
            M_N_K[3],
            M_N_K[4],
            M_N_K[5],
            Text(".load."),
            Word("frag"),
            Text("."),
            Word("layout"),
            Text(".stride."),
            Word("eltype"),
        ],
        &[Operand("ptr"), Operand("stride")],
    ),
    OpDef::call(
        "nvvm.wmma.store",
        &[
            Text("llvm.nvvm.wmma."),
            M_N_K[0],
            M_N_K[1],
            M_N_K[2],
            M_N_K[3],
            M_N_K[4],
            M_N_K[5],
            Text(".store.d."),
            Word("layout"),
            Text(".stride."),
            Word("eltype"),
        ],
        &[Operand("ptr"), Operand("args"), Operand("stride")],
    ),
    OpDef::call(
        "nvvm.wmma.mma",
        &[
            Text("llvm.nvvm.wmma."),
            M_N_K[0],
            M_N_K[1],
            M_N_K[2],
            M_N_K[3],
            M_N_K[4],
            M_N_K[5],
            Text(".mma."),
            Word("layoutA"),
            Text("."),
            Word("layoutB"),
            Code(wmma_formats),
        ],
        &[Operand("args")],
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
    OpDef::call(
        "nvvm.mma.block_scale",
        &[
            Text("llvm.nvvm.mma.block.scale."),
            SCALED[0],
            SCALED[1],
            SCALED[2],
            SCALED[3],
            SCALED[4],
            SCALED[5],
            Word("blockScaleFormat"),
        ],
        &[FACTORS[0], FACTORS[1], FACTORS[2], SCALES[0], SCALES[1], SCALES[2], SCALES[3], SCALES[4], SCALES[5]],
    )
    .custom(&MMA_BLOCK_SCALE),
    OpDef::call(
        "nvvm.mma.sp.block_scale",
        &[
            Text("llvm.nvvm.mma.sp.ordered.metadata.block.scale."),
            SCALED[0],
            SCALED[1],
            SCALED[2],
            SCALED[3],
            SCALED[4],
            SCALED[5],
            Word("blockScaleFormat"),
        ],
        &[
            FACTORS[0],
            FACTORS[1],
            FACTORS[2],
            Operand("sparseMetadata"),
            Operand("sparsitySelector"),
            SCALES[0],
            SCALES[1],
            SCALES[2],
            SCALES[3],
            SCALES[4],
            SCALES[5],
        ],
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
