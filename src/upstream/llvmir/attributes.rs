//! Attributes as upstream's exporter gives them: declarations of intrinsics have LLVM's, calls have the memory effects
//! that they say even where those are the function's.

use irtrip::dialect::attribute_set::{
    AttributeSet, MemoryEffects, call_set, function_entries, function_set, list_attr, parameter_dictionary,
    parameter_set,
};
use irtrip::dialect::intrinsic_attributes::intrinsic_attributes;
use irtrip::dialect::names::{ARG_ATTRS, FUNCTION_TYPE, IRTRIP_ATTRIBUTES, MEMORY_EFFECTS, RES_ATTRS, SYM_NAME};
use irtrip::dialect::{Attr, Body, Context, Op, TypeData};

/// Adds to the declaration of an intrinsic what LLVM gives it and the operation does not say otherwise.
pub fn declare(ctx: &Context, body: &mut Body, op: Op) {
    let attrs = body.attrs(op);
    let name = ctx.entry(attrs, SYM_NAME).and_then(|n| ctx.string_value(n)).map(|n| ctx.text(n));
    let ty = ctx.entry(attrs, FUNCTION_TYPE).and_then(|t| ctx.type_value(t));
    let (Some(name), Some(ty)) = (name.filter(|n| n.starts_with("llvm.")), ty) else { return };
    let TypeData::LlvmFunction { params, .. } = ctx.type_data(ty) else { return };
    let Some(known) = intrinsic_attributes(ctx, &name, ty) else { return };
    let mut attrs = attrs;
    let own = function_set(ctx, attrs);
    for (key, value) in function_entries(ctx, &joined(ctx, &known.function, &own)) {
        attrs = ctx.with_entry(attrs, key, Some(value));
    }
    let lists = [(ARG_ATTRS, params.len(), known.parameters.as_slice()), (RES_ATTRS, 1, &[known.result][..])];
    for (key, count, sets) in lists {
        if sets.iter().all(AttributeSet::is_empty) {
            continue;
        }
        let said = ctx.entry(attrs, key).map(|list| ctx.items(list)).unwrap_or_default();
        let none = AttributeSet::new();
        let list: Vec<Attr> = (0..count)
            .map(|i| {
                let own = said.get(i).map_or_else(AttributeSet::new, |d| parameter_set(ctx, *d));
                parameter_dictionary(ctx, &joined(ctx, sets.get(i).unwrap_or(&none), &own))
            })
            .collect();
        attrs = ctx.with_entry(attrs, key, Some(ctx.array(&list)));
    }
    body.set_attrs(op, attrs);
}

/// Both sets; of two values of one attribute `own`'s.
fn joined(ctx: &Context, known: &AttributeSet, own: &AttributeSet) -> AttributeSet {
    let mut set = own.clone();
    for item in known.items() {
        if item.place().is_some_and(|place| own.get(usize::from(place)).is_none()) {
            set.push(ctx, *item);
        }
    }
    set
}

/// Has a call say its memory effects.
pub fn say_memory(ctx: &Context, body: &mut Body, op: Op) {
    let attrs = body.attrs(op);
    if ctx.entry(attrs, MEMORY_EFFECTS).is_none() {
        return;
    }
    let set = call_set(ctx, body.name(op), attrs, MemoryEffects::ANY);
    body.set_attrs(op, ctx.with_entry(attrs, IRTRIP_ATTRIBUTES, Some(list_attr(ctx, &set))));
}
