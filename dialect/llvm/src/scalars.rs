//! What LLVM's instructions compute of numbers, at any width and in any format. The one place where that is said: constants are
//! folded by it in export and diff, and the integers of `arith` and `index` are computed by it.
//!
//! LangRef, "Binary Operations", "Bitwise Binary Operations", "Conversion Operations", "icmp", "fcmp", "Undefined Values". The
//! results are those of LLVM's `ConstantFolder`, NaNs included.

use irtrip_ir::types::{FloatClass, FloatOperation};
use irtrip_ir::{Context, FloatKind, Type, TypeData};
use num_bigint::{BigInt, Sign};

use crate::enums::{BinaryOpcode, CastOpcode, FCmpPredicate, ICmpPredicate};

/// A number, or what stands for one.
#[derive(Clone, PartialEq, Debug)]
pub enum Scalar {
    /// An integer without a sign, and its width.
    Int(BigInt, u32),
    /// The bits of a float.
    Float(u128, FloatKind),
    /// A null pointer.
    Null,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
}

/// The type of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarType {
    /// An integer of a width.
    Int(u32),
    /// A float of a format.
    Float(FloatKind),
    /// A pointer.
    Pointer,
}

impl ScalarType {
    /// The scalar type that a type is; `None` for one whose values are no scalars.
    pub fn of(ctx: &Context, ty: Type) -> Option<ScalarType> {
        match ctx.type_data(ty) {
            TypeData::Integer { width, .. } if *width > 0 => Some(ScalarType::Int(*width)),
            TypeData::Float(kind) => Some(ScalarType::Float(*kind)),
            TypeData::Pointer { .. } => Some(ScalarType::Pointer),
            _ => None,
        }
    }

    fn float(self) -> Option<FloatKind> {
        match self {
            ScalarType::Float(kind) => Some(kind),
            ScalarType::Int(_) | ScalarType::Pointer => None,
        }
    }
}

/// An instruction of scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ScalarInstruction {
    Binary(BinaryOpcode),
    FNeg,
    Cast(CastOpcode),
    ICmp(ICmpPredicate),
    FCmp(FCmpPredicate),
}

/// The bits of a number up to a width, without a sign.
pub fn masked(number: BigInt, width: u32) -> BigInt {
    if number.sign() != Sign::Minus && number.bits() <= u64::from(width) {
        return number;
    }
    number & ((BigInt::from(1) << width) - 1)
}

/// The number in two's complement that the bits of one without a sign are.
pub fn signed(number: &BigInt, width: u32) -> BigInt {
    if number.bits() < u64::from(width) { number.clone() } else { number - (BigInt::from(1) << width) }
}

/// Whether a width has room for a signed number.
pub fn is_signed_of(number: &BigInt, width: u32) -> bool {
    signed(&masked(number.clone(), width), width) == *number
}

impl Scalar {
    /// An integer of a width, of which the bits past that are none.
    pub fn int(number: impl Into<BigInt>, width: u32) -> Scalar {
        Scalar::Int(masked(number.into(), width), width)
    }

    /// Whether it is a number between zero and the least one whose digits begin with a one.
    fn is_denormal(&self) -> bool {
        let &Scalar::Float(bits, kind) = self else { return false };
        let is_small = kind.class(bits) == Some(FloatClass::Finite) && kind.is_normal(bits) == Some(false);
        is_small && bits & !(1 << (kind.width() - 1)) != 0
    }

    /// Whether an instruction of a value and this number is the value: where the number is the second operand, or either.
    pub fn is_identity(&self, opcode: BinaryOpcode, is_second: bool) -> bool {
        use BinaryOpcode as Op;
        match self {
            Scalar::Int(value, width) => match opcode {
                Op::Add | Op::Or | Op::Xor => *value == BigInt::ZERO,
                Op::And => *value == masked(BigInt::from(-1), *width),
                Op::Mul => *value == BigInt::from(1),
                Op::Sub | Op::Shl | Op::LShr | Op::AShr => is_second && *value == BigInt::ZERO,
                Op::UDiv | Op::SDiv => is_second && *value == BigInt::from(1),
                _ => false,
            },
            Scalar::Float(bits, kind) => {
                let number = match opcode {
                    Op::FAdd => kind.negative_zero(),
                    Op::FMul => kind.of_integer(1),
                    Op::FSub if is_second => Some(0),
                    Op::FDiv if is_second => kind.of_integer(1),
                    _ => None,
                };
                number == Some(*bits)
            }
            Scalar::Null | Scalar::Undef | Scalar::Poison => false,
        }
    }
}

