//! Elements that are numbers: the bytes of `dense` and string attributes, and the constants that they are.

use irtrip_ir::types::well_known as types;
use irtrip_ir::{Attr, AttrData, Context, Dim, Type, TypeData};
use irtrip_llvm_ir::llvm_text::literals::little_endian;
use num_bigint::BigInt;

use super::{ConstData, ConstId, Constants};
use crate::diagnostic::ExportCode;

/// Splats inside a constant are written out up to so many bytes.
const MOST_WRITTEN_OUT: usize = 1 << 24;

/// The bytes that a `dense` or string attribute holds, and whether they are one element for all.
pub fn bytes(ctx: &Context, attr: Attr) -> Option<(&[u8], bool)> {
    match ctx.attr_data(attr) {
        AttrData::Dense { data, splat, .. } => Some((data, *splat)),
        AttrData::String { value, .. } => Some((ctx.bytes(*value), false)),
        _ => None,
    }
}

/// Whether a type's constants are numbers, which `dense` attributes hold.
pub fn is_simple(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Float(_))
}

impl Constants {
    /// The attribute of an array or vector of these elements, if all are numbers.
    pub(super) fn packed(&self, ctx: &Context, ty: Type, elements: &[ConstId]) -> Option<Attr> {
        let element = match ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            _ => return None,
        };
        // Before the bytes are put together: most aggregates hold other things than numbers.
        let (count, scalar) = scalars(ctx, element);
        if !is_simple(ctx, scalar) {
            return None;
        }
        let count = usize::try_from(count?).ok().filter(|count| u32::try_from(*count).is_ok())?;
        let bytes = count.checked_mul(ctx.dense_element_bytes(scalar))?;
        let mut data = Vec::with_capacity(elements.len());
        for &e in elements {
            if !self.push_bytes(ctx, e, bytes, &mut data) {
                return None;
            }
        }
        data_attr(ctx, ty, &data)
    }

    /// Adds the bytes of a number, or of a constant of numbers; `false` where it is none, or too many of one.
    pub fn push_bytes(&self, ctx: &Context, id: ConstId, size: usize, data: &mut Vec<u8>) -> bool {
        match self.data(id) {
            ConstData::Int(value) => {
                let little = if ctx.int_width(self.ty(id)) == Some(1) { value & 1 } else { *value };
                let fill = if little < 0 { 0xff } else { 0 };
                let le = little.to_le_bytes();
                data.extend((0..size).map(|i| le.get(i).copied().unwrap_or(fill)));
            }
            ConstData::BigInt(attr) => match ctx.attr_data(*attr) {
                AttrData::BigInteger { value, .. } => data.extend(little_endian(value, size)),
                _ => return false,
            },
            ConstData::Float(bits) => data.extend(bits.to_le_bytes().into_iter().take(size)),
            ConstData::Zero => data.resize(data.len() + size, 0),
            ConstData::Data(attr) => match bytes(ctx, *attr) {
                Some((one, true)) if data.len().saturating_add(size) <= MOST_WRITTEN_OUT && !one.is_empty() => {
                    data.extend_from_slice(&one.repeat(size / one.len()));
                }
                Some((inner, false)) => data.extend_from_slice(inner),
                _ => return false,
            },
            _ => return false,
        }
        true
    }
}

/// The bytes of a constant of an array or vector type that is [`ConstData::Data`], a splat's for each element; `None` of one
/// that is too large.
pub fn written_out(ctx: &Context, ty: Type, attr: Attr) -> Option<Vec<u8>> {
    let (data, splat) = bytes(ctx, attr)?;
    let count = if splat { usize::try_from(scalars(ctx, ty).0?).ok()? } else { 1 };
    count.checked_mul(data.len()).filter(|size| !splat || *size <= MOST_WRITTEN_OUT).map(|_| data.repeat(count))
}

