//! Functions in an address space, for releases that have all functions in the first: one whose address nothing takes is called
//! the same there.

use irtrip_dialect::names::{GLOBAL_NAME, IRTRIP_ADDRESS_SPACE, IRTRIP_DECLARATIONS};
use irtrip_dialect::ops::global_values;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Body, Context, Module, Op, Str};
use rustc_hash::FxHashSet;

use super::{LoweringContext, name_of};

/// What is named as dropped.
pub(super) const DROPPED: &str = "the address space of a function";

/// Whether a function or declaration, by its attributes, is in another address space than this one.
pub(super) fn in_other_space(ctx: &Context, attrs: Attr, space: u32) -> bool {
    ctx.int_entry(attrs, IRTRIP_ADDRESS_SPACE).is_some_and(|own| own != i64::from(space))
}

/// Takes the address spaces from a module's functions, and from calls of these, unless an address of one is taken.
pub(super) fn lower(ctx: &Context, module: &mut Module, cx: &mut LoweringContext) {
    if Spelling::FunctionSpaces.releases().contains(cx.release) {
        return;
    }
    let declared = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
    let functions = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC);
    let headers = functions.map(|op| module.body.attrs(op)).chain(declared.iter().copied());
    let names: FxHashSet<Str> =
        headers.filter(|attrs| in_other_space(ctx, *attrs, 0)).filter_map(|attrs| name_of(ctx, attrs)).collect();
    let takes_address = |body: &Body, op: Op| {
        let name = body.symbol_attr(ctx, op, GLOBAL_NAME);
        name.is_some_and(|name| names.contains(&name))
    };
    let bodies = || module.ops().filter_map(|global| module.body.nested(global));
    if names.is_empty() || bodies().any(|body| body.linked_ops().any(|op| takes_address(body, op))) {
        return;
    }
    let without = |attrs: Attr| ctx.with_entry(attrs, IRTRIP_ADDRESS_SPACE, None);
    if declared.iter().any(|attrs| in_other_space(ctx, *attrs, 0)) {
        cx.drop(DROPPED);
    }
    let kept: Vec<Attr> = declared.iter().map(|attrs| without(*attrs)).collect();
    if !kept.is_empty() {
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&kept)));
    }
    for global in module.ops().collect::<Vec<Op>>() {
        let attrs = module.body.attrs(global);
        if name_of(ctx, attrs).is_some_and(|name| names.contains(&name)) {
            LoweringContext { global: Some(global), op: None, release: cx.release, dropped: cx.dropped }.drop(DROPPED);
            module.body.set_attrs(global, without(attrs));
        }
        let Some(body) = module.body.nested_mut(global) else { continue };
        for op in body.linked_ops().collect::<Vec<Op>>() {
            body.set_attrs(op, without(body.attrs(op)));
        }
    }
}
