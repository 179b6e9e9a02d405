//! The operations that MLIR has from release 23 on: arithmetic with a rounding of its own, conversions of small floats,
//! and what else of PTX there is by then. PTX ISA.

use irtrip_dialect::Dialect;

use super::code::later as code;
use super::rules::later as rules;
use crate::prelude::*;

/// The operations.
pub static DIALECT: Dialect = Dialect::new("nvvm", ROWS).word_sets(WORD_SETS);

/// The enumerations that these releases have besides, or with more words.
static WORD_SETS: &[WordSet] = &[
    one_word(
        "sat_mode",
        &["none", "satfinite", "sat"],
        "expected ::mlir::NVVM::SaturationMode to be one of: ",
        "failed to parse SaturationModeAttr parameter 'value' which is to be a `::mlir::NVVM::SaturationMode`",
    ),
    one_word(
        "reduction_kind",
        &["add", "and", "max", "min", "or", "umax", "umin", "xor", "fmin", "fmax"],
        "expected ::mlir::NVVM::ReductionKind to be one of: ",
        "failed to parse ReductionKindAttr parameter 'value' which is to be a `::mlir::NVVM::ReductionKind`",
    ),
];

const PAIR: Vectors = Vectors { lengths: &[2], scalable: None, any_rank: false };
const HALF: TypePattern = TypePattern::Float(FloatKind::F16);
const BRAIN: TypePattern = TypePattern::Float(FloatKind::BF16);
const SINGLE: TypePattern = TypePattern::Float(FloatKind::F32);
const DOUBLE: TypePattern = TypePattern::Float(FloatKind::F64);

sets! {
    ANY_FLOAT: "16-bit float or bfloat16 type or 32-bit float or 64-bit float or vector of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values of length 2",
        [HALF, BRAIN, SINGLE, DOUBLE, TypePattern::VectorOf(PAIR, &[HALF, BRAIN, SINGLE, DOUBLE])];
    SINGLE_OR_DOUBLE: "32-bit float or 64-bit float", [SINGLE, DOUBLE];
    F32: "32-bit float", [SINGLE];
    I16: "16-bit signless integer", [TypePattern::Integer(16)];
    I64: "64-bit signless integer", [TypePattern::Integer(64)];
    HALVES: "vector of 16-bit float values of length 2", [TypePattern::VectorOf(PAIR, &[HALF])];
    BRAINS: "vector of bfloat16 type values of length 2", [TypePattern::VectorOf(PAIR, &[BRAIN])];
    BYTES: "vector of 8-bit signless integer values of length 2", [TypePattern::VectorOf(PAIR, &[TypePattern::Integer(8)])];
    PACKED: "16-bit signless integer or vector of 8-bit signless integer values of length 2",
        [TypePattern::Integer(16), TypePattern::VectorOf(PAIR, &[TypePattern::Integer(8)])];
    TENSOR_MEMORY: "LLVM pointer in address space 6", [TypePattern::Pointer(6)];
    GLOBAL_OR_SHARED: "LLVM pointer in address space 1 or LLVM pointer in address space 3",
        [TypePattern::Pointer(1), TypePattern::Pointer(3)];
    I32_OR_I64: "32-bit signless integer or 64-bit signless integer", [TypePattern::Integer(32), TypePattern::Integer(64)];
    LOADED: "vector of 32-bit signless integer or 32-bit float values of length 2/4/8/16/32/64/128",
        [TypePattern::VectorOf(
            Vectors { lengths: &[2, 4, 8, 16, 32, 64, 128], scalable: None, any_rank: false },
            &[TypePattern::Integer(32), SINGLE]
        )];
    I32_OR_F32: "32-bit signless integer or 32-bit float", [TypePattern::Integer(32), SINGLE];
}

const COMMA: FormatElement = Text(",");
const FTZ: AttrSlot = default("ftz", SlotKind::Bool);
const RELU: AttrSlot = default("relu", SlotKind::Bool);
const ROUNDING: SlotKind = foreign("fp_rnd_mode", "fp_rnd_mode<none>");
const SATURATION: AttrSlot = default_empty("sat", foreign("sat_mode", "sat_mode<none>"));

const fn foreign(mnemonic: &'static str, empty: &'static str) -> SlotKind {
    SlotKind::Foreign { dialect: "nvvm", mnemonic, empty }
}

/// An operation with what code and rules say of it.
const fn row(name: &'static str) -> OpDef {
    OpDef::new(name).with_code(&[code::CODE, rules::CODE])
}

