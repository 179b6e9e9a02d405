//! Constants as attributes: what upstream's form has for each, and what preserved attributes hold.

use irtrip_ir::types::well_known as types;
use irtrip_ir::{Attr, AttrData, Context, Str, TypeData};
use irtrip_llvm_ir::attr_table;

use super::elements::dense_type;
use super::{ConstData, ConstId, Constants};
use crate::OpNameDefinition;

impl Constants {
    /// The attribute `llvm.mlir.constant` or a global's `value` has for a constant, if upstream has one.
    pub fn value_attr(&self, ctx: &Context, id: ConstId) -> Option<Attr> {
        let ty = self.ty(id);
        match self.data(id) {
            _ if matches!(ctx.type_data(ty), TypeData::Byte { .. }) => None,
            ConstData::Int(value) => Some(ctx.int_attr(ty, *value)),
            ConstData::Float(bits) => Some(ctx.float_attr(ty, *bits)),
            ConstData::BigInt(attr) | ConstData::Data(attr) => Some(*attr),
            ConstData::Zero => {
                let (shaped, element) = dense_type(ctx, ty)?;
                let bytes = ctx.dense_element_bytes(element);
                Some(ctx.dense(shaped, &vec![0; bytes], bytes))
            }
            _ => None,
        }
    }

    /// A constant as preserved attributes hold it; see [`crate::preserved`].
    pub fn encode(&self, ctx: &Context, id: ConstId) -> Attr {
        let ty = self.ty(id);
        let typed =
            |key: &str, value: Attr| ctx.dictionary(&[(ctx.str(key), value), (ctx.str("type"), ctx.type_attr(ty))]);
        let lone = |key: &str, value: Attr| ctx.dictionary(&[(ctx.str(key), value)]);
        let all = |ids: &[ConstId]| ctx.array(&ids.iter().map(|e| self.encode(ctx, *e)).collect::<Vec<_>>());
        match self.data(id) {
            ConstData::Int(value) => match ctx.type_data(ty) {
                // The number has the type of an integer as wide.
                TypeData::Byte { width } => typed("value", ctx.int_attr(ctx.int_type(*width), *value)),
                _ => ctx.int_attr(ty, *value),
            },
            ConstData::BigInt(attr) => match ctx.type_data(ty) {
                TypeData::Byte { .. } => typed("value", *attr),
                _ => *attr,
            },
            ConstData::Float(bits) => ctx.float_attr(ty, *bits),
            ConstData::Zero | ConstData::NoneToken => lone("zero", ctx.type_attr(ty)),
            ConstData::Undef => lone("undef", ctx.type_attr(ty)),
            ConstData::Poison => lone("poison", ctx.type_attr(ty)),
            ConstData::Symbol(name) => ctx.symbol_ref(*name),
            ConstData::Data(attr) => typed("value", *attr),
            ConstData::Aggregate(elements) => typed("elements", all(elements)),
            ConstData::Expr(expr) => {
                let mut entries = ctx.entries(expr.attrs).to_vec();
                let mnemonic = match expr.name.def().map(|d| d.name) {
                    Some(name) => name.rsplit('.').next().unwrap_or(name),
                    None => "",
                };
                entries.push((ctx.str("op"), ctx.string_attr(mnemonic)));
                entries.push((ctx.str("operands"), all(&self.operation_operands(ctx, expr))));
                entries.push((ctx.str("type"), ctx.type_attr(ty)));
                ctx.dictionary(&entries)
            }
            ConstData::BlockAddress(function, tag) => ctx.dictionary(&[
                (ctx.str("blockaddress"), ctx.symbol_ref(*function)),
                (ctx.str("block"), ctx.int_attr(types::I64, *tag)),
                (ctx.str("type"), ctx.type_attr(ty)),
            ]),
            ConstData::DsoLocalEquivalent(name) => lone("dso_local_equivalent", ctx.symbol_ref(*name)),
            ConstData::NoCfi(name) => lone("no_cfi", ctx.symbol_ref(*name)),
            ConstData::PtrAuth(parts) => typed("ptrauth", all(parts)),
        }
    }
}

/// `<function = @f, tag = <id = 0>>`
pub fn block_address_attr(ctx: &Context, function: Str, tag: i64) -> Attr {
    let tag = block_tag_attr(ctx, tag);
    ctx.attr(AttrData::Llvm {
        kind: attr_table::BLOCKADDRESS,
        params: Box::new([Some(ctx.symbol_ref(function)), Some(tag)]),
    })
}

/// `<id = 0>`
pub fn block_tag_attr(ctx: &Context, tag: i64) -> Attr {
    ctx.attr(AttrData::Llvm { kind: attr_table::BLOCKTAG, params: Box::new([Some(ctx.int_attr(types::I64, tag))]) })
}
