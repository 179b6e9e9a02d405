//! Instructions of constants as LLVM's builder computes them, which makes no instruction where it can.
//!
//! LangRef, "Binary Operations", "Bitwise Binary Operations", "Vector Operations", "Conversion Operations", "icmp",
//! "fcmp", "select". Computed are integers ([`super::wide`] those of more than 64 bits), floating-point numbers, and fixed vectors of both. What is
//! no number is left to be an instruction.

use irtrip_dialect::attr_table::{AttrKind, POISON, UNDEF, ZERO};
use irtrip_dialect::enums::{BinaryOpcode, CastOpcode, FCmpPredicate, ICmpPredicate, UnaryOpcode};
use irtrip_dialect::names::{EMPTY, PREDICATE};
use irtrip_dialect::ops::{Fold, Inst, LlvmForm, OpDef};
use irtrip_dialect::{Attr, AttrData, Context, FloatKind, Str, Type, TypeData};

use super::decode::Symbols;
use super::undefined::{is_identity, of_undefined};
use super::{ConstData, ConstId, Constants, element_count};
use irtrip_dialect::diagnostic::ExportCode;

/// Vectors of more elements are not computed.
const ELEMENTS: usize = 1 << 16;

/// The constant that an operation of constants computes, as the `value` of an `llvm.mlir.constant`; `None` where it is an
/// instruction all the same. Each operand is its type and a `value` of it.
///
/// ```
/// use irtrip_dialect::{Context, OpNameDefinition, ops::llvm, types::well_known::I8};
/// let ctx = Context::new();
/// let (two, three) = (ctx.int_attr(I8, 2), ctx.int_attr(I8, 3));
/// let sum = llvm::ADD.def().and_then(|add| {
///     irtrip_export::computed(&ctx, add, ctx.dictionary(&[]), I8, &[(I8, two), (I8, three)])
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
    let found = pool.computed(ctx, Computation::of(ctx, &def.llvm, attrs), ty, &ids).ok()??;
    let same = ids.iter().zip(operands).find(|(id, _)| **id == found).map(|(_, operand)| operand.1);
    same.or_else(|| pool.value(ctx, found))
}

/// No module's symbols: an address needs none where its type is known.
struct NoSymbols;

impl Symbols for NoSymbols {
    fn address_type(&self, _: Str) -> Option<Type> {
        None
    }

    fn resource(&self, _: Str) -> Option<&[u8]> {
        None
    }
}

/// A number, or what stands for one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Scalar {
    /// An integer, sign-extended, and its width.
    Int(i64, u32),
    /// A float's bits.
    Float(u128, FloatKind),
    Null,
    Undef,
    Poison,
}

impl Scalar {
    /// An `i1`.
    pub(super) fn of_bool(holds: bool) -> Scalar {
        Scalar::Int(i64::from(holds), 1)
    }
}

/// What an operation computes of its operands.
#[derive(Clone, Copy)]
pub(crate) struct Computation<'f> {
    pub(super) form: &'f LlvmForm,
    /// A comparison's predicate.
    pub(super) predicate: Option<Attr>,
}

impl<'f> Computation<'f> {
    /// That of an operation of this form with these attributes.
    pub fn of(ctx: &Context, form: &'f LlvmForm, attrs: Attr) -> Self {
        Computation { form, predicate: ctx.entry(attrs, PREDICATE) }
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
        if let (LlvmForm::Inst(Inst::Select), [condition, a, b]) = (computation.form, operands) {
            return Ok(match self.data(*condition) {
                ConstData::Int(value) => Some(if value & 1 == 1 { *a } else { *b }),
                ConstData::Undef => {
                    Some(if matches!(self.data(*a), ConstData::Undef | ConstData::Poison) { *a } else { *b })
                }
                ConstData::Poison => Some(self.add(ctx, ty, ConstData::Poison)?),
                _ => None,
            });
        }
        if let (LlvmForm::Cast(CastOpcode::BitCast), [value]) = (computation.form, operands)
            && self.ty(*value) == ty
        {
            return Ok(Some(*value));
        }
        if let (LlvmForm::Binary(opcode), [a, b]) = (computation.form, operands) {
            for (number, other, second) in [(a, b, false), (b, a, true)] {
                if self.scalar(ctx, *number).is_some_and(|number| is_identity(*opcode, number, second)) {
                    return Ok(Some(*other));
                }
            }
        }
        if !matches!(ctx.type_data(ty), TypeData::Vector { .. }) {
            if operands.iter().any(|o| matches!(ctx.type_data(self.ty(*o)), TypeData::Vector { .. })) {
                return Ok(None);
            }
            return self.computed_scalar(ctx, computation, ty, operands);
        }
        let Some(count) = element_count(ctx, ty).filter(|n| *n <= ELEMENTS) else {
            return self.computed_splat(ctx, computation, ty, operands);
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
            match self.computed_scalar(ctx, computation, element, &parts)? {
                Some(value) => elements.push(value),
                None => return Ok(None),
            }
        }
        self.aggregate(ctx, ty, elements.into()).map(Some)
    }

