//! Constants from attributes: what `llvm.mlir.constant` and a global's `value` hold, and the preserved attributes' encoding of a
//! constant, which [`irtrip_dialect::preserved`] describes.

use irtrip_dialect::attr_table as kinds;
use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, AttrData, Context, OpName, Str, Type, TypeData};
use num_bigint::BigInt;

use super::elements::{dense_of, dense_of_index};
use super::{ConstData, ConstId, Constants, Expr, element_count};
use irtrip_dialect::diagnostic::ExportCode;

/// What decoding asks of the module: the type of a global's address, and the file's resources.
pub trait Symbols {
    /// The type of the address of a global, or `None` where nothing defines the name.
    fn address_type(&self, name: Str) -> Option<Type>;

    /// The bytes of a resource of the file.
    fn resource(&self, key: Str) -> Option<&[u8]>;
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
            AttrData::Integer { value, .. } => match ctx.type_data(ty) {
                TypeData::Integer { .. } => ConstData::Int(*value),
                TypeData::Float(_) => ConstData::Float(u128::from(*value as u64)),
                _ => return Err(ExportCode::Constant),
            },
            AttrData::BigInteger { .. } if ctx.int_width(ty).is_some() => ConstData::BigInt(value),
            AttrData::Float { bits, .. } => match ctx.type_data(ty) {
                TypeData::Integer { .. } => ConstData::Int(bits.get() as i64),
                TypeData::Float(_) => ConstData::Float(bits.get()),
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
                    // A splat at a type without elements is that one.
                    TypeData::Integer { .. } | TypeData::Float(_) if *splat => {
                        return element_of_bytes(self, ctx, element, data);
                    }
                    TypeData::Array { .. } | TypeData::Vector { .. } if fits(ctx, ty, element, data.len(), *splat) => {
                        ConstData::Data(value)
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
        match ctx.attr_data(attr) {
            AttrData::Integer { ty, .. }
            | AttrData::BigInteger { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. } => self.value_at(ctx, symbols, *ty, attr, depth),
            AttrData::SymbolRef { root, nested } if nested.is_empty() => {
                let ty = address_type(ctx, symbols, *root)?;
                self.add(ctx, ty, ConstData::Symbol(*root))
            }
            AttrData::Dictionary(entries) => self.encoded_dictionary(ctx, symbols, attr, entries, depth),
            _ => Err(ExportCode::Constant),
        }
    }

    fn encoded_dictionary(
        &mut self,
        ctx: &Context,
        symbols: &dyn Symbols,
        attr: Attr,
        entries: &[(Str, Attr)],
        depth: u32,
    ) -> Result<ConstId, ExportCode> {
        let get = |name: &str| entries.iter().find(|e| ctx.bytes(e.0) == name.as_bytes()).map(|e| e.1);
        for (name, data) in [("zero", ConstData::Zero), ("undef", ConstData::Undef), ("poison", ConstData::Poison)] {
            if let Some(ty) = get(name).and_then(|t| ctx.type_value(t)) {
                return self.add(ctx, ty, data);
            }
        }
        type Address = fn(Str) -> ConstData;
        let addresses: [(&str, Address); 2] =
            [("dso_local_equivalent", ConstData::DsoLocalEquivalent), ("no_cfi", ConstData::NoCfi)];
        for (name, make) in addresses {
            if let Some(symbol) = get(name).and_then(|s| ctx.symbol_value(s)) {
                let ty = address_type(ctx, symbols, symbol)?;
                return self.add(ctx, ty, make(symbol));
            }
        }
        if let Some(function) = get("blockaddress").and_then(|s| ctx.symbol_value(s)) {
            let number = get("block").and_then(|b| ctx.int_value(b)).ok_or(ExportCode::Constant)?;
            let ty = address_type(ctx, symbols, function)?;
            return self.add(ctx, ty, ConstData::BlockAddress(function, number));
        }
        let ty = get("type").and_then(|t| ctx.type_value(t)).ok_or(ExportCode::Constant)?;
        if let Some(value) = get("value") {
            return self.value_at(ctx, symbols, ty, value, depth + 1);
        }
        let (parts, op) = match (get("elements"), get("ptrauth"), get("op")) {
            (Some(parts), None, None) | (None, Some(parts), None) => (parts, None),
            (None, None, Some(op)) => (get("operands").ok_or(ExportCode::Constant)?, Some(op)),
            _ => return Err(ExportCode::Constant),
        };
        let mut operands = Vec::new();
        for part in ctx.items(parts) {
            operands.push(self.encoded(ctx, symbols, *part, depth + 1)?);
        }
        if let Some(op) = op {
            let name = ctx.string_value(op).ok_or(ExportCode::Constant)?;
            let name = expression_op(ctx, name).ok_or(ExportCode::Constant)?;
            let expr = Expr { name, attrs: attr, operands: operands.into() };
            return self.add(ctx, ty, ConstData::Expr(Box::new(expr)));
        }
        if get("ptrauth").is_some() {
            return self.add(ctx, ty, ConstData::PtrAuth(operands.into()));
        }
        if element_count(ctx, ty).is_some_and(|n| n != operands.len()) {
            return Err(ExportCode::Constant);
        }
        self.aggregate(ctx, ty, operands.into())
    }
}

fn address_type(ctx: &Context, symbols: &dyn Symbols, name: Str) -> Result<Type, ExportCode> {
    symbols.address_type(name).ok_or_else(|| ExportCode::Symbol(ctx.text(name).into_owned()))
}

/// The operation with an LLVM mnemonic: the LLVM dialect's, else irtrip's.
fn expression_op(ctx: &Context, mnemonic: Str) -> Option<OpName> {
    let mnemonic = ctx.text(mnemonic);
    let row = |dialect: &str| ctx.dialects().row_of(&format!("{dialect}.{mnemonic}"));
    row("llvm").or_else(|| row("irtrip"))
}

/// The element type of a dense attribute's type.
pub fn dense_element(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => Some(*element),
        _ => None,
    }
}

/// Number of scalars in a type of nested arrays and vectors, and their type.
pub fn scalars(ctx: &Context, ty: Type) -> Option<(u64, Type)> {
    let mut count = 1u64;
    let mut ty = ty;
    // Types nest no deeper than their reader allowed.
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                count = count.checked_mul(*length)?;
                ty = *element;
            }
            TypeData::Vector { dims, element } => {
                for dim in dims {
                    count = count.checked_mul(dim.size?)?;
                }
                ty = *element;
            }
            _ => return Some((count, ty)),
        }
    }
}

/// Whether `dense` data of a length and of this element type are the elements of an array or vector.
fn fits(ctx: &Context, ty: Type, element: Type, len: usize, splat: bool) -> bool {
    let Some((count, scalar)) = scalars(ctx, ty) else { return false };
    let size = ctx.dense_element_bytes(element);
    let alike = match (ctx.type_data(scalar), ctx.type_data(element)) {
        (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) => a == b,
        (TypeData::Float(a), TypeData::Float(b)) => a == b,
        // Upstream's dialect takes the narrow formats as bytes.
        (TypeData::Integer { width: 8, .. }, TypeData::Float(b)) => b.width() <= 8,
        _ => false,
    };
    let whole = usize::try_from(count).ok().and_then(|count| count.checked_mul(size));
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
            let (count, _) = scalars(ctx, ty).ok_or(ExportCode::Constant)?;
            let count = usize::try_from(count).map_err(|_| ExportCode::Constant)?;
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
