//! The `affine` dialect's operations whose maps stand apart from their operands: loops, conditions, applications.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

/// `affine_map<...>(%d)[%s] {...}`
const APPLICATION: &[Elem] = &[Custom(Directive::AppliedMap("map")), AttrDict];

const ARGUMENTS: &[ValueSlot] = &[variadic("mapOperands", Index)];
const NUMBER: &[ValueSlot] = &[one("result", Index)];
const MAP: &[AttrSlot] = &[required("map", SlotKind::Any)];

/// A map applied to numbers.
const fn application(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(ARGUMENTS)
        .results(NUMBER)
        .attrs(MAP)
        .format(APPLICATION)
        .types(&[(Place::Operand(0), Rule::Index), (Place::Result(0), Rule::Index)])
        .traits(&[Traits::PURE])
}

rows! {
    after super::elementary::END;
    /// `affine.apply`
    APPLY = application("affine.apply");
    /// `affine.min`
    MIN = application("affine.min");
    /// `affine.max`
    MAX = application("affine.max");
    /// `affine.for`
    FOR = OpDef::new("affine.for")
        .operands(&[
            variadic("lowerBoundOperands", Index), variadic("upperBoundOperands", Index), variadic("inits", Any),
        ])
        .results(&[variadic("results", Any)])
        .attrs(&[
            required("lowerBoundMap", SlotKind::Any), required("upperBoundMap", SlotKind::Any),
            required("step", SlotKind::IndexInt),
        ])
        .regions(1)
        .custom(Syntax::AffineFor)
        .traits(&[Traits::OPERAND_SEGMENTS])
        .implicit_terminator(YIELD);
    /// `affine.if`
    IF = OpDef::new("affine.if")
        .operands(&[variadic("operands", Index)])
        .results(&[variadic("results", Any)])
        .attrs(&[required("condition", SlotKind::Any)])
        .regions(2)
        .format(&[
            Custom(Directive::AppliedMap("condition")), Custom(Directive::ArrowTypes), Region(0),
            IfRegion(1, &[Text("else"), Region(1)]), AttrDict,
        ])
        .types(&[(Place::Operand(0), Rule::Index)])
        .implicit_terminator(YIELD);
    /// `affine.yield`
    YIELD = OpDef::new("affine.yield")
        .operands(&[variadic("operands", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
}
