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
use crate::verify::site::{EmitError, Site};

pub(crate) fn check_alloca(site: &Site, report: EmitError) {
    let Some(ty) = site.type_attr(names::ELEM_TYPE) else { return };
    if !site.ctx.target_type_is_in_memory(ty) {
        report(Kind::AllocaTargetType);
    }
    let result = site.result_type().map(|ty| (ty, site.ctx.type_data(ty)));
    if let Some((ty, data)) = result
        && !matches!(data, TypeData::Pointer { .. })
    {
        let expected = crate::ops::TypeConstraint::Pointer.describe();
        report(Kind::ResultType { result: 0, variadic: false, expected, found: site.spell(ty) });
    }
    check_alignment(site, report);
}

/// Holds the attribute `alignment` of an access, a variable or a function to what LLVM takes.
pub(crate) fn check_alignment(site: &Site, report: EmitError) {
    if let Some(alignment) = site.int(names::ALIGNMENT)
        && !is_alignment(alignment)
    {
        report(Kind::AlignmentNotPowerOfTwo);
    }
}

/// Whether a number is an alignment: a power of two, or 0 for none.
fn is_alignment(value: i64) -> bool {
    value == 0 || value.count_ones() == 1
}

/// LangRef, "load", `!dereferenceable`: the operation that has it gives a pointer.
pub fn check_dereferenceable(site: &Site, report: EmitError) {
    let Some(attr) = site.attr(names::DEREFERENCEABLE) else { return };
    let is_own = matches!(site.ctx.attr_data(attr), AttrData::Llvm { kind, .. } if *kind == DEREFERENCEABLE);
    let result = site.result_type().map(|ty| site.ctx.type_data(ty));
    if is_own && !matches!(result, Some(TypeData::Pointer { .. })) {
        report(Kind::DereferenceableResult);
    }
}

pub(crate) fn check_load(site: &Site, report: EmitError) {
    let accessed = site.result_type();
    check_access(site, accessed, AtomicOrdering::is_for_load, report);
}

pub(crate) fn check_store(site: &Site, report: EmitError) {
    let accessed = site.operand_type(0);
    check_access(site, accessed, AtomicOrdering::is_for_store, report);
}

fn check_access(site: &Site, accessed: Option<Type>, is_supported: fn(AtomicOrdering) -> bool, report: EmitError) {
    check_alignment(site, report);
    let ordering: AtomicOrdering = site.enum_value(names::ORDERING).unwrap_or_default();
    if ordering == AtomicOrdering::NotAtomic {
        if site.has(names::SYNCSCOPE) {
            report(Kind::SyncscopeWithoutAtomic);
        }
        return;
    }
    if !is_supported(ordering) {
        return report(Kind::UnsupportedOrdering(ordering.mlir()));
    }
    if let Some(ty) = accessed
        && !site.ctx.is_atomic(ty)
    {
        return report(Kind::UnsupportedAtomicType(site.spell(ty)));
    }
    if !site.has(names::ALIGNMENT) {
        report(Kind::AtomicWithoutAlignment);
    }
}

/// A load of any type.
pub(crate) fn check_any_load(site: &Site, report: EmitError) {
    check_access(site, None, AtomicOrdering::is_for_load, report);
}

/// A store of any type.
pub(crate) fn check_any_store(site: &Site, report: EmitError) {
    check_access(site, None, AtomicOrdering::is_for_store, report);
}

