//! A part of step 2: a module without the lifetime markers that LLVM refuses. A pass may have led the slots of several paths
//! into one pointer; of what is no `alloca`, a marker says nothing. LangRef, "llvm.lifetime.start".

use std::borrow::Cow;

use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::intrinsics::lifetimes::marks_no_slot;
use irtrip_dialect::{Body, Context, ContextDialects, Module, Op};
use rayon::prelude::*;

use crate::dropped::Dropped;

/// The module without such markers, and which these were.
pub(crate) fn drop_unallocated<'m>(ctx: &Context, module: Cow<'m, Module>) -> (Cow<'m, Module>, Vec<Dropped>) {
    let markers = |body: &Body| body.linked_ops().filter(|op| marks_no_slot(body, *op)).collect::<Vec<Op>>();
    let globals: Vec<Op> = module.ops().collect();
    let bodies = globals.par_iter().with_min_len(8).filter_map(|global| Some((*global, module.body.nested(*global)?)));
    let found: Vec<(Op, Vec<Op>)> =
        bodies.map(|(global, body)| (global, markers(body))).filter(|(_, ops)| !ops.is_empty()).collect();
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
