//! The rules of LLVM's assembly parser for the types of operands and results. LangRef, "Instruction Reference".
//!
//! The operation table has the types that an operation takes; here are LLVM's rules beyond it, with its messages.

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::{AtomicBinOp, AtomicOperand, InstructionFlags};
use irtrip_dialect::ops::{LlvmForm, llvm};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, OpName, OpNameDefinition, Type};

use crate::bodies::reader::FunctionReader;
use irtrip_dialect::llvm_text::cursor::Cursor;
use irtrip_dialect::llvm_text::type_text;
use irtrip_dialect::types::predicates::{is_float, is_math, is_pointer, is_scalable};

/// Whether operands of this type may be compared by this operation.
fn is_comparable(ctx: &Context, name: OpName, ty: Type) -> bool {
    let scalar = ctx.scalar_type(ty);
    if name == llvm::FCMP {
        return is_float(ctx, scalar);
    }
    ctx.int_width(scalar).is_some() || is_pointer(ctx, scalar)
}

/// Why a `select` cannot have these operands.
fn check_select_types(ctx: &Context, condition: Type, ty: Type, other: Type) -> Option<ImportCode> {
    if ty != other {
        return Some(ImportCode::SelectTypes);
    }
    if ty == types::TOKEN {
        return Some(ImportCode::SelectToken);
    }
    if condition == types::I1 {
        return None;
    }
    let Some(lanes) = ctx.vector_length(condition) else { return Some(ImportCode::SelectCondition) };
    if ctx.scalar_type(condition) != types::I1 {
        return Some(ImportCode::SelectConditionElement);
    }
    match ctx.vector_length(ty) {
        None => Some(ImportCode::SelectVectors),
        Some(values) if values != lanes => Some(ImportCode::SelectLength),
        Some(_) => None,
    }
}

/// Whether a binary or unary operation has operands of a type: one that its definition accepts, or a vector of such.
pub(crate) fn is_elementary(ctx: &Context, name: OpName, ty: Type) -> bool {
    let slot = name.def().and_then(|def| def.operands.first());
    slot.is_none_or(|slot| slot.types.contains(ctx, ctx.scalar_type(ty)))
}

/// Fails unless a binary or unary operation has operands of a type.
#[inline]
pub(crate) fn check_elementary(
    ctx: &Context,
    c: &Cursor<'_>,
    name: OpName,
    ty: Type,
    at: usize,
) -> DiagnosticResult<()> {
    if is_elementary(ctx, name, ty) {
        return Ok(());
    }
    let logical = matches!(name, llvm::AND | llvm::OR | llvm::XOR);
    c.error_at(at, if logical { ImportCode::LogicalOperand } else { ImportCode::ArithmeticOperand })
}

#[inline]
pub(crate) fn check_cast(
    ctx: &Context,
    c: &Cursor<'_>,
    name: OpName,
    from: Type,
    to: Type,
    at: usize,
) -> DiagnosticResult<()> {
    if let Some(LlvmForm::Cast(opcode)) = name.def().map(|def| def.llvm)
        && opcode.is_castable(ctx, from, to)
    {
        return Ok(());
    }
    let (from, to) = (type_text(ctx, from), type_text(ctx, to));
    c.error_at(at, ImportCode::Cast { from, to })
}

#[inline]
pub(crate) fn check_compare(ctx: &Context, c: &Cursor<'_>, name: OpName, ty: Type, at: usize) -> DiagnosticResult<()> {
    if is_comparable(ctx, name, ty) {
        return Ok(());
    }
    c.error_at(at, if name == llvm::FCMP { ImportCode::FcmpOperand } else { ImportCode::IcmpOperand })
}

/// Fast-math flags are for results that are floats; `at` is where the instruction's word stands.
#[inline]
pub(crate) fn check_fast(
    ctx: &Context,
    c: &Cursor<'_>,
    flags: InstructionFlags,
    ty: Type,
    what: &'static str,
    at: usize,
) -> DiagnosticResult<()> {
    if !flags.intersects(InstructionFlags::FAST) || is_math(ctx, ty) {
        return Ok(());
    }
    c.error_at(at, ImportCode::FastMathFlags(what))
}

pub(crate) fn check_select(
    ctx: &Context,
    c: &Cursor<'_>,
    condition: Type,
    ty: Type,
    other: Type,
    at: usize,
) -> DiagnosticResult<()> {
    c.check_at(at, check_select_types(ctx, condition, ty, other))
}

/// The index of a vector's element must be an integer.
pub(crate) fn check_index(
    ctx: &Context,
    c: &Cursor<'_>,
    index: Type,
    what: &'static str,
    at: usize,
) -> DiagnosticResult<()> {
    if ctx.int_width(index).is_some() {
        return Ok(());
    }
    c.error_at(at, ImportCode::InvalidOperands(what))
}

/// A `shufflevector`'s mask: its elements choose among those of both vectors.
pub(crate) fn check_mask(ctx: &Context, c: &Cursor<'_>, ty: Type, mask: &[i32], at: usize) -> DiagnosticResult<()> {
    let Some((size, scalable)) = ctx.vector_length(ty) else { return Ok(()) };
    let limit = i64::try_from(size).unwrap_or(i64::MAX).saturating_mul(2);
    if !scalable && mask.iter().any(|i| i64::from(*i) >= limit) {
        return c.error_at(at, ImportCode::InvalidOperands("shufflevector"));
    }
    Ok(())
}

/// The rules for the operand of `atomicrmw`.
pub(crate) fn check_update(
    reader: &FunctionReader<'_, '_>,
    operation: AtomicBinOp,
    ty: Type,
    at: usize,
) -> DiagnosticResult<()> {
    let ctx = reader.ctx;
    if is_scalable(ctx, ty) {
        return reader.c.error_at(at, ImportCode::AtomicrmwScalable);
    }
    let int = ctx.int_width(ty).is_some();
    let float = is_float(ctx, ty);
    let scalar = ctx.vector_length(ty).is_none();
    let ints = !scalar && ctx.int_width(ctx.scalar_type(ty)).is_some();
    if ints && operation.operand() == AtomicOperand::Integer {
        reader.constants.types.narrow(Spelling::IntegerVectorAtomics.releases());
    }
    let (fits, expected) = match operation.operand() {
        AtomicOperand::Any => {
            (int || (float || is_pointer(ctx, ty)) && scalar, "an integer, floating point, or pointer type")
        }
        AtomicOperand::Float => (float, "a floating point type"),
        AtomicOperand::Integer => (int || ints, "an integer"),
    };
    if !fits {
        return reader.c.error_at(at, ImportCode::AtomicrmwOperand { operation: operation.llvm(), expected });
    }
    let size = reader.tables.layout.store_size(ctx, ty);
    if size == 0 || !size.is_power_of_two() {
        return reader.c.error_at(at, ImportCode::AtomicrmwSize);
    }
    Ok(())
}
