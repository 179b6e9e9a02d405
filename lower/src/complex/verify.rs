//! Rules of the `complex` dialect's operations beyond the columns of their definitions.

use irtrip_dialect::attributes::AttrData;
use irtrip_dialect::diagnostic::VerifyCode as Kind;
use irtrip_dialect::names;
use irtrip_dialect::types::TypeData;
use irtrip_dialect::verify::{EmitError, VerifyContext};

/// Two numbers of the element type.
pub(crate) fn constant(cx: &VerifyContext, report: EmitError) {
    let (Some(value), Some(result)) = (cx.attr(names::VALUE), cx.result_type()) else { return };
    let ctx = cx.ctx;
    let &[real, imaginary] = ctx.items(value) else {
        let wrong = "requires 'value' to be a complex constant, represented as array of two values";
        return report(Kind::Rule(wrong.to_owned()));
    };
    let number = |attr| match ctx.attr_data(attr) {
        AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. } | AttrData::Float { ty, .. } => Some(*ty),
        _ => None,
    };
    let (Some(real), Some(imaginary)) = (number(real), number(imaginary)) else {
        return report(Kind::Rule("requires attribute's elements to be float or integer attributes".to_owned()));
    };
    let element = ctx.scalar_type(result);
    if real != element || imaginary != element {
        report(Kind::Rule(format!(
            "requires attribute's element types ('{}', '{}') to match the element type of the op's return type ('{}')",
            cx.spell(real),
            cx.spell(imaginary),
            cx.spell(element)
        )));
    }
}

/// A complex number becomes a number of its size, or the reverse.
pub(crate) fn bitcast(cx: &VerifyContext, report: EmitError) {
    let (Some(from), Some(to)) = (cx.operand_type(0), cx.result_type()) else { return };
    let ctx = cx.ctx;
    let bits = |ty| match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width),
        TypeData::Float(kind) => Some(kind.width()),
        _ => None,
    };
    let complex = |ty| match ctx.type_data(ty) {
        TypeData::Complex(element) => Some(2 * bits(*element).unwrap_or(0)),
        _ => None,
    };
    if from == to {
        return;
    }
    let wrong = match (complex(from).or(bits(from)), complex(to).or(bits(to))) {
        (None, _) => "operand must be int/float/complex",
        (_, None) => "result must be int/float/complex",
        _ if complex(from).is_some() == complex(to).is_some() => {
            "requires that either input or output has a complex type"
        }
        (Some(a), Some(b)) if a != b => "casting bitwidths do not match",
        _ => return,
    };
    report(Kind::Rule(wrong.to_owned()));
}
