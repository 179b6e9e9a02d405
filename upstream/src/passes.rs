//! Passes of upstream's `mlir-opt` on the LLVM dialect that change no instruction.

use irtrip_dialect::enums::{ComdatSelectionKind, Linkage, Visibility};
use irtrip_dialect::names::{COMDAT, LINKAGE, SYM_NAME, VISIBILITY};
use irtrip_dialect::ops::global_values::{self, ALIAS, COMDAT_SELECTOR, FUNC, GLOBAL, IFUNC};
use irtrip_dialect::{AttrData, Block, Context, Module, NewOp, Op};

/// The symbol of the operation that holds comdats.
const TABLE: &str = "__llvm_comdat";

/// `-llvm-add-comdats`: each `linkonce` and `linkonce_odr` function gets a comdat of its own name, the last one's first.
pub fn add_comdats(ctx: &Context, module: &mut Module) {
    let functions: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == FUNC).collect();
    for op in functions {
        let linkage = module.body.attr(ctx, op, LINKAGE).and_then(|linkage| ctx.enum_value(linkage));
        let is_linkonce = linkage.is_some_and(Linkage::is_linkonce);
        let Some(name) = module.body.attr(ctx, op, SYM_NAME).filter(|_| is_linkonce) else { continue };
        let block = comdats(ctx, module);
        let any = ctx.enum_attr(ComdatSelectionKind::Any);
        let attrs = ctx.dictionary(&[(SYM_NAME, name), (COMDAT, any)]);
        let selector = module.body.create(NewOp { attrs, ..NewOp::new(COMDAT_SELECTOR) });
        module.body.prepend_op(block, selector);
        let nested = ctx.string_value(name).into_iter().collect();
        let reference = ctx.attr(AttrData::SymbolRef { root: ctx.str(TABLE), nested });
        let attrs = ctx.with_entry(module.body.attrs(op), COMDAT, Some(reference));
        module.body.set_attrs(op, attrs);
    }
}

/// The block of the operation that holds comdats, which is made where there is none.
fn comdats(ctx: &Context, module: &mut Module) -> Block {
    let table = ctx.string_attr(TABLE);
    let is_table =
        |op: &Op| module.body.name(*op) == global_values::COMDAT && module.body.attr(ctx, *op, SYM_NAME) == Some(table);
    if let Some(op) = module.ops().find(is_table)
        && let Some(block) = module.body.op_regions(op).first().and_then(|region| module.body.blocks(*region).first())
    {
        return *block;
    }
    let attrs = ctx.dictionary(&[(SYM_NAME, table)]);
    let op = module.body.create(NewOp { attrs, ..NewOp::new(global_values::COMDAT) });
    module.body.prepend_op(module.block, op);
    let block = module.body.new_block();
    for region in module.body.add_regions(op, 1) {
        module.body.append_block(region, block);
    }
    block
}

/// `-llvm-use-default-visibility`: what has no visibility of its own gets this one.
pub(crate) fn use_visibility(ctx: &Context, module: &mut Module, visibility: Visibility) {
    let value = ctx.enum_attr(visibility);
    let ops: Vec<Op> = module.ops().collect();
    for op in ops {
        let has_one = matches!(module.body.name(op), GLOBAL | FUNC | ALIAS | IFUNC);
        let own: Visibility = module.body.attr(ctx, op, VISIBILITY).and_then(|v| ctx.enum_value(v)).unwrap_or_default();
        if has_one && own == Visibility::Default {
            let attrs = ctx.with_entry(module.body.attrs(op), VISIBILITY, Some(value));
            module.body.set_attrs(op, attrs);
        }
    }
}
