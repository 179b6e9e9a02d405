//! The labels of a `callbr` as arguments, for releases without constraints for them, or none where it never jumps. LangRef of LLVM 14, "callbr".

use irtrip_dialect::attr_table;
use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::call_arguments::bundle_sizes;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, irtrip, llvm};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::{I64, PTR};
use irtrip_dialect::{
    Attr, AttrData, Block, Body, Builder, Context, InsertPoint, NewOp, Op, Str, Type, TypeData, Value,
};

use rustc_hash::FxHashSet;

use super::LoweringContext;
use super::expansions::made;

/// Tags from here on are those of blocks that had none; each is the number of an operation that was made.
const FIRST_TAG: i64 = 1 << 40;

/// Gives a `callbr` of inline assembly the addresses of its labels as arguments, where the release has no constraint that
/// stands for them; `function` is the one that it is in, `of_text` whether the module was text of the release. Returns whether a
/// block has other predecessors by then.
pub(super) fn lower(
    ctx: &Context,
    body: &mut Body,
    op: Op,
    (function, of_text): (Option<Str>, bool),
    cx: &mut LoweringContext,
) -> bool {
    if body.name(op) != irtrip::CALLBR || Spelling::LabelConstraints.releases().contains(cx.release) {
        return false;
    }
    if never_jumps(ctx, body, op, cx) {
        return true;
    }
    let has_twice = ensure_distinct_labels(ctx, body, op, cx);
    let attrs = body.attrs(op);
    let constraints = ctx.string_entry(attrs, CONSTRAINTS).map(|text| ctx.text(text));
    let (Some(function), Some(constraints)) = (function, constraints.filter(|text| text.contains('!'))) else {
        return has_twice;
    };
    if !of_text {
        cx.drop("'!' in constraints of a 'callbr' (written as arguments)");
    }
    let labels: Vec<Block> = body.successors(op).iter().skip(1).map(|successor| successor.block).collect();
    let addresses: Vec<Value> = labels.iter().map(|label| address_of(ctx, body, op, function, *label)).collect();
    // Those of that time say `X` where the current compilers say `!i`, but for clang 14.
    let older = |part: &str| match part.strip_prefix('!') {
        Some("i") if !of_text => "X".to_owned(),
        label => label.unwrap_or(part).to_owned(),
    };
    let constraints: Vec<String> = constraints.split(',').map(older).collect();
    let mut attrs = ctx.with_entry(attrs, CONSTRAINTS, Some(ctx.string_attr(&constraints.join(","))));
    for (key, added) in [(ARGS, UNIT), (ARG_ATTRS, ctx.dictionary(&[])), (OPERAND_ATTRS, ctx.dictionary(&[]))] {
        if let Some(list) = ctx.entry(attrs, key) {
            let list: Vec<Attr> = ctx.items(list).iter().copied().chain(labels.iter().map(|_| added)).collect();
            attrs = ctx.with_entry(attrs, key, Some(ctx.array(&list)));
        }
    }
    for key in [CALLEE_TYPE, VAR_CALLEE_TYPE, IRTRIP_CALLEE_TYPE] {
        let ty = ctx.type_entry(attrs, key).map(|ty| ctx.type_data(ty));
        if let Some(TypeData::LlvmFunction { result, params, vararg }) = ty {
            let params: Vec<Type> = params.iter().copied().chain(labels.iter().map(|_| PTR)).collect();
            let ty = ctx.llvm_function_type(*result, &params, *vararg);
            attrs = ctx.with_entry(attrs, key, Some(ctx.type_attr(ty)));
        }
    }
    let bundled: usize = bundle_sizes(ctx, attrs).sum();
    let mut operands = body.operands(op).to_vec();
    let end = operands.len().saturating_sub(bundled);
    operands.splice(end..end, addresses);
    body.set_attrs(op, attrs);
    body.set_operands(op, &operands);
    has_twice
}

