//! What of the dialect `affine` is code upstream: maps with their operands, and the forms of loops and accesses. MLIR, "'affine' Dialect".

mod bounds;
mod loops;
mod maps;
mod parallel;

use irtrip_dialect::ops::FormatElement::{Attr, AttrDict, Custom, Glue, Operand, Text, Type};
use irtrip_dialect::ops::{FormatElement, OpDef, Place, TypeInference};

use maps::{Locality, MapOperands, Subscripts};

/// `#map(%i, %j)[%n] {...}`
const APPLIED_MAP: &[FormatElement] = &[Attr("map"), Glue, Custom(&MapOperands), AttrDict];
/// `%memref[%i + 1] {...} : memref<...>`
const LOAD: &[FormatElement] =
    &[Operand(0), Glue, Custom(&Subscripts(1)), AttrDict, Text(":"), Type(Place::Operand(0))];
/// `%value, %memref[%i + 1] {...} : memref<...>`
const STORE: &[FormatElement] =
    &[Operand(0), Text(","), Operand(1), Glue, Custom(&Subscripts(2)), AttrDict, Text(":"), Type(Place::Operand(1))];

const INDICES_OF_LOAD: (Place, TypeInference) = (Place::Operand(1), TypeInference::Index);
const INDICES_OF_STORE: (Place, TypeInference) = (Place::Operand(2), TypeInference::Index);

/// Forms that are code.
pub(crate) const CODE: &[OpDef] = &[
    OpDef::new("affine.apply").format(APPLIED_MAP),
    OpDef::new("affine.for").custom(&loops::For),
    OpDef::new("affine.if").custom(&loops::If),
    OpDef::new("affine.load")
        .format(LOAD)
        .types(&[INDICES_OF_LOAD, (Place::Result(0), TypeInference::ElementOf(Place::Operand(0)))]),
    OpDef::new("affine.max").format(APPLIED_MAP),
    OpDef::new("affine.min").format(APPLIED_MAP),
    OpDef::new("affine.parallel").custom(&parallel::Parallel),
    OpDef::new("affine.prefetch")
        .format(&[
            Operand(0),
            Glue,
            Custom(&Subscripts(1)),
            Text(","),
            Custom(&Locality),
            AttrDict,
            Text(":"),
            Type(Place::Operand(0)),
        ])
        .types(&[INDICES_OF_LOAD]),
    OpDef::new("affine.store")
        .format(STORE)
        .types(&[INDICES_OF_STORE, (Place::Operand(0), TypeInference::ElementOf(Place::Operand(1)))]),
    OpDef::new("affine.vector_load")
        .format(&[
            Operand(0),
            Glue,
            Custom(&Subscripts(1)),
            AttrDict,
            Text(":"),
            Type(Place::Operand(0)),
            Text(","),
            Type(Place::Result(0)),
        ])
        .types(&[INDICES_OF_LOAD]),
    OpDef::new("affine.vector_store")
        .format(&[
            Operand(0),
            Text(","),
            Operand(1),
            Glue,
            Custom(&Subscripts(2)),
            AttrDict,
            Text(":"),
            Type(Place::Operand(1)),
            Text(","),
            Type(Place::Operand(0)),
        ])
        .types(&[INDICES_OF_STORE]),
];
