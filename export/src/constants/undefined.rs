//! What instructions of `undef` compute: any value that LLVM may take it for. LangRef, "Undefined Values".

use irtrip_dialect::enums::{BinaryOpcode as Op, CastOpcode, FCmpPredicate, ICmpPredicate, UnaryOpcode};
use irtrip_dialect::ops::{Inst, LlvmForm};
use irtrip_dialect::{Attr, Context, Type, TypeData};

use super::compute::Scalar;

/// The result of type `ty` where one of the operands is `undef` and none is `poison`.
pub fn of_undefined(
    ctx: &Context,
    form: &LlvmForm,
    predicate: Option<Attr>,
    ty: Type,
    operands: &[Scalar],
) -> Option<Scalar> {
    match (form, operands) {
        (LlvmForm::Binary(opcode), [a, b]) => match ctx.type_data(ty) {
            TypeData::Integer { width: width @ 1..=64, .. } => integer(*opcode, *a, *b, *width),
            TypeData::Float(_) if a == b => Some(Scalar::Undef),
            // A negation.
            TypeData::Float(_) if *opcode == Op::FSub && is_identity(Op::FAdd, *a, false) => Some(Scalar::Undef),
            TypeData::Float(kind) => kind.not_a_number().map(|bits| Scalar::Float(bits, *kind)),
            _ => None,
        },
        (LlvmForm::Unary(UnaryOpcode::FNeg), [_]) => Some(Scalar::Undef),
        // What is undefined may be no number.
        (LlvmForm::Inst(Inst::FCmp), [_, _]) => {
            Some(Scalar::of_bool(ctx.enum_value::<FCmpPredicate>(predicate?)?.holds(None)))
        }
        (LlvmForm::Inst(Inst::ICmp), [a, b]) => match ctx.enum_value::<ICmpPredicate>(predicate?)? {
            ICmpPredicate::Eq | ICmpPredicate::Ne => Some(Scalar::Undef),
            _ if a == b => Some(Scalar::Undef),
            predicate => Some(Scalar::of_bool(predicate.is_true_when_equal())),
        },
        (LlvmForm::Cast(CastOpcode::ZExt | CastOpcode::SExt), [_]) => {
            ctx.int_width(ty).filter(|w| (1..=64).contains(w)).map(|width| Scalar::Int(0, width))
        }
        (LlvmForm::Cast(CastOpcode::SIToFP | CastOpcode::UIToFP), [_]) => match ctx.type_data(ty) {
            TypeData::Float(kind) => Some(Scalar::Float(0, *kind)),
            _ => None,
        },
        (LlvmForm::Cast(_), [_]) => Some(Scalar::Undef),
        _ => None,
    }
}

fn integer(opcode: Op, a: Scalar, b: Scalar, width: u32) -> Option<Scalar> {
    let both = a == b;
    let zero = Scalar::Int(0, width);
    Some(match (opcode, b) {
        (Op::Add | Op::Sub, _) => Scalar::Undef,
        (Op::Xor, _) => {
            if both {
                zero
            } else {
                Scalar::Undef
            }
        }
        (Op::And | Op::Or | Op::Mul, _) if both => Scalar::Undef,
        (Op::And, _) => zero,
        (Op::Or, _) => Scalar::Int(-1, width),
        (Op::Mul, _) => match (a, b) {
            (Scalar::Int(value, _), _) | (_, Scalar::Int(value, _)) if value & 1 == 1 => Scalar::Undef,
            _ => zero,
        },
        // It may be a divisor of 0, or a shift by too much.
        (_, Scalar::Undef) => Scalar::Poison,
        (Op::SDiv | Op::UDiv | Op::SRem | Op::URem, Scalar::Int(0, _)) => Scalar::Poison,
        (Op::SDiv | Op::UDiv | Op::SRem | Op::URem | Op::Shl | Op::LShr | Op::AShr, _) => zero,
        _ => return None,
    })
}

/// Whether an instruction of a value and this number is the value: where the number is the second operand, or either.
pub fn is_identity(opcode: Op, number: Scalar, second: bool) -> bool {
    match number {
        Scalar::Int(value, width) => match opcode {
            Op::Add | Op::Or | Op::Xor => value == 0,
            Op::And => value == -1 || (width == 1 && value == 1),
            Op::Mul => value == 1,
            Op::Sub | Op::Shl | Op::LShr | Op::AShr => second && value == 0,
            Op::UDiv | Op::SDiv => second && value == 1,
            _ => false,
        },
        Scalar::Float(bits, kind) => {
            let number = match opcode {
                Op::FAdd => kind.negative_zero(),
                Op::FMul => kind.of_integer(1),
                Op::FSub if second => Some(0),
                Op::FDiv if second => kind.of_integer(1),
                _ => None,
            };
            number == Some(bits)
        }
        Scalar::Null | Scalar::Undef | Scalar::Poison => false,
    }
}

#[cfg(test)]
mod tests {
    use irtrip_dialect::FloatKind;

    use super::*;

    #[test]
    fn an_undefined_divisor_is_poison_and_an_odd_factor_nothing() {
        let (undef, six, seven) = (Scalar::Undef, Scalar::Int(6, 8), Scalar::Int(7, 8));
        assert_eq!(integer(Op::UDiv, six, undef, 8), Some(Scalar::Poison));
        assert_eq!(integer(Op::UDiv, undef, six, 8), Some(Scalar::Int(0, 8)));
        assert_eq!(integer(Op::Mul, undef, six, 8), Some(Scalar::Int(0, 8)));
        assert_eq!(integer(Op::Mul, seven, undef, 8), Some(Scalar::Undef));
        assert_eq!(integer(Op::Or, seven, undef, 8), Some(Scalar::Int(-1, 8)));
    }

    #[test]
    fn nothing_is_added_and_nothing_multiplied() {
        let half = Scalar::Float(0x8000, FloatKind::F16);
        assert!(is_identity(Op::FAdd, half, false) && !is_identity(Op::FSub, half, true));
        assert!(is_identity(Op::And, Scalar::Int(-1, 8), false) && is_identity(Op::And, Scalar::Int(1, 1), false));
        assert!(is_identity(Op::Sub, Scalar::Int(0, 8), true) && !is_identity(Op::Sub, Scalar::Int(0, 8), false));
    }
}
