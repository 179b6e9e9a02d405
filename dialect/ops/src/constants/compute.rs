//! Instructions of constants as LLVM's builder computes them, which makes no instruction where it can.
//!
//! LangRef, "Binary Operations", "Bitwise Binary Operations", "Vector Operations", "Conversion Operations", "icmp",
//! "fcmp", "select". Computed are scalars ([`irtrip_llvm_ir::scalars`]) and vectors of them.

use crate::ops::{Fold, Inst, LlvmForm, OpDef};
use irtrip_ir::names::{EMPTY, PREDICATE};
use irtrip_ir::{Attr, AttrData, Context, Type, TypeData};
use irtrip_llvm_ir::attr_table::{AttrKind, POISON, UNDEF, ZERO};
use irtrip_llvm_ir::enums::{CastOpcode, UnaryOpcode};
use irtrip_llvm_ir::scalars::{Scalar, ScalarInstruction, ScalarType, signed};
use num_bigint::{BigInt, BigUint};

use super::decode::NoSymbols;
use super::{ConstData, ConstId, Constants, element_count};
use crate::diagnostic::ExportCode;

/// Vectors of more elements are not computed.
const ELEMENTS: usize = 1 << 16;

/// The constant that an operation of constants computes, as the `value` of an `llvm.mlir.constant`; `None` where it is an
/// instruction all the same. Each operand is its type and a `value` of it.
///
/// ```
/// use irtrip_dialect::{Context, OpNameDefinition, constants::compute::computed, ops::llvm, types::well_known::I8};
/// let ctx = Context::new();
/// let (two, three) = (ctx.int_attr(I8, 2), ctx.int_attr(I8, 3));
/// let sum = llvm::ADD.def().and_then(|add| {
///     computed(&ctx, add, ctx.dictionary(&[]), I8, &[(I8, two), (I8, three)])
/// });
/// assert_eq!(sum, Some(ctx.int_attr(I8, 5)));
/// ```
pub fn computed(ctx: &Context, def: &OpDef, attrs: Attr, ty: Type, operands: &[(Type, Attr)]) -> Option<Attr> {
    if def.llvm.fold() != Fold::Computed {
        return None;
    }
    let mut pool = Constants::default();
    let mut ids = Vec::with_capacity(operands.len());
    for (ty, value) in operands {
        // Of an expression nothing is known, and the result may be the expression.
        let known = pool.of_value(ctx, &NoSymbols, *ty, *value);
        ids.push(known.or_else(|_| pool.add(ctx, *ty, ConstData::Symbol(EMPTY))).ok()?);
    }
    let found = pool.computed(ctx, Computation::of(ctx, &def.llvm, attrs)?, ty, &ids).ok()??;
    let same = ids.iter().zip(operands).find(|(id, _)| **id == found).map(|(_, operand)| operand.1);
    same.or_else(|| pool.value(ctx, found))
}

/// What an operation computes of its operands.
#[derive(Clone, Copy)]
pub enum Computation {
    /// One of two values.
    Select,
    /// What an instruction makes of numbers.
    Scalar(ScalarInstruction),
}

impl Computation {
    /// What an operation of this form with these attributes computes; `None` where its operands are not computed with.
    pub fn of(ctx: &Context, form: &LlvmForm, attrs: Attr) -> Option<Computation> {
        let predicate = || ctx.entry(attrs, PREDICATE);
        Some(Computation::Scalar(match form {
            LlvmForm::Inst(Inst::Select) => return Some(Computation::Select),
            LlvmForm::Inst(Inst::ICmp) => ScalarInstruction::ICmp(ctx.enum_value(predicate()?)?),
            LlvmForm::Inst(Inst::FCmp) => ScalarInstruction::FCmp(ctx.enum_value(predicate()?)?),
            LlvmForm::Binary(opcode) => ScalarInstruction::Binary(*opcode),
            LlvmForm::Cast(opcode) => ScalarInstruction::Cast(*opcode),
            LlvmForm::Unary(UnaryOpcode::FNeg) => ScalarInstruction::FNeg,
            _ => return None,
        }))
    }
}

