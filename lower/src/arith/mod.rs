//! The `arith` dialect's operations: arithmetic on integers, `index` and floats, and element by element on their
//! vectors and tensors.

pub(crate) mod verify;

use irtrip_dialect::enums;
use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::OlderName;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::release::Release;
use irtrip_dialect::verify::Verifier;
use irtrip_dialect::word_sets::WordSet;
use irtrip_dialect::{Dialect, op_defs};

use crate::syntax;

const OVERFLOW: AttrSlot = default_empty(
    "overflowFlags",
    SlotKind::DialectAttr { dialect: "arith", mnemonic: "overflow", empty: "overflow<none>" },
);
/// The fast-math flags of `arith` and `complex`.
pub(crate) const FASTMATH: AttrSlot = default_empty(
    "fastmath",
    SlotKind::DialectAttr { dialect: "arith", mnemonic: "fastmath", empty: "fastmath<none>" },
);
/// An operation's only attribute.
pub(crate) const ONLY_FASTMATH: &[AttrSlot] = &[FASTMATH];
/// `fastmath<fast>`
pub(crate) const FASTMATH_CLAUSE: FormatElement = IfAttr("fastmath", &[Text("fastmath"), Glue, Attr("fastmath")]);
const OVERFLOW_CLAUSE: FormatElement = IfAttr("overflowFlags", &[Text("overflow"), Glue, Attr("overflowFlags")]);

/// `%a, %b overflow<nsw> {...} : T`
const BINARY_OVERFLOW_FLAGS: &[FormatElement] =
    &[Operand(0), Text(","), Operand(1), OVERFLOW_CLAUSE, AttrDict, Text(":"), Type(Place::Result(0))];
/// `%a, %b exact {...} : T`
const BINARY_EXACT: &[FormatElement] =
    &[Operand(0), Text(","), Operand(1), Keyword("exact", "isExact"), AttrDict, Text(":"), Type(Place::Result(0))];
/// `%a, %b fastmath<fast> {...} : T`
pub(crate) const BINARY_FASTMATH: &[FormatElement] =
    &[Operand(0), Text(","), Operand(1), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Result(0))];
const CAST_OVERFLOW_FLAGS: &[FormatElement] =
    &[Operand(0), OVERFLOW_CLAUSE, AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"), Type(Place::Result(0))];
const CAST_FASTMATH: &[FormatElement] =
    &[Operand(0), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"), Type(Place::Result(0))];

const ROUNDING_AND_FASTMATH: &[AttrSlot] =
    &[may("roundingmode", SlotKind::Bits(enums::ArithRoundingMode::TABLE)), may("fastmath", FASTMATH.kind)];
const ROUNDING_CLAUSE: FormatElement = IfAttr("roundingmode", &[Attr("roundingmode")]);
/// A number and the power of two it is multiplied by.
const SCALED: &[ValueConstraint] = &[one("in", FloatingLike), one("scale", FloatingLike)];
const INTS: &[ValueConstraint] = &[one("lhs", IntegerOrIndexLike), one("rhs", IntegerOrIndexLike)];
const WORDS: &[ValueConstraint] = &[one("low", IntegerOrIndexLike), one("high", IntegerOrIndexLike)];
const INT_RESULT: &[ValueConstraint] = &[one("result", IntegerOrIndexLike)];
const FLOATS: &[ValueConstraint] = &[one("lhs", FloatingLike), one("rhs", FloatingLike)];
const FLOAT_OPERAND: &[ValueConstraint] = &[one("operand", FloatingLike)];
const FLOAT_RESULT: &[ValueConstraint] = &[one("result", FloatingLike)];
const BOOL_RESULT: &[ValueConstraint] = &[one("result", BoolLike)];
const I1_OF_OPERANDS: &[(Place, TypeInference)] = &[(Place::Result(0), TypeInference::I1Shape(Place::Operand(0)))];
const NEGATION: &[FormatElement] = &[Operand(0), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Result(0))];

const fn int_binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(INTS)
        .results(INT_RESULT)
        .format(BINARY)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
}

