//! Constant addresses as LLVM's builder makes them: a chain of `getelementptr` of a global is one, in bytes.
//!
//! LangRef, "getelementptr". An address that is known to stay in the global's bounds is `inbounds`; one that is
//! `inbounds` or `nusw` and does not go back is `nuw`.

use irtrip_dialect::enums::{GepNoWrapFlags, Linkage};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{
    ELEM_TYPE, GLOBAL_NAME, GLOBAL_TYPE, IRTRIP_INRANGE, LINKAGE, NO_WRAP_FLAGS, RAW_CONSTANT_INDICES, SYM_NAME, VALUE,
};
use irtrip_dialect::ops::global_values::{ADDRESSOF, CONSTANT, GLOBAL, ZERO};
use irtrip_dialect::ops::llvm::{ADDRSPACECAST, DYNAMIC_INDEX, GETELEMENTPTR, INTTOPTR};
use irtrip_dialect::types::well_known::I8;
use irtrip_dialect::{Attr, Body, Context, Module, NewOp, Op, Region, Str, Type, TypeData, Value, ValueDef};
use rustc_hash::FxHashMap;

/// The bytes of each variable of a module that is surely there.
pub fn sizes(ctx: &Context, module: &Module, layout: &Layout) -> FxHashMap<Str, i64> {
    let body = &module.body;
    let size = |op: Op| {
        let name = ctx.string_value(body.attr(ctx, op, SYM_NAME)?)?;
        let linkage: Option<Linkage> = body.attr(ctx, op, LINKAGE).and_then(|linkage| ctx.enum_value(linkage));
        let weak = linkage == Some(Linkage::ExternWeak);
        let ty = ctx.type_value(body.attr(ctx, op, GLOBAL_TYPE)?)?;
        let bytes = match ctx.type_data(ty) {
            TypeData::Array { .. } | TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                layout.alloc_size(ctx, ty)?
            }
            _ => layout.store_size(ctx, ty),
        };
        let bytes = i64::try_from(bytes).ok()?;
        (!weak && bytes > 0).then_some((name, bytes))
    };
    module.ops().filter(|op| body.name(*op) == GLOBAL).filter_map(size).collect()
}

/// A constant address.
#[derive(Clone, Copy)]
struct Address {
    /// The value it is counted from.
    base: Value,
    /// The bytes of the variable that `base` is the address of; 0 where they are not known.
    size: i64,
    offset: i64,
    /// `noWrapFlags` that all steps have; none of the base itself.
    flags: Option<GepNoWrapFlags>,
    /// The base is `null`.
    from_null: bool,
}

/// What is known in a body.
pub struct Addresses<'a> {
    ctx: &'a Context,
    layout: &'a Layout,
    sizes: &'a FxHashMap<Str, i64>,
    numbers: FxHashMap<Value, i64>,
    addresses: FxHashMap<Value, Address>,
    /// Values that stand for others.
    replaced: FxHashMap<Value, Value>,
}

