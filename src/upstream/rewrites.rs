//! Passes of upstream's `mlir-opt` on the LLVM dialect that change no instruction.

use irtrip::dialect::attr_table::LINKAGE as LINKAGE_ATTR;
use irtrip::dialect::enums;
use irtrip::dialect::names::{COMDAT, LINKAGE, SYM_NAME, VISIBILITY};
use irtrip::dialect::ops::global_values::{self, ALIAS, COMDAT_SELECTOR, FUNC, GLOBAL, IFUNC};
use irtrip::dialect::types::well_known::I64;
use irtrip::dialect::{Attr, AttrData, Block, Context, Module, NewOp, Op};

/// The symbol of the operation that holds comdats.
const TABLE: &str = "__llvm_comdat";

/// `-llvm-add-comdats`: each `linkonce` and `linkonce_odr` function gets a comdat of its own name, the last one's first.
pub fn add_comdats(ctx: &Context, module: &mut Module) {
    let linkages = ["linkonce", "linkonce_odr"].map(|word| enums::LINKAGE.from_mlir(word));
    let linkage_of = |module: &Module, op| {
        let AttrData::Llvm { kind: LINKAGE_ATTR, params } = ctx.attr_data(module.body.attr(ctx, op, LINKAGE)?) else {
            return None;
        };
        ctx.int_value(params.first().copied().flatten()?)
    };
    let functions: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == FUNC).collect();
    for op in functions {
        let linkage = linkage_of(module, op);
        let Some(name) =
            module.body.attr(ctx, op, SYM_NAME).filter(|_| linkage.is_some() && linkages.contains(&linkage))
        else {
            continue;
        };
        let block = comdats(ctx, module);
        let any = ctx.int_attr(I64, 0);
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
pub fn use_visibility(ctx: &Context, module: &mut Module, visibility: i64) {
    let value: Attr = ctx.int_attr(I64, visibility);
    let ops: Vec<Op> = module.ops().collect();
    for op in ops {
        let has_one = matches!(module.body.name(op), GLOBAL | FUNC | ALIAS | IFUNC);
        let own = module.body.attr(ctx, op, VISIBILITY).and_then(|v| ctx.int_value(v)).unwrap_or(0);
        if has_one && own == 0 {
            let attrs = ctx.with_entry(module.body.attrs(op), VISIBILITY, Some(value));
            module.body.set_attrs(op, attrs);
        }
    }
}
