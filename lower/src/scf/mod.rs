//! The `scf` dialect's loops and conditions.

mod verify;

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::verify::checks;
use irtrip_dialect::{Dialect, op_defs};

use crate::syntax;

/// The `scf` dialect.
pub static DIALECT: Dialect = Dialect::new("scf", OP_DEFS);

op_defs! {
    of DIALECT;
    FOR = OpDef::new("scf.for")
        .operands(&[
            one("lowerBound", IntOrIndex), one("upperBound", IntOrIndex), one("step", IntOrIndex), variadic("initArgs", Any),
        ])
        .results(&[variadic("results", Any)])
        .attrs(&[unit("unsignedCmp")])
        .regions(1)
        .custom(&syntax::For)
        .implicit_terminator("scf.yield")
        .verify(&[|cx, report| checks::same(cx, &[Place::Operand(0), Place::Operand(1), Place::Operand(2)], report),
            rule!(verify::for_loop)])
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    CONDITION = OpDef::new("scf.condition")
        .inside(&["scf.while"])
        .operands(&[one("condition", I1), variadic("args", Any)])
        .format(&[
            Text("("), Operand(0), Text(")"), AttrDict,
            IfOperand(1, &[Operand(1), Text(":"), Type(Place::Operand(1))]),
        ])
        .types(&[(Place::Operand(0), TypeInference::I1)])
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    YIELD = OpDef::new("scf.yield")
        .inside(&["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"])
        .operands(&[variadic("results", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    IF = OpDef::new("scf.if")
        .operands(&[one("condition", I1)])
        .results(&[variadic("results", Any)])
        .regions(2)
        .format(&[
            Operand(0), Custom(&syntax::ArrowTypes { always_brackets: true }), Region(0), IfRegion(1, &[Text("else"), Region(1)]), AttrDict,
        ])
        .types(&[(Place::Operand(0), TypeInference::I1)])
        .implicit_terminator("scf.yield")
        .verify(&[rule!(verify::condition)])
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    WHILE = OpDef::new("scf.while")
        .operands(&[variadic("inits", Any)])
        .results(&[variadic("results", Any)])
        .regions(2)
        .custom(&syntax::While)
        .traits(&[Traits::SINGLE_BLOCK])
        .verify(&[rule!(verify::while_loop)])
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    EXECUTE_REGION = OpDef::new("scf.execute_region")
        .results(&[variadic("result", Any)])
        .attrs(&[unit("no_inline")])
        .regions(1)
        .format(&[Custom(&syntax::ArrowTypes { always_brackets: false }), Keyword("no_inline", "no_inline"), Region(0), AttrDict])
        .verify(&[rule!(verify::execute_region)])
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    INDEX_SWITCH = OpDef::new("scf.index_switch")
        .operands(&[one("arg", Index)])
        .results(&[variadic("results", Any)])
        .attrs(&[required("cases", SlotKind::DenseI64)])
        .regions(1)
        .format(&[
            Operand(0), AttrDict, IfResult(0, &[Text("->"), Type(Place::Result(0))]),
            Custom(&syntax::RegionCases),
        ])
        .types(&[(Place::Operand(0), TypeInference::Index)])
        .traits(&[Traits::ANY_REGIONS])
        .implicit_terminator("scf.yield")
        .verify(&[rule!(verify::index_switch)])
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    PARALLEL = OpDef::new("scf.parallel")
        .operands(&[
            variadic("lowerBound", Index), variadic("upperBound", Index), variadic("step", Index),
            variadic("initVals", Any),
        ])
        .results(&[variadic("results", Any)])
        .regions(1)
        .custom(&syntax::Parallel)
        .traits(&[Traits::OPERAND_SEGMENTS])
        .implicit_terminator("scf.reduce")
        .verify(&[rule!(verify::parallel), rule!(verify::reductions)])
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    REDUCE = OpDef::new("scf.reduce")
        .inside(&["scf.parallel"])
        .operands(&[variadic("operands", Any)])
        .format(&[
            IfOperand(0, &[Text("("), Operand(0), Text(":"), Type(Place::Operand(0)), Text(")")]), Regions, AttrDict,
        ])
        .traits(&[Traits::ANY_REGIONS, Traits::TERMINATOR])
        .verify(&[rule!(verify::reduce)])
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    REDUCE_RETURN = OpDef::new("scf.reduce.return")
        .inside(&["scf.reduce"])
        .operands(&[one("result", Any)])
        .format(UNARY)
        .traits(&[Traits::PURE, Traits::TERMINATOR])
        .verify(&[rule!(verify::reduce_return)]);
    FORALL = OpDef::new("scf.forall")
        .operands(&[
            variadic("dynamicLowerBound", Index), variadic("dynamicUpperBound", Index),
            variadic("dynamicStep", Index), variadic("outputs", Tensor),
        ])
        .results(&[variadic("results", Any)])
        .attrs(&[
            required("staticLowerBound", SlotKind::DenseI64), required("staticUpperBound", SlotKind::DenseI64),
            required("staticStep", SlotKind::DenseI64), may("mapping", SlotKind::Array),
        ])
        .regions(1)
        .custom(&syntax::Forall)
        .traits(&[Traits::OPERAND_SEGMENTS])
        .implicit_terminator("scf.forall.in_parallel")
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    FORALL_IN_PARALLEL = OpDef::new("scf.forall.in_parallel")
        .inside(&["scf.forall"])
        .regions(1)
        .format(&[Region(0), AttrDict])
        .traits(&[
            Traits::PURE, Traits::TERMINATOR, Traits::NO_TERMINATOR, Traits::GRAPH_REGION, Traits::SINGLE_BLOCK,
        ]);
}
