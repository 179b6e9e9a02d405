//! Constants: the numbers in them, element by element.

use irtrip_dialect::names::VALUE;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, FloatKind, Type, TypeData, Value};
use num_bigint::BigInt;

use crate::conversion::Rewriter;
use crate::{arith, complex, func, index, ub};

/// Integers of more bits are not computed with.
const MAX_WIDTH: u32 = Bits::BITS;
/// The bits that numbers of `index` are computed with.
const INDEX_WIDTH: u32 = 64;

/// The bits of a number; those past an integer's width are zeros.
pub(super) type Bits = u128;

/// A constant's numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    One(Bits),
    /// Each element of a vector or tensor is this.
    Splat(Bits),
    Elements(Vec<Bits>),
}

impl Numbers {
    /// Those of an attribute.
    fn of(ctx: &Context, attr: Attr) -> Option<Numbers> {
        match ctx.attr_data(attr) {
            AttrData::Integer { ty, value } => {
                Some(Numbers::One(masked(i128::from(*value) as Bits, integer_width(ctx, *ty)?)))
            }
            AttrData::BigInteger { ty, value } => {
                let width = integer_width(ctx, *ty)?;
                let modulus = BigInt::from(1) << width;
                let bits = ((&**value % &modulus) + &modulus) % modulus;
                Bits::try_from(bits).ok().map(Numbers::One)
            }
            AttrData::Float { bits, .. } => Some(Numbers::One(bits.get())),
            AttrData::Dense { ty, data, splat } => {
                let element = ctx.scalar_type(*ty);
                number_width(ctx, element)?;
                let size = ctx.dense_element_bytes(element).max(1);
                let mut numbers = data.chunks_exact(size).map(|bytes| {
                    let mut number = [0; 16];
                    number.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
                    Bits::from_le_bytes(number)
                });
                if *splat { numbers.next().map(Numbers::Splat) } else { Some(Numbers::Elements(numbers.collect())) }
            }
            _ => None,
        }
    }

    /// The number that all elements are.
    pub fn splat(&self) -> Option<Bits> {
        match self {
            Numbers::One(bits) | Numbers::Splat(bits) => Some(*bits),
            Numbers::Elements(_) => None,
        }
    }

    /// Each number changed; `None` where one cannot be.
    pub fn map(&self, mut change: impl FnMut(Bits) -> Option<Bits>) -> Option<Numbers> {
        Some(match self {
            Numbers::One(bits) => Numbers::One(change(*bits)?),
            Numbers::Splat(bits) => Numbers::Splat(change(*bits)?),
            Numbers::Elements(all) => Numbers::Elements(all.iter().map(|bits| change(*bits)).collect::<Option<_>>()?),
        })
    }