const fn float_binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(FLOATS)
        .results(FLOAT_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(BINARY_FASTMATH)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
}

const fn float_unary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(FLOAT_OPERAND)
        .results(FLOAT_RESULT)
        .attrs(ONLY_FASTMATH)
        .format(NEGATION)
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
}

const fn cast(name: &'static str, operands: &'static [ValueConstraint], results: &'static [ValueConstraint]) -> OpDef {
    OpDef::new(name).operands(operands).results(results).traits(&[Traits::PURE])
}

/// The rules of a cast's types.
const WIDER: &[Verifier] = &[verify::wider];
const NARROWER: &[Verifier] = &[verify::narrower];
const SCALED_WIDER: &[Verifier] = &[verify::wider, verify::elementwise];
const SCALED_NARROWER: &[Verifier] = &[verify::narrower, verify::elementwise];
const ONE_IS_INDEX: &[Verifier] = &[verify::one_is_index];
const OF_ONE_WIDTH: &[Verifier] = &[verify::of_one_width];
const OF_ONE_SHAPE: &[Verifier] = &[verify::of_one_shape];

const fn compare(name: &'static str, operands: &'static [ValueConstraint]) -> OpDef {
    OpDef::new(name)
        .operands(operands)
        .results(BOOL_RESULT)
        .types(I1_OF_OPERANDS)
        .traits(&[Traits::PURE, Traits::SAME_TYPE_OPERANDS])
}

/// The `arith` dialect.
pub static DIALECT: Dialect = Dialect::new("arith", OP_DEFS).word_sets(&[
    WordSet {
        mnemonic: "fastmath",
        words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
        separator: ",",
        all: "fast",
        none: true,
        wanted: "expected ::mlir::arith::FastMathFlags to be one of: ",
        failed: "failed to parse Arith_FastMathAttr parameter 'value' which is to be a \
                 `::mlir::arith::FastMathFlags`",
    },
    WordSet {
        mnemonic: "overflow",
        words: &["nsw", "nuw"],
        separator: ", ",
        all: "",
        none: true,
        wanted: "expected ::mlir::arith::IntegerOverflowFlags to be one of: ",
        failed: "failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a \
                 `::mlir::arith::IntegerOverflowFlags`",
    },
]);

/// A product in two words.
const fn extended_product(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(INTS)
        .results(WORDS)
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[
            (Place::Operand(1), TypeInference::Same(Place::Operand(0))),
            (Place::Result(0), TypeInference::Same(Place::Operand(0))),
            (Place::Result(1), TypeInference::Same(Place::Operand(0))),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Slots)
        .traits(&[Traits::COMMUTATIVE])
}

