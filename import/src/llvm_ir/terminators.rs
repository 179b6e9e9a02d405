//! Terminators. LangRef, "Terminator Instructions".

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{irtrip, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Block, OpName};
use llvm_ir::{Name, Operand, Terminator};
use smallvec::SmallVec;

use super::{Importer, gaps, name, unsupported};
use crate::attribute_cache::NamedAttrs;
use irtrip_dialect::constants::ConstData;

impl<'a> Importer<'_, '_, 'a> {
    /// Makes a block's terminator.
    pub(super) fn terminator(&mut self, terminator: &'a Terminator) -> DiagnosticResult<()> {
        match terminator {
            Terminator::Ret(t) => {
                let returns = self.reader.f.function.returns;
                let value = t.return_operand.as_ref().map(|o| self.operand_as(o, returns)).transpose()?;
                let operands = value.into_iter().map(|v| v.1).collect();
                Ok(self.reader.terminate(llvm::RETURN, operands, NamedAttrs::new(), SmallVec::new(), types::VOID)?)
            }
            Terminator::Br(t) => self.plain(llvm::BR, &[], &[&t.dest]),
            Terminator::CondBr(t) => self.plain(llvm::COND_BR, &[&t.condition], &[&t.true_dest, &t.false_dest]),
            Terminator::Switch(t) => self.switch(t),
            Terminator::IndirectBr(t) => {
                let successors: Vec<&Name> = t.possible_dests.iter().collect();
                self.plain(llvm::INDIRECTBR, &[&t.operand], &successors)
            }
            Terminator::Invoke(t) => self.invoke(t),
            Terminator::Resume(t) => self.plain(llvm::RESUME, &[&t.operand], &[]),
            Terminator::Unreachable(_) => self.plain(llvm::UNREACHABLE, &[], &[]),
            Terminator::CleanupRet(t) => {
                let successors: Vec<&Name> = t.unwind_dest.iter().collect();
                self.plain(irtrip::CLEANUPRET, &[&t.cleanup_pad], &successors)
            }
            Terminator::CatchRet(t) => self.plain(irtrip::CATCHRET, &[&t.catch_pad], &[&t.successor]),
            Terminator::CatchSwitch(t) => self.catchswitch(t),
            Terminator::CallBr(_) => {
                self.meet(&gaps::CALLBR);
                unsupported("callbr")
            }
        }
    }

    fn successors(&mut self, names: &[&'a Name]) -> DiagnosticResult<SmallVec<[Block; 2]>> {
        names.iter().map(|n| self.reader.block_reference(&name(n), 0)).collect()
    }

    fn plain(&mut self, op: OpName, operands: &[&'a Operand], successors: &[&'a Name]) -> DiagnosticResult<()> {
        let operands = self.values(operands)?;
        let successors = self.successors(successors)?;
        self.reader.terminate(op, operands, NamedAttrs::new(), successors, types::VOID)
    }

    fn switch(&mut self, switch: &'a llvm_ir::terminator::Switch) -> DiagnosticResult<()> {
        let (ty, value) = self.operand(&switch.operand)?;
        let bytes = self.ctx.dense_element_bytes(ty);
        let mut successors = self.successors(&[&switch.default_dest])?;
        let mut cases: Vec<u8> = Vec::new();
        for (case, block) in &switch.dests {
            let id = self.constant(case)?;
            let ConstData::Int(number) = self.pool().data(id) else {
                return unsupported("such a case of switch");
            };
            let (little, fill) = (number.to_le_bytes(), if *number < 0 { 0xff } else { 0 });
            cases.extend((0..bytes).map(|i| little.get(i).copied().unwrap_or(fill)));
            successors.extend(self.successors(&[block])?);
        }
        let mut entries = NamedAttrs::new();
        if !switch.dests.is_empty() {
            let shape = self.ctx.vector_type(switch.dests.len() as u64, false, ty);
            entries.push((CASE_VALUES, self.ctx.dense(shape, &cases, bytes)));
        }
        let mut operands = SmallVec::new();
        operands.push(value);
        self.reader.terminate(llvm::SWITCH, operands, entries, successors, types::VOID)
    }

    fn catchswitch(&mut self, switch: &'a llvm_ir::terminator::CatchSwitch) -> DiagnosticResult<()> {
        let operands = self.values(&[&switch.parent_pad])?;
        let handlers: Vec<&Name> = switch.catch_handlers.iter().chain(&switch.default_unwind_dest).collect();
        let successors = self.successors(&handlers)?;
        let count = self.reader.cache.i64(switch.catch_handlers.len() as i64);
        self.reader.f.result = Some(name(&switch.result));
        self.reader.terminate(irtrip::CATCHSWITCH, operands, vec![(HANDLERS, count)], successors, types::TOKEN)
    }
}
