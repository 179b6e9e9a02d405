//! The `ub` dialect's operations: undefined behavior. Upstream's passes put them into functions of the LLVM dialect, where
//! they are what LLVM IR has for them.

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, op_defs};

/// The `ub` dialect.
pub static DIALECT: Dialect = Dialect::new("ub", OP_DEFS);

op_defs! {
    of DIALECT;
    POISON = OpDef::new("ub.poison")
        .results(&[one("result", Any)])
        .attrs(&[default_empty("value", SlotKind::DialectAttr { dialect: "ub", mnemonic: "poison", empty: "poison" })])
        .format(&[
            AttrDict, IfAttr("value", &[Text("<"), QualifiedAttr("value"), Text(">")]), Text(":"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Constant(Constant::Poison));
    UNREACHABLE = OpDef::new("ub.unreachable")
        .format(BARE)
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::Unreachable));
}
