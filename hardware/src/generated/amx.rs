//! Made by `cargo xtask tables` from mlir/Dialect/AMX/AMX.td of MLIR 22.

use crate::amx::{CODE, DIALECT};
use crate::prelude::*;

static SET_TILE_OF_16_BIT_FLOAT_OR_BFLOAT16_TYPE_VALUES: TypeSet = TypeSet { words: "tile of 16-bit float or bfloat16 type values", types: &[TypePattern::MatrixOf("amx.tile", &[TypePattern::Float(FloatKind::F16), TypePattern::Float(FloatKind::BF16)])] };
static SET_TILE_OF_32_BIT_FLOAT_OR_16_BIT_FLOAT_OR_BFLOAT16_TYPE_OR_32_BIT_SIGNLESS_INTEGER_OR_8_BIT_SIGNLESS_INTEGER_VALUES: TypeSet = TypeSet { words: "tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer values", types: &[TypePattern::MatrixOf("amx.tile", &[TypePattern::Float(FloatKind::F32), TypePattern::Float(FloatKind::F16), TypePattern::Float(FloatKind::BF16), TypePattern::Integer(32), TypePattern::Integer(8)])] };
static SET_TILE_OF_32_BIT_FLOAT_VALUES: TypeSet = TypeSet { words: "tile of 32-bit float values", types: &[TypePattern::MatrixOf("amx.tile", &[TypePattern::Float(FloatKind::F32)])] };
static SET_TILE_OF_32_BIT_SIGNLESS_INTEGER_VALUES: TypeSet = TypeSet { words: "tile of 32-bit signless integer values", types: &[TypePattern::MatrixOf("amx.tile", &[TypePattern::Integer(32)])] };
static SET_TILE_OF_8_BIT_SIGNLESS_INTEGER_VALUES: TypeSet = TypeSet { words: "tile of 8-bit signless integer values", types: &[TypePattern::MatrixOf("amx.tile", &[TypePattern::Integer(8)])] };

/// The words of the dialect's enumerations.
pub static WORD_SETS: &[WordSet] = &[
];

op_defs! {
    of DIALECT;
    TILE_LOAD = OpDef::new("amx.tile_load").operands(&[one("base", MemRef), variadic("indices", Index), optional("stride", Index)]).results(&[one("res", Set(&SET_TILE_OF_32_BIT_FLOAT_OR_16_BIT_FLOAT_OR_BFLOAT16_TYPE_OR_32_BIT_SIGNLESS_INTEGER_OR_8_BIT_SIGNLESS_INTEGER_VALUES))]).format(&[Operand(0), Text("["), Operand(1), Text("]"), IfOperand(2, &[Text(","), Operand(2)]), AttrDict, Text(":"), Type(Place::Operand(0)), Text("into"), Type(Place::Result(0))]).types(&[(Place::Operand(1), TypeInference::OnlyType), (Place::Operand(2), TypeInference::OnlyType)]).traits(&[Traits::OPERAND_SEGMENTS]).with_code(CODE);
    TILE_MULF = OpDef::new("amx.tile_mulf").operands(&[one("lhs", Set(&SET_TILE_OF_16_BIT_FLOAT_OR_BFLOAT16_TYPE_VALUES)), one("rhs", Set(&SET_TILE_OF_16_BIT_FLOAT_OR_BFLOAT16_TYPE_VALUES)), one("acc", Set(&SET_TILE_OF_32_BIT_FLOAT_VALUES))]).results(&[one("res", Set(&SET_TILE_OF_32_BIT_FLOAT_VALUES))]).format(&[Operand(0), Text(","), Operand(1), Text(","), Operand(2), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)), Text(","), Type(Place::Operand(2))]).types(&[(Place::Result(0), TypeInference::Same(Place::Operand(2)))]).type_rules(&[TypeRule::Same(Facet::Type, &[Place::Operand(2), Place::Result(0)])]).traits(&[Traits::PURE]).with_code(CODE);
    TILE_MULI = OpDef::new("amx.tile_muli").operands(&[one("lhs", Set(&SET_TILE_OF_8_BIT_SIGNLESS_INTEGER_VALUES)), one("rhs", Set(&SET_TILE_OF_8_BIT_SIGNLESS_INTEGER_VALUES)), one("acc", Set(&SET_TILE_OF_32_BIT_SIGNLESS_INTEGER_VALUES))]).results(&[one("res", Set(&SET_TILE_OF_32_BIT_SIGNLESS_INTEGER_VALUES))]).attrs(&[unit("isZextLhs"), unit("isZextRhs")]).format(&[Operand(0), Keyword("zext", "isZextLhs"), Text(","), Operand(1), Keyword("zext", "isZextRhs"), Text(","), Operand(2), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)), Text(","), Type(Place::Operand(2))]).types(&[(Place::Result(0), TypeInference::Same(Place::Operand(2)))]).type_rules(&[TypeRule::Same(Facet::Type, &[Place::Operand(2), Place::Result(0)])]).traits(&[Traits::PURE]).with_code(CODE);
    TILE_STORE = OpDef::new("amx.tile_store").operands(&[one("base", MemRef), variadic("indices", Index), one("val", Set(&SET_TILE_OF_32_BIT_FLOAT_OR_16_BIT_FLOAT_OR_BFLOAT16_TYPE_OR_32_BIT_SIGNLESS_INTEGER_OR_8_BIT_SIGNLESS_INTEGER_VALUES)), optional("stride", Index)]).format(&[Operand(0), Text("["), Operand(1), Text("]"), Text(","), Operand(2), IfOperand(3, &[Text(","), Operand(3)]), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(2))]).types(&[(Place::Operand(1), TypeInference::OnlyType), (Place::Operand(3), TypeInference::OnlyType)]).traits(&[Traits::OPERAND_SEGMENTS]).with_code(CODE);
    TILE_ZERO = OpDef::new("amx.tile_zero").results(&[one("res", Set(&SET_TILE_OF_32_BIT_FLOAT_OR_16_BIT_FLOAT_OR_BFLOAT16_TYPE_OR_32_BIT_SIGNLESS_INTEGER_OR_8_BIT_SIGNLESS_INTEGER_VALUES))]).format(&[AttrDict, Text(":"), Type(Place::Result(0))]).with_code(CODE);
}
