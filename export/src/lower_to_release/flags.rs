//! The flags of instructions, their alignments and attachments: each says that something is known, so that none has to
//! stay.

use std::borrow::Cow;

use irtrip_dialect::attr_table::CONSTANT_RANGE;
use irtrip_dialect::attribute_set::{AttributeItem, parameter_set};
use irtrip_dialect::enums::{EnumValue, GepNoWrapFlags, InstructionFlags};
use irtrip_dialect::names::{ALIGNMENT, IRTRIP_FLAGS, IRTRIP_INRANGE, IRTRIP_METADATA, NO_WRAP_FLAGS};
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::ops::llvm::GETELEMENTPTR;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::I64;
use irtrip_dialect::{Attr, AttrData, Context, Module, Op, Str, Type, TypeData};
use rayon::prelude::*;

use super::LoweringContext;
use crate::dropped::Dropped;

/// The dictionary of an operation, without the flags that the release does not have.
pub(super) fn lower(
    ctx: &Context,
    def: &OpDef,
    mut attrs: Attr,
    result: Option<Type>,
    cx: &mut LoweringContext,
) -> Attr {
    let is_struct =
        result.is_some_and(|ty| matches!(ctx.type_data(ty), TypeData::LiteralStruct { .. } | TypeData::Array { .. }));
    let fast = if is_struct && !Spelling::StructFastMath.releases().contain(cx.release) {
        InstructionFlags::empty()
    } else {
        InstructionFlags::FAST
    };
    for (key, value) in ctx.entries(attrs).to_vec() {
        let kept = match key {
            NO_WRAP_FLAGS => gep_flags(ctx, value, cx),
            IRTRIP_FLAGS => words(ctx, def, value, fast, cx),
            ALIGNMENT => alignment(ctx, value, cx),
            IRTRIP_METADATA => attachments(ctx, value, result, cx),
            IRTRIP_INRANGE => inrange(ctx, value, cx),
            _ if is_result_range(ctx, value) => result_range(ctx, value, cx),
            _ => instruction_flags(ctx, def, (key, value), fast, cx),
        };
        if kept != Some(value) {
            attrs = ctx.with_entry(attrs, key, kept);
        }
    }
    attrs
}

/// Drops the `inrange` index from a module for a release that has all of the current LLVM IR, but not that.
pub(super) fn drop_inrange_indices(ctx: &Context, module: &mut Cow<Module>, release: Release) -> Vec<Dropped> {
    let marked = |global: Op| {
        let body = module.body.nested(global)?;
        let addresses = body.linked_ops().filter(|op| body.name(*op) == GETELEMENTPTR);
        let index = |op: Op| Some((op, body.attr(ctx, op, IRTRIP_INRANGE)?));
        Some((global, addresses.filter_map(index).collect::<Vec<(Op, Attr)>>())).filter(|found| !found.1.is_empty())
    };
    // Every export looks through all of a module, and hardly any finds one.
    let globals: Vec<Op> = module.ops().collect();
    let all: Vec<(Op, Vec<(Op, Attr)>)> = globals.into_par_iter().filter_map(marked).collect();
    let mut dropped = Vec::new();
    for (global, marked) in all {
        for (op, value) in marked {
            let mut cx = LoweringContext { global: Some(global), op: Some(op), release, dropped: &mut dropped };
            let kept = inrange(ctx, value, &mut cx);
            if let Some(body) = module.to_mut().body.nested_mut(global).filter(|_| kept.is_none()) {
                let attrs = ctx.with_entry(body.attrs(op), IRTRIP_INRANGE, None);
                body.set_attrs(op, attrs);
            }
        }
    }
    dropped
}

/// The part of its object that an address may be in: an index up to LLVM 18, a range of bytes since.
fn inrange(ctx: &Context, value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    if ctx.int_value(value).is_some() == Spelling::InrangeIndices.releases().contain(cx.release) {
        return Some(value);
    }
    cx.drop("inrange");
    None
}

