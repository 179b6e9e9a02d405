//! Constants as attributes and operations: what upstream's form has for each, and what preserved attributes hold.

use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, irtrip};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, AttrData, Context, Dim, OpName, OpNameDefinition, Str, Type, TypeData, attr_table};

use crate::constants::pool::{ConstId, ConstKind, ConstantPool, is_simple};
use crate::index::symbols::Symbols;

impl ConstantPool {
    /// The attribute `llvm.mlir.constant` or a global's `value` has for a constant, if upstream has one.
    pub fn value_attr(&self, ctx: &Context, id: ConstId) -> Option<Attr> {
        let ty = self.ty(id);
        match self.kind(id) {
            _ if matches!(ctx.type_data(ty), TypeData::Byte { .. }) => None,
            ConstKind::Int(value) => Some(ctx.int_attr(ty, *value)),
            ConstKind::BigInt(value) => Some(ctx.big_int_attr(ty, value.clone())),
            ConstKind::Float(bits) => Some(ctx.float_attr(ty, *bits)),
            ConstKind::Data(data) => self.data_attr(ctx, ty, data),
            ConstKind::Null => {
                let shaped = dense_type(ctx, ty)?;
                let bytes = ctx.dense_element_bytes(shaped.1);
                Some(ctx.dense(shaped.0, &vec![0; bytes], bytes))
            }
            ConstKind::Splat(inner) => {
                let element = self.ty(*inner);
                let bytes = ctx.dense_element_bytes(element);
                let data = self.data(ctx, ty, &[*inner]).filter(|_| is_simple(ctx, element))?;
                Some(ctx.dense(ty, &data, bytes))
            }
            _ => None,
        }
    }

    fn data_attr(&self, ctx: &Context, ty: Type, data: &[u8]) -> Option<Attr> {
        if matches!(ctx.type_data(ty), TypeData::Array { element, .. } if *element == wk::I8) {
            return Some(ctx.str_attr(ctx.byte_str(data)));
        }
        let (shaped, element) = dense_type(ctx, ty)?;
        Some(ctx.dense(shaped, data, ctx.dense_element_bytes(element)))
    }

    /// A constant as preserved attributes hold it; see [`irtrip_dialect::preserved`].
    pub fn encode(&self, ctx: &Context, id: ConstId) -> Attr {
        let ty = self.ty(id);
        let typed =
            |key: &str, value: Attr| ctx.dictionary(&[(ctx.str(key), value), (ctx.str("type"), ctx.type_attr(ty))]);
        let lone = |key: &str, value: Attr| ctx.dictionary(&[(ctx.str(key), value)]);
        let all = |ids: &[ConstId]| ctx.array(&ids.iter().map(|e| self.encode(ctx, *e)).collect::<Vec<_>>());
        match self.kind(id) {
            ConstKind::Int(value) => match ctx.type_data(ty) {
                // The number has the type of an integer as wide.
                TypeData::Byte { width } => typed("value", ctx.int_attr(ctx.int_type(*width), *value)),
                _ => ctx.int_attr(ty, *value),
            },
            ConstKind::BigInt(value) => match ctx.type_data(ty) {
                TypeData::Byte { width } => typed("value", ctx.big_int_attr(ctx.int_type(*width), value.clone())),
                _ => ctx.big_int_attr(ty, value.clone()),
            },
            ConstKind::Float(bits) => ctx.float_attr(ty, *bits),
            ConstKind::Null | ConstKind::NoneToken => lone("zero", ctx.type_attr(ty)),
            ConstKind::Undef => lone("undef", ctx.type_attr(ty)),
            ConstKind::Poison => lone("poison", ctx.type_attr(ty)),
            ConstKind::Global(name) => ctx.symbol_ref(*name),
            ConstKind::Data(_) | ConstKind::Splat(_) => match self.value_attr(ctx, id) {
                Some(value) => typed("value", value),
                None => lone("poison", ctx.type_attr(ty)),
            },
            ConstKind::Aggregate(elements) => typed("elements", all(elements)),
            ConstKind::Expr(expr) => {
                let mut entries = expr.attrs.clone();
                let mnemonic = match expr.name.def().map(|d| d.name) {
                    Some(name) => name.rsplit('.').next().unwrap_or(name),
                    None => "",
                };
                entries.push((ctx.str("op"), ctx.string_attr(mnemonic)));
                entries.push((ctx.str("operands"), all(&expr.operands)));
                entries.push((ctx.str("type"), ctx.type_attr(ty)));
                ctx.dictionary(&entries)
            }
            ConstKind::BlockAddress(function, tag) => ctx.dictionary(&[
                (ctx.str("blockaddress"), ctx.symbol_ref(*function)),
                (ctx.str("block"), ctx.int_attr(wk::I64, i64::from(*tag))),
                (ctx.str("type"), ctx.type_attr(ty)),
            ]),
            ConstKind::DsoLocalEquivalent(name) => lone("dso_local_equivalent", ctx.symbol_ref(*name)),
            ConstKind::NoCfi(name) => lone("no_cfi", ctx.symbol_ref(*name)),
            ConstKind::PtrAuth(parts) => typed("ptrauth", all(parts)),
        }
    }

