//! Metadata as MLIR 23 has it: values of an operation, `llvm.mlir.metadata_as_value`, and attributes for nodes. The model has
//! it in the calls, as `irtrip.args`.

use crate::attr_table;
use crate::attributes::{AttrData, well_known as attrs};
use crate::body::{Body, Module, Op, Value, ValueDef};
use crate::context::{Attr, Context};
use crate::names::{IRTRIP_ARGS, OP_BUNDLE_SIZES};
use crate::ops::global_values::METADATA_AS_VALUE;
use crate::ops::llvm::CALL_INTRINSIC;
use crate::types::well_known::INDEX;
use irtrip_ops::preserved::EncodedConstant;

/// The metadata of a value, and of an argument.
const KEY: &str = "metadata";

/// How deep nodes may stand in each other.
const MAX_DEPTH: u32 = 64;

/// Puts metadata that is a value into the calls of intrinsics that it is an argument of. What the model has no attribute
/// for stays a value.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// irtrip_dialect::metadata::later::take(&ctx, &mut module);
/// assert_eq!(module.ops().count(), 0);
/// ```
pub fn take(ctx: &Context, module: &mut Module) {
    take_of_body(ctx, &mut module.body);
    module.body.all_nested_mut().iter_mut().for_each(|body| take_of_body(ctx, body));
}

fn take_of_body(ctx: &Context, body: &mut Body) {
    let ops = || (0..body.op_count()).map(Op::new).filter(|&op| body.parent(op).is_some());
    let (mut values, mut calls) = (Vec::new(), Vec::new());
    for op in ops() {
        match body.name(op) {
            METADATA_AS_VALUE => values.push(op),
            CALL_INTRINSIC => calls.push(op),
            _ => {}
        }
    }
    if values.is_empty() {
        return;
    }
    for call in calls {
        described(ctx, body, call);
    }
    let mut used = vec![false; body.value_count()];
    (0..body.op_count()).map(Op::new).flat_map(|op| body.all_operands(op)).for_each(|value| used[value.index()] = true);
    for op in values {
        if body.results(op).all(|value| !used[value.index()]) {
            body.erase(op);
        }
    }
}

/// Describes the arguments of a call that are metadata, in the place of its operands.
fn described(ctx: &Context, body: &mut Body, call: Op) {
    let attrs = body.attrs(call);
    let sizes = ctx.entry(attrs, OP_BUNDLE_SIZES).and_then(|sizes| ctx.dense_array(sizes)).unwrap_or_default();
    let in_bundles = usize::try_from(sizes.iter().sum::<i64>()).unwrap_or(0);
    let operands = body.operands(call).to_vec();
    let arguments = operands.len().saturating_sub(in_bundles);
    let metadata = |value: Value| {
        let ValueDef::Result(op, _) = body.value(value).def else { return None };
        let is_metadata = body.name(op) == METADATA_AS_VALUE;
        node(ctx, body.attr(ctx, op, ctx.str(KEY)).filter(|_| is_metadata)?, 0)
    };
    let found: Vec<Option<Attr>> = operands.iter().take(arguments).map(|&value| metadata(value)).collect();
    if ctx.entry(attrs, IRTRIP_ARGS).is_some() || found.iter().all(Option::is_none) {
        return;
    }
    let argument = |node: &Option<Attr>| node.map_or(attrs::UNIT, |node| ctx.dictionary(&[(ctx.str(KEY), node)]));
    let described = ctx.array(&found.iter().map(argument).collect::<Vec<_>>());
    let is_left = |place: usize| found.get(place).is_none_or(Option::is_none);
    let left: Vec<Value> = (0..operands.len()).filter(|&place| is_left(place)).map(|place| operands[place]).collect();
    body.set_operands(call, &left);
    body.set_attrs(call, ctx.with_entry(attrs, IRTRIP_ARGS, Some(described)));
}

/// The operand of a node as the model has it; `None` for what it has no attribute for.
fn node(ctx: &Context, attr: Attr, depth: u32) -> Option<Attr> {
    let AttrData::Llvm { kind, params } = ctx.attr_data(attr) else { return None };
    let param = |place: usize| params.get(place).copied().flatten();
    let pointer = |place: usize| {
        let space = ctx.int_value(param(place)?).and_then(|space| u32::try_from(space).ok());
        space.map(|space| ctx.type_attr(ctx.ptr_type(space)))
    };
    match *kind {
        _ if depth > MAX_DEPTH => None,
        attr_table::MD_STRING | attr_table::MD_GLOBAL_VALUE => param(0),
        // A number of type `index` would be one of the module's table.
        attr_table::MD_CONST => param(0).filter(|value| {
            let constant = EncodedConstant::of(ctx, *value);
            constant.is_some_and(|constant| constant.ty() != Some(INDEX))
        }),
        attr_table::MD_NULL => Some(ctx.dictionary(&[(ctx.str("zero"), pointer(0)?)])),
        attr_table::MD_ADDRSPACECAST => {
            let operand = node(ctx, param(0)?, depth + 1)?;
            let (op, operands) = (ctx.string_attr("addrspacecast"), ctx.array(&[operand]));
            let cast = [("op", op), ("operands", operands), ("type", pointer(1)?)];
            Some(ctx.dictionary(&cast.map(|(key, value)| (ctx.str(key), value))))
        }
        attr_table::MD_NODE => {
            let operands = param(0).map(|list| ctx.items(list)).unwrap_or_default();
            let operands: Option<Vec<Attr>> = operands.iter().map(|operand| node(ctx, *operand, depth + 1)).collect();
            Some(ctx.array(&operands?))
        }
        _ => Some(attr),
    }
}
