//! A part of step 2: a module without the lifetime markers that LLVM refuses. A pass may have led the slots of several paths
//! into one pointer; of what is no `alloca`, a marker says nothing. LangRef, "llvm.lifetime.start". LLVM's reader makes the
//! markers of older releases anew, at their locations and without what else is attached to them.

use std::borrow::Cow;

use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::intrinsics::lifetimes::{marks_no_slot, marks_poison};
use irtrip_dialect::names::IRTRIP_METADATA;
use irtrip_dialect::ops::intrinsics::{LIFETIME_END, LIFETIME_START};
use irtrip_dialect::{Attr, Body, Context, ContextDialects, Module, Op, Str};
use rayon::prelude::*;

use crate::dropped::Dropped;

/// The module without such markers, and which these were.
pub(crate) fn drop_unallocated<'m>(ctx: &Context, module: Cow<'m, Module>) -> (Cow<'m, Module>, Vec<Dropped>) {
    without(ctx, module, marks_no_slot)
}

/// The module without the markers of `poison`, for a release before 22, from whose text LLVM's reader removes them; and which these
/// were.
pub(crate) fn drop_of_poison<'m>(ctx: &Context, module: Cow<'m, Module>) -> (Cow<'m, Module>, Vec<Dropped>) {
    without(ctx, module, marks_poison)
}

fn without<'m>(
    ctx: &Context,
    module: Cow<'m, Module>,
    is: impl Fn(&Body, Op) -> bool + Sync,
) -> (Cow<'m, Module>, Vec<Dropped>) {
    let found = found(&module, is);
    if found.is_empty() {
        return (module, Vec::new());
    }
    let mut module = module.into_owned();
    let mut dropped = Vec::new();
    for (global, ops) in found {
        let Some(body) = module.body.nested_mut(global) else { continue };
        for op in ops {
            let operation = ctx.op_name_str(body.name(op)).into_owned();
            body.unlink(op);
            dropped.push(Dropped { global: Some(global), op: Some(op), code: LossCode::LifetimeMarker { operation } });
        }
    }
    (Cow::Owned(module), dropped)
}

/// Takes from the markers of an older release's module what is attached to them but their locations, as LLVM's reader does.
pub(crate) fn upgrade(ctx: &Context, module: &mut Cow<'_, Module>) {
    let dbg = ctx.str("dbg");
    let location = |attached: &[(Str, Attr)]| attached.iter().find(|(kind, _)| *kind == dbg).copied();
    let attached = |body: &Body, op: Op| body.attr(ctx, op, IRTRIP_METADATA).map(|list| ctx.entries(list));
    let is_marker = |body: &Body, op: Op| matches!(body.name(op), LIFETIME_START | LIFETIME_END);
    let holds_others = |body: &Body, op: Op| {
        is_marker(body, op) && attached(body, op).is_some_and(|all| all.iter().any(|one| one.0 != dbg))
    };
    for (global, ops) in found(module, holds_others) {
        let Some(body) = module.to_mut().body.nested_mut(global) else { continue };
        for op in ops {
            let kept = attached(body, op).and_then(location).map(|location| ctx.dictionary(&[location]));
            body.set_attrs(op, ctx.with_entry(body.attrs(op), IRTRIP_METADATA, kept));
        }
    }
}

/// The operations of each global value that are such ones.
fn found(module: &Module, is: impl Fn(&Body, Op) -> bool + Sync) -> Vec<(Op, Vec<Op>)> {
    let globals: Vec<Op> = module.ops().collect();
    let bodies = globals.par_iter().with_min_len(8).filter_map(|global| Some((*global, module.body.nested(*global)?)));
    let of_body = |body: &Body| body.linked_ops().filter(|op| is(body, *op)).collect::<Vec<Op>>();
    bodies.map(|(global, body)| (global, of_body(body))).filter(|(_, ops)| !ops.is_empty()).collect()
}
