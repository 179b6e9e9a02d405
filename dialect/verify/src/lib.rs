//! The verifier: what must hold of a module, in the words of upstream's `mlir-opt`.
//!
//! Its rules, in the order they are looked at:
//!
//! 1. A symbol's name occurs once in its table ([`symbols`]); a symbol is in a table ([`structure`]).
//! 2. An operation has the operands, results, attributes, successors and regions of its definition, and their types are in
//!    the definition's sets, of its traits and by its type rules ([`definition`], [`checks`]).
//! 3. Every block of control flow ends in a terminator and has none before; an entry block has no predecessor; a
//!    successor is a block of the same region and is passed what its arguments take ([`structure`]).
//! 4. A value is defined, and its definition dominates its uses in reachable blocks ([`dominance`]).
//! 5. Functions, variables, aliases, ifuncs and comdats agree with what they hold and refer to ([`llvm`]).
//! 6. An instruction keeps the rules of its own ([`llvm`]).
//! 7. The preserved attributes hold what their definitions say, and what their operation, parameter or module can have
//!    ([`preserved`]).
//! 8. An operation keeps the rules of the [`Verifier`]s of its definition; [`checks`] has those that many definitions share.
//!
//! [`llvm_ir`] has the rules of LLVM's verifier, which import holds LLVM IR to.
//!
//! An operation that breaks a rule of its definition is not asked for rules of its own. Operations of dialects without
//! definitions are held to the rules of structure and of values alone. All errors are collected, in the module's order; parts at
//! the module level are verified in parallel, each in time proportional to its size.

mod data_layout;
mod definition;
mod diagnostics;
mod dominance;
mod encoded_constants;
pub mod llvm_ir;
mod members;
mod modules;
mod notes;
mod preserved;
mod shapes;
mod structure;
#[cfg(test)]
mod tests;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

pub use dominance::{immediate_dominators, misplaced_uses};

// The modules of the crates below, under the names that they have there.
use irtrip_ir::passes::timing::time;
use irtrip_ir::{OpName, Region, Type, TypeData, Value, ValueDef, attributes, body, context, diagnostic, names, types};
use irtrip_llvm_ir::{attribute_set, enums, layout, layout_checks, llvm_attributes, llvm_text};
use irtrip_ops::verify::definition::constraints;
use irtrip_ops::verify::{Symbols, VerifyContext};
use irtrip_ops::{ops, registry, translation};

use crate::body::{Block, Body, Module, Op};
use crate::context::{Attr, Context, Str};
use crate::diagnostic::{Diagnostic, DiagnosticCode, ExportCode, VerifyCode};
use crate::names::{IRTRIP_COMPLETED, IRTRIP_NODES, IRTRIP_SOURCE_FILENAME};
use crate::ops::{AttrSlot, OpDef, builtin};
use crate::registry::{ContextDialects, OpNameDefinition};
use crate::translation::attribute::AttributeTranslations;
use definition::SlotNames;
use diagnostics::Diagnostics;
use irtrip_ir::release::Release;
use irtrip_metadata::export::MetadataExport;

/// Verifies a module and returns every broken rule, in the order of the operations; none where the module is valid.
///
/// ```
/// use irtrip_dialect::{Context, Module, NewOp, ops::llvm, verify::verify};
/// let (ctx, mut module) = (Context::new(), Module::new());
/// assert!(verify(&ctx, &module).is_empty());
/// let block = module.block;
/// module.body.append(block, NewOp::new(llvm::FENCE), &[]);
/// assert_eq!(verify(&ctx, &module)[0].to_string(), "'llvm.fence' op requires attribute 'ordering'");
/// ```
pub fn verify(ctx: &Context, module: &Module) -> Vec<Diagnostic> {
    irtrip_ir::deep_stack::on_deep_stack(|| {
        time("verify", || {
            let mut errors = verify_all(ctx, module);
            if errors.is_empty() && may_have_nodes(ctx, module) {
                let metadata = MetadataExport::new(ctx, module);
                let invalid = metadata.invalid_node().map(|node| ExportCode::MetadataNode(node.to_string()));
                errors.extend(invalid.map(|code| Diagnostic::new(code, module.loc)));
            }
            errors
        })
    })
}

