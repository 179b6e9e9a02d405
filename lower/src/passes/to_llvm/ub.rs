//! `convert-ub-to-llvm`

use irtrip_dialect::Op;
use irtrip_dialect::ops::global_values::POISON;
use irtrip_dialect::ops::llvm;

use crate::conversion::{Matched, Mismatch, Patterns, Rewriter};
use crate::ub;

/// The patterns of the `ub` dialect.
pub fn populate(patterns: &mut Patterns) {
    patterns.add_ops(&[ub::POISON], poison);
    patterns.add_ops(&[ub::UNREACHABLE], |rewriter, op| rewriter.replace_with_new(op, llvm::UNREACHABLE, &[], &[]));
}

fn poison(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    // The value says how much of it is poison: only all of it has a counterpart.
    if rewriter.attr(op, irtrip_dialect::names::VALUE).is_some_and(|value| value != ctx.opaque_attr("ub", "poison")) {
        return Err(Mismatch("pattern can only be applied to ops with default poison values"));
    }
    rewriter.replace_with_new(op, POISON, &[], &[])
}
