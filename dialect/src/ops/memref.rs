//! The `memref` dialect's operations.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;
use crate::enums;

/// Whether the access bypasses the caches.
const NONTEMPORAL: AttrSlot = may("nontemporal", SlotKind::Bool);

const SIZES: &[ValueSlot] = &[variadic("dynamicSizes", Index), variadic("symbolOperands", Index)];
const BUFFER: &[ValueSlot] = &[one("memref", MemRef)];
const ALIGNMENT: &[AttrSlot] = &[may("alignment", SlotKind::Int(64))];
const SIZES_INDEX: &[(Place, Rule)] = &[(Place::Operand(0), Rule::Index), (Place::Operand(1), Rule::Index)];
/// A buffer, and where, how large and how far apart the part of it is.
const WINDOW: &[ValueSlot] =
    &[one("source", AnyMemRef), variadic("offsets", Index), variadic("sizes", Index), variadic("strides", Index)];
const WINDOW_INDEX: &[(Place, Rule)] =
    &[(Place::Operand(1), Rule::Index), (Place::Operand(2), Rule::Index), (Place::Operand(3), Rule::Index)];
const STATIC_WINDOW: &[AttrSlot] = &[
    required("static_offsets", SlotKind::DenseI64),
    required("static_sizes", SlotKind::DenseI64),
    required("static_strides", SlotKind::DenseI64),
];
/// `(%n)[%s] {...} : T`
const ALLOCATION: &[Elem] = &[
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
        .traits(&[Traits::OPERAND_SEGMENTS])
}

