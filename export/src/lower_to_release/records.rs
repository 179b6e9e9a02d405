//! Debug records of a kind that a release does not have.

use irtrip_dialect::names::{ARGS, FUNCTION_TYPE, IRTRIP_ATTRIBUTES, IRTRIP_RECORDS, KIND};
use irtrip_dialect::ops::{LlvmForm, OpDef, Pad};
use irtrip_dialect::preserved::OlderCall;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Context, Op, OpNameDefinition, Type};

use super::{LoweringContext, name_of};

/// What a record is called, the first release that has it, and what stands for it before: of that record's arguments,
/// which are the first of this one's, as many, and the location.
static KINDS: &[(&str, Release, &str, usize)] =
    &[("assign", Release::V16, "value", 3), ("declare_value", Release::V22, "value", 3)];

/// The type of the intrinsic that a record of a kind with so many arguments is a call of.
pub(crate) fn intrinsic_type(ctx: &Context, kind: &str, arguments: usize, spellings: Spellings) -> Type {
    let mut arguments = vec![types::METADATA; arguments];
    if kind == "value" && spellings.has(Spelling::DebugValueOffsets) {
        arguments.insert(1, types::I64);
    }
    ctx.llvm_function_type(types::VOID, &arguments, false)
}

/// A declaration of an intrinsic, with the type that the release has it of where a record of a value is a call of it.
pub(super) fn declaration(ctx: &Context, attrs: Attr, release: Release) -> Attr {
    if name_of(ctx, attrs).is_none_or(|name| ctx.bytes(name) != b"llvm.dbg.value") {
        return attrs;
    }
    let ty = intrinsic_type(ctx, "value", 3, Spellings::of(release));
    ctx.with_entry(attrs, FUNCTION_TYPE, Some(ctx.type_attr(ty)))
}

/// The dictionary of an operation, with the records that the release has.
pub(super) fn lower(ctx: &Context, attrs: Attr, cx: &mut LoweringContext) -> Attr {
    let Some(list) = ctx.entry(attrs, IRTRIP_RECORDS) else { return attrs };
    let [has_lists, has_labels] =
        [Spelling::ArgumentLists, Spelling::Labels].map(|spelling| spelling.releases().contains(cx.release));
    let mut kept = Vec::new();
    for record in ctx.items(list) {
        // The operation that it completes says that the variable is of no value.
        if !has_lists && is_of_list(ctx, *record) {
            cx.drop("!DIArgList");
        } else if !has_labels && kind_of(ctx, *record) == b"label" {
            cx.drop("#dbg_label");
        } else {
            kept.push(lowered(ctx, *record, cx));
        }
    }
    match kept {
        kept if kept == ctx.items(list) => attrs,
        kept => ctx.with_entry(attrs, IRTRIP_RECORDS, (!kept.is_empty()).then(|| ctx.array(&kept))),
    }
}

/// Has the records before a pad after it, where a release has calls for records: a pad is the first instruction of its block. A
/// `catchswitch` is the last as well, and leaves no place for calls.
pub(super) fn leave_pads_first(ctx: &Context, body: &mut Body, cx: &mut LoweringContext) {
    let pad_of = |body: &Body, op: Op| match body.name(op).def()?.llvm {
        LlvmForm::Inst(inst) => inst.pad(),
        _ => None,
    };
    let pads: Vec<(Op, Pad)> = body.linked_ops().filter_map(|op| Some((op, pad_of(body, op)?))).collect();
    for (op, pad) in pads {
        let Some(block) = body.parent(op) else { continue };
        let before = body.ops(block).take_while(|other| *other != op);
        let records: Vec<Op> =
            before.filter(|other| body.name(*other).def().is_some_and(|def| def.llvm.is_debug_record())).collect();
        for record in records.into_iter().rev() {
            body.unlink(record);
            match pad {
                Pad::Switch => cx.drop("a debug record before 'catchswitch'"),
                Pad::Landing | Pad::Catch | Pad::Cleanup => body.insert_after(op, record),
            }
        }
        if !move_to_next(ctx, body, op) {
            cx.drop("a debug record before 'catchswitch'");
        }
    }
}

/// Has the records before an operation be before the next instruction; whether there is none, or a place for them.
pub(super) fn move_to_next(ctx: &Context, body: &mut Body, op: Op) -> bool {
    let Some(list) = body.attr(ctx, op, IRTRIP_RECORDS) else { return true };
    body.set_attrs(op, ctx.with_entry(body.attrs(op), IRTRIP_RECORDS, None));
    let is_record = |op: &Op| body.name(*op).def().is_some_and(|def| def.llvm.is_debug_record());
    let mut next = body.next_op(op);
    // What a record that is an operation lists is written in its place.
    while let Some(record) = next.filter(is_record) {
        next = body.next_op(record);
    }
    let Some(next) = next else { return false };
    let own = body.attr(ctx, next, IRTRIP_RECORDS).map(|own| ctx.items(own)).unwrap_or_default();
    let all: Vec<Attr> = ctx.items(list).iter().chain(own).copied().collect();
    body.set_attrs(next, ctx.with_entry(body.attrs(next), IRTRIP_RECORDS, Some(ctx.array(&all))));
    true
}

/// The dictionary of a record that the text had as a call, with the attributes of the call.
pub(super) fn with_call_attributes(ctx: &Context, def: &OpDef, attrs: Attr) -> Attr {
    let list = if def.llvm.is_debug_record() { OlderCall::of(ctx, attrs).attributes } else { None };
    list.map_or(attrs, |list| ctx.with_entry(attrs, IRTRIP_ATTRIBUTES, Some(list)))
}

/// What a record is called.
fn kind_of(ctx: &Context, record: Attr) -> &[u8] {
    let kind = ctx.string_entry(record, KIND);
    kind.map(|kind| ctx.bytes(kind)).unwrap_or_default()
}

/// Whether a record's variable is of several values.
fn is_of_list(ctx: &Context, record: Attr) -> bool {
    let args = ctx.entry(record, ARGS).map(|args| ctx.items(args)).unwrap_or_default();
    args.first().is_some_and(|value| ctx.entry(*value, ctx.str("list")).is_some())
}

fn lowered(ctx: &Context, record: Attr, cx: &mut LoweringContext) -> Attr {
    let kind = kind_of(ctx, record);
    let is_missing = |row: &&(&str, Release, &str, usize)| cx.release < row.1 && kind == row.0.as_bytes();
    let Some(&(older, _, kind, count)) = KINDS.iter().find(is_missing) else { return record };
    let args = ctx.entry(record, ARGS).map(|args| ctx.items(args)).unwrap_or_default();
    let Some((location, rest)) = args.split_last() else { return record };
    let kept: Vec<Attr> = rest.iter().take(count).chain([location]).copied().collect();
    cx.drop(format!("what '#dbg_{older}' says in addition to '#dbg_{kind}'"));
    let record = ctx.with_entry(record, KIND, Some(ctx.string_attr(kind)));
    ctx.with_entry(record, ARGS, Some(ctx.array(&kept)))
}
