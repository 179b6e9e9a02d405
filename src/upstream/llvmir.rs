//! What upstream's `--mlir-to-llvmir` writes that the module alone does not say, and what it leaves out.

use irtrip::dialect::attr_table::MODULE_FLAG;
use irtrip::dialect::names::{FLAGS, IRTRIP_INCOMING};
use irtrip::dialect::ops::entities::MODULE_FLAGS;
use irtrip::dialect::types::well_known::I32;
use irtrip::dialect::{AttrData, Body, Context, Module, NewOp, Op};

/// The number of the module flag behavior `warning`; LangRef, "Module Flags Metadata".
const WARNING: i64 = 2;
const KEY: &str = "Debug Info Version";
/// The version of debug metadata that LLVM 22 has.
const VERSION: i64 = 3;

/// Makes a module what upstream's exporter sees: phis have their incoming values in upstream's order, and there is a module flag that says the version of debug information.
pub fn prepare(ctx: &Context, module: &mut Module) {
    for body in module.body.all_nested_mut() {
        order_incoming(ctx, body);
    }
    let ops: Vec<Op> = module.ops().collect();
    let key = ctx.string_attr(KEY);
    let has_version = ops.iter().filter(|&&op| module.body.name(op) == MODULE_FLAGS).any(|&op| {
        let flags = module.body.attr(ctx, op, FLAGS).map(|f| ctx.items(f)).unwrap_or_default();
        flags.iter().any(|&f| matches!(ctx.attr_data(f), AttrData::Llvm { params, .. } if params.contains(&Some(key))))
    });
    if has_version {
        return;
    }
    let [behavior, version] =
        [ctx.int_attr(irtrip::dialect::types::well_known::I64, WARNING), ctx.int_attr(I32, VERSION)];
    let flag =
        ctx.attr(AttrData::Llvm { kind: MODULE_FLAG, params: Box::new([Some(behavior), Some(key), Some(version)]) });
    let attrs = ctx.dictionary(&[(FLAGS, ctx.array(&[flag]))]);
    module.body.append(module.block, NewOp { attrs, ..NewOp::new(MODULE_FLAGS) }, &[]);
}

/// Has phis take their incoming values from the last edge to the first: upstream goes through the uses of a block, the
/// latest first.
fn order_incoming(ctx: &Context, body: &mut Body) {
    for region in body.roots().to_vec() {
        let mut edges = vec![0; body.block_count()];
        for &block in body.blocks(region) {
            for successor in body.last_op(block).map_or(&[][..], |op| body.successors(op)) {
                edges[successor.block.index()] += 1;
            }
        }
        for block in body.blocks(region).to_vec() {
            let count = edges[block.index()];
            if let Some(last) = body.last_op(block).filter(|_| count > 1 && !body.block_args(block).is_empty()) {
                let order: Vec<i32> = (0..count).rev().collect();
                let attrs = ctx.with_entry(body.attrs(last), IRTRIP_INCOMING, Some(ctx.i32_array(&order)));
                body.set_attrs(last, attrs);
            }
        }
    }
}
