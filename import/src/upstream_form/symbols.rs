//! Upstream's function has no name at all where LLVM IR numbers it.

use rustc_hash::FxHashSet;

use irtrip_dialect::names::{EMPTY, IRTRIP_UNNAMED, SYM_NAME};
use irtrip_dialect::ops::global_values;
use irtrip_dialect::{Attr, AttrData, Body, Context, Module, Op, Str};

/// Takes the names away that the model has for functions without names.
pub(super) fn drop_made_up_names(ctx: &Context, module: &mut Module) {
    let is_nameless =
        |op: &Op| module.body.name(*op) == global_values::FUNC && module.body.attr(ctx, *op, IRTRIP_UNNAMED).is_some();
    let name = |op: Op| ctx.string_value(module.body.attr(ctx, op, SYM_NAME)?);
    let nameless: FxHashSet<Str> = module.ops().filter(is_nameless).filter_map(name).collect();
    if nameless.is_empty() {
        return;
    }
    rename_in(ctx, &mut module.body, &nameless);
}

fn rename_in(ctx: &Context, body: &mut Body, nameless: &FxHashSet<Str>) {
    for region in body.regions().to_vec() {
        for block in body.blocks(region).to_vec() {
            for op in body.ops(block).collect::<Vec<_>>() {
                let mut attrs = renamed(ctx, body.attrs(op), nameless);
                let own = ctx.string_entry(attrs, SYM_NAME);
                if own.is_some_and(|own| nameless.contains(&own)) {
                    attrs = ctx.with_entry(attrs, SYM_NAME, Some(ctx.str_attr(EMPTY)));
                }
                body.set_attrs(op, attrs);
                if let Some(nested) = body.nested_mut(op) {
                    // A module, and the bodies of its functions and globals.
                    rename_in(ctx, nested, nameless);
                }
            }
        }
    }
}

/// An attribute with other references to symbols: lists, dictionaries and the dialect's own attributes of such, which are
/// no deeper than the text nests.
fn renamed(ctx: &Context, attr: Attr, nameless: &FxHashSet<Str>) -> Attr {
    match ctx.attr_data(attr) {
        AttrData::SymbolRef { root, nested } if nested.is_empty() && nameless.contains(root) => ctx.symbol_ref(EMPTY),
        AttrData::Array(items) => {
            let new: Vec<Attr> = items.iter().map(|item| renamed(ctx, *item, nameless)).collect();
            if new[..] == items[..] { attr } else { ctx.array(&new) }
        }
        AttrData::Dictionary(entries) => {
            let new: Vec<(Str, Attr)> = entries.iter().map(|e| (e.0, renamed(ctx, e.1, nameless))).collect();
            if new[..] == entries[..] { attr } else { ctx.dictionary(&new) }
        }
        AttrData::Llvm { kind, params } if *kind == irtrip_dialect::attr_table::BLOCKADDRESS => {
            let params = params.iter().map(|param| param.map(|param| renamed(ctx, param, nameless))).collect();
            ctx.attr(AttrData::Llvm { kind: *kind, params })
        }
        _ => attr,
    }
}