/// Whether the value of a property is the range of a result, which stands at the call as an attribute.
fn is_result_range(ctx: &Context, value: Attr) -> bool {
    matches!(ctx.attr_data(value), AttrData::Llvm { kind: CONSTANT_RANGE, .. })
}

/// The range of a call's result.
fn result_range(ctx: &Context, value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    let dictionary = ctx.dictionary(&[(ctx.str("llvm.range"), value)]);
    let set = parameter_set(ctx, dictionary);
    let missing = |item: &&AttributeItem| item.row().is_some_and(|row| !row.releases.contain(cx.release));
    let Some(item) = set.items().iter().find(missing) else { return Some(value) };
    cx.drop(item.text(ctx));
    None
}

/// The alignment of an access: one that is smaller says less.
fn alignment(ctx: &Context, value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    let (bytes, max) = (ctx.int_value(value)?, cx.release.max_alignment());
    if bytes <= max {
        return Some(value);
    }
    cx.drop(format!("align {bytes}"));
    Some(ctx.int_attr(I64, max))
}

/// The attachments of an instruction with a result of a type.
fn attachments(ctx: &Context, mut value: Attr, result: Option<Type>, cx: &mut LoweringContext) -> Option<Attr> {
    let range = ctx.str("range");
    let is_vector = result.is_some_and(|ty| ctx.vector_length(ty).is_some());
    if is_vector && ctx.entry(value, range).is_some() && !Spelling::VectorRanges.releases().contain(cx.release) {
        cx.drop("!range of a vector");
        value = ctx.with_entry(value, range, None);
    }
    (!ctx.entries(value).is_empty()).then_some(value)
}

/// The flags of a `getelementptr`.
fn gep_flags(ctx: &Context, value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    let flags: GepNoWrapFlags = ctx.enum_value(value)?;
    let mut kept = flags;
    for row in GepNoWrapFlags::TABLE.split(flags.number()) {
        let flag = GepNoWrapFlags::from_number(row.value).unwrap_or(GepNoWrapFlags::NONE);
        if !row.releases.contain(cx.release) {
            kept.remove(flag);
            cx.drop(row.llvm);
        }
    }
    Some(ctx.enum_attr(kept))
}

/// The flags among these that an instruction has in the release, which takes these of the fast-math ones there.
fn known(def: &OpDef, flags: InstructionFlags, fast: InstructionFlags, release: Release) -> InstructionFlags {
    let of_release = |flag: InstructionFlags| flag.releases().contain(release);
    let later: InstructionFlags =
        def.later_flags.iter().filter(|(_, since)| release < *since).map(|later| later.0).collect();
    flags
        .difference(later)
        .difference(InstructionFlags::FAST.difference(fast))
        .iter()
        .filter(|flag| of_release(*flag))
        .collect()
}

fn instruction_flags(
    ctx: &Context,
    def: &OpDef,
    (key, value): (Str, Attr),
    fast: InstructionFlags,
    cx: &mut LoweringContext,
) -> Option<Attr> {
    let flags = InstructionFlags::of_attr(ctx, key, value);
    let kept = known(def, flags, fast, cx.release);
    if kept == flags {
        return Some(value);
    }
    flags.difference(kept).llvm_words().for_each(|word| cx.drop(word));
    kept.attr_of(ctx, key)
}

/// Preserved words: flags and others.
fn words(ctx: &Context, def: &OpDef, value: Attr, fast: InstructionFlags, cx: &mut LoweringContext) -> Option<Attr> {
    let mut kept = Vec::new();
    for word in ctx.items(value) {
        let text = ctx.string_value(*word).map(|word| ctx.bytes(word)).unwrap_or_default();
        match InstructionFlags::from_llvm(text) {
            Some(flag) if known(def, flag, fast, cx.release) != flag => cx.drop(flag.llvm()),
            _ => kept.push(*word),
        }
    }
    (!kept.is_empty()).then(|| ctx.array(&kept))
}
