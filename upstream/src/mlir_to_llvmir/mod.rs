//! What upstream's `--mlir-to-llvmir` writes that the module alone does not say, and what it leaves out.

use std::collections::HashMap;

use irtrip::dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip::dialect::data_layout::module_layout;
use irtrip::dialect::layout::Layout;
use irtrip::dialect::names::{IRTRIP_ADDRESS_SPACE, IRTRIP_NAMED_METADATA};
use irtrip::dialect::ops::global_values::{FUNC, LINKER_OPTIONS, MODULE_FLAGS};
use irtrip::dialect::ops::{Intrinsic, LlvmForm, Special};
use irtrip::dialect::types::well_known::I32;
use irtrip::dialect::{Body, Context, Module, Op, Value};
use irtrip::export::{add_exporter_defaults, attach_memory_effects};

mod attributes;
mod blocks;
pub mod checks;

/// Named metadata in the order in which upstream's exporter makes it.
const NAMED: [&str; 6] = [
    "llvm.dbg.cu",
    "llvm.ident",
    "llvm.commandline",
    "llvm.dependent-libraries",
    "llvm.module.flags",
    "llvm.linker.options",
];

/// Makes a module what upstream's exporter sees: its blocks, what it computes, and what it supplies.
pub fn prepare(ctx: &Context, module: &mut Module) {
    let layout = Layout::new(&module_layout(ctx, module.attrs).map(|l| ctx.text(l)).unwrap_or_default());
    drop_records(ctx, module);
    let mut named = NAMED.map(|name| ctx.string_attr(name));
    let place = |name| module.ops().position(|op| module.body.name(op) == name);
    // They stand as their operations do; flags that the export adds come last.
    if place(LINKER_OPTIONS).is_some_and(|options| place(MODULE_FLAGS).is_none_or(|flags| options < flags)) {
        named[NAMED.len() - 2..].reverse();
    }
    module.attrs = ctx.with_entry(module.attrs, IRTRIP_NAMED_METADATA, Some(ctx.array(&named)));
    let declarations: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == FUNC).collect();
    for op in declarations {
        if !module.body.is_defined(op) {
            attributes::drop_of_declaration(ctx, &mut module.body, op);
        }
        attributes::declare(ctx, &mut module.body, op);
        if layout.program_space != 0 {
            let space = ctx.int_attr(I32, i64::from(layout.program_space));
            let attrs = ctx.with_entry(module.body.attrs(op), IRTRIP_ADDRESS_SPACE, Some(space));
            module.body.set_attrs(op, attrs);
        }
    }
    for body in module.body.all_nested_mut() {
        attach_memory_effects(ctx, body);
        drop_casts(body);
        for region in body.regions().to_vec() {
            blocks::prepare(ctx, body, region);
        }
    }
    add_exporter_defaults(ctx, module);
}

/// Takes debug records away that have no location; LLVM IR has none.
fn drop_records(ctx: &Context, module: &mut Module) {
    let is_record = |body: &Body, op: Op| {
        let form = body.name(op).def().map(|def| def.llvm);
        matches!(form, Some(LlvmForm::Intrinsic(Intrinsic { special: Special::Debug, .. })))
    };
    let bodies = module.body.all_nested_mut();
    if !bodies.iter().any(|body| (0..body.op_count()).any(|op| is_record(body, Op::new(op)))) {
        return;
    }
    for dropped in irtrip::export::dropped(ctx, module) {
        let Some((body, op)) = dropped.global.and_then(|global| module.body.nested_mut(global)).zip(dropped.op) else {
            continue;
        };
        if is_record(body, op) {
            body.unlink(op);
            // Nothing refers to its nodes.
            body.set_attrs(op, EMPTY_DICTIONARY);
        }
    }
}

/// Takes casts away that make a value of the type that it has.
fn drop_casts(body: &mut Body) {
    let mut same: HashMap<Value, Value> = HashMap::new();
    for op in (0..body.op_count()).map(Op::new) {
        let cast = body.name(op).def().is_some_and(|def| matches!(def.llvm, LlvmForm::Cast(_)));
        if cast
            && body.parent(op).is_some()
            && let (Some(result), [value]) = (body.result(op), body.operands(op))
            && body.value_type(result) == body.value_type(*value)
        {
            same.insert(result, *value);
            body.unlink(op);
        }
    }
    if same.is_empty() {
        return;
    }
    // A ring of casts, in blocks that cannot be reached, ends somewhere.
    let limit = same.len();
    for operand in body.operand_pool_mut() {
        let mut steps = 0;
        while let Some(value) = same.get(operand).filter(|_| steps <= limit) {
            *operand = *value;
            steps += 1;
        }
    }
}
