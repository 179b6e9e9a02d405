//! Instructions other than calls and terminators. LangRef, "Instruction Reference".

use crate::constants::materialize::position_attr;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::enums::{
    AtomicBinOp, AtomicOrdering, CastOpcode, EnumValue, FCmpPredicate, GepNoWrapFlags, ICmpPredicate, InstructionFlags,
};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, irtrip, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{OpName, OpNameDefinition, Str, TypeData, Value};
use llvm_ir::instruction::{Atomicity, MemoryOrdering, SynchronizationScope};
use llvm_ir::{Instruction, Operand, instruction};
use smallvec::SmallVec;

use super::{Importer, gaps, name, unsupported};
use crate::attribute_cache::NamedAttrs;
use crate::bodies::calls::Arguments;
use crate::bodies::instructions;
use crate::bodies::instructions::flags;
use crate::bodies::instructions::getelementptr::Path;
use crate::bodies::instructions::mnemonics;
use crate::bodies::phis;

/// `nuw` and `nsw`.
fn wraps(nuw: bool, nsw: bool) -> InstructionFlags {
    let mut flags = InstructionFlags::empty();
    flags.set(InstructionFlags::NUW, nuw);
    flags.set(InstructionFlags::NSW, nsw);
    flags
}

fn exact(exact: bool) -> InstructionFlags {
    if exact { InstructionFlags::EXACT } else { InstructionFlags::empty() }
}

impl<'a> Importer<'_, '_, 'a> {
    /// Makes an instruction's operation.
    #[allow(clippy::too_many_lines, reason = "a single table, of every instruction")]
    pub(super) fn instruction(&mut self, instruction: &'a Instruction) -> DiagnosticResult<()> {
        if let Some(result) = instruction.try_get_result() {
            self.reader.f.result = Some(name(result));
        }
        match instruction {
            Instruction::Add(i) => self.binary("add", [&i.operand0, &i.operand1], wraps(i.nuw, i.nsw)),
            Instruction::Sub(i) => self.binary("sub", [&i.operand0, &i.operand1], wraps(i.nuw, i.nsw)),
            Instruction::Mul(i) => self.binary("mul", [&i.operand0, &i.operand1], wraps(i.nuw, i.nsw)),
            Instruction::Shl(i) => self.binary("shl", [&i.operand0, &i.operand1], wraps(i.nuw, i.nsw)),
            Instruction::UDiv(i) => self.binary("udiv", [&i.operand0, &i.operand1], exact(i.exact)),
            Instruction::SDiv(i) => self.binary("sdiv", [&i.operand0, &i.operand1], exact(i.exact)),
            Instruction::LShr(i) => self.binary("lshr", [&i.operand0, &i.operand1], exact(i.exact)),
            Instruction::AShr(i) => self.binary("ashr", [&i.operand0, &i.operand1], exact(i.exact)),
            Instruction::URem(i) => self.binary("urem", [&i.operand0, &i.operand1], InstructionFlags::empty()),
            Instruction::SRem(i) => self.binary("srem", [&i.operand0, &i.operand1], InstructionFlags::empty()),
            Instruction::And(i) => self.binary("and", [&i.operand0, &i.operand1], InstructionFlags::empty()),
            Instruction::Or(i) => {
                self.meet(&gaps::DISJOINT);
                self.binary("or", [&i.operand0, &i.operand1], InstructionFlags::empty())
            }
            Instruction::Xor(i) => self.binary("xor", [&i.operand0, &i.operand1], InstructionFlags::empty()),
            Instruction::FAdd(i) => self.inexact("fadd", [&i.operand0, &i.operand1]),
            Instruction::FSub(i) => self.inexact("fsub", [&i.operand0, &i.operand1]),
            Instruction::FMul(i) => self.inexact("fmul", [&i.operand0, &i.operand1]),
            Instruction::FDiv(i) => self.inexact("fdiv", [&i.operand0, &i.operand1]),
            Instruction::FRem(i) => self.inexact("frem", [&i.operand0, &i.operand1]),
            Instruction::FNeg(i) => {
                self.meet(&gaps::FAST_MATH);
                self.unary("fneg", &i.operand)
            }
            Instruction::Freeze(i) => self.unary("freeze", &i.operand),
            Instruction::Trunc(i) => self.cast("trunc", &i.operand, &i.to_type),
            Instruction::ZExt(i) => self.cast("zext", &i.operand, &i.to_type),
            Instruction::SExt(i) => self.cast("sext", &i.operand, &i.to_type),
            Instruction::FPTrunc(i) => self.cast("fptrunc", &i.operand, &i.to_type),
            Instruction::FPExt(i) => self.cast("fpext", &i.operand, &i.to_type),
            Instruction::FPToUI(i) => self.cast("fptoui", &i.operand, &i.to_type),
            Instruction::FPToSI(i) => self.cast("fptosi", &i.operand, &i.to_type),
            Instruction::UIToFP(i) => self.cast("uitofp", &i.operand, &i.to_type),
            Instruction::SIToFP(i) => self.cast("sitofp", &i.operand, &i.to_type),
            Instruction::PtrToInt(i) => self.cast("ptrtoint", &i.operand, &i.to_type),
            Instruction::IntToPtr(i) => self.cast("inttoptr", &i.operand, &i.to_type),
            Instruction::BitCast(i) => self.cast("bitcast", &i.operand, &i.to_type),
            Instruction::AddrSpaceCast(i) => self.cast("addrspacecast", &i.operand, &i.to_type),
            Instruction::ICmp(i) => {
                let predicate = ICmpPredicate::from_llvm(i.predicate.to_string().as_bytes());
                self.compare(llvm::ICMP, predicate, [&i.operand0, &i.operand1])
            }
            Instruction::FCmp(i) => {
                self.meet(&gaps::FAST_MATH);
                let predicate = FCmpPredicate::from_llvm(i.predicate.to_string().as_bytes());
                self.compare(llvm::FCMP, predicate, [&i.operand0, &i.operand1])
            }
            Instruction::Select(i) => self.select(i),
            Instruction::Phi(i) => self.phi(i),
            Instruction::Alloca(i) => self.alloca(i),
            Instruction::Load(i) => self.load(i),
            Instruction::Store(i) => self.store(i),
            Instruction::Fence(i) => self.fence(i),
            Instruction::CmpXchg(i) => self.cmpxchg(i),
            Instruction::AtomicRMW(i) => self.atomicrmw(i),
            Instruction::GetElementPtr(i) => self.getelementptr(i),
            Instruction::ExtractElement(i) => self.extractelement(i),
            Instruction::InsertElement(i) => self.insertelement(i),
            Instruction::ShuffleVector(i) => self.shufflevector(i),
            Instruction::ExtractValue(i) => self.extractvalue(i),
            Instruction::InsertValue(i) => self.insertvalue(i),
            Instruction::VAArg(i) => self.va_arg(i),
            Instruction::LandingPad(i) => self.landingpad(i),
            Instruction::CatchPad(i) => self.pad(irtrip::CATCHPAD, &i.catch_switch, &i.args),
            Instruction::CleanupPad(i) => self.pad(irtrip::CLEANUPPAD, &i.parent_pad, &i.args),
            Instruction::Call(i) => self.call(i),
        }
    }