    /// The same of scalable vectors all elements of which are alike.
    fn computed_splat(
        &mut self,
        ctx: &Context,
        computation: Computation,
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
        let Some(element) = self.computed_scalar(ctx, computation, ctx.scalar_type(ty), &parts)? else {
            return Ok(None);
        };
        self.splat(ctx, ty, element)
    }

    /// A vector all elements of which are this scalar; `None` where it is no number and not undefined.
    pub fn splat(&mut self, ctx: &Context, ty: Type, element: ConstId) -> Result<Option<ConstId>, ExportCode> {
        let scalar = self.ty(element);
        let bytes = match self.data(element) {
            _ if self.is_null(ctx, element) => return self.add(ctx, ty, ConstData::Zero).map(Some),
            ConstData::Undef => return self.add(ctx, ty, ConstData::Undef).map(Some),
            ConstData::Poison => return self.add(ctx, ty, ConstData::Poison).map(Some),
            ConstData::Int(value) => i128::from(*value).to_le_bytes(),
            ConstData::Float(bits) => bits.to_le_bytes(),
            _ => return Ok(None),
        };
        let Some(bytes) = bytes.get(..ctx.dense_element_bytes(scalar)) else { return Ok(None) };
        let data = ctx.dense(ty, bytes, bytes.len());
        self.add(ctx, ty, ConstData::Data(data)).map(Some)
    }

    fn computed_scalar(
        &mut self,
        ctx: &Context,
        computation: Computation,
        ty: Type,
        operands: &[ConstId],
    ) -> Result<Option<ConstId>, ExportCode> {
        if let Some(data) = self.computed_wide(ctx, computation, ty, operands) {
            return self.add(ctx, ty, data).map(Some);
        }
        let scalars: Option<Vec<Scalar>> = operands.iter().map(|o| self.scalar(ctx, *o)).collect();
        let Some(scalars) = scalars else { return Ok(None) };
        let data = match result(ctx, computation, ty, &scalars) {
            Some(Scalar::Int(value, 1)) => ConstData::Int(value & 1),
            Some(Scalar::Int(value, width)) => ConstData::Int(signed(value, width)),
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
            ConstData::Int(value) => ctx.int_attr(self.ty(id), *value),
            ConstData::Float(bits) => ctx.float_attr(self.ty(id), *bits),
            ConstData::BigInt(attr) | ConstData::Data(attr) => *attr,
            ConstData::Zero => bare(ZERO),
            ConstData::Undef => bare(UNDEF),
            ConstData::Poison => bare(POISON),
            ConstData::Symbol(name) => ctx.attr(AttrData::SymbolRef { root: *name, nested: Box::from([]) }),
            ConstData::Aggregate(elements) => {
                let elements: Option<Vec<Attr>> = elements.iter().map(|element| self.value(ctx, *element)).collect();
                ctx.array(&elements?)
            }
            ConstData::NoneToken
            | ConstData::DsoLocalEquivalent(_)
            | ConstData::NoCfi(_)
            | ConstData::BlockAddress(..)
            | ConstData::PtrAuth(_)
            | ConstData::Insert { .. }
            | ConstData::Expr(_) => return None,
        })
    }

    fn scalar(&self, ctx: &Context, id: ConstId) -> Option<Scalar> {
        Some(match (self.data(id), ctx.type_data(self.ty(id))) {
            (ConstData::Int(value), TypeData::Integer { width: width @ 1..=64, .. }) => {
                Scalar::Int(signed(*value, *width), *width)
            }
            (ConstData::Float(bits), TypeData::Float(kind)) => Scalar::Float(*bits, *kind),
            (ConstData::Zero, TypeData::Pointer { .. }) => Scalar::Null,
            (ConstData::Undef, _) => Scalar::Undef,
            (ConstData::Poison, _) => Scalar::Poison,
            _ => return None,
        })
    }
}