impl ScalarInstruction {
    /// The result, of a type; `None` where the instruction stays one.
    ///
    /// ```
    /// use irtrip_dialect::enums::BinaryOpcode;
    /// use irtrip_dialect::scalars::{Scalar, ScalarInstruction, ScalarType};
    /// let multiply = ScalarInstruction::Binary(BinaryOpcode::Mul);
    /// let result = multiply.result(ScalarType::Int(8), &[Scalar::int(100, 8), Scalar::int(4, 8)]);
    /// assert_eq!(result, Some(Scalar::int(144, 8)));
    /// ```
    pub fn result(self, ty: ScalarType, operands: &[Scalar]) -> Option<Scalar> {
        let of_bool = |holds: bool| Some(Scalar::int(holds, 1));
        match (self, operands) {
            // LLVM leaves a comparison of a denormal number to the machine, which may take it for zero.
            (Self::FCmp(_), _) if operands.iter().any(Scalar::is_denormal) => return None,
            (Self::FCmp(FCmpPredicate::False), _) => return of_bool(false),
            (Self::FCmp(FCmpPredicate::True), _) => return of_bool(true),
            (Self::Binary(opcode), [a, b]) if b.is_identity(opcode, true) => return Some(a.clone()),
            (Self::Binary(opcode), [a, b]) if a.is_identity(opcode, false) => return Some(b.clone()),
            _ => {}
        }
        if operands.contains(&Scalar::Poison) {
            return Some(Scalar::Poison);
        }
        if operands.contains(&Scalar::Undef) {
            return self.of_undefined(ty, operands);
        }
        match (self, operands) {
            (Self::Binary(opcode), [Scalar::Int(a, width), Scalar::Int(b, _)]) => {
                // A division by zero, one that overflows and a shift by too much are poison.
                Some(binary(opcode, a, b, *width).map_or(Scalar::Poison, |value| Scalar::Int(value, *width)))
            }
            (Self::Binary(opcode), [Scalar::Float(a, kind), Scalar::Float(b, _)]) => {
                float_binary(*kind, opcode.float_operation()?, *a, *b).map(|bits| Scalar::Float(bits, *kind))
            }
            (Self::FNeg, [Scalar::Float(bits, kind)]) => kind.negated(*bits).map(|bits| Scalar::Float(bits, *kind)),
            (Self::Cast(opcode), [value]) => cast(opcode, value, ty),
            (Self::ICmp(predicate), [Scalar::Int(a, width), Scalar::Int(b, _)]) => {
                of_bool(compare(predicate, a, b, *width))
            }
            (Self::ICmp(predicate), [Scalar::Null, Scalar::Null]) => of_bool(predicate.is_true_when_equal()),
            (Self::FCmp(predicate), [Scalar::Float(a, kind), Scalar::Float(b, _)]) => {
                of_bool(predicate.holds(kind.compare(*a, *b)?))
            }
            _ => None,
        }
    }

    /// The result where one of the operands is `undef` and none is `poison`: any value that LLVM may take it for.
    fn of_undefined(self, ty: ScalarType, operands: &[Scalar]) -> Option<Scalar> {
        match (self, operands) {
            (Self::Binary(opcode), [a, b]) => match ty {
                ScalarType::Int(width) => undefined_binary(opcode, a, b, width),
                ScalarType::Float(_) if a == b => Some(Scalar::Undef),
                // A negation.
                ScalarType::Float(_) if opcode == BinaryOpcode::FSub && a.is_identity(BinaryOpcode::FAdd, false) => {
                    Some(Scalar::Undef)
                }
                ScalarType::Float(kind) => kind.not_a_number().map(|bits| Scalar::Float(bits, kind)),
                ScalarType::Pointer => None,
            },
            // What is undefined may be no number.
            (Self::FCmp(predicate), [_, _]) => Some(Scalar::int(predicate.holds(None), 1)),
            (Self::ICmp(predicate), [a, b]) => Some(match predicate {
                ICmpPredicate::Eq | ICmpPredicate::Ne => Scalar::Undef,
                _ if a == b => Scalar::Undef,
                predicate => Scalar::int(predicate.is_true_when_equal(), 1),
            }),
            (Self::Cast(CastOpcode::ZExt | CastOpcode::SExt), [_]) => match ty {
                ScalarType::Int(width) => Some(Scalar::int(0, width)),
                ScalarType::Float(_) | ScalarType::Pointer => None,
            },
            (Self::Cast(CastOpcode::SIToFP | CastOpcode::UIToFP), [_]) => Some(Scalar::Float(0, ty.float()?)),
            (Self::FNeg | Self::Cast(_), [_]) => Some(Scalar::Undef),
            _ => None,
        }
    }
}