/// The attribute of an array or vector that has these elements, if upstream has one.
pub fn data_attr(ctx: &Context, ty: Type, data: &[u8]) -> Option<Attr> {
    if matches!(ctx.type_data(ty), TypeData::Array { element, .. } if *element == types::I8) {
        return Some(ctx.str_attr(ctx.byte_str(data)));
    }
    let (shaped, element) = dense_type(ctx, ty)?;
    Some(ctx.dense(shaped, data, ctx.dense_element_bytes(element)))
}

/// Elements, all of one number perhaps, as a constant that is part of another, in the form that it has by itself.
fn part_data(ctx: &Context, ty: Type, (element, count): (Type, usize), data: &[u8], splat: bool) -> ConstData {
    if data.iter().all(|byte| *byte == 0) {
        return ConstData::Zero;
    }
    let (shape, of) = dense_type(ctx, ty).unwrap_or_else(|| (ctx.vector_type(count as u64, false, element), element));
    ConstData::Data(match ctx.type_data(ty) {
        TypeData::Array { element: own, .. } if *own == types::I8 && !splat => ctx.str_attr(ctx.byte_str(data)),
        TypeData::Array { element: own, .. } if *own == types::I8 && count <= MOST_WRITTEN_OUT => {
            ctx.str_attr(ctx.byte_str(&data.repeat(count)))
        }
        _ if splat => ctx.attr(AttrData::Dense { ty: shape, data: data.into(), splat }),
        _ => ctx.dense(shape, data, ctx.dense_element_bytes(of)),
    })
}

/// The element of a `dense` or string attribute: a scalar, or a part that is an array or vector itself.
///
/// # Errors
/// There is no such element.
pub(crate) fn data_element(
    pool: &mut Constants,
    ctx: &Context,
    attr: Attr,
    ty: Type,
    index: u64,
) -> Result<ConstId, ExportCode> {
    let index = usize::try_from(index).map_err(|_| ExportCode::Constant)?;
    match ctx.attr_data(attr) {
        AttrData::String { value, .. } => {
            let byte = ctx.bytes(*value).get(index).ok_or(ExportCode::Constant)?;
            pool.add(ctx, ty, ConstData::Int(i64::from(*byte as i8)))
        }
        AttrData::Dense { ty: dense, data, splat } => {
            let element = dense_element(ctx, *dense).ok_or(ExportCode::Constant)?;
            let (count, _) = scalars(ctx, ty);
            let count = count.and_then(|count| usize::try_from(count).ok()).ok_or(ExportCode::Constant)?;
            let bytes = count.checked_mul(ctx.dense_element_bytes(element)).ok_or(ExportCode::Constant)?;
            let part = if *splat {
                data
            } else {
                let start = index.checked_mul(bytes).ok_or(ExportCode::Constant)?;
                data.get(start..).and_then(|d| d.get(..bytes)).ok_or(ExportCode::Constant)?
            };
            if matches!(ctx.type_data(ty), TypeData::Array { .. } | TypeData::Vector { .. }) {
                return pool.add(ctx, ty, part_data(ctx, ty, (element, count), part, *splat));
            }
            element_of_bytes(pool, ctx, element, part)
        }
        _ => Err(ExportCode::Constant),
    }
}

/// The shaped type of a dense attribute for an array (of arrays) of numbers, or an array (of arrays) of vectors or a
/// vector of numbers, and its element type.
pub(super) fn dense_type(ctx: &Context, ty: Type) -> Option<(Type, Type)> {
    if let TypeData::Vector { element, .. } = ctx.type_data(ty) {
        return is_simple(ctx, *element).then_some((ty, *element));
    }
    let (mut dims, mut inner, mut count) = (Vec::new(), ty, 1i64);
    while let TypeData::Array { length, element } = ctx.type_data(inner) {
        // MLIR counts elements in 63 bits.
        count = count.checked_mul(i64::try_from(*length).ok()?)?;
        dims.push(Dim { size: Some(*length), scalable: false });
        inner = *element;
    }
    if dims.is_empty() {
        return None;
    }
    if let TypeData::Vector { dims: own, element } = ctx.type_data(inner) {
        // No dimension of a vector is 0.
        if count == 0 || own.iter().any(|d| d.scalable) || !is_simple(ctx, *element) {
            return None;
        }
        dims.extend(own.iter().copied());
        return Some((ctx.ty(TypeData::Vector { dims: dims.into(), element: *element }), *element));
    }
    if !is_simple(ctx, inner) {
        return None;
    }
    let shaped = ctx.ty(TypeData::Tensor { dims: Some(dims.into()), element: inner, encoding: None });
    Some((shaped, inner))
}