/// The result of type `ty`.
fn result(ctx: &Context, computation: Computation, ty: Type, operands: &[Scalar]) -> Option<Scalar> {
    let Computation { form, predicate } = computation;
    if operands.contains(&Scalar::Poison) {
        return Some(Scalar::Poison);
    }
    if operands.contains(&Scalar::Undef) {
        return of_undefined(ctx, form, predicate, ty, operands);
    }
    match (form, operands) {
        (LlvmForm::Inst(Inst::ICmp), [Scalar::Null, Scalar::Null]) => {
            Some(Scalar::of_bool(compared(ctx.enum_value(predicate?)?, 0, 0, 64)))
        }
        (LlvmForm::Binary(opcode), [Scalar::Int(a, width), Scalar::Int(b, _)]) => {
            // A division by zero, one that overflows and a shift by too much are poison.
            Some(integer(*opcode, *a, *b, *width).map_or(Scalar::Poison, |value| Scalar::Int(value, *width)))
        }
        (LlvmForm::Binary(opcode), [Scalar::Float(a, kind), Scalar::Float(b, _)]) => {
            kind.binary(opcode.float_operation()?, *a, *b).map(|bits| Scalar::Float(bits, *kind))
        }
        (LlvmForm::Unary(UnaryOpcode::FNeg), [Scalar::Float(bits, kind)]) => {
            kind.negated(*bits).map(|b| Scalar::Float(b, *kind))
        }
        (LlvmForm::Cast(opcode), [value]) => cast(ctx, *opcode, *value, ty),
        (LlvmForm::Inst(Inst::ICmp), [Scalar::Int(a, width), Scalar::Int(b, _)]) => {
            Some(Scalar::of_bool(compared(ctx.enum_value(predicate?)?, *a, *b, *width)))
        }
        (LlvmForm::Inst(Inst::FCmp), [Scalar::Float(a, kind), Scalar::Float(b, _)]) => {
            let order = kind.compare(*a, *b)?;
            Some(Scalar::of_bool(ctx.enum_value::<FCmpPredicate>(predicate?)?.holds(order)))
        }
        _ => None,
    }
}

/// The value that the low bits are as a signed number.
pub(super) fn signed(value: i64, width: u32) -> i64 {
    let rest = 64u32.saturating_sub(width);
    value << rest >> rest
}

/// The value that the low bits are as an unsigned number.
fn unsigned(value: i64, width: u32) -> u64 {
    let rest = 64u32.saturating_sub(width);
    (value as u64) << rest >> rest
}

/// What is poison or undefined is `None`.
fn integer(opcode: BinaryOpcode, a: i64, b: i64, width: u32) -> Option<i64> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    let shift = u32::try_from(ub).ok().filter(|s| *s < width);
    Some(match opcode {
        BinaryOpcode::Add => a.wrapping_add(b),
        BinaryOpcode::Sub => a.wrapping_sub(b),
        BinaryOpcode::Mul => a.wrapping_mul(b),
        BinaryOpcode::And => a & b,
        BinaryOpcode::Or => a | b,
        BinaryOpcode::Xor => a ^ b,
        BinaryOpcode::UDiv => ua.checked_div(ub)? as i64,
        BinaryOpcode::URem => ua.checked_rem(ub)? as i64,
        BinaryOpcode::SDiv => quotient(sa, sb, width)?,
        BinaryOpcode::SRem => {
            quotient(sa, sb, width)?;
            sa.checked_rem(sb)?
        }
        BinaryOpcode::Shl => (ua << shift?) as i64,
        BinaryOpcode::LShr => (ua >> shift?) as i64,
        BinaryOpcode::AShr => sa >> shift?,
        BinaryOpcode::FAdd | BinaryOpcode::FSub | BinaryOpcode::FMul | BinaryOpcode::FDiv | BinaryOpcode::FRem => {
            return None;
        }
    })
}