op_defs! {
    of DIALECT;
    ADDI = int_binary("arith.addi").attrs(&[OVERFLOW]).format(BINARY_OVERFLOW_FLAGS).traits(&[Traits::COMMUTATIVE]);
    SUBI = int_binary("arith.subi").attrs(&[OVERFLOW]).format(BINARY_OVERFLOW_FLAGS);
    MULI = int_binary("arith.muli")
        .result_name(ResultName::VscaleMultiple)
        .attrs(&[OVERFLOW])
        .format(BINARY_OVERFLOW_FLAGS)
        .traits(&[Traits::COMMUTATIVE]);
    SHLI = int_binary("arith.shli").attrs(&[OVERFLOW]).format(BINARY_OVERFLOW_FLAGS);
    DIVSI = int_binary("arith.divsi").attrs(&[unit("isExact")]).format(BINARY_EXACT);
    DIVUI = int_binary("arith.divui").attrs(&[unit("isExact")]).format(BINARY_EXACT);
    SHRSI = int_binary("arith.shrsi").attrs(&[unit("isExact")]).format(BINARY_EXACT);
    SHRUI = int_binary("arith.shrui").attrs(&[unit("isExact")]).format(BINARY_EXACT);
    ANDI = int_binary("arith.andi").traits(&[Traits::COMMUTATIVE]);
    ORI = int_binary("arith.ori").traits(&[Traits::COMMUTATIVE]);
    XORI = int_binary("arith.xori").traits(&[Traits::COMMUTATIVE]);
    CEILDIVSI = int_binary("arith.ceildivsi");
    CEILDIVUI = int_binary("arith.ceildivui");
    FLOORDIVSI = int_binary("arith.floordivsi");
    MAXSI = int_binary("arith.maxsi").traits(&[Traits::COMMUTATIVE]);
    MAXUI = int_binary("arith.maxui").traits(&[Traits::COMMUTATIVE]);
    MINSI = int_binary("arith.minsi").traits(&[Traits::COMMUTATIVE]);
    MINUI = int_binary("arith.minui").traits(&[Traits::COMMUTATIVE]);
    REMSI = int_binary("arith.remsi");
    REMUI = int_binary("arith.remui");
    ADDF = float_binary("arith.addf").traits(&[Traits::COMMUTATIVE]);
    SUBF = float_binary("arith.subf");
    MULF = float_binary("arith.mulf").traits(&[Traits::COMMUTATIVE]);
    DIVF = float_binary("arith.divf");
    REMF = float_binary("arith.remf");
    MAXNUMF = float_binary("arith.maxnumf").traits(&[Traits::COMMUTATIVE]);
    MINNUMF = float_binary("arith.minnumf").traits(&[Traits::COMMUTATIVE]);
    MAXIMUMF = float_binary("arith.maximumf")
        .older_names(&[OlderName::until("arith.maxf", Release::V18)])
        .traits(&[Traits::COMMUTATIVE]);
    MINIMUMF = float_binary("arith.minimumf")
        .older_names(&[OlderName::until("arith.minf", Release::V18)])
        .traits(&[Traits::COMMUTATIVE]);
    NEGF = float_unary("arith.negf");
    EXTSI = cast("arith.extsi", &[one("in", IntegerLike)], &[one("out", IntegerLike)]).format(CAST).verify(WIDER);
    EXTUI = cast("arith.extui", &[one("in", IntegerLike)], &[one("out", IntegerLike)]).format(CAST).verify(WIDER);
    FPTOSI = cast("arith.fptosi", &[one("in", FloatingLike)], &[one("out", IntegerLike)]).format(CAST).verify(OF_ONE_SHAPE);
    FPTOUI = cast("arith.fptoui", &[one("in", FloatingLike)], &[one("out", IntegerLike)]).format(CAST).verify(OF_ONE_SHAPE);
    SITOFP = cast("arith.sitofp", &[one("in", IntegerLike)], &[one("out", FloatingLike)]).format(CAST).verify(OF_ONE_SHAPE);
    UITOFP = cast("arith.uitofp", &[one("in", IntegerLike)], &[one("out", FloatingLike)]).format(CAST).verify(OF_ONE_SHAPE);
    BITCAST = cast("arith.bitcast", &[one("in", BitcastLike)], &[one("out", BitcastLike)]).format(CAST).verify(OF_ONE_WIDTH);
    INDEX_CAST = cast("arith.index_cast", &[one("in", IndexCast)], &[one("out", IndexCast)]).format(CAST).verify(ONE_IS_INDEX);
    INDEX_CASTUI = cast("arith.index_castui", &[one("in", IndexCast)], &[one("out", IndexCast)]).format(CAST).verify(ONE_IS_INDEX);
    TRUNCI = cast("arith.trunci", &[one("in", IntegerLike)], &[one("out", IntegerLike)])
        .attrs(&[OVERFLOW])
        .format(CAST_OVERFLOW_FLAGS)
        .verify(NARROWER);
    EXTF = cast("arith.extf", &[one("in", FloatingLike)], &[one("out", FloatingLike)])
        .attrs(&[may("fastmath", FASTMATH.kind)])
        .format(CAST_FASTMATH)
        .verify(WIDER);
    TRUNCF = cast("arith.truncf", &[one("in", FloatingLike)], &[one("out", FloatingLike)])
        .attrs(ROUNDING_AND_FASTMATH)
        .format(&[
            Operand(0), ROUNDING_CLAUSE, FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .verify(NARROWER);
    SCALING_EXTF = cast("arith.scaling_extf", SCALED, &[one("out", FloatingLike)])
        .attrs(&[may("fastmath", FASTMATH.kind)])
        .format(&[
            Operand(0), Text(","), Operand(1), FASTMATH_CLAUSE, AttrDict, Text(":"), Type(Place::Operand(0)), Text(","),
            Type(Place::Operand(1)), Text("to"), Type(Place::Result(0)),
        ])
        .verify(SCALED_WIDER);
    SCALING_TRUNCF = cast("arith.scaling_truncf", SCALED, &[one("out", FloatingLike)])
        .attrs(ROUNDING_AND_FASTMATH)
        .format(&[
            Operand(0), Text(","), Operand(1), ROUNDING_CLAUSE, FASTMATH_CLAUSE, AttrDict, Text(":"),
            Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)), Text("to"), Type(Place::Result(0)),
        ])
        .verify(SCALED_NARROWER);
    CMPI = compare("arith.cmpi", INTS)
        .attrs(&[required("predicate", SlotKind::Enum(enums::ICmpPredicate::TABLE))])
        .format(&[
            Attr("predicate"), Text(","), Operand(0), Text(","), Operand(1), AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ]);
    CMPF = compare("arith.cmpf", FLOATS)
        .attrs(&[required("predicate", SlotKind::Enum(enums::ArithCmpFPredicate::TABLE)), FASTMATH])
        .format(&[
            Attr("predicate"), Text(","), Operand(0), Text(","), Operand(1), FASTMATH_CLAUSE, AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ]);
    CONSTANT = OpDef::new("arith.constant")
        .attrs(&[required("value", SlotKind::Constrained(&attr_constraints::TYPED))])
        .results(&[one("result", Any)])
        .format(&[AttrDict, Attr("value"), Custom(&syntax::TypeOfValue)])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Constant("c"))
        .verify(&[verify::constant]);
    SELECT = OpDef::new("arith.select")
        .operands(&[one("condition", BoolLike), one("true_value", Any), one("false_value", Any)])
        .results(&[one("result", Any)])
        .format(&[Operands, AttrDict, Text(":"), Custom(&syntax::ConditionType), Type(Place::Result(0))])
        .types(&[
            (Place::Operand(1), TypeInference::Same(Place::Result(0))), (Place::Operand(2), TypeInference::Same(Place::Result(0))),
        ])
        .traits(&[Traits::PURE])
        .verify(&[verify::select]);
    ADDUI_EXTENDED = OpDef::new("arith.addui_extended")
        .operands(&[one("lhs", IntegerOrIndexLike), one("rhs", IntegerOrIndexLike)])
        .results(&[one("sum", IntegerOrIndexLike), one("overflow", BoolLike)])
        .format(&[Operands, AttrDict, Text(":"), ResultTypes])
        .types(&[
            (Place::Operand(0), TypeInference::Same(Place::Result(0))), (Place::Operand(1), TypeInference::Same(Place::Result(0))),
        ])
        .traits(&[Traits::PURE])
        .result_name(ResultName::Slots)
        .verify(&[verify::elementwise])
        .traits(&[Traits::COMMUTATIVE]);
    MULSI_EXTENDED = extended_product("arith.mulsi_extended");
    MULUI_EXTENDED = extended_product("arith.mului_extended");
}
