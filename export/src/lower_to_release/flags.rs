//! The flags of instructions, their alignments and attachments: each says that something is known, so that none has to
//! stay.

use std::borrow::Cow;

use irtrip_dialect::attr_table::{CONSTANT_RANGE, DEREFERENCEABLE};
use irtrip_dialect::attribute_set::{AttributeItem, parameter_set};
use irtrip_dialect::attributes::map_inside;
use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, UNIT};
use irtrip_dialect::enums::{EnumValue, GepNoWrapFlags, InstructionFlags};
use irtrip_dialect::names::{
    ALIGNMENT, ARGS, BRANCH_WEIGHTS, IRTRIP_ARGS, IRTRIP_BUNDLE_ARGS, IRTRIP_FLAGS, IRTRIP_INITIALIZER, IRTRIP_INRANGE,
    IRTRIP_METADATA, IRTRIP_PERSONALITY, IRTRIP_PHIS, IRTRIP_PREFIX, IRTRIP_PROLOGUE, IRTRIP_RECORDS, NO_WRAP_FLAGS,
    RAW_CONSTANT_INDICES, VALUE,
};
use irtrip_dialect::ops::global_values::ADDRESSOF;
use irtrip_dialect::ops::llvm::{DYNAMIC_INDEX, GETELEMENTPTR};
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::preserved::is_instruction;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::I64;
use irtrip_dialect::{
    Attr, AttrData, Body, Context, Module, Op, OpName, OpNameDefinition, Str, Type, TypeData, Value, ValueDef,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

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
    let fast = if is_struct && !Spelling::StructFastMath.releases().contains(cx.release) {
        InstructionFlags::empty()
    } else {
        InstructionFlags::FAST
    };
    for (key, value) in ctx.entries(attrs).to_vec() {
        let kept = match key {
            NO_WRAP_FLAGS => gep_flags(ctx, value, cx),
            IRTRIP_FLAGS => words(ctx, def.later_flags, value, fast, cx),
            IRTRIP_PHIS => with_phi_flags(ctx, value, |_, flags| words(ctx, PHI_LATER, flags, fast, cx)),
            ALIGNMENT => alignment(ctx, value, cx),
            IRTRIP_METADATA => attachments(ctx, def, value, result, cx),
            BRANCH_WEIGHTS => {
                weights(def, ctx.dense_array(value).map_or(0, |weights| weights.len()), cx).then_some(value)
            }
            IRTRIP_INRANGE => inrange(ctx, value, cx),
            _ if is_result_range(ctx, value) => result_range(ctx, value, cx),
            _ if is_dereferenceable(ctx, value) && matches!(def.llvm, LlvmForm::Cast(_)) => of_cast(value, cx),
            _ => instruction_flags(ctx, def, (key, value), fast, cx),
        };
        if kept != Some(value) {
            attrs = ctx.with_entry(attrs, key, kept);
        }
    }
    attrs
}

/// The flags that phis have since a release.
const PHI_LATER: &[(InstructionFlags, Release)] = &[(InstructionFlags::FAST, Release::V10)];

/// An `irtrip.phis` with other flags in the place of those of each phi, by its place.
pub(crate) fn with_phi_flags(
    ctx: &Context,
    phis: Attr,
    mut change: impl FnMut(usize, Attr) -> Option<Attr>,
) -> Option<Attr> {
    let changed = ctx.items(phis).iter().enumerate().map(|(place, phi)| match ctx.entry(*phi, IRTRIP_FLAGS) {
        None => *phi,
        Some(flags) => match ctx.with_entry(*phi, IRTRIP_FLAGS, change(place, flags)) {
            EMPTY_DICTIONARY => UNIT,
            phi => phi,
        },
    });
    let phis: Vec<Attr> = changed.collect();
    phis.iter().any(|phi| *phi != UNIT).then(|| ctx.array(&phis))
}

