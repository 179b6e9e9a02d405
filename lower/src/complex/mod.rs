//! The `complex` dialect's operations.

use crate::arith::{BINARY_FASTMATH, FASTMATH, FASTMATH_CLAUSE, ONLY_FASTMATH};
mod verify;

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, rows};

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
pub static DIALECT: Dialect = Dialect::new("complex", ROWS);

rows! {
    of DIALECT;
    /// `complex.add`
    ADD = binary("complex.add");
    /// `complex.atan2`
    ATAN2 = binary("complex.atan2");
    /// `complex.div`
    DIV = binary("complex.div");
    /// `complex.mul`
    MUL = binary("complex.mul");
    /// `complex.pow`
    POW = binary("complex.pow");
    /// `complex.sub`
    SUB = binary("complex.sub");
    /// `complex.conj`
    CONJ = unary("complex.conj");
    /// `complex.cos`
    COS = unary("complex.cos");
    /// `complex.exp`
    EXP = unary("complex.exp");
    /// `complex.expm1`
    EXPM1 = unary("complex.expm1");
    /// `complex.log`
    LOG = unary("complex.log");
    /// `complex.log1p`
    LOG1P = unary("complex.log1p");
    /// `complex.neg`
    NEG = unary("complex.neg");
    /// `complex.rsqrt`
    RSQRT = unary("complex.rsqrt");
    /// `complex.sign`
    SIGN = unary("complex.sign");
    /// `complex.sin`
    SIN = unary("complex.sin");
    /// `complex.sqrt`
    SQRT = unary("complex.sqrt");
    /// `complex.tan`
    TAN = unary("complex.tan");
    /// `complex.tanh`
    TANH = unary("complex.tanh");
    /// `complex.abs`
    ABS = part("complex.abs");
    /// `complex.angle`
    ANGLE = part("complex.angle");
    /// `complex.im`
    IM = part("complex.im");
    /// `complex.re`
    RE = part("complex.re");
    /// `complex.eq`
    EQ = OpDef::new("complex.eq")
        .operands(&[one("lhs", Complex), one("rhs", Complex)])
        .results(&[one("result", I1)])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), TypeInference::Same(Place::Operand(0))), (Place::Result(0), TypeInference::I1)])
        .traits(&[Traits::PURE]);
    /// `complex.neq`
    NEQ = OpDef::new("complex.neq")
        .operands(&[one("lhs", Complex), one("rhs", Complex)])
        .results(&[one("result", I1)])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), TypeInference::Same(Place::Operand(0))), (Place::Result(0), TypeInference::I1)])
        .traits(&[Traits::PURE]);
    /// `complex.create`
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
    /// `complex.constant`
    CONSTANT = OpDef::new("complex.constant")
        .attrs(&[required("value", SlotKind::Array)])
        .results(&[one("complex", AnyComplex)])
        .format(&[Attr("value"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("cst"))
        .verify(&[verify::constant]);
    /// `complex.powi`
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
    /// `complex.bitcast`
    BITCAST = OpDef::new("complex.bitcast")
        .operands(&[one("operand", Any)])
        .results(&[one("result", Any)])
        .format(CAST)
        .traits(&[Traits::PURE])
        .verify(&[verify::bitcast]);
}
