//! Terminators, landing pads and funclet pads; LangRef, "Terminator Instructions".

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{irtrip, llvm};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Block, OpName, Type, TypeData, Value};

use crate::attribute_cache::NamedAttrs;
use crate::auto_upgrade::label_constraints::labels_of_arguments;
use crate::bodies::calls;
use crate::bodies::calls::inline_asm::check_constraints;
use crate::bodies::calls::{CallPrefix, Callee, general};
use crate::bodies::reader::FunctionReader;
use crate::global_values::implicit_intrinsic_declarations::called_name;
use irtrip_dialect::constants::{ConstData, ConstId};
use irtrip_dialect::llvm_text::type_text;

/// What a `catchpad` is within, which is never `none`.
const SCOPE_OF_CATCHPAD: &str = "scope value for catchpad";

pub(crate) fn br(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    if reader.c.peek_word() == b"label" {
        let target = reader.label_operand()?;
        return reader.terminate(llvm::BR, SmallVec::new(), NamedAttrs::new(), smallvec![target], types::VOID);
    }
    let at = reader.c.peek_pos();
    let ty = reader.read_type()?;
    let condition = reader.value(ty)?;
    if ty != types::I1 {
        return reader.c.error_since(at, ImportCode::BranchCondition);
    }
    reader.c.expect(b',', "',' after branch condition")?;
    let yes = reader.label_operand()?;
    reader.c.expect(b',', "',' after true destination")?;
    let no = reader.label_operand()?;
    reader.terminate(llvm::COND_BR, smallvec![condition], NamedAttrs::new(), smallvec![yes, no], types::VOID)
}

pub(crate) fn ret(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let at = reader.c.peek_pos();
    let ty = reader.read_result_type()?;
    if let Some(returns) = reader.f.function.returns.filter(|returns| ty != *returns) {
        let returns = type_text(reader.ctx, returns);
        return reader.c.error_at(at, ImportCode::ReturnedValue(returns));
    }
    let operands = if ty == types::VOID { SmallVec::new() } else { smallvec![reader.value(ty)?] };
    reader.terminate(llvm::RETURN, operands, NamedAttrs::new(), SmallVec::new(), types::VOID)
}

pub(crate) fn switch(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let at = reader.c.peek_pos();
    let (ty, value) = reader.typed_value()?;
    if reader.ctx.int_width(ty).is_none() {
        return reader.c.error_at(at, ImportCode::SwitchCondition);
    }
    reader.c.expect(b',', "',' after switch condition")?;
    let mut successors: SmallVec<[Block; 2]> = smallvec![reader.label_operand()?];
    reader.c.expect(b'[', "'[' with switch table")?;
    let bytes = reader.ctx.dense_element_bytes(ty);
    let mut cases: Vec<u8> = Vec::new();
    let mut is_wide = false;
    let mut seen: FxHashSet<ConstId> = FxHashSet::default();
    while !reader.c.eat(b']') {
        let at = reader.c.peek_pos();
        let case_type = reader.read_type()?;
        if reader.c.peek() == b'%' {
            return reader.c.error_at(at, ImportCode::CaseValue);
        }
        let case = reader.constant(case_type)?;
        if case_type != ty {
            return reader.c.error_at(reader.f.at, LlvmVerifyCode::SwitchCaseType);
        }
        if !seen.insert(case) {
            return reader.c.error_at(at, ImportCode::DuplicateCase);
        }
        is_wide |= match reader.constants.pool.data(case) {
            ConstData::Int(number) => *number < 0 && bytes > size_of::<i64>(),
            ConstData::BigInt(_) => true,
            _ => return reader.c.error_at(at, ImportCode::CaseValue),
        };
        reader.constants.pool.push_bytes(reader.ctx, case, bytes, &mut cases);
        reader.c.expect(b',', "',' after case value")?;
        successors.push(reader.label_operand()?);
    }
    let mut entries = NamedAttrs::new();
    if successors.len() > 1 {
        let shape = reader.ctx.vector_type(successors.len() as u64 - 1, false, ty);
        entries.push((CASE_VALUES, reader.ctx.dense(shape, &cases, bytes)));
    }
    // The syntax of upstream's operation has numbers of 64 bits, and its exporter takes them for unsigned ones.
    let name = if is_wide { irtrip::SWITCH } else { llvm::SWITCH };
    reader.terminate(name, smallvec![value], entries, successors, types::VOID)
}

pub(crate) fn indirectbr(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let at = reader.c.peek_pos();
    let (ty, address) = reader.typed_value()?;
    reader.c.expect(b',', "',' after indirectbr address")?;
    reader.c.expect(b'[', "'[' with indirectbr")?;
    let mut successors = SmallVec::new();
    while !reader.c.eat(b']') {
        if !successors.is_empty() {
            reader.c.expect(b',', "',' in indirectbr")?;
        }
        successors.push(reader.label_operand()?);
    }
    if !matches!(reader.ctx.type_data(ty), TypeData::Pointer { .. }) {
        return reader.c.error_at(at, ImportCode::IndirectbrAddress);
    }
    reader.terminate(llvm::INDIRECTBR, smallvec![address], NamedAttrs::new(), successors, types::VOID)
}

