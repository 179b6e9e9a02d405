//! Takes debug information away: records, locations, and with them the nodes that nothing refers to any more. Instructions,
//! module flags and all other metadata stay. Writes the module.
//!
//! ```console
//! $ cargo run --example strip_debug_info -- examples/offset.ll | grep -E '^  |DI|llvm.dbg'
//!   %3 = sext i32 %1 to i64
//!   %4 = getelementptr inbounds i32, ptr %0, i64 %3
//!   %5 = load i32, ptr %4, align 4, !tbaa !8
//!   %6 = shl nsw i32 %5, 2
//!   %7 = or disjoint i32 %6, 1
//!   ret i32 %7
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use irtrip::Module;
use irtrip::dialect::names::{IRTRIP_COMPLETED, IRTRIP_NAMED_METADATA};
use irtrip::lower::passes::Pipeline;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: strip_debug_info F.ll")?;
    let mut module = Module::from_llvm(&std::fs::read_to_string(path)?)?;
    let mut erased = Ok(());
    module.edit_functions(|function| {
        for op in function.operations() {
            if function.view(op).name().starts_with("llvm.intr.dbg.") && erased.is_ok() {
                erased = function.erase(op);
            }
        }
    });
    erased?;
    let (ctx, model) = module.parts_mut();
    let pipeline = Pipeline::parse("builtin.module(strip-debuginfo)")?;
    pipeline.run(ctx, model).map_err(|error| error.message)?;
    // What the module has in addition to the LLVM dialect: the list of compile units, and the nodes that attributes stand for.
    if let Some(lists) = ctx.entry(model.attrs, IRTRIP_NAMED_METADATA) {
        let is_debug_info = |list: &&irtrip::dialect::Attr| {
            let name = ctx.items(**list).first().and_then(|name| ctx.string_value(*name));
            name.is_some_and(|name| ctx.text(name).starts_with("llvm.dbg."))
        };
        let kept: Vec<_> = ctx.items(lists).iter().filter(|list| !is_debug_info(list)).copied().collect();
        model.attrs = ctx.with_entry(model.attrs, IRTRIP_NAMED_METADATA, Some(ctx.array(&kept)));
    }
    model.attrs = ctx.with_entry(model.attrs, IRTRIP_COMPLETED, None);
    print!("{}", module.to_llvm()?);
    Ok(())
}