/// LangRef, "getelementptr": an index into a struct is a constant and in bounds.
pub(crate) fn check_getelementptr(site: &Site, report: EmitError) {
    if site.enum_value(names::NO_WRAP_FLAGS) == Some(GepNoWrapFlags::INBOUNDS_FLAG) {
        report(Kind::GepInboundsFlag);
    }
    let indices = site.attr(names::RAW_CONSTANT_INDICES).and_then(|a| site.ctx.dense_array(a)).unwrap_or_default();
    let dynamic = indices.iter().filter(|&&i| i == DYNAMIC_INDEX).count();
    if dynamic != site.operands().len().saturating_sub(1) {
        return report(Kind::GepDynamicIndices);
    }
    let Some(mut ty) = site.type_attr(names::ELEM_TYPE) else { return };
    for (index, &value) in indices.iter().enumerate().skip(1) {
        ty = match site.ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                if value == DYNAMIC_INDEX {
                    return report(Kind::GepDynamicStructIndex { index });
                }
                match u64::try_from(value).ok().and_then(|v| site.ctx.element_at(ty, v)) {
                    Some(element) => element,
                    None => return report(Kind::GepOutOfBounds { index }),
                }
            }
            _ => return report(Kind::GepNotIndexable { ty: site.spell(ty), index }),
        };
    }
}

/// Whether upstream takes an `atomicrmw` with this `bin_op` on values of a type.
pub fn is_update(ctx: &Context, bin_op: AtomicBinOp, ty: Type) -> bool {
    crate::ops::TypeConstraint::AtomicRmw.contains(ctx, ty)
        && wrong_update(ctx, bin_op, ty).is_none()
        && bin_op.releases().contain(Release::MODEL)
}

fn wrong_update(ctx: &Context, bin_op: AtomicBinOp, ty: Type) -> Option<Kind> {
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
pub(crate) fn check_atomicrmw(site: &Site, report: EmitError) {
    check_alignment(site, report);
    let (Some(bin_op), Some(ty)) = (site.enum_value(names::BIN_OP), site.operand_type(1)) else { return };
    if let Some(kind) = wrong_update(site.ctx, bin_op, ty) {
        report(kind);
    }
    check_update_ordering(site, report);
}

/// An `atomicrmw` of any type that LLVM has the operation on, whatever its width.
pub(crate) fn check_any_update(site: &Site, report: EmitError) {
    if let (Some(bin_op), Some(ty)) = (site.enum_value::<AtomicBinOp>(names::BIN_OP), site.operand_type(1)) {
        let is_integer = matches!(site.ctx.type_data(ty), TypeData::Integer { .. });
        match bin_op.operand() {
            AtomicOperand::Integer if !is_integer => report(Kind::ExpectedInteger),
            AtomicOperand::Float => wrong_update(site.ctx, bin_op, ty).into_iter().for_each(&mut *report),
            AtomicOperand::Integer | AtomicOperand::Any => {}
        }
    }
    check_update_ordering(site, report);
}

/// The ordering of an `atomicrmw` of any type.
fn check_update_ordering(site: &Site, report: EmitError) {
    if site.enum_value(names::ORDERING).is_some_and(|o: AtomicOrdering| !o.is_at_least_monotonic()) {
        report(Kind::AtLeastMonotonic);
    }
}

/// LangRef, "cmpxchg".
pub(crate) fn check_cmpxchg(site: &Site, report: EmitError) {
    check_alignment(site, report);
    let Some(ty) = site.operand_type(2) else { return };
    if !site.ctx.is_atomic(ty) {
        report(Kind::CmpxchgType);
    }
    check_exchange_orderings(site, report);
}

/// The orderings of a `cmpxchg` of any type.
pub(crate) fn check_exchange_orderings(site: &Site, report: EmitError) {
    let orderings: [Option<AtomicOrdering>; 2] =
        [names::SUCCESS_ORDERING, names::FAILURE_ORDERING].map(|key| site.enum_value(key));
    if orderings.iter().flatten().any(|o| !o.is_at_least_monotonic()) {
        report(Kind::CmpxchgOrdering);
    }
    // The failed exchange is a load.
    if orderings[1].is_some_and(|failure| !failure.is_for_load()) {
        report(Kind::CmpxchgFailureOrdering);
    }
}

/// LangRef, "fence".
pub(crate) fn check_fence(site: &Site, report: EmitError) {
    if site.enum_value(names::ORDERING).is_some_and(|o: AtomicOrdering| !o.is_for_fence()) {
        report(Kind::FenceOrdering);
    }
}
