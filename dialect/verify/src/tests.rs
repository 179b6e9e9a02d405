//! Modules that break a rule and that no text can hold; `roundtrip-tests/fixtures/verify` has the others.
#![allow(clippy::unwrap_used)]

use super::verify;
use crate::body::{Block, Body, Module, NewOp, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::ops::{global_values, llvm};
use crate::registry::ContextDialects;
use crate::types::well_known::{I1, I32, VOID};

/// Adds a function `void name(arguments)`, whose body is what `build` makes of its entry block.
fn add_function(
    ctx: &Context,
    module: &mut Module,
    name: &str,
    arguments: &[Type],
    build: impl FnOnce(&mut Body, Block, &[Value]),
) {
    let mut body = Body::new();
    let region = body.append_region();
    let entry = body.new_block();
    body.append_block(region, entry);
    let values: Vec<Value> = arguments.iter().map(|&ty| body.add_block_arg(entry, ty)).collect();
    build(&mut body, entry, &values);
    let ty = ctx.type_attr(ctx.llvm_function_type(VOID, arguments, false));
    let attrs = dict(ctx, &[("function_type", ty), ("sym_name", ctx.string_attr(name))]);
    let function = module.body.append(module.block, NewOp { attrs, ..NewOp::new(global_values::FUNC) }, &[]);
    module.body.set_nested(function, body);
}

/// A dictionary.
fn dict(ctx: &Context, entries: &[(&str, Attr)]) -> Attr {
    let entries: Vec<(Str, Attr)> = entries.iter().map(|(key, value)| (ctx.str(key), *value)).collect();
    ctx.dictionary(&entries)
}

/// Checks that a function `void f(arguments)` with this body has one error.
#[track_caller]
fn check(arguments: &[Type], build: impl FnOnce(&Context, &mut Body, Block, &[Value]), expected: &str) {
    let ctx = Context::new();
    let mut module = Module::new();
    add_function(&ctx, &mut module, "f", arguments, |body, entry, values| build(&ctx, body, entry, values));
    let messages: Vec<String> = verify(&ctx, &module).iter().map(ToString::to_string).collect();
    assert_eq!(messages, [expected]);
}

fn add(operands: &[Value]) -> NewOp<'_> {
    NewOp { operands, ..NewOp::new(llvm::ADD) }
}

#[test]
fn an_enumeration_has_no_such_number() {
    let message = "'llvm.icmp' op attribute 'predicate' failed to satisfy constraint: llvm.icmp comparison predicate";
    let build = |ctx: &Context, body: &mut Body, entry: Block, operands: &[Value]| {
        let attrs = dict(ctx, &[("predicate", ctx.int_attr(crate::types::well_known::I64, 77))]);
        body.append(entry, NewOp { operands, attrs, ..NewOp::new(llvm::ICMP) }, &[I1]);
        body.append(entry, NewOp::new(llvm::RETURN), &[]);
    };
    check(&[I32, I32], build, message);
}

#[test]
fn a_branch_stays_in_its_region() {
    let build = |_: &Context, body: &mut Body, entry: Block, _: &[Value]| {
        let elsewhere = body.new_block();
        let successors: [(Block, &[Value]); 1] = [(elsewhere, &[])];
        body.append(entry, NewOp { successors: &successors, ..NewOp::new(llvm::BR) }, &[]);
    };
    check(&[], build, "branching to block of a different region");
}

#[test]
fn an_operand_is_defined() {
    let build = |_: &Context, body: &mut Body, entry: Block, values: &[Value]| {
        let never = body.new_value(I32);
        body.append(entry, add(&[values[0], never]), &[I32]);
        body.append(entry, NewOp::new(llvm::RETURN), &[]);
    };
    check(&[I32], build, "operand #1 is not defined");
}

#[test]
fn a_value_of_a_nested_region_is_not_seen_outside() {
    let build = |ctx: &Context, body: &mut Body, entry: Block, values: &[Value]| {
        let holder = body.append(entry, NewOp::new(ctx.op_name("other.region")), &[]);
        let region = body.add_regions(holder, 1)[0];
        let inner = body.new_block();
        body.append_block(region, inner);
        let sum = body.append(inner, add(&[values[0], values[0]]), &[I32]);
        let sum = body.result(sum).unwrap();
        body.append(inner, NewOp::new(ctx.op_name("other.stop")), &[]);
        body.append(entry, add(&[sum, values[0]]), &[I32]);
        body.append(entry, NewOp::new(llvm::RETURN), &[]);
    };
    check(&[I32], build, "operand #0 does not dominate this use");
}

#[test]
fn every_error_has_the_symbol_it_is_in() {
    let ctx = Context::new();
    let mut module = Module::new();
    for name in ["a", "b"] {
        add_function(&ctx, &mut module, name, &[I1, I32], |body, entry, values| {
            body.append(entry, add(values), &[I32]);
            body.append(entry, add(values), &[I32]);
        });
    }
    let errors = verify(&ctx, &module);
    let symbols: Vec<_> = errors.iter().map(|e| e.symbol.as_deref().unwrap()).collect();
    assert_eq!(symbols, ["a", "a", "a", "b", "b", "b"]);
}
