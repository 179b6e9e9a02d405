//! Instructions.

use super::abbreviations::Use;
use super::bodies::BodyWriter;
use super::{check_shuffle, fault, releases};
use crate::codes::function as code;
use crate::error::Result;
use crate::function::{
    Atomic, BUNDLE_METADATA, Bundle, BundleOperand, Call, Case, Instruction, Kind, Targets, call_flags, is_terminator,
};
use crate::types::Type;

/// The code of a record, and its abbreviation.
type Form = (u32, Option<u32>);

impl BodyWriter<'_, '_> {
    pub(super) fn instruction(&mut self, instruction: &Instruction) -> Result<()> {
        self.operands.clear();
        if let Kind::Call(call) = &instruction.kind {
            self.bundles(&call.bundles)?;
        }
        let (code, abbreviation) = self.form(instruction)?;
        self.stream.record(code, &self.operands, abbreviation);
        Ok(())
    }

    fn form(&mut self, instruction: &Instruction) -> Result<Form> {
        match &instruction.kind {
            Kind::Unary { opcode, flags, operand } => {
                let is_later = self.typed(*operand)?;
                self.operands.push(*opcode);
                Ok((code::INST_UNOP, self.flags(*flags, is_later, Use::Unary, Use::UnaryFlags)))
            }
            Kind::Binary { opcode, flags, operands: [left, right] } => {
                let is_later = self.typed(*left)?;
                self.value(*right);
                self.operands.push(*opcode);
                Ok((code::INST_BINOP, self.flags(*flags, is_later, Use::Binary, Use::BinaryFlags)))
            }
            Kind::Cast { opcode, flags, operand } => {
                let is_later = self.typed(*operand)?;
                let ty = self.ty(instruction.ty)?;
                self.operands.extend([ty, *opcode]);
                Ok((code::INST_CAST, self.flags(*flags, is_later, Use::Cast, Use::CastFlags)))
            }
            Kind::Compare { predicate, flags, operands: [left, right] } => {
                let is_later = self.typed(*left)?;
                self.value(*right);
                self.operands.push(*predicate);
                Ok((code::INST_CMP2, self.flags(*flags, is_later, Use::Compare, Use::CompareFlags)))
            }
            Kind::Gep { flags, source, operands } => {
                let source = self.ty(*source)?;
                self.operands.extend([*flags, source]);
                self.all_typed(operands)?;
                Ok((code::INST_GEP, self.number(Use::Gep)))
            }
            Kind::Call(call) => self.call(call),
            Kind::Alloca { .. }
            | Kind::Load { .. }
            | Kind::Store { .. }
            | Kind::CompareExchange { .. }
            | Kind::ReadModifyWrite { .. }
            | Kind::Fence(_) => self.memory(instruction),
            kind if is_terminator(kind) => self.terminator(kind),
            _ => Ok((self.other(instruction)?, None)),
        }
    }

    /// The abbreviation of a record whose first operand need have no type, and which has flags or not.
    fn flags(&mut self, flags: u64, is_later: bool, without: Use, with: Use) -> Option<u32> {
        let what = if flags == 0 { without } else { with };
        self.operands.extend((flags != 0).then_some(flags));
        if is_later { None } else { self.number(what) }
    }

    fn all_typed(&mut self, values: &[u32]) -> Result<()> {
        for value in values {
            self.typed(*value)?;
        }
        Ok(())
    }

    /// The type of a value.
    fn type_operand(&mut self, value: u32) -> Result<()> {
        let ty = self.type_of(value)?;
        let ty = self.ty(ty)?;
        self.operands.push(ty);
        Ok(())
    }

    fn vector(&mut self, kind: &Kind) -> Result<u32> {
        Ok(match kind {
            Kind::ExtractElement(operands) => {
                self.all_typed(operands)?;
                code::INST_EXTRACTELT
            }
            Kind::InsertElement([vector, value, index]) => {
                self.typed(*vector)?;
                self.value(*value);
                self.typed(*index)?;
                code::INST_INSERTELT
            }
            Kind::ShuffleVector([left, right, mask]) => {
                check_shuffle(self.module, self.scope.release, self.type_of(*left)?)?;
                self.typed(*left)?;
                self.value(*right);
                self.typed(*mask)?;
                code::INST_SHUFFLEVEC
            }
            _ => return Err(fault("an instruction of vectors has no record")),
        })
    }

