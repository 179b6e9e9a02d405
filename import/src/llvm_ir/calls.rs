//! Calls and invokes. LangRef, "call", "invoke".

use crate::bodies::legality::parameter_at;
use either::Either;
use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::enums::{AsmDialect, InstructionFlags, TailCallKind};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Intrinsic, LlvmForm, OpDef, irtrip, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, OpNameDefinition, Str, TypeData, Value};
use llvm_ir::function::{CallingConvention, FunctionAttribute, ParameterAttribute};
use llvm_ir::instruction::InlineAssembly;
use llvm_ir::types::TypeRef;
use llvm_ir::{Constant, Operand};
use smallvec::{SmallVec, smallvec};

use super::functions::convention;
use super::{Importer, attributes, gaps, name, unsupported};
use crate::attribute_cache::NamedAttrs;
use crate::auto_upgrade::calls::converted_call;
use crate::auto_upgrade::{ArgumentValue, CallArgument};
use crate::bodies::calls;
use crate::bodies::calls::general;
use crate::bodies::calls::intrinsics;
use crate::bodies::calls::intrinsics::{OpArguments, immediate_of, op_name_of};
use crate::bodies::calls::{Arguments, CallPrefix, Callee};
use crate::bodies::debug_records::debug_intrinsic;

/// What a call's operand list is in the crate.
type WrittenArguments = [(Operand, Vec<ParameterAttribute>)];

/// What calls and invokes share.
struct LlvmIrCall<'a> {
    function: &'a Either<InlineAssembly, Operand>,
    ty: &'a TypeRef,
    result_attributes: &'a [ParameterAttribute],
    attributes: &'a [FunctionAttribute],
    convention: CallingConvention,
}

impl<'a> Importer<'_, '_, 'a> {
    pub(super) fn call(&mut self, call: &'a llvm_ir::instruction::Call) -> DiagnosticResult<()> {
        for gap in [&gaps::BUNDLES, &gaps::FAST_MATH, &gaps::TAIL_KIND] {
            self.meet(gap);
        }
        let tail = if call.is_tail_call { TailCallKind::Tail } else { TailCallKind::None };
        let site = LlvmIrCall {
            function: &call.function,
            ty: &call.function_ty,
            result_attributes: &call.return_attributes,
            attributes: &call.function_attributes,
            convention: call.calling_convention,
        };
        let mut prefix = self.call_prefix(&site)?;
        prefix.tail = tail;
        match &prefix.callee {
            Callee::Symbol(symbol, ..) if self.ctx.bytes(*symbol).starts_with(b"llvm.") => {
                let symbol = *symbol;
                if debug_intrinsic(self.ctx.bytes(symbol)).is_some() {
                    // Debug info is metadata.
                    return Ok(());
                }
                self.intrinsic(prefix, symbol, &call.arguments)
            }
            _ => {
                let arguments = self.arguments(&call.arguments)?;
                if arguments.metadata || matches!(prefix.callee, Callee::Asm(..)) {
                    return general::general_call(&mut self.reader, prefix, &arguments);
                }
                Ok(calls::plain_call(&mut self.reader, &prefix, &arguments)?)
            }
        }
    }

    pub(super) fn invoke(&mut self, invoke: &'a llvm_ir::terminator::Invoke) -> DiagnosticResult<()> {
        self.meet(&gaps::BUNDLES);
        let site = LlvmIrCall {
            function: &invoke.function,
            ty: &invoke.function_ty,
            result_attributes: &invoke.return_attributes,
            attributes: &invoke.function_attributes,
            convention: invoke.calling_convention,
        };
        let prefix = self.call_prefix(&site)?;
        let arguments = self.arguments(&invoke.arguments)?;
        let result = prefix.result;
        if !Self::is_void(result) {
            self.reader.f.result = Some(name(&invoke.result));
        }
        let mut entries = NamedAttrs::new();
        let general = arguments.metadata || matches!(prefix.callee, Callee::Asm(..));
        let op = if general { irtrip::INVOKE } else { llvm::INVOKE };
        let operands = if general {
            general::general_parts(&mut self.reader, op, prefix, &arguments, &mut entries)?
        } else {
            calls::call_parts(&mut self.reader, op, &prefix, &arguments, &mut entries)?
        };
        entries.extend(self.reader.call_attribute_entries(op)?);
        let normal = self.reader.block_reference(&name(&invoke.return_label), 0)?;
        let unwind = self.reader.block_reference(&name(&invoke.exception_label), 0)?;
        let operands = operands.into_iter().collect();
        self.reader.terminate(op, operands, entries, smallvec![normal, unwind], result)
    }

