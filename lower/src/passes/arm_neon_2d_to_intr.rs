//! `arm-neon-2d-to-intr`

use irtrip_dialect::{ContextDialects, Op, TypeData, Value};
use irtrip_hardware::arm_neon;
use smallvec::SmallVec;

use crate::conversion::{ConversionTarget, Legality, Matched, Mismatch, Patterns, Rewriter};

/// All but products of two dimensions may stay.
pub fn target() -> ConversionTarget {
    let mut target = ConversionTarget::new().unknown_legal();
    target.set(arm_neon::N2D_SDOT.name(), Legality::Illegal);
    target
}

/// The patterns of the pass.
pub fn populate(patterns: &mut Patterns) {
    patterns.add_ops(&[arm_neon::N2D_SDOT], sdot);
}

/// A product of two dimensions is one of their elements in a row.
fn sdot(rewriter: &mut Rewriter, op: Op) -> Matched {
    let operands: SmallVec<[Value; 3]> = rewriter.body.operands(op).into();
    let [sum, lhs, rhs] = operands[..] else { return Err(Mismatch("expects three operands")) };
    let (lhs, rhs) = (in_a_row(rewriter, lhs)?, in_a_row(rewriter, rhs)?);
    rewriter.replace_with_new(op, arm_neon::INTR_SDOT.name(), &[sum, lhs, rhs], &[])
}

fn in_a_row(rewriter: &mut Rewriter, value: Value) -> Result<Value, Mismatch> {
    let ctx = rewriter.ctx;
    let TypeData::Vector { dims, element } = ctx.type_data(rewriter.type_of(value)) else {
        return Err(Mismatch("expects vectors"));
    };
    let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size?));
    let flat = ctx.vector_type(count.ok_or(Mismatch("expects vectors of known sizes"))?, false, *element);
    Ok(rewriter.unary(ctx.op_name("vector.shape_cast"), value, flat))
}