rows! {
    after super::complex::END;
    /// `memref.load`
    LOAD = OpDef::new("memref.load")
        .operands(&[one("memref", MemRef), variadic("indices", Index)])
        .results(&[one("result", Any)])
        .attrs(&[NONTEMPORAL, may("alignment", SlotKind::Int(64))])
        .format(&[Operand(0), Text("["), Operand(1), Text("]"), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Result(0), Rule::ElementOf(Place::Operand(0)))]);
    /// `memref.store`
    STORE = OpDef::new("memref.store")
        .operands(&[one("value", Any), one("memref", MemRef), variadic("indices", Index)])
        .attrs(&[NONTEMPORAL, may("alignment", SlotKind::Int(64))])
        .format(&[
            Operand(0), Text(","), Operand(1), Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(0), Rule::ElementOf(Place::Operand(1))), (Place::Operand(2), Rule::Index)]);
    /// `memref.alloc`
    ALLOC = allocation("memref.alloc").result_name(ResultName::Word("alloc"));
    /// `memref.alloca`
    ALLOCA = allocation("memref.alloca").result_name(ResultName::Word("alloca"));
    /// `memref.dealloc`
    DEALLOC = OpDef::new("memref.dealloc").operands(&[one("memref", AnyMemRef)]).format(UNARY);
    /// `memref.copy`
    COPY = OpDef::new("memref.copy")
        .operands(&[one("source", AnyMemRef), one("target", AnyMemRef)])
        .format(&[
            Operands, AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"), Type(Place::Operand(1)),
        ]);
    /// `memref.cast`
    CAST = OpDef::new("memref.cast")
        .operands(&[one("source", AnyMemRef)])
        .results(&[one("dest", AnyMemRef)])
        .format(build::CAST)
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("cast"));
    /// `memref.memory_space_cast`
    MEMORY_SPACE_CAST = OpDef::new("memref.memory_space_cast")
        .operands(&[one("source", AnyMemRef)])
        .results(&[one("dest", AnyMemRef)])
        .format(build::CAST)
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("memspacecast"));
    /// `memref.dim`
    DIM = OpDef::new("memref.dim")
        .operands(&[one("source", AnyMemRef), one("index", Index)])
        .results(&[one("result", Index)])
        .format(&[AttrDict, Operands, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Result(0), Rule::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("dim"));
    /// `memref.rank`
    RANK = OpDef::new("memref.rank")
        .operands(&[one("memref", AnyMemRef)])
        .results(&[one("result", Index)])
        .format(UNARY)
        .types(&[(Place::Result(0), Rule::Index)])
        .traits(&[Traits::PURE]);
    /// `memref.get_global`
    GET_GLOBAL = OpDef::new("memref.get_global")
        .attrs(&[required("name", SlotKind::SymbolRef)])
        .results(&[one("result", MemRef)])
        .format(&[Attr("name"), Text(":"), Type(Place::Result(0)), AttrDict])
        .traits(&[Traits::PURE]);
    /// `memref.extract_aligned_pointer_as_index`
    EXTRACT_ALIGNED_POINTER_AS_INDEX = OpDef::new("memref.extract_aligned_pointer_as_index")
        .operands(&[one("source", AnyMemRef)])
        .results(&[one("aligned_pointer", Index)])
        .format(&[Operand(0), Text(":"), Type(Place::Operand(0)), Text("->"), ResultTypes, AttrDict])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("intptr"));
    /// `memref.realloc`
    REALLOC = OpDef::new("memref.realloc")
        .operands(&[one("source", MemRef), optional("dynamicResultSize", Index)])
        .results(BUFFER)
        .attrs(ALIGNMENT)
        .format(&[
            Operand(0), IfOperand(1, &[Text("("), Operand(1), Text(")")]), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("to"), ResultTypes,
        ])
        .types(&[(Place::Operand(1), Rule::Index)]);
    /// `memref.global`
    GLOBAL = OpDef::new("memref.global")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), may("sym_visibility", SlotKind::Str),
            required("type", SlotKind::Type), may("initial_value", SlotKind::Any), unit("constant"),
            may("alignment", SlotKind::Int(64)),
        ])
        .format(&[
            IfAttr("sym_visibility", &[Attr("sym_visibility")]), Keyword("constant", "constant"), Attr("sym_name"),
            Text(":"), Custom(Directive::TypeAndInitialValue), AttrDict,
        ])
        .traits(&[Traits::SYMBOL]);
    /// `memref.alloca_scope`
    ALLOCA_SCOPE = OpDef::new("memref.alloca_scope")
        .results(&[variadic("results", Any)])
        .regions(1)
        .format(&[
            Glue, Text(" "), Custom(Directive::ArrowList), Region(0), AttrDict,
        ])
        .implicit_terminator(ALLOCA_SCOPE_RETURN);
    /// `memref.alloca_scope.return`
    ALLOCA_SCOPE_RETURN = OpDef::new("memref.alloca_scope.return")
        .inside(&["memref.alloca_scope"])
        .operands(&[variadic("results", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    /// `memref.assume_alignment`
    ASSUME_ALIGNMENT = OpDef::new("memref.assume_alignment")
        .operands(BUFFER)
        .results(&[one("result", MemRef)])
        .attrs(&[required("alignment", SlotKind::Int(32))])
        .format(&[Operand(0), Text(","), Attr("alignment"), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), Rule::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("assume_align"));
    /// `memref.distinct_objects`
    DISTINCT_OBJECTS = OpDef::new("memref.distinct_objects")
        .operands(&[variadic("operands", MemRef)])
        .results(&[variadic("results", MemRef)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), Rule::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE]);
    /// `memref.atomic_rmw`
    ATOMIC_RMW = OpDef::new("memref.atomic_rmw")
        .operands(&[one("value", Any), one("memref", MemRef), variadic("indices", Index)])
        .results(&[one("result", Any)])
        .attrs(&[required("kind", SlotKind::Enum(&enums::ATOMIC_RMW_KIND))])
        .format(&[
            Attr("kind"), Operand(0), Text(","), Operand(1), Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Text("("), Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)), Text(")"), Text("->"),
            Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(2), Rule::Index)]);
    /// `memref.generic_atomic_rmw`
    GENERIC_ATOMIC_RMW = OpDef::new("memref.generic_atomic_rmw")
        .operands(&[one("memref", MemRef), variadic("indices", Index)])
        .results(&[one("result", Any)])
        .regions(1)
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text(":"), Type(Place::Operand(0)), Region(0), AttrDict,
        ])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Result(0), Rule::ElementOf(Place::Operand(0)))])
        .traits(&[Traits::SINGLE_BLOCK]);
    /// `memref.atomic_yield`
    ATOMIC_YIELD = OpDef::new("memref.atomic_yield")
        .inside(&["memref.generic_atomic_rmw"])
        .operands(&[one("result", Any)])
        .format(UNARY)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    /// `memref.prefetch`
    PREFETCH = OpDef::new("memref.prefetch")
        .operands(&[one("memref", MemRef), variadic("indices", Index)])
        .attrs(&[
            required("isWrite", SlotKind::Bool), required("localityHint", SlotKind::Int(32)),
            required("isDataCache", SlotKind::Bool),
        ])
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text(","), Custom(Directive::Prefetch), AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index)]);
    /// `memref.dma_wait`
    DMA_WAIT = OpDef::new("memref.dma_wait")
        .operands(&[one("tagMemRef", MemRef), variadic("tagIndices", Index), one("numElements", Index)])
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text(","), Operand(2), AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Operand(2), Rule::Index)]);
    /// `memref.extract_strided_metadata`
    EXTRACT_STRIDED_METADATA = OpDef::new("memref.extract_strided_metadata")
        .operands(&[one("source", MemRef)])
        .results(&[
            one("base_buffer", MemRef), one("offset", Index), variadic("sizes", Index), variadic("strides", Index),
        ])
        .format(&[Operand(0), Text(":"), Type(Place::Operand(0)), Text("->"), ResultTypes, AttrDict])
        .traits(&[Traits::PURE, Traits::EVEN_RESULTS])
        .result_name(ResultName::Slots);
    /// `memref.reinterpret_cast`
    REINTERPRET_CAST = OpDef::new("memref.reinterpret_cast")
        .operands(WINDOW)
        .results(&[one("result", MemRef)])
        .attrs(STATIC_WINDOW)
        .format(&[
            Operand(0), Text("to"), Text("offset"), Glue, Text(":"), IndexList(1, "static_offsets"), Glue, Text(","),
            Text("sizes"), Glue, Text(":"), IndexList(2, "static_sizes"), Glue, Text(","), Text("strides"), Glue,
            Text(":"), IndexList(3, "static_strides"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .types(WINDOW_INDEX)
        .traits(&[Traits::PURE, Traits::OPERAND_SEGMENTS])
        .result_name(ResultName::Word("reinterpret_cast"));
    /// `memref.subview`
    SUBVIEW = OpDef::new("memref.subview")
        .operands(WINDOW)
        .results(&[one("result", MemRef)])
        .attrs(STATIC_WINDOW)
        .format(&[
            Operand(0), Glue, IndexList(1, "static_offsets"), IndexList(2, "static_sizes"),
            IndexList(3, "static_strides"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .types(WINDOW_INDEX)
        .traits(&[Traits::PURE, Traits::OPERAND_SEGMENTS])
        .result_name(ResultName::Word("subview"));
    /// `memref.reshape`
    RESHAPE = OpDef::new("memref.reshape")
        .operands(&[one("source", AnyMemRef), one("shape", MemRef)])
        .results(&[one("result", AnyMemRef)])
        .format(&[Operand(0), Text("("), Operand(1), Text(")"), AttrDict, Text(":"), FunctionalType])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("reshape"));
    /// `memref.expand_shape`
    EXPAND_SHAPE = OpDef::new("memref.expand_shape")
        .operands(&[one("src", MemRef), variadic("output_shape", Index)])
        .results(&[one("result", MemRef)])
        .attrs(&[required("reassociation", SlotKind::Array), required("static_output_shape", SlotKind::DenseI64)])
        .format(&[
            Operand(0), Attr("reassociation"), Text("output_shape"), IndexList(1, "static_output_shape"), AttrDict,
            Text(":"), Type(Place::Operand(0)), Text("into"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), Rule::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("expand_shape"));
    /// `memref.collapse_shape`
    COLLAPSE_SHAPE = OpDef::new("memref.collapse_shape")
        .operands(&[one("src", MemRef)])
        .results(&[one("result", MemRef)])
        .attrs(&[required("reassociation", SlotKind::Array)])
        .format(&[
            Operand(0), Attr("reassociation"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("into"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("collapse_shape"));
    /// `memref.transpose`
    TRANSPOSE = OpDef::new("memref.transpose")
        .operands(&[one("in", MemRef)])
        .results(&[one("result", MemRef)])
        .attrs(&[required("permutation", SlotKind::Any)])
        .format(&[
            Operand(0), Custom(Directive::Permutation), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("transpose"));
    /// `memref.view`
    VIEW = OpDef::new("memref.view")
        .operands(&[one("source", MemRef), one("byte_shift", Index), variadic("sizes", Index)])
        .results(&[one("result", MemRef)])
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Glue, Text("["), Operand(2), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("to"), ResultTypes,
        ])
        .types(&[(Place::Operand(1), Rule::Index), (Place::Operand(2), Rule::Index)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Word("view"));
    /// `memref.dma_start`
    DMA_START = OpDef::new("memref.dma_start").operands(&[variadic("operands", Any)]).custom(Syntax::DmaStart);
}
