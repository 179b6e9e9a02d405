//! The operations that MLIR has otherwise, or at all, from release 23 on: the immediate arguments of intrinsics are attributes
//! there.

use irtrip_dialect::Dialect;
use irtrip_dialect::translation::{Argument, IntrinsicCall, NamePart, Translation};

use crate::prelude::*;

mod asynchronous;
mod products;

/// The operations.
pub static DIALECTS: &[&Dialect] = &[&DIALECT, &asynchronous::DIALECT, &products::DIALECT];

static DIALECT: Dialect = Dialect::new("rocdl", ROWS);

/// The enumerations that these releases have besides.
pub static WORD_SETS: &[WordSet] = &[
    one_word(
        "matrix_format",
        &["fp8_e4m3", "fp8_e5m2", "fp6_e2m3", "fp6_e3m2", "fp4_e2m1"],
        "expected ::mlir::ROCDL::MatrixFormat to be one of: ",
        "failed to parse ROCDL_MatrixFormatAttr parameter 'value' which is to be a `::mlir::ROCDL::MatrixFormat`",
    ),
    one_word(
        "mfma_neg_modifier",
        &["none", "neg_a", "neg_b", "neg_c"],
        "expected ::mlir::ROCDL::MFMANegModifier to be one of: ",
        "failed to parse ROCDL_MFMANegModifierAttr parameter 'value' which is to be a `::mlir::ROCDL::MFMANegModifier`",
    ),
    one_word(
        "mfma_perm_b",
        &[
            "none",
            "bcast_first_32",
            "bcast_second_32",
            "rotate_16_right",
            "bcast_first_16",
            "bcast_second_16",
            "bcast_third_16",
            "bcast_fourth_16",
        ],
        "expected ::mlir::ROCDL::MFMAPermB to be one of: ",
        "failed to parse ROCDL_MFMAPermBAttr parameter 'value' which is to be a `::mlir::ROCDL::MFMAPermB`",
    ),
];

static RESOURCE: TypeSet = TypeSet { words: "LLVM pointer in address space 8", types: &[TypePattern::Pointer(8)] };
static STRIDE: TypeSet = TypeSet { words: "16-bit signless integer", types: &[TypePattern::Integer(16)] };
static RECORDS: TypeSet = TypeSet {
    words: "32-bit signless integer or 64-bit signless integer",
    types: &[TypePattern::Integer(32), TypePattern::Integer(64)],
};
static SHARED: TypeSet = TypeSet { words: "LLVM pointer in address space 3", types: &[TypePattern::Pointer(3)] };

const NUMBER: SlotKind = SlotKind::Int(32);
const COMMA: FormatElement = Text(",");

/// The intrinsic whose name is the operation's.
const OWN_NAME: NamePart = NamePart::Code(|op| Some(op.def.name.replacen("rocdl.", "llvm.amdgcn.", 1)));

const fn word(name: &'static str, mnemonic: &'static str) -> AttrSlot {
    required(name, SlotKind::ForeignWord { dialect: "rocdl", mnemonic, empty: "" })
}

/// The result and the factors of a product of matrices.
const fn product(
    name: &'static str,
    operands: &'static [ValueConstraint],
    attrs: &'static [AttrSlot],
    format: &'static [FormatElement],
    call: IntrinsicCall,
) -> OpDef {
    OpDef::new(name)
        .operands(operands)
        .results(const { &[one("res", LlvmType)] })
        .attrs(attrs)
        .format(format)
        .llvm(LlvmForm::Translation(Translation::Call(call)))
}

/// A product whose second factor is read as the word `blgp` says.
const fn product_by_word(name: &'static str, attrs: &'static [AttrSlot], arguments: &'static [Argument]) -> OpDef {
    product(name, FACTORS, attrs, WITH_LANES, IntrinsicCall::new(&[OWN_NAME], arguments))
}

