//! What upstream's `--mlir-to-llvmir` writes that the module alone does not say, and what it leaves out.

use irtrip::dialect::attr_table::MODULE_FLAG;
use irtrip::dialect::data_layout::layout_text;
use irtrip::dialect::layout::Layout;
use irtrip::dialect::names::{FLAGS, LLVM_DATA_LAYOUT, LLVM_TARGET_TRIPLE};
use irtrip::dialect::ops::entities::MODULE_FLAGS;
use irtrip::dialect::types::well_known::{I32, I64};
use irtrip::dialect::{AttrData, Context, Module, NewOp};

mod addresses;
mod blocks;

use addresses::Addresses;

/// The number of the module flag behavior `warning`; LangRef, "Module Flags Metadata".
const WARNING: i64 = 2;
/// The version of debug metadata that LLVM 22 has.
const VERSION: i64 = 3;

/// Makes a module what upstream's exporter sees: its blocks, what it computes, and module flags that say the version
/// and the kind of debug information.
pub fn prepare(ctx: &Context, module: &mut Module) {
    // Upstream writes the layout of `dlti.dl_spec` even where that is LLVM's own.
    if let Some(text) = layout_text(ctx, module.attrs) {
        module.attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, Some(ctx.string_attr(&text)));
    }
    let layout = ctx.entry(module.attrs, LLVM_DATA_LAYOUT).and_then(|l| ctx.string_value(l));
    let layout = Layout::new(&layout.map(|l| ctx.text(l)).unwrap_or_default());
    let sizes = addresses::sizes(ctx, module, &layout);
    for body in module.body.all_nested_mut() {
        for region in body.roots().to_vec() {
            Addresses::new(ctx, &layout, &sizes).in_bytes(body, region);
            blocks::prepare(ctx, body, region);
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