/// Numbers of one type that give one of it, which alone is written.
macro_rules! arithmetic {
    ($name:literal, [$($operand:literal),*], $type:ident, [$($attr:expr),*]) => {
        row($name)
            .operands(&[$(one($operand, $type)),*])
            .results(&[one("res", $type)])
            .attrs(&[$($attr),*])
            .format(&[Operands, AttrDict, Text(":"), Type(Place::Result(0))])
            .types(&[
                (Place::Operand(0), TypeInference::Same(Place::Result(0))),
                (Place::Operand(1), TypeInference::Same(Place::Result(0))),
                (Place::Operand(2), TypeInference::Same(Place::Result(0))),
            ].split_at([$($operand),*].len()).0)
            .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
    };
}

/// A conversion to a small float, whose type is an attribute.
macro_rules! narrowed {
    ($name:literal, $source:ident, $result:ident) => {
        row($name)
            .operands(&[one("src", $source)])
            .results(&[one("dst", $result)])
            .attrs(&[RELU, required("dstTy", SlotKind::Type)])
            .format(&[
                Operand(0),
                AttrDict,
                Text(":"),
                Type(Place::Operand(0)),
                Text("->"),
                Type(Place::Result(0)),
                Glue,
                Text("("),
                Attr("dstTy"),
                Text(")"),
            ])
    };
}

/// A conversion of a small float, whose type is an attribute, with a factor.
macro_rules! widened {
    ($name:literal, $source:ident) => {
        row($name)
            .operands(&[one("src", $source), optional("scaleFactor", I16)])
            .results(&[one("dst", BRAINS)])
            .attrs(&[required("srcType", SlotKind::Type), SATURATION, RELU])
            .format(&[
                Operand(0),
                IfOperand(1, &[COMMA, Operand(1)]),
                AttrDict,
                Text(":"),
                Type(Place::Operand(0)),
                Glue,
                Text("("),
                Attr("srcType"),
                Text(")"),
                Text("->"),
                Type(Place::Result(0)),
            ])
            .types(&[(Place::Operand(1), TypeInference::OnlyType)])
    };
}