/// A quotient, unless it overflows.
fn quotient(a: i64, b: i64, width: u32) -> Option<i64> {
    a.checked_div(b).filter(|value| signed(*value, width) == *value)
}

/// Whether two integers of a width compare so.
pub(super) fn compared(predicate: ICmpPredicate, a: i64, b: i64, width: u32) -> bool {
    predicate.holds(match predicate.is_signed() {
        true => signed(a, width).cmp(&signed(b, width)),
        false => unsigned(a, width).cmp(&unsigned(b, width)),
    })
}

fn cast(ctx: &Context, opcode: CastOpcode, value: Scalar, ty: Type) -> Option<Scalar> {
    let width = ctx.int_width(ty).filter(|w| (1..=64).contains(w));
    let kind = match ctx.type_data(ty) {
        TypeData::Float(kind) => Some(*kind),
        _ => None,
    };
    Some(match (opcode, value) {
        (CastOpcode::Trunc | CastOpcode::SExt, Scalar::Int(value, _)) => Scalar::Int(value, width?),
        (CastOpcode::ZExt, Scalar::Int(value, from)) => Scalar::Int(unsigned(value, from) as i64, width?),
        (CastOpcode::PtrToInt, Scalar::Null) => Scalar::Int(0, width?),
        (CastOpcode::IntToPtr, Scalar::Int(0, _)) => Scalar::Null,
        (CastOpcode::BitCast, Scalar::Int(value, from)) if kind.is_some_and(|k| bits_of(k) == from) => {
            Scalar::Float(u128::from(unsigned(value, from)), kind?)
        }
        (CastOpcode::BitCast, Scalar::Float(bits, from)) if width == Some(bits_of(from)) => {
            Scalar::Int(bits as i64, width?)
        }
        (CastOpcode::SIToFP, Scalar::Int(value, _)) => Scalar::Float(kind?.of_integer(i128::from(value))?, kind?),
        (CastOpcode::UIToFP, Scalar::Int(value, from)) => {
            Scalar::Float(kind?.of_integer(i128::from(unsigned(value, from)))?, kind?)
        }
        // What the type has no number for is poison.
        (CastOpcode::FPToSI, Scalar::Float(bits, from)) => {
            number(from.to_signed(bits, width?)?.map(|value| value as i64), width?)
        }
        (CastOpcode::FPToUI, Scalar::Float(bits, from)) => {
            number(from.to_unsigned(bits, width?)?.map(|value| value as u64 as i64), width?)
        }
        (CastOpcode::FPExt | CastOpcode::FPTrunc, Scalar::Float(bits, from)) => {
            Scalar::Float(from.convert(bits, kind?)?.0, kind?)
        }
        _ => return None,
    })
}

/// An integer, or poison for none.
fn number(value: Option<i64>, width: u32) -> Scalar {
    value.map_or(Scalar::Poison, |value| Scalar::Int(value, width))
}

/// The width of a format that an integer of up to 64 bits can have.
fn bits_of(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F16 | FloatKind::BF16 => 16,
        FloatKind::F32 => 32,
        FloatKind::F64 => 64,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_at_their_width() {
        assert_eq!(integer(BinaryOpcode::Mul, 100, 4, 64), Some(400));
        assert_eq!(integer(BinaryOpcode::LShr, -1, 4, 8).map(|v| signed(v, 8)), Some(15));
        assert_eq!(integer(BinaryOpcode::AShr, -16, 2, 8), Some(-4));
        assert_eq!(integer(BinaryOpcode::UDiv, -1, 2, 8), Some(127));
        assert_eq!(integer(BinaryOpcode::SDiv, i64::MIN, -1, 64), None);
        assert_eq!(integer(BinaryOpcode::SDiv, -128, -1, 8), None);
        assert_eq!(integer(BinaryOpcode::Shl, 1, 8, 8), None);
        assert!(!compared(ICmpPredicate::Ult, -1, 1, 8));
        assert!(compared(ICmpPredicate::Slt, -1, 1, 8));
    }
}