    fn other(&mut self, instruction: &Instruction) -> Result<u32> {
        Ok(match &instruction.kind {
            Kind::ExtractValue { aggregate, indices } => {
                self.typed(*aggregate)?;
                self.operands.extend(indices);
                code::INST_EXTRACTVAL
            }
            Kind::InsertValue { operands, indices } => {
                self.all_typed(operands)?;
                self.operands.extend(indices);
                code::INST_INSERTVAL
            }
            Kind::Select { flags, operands: [condition, if_true, if_false] } => {
                self.typed(*if_true)?;
                self.value(*if_false);
                self.typed(*condition)?;
                self.operands.extend((*flags != 0).then_some(*flags));
                code::INST_VSELECT
            }
            kind @ (Kind::ExtractElement(_) | Kind::InsertElement(_) | Kind::ShuffleVector(_)) => self.vector(kind)?,
            Kind::Pad { is_catch, parent, arguments } => {
                self.value(*parent);
                self.operands.push(arguments.len() as u64);
                self.all_typed(arguments)?;
                if *is_catch { code::INST_CATCHPAD } else { code::INST_CLEANUPPAD }
            }
            Kind::Phi { flags, incoming } => {
                let ty = self.ty(instruction.ty)?;
                self.operands.push(ty);
                for (value, block) in incoming {
                    self.signed_value(*value);
                    self.operands.push(*block);
                }
                self.operands.extend((*flags != 0).then_some(*flags));
                code::INST_PHI
            }
            Kind::LandingPad { is_cleanup, clauses } => {
                let ty = self.ty(instruction.ty)?;
                self.operands.extend([ty, (*is_cleanup).into(), clauses.len() as u64]);
                for (clause, value) in clauses {
                    self.operands.push(*clause);
                    self.typed(*value)?;
                }
                code::INST_LANDINGPAD
            }
            Kind::VaArg { list } => {
                self.type_operand(*list)?;
                self.value(*list);
                let ty = self.ty(instruction.ty)?;
                self.operands.push(ty);
                code::INST_VAARG
            }
            Kind::Freeze(operand) => {
                self.typed(*operand)?;
                code::INST_FREEZE
            }
            _ => return Err(fault("an instruction has no record")),
        })
    }

    fn terminator(&mut self, kind: &Kind) -> Result<Form> {
        let code = match kind {
            Kind::Return(None) => return Ok((code::INST_RET, self.number(Use::ReturnVoid))),
            Kind::Return(Some(value)) => {
                let is_later = self.typed(*value)?;
                return Ok((code::INST_RET, if is_later { None } else { self.number(Use::Return) }));
            }
            Kind::Branch(target) => {
                self.operands.push(*target);
                return Ok((code::INST_BR, self.number(Use::Branch)));
            }
            Kind::ConditionalBranch { condition, targets } => {
                self.operands.extend(targets);
                self.value(*condition);
                return Ok((code::INST_BR, self.number(Use::ConditionalBranch)));
            }
            Kind::Unreachable => return Ok((code::INST_UNREACHABLE, self.number(Use::Unreachable))),
            Kind::Switch { condition, default, cases } => {
                self.type_operand(*condition)?;
                self.value(*condition);
                self.operands.push(*default);
                for (case, target) in cases {
                    let Case::Value(value) = case else {
                        return Err(fault("a case of a switch is no constant of the function"));
                    };
                    self.operands.extend([u64::from(*value), *target]);
                }
                code::INST_SWITCH
            }
            Kind::IndirectBranch { address, targets } => {
                self.type_operand(*address)?;
                self.value(*address);
                self.operands.extend(targets);
                code::INST_INDIRECTBR
            }
            Kind::Resume(value) => {
                self.typed(*value)?;
                code::INST_RESUME
            }
            Kind::CleanupReturn { pad, unwind } => {
                self.value(*pad);
                self.operands.extend(unwind);
                code::INST_CLEANUPRET
            }
            Kind::CatchReturn { pad, target } => {
                self.value(*pad);
                self.operands.push(*target);
                code::INST_CATCHRET
            }
            Kind::CatchSwitch { parent, handlers, unwind } => {
                self.value(*parent);
                self.operands.push(handlers.len() as u64);
                self.operands.extend(handlers);
                self.operands.extend(unwind);
                code::INST_CATCHSWITCH
            }
            _ => return Err(fault("a terminator has no record")),
        };
        Ok((code, None))
    }

    fn atomic(&mut self, atomic: Atomic) {
        self.operands.extend([atomic.ordering, atomic.scope]);
    }

