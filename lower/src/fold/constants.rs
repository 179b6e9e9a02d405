//! Constants: the numbers in them, element by element.

use irtrip_dialect::names::VALUE;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::scalars::{masked, signed};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, FloatKind, Type, TypeData, Value};
use num_bigint::{BigInt, Sign};

use crate::conversion::Rewriter;
use crate::{arith, complex, func, index, ub};

/// Integers of more bits are not computed with: their decimals would be many times as long as the text that they come from.
const MAX_WIDTH: u32 = 1 << 16;
/// The bits that numbers of `index` are computed with.
const INDEX_WIDTH: u32 = 64;

/// The bits of a float.
pub(super) type Bits = u128;

/// What a constant has for each element: an integer without a sign, whose bits past its type's width are zeros, or the bits of a
/// float.
pub(super) trait Number: Clone + PartialEq {
    /// The number of an attribute.
    fn of(ctx: &Context, attr: Attr) -> Option<Self>;
    /// Whether a type's numbers are such.
    fn is_of(ctx: &Context, ty: Type) -> bool;
    /// The attribute of a type.
    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attr>;
    fn from_bytes(bytes: &[u8]) -> Self;
    fn push_bytes(&self, size: usize, out: &mut Vec<u8>);
}

impl Number for BigInt {
    fn of(ctx: &Context, attr: Attr) -> Option<BigInt> {
        match ctx.attr_data(attr) {
            AttrData::Integer { ty, value } => Some(masked(BigInt::from(*value), computed_width(ctx, *ty)?)),
            AttrData::BigInteger { ty, value } => Some(masked((**value).clone(), computed_width(ctx, *ty)?)),
            _ => None,
        }
    }

    fn is_of(ctx: &Context, ty: Type) -> bool {
        computed_width(ctx, ty).is_some()
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attr> {
        Some(ctx.big_int_attr(ty, signed(self, computed_width(ctx, ty)?)))
    }

    fn from_bytes(bytes: &[u8]) -> BigInt {
        BigInt::from_bytes_le(Sign::Plus, bytes)
    }

    fn push_bytes(&self, size: usize, out: &mut Vec<u8>) {
        let end = out.len() + size;
        out.extend(self.iter_u64_digits().flat_map(u64::to_le_bytes));
        out.resize(end, 0);
    }
}

impl Number for Bits {
    fn of(ctx: &Context, attr: Attr) -> Option<Bits> {
        match ctx.attr_data(attr) {
            AttrData::Float { bits, .. } => Some(bits.get()),
            _ => None,
        }
    }

    fn is_of(ctx: &Context, ty: Type) -> bool {
        float_kind(ctx, ty).is_some()
    }

    fn attr(&self, ctx: &Context, ty: Type) -> Option<Attr> {
        Bits::is_of(ctx, ty).then(|| ctx.float_attr(ty, *self))
    }

    fn from_bytes(bytes: &[u8]) -> Bits {
        bytes.iter().rev().fold(0, |bits, byte| bits << 8 | Bits::from(*byte))
    }

    fn push_bytes(&self, size: usize, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes().into_iter().take(size));
    }
}

/// A constant's numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Numbers<N> {
    One(N),
    /// Each element of a vector or tensor is this.
    Splat(N),
    Elements(Vec<N>),
}

impl<N> Numbers<N> {
    /// Each number changed; `None` where one cannot be.
    pub fn map<T>(&self, mut change: impl FnMut(&N) -> Option<T>) -> Option<Numbers<T>> {
        Some(match self {
            Numbers::One(number) => Numbers::One(change(number)?),
            Numbers::Splat(number) => Numbers::Splat(change(number)?),
            Numbers::Elements(all) => Numbers::Elements(all.iter().map(change).collect::<Option<_>>()?),
        })
    }

