//! Lifetime markers of LLVM 21 and older, which have a size before the pointer. LangRef, "Memory Use Markers".
//!
//! LLVM takes the size away, looks through casts of the pointer, and lets go of markers of what is no `alloca`.

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::intrinsics::lifetimes::{allocated_type, slot_of};
use irtrip_dialect::intrinsics::older::UNKNOWN_SIZE;
use irtrip_dialect::intrinsics::{lookup_intrinsic, mangled_name};
use irtrip_dialect::ops::intrinsics;
use irtrip_dialect::preserved::OlderCall;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{OpName, Str, Type, ValueDef};

use super::{ArgumentValue, CallArgument};
use crate::attribute_cache::NamedAttrs;
use crate::bodies::calls::CallPrefix;
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
        return reader.c.unsupported(reader.f.at, "a lifetime marker with a size before its alloca");
    }
    let Some(slot) = slot_of(reader.ctx, &reader.f.body, value) else { return Ok(()) };
    let pointer = reader.f.body.value_type(slot);
    let ty = reader.ctx.llvm_function_type(types::VOID, &[pointer], false);
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
    let of = allocated_type(reader.ctx, &reader.f.body, slot).filter(|_| !reader.tables.as_llvm_reads);
    if let (Some(ArgumentValue::Constant(size)), Some(of)) = (size, of) {
        older.size = reader.constants.pool.int(size).filter(|size| *size != UNKNOWN_SIZE).map(|size| (size, of));
    }
    if slot != value && !reader.tables.as_llvm_reads {
        reader.f.slot_casts.look_at(reader.ctx, &reader.f.body);
        older.cast = reader.f.slot_casts.place(value).and_then(|place| i64::try_from(place).ok());
    }
    let mut entries: NamedAttrs = older.entry(reader.ctx).into_iter().collect();
    reader.emit(name, &[slot], &mut entries, types::VOID)
}
