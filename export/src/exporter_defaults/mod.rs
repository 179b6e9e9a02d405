//! What upstream's exporter supplies for a module that was not LLVM IR before: the name of its source file, flags
//! with the version and the kind of debug information, the data layout, operands in place of casts to their own type,
//! constant addresses in bytes, the address space of functions, full names of intrinsics, the memory effects of calls, blocks for a terminator's further edges to
//! one block, and which types of debug information are distinct nodes.
//!
//! LLVM takes debug information without its version for one of another version, and drops it. A module that import made
//! has all of this, or marks that LLVM IR had not: its `irtrip.source_filename` is there, if only to be empty. LangRef,
//! "Module Flags Metadata".

mod addresses;
mod casts;
mod edges;
mod function_spaces;
mod intrinsic_names;
mod memory;
mod older;
mod results;

use irtrip_dialect::attr_table::MODULE_FLAG;
use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::data_layout::triple::Triple;
use irtrip_dialect::data_layout::{layout_text, module_layout};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{
    FLAGS, IRTRIP_EDGE, IRTRIP_EXPORTER_DEFAULTS, IRTRIP_SOURCE_FILENAME, LLVM_DATA_LAYOUT, LLVM_TARGET_TRIPLE,
};
use irtrip_dialect::ops::global_values::MODULE_FLAGS;
use irtrip_dialect::ops::llvm::BITCAST;
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known::{I32, I64};
use irtrip_dialect::{Attr, AttrData, Context, Module, NewOp};
use rayon::prelude::*;

use addresses::Addresses;
pub use casts::drop_foreign as drop_foreign_casts;
pub use edges::ensure_distinct_successors;
pub use memory::attach_memory_effects;
pub use results::drop_unused as drop_unused_results;

/// The name that upstream gives every module.
const NAME: &str = "LLVMDialectModule";
/// The number of the module flag behavior `warning`; LangRef, "Module Flags Metadata".
const WARNING: i64 = 2;
/// The version of debug metadata that LLVM 22 has.
const VERSION: i64 = 3;

/// Whether a module was made of LLVM IR, so that what it leaves out LLVM IR left out, too.
pub fn was_llvm(ctx: &Context, module: &Module) -> bool {
    ctx.entry(module.attrs, IRTRIP_SOURCE_FILENAME).is_some()
}

/// Supplies what upstream's exporter would in a module that was not LLVM IR; one that was is left as it is.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// irtrip_export::add_exporter_defaults(&ctx, &mut module);
/// assert!(irtrip_export::was_llvm(&ctx, &module));
/// ```
pub fn add_exporter_defaults(ctx: &Context, module: &mut Module) {
    if was_llvm(ctx, module) {
        return;
    }
    module.attrs = ctx.with_entry(module.attrs, IRTRIP_SOURCE_FILENAME, Some(ctx.string_attr(NAME)));
    module.attrs = ctx.with_entry(module.attrs, IRTRIP_EXPORTER_DEFAULTS, Some(UNIT));
    // Upstream writes the layout of `dlti.dl_spec` even where that is LLVM's own.
    if let Some(layout) = layout_text(ctx, module.attrs) {
        module.attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, Some(ctx.string_attr(&layout)));
    }
    let layout = Layout::new(&module_layout(ctx, module.attrs).map(|l| ctx.text(l)).unwrap_or_default());
    function_spaces::place(ctx, module, &layout);
    let globals = addresses::globals(ctx, module, &layout);
    // Where the text had typed pointers, a cast of a pointer is to another type.
    let typed_pointers = module.releases.other_than_models().is_some_and(|release| release < Release::V17);
    let bodies = module.body.all_nested_mut();
    let edge = ctx.dictionary(&[(IRTRIP_EDGE, UNIT)]);
    bodies.par_iter_mut().for_each(|body| {
        casts::drop_without_effect(body, |name| !typed_pointers || name != BITCAST);
        Addresses::new(ctx, &layout, &globals).fold(body);
        intrinsic_names::complete(ctx, body);
        attach_memory_effects(ctx, body);
        results::drop_unused(body);
        for region in body.regions().to_vec() {
            ensure_distinct_successors(body, region, edge);
        }
    });
    add_flags(ctx, module);
    older::add_defaults_of_release(ctx, module);
}

/// The flags of debug information, where the module has none of their names.
fn add_flags(ctx: &Context, module: &mut Module) {
    let mut flags = vec![("Debug Info Version", VERSION)];
    if is_windows_msvc(ctx, module) {
        flags.push(("CodeView", 1));
    }
    flags.retain(|(key, _)| !has_flag(ctx, module, key));
    let flag = |(key, value): (&str, i64)| {
        let params = [ctx.int_attr(I64, WARNING), ctx.string_attr(key), ctx.int_attr(I32, value)];
        ctx.attr(AttrData::Llvm { kind: MODULE_FLAG, params: params.into_iter().map(Some).collect() })
    };
    let flags: Vec<Attr> = flags.into_iter().map(flag).collect();
    if !flags.is_empty() {
        let attrs = ctx.dictionary(&[(FLAGS, ctx.array(&flags))]);
        module.body.append(module.block, NewOp { attrs, ..NewOp::new(MODULE_FLAGS) }, &[]);
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
    let triple = ctx.string_entry(module.attrs, LLVM_TARGET_TRIPLE);
    let triple = triple.map(|t| ctx.text(t)).unwrap_or_default();
    Triple::parse(&triple).is_known_windows_msvc_environment()
}
