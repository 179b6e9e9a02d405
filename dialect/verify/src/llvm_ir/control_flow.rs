//! The rules of LLVM's verifier for the control flow of a finished function: edges to the entry block, exception
//! handling, and that values are defined before their uses. LangRef, "Well-Formedness", "Exception Handling".

use crate::diagnostic::LlvmVerifyCode;
use crate::names::{IRTRIP_ARGS, IRTRIP_BUNDLE_ARGS};
use crate::ops::{Inst, LlvmForm, Pad, global_values, irtrip, llvm};
use crate::registry::OpNameDefinition;
use crate::{Block, Body, Context, Op, OpName, Region, Type, TypeData, Value, ValueDef};

use super::{Function, Violation};
use crate::dominance::misplaced_uses;

/// The pad that an operation is, if it is one.
fn pad(name: OpName) -> Option<Pad> {
    match name.def()?.llvm {
        LlvmForm::Inst(inst) => inst.pad(),
        _ => None,
    }
}

fn is_invoke(name: OpName) -> bool {
    matches!(name, llvm::INVOKE | irtrip::INVOKE)
}

/// Whether a terminator is about exception handling.
fn handles(name: OpName) -> bool {
    is_invoke(name) || pad(name).is_some() || matches!(name, llvm::RESUME | irtrip::CATCHRET | irtrip::CLEANUPRET)
}

/// What is wrong with a function's control flow.
pub(super) fn check_cfg(function: &Function<'_>) -> Option<Violation> {
    let Function { ctx, body, region, has_personality: personality, .. } = *function;
    let blocks = body.blocks(region);
    let entry = *blocks.first()?;
    let mut exceptions = false;
    for &block in blocks {
        let Some(end) = body.last_op(block) else { continue };
        if body.successors(end).iter().any(|s| s.block == entry) {
            return Some((end, LlvmVerifyCode::EntryPredecessors));
        }
        exceptions |= handles(body.name(end)) || pad_of(body, block).is_some();
    }
    if exceptions && let Some(wrong) = (Flow { ctx, body, region, personality }).check() {
        return Some(wrong);
    }
    None
}

/// The operations that use a value whose definition does not come before them, in order.
///
/// What metadata refers to need not come before it for LLVM, but MLIR asks it of all operands.
pub(super) fn check_uses(function: &Function<'_>) -> Vec<Violation> {
    let Function { ctx, body, region, .. } = *function;
    let of_metadata = [IRTRIP_ARGS, IRTRIP_BUNDLE_ARGS, ctx.str("args")];
    let is_of_metadata = |op: Op| ctx.entries(body.attrs(op)).iter().any(|entry| of_metadata.contains(&entry.0));
    let named = |op: Op| {
        let own = body.results(op).any(|result| body.operands(op).contains(&result));
        (
            op,
            match own {
                true => LlvmVerifyCode::PhiOfItself,
                false if is_of_metadata(op) => LlvmVerifyCode::MetadataBeforeDefinition,
                false => LlvmVerifyCode::NotDominating,
            },
        )
    };
    misplaced_uses(body, region).into_iter().map(named).collect()
}

/// Whether an operation is an instruction of LLVM IR: constants, tags of blocks and debug records are none.
pub(super) fn is_instruction(body: &Body, op: Op) -> bool {
    match body.name(op).def().map(|def| def.llvm) {
        Some(LlvmForm::Constant(_) | LlvmForm::Inst(Inst::BlockTag)) => false,
        form => !form.is_some_and(|form| form.is_debug_record()),
    }
}

/// The pad that a block starts with.
fn pad_of(body: &Body, block: Block) -> Option<(Op, Pad)> {
    let first = body.ops(block).find(|op| is_instruction(body, *op))?;
    pad(body.name(first)).map(|pad| (first, pad))
}

struct Flow<'b> {
    ctx: &'b Context,
    body: &'b Body,
    region: Region,
    personality: bool,
}

