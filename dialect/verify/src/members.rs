//! Rules of the LLVM dialect that are about more than one operation: what is inside global values, and what is one throughout a
//! function.

use irtrip_ops::verify::llvm::control::tag_number;
use irtrip_ops::verify::llvm::globals::each_op_inside;
use irtrip_ops::verify::{Site, broken_rule};

use crate::attributes::AttrData;
use crate::body::{Body, Op, Region};
use crate::context::Type;
use crate::diagnostic::VerifyCode as Kind;
use crate::found::Found;
use crate::names;
use crate::ops::{Global, LlvmForm, OpDef, Traits, global_values, llvm};
use crate::registry::OpNameDefinition;
use crate::structure::Around;

/// Holds a global value to the rules about where it is and about the operations in it.
pub(crate) fn check_place_and_members(around: &Around, site: &Site, global: Global, found: &mut Found) {
    // A symbol elsewhere lacks its table, which is reported for all symbols.
    if around.surroundings.holder.is_some() && !site.def.is(Traits::SYMBOL) {
        found.error(site.ctx, site.body, site.op, around.symbol, Kind::NotAtModuleLevel);
    }
    match global {
        Global::Comdat => check_comdat_members(around, site, found),
        Global::Variable => check_effects(around, site, Kind::InitializerSideEffect, found),
        Global::Alias => check_effects(around, site, Kind::AliasSideEffect, found),
        Global::Func
        | Global::IFunc
        | Global::ComdatSelector
        | Global::Ctors
        | Global::Dtors
        | Global::ModuleFlags
        | Global::LinkerOptions => {}
    }
}

fn check_comdat_members(around: &Around, site: &Site, found: &mut Found) {
    let check = |body: &Body, op: Op, found: &mut Found| {
        let selector = body.name(op).def().map(|def| def.llvm);
        if !matches!(selector, Some(LlvmForm::Global(Global::ComdatSelector))) {
            found.error(site.ctx, body, op, around.symbol, Kind::ComdatMember);
        }
    };
    for &region in site.body.op_regions(site.op) {
        for &block in site.body.blocks(region) {
            site.body.ops(block).for_each(|op| check(site.body, op, found));
        }
    }
    each_op_inside(site, |body, op| check(body, op, found));
}

/// Whether an operation may be in an initializer: it computes and does nothing else.
fn has_no_effect(def: &OpDef) -> bool {
    match def.llvm {
        LlvmForm::Binary(_) | LlvmForm::Unary(_) | LlvmForm::Cast(_) | LlvmForm::Constant(_) => true,
        LlvmForm::Inst(_)
        | LlvmForm::Intrinsic(_)
        | LlvmForm::Translation(_)
        | LlvmForm::Global(_)
        | LlvmForm::None => def.is(Traits::PURE),
    }
}

/// An initializer computes: the first operation that does more is one too many.
fn check_effects(around: &Around, site: &Site, kind: Kind, found: &mut Found) {
    let mut effect = None;
    each_op_inside(site, |body, op| {
        if !body.name(op).def().is_some_and(has_no_effect) {
            effect = effect.or(Some((body, op)));
        }
    });
    if let Some((body, op)) = effect {
        found.error(site.ctx, body, op, around.symbol, kind);
    }
}

/// Notes the block tag that a block address names: it has to be met in its function.
pub(crate) fn check_blockaddress(around: &Around, site: &Site, found: &mut Found) {
    let (ctx, body, op, symbol) = (site.ctx, site.body, site.op, around.symbol);
    let params = match site.attr(names::BLOCK_ADDR).map(|a| ctx.attr_data(a)) {
        Some(AttrData::Llvm { params, .. }) => params,
        _ => return,
    };
    let function = params.first().copied().flatten().and_then(|a| ctx.symbol_value(a));
    let tag = params.get(1).copied().flatten().and_then(|a| tag_number(site, a));
    let is_function = function.and_then(|f| around.shared.symbols.find(f)).and_then(|s| s.form());
    match (function, tag, is_function) {
        (Some(function), Some(tag), Some(LlvmForm::Global(Global::Func))) => {
            let error = broken_rule(ctx, body, op, symbol, Kind::BlockAddressTag);
            found.tag_uses.push((function, tag, error));
        }
        (_, None, Some(LlvmForm::Global(Global::Func))) => found.error(ctx, body, op, symbol, Kind::BlockAddressTag),
        _ => found.error(ctx, body, op, symbol, Kind::BlockAddressFunction),
    }
}

/// A block tag occurs once in its function.
pub(crate) fn check_block_tag(around: &Around, site: &Site, found: &mut Found) {
    let (Some(function), Some(tag)) = (around.symbol, site.attr(names::TAG).and_then(|a| tag_number(site, a))) else {
        return;
    };
    found.tags.push((function, tag));
}

/// Reports the tags that occur twice in a function, whose tags are the last that were found.
pub(crate) fn check_tags_differ(around: &Around, function: &Site, found: &mut Found) {
    let Some(symbol) = around.symbol else { return };
    let mut seen = rustc_hash::FxHashSet::default();
    let own = found.tags.iter().rev().take_while(|entry| entry.0 == symbol).map(|entry| entry.1);
    let mut twice: Vec<i64> = own.filter(|&tag| !seen.insert(tag)).collect();
    twice.reverse();
    for tag in twice {
        found.error(function.ctx, function.body, function.op, Some(symbol), Kind::DuplicateBlockTag(tag));
    }
}

/// Holds a function's body to what is one throughout it: the types of landing pads, and block tags.
pub(crate) fn check_body(
    around: &Around,
    holder: &Site,
    body: &Body,
    regions: &[(Region, Option<Op>)],
    found: &mut Found,
) {
    if holder.name() != global_values::FUNC {
        return;
    }
    let mut landed: Option<Type> = None;
    let mut resumed: Option<Type> = None;
    let (mut landings_agree, mut resumes_agree) = (true, true);
    let note = |have: &mut Option<Type>, agree: &mut bool, ty: Option<Type>| {
        *agree &= ty.is_none() || have.is_none() || *have == ty;
        *have = have.or(ty);
    };
    for &(region, _) in regions {
        for &block in body.blocks(region) {
            for op in body.ops(block) {
                let name = body.name(op);
                if name == llvm::LANDINGPAD {
                    note(&mut landed, &mut landings_agree, body.result(op).map(|v| body.value_type(v)));
                } else if name == llvm::RESUME {
                    let ty = body.operands(op).first().map(|&v| body.value_type(v));
                    note(&mut resumed, &mut resumes_agree, ty);
                }
            }
        }
    }
    let mut error = |kind| found.error(holder.ctx, holder.body, holder.op, around.symbol, kind);
    if !landings_agree {
        error(Kind::LandingpadTypes);
    }
    if !resumes_agree {
        error(Kind::ResumeTypes);
    }
    check_tags_differ(around, holder, found);
}