impl<'a> Addresses<'a> {
    /// Nothing is known.
    pub fn new(ctx: &'a Context, layout: &'a Layout, sizes: &'a FxHashMap<Str, i64>) -> Addresses<'a> {
        let (numbers, addresses, replaced) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Addresses { ctx, layout, sizes, numbers, addresses, replaced }
    }

    /// Gives each `llvm.getelementptr` of a body that is a constant address one index, in bytes from a global.
    pub fn in_bytes(mut self, body: &mut Body) {
        if !steps_from_address(body) {
            return;
        }
        for region in body.regions().to_vec() {
            self.in_region(body, region);
        }
        if !self.replaced.is_empty() {
            for operand in body.operand_pool_mut() {
                *operand = self.replaced.get(operand).copied().unwrap_or(*operand);
            }
        }
    }

    fn in_region(&mut self, body: &mut Body, region: Region) {
        let ctx = self.ctx;
        for block in body.reverse_post_order(region) {
            let ops: Vec<Op> = body.ops(block).collect();
            for op in ops {
                let Some(value) = body.result(op) else { continue };
                match body.name(op) {
                    CONSTANT => {
                        let number = body.attr(ctx, op, VALUE).and_then(|a| ctx.int_value(a));
                        self.numbers.extend(number.map(|n| (value, n)));
                    }
                    ADDRESSOF => {
                        let name = body.attr(ctx, op, GLOBAL_NAME).and_then(|s| ctx.symbol_value(s));
                        let size = name.and_then(|name| self.sizes.get(&name)).copied().unwrap_or(0);
                        self.base(value, size, false);
                    }
                    ZERO if matches!(ctx.type_data(body.value_type(value)), TypeData::Pointer { .. }) => {
                        self.base(value, 0, true);
                    }
                    ADDRSPACECAST if body.operands(op).iter().all(|o| self.addresses.contains_key(o)) => {
                        self.base(value, 0, false);
                    }
                    GETELEMENTPTR => self.step(body, op, value),
                    _ => {}
                }
            }
        }
    }

    fn base(&mut self, value: Value, size: i64, from_null: bool) {
        self.addresses.insert(value, Address { base: value, size, offset: 0, flags: None, from_null });
    }

    fn step(&mut self, body: &mut Body, op: Op, value: Value) {
        let ctx = self.ctx;
        let Some(from) = body.operands(op).first().and_then(|base| self.addresses.get(base)).copied() else { return };
        if body.attr(ctx, op, IRTRIP_INRANGE).is_some() || body.value_type(from.base) != body.value_type(value) {
            return;
        }
        let Some(offset) = self.offset(body, op).and_then(|bytes| from.offset.checked_add(bytes)) else { return };
        let own = body.attr(ctx, op, NO_WRAP_FLAGS).and_then(|f| ctx.enum_value(f)).unwrap_or(GepNoWrapFlags::NONE);
        let mut flags = from.flags.map_or(own, |flags| flags & own);
        let address = Address { offset, flags: Some(flags), ..from };
        self.addresses.insert(value, address);
        if offset == 0 {
            self.replaced.insert(value, from.base);
            body.unlink(op);
            return;
        }
        if offset > 0 && offset <= from.size {
            flags |= GepNoWrapFlags::INBOUNDS;
        }
        if offset > 0 && flags.contains(GepNoWrapFlags::NUSW) {
            flags |= GepNoWrapFlags::NUW;
        }
        let width = match ctx.type_data(body.value_type(value)) {
            TypeData::Pointer { address_space } => self.layout.pointer_bits(*address_space),
            _ => return,
        };
        let index = number(ctx, body, op, ctx.int_type(width), offset);
        if address.from_null {
            let absolute = body.create(NewOp { operands: &[index], loc: body.loc(op), ..NewOp::new(INTTOPTR) });
            body.add_results(absolute, &[body.value_type(value)]);
            body.insert_before(op, absolute);
            self.replaced.extend(body.result(absolute).map(|absolute| (value, absolute)));
            body.unlink(op);
        } else {
            rewrite(ctx, body, op, address.base, index, flags);
        }
    }

    /// The bytes from the base to the element; `None` where an index is no constant.
    fn offset(&self, body: &Body, op: Op) -> Option<i64> {
        let (ctx, layout) = (self.ctx, self.layout);
        let mut ty: Type = body.attr(ctx, op, ELEM_TYPE).and_then(|t| ctx.type_value(t))?;
        let mut dynamic = body.operands(op).get(1..)?.iter();
        let mut bytes = 0i64;
        let raw = body.attr(ctx, op, RAW_CONSTANT_INDICES).and_then(|r| ctx.dense_array(r))?;
        for (place, index) in raw.iter().enumerate() {
            let index = if *index == DYNAMIC_INDEX { *self.numbers.get(dynamic.next()?)? } else { *index };
            let step = if place == 0 {
                i64::try_from(layout.alloc_size(ctx, ty)?).ok()?.checked_mul(index)?
            } else if let Ok(index) = u64::try_from(index) {
                let step = layout.element_offset(ctx, ty, index)?;
                ty = ctx.element_at(ty, index)?;
                i64::try_from(step).ok()?
            } else if let TypeData::Array { element, .. } = *ctx.type_data(ty) {
                // An index in front of an array's first element.
                ty = element;
                i64::try_from(layout.alloc_size(ctx, element)?).ok()?.checked_mul(index)?
            } else {
                return None;
            };
            bytes = bytes.checked_add(step)?;
        }
        Some(bytes)
    }
}

/// Whether there is a step from a constant address: most functions have none.
fn steps_from_address(body: &Body) -> bool {
    body.linked_ops().any(|op| {
        let base = body.operands(op).first().filter(|_| body.name(op) == GETELEMENTPTR);
        base.is_some_and(|base| match body.value(*base).def {
            ValueDef::Result(from, _) => matches!(body.name(from), ADDRESSOF | ADDRSPACECAST | ZERO),
            _ => false,
        })
    })
}

/// A number in front of an operation.
fn number(ctx: &Context, body: &mut Body, op: Op, ty: Type, value: i64) -> Value {
    let attrs = ctx.dictionary(&[(VALUE, ctx.int_attr(ty, value))]);
    let constant = body.create(NewOp { attrs, loc: body.loc(op), ..NewOp::new(CONSTANT) });
    let number = body.new_value(ty);
    body.define_result(constant, number);
    body.insert_before(op, constant);
    number
}

fn rewrite(ctx: &Context, body: &mut Body, op: Op, base: Value, index: Value, flags: GepNoWrapFlags) {
    body.set_operands(op, &[base, index]);
    let raw = ctx.i32_array(&[DYNAMIC_INDEX as i32]);
    let stored: Option<Attr> = (!flags.is_empty()).then(|| ctx.enum_attr(flags));
    let attrs = ctx.with_entry(body.attrs(op), RAW_CONSTANT_INDICES, Some(raw));
    let attrs = ctx.with_entry(attrs, NO_WRAP_FLAGS, stored);
    body.set_attrs(op, ctx.with_entry(attrs, ELEM_TYPE, Some(ctx.type_attr(I8))));
}