impl Flow<'_> {
    fn check(&self) -> Option<Violation> {
        let body = self.body;
        let blocks = body.blocks(self.region);
        let mut predecessors: Vec<Vec<(Op, usize)>> = vec![Vec::new(); body.block_count()];
        for &block in blocks {
            let Some(end) = body.last_op(block) else { continue };
            for (place, successor) in body.successors(end).iter().enumerate() {
                if let Some(list) = predecessors.get_mut(successor.block.index()) {
                    list.push((end, place));
                }
            }
        }
        let mut result = None;
        for (place, &block) in blocks.iter().enumerate() {
            if let Some((op, pad)) = pad_of(body, block) {
                let edges = predecessors.get(block.index()).map(Vec::as_slice).unwrap_or_default();
                let wrong = self.check_pad(op, pad, place == 0, edges);
                if wrong.is_some() {
                    return wrong;
                }
            }
            let wrong = self.check_results(block, &mut result);
            if wrong.is_some() {
                return wrong;
            }
            if let Some(end) = body.last_op(block)
                && let Some(message) = self.check_end(end)
            {
                return Some((end, message));
            }
        }
        None
    }

    /// The pads that land and the resumes of a function have one type.
    fn check_results(&self, block: Block, known: &mut Option<Type>) -> Option<Violation> {
        let body = self.body;
        let pad = pad_of(body, block).filter(|p| p.1 == Pad::Landing).and_then(|(op, _)| {
            let ty = body.results(op).next().map(|v| body.value_type(v))?;
            Some((op, ty, LlvmVerifyCode::LandingpadResult))
        });
        let resume = body.last_op(block).filter(|op| body.name(*op) == llvm::RESUME).and_then(|op| {
            let ty = body.operands(op).first().map(|v| body.value_type(*v))?;
            Some((op, ty, LlvmVerifyCode::ResumeType))
        });
        for (op, ty, wrong) in pad.into_iter().chain(resume) {
            if *known.get_or_insert(ty) != ty {
                return Some((op, wrong));
            }
        }
        None
    }

    /// Whether a `filter` of a pad that lands is no array of constants.
    fn filters_none(&self, op: Op) -> bool {
        let body = self.body;
        let filters = body
            .operands(op)
            .iter()
            .filter(|clause| matches!(self.ctx.type_data(body.value_type(**clause)), TypeData::Array { .. }));
        filters.into_iter().any(|clause| match body.value(*clause).def {
            ValueDef::Result(made, _) => matches!(body.name(made), global_values::UNDEF | global_values::POISON),
            ValueDef::Argument(..) | ValueDef::Undefined => true,
        })
    }

    fn check_pad(&self, op: Op, pad: Pad, in_entry: bool, edges: &[(Op, usize)]) -> Option<Violation> {
        if !self.personality {
            return Some((op, LlvmVerifyCode::NoPersonality(pad.class_name())));
        }
        if in_entry {
            return Some((op, LlvmVerifyCode::PadInEntry));
        }
        let name = |op: Op| self.body.name(op);
        let message = match pad {
            Pad::Landing => {
                let odd = edges.iter().any(|(from, place)| !is_invoke(name(*from)) || *place != 1);
                match odd {
                    true => Some(LlvmVerifyCode::LandingpadEdge),
                    false => self.filters_none(op).then_some(LlvmVerifyCode::LandingpadFilter),
                }
            }
            Pad::Catch => {
                let switch = self.operand_of(op, &[irtrip::CATCHSWITCH]);
                match switch {
                    None => Some(LlvmVerifyCode::CatchpadParent),
                    Some(switch) => {
                        edges.iter().any(|(from, _)| *from != switch).then_some(LlvmVerifyCode::CatchpadEdge)
                    }
                }
            }
            Pad::Cleanup | Pad::Switch => {
                let unwinds = |from: Op, place: usize| match name(from) {
                    from if is_invoke(from) => place == 1,
                    irtrip::CLEANUPRET | irtrip::CATCHSWITCH => true,
                    _ => false,
                };
                if edges.iter().any(|(from, place)| !unwinds(*from, *place)) {
                    Some(LlvmVerifyCode::PadWithoutUnwindEdge)
                } else if self.operand_of(op, &[global_values::NONE, irtrip::CATCHPAD, irtrip::CLEANUPPAD]).is_some() {
                    None
                } else {
                    Some(LlvmVerifyCode::PadParent(pad.class_name()))
                }
            }
        };
        message.map(|message| (op, message))
    }

    /// The operation that makes the first operand, if it is one of these; an operand yet to be known counts as none.
    fn operand_of(&self, op: Op, names: &[OpName]) -> Option<Op> {
        let first: Value = *self.body.operands(op).first()?;
        match self.body.value(first).def {
            ValueDef::Result(def, _) if names.contains(&self.body.name(def)) => Some(def),
            _ => None,
        }
    }

    fn check_end(&self, end: Op) -> Option<LlvmVerifyCode> {
        let body = self.body;
        let starts_with = |block: Block| pad_of(body, block).map(|p| p.1);
        let targets = body.successors(end);
        match body.name(end) {
            name if is_invoke(name) => targets
                .get(1)
                .is_some_and(|unwind| starts_with(unwind.block).is_none())
                .then_some(LlvmVerifyCode::UnwindDestination),
            irtrip::CATCHSWITCH => {
                let handlers = body.attr(self.ctx, end, self.ctx.str("handlers"));
                let handlers = handlers.and_then(|n| self.ctx.int_value(n)).and_then(|n| usize::try_from(n).ok());
                self.check_switch(end, handlers.unwrap_or(0))
            }
            llvm::RESUME if !self.personality => Some(LlvmVerifyCode::NoPersonality("ResumeInst")),
            irtrip::CATCHRET => self
                .operand_of(end, &[irtrip::CATCHPAD])
                .is_none()
                .then_some(LlvmVerifyCode::PadOfReturn { inst: "CatchReturnInst", pad: "CatchPad" }),
            irtrip::CLEANUPRET if self.operand_of(end, &[irtrip::CLEANUPPAD]).is_none() => {
                Some(LlvmVerifyCode::PadOfReturn { inst: "CleanupReturnInst", pad: "CleanupPad" })
            }
            irtrip::CLEANUPRET => targets
                .first()
                .is_some_and(|unwind| matches!(starts_with(unwind.block), None | Some(Pad::Landing)))
                .then_some(LlvmVerifyCode::UnwindToLandingpad("CleanupReturnInst")),
            _ => None,
        }
    }

    /// What is wrong with where a `catchswitch` leads; `handlers` of its successors are its handlers.
    fn check_switch(&self, end: Op, handlers: usize) -> Option<LlvmVerifyCode> {
        let starts_with = |block: Block| pad_of(self.body, block).map(|p| p.1);
        let targets = self.body.successors(end);
        if targets.iter().take(handlers).any(|t| starts_with(t.block) != Some(Pad::Catch)) {
            return Some(LlvmVerifyCode::CatchswitchHandlers);
        }
        let unwind = targets.get(handlers).map(|t| starts_with(t.block));
        matches!(unwind, Some(None | Some(Pad::Landing)))
            .then_some(LlvmVerifyCode::UnwindToLandingpad("CatchSwitchInst"))
    }
}
