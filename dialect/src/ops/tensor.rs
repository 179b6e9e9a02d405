//! The `tensor` dialect's operations on elements and shapes.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::rules::TensorRule;
use super::*;

const RANKED: &[ValueSlot] = &[one("result", Tensor)];
const WINDOW_INDEX: &[(Place, Rule)] =
    &[(Place::Operand(1), Rule::Index), (Place::Operand(2), Rule::Index), (Place::Operand(3), Rule::Index)];
const STATIC_WINDOW: &[AttrSlot] = &[
    required("static_offsets", SlotKind::DenseI64),
    required("static_sizes", SlotKind::DenseI64),
    required("static_strides", SlotKind::DenseI64),
];
/// A tensor, the one it is put into, and where, how large and how far apart its elements are there.
const INSERTED: &[ValueSlot] = &[
    one("source", Tensor),
    one("dest", Tensor),
    variadic("offsets", Index),
    variadic("sizes", Index),
    variadic("strides", Index),
];
/// `%a into %b[0] [4] [1] {...} : T into U`
const INSERTION: &[Elem] = &[
    Operand(0),
    Text("into"),
    Operand(1),
    Glue,
    IndexList(2, "static_offsets"),
    IndexList(3, "static_sizes"),
    IndexList(4, "static_strides"),
    AttrDict,
    Text(":"),
    Type(Place::Operand(0)),
    Text("into"),
    Type(Place::Operand(1)),
];

const fn insertion(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(INSERTED)
        .attrs(STATIC_WINDOW)
        .format(INSERTION)
        .checks(&[Check::Tensor(TensorRule::InsertSlice)])
        .traits(&[Traits::PURE, Traits::OPERAND_SEGMENTS])
}

