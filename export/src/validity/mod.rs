//! Step 1: a module without the preserved attributes that are not true any more. The only place where that is decided.
//!
//! Each entry of [`irtrip_dialect::preserved`] has a validity check, what the attribute was true of. What passes changed shows
//! there. An attribute that lacks its validity check is dropped and named, and the upstream form alone counts. The module is
//! copied only where there is something to drop.
//!
//! - [`function`]: the attributes of a function and of what is in it
//! - [`operation`]: those whose validity check is their operation's operands, symbols and attributes
//! - [`discardable`]: attributes of no dialect, which say nothing of any operation

mod discardable;
mod function;
mod operation;

use std::borrow::Cow;
use std::sync::OnceLock;

use irtrip_dialect::constants::decode::block_tag;
use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::metadata::{NodeKey, NodeTable, completed_entries, node_keys, separate_tables};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::preserved::{
    EncodedConstant, FunctionAttributes, StaleReason, SymbolForm, assembly_parts, module_claims, module_structural_hash,
};
use irtrip_dialect::{Attr, Context, Module, Op, Str};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dropped::Dropped;
use crate::exporter_defaults::was_llvm;

/// A module with what of its preserved attributes is true.
pub(crate) struct Validated<'m> {
    /// The module.
    pub module: Cow<'m, Module>,
    /// What is not true, in the module's order.
    pub stale: Vec<Dropped>,
}

/// What checks of functions need of the module.
struct ModuleScope<'a> {
    ctx: &'a Context,
    module: &'a Module,
    /// Whether the module was LLVM IR: another's attributes are what upstream's exporter takes them for.
    was_llvm: bool,
    functions: FunctionAttributes<'a>,
    /// The nodes that the module preserves, once they are asked for.
    nodes: OnceLock<FxHashSet<NodeKey>>,
    /// The tables that complete attributes, once they are asked for.
    completing: OnceLock<FxHashSet<NodeTable>>,
    /// The module's symbols by name, once they are asked for; declarations that are preserved are no operations.
    globals: OnceLock<FxHashMap<Str, Option<Op>>>,
}

