//! Instructions of integer constants of more than 64 bits as LLVM's builder computes them. LangRef, "Binary Operations",
//! "Bitwise Binary Operations", "Conversion Operations", "icmp".

use irtrip_dialect::enums::{BinaryOpcode, CastOpcode, ICmpPredicate};
use irtrip_dialect::ops::{Inst, LlvmForm};
use irtrip_dialect::{AttrData, Context, Type, TypeData};
use num_bigint::BigInt;

use super::compute::{Computation, signed};
use super::{ConstData, ConstId, Constants};

/// An integer, as the signed number that its bits are, and its width.
struct Wide(BigInt, u32);

impl Wide {
    /// The number that its bits are without a sign.
    fn unsigned(&self) -> BigInt {
        if self.0.sign() == num_bigint::Sign::Minus { &self.0 + (BigInt::from(1) << self.1) } else { self.0.clone() }
    }
}

impl Constants {
    /// What is computed of integers one of which, or the result, has more than 64 bits; `None` where none has or where it
    /// is no integer that is computed.
    pub(super) fn computed_wide(
        &self,
        ctx: &Context,
        computation: Computation,
        ty: Type,
        operands: &[ConstId],
    ) -> Option<ConstData> {
        let TypeData::Integer { width, .. } = ctx.type_data(ty) else { return None };
        let operands: Vec<Wide> = operands.iter().map(|operand| self.wide(ctx, *operand)).collect::<Option<_>>()?;
        if *width <= 64 && operands.iter().all(|operand| operand.1 <= 64) {
            return None;
        }
        let value = match (computation.form, operands.as_slice()) {
            (LlvmForm::Binary(opcode), [a, b]) => match binary(*opcode, a, b) {
                Some(value) => value,
                None => return Some(ConstData::Poison),
            },
            (LlvmForm::Cast(CastOpcode::ZExt), [a]) => a.unsigned(),
            (LlvmForm::Cast(CastOpcode::SExt | CastOpcode::Trunc), [a]) => a.0.clone(),
            (LlvmForm::Inst(Inst::ICmp), [a, b]) => {
                let predicate: ICmpPredicate = ctx.enum_value(computation.predicate?)?;
                let order = if predicate.is_signed() { a.0.cmp(&b.0) } else { a.unsigned().cmp(&b.unsigned()) };
                BigInt::from(u8::from(predicate.holds(order)))
            }
            _ => return None,
        };
        let attr = ctx.big_int_attr(ty, value);
        Some(match ctx.int_value(attr) {
            Some(value) if *width == 1 => ConstData::Int(value & 1),
            Some(value) => ConstData::Int(signed(value, *width)),
            None => ConstData::BigInt(attr),
        })
    }

    fn wide(&self, ctx: &Context, id: ConstId) -> Option<Wide> {
        let TypeData::Integer { width, .. } = ctx.type_data(self.ty(id)) else { return None };
        let value = match self.data(id) {
            ConstData::Int(value) => BigInt::from(*value),
            ConstData::Zero => BigInt::ZERO,
            ConstData::BigInt(attr) => match ctx.attr_data(*attr) {
                AttrData::BigInteger { value, .. } => (**value).clone(),
                _ => return None,
            },
            _ => return None,
        };
        Some(Wide(value, *width))
    }
}

/// What is computed of two integers of one width, in any number of bits; what is poison is `None`.
fn binary(opcode: BinaryOpcode, a: &Wide, b: &Wide) -> Option<BigInt> {
    let shift = || u32::try_from(b.unsigned()).ok().filter(|shift| *shift < a.1);
    let limit = || BigInt::from(1) << (a.1 - 1);
    Some(match opcode {
        BinaryOpcode::Add => &a.0 + &b.0,
        BinaryOpcode::Sub => &a.0 - &b.0,
        BinaryOpcode::Mul => &a.0 * &b.0,
        BinaryOpcode::And => &a.0 & &b.0,
        BinaryOpcode::Or => &a.0 | &b.0,
        BinaryOpcode::Xor => &a.0 ^ &b.0,
        BinaryOpcode::UDiv => a.unsigned().checked_div(&b.unsigned())?,
        BinaryOpcode::URem if b.0 != BigInt::ZERO => a.unsigned() % b.unsigned(),
        BinaryOpcode::SDiv => a.0.checked_div(&b.0).filter(|value| *value != limit())?,
        BinaryOpcode::SRem => {
            a.0.checked_div(&b.0).filter(|value| *value != limit())?;
            &a.0 % &b.0
        }
        BinaryOpcode::Shl => a.unsigned() << shift()?,
        BinaryOpcode::LShr => a.unsigned() >> shift()?,
        BinaryOpcode::AShr => &a.0 >> shift()?,
        _ => return None,
    })
}
