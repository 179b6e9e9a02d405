//! What upstream tells besides a broken rule: where an operation is, and what it clashes with.

use super::dominance::Dominance;
use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::structure::Around;
use crate::body::{Block, Body, Module, Op, Region, Value, ValueDef};
use crate::context::Attr;

/// A note on an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyNote {
    /// The location of what it is about.
    pub loc: Attr,
    /// What it says.
    pub message: String,
}

/// An operation in one of a module's bodies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpPlace {
    /// The address of the body, which is compared and nothing else.
    body: usize,
    op: Op,
}

impl OpPlace {
    /// The place of an operation.
    pub(super) fn new(body: &Body, op: Op) -> OpPlace {
        OpPlace { body: std::ptr::from_ref(body).addr(), op }
    }

    /// The operation, if it is in `body`.
    pub(super) fn op_of(self, body: &Body) -> Option<Op> {
        (std::ptr::from_ref(body).addr() == self.body).then_some(self.op)
    }

    /// The operation and the body it is in; `None` where the module is not the one that was verified.
    pub fn find(self, module: &Module) -> Option<(&Body, Op)> {
        let mut open = vec![&module.body];
        while let Some(body) = open.pop() {
            if std::ptr::from_ref(body).addr() == self.body {
                return (self.op.index() < body.op_count()).then_some((body, self.op));
            }
            open.extend(body.all_nested());
        }
        None
    }
}

/// The note that a return has the function around it for.
pub(super) fn note_function(around: &Around, error: &mut VerifyError) {
    let returns = matches!(error.kind, Kind::ReturnWithOperand | Kind::ReturnWithoutOperand | Kind::ReturnType);
    if let Some(function) = around.function().filter(|_| returns) {
        let message = "when returning from function".to_owned();
        error.notes.push(VerifyNote { loc: function.body.loc(function.op), message });
    }
}

/// Where an operand is defined that an operation may not use.
pub(super) fn definition(
    around: &Around,
    body: &Body,
    dominance: &Dominance,
    op: Op,
    value: Value,
) -> Option<VerifyNote> {
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
                other if dominance.is_inside(body, use_region, other) => "op in a parent region",
                other if dominance.is_inside(body, other, use_region) => "op in a child region",
                _ => "op is neither in a parent nor in a child region",
            };
            Some(VerifyNote { loc: body.loc(defining), message: format!("operand defined here ({place})") })
        }
        ValueDef::Argument(block, _) => {
            let own: Region = region(block)?;
            let place = match own {
                other if other == use_region => "in the same region",
                other if dominance.is_inside(body, use_region, other) => "in a parent region",
                other if dominance.is_inside(body, other, use_region) => "in a child region",
                _ => "neither in a parent nor in a child region",
            };
            let loc = match dominance.holder(own) {
                Some(holder) => body.loc(holder),
                None => around.holder.map(|site| site.body.loc(site.op))?,
            };
            let index = body.blocks(own).iter().position(|other| *other == block)?;
            let message = format!("operand defined as a block argument (block #{index} {place})");
            Some(VerifyNote { loc, message })
        }
    }
}
