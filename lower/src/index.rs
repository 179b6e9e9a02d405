//! The `index` dialect's operations: arithmetic on numbers of the target's width.

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::word_sets::WordSet;
use irtrip_dialect::{Dialect, rows};

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
pub static DIALECT: Dialect = Dialect::new("index", ROWS).word_sets(&[WordSet {
    mnemonic: "cmp_predicate",
    words: &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"],
    separator: "",
    all: "",
    none: false,
    wanted: "expected ::mlir::index::IndexCmpPredicate to be one of: ",
    failed: "failed to parse IndexCmpPredicateAttr parameter 'value' which is to be a \
                 `::mlir::index::IndexCmpPredicate`",
}]);

rows! {
    of DIALECT;
    /// `index.add`
    ADD = binary("index.add").traits(&[Traits::COMMUTATIVE]);
    /// `index.sub`
    SUB = binary("index.sub");
    /// `index.mul`
    MUL = binary("index.mul").traits(&[Traits::COMMUTATIVE]);
    /// `index.divs`
    DIVS = binary("index.divs");
    /// `index.divu`
    DIVU = binary("index.divu");
    /// `index.ceildivs`
    CEILDIVS = binary("index.ceildivs");
    /// `index.ceildivu`
    CEILDIVU = binary("index.ceildivu");
    /// `index.floordivs`
    FLOORDIVS = binary("index.floordivs");
    /// `index.rems`
    REMS = binary("index.rems");
    /// `index.remu`
    REMU = binary("index.remu");
    /// `index.maxs`
    MAXS = binary("index.maxs").traits(&[Traits::COMMUTATIVE]);
    /// `index.maxu`
    MAXU = binary("index.maxu").traits(&[Traits::COMMUTATIVE]);
    /// `index.mins`
    MINS = binary("index.mins").traits(&[Traits::COMMUTATIVE]);
    /// `index.minu`
    MINU = binary("index.minu").traits(&[Traits::COMMUTATIVE]);
    /// `index.shl`
    SHL = binary("index.shl");
    /// `index.shrs`
    SHRS = binary("index.shrs");
    /// `index.shru`
    SHRU = binary("index.shru");
    /// `index.and`
    AND = binary("index.and").traits(&[Traits::COMMUTATIVE]);
    /// `index.or`
    OR = binary("index.or").traits(&[Traits::COMMUTATIVE]);
    /// `index.xor`
    XOR = binary("index.xor").traits(&[Traits::COMMUTATIVE]);
    /// `index.cmp`
    CMP = OpDef::new("index.cmp")
        .operands(PAIR)
        .results(&[one("result", I1)])
        .attrs(&[required("pred", SlotKind::ForeignWord { dialect: "index", mnemonic: "cmp_predicate", empty: "" })])
        .format(&[Glue, Attr("pred"), Text("("), Operand(0), Text(","), Operand(1), Text(")"), AttrDict])
        .types(&[
            (Place::Operand(0), TypeInference::Index), (Place::Operand(1), TypeInference::Index), (Place::Result(0), TypeInference::I1),
        ])
        .traits(&[Traits::PURE]);
    /// `index.sizeof`
    SIZEOF = OpDef::new("index.sizeof")
        .results(&[one("result", Index)])
        .types(RESULT_INDEX)
        .format(BARE)
        .traits(&[Traits::PURE]);
    /// `index.casts`
    CASTS = OpDef::new("index.casts")
        .operands(&[one("input", AnyIntegerOrIndex)])
        .results(&[one("output", AnyIntegerOrIndex)])
        .format(CAST)
        .traits(&[Traits::PURE])
        .verify(&[arith::verify::one_is_index]);
    /// `index.castu`
    CASTU = OpDef::new("index.castu")
        .operands(&[one("input", AnyIntegerOrIndex)])
        .results(&[one("output", AnyIntegerOrIndex)])
        .format(CAST)
        .traits(&[Traits::PURE])
        .verify(&[arith::verify::one_is_index]);
    /// `index.constant`
    CONSTANT = OpDef::new("index.constant")
        .attrs(&[required("value", SlotKind::IndexInt)])
        .results(&[one("result", Index)])
        .format(&[AttrDict, Attr("value")])
        .types(RESULT_INDEX)
        .traits(&[Traits::PURE])
        .result_name(ResultName::Constant("idx"));
    /// `index.bool.constant`
    BOOL_CONSTANT = OpDef::new("index.bool.constant")
        .attrs(&[required("value", SlotKind::Bool)])
        .results(&[one("result", I1)])
        .format(&[AttrDict, Attr("value")])
        .types(&[(Place::Result(0), TypeInference::I1)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Constant("idx"));
}
