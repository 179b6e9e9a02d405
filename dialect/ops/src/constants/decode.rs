//! Constants from attributes: what `llvm.mlir.constant` and a global's `value` hold, and the preserved attributes' encoding of a
//! constant, which [`crate::preserved`] describes.

use irtrip_ir::names::{RAW_CONSTANT_INDICES, VALUE};
use irtrip_ir::types::well_known as types;
use irtrip_ir::{Attr, AttrData, Context, Str, Type, TypeData};
use irtrip_llvm_ir::attr_table as kinds;
use irtrip_llvm_ir::layout::ByteOrder;
use smallvec::SmallVec;

use super::dense::{dense_of, dense_of_index};
use super::elements::{dense_element, element_of_bytes, fits, scalars};
use super::{ConstData, ConstId, Constants, Expr, MOST_ELEMENTS, element_count};
use crate::diagnostic::{ExportCode, VerifyCode};
use crate::ops::llvm::{ADDRSPACECAST, BITCAST, DYNAMIC_INDEX, GETELEMENTPTR};
use crate::preserved::{EncodedConstant, SymbolForm, TypedForm, expression_attributes};
use crate::release::Release;

/// What decoding asks of the module: the type of a global's address, and the file's resources.
pub trait Symbols {
    /// The type of the address of a global, or `None` where nothing defines the name.
    fn address_type(&self, name: Str) -> Option<Type>;

    /// The bytes of a resource of the file.
    fn resource(&self, key: Str) -> Option<&[u8]>;

    /// The release whose constant expressions are constants.
    fn release(&self) -> Release {
        Release::NATIVE
    }

    /// The order of bytes, for a module whose instructions of constants LLVM's builder folds with the data layout; `None` for one
    /// that was LLVM IR, where that is done already or was not wanted.
    fn folded_byte_order(&self) -> Option<ByteOrder> {
        None
    }
}

/// No module's symbols: an address needs none where its type is known.
pub struct NoSymbols;

impl Symbols for NoSymbols {
    fn address_type(&self, _: Str) -> Option<Type> {
        None
    }

    fn resource(&self, _: Str) -> Option<&[u8]> {
        None
    }
}

