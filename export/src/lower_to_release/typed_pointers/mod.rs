//! Typed pointers: a module for a release whose pointers name what they point to. LangRef of LLVM 14, "Pointer Type".
//!
//! A pointer that does not name it is written as a pointer to `i8`. In memory, in aggregates and as a function's
//! result, every pointer is one of those. An argument, the result of an instruction and a block argument have the type
//! that their uses agree on; a use that asks for another gets a `bitcast`. Constants need none here: the writer spells
//! a constant as one of the type that is asked for.
//!
//! - [`signatures`]: the types of functions, by the uses of their arguments
//! - [`uses`]: the types that the operands of an operation are asked for
//! - [`intrinsic_names`]: what pointers point to, in the names of intrinsics
//! - [`bodies`]: the types of a function's values, and the casts

mod bodies;
mod intrinsic_names;
mod signatures;
mod uses;

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::{FUNCTION_TYPE, IRTRIP_DECLARATIONS, IRTRIP_USE_LIST_ORDERS};
use irtrip_dialect::ops::global_values;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Body, Context, Module, Op, Str, Type};

use super::{Site, located};
use crate::options::spellings;
use bodies::BodyTyping;
use signatures::Signatures;

/// Gives the pointers of a module their types, for a release that has typed pointers.
pub(super) fn lower(ctx: &Context, module: &mut Module, site: &mut Site) -> DiagnosticResult<()> {
    if !spellings(ctx, module, site.release).have(Spelling::TypedPointers) {
        return Ok(());
    }
    let signatures = Signatures::of(ctx, module);
    let functions: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC).collect();
    module.attrs = without_use_lists(ctx, module.attrs, site);
    if let Some(list) = ctx.entry(module.attrs, IRTRIP_DECLARATIONS) {
        let typed: Vec<Attr> = ctx.items(list).iter().map(|attrs| signatures.typed(*attrs)).collect();
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&typed)));
    }
    for function in functions {
        let mut site = Site { global: Some(function), op: None, release: site.release, dropped: &mut *site.dropped };
        let attrs = without_use_lists(ctx, module.body.attrs(function), &mut site);
        module.body.set_attrs(function, signatures.typed(attrs));
        let ty = function_type(ctx, module.body.attrs(function));
        let Some(body) = module.body.nested_mut(function) else { continue };
        if let Err((op, code)) = BodyTyping::new(ctx, &signatures, body).lower(ty, body, site.release) {
            return Err(located(ctx, body, op, code));
        }
    }
    Ok(())
}

/// A dictionary without the orders of uses: casts are uses of their own.
fn without_use_lists(ctx: &Context, attrs: Attr, site: &mut Site) -> Attr {
    if ctx.entry(attrs, IRTRIP_USE_LIST_ORDERS).is_none() {
        return attrs;
    }
    site.drop("uselistorder");
    ctx.with_entry(attrs, IRTRIP_USE_LIST_ORDERS, None)
}

/// The type of a function, of its dictionary.
fn function_type(ctx: &Context, attrs: Attr) -> Option<Type> {
    ctx.entry(attrs, FUNCTION_TYPE).and_then(|ty| ctx.type_value(ty))
}

/// The symbol that a key of a dictionary names.
fn symbol(ctx: &Context, attrs: Attr, key: Str) -> Option<Str> {
    ctx.entry(attrs, key).and_then(|symbol| ctx.symbol_value(symbol))
}

/// The operations of a body's blocks, in order.
fn operations(body: &Body) -> Vec<Op> {
    let blocks = body.regions().iter().flat_map(|region| body.blocks(*region));
    blocks.flat_map(|block| body.ops(*block)).collect()
}
