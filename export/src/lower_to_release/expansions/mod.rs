//! Instructions in the place of what a release does not have.
//!
//! - [`amdgpu_atomics`]: intrinsics and an attribute in the place of AMDGPU's atomic updates
//! - [`atomic_libcalls`]: calls in the place of atomic instructions that are not aligned
//! - [`atomic_updates`]: loops in the place of atomic updates
//! - [`bfloats`]: integers in the place of a format of numbers
//! - [`math_functions`]: calls of C's functions in the place of intrinsics
//! - [`numbers`]: instructions in the place of what computes numbers
//! - [`reductions`]: instructions in the place of what puts the elements of a vector together

pub(super) mod amdgpu_atomics;
pub(super) mod atomic_libcalls;
pub(super) mod atomic_updates;
pub(super) mod bfloats;
pub(super) mod math_functions;
mod numbers;
mod reductions;

use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, FALSE, TRUE, UNIT};
use irtrip_dialect::diagnostic::{ExportCode, LossCode};
use irtrip_dialect::enums::{AtomicOrdering, FCmpPredicate, ICmpPredicate, IntegerOverflowFlags};
use irtrip_dialect::names::{
    ALIGNMENT, ARG_ATTRS, ELEM_TYPE, FAILURE_ORDERING, FASTMATH_FLAGS, MASK, OVERFLOW_FLAGS, POSITION, PREDICATE,
    SUCCESS_ORDERING, VALUE, VOLATILE,
};
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::{I1, I8, I32, I64};
use irtrip_dialect::{
    Attr, AttrData, Body, Builder, Context, FloatKind, InsertPoint, NewOp, Op, OpName, Type, TypeData, Value,
};

use rustc_hash::FxHashSet;

use super::{LoweringContext, lacking};
use crate::dropped::Dropped;
use irtrip_dialect::constants::Constants;
use math_functions::MathFunctions;
use reductions::{Reduction, reduce};

/// What an intrinsic computes, by instructions that all releases have.
pub(super) struct Expansion {
    /// Its name, without `llvm.` and types.
    name: &'static str,
    /// The first release that has the intrinsic.
    since: Release,
    /// Whether an older release has it of all types but vectors.
    of_vectors: bool,
    how: ExpansionKind,
}

