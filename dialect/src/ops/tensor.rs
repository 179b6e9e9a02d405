//! The `tensor` dialect's operations on elements and shapes.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

rows! {
    after super::memref::END;
    /// `tensor.extract`
    EXTRACT = OpDef::new("tensor.extract")
        .operands(&[one("tensor", Tensor), variadic("indices", Index)])
        .results(&[one("result", Any)])
        .format(&[Operand(0), Text("["), Operand(1), Text("]"), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Result(0), Rule::ElementOf(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("extracted"));
    /// `tensor.insert`
    INSERT = OpDef::new("tensor.insert")
        .operands(&[one("scalar", Any), one("dest", Tensor), variadic("indices", Index)])
        .results(&[one("result", Tensor)])
        .format(&[
            Operand(0), Text("into"), Operand(1), Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(1)),
        ])
        .types(&[
            (Place::Operand(0), Rule::ElementOf(Place::Operand(1))), (Place::Operand(2), Rule::Index),
            (Place::Result(0), Rule::Same(Place::Operand(1))),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("inserted"));
    /// `tensor.cast`
    CAST = OpDef::new("tensor.cast")
        .operands(&[one("source", AnyTensor)])
        .results(&[one("dest", AnyTensor)])
        .format(build::CAST)
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("cast"));
    /// `tensor.bitcast`
    BITCAST = OpDef::new("tensor.bitcast")
        .operands(&[one("source", AnyTensor)])
        .results(&[one("dest", AnyTensor)])
        .format(build::CAST)
        .traits(&[Traits::PURE]);
    /// `tensor.dim`
    DIM = OpDef::new("tensor.dim")
        .operands(&[one("source", AnyTensor), one("index", Index)])
        .results(&[one("result", Index)])
        .format(&[AttrDict, Operands, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Result(0), Rule::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("dim"));
    /// `tensor.rank`
    RANK = OpDef::new("tensor.rank")
        .operands(&[one("tensor", AnyTensor)])
        .results(&[one("result", Index)])
        .format(UNARY)
        .types(&[(Place::Result(0), Rule::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("rank"));
    /// `tensor.empty`
    EMPTY = OpDef::new("tensor.empty")
        .operands(&[variadic("dynamicSizes", Index)])
        .results(&[one("result", Tensor)])
        .format(&[Text("("), Operand(0), Text(")"), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), Rule::Index)])
        .traits(&[Traits::PURE]);
    /// `tensor.from_elements`
    FROM_ELEMENTS = OpDef::new("tensor.from_elements")
        .operands(&[variadic("elements", Any)])
        .results(&[one("result", Tensor)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), Rule::ElementOf(Place::Result(0)))])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("from_elements"));
    /// `tensor.splat`
    SPLAT = OpDef::new("tensor.splat")
        .operands(&[one("input", Any), variadic("dynamicSizes", Index)])
        .results(&[one("aggregate", Tensor)])
        .format(&[
            Operand(0), IfOperand(1, &[Text("["), Operand(1), Text("]")]), AttrDict, Text(":"),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(0), Rule::ElementOf(Place::Result(0))), (Place::Operand(1), Rule::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("splat"));
}