/// The arguments of a product of three factors that an attribute chooses lanes of, with the numbers of `blgp`.
const fn with_lanes(numbers: &'static [(&'static str, i64)]) -> [Argument; 6] {
    [
        Argument::Operand("a"),
        Argument::Operand("b"),
        Argument::Operand("c"),
        Argument::Attr("cbsz"),
        Argument::Attr("abid"),
        Argument::WordNumber("blgp", numbers),
    ]
}

/// A product whose second factor's lanes are permuted.
const fn permuted(name: &'static str) -> OpDef {
    const ARGUMENTS: [Argument; 6] = with_lanes(&[
        ("none", 0),
        ("bcast_first_32", 1),
        ("bcast_second_32", 2),
        ("rotate_16_right", 3),
        ("bcast_first_16", 4),
        ("bcast_second_16", 5),
        ("bcast_third_16", 6),
        ("bcast_fourth_16", 7),
    ]);
    const ATTRS: [AttrSlot; 3] = [required("cbsz", NUMBER), required("abid", NUMBER), word("blgp", "mfma_perm_b")];
    product_by_word(name, &ATTRS, &ARGUMENTS)
}

/// A product of matrices of `f64`, whose factors may be negated.
const fn negated(name: &'static str) -> OpDef {
    const ARGUMENTS: [Argument; 6] = with_lanes(&[("none", 0), ("neg_a", 1), ("neg_b", 2), ("neg_c", 4)]);
    const ATTRS: [AttrSlot; 3] =
        [required("cbsz", NUMBER), required("abid", NUMBER), word("blgp", "mfma_neg_modifier")];
    product_by_word(name, &ATTRS, &ARGUMENTS)
}

/// A product whose factors are scaled.
const fn scaled(name: &'static str) -> OpDef {
    const NUMBERS: &[(&str, i64)] =
        const { &[("fp8_e4m3", 0), ("fp8_e5m2", 1), ("fp6_e2m3", 2), ("fp6_e3m2", 3), ("fp4_e2m1", 4)] };
    product(
        name,
        const { &[one("a", LlvmType), one("b", LlvmType), one("c", LlvmType), one("scaleA", I32), one("scaleB", I32)] },
        const {
            &[
                word("cbsz", "matrix_format"),
                word("blgp", "matrix_format"),
                required("opselA", NUMBER),
                required("opselB", NUMBER),
            ]
        },
        const {
            &[
                Operand(0),
                COMMA,
                Operand(1),
                COMMA,
                Operand(2),
                COMMA,
                Attr("cbsz"),
                COMMA,
                Attr("blgp"),
                COMMA,
                Attr("opselA"),
                COMMA,
                Operand(3),
                COMMA,
                Attr("opselB"),
                COMMA,
                Operand(4),
                AttrDict,
                Text(":"),
                FunctionalType,
            ]
        },
        IntrinsicCall::new(
            &[OWN_NAME],
            const {
                &[
                    Argument::Operand("a"),
                    Argument::Operand("b"),
                    Argument::Operand("c"),
                    Argument::WordNumber("cbsz", NUMBERS),
                    Argument::WordNumber("blgp", NUMBERS),
                    Argument::Attr("opselA"),
                    Argument::Operand("scaleA"),
                    Argument::Attr("opselB"),
                    Argument::Operand("scaleB"),
                ]
            },
        ),
    )
}

/// A product whose first factor is sparse.
const fn sparse(name: &'static str) -> OpDef {
    product(
        name,
        const { &[one("a", LlvmType), one("b", LlvmType), one("c", LlvmType), one("index", I32)] },
        const { &[required("cbsz", NUMBER), required("abid", NUMBER)] },
        const {
            &[
                Operand(0),
                COMMA,
                Operand(1),
                COMMA,
                Operand(2),
                COMMA,
                Operand(3),
                COMMA,
                Attr("cbsz"),
                COMMA,
                Attr("abid"),
                AttrDict,
                Text(":"),
                FunctionalType,
            ]
        },
        IntrinsicCall::new(
            &[OWN_NAME],
            const {
                &[
                    Argument::Operand("a"),
                    Argument::Operand("b"),
                    Argument::Operand("c"),
                    Argument::Operand("index"),
                    Argument::Attr("cbsz"),
                    Argument::Attr("abid"),
                ]
            },
        ),
    )
}

