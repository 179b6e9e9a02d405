//! The `index` dialect's operations: arithmetic on numbers of the target's width.

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::word_sets::WordSet;
use irtrip_dialect::{Dialect, op_defs};

use crate::arith;

const RESULT_INDEX: &[(Place, TypeInference)] = &[(Place::Result(0), TypeInference::Index)];

const PAIR: &[ValueConstraint] = &[one("lhs", Index), one("rhs", Index)];
const RESULT_SLOT: &[ValueConstraint] = &[one("result", Index)];
const BARE_PAIR: &[FormatElement] = &[Operands, AttrDict];
const ALL_INDEX: &[(Place, TypeInference)] = &[
    (Place::Operand(0), TypeInference::Index),
    (Place::Operand(1), TypeInference::Index),
    (Place::Result(0), TypeInference::Index),
];

const fn binary(name: &'static str) -> OpDef {
    OpDef::new(name).operands(PAIR).results(RESULT_SLOT).format(BARE_PAIR).types(ALL_INDEX).traits(&[Traits::PURE])
}

/// The `index` dialect.
pub static DIALECT: Dialect = Dialect::new("index", OP_DEFS).word_sets(&[WordSet {
    mnemonic: "cmp_predicate",
    words: &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"],
    separator: "",
    all: "",
    none: false,
    wanted: "expected ::mlir::index::IndexCmpPredicate to be one of: ",
    failed: "failed to parse IndexCmpPredicateAttr parameter 'value' which is to be a \
                 `::mlir::index::IndexCmpPredicate`",
}]);

op_defs! {
    of DIALECT;
    ADD = binary("index.add").traits(&[Traits::COMMUTATIVE]);
    SUB = binary("index.sub");
    MUL = binary("index.mul").traits(&[Traits::COMMUTATIVE]);
    DIVS = binary("index.divs");
    DIVU = binary("index.divu");
    CEILDIVS = binary("index.ceildivs");
    CEILDIVU = binary("index.ceildivu");
    FLOORDIVS = binary("index.floordivs");
    REMS = binary("index.rems");
    REMU = binary("index.remu");
    MAXS = binary("index.maxs").traits(&[Traits::COMMUTATIVE]);
    MAXU = binary("index.maxu").traits(&[Traits::COMMUTATIVE]);
    MINS = binary("index.mins").traits(&[Traits::COMMUTATIVE]);
    MINU = binary("index.minu").traits(&[Traits::COMMUTATIVE]);
    SHL = binary("index.shl");
    SHRS = binary("index.shrs");
    SHRU = binary("index.shru");
    AND = binary("index.and").traits(&[Traits::COMMUTATIVE]);
    OR = binary("index.or").traits(&[Traits::COMMUTATIVE]);
    XOR = binary("index.xor").traits(&[Traits::COMMUTATIVE]);
    CMP = OpDef::new("index.cmp")
        .operands(PAIR)
        .results(&[one("result", I1)])
        .attrs(&[required("pred", SlotKind::DialectEnum { dialect: "index", mnemonic: "cmp_predicate", empty: "" })])
        .format(&[Glue, Attr("pred"), Text("("), Operand(0), Text(","), Operand(1), Text(")"), AttrDict])
        .types(&[
            (Place::Operand(0), TypeInference::Index), (Place::Operand(1), TypeInference::Index), (Place::Result(0), TypeInference::I1),
        ])
        .traits(&[Traits::PURE]);
    SIZEOF = OpDef::new("index.sizeof")
        .results(&[one("result", Index)])
        .types(RESULT_INDEX)
        .format(BARE)
        .traits(&[Traits::PURE]);
    CASTS = OpDef::new("index.casts")
        .operands(&[one("input", AnyIntegerOrIndex)])
        .results(&[one("output", AnyIntegerOrIndex)])
        .format(CAST)
        .traits(&[Traits::PURE])
        .verify(&[arith::verify::one_is_index]);
    CASTU = OpDef::new("index.castu")
        .operands(&[one("input", AnyIntegerOrIndex)])
        .results(&[one("output", AnyIntegerOrIndex)])
        .format(CAST)
        .traits(&[Traits::PURE])
        .verify(&[arith::verify::one_is_index]);
    CONSTANT = OpDef::new("index.constant")
        .attrs(&[required("value", SlotKind::IndexInt)])
        .results(&[one("result", Index)])
        .format(&[AttrDict, Attr("value")])
        .types(RESULT_INDEX)
        .traits(&[Traits::PURE])
        .result_name(ResultName::Constant("idx"));
    BOOL_CONSTANT = OpDef::new("index.bool.constant")
        .attrs(&[required("value", SlotKind::Bool)])
        .results(&[one("result", I1)])
        .format(&[AttrDict, Attr("value")])
        .types(&[(Place::Result(0), TypeInference::I1)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Constant("idx"));
}