pub(crate) fn resume(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let (_, value) = reader.typed_value()?;
    reader.terminate(llvm::RESUME, smallvec![value], NamedAttrs::new(), SmallVec::new(), types::VOID)
}

pub(crate) fn invoke(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut call = calls::call_prefix(reader)?;
    if !call.flags.is_empty() {
        return reader.c.error_at(call.at, ImportCode::Expected("type"));
    }
    let arguments = calls::arguments(reader, &call)?;
    calls::check_ellipsis(reader, &call, &arguments)?;
    name_intrinsic(reader, &mut call, &arguments.types)?;
    let mut entries = NamedAttrs::new();
    let result = call.result;
    check_constraints(reader, &call, &arguments)?;
    let general = arguments.metadata || matches!(call.callee, Callee::Asm(..));
    let name = if general { irtrip::INVOKE } else { llvm::INVOKE };
    let mut operands = if general {
        general::general_parts(reader, name, call, &arguments, &mut entries)?
    } else {
        calls::call_parts(reader, name, &call, &arguments, &mut entries)?
    };
    entries.extend(reader.call_attribute_entries(name)?);
    let bundles = calls::bundles(reader)?;
    calls::bundle_entries(reader, &bundles, &mut entries);
    operands.extend_from_slice(&bundles.values);
    reader.c.expect_word_as("to", "'to' in invoke")?;
    let normal = reader.label_operand()?;
    reader.c.expect_word_as("unwind", "'unwind' in invoke")?;
    let unwind = reader.label_operand()?;
    reader.terminate(name, operands.into_iter().collect(), entries, smallvec![normal, unwind], result)
}

/// Names the intrinsic that a terminator calls after the types of the call. Where nothing declares it, it is a function of these types.
fn name_intrinsic(reader: &mut FunctionReader<'_, '_>, call: &mut CallPrefix, params: &[Type]) -> DiagnosticResult<()> {
    let Callee::Symbol(symbol, function, effects) = call.callee else { return Ok(()) };
    let symbols = &reader.tables.symbols;
    if !reader.ctx.bytes(symbol).starts_with(b"llvm.") || symbols.is_alias(symbol) || symbols.is_ifunc(symbol) {
        return Ok(());
    }
    let ty = || call.written.unwrap_or_else(|| reader.ctx.llvm_function_type(call.result, params, false));
    let function = function.or_else(|| Some(ty()));
    call.callee = Callee::Symbol(called_name(reader, symbol, call, params)?, function, effects);
    Ok(())
}

pub(crate) fn callbr(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut call = calls::call_prefix(reader)?;
    let count = labels_of_arguments(reader, &mut call)?;
    let arguments = calls::first_arguments(reader, &call, count)?;
    name_intrinsic(reader, &mut call, &arguments.types)?;
    check_constraints(reader, &call, &arguments)?;
    if matches!(&call.callee, Callee::Asm(_, words) if words.contains(&"unwind")) {
        return reader.c.error_at(reader.f.at, LlvmVerifyCode::CallbrUnwind);
    }
    if matches!(call.callee, Callee::Symbol(..)) {
        reader.constants.types.narrow(Spelling::CallbrIntrinsics.releases());
    }
    let name = irtrip::CALLBR;
    let result = call.result;
    let mut entries = NamedAttrs::new();
    let mut operands = general::general_parts(reader, name, call, &arguments, &mut entries)?;
    entries.extend(reader.call_attribute_entries(name)?);
    let bundles = calls::bundles(reader)?;
    calls::bundle_entries(reader, &bundles, &mut entries);
    operands.extend_from_slice(&bundles.values);
    reader.c.expect_word_as("to", "'to' in callbr")?;
    let mut successors = smallvec![reader.label_operand()?];
    reader.c.expect(b'[', "'[' in callbr")?;
    while !reader.c.eat(b']') {
        if successors.len() > 1 {
            reader.c.expect(b',', "',' in callbr")?;
        }
        successors.push(reader.label_operand()?);
    }
    reader.terminate(name, operands.into_iter().collect(), entries, successors, result)
}

pub(crate) fn landingpad(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let ty = reader.read_type()?;
    let mut entries = NamedAttrs::new();
    if reader.c.eat_word("cleanup") {
        entries.push((CLEANUP, attrs::UNIT));
    }
    let mut typed = vec![reader.constants.types.typed];
    let mut clauses: Vec<Value> = Vec::new();
    loop {
        let filter = match reader.c.peek_word() {
            b"catch" => false,
            b"filter" => true,
            _ => break,
        };
        reader.c.word();
        let at = reader.c.peek_pos();
        let clause_type = reader.read_type()?;
        typed.push(reader.constants.types.typed);
        let local = reader.c.peek() == b'%';
        let clause = reader.value(clause_type)?;
        if filter != matches!(reader.ctx.type_data(clause_type), TypeData::Array { .. }) {
            let word = if filter { "filter" } else { "catch" };
            return reader.c.error_at(at, ImportCode::ClauseType(word));
        }
        if local {
            return reader.c.error_at(at, ImportCode::ClauseConstant);
        }
        if !filter && !matches!(reader.ctx.type_data(clause_type), TypeData::Pointer { .. }) {
            return reader.c.error_at(reader.f.at, LlvmVerifyCode::CatchOperand);
        }
        clauses.push(clause);
    }
    if clauses.is_empty() && entries.is_empty() {
        return reader.c.error_at(reader.f.at, LlvmVerifyCode::LandingpadWithoutClause);
    }
    let all = reader.ctx.literal_struct(false, &typed);
    entries.extend(reader.constants.types.pointees_of(all).map(|pointees| (IRTRIP_POINTEES, pointees)));
    reader.emit(llvm::LANDINGPAD, &clauses, &mut entries, ty)
}

