//! Instructions that access memory; LangRef, "Memory Access and Addressing Operations".

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering, EnumValue};
use irtrip_dialect::intrinsics::amdgpu_atomics::is_floating_point;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{OpName, Type, TypeData, Value};

use crate::attribute_cache::NamedAttrs;
use crate::auto_upgrade::amdgpu_atomics::emit_unsafe;
use crate::bodies::instructions::operand_types::check_update;
use crate::bodies::reader::FunctionReader;
use irtrip_dialect::types::predicates::{is_pointee, is_sized};

/// LLVM's message for a `load` of a wrong type or pointer.
const WRONG_LOAD: ImportCode = ImportCode::LoadOperand;

/// `, align 8`; attachments after a comma are left.
fn comma_align(reader: &mut FunctionReader<'_, '_>, entries: &mut NamedAttrs) -> DiagnosticResult<bool> {
    let before = reader.c;
    if !reader.c.eat(b',') || !reader.c.eat_word("align") {
        reader.c = before;
        return Ok(false);
    }
    let at = reader.c.peek_pos();
    let value = reader.c.u64()?;
    if !value.is_power_of_two() {
        return reader.c.error_since(at, ImportCode::AlignmentNotPowerOfTwo);
    }
    if value > 1 << 32 {
        return reader.c.error_since(at, ImportCode::AlignmentTooLarge);
    }
    entries.push((ALIGNMENT, reader.cache.i64(value as i64)));
    Ok(true)
}

/// An alignment that is not written is the type's, by the data layout; whether one was.
fn align_or_natural(reader: &mut FunctionReader<'_, '_>, entries: &mut NamedAttrs, ty: Type) -> DiagnosticResult<bool> {
    let written = comma_align(reader, entries)?;
    if !written {
        let natural = reader.tables.layout.abi_alignment(reader.ctx, ty);
        entries.push((ALIGNMENT, reader.cache.i64(natural as i64)));
    }
    Ok(written)
}

