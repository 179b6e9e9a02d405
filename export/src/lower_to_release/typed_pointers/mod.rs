//! Typed pointers: a module for a release whose pointers name what they point to. LangRef of LLVM 14, "Pointer Type".
//!
//! A pointer has the type that the text of such a release gave it (`irtrip.pointees`), or the one that follows from
//! that of what it is loaded, computed or chosen from. Where there was no such text, it has the type that its uses agree
//! on, or is a pointer to `i8`; so is every pointer in memory, in aggregates and a function's result. A use that asks for
//! another type gets a `bitcast`. Constants need none here: the writer spells a constant as one of the type that is
//! asked for.
//!
//! - [`signatures`]: the types of functions and variables, by the text or by the uses of their arguments
//! - [`structs`]: the elements of structs
//! - [`kept`]: what the text's pointers point to, as the release has it
//! - [`uses`]: the types that the operands of an operation are asked for
//! - [`intrinsic_names`]: what pointers point to, in the names of intrinsics
//! - [`results`]: the types of the results of operations
//! - [`bodies`]: the types of a function's values, and the casts

mod bodies;
mod intrinsic_names;
mod kept;
mod results;
mod signatures;
mod structs;
mod uses;

use irtrip_dialect::diagnostic::{DiagnosticResult, ExportCode, LossCode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Body, Context, Module, Op, OpNameDefinition, Str, Value};
use rustc_hash::FxHashMap;

use super::{LoweringContext, located};
use crate::dropped::Dropped;
use crate::function::records::Records;
use crate::options::spellings;
use bodies::BodyTyping;
use signatures::Signatures;
pub(crate) use signatures::personality_type;
pub(crate) use structs::TypedStructs;

/// Why the pointers of a body cannot be typed.
enum PointeeError {
    /// The release lacks a thing.
    Code(ExportCode),
    /// What is kept of the text's types contradicts the body, which is another than that of the text.
    Contradiction,
}

/// Gives the pointers of a module their types, for a release that has typed pointers.
pub(super) fn lower(ctx: &Context, module: &mut Module, cx: &mut LoweringContext) -> DiagnosticResult<()> {
    if !spellings(ctx, module, cx.release).has(Spelling::TypedPointers) {
        return Ok(());
    }
    kept::lower(ctx, module, cx.release);
    let dropped = cx.dropped.len();
    let before = module.clone();
    if lower_with(ctx, module, cx, true)? {
        return Ok(());
    }
    cx.dropped.truncate(dropped);
    *module = before;
    lower_with(ctx, module, cx, false).map(|_| ())
}

/// As [`lower`]; whether what is kept of the text's types is heeded, which must not contradict the module. Returns
/// whether it does not.
fn lower_with(
    ctx: &Context,
    module: &mut Module,
    cx: &mut LoweringContext,
    heeds_text: bool,
) -> DiagnosticResult<bool> {
    if !heeds_text {
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_STRUCT_POINTEES, None);
    }
    let structs = TypedStructs::of(ctx, module.attrs);
    let signatures = Signatures::of(ctx, module, heeds_text);
    module.attrs = with_use_lists(ctx, module.attrs, cx, |_| false);
    if let Some(list) = ctx.entry(module.attrs, IRTRIP_DECLARATIONS) {
        let typed: Vec<Attr> = ctx.items(list).iter().map(|attrs| signatures.typed(*attrs)).collect();
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&typed)));
    }
    for global in module.ops().collect::<Vec<Op>>() {
        if module.body.name(global) != global_values::FUNC {
            let typed = signatures.typed_global(module.body.attrs(global));
            module.body.set_attrs(global, typed);
            continue;
        }
        let mut cx = LoweringContext { global: Some(global), op: None, release: cx.release, dropped: &mut *cx.dropped };
        module.body.set_attrs(global, signatures.typed(module.body.attrs(global)));
        let attrs = module.body.attrs(global);
        let Some(body) = module.body.nested_mut(global) else { continue };
        match BodyTyping::new(ctx, &signatures, &structs, (body, attrs), cx.release).lower(body) {
            Ok(()) => {
                let own = module.body.attrs(global);
                if let Some(body) = module.body.nested(global)
                    && ctx.entry(own, IRTRIP_USE_LIST_ORDERS).is_some()
                {
                    let uses = LocalUses::of(ctx, body);
                    let attrs = with_use_lists(ctx, own, &mut cx, |order| uses.are_as_many_as(ctx, order));
                    module.body.set_attrs(global, attrs);
                }
            }
            Err((op, PointeeError::Code(code))) => return Err(located(ctx, body, op, code)),
            Err((_, PointeeError::Contradiction)) if heeds_text => return Ok(false),
            Err((op, PointeeError::Contradiction)) => {
                let code = super::lacking(cx.release, "cast of an aggregate with pointers");
                return Err(located(ctx, body, op, code));
            }
        }
    }
    Ok(true)
}

/// A dictionary with the orders of uses that are `kept`. Casts are uses of their own, and constants are spelled with other ones.
fn with_use_lists(ctx: &Context, attrs: Attr, cx: &mut LoweringContext, is_kept: impl Fn(&[Attr]) -> bool) -> Attr {
    let Some(orders) = ctx.entry(attrs, IRTRIP_USE_LIST_ORDERS).map(|orders| ctx.items(orders)) else {
        return attrs;
    };
    let kept: Vec<Attr> = orders.iter().filter(|order| is_kept(ctx.items(**order))).copied().collect();
    if kept.len() == orders.len() {
        return attrs;
    }
    cx.dropped.push(Dropped { global: cx.global, op: None, code: LossCode::UseListOrders });
    ctx.with_entry(attrs, IRTRIP_USE_LIST_ORDERS, (!kept.is_empty()).then(|| ctx.array(&kept)))
}

/// How often the arguments and results of a function are used.
struct LocalUses<'a> {
    body: &'a Body,
    records: Records,
    counts: FxHashMap<Value, usize>,
}

impl<'a> LocalUses<'a> {
    fn of(ctx: &Context, body: &'a Body) -> LocalUses<'a> {
        let mut counts = FxHashMap::default();
        // Metadata is no user.
        let is_user = |op: &Op| body.name(*op).def().is_none_or(|def| !def.llvm.is_debug_record());
        for value in body.linked_ops().filter(is_user).flat_map(|op| body.all_operands(op)) {
            *counts.entry(*value).or_default() += 1;
        }
        LocalUses { body, records: Records::find(ctx, body), counts }
    }

    /// Whether an order, a subject and places, is of a block, whose users are the same, or of a value with as many uses.
    fn are_as_many_as(&self, ctx: &Context, order: &[Attr]) -> bool {
        let &[subject, places] = order else { return false };
        let has = |key: Str| ctx.entry(subject, key).is_some();
        if has(LABEL) {
            return true;
        }
        let is_local = (has(ARGUMENT) || has(VALUE)) && !has(TYPE);
        let value = self.records.value(ctx, self.body, subject).filter(|_| is_local);
        let count = value.and_then(|value| self.counts.get(&value));
        count.zip(ctx.dense_array(places)).is_some_and(|(count, places)| *count == places.len())
    }
}

/// The operations of a body's blocks, in order.
fn operations(body: &Body) -> Vec<Op> {
    let blocks = body.regions().iter().flat_map(|region| body.blocks(*region));
    blocks.flat_map(|block| body.ops(*block)).collect()
}
