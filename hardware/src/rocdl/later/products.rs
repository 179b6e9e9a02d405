//! Products that MLIR has operations of from release 23 on: dot products of packed elements, and products of matrices whose
//! first factor is sparse, for processors that have a wave of 32 lanes.

use irtrip_dialect::Dialect;
use irtrip_dialect::translation::Argument::{Attr as Number, Operand as Value};
use irtrip_dialect::translation::{Argument, IntrinsicCall, Translation};

use super::{COMMA, OWN_NAME};
use crate::prelude::*;

/// The operations.
pub static DIALECT: Dialect = Dialect::new("rocdl", ROWS);

const ANY_LENGTH: Vectors = Vectors { lengths: &[], scalable: None, any_rank: false };
const TWO: Vectors = Vectors { lengths: &[2], scalable: Some(false), any_rank: false };
const HALF: TypePattern = TypePattern::Float(FloatKind::F16);
const BRAIN: TypePattern = TypePattern::Float(FloatKind::BF16);
const SINGLE: TypePattern = TypePattern::Float(FloatKind::F32);

sets! {
    F16: "16-bit float", [HALF];
    BF16: "bfloat16 type", [BRAIN];
    F32: "32-bit float", [SINGLE];
    INT_PAIR: "fixed-length vector of 16-bit signless integer values of length 2",
        [TypePattern::VectorOf(TWO, &[TypePattern::Integer(16)])];
    F16_PAIR: "fixed-length vector of 16-bit float values of length 2", [TypePattern::VectorOf(TWO, &[HALF])];
    BF16_PAIR: "fixed-length vector of bfloat16 type values of length 2", [TypePattern::VectorOf(TWO, &[BRAIN])];
    INT_VECTOR: "LLVM dialect-compatible vector of integer",
        [TypePattern::VectorOf(ANY_LENGTH, &[TypePattern::AnyInteger])];
    F16_VECTOR: "LLVM dialect-compatible vector of 16-bit float", [TypePattern::VectorOf(ANY_LENGTH, &[HALF])];
    F32_VECTOR: "LLVM dialect-compatible vector of 32-bit float", [TypePattern::VectorOf(ANY_LENGTH, &[SINGLE])];
    INT_LIKE: "integer or LLVM dialect-compatible vector of integer",
        [TypePattern::AnyInteger, TypePattern::VectorOf(ANY_LENGTH, &[TypePattern::AnyInteger])];
    F16_LIKE: "16-bit float or LLVM dialect-compatible vector of 16-bit float",
        [HALF, TypePattern::VectorOf(ANY_LENGTH, &[HALF])];
    BF16_LIKE: "bfloat16 type or LLVM dialect-compatible vector of bfloat16 type",
        [BRAIN, TypePattern::VectorOf(ANY_LENGTH, &[BRAIN])];
    F32_LIKE: "32-bit float or LLVM dialect-compatible vector of 32-bit float",
        [SINGLE, TypePattern::VectorOf(ANY_LENGTH, &[SINGLE])];
}

/// What changes a product besides its operands: attributes, and where the intrinsic has them among its arguments.
type Modifiers = (&'static [AttrSlot], &'static [Argument]);

const SIGN_A: AttrSlot = default("signA", SlotKind::Bool);
const SIGN_B: AttrSlot = default("signB", SlotKind::Bool);
const REUSE_A: AttrSlot = default("reuseA", SlotKind::Bool);
const REUSE_B: AttrSlot = default("reuseB", SlotKind::Bool);
const CLAMPED: AttrSlot = default("clamp", SlotKind::Bool);

const NONE: Modifiers = (&[], &[Value("a"), Value("b"), Value("c")]);
const CLAMP: Modifiers = (&[CLAMPED], &[Value("a"), Value("b"), Value("c"), Number("clamp")]);
const SIGNS: Modifiers = (
    &[SIGN_A, SIGN_B, CLAMPED],
    &[Number("signA"), Value("a"), Number("signB"), Value("b"), Value("c"), Number("clamp")],
);

const SPARSE: Modifiers = (&[], &[Value("a"), Value("b"), Value("c"), Value("index")]);
const SPARSE_REUSED: Modifiers =
    (&[REUSE_A, REUSE_B], &[Value("a"), Value("b"), Value("c"), Value("index"), Number("reuseA"), Number("reuseB")]);
const SPARSE_CLAMPED: Modifiers = (
    &[SIGN_A, SIGN_B, CLAMPED],
    &[Number("signA"), Value("a"), Number("signB"), Value("b"), Value("c"), Value("index"), Number("clamp")],
);
const SPARSE_SIGNED: Modifiers = (
    &[SIGN_A, SIGN_B, REUSE_A, REUSE_B],
    &[
        Number("signA"),
        Value("a"),
        Number("signB"),
        Value("b"),
        Value("c"),
        Value("index"),
        Number("reuseA"),
        Number("reuseB"),
    ],
);
const SPARSE_ALL: Modifiers = (
    &[SIGN_A, SIGN_B, REUSE_A, REUSE_B, CLAMPED],
    &[
        Number("signA"),
        Value("a"),
        Number("signB"),
        Value("b"),
        Value("c"),
        Value("index"),
        Number("reuseA"),
        Number("reuseB"),
        Number("clamp"),
    ],
);

/// An operation that is the call of the intrinsic of its name.
const fn product(name: &'static str, modifiers: Modifiers) -> OpDef {
    OpDef::new(name)
        .attrs(modifiers.0)
        .traits(&[Traits::EXPORT_ONLY])
        .llvm(LlvmForm::Translation(Translation::Call(IntrinsicCall::new(&[OWN_NAME], modifiers.1))))
}

