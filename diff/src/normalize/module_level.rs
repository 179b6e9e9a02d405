//! What a module of MLIR can say in several operations, or says of nothing: lists of constructors, tags of blocks, constants.

use irtrip_dialect::attr_table::BLOCKADDRESS;
use irtrip_dialect::attributes::AttrReplacer;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, global_values, llvm};
use irtrip_dialect::{Attr, AttrData, Body, Context, Module, Op, OpName, OpNameDefinition, Str};
use rustc_hash::FxHashSet;

use crate::structural_hash::block_tags::tag_number;

/// Joins a module's lists of constructors, and of destructors: LLVM IR has one of each.
pub fn join_lists(ctx: &Context, module: &mut Module) {
    for (name, functions) in [(global_values::GLOBAL_CTORS, CTORS), (global_values::GLOBAL_DTORS, DTORS)] {
        let lists: Vec<Op> = operations(module, name);
        let items = |key: Str| -> Vec<Attr> {
            let lists = lists.iter().filter_map(|op| module.body.attr(ctx, *op, key));
            lists.flat_map(|list| ctx.items(list)).copied().collect()
        };
        let joined = [functions, PRIORITIES, DATA].map(|key| (key, items(key)));
        let is_whole = |op: &Op| module.body.attr(ctx, *op, IRTRIP_INITIALIZER).is_some();
        let [first, others @ ..] = &lists[..] else { continue };
        if lists.iter().any(is_whole) {
            continue;
        }
        let attrs = joined
            .iter()
            .fold(module.body.attrs(*first), |attrs, (key, items)| ctx.with_entry(attrs, *key, Some(ctx.array(items))));
        module.body.set_attrs(*first, attrs);
        others.iter().for_each(|op| module.body.unlink(*op));
    }
}

fn operations(module: &Module, name: OpName) -> Vec<Op> {
    module.ops().filter(|op| module.body.name(*op) == name).collect()
}

/// The comdats of a module that no function and no variable is in; LLVM's writer leaves them out.
fn unused_comdats(ctx: &Context, module: &Module) -> Vec<Op> {
    let body = &module.body;
    let lists = operations(module, global_values::COMDAT);
    let blocks = lists.iter().flat_map(|list| body.op_regions(*list)).flat_map(|region| body.blocks(*region));
    let selectors: Vec<Op> = blocks.flat_map(|block| body.ops(*block)).collect();
    if selectors.is_empty() {
        return selectors;
    }
    let comdat = |op: Op| match body.attr(ctx, op, COMDAT).map(|comdat| ctx.attr_data(comdat)) {
        Some(AttrData::SymbolRef { nested, .. }) => nested.last().copied(),
        _ => None,
    };
    let used: FxHashSet<Str> = module.ops().filter_map(comdat).collect();
    let name = |op: Op| body.string_attr(ctx, op, SYM_NAME);
    selectors.into_iter().filter(|op| !name(*op).is_some_and(|name| used.contains(&name))).collect()
}

/// Whether a module has comdats that nothing is in.
pub fn has_unused_comdats(ctx: &Context, module: &Module) -> bool {
    !unused_comdats(ctx, module).is_empty()
}

/// Drops the comdats that nothing is in, and their list where it has no others.
pub fn drop_unused_comdats(ctx: &Context, module: &mut Module) {
    for selector in unused_comdats(ctx, module) {
        module.body.unlink(selector);
    }
    for list in operations(module, global_values::COMDAT) {
        let body = &module.body;
        let mut blocks = body.op_regions(list).iter().flat_map(|region| body.blocks(*region));
        if blocks.all(|block| body.first_op(*block).is_none()) {
            module.body.unlink(list);
        }
    }
}

/// Whether a module has the orders of uses of the bitcode that it was.
pub fn has_use_lists_of_bitcode(ctx: &Context, module: &Module) -> bool {
    ctx.entry(module.attrs, IRTRIP_BITCODE_USE_LISTS).is_some()
}

/// Drops the orders of uses, and the numbers of values and blocks that nothing else refers to.
pub fn drop_use_lists(ctx: &Context, module: &mut Module) {
    let attrs = ctx.with_entry(module.attrs, IRTRIP_BITCODE_USE_LISTS, None);
    module.attrs = ctx.with_entry(attrs, IRTRIP_USE_LIST_ORDERS, None);
    for op in module.ops().collect::<Vec<Op>>() {
        let attrs = module.body.attrs(op);
        if ctx.entry(attrs, IRTRIP_USE_LIST_ORDERS).is_some() {
            module.body.set_attrs(op, ctx.with_entry(attrs, IRTRIP_USE_LIST_ORDERS, None));
        }
    }
    module.body.all_nested_mut().iter_mut().for_each(|body| drop_unused_numbers(ctx, body));
}