    fn atomic_update(&mut self, kind: &Kind) -> Result<u32> {
        let has_alignment = releases::of(releases::ATOMIC_ALIGNMENT, self.scope.release, false);
        Ok(match kind {
            Kind::CompareExchange { is_old: true, .. } => {
                return Err(fault("a cmpxchg of LLVM 3.5 and before has no record since"));
            }
            Kind::CompareExchange {
                operands: [pointer, compared, new],
                alignment,
                is_volatile,
                is_weak,
                success,
                failure,
                ..
            } => {
                self.all_typed(&[*pointer, *compared])?;
                self.value(*new);
                self.operands.push((*is_volatile).into());
                self.atomic(*success);
                self.operands.extend([*failure, (*is_weak).into()]);
                self.operands.extend(has_alignment.then_some(*alignment));
                code::INST_CMPXCHG
            }
            Kind::ReadModifyWrite { operation, operands: [pointer, value], alignment, is_volatile, atomic } => {
                let code = releases::of(releases::ATOMICRMW, self.scope.release, code::INST_ATOMICRMW_OLD);
                self.typed(*pointer)?;
                match code {
                    code::INST_ATOMICRMW_OLD => self.value(*value),
                    _ => self.typed(*value).map(|_| ())?,
                }
                self.operands.extend([*operation, (*is_volatile).into()]);
                self.atomic(*atomic);
                self.operands.extend(has_alignment.then_some(*alignment));
                code
            }
            _ => return Err(fault("an atomic update has no record")),
        })
    }

    fn memory(&mut self, instruction: &Instruction) -> Result<Form> {
        let code = match &instruction.kind {
            Kind::Alloca { flags, ty, count, space } => {
                let own = self.type_of(*count)?;
                let (ty, own) = (self.ty(*ty)?, self.ty(own)?);
                self.operands.extend([ty, own, u64::from(*count), *flags]);
                self.operands.extend((*space != self.module.alloca_space()).then_some(u64::from(*space)));
                code::INST_ALLOCA
            }
            Kind::Load { pointer, alignment, is_volatile, atomic } => {
                let is_later = self.typed(*pointer)?;
                let ty = self.ty(instruction.ty)?;
                self.operands.extend([ty, *alignment, (*is_volatile).into()]);
                let Some(atomic) = atomic else {
                    return Ok((code::INST_LOAD, if is_later { None } else { self.number(Use::Load) }));
                };
                self.atomic(*atomic);
                code::INST_LOADATOMIC
            }
            Kind::Store { operands: [value, pointer], alignment, is_volatile, atomic } => {
                let is_later = [self.typed(*pointer)?, self.typed(*value)?].contains(&true);
                self.operands.extend([*alignment, (*is_volatile).into()]);
                let Some(atomic) = atomic else {
                    return Ok((code::INST_STORE, if is_later { None } else { self.number(Use::Store) }));
                };
                self.atomic(*atomic);
                code::INST_STOREATOMIC
            }
            kind @ (Kind::CompareExchange { .. } | Kind::ReadModifyWrite { .. }) => self.atomic_update(kind)?,
            Kind::Fence(atomic) => {
                self.atomic(*atomic);
                code::INST_FENCE
            }
            _ => return Err(fault("an instruction that accesses memory has no record")),
        };
        Ok((code, None))
    }

    fn bundles(&mut self, bundles: &[Bundle]) -> Result<()> {
        for bundle in bundles {
            self.operands.push(bundle.tag);
            for operand in &bundle.operands {
                match operand {
                    BundleOperand::Metadata(id) => {
                        self.operands.push(BUNDLE_METADATA);
                        self.value(*id);
                    }
                    BundleOperand::Value(value) => self.typed(*value).map(|_| ())?,
                }
            }
            self.stream.record(code::OPERAND_BUNDLE, &self.operands, None);
            self.operands.clear();
        }
        Ok(())
    }

    fn call(&mut self, call: &Call) -> Result<Form> {
        self.operands.push(call.attributes);
        let code = match &call.targets {
            Targets::Next => {
                let tail = call_flags::TAILS.iter().find(|(_, word)| *word == call.tail).map_or(0, |(bits, _)| *bits);
                let fast_math = if call.fast_math == 0 { 0 } else { call_flags::FAST_MATH };
                self.operands.push(call.convention << 1 | tail | call_flags::EXPLICIT_TYPE | fast_math);
                self.operands.extend((call.fast_math != 0).then_some(call.fast_math));
                code::INST_CALL
            }
            Targets::Invoke(normal, unwind) => {
                self.operands.extend([call.convention | call_flags::INVOKE_EXPLICIT_TYPE, *normal, *unwind]);
                code::INST_INVOKE
            }
            Targets::CallBr(default, others) => {
                self.operands.extend([call.convention << 1 | call_flags::EXPLICIT_TYPE, *default, others.len() as u64]);
                self.operands.extend(others);
                code::INST_CALLBR
            }
        };
        let ty = self.ty(call.ty)?;
        self.operands.push(ty);
        self.typed(call.callee)?;
        let Type::Function { params, .. } = self.module.types.get(call.ty) else {
            return Err(fault("the type of what is called is none of a function"));
        };
        for (place, argument) in call.arguments.iter().enumerate() {
            match params.get(place).map(|param| self.module.types.get(*param)) {
                Some(Type::Label) => self.operands.push((*argument).into()),
                Some(_) => self.value(*argument),
                None => self.typed(*argument).map(|_| ())?,
            }
        }
        Ok((code, None))
    }
}
