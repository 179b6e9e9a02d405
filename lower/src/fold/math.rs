//! The folds of `math`. Functions of numbers are computed in `f64` and `f32` alone, as upstream does it.

use irtrip_dialect::scalars::{masked, signed};
use irtrip_dialect::types::{FloatClass, Rounding};
use irtrip_dialect::{DialectOp, FloatKind};

use num_bigint::{BigInt, Sign};

use super::constants::{Bits, Numbers, float_kind, integer_width};
use super::{Fold, FoldContext};
use crate::math;

/// What an operation computes of an integer and its width.
type OfInteger = fn(&BigInt, u32) -> BigInt;

const INTEGERS: &[(DialectOp, OfInteger)] = &[
    (math::ABSI, |number, width| BigInt::from(signed(number, width).into_parts().1)),
    (math::CTLZ, |number, width| BigInt::from(u64::from(width) - number.bits())),
    (math::CTTZ, |number, width| BigInt::from(number.trailing_zeros().unwrap_or(width.into()))),
    (math::CTPOP, |number, _| BigInt::from(number.magnitude().count_ones())),
];

/// What an operation computes of a number in any format.
type OfNumber = fn(FloatKind, Bits) -> Option<Bits>;

const NUMBERS: &[(DialectOp, OfNumber)] = &[
    (math::ABSF, |kind, bits| with_sign(kind, bits, false)),
    (math::CEIL, |kind, bits| kind.rounded(bits, Rounding::Up)),
    (math::FLOOR, |kind, bits| kind.rounded(bits, Rounding::Down)),
    (math::ROUNDEVEN, |kind, bits| kind.rounded(bits, Rounding::NearestEven)),
    (math::ROUND, |kind, bits| of_machine(kind)?.rounded(bits, Rounding::NearestAway)),
    (math::TRUNC, |kind, bits| of_machine(kind)?.rounded(bits, Rounding::Zero)),
];

/// A function in both formats.
type Functions = (fn(f64) -> f64, fn(f32) -> f32);

/// Functions of one number, and those of them that have none for a negative one.
const FUNCTIONS: &[(DialectOp, Functions, bool)] = &[
    (math::ACOS, (f64::acos, f32::acos), false),
    (math::ACOSH, (f64::acosh, f32::acosh), false),
    (math::ASIN, (f64::asin, f32::asin), false),
    (math::ASINH, (f64::asinh, f32::asinh), false),
    (math::ATAN, (f64::atan, f32::atan), false),
    (math::ATANH, (f64::atanh, f32::atanh), false),
    (math::COS, (f64::cos, f32::cos), false),
    (math::COSH, (f64::cosh, f32::cosh), false),
    (math::SIN, (f64::sin, f32::sin), false),
    (math::SINH, (f64::sinh, f32::sinh), false),
    (math::LOG, (f64::ln, f32::ln), true),
    (math::LOG2, (f64::log2, f32::log2), true),
    (math::LOG10, (f64::log10, f32::log10), true),
    (math::SQRT, (f64::sqrt, f32::sqrt), true),
    (math::ERF, (libm::erf, libm::erff), false),
    (math::ERFC, (libm::erfc, libm::erfcf), false),
    (math::EXP, (f64::exp, f32::exp), false),
    (math::EXP2, (f64::exp2, f32::exp2), false),
    (math::EXPM1, (f64::exp_m1, f32::exp_m1), false),
    (math::TAN, (f64::tan, f32::tan), false),
    (math::TANH, (f64::tanh, f32::tanh), false),
];

/// Whether a number is of a class.
type IsOfClass = fn(FloatKind, Bits) -> Option<bool>;

const CLASSES: &[(DialectOp, IsOfClass)] = &[
    (math::ISFINITE, |kind, bits| Some(kind.class(bits)? == FloatClass::Finite)),
    (math::ISINF, |kind, bits| Some(kind.class(bits)? == FloatClass::Infinity)),
    (math::ISNAN, |kind, bits| Some(matches!(kind.class(bits)?, FloatClass::Nan { .. }))),
    (math::ISNORMAL, FloatKind::is_normal),
];

