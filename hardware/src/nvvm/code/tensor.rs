//! The tensor cores of the fifth generation. PTX ISA, "TensorCore 5th Generation Family Instructions".

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::translation::{Argument, NamePart, Replacements, Translator};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::VerifyContext;
use irtrip_dialect::{Type, TypeData, Value};

use crate::code_prelude::*;

/// The group of blocks, as names end in it.
const GROUP: NamePart = Words("group", &[("cta_1", ".cg1"), ("cta_2", ".cg2")]);
/// Where a matrix is: after a descriptor, or in the tensor cores' own memory.
const MATRIX_A: NamePart =
    TypeOf("matrixA", &[(TypePattern::Integer(64), "shared"), (TypePattern::Pointer(6), "tensor")]);
/// What becomes of the matrix that the cores collected.
const COLLECTOR: Argument = WordNumber("collectorOp", &[("discard", 0), ("lastuse", 1), ("fill", 2), ("use", 3)]);
const KIND: Argument = WordNumber("kind", &[("f16", 0), ("tf32", 1), ("f8f6f4", 2), ("i8", 3)]);
const BLOCKS: Argument = WordNumber("ctaGroup", &[("cta_1", 1), ("cta_2", 2)]);
const BUFFER: Argument = WordNumber("collectorBBuffer", &[("b0", 0), ("b1", 1), ("b2", 2), ("b3", 3)]);
const BLOCK_SCALE: NamePart = Words("blockScale", &[("default", ""), ("block16", ".block16"), ("block32", ".block32")]);
/// A name says the group of blocks where lanes are disabled.
const LANES: NamePart = Code(|op| {
    let group = if op.word("ctaGroup")? == "cta_1" { "cg1" } else { "cg2" };
    Some(if op.has_operand("disableOutputLane") { format!(".disable_output_lane.{group}") } else { String::new() })
});

/// The call of a matrix multiply-accumulate: the parts of its name, its operands after those that all have, and its other
/// arguments.
macro_rules! mma {
    ($name:literal, [$($part:expr),* $(,)?], [$($operand:literal),*], [$($argument:expr),*]) => {
        OpDef::call($name, &[$($part),*], &[
            Operand("matrixD"), Operand("matrixA"), Operand("matrixB"), Operand("idesc"), Operand("enableInputD"),
            $(Operand($operand),)* $($argument),*
        ])
    };
}

pub const CODE: &[OpDef] = &[
    OpDef::call(
        "nvvm.tcgen05.alloc",
        &[Text("llvm.nvvm.tcgen05.alloc"), Space("addr", &[(3, ".shared")]), GROUP],
        &[Operand("addr"), Operand("nCols")],
    ),
    OpDef::call(
        "nvvm.tcgen05.dealloc",
        &[Text("llvm.nvvm.tcgen05.dealloc"), GROUP],
        &[Operand("taddr"), Operand("nCols")],
    ),
    OpDef::call("nvvm.tcgen05.relinquish_alloc_permit", &[Text("llvm.nvvm.tcgen05.relinq.alloc.permit"), GROUP], &[]),
    OpDef::call(
        "nvvm.tcgen05.fence",
        &[
            Text("llvm.nvvm.tcgen05.fence."),
            Words("kind", &[("before", "before.thread.sync"), ("after", "after.thread.sync")]),
        ],
        &[],
    ),
    OpDef::call(
        "nvvm.tcgen05.wait",
        &[Text("llvm.nvvm.tcgen05.wait."), Words("kind", &[("load", "ld"), ("store", "st")])],
        &[],
    ),
    OpDef::call(
        "nvvm.tcgen05.commit",
        &[Text("llvm.nvvm.tcgen05.commit"), IfGiven("multicastMask", ".mc"), Space("addr", &[(3, ".shared")]), GROUP],
        &[Operand("addr"), Operand("multicastMask")],
    ),
    OpDef::call("nvvm.tcgen05.shift", &[Text("llvm.nvvm.tcgen05.shift.down"), GROUP], &[Operand("taddr")]),
    OpDef::call(
        "nvvm.tcgen05.cp",
        &[
            Text("llvm.nvvm.tcgen05.cp."),
            Code(shape),
            Words(
                "multicast",
                &[
                    ("none", ""),
                    ("warpx2_02_13", "_warpx2_02_13"),
                    ("warpx2_01_23", "_warpx2_01_23"),
                    ("warpx4", "_warpx4"),
                ],
            ),
            Words("srcFormat", &[("b6x16_p32", ".b6x16_p32"), ("b4x16_p64", ".b4x16_p64")]),
            GROUP,
        ],
        &[Operand("taddr"), Operand("smem_desc")],
    ),
    OpDef::call(
        "nvvm.tcgen05.ld",
        &[Text("llvm.nvvm.tcgen05.ld."), Code(shape), Text(".x"), Code(|op| repetitions(op, op.type_of("res")?))],
        &[Operand("tmemAddr"), Operand("offset"), Attr("pack")],
    ),
    OpDef::call(
        "nvvm.tcgen05.st",
        &[Text("llvm.nvvm.tcgen05.st."), Code(shape), Text(".x"), Code(|op| repetitions(op, op.type_of("val")?))],
        &[Operand("tmemAddr"), Operand("offset"), Operand("val"), Attr("unpack")],
    ),
    mma!(
        "nvvm.tcgen05.mma",
        [
            Text("llvm.nvvm.tcgen05.mma."),
            MATRIX_A,
            IfGiven("scaleInputD", ".scale_d"),
            LANES,
            Flag("aShift", ".ashift", ""),
        ],
        ["scaleInputD", "disableOutputLane"],
        [KIND, UnlessGiven("disableOutputLane", &BLOCKS), COLLECTOR]
    ),
    mma!(
        "nvvm.tcgen05.mma.sp",
        [
            Text("llvm.nvvm.tcgen05.mma.sp."),
            MATRIX_A,
            IfGiven("scaleInputD", ".scale_d"),
            LANES,
            Flag("aShift", ".ashift", ""),
        ],
        ["sparseMetadata", "scaleInputD", "disableOutputLane"],
        [KIND, UnlessGiven("disableOutputLane", &BLOCKS), COLLECTOR]
    ),
    mma!(
        "nvvm.tcgen05.mma.block_scale",
        [Text("llvm.nvvm.tcgen05.mma."), MATRIX_A, Text("."), Word("kind"), Text(".block_scale"), BLOCK_SCALE],
        ["scaleA", "scaleB"],
        [BLOCKS, COLLECTOR]
    ),
    mma!(
        "nvvm.tcgen05.mma.sp.block_scale",
        [Text("llvm.nvvm.tcgen05.mma.sp."), MATRIX_A, Text("."), Word("kind"), Text(".block_scale"), BLOCK_SCALE],
        ["sparseMetadata", "scaleA", "scaleB"],
        [BLOCKS, COLLECTOR]
    ),
    mma!(
        "nvvm.tcgen05.mma.ws",
        [Text("llvm.nvvm.tcgen05.mma.ws."), MATRIX_A, IfGiven("zeroColMask", ".zero_col_mask")],
        ["zeroColMask"],
        [KIND, BUFFER, COLLECTOR]
    ),
    mma!(
        "nvvm.tcgen05.mma.ws.sp",
        [Text("llvm.nvvm.tcgen05.mma.ws.sp."), MATRIX_A, IfGiven("zeroColMask", ".zero_col_mask")],
        ["sparseMetadata", "zeroColMask"],
        [KIND, BUFFER, COLLECTOR]
    ),
    OpDef::new("nvvm.tcgen05.mma_smem_desc").translation(Translation::Code(descriptor)),
];