/// The result of two integers of a width, without a sign; `None` where that is poison, and for the opcodes of floats.
pub fn binary(opcode: BinaryOpcode, a: &BigInt, b: &BigInt, width: u32) -> Option<BigInt> {
    let shift = || u32::try_from(b).ok().filter(|shift| *shift < width);
    let quotient = |a: &BigInt, b: &BigInt| a.checked_div(b).filter(|quotient| is_signed_of(quotient, width));
    let number = match opcode {
        BinaryOpcode::Add => a + b,
        BinaryOpcode::Sub => a - b,
        BinaryOpcode::Mul => a * b,
        BinaryOpcode::And => a & b,
        BinaryOpcode::Or => a | b,
        BinaryOpcode::Xor => a ^ b,
        BinaryOpcode::UDiv => a.checked_div(b)?,
        BinaryOpcode::URem => a - a.checked_div(b)? * b,
        BinaryOpcode::SDiv => quotient(&signed(a, width), &signed(b, width))?,
        // By one, which in one bit is also -1.
        BinaryOpcode::SRem if *b == BigInt::from(1) => BigInt::ZERO,
        BinaryOpcode::SRem => {
            let (a, b) = (signed(a, width), signed(b, width));
            quotient(&a, &b)?;
            a % b
        }
        BinaryOpcode::Shl => a << shift()?,
        BinaryOpcode::LShr => a >> shift()?,
        BinaryOpcode::AShr => signed(a, width) >> shift()?,
        BinaryOpcode::FAdd | BinaryOpcode::FSub | BinaryOpcode::FMul | BinaryOpcode::FDiv | BinaryOpcode::FRem => {
            return None;
        }
    };
    Some(masked(number, width))
}

/// Whether two integers of a width, which have no sign, compare so.
pub fn compare(predicate: ICmpPredicate, a: &BigInt, b: &BigInt, width: u32) -> bool {
    match predicate.is_signed() {
        true => predicate.holds(signed(a, width).cmp(&signed(b, width))),
        false => predicate.holds(a.cmp(b)),
    }
}

/// The result of two floats: a NaN stays what it is, but quiet. `None` for formats that are not computed in.
pub fn float_binary(kind: FloatKind, operation: FloatOperation, a: u128, b: u128) -> Option<u128> {
    match [a, b].into_iter().find(|bits| matches!(kind.class(*bits), Some(FloatClass::Nan { .. }))) {
        Some(nan) => Some(kind.quieted(nan)),
        None => kind.binary(operation, a, b).or_else(|| kind.not_a_number()),
    }
}

/// The integer of a width that a float is without its fraction; `Some(None)` where the width has none.
pub fn float_to_int(kind: FloatKind, bits: u128, width: u32, is_signed: bool) -> Option<Option<BigInt>> {
    kind.class(bits)?;
    let fits = |number: &BigInt| match is_signed {
        true => is_signed_of(number, width),
        false => number.sign() != Sign::Minus && number.bits() <= u64::from(width),
    };
    Some(kind.integral_part(bits).filter(fits).map(|number| masked(number, width)))
}

fn cast(opcode: CastOpcode, value: &Scalar, ty: ScalarType) -> Option<Scalar> {
    use CastOpcode as Op;
    let of_int = |number: Option<BigInt>, width| number.map_or(Scalar::Poison, |number| Scalar::Int(number, width));
    Some(match (opcode, value, ty) {
        (Op::Trunc | Op::ZExt, Scalar::Int(value, _), ScalarType::Int(to)) => Scalar::int(value.clone(), to),
        (Op::SExt, Scalar::Int(value, from), ScalarType::Int(to)) => Scalar::int(signed(value, *from), to),
        (Op::PtrToInt, Scalar::Null, ScalarType::Int(to)) => Scalar::int(0, to),
        (Op::IntToPtr, Scalar::Int(value, _), ScalarType::Pointer) if *value == BigInt::ZERO => Scalar::Null,
        (Op::BitCast, Scalar::Int(value, from), ScalarType::Float(to)) if has_bits(to, *from) => {
            Scalar::Float(to.canonical(u128::try_from(value).ok()?)?, to)
        }
        (Op::BitCast, Scalar::Float(bits, from), ScalarType::Int(to)) if has_bits(*from, to) => Scalar::int(*bits, to),
        (Op::BitCast, Scalar::Float(bits, from), ScalarType::Float(to)) if has_bits(*from, to.width()) => {
            Scalar::Float(*bits, to)
        }
        (Op::SIToFP, Scalar::Int(value, from), ScalarType::Float(to)) => {
            Scalar::Float(to.of_big_integer(&signed(value, *from))?, to)
        }
        (Op::UIToFP, Scalar::Int(value, _), ScalarType::Float(to)) => Scalar::Float(to.of_big_integer(value)?, to),
        (Op::FPToSI, Scalar::Float(bits, from), ScalarType::Int(to)) => {
            of_int(float_to_int(*from, *bits, to, true)?, to)
        }
        (Op::FPToUI, Scalar::Float(bits, from), ScalarType::Int(to)) => {
            of_int(float_to_int(*from, *bits, to, false)?, to)
        }
        (Op::FPExt | Op::FPTrunc, Scalar::Float(bits, from), ScalarType::Float(to)) => {
            let number = from.convert(*bits, to).map(|(bits, _)| bits);
            Scalar::Float(number.or_else(|| from.nan_in(*bits, to))?, to)
        }
        _ => return None,
    })
}

