//! Matrices in the registers of a warp. PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions".

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::translation::{Argument, NamePart, Translator};
use irtrip_dialect::{Type, TypeData};

use super::mma_format::{MMA, MMA_BLOCK_SCALE, MMA_SPARSE, MMA_SPARSE_BLOCK_SCALE};
use crate::code_prelude::*;

/// `m16n8k16`
const SHAPE: NamePart = Code(|translator| {
    let [m, n, k] = [translator.field("shape", "m")?, translator.field("shape", "n")?, translator.field("shape", "k")?];
    Ok(format!("m{m}n{n}k{k}"))
});
/// `m8n8`
const TWO: NamePart =
    Code(|translator| Ok(format!("m{}n{}", translator.field("shape", "m")?, translator.field("shape", "n")?)));
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

pub const CODE: &[OpCode] = &[
    Row::call(
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
    Row::call(
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
    Row::call(
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
    Row::call(
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
    Row::call(
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
    Row::call(
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
    Row::call(
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
    Row::call(
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
    Row::call(
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

/// The formats in the name of a multiplication by fragments: of half precision, those of the sums; else that of the factors.
fn wmma_formats(translator: &Translator<'_>) -> Result<String, ExportCode> {
    let (factor, sum) = (translator.word("eltypeA")?, translator.word("eltypeB")?);
    Ok(if factor == "f16" { format!(".{sum}.{sum}") } else { format!(".{factor}") })
}

/// The formats in the name of a multiplication: of half precision, those of the sums; of 8 bits and less of a floating-point
/// number, all four; else those of the factors, once where they are the same.
fn formats(translator: &Translator<'_>) -> Result<String, ExportCode> {
    let (a, b) = (
        factor(translator, "multiplicandAPtxType", "operandA")?,
        factor(translator, "multiplicandBPtxType", "operandB")?,
    );
    if a.starts_with('e') {
        return all_formats(translator);
    }
    Ok(match a == "f16" {
        true => {
            format!(".{}.{}", sum(translator, result(translator)?)?, sum(translator, translator.type_of("operandC")?)?)
        }
        false if a == b => format!(".{a}"),
        false => format!(".{a}.{b}"),
    })
}

/// The formats of the result, the factors and the sum.
fn all_formats(translator: &Translator<'_>) -> Result<String, ExportCode> {
    let (a, b) = (
        factor(translator, "multiplicandAPtxType", "operandA")?,
        factor(translator, "multiplicandBPtxType", "operandB")?,
    );
    let (d, c) = (sum(translator, result(translator)?)?, sum(translator, translator.type_of("operandC")?)?);
    Ok(format!(".{d}.{a}.{b}.{c}"))
}

/// The type of a field of the result.
fn result(translator: &Translator<'_>) -> Result<Type, ExportCode> {
    let ty = translator.type_of("res")?;
    let fields = translator.ctx().struct_elements(ty).map(|(_, fields)| fields);
    Ok(fields.and_then(|fields| fields.first()).copied().unwrap_or(ty))
}

/// The format of a factor: the attribute's, or what its type says.
fn factor(translator: &Translator<'_>, attr: &'static str, operand: &'static str) -> Result<String, ExportCode> {
    let word = translator.word(attr)?;
    if !word.is_empty() {
        return Ok(word.to_owned());
    }
    sum(translator, translator.type_of(operand)?)
}

/// The format of a sum, by its type.
fn sum(translator: &Translator<'_>, ty: Type) -> Result<String, ExportCode> {
    let ctx = translator.ctx();
    Ok(match ctx.type_data(ctx.scalar_type(ty)) {
        TypeData::Float(FloatKind::F16) => "f16",
        TypeData::Float(FloatKind::F32) => "f32",
        TypeData::Float(FloatKind::F64) => "f64",
        TypeData::Integer { .. } => "s32",
        _ => return Err(ExportCode::Type(String::new())),
    }
    .to_owned())
}
