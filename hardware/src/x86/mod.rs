//! The dialect of x86's vector and tile extensions from release 23 of MLIR on, where it takes the place of `x86vector` and
//! `amx`: their operations under other names, and those of later processors.

use irtrip_dialect::ops::shaped::ShapedType;
use irtrip_dialect::release::Release;
use irtrip_dialect::translation::{Argument, NamePart};
use irtrip_dialect::{Dialect, DialectOp};

use crate::prelude::*;
use crate::{amx, x86vector};

const SINGLE: TypePattern = TypePattern::Float(FloatKind::F32);
const HALF: TypePattern = TypePattern::Float(FloatKind::F16);
const BRAIN: TypePattern = TypePattern::Float(FloatKind::BF16);
const E4M3: TypePattern = TypePattern::Float(FloatKind::Small(SmallFloat::F8E4M3FN));
const E5M2: TypePattern = TypePattern::Float(FloatKind::Small(SmallFloat::F8E5M2));
const WORD: TypePattern = TypePattern::Integer(32);
const BYTE: TypePattern = TypePattern::Integer(8);

/// What a tile is of.
static ELEMENTS: TypeSet = TypeSet {
    words: "32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer or \
            f8E4M3FN type or f8E5M2 type",
    types: &[SINGLE, HALF, BRAIN, WORD, BYTE, E4M3, E5M2],
};

/// The `x86` dialect.
pub static DIALECT: Dialect = Dialect::new("x86", OP_DEFS)
    .since(Release::V23)
    .shaped_types(&[ShapedType { mnemonic: "amx.tile", elements: &ELEMENTS }]);

const TILE: &str = "x86.amx.tile";
static ANY_TILE: TypeSet = TypeSet {
    words: "tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer or \
            f8E4M3FN type or f8E5M2 type values",
    types: &[TypePattern::MatrixOf(TILE, &[SINGLE, HALF, BRAIN, WORD, BYTE, E4M3, E5M2])],
};
static FLOATS: TypeSet = TypeSet {
    words: "tile of 16-bit float or bfloat16 type or f8E4M3FN type or f8E5M2 type values",
    types: &[TypePattern::MatrixOf(TILE, &[HALF, BRAIN, E4M3, E5M2])],
};
static FLOAT_SUMS: TypeSet =
    TypeSet { words: "tile of 32-bit float values", types: &[TypePattern::MatrixOf(TILE, &[SINGLE])] };
static BYTES: TypeSet =
    TypeSet { words: "tile of 8-bit signless integer values", types: &[TypePattern::MatrixOf(TILE, &[BYTE])] };
static SUMS: TypeSet =
    TypeSet { words: "tile of 32-bit signless integer values", types: &[TypePattern::MatrixOf(TILE, &[WORD])] };

const fn vector(lengths: &'static [u64], elements: &'static [TypePattern]) -> TypePattern {
    TypePattern::VectorOf(Vectors { lengths, scalable: None, any_rank: false }, elements)
}
static VECTOR_OF_16_WORDS: TypeSet =
    TypeSet { words: "vector of 32-bit signless integer values of length 16", types: &[vector(&[16], &[WORD])] };
static VECTOR_OF_64_BYTES: TypeSet =
    TypeSet { words: "vector of 8-bit signless integer values of length 64", types: &[vector(&[64], &[BYTE])] };

/// The operation of a dialect before under the current name.
const fn renamed(name: &'static str, op: DialectOp) -> OpDef {
    OpDef { name, ..*op.def() }
}

static OP_DEFS: &[OpDef] = &[
    renamed("x86.amx.tile_load", amx::TILE_LOAD).results(&[one("res", Set(&ANY_TILE))]),
    renamed("x86.amx.tile_mulf", amx::TILE_MULF)
        .operands(&[one("lhs", Set(&FLOATS)), one("rhs", Set(&FLOATS)), one("acc", Set(&FLOAT_SUMS))])
        .results(&[one("res", Set(&FLOAT_SUMS))]),
    renamed("x86.amx.tile_muli", amx::TILE_MULI)
        .operands(&[one("lhs", Set(&BYTES)), one("rhs", Set(&BYTES)), one("acc", Set(&SUMS))])
        .results(&[one("res", Set(&SUMS))]),
    renamed("x86.amx.tile_store", amx::TILE_STORE).operands(&[
        one("base", MemRef),
        variadic("indices", Index),
        one("val", Set(&ANY_TILE)),
        optional("stride", Index),
    ]),
    renamed("x86.amx.tile_zero", amx::TILE_ZERO).results(&[one("res", Set(&ANY_TILE))]),
    renamed("x86.avx.bcst_to_f32.packed", x86vector::AVX_BCST_TO_F32_PACKED),
    renamed("x86.avx.cvt.packed.even.indexed_to_f32", x86vector::AVX_CVT_PACKED_EVEN_INDEXED_TO_F32),
    renamed("x86.avx.cvt.packed.odd.indexed_to_f32", x86vector::AVX_CVT_PACKED_ODD_INDEXED_TO_F32),
    renamed("x86.avx.dot.i8", x86vector::AVX_DOT_I8),
    renamed("x86.avx.intr.dot", x86vector::AVX_INTR_DOT),
    renamed("x86.avx.rsqrt", x86vector::AVX_RSQRT),
    renamed("x86.avx10.dot.i8", x86vector::AVX_DOT_I8)
        .operands(&[
            one("w", Set(&VECTOR_OF_16_WORDS)),
            one("a", Set(&VECTOR_OF_64_BYTES)),
            one("b", Set(&VECTOR_OF_64_BYTES)),
        ])
        .results(&[one("dst", Set(&VECTOR_OF_16_WORDS))])
        .with_code(&[&[OpDef::call(
            "x86.avx10.dot.i8",
            &[NamePart::Text("llvm.x86.avx10.vpdpbssd.512")],
            &[Argument::Operand("w"), Argument::Operand("a"), Argument::Operand("b")],
        )]]),
    renamed("x86.avx512.cvt.packed.f32_to_bf16", x86vector::AVX512_CVT_PACKED_F32_TO_BF16),
    renamed("x86.avx512.dot", x86vector::AVX512_DOT),
    renamed("x86.avx512.mask.compress", x86vector::AVX512_MASK_COMPRESS),
    renamed("x86.avx512.mask.rndscale", x86vector::AVX512_MASK_RNDSCALE),
    renamed("x86.avx512.mask.scalef", x86vector::AVX512_MASK_SCALEF),
    renamed("x86.avx512.vp2intersect", x86vector::AVX512_VP2INTERSECT),
];
