//! What the text's pointers point to, where the release does not have all of it.

use irtrip_dialect::attributes::AttrReplacer;
use irtrip_dialect::names::{IRTRIP_DECLARATIONS, IRTRIP_PHIS, IRTRIP_POINTEES, IRTRIP_STRUCT_POINTEES};
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Module, Op, Str, Type};

use crate::lower_to_release::expansions::bfloats::narrowed;
use crate::lower_to_release::types::KnownTypes;

/// Where pointees are kept, or lists of what keeps them.
const KEYS: [Str; 4] = [IRTRIP_POINTEES, IRTRIP_PHIS, IRTRIP_STRUCT_POINTEES, IRTRIP_DECLARATIONS];

/// Has the pointers point to what stands for a type that the release lacks, or to `i8`: no value is of that type.
pub(super) fn lower(ctx: &Context, module: &mut Module, release: Release) {
    if ctx.types().all(|ty| ctx.type_data(ty).releases(ctx).contains(release)) {
        return;
    }
    let mut pointees = AttrReplacer::new(ctx, |attr| match ctx.attr_data(attr) {
        AttrData::Type(ty) => in_release(ctx, *ty, release).map(|ty| ctx.type_attr(ty)),
        _ => None,
    });
    let mut lowered = |attrs: Attr| {
        KEYS.into_iter().fold(attrs, |attrs, key| match ctx.entry(attrs, key) {
            Some(kept) => ctx.with_entry(attrs, key, Some(pointees.replaced(kept))),
            None => attrs,
        })
    };
    module.attrs = lowered(module.attrs);
    for global in module.ops().collect::<Vec<Op>>() {
        module.body.set_attrs(global, lowered(module.body.attrs(global)));
        let Some(body) = module.body.nested_mut(global) else { continue };
        for op in body.linked_ops().collect::<Vec<Op>>() {
            body.set_attrs(op, lowered(body.attrs(op)));
        }
    }
}

/// What stands for a type that a release lacks.
fn in_release(ctx: &Context, ty: Type, release: Release) -> Option<Type> {
    let is_known = |ty: Type| KnownTypes::new(ctx, release, false).check(ty).is_ok();
    let other = || Some(narrowed(ctx, ty)).filter(|narrow| is_known(*narrow)).unwrap_or(types::I8);
    (!is_known(ty)).then(other)
}
