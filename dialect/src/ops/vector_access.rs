//! The `vector` dialect's operations that read and write buffers and tensors under a mask or by a map.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

const VECTOR: &[ValueSlot] = &[one("result", RankedVector)];
const ALIGNMENT: &[AttrSlot] = &[may("alignment", SlotKind::Bounded(64, &limits::ALIGNMENT_I64))];
const INDEX: &[(Place, Rule)] = &[(Place::Operand(1), Rule::Index)];
const TRANSFER: &[AttrSlot] = &[
    required("permutation_map", SlotKind::Limited(&limits::AFFINE_MAP)),
    required("in_bounds", SlotKind::Limited(&limits::BOOL_ARRAY)),
];

/// `%m[%i], %mask, %v {...} : T, M, V into V`
const MASKED_LOAD: &[Elem] = &[
    Operand(0),
    Text("["),
    Operand(1),
    Text("]"),
    Text(","),
    Operand(2),
    Text(","),
    Operand(3),
    AttrDict,
    Text(":"),
    Type(Place::Operand(0)),
    Text(","),
    Type(Place::Operand(2)),
    Text(","),
    Type(Place::Operand(3)),
    Text("into"),
    Type(Place::Result(0)),
];
/// `%m[%i], %mask, %v {...} : T, M, V`: the same without a result.
const MASKED_STORE: &[Elem] = MASKED_LOAD.split_at(MASKED_LOAD.len() - 2).0;

const fn masked_load(name: &'static str, operands: &'static [ValueSlot]) -> OpDef {
    OpDef::new(name).operands(operands).results(VECTOR).attrs(ALIGNMENT).format(MASKED_LOAD).types(INDEX)
}

const fn masked_store(name: &'static str, operands: &'static [ValueSlot]) -> OpDef {
    OpDef::new(name).operands(operands).attrs(ALIGNMENT).format(MASKED_STORE).types(INDEX)
}

rows! {
    after super::vector::END;
    /// `vector.maskedload`
    MASKEDLOAD = masked_load("vector.maskedload", &[
        one("base", MemRef), variadic("indices", Index), one("mask", MaskVector), one("pass_thru", RankedVector),
    ])
        .checks(&[Check::Vector(rules::VectorRule::MaskedLoad)]);
    /// `vector.maskedstore`
    MASKEDSTORE = masked_store("vector.maskedstore", &[
        one("base", MemRef), variadic("indices", Index), one("mask", MaskVector), one("valueToStore", RankedVector),
    ])
        .checks(&[Check::Vector(rules::VectorRule::MaskedStore)]);
    /// `vector.expandload`
    EXPANDLOAD = masked_load("vector.expandload", &[
        one("base", MemRef), variadic("indices", Index), one("mask", FixedMaskVector), one("pass_thru", RankedVector),
    ])
        .checks(&[Check::Vector(rules::VectorRule::ExpandLoad)]);
    /// `vector.compressstore`
    COMPRESSSTORE = masked_store("vector.compressstore", &[
        one("base", MemRef), variadic("indices", Index), one("mask", FixedMaskVector), one("valueToStore", RankedVector),
    ])
        .checks(&[Check::Vector(rules::VectorRule::CompressStore)]);
    /// `vector.gather`
    GATHER = OpDef::new("vector.gather")
        .operands(&[
            one("base", TensorOrMemRef), variadic("offsets", Index), one("indices", IndexVector),
            one("mask", MaskVector), one("pass_thru", RankedVector),
        ])
        .results(VECTOR)
        .attrs(ALIGNMENT)
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text("["), Operand(2), Text("]"), Text(","), Operand(3),
            Text(","), Operand(4), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(2)),
            Text(","), Type(Place::Operand(3)), Text(","), Type(Place::Operand(4)), Text("into"),
            Type(Place::Result(0)),
        ])
        .types(INDEX)
        .checks(&[Check::Vector(rules::VectorRule::Gather)]);
    /// `vector.scatter`
    SCATTER = OpDef::new("vector.scatter")
        .operands(&[
            one("base", TensorOrMemRef), variadic("offsets", Index), one("indices", IndexVector),
            one("mask", MaskVector), one("valueToStore", RankedVector),
        ])
        .results(&[optional("result", Tensor)])
        .attrs(ALIGNMENT)
        .format(&[
            Operand(0), Text("["), Operand(1), Text("]"), Text("["), Operand(2), Text("]"), Text(","), Operand(3),
            Text(","), Operand(4), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(2)),
            Text(","), Type(Place::Operand(3)), Text(","), Type(Place::Operand(4)),
            IfResult(0, &[Text("->"), Type(Place::Result(0))]),
        ])
        .types(INDEX)
        .checks(&[Check::Vector(rules::VectorRule::Scatter)]);
    /// `vector.transfer_read`
    TRANSFER_READ = OpDef::new("vector.transfer_read")
        .operands(&[
            one("base", Shaped), variadic("indices", Index), one("padding", Any), optional("mask", MaskVector),
        ])
        .results(&[one("vector", AnyVector)])
        .attrs(TRANSFER)
        .custom(Syntax::TransferRead)
        .traits(&[Traits::OPERAND_SEGMENTS])
        .checks(&[Check::Vector(rules::VectorRule::TransferRead)]);
    /// `vector.transfer_write`
    TRANSFER_WRITE = OpDef::new("vector.transfer_write")
        .operands(&[
            one("valueToStore", AnyVector), one("base", Shaped), variadic("indices", Index),
            optional("mask", MaskVector),
        ])
        .results(&[optional("result", Tensor)])
        .attrs(TRANSFER)
        .custom(Syntax::TransferWrite)
        .traits(&[Traits::OPERAND_SEGMENTS])
        .checks(&[Check::Vector(rules::VectorRule::TransferWrite)]);
}