    /// The operation that returns a constant in a body, its attributes, and whether operands come first.
    pub fn operation(&self, ctx: &Context, symbols: &Symbols<'_>, id: ConstId) -> (OpName, Attr) {
        let empty = irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
        match self.kind(id) {
            ConstKind::Undef => (global_values::UNDEF, empty),
            ConstKind::Poison => (global_values::POISON, empty),
            ConstKind::NoneToken => (global_values::NONE, empty),
            ConstKind::Global(name) => {
                (global_values::ADDRESSOF, ctx.dictionary(&[(GLOBAL_NAME, ctx.symbol_ref(*name))]))
            }
            ConstKind::DsoLocalEquivalent(name) if !symbols.is_ifunc(*name) => {
                (global_values::DSO_LOCAL_EQUIVALENT, ctx.dictionary(&[(FUNCTION_NAME, ctx.symbol_ref(*name))]))
            }
            ConstKind::BlockAddress(function, tag) => {
                (global_values::BLOCKADDRESS, ctx.dictionary(&[(BLOCK_ADDR, block_address_attr(ctx, *function, *tag))]))
            }
            ConstKind::Expr(expr) => (expr.name, ctx.dictionary(&expr.attrs)),
            _ => match self.value_attr(ctx, id) {
                Some(value) => (global_values::CONSTANT, ctx.dictionary(&[(VALUE, value)])),
                None if *self.kind(id) == ConstKind::Null && ctx.target_type_has_zero(self.ty(id)) => {
                    (global_values::ZERO, empty)
                }
                None => (irtrip::CONSTANT, ctx.dictionary(&[(VALUE, self.encode(ctx, id))])),
            },
        }
    }
}

/// The shaped type of a dense attribute for an array (of arrays) of numbers, or an array (of arrays) of vectors or a
/// vector of numbers, and its element type.
fn dense_type(ctx: &Context, ty: Type) -> Option<(Type, Type)> {
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

/// `<function = @f, tag = <id = 0>>`
fn block_address_attr(ctx: &Context, function: Str, tag: u32) -> Attr {
    let tag = block_tag_attr(ctx, tag);
    ctx.attr(AttrData::Llvm {
        kind: attr_table::BLOCKADDRESS,
        params: Box::new([Some(ctx.symbol_ref(function)), Some(tag)]),
    })
}

/// `<id = 0>`
pub(crate) fn block_tag_attr(ctx: &Context, tag: u32) -> Attr {
    ctx.attr(AttrData::Llvm {
        kind: attr_table::BLOCKTAG,
        params: Box::new([Some(ctx.int_attr(wk::I64, i64::from(tag)))]),
    })
}
