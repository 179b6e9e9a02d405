//! Copies between memories that go on while the program does, the marks that it waits for, and what else of lanes and
//! buffers MLIR has from release 23 on.

use irtrip_dialect::Dialect;

use super::{ALIASING, AUXILIARY, COMMA, NUMBER, RESOURCE, SHARED, loaded_to_shared};
use crate::prelude::*;

/// The operations.
pub static DIALECT: Dialect = Dialect::new("rocdl", ROWS);

static GLOBAL: TypeSet = TypeSet { words: "LLVM pointer in address space 1", types: &[TypePattern::Pointer(1)] };

const SHARED_TARGET: ValueConstraint = one("ldsPtr", Set(&SHARED));
const GLOBAL_SOURCE: &[ValueConstraint] = &[one("globalPtr", Set(&GLOBAL)), SHARED_TARGET];
const ANY_SOURCE: &[ValueConstraint] = &[one("globalPtr", Pointer), SHARED_TARGET];

/// A copy of some bytes from a pointer to memory that the work group shares.
const fn loaded(
    name: &'static str,
    intrinsic: &'static str,
    pointers: &'static [ValueConstraint],
    overloaded: &'static [u8],
) -> OpDef {
    OpDef::new(name)
        .operands(pointers)
        .attrs(
            const {
                &[
                    required("size", NUMBER),
                    required("offset", NUMBER),
                    AUXILIARY[0],
                    ALIASING[0],
                    ALIASING[1],
                    ALIASING[2],
                ]
            },
        )
        .format(
            const {
                &[
                    Operand(0),
                    COMMA,
                    Operand(1),
                    COMMA,
                    Attr("size"),
                    COMMA,
                    Attr("offset"),
                    COMMA,
                    Attr("aux"),
                    AttrDict,
                    Text(":"),
                    Type(Place::Operand(0)),
                    COMMA,
                    Type(Place::Operand(1)),
                ]
            },
        )
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with(intrinsic, &[], overloaded, const { &[(2, "size"), (3, "offset"), (4, "aux")] }, Special::Plain)
}

/// A copy from memory that the work group shares.
const fn stored(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(GLOBAL_SOURCE)
        .attrs(const { &[required("offset", NUMBER), AUXILIARY[0], ALIASING[0], ALIASING[1], ALIASING[2]] })
        .format(
            const {
                &[
                    Operand(0),
                    COMMA,
                    Operand(1),
                    COMMA,
                    Attr("offset"),
                    COMMA,
                    Attr("aux"),
                    AttrDict,
                    Text(":"),
                    Type(Place::Operand(0)),
                    COMMA,
                    Type(Place::Operand(1)),
                ]
            },
        )
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with(intrinsic, &[], &[], const { &[(2, "offset"), (3, "aux")] }, Special::Plain)
}

/// A permutation of the lanes of a row, each of which says where its value comes from.
const fn permuted(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("old", I32), one("src0", I32), one("src1", I32)] })
        .results(const { &[one("res", I32)] })
        .attrs(const { &[required("fi", SlotKind::Bool), required("boundControl", SlotKind::Bool)] })
        .format(
            const {
                &[
                    AttrDict,
                    Operand(0),
                    COMMA,
                    Operand(1),
                    COMMA,
                    Operand(2),
                    COMMA,
                    Attr("fi"),
                    COMMA,
                    Attr("boundControl"),
                    Text(":"),
                    FunctionalType,
                ]
            },
        )
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with(intrinsic, &[], &[], const { &[(3, "fi"), (4, "boundControl")] }, Special::Plain)
}

static ROWS: &[OpDef] = &[
    OpDef::new("rocdl.asyncmark").format(&[AttrDict]).traits(&[Traits::EXPORT_ONLY]).intrinsic_with(
        "llvm.amdgcn.asyncmark",
        &[],
        &[],
        &[],
        Special::Plain,
    ),
    OpDef::new("rocdl.wait.asyncmark")
        .attrs(&[required("count", SlotKind::Int(16))])
        .format(&[Attr("count"), AttrDict])
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with("llvm.amdgcn.wait.asyncmark", &[], &[], &[(0, "count")], Special::Plain),
    loaded("rocdl.global.load.async.lds", "llvm.amdgcn.global.load.async.lds", GLOBAL_SOURCE, &[]),
    loaded("rocdl.load.async.to.lds", "llvm.amdgcn.load.async.to.lds", ANY_SOURCE, &[0]),
    loaded_to_shared("rocdl.raw.ptr.buffer.load.async.lds", "llvm.amdgcn.raw.ptr.buffer.load.async.lds"),
    stored("rocdl.global.store.async.from.lds.b8", "llvm.amdgcn.global.store.async.from.lds.b8"),
    stored("rocdl.global.store.async.from.lds.b32", "llvm.amdgcn.global.store.async.from.lds.b32"),
    stored("rocdl.global.store.async.from.lds.b64", "llvm.amdgcn.global.store.async.from.lds.b64"),
    stored("rocdl.global.store.async.from.lds.b128", "llvm.amdgcn.global.store.async.from.lds.b128"),
    permuted("rocdl.permlane16.var", "llvm.amdgcn.permlane16.var"),
    permuted("rocdl.permlanex16.var", "llvm.amdgcn.permlanex16.var"),
    OpDef::new("rocdl.ptr.s.buffer.load")
        .operands(&[one("rsrc", Set(&RESOURCE)), one("offset", I32)])
        .results(&[one("res", LlvmType)])
        .attrs(AUXILIARY)
        .format(&[Operand(0), COMMA, Operand(1), COMMA, Attr("aux"), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), TypeInference::OnlyType), (Place::Operand(1), TypeInference::OnlyType)])
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with("llvm.amdgcn.ptr.s.buffer.load", &[0], &[], &[(2, "aux")], Special::Plain),
];
