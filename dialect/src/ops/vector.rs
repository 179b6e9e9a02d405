//! The `vector` dialect's operations on vectors' elements, shapes and masks.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

const SOURCE: &[ValueSlot] = &[one("source", AnyVector)];
const VECTOR: &[ValueSlot] = &[one("result", AnyVector)];
const RANKED: &[ValueSlot] = &[one("result", RankedVector)];
const POSITION: &[AttrSlot] = &[required("static_position", SlotKind::DenseI64)];
const ACCESS: &[AttrSlot] =
    &[may("nontemporal", SlotKind::Bool), may("alignment", SlotKind::Bounded(64, &limits::ALIGNMENT_I64))];
const MASK: &[ValueSlot] = &[one("result", AnyMaskVector)];

const KIND: SlotKind = SlotKind::Foreign { dialect: "vector", mnemonic: "kind", empty: "kind<add>" };
/// How two elements become one.
const COMBINING_KIND: AttrSlot = required("kind", KIND);
/// How two elements become one: they are added where nothing else is said.
const DEFAULT_KIND: AttrSlot = default_empty("kind", KIND);

const fn cast(name: &'static str, operands: &'static [ValueSlot]) -> OpDef {
    OpDef::new(name).operands(operands).results(VECTOR).format(CAST).traits(&[Traits::PURE])
}

