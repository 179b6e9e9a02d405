//! Memory: `alloca`, `getelementptr`, `load`, `store`, atomic updates and `fence`.
//!
//! LangRef, "Memory Access and Addressing Operations".

use super::site::Site;
use crate::attr_table::DEREFERENCEABLE;
use crate::attributes::AttrData;
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::enums;
use crate::names;
use crate::types::TypeData;

type Report<'r> = &'r mut dyn FnMut(Kind);

/// The numbers of [`enums::ATOMIC_ORDERING`].
mod ordering {
    pub(super) const NOT_ATOMIC: i64 = 0;
    pub(super) const MONOTONIC: i64 = 2;
    pub(super) const ACQUIRE: i64 = 4;
    pub(super) const RELEASE: i64 = 5;
    pub(super) const ACQ_REL: i64 = 6;
}

/// The marker of a dynamic index in `rawConstantIndices`.
const DYNAMIC: i64 = i32::MIN as i64;

pub(super) fn check_alloca(site: &Site, report: Report) {
    let Some(ty) = site.type_attr(names::ELEM_TYPE) else { return };
    if !site.ctx.target_type_is_in_memory(ty) {
        report(Kind::AllocaTargetType);
    } else if !site.ctx.is_loadable(ty) {
        report(Kind::UnsizedElementType(site.spell(ty)));
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

fn check_alignment(site: &Site, report: Report) {
    if let Some(alignment) = site.int(names::ALIGNMENT)
        && !is_alignment(alignment)
    {
        report(Kind::AlignmentNotPowerOfTwo);
    }
}

/// Whether a number is an alignment: a power of two, or 0 for none.
pub(super) fn is_alignment(value: i64) -> bool {
    value == 0 || value.count_ones() == 1
}

/// LangRef, "load", `!dereferenceable`: the operation that has it gives a pointer.
pub(super) fn check_dereferenceable(site: &Site, report: Report) {
    let Some(attr) = site.attr(names::DEREFERENCEABLE) else { return };
    let is_own = matches!(site.ctx.attr_data(attr), AttrData::Llvm { kind, .. } if *kind == DEREFERENCEABLE);
    let result = site.result_type().map(|ty| site.ctx.type_data(ty));
    if is_own && !matches!(result, Some(TypeData::Pointer { .. })) {
        report(Kind::DereferenceableResult);
    }
}

pub(super) fn check_load(site: &Site, report: Report) {
    let accessed = site.result_type();
    check_access(site, accessed, [ordering::RELEASE, ordering::ACQ_REL], report);
}

pub(super) fn check_store(site: &Site, report: Report) {
    let accessed = site.operand_type(0);
    check_access(site, accessed, [ordering::ACQUIRE, ordering::ACQ_REL], report);
}

fn check_access(site: &Site, accessed: Option<Type>, unsupported: [i64; 2], report: Report) {
    check_alignment(site, report);
    let ordering = site.int(names::ORDERING).unwrap_or(ordering::NOT_ATOMIC);
    if ordering == ordering::NOT_ATOMIC {
        if site.has(names::SYNCSCOPE) {
            report(Kind::SyncscopeWithoutAtomic);
        }
        return;
    }
    if unsupported.contains(&ordering) {
        return report(Kind::UnsupportedOrdering(enums::ATOMIC_ORDERING.mlir(ordering).unwrap_or_default()));
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

/// LangRef, "getelementptr": an index into a struct is a constant and in bounds.
pub(super) fn check_getelementptr(site: &Site, report: Report) {
    if site.int(names::NO_WRAP_FLAGS) == Some(1) {
        report(Kind::GepInboundsFlag);
    }
    let indices = site.attr(names::RAW_CONSTANT_INDICES).and_then(|a| site.ctx.dense_array(a)).unwrap_or_default();
    let dynamic = indices.iter().filter(|&&i| i == DYNAMIC).count();
    if dynamic != site.operands().len().saturating_sub(1) {
        return report(Kind::GepDynamicIndices);
    }
    let Some(mut ty) = site.type_attr(names::ELEM_TYPE) else { return };
    for (index, &value) in indices.iter().enumerate().skip(1) {
        ty = match site.ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                if value == DYNAMIC {
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

/// The operations of [`enums::ATOMIC_BIN_OP`] by what they work on.
enum Update {
    Exchange,
    Float,
    Integer,
}

fn update(bin_op: i64) -> Update {
    match enums::ATOMIC_BIN_OP.llvm(bin_op) {
        Some("xchg") => Update::Exchange,
        Some(name) if name.starts_with('f') => Update::Float,
        _ => Update::Integer,
    }
}

/// Whether upstream takes an `atomicrmw` with this `bin_op` on values of a type.
pub fn is_update(ctx: &Context, bin_op: i64, ty: Type) -> bool {
    crate::ops::TypeConstraint::AtomicRmw.contains(ctx, ty) && wrong_update(ctx, bin_op, ty).is_none()
}

fn wrong_update(ctx: &Context, bin_op: i64, ty: Type) -> Option<Kind> {
    let data = ctx.type_data(ty);
    let is_float = |data: &TypeData| matches!(data, TypeData::Float(kind) if kind.llvm().is_some());
    match (update(bin_op), data) {
        (Update::Float, TypeData::Vector { element, .. }) => {
            (!is_float(ctx.type_data(*element))).then_some(Kind::ExpectedFloatElement)
        }
        (Update::Float, data) => (!is_float(data)).then_some(Kind::ExpectedFloat),
        (Update::Exchange, _) => (!ctx.is_atomic(ty)).then_some(Kind::XchgType),
        (Update::Integer, TypeData::Integer { width: 8 | 16 | 32 | 64, .. }) => None,
        (Update::Integer, _) => Some(Kind::ExpectedInteger),
    }
}

/// LangRef, "atomicrmw".
pub(super) fn check_atomicrmw(site: &Site, report: Report) {
    check_alignment(site, report);
    let (Some(bin_op), Some(ty)) = (site.int(names::BIN_OP), site.operand_type(1)) else { return };
    if let Some(kind) = wrong_update(site.ctx, bin_op, ty) {
        report(kind);
    }
    if site.int(names::ORDERING).is_some_and(|o| o < ordering::MONOTONIC) {
        report(Kind::AtLeastMonotonic);
    }
}

/// LangRef, "cmpxchg".
pub(super) fn check_cmpxchg(site: &Site, report: Report) {
    check_alignment(site, report);
    let Some(ty) = site.operand_type(2) else { return };
    if !site.ctx.is_atomic(ty) {
        report(Kind::CmpxchgType);
    }
    let orderings = [names::SUCCESS_ORDERING, names::FAILURE_ORDERING].map(|key| site.int(key));
    if orderings.iter().flatten().any(|&o| o < ordering::MONOTONIC) {
        report(Kind::CmpxchgOrdering);
    }
    if matches!(orderings[1], Some(ordering::RELEASE | ordering::ACQ_REL)) {
        report(Kind::CmpxchgFailureOrdering);
    }
}

/// LangRef, "fence".
pub(super) fn check_fence(site: &Site, report: Report) {
    if site.int(names::ORDERING).is_some_and(|o| o <= ordering::MONOTONIC) {
        report(Kind::FenceOrdering);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_orderings_are_the_tables() {
        let value = |name| enums::ATOMIC_ORDERING.from_mlir(name).unwrap();
        assert_eq!(value("not_atomic"), ordering::NOT_ATOMIC);
        assert_eq!(value("monotonic"), ordering::MONOTONIC);
        assert_eq!(value("acquire"), ordering::ACQUIRE);
        assert_eq!(value("release"), ordering::RELEASE);
        assert_eq!(value("acq_rel"), ordering::ACQ_REL);
    }
}
