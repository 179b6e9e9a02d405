//! Attributes as upstream's exporter writes them: declarations of intrinsics have LLVM's, others fewer than definitions.

use irtrip_dialect::attribute_set::{
    AttributeSet, function_entries, function_set, parameter_dictionary, parameter_set,
};
use irtrip_dialect::intrinsics::intrinsic_attributes;
use irtrip_dialect::names::{ARG_ATTRS, FUNCTION_TYPE, RES_ATTRS, SECTION, SYM_NAME};
use irtrip_dialect::{Attr, Body, Context, Op, Str, TypeData};

/// The attributes that upstream's exporter writes for definitions alone.
const OF_DEFINITIONS: [&str; 21] = [
    "arm_in_za",
    "arm_inout_za",
    "arm_locally_streaming",
    "arm_new_za",
    "arm_out_za",
    "arm_preserves_za",
    "arm_streaming",
    "arm_streaming_compatible",
    "denormal_fp_math",
    "denormal_fp_math_f32",
    "fp_contract",
    "instrument_function_entry",
    "instrument_function_exit",
    "no_infs_fp_math",
    "no_nans_fp_math",
    "no_signed_zeros_fp_math",
    "prefer_vector_width",
    "reciprocal_estimates",
    "target_cpu",
    "tune_cpu",
    "vscale_range",
];

/// Takes from a declaration the attributes that upstream's exporter does not write for one.
pub fn drop_of_declaration(ctx: &Context, body: &mut Body, op: Op) {
    let attrs = body.attrs(op);
    let gone = |key| key == SECTION || OF_DEFINITIONS.contains(&&*ctx.text(key));
    let kept: Vec<(Str, Attr)> = ctx.entries(attrs).iter().copied().filter(|entry| !gone(entry.0)).collect();
    body.set_attrs(op, ctx.dictionary(&kept));
}

/// Adds to the declaration of an intrinsic LLVM's attributes, but for those that the operation has itself.
pub fn declare(ctx: &Context, body: &mut Body, op: Op) {
    let attrs = body.attrs(op);
    let name = ctx.string_entry(attrs, SYM_NAME).map(|n| ctx.text(n));
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
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
        let items = ctx.entry(attrs, key).map(|list| ctx.items(list)).unwrap_or_default();
        let none = AttributeSet::new();
        let list: Vec<Attr> = (0..count)
            .map(|i| {
                let own = items.get(i).map_or_else(AttributeSet::new, |d| parameter_set(ctx, *d));
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