pub(super) fn fold(cx: &mut FoldContext) -> Option<Fold> {
    let operand = cx.operand(0)?;
    if let Some((_, is_of_class)) = CLASSES.iter().find(|def| cx.is(def.0)) {
        let kind = float_kind(cx.rewriter.ctx, cx.rewriter.type_of(operand))?;
        // Of vectors, upstream asks those alone whose elements are all the same.
        let bits = cx.float(operand)?;
        return cx.filled(is_of_class(kind, bits)?);
    }
    let is_binary = [math::ATAN2, math::COPYSIGN, math::POWF, math::IPOWI].iter().any(|def| cx.is(*def));
    let is_unary = INTEGERS.iter().any(|def| cx.is(def.0))
        || NUMBERS.iter().any(|def| cx.is(def.0))
        || FUNCTIONS.iter().any(|def| cx.is(def.0))
        || cx.is(math::LOG1P);
    let second = if is_binary { Some(cx.operand(1)?) } else { None };
    if (is_unary || is_binary) && (cx.is_poison(operand) || second.is_some_and(|second| cx.is_poison(second))) {
        return Fold::poison(1);
    }
    if let Some((_, compute)) = INTEGERS.iter().find(|def| cx.is(def.0)) {
        let width = integer_width(cx.rewriter.ctx, cx.ty)?;
        let found = cx.integers(operand)?.map(|number| Some(masked(compute(number, width), width)))?;
        return cx.computed(&found);
    }
    if cx.is(math::IPOWI) {
        let width = integer_width(cx.rewriter.ctx, cx.ty)?;
        let power = |base: &BigInt, power: &BigInt| integer_power(base, power, width);
        return cx.computed(&cx.integers(operand)?.zip(&cx.integers(second?)?, power)?);
    }
    let numbers = cx.floats(operand)?;
    let found = match second {
        Some(second) => of_two(cx, &numbers, &cx.floats(second)?),
        None => of_one(cx, &numbers),
    };
    cx.computed(&found?)
}

fn of_one(cx: &FoldContext, numbers: &Numbers<Bits>) -> Option<Numbers<Bits>> {
    let kind = float_kind(cx.rewriter.ctx, cx.ty)?;
    if let Some((_, compute)) = NUMBERS.iter().find(|def| cx.is(def.0)) {
        return numbers.map(|bits| compute(kind, *bits));
    }
    if cx.is(math::LOG1P) {
        return numbers.map(|&bits| {
            // What is no number keeps its sign.
            let sum = kind.binary(irtrip_dialect::types::FloatOperation::Add, bits, kind.of_integer(1)?);
            let one_more = sum.unwrap_or(bits);
            if is_negative(kind, one_more) { None } else { applied(kind, (f64::ln_1p, f32::ln_1p), bits) }
        });
    }
    let (_, functions, refuses_negative) = FUNCTIONS.iter().find(|def| cx.is(def.0))?;
    numbers
        .map(|&bits| if *refuses_negative && is_negative(kind, bits) { None } else { applied(kind, *functions, bits) })
}

fn of_two(cx: &FoldContext, a: &Numbers<Bits>, b: &Numbers<Bits>) -> Option<Numbers<Bits>> {
    let kind = float_kind(cx.rewriter.ctx, cx.ty)?;
    a.zip(b, |&a, &b| match () {
        () if cx.is(math::COPYSIGN) => with_sign(kind, a, is_negative(kind, b)),
        () if cx.is(math::ATAN2) => {
            let is_zero = |bits| with_sign(kind, bits, false) == Some(0);
            if is_zero(a) && is_zero(b) {
                kind.not_a_number()
            } else {
                applied_to_two(kind, (f64::atan2, f32::atan2), a, b)
            }
        }
        () => applied_to_two(kind, (f64::powf, f32::powf), a, b),
    })
}

/// The formats that machines compute functions in.
fn of_machine(kind: FloatKind) -> Option<FloatKind> {
    matches!(kind, FloatKind::F32 | FloatKind::F64).then_some(kind)
}

fn applied(kind: FloatKind, (wide, narrow): Functions, bits: Bits) -> Option<Bits> {
    match kind {
        FloatKind::F64 => Some(wide(f64::from_bits(bits as u64)).to_bits().into()),
        FloatKind::F32 => Some(narrow(f32::from_bits(bits as u32)).to_bits().into()),
        _ => None,
    }
}

/// A function of two numbers in both formats.
type BinaryFunctions = (fn(f64, f64) -> f64, fn(f32, f32) -> f32);

fn applied_to_two(kind: FloatKind, (wide, narrow): BinaryFunctions, a: Bits, b: Bits) -> Option<Bits> {
    match kind {
        FloatKind::F64 => Some(wide(f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits().into()),
        FloatKind::F32 => Some(narrow(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits().into()),
        _ => None,
    }
}

fn is_negative(kind: FloatKind, bits: Bits) -> bool {
    bits >> (kind.width() - 1) == 1
}

fn with_sign(kind: FloatKind, bits: Bits, negative: bool) -> Option<Bits> {
    if is_negative(kind, bits) == negative { Some(bits) } else { kind.negated(bits) }
}

/// A number to a power; `None` for zero to a negative one.
fn integer_power(base: &BigInt, power: &BigInt, width: u32) -> Option<BigInt> {
    let exponent = signed(power, width);
    if exponent.sign() != Sign::Minus {
        return Some(base.modpow(&exponent, &(BigInt::from(1) << width)));
    }
    match i32::try_from(signed(base, width)) {
        Ok(0) => None,
        Ok(1) => Some(1.into()),
        Ok(-1) => Some(if exponent.bit(0) { base.clone() } else { 1.into() }),
        _ => Some(BigInt::ZERO),
    }
}
