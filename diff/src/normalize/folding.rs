//! Instructions of constants that are constants in LLVM IR, because LLVM's builder folds them.
//!
//! The exporter folds them, so what it writes must not be judged by its folder alone. Each fold of integers of up to 64
//! bits and of `float` and `double` is computed here a second time, from LangRef's definitions ("Binary Operations",
//! "Bitwise Binary Operations", "Conversion Operations", "icmp", "fcmp", "select"), and a fold whose value is another one
//! is refused: the instruction then stays apart from the constant that came back, and the comparison shows both.

use std::ops::{Add, Div, Mul, Rem, Sub};

use irtrip_dialect::attr_table::POISON;
use irtrip_dialect::enums::{BinaryOpcode, CastOpcode, FCmpPredicate, ICmpPredicate};
use irtrip_dialect::names::PREDICATE;
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::{Attr, AttrData, Context, FloatKind, Type, TypeData};
use irtrip_export::computed;

use super::constants::items;

/// A scalar constant.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Scalar {
    /// An integer, as an unsigned number, and its width in bits.
    Int(u64, u32),
    Float(f32),
    Double(f64),
    Poison,
}

/// The constant that an operation of constants is; `None` where it stays an instruction, and where the exporter's folder
/// and this one disagree. Each operand is its type and its normalized constant.
pub fn folded(ctx: &Context, def: &OpDef, attrs: Attr, ty: Type, operands: &[(Type, Attr)]) -> Option<Attr> {
    let value = computed(ctx, def, attrs, ty, operands)?;
    is_confirmed(ctx, def, attrs, (ty, value), operands).then_some(value)
}

/// Whether the value of a fold is the one computed here, element by element. A fold of something that is not computed
/// here is taken for right.
fn is_confirmed(ctx: &Context, def: &OpDef, attrs: Attr, value: (Type, Attr), operands: &[(Type, Attr)]) -> bool {
    let predicate = ctx.entry(attrs, PREDICATE);
    let Some(results) = scalars(ctx, value.0, value.1) else { return true };
    let Some(operands) = operands.iter().map(|(ty, value)| scalars(ctx, *ty, *value)).collect::<Option<Vec<_>>>()
    else {
        return true;
    };
    let element = ctx.scalar_type(value.0);
    results.iter().enumerate().all(|(place, found)| {
        let own: Option<Vec<Scalar>> = operands
            .iter()
            .map(|all| all.get(place).or_else(|| all.first().filter(|_| all.len() == 1)).copied())
            .collect();
        let expected = own.and_then(|own| evaluate(ctx, &def.llvm, predicate, element, &own));
        expected.is_none_or(|expected| expected == *found)
    })
}

/// The elements of a constant, one for a scalar; `None` where one is no number and not poison.
fn scalars(ctx: &Context, ty: Type, value: Attr) -> Option<Vec<Scalar>> {
    match ctx.type_data(ty) {
        TypeData::Vector { .. } => {
            let element = ctx.scalar_type(ty);
            items(ctx, ty, value)?.into_iter().map(|item| scalar(ctx, element, item)).collect()
        }
        _ => Some(vec![scalar(ctx, ty, value)?]),
    }
}

fn scalar(ctx: &Context, ty: Type, value: Attr) -> Option<Scalar> {
    match (ctx.attr_data(value), ctx.type_data(ty)) {
        (AttrData::Integer { value, .. }, TypeData::Integer { width: width @ 1..=64, .. }) => {
            Some(Scalar::Int(low_bits(i128::from(*value), *width), *width))
        }
        (AttrData::Float { bits, .. }, TypeData::Float(FloatKind::F32)) => {
            u32::try_from(bits.get()).ok().map(|bits| Scalar::Float(f32::from_bits(bits)))
        }
        (AttrData::Float { bits, .. }, TypeData::Float(FloatKind::F64)) => {
            u64::try_from(bits.get()).ok().map(|bits| Scalar::Double(f64::from_bits(bits)))
        }
        (AttrData::Llvm { kind, .. }, _) if *kind == POISON => Some(Scalar::Poison),
        _ => None,
    }
}

