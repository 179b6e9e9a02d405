//! Passes of upstream's that are of no dialect: `strip-debuginfo` and `symbol-dce`.

use std::cell::RefCell;

use irtrip_dialect::attributes::AttrReplacer;
use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::names::{SYM_NAME, SYM_VISIBILITY};
use irtrip_dialect::{AttrData, Block, Body, Op, Str};
use rustc_hash::FxHashMap;

use super::pass::PassRun;
use crate::conversion::{ConversionError, Reports};

/// Takes the locations of operations and of blocks' arguments away.
pub(super) fn strip_debug_info(run: PassRun) -> Result<Reports, ConversionError> {
    match run.op {
        Some(op) => {
            run.module.body.set_loc(op, UNKNOWN_LOC);
            run.module.body.nested_mut(op).into_iter().for_each(strip);
        }
        None => {
            run.module.loc = UNKNOWN_LOC;
            strip(&mut run.module.body);
        }
    }
    Ok(Reports::new())
}

fn strip(body: &mut Body) {
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for block in (0..body.block_count()).map(Block::new) {
            for place in 0..body.block_args(block).len() {
                body.set_block_arg_loc(block, place, UNKNOWN_LOC);
            }
        }
        (0..body.op_count()).map(Op::new).for_each(|op| body.set_loc(op, UNKNOWN_LOC));
        bodies.extend(body.all_nested_mut());
    }
}

/// Removes the symbols of a module that nobody outside it can see and that no operation which stays refers to.
pub(super) fn symbol_dce(run: PassRun) -> Result<Reports, ConversionError> {
    let PassRun { ctx, module, op: None, .. } = run else { return Ok(Reports::new()) };
    let body = &module.body;
    let private = ctx.str("private");
    let mut hidden: FxHashMap<Str, Op> = FxHashMap::default();
    let mut open = Vec::new();
    for op in module.ops() {
        let name = body.string_attr(ctx, op, SYM_NAME);
        let visibility = body.string_attr(ctx, op, SYM_VISIBILITY);
        match name {
            Some(name) if visibility == Some(private) => {
                hidden.insert(name, op);
            }
            _ => open.push(op),
        }
    }
    // What those that stay refer to stays as well. An attribute is looked at once.
    let found = RefCell::new(Vec::new());
    let mut references = AttrReplacer::new(ctx, |attr| {
        if let AttrData::SymbolRef { root, .. } = ctx.attr_data(attr) {
            found.borrow_mut().push(*root);
        }
        None
    });
    references.replaced(module.attrs);
    loop {
        open.extend(found.take().iter().filter_map(|name| hidden.remove(name)));
        let Some(op) = open.pop() else { break };
        let inside = body.op_regions(op).iter().flat_map(|region| body.walk(*region));
        let ops: Vec<Op> = inside.chain([op]).collect();
        for op in ops {
            references.replaced(body.attrs(op));
            let mut bodies: Vec<&Body> = body.nested(op).into_iter().collect();
            while let Some(nested) = bodies.pop() {
                let linked = nested.linked_ops();
                for op in linked {
                    references.replaced(nested.attrs(op));
                }
                bodies.extend(nested.all_nested());
            }
        }
    }
    for op in hidden.into_values() {
        module.body.erase(op);
    }
    Ok(Reports::new())
}