const DEPTH: u32 = crate::limits::MAX_BRACKETS as u32;

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
            AttrData::Dense { ty: dense, .. } => {
                let element = dense_element(ctx, *dense).ok_or(ExportCode::Constant)?;
                return self.dense_at(ctx, ty, element, value);
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
            AttrData::Array(items) => return self.array_at(ctx, symbols, ty, items, depth + 1),
            AttrData::Dictionary(_) => return self.encoded(ctx, symbols, value, depth + 1),
            _ => return Err(ExportCode::Constant),
        };
        self.add(ctx, ty, data)
    }

    fn array_at(
        &mut self,
        ctx: &Context,
        symbols: &dyn Symbols,
        ty: Type,
        items: &[Attr],
        depth: u32,
    ) -> Result<ConstId, ExportCode> {
        let mut elements = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            let ty = ctx.element_at(ty, i as u64).ok_or(ExportCode::Constant)?;
            elements.push(self.value_at(ctx, symbols, ty, *item, depth)?);
        }
        if element_count(ctx, ty) != Some(elements.len()) {
            return Err(ExportCode::Constant);
        }
        self.aggregate(ctx, ty, elements.into())
    }

    /// The constant that a `dense` attribute of this element type is.
    fn dense_at(&mut self, ctx: &Context, ty: Type, element: Type, value: Attr) -> Result<ConstId, ExportCode> {
        let AttrData::Dense { data, splat, ty: dense } = ctx.attr_data(value) else { return Err(ExportCode::Constant) };
        if let TypeData::Complex(part) = *ctx.type_data(element) {
            return self.complex_elements(ctx, ty, part, &mut &data[..], *splat, DEPTH);
        }
        if matches!(ctx.type_data(element), TypeData::Index) {
            let dense = dense_of_index(ctx, ty, *dense, data, *splat).ok_or(ExportCode::Constant)?;
            return self.dense_at(ctx, ty, scalars(ctx, ty).1, dense);
        }
        match ctx.type_data(ty) {
            // The type is no vector, so the one number that a splat holds is the constant.
            TypeData::Integer { .. } | TypeData::Float(_) if *splat && element == ty => {
                element_of_bytes(self, ctx, element, data)
            }
            TypeData::Array { .. } | TypeData::Vector { .. } if fits(ctx, ty, element, data.len(), *splat) => {
                let count = scalars(ctx, ty).0.unwrap_or(u64::MAX);
                if count > MOST_ELEMENTS && data.iter().any(|byte| *byte != 0) {
                    return Err(ExportCode::Nesting);
                }
                self.add(ctx, ty, if count == 0 { ConstData::Zero } else { ConstData::Data(value) })
            }
            _ => Err(ExportCode::Constant),
        }
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
        let (ty, form, parts) = match constant {
            EncodedConstant::OfType { ty, form, parts } => (ty, form, parts),
            EncodedConstant::OfSymbol { symbol, form } => {
                let data = match form {
                    SymbolForm::Address => ConstData::Symbol(symbol),
                    SymbolForm::DsoLocalEquivalent => ConstData::DsoLocalEquivalent(symbol),
                    SymbolForm::NoCfi => ConstData::NoCfi(symbol),
                    SymbolForm::BlockAddress(block) => ConstData::BlockAddress(symbol, block),
                };
                return self.add(ctx, address_type(ctx, symbols, symbol)?, data);
            }
        };
        let data = match form {
            TypedForm::Value(value) => return self.value_at(ctx, symbols, ty, value, depth + 1),
            TypedForm::Zero => ConstData::Zero,
            TypedForm::Undef => ConstData::Undef,
            TypedForm::Poison => ConstData::Poison,
            TypedForm::Elements => {
                let elements = self.encoded_parts(ctx, symbols, parts, depth)?;
                if element_count(ctx, ty).is_some_and(|n| n != elements.len()) {
                    return Err(ExportCode::Constant);
                }
                return self.aggregate(ctx, ty, elements.into());
            }
            TypedForm::PtrAuth => {
                let parts = self.encoded_parts(ctx, symbols, parts, depth)?;
                // It is of the type of the pointer that is signed.
                if parts.first().is_some_and(|pointer| self.ty(*pointer) != ty) {
                    return Err(ExportCode::Rule(VerifyCode::AddressOfAddressSpace.to_string()));
                }
                ConstData::PtrAuth(parts.into())
            }
            TypedForm::Expression(name) => {
                let mut operands = SmallVec::from_vec(self.encoded_parts(ctx, symbols, parts, depth)?);
                if name == GETELEMENTPTR {
                    operands = self.with_static_indices(ctx, attr, &operands)?;
                }
                if let ([operand], ADDRSPACECAST | BITCAST) = (&operands[..], name)
                    && self.ty(*operand) == ty
                {
                    // A symbol may have another address space than when the attribute was made.
                    return Ok(*operand);
                }
                ConstData::Expr(Box::new(Expr { name, attrs: expression_attributes(ctx, attr), operands }))
            }
        };
        self.add(ctx, ty, data)
    }

    /// The operands of a `getelementptr` with its static indices, as `i32`, among the others.
    pub fn with_static_indices(
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

    /// The operands that the operation of an expression has: without static indices.
    pub fn operation_operands(&self, ctx: &Context, expr: &Expr) -> SmallVec<[ConstId; 4]> {
        let raw = ctx.entry(expr.attrs, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw));
        let (Some(raw), [base, indices @ ..]) = (raw, expr.operands.as_slice()) else { return expr.operands.clone() };
        let dynamic = indices.iter().zip(raw).filter(|(_, raw)| **raw == DYNAMIC_INDEX);
        std::iter::once(*base).chain(dynamic.map(|(index, _)| *index)).collect()
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