/// The low bits of a number.
fn low_bits(value: i128, width: u32) -> u64 {
    (value as u128 & ((1 << width) - 1)) as u64
}

/// The number that the bits are in two's complement.
fn signed(value: u64, width: u32) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
}

/// The result of an operation; `None` where the operation or its operands are not computed here.
fn evaluate(ctx: &Context, form: &LlvmForm, predicate: Option<Attr>, ty: Type, operands: &[Scalar]) -> Option<Scalar> {
    match (form, operands) {
        (LlvmForm::Inst(Inst::Select), [Scalar::Int(condition, 1), yes, no]) => {
            Some(if *condition == 1 { *yes } else { *no })
        }
        (LlvmForm::Binary(opcode), [Scalar::Int(a, width), Scalar::Int(b, _)]) => {
            Some(integer(*opcode, *a, *b, *width).map_or(Scalar::Poison, |v| Scalar::Int(low_bits(v, *width), *width)))
        }
        (LlvmForm::Binary(opcode), [Scalar::Float(a), Scalar::Float(b)]) => float(*opcode, *a, *b).map(Scalar::Float),
        (LlvmForm::Binary(opcode), [Scalar::Double(a), Scalar::Double(b)]) => {
            float(*opcode, *a, *b).map(Scalar::Double)
        }
        (LlvmForm::Inst(Inst::ICmp), [Scalar::Int(a, width), Scalar::Int(b, _)]) => {
            let predicate = ctx.enum_value::<ICmpPredicate>(predicate?)?;
            let order = match predicate.is_signed() {
                true => signed(*a, *width).cmp(&signed(*b, *width)),
                false => a.cmp(b),
            };
            Some(Scalar::Int(predicate.holds(order).into(), 1))
        }
        (LlvmForm::Inst(Inst::FCmp), [a, b]) => {
            let order = match (a, b) {
                (Scalar::Float(a), Scalar::Float(b)) => a.partial_cmp(b),
                (Scalar::Double(a), Scalar::Double(b)) => a.partial_cmp(b),
                _ => return None,
            };
            let predicate = ctx.enum_value::<FCmpPredicate>(predicate?)?;
            Some(Scalar::Int(predicate.holds(order).into(), 1))
        }
        (LlvmForm::Cast(opcode), [value]) => cast(ctx, *opcode, *value, ty),
        _ => None,
    }
}

/// A result before it is cut to its width; `None` for poison: a division by zero or one that overflows, a shift by the
/// width or more. An opcode of floats has no integer operands.
fn integer(opcode: BinaryOpcode, a: u64, b: u64, width: u32) -> Option<i128> {
    let (ua, ub, sa, sb) = (i128::from(a), i128::from(b), signed(a, width), signed(b, width));
    let shift = (ub < i128::from(width)).then_some(ub as u32);
    let is_overflow = sa == -(1 << (width - 1)) && sb == -1;
    match opcode {
        BinaryOpcode::Add => Some(ua + ub),
        BinaryOpcode::Sub => Some(ua - ub),
        BinaryOpcode::Mul => Some(ua.wrapping_mul(ub)),
        BinaryOpcode::And => Some(ua & ub),
        BinaryOpcode::Or => Some(ua | ub),
        BinaryOpcode::Xor => Some(ua ^ ub),
        BinaryOpcode::UDiv => ua.checked_div(ub),
        BinaryOpcode::URem => ua.checked_rem(ub),
        BinaryOpcode::SDiv => sa.checked_div(sb).filter(|_| !is_overflow),
        BinaryOpcode::SRem => sa.checked_rem(sb).filter(|_| !is_overflow),
        BinaryOpcode::Shl => shift.map(|shift| ua << shift),
        BinaryOpcode::LShr => shift.map(|shift| ua >> shift),
        BinaryOpcode::AShr => shift.map(|shift| sa >> shift),
        BinaryOpcode::FAdd | BinaryOpcode::FSub | BinaryOpcode::FMul | BinaryOpcode::FDiv | BinaryOpcode::FRem => None,
    }
}