/// How instructions compute what an intrinsic does.
#[derive(Clone, Copy)]
enum ExpansionKind {
    /// The first argument where it compares so with the second, and that one otherwise.
    Compare(ICmpPredicate),
    /// The argument, or its negation where that is greater.
    Absolute,
    /// A sum or difference, or what is nearest to it of the numbers that the type has.
    Saturate { signed: bool, subtracts: bool },
    /// Whether a number is of classes: comparisons of its bits.
    Classes,
    /// All elements of a vector put together.
    Reduce(Reduction),
    /// The upper or lower half of two numbers side by side that are shifted.
    FunnelShift { left: bool },
    /// The result of an instruction, and whether another number would be right.
    Overflow { signed: bool, name: OpName },
    /// As many bytes as are copied or filled, as one vector.
    InlineMemory { copies: bool },
    /// The greater or lesser of two numbers, of zeros the one of that sign, and what is no number where one of them is none, or
    /// the other then.
    Extreme { greater: bool, numbers: bool },
    /// How two numbers compare, as a number.
    Order { signed: bool },
    /// A number shifted to the left, or the limit of its type.
    ShiftSaturated { signed: bool },
    /// The integer of a type that is nearest to a float.
    NearestInteger { signed: bool },
    /// What C's function of a name returns.
    Function(&'static str),
    /// The first argument.
    First,
    /// `false`, which an optimizer may take it for at any time.
    False,
    /// Nothing, where no program computes otherwise without it.
    Nothing,
}

const fn row(name: &'static str, since: Release, how: ExpansionKind) -> Expansion {
    Expansion { name, since, of_vectors: false, how }
}

const fn row_of_vectors(name: &'static str, since: Release, how: ExpansionKind) -> Expansion {
    Expansion { of_vectors: true, ..row(name, since, how) }
}

/// The most bytes that one vector stands for.
const LONGEST_INLINE: u64 = 1 << 10;

static EXPANSIONS: &[Expansion] = &[
    row("smin", Release::V12, ExpansionKind::Compare(ICmpPredicate::Slt)),
    row("smax", Release::V12, ExpansionKind::Compare(ICmpPredicate::Sgt)),
    row("umin", Release::V12, ExpansionKind::Compare(ICmpPredicate::Ult)),
    row("umax", Release::V12, ExpansionKind::Compare(ICmpPredicate::Ugt)),
    row("abs", Release::V12, ExpansionKind::Absolute),
    row("sadd.sat", Release::V8, ExpansionKind::Saturate { signed: true, subtracts: false }),
    row("ssub.sat", Release::V8, ExpansionKind::Saturate { signed: true, subtracts: true }),
    row("uadd.sat", Release::V8, ExpansionKind::Saturate { signed: false, subtracts: false }),
    row("usub.sat", Release::V8, ExpansionKind::Saturate { signed: false, subtracts: true }),
    row("fshl", Release::V7, ExpansionKind::FunnelShift { left: true }),
    row("fshr", Release::V7, ExpansionKind::FunnelShift { left: false }),
    row("is.fpclass", Release::V16, ExpansionKind::Classes),
    row("vector.reduce.add", Release::V12, ExpansionKind::Reduce(Reduction::Binary(llvm::ADD))),
    row("vector.reduce.mul", Release::V12, ExpansionKind::Reduce(Reduction::Binary(llvm::MUL))),
    row("vector.reduce.and", Release::V12, ExpansionKind::Reduce(Reduction::Binary(llvm::AND))),
    row("vector.reduce.or", Release::V12, ExpansionKind::Reduce(Reduction::Binary(llvm::OR))),
    row("vector.reduce.xor", Release::V12, ExpansionKind::Reduce(Reduction::Binary(llvm::XOR))),
    row("vector.reduce.smin", Release::V12, ExpansionKind::Reduce(Reduction::Compare(ICmpPredicate::Slt))),
    row("vector.reduce.smax", Release::V12, ExpansionKind::Reduce(Reduction::Compare(ICmpPredicate::Sgt))),
    row("vector.reduce.umin", Release::V12, ExpansionKind::Reduce(Reduction::Compare(ICmpPredicate::Ult))),
    row("vector.reduce.umax", Release::V12, ExpansionKind::Reduce(Reduction::Compare(ICmpPredicate::Ugt))),
    row("vector.reduce.fadd", Release::V12, ExpansionKind::Reduce(Reduction::Ordered(llvm::FADD))),
    row("vector.reduce.fmul", Release::V12, ExpansionKind::Reduce(Reduction::Ordered(llvm::FMUL))),
    row("maximum", Release::V8, ExpansionKind::Extreme { greater: true, numbers: false }),
    row("minimum", Release::V8, ExpansionKind::Extreme { greater: false, numbers: false }),
    row("maximumnum", Release::V20, ExpansionKind::Extreme { greater: true, numbers: true }),
    row("minimumnum", Release::V20, ExpansionKind::Extreme { greater: false, numbers: true }),
    row("scmp", Release::V19, ExpansionKind::Order { signed: true }),
    row("ucmp", Release::V19, ExpansionKind::Order { signed: false }),
    row("sshl.sat", Release::V12, ExpansionKind::ShiftSaturated { signed: true }),
    row("ushl.sat", Release::V12, ExpansionKind::ShiftSaturated { signed: false }),
    row("fptosi.sat", Release::V12, ExpansionKind::NearestInteger { signed: true }),
    row("fptoui.sat", Release::V12, ExpansionKind::NearestInteger { signed: false }),
    row("lrint", Release::V9, ExpansionKind::Function("llrint")),
    row("llrint", Release::V9, ExpansionKind::Function("llrint")),
    row("lround", Release::V9, ExpansionKind::Function("llround")),
    row("llround", Release::V9, ExpansionKind::Function("llround")),
    row("roundeven", Release::V11, ExpansionKind::Function("roundeven")),
    row("ldexp", Release::V17, ExpansionKind::Function("ldexp")),
    row("exp10", Release::V18, ExpansionKind::Function("exp10")),
    row("acos", Release::V19, ExpansionKind::Function("acos")),
    row("asin", Release::V19, ExpansionKind::Function("asin")),
    row("atan", Release::V19, ExpansionKind::Function("atan")),
    row("cosh", Release::V19, ExpansionKind::Function("cosh")),
    row("sinh", Release::V19, ExpansionKind::Function("sinh")),
    row("tan", Release::V19, ExpansionKind::Function("tan")),
    row("tanh", Release::V19, ExpansionKind::Function("tanh")),
    row("atan2", Release::V20, ExpansionKind::Function("atan2")),
    row("expect.with.probability", Release::V11, ExpansionKind::First),
    row("arithmetic.fence", Release::V13, ExpansionKind::First),
    row("threadlocal.address", Release::V16, ExpansionKind::First),
    row("is.constant", Release::V8, ExpansionKind::False),
    row("sideeffect", Release::V6, ExpansionKind::Nothing),
    row("experimental.noalias.scope.decl", Release::V12, ExpansionKind::Nothing),
    row("pseudoprobe", Release::V12, ExpansionKind::Nothing),
    row("fake.use", Release::V20, ExpansionKind::Nothing),
    row("memcpy.inline", Release::V11, ExpansionKind::InlineMemory { copies: true }),
    row("memset.inline", Release::V15, ExpansionKind::InlineMemory { copies: false }),
    row_of_vectors("uadd.with.overflow", Release::V9, ExpansionKind::Overflow { signed: false, name: llvm::ADD }),
    row_of_vectors("sadd.with.overflow", Release::V9, ExpansionKind::Overflow { signed: true, name: llvm::ADD }),
    row_of_vectors("usub.with.overflow", Release::V9, ExpansionKind::Overflow { signed: false, name: llvm::SUB }),
    row_of_vectors("ssub.with.overflow", Release::V9, ExpansionKind::Overflow { signed: true, name: llvm::SUB }),
    row_of_vectors("umul.with.overflow", Release::V9, ExpansionKind::Overflow { signed: false, name: llvm::MUL }),
    row_of_vectors("smul.with.overflow", Release::V9, ExpansionKind::Overflow { signed: true, name: llvm::MUL }),
];

impl Expansion {
    /// The expansion of the intrinsic of a name for a release that does not have it of the type of its first argument.
    pub fn of(ctx: &Context, name: &[u8], release: Release, first: Option<Type>) -> Option<&'static Expansion> {
        let is_vector = first.is_some_and(|ty| ctx.vector_length(ty).is_some());
        let mut rows = EXPANSIONS.iter().filter(|row| is_vector || !row.of_vectors);
        rows.find(|row| row.name.as_bytes() == name && release < row.since)
    }

