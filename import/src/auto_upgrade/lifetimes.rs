//! Lifetime markers of LLVM 21 and older, which have a size in front of the pointer. LangRef, "Memory Use Markers".
//!
//! LLVM takes the size away, looks through casts of the pointer, and lets go of markers of what is no `alloca`.

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::intrinsics::{lookup_intrinsic, mangled_name};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, intrinsics, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::intrinsics::older::UNKNOWN_SIZE;
use irtrip_dialect::{OpName, Str, Type, Value, ValueDef};

use irtrip_dialect::preserved::OlderCall;

use super::{ArgumentValue, CallArgument};
use crate::attribute_cache::Entries;
use crate::bodies::calls::CallPrefix;
use crate::bodies::instructions::getelementptr::DYNAMIC;
use crate::bodies::reader::FunctionReader;
use crate::global_values::implicit_intrinsic_declarations::ImplicitDeclaration;

/// The operation of a lifetime marker by its name.
fn marker(name: &[u8]) -> Option<OpName> {
    let is = |base: &[u8]| name.strip_prefix(base).is_some_and(|rest| matches!(rest, [] | [b'.', ..]));
    match name {
        _ if is(b"llvm.lifetime.start") => Some(intrinsics::LIFETIME_START),
        _ if is(b"llvm.lifetime.end") => Some(intrinsics::LIFETIME_END),
        _ => None,
    }
}

/// A call of `symbol`, a marker of an old type, of this size and pointer.
pub(crate) fn sized_marker(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    (symbol, old): (Str, Type),
    (size, pointer): (Option<ArgumentValue>, &CallArgument),
    mut older: OlderCall,
) -> DiagnosticResult<()> {
    let Some(name) = marker(reader.ctx.bytes(symbol)) else { return reader.c.expected("lifetime marker") };
    // What is no `alloca`, and no constant is one, has no lifetime.
    let ArgumentValue::Value(value) = pointer.passed else { return Ok(()) };
    if reader.f.body.value(value).def == ValueDef::Undefined {
        return reader.c.unsupported(reader.f.at, "a lifetime marker with a size in front of its alloca");
    }
    let Some(slot) = slot_of(reader, value) else { return Ok(()) };
    let pointer = reader.f.body.value_type(slot);
    let ty = reader.ctx.llvm_function_type(wk::VOID, &[pointer], false);
    let base = if name == intrinsics::LIFETIME_START { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
    let known = lookup_intrinsic(base.as_bytes());
    let full = known.and_then(|known| mangled_name(reader.ctx, &known, &[pointer]));
    let Some(full) = full else { return reader.c.error_at(call.at, ImportCode::IntrinsicType) };
    reader.f.implicit_declarations.push(ImplicitDeclaration {
        written: symbol,
        full: reader.ctx.str(&full),
        ty,
        old: Some(old),
    });
    let of = allocated(reader, slot).filter(|_| !reader.tables.as_llvm_reads);
    if let (Some(ArgumentValue::Constant(size)), Some(of)) = (size, of) {
        older.size = reader.constants.pool.int(size).filter(|size| *size != UNKNOWN_SIZE).map(|size| (size, of));
    }
    let mut entries: Entries = older.entry(reader.ctx).into_iter().collect();
    reader.emit(name, &[slot], &mut entries, wk::VOID)
}

/// The type of what an `alloca` gives.
fn allocated(reader: &FunctionReader<'_, '_>, slot: Value) -> Option<Type> {
    let ValueDef::Result(op, _) = reader.f.body.value(slot).def else { return None };
    reader.f.body.attr(reader.ctx, op, ELEM_TYPE).and_then(|ty| reader.ctx.type_value(ty))
}

/// Whether a value is the constant 0.
fn is_zero(reader: &FunctionReader<'_, '_>, value: Value) -> bool {
    let body = &reader.f.body;
    let ValueDef::Result(op, _) = body.value(value).def else { return false };
    let number = body.attr(reader.ctx, op, VALUE).and_then(|value| reader.ctx.int_value(value));
    body.name(op) == global_values::CONSTANT && number == Some(0)
}

/// The `alloca` that a pointer leads to through casts.
fn slot_of(reader: &FunctionReader<'_, '_>, mut pointer: Value) -> Option<Value> {
    let body = &reader.f.body;
    loop {
        let ValueDef::Result(op, _) = body.value(pointer).def else { return None };
        let zero = || {
            let indices = body.attr(reader.ctx, op, RAW_CONSTANT_INDICES).and_then(|i| reader.ctx.dense_array(i));
            indices.is_some_and(|indices| indices.iter().all(|index| [0, i64::from(DYNAMIC)].contains(index)))
                && body.operands(op).iter().skip(1).all(|index| is_zero(reader, *index))
        };
        match body.name(op) {
            llvm::ALLOCA => return Some(pointer),
            llvm::ADDRSPACECAST | llvm::BITCAST => {}
            llvm::GETELEMENTPTR if zero() => {}
            _ => return None,
        }
        pointer = *body.operands(op).first()?;
    }
}
