//! Memory: `alloca`, `getelementptr`, `load`, `store`, atomic updates and `fence`.
//!
//! LangRef, "Memory Access and Addressing Operations".

use crate::attr_table::DEREFERENCEABLE;
use crate::attributes::AttrData;
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::enums::{AtomicBinOp, AtomicOperand, AtomicOrdering, EnumValue, GepNoWrapFlags};
use crate::names;
use crate::ops::llvm::DYNAMIC_INDEX;
use crate::release::Release;
use crate::types::TypeData;
use crate::verify::verify_context::{EmitError, VerifyContext};

pub(crate) fn check_alloca(cx: &VerifyContext, report: EmitError) {
    let Some(ty) = cx.type_attr(names::ELEM_TYPE) else { return };
    if !cx.ctx.target_type_is_in_memory(ty) {
        report(Kind::AllocaTargetType);
    }
    let result = cx.result_type().map(|ty| (ty, cx.ctx.type_data(ty)));
    if let Some((ty, data)) = result
        && !matches!(data, TypeData::Pointer { .. })
    {
        let expected = crate::ops::TypeConstraint::Pointer.describe();
        report(Kind::ResultType { result: 0, variadic: false, expected, found: cx.spell(ty) });
    }
    check_alignment(cx, report);
}

/// Holds the attribute `alignment` of an access, a variable or a function to what LLVM accepts.
pub(crate) fn check_alignment(cx: &VerifyContext, report: EmitError) {
    if let Some(alignment) = cx.int(names::ALIGNMENT)
        && !is_alignment(alignment)
    {
        report(Kind::AlignmentNotPowerOfTwo);
    }
}

/// Whether a number is an alignment: a power of two, or 0 for none.
fn is_alignment(value: i64) -> bool {
    value == 0 || value.count_ones() == 1
}

/// LangRef, "load", `!dereferenceable`: the operation that has it returns a pointer.
pub fn check_dereferenceable(cx: &VerifyContext, report: EmitError) {
    let Some(attr) = cx.attr(names::DEREFERENCEABLE) else { return };
    let is_own = matches!(cx.ctx.attr_data(attr), AttrData::Llvm { kind, .. } if *kind == DEREFERENCEABLE);
    let result = cx.result_type().map(|ty| cx.ctx.type_data(ty));
    if is_own && !matches!(result, Some(TypeData::Pointer { .. })) {
        report(Kind::DereferenceableResult);
    }
}

pub(crate) fn check_load(cx: &VerifyContext, report: EmitError) {
    let accessed = cx.result_type();
    check_access(cx, accessed, AtomicOrdering::is_for_load, report);
}

pub(crate) fn check_store(cx: &VerifyContext, report: EmitError) {
    let accessed = cx.operand_type(0);
    check_access(cx, accessed, AtomicOrdering::is_for_store, report);
}

fn check_access(
    cx: &VerifyContext,
    accessed: Option<Type>,
    is_supported: fn(AtomicOrdering) -> bool,
    report: EmitError,
) {
    check_alignment(cx, report);
    let ordering: AtomicOrdering = cx.enum_value(names::ORDERING).unwrap_or_default();
    if ordering == AtomicOrdering::NotAtomic {
        if cx.has(names::SYNCSCOPE) {
            report(Kind::SyncscopeWithoutAtomic);
        }
        return;
    }
    if !is_supported(ordering) {
        return report(Kind::UnsupportedOrdering(ordering.mlir()));
    }
    if let Some(ty) = accessed
        && !cx.ctx.is_atomic(ty)
    {
        return report(Kind::UnsupportedAtomicType(cx.spell(ty)));
    }
    if !cx.has(names::ALIGNMENT) {
        report(Kind::AtomicWithoutAlignment);
    }
}

/// A load of any type.
pub(crate) fn check_any_load(cx: &VerifyContext, report: EmitError) {
    check_access(cx, None, AtomicOrdering::is_for_load, report);
}

/// A store of any type.
pub(crate) fn check_any_store(cx: &VerifyContext, report: EmitError) {
    check_access(cx, None, AtomicOrdering::is_for_store, report);
}

/// LangRef, "getelementptr": an index into a struct is a constant and in bounds.
pub(crate) fn check_getelementptr(cx: &VerifyContext, report: EmitError) {
    if cx.enum_value(names::NO_WRAP_FLAGS) == Some(GepNoWrapFlags::INBOUNDS_FLAG) {
        report(Kind::GepInboundsFlag);
    }
    let indices = cx.attr(names::RAW_CONSTANT_INDICES).and_then(|a| cx.ctx.dense_array(a)).unwrap_or_default();
    let dynamic = indices.iter().filter(|&&i| i == DYNAMIC_INDEX).count();
    if dynamic != cx.operands().len().saturating_sub(1) {
        return report(Kind::GepDynamicIndices);
    }
    let Some(mut ty) = cx.type_attr(names::ELEM_TYPE) else { return };
    for (index, &value) in indices.iter().enumerate().skip(1) {
        ty = match cx.ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                if value == DYNAMIC_INDEX {
                    return report(Kind::GepDynamicStructIndex { index });
                }
                match u64::try_from(value).ok().and_then(|v| cx.ctx.element_at(ty, v)) {
                    Some(element) => element,
                    None => return report(Kind::GepOutOfBounds { index }),
                }
            }
            _ => return report(Kind::GepNotIndexable { ty: cx.spell(ty), index }),
        };
    }
}

