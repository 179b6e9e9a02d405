//! Instructions in the place of what a release does not have.

use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, TRUE};
use irtrip_dialect::diagnostic::{ExportCode, LossCode};
use irtrip_dialect::enums::{AtomicOrdering, ICmpPredicate, IntegerOverflowFlags};
use irtrip_dialect::names::{FAILURE_ORDERING, OVERFLOW_FLAGS, PREDICATE, SUCCESS_ORDERING, VALUE};
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::{I1, I64};
use irtrip_dialect::{Body, Context, NewOp, Op, Type, TypeData, Value};

use rustc_hash::FxHashSet;

use super::{Site, lacking};
use crate::constants::Constants;
use crate::dropped::Dropped;

/// What an intrinsic computes, by instructions that all releases have.
pub(super) struct Expansion {
    /// Its name, without `llvm.` and types.
    name: &'static str,
    /// How the first argument compares where it is the result.
    predicate: ICmpPredicate,
    /// Whether the other one is the first argument's negation, and the comparison is with zero.
    negates: bool,
}

/// The releases that have none of these intrinsics.
const MISSING: Releases = Releases::ALL.until(Release::V12);

static EXPANSIONS: &[Expansion] = &[
    Expansion { name: "smin", predicate: ICmpPredicate::Slt, negates: false },
    Expansion { name: "smax", predicate: ICmpPredicate::Sgt, negates: false },
    Expansion { name: "umin", predicate: ICmpPredicate::Ult, negates: false },
    Expansion { name: "umax", predicate: ICmpPredicate::Ugt, negates: false },
    Expansion { name: "abs", predicate: ICmpPredicate::Sgt, negates: true },
];

impl Expansion {
    /// The expansion of the intrinsic of a name for a release that does not have it.
    pub fn of(name: &[u8], release: Release) -> Option<&'static Expansion> {
        EXPANSIONS.iter().find(|row| row.name.as_bytes() == name && MISSING.contain(release))
    }

    /// Makes a call of the intrinsic a `select`.
    pub fn expand(&self, ctx: &Context, body: &mut Body, op: Op) {
        let [first, rest @ ..] = body.operands(op) else { return };
        let (first, second) = (*first, rest.first().copied());
        let ty = body.value_type(first);
        let (compared, other) = match second {
            Some(second) if !self.negates => (second, second),
            _ => {
                let zero = made(body, op, NewOp::new(global_values::ZERO), ty);
                let is_poison = body.attr(ctx, op, ctx.str("is_int_min_poison")) == Some(TRUE);
                let flags = (OVERFLOW_FLAGS, ctx.enum_attr(IntegerOverflowFlags::NSW));
                let attrs = if is_poison { ctx.dictionary(&[flags]) } else { EMPTY_DICTIONARY };
                (zero, made(body, op, NewOp { operands: &[zero, first], attrs, ..NewOp::new(llvm::SUB) }, ty))
            }
        };
        let attrs = ctx.dictionary(&[(PREDICATE, ctx.enum_attr(self.predicate))]);
        let compare = NewOp { operands: &[first, compared], attrs, ..NewOp::new(llvm::ICMP) };
        let is_first = made(body, op, compare, ctx.with_scalar_type(ty, I1));
        body.set_name(op, llvm::SELECT);
        body.set_attrs(op, ctx.dictionary(&[]));
        body.set_operands(op, &[is_first, first, other]);
    }
}

/// An intrinsic whose result had twice the width: without `llvm.`.
const WIDE_MATCH: &str = "nvvm.match.any.sync.i64";

/// Whether a release has an intrinsic, by its name without `llvm.`, with a wider result than today's.
pub(super) fn is_widened(name: &[u8], release: Release) -> bool {
    name == WIDE_MATCH.as_bytes() && Releases::ALL.until(Release::V15).contain(release)
}

/// Makes a call of such an intrinsic one that gives the wider result, of which the operation takes the lower half.
pub(super) fn truncate(body: &mut Body, op: Op) {
    let (operands, attrs, name) = (body.operands(op).to_vec(), body.attrs(op), body.name(op));
    let wide = made(body, op, NewOp { operands: &operands, attrs, ..NewOp::new(name) }, I64);
    body.set_name(op, llvm::TRUNC);
    body.set_attrs(op, EMPTY_DICTIONARY);
    body.set_operands(op, &[wide]);
}