impl ModuleScope<'_> {
    /// Whether an operand of metadata is there: it names no node, or one that the module has.
    fn has_node(&self, operand: Attr) -> bool {
        let (ctx, attrs) = (self.ctx, self.module.attrs);
        let nodes = || node_keys(ctx, attrs).collect();
        NodeKey::of(ctx, operand).is_none_or(|node| self.nodes.get_or_init(nodes).contains(&node))
    }

    /// Whether the table is there that completes attributes of an operation with this `irtrip.table`.
    fn has_table(&self, mark: Attr) -> bool {
        let (ctx, attrs) = (self.ctx, self.module.attrs);
        let tables = || completed_entries(ctx, attrs).map(|entry| entry.0).collect();
        let table = NodeKey::of(ctx, mark).and_then(NodeKey::completing);
        table.is_none_or(|table| self.completing.get_or_init(tables).contains(&table))
    }

    /// What is left of an attachment without nodes that the module does not have.
    fn attachment(&self, attachment: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        if let Some(all) = ctx.entry(attachment, ALL) {
            let there: Vec<Attr> = ctx.items(all).iter().copied().filter(|node| self.has_node(*node)).collect();
            return match there.len() {
                0 => None,
                count if count == ctx.items(all).len() => Some(attachment),
                _ => Some(ctx.dictionary(&[(ALL, ctx.array(&there))])),
            };
        }
        // An attribute of upstream's and its node, or a tuple that is written in place.
        ctx.items(attachment).iter().chain([&attachment]).all(|node| self.has_node(*node)).then_some(attachment)
    }

    /// A dictionary whose `irtrip.metadata` names nodes that the module does not have, without these.
    fn with_own_nodes(&self, dictionary: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let attached = ctx.entry(dictionary, IRTRIP_METADATA)?;
        let kept = |&(kind, attachment): &(Str, Attr)| Some((kind, self.attachment(attachment)?));
        let kept: Vec<(Str, Attr)> = ctx.entries(attached).iter().filter_map(kept).collect();
        if kept == ctx.entries(attached) {
            return None;
        }
        Some(ctx.with_entry(dictionary, IRTRIP_METADATA, (!kept.is_empty()).then(|| ctx.dictionary(&kept))))
    }

    /// An array of dictionaries and units without attachments whose nodes the module does not have, where it has such.
    fn list_with_own_nodes(&self, list: Attr) -> Option<Attr> {
        let items = self.ctx.items(list);
        let kept: Vec<Attr> = items.iter().map(|item| self.with_own_nodes(*item).unwrap_or(*item)).collect();
        (kept != items).then(|| self.ctx.array(&kept))
    }

    /// An `irtrip.named_metadata` without nodes that the module does not have, where it names such.
    fn named_with_own_nodes(&self, named: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let is_there = |operand: &&Attr| self.attachment(**operand).is_some();
        let kept = |item: &Attr| match ctx.items(*item) {
            [] => *item,
            operands if operands.iter().all(|operand| is_there(&operand)) => *item,
            operands => ctx.array(&operands.iter().filter(is_there).copied().collect::<Vec<Attr>>()),
        };
        let items = ctx.items(named);
        let kept: Vec<Attr> = items.iter().map(kept).collect();
        (kept != items).then(|| ctx.array(&kept))
    }

    /// The orders of uses in the dictionary of a function, or of the module, without those of constants that name what the module
    /// does not have, where there are such.
    fn orders_of_what_is_there(&self, attrs: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let orders = ctx.items(ctx.entry(attrs, IRTRIP_USE_LIST_ORDERS)?);
        let has_all = |order: &&Attr| {
            let subject = ctx.items(**order).first();
            let mut symbols = subject.into_iter().flat_map(|subject| EncodedConstant::symbols(ctx, *subject));
            symbols.all(|(symbol, form)| self.has_symbol(symbol, form))
        };
        let kept: Vec<Attr> = orders.iter().filter(has_all).copied().collect();
        (kept.len() < orders.len()).then(|| ctx.array(&kept))
    }

    /// Whether the module has a symbol and, where it is the address of a block, the block.
    fn has_symbol(&self, symbol: Str, form: SymbolForm) -> bool {
        let (ctx, body) = (self.ctx, &self.module.body);
        // Export declares the intrinsics that operations stand for.
        if ctx.bytes(symbol).starts_with(b"llvm.") {
            return true;
        }
        let named = |attrs: Attr| ctx.string_value(ctx.entry(attrs, SYM_NAME)?);
        let found = self.globals.get_or_init(|| {
            let declared = ctx.entry(self.module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list));
            let declared = declared.into_iter().flatten().filter_map(|attrs| Some((named(*attrs)?, None)));
            declared.chain(self.module.ops().filter_map(|op| Some((named(body.attrs(op))?, Some(op))))).collect()
        });
        let (Some(found), SymbolForm::BlockAddress(tag)) = (found.get(&symbol), form) else {
            return found.contains_key(&symbol);
        };
        let Some(function) = found.and_then(|op| body.nested(op)) else { return false };
        let tag_of = |op: Op| block_tag(ctx, function.attr(ctx, op, ctx.str("tag"))?);
        function.linked_ops().any(|op| function.name(op) == llvm::BLOCKTAG && tag_of(op) == Some(tag))
    }

    /// An attribute of an operation at the top level.
    fn attr(&self, op: Op, key: Str) -> Option<Attr> {
        self.module.body.attr(self.ctx, op, key)
    }
}

/// What is stale in a function or another operation at the top level.
#[derive(Default)]
struct Findings {
    /// The dictionary of the operation itself, where it is another now.
    own: Option<Attr>,
    /// The operations of its body that get another dictionary.
    ops: Vec<(Op, Attr)>,
    stale: Vec<Dropped>,
}

/// Drops what is stale, and tells the attributes of several modules' tables apart.
pub(crate) fn validated<'m>(ctx: &Context, module: &'m Module) -> Validated<'m> {
    let believed = without_stale(ctx, module);
    match separate_tables(ctx, &believed.module) {
        Some(separate) => Validated { module: Cow::Owned(separate), ..believed },
        None => believed,
    }
}