impl Constants {
    /// What is computed of these constants as a value of type `ty`; `None` where it is an instruction all the same.
    pub fn computed(
        &mut self,
        ctx: &Context,
        computation: Computation,
        ty: Type,
        operands: &[ConstId],
    ) -> Result<Option<ConstId>, ExportCode> {
        let Computation::Scalar(instruction) = computation else {
            let &[condition, a, b] = operands else { return Ok(None) };
            return self.selected(ctx, ty, condition, [a, b]);
        };
        if let (ScalarInstruction::Cast(CastOpcode::BitCast), [value]) = (instruction, operands)
            && self.ty(*value) == ty
        {
            return Ok(Some(*value));
        }
        if let (ScalarInstruction::Binary(opcode), [a, b]) = (instruction, operands) {
            for (number, other, second) in [(a, b, false), (b, a, true)] {
                if self.scalar(ctx, *number).is_some_and(|number| number.is_identity(opcode, second)) {
                    return Ok(Some(*other));
                }
            }
        }
        if !matches!(ctx.type_data(ty), TypeData::Vector { .. }) {
            if operands.iter().any(|o| matches!(ctx.type_data(self.ty(*o)), TypeData::Vector { .. })) {
                return Ok(None);
            }
            return self.computed_scalar(ctx, instruction, ty, operands);
        }
        let Some(count) = element_count(ctx, ty).filter(|n| *n <= ELEMENTS) else {
            return self.computed_splat(ctx, instruction, ty, operands);
        };
        let element = ctx.scalar_type(ty);
        let mut elements = Vec::with_capacity(count);
        let mut parts = Vec::with_capacity(operands.len());
        for place in 0..count {
            parts.clear();
            for operand in operands {
                let whole = element_count(ctx, self.ty(*operand)) == Some(count);
                match self.element(ctx, *operand, place as u64)? {
                    Some(part) if whole => parts.push(part),
                    _ => return Ok(None),
                }
            }
            match self.computed_scalar(ctx, instruction, element, &parts)? {
                Some(value) => elements.push(value),
                None => return Ok(None),
            }
        }
        self.aggregate(ctx, ty, elements.into()).map(Some)
    }

    /// One of two constants, or, by a vector of conditions, elements of both.
    fn selected(
        &mut self,
        ctx: &Context,
        ty: Type,
        condition: ConstId,
        [a, b]: [ConstId; 2],
    ) -> Result<Option<ConstId>, ExportCode> {
        match self.data(condition) {
            ConstData::Int(value) => return Ok(Some(if value & 1 == 1 { a } else { b })),
            ConstData::Undef => {
                return Ok(Some(if matches!(self.data(a), ConstData::Undef | ConstData::Poison) { a } else { b }));
            }
            ConstData::Poison => return self.add(ctx, ty, ConstData::Poison).map(Some),
            _ => {}
        }
        let Some(count) = element_count(ctx, self.ty(condition)).filter(|count| *count <= ELEMENTS) else {
            return Ok(None);
        };
        let mut elements = Vec::with_capacity(count);
        for place in 0..count as u64 {
            let Some(lane) = self.element(ctx, condition, place)? else { return Ok(None) };
            let from = match self.data(lane) {
                ConstData::Int(value) => [b, a][usize::from(value & 1 == 1)],
                ConstData::Zero => b,
                _ => return Ok(None),
            };
            let Some(element) = self.element(ctx, from, place)? else { return Ok(None) };
            elements.push(element);
        }
        self.aggregate(ctx, ty, elements.into()).map(Some)
    }

    /// The same of scalable vectors all elements of which are alike.
    fn computed_splat(
        &mut self,
        ctx: &Context,
        instruction: ScalarInstruction,
        ty: Type,
        operands: &[ConstId],
    ) -> Result<Option<ConstId>, ExportCode> {
        let mut parts = Vec::with_capacity(operands.len());
        for operand in operands {
            let is_vector = matches!(ctx.type_data(self.ty(*operand)), TypeData::Vector { .. });
            let part = if is_vector { self.element(ctx, *operand, 0)? } else { None };
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
        }
        let Some(element) = self.computed_scalar(ctx, instruction, ctx.scalar_type(ty), &parts)? else {
            return Ok(None);
        };
        self.splat(ctx, ty, element)
    }

