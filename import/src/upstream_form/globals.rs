//! Globals, comdats and the module's operations as upstream's import makes them.

use rustc_hash::FxHashMap;

use irtrip_dialect::diagnostic::{Diagnostic, LlvmExcerpt, LossCode, UpstreamImportCode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::{AttrData, Body, Module, NewOp, Op, Str};

use super::block_tags::BlockNumbers;
use super::constants::ConstantMaterializer;
use super::{Imported, Translated, loss};
use crate::bodies::legality::is_own;
use crate::global_values::variables::structor_list;
use crate::source_map::GlobalSource;
use irtrip_dialect::constants::ConstId;
use irtrip_dialect::llvm_text::cursor::Name;
use irtrip_dialect::llvm_text::split::TopLevelKind;

/// Takes the operations of a module that are no functions to upstream's form; returns the diagnostics for what is dropped.
pub(super) fn convert(
    from: &Imported<'_, '_>,
    module: &mut Module,
    globals: Vec<(Op, GlobalSource)>,
    tags: &BlockNumbers,
) -> Translated<Vec<Diagnostic>> {
    let ctx = from.tables.ctx;
    let mut losses = Vec::new();
    for (op, source) in globals {
        if module.body.attr(ctx, op, EXTERNALLY_INITIALIZED).is_some()
            && let Some(at) = source.externally_initialized
        {
            let attrs = ctx.with_entry(module.body.attrs(op), EXTERNALLY_INITIALIZED, None);
            module.body.set_attrs(op, attrs);
            losses.push(loss(LossCode::ExternallyInitialized, at));
        }
        match module.body.name(op) {
            global_values::GLOBAL => variable(from, module, op, source, tags)?,
            global_values::ALIAS => alias(from, module, op, source, tags)?,
            _ => {}
        }
    }
    reverse_ifuncs(module);
    losses.extend(comdats(from, module));
    locate(from, module);
    Ok(losses)
}

/// A variable's initializer: as an attribute, or as operations in its region.
fn variable(
    from: &Imported<'_, '_>,
    module: &mut Module,
    op: Op,
    source: GlobalSource,
    tags: &BlockNumbers,
) -> Translated<()> {
    let ctx = from.tables.ctx;
    let Some(initializer) = source.initializer else { return Ok(()) };
    let (at, end) = (source.at, source.end);
    // Upstream's import asks for no more than the name.
    let name = module.body.string_attr(ctx, op, SYM_NAME).unwrap_or(EMPTY);
    let (symbols, pool) = (&from.tables.symbols, &source.constants);
    if let Some((name, attrs)) = structor_list(ctx, symbols, pool, ctx.bytes(name), initializer) {
        let list = module.body.create(NewOp { attrs, loc: module.body.loc(op), ..NewOp::new(name) });
        module.body.insert_before(op, list);
        module.body.unlink(op);
        return Ok(());
    }
    if !ctx.target_type_is_global(pool.ty(initializer)) {
        return Ok(());
    }
    let mut constants = ConstantMaterializer::new(ctx, symbols, tags, source.constants);
    if module.body.attr(ctx, op, VALUE).is_some() && !constants.has_no_attribute(initializer) {
        return Ok(());
    }
    let mut attrs = module.body.attrs(op);
    attrs = ctx.with_entry(ctx.with_entry(attrs, VALUE, None), IRTRIP_INITIALIZER, None);
    match region(&mut constants, initializer) {
        Some(body) => module.body.set_nested(op, body),
        None => {
            let value = constants.pool.encode(ctx, initializer);
            attrs = ctx.with_entry(attrs, IRTRIP_INITIALIZER, Some(value));
            module.body.set_nested(op, empty());
        }
    }
    module.body.set_attrs(op, attrs);
    match constants.unhandled {
        None => Ok(()),
        Some(constant) => {
            let before = from.tables.text.get(..at).unwrap_or_default();
            let start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
            let variable =
                UpstreamImportCode::UnhandledGlobalVariable { variable: LlvmExcerpt::GlobalVariable { at: start } };
            Err(vec![Diagnostic::new(constant, at..end), Diagnostic::new(variable, at..end)])
        }
    }
}

/// An alias, whose region upstream asks for.
fn alias(
    from: &Imported<'_, '_>,
    module: &mut Module,
    op: Op,
    source: GlobalSource,
    tags: &BlockNumbers,
) -> Translated<()> {
    let ctx = from.tables.ctx;
    let Some(aliasee) = source.initializer else { return Ok(()) };
    if module.body.attr(ctx, op, IRTRIP_INITIALIZER).is_some() {
        return Ok(());
    }
    let mut constants = ConstantMaterializer::new(ctx, &from.tables.symbols, tags, source.constants);
    if let Some(body) = region(&mut constants, aliasee) {
        module.body.set_nested(op, body);
    }
    Ok(())
}

/// Operations that compute a constant and return it, if all of them are the LLVM dialect's.
fn region(constants: &mut ConstantMaterializer<'_>, initializer: ConstId) -> Option<Body> {
    let mut body = Body::new();
    let region = body.append_region();
    let value = constants.value(&mut body, initializer);
    if constants.ops.iter().any(|op| is_own(body.name(*op))) {
        return None;
    }
    let block = body.new_block();
    body.append_block(region, block);
    for op in std::mem::take(&mut constants.ops) {
        body.append_op(block, op);
    }
    body.append(block, NewOp { operands: &[value], ..NewOp::new(llvm::RETURN) }, &[]);
    Some(body)
}

/// A region without blocks.
fn empty() -> Body {
    let mut body = Body::new();
    body.append_region();
    body
}

/// Upstream has ifuncs the other way round.
fn reverse_ifuncs(module: &mut Module) {
    let ifuncs: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == global_values::IFUNC).collect();
    let Some(after) = ifuncs.last().map(|last| module.body.next_op(*last)) else { return };
    for op in &ifuncs {
        module.body.unlink(*op);
    }
    for op in ifuncs.into_iter().rev() {
        match after {
            Some(after) => module.body.insert_before(after, op),
            None => module.body.append_op(module.block, op),
        }
    }
}

