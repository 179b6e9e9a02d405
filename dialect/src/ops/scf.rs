//! The `scf` dialect's loop over a range.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

rows! {
    after super::ub::END;
    /// `scf.for`
    FOR = OpDef::new("scf.for")
        .operands(&[
            one("lowerBound", IntegerOrIndexLike), one("upperBound", IntegerOrIndexLike),
            one("step", IntegerOrIndexLike), variadic("initArgs", Any),
        ])
        .results(&[variadic("results", Any)])
        .attrs(&[unit("unsignedCmp")])
        .regions(1)
        .custom(Syntax::For)
        .traits(&[Traits::SINGLE_BLOCK]);
    /// `scf.condition`
    CONDITION = OpDef::new("scf.condition")
        .operands(&[one("condition", I1), variadic("args", Any)])
        .format(&[
            Text("("), Operand(0), Text(")"), AttrDict,
            IfOperand(1, &[Operand(1), Text(":"), Type(Place::Operand(1))]),
        ])
        .types(&[(Place::Operand(0), Rule::I1)])
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    /// `scf.yield`
    YIELD = OpDef::new("scf.yield")
        .operands(&[variadic("results", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
}
