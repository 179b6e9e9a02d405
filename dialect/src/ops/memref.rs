//! The `memref` dialect's operations that allocate, load and store.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

/// Whether the access bypasses the caches.
const NONTEMPORAL: AttrSlot = may("nontemporal", SlotKind::Bool);

const SIZES: &[ValueSlot] = &[variadic("dynamicSizes", Index), variadic("symbolOperands", Index)];
const BUFFER: &[ValueSlot] = &[one("memref", MemRef)];
const ALIGNMENT: &[AttrSlot] = &[may("alignment", SlotKind::Int(64))];
const SIZES_INDEX: &[(Place, Rule)] = &[(Place::Operand(0), Rule::Index), (Place::Operand(1), Rule::Index)];
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
}