    fn fence(&mut self, i: &'a instruction::Fence) -> DiagnosticResult<()> {
        let mut entries = NamedAttrs::new();
        self.atomicity(&i.atomicity, ORDERING, &mut entries)?;
        self.reader.emit(llvm::FENCE, &[], &mut entries, types::VOID)
    }

    fn extractelement(&mut self, i: &'a instruction::ExtractElement) -> DiagnosticResult<()> {
        let (ty, vector) = self.operand(&i.vector)?;
        let index = self.value(&i.index)?;
        let element = self.ctx.scalar_type(ty);
        self.reader.emit(llvm::EXTRACTELEMENT, &[vector, index], &mut NamedAttrs::new(), element)
    }

    fn insertelement(&mut self, i: &'a instruction::InsertElement) -> DiagnosticResult<()> {
        let (ty, vector) = self.operand(&i.vector)?;
        let operands = [vector, self.value(&i.element)?, self.value(&i.index)?];
        self.reader.emit(llvm::INSERTELEMENT, &operands, &mut NamedAttrs::new(), ty)
    }

    fn extractvalue(&mut self, i: &'a instruction::ExtractValue) -> DiagnosticResult<()> {
        let (ty, whole) = self.operand(&i.aggregate)?;
        let (position, found) = self.position(ty, &i.indices)?;
        self.reader.emit(llvm::EXTRACTVALUE, &[whole], &mut vec![position], found)
    }

