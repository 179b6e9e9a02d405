//! Rules of the LLVM dialect that are about more than one operation: what is inside global values, and what is one throughout a
//! function.

use irtrip_ops::verify::llvm::control::tag_number;
use irtrip_ops::verify::llvm::globals::each_op_inside;
use irtrip_ops::verify::{VerifyContext, broken_rule};

use crate::attributes::AttrData;
use crate::body::{Body, Op, Region};
use crate::context::Type;
use crate::diagnostic::VerifyCode as Kind;
use crate::diagnostics::Diagnostics;
use crate::names;
use crate::ops::{Global, LlvmForm, OpDef, Traits, global_values, llvm};
use crate::registry::OpNameDefinition;
use crate::structure::VerifyScope;

/// Holds a global value to the rules about where it is and about the operations in it.
pub(crate) fn check_place_and_members(
    around: &VerifyScope,
    cx: &VerifyContext,
    global: Global,
    found: &mut Diagnostics,
) {
    // A symbol elsewhere lacks its table, which is reported for all symbols.
    if around.surroundings.holder.is_some() && !cx.def.is(Traits::SYMBOL) {
        found.error(cx.ctx, cx.body, cx.op, around.symbol, Kind::NotAtModuleLevel);
    }
    match global {
        Global::Comdat => check_comdat_members(around, cx, found),
        Global::Variable => check_effects(around, cx, Kind::InitializerSideEffect, found),
        Global::Alias => check_effects(around, cx, Kind::AliasSideEffect, found),
        Global::Func
        | Global::IFunc
        | Global::ComdatSelector
        | Global::Ctors
        | Global::Dtors
        | Global::ModuleFlags
        | Global::LinkerOptions => {}
    }
}

fn check_comdat_members(around: &VerifyScope, cx: &VerifyContext, found: &mut Diagnostics) {
    let check = |body: &Body, op: Op, found: &mut Diagnostics| {
        let selector = body.name(op).def().map(|def| def.llvm);
        if !matches!(selector, Some(LlvmForm::Global(Global::ComdatSelector))) {
            found.error(cx.ctx, body, op, around.symbol, Kind::ComdatMember);
        }
    };
    for &region in cx.body.op_regions(cx.op) {
        for &block in cx.body.blocks(region) {
            cx.body.ops(block).for_each(|op| check(cx.body, op, found));
        }
    }
    each_op_inside(cx, |body, op| check(body, op, found));
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
fn check_effects(around: &VerifyScope, cx: &VerifyContext, kind: Kind, found: &mut Diagnostics) {
    let mut effect = None;
    each_op_inside(cx, |body, op| {
        if !body.name(op).def().is_some_and(has_no_effect) {
            effect = effect.or(Some((body, op)));
        }
    });
    if let Some((body, op)) = effect {
        found.error(cx.ctx, body, op, around.symbol, kind);
    }
}

/// Notes the block tag that a block address names: it has to be met in its function.
pub(crate) fn check_blockaddress(around: &VerifyScope, cx: &VerifyContext, found: &mut Diagnostics) {
    let (ctx, body, op, symbol) = (cx.ctx, cx.body, cx.op, around.symbol);
    let params = match cx.attr(names::BLOCK_ADDR).map(|a| ctx.attr_data(a)) {
        Some(AttrData::Llvm { params, .. }) => params,
        _ => return,
    };
    let function = params.first().copied().flatten().and_then(|a| ctx.symbol_value(a));
    let tag = params.get(1).copied().flatten().and_then(|a| tag_number(cx, a));
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
pub(crate) fn check_block_tag(around: &VerifyScope, cx: &VerifyContext, found: &mut Diagnostics) {
    let (Some(function), Some(tag)) = (around.symbol, cx.attr(names::TAG).and_then(|a| tag_number(cx, a))) else {
        return;
    };
    found.tags.push((function, tag));
}

/// Reports the tags that occur twice in a function, whose tags are the last that were found.
pub(crate) fn check_tags_differ(around: &VerifyScope, function: &VerifyContext, found: &mut Diagnostics) {
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
    around: &VerifyScope,
    holder: &VerifyContext,
    body: &Body,
    regions: &[(Region, Option<Op>)],
    found: &mut Diagnostics,
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