/// The element type of a dense attribute's type.
pub fn dense_element(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => Some(*element),
        _ => None,
    }
}

/// Number of scalars in a type of nested arrays and vectors, if it is one that can be held, and their type.
pub fn scalars(ctx: &Context, ty: Type) -> (Option<u64>, Type) {
    let mut count = Some(1u64);
    let mut ty = ty;
    // Types nest no deeper than their reader allowed.
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                count = count.and_then(|count| count.checked_mul(*length));
                ty = *element;
            }
            TypeData::Vector { dims, element } => {
                for dim in dims {
                    count = count.and_then(|count| count.checked_mul(dim.size?));
                }
                ty = *element;
            }
            _ => return (count, ty),
        }
    }
}

/// Whether `dense` data of a length and of this element type are the elements of an array or vector.
pub(super) fn fits(ctx: &Context, ty: Type, element: Type, len: usize, splat: bool) -> bool {
    let (count, scalar) = scalars(ctx, ty);
    let size = ctx.dense_element_bytes(element);
    let alike = match (ctx.type_data(scalar), ctx.type_data(element)) {
        (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) => a == b,
        (TypeData::Float(a), TypeData::Float(b)) => a == b,
        // Upstream's dialect takes the narrow formats as bytes.
        (TypeData::Integer { width: 8, .. }, TypeData::Float(b)) => b.width() <= 8,
        _ => false,
    };
    let whole = count.and_then(|count| usize::try_from(count).ok()?.checked_mul(size));
    alike && (splat || whole == Some(len))
}

/// The constant of one scalar's little-endian bytes.
pub fn element_of_bytes(pool: &mut Constants, ctx: &Context, ty: Type, bytes: &[u8]) -> Result<ConstId, ExportCode> {
    let data = match ctx.type_data(ty) {
        TypeData::Float(_) => ConstData::Float(unsigned(bytes)),
        TypeData::Integer { width, .. } if *width <= 64 => ConstData::Int(signed(bytes, *width)),
        TypeData::Integer { width, .. } => {
            let attr = ctx.big_int_attr(ty, big(bytes, *width));
            match ctx.int_value(attr) {
                Some(value) => ConstData::Int(value),
                None => ConstData::BigInt(attr),
            }
        }
        _ => return Err(ExportCode::Constant),
    };
    pool.add(ctx, ty, data)
}

/// Little-endian bytes as a number; those past sixteen are left out.
pub fn unsigned(bytes: &[u8]) -> u128 {
    let mut whole = [0u8; 16];
    for (to, from) in whole.iter_mut().zip(bytes) {
        *to = *from;
    }
    u128::from_le_bytes(whole)
}

/// Little-endian bytes as an integer of up to 64 bits; an `i1` is 0 or 1.
pub fn signed(bytes: &[u8], width: u32) -> i64 {
    let value = unsigned(bytes) as u64;
    if width <= 1 {
        return (value & 1) as i64;
    }
    let shift = 64 - width.min(64);
    ((value << shift) as i64) >> shift
}

/// Little-endian bytes as an integer of any width; bits past it count for nothing.
pub fn big(bytes: &[u8], width: u32) -> BigInt {
    let modulus = BigInt::from(1) << width;
    let value = BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes) % &modulus;
    if width > 0 && value.bit(u64::from(width) - 1) { value - modulus } else { value }
}
