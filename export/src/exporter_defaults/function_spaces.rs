//! Functions in the address space that the data layout has for them, where the dialect has no word for it. LangRef, "Data Layout",
//! `P<address space>`.

use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{GLOBAL_NAME, IRTRIP_ADDRESS_SPACE, SYM_NAME};
use irtrip_dialect::ops::global_values::{ADDRESSOF, FUNC};
use irtrip_dialect::ops::llvm::ADDRSPACECAST;
use irtrip_dialect::types::well_known::{I32, PTR};
use irtrip_dialect::{Body, Context, Module, NewOp, Op, Str, Type};
use rustc_hash::FxHashSet;

/// Places the functions of a module that name no address space, and gives their addresses the type that these have then. An
/// initializer has the type that its variable asks for.
pub(super) fn place(ctx: &Context, module: &mut Module, layout: &Layout) {
    if layout.program_space == 0 {
        return;
    }
    let (space, ty) = (ctx.int_attr(I32, i64::from(layout.program_space)), ctx.ptr_type(layout.program_space));
    let mut placed: FxHashSet<Str> = FxHashSet::default();
    for op in module.ops().filter(|op| module.body.name(*op) == FUNC).collect::<Vec<Op>>() {
        if module.body.attr(ctx, op, IRTRIP_ADDRESS_SPACE).is_some() {
            continue;
        }
        let attrs = ctx.with_entry(module.body.attrs(op), IRTRIP_ADDRESS_SPACE, Some(space));
        module.body.set_attrs(op, attrs);
        placed.extend(ctx.string_entry(attrs, SYM_NAME));
    }
    for global in module.ops().collect::<Vec<Op>>() {
        let is_function = module.body.name(global) == FUNC;
        let Some(body) = module.body.nested_mut(global) else { continue };
        retype_addresses(ctx, body, &placed, ty, !is_function);
    }
}

fn retype_addresses(ctx: &Context, body: &mut Body, of: &FxHashSet<Str>, ty: Type, casts: bool) {
    for op in body.linked_ops().filter(|op| body.name(*op) == ADDRESSOF).collect::<Vec<Op>>() {
        let name = body.symbol_attr(ctx, op, GLOBAL_NAME);
        let Some(address) = body.result(op).filter(|it| body.value_type(*it) == PTR) else { continue };
        if !name.is_some_and(|name| of.contains(&name)) {
            continue;
        }
        if !casts {
            body.set_value_type(address, ty);
            continue;
        }
        let placed = body.new_value(ty);
        body.define_result(op, placed);
        let cast = body.create(NewOp { operands: &[placed], ..NewOp::new(ADDRSPACECAST) });
        body.define_result(cast, address);
        body.insert_after(op, cast);
    }
}
