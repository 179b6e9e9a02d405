//! Functions in the address space that the data layout has for them, where the dialect has no word for it. LangRef, "Data Layout",
//! `P<address space>`.

use irtrip_dialect::constants::decode::block_address;
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{BLOCK_ADDR, FUNCTION_NAME, GLOBAL_NAME, IRTRIP_ADDRESS_SPACE, SYM_NAME};
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::ops::llvm::ADDRSPACECAST;
use irtrip_dialect::ops::{Constant, LlvmForm};
use irtrip_dialect::types::well_known::{I32, PTR};
use irtrip_dialect::{Body, Context, Module, NewOp, Op, OpNameDefinition, Str, Type};
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
    let is_placed = |op: &Op| addressed(ctx, body, *op).is_some_and(|name| of.contains(&name));
    for op in body.linked_ops().filter(is_placed).collect::<Vec<Op>>() {
        let Some(address) = body.result(op).filter(|it| body.value_type(*it) == PTR) else { continue };
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

/// What an operation has the address of, or of a block of.
fn addressed(ctx: &Context, body: &Body, op: Op) -> Option<Str> {
    let LlvmForm::Constant(kind) = body.name(op).def()?.llvm else { return None };
    match kind {
        Constant::AddressOf => body.symbol_attr(ctx, op, GLOBAL_NAME),
        Constant::DsoLocalEquivalent => body.symbol_attr(ctx, op, FUNCTION_NAME),
        Constant::BlockAddress => Some(block_address(ctx, body.attr(ctx, op, BLOCK_ADDR)?)?.0),
        _ => None,
    }
}
