//! Facts that a module of MLIR can spell in more than one way, in one of them. Nothing is taken away that one of two
//! modules could say and the other not.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Intrinsic, LlvmForm, Special, entities, llvm};
use irtrip_dialect::types::well_known::I64;
use irtrip_dialect::{Attr, AttrData, Body, Context, Dim, Module, NewOp, Op, Str, Type, TypeData, Value, ValueDef};
use irtrip_export::dense_of;
use rustc_hash::FxHashMap;

use crate::settled::linkage;

/// The bytes of a file's resources, by key.
pub type Resources<'t> = FxHashMap<&'t str, Vec<u8>>;

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

/// Settles a module-level operation: its `passthrough`, its `value`, its initializer.
pub fn entity(ctx: &Context, resources: &Resources<'_>, body: &mut Body, op: Op) {
    passthrough(ctx, body, op);
    if let Some(ty) = body.attr(ctx, op, GLOBAL_TYPE).and_then(|t| ctx.type_value(t)) {
        value(ctx, resources, body, op, ty);
        if body.name(op) == entities::GLOBAL {
            initializer(ctx, body, op, ty);
        }
    }
}

/// A variable that has no initializer, and that no other module defines, is undefined. LangRef, "Linkage Types".
fn initializer(ctx: &Context, body: &mut Body, op: Op, ty: Type) {
    let is_there = body.attr(ctx, op, VALUE).is_some() || body.nested(op).is_some_and(|own| own.op_count() > 0);
    if is_there || matches!(linkage(ctx, body, op), "" | "external" | "extern_weak") {
        return;
    }
    let mut own = Body::new();
    let (region, block) = (own.add_root(), own.new_block());
    own.append_block(region, block);
    let undefined = own.append(block, NewOp::new(entities::UNDEF), &[ty]);
    let operands: Vec<Value> = own.results(undefined).collect();
    own.append(block, NewOp { operands: &operands, ..NewOp::new(llvm::RETURN) }, &[]);
    body.set_nested(op, own);
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
pub fn operation(ctx: &Context, resources: &Resources<'_>, body: &mut Body, op: Op) {
    if body.name(op) == entities::CONSTANT
        && let Some(result) = body.result(op)
    {
        value(ctx, resources, body, op, body.value_type(result));
    }
    let Some(def) = body.name(op).def() else { return };
    if matches!(def.llvm, LlvmForm::Intrinsic(_)) {
        argument_attributes(ctx, body, op);
    }
    // What a masked access passes through is `poison` unless it is said.
    if let LlvmForm::Intrinsic(Intrinsic { special: Special::MaskedAlign(_), .. }) = def.llvm
        && let (Some(_), [pointer, mask, rest]) = (body.result(op), body.operands(op))
        && matches!(body.value(*rest).def, ValueDef::Result(op, _) if body.name(op) == entities::POISON)
    {
        let operands = [*pointer, *mask];
        body.set_operands(op, &operands);
    }
}

/// The attributes of an intrinsic's arguments: one dictionary each, alignments as numbers of 64 bits.
fn argument_attributes(ctx: &Context, body: &mut Body, op: Op) {
    let Some(list) = body.attr(ctx, op, ARG_ATTRS) else { return };
    let key = ctx.str("llvm.align");
    let dictionary = |&of: &Attr| match ctx.entry(of, key).and_then(|align| ctx.int_value(align)) {
        Some(align) => ctx.with_entry(of, key, Some(ctx.int_attr(I64, align))),
        None => of,
    };
    let mut all: Vec<Attr> = ctx.items(list).iter().map(dictionary).collect();
    all.resize(all.len().max(body.operands(op).len()), EMPTY_DICTIONARY);
    body.set_attrs(op, ctx.with_entry(body.attrs(op), ARG_ATTRS, Some(ctx.array(&all))));
}

/// The value of a constant: see [`elements`], wherever they stand; of a format that LLVM IR does not have, the integer of the same bits.
fn value(ctx: &Context, resources: &Resources<'_>, body: &mut Body, op: Op, ty: Type) {
    let Some(given) = body.attr(ctx, op, VALUE) else { return };
    let dense = dense_of(ctx, given, |key| resources.get(&*ctx.text(key)).map(Vec::as_slice));
    let settled = match ctx.attr_data(dense.unwrap_or(given)) {
        AttrData::Dense { ty: of, data, splat } => elements(ctx, (*of, data, *splat), ty),
        AttrData::Float { bits, .. } => match ctx.type_data(ty) {
            TypeData::Integer { width: width @ 1..=64, .. } => {
                let unused = 64 - width;
                Some(ctx.int_attr(ty, ((bits.get() as i64) << unused) >> unused))
            }
            _ => None,
        },
        _ => None,
    };
    if let Some(settled) = settled {
        body.set_attrs(op, ctx.with_entry(body.attrs(op), VALUE, Some(settled)));
    }
}

/// Elements have the shape of the type that they are a value of: a tensor for an array, a vector for a vector. Where
/// there are none, none is named. Floats of a format that LLVM IR does not have are integers.
fn elements(ctx: &Context, (of, data, splat): (Type, &[u8], bool), ty: Type) -> Option<Attr> {
    let (dims, vector, scalar) = shape(ctx, ty)?;
    let element = match ctx.type_data(of) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => *element,
        _ => return None,
    };
    let is_float = |ty| matches!(ctx.type_data(ty), TypeData::Float(_));
    let element = if is_float(element) && !is_float(scalar) { scalar } else { element };
    let count = dims.iter().try_fold(1u64, |count, dim| count.checked_mul(dim.size?));
    let shaped = if vector {
        TypeData::Vector { dims: dims.into(), element }
    } else {
        TypeData::Tensor { dims: Some(dims.into()), element, encoding: None }
    };
    let ty = ctx.ty(shaped);
    Some(ctx.attr(match count {
        Some(0) => AttrData::Dense { ty, data: Box::from([]), splat: false },
        _ => AttrData::Dense { ty, data: data.into(), splat },
    }))
}

/// The dimensions of nested arrays, or of a vector alone; whether it is a vector; what is in it.
fn shape(ctx: &Context, mut ty: Type) -> Option<(Vec<Dim>, bool, Type)> {
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
            TypeData::Integer { .. } | TypeData::Float(_) => return (!dims.is_empty()).then_some((dims, vector, ty)),
            _ => return None,
        }
    }
}
