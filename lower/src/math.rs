//! The `math` dialect's operations: mathematical functions, element by element on vectors and tensors.

use crate::arith::{BINARY_FASTMATH, FASTMATH, FASTMATH_CLAUSE, ONLY_FASTMATH};
use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, op_defs};

const FLOAT: &[ValueConstraint] = &[one("operand", FloatingLike)];
const FLOATS: &[ValueConstraint] = &[one("lhs", FloatingLike), one("rhs", FloatingLike)];
const FLOAT_RESULT: &[ValueConstraint] = &[one("result", FloatingLike)];
const BOOL_RESULT: &[ValueConstraint] = &[one("result", BoolLike)];
const INT: &[ValueConstraint] = &[one("operand", IntegerOrIndexLike)];
const INT_RESULT: &[ValueConstraint] = &[one("result", IntegerOrIndexLike)];
/// `%a fastmath<fast> {...} : T`
const UNARY_FASTMATH: &[FormatElement] = &[Operand(0), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Result(0))];
const OF_ONE_TYPE: &[Traits] = &[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE];

const fn unary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(FLOAT)
        .results(FLOAT_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(UNARY_FASTMATH)
        .traits(OF_ONE_TYPE)
}

const fn binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(FLOATS)
        .results(FLOAT_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(BINARY_FASTMATH)
        .traits(OF_ONE_TYPE)
}

const fn int_unary(name: &'static str) -> OpDef {
    OpDef::new(name).operands(INT).results(INT_RESULT).format(UNARY).traits(OF_ONE_TYPE)
}

/// Whether a number is of a class.
const fn class(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(FLOAT)
        .results(BOOL_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(UNARY)
        .types(&[(Place::Result(0), TypeInference::I1Shape(Place::Operand(0)))])
        .traits(&[Traits::PURE])
}

/// The `math` dialect.
pub static DIALECT: Dialect = Dialect::new("math", OP_DEFS);

op_defs! {
    of DIALECT;
    ABSF = unary("math.absf");
    ACOS = unary("math.acos");
    ACOSH = unary("math.acosh");
    ASIN = unary("math.asin");
    ASINH = unary("math.asinh");
    ATAN = unary("math.atan");
    ATANH = unary("math.atanh");
    CBRT = unary("math.cbrt");
    CEIL = unary("math.ceil");
    COS = unary("math.cos");
    COSH = unary("math.cosh");
    ERF = unary("math.erf");
    ERFC = unary("math.erfc");
    EXP = unary("math.exp");
    EXP2 = unary("math.exp2");
    EXPM1 = unary("math.expm1");
    FLOOR = unary("math.floor");
    LOG = unary("math.log");
    LOG10 = unary("math.log10");
    LOG1P = unary("math.log1p");
    LOG2 = unary("math.log2");
    ROUND = unary("math.round");
    ROUNDEVEN = unary("math.roundeven");
    RSQRT = unary("math.rsqrt");
    SIN = unary("math.sin");
    SINH = unary("math.sinh");
    SQRT = unary("math.sqrt");
    TAN = unary("math.tan");
    TANH = unary("math.tanh");
    TRUNC = unary("math.trunc");
    ATAN2 = binary("math.atan2");
    COPYSIGN = binary("math.copysign");
    POWF = binary("math.powf");
    ABSI = int_unary("math.absi");
    CTLZ = int_unary("math.ctlz");
    CTPOP = int_unary("math.ctpop");
    CTTZ = int_unary("math.cttz");
    ISFINITE = class("math.isfinite");
    ISINF = class("math.isinf");
    ISNAN = class("math.isnan");
    ISNORMAL = class("math.isnormal");
    IPOWI = OpDef::new("math.ipowi")
        .operands(&[one("lhs", IntegerOrIndexLike), one("rhs", IntegerOrIndexLike)])
        .results(INT_RESULT)
        .format(BINARY)
        .traits(OF_ONE_TYPE);
    FPOWI = OpDef::new("math.fpowi")
        .operands(&[one("lhs", FloatingLike), one("rhs", IntegerOrIndexLike)])
        .results(FLOAT_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(&[
            Operand(0), Text(","), Operand(1), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Operand(0)), Text(","),
            Type(Place::Operand(1)),
        ])
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE]);
    FMA = OpDef::new("math.fma")
        .operands(&[one("a", FloatingLike), one("b", FloatingLike), one("c", FloatingLike)])
        .results(FLOAT_RESULT)
        .attrs(&[FASTMATH])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), FASTMATH_CLAUSE, AttrDict, Text(":"),
            Type(Place::Result(0)),
        ])
        .traits(OF_ONE_TYPE);
    CLAMPF = OpDef::new("math.clampf")
        .operands(&[one("value", FloatingLike), one("min", FloatingLike), one("max", FloatingLike)])
        .results(FLOAT_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(&[
            Operand(0), Text("to"), Text(" "), Text("["), Operand(1), Text(","), Operand(2), Text("]"),
            FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Result(0)),
        ])
        .traits(OF_ONE_TYPE);
    SINCOS = OpDef::new("math.sincos")
        .operands(FLOAT)
        .results(&[one("sin", FloatingLike), one("cos", FloatingLike)])
        .attrs(ONLY_FASTMATH)
        .format(&[Operand(0), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[
            (Place::Result(0), TypeInference::Same(Place::Operand(0))), (Place::Result(1), TypeInference::Same(Place::Operand(0))),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Slots);
}
