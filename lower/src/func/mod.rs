//! The `func` dialect's operations.

mod verify;

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, op_defs};

use crate::syntax;

/// The `func` dialect.
pub static DIALECT: Dialect = Dialect::new("func", OP_DEFS);

op_defs! {
    of DIALECT;
    FUNC = OpDef::new("func.func")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), required("function_type", SlotKind::Constrained(&attr_constraints::FUNCTION_TYPE)),
            may("sym_visibility", SlotKind::Str), ARG_ATTRS, RES_ATTRS, unit("no_inline"),
        ])
        .regions(1)
        .custom(&syntax::FunctionOp)
        .verify(&[verify::function])
        .default_dialect("func")
        .traits(&[Traits::ISOLATED, Traits::SYMBOL]);
    RETURN = OpDef::new("func.return")
        .verify(&[verify::function_return])
        .inside(&["func.func"])
        .operands(&[variadic("operands", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    CALL = OpDef::new("func.call")
        .verify(&[verify::call])
        .operands(&[variadic("operands", Any)])
        .results(&[variadic("results", Any)])
        .attrs(&[required("callee", SlotKind::SymbolRef), ARG_ATTRS, RES_ATTRS, unit("no_inline")])
        .format(&[
            Attr("callee"), Text("("), Operands, Text(")"), AttrDict, Text(":"), FunctionalType,
        ]);
    CALL_INDIRECT = OpDef::new("func.call_indirect")
        .verify(&[verify::indirect_call])
        .operands(&[one("callee", Function), variadic("callee_operands", Any)])
        .results(&[variadic("results", Any)])
        .attrs(&[ARG_ATTRS, RES_ATTRS])
        .format(&[
            Operand(0), Text("("), Operand(1), Text(")"), AttrDict, Text(":"), Custom(&syntax::CalleeType),
        ]);
    CONSTANT = OpDef::new("func.constant")
        .verify(&[verify::constant])
        .results(&[one("result", Any)])
        .attrs(&[required("value", SlotKind::SymbolRef)])
        .format(&[AttrDict, Attr("value"), Text(":"), ResultTypes])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("f"));
}