/// Whether upstream takes an `atomicrmw` with this `bin_op` on values of a type.
pub fn is_update(ctx: &Context, bin_op: AtomicBinOp, ty: Type) -> bool {
    crate::ops::TypeConstraint::AtomicRmw.contains(ctx, ty)
        && check_update_type(ctx, bin_op, ty).is_none()
        && bin_op.releases().contains(Release::NATIVE)
}

fn check_update_type(ctx: &Context, bin_op: AtomicBinOp, ty: Type) -> Option<Kind> {
    let data = ctx.type_data(ty);
    let is_float = |data: &TypeData| matches!(data, TypeData::Float(kind) if kind.llvm().is_some());
    match (bin_op.operand(), data) {
        (AtomicOperand::Float, TypeData::Vector { element, .. }) => {
            (!is_float(ctx.type_data(*element))).then_some(Kind::ExpectedFloatElement)
        }
        (AtomicOperand::Float, data) => (!is_float(data)).then_some(Kind::ExpectedFloat),
        (AtomicOperand::Any, _) => (!ctx.is_atomic(ty)).then_some(Kind::XchgType),
        (AtomicOperand::Integer, TypeData::Integer { width: 8 | 16 | 32 | 64, .. }) => None,
        (AtomicOperand::Integer, _) => Some(Kind::ExpectedInteger),
    }
}

/// LangRef, "atomicrmw".
pub(crate) fn check_atomicrmw(cx: &VerifyContext, report: EmitError) {
    check_alignment(cx, report);
    let (Some(bin_op), Some(ty)) = (cx.enum_value(names::BIN_OP), cx.operand_type(1)) else { return };
    if let Some(kind) = check_update_type(cx.ctx, bin_op, ty) {
        report(kind);
    }
    check_update_ordering(cx, report);
}

/// An `atomicrmw` of any type that LLVM has the operation on, whatever its width.
pub(crate) fn check_any_update(cx: &VerifyContext, report: EmitError) {
    if let (Some(bin_op), Some(ty)) = (cx.enum_value::<AtomicBinOp>(names::BIN_OP), cx.operand_type(1)) {
        let is_integer = matches!(cx.ctx.type_data(cx.ctx.scalar_type(ty)), TypeData::Integer { .. });
        match bin_op.operand() {
            AtomicOperand::Integer if !is_integer => report(Kind::ExpectedInteger),
            AtomicOperand::Float => check_update_type(cx.ctx, bin_op, ty).into_iter().for_each(&mut *report),
            AtomicOperand::Integer | AtomicOperand::Any => {}
        }
    }
    check_update_ordering(cx, report);
}

/// The ordering of an `atomicrmw` of any type.
fn check_update_ordering(cx: &VerifyContext, report: EmitError) {
    if cx.enum_value(names::ORDERING).is_some_and(|o: AtomicOrdering| !o.is_at_least_monotonic()) {
        report(Kind::AtLeastMonotonic);
    }
}

/// LangRef, "cmpxchg".
pub(crate) fn check_cmpxchg(cx: &VerifyContext, report: EmitError) {
    check_alignment(cx, report);
    let Some(ty) = cx.operand_type(2) else { return };
    if !cx.ctx.is_atomic(ty) {
        report(Kind::CmpxchgType);
    }
    check_exchange_orderings(cx, report);
}

/// The orderings of a `cmpxchg` of any type.
pub(crate) fn check_exchange_orderings(cx: &VerifyContext, report: EmitError) {
    let orderings: [Option<AtomicOrdering>; 2] =
        [names::SUCCESS_ORDERING, names::FAILURE_ORDERING].map(|key| cx.enum_value(key));
    if orderings.iter().flatten().any(|o| !o.is_at_least_monotonic()) {
        report(Kind::CmpxchgOrdering);
    }
    // The failed exchange is a load.
    if orderings[1].is_some_and(|failure| !failure.is_for_load()) {
        report(Kind::CmpxchgFailureOrdering);
    }
}

/// LangRef, "fence".
pub(crate) fn check_fence(cx: &VerifyContext, report: EmitError) {
    if cx.enum_value(names::ORDERING).is_some_and(|o: AtomicOrdering| !o.is_for_fence()) {
        report(Kind::FenceOrdering);
    }
}
