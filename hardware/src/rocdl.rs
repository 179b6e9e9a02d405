//! The operations of the `rocdl` dialect that modules of the LLVM dialect hold; upstream's import makes none of them.

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, rows};

/// The `rocdl` dialect.
pub static DIALECT: Dialect = Dialect::new("rocdl", ROWS);

rows! {
    of DIALECT;
    /// `rocdl.load.to.lds`
    LOAD_TO_LDS = OpDef::new("rocdl.load.to.lds")
        .operands(&[one("globalPtr", Pointer), one("ldsPtr", Pointer)])
        .attrs(&[
            required("size", SlotKind::Int(32)),
            required("offset", SlotKind::Int(32)),
            required("aux", SlotKind::Int(32)),
            may("alias_scopes", SlotKind::Array),
            may("noalias_scopes", SlotKind::Array),
            may("tbaa", SlotKind::Array),
        ])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Attr("size"), Text(","), Attr("offset"), Text(","),
            Attr("aux"), AttrDict, Text(":"), Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), TypeInference::PointerIn(3))]);
}