const FACTORS: &[ValueConstraint] = &[one("a", LlvmType), one("b", LlvmType), one("c", LlvmType)];
const WITH_LANES: &[FormatElement] = &[
    Operand(0),
    COMMA,
    Operand(1),
    COMMA,
    Operand(2),
    COMMA,
    Attr("cbsz"),
    COMMA,
    Attr("abid"),
    COMMA,
    Attr("blgp"),
    AttrDict,
    Text(":"),
    FunctionalType,
];

/// The accesses of a buffer.
const ALIASING: [AttrSlot; 3] =
    [may("alias_scopes", SlotKind::Array), may("noalias_scopes", SlotKind::Array), may("tbaa", SlotKind::Array)];
const AUXILIARY: &[AttrSlot] = &[required("aux", NUMBER), ALIASING[0], ALIASING[1], ALIASING[2]];
const RESOURCE_AND_OFFSETS: [ValueConstraint; 3] =
    [one("rsrc", Set(&RESOURCE)), one("offset", I32), one("soffset", I32)];
const LOADED: &[ValueConstraint] = &RESOURCE_AND_OFFSETS;
const STORED: &[ValueConstraint] =
    const { &[one("vdata", LlvmType), RESOURCE_AND_OFFSETS[0], RESOURCE_AND_OFFSETS[1], RESOURCE_AND_OFFSETS[2]] };

/// The form of an operation that gives a buffer a value, with a type at its end.
const fn with_value(ty: Place) -> [FormatElement; 12] {
    #[rustfmt::skip]
    let elements = [
        Operand(0), COMMA, Operand(1), COMMA, Operand(2), COMMA, Operand(3), COMMA, Attr("aux"), AttrDict, Text(":"), Type(ty),
    ];
    elements
}

/// The types of the operands behind a value, each of which may have one type alone.
const ONLY: [(Place, TypeInference); 3] = [
    (Place::Operand(1), TypeInference::OnlyType),
    (Place::Operand(2), TypeInference::OnlyType),
    (Place::Operand(3), TypeInference::OnlyType),
];

/// An operation that writes a value.
const fn stored(name: &'static str, intrinsic: &'static str) -> OpDef {
    const FORMAT: [FormatElement; 12] = with_value(Place::Operand(0));
    OpDef::new(name)
        .operands(STORED)
        .attrs(AUXILIARY)
        .format(&FORMAT)
        .types(const { &[ONLY[0], ONLY[1], ONLY[2]] })
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with(intrinsic, &[], &[0], const { &[(4, "aux")] }, Special::Plain)
}

/// An operation that combines a value with one of memory, and gives what was there.
const fn combined(name: &'static str, intrinsic: &'static str) -> OpDef {
    const FORMAT: [FormatElement; 12] = with_value(Place::Result(0));
    const SAME: (Place, TypeInference) = (Place::Operand(0), TypeInference::Same(Place::Result(0)));
    OpDef::new(name)
        .operands(STORED)
        .results(const { &[one("res", LlvmType)] })
        .attrs(AUXILIARY)
        .format(&FORMAT)
        .types(const { &[SAME, ONLY[0], ONLY[1], ONLY[2]] })
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with(intrinsic, &[0], &[], const { &[(4, "aux")] }, Special::Plain)
}

/// An operation that loads into memory that the work group shares.
const fn loaded_to_shared(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(
            const {
                &[
                    one("rsrc", Set(&RESOURCE)),
                    one("ldsPtr", Set(&SHARED)),
                    one("size", I32),
                    one("voffset", I32),
                    one("soffset", I32),
                    one("offset", I32),
                ]
            },
        )
        .attrs(AUXILIARY)
        .format(
            const {
                &[
                    Operand(0),
                    COMMA,
                    Operand(1),
                    COMMA,
                    Operand(2),
                    COMMA,
                    Operand(3),
                    COMMA,
                    Operand(4),
                    COMMA,
                    Operand(5),
                    COMMA,
                    Attr("aux"),
                    AttrDict,
                ]
            },
        )
        .types(
            const {
                &[
                    (Place::Operand(0), TypeInference::OnlyType),
                    (Place::Operand(1), TypeInference::OnlyType),
                    (Place::Operand(2), TypeInference::OnlyType),
                    (Place::Operand(3), TypeInference::OnlyType),
                    (Place::Operand(4), TypeInference::OnlyType),
                    (Place::Operand(5), TypeInference::OnlyType),
                ]
            },
        )
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with(intrinsic, &[], &[], const { &[(6, "aux")] }, Special::Plain)
}

