//! The types of functions and variables.

use irtrip_dialect::attribute_set::{AttributeItem, parameter_set};
use irtrip_dialect::intrinsics::typed_signature;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Context, Module, Str, Type, TypeData, Value};
use rustc_hash::FxHashMap;

use super::intrinsic_names::typed_name;
use super::uses::{PointeeVotes, Uses};
use super::{TypedStructs, operations};
use crate::write::ARGS;

/// The types of a module's functions and of what is at its variables, aliases and ifuncs, their pointers typed, by name.
pub(super) struct Signatures<'a> {
    ctx: &'a Context,
    types: FxHashMap<Str, Type>,
    /// Whether what is kept of the text's types is heeded.
    pub heeds_text: bool,
}

impl<'a> Signatures<'a> {
    /// Those of a module; whether what is kept of the text's types is heeded.
    pub fn of(ctx: &'a Context, module: &Module, heeds_text: bool) -> Signatures<'a> {
        let functions = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC);
        let declared = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
        let all = functions.map(|op| (module.body.attrs(op), module.body.nested(op)));
        let typed = all.chain(declared.iter().map(|attrs| (*attrs, None))).filter_map(|(attrs, body)| {
            let name = ctx.string_value(ctx.entry(attrs, SYM_NAME)?)?;
            Some((name, signature(ctx, name, attrs, body, heeds_text)?))
        });
        let mut signatures = Signatures { ctx, types: typed.collect(), heeds_text };
        for global in module.ops().filter(|op| module.body.name(*op) != global_values::FUNC) {
            let attrs = module.body.attrs(global);
            let name = ctx.string_entry(attrs, SYM_NAME);
            if let (Some(name), Some((_, ty))) = (name, signatures.value_type(attrs)) {
                signatures.types.insert(name, ty);
            }
        }
        signatures
    }

    /// The key and the type of what is at a variable, an alias or an ifunc with these attributes.
    fn value_type(&self, attrs: Attr) -> Option<(Str, Type)> {
        let ctx = self.ctx;
        let keys = [IRTRIP_TYPE, GLOBAL_TYPE, ALIAS_TYPE, I_FUNC_TYPE].into_iter();
        let (key, ty) = keys.filter_map(|key| Some((key, ctx.type_value(ctx.entry(attrs, key)?)?))).next()?;
        Some((key, ctx.with_pointees(ty, pointees(ctx, attrs, self.heeds_text))))
    }

    /// The dictionary of a variable, an alias or an ifunc with its type.
    pub fn typed_global(&self, attrs: Attr) -> Attr {
        match self.value_type(attrs) {
            Some((key, ty)) => self.ctx.with_entry(attrs, key, Some(self.ctx.type_attr(ty))),
            None => attrs,
        }
    }

    /// The type of the function with a name.
    pub fn get(&self, name: Str) -> Option<Type> {
        self.types.get(&name).copied()
    }

