//! Made by `cargo xtask tables` from mlir/Dialect/LLVMIR/VCIXOps.td of MLIR 22.

use crate::vcix::{CODE, DIALECT};
use crate::prelude::*;

static SET_64_BIT_SIGNLESS_INTEGER_OR_32_BIT_SIGNLESS_INTEGER: TypeSet = TypeSet { words: "64-bit signless integer or 32-bit signless integer", types: &[TypePattern::Integer(64), TypePattern::Integer(32)] };
static SET_VECTOR_TYPE_OR_64_BIT_SIGNLESS_INTEGER_OR_32_BIT_SIGNLESS_INTEGER_OR_16_BIT_FLOAT_OR_32_BIT_FLOAT_OR_64_BIT_FLOAT: TypeSet = TypeSet { words: "LLVM dialect-compatible vector type or 64-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float", types: &[TypePattern::VectorOf(Vectors { lengths: &[], scalable: None, any_rank: false }, &[TypePattern::Any]), TypePattern::Integer(64), TypePattern::Integer(32), TypePattern::Float(FloatKind::F16), TypePattern::Float(FloatKind::F32), TypePattern::Float(FloatKind::F64)] };

/// The words of the dialect's enumerations.
pub static WORD_SETS: &[WordSet] = &[
];

op_defs! {
    of DIALECT;
    V_IV = OpDef::new("vcix.v.iv").operands(&[one("vs2", Vector), optional("vl", Set(&SET_64_BIT_SIGNLESS_INTEGER_OR_32_BIT_SIGNLESS_INTEGER))]).results(&[one("res", Vector)]).attrs(&[required("opcode", SlotKind::AnyInt), required("imm", SlotKind::AnyInt)]).with_code(CODE);
    V_SV = OpDef::new("vcix.v.sv").operands(&[one("vs2", Vector), one("op", Set(&SET_VECTOR_TYPE_OR_64_BIT_SIGNLESS_INTEGER_OR_32_BIT_SIGNLESS_INTEGER_OR_16_BIT_FLOAT_OR_32_BIT_FLOAT_OR_64_BIT_FLOAT)), optional("vl", Set(&SET_64_BIT_SIGNLESS_INTEGER_OR_32_BIT_SIGNLESS_INTEGER))]).results(&[one("res", Vector)]).attrs(&[required("opcode", SlotKind::AnyInt)]).with_code(CODE);
}
