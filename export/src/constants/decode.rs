//! Constants from attributes: what `llvm.mlir.constant` and a global's `value` hold, and the preserved attributes' encoding of a
//! constant, which [`irtrip_dialect::preserved`] describes.

use irtrip_dialect::attr_table as kinds;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm::{DYNAMIC_INDEX, GETELEMENTPTR};
use irtrip_dialect::preserved::EncodedConstant;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Str, Type, TypeData};
use num_bigint::BigInt;
use smallvec::SmallVec;

use super::elements::{dense_of, dense_of_index};
use super::{ConstData, ConstId, Constants, Expr, MOST_ELEMENTS, element_count};
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::layout::ByteOrder;

/// What decoding asks of the module: the type of a global's address, and the file's resources.
pub trait Symbols {
    /// The type of the address of a global, or `None` where nothing defines the name.
    fn address_type(&self, name: Str) -> Option<Type>;

    /// The bytes of a resource of the file.
    fn resource(&self, key: Str) -> Option<&[u8]>;

    /// The order of bytes, for a module whose instructions of constants LLVM's builder folds with the data layout; `None` for one
    /// that was LLVM IR, where that is done already or was not wanted.
    fn folded_byte_order(&self) -> Option<ByteOrder> {
        None
    }
}

const DEPTH: u32 = irtrip_dialect::limits::MAX_BRACKETS as u32;

impl Constants {
    /// The constant that `value` is at a type: an operation's or a global's `value`.
    pub fn of_value(
        &mut self,
        ctx: &Context,
        symbols: &dyn Symbols,
        ty: Type,
        value: Attr,
    ) -> Result<ConstId, ExportCode> {
        self.value_at(ctx, symbols, ty, value, 0)
    }

