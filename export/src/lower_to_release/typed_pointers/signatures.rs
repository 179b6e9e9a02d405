//! The types of functions.

use irtrip_dialect::attribute_set::{AttributeItem, parameter_set};
use irtrip_dialect::intrinsics::typed_signature;
use irtrip_dialect::names::{FUNCTION_TYPE, IRTRIP_DECLARATIONS, IRTRIP_POINTEES, SYM_NAME};
use irtrip_dialect::ops::global_values;
use irtrip_dialect::{Attr, Body, Context, Module, Str, Type, TypeData, Value};
use rustc_hash::FxHashMap;

use super::intrinsic_names::typed_name;
use super::uses::{Uses, Votes};
use super::{function_type, operations};
use crate::write::ARGS;

/// The types of a module's functions, their pointers typed, by name.
pub(super) struct Signatures<'a> {
    ctx: &'a Context,
    types: FxHashMap<Str, Type>,
}

impl<'a> Signatures<'a> {
    /// Those of a module.
    pub fn of(ctx: &'a Context, module: &Module) -> Signatures<'a> {
        let functions = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC);
        let declared = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
        let all = functions.map(|op| (module.body.attrs(op), module.body.nested(op)));
        let typed = all.chain(declared.iter().map(|attrs| (*attrs, None))).filter_map(|(attrs, body)| {
            let name = ctx.string_value(ctx.entry(attrs, SYM_NAME)?)?;
            Some((name, signature(ctx, name, attrs, body)?))
        });
        Signatures { ctx, types: typed.collect() }
    }

    /// The type of the function with a name.
    pub fn get(&self, name: Str) -> Option<Type> {
        self.types.get(&name).copied()
    }

    /// A function's dictionary with its type.
    pub fn typed(&self, attrs: Attr) -> Attr {
        let name = self.ctx.entry(attrs, SYM_NAME).and_then(|name| self.ctx.string_value(name));
        match name.and_then(|name| self.get(name)) {
            Some(ty) => {
                let attrs = self.ctx.with_entry(attrs, FUNCTION_TYPE, Some(self.ctx.type_attr(ty)));
                let text = name.map(|name| self.ctx.text(name)).filter(|text| text.starts_with("llvm."));
                match text {
                    Some(text) => {
                        let name = self.ctx.string_attr(&typed_name(self.ctx, &text, ty));
                        self.ctx.with_entry(attrs, SYM_NAME, Some(name))
                    }
                    None => attrs,
                }
            }
            None => attrs,
        }
    }
}

/// The type of a function: what an attribute of a pointer names, or what its uses agree on.
fn signature(ctx: &Context, name: Str, attrs: Attr, body: Option<&Body>) -> Option<Type> {
    let ty = function_type(ctx, attrs)?;
    let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return None };
    let text = ctx.text(name);
    if text.starts_with("llvm.") {
        return Some(typed_signature(ctx, &text, ty));
    }
    if !params.iter().any(|param| ctx.pointer_space(ctx.scalar_type(*param)).is_some()) {
        return Some(ty);
    }
    let entry = body.and_then(|body| Some((body, *body.blocks(*body.regions().first()?).first()?)));
    let arguments: &[Value] = entry.map(|(body, block)| body.block_args(block)).unwrap_or_default();
    let mut votes = Votes::default();
    if let Some((body, _)) = entry {
        let uses = Uses { ctx, signatures: None };
        for op in operations(body) {
            uses.of(body, op, |value, use_| votes.add(value, use_));
        }
    }
    let written = ctx.entry(attrs, IRTRIP_POINTEES).map(|list| ctx.items(list)).unwrap_or_default();
    let written = if written.len() == params.len() { written } else { &[] };
    let typed = params.iter().enumerate().map(|(place, param)| {
        let written = || ctx.type_value(*written.get(place)?);
        let named = attribute_pointee(ctx, attrs, place).or_else(written);
        let named = named.map(|pointee| pointer_to(ctx, *param, pointee));
        let used = || votes.of(*arguments.get(place)?);
        named.or_else(used).unwrap_or(*param)
    });
    Some(ctx.llvm_function_type(*result, &typed.collect::<Vec<_>>(), *vararg))
}

/// A pointer like this one, or a vector of pointers, to a type.
pub(super) fn pointer_to(ctx: &Context, pointer: Type, pointee: Type) -> Type {
    match ctx.pointer_space(ctx.scalar_type(pointer)) {
        Some(space) => ctx.with_scalar_type(pointer, ctx.typed_pointer_type(pointee, space)),
        None => pointer,
    }
}

/// What an attribute of the parameter or argument at a place names: `byval(T)`, `sret(T)`, `elementtype(T)` ...
pub(super) fn attribute_pointee(ctx: &Context, attrs: Attr, place: usize) -> Option<Type> {
    let list = ARGS.into_iter().find_map(|key| ctx.entry(attrs, key))?;
    let set = parameter_set(ctx, *ctx.items(list).get(place)?);
    set.items().iter().find_map(|item| match item {
        AttributeItem::Type(_, ty) => Some(*ty),
        AttributeItem::Flag(_) | AttributeItem::Int(..) | AttributeItem::Text(..) | AttributeItem::String { .. } => {
            None
        }
    })
}
