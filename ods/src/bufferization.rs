//! What of the dialect `bufferization` is code upstream.

use irtrip_dialect::ops::FormatElement::{AttrDict, Glue, IfOperand, Operand, Text, Type};
use irtrip_dialect::ops::{OlderName, OpDef, Place, TypeInference};
use irtrip_dialect::release::Release;

/// Forms that are code.
pub(crate) const CODE: &[OpDef] = &[
    // `(%size) copy(%tensor) size_hint=%n {...} : tensor<?xf32>`
    OpDef::new("bufferization.alloc_tensor")
        .format(&[
            Glue,
            Text("("),
            Operand(0),
            Text(")"),
            IfOperand(1, &[Text("copy"), Glue, Text("("), Operand(1), Text(")")]),
            IfOperand(2, &[Text("size_hint"), Glue, Text("="), Glue, Operand(2)]),
            AttrDict,
            Text(":"),
            Type(Place::Result(0)),
        ])
        .types(&[
            (Place::Operand(0), TypeInference::Index),
            (Place::Operand(1), TypeInference::Same(Place::Result(0))),
            (Place::Operand(2), TypeInference::Index),
        ]),
    OpDef::new("bufferization.to_buffer").older_names(&[OlderName::until("bufferization.to_memref", Release::V21)]),
];
