//! What instructions of `undef` compute: any value that LLVM may take it for. LangRef, "Undefined Values".

use irtrip_dialect::enums::{FCmpPredicate, ICmpPredicate};
use irtrip_dialect::ops::{Inst, LlvmForm};
use irtrip_dialect::{Attr, Context, FloatKind, Type, TypeData};
use rustc_apfloat::Float;

use super::compute::{Scalar, by_format};

/// The result of type `ty` where one of the operands is `undef` and none is `poison`.
pub fn of_undefined(
    ctx: &Context,
    form: &LlvmForm,
    predicate: Option<Attr>,
    ty: Type,
    operands: &[Scalar],
) -> Option<Scalar> {
    match (form, operands) {
        (LlvmForm::Binary(word), [a, b]) => match ctx.type_data(ty) {
            TypeData::Integer { width: width @ 1..=64, .. } => integer(word, *a, *b, *width),
            TypeData::Float(_) if a == b => Some(Scalar::Undef),
            // A negation.
            TypeData::Float(_) if *word == "fsub" && is_identity("fadd", *a, false) => Some(Scalar::Undef),
            TypeData::Float(kind) => by_format!(*kind, not_a_number()).map(|bits| Scalar::Float(bits, *kind)),
            _ => None,
        },
        (LlvmForm::Unary("fneg"), [_]) => Some(Scalar::Undef),
        // What is undefined may be no number.
        (LlvmForm::Inst(Inst::FCmp), [_, _]) => {
            Some(Scalar::of_bool(ctx.enum_value::<FCmpPredicate>(predicate?)?.holds(None)))
        }
        (LlvmForm::Inst(Inst::ICmp), [a, b]) => match ctx.enum_value::<ICmpPredicate>(predicate?)? {
            ICmpPredicate::Eq | ICmpPredicate::Ne => Some(Scalar::Undef),
            _ if a == b => Some(Scalar::Undef),
            predicate => Some(Scalar::of_bool(predicate.is_true_when_equal())),
        },
        (LlvmForm::Cast("zext" | "sext"), [_]) => {
            ctx.int_width(ty).filter(|w| (1..=64).contains(w)).map(|width| Scalar::Int(0, width))
        }
        (LlvmForm::Cast("sitofp" | "uitofp"), [_]) => match ctx.type_data(ty) {
            TypeData::Float(kind) => Some(Scalar::Float(0, *kind)),
            _ => None,
        },
        (LlvmForm::Cast(_), [_]) => Some(Scalar::Undef),
        _ => None,
    }
}

fn integer(word: &str, a: Scalar, b: Scalar, width: u32) -> Option<Scalar> {
    let both = a == b;
    let zero = Scalar::Int(0, width);
    Some(match (word, b) {
        ("add" | "sub", _) => Scalar::Undef,
        ("xor", _) => {
            if both {
                zero
            } else {
                Scalar::Undef
            }
        }
        ("and" | "or" | "mul", _) if both => Scalar::Undef,
        ("and", _) => zero,
        ("or", _) => Scalar::Int(-1, width),
        ("mul", _) => match (a, b) {
            (Scalar::Int(value, _), _) | (_, Scalar::Int(value, _)) if value & 1 == 1 => Scalar::Undef,
            _ => zero,
        },
        // It may be a divisor of 0, or a shift by too much.
        (_, Scalar::Undef) => Scalar::Poison,
        ("sdiv" | "udiv" | "srem" | "urem", Scalar::Int(0, _)) => Scalar::Poison,
        ("sdiv" | "udiv" | "srem" | "urem" | "shl" | "lshr" | "ashr", _) => zero,
        _ => return None,
    })
}

fn not_a_number<F: Float>() -> Option<u128> {
    Some(F::NAN.to_bits())
}

/// Whether an instruction of a value and this number is the value: where the number is the second operand, or either.
pub fn is_identity(word: &str, number: Scalar, second: bool) -> bool {
    match number {
        Scalar::Int(value, width) => match word {
            "add" | "or" | "xor" => value == 0,
            "and" => value == -1 || (width == 1 && value == 1),
            "mul" => value == 1,
            "sub" | "shl" | "lshr" | "ashr" => second && value == 0,
            "udiv" | "sdiv" => second && value == 1,
            _ => false,
        },
        Scalar::Float(bits, kind) => {
            let number = match word {
                "fadd" => by_format!(kind, negative_zero()),
                "fmul" => by_format!(kind, one()),
                "fsub" if second => Some(0),
                "fdiv" if second => by_format!(kind, one()),
                _ => None,
            };
            number == Some(bits)
        }
        Scalar::Null | Scalar::Undef | Scalar::Poison => false,
    }
}

fn negative_zero<F: Float>() -> Option<u128> {
    Some((-F::ZERO).to_bits())
}

fn one<F: Float>() -> Option<u128> {
    Some(F::from_u128(1).value.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undefined_divisor_is_poison_and_an_odd_factor_nothing() {
        let (undef, six, seven) = (Scalar::Undef, Scalar::Int(6, 8), Scalar::Int(7, 8));
        assert_eq!(integer("udiv", six, undef, 8), Some(Scalar::Poison));
        assert_eq!(integer("udiv", undef, six, 8), Some(Scalar::Int(0, 8)));
        assert_eq!(integer("mul", undef, six, 8), Some(Scalar::Int(0, 8)));
        assert_eq!(integer("mul", seven, undef, 8), Some(Scalar::Undef));
        assert_eq!(integer("or", seven, undef, 8), Some(Scalar::Int(-1, 8)));
    }

    #[test]
    fn nothing_is_added_and_nothing_multiplied() {
        let half = Scalar::Float(0x8000, FloatKind::F16);
        assert!(is_identity("fadd", half, false) && !is_identity("fsub", half, true));
        assert!(is_identity("and", Scalar::Int(-1, 8), false) && is_identity("and", Scalar::Int(1, 1), false));
        assert!(is_identity("sub", Scalar::Int(0, 8), true) && !is_identity("sub", Scalar::Int(0, 8), false));
    }
}