static ROWS: &[OpDef] = &[
    arithmetic!("nvvm.addf", ["lhs", "rhs"], ANY_FLOAT, [default_empty("rnd", ROUNDING), SATURATION, FTZ]),
    row("nvvm.barrier.reduction")
        .operands(&[optional("barrierId", I32), one("reductionPredicate", I32)])
        .results(&[one("res", I32)])
        .attrs(&[
            required("reductionOp", foreign("reduction", "")),
            AttrSlot { name: "aligned", kind: SlotKind::Bool, optionality: Optionality::Default(1) },
        ])
        .format(&[
            QualifiedAttr("reductionOp"),
            Operand(1),
            IfOperand(0, &[Text("id"), Text("="), Operand(0)]),
            Text("->"),
            Type(Place::Result(0)),
            AttrDict,
        ])
        .types(&[(Place::Operand(0), TypeInference::OnlyType), (Place::Operand(1), TypeInference::OnlyType)]),
    narrowed!("nvvm.convert.bf16x2.to.f4x2", BRAINS, I8),
    narrowed!("nvvm.convert.bf16x2.to.f6x2", BRAINS, PACKED),
    row("nvvm.convert.bf16x2.to.s2f6x2")
        .operands(&[one("src", BRAINS), optional("scaleFactor", I16)])
        .results(&[one("dst", PACKED)])
        .attrs(&[RELU])
        .format(&[
            Operand(0),
            IfOperand(1, &[COMMA, Operand(1)]),
            AttrDict,
            Text(":"),
            Type(Place::Operand(0)),
            Text("->"),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), TypeInference::OnlyType)]),
    narrowed!("nvvm.convert.f16x2.to.f4x2", HALVES, I8),
    narrowed!("nvvm.convert.f16x2.to.f6x2", HALVES, PACKED),
    row("nvvm.convert.f32x2.to.s2f6x2")
        .operands(&[one("a", F32), one("b", F32), optional("scaleFactor", I16)])
        .results(&[one("dst", PACKED)])
        .attrs(&[RELU])
        .format(&[
            Operand(0),
            COMMA,
            Operand(1),
            IfOperand(2, &[COMMA, Operand(2)]),
            AttrDict,
            Text(":"),
            Type(Place::Result(0)),
        ])
        .types(&[
            (Place::Operand(0), TypeInference::OnlyType),
            (Place::Operand(1), TypeInference::OnlyType),
            (Place::Operand(2), TypeInference::OnlyType),
        ]),
    widened!("nvvm.convert.f4x2.to.bf16x2", I8),
    widened!("nvvm.convert.f6x2.to.bf16x2", BYTES),
    row("nvvm.convert.s2f6x2.to.bf16x2")
        .operands(&[one("src", BYTES), optional("scaleFactor", I16)])
        .results(&[one("dst", BRAINS)])
        .attrs(&[SATURATION, RELU])
        .format(&[
            Operand(0),
            IfOperand(1, &[COMMA, Operand(1)]),
            AttrDict,
            Text(":"),
            Type(Place::Operand(0)),
            Text("->"),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), TypeInference::OnlyType)]),
    arithmetic!("nvvm.cos", ["src"], F32, [FTZ]),
    arithmetic!(
        "nvvm.divf",
        ["lhs", "rhs"],
        SINGLE_OR_DOUBLE,
        [default_empty("rnd", ROUNDING), FTZ, default("approx", SlotKind::Bool), default("full", SlotKind::Bool)]
    ),
    arithmetic!("nvvm.ex2", ["src"], F32, [FTZ]),
    arithmetic!(
        "nvvm.fma",
        ["a", "b", "c"],
        ANY_FLOAT,
        [required("rnd", foreign("fp_rnd_mode", "")), SATURATION, FTZ, RELU, default("oob", SlotKind::Bool)]
    ),
    arithmetic!("nvvm.log2", ["src"], F32, [FTZ]),
    row("nvvm.movmatrix")
        .operands(&[one("src", I32)])
        .results(&[one("dst", I32)])
        .attrs(&[
            required("shape", foreign("ld_st_matrix_shape", "")),
            default_empty("layout", foreign("mma_layout", "mma_layout<col>")),
            required("eltType", foreign("ld_st_matrix_elt_type", "")),
        ])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), TypeInference::OnlyType)]),
    arithmetic!("nvvm.rsqrt", ["src"], SINGLE_OR_DOUBLE, [FTZ]),
    arithmetic!("nvvm.sin", ["src"], F32, [FTZ]),
    arithmetic!("nvvm.sqrt", ["src"], SINGLE_OR_DOUBLE, [required("rnd", foreign("fp_rnd_mode", "")), FTZ]),
    arithmetic!("nvvm.sqrt.approx", ["src"], F32, [FTZ]),
    arithmetic!("nvvm.subf", ["lhs", "rhs"], ANY_FLOAT, [default_empty("rnd", ROUNDING), SATURATION, FTZ]),
    row("nvvm.tcgen05.ld.red")
        .operands(&[one("addr", TENSOR_MEMORY), optional("offset", I64)])
        .results(&[one("data", LOADED), one("redVal", I32_OR_F32)])
        .attrs(&[
            required("shape", foreign("tcgen05_ldst_shape", "")),
            required("op", SlotKind::ForeignWord { dialect: "nvvm", mnemonic: "reduction_kind", empty: "" }),
            unit("abs"),
            unit("nan"),
        ])
        .format(&[
            Attr("op"),
            Operand(0),
            IfOperand(1, &[COMMA, Operand(1)]),
            AttrDict,
            Text(":"),
            Type(Place::Result(0)),
            COMMA,
            Type(Place::Result(1)),
        ])
        .types(&[(Place::Operand(0), TypeInference::OnlyType), (Place::Operand(1), TypeInference::OnlyType)])
        .result_name(ResultName::Slots),
    row("nvvm.tensormap.replace")
        .operands(&[one("addr", GLOBAL_OR_SHARED), optional("new_value", I32_OR_I64)])
        .attrs(&[
            required("field", SlotKind::ForeignWord { dialect: "nvvm", mnemonic: "tensormap_field", empty: "" }),
            may("ord", SlotKind::Int(32)),
            may("new_value_attr", SlotKind::Any),
        ])
        .format(&[
            Text("field"),
            Text("="),
            Attr("field"),
            Glue,
            IfAttr("ord", &[Text("["), Attr("ord"), Text("]")]),
            COMMA,
            Text("new_value"),
            Text("="),
            IfAttr("new_value_attr", &[QualifiedAttr("new_value_attr")]),
            IfOperand(1, &[Operand(1)]),
            Text("in"),
            Operand(0),
            AttrDict,
            Text(":"),
            Type(Place::Operand(0)),
            IfOperand(1, &[COMMA, Type(Place::Operand(1))]),
        ]),
];
