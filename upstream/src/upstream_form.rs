//! A module in the form of upstream's importer, with a diagnostic for each thing that the form has no room for.

use irtrip_dialect::attributes::well_known::EMPTY_ARRAY;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticLocation, LossCode, UpstreamImportCode};
use irtrip_dialect::names::{
    ARG_ATTRS, EMPTY, IRTRIP_SOURCE_FILENAME, IRTRIP_STRUCTURAL_HASH, IRTRIP_TABLE, LLVM_DATA_LAYOUT, LLVM_MODULE_ASM,
    LLVM_TARGET_TRIPLE, RES_ATTRS, SYM_NAME, is_irtrip,
};
use irtrip_dialect::{Attr, Body, Context, ContextDialects, Module, Op, Region, Str};
use irtrip_grammar::{print_attr, print_attr_start};

/// A result whose error is the diagnostics for the operations that upstream's form cannot do without and does not have.
type Reduced = Result<Vec<Diagnostic>, Vec<Diagnostic>>;

/// Gives a module the form of upstream's importer: [`drop_preserved`], and the module's attributes as upstream's importer
/// has them, always a target and assembly, the data layout only as `dlti.dl_spec`. Blocks that cannot be reached go, as
/// for upstream. Returns a [`LossCode`] for each thing that goes.
///
/// # Errors
/// Those of [`drop_preserved`].
pub fn to_upstream_form(ctx: &Context, module: &mut Module) -> Reduced {
    let mut losses = Vec::new();
    let ops: Vec<Op> = module.ops().collect();
    for op in ops {
        let symbol = symbol_name(ctx, module.body.attrs(op));
        let count = module.body.nested_mut(op).map_or(0, drop_unreachable);
        if count > 0 {
            let symbol = symbol.unwrap_or_default();
            losses.push(module_loss(LossCode::UnreachableBlocks { count, symbol }));
        }
    }
    losses.extend(drop_preserved(ctx, module)?);
    if let Some(layout) = ctx.entry(module.attrs, LLVM_DATA_LAYOUT) {
        let value = print_attr(ctx, layout);
        losses.insert(0, module_loss(LossCode::DataLayout { value }));
        module.attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, None);
    }
    for (key, empty) in [(LLVM_MODULE_ASM, EMPTY_ARRAY), (LLVM_TARGET_TRIPLE, ctx.str_attr(EMPTY))] {
        if ctx.entry(module.attrs, key).is_none() {
            module.attrs = ctx.with_entry(module.attrs, key, Some(empty));
        }
    }
    Ok(losses)
}

/// Takes the preserved attributes and the operations of the `irtrip` dialect out of a module; returns a [`LossCode`] for
/// each. For the names of values and blocks, which upstream's form does not print, there is one a function.
///
/// # Errors
/// A [`UpstreamImportCode`] for each operation of the `irtrip` dialect: upstream's form has nothing for it.
pub(crate) fn drop_preserved(ctx: &Context, module: &mut Module) -> Reduced {
    let mut reduction = Reduction { ctx, losses: Vec::new(), refused: Vec::new() };
    // Without a name nothing is lost.
    if ctx.string_entry(module.attrs, IRTRIP_SOURCE_FILENAME) == Some(EMPTY) {
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_SOURCE_FILENAME, None);
    }
    module.attrs = reduction.dictionary(module.attrs, &DiagnosticLocation::Module, "the module");
    reduction.body(&mut module.body, None);
    if reduction.refused.is_empty() { Ok(reduction.losses) } else { Err(reduction.refused) }
}

fn module_loss(code: LossCode) -> Diagnostic {
    Diagnostic::new(code, DiagnosticLocation::Module)
}

/// Takes the blocks out of a body that no path from its entry leads to; returns how many.
fn drop_unreachable(body: &mut Body) -> usize {
    let mut dropped = 0;
    for region in body.regions().to_vec() {
        let reached = body.reachable(region);
        let before = body.blocks(region).len();
        body.retain_blocks(region, |block| reached[block.index()]);
        dropped += before - body.blocks(region).len();
    }
    dropped
}

/// Longest value shown whole in a message, in bytes.
const SHOWN: usize = 120;