/// A dot product of packed elements, to which a number is added.
macro_rules! dot {
    ($name:literal, $factor:ident, $sum:ident, $modifiers:ident) => {
        product($name, $modifiers)
            .operands(&[one("a", $factor), one("b", $factor), one("c", $sum)])
            .results(&[one("res", $sum)])
            .format(&[Operand(0), COMMA, Operand(1), COMMA, Operand(2), AttrDict, Text(":"), FunctionalType])
    };
}

/// A product whose first factor is sparse, to which a matrix is added.
macro_rules! sparse {
    ($name:literal, $factor:ident, $sum:ident, $modifiers:ident) => {
        product($name, $modifiers)
            .operands(&[one("a", $factor), one("b", $factor), one("c", $sum), one("index", I32)])
            .results(&[one("res", $sum)])
            .format(&[
                Operand(0),
                COMMA,
                Operand(1),
                COMMA,
                Operand(2),
                COMMA,
                Operand(3),
                AttrDict,
                Text(":"),
                FunctionalType,
            ])
    };
}

static ROWS: &[OpDef] = &[
    dot!("rocdl.dot4.f32.bf8.bf8", I32, F32, NONE),
    dot!("rocdl.dot4.f32.bf8.fp8", I32, F32, NONE),
    dot!("rocdl.dot4.f32.fp8.bf8", I32, F32, NONE),
    dot!("rocdl.dot4.f32.fp8.fp8", I32, F32, NONE),
    dot!("rocdl.fdot2", F16_PAIR, F32, CLAMP),
    dot!("rocdl.fdot2.bf16.bf16", BF16_PAIR, BF16, NONE),
    dot!("rocdl.fdot2.f16.f16", F16_PAIR, F16, NONE),
    dot!("rocdl.fdot2.f32.bf16", BF16_PAIR, F32, CLAMP),
    dot!("rocdl.sdot2", INT_PAIR, I32, CLAMP),
    dot!("rocdl.sdot4", I32, I32, CLAMP),
    dot!("rocdl.sdot8", I32, I32, CLAMP),
    dot!("rocdl.udot2", INT_PAIR, I32, CLAMP),
    dot!("rocdl.udot4", I32, I32, CLAMP),
    dot!("rocdl.udot8", I32, I32, CLAMP),
    dot!("rocdl.sudot4", I32, I32, SIGNS),
    dot!("rocdl.sudot8", I32, I32, SIGNS),
    sparse!("rocdl.swmmac.bf16.16x16x32.bf16", INT_VECTOR, INT_VECTOR, SPARSE),
    sparse!("rocdl.swmmac.bf16.16x16x64.bf16", BF16_LIKE, BF16_LIKE, SPARSE_SIGNED),
    sparse!("rocdl.swmmac.bf16f32.16x16x64.bf16", BF16_LIKE, BF16_LIKE, SPARSE_SIGNED),
    sparse!("rocdl.swmmac.f16.16x16x128.bf8.bf8", INT_LIKE, F16_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f16.16x16x128.bf8.fp8", INT_LIKE, F16_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f16.16x16x128.fp8.bf8", INT_LIKE, F16_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f16.16x16x128.fp8.fp8", INT_LIKE, F16_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f16.16x16x32.f16", F16_VECTOR, F16_VECTOR, SPARSE),
    sparse!("rocdl.swmmac.f16.16x16x64.f16", F16_LIKE, F16_LIKE, SPARSE_SIGNED),
    sparse!("rocdl.swmmac.f32.16x16x128.bf8.bf8", INT_LIKE, F32_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f32.16x16x128.bf8.fp8", INT_LIKE, F32_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f32.16x16x128.fp8.bf8", INT_LIKE, F32_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f32.16x16x128.fp8.fp8", INT_LIKE, F32_LIKE, SPARSE_REUSED),
    sparse!("rocdl.swmmac.f32.16x16x32.bf16", INT_VECTOR, F32_VECTOR, SPARSE),
    sparse!("rocdl.swmmac.f32.16x16x32.bf8.bf8", INT_LIKE, F32_LIKE, SPARSE),
    sparse!("rocdl.swmmac.f32.16x16x32.bf8.fp8", INT_LIKE, F32_LIKE, SPARSE),
    sparse!("rocdl.swmmac.f32.16x16x32.f16", F16_VECTOR, F32_VECTOR, SPARSE),
    sparse!("rocdl.swmmac.f32.16x16x32.fp8.bf8", INT_LIKE, F32_LIKE, SPARSE),
    sparse!("rocdl.swmmac.f32.16x16x32.fp8.fp8", INT_LIKE, F32_LIKE, SPARSE),
    sparse!("rocdl.swmmac.f32.16x16x64.bf16", BF16_LIKE, F32_LIKE, SPARSE_SIGNED),
    sparse!("rocdl.swmmac.f32.16x16x64.f16", F16_LIKE, F32_LIKE, SPARSE_SIGNED),
    sparse!("rocdl.swmmac.i32.16x16x128.iu8", INT_LIKE, INT_LIKE, SPARSE_ALL),
    sparse!("rocdl.swmmac.i32.16x16x32.iu4", INT_LIKE, INT_LIKE, SPARSE_CLAMPED),
    sparse!("rocdl.swmmac.i32.16x16x32.iu8", INT_LIKE, INT_LIKE, SPARSE_CLAMPED),
    sparse!("rocdl.swmmac.i32.16x16x64.iu4", INT_LIKE, INT_LIKE, SPARSE_CLAMPED),
];