/// The result of a binary operation of floats; `None` for the opcodes of integers.
fn float<F>(opcode: BinaryOpcode, a: F, b: F) -> Option<F>
where
    F: Add<Output = F> + Sub<Output = F> + Mul<Output = F> + Div<Output = F> + Rem<Output = F>,
{
    match opcode {
        BinaryOpcode::FAdd => Some(a + b),
        BinaryOpcode::FSub => Some(a - b),
        BinaryOpcode::FMul => Some(a * b),
        BinaryOpcode::FDiv => Some(a / b),
        BinaryOpcode::FRem => Some(a % b),
        _ => None,
    }
}

/// A cast to type `ty`.
fn cast(ctx: &Context, opcode: CastOpcode, value: Scalar, ty: Type) -> Option<Scalar> {
    let width = ctx.int_width(ty).filter(|width| (1..=64).contains(width));
    let float = |value: f64, of_single: f32| match ctx.type_data(ty) {
        TypeData::Float(FloatKind::F32) => Some(Scalar::Float(of_single)),
        TypeData::Float(FloatKind::F64) => Some(Scalar::Double(value)),
        _ => None,
    };
    match (opcode, value) {
        (CastOpcode::Trunc | CastOpcode::ZExt, Scalar::Int(value, _)) => {
            Some(Scalar::Int(low_bits(i128::from(value), width?), width?))
        }
        (CastOpcode::SExt, Scalar::Int(value, from)) => {
            Some(Scalar::Int(low_bits(signed(value, from), width?), width?))
        }
        (CastOpcode::UIToFP, Scalar::Int(value, _)) => float(value as f64, value as f32),
        (CastOpcode::SIToFP, Scalar::Int(value, from)) => float(signed(value, from) as f64, signed(value, from) as f32),
        (CastOpcode::FPTrunc | CastOpcode::FPExt, Scalar::Float(value)) => float(f64::from(value), value),
        (CastOpcode::FPTrunc | CastOpcode::FPExt, Scalar::Double(value)) => float(value, value as f32),
        (CastOpcode::FPToSI | CastOpcode::FPToUI, Scalar::Float(value)) => {
            Some(truncated(opcode, f64::from(value), width?))
        }
        (CastOpcode::FPToSI | CastOpcode::FPToUI, Scalar::Double(value)) => Some(truncated(opcode, value, width?)),
        (CastOpcode::BitCast, Scalar::Int(value, 32)) => {
            u32::try_from(value).ok().map(|bits| Scalar::Float(f32::from_bits(bits)))
        }
        (CastOpcode::BitCast, Scalar::Int(value, 64)) => Some(Scalar::Double(f64::from_bits(value))),
        (CastOpcode::BitCast, Scalar::Float(value)) => Some(Scalar::Int(value.to_bits().into(), 32)),
        (CastOpcode::BitCast, Scalar::Double(value)) => Some(Scalar::Int(value.to_bits(), 64)),
        _ => None,
    }
    // A cast to a type that has no value here is not computed here.
    .filter(|found| match (found, ctx.type_data(ty)) {
        (Scalar::Int(..), TypeData::Integer { .. }) | (Scalar::Poison, _) => true,
        (Scalar::Float(_), TypeData::Float(kind)) => *kind == FloatKind::F32,
        (Scalar::Double(_), TypeData::Float(kind)) => *kind == FloatKind::F64,
        _ => false,
    })
}