/// Drops from a module what a release does not have that has all else of the current LLVM IR.
pub(super) fn drop_from_module(ctx: &Context, module: &mut Cow<Module>, release: Release) -> Vec<Dropped> {
    let mut dropped = drop_of(ctx, module, release, (IRTRIP_INRANGE, inrange), |name| name == GETELEMENTPTR);
    if OF_CALLS.iter().any(|row| !row.1.releases().contains(release)) {
        let is_call = |name: OpName| name.def().is_some_and(|def| def.llvm.is_call());
        dropped.extend(drop_of(ctx, module, release, (IRTRIP_METADATA, of_call), is_call));
    }
    dropped
}

/// What an attribute of an operation becomes; `None` where it goes.
type Change = fn(&Context, Attr, &mut LoweringContext) -> Option<Attr>;

/// Changes an attribute of all operations of some names.
fn drop_of(
    ctx: &Context,
    module: &mut Cow<Module>,
    release: Release,
    (key, change): (Str, Change),
    is_meant: impl Fn(OpName) -> bool + Sync,
) -> Vec<Dropped> {
    let marked = |global: Op| {
        let body = module.body.nested(global)?;
        let meant = body.linked_ops().filter(|op| is_meant(body.name(*op)));
        let value = |op: Op| Some((op, body.attr(ctx, op, key)?));
        Some((global, meant.filter_map(value).collect::<Vec<(Op, Attr)>>())).filter(|found| !found.1.is_empty())
    };
    // Every export looks through all of a module, and hardly any finds one.
    let globals: Vec<Op> = module.ops().collect();
    let all: Vec<(Op, Vec<(Op, Attr)>)> = globals.into_par_iter().filter_map(marked).collect();
    let mut dropped = Vec::new();
    for (global, marked) in all {
        for (op, value) in marked {
            let mut cx = LoweringContext { global: Some(global), op: Some(op), release, dropped: &mut dropped };
            let kept = change(ctx, value, &mut cx);
            if let Some(body) = module.to_mut().body.nested_mut(global).filter(|_| kept != Some(value)) {
                let attrs = ctx.with_entry(body.attrs(op), key, kept);
                body.set_attrs(op, attrs);
            }
        }
    }
    dropped
}

/// Attachments of calls that not every release has: the kind, what stands for it, and what is dropped.
static OF_CALLS: &[(&str, Spelling, &str)] = &[
    ("callee_type", Spelling::CalleeTypeOffsets, "'!callee_type' with offsets"),
    ("noundef", Spelling::UndefCalls, "'!noundef' of a call"),
];

/// Attachments of a call without those that the release does not have.
fn of_call(ctx: &Context, mut attachments: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    for (kind, spelling, what) in OF_CALLS {
        let key = ctx.str(kind);
        if ctx.entry(attachments, key).is_some() && !spelling.releases().contains(cx.release) {
            cx.drop(*what);
            attachments = ctx.with_entry(attachments, key, None);
        }
    }
    Some(attachments).filter(|kept| *kept != EMPTY_DICTIONARY)
}

/// The part of its object that an address may be in: an index up to LLVM 18, a range of bytes since.
fn inrange(ctx: &Context, value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    if ctx.int_value(value).is_some() == Spelling::InrangeIndices.releases().contains(cx.release) {
        return Some(value);
    }
    cx.drop("inrange");
    None
}

/// Whether the value of a property is the range of a result, which stands at the call as an attribute.
fn is_result_range(ctx: &Context, value: Attr) -> bool {
    matches!(ctx.attr_data(value), AttrData::Llvm { kind: CONSTANT_RANGE, .. })
}

/// Whether the value of a property is of `!dereferenceable`.
fn is_dereferenceable(ctx: &Context, value: Attr) -> bool {
    matches!(ctx.attr_data(value), AttrData::Llvm { kind: DEREFERENCEABLE, .. })
}

/// `!dereferenceable` of a pointer that is cast from an integer.
fn of_cast(value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    let has = Spelling::DereferenceableCasts.releases().contains(cx.release);
    if !has {
        cx.drop("!dereferenceable of 'inttoptr'");
    }
    has.then_some(value)
}

