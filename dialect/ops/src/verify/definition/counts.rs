//! How many regions, results, successors and operands an operation has, in the order upstream counts them.

use crate::diagnostic::VerifyCode as Kind;
use crate::ops::{Arity, OpDef, Traits, ValueConstraint};

/// How many of each an operation has.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Regions; `None` where they are not counted.
    pub regions: Option<usize>,
    /// Results.
    pub results: usize,
    /// Successors.
    pub successors: usize,
    /// Operands that belong to no successor.
    pub operands: usize,
}

/// Whether a group's values are the operation's own, not a successor's.
pub fn is_own(slot: &ValueConstraint) -> bool {
    !matches!(slot.arity, Arity::Successor(_) | Arity::Successors(..))
}

/// Whether groups of these may have so many values together.
fn may_be<'a>(slots: impl Iterator<Item = &'a ValueConstraint>, found: usize) -> bool {
    let (mut least, mut most) = (0_usize, 0_usize);
    for slot in slots {
        match slot.arity {
            Arity::One => (least, most) = (least + 1, most.saturating_add(1)),
            Arity::Optional => most = most.saturating_add(1),
            Arity::Variadic | Arity::VariadicOfVariadic(_) | Arity::Successor(_) | Arity::Successors(..) => {
                most = usize::MAX;
            }
        }
    }
    least <= found && found <= most
}

/// The first count that is not as the operation's definition says.
pub fn check_counts(def: &OpDef, counts: Counts) -> Option<Kind> {
    let regions = usize::from(def.regions);
    let found = counts.regions.unwrap_or(regions);
    if found != regions && !(found > regions && def.is(Traits::ANY_REGIONS)) {
        return Some(Kind::RegionCount { expected: regions });
    }
    if let Some(kind) = check_result_count(def, counts.results) {
        return Some(kind);
    }
    if let Some(expected) = def.successors.map(usize::from)
        && expected != counts.successors
    {
        return Some(Kind::SuccessorCount { expected, found: counts.successors });
    }
    check_operand_count(def, counts.operands)
}

fn check_result_count(def: &OpDef, found: usize) -> Option<Kind> {
    if may_be(def.results.iter(), found) {
        return None;
    }
    let least = def.results.iter().filter(|slot| slot.arity == Arity::One).count();
    Some(match def.results.len() - least {
        0 => Kind::ResultCount { expected: least },
        _ if found < least => Kind::TooFewResults { least, found },
        _ => Kind::ResultGroup { found },
    })
}

fn check_operand_count(def: &OpDef, found: usize) -> Option<Kind> {
    let own = || def.operands.iter().filter(|slot| is_own(slot));
    if may_be(own(), found) {
        return None;
    }
    let least = own().filter(|slot| slot.arity == Arity::One).count();
    let has_groups = def.operands.iter().any(|slot| slot.arity != Arity::One);
    Some(match (least, has_groups) {
        (0 | 1, false) => Kind::NoOrOneOperand { expected: least },
        (_, false) => Kind::OperandCount { expected: least, found },
        (_, true) if found < least => Kind::TooFewOperands { least, found },
        (_, true) => Kind::OperandGroup { start: least, found: found - least },
    })
}