    /// A call up to its callee. Its function attributes are given to the reader.
    fn call_prefix(&mut self, site: &LlvmIrCall<'a>) -> DiagnosticResult<CallPrefix> {
        let ty = self.ty(site.ty)?;
        let TypeData::LlvmFunction { result, vararg, params } = self.ctx.type_data(ty) else {
            return unsupported("a call by a type that is no function's");
        };
        let (result, vararg) = (*result, *vararg);
        self.parameters.clear();
        self.parameters.extend_from_slice(params);
        let dictionary = self.parameter_attributes(site.result_attributes)?;
        let (set, unknown) = attributes::function_set(self.ctx, site.attributes);
        self.unknown(unknown);
        let callee = self.callee(site.function)?;
        self.reader.lists.given = Some(set);
        Ok(CallPrefix {
            at: 0,
            tail: TailCallKind::None,
            callee_at: 0,
            flags: InstructionFlags::empty(),
            cconv: convention(site.convention),
            result_attrs: parameter_at(self.ctx, dictionary, result),
            space: self.spaces.program,
            written: vararg.then_some(ty),
            result,
            typed: result,
            callee,
            upgraded: false,
        })
    }

    fn callee(&mut self, function: &'a Either<InlineAssembly, Operand>) -> DiagnosticResult<Callee> {
        let operand = match function {
            Either::Right(operand) => operand,
            Either::Left(_) => {
                self.meet(&gaps::INLINE_ASM);
                let empty = self.ctx.str_attr(EMPTY);
                let dialect = self.reader.cache.enum_value(AsmDialect::Att);
                let entries = vec![(ASM_DIALECT, dialect), (ASM_STRING, empty), (CONSTRAINTS, empty)];
                return Ok(Callee::Asm(entries, Vec::new()));
            }
        };
        if let Some(Constant::GlobalReference { name: global, ty }) = Self::as_constant(operand) {
            self.mentioned.entry(global).or_insert(ty);
            return match self.tables.symbols.get(&name(global)) {
                Some(symbol) => Ok(Callee::Symbol(symbol.name, symbol.function, symbol.effects)),
                None => unsupported("a call of a function without a name"),
            };
        }
        Ok(Callee::Value(self.value(operand)?))
    }

    fn arguments(&mut self, passed: &'a WrittenArguments) -> DiagnosticResult<Arguments> {
        let mut arguments = Arguments::default();
        for (operand, attributes) in passed {
            let dictionary = self.parameter_attributes(attributes)?;
            self.argument(operand, dictionary, &mut arguments)?;
        }
        Ok(arguments)
    }

    /// Adds an argument. Of metadata the crate knows only that it is some.
    pub(super) fn argument(
        &mut self,
        operand: &'a Operand,
        dictionary: Attr,
        to: &mut Arguments,
    ) -> DiagnosticResult<()> {
        if *operand == Operand::MetadataOperand {
            self.meet(&gaps::METADATA_OPERANDS);
            let ctx = self.ctx;
            to.metadata = true;
            to.types.push(types::METADATA);
            to.attrs.push(attrs::EMPTY_DICTIONARY);
            to.described.push(ctx.dictionary(&[(ctx.str("metadata"), ctx.str_attr(EMPTY))]));
            return Ok(());
        }
        let known = self.parameters.get(to.types.len()).copied();
        let (ty, value) = self.operand_as(operand, known)?;
        let dictionary = parameter_at(self.ctx, dictionary, ty);
        to.push_value(ty, value, dictionary);
        Ok(())
    }

