//! The builtin dialect's operations.

use crate::ops::TypeConstraint::*;
use crate::ops::build::*;
use crate::ops::*;
use crate::verify::checks;

op_defs! {
    core Builtin 0;
    MODULE = OpDef::new("builtin.module")
        .attrs(&[may("sym_name", SlotKind::SymbolName), may("sym_visibility", SlotKind::Str)])
        .regions(1)
        .custom(&syntax::Module)
        .default_dialect("builtin")
        .traits(&[
            Traits::ISOLATED, Traits::SYMBOL, Traits::SYMBOL_TABLE, Traits::NO_TERMINATOR, Traits::GRAPH_REGION,
            Traits::SINGLE_BLOCK,
        ]);
    UNREALIZED_CONVERSION_CAST = OpDef::new("builtin.unrealized_conversion_cast")
        .operands(&[variadic("inputs", Any)])
        .results(&[variadic("outputs", Any)])
        .format(&[
            FormatElement::IfOperand(0, &[FormatElement::Operands, FormatElement::Text(":"), FormatElement::OperandTypes]), FormatElement::Text("to"),
            FormatElement::ResultTypes, FormatElement::AttrDict,
        ])
        .traits(&[Traits::PURE])
        .verify(&[checks::has_result]);
}
