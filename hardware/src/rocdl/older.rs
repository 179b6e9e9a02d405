//! The operations that older releases of MLIR alone have: accesses to buffers by an index, whose intrinsics LLVM 19 does
//! not have any more.

use irtrip_dialect::Dialect;
use irtrip_dialect::release::{Release, Releases};

use crate::prelude::*;

/// The operations.
pub static DIALECT: Dialect = Dialect::new("rocdl", OP_DEFS);

static RESOURCE: TypeSet = TypeSet {
    words: "vector of 32-bit signless integer values of length 4",
    types: &[TypePattern::VectorOf(
        Vectors { lengths: &[4], scalable: Some(false), any_rank: false },
        &[TypePattern::Integer(32)],
    )],
};

/// Buffer, index, offset, and the cache's bits `glc` and `slc`.
const PLACE: [ValueConstraint; 5] =
    [one("rsrc", Set(&RESOURCE)), one("vindex", I32), one("offset", I32), one("glc", I1), one("slc", I1)];

/// The types that are not written: those of the place, which follow the value that is stored.
const TYPES: [(Place, TypeInference); 6] = [
    (Place::Operand(0), TypeInference::OnlyType),
    (Place::Operand(1), TypeInference::OnlyType),
    (Place::Operand(2), TypeInference::OnlyType),
    (Place::Operand(3), TypeInference::OnlyType),
    (Place::Operand(4), TypeInference::OnlyType),
    (Place::Operand(5), TypeInference::OnlyType),
];

/// An access, of which the value's type alone is written.
const fn access(name: &'static str, types: &'static [(Place, TypeInference)]) -> OpDef {
    OpDef::new(name).types(types).traits(&[Traits::EXPORT_ONLY]).of_releases(Releases::ALL.until(Release::V19))
}

static OP_DEFS: &[OpDef] = &[
    access("rocdl.buffer.load", TYPES.split_at(5).0)
        .operands(&PLACE)
        .results(&[one("res", LlvmType)])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Result(0))])
        .intrinsic("llvm.amdgcn.buffer.load", &[0], &[]),
    access("rocdl.buffer.store", TYPES.split_at(1).1)
        .operands(&[one("vdata", LlvmType), PLACE[0], PLACE[1], PLACE[2], PLACE[3], PLACE[4]])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Operand(0))])
        .intrinsic("llvm.amdgcn.buffer.store", &[], &[0]),
];