    fn insertvalue(&mut self, i: &'a instruction::InsertValue) -> DiagnosticResult<()> {
        let (ty, whole) = self.operand(&i.aggregate)?;
        let element = self.value(&i.element)?;
        let (position, _) = self.position(ty, &i.indices)?;
        self.reader.emit(llvm::INSERTVALUE, &[whole, element], &mut vec![position], ty)
    }

    fn va_arg(&mut self, i: &'a instruction::VAArg) -> DiagnosticResult<()> {
        let list = self.value(&i.arg_list)?;
        let ty = self.ty(&i.cur_type)?;
        self.reader.emit(llvm::VA_ARG, &[list], &mut NamedAttrs::new(), ty)
    }

    fn landingpad(&mut self, i: &'a instruction::LandingPad) -> DiagnosticResult<()> {
        i.clauses.iter().for_each(|_| self.meet(&gaps::CLAUSES));
        let mut entries = NamedAttrs::new();
        if i.cleanup {
            entries.push((CLEANUP, attrs::UNIT));
        }
        let ty = self.ty(&i.result_type)?;
        self.reader.emit(llvm::LANDINGPAD, &[], &mut entries, ty)
    }

    fn mnemonic(word: &str) -> DiagnosticResult<OpName> {
        mnemonics::instruction(word.as_bytes()).map_or_else(|| unsupported("an instruction"), Ok)
    }

