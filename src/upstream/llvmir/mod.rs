//! What upstream's `--mlir-to-llvmir` writes that the module alone does not say, and what it leaves out.

use irtrip::dialect::attr_table::MODULE_FLAG;
use irtrip::dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip::dialect::layout::Layout;
use irtrip::dialect::names::{FLAGS, IRTRIP_ARG_ATTRS, LLVM_DATA_LAYOUT, LLVM_TARGET_TRIPLE};
use irtrip::dialect::ops::entities::{GLOBAL, MODULE_FLAGS};
use irtrip::dialect::ops::intrinsics::{MATRIX_COLUMN_MAJOR_LOAD, MATRIX_COLUMN_MAJOR_STORE};
use irtrip::dialect::types::well_known::{I32, I64};
use irtrip::dialect::{AttrData, Body, Context, Module, NewOp, Op, Region};

mod addresses;
mod blocks;
mod fold;

/// The number of the module flag behavior `warning`; LangRef, "Module Flags Metadata".
const WARNING: i64 = 2;
/// The version of debug metadata that LLVM 22 has.
const VERSION: i64 = 3;

/// Makes a module what upstream's exporter sees: its blocks, what it computes, and module flags that say the version
/// and the kind of debug information.
pub fn prepare(ctx: &Context, module: &mut Module) {
    let layout = ctx.entry(module.attrs, LLVM_DATA_LAYOUT).and_then(|l| ctx.string_value(l));
    let layout = Layout::new(&layout.map(|l| ctx.text(l)).unwrap_or_default());
    let ops: Vec<Op> = module.ops().collect();
    for op in ops {
        let initializer = module.body.name(op) == GLOBAL;
        if let Some(body) = module.body.nested_mut(op) {
            prepare_body(ctx, body, &layout, initializer);
        }
    }
    let mut flags = Vec::new();
    if !has_flag(ctx, module, "Debug Info Version") {
        flags.push(("Debug Info Version", VERSION));
    }
    if !has_flag(ctx, module, "CodeView") && is_windows_msvc(ctx, module) {
        flags.push(("CodeView", 1));
    }
    if flags.is_empty() {
        return;
    }
    let flags: Vec<_> = flags
        .into_iter()
        .map(|(key, value)| {
            let params = [ctx.int_attr(I64, WARNING), ctx.string_attr(key), ctx.int_attr(I32, value)];
            ctx.attr(AttrData::Llvm { kind: MODULE_FLAG, params: params.into_iter().map(Some).collect() })
        })
        .collect();
    let attrs = ctx.dictionary(&[(FLAGS, ctx.array(&flags))]);
    module.body.append(module.block, NewOp { attrs, ..NewOp::new(MODULE_FLAGS) }, &[]);
}

fn prepare_body(ctx: &Context, body: &mut Body, layout: &Layout, initializer: bool) {
    for region in body.roots().to_vec() {
        align_matrices(ctx, body, region, layout);
        if initializer {
            addresses::in_bytes(ctx, body, region, layout);
        }
        blocks::prepare(ctx, body, region);
        let order = body.reverse_post_order(region);
        fold::fold(ctx, body, &order);
    }
}

fn has_flag(ctx: &Context, module: &Module, key: &str) -> bool {
    let key = ctx.string_attr(key);
    module.ops().filter(|&op| module.body.name(op) == MODULE_FLAGS).any(|op| {
        let flags = module.body.attr(ctx, op, FLAGS).map(|f| ctx.items(f)).unwrap_or_default();
        flags.iter().any(|&f| matches!(ctx.attr_data(f), AttrData::Llvm { params, .. } if params.contains(&Some(key))))
    })
}

/// Whether the target is Windows with Microsoft's environment, where debug information is CodeView.
fn is_windows_msvc(ctx: &Context, module: &Module) -> bool {
    let triple = ctx.entry(module.attrs, LLVM_TARGET_TRIPLE).and_then(|t| ctx.string_value(t));
    let triple = triple.map(|t| ctx.text(t).into_owned()).unwrap_or_default();
    let mut parts = triple.split('-').skip(2);
    let (os, environment) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    (os.starts_with("windows") || os.starts_with("win32")) && environment.starts_with("msvc")
}

/// Gives the pointers of matrix accesses the alignment of an element, as upstream does.
fn align_matrices(ctx: &Context, body: &mut Body, region: Region, layout: &Layout) {
    let accesses = [(MATRIX_COLUMN_MAJOR_LOAD, 0), (MATRIX_COLUMN_MAJOR_STORE, 1)];
    for block in body.blocks(region).to_vec() {
        let ops: Vec<Op> = body.ops(block).collect();
        for op in ops {
            let Some((_, pointer)) = accesses.iter().find(|a| a.0 == body.name(op)) else { continue };
            let Some(matrix) = body.result(op).or_else(|| body.operands(op).first().copied()) else { continue };
            let align = layout.abi_alignment(ctx, ctx.scalar_type(body.value_type(matrix)));
            let align = ctx.dictionary(&[(ctx.str("llvm.align"), ctx.int_attr(I64, align as i64))]);
            let mut list = vec![EMPTY_DICTIONARY; *pointer];
            list.push(align);
            // The store's matrix, or nothing, is in front; stride, volatility, rows and columns are behind.
            list.extend([EMPTY_DICTIONARY; 4]);
            let attrs = ctx.with_entry(body.attrs(op), IRTRIP_ARG_ATTRS, Some(ctx.array(&list)));
            body.set_attrs(op, attrs);
        }
    }
}
