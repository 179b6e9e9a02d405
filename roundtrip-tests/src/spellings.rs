//! Facts that a module of MLIR can spell in more than one way, in one of them. Nothing is taken away that one of two
//! modules could say and the other not.

use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Intrinsic, LlvmForm, Special, entities};
use irtrip_dialect::{Attr, AttrData, Body, Context, Dim, Module, Op, Str, Type, TypeData, ValueDef};

/// The symbol of upstream's comdat operation; what a module calls it does not matter.
const COMDATS: &str = "__llvm_global_comdat";

/// Calls a module's comdat operation as upstream's import does, and what refers to it.
pub fn comdats(ctx: &Context, module: &mut Module) {
    let own: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == entities::COMDAT).collect();
    let [op] = own[..] else { return };
    let Some(name) = module.body.attr(ctx, op, SYM_NAME).and_then(|n| ctx.string_value(n)) else { return };
    let usual = ctx.str(COMDATS);
    let attrs = ctx.with_entry(module.body.attrs(op), SYM_NAME, Some(ctx.str_attr(usual)));
    module.body.set_attrs(op, attrs);
    let entities: Vec<Op> = module.ops().collect();
    for op in entities {
        if let Some(comdat) = module.body.attr(ctx, op, irtrip_dialect::names::COMDAT)
            && let AttrData::SymbolRef { root, nested } = ctx.attr_data(comdat)
            && *root == name
        {
            let reference = ctx.attr(AttrData::SymbolRef { root: usual, nested: nested.clone() });
            let attrs = ctx.with_entry(module.body.attrs(op), irtrip_dialect::names::COMDAT, Some(reference));
            module.body.set_attrs(op, attrs);
        }
    }
}

/// Settles a module-level operation: its `passthrough`, its `value`.
pub fn entity(ctx: &Context, body: &mut Body, op: Op) {
    passthrough(ctx, body, op);
    if let Some(ty) = body.attr(ctx, op, GLOBAL_TYPE).and_then(|t| ctx.type_value(t)) {
        value(ctx, body, op, ty);
    }
}

/// `passthrough` has no order, and what an attribute of the operation says it need not say. The attributes of the `nvvm`
/// dialect are written as the rest of it is. LangRef, "Function Attributes".
fn passthrough(ctx: &Context, body: &mut Body, op: Op) {
    let attrs = body.attrs(op);
    let list = ctx.entry(attrs, PASSTHROUGH).map(|list| ctx.items(list).to_vec()).unwrap_or_default();
    let mut items: Vec<(Vec<u8>, Attr)> = Vec::with_capacity(list.len());
    for item in list {
        let parts: Vec<Str> = match ctx.attr_data(item) {
            AttrData::Array(parts) => parts.iter().filter_map(|part| ctx.string_value(*part)).collect(),
            _ => ctx.string_value(item).into_iter().collect(),
        };
        let own = parts.first().map(|key| ctx.str(&ctx.text(*key).replace('-', "_")));
        let own = own.and_then(|key| ctx.entry(attrs, key)).and_then(|value| ctx.string_value(value));
        if own.is_none() || own != parts.get(1).copied() {
            items.push((parts.iter().flat_map(|part| [ctx.bytes(*part), b" "].concat()).collect(), item));
        }
    }
    let mut kept = Vec::new();
    for &(key, value) in ctx.entries(attrs) {
        match ctx.int_value(value).filter(|_| ctx.bytes(key).starts_with(b"nvvm.")) {
            Some(number) => {
                let number = number.to_string();
                let item = ctx.array(&[ctx.str_attr(key), ctx.string_attr(&number)]);
                items.push(([ctx.bytes(key), b" ", number.as_bytes(), b" "].concat(), item));
            }
            None => kept.push((key, value)),
        }
    }
    items.sort();
    items.dedup();
    let items: Vec<Attr> = items.into_iter().map(|item| item.1).collect();
    let list = (!items.is_empty()).then(|| ctx.array(&items));
    body.set_attrs(op, ctx.with_entry(ctx.dictionary(&kept), PASSTHROUGH, list));
}

/// Settles an operation of a function's or an initializer's body.
pub fn operation(ctx: &Context, body: &mut Body, op: Op) {
    if body.name(op) == entities::CONSTANT
        && let Some(result) = body.result(op)
    {
        value(ctx, body, op, body.value_type(result));
    }
    let Some(def) = body.name(op).def() else { return };
    // What a masked access passes through is `poison` unless it is said.
    if let LlvmForm::Intrinsic(Intrinsic { special: Special::MaskedAlign(_), .. }) = def.llvm
        && let (Some(_), [pointer, mask, rest]) = (body.result(op), body.operands(op))
        && matches!(body.value(*rest).def, ValueDef::Result(op, _) if body.name(op) == entities::POISON)
    {
        let operands = [*pointer, *mask];
        body.set_operands(op, &operands);
    }
}

/// Elements have the shape of the type that they are a value of: a tensor for an array, a vector for a vector. Where
/// there are none, none is named.
fn value(ctx: &Context, body: &mut Body, op: Op, ty: Type) {
    let Some(AttrData::Dense { ty: of, data, splat }) = body.attr(ctx, op, VALUE).map(|v| ctx.attr_data(v)) else {
        return;
    };
    let Some((dims, vector)) = shape(ctx, ty) else { return };
    let element = match ctx.type_data(*of) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => *element,
        _ => return,
    };
    let count = dims.iter().try_fold(1u64, |count, dim| count.checked_mul(dim.size?));
    let shaped = if vector {
        TypeData::Vector { dims: dims.into(), element }
    } else {
        TypeData::Tensor { dims: Some(dims.into()), element, encoding: None }
    };
    let ty = ctx.ty(shaped);
    let settled = match count {
        Some(0) => AttrData::Dense { ty, data: Box::from([]), splat: false },
        _ => AttrData::Dense { ty, data: data.clone(), splat: *splat },
    };
    body.set_attrs(op, ctx.with_entry(body.attrs(op), VALUE, Some(ctx.attr(settled))));
}

/// The dimensions of nested arrays, or of a vector alone; whether it is a vector.
fn shape(ctx: &Context, mut ty: Type) -> Option<(Vec<Dim>, bool)> {
    let mut dims = Vec::new();
    let mut vector = true;
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                dims.push(Dim { size: Some(*length), scalable: false });
                (ty, vector) = (*element, false);
            }
            TypeData::Vector { dims: inner, element } => {
                dims.extend(inner.iter().copied());
                ty = *element;
                vector &= dims.len() == inner.len();
            }
            TypeData::Integer { .. } | TypeData::Float(_) => return (!dims.is_empty()).then_some((dims, vector)),
            _ => return None,
        }
    }
}