    /// What each two numbers give; `None` where two give nothing.
    pub fn zip(&self, other: &Numbers, mut compute: impl FnMut(Bits, Bits) -> Option<Bits>) -> Option<Numbers> {
        Some(match (self, other) {
            (Numbers::One(a), Numbers::One(b)) => Numbers::One(compute(*a, *b)?),
            (Numbers::Splat(a), Numbers::Splat(b)) => Numbers::Splat(compute(*a, *b)?),
            (Numbers::Splat(a), Numbers::Elements(all)) => {
                Numbers::Elements(all.iter().map(|b| compute(*a, *b)).collect::<Option<_>>()?)
            }
            (Numbers::Elements(all), Numbers::Splat(b)) => {
                Numbers::Elements(all.iter().map(|a| compute(*a, *b)).collect::<Option<_>>()?)
            }
            (Numbers::Elements(all), Numbers::Elements(others)) if all.len() == others.len() => {
                Numbers::Elements(all.iter().zip(others).map(|(a, b)| compute(*a, *b)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// The attribute of a type that holds them; `None` where the type is not of as many.
    pub fn attr(&self, ctx: &Context, ty: Type) -> Option<Attr> {
        let element = ctx.scalar_type(ty);
        let size = ctx.dense_element_bytes(element);
        let bytes = |bits: &Bits| bits.to_le_bytes().into_iter().take(size).collect::<Vec<u8>>();
        match self {
            _ if is_shaped(ctx, ty) == matches!(self, Numbers::One(_)) => None,
            Numbers::One(bits) => match ctx.type_data(ty) {
                TypeData::Float(_) => Some(ctx.float_attr(ty, *bits)),
                _ => Some(ctx.big_int_attr(ty, BigInt::from(signed(*bits, integer_width(ctx, ty)?)))),
            },
            Numbers::Splat(bits) => Some(ctx.attr(AttrData::Dense { ty, data: bytes(bits).into(), splat: true })),
            Numbers::Elements(all) => Some(ctx.dense(ty, &all.iter().flat_map(bytes).collect::<Vec<u8>>(), size)),
        }
    }
}

/// A number for each element of a type.
pub(super) fn filled(ctx: &Context, ty: Type, bits: Bits) -> Option<Attr> {
    let numbers = if is_shaped(ctx, ty) { Numbers::Splat(bits) } else { Numbers::One(bits) };
    numbers.attr(ctx, ty)
}

fn is_shaped(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector { .. } | TypeData::Tensor { .. })
}

/// The bits that integers of a type, or of its elements, are computed with; those of `index` are 64.
pub(super) fn integer_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ctx.scalar_type(ty)) {
        TypeData::Integer { width, .. } => Some(*width).filter(|width| (1..=MAX_WIDTH).contains(width)),
        TypeData::Index => Some(INDEX_WIDTH),
        _ => None,
    }
}

/// The format of a type's numbers.
pub(super) fn float_kind(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match ctx.type_data(ctx.scalar_type(ty)) {
        TypeData::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// The bits that a number of a type has.
pub(super) fn number_width(ctx: &Context, ty: Type) -> Option<u32> {
    integer_width(ctx, ty).or_else(|| float_kind(ctx, ty).map(FloatKind::width))
}

/// A number without the bits past its width.
pub(super) fn masked(bits: Bits, width: u32) -> Bits {
    bits & (Bits::MAX >> (Bits::BITS - width.min(Bits::BITS)))
}

/// The number that bits are as a signed one.
pub(super) fn signed(bits: Bits, width: u32) -> i128 {
    let rest = Bits::BITS - width;
    (bits as i128) << rest >> rest
}

/// The attribute of a constant.
pub(super) fn attr_of(rewriter: &Rewriter, value: Value) -> Option<Attr> {
    let op = rewriter.defining_op(value)?;
    let name = rewriter.body.name(op);
    let is_constant = name == arith::CONSTANT
        || name == index::CONSTANT
        || name == index::BOOL_CONSTANT
        || name == global_values::CONSTANT;
    rewriter.attr(op, VALUE).filter(|_| is_constant)
}

/// Whether a value is a constant of any kind: what MLIR's `ConstantLike` says.
pub(super) fn is_constant(rewriter: &Rewriter, value: Value) -> bool {
    let Some(op) = rewriter.defining_op(value) else { return false };
    let name = rewriter.body.name(op);
    attr_of(rewriter, value).is_some() || [complex::CONSTANT, ub::POISON, func::CONSTANT].iter().any(|row| name == *row)
}

/// Whether a value is poison.
pub(super) fn is_poison(rewriter: &Rewriter, value: Value) -> bool {
    rewriter.defining_op(value).is_some_and(|op| rewriter.body.name(op) == ub::POISON)
}

/// The numbers that a value is.
pub(super) fn numbers(rewriter: &Rewriter, value: Value) -> Option<Numbers> {
    Numbers::of(rewriter.ctx, attr_of(rewriter, value)?)
}

/// A new constant; of the `index` dialect where an operation of it is folded.
pub(super) fn made(rewriter: &mut Rewriter, attr: Attr, ty: Type, of_index: bool) -> Option<Value> {
    let row = match (of_index, ty) {
        (false, _) => arith::CONSTANT,
        (true, types::I1) => index::BOOL_CONSTANT,
        (true, _) if *rewriter.ctx.type_data(ty) == TypeData::Index => index::CONSTANT,
        (true, _) => return None,
    };
    Some(rewriter.value(row.name(), &[], ty, &[(VALUE, attr)]))
}
