//! The `complex` dialect's operations.

use crate::arith::{BINARY_FASTMATH, FASTMATH, FASTMATH_CLAUSE, ONLY_FASTMATH};
mod verify;

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, op_defs};

/// `%a fastmath<fast> {...} : T`
const UNARY_FASTMATH: &[FormatElement] = &[Operand(0), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Operand(0))];

const PAIR: &[ValueConstraint] = &[one("lhs", Complex), one("rhs", Complex)];
const OPERAND: &[ValueConstraint] = &[one("complex", Complex)];
const RESULT_COMPLEX: &[ValueConstraint] = &[one("result", Complex)];
const RESULT_FLOAT: &[ValueConstraint] = &[one("result", AnyFloat)];
const RESULT_OF_PARTS: &[(Place, TypeInference)] = &[(
    Place::Result(0),
    TypeInference::ElementOfAs(Place::Operand(0), "failed to verify that complex element type matches result type"),
)];

const fn binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(PAIR)
        .results(RESULT_COMPLEX)
        .attrs(ONLY_FASTMATH)
        .format(BINARY_FASTMATH)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
}

const fn unary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(OPERAND)
        .results(RESULT_COMPLEX)
        .attrs(ONLY_FASTMATH)
        .format(UNARY_FASTMATH)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
}

/// From a number to one of its parts.
const fn part(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(OPERAND)
        .results(RESULT_FLOAT)
        .attrs(ONLY_FASTMATH)
        .format(UNARY_FASTMATH)
        .types(RESULT_OF_PARTS)
        .traits(&[Traits::PURE])
}

/// The `complex` dialect.
pub static DIALECT: Dialect = Dialect::new("complex", OP_DEFS);

op_defs! {
    of DIALECT;
    ADD = binary("complex.add");
    ATAN2 = binary("complex.atan2");
    DIV = binary("complex.div");
    MUL = binary("complex.mul");
    POW = binary("complex.pow");
    SUB = binary("complex.sub");
    CONJ = unary("complex.conj");
    COS = unary("complex.cos");
    EXP = unary("complex.exp");
    EXPM1 = unary("complex.expm1");
    LOG = unary("complex.log");
    LOG1P = unary("complex.log1p");
    NEG = unary("complex.neg");
    RSQRT = unary("complex.rsqrt");
    SIGN = unary("complex.sign");
    SIN = unary("complex.sin");
    SQRT = unary("complex.sqrt");
    TAN = unary("complex.tan");
    TANH = unary("complex.tanh");
    ABS = part("complex.abs");
    ANGLE = part("complex.angle");
    IM = part("complex.im");
    RE = part("complex.re");
    EQ = OpDef::new("complex.eq")
        .operands(&[one("lhs", Complex), one("rhs", Complex)])
        .results(&[one("result", I1)])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), TypeInference::Same(Place::Operand(0))), (Place::Result(0), TypeInference::I1)])
        .traits(&[Traits::PURE]);
    NEQ = OpDef::new("complex.neq")
        .operands(&[one("lhs", Complex), one("rhs", Complex)])
        .results(&[one("result", I1)])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), TypeInference::Same(Place::Operand(0))), (Place::Result(0), TypeInference::I1)])
        .traits(&[Traits::PURE]);
    CREATE = OpDef::new("complex.create")
        .operands(&[one("real", AnyFloat), one("imaginary", AnyFloat)])
        .results(&[one("complex", Complex)])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[
            (Place::Operand(0), TypeInference::ElementOfAs(
                Place::Result(0), "failed to verify that complex element type matches real operand type",
            )),
            (Place::Operand(1), TypeInference::ElementOfAs(
                Place::Result(0), "failed to verify that complex element type matches imaginary operand type",
            )),
        ])
        .traits(&[Traits::PURE]);
    CONSTANT = OpDef::new("complex.constant")
        .attrs(&[required("value", SlotKind::Array)])
        .results(&[one("complex", AnyComplex)])
        .format(&[Attr("value"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("cst"))
        .verify(&[verify::constant]);
    POWI = OpDef::new("complex.powi")
        .operands(&[one("lhs", Complex), one("rhs", Int)])
        .results(RESULT_COMPLEX)
        .attrs(&[may("fastmath", FASTMATH.kind)])
        .format(&[
            Operand(0), Text(","), Operand(1), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Result(0)), Text(","),
            Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(0), TypeInference::Same(Place::Result(0)))])
        .traits(&[Traits::PURE]);
    BITCAST = OpDef::new("complex.bitcast")
        .operands(&[one("operand", Any)])
        .results(&[one("result", Any)])
        .format(CAST)
        .traits(&[Traits::PURE])
        .verify(&[verify::bitcast]);
}