/// The integer that is left of a number without its fraction; poison where the type has no such integer.
fn truncated(opcode: CastOpcode, value: f64, width: u32) -> Scalar {
    let whole = value.trunc();
    let (least, end) = match opcode {
        CastOpcode::FPToSI => (-f64::from(width - 1).exp2(), f64::from(width - 1).exp2()),
        _ => (0.0, f64::from(width).exp2()),
    };
    // No comparison holds for what is no number.
    if whole >= least && whole < end { Scalar::Int(low_bits(whole as i128, width), width) } else { Scalar::Poison }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use irtrip_dialect::OpName;
    use irtrip_dialect::OpNameDefinition;
    use irtrip_dialect::ops::llvm;
    use irtrip_dialect::types::well_known::{I1, I8, I32};

    use super::*;

    /// Whether `value` is confirmed as what an operation computes of two `i8`.
    fn confirms(op: OpName, attrs: &[(irtrip_dialect::Str, i64)], operands: [i64; 2], result: (Type, i64)) -> bool {
        let ctx = Context::new();
        let int = |number| (I8, ctx.int_attr(I8, number));
        let entries: Vec<_> = attrs.iter().map(|&(key, value)| (key, ctx.int_attr(I32, value))).collect();
        let value = (result.0, ctx.int_attr(result.0, result.1));
        is_confirmed(&ctx, op.def().unwrap(), ctx.dictionary(&entries), value, &operands.map(int))
    }

    #[test]
    fn a_wrong_fold_is_not_confirmed() {
        for (op, operands, right, wrong) in [
            (llvm::ADD, [100, 100], -56, 200 - 255),
            (llvm::SUB, [-128, 1], 127, -127),
            (llvm::MUL, [16, 17], 16, 17),
            (llvm::UDIV, [-1, 2], 127, 0),
            (llvm::SDIV, [-7, 2], -3, -4),
            (llvm::SREM, [-7, 2], -1, 1),
            (llvm::LSHR, [-1, 4], 15, -1),
            (llvm::ASHR, [-16, 2], -4, 60),
            (llvm::SHL, [1, 7], -128, 127),
        ] {
            assert!(confirms(op, &[], operands, (I8, right)), "{operands:?}");
            assert!(!confirms(op, &[], operands, (I8, wrong)), "{operands:?}");
        }
        // ult: -1 is 255.
        let ult = ICmpPredicate::Ult.number();
        assert!(confirms(llvm::ICMP, &[(PREDICATE, ult)], [-1, 1], (I1, 0)));
        assert!(!confirms(llvm::ICMP, &[(PREDICATE, ult)], [-1, 1], (I1, 1)));
        // A division by zero is poison, and no number.
        assert!(!confirms(llvm::UDIV, &[], [1, 0], (I8, 0)));
    }

    #[test]
    fn every_fold_of_the_exporter_is_confirmed() {
        let ctx = Context::new();
        let numbers = [0, 1, 2, 3, 7, 8, 100, 127, -128, -100, -3, -1];
        let ops = [
            llvm::ADD,
            llvm::SUB,
            llvm::MUL,
            llvm::UDIV,
            llvm::UREM,
            llvm::SDIV,
            llvm::SREM,
            llvm::AND,
            llvm::OR,
            llvm::XOR,
            llvm::SHL,
            llvm::LSHR,
            llvm::ASHR,
        ];
        for op in ops {
            for a in numbers {
                for b in numbers {
                    let operands = [(I8, ctx.int_attr(I8, a)), (I8, ctx.int_attr(I8, b))];
                    let attrs = ctx.dictionary(&[]);
                    let value = computed(&ctx, op.def().unwrap(), attrs, I8, &operands);
                    let value = value.unwrap_or_else(|| ctx.int_attr(I8, 0));
                    assert_eq!(folded(&ctx, op.def().unwrap(), attrs, I8, &operands), Some(value), "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn floats_are_cut_to_what_the_integer_holds() {
        assert_eq!(truncated(CastOpcode::FPToSI, -3.7, 8), Scalar::Int(0xfd, 8));
        assert_eq!(truncated(CastOpcode::FPToSI, 128.0, 8), Scalar::Poison);
        assert_eq!(truncated(CastOpcode::FPToUI, 255.9, 8), Scalar::Int(255, 8));
        assert_eq!(truncated(CastOpcode::FPToUI, -1.0, 8), Scalar::Poison);
        assert_eq!(truncated(CastOpcode::FPToUI, f64::NAN, 8), Scalar::Poison);
    }
}
