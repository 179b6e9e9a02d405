//! Modules that break one rule each, built by hand.
#![allow(clippy::unwrap_used)]

mod instructions;
mod module_level;
mod structure;

use super::verify;
use crate::body::{Block, Body, Module, NewOp, Op, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::ops::{global_values, llvm};
use crate::registry::OpName;
use crate::types::well_known::VOID;

/// The messages for a module, in order.
fn messages(ctx: &Context, module: &Module) -> Vec<String> {
    verify(ctx, module).iter().map(ToString::to_string).collect()
}

/// A dictionary.
fn dict(ctx: &Context, entries: &[(&str, Attr)]) -> Attr {
    let entries: Vec<(Str, Attr)> = entries.iter().map(|(key, value)| (ctx.str(key), *value)).collect();
    ctx.dictionary(&entries)
}

/// An operation by name with operands and attributes.
fn new_op<'a>(ctx: &Context, name: &str, operands: &'a [Value], attrs: &[(&str, Attr)]) -> NewOp<'a> {
    NewOp { operands, attrs: dict(ctx, attrs), ..NewOp::new(ctx.op_name(name)) }
}

/// Adds an entity that is a symbol, with a body or without.
fn add_entity(
    ctx: &Context,
    module: &mut Module,
    kind: OpName,
    name: &str,
    attrs: &[(&str, Attr)],
    body: Option<Body>,
) -> Op {
    let mut attrs = attrs.to_vec();
    attrs.push(("sym_name", ctx.string_attr(name)));
    let block = module.block;
    let op = module.body.append(block, NewOp { attrs: dict(ctx, &attrs), ..NewOp::new(kind) }, &[]);
    if let Some(body) = body {
        module.body.set_nested(op, body);
    }
    op
}

/// Adds a function of this type, with a body or without.
fn add_function(ctx: &Context, module: &mut Module, name: &str, ty: Type, body: Option<Body>) -> Op {
    add_entity(ctx, module, global_values::FUNC, name, &[("function_type", ctx.type_attr(ty))], body)
}

/// A body of one region whose entry block has these arguments.
fn body_with(arguments: &[Type]) -> (Body, Block, Vec<Value>) {
    let mut body = Body::new();
    let region = body.append_region();
    let block = body.new_block();
    body.append_block(region, block);
    let values = arguments.iter().map(|&ty| body.add_block_arg(block, ty)).collect();
    (body, block, values)
}

/// The messages for a function `void f(arguments)` whose body is what `build` makes of its entry block.
fn in_function(ctx: &Context, arguments: &[Type], build: impl FnOnce(&mut Body, Block, &[Value])) -> Vec<String> {
    let mut module = Module::new();
    let (mut body, block, values) = body_with(arguments);
    build(&mut body, block, &values);
    add_function(ctx, &mut module, "f", ctx.llvm_function_type(VOID, arguments, false), Some(body));
    messages(ctx, &module)
}

/// The messages for an operation whose operands are the arguments of its function, with a `llvm.return` behind it.
fn one_op(ctx: &Context, name: &str, operands: &[Type], results: &[Type], attrs: &[(&str, Attr)]) -> Vec<String> {
    in_function(ctx, operands, |body, block, values| {
        body.append(block, new_op(ctx, name, values, attrs), results);
        body.append(block, NewOp::new(llvm::RETURN), &[]);
    })
}

/// The one message there should be.
#[track_caller]
fn only(messages: Vec<String>, expected: &str) {
    assert_eq!(messages, [expected]);
}

/// No message.
#[track_caller]
fn none(messages: Vec<String>) {
    assert!(messages.is_empty(), "{messages:?}");
}