    /// The result of each two numbers; `None` where two have none.
    pub fn zip<O, T>(&self, other: &Numbers<O>, mut compute: impl FnMut(&N, &O) -> Option<T>) -> Option<Numbers<T>> {
        Some(match (self, other) {
            (Numbers::One(a), Numbers::One(b)) => Numbers::One(compute(a, b)?),
            (Numbers::Splat(a), Numbers::Splat(b)) => Numbers::Splat(compute(a, b)?),
            (Numbers::Splat(a), Numbers::Elements(_)) => return other.map(|b| compute(a, b)),
            (Numbers::Elements(_), Numbers::Splat(b)) => return self.map(|a| compute(a, b)),
            (Numbers::Elements(all), Numbers::Elements(others)) if all.len() == others.len() => {
                Numbers::Elements(all.iter().zip(others).map(|(a, b)| compute(a, b)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }
}

impl<N: Number> Numbers<N> {
    /// The numbers that an attribute holds.
    fn of(ctx: &Context, attr: Attr) -> Option<Numbers<N>> {
        let AttrData::Dense { ty, data, splat: false } = ctx.attr_data(attr) else {
            return splat(ctx, attr).map(|number| match ctx.attr_data(attr) {
                AttrData::Dense { .. } => Numbers::Splat(number),
                _ => Numbers::One(number),
            });
        };
        let size = ctx.dense_element_bytes(ctx.scalar_type(*ty)).max(1);
        N::is_of(ctx, *ty).then(|| Numbers::Elements(data.chunks_exact(size).map(N::from_bytes).collect()))
    }

    /// The attribute of a type that holds them; `None` where the type is not of as many.
    pub fn attr(&self, ctx: &Context, ty: Type) -> Option<Attr> {
        if is_shaped(ctx, ty) == matches!(self, Numbers::One(_)) || !N::is_of(ctx, ty) {
            return None;
        }
        let size = ctx.dense_element_bytes(ctx.scalar_type(ty));
        let bytes = |all: &[N]| {
            let mut bytes = Vec::with_capacity(all.len() * size);
            all.iter().for_each(|number| number.push_bytes(size, &mut bytes));
            bytes
        };
        match self {
            Numbers::One(number) => number.attr(ctx, ty),
            Numbers::Splat(number) => {
                let data = bytes(std::slice::from_ref(number)).into();
                Some(ctx.attr(AttrData::Dense { ty, data, splat: true }))
            }
            Numbers::Elements(all) => Some(ctx.dense(ty, &bytes(all), size)),
        }
    }
}

/// The number that all elements of an attribute are.
fn splat<N: Number>(ctx: &Context, attr: Attr) -> Option<N> {
    match ctx.attr_data(attr) {
        AttrData::Dense { ty, data, splat } => (*splat && N::is_of(ctx, *ty)).then(|| N::from_bytes(data)),
        _ => N::of(ctx, attr),
    }
}

/// A number for each element of a type.
pub(super) fn filled<N: Number>(ctx: &Context, ty: Type, number: N) -> Option<Attr> {
    let numbers = if is_shaped(ctx, ty) { Numbers::Splat(number) } else { Numbers::One(number) };
    numbers.attr(ctx, ty)
}

fn is_shaped(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector { .. } | TypeData::Tensor { .. })
}

/// The bits that integers of a type, or of its elements, are computed with; those of `index` are 64.
pub(super) fn integer_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ctx.scalar_type(ty)) {
        TypeData::Integer { width, .. } => Some(*width).filter(|width| *width > 0),
        TypeData::Index => Some(INDEX_WIDTH),
        _ => None,
    }
}

/// As [`integer_width`], where the integers are computed with.
pub(super) fn computed_width(ctx: &Context, ty: Type) -> Option<u32> {
    integer_width(ctx, ty).filter(|width| *width <= MAX_WIDTH)
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
    attr_of(rewriter, value).is_some() || [complex::CONSTANT, ub::POISON, func::CONSTANT].iter().any(|def| name == *def)
}

/// Whether a value is poison.
pub(super) fn is_poison(rewriter: &Rewriter, value: Value) -> bool {
    rewriter.defining_op(value).is_some_and(|op| rewriter.body.name(op) == ub::POISON)
}

/// The numbers that a value is.
pub(super) fn numbers<N: Number>(rewriter: &Rewriter, value: Value) -> Option<Numbers<N>> {
    Numbers::of(rewriter.ctx, attr_of(rewriter, value)?)
}

/// The number that all elements of a value are.
pub(super) fn splat_of<N: Number>(rewriter: &Rewriter, value: Value) -> Option<N> {
    splat(rewriter.ctx, attr_of(rewriter, value)?)
}

/// A new constant; of the `index` dialect where an operation of it is folded.
pub(super) fn made(rewriter: &mut Rewriter, attr: Attr, ty: Type, of_index: bool) -> Option<Value> {
    let def = match (of_index, ty) {
        (false, _) => arith::CONSTANT,
        (true, types::I1) => index::BOOL_CONSTANT,
        (true, _) if *rewriter.ctx.type_data(ty) == TypeData::Index => index::CONSTANT,
        (true, _) => return None,
    };
    Some(rewriter.value(def.name(), &[], ty, &[(VALUE, attr)]))
}
