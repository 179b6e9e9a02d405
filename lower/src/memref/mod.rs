//! The `memref` dialect's operations.

pub(crate) mod layouts;
pub(crate) mod verify;

use irtrip_dialect::enums;
use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::verify::checks;
use irtrip_dialect::{Dialect, op_defs};

use crate::syntax;

/// Whether the access bypasses the caches.
const NONTEMPORAL: AttrSlot =
    AttrSlot { name: "nontemporal", kind: SlotKind::Bool, optionality: Optionality::LeftOut(0) };

const SIZES: &[ValueConstraint] = &[variadic("dynamicSizes", Index), variadic("symbolOperands", Index)];
const BUFFER: &[ValueConstraint] = &[one("memref", MemRef)];
const ALIGNMENT: &[AttrSlot] = &[may("alignment", SlotKind::Bounded(64, &attr_constraints::ALIGNMENT_I64))];
const SIZES_INDEX: &[(Place, TypeInference)] =
    &[(Place::Operand(0), TypeInference::Index), (Place::Operand(1), TypeInference::Index)];
/// A memref, and where, how large and how far apart the part of it is.
const WINDOW: &[ValueConstraint] =
    &[one("source", AnyMemRef), variadic("offsets", Index), variadic("sizes", Index), variadic("strides", Index)];
const WINDOW_INDEX: &[(Place, TypeInference)] = &[
    (Place::Operand(1), TypeInference::Index),
    (Place::Operand(2), TypeInference::Index),
    (Place::Operand(3), TypeInference::Index),
];
const STATIC_WINDOW: &[AttrSlot] = &[
    required("static_offsets", SlotKind::DenseI64),
    required("static_sizes", SlotKind::DenseI64),
    required("static_strides", SlotKind::DenseI64),
];
/// `(%n)[%s] {...} : T`
const ALLOCATION: &[FormatElement] = &[
    Text("("),
    Operand(0),
    Text(")"),
    IfOperand(1, &[Glue, Text("["), Operand(1), Text("]")]),
    AttrDict,
    Text(":"),
    Type(Place::Result(0)),
];

const fn allocation(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(SIZES)
        .results(BUFFER)
        .attrs(ALIGNMENT)
        .format(ALLOCATION)
        .types(SIZES_INDEX)
        .verify(&[rule!(verify::allocation)])
        .traits(&[Traits::OPERAND_SEGMENTS])
}

/// The `memref` dialect.
pub static DIALECT: Dialect = Dialect::new("memref", OP_DEFS);