    /// What is said of a call that is lowered.
    pub fn loss(&self) -> String {
        let name = self.name;
        let instead = match self.how {
            ExpansionKind::Nothing => return format!("'llvm.{name}'"),
            ExpansionKind::Compare(_) | ExpansionKind::Absolute => "'icmp' and 'select'".to_owned(),
            ExpansionKind::InlineMemory { copies: true } => "'load' and 'store' of a vector".to_owned(),
            ExpansionKind::InlineMemory { copies: false } => "'store' of a vector".to_owned(),
            ExpansionKind::Function(function) => format!("a call of '{function}'"),
            ExpansionKind::First => "its argument".to_owned(),
            ExpansionKind::False => "'false'".to_owned(),
            _ => "other instructions".to_owned(),
        };
        format!("'llvm.{name}' (written as {instead})")
    }

    /// Puts instructions in the place of a call of the intrinsic; `None` where its types have none.
    pub fn expand(&self, ctx: &Context, body: &mut Body, op: Op, functions: &mut MathFunctions) -> Option<()> {
        let last = match self.how {
            ExpansionKind::Function(name) => functions.call(ctx, body, op, name)?,
            _ => self.instructions(ctx, body, op)?,
        };
        body.set_name(op, last.name);
        body.set_attrs(op, last.attrs);
        body.set_operands(op, &last.operands);
        Some(())
    }

    /// What is in the place of a call for which there is no instruction: a value of those before, or nothing.
    pub fn without_instructions(&self, body: &Body, op: Op) -> Option<Option<Value>> {
        match self.how {
            ExpansionKind::First => Some(Some(*body.operands(op).first()?)),
            ExpansionKind::Nothing => Some(None),
            _ => None,
        }
    }