/// Drops the numbers of values and blocks that nothing in a body refers to.
fn drop_unused_numbers(ctx: &Context, body: &mut Body) {
    const REFERRING: [Str; 2] = [IRTRIP_RECORDS, IRTRIP_BUNDLE_ARGS];
    let (mut values, mut blocks) = (FxHashSet::default(), FxHashSet::default());
    for op in body.linked_ops() {
        values.extend(body.attr(ctx, op, IRTRIP_STANDS_FOR));
        for list in REFERRING.into_iter().filter_map(|key| body.attr(ctx, op, key)) {
            let refer = |attr: Attr| {
                values.extend(ctx.entry(attr, VALUE));
                blocks.extend(ctx.entry(attr, LABEL));
                None
            };
            AttrReplacer::new(ctx, refer).replaced(list);
        }
    }
    let without = |attrs: Attr, key: Str, used: &FxHashSet<Attr>| match ctx.entry(attrs, key) {
        Some(number) if !used.contains(&number) => ctx.with_entry(attrs, key, None),
        _ => attrs,
    };
    for op in body.linked_ops().collect::<Vec<Op>>() {
        let attrs = without(without(body.attrs(op), IRTRIP_BLOCK, &blocks), IRTRIP_VALUE, &values);
        let phis = ctx.entry(attrs, IRTRIP_PHIS).map(|phis| {
            let phis = ctx.items(phis).iter().map(|phi| without(*phi, IRTRIP_VALUE, &values));
            ctx.array(&phis.collect::<Vec<Attr>>())
        });
        let attrs = phis.map_or(attrs, |phis| ctx.with_entry(attrs, IRTRIP_PHIS, Some(phis)));
        body.set_attrs(op, attrs);
    }
}

/// Drops the constants between a module's global values: they are nothing in LLVM IR.
pub fn drop_constants(module: &mut Module) {
    let is_constant =
        |op: &Op| module.body.name(*op).def().is_some_and(|def| matches!(def.llvm, LlvmForm::Constant(_)));
    let constants: Vec<Op> = module.ops().filter(is_constant).collect();
    constants.into_iter().for_each(|op| module.body.unlink(op));
}

/// Drops the tags of blocks that no address of a block names.
pub fn drop_unnamed_tags(ctx: &Context, module: &mut Module) {
    let functions: Vec<(Op, Str)> =
        module.ops().filter_map(|op| Some((op, ctx.string_value(module.body.attr(ctx, op, SYM_NAME)?)?))).collect();
    let tags = |module: &Module, op: Op| -> Vec<(Op, Option<i64>)> {
        let Some(body) = module.body.nested(op) else { return Vec::new() };
        let tags = body.linked_ops().filter(|op| body.name(*op) == llvm::BLOCKTAG);
        tags.map(|op| (op, body.attr(ctx, op, TAG).and_then(|tag| tag_number(ctx, tag)))).collect()
    };
    let tags: Vec<_> = functions.into_iter().map(|(op, name)| (op, name, tags(module, op))).collect();
    if tags.iter().all(|(_, _, tags)| tags.is_empty()) {
        return;
    }
    let named = named_tags(ctx, module);
    for (function, name, tags) in tags {
        let Some(body) = module.body.nested_mut(function) else { continue };
        for (op, number) in tags {
            if number.is_none_or(|number| !named.contains(&(name, number))) {
                body.unlink(op);
            }
        }
    }
}

/// The functions and numbers of the tags that addresses of blocks name.
fn named_tags(ctx: &Context, module: &Module) -> FxHashSet<(Str, i64)> {
    let mut named = FxHashSet::default();
    let mut walk = AttrReplacer::new(ctx, |attr| {
        if let AttrData::Llvm { kind, params } = ctx.attr_data(attr)
            && *kind == BLOCKADDRESS
            && let [Some(function), Some(tag)] = params[..]
        {
            named.extend(ctx.symbol_value(function).zip(tag_number(ctx, tag)));
        }
        None
    });
    walk.replaced(module.attrs);
    for op in module.ops() {
        walk.replaced(module.body.attrs(op));
    }
    for body in module.body.all_nested() {
        body.linked_ops().for_each(|op| {
            walk.replaced(body.attrs(op));
        });
    }
    named
}