    fn binary(&mut self, word: &str, operands: [&'a Operand; 2], flags: InstructionFlags) -> DiagnosticResult<()> {
        let op = Self::mnemonic(word)?;
        let mut entries = NamedAttrs::new();
        flags::push_attrs(&mut self.reader.cache, op, flags, &mut entries);
        let (ty, first) = self.operand(operands[0])?;
        let second = self.value(operands[1])?;
        self.reader.emit(op, &[first, second], &mut entries, ty)
    }

    /// An instruction of floats, which may have fast-math flags.
    fn inexact(&mut self, word: &str, operands: [&'a Operand; 2]) -> DiagnosticResult<()> {
        self.meet(&gaps::FAST_MATH);
        self.binary(word, operands, InstructionFlags::empty())
    }

    fn unary(&mut self, word: &str, operand: &'a Operand) -> DiagnosticResult<()> {
        let (ty, value) = self.operand(operand)?;
        self.reader.emit(Self::mnemonic(word)?, &[value], &mut NamedAttrs::new(), ty)
    }

    fn cast(&mut self, word: &str, operand: &'a Operand, to: &llvm_ir::TypeRef) -> DiagnosticResult<()> {
        let op = Self::mnemonic(word)?;
        if matches!(
            op.def().map(|d| d.llvm),
            Some(LlvmForm::Cast(CastOpcode::ZExt | CastOpcode::UIToFP | CastOpcode::Trunc))
        ) {
            self.meet(&gaps::CAST_FLAGS);
        }
        let value = self.value(operand)?;
        let to = self.ty(to)?;
        self.reader.emit(op, &[value], &mut NamedAttrs::new(), to)
    }

    fn compare<P: EnumValue>(
        &mut self,
        op: OpName,
        predicate: Option<P>,
        operands: [&'a Operand; 2],
    ) -> DiagnosticResult<()> {
        let Some(predicate) = predicate else { return unsupported("a predicate") };
        let (ty, first) = self.operand(operands[0])?;
        let second = self.value(operands[1])?;
        let ctx = self.ctx;
        let vector = matches!(ctx.type_data(ty), TypeData::Vector { .. });
        let result = if vector { ctx.with_scalar_type(ty, types::I1) } else { types::I1 };
        let mut entries = vec![(PREDICATE, self.reader.cache.enum_value(predicate))];
        self.reader.emit(op, &[first, second], &mut entries, result)
    }

    fn select(&mut self, select: &'a llvm_ir::instruction::Select) -> DiagnosticResult<()> {
        self.meet(&gaps::FAST_MATH);
        let condition = self.value(&select.condition)?;
        let (ty, first) = self.operand(&select.true_value)?;
        let second = self.value(&select.false_value)?;
        self.reader.emit(llvm::SELECT, &[condition, first, second], &mut NamedAttrs::new(), ty)
    }

    fn phi(&mut self, phi: &'a llvm_ir::instruction::Phi) -> DiagnosticResult<()> {
        self.meet(&gaps::FAST_MATH);
        let ty = self.ty(&phi.to_type)?;
        let start = self.reader.f.flow.incoming.len();
        for (operand, block) in &phi.incoming_values {
            let value = self.operand_as(operand, Some(ty))?.1;
            let block = self.reader.block_reference(&name(block), 0)?;
            self.reader.f.flow.incoming.push((value, block));
        }
        phis::add_phi(&mut self.reader, ty, (InstructionFlags::empty(), None), start)
    }

    fn alloca(&mut self, alloca: &'a llvm_ir::instruction::Alloca) -> DiagnosticResult<()> {
        self.meet(&gaps::ALLOCA_FLAGS);
        if alloca.alignment == 0 {
            self.meet(&gaps::WIDE_ALIGNMENTS);
        }
        let element = self.ty(&alloca.allocated_type)?;
        let mut entries = vec![(ELEM_TYPE, self.ctx.type_attr(element))];
        entries.push((ALIGNMENT, self.reader.cache.i64(i64::from(alloca.alignment))));
        let size = self.value(&alloca.num_elements)?;
        let result = self.ctx.ptr_type(self.spaces.stack);
        self.reader.emit(llvm::ALLOCA, &[size], &mut entries, result)
    }

    fn load(&mut self, load: &'a llvm_ir::instruction::Load) -> DiagnosticResult<()> {
        let ty = self.ty(&load.loaded_ty)?;
        let mut entries = self.access(load.volatile, load.atomicity.as_ref(), load.alignment)?;
        let pointer = self.value(&load.address)?;
        self.reader.emit(llvm::LOAD, &[pointer], &mut entries, ty)
    }

    fn store(&mut self, store: &'a llvm_ir::instruction::Store) -> DiagnosticResult<()> {
        let mut entries = self.access(store.volatile, store.atomicity.as_ref(), store.alignment)?;
        let operands = [self.value(&store.value)?, self.value(&store.address)?];
        self.reader.emit(llvm::STORE, &operands, &mut entries, types::VOID)
    }

    /// The entries of a load or store.
    fn access(
        &mut self,
        volatile: bool,
        atomicity: Option<&Atomicity>,
        alignment: u32,
    ) -> DiagnosticResult<NamedAttrs> {
        if alignment == 0 {
            self.meet(&gaps::WIDE_ALIGNMENTS);
        }
        let mut entries = vec![(ALIGNMENT, self.reader.cache.i64(i64::from(alignment)))];
        if volatile {
            entries.push((VOLATILE, attrs::UNIT));
        }
        if let Some(atomicity) = atomicity {
            self.atomicity(atomicity, ORDERING, &mut entries)?;
        }
        Ok(entries)
    }

    fn atomicity(&mut self, atomicity: &Atomicity, key: Str, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        self.meet(&gaps::SYNC_SCOPES);
        if atomicity.synch_scope == SynchronizationScope::SingleThread {
            let scope = self.ctx.string_attr("singlethread");
            entries.push((SYNCSCOPE, scope));
        }
        self.ordering(atomicity.mem_ordering, key, entries)
    }

    fn ordering(&mut self, ordering: MemoryOrdering, key: Str, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        match AtomicOrdering::from_llvm(ordering.to_string().as_bytes()) {
            Some(ordering) => {
                entries.push((key, self.reader.cache.enum_value(ordering)));
                Ok(())
            }
            None => unsupported("an atomic instruction without ordering"),
        }
    }

    /// The alignment that atomic instructions have where none is written: their size.
    fn natural_alignment(&mut self, ty: irtrip_dialect::Type, entries: &mut NamedAttrs) {
        self.meet(&gaps::ATOMIC_ALIGNMENT);
        let size = self.tables.layout.store_size(self.ctx, ty).max(1);
        entries.push((ALIGNMENT, self.reader.cache.i64(size as i64)));
    }

    fn cmpxchg(&mut self, exchange: &'a llvm_ir::instruction::CmpXchg) -> DiagnosticResult<()> {
        let mut entries = NamedAttrs::new();
        if exchange.weak {
            entries.push((WEAK, attrs::UNIT));
        }
        if exchange.volatile {
            entries.push((VOLATILE, attrs::UNIT));
        }
        self.atomicity(&exchange.atomicity, SUCCESS_ORDERING, &mut entries)?;
        self.ordering(exchange.failure_memory_ordering, FAILURE_ORDERING, &mut entries)?;
        let pointer = self.value(&exchange.address)?;
        let (ty, expected) = self.operand(&exchange.expected)?;
        let new = self.value(&exchange.replacement)?;
        self.natural_alignment(ty, &mut entries);
        let result = self.ctx.literal_struct(false, &[ty, types::I1]);
        self.reader.emit(llvm::CMPXCHG, &[pointer, expected, new], &mut entries, result)
    }

    fn atomicrmw(&mut self, update: &'a llvm_ir::instruction::AtomicRMW) -> DiagnosticResult<()> {
        let mut entries = NamedAttrs::new();
        if update.volatile {
            entries.push((VOLATILE, attrs::UNIT));
        }
        match AtomicBinOp::from_llvm(update.operation.to_string().as_bytes()) {
            Some(operation) => entries.push((BIN_OP, self.reader.cache.enum_value(operation))),
            None => return unsupported("an operation of atomicrmw"),
        }
        self.atomicity(&update.atomicity, ORDERING, &mut entries)?;
        let pointer = self.value(&update.address)?;
        let (ty, value) = self.operand(&update.value)?;
        self.natural_alignment(ty, &mut entries);
        self.reader.emit(llvm::ATOMICRMW, &[pointer, value], &mut entries, ty)
    }

    fn getelementptr(&mut self, gep: &'a llvm_ir::instruction::GetElementPtr) -> DiagnosticResult<()> {
        self.meet(&gaps::GEP_FLAGS);
        let element = self.ty(&gep.source_element_type)?;
        let (base, address) = self.operand(&gep.address)?;
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        operands.push(address);
        let mut path = Path::new(element, base);
        for index in &gep.indices {
            let constant = Self::as_constant(index).map(|c| self.constant(c)).transpose()?;
            let (ty, known) = match (constant, index) {
                (Some(id), _) => (self.pool().ty(id), self.reader.constants.pool.index_value(self.ctx, id)),
                (None, Operand::LocalOperand { ty, .. }) => (self.ty(ty)?, None),
                (None, _) => return unsupported("such an index of getelementptr"),
            };
            if path.step(self.ctx, ty, known).is_err() {
                return unsupported("such an index of getelementptr");
            }
            if path.last_is_dynamic() {
                operands.push(self.value(index)?);
            }
        }
        let flags = if gep.in_bounds { GepNoWrapFlags::INBOUNDS } else { GepNoWrapFlags::NONE };
        instructions::add_getelementptr(&mut self.reader, (element, flags, None), &path, &operands)
    }

    fn shufflevector(&mut self, shuffle: &'a llvm_ir::instruction::ShuffleVector) -> DiagnosticResult<()> {
        let (ty, first) = self.operand(&shuffle.operand0)?;
        let second = self.value(&shuffle.operand1)?;
        let mask = self.constant(&shuffle.mask)?;
        let Some((values, _)) = self.reader.constants.pool.shuffle_mask(self.ctx, mask) else {
            return unsupported("such a mask of shufflevector");
        };
        let ctx = self.ctx;
        let result = ctx.vector_type(values.len() as u64, ctx.is_scalable_vector(ty), ctx.scalar_type(ty));
        let mask = ctx.i32_array(&values);
        self.reader.emit(llvm::SHUFFLEVECTOR, &[first, second], &mut vec![(MASK, mask)], result)
    }

    /// The entry of the indices into an aggregate, and the type they lead to.
    fn position(
        &mut self,
        ty: irtrip_dialect::Type,
        indices: &[u32],
    ) -> DiagnosticResult<((Str, irtrip_dialect::Attr), irtrip_dialect::Type)> {
        let mut found = ty;
        for index in indices {
            let inside = self.ctx.element_at(found, u64::from(*index));
            found = inside.map_or_else(|| unsupported("such an index of an aggregate"), Ok)?;
        }
        let indices: Vec<i64> = indices.iter().map(|i| i64::from(*i)).collect();
        Ok(((POSITION, position_attr(self.ctx, &indices)), found))
    }

    fn pad(&mut self, op: OpName, parent: &'a Operand, arguments: &'a [Operand]) -> DiagnosticResult<()> {
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        operands.push(self.value(parent)?);
        let mut described = Arguments::default();
        self.parameters.clear();
        for argument in arguments {
            self.argument(argument, attrs::EMPTY_DICTIONARY, &mut described)?;
        }
        let mut entries = NamedAttrs::new();
        if described.metadata {
            entries.push((ARGS, self.ctx.array(&described.described)));
        }
        operands.extend_from_slice(&described.values);
        self.reader.emit(op, &operands, &mut entries, types::TOKEN)
    }
}