/// An operation that tells a thread where it is.
const fn place(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name)
        .results(const { &[one("res", LlvmType)] })
        .attrs(const { &[may("range", SlotKind::Llvm(attr_table::CONSTANT_RANGE))] })
        .format(
            const { &[IfAttr("range", &[Text("range"), Attr("range")]), AttrDict, Text(":"), Type(Place::Result(0))] },
        )
        .traits(&[Traits::PURE, Traits::EXPORT_ONLY])
        .intrinsic_with(intrinsic, &[], &[], &[], Special::Plain)
}

static ROWS: &[OpDef] = &[
    place("rocdl.cluster.workgroup.id.x", "llvm.amdgcn.cluster.workgroup.id.x"),
    place("rocdl.cluster.workgroup.id.y", "llvm.amdgcn.cluster.workgroup.id.y"),
    place("rocdl.cluster.workgroup.id.z", "llvm.amdgcn.cluster.workgroup.id.z"),
    permuted("rocdl.mfma.f32.16x16x16bf16.1k"),
    permuted("rocdl.mfma.f32.16x16x16f16"),
    permuted("rocdl.mfma.f32.16x16x1f32"),
    permuted("rocdl.mfma.f32.16x16x2bf16"),
    permuted("rocdl.mfma.f32.16x16x32.bf16"),
    permuted("rocdl.mfma.f32.16x16x32.bf8.bf8"),
    permuted("rocdl.mfma.f32.16x16x32.bf8.fp8"),
    permuted("rocdl.mfma.f32.16x16x32.f16"),
    permuted("rocdl.mfma.f32.16x16x32.fp8.bf8"),
    permuted("rocdl.mfma.f32.16x16x32.fp8.fp8"),
    permuted("rocdl.mfma.f32.16x16x4bf16.1k"),
    permuted("rocdl.mfma.f32.16x16x4f16"),
    permuted("rocdl.mfma.f32.16x16x4f32"),
    permuted("rocdl.mfma.f32.16x16x8.xf32"),
    permuted("rocdl.mfma.f32.16x16x8bf16"),
    permuted("rocdl.mfma.f32.32x32x16.bf16"),
    permuted("rocdl.mfma.f32.32x32x16.bf8.bf8"),
    permuted("rocdl.mfma.f32.32x32x16.bf8.fp8"),
    permuted("rocdl.mfma.f32.32x32x16.f16"),
    permuted("rocdl.mfma.f32.32x32x16.fp8.bf8"),
    permuted("rocdl.mfma.f32.32x32x16.fp8.fp8"),
    permuted("rocdl.mfma.f32.32x32x1f32"),
    permuted("rocdl.mfma.f32.32x32x2bf16"),
    permuted("rocdl.mfma.f32.32x32x2f32"),
    permuted("rocdl.mfma.f32.32x32x4.xf32"),
    permuted("rocdl.mfma.f32.32x32x4bf16"),
    permuted("rocdl.mfma.f32.32x32x4bf16.1k"),
    permuted("rocdl.mfma.f32.32x32x4f16"),
    permuted("rocdl.mfma.f32.32x32x8bf16.1k"),
    permuted("rocdl.mfma.f32.32x32x8f16"),
    permuted("rocdl.mfma.f32.4x4x1f32"),
    permuted("rocdl.mfma.f32.4x4x2bf16"),
    permuted("rocdl.mfma.f32.4x4x4bf16.1k"),
    permuted("rocdl.mfma.f32.4x4x4f16"),
    permuted("rocdl.mfma.i32.16x16x16i8"),
    permuted("rocdl.mfma.i32.16x16x32.i8"),
    permuted("rocdl.mfma.i32.16x16x4i8"),
    permuted("rocdl.mfma.i32.16x16x64.i8"),
    permuted("rocdl.mfma.i32.32x32x16.i8"),
    permuted("rocdl.mfma.i32.32x32x32.i8"),
    permuted("rocdl.mfma.i32.32x32x4i8"),
    permuted("rocdl.mfma.i32.32x32x8i8"),
    permuted("rocdl.mfma.i32.4x4x4i8"),
    scaled("rocdl.mfma.scale.f32.16x16x128.f8f6f4"),
    scaled("rocdl.mfma.scale.f32.32x32x64.f8f6f4"),
    negated("rocdl.mfma.f64.16x16x4f64"),
    negated("rocdl.mfma.f64.4x4x4f64"),
    OpDef::new("rocdl.raw.ptr.buffer.atomic.cmpswap")
        .operands(&[
            one("src", LlvmType),
            one("cmp", LlvmType),
            RESOURCE_AND_OFFSETS[0],
            RESOURCE_AND_OFFSETS[1],
            RESOURCE_AND_OFFSETS[2],
        ])
        .results(&[one("res", LlvmType)])
        .attrs(AUXILIARY)
        .format(&[
            Operand(0),
            COMMA,
            Operand(1),
            COMMA,
            Operand(2),
            COMMA,
            Operand(3),
            COMMA,
            Operand(4),
            COMMA,
            Attr("aux"),
            AttrDict,
            Text(":"),
            Type(Place::Result(0)),
        ])
        .types(&[
            (Place::Operand(0), TypeInference::Same(Place::Result(0))),
            (Place::Operand(1), TypeInference::Same(Place::Result(0))),
            (Place::Operand(2), TypeInference::OnlyType),
            (Place::Operand(3), TypeInference::OnlyType),
            (Place::Operand(4), TypeInference::OnlyType),
        ])
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with("llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap", &[0], &[], &[(5, "aux")], Special::Plain),
    combined("rocdl.raw.ptr.buffer.atomic.fadd", "llvm.amdgcn.raw.ptr.buffer.atomic.fadd"),
    combined("rocdl.raw.ptr.buffer.atomic.fmax", "llvm.amdgcn.raw.ptr.buffer.atomic.fmax"),
    combined("rocdl.raw.ptr.buffer.atomic.smax", "llvm.amdgcn.raw.ptr.buffer.atomic.smax"),
    combined("rocdl.raw.ptr.buffer.atomic.umin", "llvm.amdgcn.raw.ptr.buffer.atomic.umin"),
    OpDef::new("rocdl.raw.ptr.buffer.load")
        .operands(LOADED)
        .results(&[one("res", LlvmType)])
        .attrs(AUXILIARY)
        .format(&[
            Operand(0),
            COMMA,
            Operand(1),
            COMMA,
            Operand(2),
            COMMA,
            Attr("aux"),
            AttrDict,
            Text(":"),
            Type(Place::Result(0)),
        ])
        .types(&[
            (Place::Operand(0), TypeInference::OnlyType),
            (Place::Operand(1), TypeInference::OnlyType),
            (Place::Operand(2), TypeInference::OnlyType),
        ])
        .traits(&[Traits::EXPORT_ONLY])
        .intrinsic_with("llvm.amdgcn.raw.ptr.buffer.load", &[0], &[], &[(3, "aux")], Special::Plain),
    loaded_to_shared("rocdl.raw.ptr.buffer.load.lds", "llvm.amdgcn.raw.ptr.buffer.load.lds"),
    stored("rocdl.raw.ptr.buffer.store", "llvm.amdgcn.raw.ptr.buffer.store"),
    OpDef::new("rocdl.make.buffer.rsrc")
        .operands(&[
            one("base", Pointer),
            one("stride", Set(&STRIDE)),
            one("numRecords", Set(&RECORDS)),
            one("flags", I32),
        ])
        .results(&[one("res", Pointer)])
        .format(&[
            Operands,
            AttrDict,
            Text(":"),
            StrippedType(Place::Operand(0), "ptr"),
            COMMA,
            Type(Place::Operand(2)),
            Text("to"),
            StrippedType(Place::Result(0), "ptr"),
        ])
        .types(&[(Place::Operand(1), TypeInference::OnlyType), (Place::Operand(3), TypeInference::OnlyType)])
        .traits(&[Traits::PURE])
        // The intrinsic has the number of records in 64 bits, which converts it.
        .llvm(LlvmForm::Translation(Translation::Call(IntrinsicCall::new(
            &[OWN_NAME],
            const {
                &[
                    Argument::Operand("base"),
                    Argument::Operand("stride"),
                    Argument::Operand("numRecords"),
                    Argument::Operand("flags"),
                ]
            },
        )))),
    OpDef::new("rocdl.rsq")
        .operands(&[one("arg", Float)])
        .results(&[one("res", Float)])
        .format(&[Operand(0), Type(Place::Operand(0)), AttrDict, Text("->"), Type(Place::Result(0))])
        .traits(&[Traits::PURE, Traits::EXPORT_ONLY])
        .intrinsic_with("llvm.amdgcn.rsq", &[0], &[], &[], Special::Plain),
    sparse("rocdl.smfmac.f32.16x16x128.bf8.bf8"),
    sparse("rocdl.smfmac.f32.16x16x128.bf8.fp8"),
    sparse("rocdl.smfmac.f32.16x16x128.fp8.bf8"),
    sparse("rocdl.smfmac.f32.16x16x128.fp8.fp8"),
    sparse("rocdl.smfmac.f32.16x16x32.bf16"),
    sparse("rocdl.smfmac.f32.16x16x32.f16"),
    sparse("rocdl.smfmac.f32.16x16x64.bf16"),
    sparse("rocdl.smfmac.f32.16x16x64.bf8.bf8"),
    sparse("rocdl.smfmac.f32.16x16x64.bf8.fp8"),
    sparse("rocdl.smfmac.f32.16x16x64.f16"),
    sparse("rocdl.smfmac.f32.16x16x64.fp8.bf8"),
    sparse("rocdl.smfmac.f32.16x16x64.fp8.fp8"),
    sparse("rocdl.smfmac.f32.32x32x16.bf16"),
    sparse("rocdl.smfmac.f32.32x32x16.f16"),
    sparse("rocdl.smfmac.f32.32x32x32.bf16"),
    sparse("rocdl.smfmac.f32.32x32x32.bf8.bf8"),
    sparse("rocdl.smfmac.f32.32x32x32.bf8.fp8"),
    sparse("rocdl.smfmac.f32.32x32x32.f16"),
    sparse("rocdl.smfmac.f32.32x32x32.fp8.bf8"),
    sparse("rocdl.smfmac.f32.32x32x32.fp8.fp8"),
    sparse("rocdl.smfmac.f32.32x32x64.bf8.bf8"),
    sparse("rocdl.smfmac.f32.32x32x64.bf8.fp8"),
    sparse("rocdl.smfmac.f32.32x32x64.fp8.bf8"),
    sparse("rocdl.smfmac.f32.32x32x64.fp8.fp8"),
    sparse("rocdl.smfmac.i32.16x16x128.i8"),
    sparse("rocdl.smfmac.i32.16x16x64.i8"),
    sparse("rocdl.smfmac.i32.32x32x32.i8"),
    sparse("rocdl.smfmac.i32.32x32x64.i8"),
    OpDef::new("rocdl.wave.barrier").format(&[AttrDict]).traits(&[Traits::EXPORT_ONLY]).intrinsic_with(
        "llvm.amdgcn.wave.barrier",
        &[],
        &[],
        &[],
        Special::Plain,
    ),
    place("rocdl.wave.id", "llvm.amdgcn.wave.id"),
];