    fn computed_scalar(
        &mut self,
        ctx: &Context,
        instruction: ScalarInstruction,
        ty: Type,
        operands: &[ConstId],
    ) -> Result<Option<ConstId>, ExportCode> {
        let scalars: Option<Vec<Scalar>> = operands.iter().map(|operand| self.scalar(ctx, *operand)).collect();
        let result = scalars.zip(ScalarType::of(ctx, ty)).and_then(|(scalars, ty)| instruction.result(ty, &scalars));
        let data = match result {
            Some(Scalar::Int(value, width)) => integer(ctx, &value, width),
            Some(Scalar::Float(bits, _)) => ConstData::Float(bits),
            Some(Scalar::Null) => ConstData::Zero,
            Some(Scalar::Undef) => ConstData::Undef,
            Some(Scalar::Poison) => ConstData::Poison,
            None => return Ok(None),
        };
        self.add(ctx, ty, data).map(Some)
    }

    /// A constant as the `value` of an operation; `None` for an expression.
    fn value(&self, ctx: &Context, id: ConstId) -> Option<Attr> {
        let bare = |kind: AttrKind| ctx.attr(AttrData::Llvm { kind, params: Box::from([]) });
        Some(match self.data(id) {
            ConstData::Zero => bare(ZERO),
            ConstData::Undef => bare(UNDEF),
            ConstData::Poison => bare(POISON),
            ConstData::Symbol(name) => ctx.symbol_ref(*name),
            ConstData::Aggregate(elements) => {
                let elements: Option<Vec<Attr>> = elements.iter().map(|element| self.value(ctx, *element)).collect();
                ctx.array(&elements?)
            }
            _ => return self.value_attr(ctx, id),
        })
    }

    /// The bits of a number.
    pub(super) fn bits(&self, ctx: &Context, id: ConstId) -> Option<BigUint> {
        match self.scalar(ctx, id)? {
            Scalar::Int(value, _) => value.to_biguint(),
            Scalar::Float(bits, _) => Some(BigUint::from(bits)),
            Scalar::Null | Scalar::Undef | Scalar::Poison => None,
        }
    }

    fn scalar(&self, ctx: &Context, id: ConstId) -> Option<Scalar> {
        Some(match (self.data(id), ScalarType::of(ctx, self.ty(id))) {
            (ConstData::Undef, _) => Scalar::Undef,
            (ConstData::Poison, _) => Scalar::Poison,
            (ConstData::Int(value), Some(ScalarType::Int(width))) => Scalar::int(*value, width),
            (ConstData::Zero, Some(ScalarType::Int(width))) => Scalar::int(0, width),
            (ConstData::BigInt(attr), Some(ScalarType::Int(width))) => match ctx.attr_data(*attr) {
                AttrData::BigInteger { value, .. } => Scalar::int((**value).clone(), width),
                _ => return None,
            },
            (ConstData::Float(bits), Some(ScalarType::Float(kind))) => Scalar::Float(*bits, kind),
            (ConstData::Zero, Some(ScalarType::Pointer)) => Scalar::Null,
            _ => return None,
        })
    }
}

/// The number of a type that some bits are.
pub(super) fn of_bits(ctx: &Context, ty: Type, bits: BigUint, width: u32) -> ConstData {
    match ctx.type_data(ty) {
        TypeData::Float(_) => ConstData::Float(u128::try_from(bits).unwrap_or_default()),
        _ => integer(ctx, &BigInt::from(bits), width),
    }
}

/// An integer without a sign as a constant.
pub fn integer(ctx: &Context, value: &BigInt, width: u32) -> ConstData {
    let value = if width == 1 { value.clone() } else { signed(value, width) };
    let wide = |_| ConstData::BigInt(ctx.big_int_attr(ctx.int_type(width), value.clone()));
    i64::try_from(&value).map_or_else(wide, ConstData::Int)
}