/// The range of a call's result.
fn result_range(ctx: &Context, value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    let dictionary = ctx.dictionary(&[(ctx.str("llvm.range"), value)]);
    let set = parameter_set(ctx, dictionary);
    let missing = |item: &&AttributeItem| item.row().is_some_and(|row| !row.releases.contains(cx.release));
    let Some(item) = set.items().iter().find(missing) else { return Some(value) };
    cx.drop(item.text(ctx));
    None
}

/// Names an address in a variable that older releases take to be in its bounds, whatever the text says: they fold it where all of
/// its indices are constant and the first is zero.
pub(super) fn name_bounds(ctx: &Context, body: &Body, op: Op, cx: &mut LoweringContext) {
    if body.name(op) != GETELEMENTPTR || Spelling::UnboundedAddresses.releases().contains(cx.release) {
        return;
    }
    let defining = |value: &Value| match body.value(*value).def {
        ValueDef::Result(op, _) => Some(op),
        _ => None,
    };
    let is_constant = |op: &Op| body.name(*op).def().is_some_and(|def| matches!(def.llvm, LlvmForm::Constant(_)));
    let operands: Option<Vec<Op>> = body.operands(op).iter().map(|value| defining(value).filter(is_constant)).collect();
    let Some((base, indices)) = operands.as_deref().and_then(|operands| operands.split_first()) else { return };
    let first = body.attr(ctx, op, RAW_CONSTANT_INDICES).and_then(|indices| ctx.dense_array(indices)?.first().copied());
    let given = || indices.first().and_then(|index| ctx.int_value(body.attr(ctx, *index, VALUE)?));
    let first = if first == Some(DYNAMIC_INDEX) { given() } else { first };
    let flags = body.attr(ctx, op, NO_WRAP_FLAGS).and_then(|flags| ctx.enum_value::<GepNoWrapFlags>(flags));
    let is_bounded = flags.is_some_and(|flags| flags.contains(GepNoWrapFlags::INBOUNDS));
    let is_instruction = is_instruction(ctx, body.attrs(op), cx.release);
    if body.name(*base) == ADDRESSOF && first == Some(0) && !is_bounded && !is_instruction {
        cx.drop("an address in a variable that is not 'inbounds'");
    }
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

/// Whether the release's verifier takes so many branch weights of an instruction.
fn weights(def: &OpDef, count: usize, cx: &mut LoweringContext) -> bool {
    let (is_taken, instruction) = match def.llvm {
        // Before and after, one for each destination; here, one for the call.
        LlvmForm::Inst(Inst::Invoke) => (cx.release != Release::V10 || count < 2, "invoke"),
        LlvmForm::Inst(Inst::CallBr) => (!(Release::V10..Release::V16).contains(&cx.release), "callbr"),
        _ => return true,
    };
    if !is_taken {
        cx.drop(format!("branch weights of '{instruction}'"));
    }
    is_taken
}

/// The attachments of an instruction with a result of a type.
fn attachments(
    ctx: &Context,
    def: &OpDef,
    mut value: Attr,
    result: Option<Type>,
    cx: &mut LoweringContext,
) -> Option<Attr> {
    let profile = ctx.entry(value, ctx.str("prof")).map(|profile| ctx.items(profile)).unwrap_or_default();
    if let [name, all @ ..] = profile
        && ctx.string_value(*name).is_some_and(|name| ctx.bytes(name) == b"branch_weights")
        && !weights(def, all.iter().filter(|weight| ctx.string_value(**weight).is_none()).count(), cx)
    {
        value = ctx.with_entry(value, ctx.str("prof"), None);
    }
    let range = ctx.str("range");
    let is_vector = result.is_some_and(|ty| ctx.vector_length(ty).is_some());
    if is_vector && ctx.entry(value, range).is_some() && !Spelling::VectorRanges.releases().contains(cx.release) {
        cx.drop("!range of a vector");
        value = ctx.with_entry(value, range, None);
    }
    (!ctx.entries(value).is_empty()).then_some(value)
}

/// What a preserved attribute holds, its constant expressions without the flags that the release does not have. Each attribute is
/// looked at once: `done` has those that were.
pub(super) fn of_preserved(
    ctx: &Context,
    attr: Attr,
    done: &mut FxHashMap<Attr, Attr>,
    cx: &mut LoweringContext,
) -> Attr {
    if let Some(&lowered) = done.get(&attr) {
        return lowered;
    }
    let mut lowered = map_inside(ctx, attr, &mut |inner| of_preserved(ctx, inner, done, cx));
    for (key, change) in [(IRTRIP_INRANGE, inrange as Change), (NO_WRAP_FLAGS, gep_flags)] {
        let Some(value) = ctx.entry(lowered, key) else { continue };
        let kept = change(ctx, value, cx);
        if kept != Some(value) {
            lowered = ctx.with_entry(lowered, key, kept);
        }
    }
    done.insert(attr, lowered);
    lowered
}

/// The dictionary of an operation or a global value, with what its preserved attributes hold as the release has it.
pub(super) fn of_preserved_in(ctx: &Context, attrs: Attr, cx: &mut LoweringContext) -> Attr {
    const HOLDERS: [Str; 8] = [
        ARGS,
        IRTRIP_ARGS,
        IRTRIP_BUNDLE_ARGS,
        IRTRIP_INITIALIZER,
        IRTRIP_PERSONALITY,
        IRTRIP_PREFIX,
        IRTRIP_PROLOGUE,
        IRTRIP_RECORDS,
    ];
    ctx.entries(attrs).iter().fold(attrs, |lowered, &(key, value)| {
        if !HOLDERS.contains(&key) {
            return lowered;
        }
        let kept = of_preserved(ctx, value, &mut FxHashMap::default(), cx);
        if kept == value { lowered } else { ctx.with_entry(lowered, key, Some(kept)) }
    })
}

/// The flags of a `getelementptr`.
fn gep_flags(ctx: &Context, value: Attr, cx: &mut LoweringContext) -> Option<Attr> {
    let flags: GepNoWrapFlags = ctx.enum_value(value)?;
    let mut kept = flags;
    for row in GepNoWrapFlags::TABLE.split(flags.number()) {
        let flag = GepNoWrapFlags::from_number(row.value).unwrap_or(GepNoWrapFlags::NONE);
        if !row.releases.contains(cx.release) {
            kept.remove(flag);
            cx.drop(row.llvm);
        }
    }
    Some(ctx.enum_attr(kept))
}

/// The flags among these that an instruction has in the release, which takes these of the fast-math ones there. Some came to the
/// instruction later than it.
fn known(
    later: &[(InstructionFlags, Release)],
    flags: InstructionFlags,
    fast: InstructionFlags,
    release: Release,
) -> InstructionFlags {
    let of_release = |flag: InstructionFlags| flag.releases().contains(release);
    let later: InstructionFlags = later.iter().filter(|(_, since)| release < *since).map(|later| later.0).collect();
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
    let kept = known(def.later_flags, flags, fast, cx.release);
    if kept == flags {
        return Some(value);
    }
    flags.difference(kept).llvm_words().for_each(|word| cx.drop(word));
    kept.attr_of(ctx, key)
}

/// Preserved words: flags and others.
fn words(
    ctx: &Context,
    later: &[(InstructionFlags, Release)],
    value: Attr,
    fast: InstructionFlags,
    cx: &mut LoweringContext,
) -> Option<Attr> {
    let mut kept = Vec::new();
    for word in ctx.items(value) {
        let text = ctx.string_value(*word).map(|word| ctx.bytes(word)).unwrap_or_default();
        match InstructionFlags::from_llvm(text) {
            Some(flag) if known(later, flag, fast, cx.release) != flag => cx.drop(flag.llvm()),
            _ => kept.push(*word),
        }
    }
    (!kept.is_empty()).then(|| ctx.array(&kept))
}