    /// A function's dictionary with its type.
    pub fn typed(&self, attrs: Attr) -> Attr {
        let name = self.ctx.string_entry(attrs, SYM_NAME);
        match name.and_then(|name| self.get(name)) {
            Some(ty) => {
                let attrs = self.ctx.with_entry(attrs, FUNCTION_TYPE, Some(self.ctx.type_attr(ty)));
                let attrs = match self.ctx.type_data(ty) {
                    TypeData::LlvmFunction { params, .. } => typed_attributes(self.ctx, attrs, params),
                    _ => attrs,
                };
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

/// What is kept of the pointers of a type, in these attributes.
pub(super) fn pointees(ctx: &Context, attrs: Attr, heeds_text: bool) -> &[Attr] {
    let kept = ctx.entry(attrs, IRTRIP_POINTEES).filter(|_| heeds_text);
    kept.map(|list| ctx.items(list)).unwrap_or_default()
}

/// The type of the personality of a function with these attributes, where the text states what it points to.
pub(crate) fn personality_type(ctx: &Context, attrs: Attr) -> Option<Type> {
    let kept = pointees(ctx, attrs, true);
    let TypeData::LlvmFunction { result, params, .. } =
        ctx.type_data(ctx.without_pointees(ctx.type_entry(attrs, FUNCTION_TYPE)?))
    else {
        return None;
    };
    let with_personality = [params, [types::PTR].as_slice()].concat();
    let typed = ctx.with_pointees(ctx.llvm_function_type(*result, &with_personality, false), kept);
    match ctx.type_data(typed) {
        TypeData::LlvmFunction { params, .. } => params.last().copied().filter(|ty| *ty != types::PTR),
        _ => None,
    }
}

/// The type of a function: what the text states or an attribute of a pointer names, or what its uses agree on.
fn signature(ctx: &Context, name: Str, attrs: Attr, body: Option<&Body>, heeds_text: bool) -> Option<Type> {
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE)?;
    // The last may be the personality's.
    let own = ctx.pointer_count(ty);
    let has_personality = [PERSONALITY, IRTRIP_PERSONALITY].into_iter().any(|key| ctx.entry(attrs, key).is_some());
    let kept = ctx.entry(attrs, IRTRIP_POINTEES).map(|kept| ctx.items(kept)).filter(|_| heeds_text);
    let is_complete = |kept: &&[Attr]| [0, own, own + usize::from(has_personality)].contains(&kept.len());
    if let Some(kept) = kept.filter(is_complete) {
        return Some(ctx.with_pointees(ty, kept));
    }
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
    let mut votes = PointeeVotes::default();
    if let Some((body, _)) = entry {
        let uses = Uses {
            ctx,
            signatures: None,
            heeds_text,
            structs: &TypedStructs::default(),
            constants: &[],
            errors: &[],
            result: None,
        };
        for op in operations(body) {
            uses.of(body, op, |value, use_| votes.add(value, use_));
        }
    }
    let typed = params.iter().enumerate().map(|(place, param)| {
        let named = attribute_pointee(ctx, attrs, place);
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

/// A dictionary with the types that attributes of parameters or arguments name as the pointers of these types point to.
pub(super) fn typed_attributes(ctx: &Context, mut attrs: Attr, params: &[Type]) -> Attr {
    for key in ARGS.into_iter().chain([OPERAND_ATTRS]) {
        let Some(list) = ctx.entry(attrs, key) else { continue };
        let of_each = ctx.items(list).iter().enumerate().map(|(place, dictionary)| {
            let Some(TypeData::TypedPointer { pointee, .. }) = params.get(place).map(|ty| ctx.type_data(*ty)) else {
                return *dictionary;
            };
            ctx.entries(*dictionary).iter().fold(*dictionary, |typed, (name, value)| match ctx.type_value(*value) {
                Some(ty) if ty != *pointee && ctx.without_pointees(*pointee) == ty => {
                    ctx.with_entry(typed, *name, Some(ctx.type_attr(*pointee)))
                }
                _ => typed,
            })
        });
        let typed = ctx.array(&of_each.collect::<Vec<Attr>>());
        attrs = ctx.with_entry(attrs, key, Some(typed));
    }
    attrs
}

/// What an attribute of the parameter or argument at a place names: `byval(T)`, `sret(T)`, `elementtype(T)` ...
pub(super) fn attribute_pointee(ctx: &Context, attrs: Attr, place: usize) -> Option<Type> {
    let list = ARGS.into_iter().find_map(|key| ctx.entry(attrs, key))?;
    let set = parameter_set(ctx, *ctx.items(list).get(place)?);
    set.items().iter().find_map(|item| match item {
        AttributeItem::Type(_, ty) => Some(*ty),
        // It is the place of a pointer.
        AttributeItem::Flag(_) if item.row().is_some_and(|row| row.llvm == "swifterror") => Some(types::PTR),
        AttributeItem::Flag(_) | AttributeItem::Int(..) | AttributeItem::Text(..) | AttributeItem::String { .. } => {
            None
        }
    })
}