/// A module on its way to upstream's form.
struct Reduction<'a> {
    ctx: &'a Context,
    losses: Vec<Diagnostic>,
    refused: Vec<Diagnostic>,
}

impl Reduction<'_> {
    /// Takes a body and those nested in it to upstream's form; module, function and initializer are the only depths.
    fn body(&mut self, body: &mut Body, symbol: Option<&str>) {
        let mut regions: Vec<Region> = body.regions().to_vec();
        let (mut values, mut blocks) = (0, 0);
        while let Some(region) = regions.pop() {
            for block in body.blocks(region).to_vec() {
                blocks += usize::from(body.block_name(block).is_some());
                values += body.block_args(block).iter().filter(|&&v| body.value(v).name.is_some()).count();
                let ops: Vec<Op> = body.ops(block).collect();
                for op in ops {
                    values += body.results(op).filter(|&v| body.value(v).name.is_some()).count();
                    regions.extend_from_slice(body.op_regions(op));
                    self.op(body, op, symbol);
                }
            }
        }
        if let (Some(symbol), true) = (symbol, (values, blocks) != (0, 0)) {
            self.losses.push(module_loss(LossCode::Names { values, blocks, symbol: symbol.to_owned() }));
        }
    }

    fn op(&mut self, body: &mut Body, op: Op, symbol: Option<&str>) {
        let location = DiagnosticLocation::Attribute(body.loc(op));
        let name = self.ctx.op_name_str(body.name(op)).into_owned();
        if is_irtrip(&name) {
            self.refused.push(Diagnostic::new(UpstreamImportCode::PreservedOperation { name }, location));
            return;
        }
        let own = symbol_name(self.ctx, body.attrs(op));
        let holder = match (&own, symbol) {
            (Some(own), _) => format!("{name} @{own}"),
            (None, Some(symbol)) => format!("{name} in @{symbol}"),
            (None, None) => name,
        };
        let attrs = self.dictionary(body.attrs(op), &location, &holder);
        body.set_attrs(op, attrs);
        if let Some(nested) = body.nested_mut(op) {
            // The bodies of a module nest two deep: a function's, a global's initializer's.
            self.body(nested, own.as_deref().or(symbol));
        }
    }

    /// A dictionary without preserved attributes, of its own and of its parameters' dictionaries.
    fn dictionary(&mut self, dictionary: Attr, location: &DiagnosticLocation, holder: &str) -> Attr {
        let mut kept: Vec<(Str, Attr)> = Vec::new();
        let mut changed = false;
        for &(key, value) in self.ctx.entries(dictionary) {
            let text = self.ctx.text(key);
            if key == IRTRIP_STRUCTURAL_HASH || key == IRTRIP_TABLE {
                // Without what it is the validity check of, or whose table it names, nothing is lost.
                changed = true;
            } else if is_irtrip(&text) {
                let (name, value) = (text.into_owned(), self.shown(value));
                let code = LossCode::PreservedAttribute { name, value, holder: holder.to_owned() };
                self.losses.push(Diagnostic::new(code, location.clone()));
                changed = true;
            } else if key == ARG_ATTRS || key == RES_ATTRS {
                let what = if key == ARG_ATTRS { "argument" } else { "result" };
                let items = self.ctx.items(value).to_vec();
                let reduced: Vec<Attr> = items
                    .iter()
                    .enumerate()
                    .map(|(i, &item)| self.dictionary(item, location, &format!("{what} {i} of {holder}")))
                    .collect();
                changed |= reduced != items;
                kept.push((key, if reduced == items { value } else { self.ctx.array(&reduced) }));
            } else {
                kept.push((key, value));
            }
        }
        if changed { self.ctx.dictionary(&kept) } else { dictionary }
    }

    fn shown(&self, value: Attr) -> String {
        let (mut text, whole) = print_attr_start(self.ctx, value, SHOWN);
        if !whole {
            text.push_str("...");
        }
        text
    }
}

fn symbol_name(ctx: &Context, attrs: Attr) -> Option<String> {
    let name = ctx.string_value(ctx.entry(attrs, SYM_NAME)?)?;
    Some(ctx.text(name).into_owned())
}
