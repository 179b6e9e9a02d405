//! The dialect AMX: the tile registers of x86 and products of tiles. MLIR, "'amx' Dialect". Upstream translates no operation of
//! it: a pass puts calls of intrinsics in place of them, with the conversion of memrefs.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::ops::shaped::ShapedType;
use irtrip_dialect::ops::type_set::{TypePattern, TypeSet};
use irtrip_dialect::types::FloatKind;

mod rules;

pub use crate::generated::amx::*;

/// What the definitions have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[rules::CODE];

/// What a tile is of.
static ELEMENTS: TypeSet = TypeSet {
    words: "32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer",
    types: &[
        TypePattern::Float(FloatKind::F32),
        TypePattern::Float(FloatKind::F16),
        TypePattern::Float(FloatKind::BF16),
        TypePattern::Integer(32),
        TypePattern::Integer(8),
    ],
};

/// The `amx` dialect.
pub static DIALECT: Dialect = Dialect::new("amx", OP_DEFS)
    .word_sets(WORD_SETS)
    .shaped_types(&[ShapedType { mnemonic: "tile", elements: &ELEMENTS }]);