    /// Puts all instructions but the last before a call; returns the last.
    fn instructions(&self, ctx: &Context, body: &mut Body, op: Op) -> Option<Last> {
        let (operands, loc) = (body.operands(op).to_vec(), body.loc(op));
        let (first, second) = (*operands.first()?, operands.get(1).copied());
        let is_poison = body.attr(ctx, op, ctx.str("is_int_min_poison")) == Some(TRUE);
        let classes = body.int_attr(ctx, op, ctx.str("bit"));
        let flags = body.attr(ctx, op, FASTMATH_FLAGS);
        let (attrs, result) = (body.attrs(op), body.result(op).map(|value| body.value_type(value)));
        let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
        Some(match self.how {
            ExpansionKind::Compare(predicate) => {
                let is_first = compare(&mut b, predicate, first, second?);
                Last::select(is_first, first, second?)
            }
            ExpansionKind::Absolute => {
                let ty = b.type_of(first);
                let zero = number(&mut b, ty, 0);
                let flags = (OVERFLOW_FLAGS, ctx.enum_attr(IntegerOverflowFlags::NSW));
                let flags = if is_poison { ctx.dictionary(&[flags]) } else { EMPTY_DICTIONARY };
                let negated = b.value_with(llvm::SUB, &[zero, first], ty, flags);
                let is_first = compare(&mut b, ICmpPredicate::Sgt, first, zero);
                Last::select(is_first, first, negated)
            }
            ExpansionKind::Saturate { signed, subtracts } => saturate(&mut b, (first, second?), signed, subtracts)?,
            ExpansionKind::Classes => classes_of(&mut b, first, classes?)?,
            ExpansionKind::Reduce(reduction) => reduce(&mut b, reduction, &operands, flags)?,
            ExpansionKind::FunnelShift { left } => funnel_shift(&mut b, (first, second?, *operands.get(2)?), left)?,
            ExpansionKind::Overflow { signed, name } => overflow(&mut b, (first, second?), (signed, name), result?)?,
            ExpansionKind::Extreme { greater, numbers } => {
                numbers::extreme(&mut b, (first, second?), (greater, numbers))?
            }
            ExpansionKind::Order { signed } => numbers::order(&mut b, (first, second?), signed, result?),
            ExpansionKind::ShiftSaturated { signed } => numbers::shift(&mut b, (first, second?), signed)?,
            ExpansionKind::NearestInteger { signed } => numbers::nearest_integer(&mut b, first, signed, result?)?,
            ExpansionKind::InlineMemory { copies } => inline_memory(&mut b, (first, second?), attrs, copies)?,
            ExpansionKind::False => {
                let attrs = ctx.dictionary(&[(VALUE, FALSE)]);
                Last { name: global_values::CONSTANT, attrs, operands: Vec::new() }
            }
            ExpansionKind::Function(_) | ExpansionKind::First | ExpansionKind::Nothing => return None,
        })
    }
}

/// What the operation of a call becomes.
pub(super) struct Last {
    pub name: OpName,
    pub attrs: Attr,
    pub operands: Vec<Value>,
}

impl Last {
    pub fn select(condition: Value, yes: Value, no: Value) -> Last {
        Last { name: llvm::SELECT, attrs: EMPTY_DICTIONARY, operands: vec![condition, yes, no] }
    }
}

/// An integer, or a vector of equal ones.
pub(super) fn number(b: &mut Builder, ty: Type, value: i64) -> Value {
    let value = number_attr(b.ctx, ty, value);
    b.value(global_values::CONSTANT, &[], ty, &[(VALUE, value)])
}

fn number_attr(ctx: &Context, ty: Type, value: i64) -> Attr {
    match ctx.vector_length(ty) {
        None => ctx.int_attr(ty, value),
        Some((count, _)) => {
            let bytes = ctx.dense_element_bytes(ctx.scalar_type(ty));
            let data = i128::from(value).to_le_bytes();
            ctx.dense(ty, &data.get(..bytes).unwrap_or(&data).repeat(count as usize), bytes)
        }
    }
}

/// How two values compare.
pub(super) fn compare(b: &mut Builder, predicate: ICmpPredicate, left: Value, right: Value) -> Value {
    let ty = b.ctx.with_scalar_type(b.type_of(left), I1);
    let predicate = b.ctx.enum_attr(predicate);
    b.value(llvm::ICMP, &[left, right], ty, &[(PREDICATE, predicate)])
}

/// How two floats compare.
fn compare_floats(b: &mut Builder, predicate: FCmpPredicate, left: Value, right: Value) -> Value {
    let ty = b.ctx.with_scalar_type(b.type_of(left), I1);
    let predicate = b.ctx.enum_attr(predicate);
    b.value(llvm::FCMP, &[left, right], ty, &[(PREDICATE, predicate)])
}