/// As [`verify`], for an export, which finds out by itself whether the module's metadata is well-formed.
///
/// ```
/// use irtrip_dialect::{Context, Module, verify::verify_for_export};
/// assert!(verify_for_export(&Context::new(), &Module::new()).is_empty());
/// ```
pub fn verify_for_export(ctx: &Context, module: &Module) -> Vec<Diagnostic> {
    irtrip_ir::deep_stack::on_deep_stack(|| time("verify", || verify_all(ctx, module)))
}

/// Whether the module may have nodes of metadata of its own: what was not LLVM IR has none.
fn may_have_nodes(ctx: &Context, module: &Module) -> bool {
    let keys = [IRTRIP_SOURCE_FILENAME, IRTRIP_NODES, IRTRIP_COMPLETED];
    keys.iter().any(|key| ctx.entry(module.attrs, *key).is_some())
}

fn verify_all(ctx: &Context, module: &Module) -> Vec<Diagnostic> {
    let slots = SlotNames::new(ctx);
    let mut errors = Vec::new();
    let mut report = |code: VerifyCode| {
        let mut error = Diagnostic::new(code, module.loc);
        error.operation = Some(ctx.op_name_str(builtin::MODULE).into());
        error.symbol = module.name.map(|name| ctx.text(name).into());
        errors.push(error);
    };
    preserved::check_module(ctx, ctx.entries(module.attrs), &mut report);
    modules::check(ctx, ctx.entries(module.attrs), &mut report);
    data_layout::check(ctx, ctx.entries(module.attrs), true, &mut report);
    let root = module.body.regions().first().map(|&region| module.body.blocks(region)).unwrap_or_default();
    if root.len() > 1 {
        report(VerifyCode::ManyBlocks { region: 0 });
    }
    if structure::has_predecessors(&module.body, module.block) {
        report(VerifyCode::EntryHasPredecessors);
    }
    if !module.body.block_args(module.block).is_empty() {
        report(VerifyCode::RegionArguments);
    }
    // A module may hold modules, which are tables of their own.
    let mut tables = vec![(&module.body, module.block, None)];
    while let Some((body, block, table)) = tables.pop() {
        verify_table(ctx, &slots, (body, block, table), &mut errors);
        for op in body.ops(block).filter(|op| is_module(body.name(*op))) {
            let Some(nested) = body.nested(op) else { continue };
            let blocks = nested.regions().iter().filter_map(|&region| nested.blocks(region).first());
            tables.extend(blocks.map(|&block| (nested, block, VerifyContext::new(ctx, body, op))));
        }
    }
    if let Some(release) = module.releases.other_than_models() {
        errors.retain(|error| since(&error.code).is_none_or(|since| release >= since));
    }
    errors
}

/// The release of MLIR that a rule came with, which a module of an older one need not keep; `None` for a rule that all releases have.
fn since(code: &DiagnosticCode) -> Option<Release> {
    match code {
        // The attribute was discardable, and a constant of one complex number could be of an array.
        DiagnosticCode::Verify(VerifyCode::AttributeConstraint { name: "target_features", .. }) => Some(Release::V18),
        DiagnosticCode::Verify(VerifyCode::ConstantElementCount { .. }) => Some(Release::V19),
        _ => None,
    }
}

/// Whether an operation is a module inside another, with a table of symbols of its own: `builtin.module` or another
/// dialect's, `gpu.module`.
fn is_module(name: OpName) -> bool {
    let is_table = |def: &OpDef| def.is(crate::ops::Traits::SYMBOL_TABLE);
    name == builtin::MODULE || !name.is_of_core() && name.def().is_some_and(is_table)
}