    /// A call of an intrinsic: as the assembly reader's, by the operation that is defined for it where that fits.
    fn intrinsic(&mut self, prefix: CallPrefix, symbol: Str, passed: &'a WrittenArguments) -> DiagnosticResult<()> {
        if let Some(upgrade) = self.tables.symbols.upgrade(symbol) {
            let given = self.given(passed)?;
            return converted_call(&mut self.reader, prefix, symbol, upgrade, &given);
        }
        if let Some(op) = op_name_of(self.ctx, self.ctx.bytes(symbol))
            && let Some(def) = op.def()
            && let LlvmForm::Intrinsic(intrinsic) = def.llvm
            && prefix.written.is_none()
            && let Some(read) = self.op_arguments(def, &intrinsic, passed)?
            && intrinsics::arguments_fit(&self.reader, def, &intrinsic, &read, prefix.result)
            && intrinsics::row_fits(self.ctx, def, prefix.result, false)
        {
            return intrinsics::row_call(&mut self.reader, op, def, &intrinsic, prefix, symbol, read);
        }
        let arguments = self.arguments(passed)?;
        let prefix = CallPrefix { callee: Callee::Symbol(symbol, None, MemoryEffects::ANY), ..prefix };
        intrinsics::unregistered_call(&mut self.reader, prefix, symbol, arguments)
    }

    /// The arguments of an old intrinsic.
    fn given(&mut self, passed: &'a WrittenArguments) -> DiagnosticResult<Vec<CallArgument>> {
        let mut given = Vec::new();
        for (operand, attributes) in passed {
            if *operand == Operand::MetadataOperand {
                return unsupported("metadata passed to an older LLVM's intrinsic");
            }
            let attrs = self.parameter_attributes(attributes)?;
            let (ty, passed) = match Self::as_constant(operand) {
                Some(constant) => {
                    let id = self.constant(constant)?;
                    (self.pool().ty(id), ArgumentValue::Constant(id))
                }
                None => {
                    let (ty, value) = self.operand(operand)?;
                    (ty, ArgumentValue::Value(value))
                }
            };
            given.push(CallArgument { ty, typed: ty, attrs, passed });
        }
        Ok(given)
    }

    /// The arguments for an operation's definition; `None` if they do not fit it.
    fn op_arguments(
        &mut self,
        def: &'static OpDef,
        intrinsic: &Intrinsic,
        passed: &'a WrittenArguments,
    ) -> DiagnosticResult<Option<OpArguments>> {
        let mut read = OpArguments::default();
        for (place, (operand, attributes)) in passed.iter().enumerate() {
            if *operand == Operand::MetadataOperand {
                return Ok(None);
            }
            let dictionary = self.parameter_attributes(attributes)?;
            let key = intrinsic.immediates.iter().find(|i| usize::from(i.0) == place).map(|i| i.1);
            let (ty, value) = match key {
                None => {
                    let (ty, value) = self.operand(operand)?;
                    (ty, Some(value))
                }
                Some(key) => {
                    let Some(constant) = Self::as_constant(operand) else { return Ok(None) };
                    let id = self.constant(constant)?;
                    let ty = self.pool().ty(id);
                    if !immediate_of(self.ctx, self.pool(), def, key, id, &mut read.entries) {
                        return Ok(None);
                    }
                    (ty, None)
                }
            };
            let dictionary = intrinsics::row_parameter(&mut self.reader, intrinsic, place, dictionary, ty);
            read.types.push(ty);
            read.all_attrs.push(dictionary);
            if let Some(value) = value {
                read.arguments.push_value(ty, value, dictionary);
            }
        }
        Ok(Some(read))
    }

    /// The values of operands.
    pub(super) fn values(&mut self, operands: &[&'a Operand]) -> DiagnosticResult<SmallVec<[Value; 4]>> {
        operands.iter().map(|o| self.value(o)).collect()
    }
}