/// `syncscope("agent") seq_cst`
fn scope_and_ordering(
    reader: &mut FunctionReader<'_, '_>,
    key: irtrip_dialect::Str,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<AtomicOrdering> {
    if reader.c.eat_word("syncscope") {
        reader.c.expect(b'(', "'(' in syncscope")?;
        if reader.c.peek() != b'"' {
            return reader.c.error_since(reader.c.pos, ImportCode::NoSyncScope);
        }
        let scope = reader.ctx.byte_str(&reader.c.string()?);
        reader.c.expect(b')', "')' in syncscope")?;
        // The scope without a name is that of all threads, which goes without saying.
        if scope != EMPTY {
            entries.push((SYNCSCOPE, reader.ctx.str_attr(scope)));
        }
    }
    ordering(reader, key, entries)
}

fn ordering(
    reader: &mut FunctionReader<'_, '_>,
    key: irtrip_dialect::Str,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<AtomicOrdering> {
    match AtomicOrdering::from_llvm(reader.c.peek_word()) {
        Some(ordering) => {
            reader.c.word();
            entries.push((key, reader.cache.enum_value(ordering)));
            Ok(ordering)
        }
        None => {
            let at = reader.c.peek_pos();
            reader.c.error_since(at, ImportCode::NoOrdering)
        }
    }
}

/// Reads `atomic` and `volatile`; whether it is atomic.
fn access_words(reader: &mut FunctionReader<'_, '_>, entries: &mut NamedAttrs) -> bool {
    let atomic = reader.c.eat_word("atomic");
    if reader.c.eat_word("volatile") {
        entries.push((VOLATILE, attrs::UNIT));
    }
    atomic
}

/// Reads an operand that must be a pointer; `wrong` is the code for another.
fn pointer(reader: &mut FunctionReader<'_, '_>, wrong: ImportCode) -> DiagnosticResult<Value> {
    let at = reader.c.peek_pos();
    let (ty, value) = reader.typed_value()?;
    match reader.ctx.type_data(ty) {
        TypeData::Pointer { .. } => Ok(value),
        _ => reader.c.error_at(at, wrong),
    }
}

pub(crate) fn load(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut entries = NamedAttrs::new();
    let atomic = access_words(reader, &mut entries);
    let type_at = reader.c.peek_pos();
    let ty = reader.read_type()?;
    let pointees = reader.all_pointees();
    reader.c.expect(b',', "comma after load's type")?;
    let at = reader.c.peek_pos();
    let pointer_type = reader.read_type()?;
    entries.extend(pointees.filter(|_| reader.expression_is_next()));
    let pointer = reader.value(pointer_type)?;
    if !matches!(reader.ctx.type_data(pointer_type), TypeData::Pointer { .. }) {
        return reader.c.error_at(at, WRONG_LOAD);
    }
    let ordering = if atomic { Some(scope_and_ordering(reader, ORDERING, &mut entries)?) } else { None };
    let aligned = align_or_natural(reader, &mut entries, ty)?;
    if !reader.ctx.is_first_class(ty) {
        return reader.c.error_at(at, WRONG_LOAD);
    }
    if let Some(ordering) = ordering {
        if !aligned {
            return reader.c.error_at(at, ImportCode::AtomicAlignment("load"));
        }
        if !ordering.is_for_load() {
            return reader.c.error_at(at, ImportCode::LoadOrdering);
        }
    }
    if !is_sized(reader.ctx, ty) {
        return reader.c.error_at(type_at, ImportCode::LoadUnsized);
    }
    reader.emit(llvm::LOAD, &[pointer], &mut entries, ty)
}

pub(crate) fn store(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut entries = NamedAttrs::new();
    let atomic = access_words(reader, &mut entries);
    let at = reader.c.peek_pos();
    let ty = reader.read_type()?;
    if matches!(reader.ctx.type_data(ty), TypeData::Label) {
        return reader.c.error_at(at, ImportCode::StoreUnsized);
    }
    let is_constant = reader.expression_is_next();
    let pointees = reader.pointees().filter(|_| is_constant);
    let value = reader.value(ty)?;
    reader.c.expect(b',', "',' after store operand")?;
    let pointer_at = reader.c.peek_pos();
    let pointer_type = reader.read_type()?;
    entries.extend(pointees.filter(|_| reader.expression_is_next()));
    let pointer = reader.value(pointer_type)?;
    if !matches!(reader.ctx.type_data(pointer_type), TypeData::Pointer { .. }) {
        return reader.c.error_at(pointer_at, ImportCode::PointerOperand("store"));
    }
    let ordering = if atomic { Some(scope_and_ordering(reader, ORDERING, &mut entries)?) } else { None };
    let aligned = align_or_natural(reader, &mut entries, ty)?;
    if !reader.ctx.is_first_class(ty) {
        return reader.c.error_at(at, ImportCode::FirstClassOperand("store"));
    }
    if let Some(ordering) = ordering {
        if !aligned {
            return reader.c.error_at(at, ImportCode::AtomicAlignment("store"));
        }
        if !ordering.is_for_store() {
            return reader.c.error_at(at, ImportCode::StoreOrdering);
        }
    }
    if !is_sized(reader.ctx, ty) {
        return reader.c.error_at(at, ImportCode::StoreUnsized);
    }
    reader.emit(llvm::STORE, &[value, pointer], &mut entries, types::VOID)
}

pub(crate) fn alloca(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut entries = NamedAttrs::new();
    if reader.c.eat_word("inalloca") {
        entries.push((INALLOCA, attrs::UNIT));
    }
    let swifterror = reader.c.eat_word("swifterror");
    if swifterror {
        entries.push((IRTRIP_FLAGS, reader.cache.words(&["swifterror"])));
    }
    let type_at = reader.c.peek_pos();
    let element = reader.read_type()?;
    if !is_pointee(reader.ctx, element) {
        return reader.c.error_at(type_at, ImportCode::AllocaType);
    }
    entries.push((ELEM_TYPE, reader.ctx.type_attr(element)));
    entries.extend(reader.pointees());
    let (size, result) = alloca_suffix(reader, element, &mut entries)?;
    if !is_sized(reader.ctx, element) {
        return reader.c.error_at(type_at, ImportCode::AllocaUnsized);
    }
    let size = match size {
        Some(size) => size,
        None => {
            let one = reader.constants.pool.intern(types::I32, irtrip_dialect::constants::ConstData::Int(1));
            reader.materialize(one)
        }
    };
    reader.emit(llvm::ALLOCA, &[size], &mut entries, result)
}

/// The element count, alignment and address space after the type of an `alloca`; returns the count and the type of the
/// result.
fn alloca_suffix(
    reader: &mut FunctionReader<'_, '_>,
    element: Type,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<(Option<Value>, Type)> {
    let mut size = None;
    let mut result = types::PTR;
    let mut aligned = false;
    // How many of count, alignment and address space may not follow any more.
    let mut passed = 0;
    loop {
        let before = reader.c;
        if !reader.c.eat(b',') {
            break;
        }
        let (word, mark) = (reader.c.peek_word(), reader.c.peek());
        let part = match word {
            _ if mark == b'!' => 4,
            b"addrspace" => 3,
            b"align" => 2,
            _ => 1,
        };
        if part <= passed {
            return reader.c.expected("metadata after comma");
        }
        passed = part;
        match word {
            b"align" => {
                reader.c = before;
                aligned |= comma_align(reader, entries)?;
            }
            b"addrspace" => {
                reader.c.word();
                result = reader.ctx.ptr_type(reader.constants.types.address_space(&mut reader.c)?);
            }
            _ if mark == b'!' => {
                reader.c = before;
                break;
            }
            _ => {
                let at = reader.c.peek_pos();
                let (ty, value) = reader.typed_value()?;
                if reader.ctx.int_width(ty).is_none() {
                    return reader.c.error_since(at, ImportCode::AllocaCount);
                }
                size = Some(value);
            }
        }
    }
    if !aligned {
        let natural = reader.tables.layout.preferred_alignment(reader.ctx, element);
        entries.push((ALIGNMENT, reader.cache.i64(natural as i64)));
    }
    Ok((size, result))
}

pub(crate) fn atomicrmw(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut entries = NamedAttrs::new();
    if reader.c.eat_word("volatile") {
        entries.push((VOLATILE, attrs::UNIT));
    }
    let Some(operation) = AtomicBinOp::from_llvm(reader.c.peek_word()) else {
        return reader.c.expected("binary operation in atomicrmw");
    };
    reader.c.word();
    reader.constants.types.narrow(operation.releases());
    entries.push((BIN_OP, reader.cache.enum_value(operation)));
    let pointer = pointer(reader, ImportCode::PointerOperand("atomicrmw"))?;
    reader.c.expect(b',', "',' after atomicrmw address")?;
    let at = reader.c.peek_pos();
    let (ty, value) = reader.typed_value()?;
    let ordering = scope_and_ordering(reader, ORDERING, &mut entries)?;
    align_or_size(reader, &mut entries, ty)?;
    if !ordering.is_at_least_monotonic() {
        return reader.c.error_here(ImportCode::AtomicrmwOrdering);
    }
    check_update(reader, operation, ty, at)?;
    if reader.f.function.unsafe_fp_atomics && is_floating_point(operation) {
        return emit_unsafe(reader, operation, &[pointer, value], &mut entries, ty);
    }
    reader.emit(llvm::ATOMICRMW, &[pointer, value], &mut entries, ty)
}

pub(crate) fn cmpxchg(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut entries = NamedAttrs::new();
    if reader.c.eat_word("weak") {
        entries.push((WEAK, attrs::UNIT));
    }
    if reader.c.eat_word("volatile") {
        entries.push((VOLATILE, attrs::UNIT));
    }
    let pointer = pointer(reader, ImportCode::PointerOperand("cmpxchg"))?;
    reader.c.expect(b',', "',' after cmpxchg address")?;
    let (ty, expected) = reader.typed_value()?;
    reader.c.expect(b',', "',' after cmpxchg cmp operand")?;
    let at = reader.c.peek_pos();
    let (other, new) = reader.typed_value()?;
    if ty != other {
        return reader.c.error_since(at, ImportCode::CmpxchgTypes);
    }
    let success = scope_and_ordering(reader, SUCCESS_ORDERING, &mut entries)?;
    let failure = ordering(reader, FAILURE_ORDERING, &mut entries)?;
    align_or_size(reader, &mut entries, ty)?;
    if !success.is_at_least_monotonic() {
        return reader.c.error_here(ImportCode::CmpxchgOrdering("success"));
    }
    if !failure.is_at_least_monotonic() || !failure.is_for_load() {
        return reader.c.error_here(ImportCode::CmpxchgOrdering("failure"));
    }
    if !reader.ctx.is_first_class(ty) {
        return reader.c.error_at(at, ImportCode::FirstClassOperand("cmpxchg"));
    }
    let result = reader.ctx.literal_struct(false, &[ty, types::I1]);
    reader.emit(llvm::CMPXCHG, &[pointer, expected, new], &mut entries, result)
}

/// An atomic instruction's alignment that is not written is the size of what it accesses.
fn align_or_size(reader: &mut FunctionReader<'_, '_>, entries: &mut NamedAttrs, ty: Type) -> DiagnosticResult<()> {
    if !comma_align(reader, entries)? {
        let size = reader.tables.layout.store_size(reader.ctx, ty).max(1);
        entries.push((ALIGNMENT, reader.cache.i64(size as i64)));
    }
    Ok(())
}

pub(crate) fn fence(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut entries = NamedAttrs::new();
    let ordering = scope_and_ordering(reader, ORDERING, &mut entries)?;
    if !ordering.is_for_fence() {
        return reader.c.error_here(ImportCode::FenceOrdering(ordering.llvm()));
    }
    let fence: OpName = llvm::FENCE;
    reader.emit(fence, &[], &mut entries, types::VOID)
}
