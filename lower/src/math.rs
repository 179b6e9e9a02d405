//! The `math` dialect's operations: mathematical functions, element by element on vectors and tensors.

use crate::arith::{BINARY_FASTMATH, FASTMATH, FASTMATH_CLAUSE, ONLY_FASTMATH};
use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, rows};

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
pub static DIALECT: Dialect = Dialect::new("math", ROWS);

rows! {
    of DIALECT;
    /// `math.absf`
    ABSF = unary("math.absf");
    /// `math.acos`
    ACOS = unary("math.acos");
    /// `math.acosh`
    ACOSH = unary("math.acosh");
    /// `math.asin`
    ASIN = unary("math.asin");
    /// `math.asinh`
    ASINH = unary("math.asinh");
    /// `math.atan`
    ATAN = unary("math.atan");
    /// `math.atanh`
    ATANH = unary("math.atanh");
    /// `math.cbrt`
    CBRT = unary("math.cbrt");
    /// `math.ceil`
    CEIL = unary("math.ceil");
    /// `math.cos`
    COS = unary("math.cos");
    /// `math.cosh`
    COSH = unary("math.cosh");
    /// `math.erf`
    ERF = unary("math.erf");
    /// `math.erfc`
    ERFC = unary("math.erfc");
    /// `math.exp`
    EXP = unary("math.exp");
    /// `math.exp2`
    EXP2 = unary("math.exp2");
    /// `math.expm1`
    EXPM1 = unary("math.expm1");
    /// `math.floor`
    FLOOR = unary("math.floor");
    /// `math.log`
    LOG = unary("math.log");
    /// `math.log10`
    LOG10 = unary("math.log10");
    /// `math.log1p`
    LOG1P = unary("math.log1p");
    /// `math.log2`
    LOG2 = unary("math.log2");
    /// `math.round`
    ROUND = unary("math.round");
    /// `math.roundeven`
    ROUNDEVEN = unary("math.roundeven");
    /// `math.rsqrt`
    RSQRT = unary("math.rsqrt");
    /// `math.sin`
    SIN = unary("math.sin");
    /// `math.sinh`
    SINH = unary("math.sinh");
    /// `math.sqrt`
    SQRT = unary("math.sqrt");
    /// `math.tan`
    TAN = unary("math.tan");
    /// `math.tanh`
    TANH = unary("math.tanh");
    /// `math.trunc`
    TRUNC = unary("math.trunc");
    /// `math.atan2`
    ATAN2 = binary("math.atan2");
    /// `math.copysign`
    COPYSIGN = binary("math.copysign");
    /// `math.powf`
    POWF = binary("math.powf");
    /// `math.absi`
    ABSI = int_unary("math.absi");
    /// `math.ctlz`
    CTLZ = int_unary("math.ctlz");
    /// `math.ctpop`
    CTPOP = int_unary("math.ctpop");
    /// `math.cttz`
    CTTZ = int_unary("math.cttz");
    /// `math.isfinite`
    ISFINITE = class("math.isfinite");
    /// `math.isinf`
    ISINF = class("math.isinf");
    /// `math.isnan`
    ISNAN = class("math.isnan");
    /// `math.isnormal`
    ISNORMAL = class("math.isnormal");
    /// `math.ipowi`
    IPOWI = OpDef::new("math.ipowi")
        .operands(&[one("lhs", IntegerOrIndexLike), one("rhs", IntegerOrIndexLike)])
        .results(INT_RESULT)
        .format(BINARY)
        .traits(OF_ONE_TYPE);
    /// `math.fpowi`
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
    /// `math.fma`
    FMA = OpDef::new("math.fma")
        .operands(&[one("a", FloatingLike), one("b", FloatingLike), one("c", FloatingLike)])
        .results(FLOAT_RESULT)
        .attrs(&[FASTMATH])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), FASTMATH_CLAUSE, AttrDict, Text(":"),
            Type(Place::Result(0)),
        ])
        .traits(OF_ONE_TYPE);
    /// `math.clampf`
    CLAMPF = OpDef::new("math.clampf")
        .operands(&[one("value", FloatingLike), one("min", FloatingLike), one("max", FloatingLike)])
        .results(FLOAT_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(&[
            Operand(0), Text("to"), Text(" "), Text("["), Operand(1), Text(","), Operand(2), Text("]"),
            FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Result(0)),
        ])
        .traits(OF_ONE_TYPE);
    /// `math.sincos`
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