rows! {
    after super::memref::END;
    /// `tensor.extract`
    EXTRACT = OpDef::new("tensor.extract")
        .operands(&[one("tensor", Tensor), variadic("indices", Index)])
        .results(&[one("result", Any)])
        .format(&[Operand(0), Text("["), Operand(1), Text("]"), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Result(0), Rule::ElementOfAs(
            Place::Operand(0), "failed to verify that result type matches element type of tensor",
        ))])
        .checks(&[Check::Tensor(TensorRule::Extract)])
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
            (Place::Operand(2), Rule::Index),
            (Place::Result(0), Rule::SameAs(
                Place::Operand(1), "failed to verify that result type matches type of dest",
            )),
            (Place::Operand(0), Rule::ElementOfAs(
                Place::Operand(1), "failed to verify that scalar type matches element type of dest",
            )),
        ])
        .checks(&[Check::Tensor(TensorRule::Insert)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("inserted"));
    /// `tensor.cast`
    CAST = OpDef::new("tensor.cast")
        .operands(&[one("source", AnyTensor)])
        .results(&[one("dest", AnyTensor)])
        .format(build::CAST)
        .checks(&[Check::Tensor(TensorRule::Cast)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("cast"));
    /// `tensor.bitcast`
    BITCAST = OpDef::new("tensor.bitcast")
        .operands(&[one("source", NumberTensor)])
        .results(&[one("dest", NumberTensor)])
        .format(build::CAST)
        .traits(&[Traits::PURE]);
    /// `tensor.dim`
    DIM = OpDef::new("tensor.dim")
        .operands(&[one("source", DimTensor), one("index", Index)])
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
        .checks(&[Check::Tensor(TensorRule::DynamicSizes(0))])
        .traits(&[Traits::PURE]);
    /// `tensor.from_elements`
    FROM_ELEMENTS = OpDef::new("tensor.from_elements")
        .operands(&[variadic("elements", Any)])
        .results(&[one("result", StaticTensor)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), Rule::ElementOfAs(
            Place::Result(0), "failed to verify that operand types match result element type",
        ))])
        .checks(&[Check::Tensor(TensorRule::FromElements)])
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
        .types(&[(Place::Operand(0), Rule::ElementOfAs(
            Place::Result(0), "failed to verify that operand type matches element type of result",
        )), (Place::Operand(1), Rule::Index)])
        .checks(&[Check::Tensor(TensorRule::DynamicSizes(1))])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("splat"));
    /// `tensor.extract_slice`
    EXTRACT_SLICE = OpDef::new("tensor.extract_slice")
        .operands(&[
            one("source", Tensor), variadic("offsets", Index), variadic("sizes", Index), variadic("strides", Index),
        ])
        .results(RANKED)
        .attrs(STATIC_WINDOW)
        .format(&[
            Operand(0), Glue, IndexList(1, "static_offsets"), IndexList(2, "static_sizes"),
            IndexList(3, "static_strides"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .types(WINDOW_INDEX)
        .checks(&[Check::Tensor(TensorRule::ExtractSlice)])
        .traits(&[Traits::PURE, Traits::OPERAND_SEGMENTS])
        .result_name(ResultName::Word("extracted_slice"));
    /// `tensor.insert_slice`
    INSERT_SLICE = insertion("tensor.insert_slice")
        .results(RANKED)
        .types(&[
            (Place::Operand(2), Rule::Index), (Place::Operand(3), Rule::Index), (Place::Operand(4), Rule::Index),
            (Place::Result(0), Rule::SameAs(
                Place::Operand(1), "failed to verify that expected result type to match dest type",
            )),
        ])
        .result_name(ResultName::Word("inserted_slice"));
    /// `tensor.parallel_insert_slice`
    PARALLEL_INSERT_SLICE = insertion("tensor.parallel_insert_slice").types(&[
        (Place::Operand(2), Rule::Index), (Place::Operand(3), Rule::Index), (Place::Operand(4), Rule::Index),
    ]);
    /// `tensor.expand_shape`
    EXPAND_SHAPE = OpDef::new("tensor.expand_shape")
        .operands(&[one("src", AnyTensor), variadic("output_shape", Index)])
        .results(&[one("result", AnyTensor)])
        .attrs(&[required("reassociation", SlotKind::Limited(&limits::INDEX_GROUPS)), required("static_output_shape", SlotKind::DenseI64)])
        .format(&[
            Operand(0), Attr("reassociation"), Text("output_shape"), IndexList(1, "static_output_shape"), AttrDict,
            Text(":"), Type(Place::Operand(0)), Text("into"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index)])
        .checks(&[Check::Tensor(TensorRule::ExpandShape)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("expanded"));
    /// `tensor.collapse_shape`
    COLLAPSE_SHAPE = OpDef::new("tensor.collapse_shape")
        .operands(&[one("src", AnyTensor)])
        .results(&[one("result", AnyTensor)])
        .attrs(&[required("reassociation", SlotKind::Limited(&limits::INDEX_GROUPS))])
        .format(&[
            Operand(0), Attr("reassociation"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("into"),
            Type(Place::Result(0)),
        ])
        .checks(&[Check::Tensor(TensorRule::CollapseShape)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("collapsed"));
    /// `tensor.reshape`
    RESHAPE = OpDef::new("tensor.reshape")
        .operands(&[one("source", AnyTensor), one("shape", TensorOfIndex1)])
        .results(&[one("result", AnyTensor)])
        .format(&[Operand(0), Text("("), Operand(1), Text(")"), AttrDict, Text(":"), FunctionalType])
        .checks(&[Check::Tensor(TensorRule::Reshape)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("reshape"));
    /// `tensor.generate`
    GENERATE = OpDef::new("tensor.generate")
        .operands(&[variadic("dynamicExtents", Index)])
        .results(RANKED)
        .regions(1)
        .format(&[Operand(0), Region(0), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), Rule::Index)])
        .checks(&[Check::Tensor(TensorRule::Generate)])
        .traits(&[Traits::SINGLE_BLOCK])
        .result_name(ResultName::Word("generated"));
    /// `tensor.pad`
    PAD = OpDef::new("tensor.pad")
        .operands(&[one("source", Tensor), variadic("low", Index), variadic("high", Index)])
        .results(RANKED)
        .attrs(&[
            required("static_low", SlotKind::DenseI64), required("static_high", SlotKind::DenseI64), unit("nofold"),
        ])
        .regions(1)
        .format(&[
            Operand(0), Keyword("nofold", "nofold"), Text("low"), Glue, IndexList(1, "static_low"), Text("high"), Glue,
            IndexList(2, "static_high"), Region(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Operand(2), Rule::Index)])
        .checks(&[Check::Tensor(TensorRule::Pad)])
        .traits(&[Traits::OPERAND_SEGMENTS, Traits::SINGLE_BLOCK])
        .result_name(ResultName::Word("padded"));
    /// `tensor.yield`
    YIELD = OpDef::new("tensor.yield")
        .operands(&[one("value", Any)])
        .format(UNARY)
        .inside(&["tensor.generate", "tensor.pad"])
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    /// `tensor.concat`
    CONCAT = OpDef::new("tensor.concat")
        .operands(&[variadic("inputs", Tensor)])
        .results(RANKED)
        .attrs(&[required("dim", SlotKind::Int(64))])
        .format(&[
            Text("dim"), Text("("), Attr("dim"), Text(")"), Operand(0), AttrDict, Text(":"), FunctionalType,
        ])
        .checks(&[Check::Tensor(TensorRule::Concat)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("concat"));
    /// `tensor.gather`
    GATHER = OpDef::new("tensor.gather")
        .operands(&[one("source", Tensor), one("indices", TensorOfIndex)])
        .results(RANKED)
        .attrs(&[required("gather_dims", SlotKind::DenseI64), unit("unique")])
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text("gather_dims"), Text("("), Attr("gather_dims"),
            Text(")"), Keyword("unique", "unique"), AttrDict, Text(":"), FunctionalType,
        ])
        .checks(&[Check::Tensor(TensorRule::Gather)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("gather"));
    /// `tensor.scatter`
    SCATTER = OpDef::new("tensor.scatter")
        .operands(&[one("source", Tensor), one("dest", Tensor), one("indices", TensorOfIndex)])
        .results(RANKED)
        .attrs(&[required("scatter_dims", SlotKind::DenseI64), unit("unique")])
        .format(&[
            Operand(0), Text("into"), Operand(1), Text("["), Operand(2), Text("]"), Text("scatter_dims"), Text("("),
            Attr("scatter_dims"), Text(")"), Keyword("unique", "unique"), AttrDict, Text(":"), FunctionalType,
        ])
        .checks(&[Check::Tensor(TensorRule::Scatter)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("scatter"));
}