/// `none`, or a pad; `what` names its place in a message.
fn parent_pad(reader: &mut FunctionReader<'_, '_>, what: &'static str) -> DiagnosticResult<Value> {
    if reader.c.peek() == b'%' {
        return reader.value(types::TOKEN);
    }
    if what != SCOPE_OF_CATCHPAD && reader.c.eat_word("none") {
        Ok(reader.none_token())
    } else {
        reader.c.expected(what)
    }
}

/// `catchpad within %cs [...]`, `cleanuppad within none [...]`
pub(crate) fn pad(reader: &mut FunctionReader<'_, '_>, name: OpName) -> DiagnosticResult<()> {
    let (within, scope, open) = if name == irtrip::CATCHPAD {
        ("'within' after catchpad", SCOPE_OF_CATCHPAD, "'[' in catchpad/cleanuppad")
    } else {
        ("'within' after cleanuppad", "scope value for cleanuppad", "'[' in catchpad/cleanuppad")
    };
    reader.c.expect_word_as("within", within)?;
    let parent = parent_pad(reader, scope)?;
    reader.c.expect(b'[', open)?;
    let mut arguments = crate::bodies::calls::Arguments::default();
    while !reader.c.eat(b']') {
        if !arguments.types.is_empty() {
            reader.c.expect(b',', "',' in argument list")?;
        }
        let ty = reader.read_type()?;
        if ty == types::METADATA {
            general::metadata_argument(reader, &mut arguments)?;
        } else {
            let value = reader.value(ty)?;
            arguments.push_value(ty, value, attrs::EMPTY_DICTIONARY);
        }
    }
    let mut entries = NamedAttrs::new();
    if arguments.metadata {
        entries.push((reader.ctx.str("args"), reader.ctx.array(&arguments.described)));
    }
    let mut operands: SmallVec<[Value; 8]> = smallvec![parent];
    operands.extend_from_slice(&arguments.values);
    reader.emit(name, &operands, &mut entries, types::TOKEN)
}

pub(crate) fn catchswitch(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    reader.c.expect_word_as("within", "'within' after catchswitch")?;
    let parent = parent_pad(reader, "scope value for catchswitch")?;
    reader.c.expect(b'[', "'[' with catchswitch labels")?;
    let mut successors: SmallVec<[Block; 2]> = smallvec![reader.label_operand()?];
    while reader.c.eat(b',') {
        successors.push(reader.label_operand()?);
    }
    reader.c.expect(b']', "']' after catchswitch labels")?;
    let handlers = reader.cache.i64(successors.len() as i64);
    let entries = vec![(reader.ctx.str("handlers"), handlers)];
    reader.c.expect_word_as("unwind", "'unwind' after catchswitch scope")?;
    unwind_target(reader, &mut successors, "'caller' in catchswitch")?;
    reader.terminate(irtrip::CATCHSWITCH, smallvec![parent], entries, successors, types::TOKEN)
}

/// `to caller` or `label %b` after `unwind`.
fn unwind_target(
    reader: &mut FunctionReader<'_, '_>,
    successors: &mut SmallVec<[Block; 2]>,
    caller: &'static str,
) -> DiagnosticResult<()> {
    if reader.c.eat_word("to") {
        return reader.c.expect_word_as("caller", caller);
    }
    successors.push(reader.label_operand()?);
    Ok(())
}

pub(crate) fn catchret(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    reader.c.expect_word_as("from", "'from' after catchret")?;
    let pad = reader.value(types::TOKEN)?;
    reader.c.expect_word_as("to", "'to' in catchret")?;
    let target = reader.label_operand()?;
    reader.terminate(irtrip::CATCHRET, smallvec![pad], NamedAttrs::new(), smallvec![target], types::VOID)
}

pub(crate) fn cleanupret(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    reader.c.expect_word_as("from", "'from' after cleanupret")?;
    let pad = reader.value(types::TOKEN)?;
    reader.c.expect_word_as("unwind", "'unwind' in cleanupret")?;
    let mut successors = SmallVec::new();
    unwind_target(reader, &mut successors, "'caller' in cleanupret")?;
    reader.terminate(irtrip::CLEANUPRET, smallvec![pad], NamedAttrs::new(), successors, types::VOID)
}
