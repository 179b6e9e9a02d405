//! Rules of the `cf` dialect's operations beyond the columns of their definitions.

use irtrip_dialect::diagnostic::VerifyCode as Kind;
use irtrip_dialect::names;
use irtrip_dialect::verify::{EmitError, VerifyContext, element_count};

use crate::arith::verify::shape;

/// A case value of the flag's type for each successor but the first.
pub(crate) fn switch(cx: &VerifyContext, report: EmitError) {
    let destinations = cx.body.successors(cx.op).len().saturating_sub(1);
    let (Some(flag), Some(values)) = (cx.operand_type(0), cx.attr(names::CASE_VALUES)) else {
        if destinations > 0 {
            report(Kind::Rule("is missing case values".to_owned()));
        }
        return;
    };
    let Some(ty) = cx.ctx.attr_type(values) else { return };
    let element = cx.ctx.scalar_type(ty);
    if flag != element {
        let (flag, element) = (cx.spell(flag), cx.spell(element));
        return report(Kind::Rule(format!("'flag' type ('{flag}') should match case value type ('{element}')")));
    }
    let count = shape(cx.ctx, ty).flatten().map_or(0, element_count);
    if count != destinations {
        report(Kind::Rule(format!(
            "number of case values ({count}) should match number of case destinations ({destinations})"
        )));
    }
}

/// A weight for each successor, not all 0.
pub(crate) fn weights(cx: &VerifyContext, report: EmitError) {
    let Some(weights) = cx.attr(names::BRANCH_WEIGHTS).and_then(|attr| cx.ctx.dense_array(attr)) else { return };
    let expected = cx.body.successors(cx.op).len();
    if weights.len() != expected {
        report(Kind::BranchWeights { found: weights.len(), expected });
    } else if weights.iter().all(|&weight| weight == 0) {
        report(Kind::PlainRule("branch weights cannot all be zero".to_owned()));
    }
}
