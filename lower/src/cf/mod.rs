//! The `cf` dialect's operations: branches between blocks.

mod verify;

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, op_defs};

use crate::syntax;

/// The `cf` dialect.
pub static DIALECT: Dialect = Dialect::new("cf", OP_DEFS);

op_defs! {
    of DIALECT;
    ASSERT = OpDef::new("cf.assert")
        .operands(&[one("arg", I1)])
        .attrs(&[required("msg", SlotKind::Str)])
        .format(&[Operand(0), Text(","), Attr("msg"), AttrDict])
        .types(&[(Place::Operand(0), TypeInference::I1)])
        .traits(&[Traits::WRITES]);
    BR = OpDef::new("cf.br")
        .operands(&[group("destOperands", Arity::Successor(0), Any)])
        .successors(1)
        .format(&[Successor(0), AttrDict])
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    COND_BR = OpDef::new("cf.cond_br")
        .operands(&[
            one("condition", I1), group("trueDestOperands", Arity::Successor(0), Any),
            group("falseDestOperands", Arity::Successor(1), Any),
        ])
        .attrs(&[may("branch_weights", SlotKind::DenseI32)])
        .successors(2)
        .format(&[
            Operand(0),
            IfAttr("branch_weights", &[Text("weights"), Glue, Text("("), Attr("branch_weights"), Text(")")]),
            Text(","), Successor(0), Text(","), Successor(1), AttrDict,
        ])
        .types(&[(Place::Operand(0), TypeInference::I1)])
        .traits(&[Traits::OPERAND_SEGMENTS, Traits::PURE, Traits::TERMINATOR])
        .verify(&[verify::weights]);
    SWITCH = OpDef::new("cf.switch")
        .operands(&[
            one("flag", AnyInteger), group("defaultOperands", Arity::Successor(0), Any),
            group("caseOperands", Arity::Successors(1, "case_operand_segments"), Any),
        ])
        .attrs(&[may("case_values", SlotKind::Constrained(&attr_constraints::INTEGER_ELEMENTS)), required("case_operand_segments", SlotKind::DenseI32)])
        .any_successors()
        .format(&[
            Operand(0), Text(":"), Type(Place::Operand(0)), Text(","), Custom(&syntax::CasesWithDefault), AttrDict,
        ])
        .traits(&[Traits::OPERAND_SEGMENTS, Traits::PURE, Traits::TERMINATOR])
        .verify(&[verify::switch]);
}