/// The attribute of an operation that is not what its definition says, and what it should be; the first in the definition's
/// order.
pub fn check_attributes(ctx: &Context, def: &OpDef, entries: &[(Str, Attr)]) -> Option<VerifyCode> {
    let is_first = |entry: &(Str, Attr)| entries.iter().find(|other| other.0 == entry.0) == Some(entry);
    let broken = entries.iter().filter_map(|entry| {
        let name = ctx.bytes(entry.0);
        let slot = def.attrs.iter().find(|slot| slot.name.as_bytes() == name)?;
        let constraint = constraints::check_constraint(ctx, def, slot, entry.1)?;
        is_first(entry).then_some((slot, constraint))
    });
    // Upstream goes through them by their names.
    let first = broken.min_by_key(|(slot, _)| slot.name);
    first.map(|(slot, constraint)| constraints::fault(def, slot, constraint))
}

/// Whether an attribute of an operation is what the slot of its definition says.
pub fn attribute_fits(ctx: &Context, def: &OpDef, slot: &AttrSlot, attr: Attr) -> bool {
    constraints::check_constraint(ctx, def, slot, attr).is_none()
}

/// The errors of a module that `mlir-opt` reports, which stops at the first: of operations at the module level
/// first; then of each function, where values count only if all else is right; then of the symbols together.
pub fn first_errors(errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let of_table = |error: &Diagnostic| error.verify_code().is_some_and(VerifyCode::is_symbol_rule);
    let of_values = |error: &Diagnostic| error.verify_code().is_some_and(VerifyCode::is_value_rule);
    let (last, errors): (Vec<_>, Vec<_>) = errors.into_iter().partition(of_table);
    if let Some(first) = errors.iter().find(|error| error.symbol.is_none() && !of_values(error)) {
        return vec![first.clone()];
    }
    let mut first: Vec<Diagnostic> = Vec::new();
    let mut places: rustc_hash::FxHashMap<Option<Box<str>>, usize> = Default::default();
    for error in errors {
        match places.get(&error.symbol).and_then(|&place| first.get_mut(place)) {
            Some(known) if of_values(known) && !of_values(&error) => *known = error,
            Some(_) => {}
            None => {
                places.insert(error.symbol.clone(), first.len());
                first.push(error);
            }
        }
    }
    if !first.is_empty() {
        return first;
    }
    // A table's names are looked at before their uses.
    let redefined = last.iter().find(|error| matches!(error.verify_code(), Some(VerifyCode::Redefinition(_))));
    redefined.or(last.first()).cloned().into_iter().collect()
}

/// What the parts of one module share while they are verified.
struct Shared<'a> {
    ctx: &'a Context,
    slots: &'a SlotNames,
    symbols: &'a Symbols<'a>,
    /// The operation whose table of symbols this is; none of the outermost module.
    table: Option<VerifyContext<'a>>,
    /// What dialects say of attributes of theirs, where the module has some.
    attributes: AttributeTranslations,
}

/// Operations at the module level that one task takes at least.
const PART: usize = 8;

fn verify_table(
    ctx: &Context,
    slots: &SlotNames,
    (body, block, table): (&Body, Block, Option<VerifyContext<'_>>),
    errors: &mut Vec<Diagnostic>,
) {
    let mut found = Diagnostics::default();
    let symbols = Symbols::new(ctx, body, block, &mut found.errors);
    let shared = Shared { ctx, slots, symbols: &symbols, table, attributes: AttributeTranslations::new(ctx) };
    structure::check_table(&shared, body, block, &mut found);
    let ops: Vec<Op> = body.ops(block).collect();
    let member = |mut found: Diagnostics, &op: &Op| {
        structure::check_member(&shared, body, op, &mut found);
        found
    };
    let parts: Vec<Diagnostics> = ops.par_iter().with_min_len(PART).fold(Diagnostics::default, member).collect();
    let mut tags: FxHashSet<(Str, i64)> = FxHashSet::default();
    let mut tag_uses = Vec::new();
    errors.extend(found.errors);
    for part in parts {
        errors.extend(part.errors);
        tags.extend(part.tags);
        tag_uses.extend(part.tag_uses);
    }
    let untagged = tag_uses.into_iter().filter(|(function, tag, _)| !tags.contains(&(*function, *tag)));
    errors.extend(untagged.map(|(_, _, error)| error));
}
