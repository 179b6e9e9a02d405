//! Instructions in the place of intrinsics that compute numbers. LangRef, "Standard C/C++ Library Intrinsics", "Saturation
//! Arithmetic Intrinsics", "Saturating floating-point to integer conversions".

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::enums::{FCmpPredicate, ICmpPredicate};
use irtrip_dialect::names::VALUE;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::{AttrData, Builder, FloatKind, Type, TypeData, Value};

use super::{Last, compare, compare_floats, number};

/// 1, 0 or -1, as a number is greater than another, equal, or less.
pub(super) fn order(b: &mut Builder, (left, right): (Value, Value), signed: bool, ty: Type) -> Last {
    use ICmpPredicate::{Sgt, Slt, Ugt, Ult};
    let predicates = if signed { [Sgt, Slt] } else { [Ugt, Ult] };
    let operands = predicates.map(|predicate| {
        let holds = compare(b, predicate, left, right);
        b.unary(llvm::ZEXT, holds, ty)
    });
    Last { name: llvm::SUB, attrs: EMPTY_DICTIONARY, operands: operands.to_vec() }
}

/// A number shifted to the left, or the limit on its side where bits of it are shifted out.
pub(super) fn shift(b: &mut Builder, (of, by): (Value, Value), signed: bool) -> Option<Last> {
    let ty = b.type_of(of);
    let width = b.ctx.int_width(b.ctx.scalar_type(ty)).filter(|width| (2..=64).contains(width))?;
    let shifted = b.binary(llvm::SHL, of, by);
    let back = b.binary(if signed { llvm::ASHR } else { llvm::LSHR }, shifted, by);
    let is_whole = compare(b, ICmpPredicate::Eq, back, of);
    let limit = if signed {
        let (last, greatest) = (number(b, ty, i64::from(width) - 1), number(b, ty, greatest(width)));
        let sign = b.binary(llvm::ASHR, of, last);
        b.binary(llvm::XOR, sign, greatest)
    } else {
        number(b, ty, -1)
    };
    Some(Last::select(is_whole, shifted, limit))
}

/// The greatest signed number of a width.
fn greatest(width: u32) -> i64 {
    i64::MAX >> (64 - width)
}

/// The nearest of an integer type's numbers to a float, and 0 for what is no number. What the conversion makes of a float that is
/// past a limit is not taken. The limits are powers of two, or infinities where the format has none as great.
pub(super) fn nearest_integer(b: &mut Builder, of: Value, signed: bool, ty: Type) -> Option<Last> {
    let width = b.ctx.int_width(b.ctx.scalar_type(ty)).filter(|width| (2..=64).contains(width))?;
    let powers = if signed { width - 1 } else { width };
    let past = power_of_two(b, b.type_of(of), powers, false)?;
    let zero = number(b, ty, 0);
    let integer = b.unary(if signed { llvm::FPTOSI } else { llvm::FPTOUI }, of, ty);
    let (least, greatest) = if signed { (!greatest(width), greatest(width)) } else { (0, -1) };
    let least = number(b, ty, least);
    let below = if signed {
        let past = power_of_two(b, b.type_of(of), powers, true)?;
        compare_floats(b, FCmpPredicate::Olt, of, past)
    } else {
        let zero = float(b, b.type_of(of), 0)?;
        // What is no number, too.
        compare_floats(b, FCmpPredicate::Ult, of, zero)
    };
    let integer = b.value_with(llvm::SELECT, &[below, least, integer], ty, EMPTY_DICTIONARY);
    let is_past = compare_floats(b, FCmpPredicate::Oge, of, past);
    let greatest = number(b, ty, greatest);
    if !signed {
        return Some(Last::select(is_past, greatest, integer));
    }
    let integer = b.value_with(llvm::SELECT, &[is_past, greatest, integer], ty, EMPTY_DICTIONARY);
    let is_none = compare_floats(b, FCmpPredicate::Uno, of, of);
    Some(Last::select(is_none, zero, integer))
}

/// The bits of a format's exponent and of its fraction.
fn format(kind: FloatKind) -> Option<(u32, u32)> {
    Some(match kind {
        FloatKind::F16 => (5, 10),
        FloatKind::BF16 => (8, 7),
        FloatKind::F32 => (8, 23),
        FloatKind::F64 => (11, 52),
        _ => return None,
    })
}

/// Two to a power, or what is past all numbers of the format where it has none as great.
fn power_of_two(b: &mut Builder, ty: Type, power: u32, is_negative: bool) -> Option<Value> {
    let TypeData::Float(kind) = b.ctx.type_data(b.ctx.scalar_type(ty)) else { return None };
    let (exponent, fraction) = format(*kind)?;
    let bias = (1_u64 << (exponent - 1)) - 1;
    let biased = (bias + u64::from(power)).min((1 << exponent) - 1);
    float(b, ty, u64::from(is_negative) << (exponent + fraction) | biased << fraction)
}

/// A float of these bits, or a vector of equal ones.
fn float(b: &mut Builder, ty: Type, bits: u64) -> Option<Value> {
    let ctx = b.ctx;
    let element = ctx.scalar_type(ty);
    let value = if ctx.vector_length(ty).is_none() {
        ctx.float_attr(element, u128::from(bits))
    } else {
        let bytes = ctx.dense_element_bytes(element);
        ctx.attr(AttrData::Dense { ty, data: bits.to_le_bytes().get(..bytes)?.into(), splat: true })
    };
    Some(b.value(global_values::CONSTANT, &[], ty, &[(VALUE, value)]))
}

/// The greater or lesser of two numbers. Equal numbers have equal bits, but for zeros. Where one of the two is no number, it is
/// the other for `numbers`, and else the sum, which is none either.
pub(super) fn extreme(
    b: &mut Builder,
    (left, right): (Value, Value),
    (greater, numbers): (bool, bool),
) -> Option<Last> {
    let ty = b.type_of(left);
    let TypeData::Float(kind) = b.ctx.type_data(b.ctx.scalar_type(ty)) else { return None };
    let int = b.ctx.with_scalar_type(ty, b.ctx.int_type(kind.width()));
    let is_first = compare_floats(b, if greater { FCmpPredicate::Ogt } else { FCmpPredicate::Olt }, left, right);
    let other = b.value_with(llvm::SELECT, &[is_first, left, right], ty, EMPTY_DICTIONARY);
    let [of_left, of_right] = [left, right].map(|value| b.unary(llvm::BITCAST, value, int));
    let bits = b.binary(if greater { llvm::AND } else { llvm::OR }, of_left, of_right);
    let zero = b.unary(llvm::BITCAST, bits, ty);
    let is_equal = compare_floats(b, FCmpPredicate::Oeq, left, right);
    let number = b.value_with(llvm::SELECT, &[is_equal, zero, other], ty, EMPTY_DICTIONARY);
    if numbers {
        let [no_left, no_right] = [left, right].map(|value| compare_floats(b, FCmpPredicate::Uno, value, value));
        let number = b.value_with(llvm::SELECT, &[no_right, left, number], ty, EMPTY_DICTIONARY);
        return Some(Last::select(no_left, right, number));
    }
    let none = b.binary(llvm::FADD, left, right);
    let is_none = compare_floats(b, FCmpPredicate::Uno, left, right);
    Some(Last::select(is_none, none, number))
}