fn without_stale<'m>(ctx: &Context, module: &'m Module) -> Validated<'m> {
    let was_llvm = was_llvm(ctx, module) && ctx.entry(module.attrs, IRTRIP_EXPORTER_DEFAULTS).is_none();
    let globals: Vec<Op> = module.ops().collect();
    let around = ModuleScope {
        ctx,
        module,
        was_llvm,
        functions: FunctionAttributes::new(ctx, module),
        nodes: OnceLock::new(),
        completing: OnceLock::new(),
        globals: OnceLock::new(),
    };
    let check = |op: &Op| match module.body.name(*op) {
        global_values::FUNC => function::check(&around, *op),
        _ => operation::check_global(&around, *op),
    };
    let found: Vec<Findings> = globals.par_iter().with_min_len(8).map(check).collect();
    let (attrs, mut stale) = module_attributes(&around);
    if stale.is_empty() && found.iter().all(|found| found.stale.is_empty()) {
        return Validated { module: Cow::Borrowed(module), stale };
    }
    let mut module = module.clone();
    module.attrs = attrs;
    for (global, found) in globals.into_iter().zip(found) {
        if let Some(own) = found.own {
            module.body.set_attrs(global, own);
        }
        if let Some(body) = module.body.nested_mut(global) {
            found.ops.into_iter().for_each(|(op, attrs)| body.set_attrs(op, attrs));
        }
        stale.extend(found.stale);
    }
    Validated { module: Cow::Owned(module), stale }
}

/// What an export says of a stale attribute.
fn stale(ctx: &Context, (global, op): (Option<Op>, Option<Op>), of: &str, key: Str, reason: StaleReason) -> Dropped {
    let (name, operation) = (ctx.text(key).into_owned(), of.to_owned());
    Dropped { global, op, code: LossCode::StaleAttribute { name, operation, reason } }
}

/// The module's own attributes, without those that speak of it as a whole where it is another.
fn module_attributes(around: &ModuleScope) -> (Attr, Vec<Dropped>) {
    let (ctx, module) = (around.ctx, around.module);
    let (mut attrs, mut dropped) = (module.attrs, Vec::new());
    if ctx.entry(attrs, IRTRIP_MODULE_ASM).is_some() && assembly_parts(ctx, attrs).is_none() {
        attrs = ctx.with_entry(attrs, IRTRIP_MODULE_ASM, None);
        dropped.push(stale(ctx, (None, None), "the module", IRTRIP_MODULE_ASM, StaleReason::Completed));
    }
    let declarations = ctx.entry(attrs, IRTRIP_DECLARATIONS).and_then(|list| around.list_with_own_nodes(list));
    let named = ctx.entry(attrs, IRTRIP_NAMED_METADATA).and_then(|named| around.named_with_own_nodes(named));
    for (key, kept) in [(IRTRIP_DECLARATIONS, declarations), (IRTRIP_NAMED_METADATA, named)] {
        if kept.is_some() {
            attrs = ctx.with_entry(attrs, key, kept);
            dropped.push(stale(ctx, (None, None), "the module", key, StaleReason::NoNode));
        }
    }
    if !module_claims(ctx, attrs) {
        return (attrs, dropped);
    }
    if let Some(kept) = around.orders_of_what_is_there(attrs) {
        attrs = ctx.with_entry(attrs, IRTRIP_USE_LIST_ORDERS, Some(kept));
        dropped.push(stale(ctx, (None, None), "the module", IRTRIP_USE_LIST_ORDERS, StaleReason::NoSymbol));
    }
    let hash = ctx.int_entry(attrs, IRTRIP_STRUCTURAL_HASH);
    if hash == Some(module_structural_hash(ctx, module)) {
        return (attrs, dropped);
    }
    for key in [IRTRIP_SUMMARY, IRTRIP_USE_LIST_ORDERS] {
        if ctx.entry(attrs, key).is_some() {
            attrs = ctx.with_entry(attrs, key, None);
            dropped.push(stale(ctx, (None, None), "the module", key, StaleReason::Module));
        }
    }
    (attrs, dropped)
}