/// A sum or difference, and the nearest number where that has another sign than it should or is on the other side.
fn saturate(b: &mut Builder, (left, right): (Value, Value), signed: bool, subtracts: bool) -> Option<Last> {
    let ty = b.type_of(left);
    let width = b.ctx.int_width(b.ctx.scalar_type(ty)).filter(|width| !signed || *width <= 64)?;
    let result = b.binary(if subtracts { llvm::SUB } else { llvm::ADD }, left, right);
    if !signed {
        let (compared, limit) = if subtracts { (right, 0) } else { (left, -1) };
        let of = if subtracts { left } else { result };
        let is_past = compare(b, ICmpPredicate::Ult, of, compared);
        let limit = number(b, ty, limit);
        return Some(Last::select(is_past, limit, result));
    }
    let (both, zero) = (signed_overflow(b, (left, right), result, subtracts), number(b, ty, 0));
    let is_past = compare(b, ICmpPredicate::Slt, both, zero);
    let (shift, least) = (number(b, ty, i64::from(width) - 1), number(b, ty, -1 << (width - 1)));
    let sign = b.binary(llvm::ASHR, result, shift);
    let limit = b.binary(llvm::XOR, sign, least);
    Some(Last::select(is_past, limit, result))
}

/// A number that is negative where a sum or difference has the wrong sign: none of those of a sum's arguments, or not the first
/// one's of a difference's where these have two.
fn signed_overflow(b: &mut Builder, (left, right): (Value, Value), result: Value, subtracts: bool) -> Value {
    let one = b.binary(llvm::XOR, left, result);
    let other = b.binary(llvm::XOR, if subtracts { left } else { result }, right);
    b.binary(llvm::AND, one, other)
}

/// The half of two numbers side by side that a shift leaves. The number that is shifted in comes by two shifts, of one and of the
/// rest, none of which is by all bits.
fn funnel_shift(b: &mut Builder, (high, low, by): (Value, Value, Value), left: bool) -> Option<Last> {
    let ty = b.type_of(high);
    let width =
        b.ctx.int_width(b.ctx.scalar_type(ty)).filter(|width| width.is_power_of_two() && (2..=64).contains(width))?;
    let (one, mask) = (number(b, ty, 1), number(b, ty, i64::from(width) - 1));
    let by = b.binary(llvm::AND, by, mask);
    let rest = b.binary(llvm::XOR, by, mask);
    let (kept, shifted_in) = match left {
        true => {
            let half = b.binary(llvm::LSHR, low, one);
            (b.binary(llvm::SHL, high, by), b.binary(llvm::LSHR, half, rest))
        }
        false => {
            let twice = b.binary(llvm::SHL, high, one);
            (b.binary(llvm::LSHR, low, by), b.binary(llvm::SHL, twice, rest))
        }
    };
    Some(Last { name: llvm::OR, attrs: EMPTY_DICTIONARY, operands: vec![kept, shifted_in] })
}

/// The result of an instruction of two numbers, with whether the number without a limit is another one.
fn overflow(
    b: &mut Builder,
    (left, right): (Value, Value),
    (signed, name): (bool, OpName),
    pair: Type,
) -> Option<Last> {
    let ty = b.type_of(left);
    let (result, is_past) = if name == llvm::MUL {
        // Twice the bits hold any product.
        let width = b.ctx.int_width(b.ctx.scalar_type(ty))?;
        let wide = b.ctx.with_scalar_type(ty, b.ctx.int_type(width.checked_mul(2)?));
        let extend = if signed { llvm::SEXT } else { llvm::ZEXT };
        let [left, right] = [left, right].map(|value| b.unary(extend, value, wide));
        let product = b.binary(name, left, right);
        let low = b.unary(llvm::TRUNC, product, ty);
        let again = b.unary(extend, low, wide);
        (low, compare(b, ICmpPredicate::Ne, again, product))
    } else {
        let result = b.binary(name, left, right);
        let subtracts = name == llvm::SUB;
        let is_past = if signed {
            let both = signed_overflow(b, (left, right), result, subtracts);
            let zero = number(b, ty, 0);
            compare(b, ICmpPredicate::Slt, both, zero)
        } else if subtracts {
            compare(b, ICmpPredicate::Ult, left, right)
        } else {
            compare(b, ICmpPredicate::Ult, result, left)
        };
        (result, is_past)
    };
    let place = |ctx: &Context, index: i64| ctx.dictionary(&[(POSITION, ctx.dense_array_attr(I64, &[index]))]);
    let none = b.value_with(global_values::UNDEF, &[], pair, EMPTY_DICTIONARY);
    let half = b.value_with(llvm::INSERTVALUE, &[none, result], pair, place(b.ctx, 0));
    Some(Last { name: llvm::INSERTVALUE, attrs: place(b.ctx, 1), operands: vec![half, is_past] })
}