/// Makes `fneg` a subtraction from negative zero, for a release without it, and refuses `freeze` where there is none.
pub(super) fn unary(ctx: &Context, body: &mut Body, op: Op, site: &mut Site) -> Result<(), ExportCode> {
    let release = site.release;
    let is_missing = |since: Release| Releases::ALL.until(since).contain(release);
    match body.name(op) {
        llvm::FREEZE if is_missing(Release::V10) => return Err(lacking(release, "freeze")),
        llvm::FNEG if is_missing(Release::V8) => {}
        _ => return Ok(()),
    }
    let Some(value) = body.operands(op).first().copied() else { return Ok(()) };
    let ty = body.value_type(value);
    let element = ctx.scalar_type(ty);
    let (TypeData::Float(kind), length) = (ctx.type_data(element), ctx.vector_length(ty)) else {
        return Err(lacking(release, "fneg of this type"));
    };
    site.drop("'fneg' (written as 'fsub')");
    let sign = 1u128 << (kind.width() - 1);
    let zero = match length {
        None => ctx.float_attr(ty, sign),
        Some((count, _)) => {
            let bytes = ctx.dense_element_bytes(element);
            let number = sign.to_le_bytes();
            ctx.dense(ty, &number.get(..bytes).unwrap_or(&number).repeat(count as usize), bytes)
        }
    };
    let zero = NewOp { attrs: ctx.dictionary(&[(VALUE, zero)]), ..NewOp::new(global_values::CONSTANT) };
    let zero = made(body, op, zero, ty);
    body.set_name(op, llvm::FSUB);
    body.set_operands(op, &[zero, value]);
    Ok(())
}

/// Makes a `cmpxchg` as strong as it is where it fails, for a release that asks for that.
pub(super) fn failure_ordering(ctx: &Context, body: &mut Body, op: Op, site: &mut Site) {
    if body.name(op) != llvm::CMPXCHG || Spelling::StrongerFailures.releases().contain(site.release) {
        return;
    }
    let ordering = |key| body.attr(ctx, op, key).and_then(|value| ctx.enum_value::<AtomicOrdering>(value));
    let (Some(success), Some(failure)) = (ordering(SUCCESS_ORDERING), ordering(FAILURE_ORDERING)) else { return };
    let is_weaker = match failure {
        AtomicOrdering::Acquire => success == AtomicOrdering::Monotonic,
        AtomicOrdering::SeqCst => success != failure,
        _ => false,
    };
    if is_weaker {
        site.drop(format!("'cmpxchg' that is weaker where it succeeds (written as '{0} {0}')", failure.llvm()));
        let attrs = ctx.with_entry(body.attrs(op), SUCCESS_ORDERING, Some(ctx.enum_attr(failure)));
        body.set_attrs(op, attrs);
    }
}

/// What is said of `poison` where a release does not have it.
const POISON: &str = "'poison' (written as 'undef')";

/// Makes `poison` a value that is any of its type's, for a release without it.
pub(super) fn poison(body: &mut Body, op: Op, site: &mut Site) {
    if body.name(op) == global_values::POISON && !Spelling::Poison.releases().contain(site.release) {
        site.drop(POISON);
        body.set_name(op, global_values::UNDEF);
    }
}

/// Names, once for each global value, the `poison` in its constants, which a release without it has as `undef`.
pub(crate) fn name_poison<'p>(
    constants: impl Iterator<Item = (Option<Op>, &'p Constants)>,
    release: Release,
    dropped: &mut Vec<Dropped>,
) {
    if Spelling::Poison.releases().contain(release) {
        return;
    }
    let code = LossCode::Release { what: POISON.to_owned(), release: release.to_string() };
    let named: FxHashSet<Option<Op>> =
        dropped.iter().filter(|loss| loss.code == code).map(|loss| loss.global).collect();
    let unnamed = constants.filter(|(global, pool)| !named.contains(global) && pool.has_poison());
    dropped.extend(unnamed.map(|(global, _)| Dropped { global, op: None, code: code.clone() }));
}

/// The result of a new operation in front of another.
pub(super) fn made(body: &mut Body, before: Op, new: NewOp, ty: Type) -> Value {
    let op = body.create(new);
    let value = body.new_value(ty);
    body.define_result(op, value);
    body.insert_before(before, op);
    value
}