/// Puts a block that goes on to a label in the place of one that a `callbr` names twice, which no release does that has the
/// labels as arguments; whether there was any.
fn ensure_distinct_labels(ctx: &Context, body: &mut Body, op: Op, cx: &mut LoweringContext) -> bool {
    let Some(block) = body.parent(op) else { return false };
    let targets =
        body.successors(op).iter().map(|successor| (successor.block, body.successor_args(successor).to_vec()));
    let mut targets: Vec<(Block, Vec<Value>)> = targets.collect();
    let (mut named, mut has_twice) = (FxHashSet::default(), false);
    for (target, carried) in &mut targets {
        if !named.insert(*target) {
            let between = body.new_block();
            body.insert_block_after(block, between);
            let at = InsertPoint::End(between);
            Builder::new(ctx, body, at, body.loc(op)).branch(llvm::BR, &[], &[(*target, carried)], &[]);
            (*target, has_twice) = (between, true);
            carried.clear();
        }
    }
    if has_twice {
        cx.drop("a label of a 'callbr' that is there twice (written as one more block)");
        let targets: Vec<(Block, &[Value])> =
            targets.iter().map(|(block, carried)| (*block, carried.as_slice())).collect();
        body.set_successors(op, &targets);
    }
    has_twice
}

/// Makes a `callbr` that the release does not have a call and a branch where its assembly is empty, so that it never goes to a
/// label; whether it did.
fn never_jumps(ctx: &Context, body: &mut Body, op: Op, cx: &mut LoweringContext) -> bool {
    let has = |spelling: Spelling| spelling.releases().contains(cx.release);
    let is_there = has(Spelling::Callbr) && (has(Spelling::CallbrResults) || body.result(op).is_none());
    let text = |key: Str| body.string_attr(ctx, op, key).map(|text| ctx.text(text));
    let (Some(assembly), Some(constraints)) = (text(ASM_STRING), text(CONSTRAINTS)) else { return false };
    let (Some(block), Some(successor)) = (body.parent(op), body.successors(op).first().copied()) else { return false };
    if is_there || !assembly.trim().is_empty() {
        return false;
    }
    let constraints: Vec<&str> = constraints.split(',').filter(|part| !part.starts_with('!')).collect();
    let attrs = ctx.with_entry(body.attrs(op), CONSTRAINTS, Some(ctx.string_attr(&constraints.join(","))));
    let carried = body.successor_args(&successor).to_vec();
    body.set_name(op, irtrip::CALL);
    body.set_attrs(op, attrs);
    body.set_successors(op, &[]);
    let loc = body.loc(op);
    Builder::new(ctx, body, InsertPoint::End(block), loc).branch(llvm::BR, &[], &[(successor.block, &carried)], &[]);
    cx.drop("'callbr' of empty assembly (written as 'call' and 'br')");
    true
}

/// The address of a block, which has a tag from then on.
fn address_of(ctx: &Context, body: &mut Body, before: Op, function: Str, block: Block) -> Value {
    let key = ctx.str("tag");
    let tag_of = |body: &Body, op: Op| body.attr(ctx, op, key).filter(|_| body.name(op) == llvm::BLOCKTAG);
    let own = body.ops(block).find_map(|op| tag_of(body, op));
    let tag = own.unwrap_or_else(|| {
        let number = FIRST_TAG.saturating_add(i64::try_from(body.op_count()).unwrap_or(0));
        let tag = ctx
            .attr(AttrData::Llvm { kind: attr_table::BLOCKTAG, params: Box::new([Some(ctx.int_attr(I64, number))]) });
        let attrs = ctx.dictionary(&[(key, tag)]);
        let first = body.first_op(block);
        let op = body.create(NewOp { attrs, ..NewOp::new(llvm::BLOCKTAG) });
        match first {
            Some(first) => body.insert_before(first, op),
            None => body.append_op(block, op),
        }
        tag
    });
    let address = ctx.attr(AttrData::Llvm {
        kind: attr_table::BLOCKADDRESS,
        params: Box::new([Some(ctx.symbol_ref(function)), Some(tag)]),
    });
    let attrs = ctx.dictionary(&[(BLOCK_ADDR, address)]);
    made(body, before, NewOp { attrs, ..NewOp::new(global_values::BLOCKADDRESS) }, PTR)
}
