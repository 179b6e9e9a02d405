//! What the dialect's operations are in LLVM IR: calls of intrinsics that are named after the vectors' types. Those that read a
//! memref are left to the passes that convert memrefs.

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::translation::{CallArgument, NamePart, Replacements, Translator};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::VerifyContext;
use irtrip_dialect::{Type, TypeData, names};

use crate::code_prelude::*;

const SINGLE_OR_DOUBLE: NamePart =
    NamePart::Code(|op| match op.ctx.type_data(op.ctx.scalar_type(op.type_of("src")?)) {
        TypeData::Float(FloatKind::F32) => Some("ps.512".to_owned()),
        TypeData::Float(FloatKind::F64) => Some("pd.512".to_owned()),
        _ => None,
    });

pub const CODE: &[OpDef] = &[
    OpDef::call("x86vector.avx.rsqrt", &[Text("llvm.x86.avx.rsqrt.ps.256")], &[Operand("a")]),
    // Each product counts, and each sum goes to each element.
    OpDef::call("x86vector.avx.intr.dot", &[Text("llvm.x86.avx.dp.ps.256")], &[Operand("a"), Operand("b"), Int(-1)]),
    OpDef::call(
        "x86vector.avx.dot.i8",
        &[Text("llvm.x86.avx2.vpdpbssd."), NamePart::Code(|op| bits(op, "w"))],
        &[Operand("w"), Operand("a"), Operand("b")],
    ),
    OpDef::call(
        "x86vector.avx512.dot",
        &[Text("llvm.x86.avx512bf16.dpbf16ps."), NamePart::Code(|op| bits(op, "src"))],
        &[Operand("src"), Operand("a"), Operand("b")],
    ),
    OpDef::call(
        "x86vector.avx512.cvt.packed.f32_to_bf16",
        &[Text("llvm.x86.avx512bf16.cvtneps2bf16."), NamePart::Code(|op| bits(op, "a"))],
        &[Operand("a")],
    ),
    OpDef::call(
        "x86vector.avx512.mask.rndscale",
        &[Text("llvm.x86.avx512.mask.rndscale."), SINGLE_OR_DOUBLE],
        &[Operand("src"), Operand("k"), Operand("a"), Operand("imm"), Operand("rounding")],
    ),
    OpDef::call(
        "x86vector.avx512.mask.scalef",
        &[Text("llvm.x86.avx512.mask.scalef."), SINGLE_OR_DOUBLE],
        &[Operand("src"), Operand("a"), Operand("b"), Operand("k"), Operand("rounding")],
    ),
    OpDef::new("x86vector.avx512.mask.compress").translation(Translation::Code(compress)),
    OpDef::new("x86vector.avx512.vp2intersect").translation(Translation::Code(intersect)),
];

/// The bits of a vector, as the name of an intrinsic has them.
fn bits(op: &VerifyContext<'_>, name: &str) -> Option<String> {
    vector_bits(op, op.type_of(name)?).map(|bits| bits.to_string())
}

fn vector_bits(op: &VerifyContext<'_>, vector: Type) -> Option<u64> {
    let TypeData::Vector { dims, element } = op.ctx.type_data(vector) else { return None };
    let width = match op.ctx.type_data(*element) {
        TypeData::Integer { width, .. } => *width,
        TypeData::Float(kind) => kind.width(),
        _ => return None,
    };
    dims.first()?.size?.checked_mul(width.into())
}

/// The elements that are not chosen are those of an operand, of a constant, or 0.
fn compress(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let ty = translator.type_of("dst")?;
    let others = match (translator.operand("src")?, translator.attr("constant_src")) {
        (Some(value), _) => value,
        (None, Some(constant)) => {
            translator.builder.value(global_values::CONSTANT, &[], ty, &[(names::VALUE, constant)])
        }
        (None, None) => translator.builder.value(global_values::ZERO, &[], ty, &[]),
    };
    let [from, mask] = [translator.operand("a")?, translator.operand("k")?].map(|value| value.ok_or(ExportCode::Value));
    let arguments = [from?, others, mask?].map(CallArgument::Value);
    let result = translator.call("llvm.x86.avx512.mask.compress", &arguments)?;
    translator.replacements(result)
}

/// The intrinsic returns both masks as one value.
fn intersect(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let [left, right] =
        [translator.operand("a")?, translator.operand("b")?].map(|value| value.ok_or(ExportCode::Value));
    let (left, right) = (left?, right?);
    let vector = translator.type_of("a")?;
    let ctx = translator.ctx();
    let element = if ctx.scalar_type(vector) == types::I32 { "d" } else { "q" };
    let bits = vector_bits(&translator.cx()?, vector).ok_or(ExportCode::Attribute("a"))?;
    let name = format!("llvm.x86.avx512.vp2intersect.{element}.{bits}");
    let masks = translator.call(&name, &[left, right].map(CallArgument::Value))?.ok_or(ExportCode::Value)?;
    Ok([0, 1].iter().map(|&field| translator.builder.extract(masks, &[field])).collect())
}
