//! The `bufferization` dialect's operations: what stands between tensors and the buffers they are kept in.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

rows! {
    after super::vector_access::END;
    /// `bufferization.to_buffer`
    TO_BUFFER = OpDef::new("bufferization.to_buffer")
        .operands(&[one("tensor", TensorLike)])
        .results(&[one("buffer", BufferLike)])
        .attrs(&[unit("read_only")])
        .format(&[
            Operand(0), Keyword("read_only", "read_only"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE]);
    /// `bufferization.to_tensor`
    TO_TENSOR = OpDef::new("bufferization.to_tensor")
        .operands(&[one("buffer", BufferLike)])
        .results(&[one("result", TensorLike)])
        .attrs(&[unit("restrict"), unit("writable")])
        .format(&[
            Operand(0), Keyword("restrict", "restrict"), Keyword("writable", "writable"), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("to"), Type(Place::Result(0)),
        ]);
    /// `bufferization.clone`
    CLONE = OpDef::new("bufferization.clone")
        .operands(&[one("input", AnyMemRef)])
        .results(&[one("output", AnyMemRef)])
        .format(CAST);
    /// `bufferization.dealloc_tensor`
    DEALLOC_TENSOR = OpDef::new("bufferization.dealloc_tensor").operands(&[one("tensor", AnyTensor)]).format(UNARY);
    /// `bufferization.materialize_in_destination`
    MATERIALIZE_IN_DESTINATION = OpDef::new("bufferization.materialize_in_destination")
        .operands(&[one("source", AnyTensor), one("dest", Shaped)])
        .results(&[optional("result", AnyTensor)])
        .attrs(&[unit("restrict"), unit("writable")])
        .format(&[
            Operand(0), Text("in"), Keyword("restrict", "restrict"), Keyword("writable", "writable"), Operand(1),
            AttrDict, Text(":"), FunctionalType,
        ]);
    /// `bufferization.alloc_tensor`
    ALLOC_TENSOR = OpDef::new("bufferization.alloc_tensor")
        .operands(&[variadic("dynamic_sizes", Index), optional("copy", AnyTensor), optional("size_hint", Index)])
        .results(&[one("result", AnyTensor)])
        .attrs(&[may("memory_space", SlotKind::Any)])
        .format(&[
            Text("("), Operand(0), Text(")"), IfOperand(1, &[Text("copy"), Text("("), Operand(1), Text(")")]),
            IfOperand(2, &[Text("size_hint"), Glue, Text("="), Glue, Operand(2)]), AttrDict, Text(":"),
            Type(Place::Result(0)),
        ])
        .types(&[
            (Place::Operand(0), Rule::Index), (Place::Operand(1), Rule::Same(Place::Result(0))),
            (Place::Operand(2), Rule::Index),
        ])
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `bufferization.dealloc`
    DEALLOC = OpDef::new("bufferization.dealloc")
        .operands(&[variadic("memrefs", AnyMemRef), variadic("conditions", I1), variadic("retained", AnyMemRef)])
        .results(&[variadic("updatedConditions", I1)])
        .format(&[
            IfOperand(0, &[
                Glue, Text(" "), Glue, Text("("), Operand(0), Text(":"), Type(Place::Operand(0)), Text(")"),
                Text("if"), Glue, Text(" "), Glue, Text("("), Operand(1), Text(")"),
            ]),
            IfOperand(2, &[
                Text("retain"), Glue, Text(" "), Glue, Text("("), Operand(2), Text(":"), Type(Place::Operand(2)),
                Text(")"),
            ]),
            AttrDict,
        ])
        .types(&[
            (Place::Operand(1), Rule::I1), (Place::Result(0), Rule::I1ForEach(Place::Operand(2))),
        ])
        .traits(&[Traits::OPERAND_SEGMENTS]);
}
