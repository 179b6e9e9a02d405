//! Notes on broken rules: where an operand is defined, which function is returned from.

use super::dominance::Dominance;
use super::structure::VerifyScope;
use crate::body::{Block, Body, Op, Region, Value, ValueDef};
use crate::context::Attr;
use crate::diagnostic::{Diagnostic, VerifyCode};

/// The note that a return has the function around it for.
pub(super) fn note_function(around: &VerifyScope, error: &mut Diagnostic) {
    let returns = matches!(
        error.verify_code(),
        Some(VerifyCode::ReturnWithOperand | VerifyCode::ReturnWithoutOperand | VerifyCode::ReturnType)
    );
    if let Some(function) = around.surroundings.function().filter(|_| returns) {
        error.notes.push(Diagnostic::new(VerifyCode::ReturningFrom, function.body.loc(function.op)));
    }
}

/// Where an operand is defined that an operation may not use.
pub(super) fn definition(
    around: &VerifyScope,
    body: &Body,
    dominance: &Dominance,
    op: Op,
    value: Value,
) -> Option<Diagnostic> {
    let region = |block: Block| body.block_parent(block);
    let use_block = body.parent(op)?;
    let use_region = region(use_block)?;
    match body.value(value).def {
        ValueDef::Undefined => None,
        ValueDef::Result(defining, _) => {
            let block = body.parent(defining)?;
            let place = match region(block)? {
                _ if block == use_block => "op in the same block",
                other if other == use_region => "op in the same region",
                other if dominance.is_inside(use_region, other) => "op in a parent region",
                other if dominance.is_inside(other, use_region) => "op in a child region",
                _ => "op is neither in a parent nor in a child region",
            };
            Some(Diagnostic::new(VerifyCode::OperandDefinition { place }, body.loc(defining)))
        }
        ValueDef::Argument(block, _) => {
            let own: Region = region(block)?;
            let place = match own {
                other if other == use_region => "in the same region",
                other if dominance.is_inside(use_region, other) => "in a parent region",
                other if dominance.is_inside(other, use_region) => "in a child region",
                _ => "neither in a parent nor in a child region",
            };
            let loc: Attr = match dominance.holder(own) {
                Some(holder) => body.loc(holder),
                None => around.surroundings.holder.map(|cx| cx.body.loc(cx.op))?,
            };
            let block = body.blocks(own).iter().position(|other| *other == block)?;
            Some(Diagnostic::new(VerifyCode::ArgumentDefinition { block, place }, loc))
        }
    }
}