/// The accesses of a vector of bytes in the place of what copies or fills as many, and never calls a function for that.
fn inline_memory(b: &mut Builder, (to, second): (Value, Value), attrs: Attr, copies: bool) -> Option<Last> {
    let ctx = b.ctx;
    let length = ctx.int_entry(attrs, ctx.str("len"))?;
    let length = u64::try_from(length).ok().filter(|length| (1..=LONGEST_INLINE).contains(length))?;
    let bytes = ctx.vector_type(length, false, I8);
    let is_volatile = ctx.entry(attrs, ctx.str("isVolatile")) == Some(TRUE);
    let parameters = ctx.entry(attrs, ARG_ATTRS).map(|list| ctx.items(list)).unwrap_or_default();
    let of_access = |place: usize| {
        let align = parameters.get(place).and_then(|set| ctx.entry(*set, ctx.str("llvm.align")));
        let align = align.and_then(|align| ctx.int_value(align)).unwrap_or(1);
        let mut entries = vec![(ALIGNMENT, ctx.int_attr(I64, align))];
        entries.extend(is_volatile.then_some((VOLATILE, UNIT)));
        let of_memory = |key: &str| Some((ctx.str(key), ctx.entry(attrs, ctx.str(key))?));
        entries.extend(["access_groups", "alias_scopes", "noalias_scopes", "tbaa"].into_iter().filter_map(of_memory));
        ctx.dictionary(&entries)
    };
    let stored = if copies {
        b.value_with(llvm::LOAD, &[second], bytes, of_access(1))
    } else {
        let none = b.value_with(global_values::UNDEF, &[], bytes, EMPTY_DICTIONARY);
        let zero = number(b, I32, 0);
        let first = b.value_with(llvm::INSERTELEMENT, &[none, second, zero], bytes, EMPTY_DICTIONARY);
        let mask =
            ctx.attr(AttrData::DenseArray { element: I32, values: vec![0; usize::try_from(length).ok()?].into() });
        b.value_with(llvm::SHUFFLEVECTOR, &[first, none], bytes, ctx.dictionary(&[(MASK, mask)]))
    };
    Some(Last { name: llvm::STORE, attrs: of_access(0), operands: vec![stored, to] })
}

/// Whether the bits of a number are those of one of some classes: whether they are in one of a few ranges.
fn classes_of(b: &mut Builder, of: Value, classes: i64) -> Option<Last> {
    let ty = b.type_of(of);
    let (width, mantissa) = match b.ctx.type_data(b.ctx.scalar_type(ty)) {
        TypeData::Float(FloatKind::F16) => (16, 10),
        TypeData::Float(FloatKind::BF16) => (16, 7),
        TypeData::Float(FloatKind::F32) => (32, 23),
        TypeData::Float(FloatKind::F64) => (64, 52),
        _ => return None,
    };
    let int = b.ctx.with_scalar_type(ty, b.ctx.int_type(width));
    let bits = b.unary(llvm::BITCAST, of, int);
    Some(classes_of_bits(b, bits, (width, mantissa), classes))
}

/// Whether bits of a format, which has a width and so many bits for the fraction, are those of a number of some classes.
pub(super) fn classes_of_bits(b: &mut Builder, bits: Value, (width, mantissa): (u32, u32), classes: i64) -> Last {
    let int = b.type_of(bits);
    let mut tests = Vec::new();
    for (low, high) in ranges_of_classes(width, mantissa, classes) {
        tests.push(match low == high {
            true => (ICmpPredicate::Eq, bits, number(b, int, low.cast_signed())),
            false => {
                let low_value = number(b, int, low.cast_signed());
                let from_low = if low == 0 { bits } else { b.binary(llvm::SUB, bits, low_value) };
                (ICmpPredicate::Ule, from_low, number(b, int, (high - low).cast_signed()))
            }
        });
    }
    let bool_type = b.ctx.with_scalar_type(int, I1);
    let Some((predicate, left, right)) = tests.pop() else {
        let attrs = b.ctx.dictionary(&[(VALUE, number_attr(b.ctx, bool_type, 0))]);
        return Last { name: global_values::CONSTANT, attrs, operands: Vec::new() };
    };
    let others: Vec<Value> =
        tests.into_iter().map(|(predicate, left, right)| compare(b, predicate, left, right)).collect();
    let Some(others) = others.into_iter().reduce(|one, other| b.binary(llvm::OR, one, other)) else {
        let attrs = b.ctx.dictionary(&[(PREDICATE, b.ctx.enum_attr(predicate))]);
        return Last { name: llvm::ICMP, attrs, operands: vec![left, right] };
    };
    let last = compare(b, predicate, left, right);
    Last { name: llvm::OR, attrs: EMPTY_DICTIONARY, operands: vec![others, last] }
}