/// A shape without the word before it.
fn shape(op: &VerifyContext<'_>) -> Option<String> {
    let word = op.word("shape")?;
    Some(word.strip_prefix("shape_").unwrap_or(word).to_owned())
}

/// How many values of 32 bits a type has.
pub fn value_count(op: &VerifyContext<'_>, ty: Type) -> u64 {
    match op.ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => dims.first().and_then(|dim| dim.size).unwrap_or(1),
        _ => 1,
    }
}

/// How many values one repetition of a shape is for a thread.
pub fn values_of_shape(shape: &str) -> u64 {
    match shape {
        "shape_16x128b" => 2,
        "shape_16x256b" => 4,
        _ => 1,
    }
}

/// How often a shape is repeated in the values of a type.
fn repetitions(op: &VerifyContext<'_>, ty: Type) -> Option<String> {
    Some((value_count(op, ty) / values_of_shape(op.word("shape")?)).to_string())
}

/// The descriptor of a matrix in shared memory: the places of its fields in 64 bits, and the mask of each.
fn descriptor(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const FIELDS: [(&str, i64, i64); 6] = [
        ("startAddr", 0x3fff, 0),
        ("leadingDimOffset", 0x3fff, 16),
        ("strideDimOffset", 0x3fff, 32),
        ("baseOffset", 7, 49),
        ("leadingDimMode", 1, 52),
        ("swizzleMode", 7, 61),
    ];
    /// What bits 46 to 48 always are.
    const VERSION: i64 = 1 << 46;
    let mut whole = translator.builder.int_constant(types::I64, 0);
    for (name, mask, place) in FIELDS {
        if name == "baseOffset" {
            let version = translator.builder.int_constant(types::I64, VERSION);
            whole = translator.builder.binary(llvm::OR, whole, version);
        }
        let field = translator.operand(name)?.ok_or(ExportCode::Attribute(name))?;
        let placed = masked(translator, field, mask, place)?;
        whole = translator.builder.binary(llvm::OR, whole, placed);
    }
    translator.replacements(Some(whole))
}

/// The bits of a field at their place.
fn masked(translator: &mut Translator<'_>, field: Value, mask: i64, place: i64) -> Result<Value, ExportCode> {
    let wide = translator.convert(field, types::I32)?;
    let mask = translator.builder.int_constant(types::I32, mask);
    let bits = translator.builder.binary(llvm::AND, wide, mask);
    let bits = translator.convert(bits, types::I64)?;
    let place = translator.builder.int_constant(types::I64, place);
    Ok(translator.builder.binary(llvm::SHL, bits, place))
}
