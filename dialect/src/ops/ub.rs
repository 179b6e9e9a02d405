//! The `ub` dialect's operations: undefined behavior.

use super::FormatElement::*;
use super::TypeConstraint::*;
use super::build::*;
use super::*;

rows! {
    file ub;
    /// `ub.poison`
    POISON = OpDef::new("ub.poison")
        .results(&[one("result", Any)])
        .attrs(&[default_empty("value", SlotKind::Foreign { dialect: "ub", mnemonic: "poison", empty: "poison" })])
        .format(&[
            AttrDict, IfAttr("value", &[Text("<"), QualifiedAttr("value"), Text(">")]), Text(":"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE]);
    /// `ub.unreachable`
    UNREACHABLE = OpDef::new("ub.unreachable").format(BARE).traits(&[Traits::TERMINATOR]);
}