/// The ranges of the bits of numbers of some classes, in order. LangRef, "llvm.is.fpclass".
fn ranges_of_classes(width: u32, mantissa: u32, classes: i64) -> Vec<(u64, u64)> {
    let sign = 1u64 << (width - 1);
    let (least_normal, infinity) = (1u64 << mantissa, sign - (1u64 << mantissa));
    let quiet = infinity | 1u64 << (mantissa - 1);
    let magnitudes = [
        (0, 0),
        (1, least_normal - 1),
        (least_normal, infinity - 1),
        (infinity, infinity),
        (infinity + 1, quiet - 1),
        (quiet, sign - 1),
    ];
    // The bit of each class: of positive numbers, of negative ones.
    let positive = [6, 7, 8, 9, 0, 1].into_iter().zip(magnitudes);
    let negative = [5, 4, 3, 2, 0, 1].into_iter().zip(magnitudes.map(|(low, high)| (sign | low, sign | high)));
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for (_, (low, high)) in positive.chain(negative).filter(|(bit, _)| classes >> bit & 1 == 1) {
        match ranges.last_mut() {
            Some(before) if before.1.checked_add(1) == Some(low) => before.1 = high,
            _ => ranges.push((low, high)),
        }
    }
    ranges
}

/// An intrinsic whose result had twice the width: without `llvm.`.
const WIDE_MATCH: &str = "nvvm.match.any.sync.i64";

/// Whether a release has an intrinsic, by its name without `llvm.`, with a wider result than the current.
pub(super) fn is_widened(name: &[u8], release: Release) -> bool {
    name == WIDE_MATCH.as_bytes() && Releases::ALL.until(Release::V15).contains(release)
}

/// Makes a call of such an intrinsic one that returns the wider result, of which the operation takes the lower half.
pub(super) fn truncate(body: &mut Body, op: Op) {
    let (operands, attrs, name) = (body.operands(op).to_vec(), body.attrs(op), body.name(op));
    let wide = made(body, op, NewOp { operands: &operands, attrs, ..NewOp::new(name) }, I64);
    body.set_name(op, llvm::TRUNC);
    body.set_attrs(op, EMPTY_DICTIONARY);
    body.set_operands(op, &[wide]);
}

/// Makes `freeze` a volatile store and load of a variable of the function in an address space: the result of a volatile load is
/// some one value for all its uses, also of what was undefined.
fn through_memory(ctx: &Context, body: &mut Body, op: Op, space: u32) -> Option<()> {
    let (&[value], loc) = (body.operands(op), body.loc(op)) else { return None };
    let entry = *body.regions().first().and_then(|region| body.blocks(*region).first())?;
    let ty = body.value_type(value);
    let mut b = Builder::new(ctx, body, InsertPoint::Before(body.first_op(entry)?), loc);
    let one = number(&mut b, I32, 1);
    let slot = b.value(llvm::ALLOCA, &[one], ctx.ptr_type(space), &[(ELEM_TYPE, ctx.type_attr(ty))]);
    let volatile = [(VOLATILE, UNIT)];
    Builder::new(ctx, body, InsertPoint::Before(op), loc).create(llvm::STORE, &[value, slot], &[], &volatile);
    body.set_name(op, llvm::LOAD);
    body.set_attrs(op, ctx.dictionary(&volatile));
    body.set_operands(op, &[slot]);
    Some(())
}