/// Upstream makes the comdats that globals and functions have, in the order of first use.
fn comdats(from: &Imported<'_, '_>, module: &mut Module) -> Vec<Diagnostic> {
    let ctx = from.tables.ctx;
    let is_function = |op: &Op| module.body.name(*op) == global_values::FUNC;
    let ops = || module.ops();
    let comdat = |op: Op| match ctx.attr_data(module.body.attr(ctx, op, COMDAT)?) {
        AttrData::SymbolRef { nested, .. } => nested.first().copied(),
        _ => None,
    };
    let used = ops().filter(|op| !is_function(op)).chain(ops().filter(is_function)).filter_map(comdat);
    let mut places: FxHashMap<Str, usize> = FxHashMap::default();
    for (place, name) in used.enumerate() {
        places.entry(name).or_insert(place);
    }
    let mut losses = Vec::new();
    for entity in from.top_level {
        let TopLevelKind::Comdat(Name::Named(name)) = &entity.kind else { continue };
        if !places.contains_key(&ctx.byte_str(name)) {
            let code = LossCode::Comdat { name: String::from_utf8_lossy(name).into_owned() };
            losses.push(loss(code, entity.start));
        }
    }
    let table = ops().find(|op| module.body.name(*op) == global_values::COMDAT);
    let Some(table) = table else { return losses };
    let block = module.body.op_regions(table).first().and_then(|region| module.body.blocks(*region).first().copied());
    let Some(block) = block else { return losses };
    let body = &mut module.body;
    let place = |body: &Body, op: Op| {
        let name = body.string_attr(ctx, op, SYM_NAME)?;
        places.get(&name).copied()
    };
    let mut selectors: Vec<Op> = body.ops(block).collect();
    for op in &selectors {
        body.unlink(*op);
    }
    selectors.retain(|op| place(body, *op).is_some());
    selectors.sort_by_key(|op| place(body, *op));
    if selectors.is_empty() {
        body.unlink(table);
    }
    for op in selectors {
        body.append_op(block, op);
    }
    losses
}

/// What no text has a location for has the module's.
fn locate(from: &Imported<'_, '_>, module: &mut Module) {
    let (unknown, loc) = (irtrip_dialect::attributes::well_known::UNKNOWN_LOC, from.tables.module_loc);
    for op in module.ops().collect::<Vec<_>>() {
        if module.body.name(op) == global_values::FUNC {
            continue;
        }
        if module.body.loc(op) == unknown {
            module.body.set_loc(op, loc);
        }
        for region in module.body.op_regions(op).to_vec() {
            for block in module.body.blocks(region).to_vec() {
                for inner in module.body.ops(block).collect::<Vec<_>>() {
                    module.body.set_loc(inner, loc);
                }
            }
        }
        let Some(nested) = module.body.nested_mut(op) else { continue };
        for region in nested.regions().to_vec() {
            let last = nested.blocks(region).last().and_then(|block| nested.last_op(*block));
            if let Some(op) = last {
                nested.set_loc(op, loc);
            }
        }
    }
}
