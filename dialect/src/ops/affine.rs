//! The `affine` dialect's operations whose maps stand apart from their operands: loops, conditions, applications.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

/// `affine_map<...>(%d)[%s] {...}`
const APPLICATION: &[Elem] = &[Custom(Directive::AppliedMap("map")), AttrDict];

const ARGUMENTS: &[ValueSlot] = &[variadic("mapOperands", Index)];
const NUMBER: &[ValueSlot] = &[one("result", Index)];
const MAP: &[AttrSlot] = &[required("map", SlotKind::Limited(&limits::AFFINE_MAP))];
const ACCESSED: &[ValueSlot] = &[one("memref", MemRef), variadic("indices", Index)];

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
    /// `affine.load`
    LOAD = OpDef::new("affine.load")
        .operands(ACCESSED)
        .results(&[one("result", Any)])
        .attrs(MAP)
        .format(&[
            Operand(0), Text("["), Custom(Directive::Subscripts(1)), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Result(0), Rule::ElementOf(Place::Operand(0)))])
        .checks(&[Check::Subscripts(Place::Operand(0))]);
    /// `affine.store`
    STORE = OpDef::new("affine.store")
        .operands(&[one("value", Any), one("memref", MemRef), variadic("indices", Index)])
        .attrs(MAP)
        .format(&[
            Operand(0), Text(","), Operand(1), Text("["), Custom(Directive::Subscripts(2)), Text("]"), AttrDict,
            Text(":"), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(0), Rule::ElementOf(Place::Operand(1))), (Place::Operand(2), Rule::Index)])
        .checks(&[Check::Subscripts(Place::Operand(1))]);
    /// `affine.vector_load`
    VECTOR_LOAD = OpDef::new("affine.vector_load")
        .operands(ACCESSED)
        .results(&[one("result", AnyVector)])
        .attrs(MAP)
        .format(&[
            Operand(0), Text("["), Custom(Directive::Subscripts(1)), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text(","), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index)])
        .checks(&[Check::Subscripts(Place::Operand(0))]);
    /// `affine.vector_store`
    VECTOR_STORE = OpDef::new("affine.vector_store")
        .operands(&[one("value", AnyVector), one("memref", MemRef), variadic("indices", Index)])
        .attrs(MAP)
        .format(&[
            Operand(0), Text(","), Operand(1), Text("["), Custom(Directive::Subscripts(2)), Text("]"), AttrDict,
            Text(":"), Type(Place::Operand(1)), Text(","), Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(2), Rule::Index)])
        .checks(&[Check::Subscripts(Place::Operand(1))]);
    /// `affine.prefetch`
    PREFETCH = OpDef::new("affine.prefetch")
        .operands(ACCESSED)
        .attrs(&[
            required("isWrite", SlotKind::Bool), required("localityHint", SlotKind::Int(32)),
            required("isDataCache", SlotKind::Bool), required("map", SlotKind::Limited(&limits::AFFINE_MAP)),
        ])
        .format(&[
            Operand(0), Text("["), Custom(Directive::Subscripts(1)), Text("]"), Text(","),
            Custom(Directive::Prefetch), AttrDict, Text(":"), Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index)])
        .checks(&[Check::Subscripts(Place::Operand(0))]);
    /// `affine.delinearize_index`
    DELINEARIZE_INDEX = OpDef::new("affine.delinearize_index")
        .operands(&[one("linear_index", Index), variadic("dynamic_basis", Index)])
        .results(&[variadic("multi_index", Index)])
        .attrs(&[required("static_basis", SlotKind::DenseI64)])
        .format(&[
            Operand(0), Text("into"), IndexTuple(1, "static_basis"), AttrDict, Text(":"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(0), Rule::Index), (Place::Operand(1), Rule::Index)])
        .traits(&[Traits::PURE]);
    /// `affine.linearize_index`
    LINEARIZE_INDEX = OpDef::new("affine.linearize_index")
        .operands(&[variadic("multi_index", Index), variadic("dynamic_basis", Index)])
        .results(&[one("linear_index", Index)])
        .attrs(&[default("disjoint", SlotKind::UnitProperty), required("static_basis", SlotKind::DenseI64)])
        .format(&[
            Keyword("disjoint", "disjoint"), Glue, Text(" "), Glue, Text("["), Operand(0), Text("]"), Text("by"),
            IndexTuple(1, "static_basis"), AttrDict, Text(":"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(0), Rule::Index), (Place::Operand(1), Rule::Index)])
        .traits(&[Traits::PURE, Traits::OPERAND_SEGMENTS]);
}