/// Makes `fneg` a subtraction from negative zero, and `freeze` accesses of a variable, for a release without them, which has
/// the address space for such variables.
pub(super) fn unary(
    ctx: &Context,
    body: &mut Body,
    op: Op,
    space: u32,
    cx: &mut LoweringContext,
) -> Result<(), ExportCode> {
    let release = cx.release;
    let is_missing = |since: Release| Releases::ALL.until(since).contains(release);
    match body.name(op) {
        llvm::FREEZE if is_missing(Release::V10) => {
            cx.drop("'freeze' (written as a volatile 'store' and 'load')");
            return through_memory(ctx, body, op, space).ok_or_else(|| lacking(release, "freeze"));
        }
        llvm::FNEG if is_missing(Release::V8) => {}
        _ => return Ok(()),
    }
    let Some(value) = body.operands(op).first().copied() else { return Ok(()) };
    let ty = body.value_type(value);
    let element = ctx.scalar_type(ty);
    let (TypeData::Float(kind), length) = (ctx.type_data(element), ctx.vector_length(ty)) else {
        return Err(lacking(release, "fneg of this type"));
    };
    cx.drop("'fneg' (written as 'fsub')");
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
pub(super) fn failure_ordering(ctx: &Context, body: &mut Body, op: Op, cx: &mut LoweringContext) {
    if body.name(op) != llvm::CMPXCHG || Spelling::StrongerFailures.releases().contains(cx.release) {
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
        cx.drop(format!("'cmpxchg' that is weaker where it succeeds (written as '{0} {0}')", failure.llvm()));
        let attrs = ctx.with_entry(body.attrs(op), SUCCESS_ORDERING, Some(ctx.enum_attr(failure)));
        body.set_attrs(op, attrs);
    }
}

/// What is said of `poison` where a release does not have it.
const POISON: &str = "'poison' (written as 'undef')";

/// Makes `poison` a value that is any of its type's, for a release without it.
pub(super) fn poison(body: &mut Body, op: Op, cx: &mut LoweringContext) {
    if body.name(op) == global_values::POISON && !Spelling::Poison.releases().contains(cx.release) {
        cx.drop(POISON);
        body.set_name(op, global_values::UNDEF);
    }
}

/// Names, once for each global value, the `poison` in its constants, which a release without it has as `undef`.
pub(crate) fn name_poison<'p>(
    constants: impl Iterator<Item = (Option<Op>, &'p Constants)>,
    release: Release,
    dropped: &mut Vec<Dropped>,
) {
    if Spelling::Poison.releases().contains(release) {
        return;
    }
    let code = LossCode::Release { what: POISON.to_owned(), release: release.to_string() };
    let named: FxHashSet<Option<Op>> =
        dropped.iter().filter(|loss| loss.code == code).map(|loss| loss.global).collect();
    let unnamed = constants.filter(|(global, pool)| !named.contains(global) && pool.has_poison());
    dropped.extend(unnamed.map(|(global, _)| Dropped { global, op: None, code: code.clone() }));
}

/// The result of a new operation before another.
pub(super) fn made(body: &mut Body, before: Op, new: NewOp, ty: Type) -> Value {
    let op = body.create(new);
    let value = body.new_value(ty);
    body.define_result(op, value);
    body.insert_before(before, op);
    value
}

#[cfg(test)]
mod tests {
    use super::ranges_of_classes;

    /// The bit of a half's class.
    fn class(bits: u64) -> u32 {
        let (exponent, fraction, is_negative) = (bits >> 10 & 31, bits & 1023, bits >> 15 == 1);
        match (exponent, fraction) {
            (31, 1..512) => 0,
            (31, 512..) => 1,
            (31, 0) => {
                if is_negative {
                    2
                } else {
                    9
                }
            }
            (0, 0) => {
                if is_negative {
                    5
                } else {
                    6
                }
            }
            (0, _) => {
                if is_negative {
                    4
                } else {
                    7
                }
            }
            _ => {
                if is_negative {
                    3
                } else {
                    8
                }
            }
        }
    }

    #[test]
    fn each_half_is_in_the_ranges_of_its_class() {
        let edges = |bits: &u64| {
            *bits == 0 || *bits == 0xffff || class(bits - 1) != class(*bits) || class(bits + 1) != class(*bits)
        };
        let edges: Vec<u64> = (0..0x1_0000).filter(edges).collect();
        assert_eq!(edges.len(), 20);
        for classes in 0..1024 {
            let ranges = ranges_of_classes(16, 10, classes);
            for bits in &edges {
                let is_in = ranges.iter().any(|(low, high)| (low..=high).contains(&bits));
                assert_eq!(is_in, classes >> class(*bits) & 1 == 1, "{classes:#b} {bits:#x}");
            }
        }
    }
}