/// Whether a format has the bits of integers of a width; those of pairs of doubles have an order of their own.
fn has_bits(kind: FloatKind, width: u32) -> bool {
    kind.width() == width && kind != FloatKind::PpcF128
}

fn undefined_binary(opcode: BinaryOpcode, a: &Scalar, b: &Scalar, width: u32) -> Option<Scalar> {
    use BinaryOpcode as Op;
    let is_both = a == b;
    let zero = || Scalar::int(0, width);
    let is_odd = |value: &BigInt| value.bit(0);
    Some(match (opcode, b) {
        (Op::Add | Op::Sub, _) => Scalar::Undef,
        (Op::Xor, _) => match is_both {
            true => zero(),
            false => Scalar::Undef,
        },
        (Op::And | Op::Or | Op::Mul, _) if is_both => Scalar::Undef,
        (Op::And, _) => zero(),
        (Op::Or, _) => Scalar::int(-1, width),
        (Op::Mul, _) => match (a, b) {
            (Scalar::Int(value, _), _) | (_, Scalar::Int(value, _)) if is_odd(value) => Scalar::Undef,
            _ => zero(),
        },
        // It may be a divisor of 0, or a shift by too much.
        (_, Scalar::Undef) => Scalar::Poison,
        (Op::SDiv | Op::UDiv | Op::SRem | Op::URem, Scalar::Int(value, _)) if *value == BigInt::ZERO => Scalar::Poison,
        (Op::SDiv | Op::UDiv | Op::SRem | Op::URem | Op::Shl | Op::LShr | Op::AShr, _) => zero(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOpcode as Op;

    fn computed(opcode: Op, a: Scalar, b: Scalar, width: u32) -> Option<Scalar> {
        ScalarInstruction::Binary(opcode).result(ScalarType::Int(width), &[a, b])
    }

    #[test]
    fn numbers_wrap_at_their_width() {
        for width in [8, 64, 128] {
            let int = |number: i64| Scalar::int(number, width);
            let of = |opcode, a, b| computed(opcode, int(a), int(b), width);
            let least = Scalar::int(BigInt::from(1) << (width - 1), width);
            assert_eq!(of(Op::LShr, -1, i64::from(width) - 4), Some(int(15)));
            assert_eq!(of(Op::AShr, -16, 2), Some(int(-4)));
            assert_eq!(of(Op::SRem, -7, 4), Some(int(-3)));
            assert_eq!(of(Op::URem, 7, 0), Some(Scalar::Poison));
            assert_eq!(of(Op::Shl, 1, width.into()), Some(Scalar::Poison));
            assert_eq!(computed(Op::SDiv, least.clone(), int(-1), width), Some(Scalar::Poison));
            assert_eq!(computed(Op::Sub, int(0), least.clone(), width), Some(least));
        }
    }

    #[test]
    fn an_undefined_divisor_is_poison_and_an_odd_factor_nothing() {
        let (six, seven) = (Scalar::int(6, 128), Scalar::int(7, 128));
        assert_eq!(computed(Op::UDiv, six.clone(), Scalar::Undef, 128), Some(Scalar::Poison));
        assert_eq!(computed(Op::UDiv, Scalar::Undef, six.clone(), 128), Some(Scalar::int(0, 128)));
        assert_eq!(computed(Op::Mul, Scalar::Undef, six, 128), Some(Scalar::int(0, 128)));
        assert_eq!(computed(Op::Mul, seven.clone(), Scalar::Undef, 128), Some(Scalar::Undef));
        assert_eq!(computed(Op::Or, seven, Scalar::Undef, 128), Some(Scalar::int(-1, 128)));
    }

    #[test]
    fn nothing_is_added_and_nothing_multiplied() {
        let negative_zero = Scalar::Float(0x8000, FloatKind::F16);
        assert!(negative_zero.is_identity(Op::FAdd, false) && !negative_zero.is_identity(Op::FSub, true));
        assert!(Scalar::int(-1, 8).is_identity(Op::And, false) && Scalar::int(1, 1).is_identity(Op::And, false));
        assert!(Scalar::int(0, 8).is_identity(Op::Sub, true) && !Scalar::int(0, 8).is_identity(Op::Sub, false));
    }
}