op_defs! {
    of DIALECT;
    LOAD = OpDef::new("memref.load")
        .operands(&[one("memref", MemRef), variadic("indices", Index)])
        .results(&[one("result", Any)])
        .attrs(&[NONTEMPORAL, may("alignment", SlotKind::Bounded(64, &attr_constraints::ALIGNMENT_I64))])
        .format(&[Operand(0), Text("["), Operand(1), Text("]"), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), TypeInference::Index), (Place::Result(0), TypeInference::ElementOfAs(
            Place::Operand(0), "failed to verify that result type matches element type of 'memref'",
        ))])
        .verify(&[rule!(verify::load)])
        .traits(&[Traits::READS]);
    STORE = OpDef::new("memref.store")
        .operands(&[one("value", Any), one("memref", MemRef), variadic("indices", Index)])
        .attrs(&[NONTEMPORAL, may("alignment", SlotKind::Bounded(64, &attr_constraints::ALIGNMENT_I64))])
        .format(&[
            Operand(0), Text(","), Operand(1), Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(0), TypeInference::ElementOfAs(
            Place::Operand(1), "failed to verify that type of 'value' matches element type of 'memref'",
        )), (Place::Operand(2), TypeInference::Index)])
        .verify(&[rule!(verify::store)])
        .traits(&[Traits::WRITES]);
    ALLOC = allocation("memref.alloc").result_name(ResultName::Word("alloc")).traits(&[Traits::ALLOCATES]);
    ALLOCA = allocation("memref.alloca").result_name(ResultName::Word("alloca")).traits(&[Traits::ALLOCATES]);
    DEALLOC = OpDef::new("memref.dealloc").operands(&[one("memref", AnyMemRef)]).format(UNARY).traits(&[Traits::FREES]);
    COPY = OpDef::new("memref.copy")
        .operands(&[one("source", AnyMemRef), one("target", AnyMemRef)])
        .traits(&[Traits::SAME_OPERANDS_ELEMENT_TYPE])
        .format(&[
            Operands, AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"), Type(Place::Operand(1)),
        ])
        .verify(&[rule!(verify::copy)])
        .traits(&[Traits::READS, Traits::WRITES]);
    CAST = OpDef::new("memref.cast")
        .operands(&[one("source", AnyMemRef)])
        .results(&[one("dest", AnyMemRef)])
        .format(build::CAST)
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("cast"))
        .verify(&[rule!(verify::cast)]);
    MEMORY_SPACE_CAST = OpDef::new("memref.memory_space_cast")
        .operands(&[one("source", AnyMemRef)])
        .results(&[one("dest", AnyMemRef)])
        .format(build::CAST)
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("memspacecast"))
        .verify(&[rule!(verify::memory_space_cast)]);
    DIM = OpDef::new("memref.dim")
        .operands(&[one("source", DimMemRef), one("index", Index)])
        .results(&[one("result", Index)])
        .format(&[AttrDict, Operands, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), TypeInference::Index), (Place::Result(0), TypeInference::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("dim"));
    RANK = OpDef::new("memref.rank")
        .operands(&[one("memref", AnyMemRef)])
        .results(&[one("result", Index)])
        .format(UNARY)
        .types(&[(Place::Result(0), TypeInference::Index)])
        .traits(&[Traits::PURE]);
    GET_GLOBAL = OpDef::new("memref.get_global")
        .attrs(&[required("name", SlotKind::SymbolRef)])
        .results(&[one("result", StaticMemRef)])
        .format(&[Attr("name"), Text(":"), Type(Place::Result(0)), AttrDict])
        .traits(&[Traits::PURE])
        .verify(&[rule!(verify::get_global)]);
    EXTRACT_ALIGNED_POINTER_AS_INDEX = OpDef::new("memref.extract_aligned_pointer_as_index")
        .operands(&[one("source", AnyMemRef)])
        .results(&[one("aligned_pointer", Index)])
        .format(&[Operand(0), Text(":"), Type(Place::Operand(0)), Text("->"), ResultTypes, AttrDict])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("intptr"));
    REALLOC = OpDef::new("memref.realloc")
        .operands(&[one("source", MemRef1), optional("dynamicResultSize", Index)])
        .results(&[one("memref", MemRef1)])
        .attrs(ALIGNMENT)
        .format(&[
            Operand(0), IfOperand(1, &[Text("("), Operand(1), Text(")")]), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("to"), ResultTypes,
        ])
        .types(&[(Place::Operand(1), TypeInference::Index)])
        .verify(&[rule!(verify::realloc)])
        .traits(&[Traits::ALLOCATES, Traits::FREES]);
    GLOBAL = OpDef::new("memref.global")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), may("sym_visibility", SlotKind::Str),
            required("type", SlotKind::Type), may("initial_value", SlotKind::Any), unit("constant"),
            may("alignment", SlotKind::Bounded(64, &attr_constraints::ALIGNMENT_I64)),
        ])
        .format(&[
            IfAttr("sym_visibility", &[Attr("sym_visibility")]), Keyword("constant", "constant"), Attr("sym_name"),
            Text(":"), Custom(&syntax::TypeAndInitialValue), AttrDict,
        ])
        .traits(&[Traits::SYMBOL])
        .verify(&[rule!(verify::global)]);
    ALLOCA_SCOPE = OpDef::new("memref.alloca_scope")
        .results(&[variadic("results", Any)])
        .regions(1)
        .format(&[Text(" "), Custom(&syntax::ArrowTypes { always_brackets: true }), Region(0), AttrDict])
        .implicit_terminator("memref.alloca_scope.return")
        .traits(&[Traits::RECURSIVE_EFFECTS]);
    ALLOCA_SCOPE_RETURN = OpDef::new("memref.alloca_scope.return")
        .inside(&["memref.alloca_scope"])
        .operands(&[variadic("results", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    ASSUME_ALIGNMENT = OpDef::new("memref.assume_alignment")
        .operands(BUFFER)
        .results(&[one("result", MemRef)])
        .attrs(&[required("alignment", SlotKind::Bounded(32, &attr_constraints::POSITIVE_I32))])
        .format(&[Operand(0), Text(","), Attr("alignment"), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .result_name(ResultName::Word("assume_align"))
        .verify(&[rule!(verify::assume_alignment)]);
    DISTINCT_OBJECTS = OpDef::new("memref.distinct_objects")
        .operands(&[variadic("operands", MemRef)])
        .results(&[variadic("results", MemRef)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .verify(&[rule!(verify::distinct_objects)]);
    ATOMIC_RMW = OpDef::new("memref.atomic_rmw")
        .operands(&[one("value", IntOrFloat), one("memref", NumberMemRef), variadic("indices", Index)])
        .results(&[one("result", IntOrFloat)])
        .attrs(&[required("kind", SlotKind::Enum(enums::AtomicRmwKind::TABLE))])
        .format(&[
            Attr("kind"), Operand(0), Text(","), Operand(1), Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Text("("), Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)), Text(")"), Text("->"),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(2), TypeInference::Index)])
        .verify(&[
            |cx, report| checks::same(cx, &[Place::Operand(0), Place::Result(0)], report),
            |cx, report| {
                let words = "value type matches element type of memref";
                checks::same_element(cx, [Place::Operand(0), Place::Operand(1)], words, report);
            },
            rule!(verify::atomic_rmw)])
        .traits(&[Traits::READS, Traits::WRITES]);
    GENERIC_ATOMIC_RMW = OpDef::new("memref.generic_atomic_rmw")
        .operands(&[one("memref", MemRef), variadic("indices", Index)])
        .results(&[one("result", Any)])
        .regions(1)
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text(":"), Type(Place::Operand(0)), Region(0), AttrDict,
        ])
        .types(&[(Place::Operand(1), TypeInference::Index), (Place::Result(0), TypeInference::ElementOfAs(
            Place::Operand(0), "failed to verify that result type matches element type of memref",
        ))])
        .traits(&[Traits::SINGLE_BLOCK])
        .verify(&[rule!(verify::generic_atomic_rmw)])
        .traits(&[Traits::READS, Traits::WRITES]);
    ATOMIC_YIELD = OpDef::new("memref.atomic_yield")
        .inside(&["memref.generic_atomic_rmw"])
        .operands(&[one("result", Any)])
        .format(UNARY)
        .traits(&[Traits::PURE, Traits::TERMINATOR])
        .verify(&[rule!(verify::atomic_yield)]);
    PREFETCH = OpDef::new("memref.prefetch")
        .operands(&[one("memref", MemRef), variadic("indices", Index)])
        .attrs(&[
            required("isWrite", SlotKind::Bool), required("localityHint", SlotKind::Bounded(32, &attr_constraints::LOCALITY)),
            required("isDataCache", SlotKind::Bool),
        ])
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text(","), Custom(&syntax::Prefetch), AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), TypeInference::Index)])
        .verify(&[rule!(verify::prefetch)])
        .traits(&[Traits::WRITES]);
    DMA_WAIT = OpDef::new("memref.dma_wait")
        .operands(&[one("tagMemRef", MemRef), variadic("tagIndices", Index), one("numElements", Index)])
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text(","), Operand(2), AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), TypeInference::Index), (Place::Operand(2), TypeInference::Index)])
        .verify(&[rule!(verify::dma_wait)]);
    EXTRACT_STRIDED_METADATA = OpDef::new("memref.extract_strided_metadata")
        .operands(&[one("source", StridedMemRef)])
        .results(&[
            one("base_buffer", StridedMemRef0), one("offset", Index), variadic("sizes", Index), variadic("strides", Index),
        ])
        .format(&[Operand(0), Text(":"), Type(Place::Operand(0)), Text("->"), ResultTypes, AttrDict])
        .traits(&[Traits::PURE, Traits::EVEN_RESULTS])
        .result_name(ResultName::Slots);
    REINTERPRET_CAST = OpDef::new("memref.reinterpret_cast")
        .operands(WINDOW)
        .results(&[one("result", StridedMemRef)])
        .attrs(STATIC_WINDOW)
        .format(&[
            Operand(0), Text("to"), Text("offset"), Glue, Text(":"), IndexList(1, "static_offsets"), Glue, Text(","),
            Text("sizes"), Glue, Text(":"), IndexList(2, "static_sizes"), Glue, Text(","), Text("strides"), Glue,
            Text(":"), IndexList(3, "static_strides"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .types(WINDOW_INDEX)
        .traits(&[Traits::PURE, Traits::OPERAND_SEGMENTS])
        .result_name(ResultName::Word("reinterpret_cast"))
        .verify(&[rule!(verify::reinterpret_cast)]);
    SUBVIEW = OpDef::new("memref.subview")
        .operands(&[
            one("source", MemRef), variadic("offsets", Index), variadic("sizes", Index), variadic("strides", Index),
        ])
        .results(&[one("result", MemRef)])
        .attrs(STATIC_WINDOW)
        .format(&[
            Operand(0), Glue, IndexList(1, "static_offsets"), IndexList(2, "static_sizes"),
            IndexList(3, "static_strides"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .types(WINDOW_INDEX)
        .traits(&[Traits::PURE, Traits::OPERAND_SEGMENTS])
        .result_name(ResultName::Word("subview"))
        .verify(&[rule!(verify::subview)]);
    RESHAPE = OpDef::new("memref.reshape")
        .operands(&[one("source", AnyMemRef), one("shape", IndexMemRef1)])
        .results(&[one("result", AnyMemRef)])
        .format(&[Operand(0), Text("("), Operand(1), Text(")"), AttrDict, Text(":"), FunctionalType])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("reshape"))
        .verify(&[rule!(verify::reshape)]);
    EXPAND_SHAPE = OpDef::new("memref.expand_shape")
        .operands(&[one("src", MemRef), variadic("output_shape", Index)])
        .results(&[one("result", MemRef)])
        .attrs(&[required("reassociation", SlotKind::Constrained(&attr_constraints::INDEX_GROUPS)), required("static_output_shape", SlotKind::DenseI64)])
        .format(&[
            Operand(0), Attr("reassociation"), Text("output_shape"), IndexList(1, "static_output_shape"), AttrDict,
            Text(":"), Type(Place::Operand(0)), Text("into"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), TypeInference::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("expand_shape"))
        .verify(&[rule!(verify::expand_shape)]);
    COLLAPSE_SHAPE = OpDef::new("memref.collapse_shape")
        .operands(&[one("src", StridedMemRef)])
        .results(&[one("result", StridedMemRef)])
        .attrs(&[required("reassociation", SlotKind::Constrained(&attr_constraints::INDEX_GROUPS))])
        .format(&[
            Operand(0), Attr("reassociation"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("into"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("collapse_shape"))
        .verify(&[rule!(verify::collapse_shape)]);
    TRANSPOSE = OpDef::new("memref.transpose")
        .operands(&[one("in", StridedMemRef)])
        .results(&[one("result", StridedMemRef)])
        .attrs(&[required("permutation", SlotKind::Constrained(&attr_constraints::AFFINE_MAP))])
        .format(&[
            Operand(0), Custom(&syntax::Permutation), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("transpose"))
        .verify(&[rule!(verify::transpose)]);
    VIEW = OpDef::new("memref.view")
        .operands(&[one("source", ByteMemRef1), one("byte_shift", Index), variadic("sizes", Index)])
        .results(&[one("result", MemRef)])
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Glue, Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("to"), ResultTypes,
        ])
        .types(&[(Place::Operand(1), TypeInference::Index), (Place::Operand(2), TypeInference::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("view"))
        .verify(&[rule!(verify::view)]);
    DMA_START = OpDef::new("memref.dma_start").operands(&[variadic("operands", Any)]).custom(&syntax::DmaStart)
        .verify(&[rule!(verify::dma_start)]);
}
