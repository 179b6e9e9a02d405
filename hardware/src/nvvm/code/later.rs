//! What the operations of release 23 and later are in LLVM IR, where LLVM has an intrinsic for them.

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::intrinsics::TENSOR_MAP_ELEMENT_TYPES;
use irtrip_dialect::ops::type_set::Vectors;
use irtrip_dialect::translation::{CallArgument, NamePart, Replacements, Translator};
use irtrip_dialect::verify::VerifyContext;

use super::barriers;
use crate::code_prelude::*;

const FTZ: NamePart = Flag("ftz", ".ftz", "");
const RELU: NamePart = Flag("relu", ".relu", "");
const SATURATION: NamePart = Words("sat", &[("none", ""), ("sat", ".sat")]);
const SINGLE: (TypePattern, &str) = (TypePattern::Float(FloatKind::F32), ".f");
const DOUBLE: (TypePattern, &str) = (TypePattern::Float(FloatKind::F64), ".d");
const SINGLE_OR_DOUBLE: NamePart = TypeOf("res", &[SINGLE, DOUBLE]);
const PAIR: Vectors = Vectors { lengths: &[2], scalable: None, any_rank: false };
const ANY_FLOAT: NamePart = TypeOf(
    "res",
    &[
        SINGLE,
        DOUBLE,
        (TypePattern::Float(FloatKind::F16), ".f16"),
        (TypePattern::Float(FloatKind::BF16), ".bf16"),
        (TypePattern::VectorOf(PAIR, &[TypePattern::Float(FloatKind::F16)]), ".f16x2"),
        (TypePattern::VectorOf(PAIR, &[TypePattern::Float(FloatKind::BF16)]), ".bf16x2"),
    ],
);

pub const CODE: &[OpDef] = &[
    // Without a rounding, and of other types, LLVM has no intrinsic.
    OpDef::call(
        "nvvm.addf",
        &[Text("llvm.nvvm.add."), Word("rnd"), FTZ, SATURATION, SINGLE_OR_DOUBLE],
        &[Operand("lhs"), Operand("rhs")],
    ),
    OpDef::call(
        "nvvm.fma",
        &[Text("llvm.nvvm.fma."), Word("rnd"), Flag("oob", ".oob", ""), FTZ, RELU, SATURATION, ANY_FLOAT],
        &[Operand("a"), Operand("b"), Operand("c")],
    ),
    OpDef::call(
        "nvvm.divf",
        &[
            Text("llvm.nvvm.div."),
            Words("rnd", &[("none", "")]),
            Flag("approx", "approx", ""),
            Flag("full", "full", ""),
            FTZ,
            // The full range is that of `f32`.
            NamePart::Code(|op| Some(if op.flag("full") { "" } else { precision(op) }.to_owned())),
        ],
        &[Operand("lhs"), Operand("rhs")],
    ),
    OpDef::call("nvvm.sqrt", &[Text("llvm.nvvm.sqrt."), Word("rnd"), FTZ, SINGLE_OR_DOUBLE], &[Operand("src")]),
    OpDef::call("nvvm.sqrt.approx", &[Text("llvm.nvvm.sqrt.approx"), FTZ, SINGLE_OR_DOUBLE], &[Operand("src")]),
    OpDef::call("nvvm.rsqrt", &[Text("llvm.nvvm.rsqrt.approx"), FTZ, SINGLE_OR_DOUBLE], &[Operand("src")]),
    OpDef::call("nvvm.sin", &[Text("llvm.nvvm.sin.approx"), FTZ, SINGLE_OR_DOUBLE], &[Operand("src")]),
    OpDef::call("nvvm.cos", &[Text("llvm.nvvm.cos.approx"), FTZ, SINGLE_OR_DOUBLE], &[Operand("src")]),
    OpDef::call("nvvm.ex2", &[Text("llvm.nvvm.ex2.approx"), FTZ], &[Operand("src")]),
    OpDef::call("nvvm.log2", &[Text("llvm.nvvm.lg2.approx"), FTZ, SINGLE_OR_DOUBLE], &[Operand("src")]),
    OpDef::new("nvvm.barrier.reduction").translation(Translation::Code(|translator| {
        let is_aligned = translator.number("aligned")? != 0;
        barriers::reduction(translator, if is_aligned { ".aligned" } else { "" })
    })),
    OpDef::new("nvvm.tensormap.replace").translation(Translation::Code(replace)),
];

/// The end of a name for a result of this precision.
fn precision(op: &VerifyContext<'_>) -> &'static str {
    let is_double = op.type_of("res").is_some_and(|ty| TypePattern::Float(FloatKind::F64).matches(op.ctx, ty));
    if is_double { ".d" } else { ".f" }
}

/// The words for what a field of a tensor map is set to, in the order of their numbers.
const FIELD_VALUES: &[(&str, &[&str])] = &[
    ("elemtype", TENSOR_MAP_ELEMENT_TYPES),
    ("interleave_layout", &["no_interleave", "b16", "b32"]),
    ("swizzle_mode", &["no_swizzling", "b32", "b64", "b128", "b96"]),
    ("swizzle_atomicity", &["b16", "b32", "b32_flip_b8", "b64"]),
    ("fill_mode", &["zero", "oob_nan"]),
];

/// A field of a tensor map gets a value, or a word's number.
fn replace(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let field = translator.word("field")?;
    let address = translator.operand("addr")?.ok_or(ExportCode::Attribute("addr"))?;
    let mut arguments = vec![CallArgument::Value(address)];
    if translator.attr("ord").is_some() {
        arguments.push(CallArgument::Int(translator.number("ord")?));
    }
    let words = FIELD_VALUES.iter().find(|(name, _)| *name == field).map(|(_, words)| *words);
    arguments.push(match words {
        None => CallArgument::Value(translator.operand("new_value")?.ok_or(ExportCode::Attribute("new_value"))?),
        Some(words) => {
            let word = translator.word("new_value_attr")?;
            let number = words.iter().position(|each| *each == word).ok_or(ExportCode::Attribute("new_value_attr"))?;
            CallArgument::Int(i64::try_from(number).map_err(|_| ExportCode::Value)?)
        }
    });
    let name = format!("llvm.nvvm.tensormap.replace.{}", field.replace('_', "."));
    let result = translator.call(&name, &arguments)?;
    translator.replacements(result)
}