    fn value_at(
        &mut self,
        ctx: &Context,
        symbols: &dyn Symbols,
        ty: Type,
        value: Attr,
        depth: u32,
    ) -> Result<ConstId, ExportCode> {
        if depth > DEPTH {
            return Err(ExportCode::Nesting);
        }
        let data = match ctx.attr_data(value) {
            AttrData::Integer { ty: own, value } => match ctx.type_data(ty) {
                TypeData::Integer { .. } if *own != ty => {
                    return self.value_at(ctx, symbols, ty, ctx.int_attr(ty, *value), depth + 1);
                }
                TypeData::Integer { .. } | TypeData::Byte { .. } => ConstData::Int(*value),
                TypeData::Float(kind) if ctx.int_width(*own) == Some(kind.width()) => {
                    ConstData::Float(u128::from(*value as u64))
                }
                _ => return Err(ExportCode::Constant),
            },
            AttrData::BigInteger { ty: own, value: wide }
                if *own != ty && matches!(ctx.type_data(ty), TypeData::Integer { .. }) =>
            {
                return self.value_at(ctx, symbols, ty, ctx.big_int_attr(ty, wide.as_ref().clone()), depth + 1);
            }
            AttrData::BigInteger { .. }
                if matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Byte { .. }) =>
            {
                ConstData::BigInt(value)
            }
            AttrData::Float { ty: own, bits } => match ctx.type_data(ty) {
                TypeData::Integer { width, .. } if u64::from(*width) == ctx.primitive_bits(*own) => {
                    return self.value_at(ctx, symbols, ty, ctx.big_int_attr(ty, bits.get().into()), depth + 1);
                }
                TypeData::Float(_) if *own == ty => ConstData::Float(bits.get()),
                _ => return Err(ExportCode::Constant),
            },
            AttrData::Dense { data, splat, ty: dense, .. } => {
                let element = dense_element(ctx, *dense).ok_or(ExportCode::Constant)?;
                if let TypeData::Complex(part) = *ctx.type_data(element) {
                    return self.complex_elements(ctx, ty, part, &mut &data[..], *splat, DEPTH);
                }
                if matches!(ctx.type_data(element), TypeData::Index) {
                    let dense = dense_of_index(ctx, ty, *dense, data, *splat).ok_or(ExportCode::Constant)?;
                    return self.value_at(ctx, symbols, ty, dense, depth + 1);
                }
                match ctx.type_data(ty) {
                    // The type is no vector, so the one number that a splat holds is the constant.
                    TypeData::Integer { .. } | TypeData::Float(_) if *splat => {
                        return element_of_bytes(self, ctx, element, data);
                    }
                    TypeData::Array { .. } | TypeData::Vector { .. } if fits(ctx, ty, element, data.len(), *splat) => {
                        let count = scalars(ctx, ty).0.unwrap_or(u64::MAX);
                        if count > MOST_ELEMENTS && data.iter().any(|byte| *byte != 0) {
                            return Err(ExportCode::Nesting);
                        }
                        if count == 0 { ConstData::Zero } else { ConstData::Data(value) }
                    }
                    _ => return Err(ExportCode::Constant),
                }
            }
            AttrData::Sparse { .. } | AttrData::DenseResource { .. } => {
                let dense = dense_of(ctx, value, |key| symbols.resource(key)).ok_or(ExportCode::Constant)?;
                return self.value_at(ctx, symbols, ty, dense, depth + 1);
            }
            AttrData::String { .. } => ConstData::Data(value),
            AttrData::SymbolRef { root, nested } if nested.is_empty() => ConstData::Symbol(*root),
            AttrData::Llvm { kind, .. } if *kind == kinds::ZERO => ConstData::Zero,
            AttrData::Llvm { kind, .. } if *kind == kinds::UNDEF => ConstData::Undef,
            AttrData::Llvm { kind, .. } if *kind == kinds::POISON => ConstData::Poison,
            AttrData::Array(items) => {
                let mut elements = Vec::with_capacity(items.len());
                for (i, item) in items.iter().enumerate() {
                    let ty = ctx.element_at(ty, i as u64).ok_or(ExportCode::Constant)?;
                    elements.push(self.value_at(ctx, symbols, ty, *item, depth + 1)?);
                }
                if element_count(ctx, ty) != Some(elements.len()) {
                    return Err(ExportCode::Constant);
                }
                return self.aggregate(ctx, ty, elements.into());
            }
            AttrData::Dictionary(_) => return self.encoded(ctx, symbols, value, depth + 1),
            _ => return Err(ExportCode::Constant),
        };
        self.add(ctx, ty, data)
    }

    /// The constant that a preserved attribute's attribute encodes.
    pub fn of_encoded(&mut self, ctx: &Context, symbols: &dyn Symbols, attr: Attr) -> Result<ConstId, ExportCode> {
        self.encoded(ctx, symbols, attr, 0)
    }

    fn encoded(&mut self, ctx: &Context, symbols: &dyn Symbols, attr: Attr, depth: u32) -> Result<ConstId, ExportCode> {
        if depth > DEPTH {
            return Err(ExportCode::Nesting);
        }
        let constant = EncodedConstant::of(ctx, attr).ok_or(ExportCode::Constant)?;
        let address = |symbol: Str| address_type(ctx, symbols, symbol);
        let (ty, data) = match constant {
            EncodedConstant::Value { ty, value } => return self.value_at(ctx, symbols, ty, value, depth + 1),
            EncodedConstant::Zero(ty) => (ty, ConstData::Zero),
            EncodedConstant::Undef(ty) => (ty, ConstData::Undef),
            EncodedConstant::Poison(ty) => (ty, ConstData::Poison),
            EncodedConstant::Address(symbol) => (address(symbol)?, ConstData::Symbol(symbol)),
            EncodedConstant::DsoLocalEquivalent(symbol) => (address(symbol)?, ConstData::DsoLocalEquivalent(symbol)),
            EncodedConstant::NoCfi(symbol) => (address(symbol)?, ConstData::NoCfi(symbol)),
            EncodedConstant::BlockAddress { function, block } => {
                (address(function)?, ConstData::BlockAddress(function, block))
            }
            EncodedConstant::Elements { ty, parts } => {
                let elements = self.encoded_parts(ctx, symbols, parts, depth)?;
                if element_count(ctx, ty).is_some_and(|n| n != elements.len()) {
                    return Err(ExportCode::Constant);
                }
                return self.aggregate(ctx, ty, elements.into());
            }
            EncodedConstant::PtrAuth { ty, parts } => {
                (ty, ConstData::PtrAuth(self.encoded_parts(ctx, symbols, parts, depth)?.into()))
            }
            EncodedConstant::Expression { name, ty, parts } => {
                let mut operands = SmallVec::from_vec(self.encoded_parts(ctx, symbols, parts, depth)?);
                if name == GETELEMENTPTR {
                    operands = self.with_static_indices(ctx, attr, &operands)?;
                }
                (ty, ConstData::Expr(Box::new(Expr { name, attrs: attr, operands })))
            }
        };
        self.add(ctx, ty, data)
    }

    /// The operands of a `getelementptr` with its static indices, as `i32`, among the others.
    pub(super) fn with_static_indices(
        &mut self,
        ctx: &Context,
        attrs: Attr,
        operands: &[ConstId],
    ) -> Result<SmallVec<[ConstId; 4]>, ExportCode> {
        let wrong = || ExportCode::Attribute("rawConstantIndices");
        let raw = ctx.entry(attrs, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw)).ok_or_else(wrong)?;
        let (base, dynamic) = operands.split_first().ok_or_else(wrong)?;
        let mut dynamic = dynamic.iter();
        let mut all = SmallVec::from_slice(&[*base]);
        for index in raw {
            all.push(match *index {
                DYNAMIC_INDEX => *dynamic.next().ok_or_else(wrong)?,
                index => self.add(ctx, types::I32, ConstData::Int(index))?,
            });
        }
        Ok(all)
    }

    fn encoded_parts(
        &mut self,
        ctx: &Context,
        symbols: &dyn Symbols,
        parts: &[Attr],
        depth: u32,
    ) -> Result<Vec<ConstId>, ExportCode> {
        parts.iter().map(|part| self.encoded(ctx, symbols, *part, depth + 1)).collect()
    }
}

