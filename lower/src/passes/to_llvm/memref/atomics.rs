//! Atomic updates of a memref's elements.

use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering, AtomicRmwKind};
use irtrip_dialect::names::{BIN_OP, FAILURE_ORDERING, KIND, ORDERING, SUCCESS_ORDERING};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Op, ValueDef};

use super::{element_pointer, operand_type};
use crate::conversion::{InsertPoint, Matched, Mismatch, Rewriter};

pub(super) fn atomic_rmw(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let kind = rewriter.attr(op, KIND).and_then(|kind| ctx.enum_value::<AtomicRmwKind>(kind));
    let name = match kind.ok_or(Mismatch("the kind is not known"))? {
        AtomicRmwKind::Addf => "fadd",
        AtomicRmwKind::Addi => "add",
        AtomicRmwKind::Assign => "xchg",
        AtomicRmwKind::Maximumf => "fmaximum",
        AtomicRmwKind::Minimumf => "fminimum",
        AtomicRmwKind::Maxnumf => "fmax",
        AtomicRmwKind::Minnumf => "fmin",
        AtomicRmwKind::Maxs => "max",
        AtomicRmwKind::Maxu => "umax",
        AtomicRmwKind::Mins => "min",
        AtomicRmwKind::Minu => "umin",
        AtomicRmwKind::Ori => "_or",
        AtomicRmwKind::Xori => "_xor",
        AtomicRmwKind::Andi => "_and",
        AtomicRmwKind::Mulf | AtomicRmwKind::Muli => return Err(Mismatch("LLVM has no atomic product")),
    };
    let bin_op = AtomicBinOp::from_mlir(name).ok_or(Mismatch("LLVM has no such atomic operation"))?;
    let memref = operand_type(rewriter, op, 1)?;
    let operands = rewriter.operands(op)?;
    let (&[value, descriptor], indices) = operands.split_first_chunk().ok_or(Mismatch("there is no memref"))?;
    let pointer = element_pointer(rewriter, memref, descriptor, indices, false)?;
    let ordering = AtomicOrdering::from_mlir("acq_rel").ok_or(Mismatch("the ordering is not known"))?;
    let attrs = [(BIN_OP, ctx.enum_attr(bin_op)), (ORDERING, ctx.enum_attr(ordering))];
    rewriter.replace_with_new(op, llvm::ATOMICRMW, &[pointer, value], &attrs)
}

/// A loop that computes the element anew until nobody else changed it meanwhile.
pub(super) fn generic_atomic_rmw(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let memref = operand_type(rewriter, op, 0)?;
    let (region, entry, _) = rewriter.ends(op, 0)?;
    let terminator = rewriter.body.last_op(entry).ok_or(Mismatch("the region has no terminator"))?;
    let yielded = rewriter.operand(terminator, 0).ok_or(Mismatch("the region yields nothing"))?;
    let is_inside = match rewriter.body.value(yielded).def {
        ValueDef::Result(made, _) => rewriter.body.parent(made) == Some(entry),
        ValueDef::Argument(block, _) => block == entry,
        ValueDef::Undefined => false,
    };
    if !is_inside {
        return Err(rewriter.fail(op, "result not defined in region"));
    }
    let operands = rewriter.operands(op)?;
    let (&descriptor, indices) = operands.split_first().ok_or(Mismatch("there is no memref"))?;
    let element = rewriter.convert_type(ctx.scalar_type(memref))?;
    let pointer = element_pointer(rewriter, memref, descriptor, indices, false)?;
    let first = rewriter.load(element, pointer);
    let (block, rest) = rewriter.split_at(op)?;
    rewriter.body.inline_region_before(region, rest);
    rewriter.convert_block(entry)?;
    rewriter.at = InsertPoint::End(block);
    rewriter.branch(llvm::BR, &[], &[(entry, &[first])], &[]);
    let &[expected] = rewriter.body.block_args(entry) else { return Err(Mismatch("the region takes one argument")) };
    let new = rewriter.remapped_value(yielded)?;
    rewriter.erase_op(terminator);
    rewriter.at = InsertPoint::End(entry);
    let attrs = [
        (SUCCESS_ORDERING, ctx.enum_attr(AtomicOrdering::AcqRel)),
        (FAILURE_ORDERING, ctx.enum_attr(AtomicOrdering::Monotonic)),
    ];
    let both = ctx.literal_struct(false, &[element, types::I1]);
    let exchanged = rewriter.value(llvm::CMPXCHG, &[pointer, expected, new], both, &attrs);
    let found = rewriter.extract(exchanged, &[0]);
    let is_done = rewriter.extract(exchanged, &[1]);
    rewriter.branch(llvm::COND_BR, &[is_done], &[(rest, &[]), (entry, &[found])], &[]);
    rewriter.replace(op, &[found]);
    Ok(())
}
