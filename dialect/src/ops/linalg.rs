//! The `linalg` dialect's structured operations: what is done to each element, over maps of the loops around it.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

/// What the region of a named operation does, which its custom form does not write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    /// Gives the input.
    First,
    /// Gives the input as the output's type.
    Cast,
    /// One operation on the input.
    Unary(OpName),
    /// One operation on both inputs: that for floats, for integers, and for single bits.
    Binary(OpName, Option<OpName>, Option<OpName>),
    /// Adds the product of both inputs to the output.
    MultiplyAdd,
}

const OPERANDS: &[ValueSlot] = &[variadic("inputs", Any), variadic("outputs", Shaped)];
const RESULTS: &[ValueSlot] = &[variadic("result_tensors", Tensor)];

const MAPS: &[AttrSlot] =
    &[may("indexing_maps", SlotKind::Limited(&limits::AFFINE_MAP_ARRAY)), may("cast", SlotKind::Any)];

const fn named(name: &'static str, payload: Payload) -> OpDef {
    OpDef::new(name)
        .operands(OPERANDS)
        .results(RESULTS)
        .regions(1)
        .custom(Syntax::Structured(payload, &[]))
        .traits(&[Traits::OPERAND_SEGMENTS])
}

/// A product over maps; these where none are written.
const fn product(name: &'static str, maps: &'static [&'static str]) -> OpDef {
    named(name, Payload::MultiplyAdd).attrs(MAPS).custom(Syntax::Structured(Payload::MultiplyAdd, maps))
}

rows! {
    after super::bufferization::END;
    /// `linalg.generic`
    GENERIC = OpDef::new("linalg.generic")
        .operands(OPERANDS)
        .results(RESULTS)
        .attrs(&[
            required("indexing_maps", SlotKind::Limited(&limits::AFFINE_MAP_ARRAY)),
            required("iterator_types", SlotKind::Limited(&limits::LOOP_ITERATORS)), may("doc", SlotKind::Str),
            may("library_call", SlotKind::Str),
        ])
        .regions(1)
        .custom(Syntax::LinalgGeneric)
        .argument_names(ArgumentNames::InOut)
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `linalg.index`
    INDEX = OpDef::new("linalg.index")
        .results(&[one("result", Index)])
        .attrs(&[required("dim", SlotKind::Int(64))])
        .format(&[Attr("dim"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE]);
    /// `linalg.yield`
    YIELD = OpDef::new("linalg.yield")
        .operands(&[variadic("values", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    /// `linalg.fill`
    FILL = named("linalg.fill", Payload::First);
    /// `linalg.copy`
    COPY = named("linalg.copy", Payload::Cast).attrs(&[may("cast", SlotKind::Any)]);
    /// `linalg.matmul`
    MATMUL = product("linalg.matmul", &[
        "affine_map<(d0, d1, d2) -> (d0, d2)>",
        "affine_map<(d0, d1, d2) -> (d2, d1)>",
        "affine_map<(d0, d1, d2) -> (d0, d1)>",
    ]);
    /// `linalg.batch_matmul`
    BATCH_MATMUL = product("linalg.batch_matmul", &[
        "affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>",
        "affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>",
        "affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>",
    ]);
    /// `linalg.add`
    ADD = named("linalg.add", Payload::Binary(arith::ADDF, Some(arith::ADDI), Some(arith::ORI)));
    /// `linalg.sub`
    SUB = named("linalg.sub", Payload::Binary(arith::SUBF, Some(arith::SUBI), None));
    /// `linalg.mul`
    MUL = named("linalg.mul", Payload::Binary(arith::MULF, Some(arith::MULI), Some(arith::ANDI)));
    /// `linalg.div`
    DIV = named("linalg.div", Payload::Binary(arith::DIVF, Some(arith::DIVSI), None));
    /// `linalg.max`
    MAX = named("linalg.max", Payload::Binary(arith::MAXIMUMF, Some(arith::MAXSI), None));
    /// `linalg.min`
    MIN = named("linalg.min", Payload::Binary(arith::MINIMUMF, Some(arith::MINSI), None));
    /// `linalg.powf`
    POWF = named("linalg.powf", Payload::Binary(elementary::POWF, None, None));
    /// `linalg.exp`
    EXP = named("linalg.exp", Payload::Unary(elementary::EXP));
    /// `linalg.log`
    LOG = named("linalg.log", Payload::Unary(elementary::LOG));
    /// `linalg.abs`
    ABS = named("linalg.abs", Payload::Unary(elementary::ABSF));
    /// `linalg.ceil`
    CEIL = named("linalg.ceil", Payload::Unary(elementary::CEIL));
    /// `linalg.floor`
    FLOOR = named("linalg.floor", Payload::Unary(elementary::FLOOR));
    /// `linalg.negf`
    NEGF = named("linalg.negf", Payload::Unary(arith::NEGF));
    /// `linalg.sqrt`
    SQRT = named("linalg.sqrt", Payload::Unary(elementary::SQRT));
    /// `linalg.rsqrt`
    RSQRT = named("linalg.rsqrt", Payload::Unary(elementary::RSQRT));
    /// `linalg.tanh`
    TANH = named("linalg.tanh", Payload::Unary(elementary::TANH));
    /// `linalg.erf`
    ERF = named("linalg.erf", Payload::Unary(elementary::ERF));
    /// `linalg.round`
    ROUND = named("linalg.round", Payload::Unary(elementary::ROUND));
}