fn address_type(ctx: &Context, symbols: &dyn Symbols, name: Str) -> Result<Type, ExportCode> {
    symbols.address_type(name).ok_or_else(|| ExportCode::Symbol(ctx.text(name).into_owned()))
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
fn fits(ctx: &Context, ty: Type, element: Type, len: usize, splat: bool) -> bool {
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
pub(super) fn element_of_bytes(
    pool: &mut Constants,
    ctx: &Context,
    ty: Type,
    bytes: &[u8],
) -> Result<ConstId, ExportCode> {
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

/// The element of a `dense` or string attribute: a scalar, or a part that is an array or vector itself.
pub fn data_element(
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
                let shape = ctx.vector_type(count as u64, false, element);
                let attr = ctx.attr(AttrData::Dense { ty: shape, data: part.into(), splat: *splat });
                return pool.add(ctx, ty, ConstData::Data(attr));
            }
            element_of_bytes(pool, ctx, element, part)
        }
        _ => Err(ExportCode::Constant),
    }
}

/// An attribute's `key`, as the constants' encodings have it on operations.
pub fn block_address(ctx: &Context, attr: Attr) -> Option<(Str, i64)> {
    let AttrData::Llvm { kind, params } = ctx.attr_data(attr) else { return None };
    if *kind != kinds::BLOCKADDRESS {
        return None;
    }
    let function = params.first().copied().flatten().and_then(|f| ctx.symbol_value(f))?;
    let tag = params.get(1).copied().flatten().and_then(|t| block_tag(ctx, t))?;
    Some((function, tag))
}

/// The number of a `#llvm.blocktag`.
pub fn block_tag(ctx: &Context, attr: Attr) -> Option<i64> {
    match ctx.attr_data(attr) {
        AttrData::Llvm { kind, params } if *kind == kinds::BLOCKTAG => {
            params.first().copied().flatten().and_then(|id| ctx.int_value(id))
        }
        _ => None,
    }
}

/// The attribute that holds an operation's constant.
pub fn value_of(ctx: &Context, dictionary: Attr) -> Result<Attr, ExportCode> {
    ctx.entry(dictionary, VALUE).ok_or(ExportCode::Attribute("value"))
}