rows! {
    after super::affine::END;
    /// `vector.bitcast`
    BITCAST = cast("vector.bitcast", SOURCE)
        .checks(&[Check::Vector(rules::VectorRule::Bitcast)]);
    /// `vector.broadcast`
    BROADCAST = cast("vector.broadcast", &[one("source", Any)])
        .checks(&[Check::Vector(rules::VectorRule::Broadcast)]);
    /// `vector.shape_cast`
    SHAPE_CAST = cast("vector.shape_cast", SOURCE)
        .checks(&[Check::Vector(rules::VectorRule::ShapeCast)]);
    /// `vector.constant_mask`
    CONSTANT_MASK = OpDef::new("vector.constant_mask")
        .attrs(&[required("mask_dim_sizes", SlotKind::DenseI64)])
        .results(MASK)
        .format(&[Attr("mask_dim_sizes"), AttrDict, Text(":"), ResultTypes])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::ConstantMask)]);
    /// `vector.create_mask`
    CREATE_MASK = OpDef::new("vector.create_mask")
        .operands(&[variadic("operands", Index)])
        .results(MASK)
        .format(&[Operand(0), AttrDict, Text(":"), ResultTypes])
        .types(&[(Place::Operand(0), Rule::Index)])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::CreateMask)]);
    /// `vector.extract`
    EXTRACT = OpDef::new("vector.extract")
        .operands(&[one("source", AnyVector), variadic("dynamic_position", Index)])
        .results(&[one("result", Any)])
        .attrs(POSITION)
        .format(&[
            Operand(0), Glue, IndexList(1, "static_position"), AttrDict, Text(":"), Type(Place::Result(0)),
            Text("from"), Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index)])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::Extract)]);
    /// `vector.insert`
    INSERT = OpDef::new("vector.insert")
        .operands(&[one("valueToStore", Any), one("dest", AnyVector), variadic("dynamic_position", Index)])
        .results(VECTOR)
        .attrs(POSITION)
        .format(&[
            Operand(0), Text(","), Operand(1), IndexList(2, "static_position"), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("into"), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(2), Rule::Index), (Place::Result(0), Rule::Same(Place::Operand(1)))])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::Insert)]);
    /// `vector.extract_strided_slice`
    EXTRACT_STRIDED_SLICE = OpDef::new("vector.extract_strided_slice")
        .operands(&[one("source", RankedVector)])
        .results(RANKED)
        .attrs(&[
            required("offsets", SlotKind::Array), required("sizes", SlotKind::Array),
            required("strides", SlotKind::Array),
        ])
        .format(CAST)
        .traits(&[Traits::PURE])
        .checks(&[
            Check::SameElement(Place::Operand(0), Place::Result(0), "operand and result have same element type"),
            Check::Vector(rules::VectorRule::ExtractStridedSlice),
        ]);
    /// `vector.insert_strided_slice`
    INSERT_STRIDED_SLICE = OpDef::new("vector.insert_strided_slice")
        .operands(&[one("valueToStore", RankedVector), one("dest", RankedVector)])
        .results(RANKED)
        .attrs(&[required("offsets", SlotKind::Array), required("strides", SlotKind::Array)])
        .format(&[
            Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Operand(0)), Text("into"),
            Type(Place::Operand(1)),
        ])
        .types(&[(Place::Result(0), Rule::Same(Place::Operand(1)))])
        .traits(&[Traits::PURE])
        .checks(&[
            Check::SameElement(Place::Operand(0), Place::Operand(1), "operand #0 and result have same element type"),
            Check::Vector(rules::VectorRule::InsertStridedSlice),
        ]);
    /// `vector.shuffle`
    SHUFFLE = OpDef::new("vector.shuffle")
        .operands(&[one("v1", FixedAnyVector), one("v2", FixedAnyVector)])
        .results(&[one("vector", RankedVector)])
        .attrs(&[required("mask", SlotKind::DenseI64)])
        .format(&[
            Operands, Attr("mask"), AttrDict, Text(":"), OperandTypes, Glue, Custom(Directive::ShuffleType),
        ])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::Shuffle)]);
    /// `vector.fma`
    FMA = OpDef::new("vector.fma")
        .operands(&[one("lhs", FloatVector), one("rhs", FloatVector), one("acc", FloatVector)])
        .results(&[one("result", FloatVector)])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), AttrDict, Text(":"), Type(Place::Operand(0)),
        ])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE]);
    /// `vector.transpose`
    TRANSPOSE = OpDef::new("vector.transpose")
        .operands(&[one("vector", AnyVector)])
        .results(VECTOR)
        .attrs(&[required("permutation", SlotKind::DenseI64)])
        .format(&[
            Operand(0), Text(","), Attr("permutation"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::Transpose)]);
    /// `vector.load`
    LOAD = OpDef::new("vector.load")
        .operands(&[one("base", MemRef), variadic("indices", Index)])
        .results(VECTOR)
        .attrs(ACCESS)
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index)])
        .checks(&[Check::Vector(rules::VectorRule::Load)]);
    /// `vector.store`
    STORE = OpDef::new("vector.store")
        .operands(&[one("valueToStore", AnyVector), one("base", MemRef), variadic("indices", Index)])
        .attrs(ACCESS)
        .format(&[
            Operand(0), Text(","), Operand(1), Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(1)), Text(","), Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(2), Rule::Index)])
        .checks(&[Check::Vector(rules::VectorRule::Store)]);
    /// `vector.from_elements`
    FROM_ELEMENTS = OpDef::new("vector.from_elements")
        .operands(&[variadic("elements", Any)])
        .results(&[one("dest", FixedAnyVector)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), Rule::ElementOf(Place::Result(0)))])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::FromElements)]);
    /// `vector.reduction`
    REDUCTION = OpDef::new("vector.reduction")
        .operands(&[one("vector", AnyVector), optional("acc", Any)])
        .results(&[one("dest", Any)])
        .attrs(&[
            COMBINING_KIND, super::arith::FASTMATH,
        ])
        .format(&[
            Attr("kind"), Text(","), Operand(0), IfOperand(1, &[Text(","), Operand(1)]), super::arith::FASTMATH_CLAUSE,
            AttrDict, Text(":"), Type(Place::Operand(0)), Text("into"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Same(Place::Result(0)))])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::Reduction)]);
    /// `vector.interleave`
    INTERLEAVE = OpDef::new("vector.interleave")
        .operands(&[one("lhs", AnyVector), one("rhs", AnyVector)])
        .results(RANKED)
        .format(&[
            Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Operand(0)), Text("->"),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::Interleave)]);
    /// `vector.step`
    STEP = OpDef::new("vector.step").results(&[one("result", IndexVector1)]).format(NULLARY).traits(&[Traits::PURE]);
    /// `vector.vscale`
    VSCALE = OpDef::new("vector.vscale")
        .results(&[one("res", Index)])
        .format(BARE)
        .types(&[(Place::Result(0), Rule::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("vscale"));
    /// `vector.scalable.extract`
    SCALABLE_EXTRACT = OpDef::new("vector.scalable.extract")
        .operands(&[one("source", ScalableVector1)])
        .results(&[one("res", Vector1)])
        .attrs(&[required("pos", SlotKind::Int(64))])
        .format(&[
            Operand(0), Text("["), Attr("pos"), Text("]"), AttrDict, Text(":"), Type(Place::Result(0)), Text("from"),
            Type(Place::Operand(0)),
        ])
        .traits(&[Traits::PURE])
        .checks(&[
            Check::SameElement(Place::Operand(0), Place::Result(0), "all of {source, result} have same element type"),
            Check::Vector(rules::VectorRule::ScalableExtract),
        ]);
    /// `vector.scalable.insert`
    SCALABLE_INSERT = OpDef::new("vector.scalable.insert")
        .operands(&[one("valueToStore", Vector1), one("dest", ScalableVector1)])
        .results(&[one("res", ScalableVector1)])
        .attrs(&[required("pos", SlotKind::Int(64))])
        .format(&[
            Operand(0), Text(","), Operand(1), Text("["), Attr("pos"), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("into"), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Result(0), Rule::Same(Place::Operand(1)))])
        .traits(&[Traits::PURE])
        .checks(&[
            Check::SameElement(Place::Operand(0), Place::Operand(1), "all of {valueToStore, dest} have same element type"),
            Check::Vector(rules::VectorRule::ScalableInsert),
        ]);
    /// `vector.type_cast`
    TYPE_CAST = OpDef::new("vector.type_cast")
        .operands(&[one("memref", StaticMemRef)])
        .results(&[one("result", MemRef)])
        .format(CAST)
        .traits(&[Traits::PURE])
        .checks(&[Check::Vector(rules::VectorRule::TypeCast)]);
    /// `vector.deinterleave`
    DEINTERLEAVE = OpDef::new("vector.deinterleave")
        .operands(&[one("source", RankedVector)])
        .results(&[one("res1", RankedVector), one("res2", RankedVector)])
        .format(&[
            Operand(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("->"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Result(1), Rule::Same(Place::Result(0)))])
        .checks(&[Check::Deinterleave, Check::Same(&[Place::Result(0), Place::Result(1)])])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Slots);
    /// `vector.to_elements`
    TO_ELEMENTS = OpDef::new("vector.to_elements")
        .operands(SOURCE)
        .results(&[variadic("elements", Any)])
        .format(UNARY)
        .types(&[(Place::Result(0), Rule::EachElementOf(Place::Operand(0)))])
        .checks(&[Check::EachElement])
        .traits(&[Traits::PURE]);
    /// `vector.multi_reduction`
    MULTI_REDUCTION = OpDef::new("vector.multi_reduction")
        .operands(&[one("source", RankedVector), one("acc", Any)])
        .results(&[one("dest", Any)])
        .attrs(&[COMBINING_KIND, required("reduction_dims", SlotKind::DenseI64)])
        .format(&[
            Attr("kind"), Text(","), Operand(0), Text(","), Operand(1), AttrDict, Attr("reduction_dims"), Text(":"),
            Type(Place::Operand(0)), Text("to"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::SameAs(
            Place::Result(0), "failed to verify that all of {dest, acc} have same type",
        ))])
        .checks(&[Check::SameElement(
            Place::Operand(0), Place::Result(0), "source operand and result have same element type",
        ), Check::Vector(rules::VectorRule::MultiReduction)])
        .traits(&[Traits::PURE]);
    /// `vector.outerproduct`
    OUTERPRODUCT = OpDef::new("vector.outerproduct")
        .operands(&[one("lhs", RankedVector), one("rhs", Any), optional("acc", RankedVector)])
        .results(&[one("result", RankedVector)])
        .attrs(&[DEFAULT_KIND])
        .custom(Syntax::OuterProduct)
        .checks(&[
            Check::SameElement(
                Place::Operand(0), Place::Result(0), "lhs operand and result have same element type",
            ),
            Check::SameElement(
                Place::Operand(1), Place::Result(0), "rhs operand and result have same element type",
            ), Check::Vector(rules::VectorRule::OuterProduct)])
        .traits(&[Traits::PURE]);
    /// `vector.contract`
    CONTRACT = OpDef::new("vector.contract")
        .operands(&[one("lhs", RankedVector), one("rhs", RankedVector), one("acc", Any)])
        .results(&[one("result", Any)])
        .attrs(&[
            required("indexing_maps", SlotKind::Array),
            required("iterator_types", SlotKind::Limited(&limits::ITERATORS)),
            DEFAULT_KIND,
        ])
        .custom(Syntax::Contract)
        .checks(&[
            Check::SameElement(Place::Operand(0), Place::Operand(1), "lhs and rhs have same element type"),
            Check::SameElement(
                Place::Operand(2), Place::Result(0), "third operand acc and result have same element type",
            ), Check::Vector(rules::VectorRule::Contract)])
        .traits(&[Traits::PURE]);
    /// `vector.scan`
    SCAN = OpDef::new("vector.scan")
        .operands(&[one("source", RankedVector), one("initial_value", AnyVector)])
        .results(&[one("dest", RankedVector), one("accumulated_value", AnyVector)])
        .attrs(&[
            COMBINING_KIND, required("reduction_dim", SlotKind::Int(64)), required("inclusive", SlotKind::Bool),
        ])
        .format(&[
            Attr("kind"), Text(","), Operand(0), Text(","), Operand(1), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)),
        ])
        .types(&[
            (Place::Result(0), Rule::Same(Place::Operand(0))), (Place::Result(1), Rule::Same(Place::Operand(1))),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Slots)
        .checks(&[Check::Vector(rules::VectorRule::Scan)]);
    /// `vector.print`
    PRINT = OpDef::new("vector.print")
        .operands(&[optional("source", Printable)])
        .attrs(&[
            default_empty("punctuation", SlotKind::Foreign {
                dialect: "vector", mnemonic: "punctuation", empty: "punctuation<newline>",
            }),
            may("stringLiteral", SlotKind::Str),
        ])
        .format(&[
            IfOperand(0, &[Operand(0), Text(":"), Type(Place::Operand(0))]),
            Clauses(&[
                IfAttr("stringLiteral", &[Text("str"), Attr("stringLiteral")]),
                IfAttr("punctuation", &[Text("punctuation"), Attr("punctuation")]),
            ]),
            AttrDict,
        ])
        .checks(&[Check::Vector(rules::VectorRule::Print)]);
    /// `vector.mask`
    MASK_REGION = OpDef::new("vector.mask")
        .operands(&[one("mask", MaskVector), optional("passthru", Any)])
        .results(&[variadic("results", Any)])
        .regions(1)
        .custom(Syntax::Mask)
        .implicit_terminator(YIELD)
        .checks(&[Check::Vector(rules::VectorRule::Mask)]);
    /// `vector.yield`
    YIELD = OpDef::new("vector.yield")
        .operands(&[variadic("operands", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
}
