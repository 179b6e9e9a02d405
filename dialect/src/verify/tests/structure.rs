//! Rules of blocks, regions, values and control flow.

use super::*;
use crate::attributes::well_known::UNIT;
use crate::types::well_known::{I1, I32, I64, PTR};
use crate::types::{Signedness, TypeData};

fn br<'a>(to: &'a [(Block, &'a [Value])]) -> NewOp<'a> {
    NewOp { successors: to, ..NewOp::new(llvm::BR) }
}

fn ret() -> NewOp<'static> {
    NewOp::new(llvm::RETURN)
}

fn add_block(body: &mut Body) -> Block {
    let (region, block) = (body.regions()[0], body.new_block());
    body.append_block(region, block);
    block
}

fn add<'a>(operands: &'a [Value]) -> NewOp<'a> {
    NewOp { operands, ..NewOp::new(llvm::ADD) }
}

/// Appends `llvm.add` of a value that an `llvm.add` behind it defines.
fn use_before_definition(body: &mut Body, block: Block, value: Value) {
    let later = body.new_value(I32);
    body.append(block, add(&[later, value]), &[I32]);
    let op = body.create(add(&[value, value]));
    body.define_result(op, later);
    body.append_op(block, op);
}

#[test]
fn blocks_end_in_terminators() {
    let ctx = Context::new();
    only(in_function(&ctx, &[], |_, _, _| {}), "empty block: expect at least a terminator");
    only(
        in_function(&ctx, &[I32], |body, block, args| {
            body.append(block, add(&[args[0], args[0]]), &[I32]);
        }),
        "block with no terminator, has 'llvm.add'",
    );
    only(
        in_function(&ctx, &[], |body, block, _| {
            body.append(block, ret(), &[]);
            body.append(block, ret(), &[]);
        }),
        "'llvm.return' op must be the last operation in the parent block",
    );
    none(in_function(&ctx, &[], |body, block, _| {
        body.append(block, NewOp::new(ctx.op_name("other.stop")), &[]);
    }));
}

#[test]
fn the_entry_has_no_predecessor() {
    let ctx = Context::new();
    let found = in_function(&ctx, &[], |body, block, _| {
        body.append(block, br(&[(block, &[])]), &[]);
    });
    only(found, "entry block of region may not have predecessors");
}

#[test]
fn successors_take_what_they_are_passed() {
    let ctx = Context::new();
    let branch = |passed: usize, taken: Option<Type>| {
        in_function(&ctx, &[I32], |body, block, args| {
            let to = add_block(body);
            taken.map(|ty| body.add_block_arg(to, ty));
            body.append(block, br(&[(to, &args[..passed])]), &[]);
            body.append(to, ret(), &[]);
        })
    };
    none(branch(1, Some(I32)));
    only(branch(0, Some(I32)), "branch has 0 operands for successor #0, but target block has 1");
    only(branch(1, Some(I64)), "type mismatch for bb argument #0 of successor #0");
    let twice = in_function(&ctx, &[], |body, block, _| {
        let to = add_block(body);
        body.append(block, br(&[(to, &[]), (to, &[])]), &[]);
        body.append(to, ret(), &[]);
    });
    only(twice, "'llvm.br' op requires 1 successor but found 2");
    let nowhere = in_function(&ctx, &[], |body, block, _| {
        let nowhere = body.new_block();
        body.append(block, br(&[(nowhere, &[])]), &[]);
    });
    only(nowhere, "branching to block of a different region");
}

#[test]
fn definitions_dominate_uses() {
    let ctx = Context::new();
    let late = in_function(&ctx, &[I32], |body, block, args| {
        use_before_definition(body, block, args[0]);
        body.append(block, ret(), &[]);
    });
    only(late, "operand #0 does not dominate this use");
    let never = in_function(&ctx, &[I32], |body, block, args| {
        let never = body.new_value(I32);
        body.append(block, add(&[args[0], never]), &[I32]);
        body.append(block, ret(), &[]);
    });
    only(never, "operand #1 is not defined");
    // Of two branches, one defines what the other uses.
    let beside = in_function(&ctx, &[I1, I32], |body, block, args| {
        let (left, right) = (add_block(body), add_block(body));
        let successors: [(Block, &[Value]); 2] = [(left, &[]), (right, &[])];
        let branch = NewOp { operands: &args[..1], successors: &successors, ..NewOp::new(llvm::COND_BR) };
        body.append(block, branch, &[]);
        let sum = body.append(left, add(&[args[1], args[1]]), &[I32]);
        let sum = body.result(sum).unwrap();
        body.append(left, ret(), &[]);
        body.append(right, add(&[args[1], sum]), &[I32]);
        body.append(right, ret(), &[]);
    });
    only(beside, "operand #1 does not dominate this use");
}

#[test]
fn a_block_no_path_leads_to_may_use_anything() {
    let ctx = Context::new();
    none(in_function(&ctx, &[I32], |body, block, args| {
        body.append(block, ret(), &[]);
        let lost = add_block(body);
        use_before_definition(body, lost, args[0]);
        body.append(lost, ret(), &[]);
    }));
}

#[test]
fn a_nested_region_sees_what_is_around_it() {
    let ctx = Context::new();
    let nested = |use_inner: bool| {
        in_function(&ctx, &[I32], |body, block, args| {
            let holder = body.append(block, NewOp::new(ctx.op_name("other.region")), &[]);
            let region = body.add_regions(holder, 1)[0];
            let inner = body.new_block();
            body.append_block(region, inner);
            let sum = body.append(inner, add(&[args[0], args[0]]), &[I32]);
            let sum = body.result(sum).unwrap();
            body.append(inner, NewOp::new(ctx.op_name("other.stop")), &[]);
            let user = if use_inner { sum } else { args[0] };
            body.append(block, add(&[user, args[0]]), &[I32]);
            body.append(block, ret(), &[]);
        })
    };
    none(nested(false));
    only(nested(true), "operand #0 does not dominate this use");
}

#[test]
fn a_module_is_a_graph_of_its_own_values() {
    let ctx = Context::new();
    let mut module = Module::new();
    let never = module.body.new_value(I32);
    let block = module.block;
    module.body.append(block, NewOp { operands: &[never], ..NewOp::new(ctx.op_name("other.use")) }, &[]);
    only(messages(&ctx, &module), "operand #0 is not defined");
}

#[test]
fn returns_match_their_function() {
    let ctx = Context::new();
    let returns = |result: Type, argument: Option<Type>| {
        let mut module = Module::new();
        let arguments: Vec<Type> = argument.into_iter().collect();
        let (mut body, block, values) = body_with(&arguments);
        body.append(block, NewOp { operands: &values, ..ret() }, &[]);
        add_function(&ctx, &mut module, "f", ctx.llvm_function_type(result, &arguments, false), Some(body));
        messages(&ctx, &module)
    };
    none(returns(I32, Some(I32)));
    only(returns(VOID, Some(I32)), "'llvm.return' op expected no operands");
    only(returns(I32, None), "'llvm.return' op expected 1 operand");
    only(returns(I32, Some(I64)), "'llvm.return' op mismatching result types");
}

#[test]
fn switches() {
    let ctx = Context::new();
    let switch = |cases: &[u32], targets: usize, weights: Option<&[i32]>, element: Type| {
        in_function(&ctx, &[I32], |body, block, args| {
            let to = add_block(body);
            let bytes: Vec<u8> = cases.iter().flat_map(|c| c.to_le_bytes()).collect();
            let vector = ctx.vector_type(cases.len() as u64, false, element);
            let mut attrs = vec![("case_values", ctx.dense(vector, &bytes, 4))];
            attrs.extend(weights.map(|w| ("branch_weights", ctx.i32_array(w))));
            let successors: Vec<(Block, &[Value])> = (0..targets).map(|_| (to, &[][..])).collect();
            body.append(block, NewOp { successors: &successors, ..new_op(&ctx, "llvm.switch", args, &attrs) }, &[]);
            body.append(to, ret(), &[]);
        })
    };
    none(switch(&[1, 2], 3, Some(&[1, 2, 3]), I32));
    let counts = "'llvm.switch' op expects number of case values to match number of case destinations";
    only(switch(&[1, 2], 2, None, I32), counts);
    let weights = "expects number of branch weights to match number of successors: 1 vs 3";
    only(switch(&[1, 2], 3, Some(&[1]), I32), weights);
    let types = "expects case value type to match condition value type";
    let signed = ctx.ty(TypeData::Integer { width: 32, signedness: Signedness::Signed });
    only(switch(&[1, 2], 3, None, signed), types);
    let numbers = "'llvm.switch' op attribute 'case_values' failed to satisfy constraint: integer elements attribute";
    only(switch(&[1, 2], 3, None, ctx.float_type(crate::FloatKind::F32)), numbers);
}

/// An `invoke` whose unwind destination has a `landingpad`.
struct Landing {
    personality: bool,
    cleanup: bool,
    clause: Option<&'static str>,
    first: bool,
}

const CLEANUP: Landing = Landing { personality: true, cleanup: true, clause: None, first: true };

fn clause(name: &'static str) -> Landing {
    Landing { cleanup: false, clause: Some(name), ..CLEANUP }
}

fn landing(ctx: &Context, landing: Landing) -> Vec<String> {
    let mut module = Module::new();
    let void = ctx.llvm_function_type(VOID, &[], false);
    add_function(ctx, &mut module, "callee", void, None);
    let callee = ctx.symbol_ref(ctx.str("callee"));
    let (mut body, block, _) = body_with(&[]);
    let (normal, unwind) = (add_block(&mut body), add_block(&mut body));
    let clause = landing.clause.map(|name| {
        let attrs = [("value", ctx.int_attr(I64, 0)), ("global_name", callee)];
        let ty = if name == "llvm.mlir.constant" { I64 } else { PTR };
        let op = body.append(block, new_op(ctx, name, &[], &attrs), &[ty]);
        body.result(op).unwrap()
    });
    let successors: [(Block, &[Value]); 2] = [(normal, &[]), (unwind, &[])];
    let invoke = new_op(ctx, "llvm.invoke", &[], &[("callee", callee)]);
    body.append(block, NewOp { successors: &successors, ..invoke }, &[]);
    body.append(normal, ret(), &[]);
    if !landing.first {
        body.append(unwind, NewOp::new(ctx.op_name("llvm.intr.trap")), &[]);
    }
    let clauses: Vec<Value> = clause.into_iter().collect();
    let attrs: &[(&str, Attr)] = if landing.cleanup { &[("cleanup", UNIT)] } else { &[] };
    body.append(unwind, new_op(ctx, "llvm.landingpad", &clauses, attrs), &[I64]);
    body.append(unwind, ret(), &[]);
    let mut attrs = vec![("function_type", ctx.type_attr(void))];
    attrs.extend(landing.personality.then_some(("personality", callee)));
    add_entity(ctx, &mut module, global_values::FUNC, "f", &attrs, Some(body));
    messages(ctx, &module)
}

#[test]
fn landing_pads() {
    let ctx = Context::new();
    none(landing(&ctx, CLEANUP));
    none(landing(&ctx, clause("llvm.mlir.zero")));
    none(landing(&ctx, clause("llvm.mlir.addressof")));
    only(
        landing(&ctx, Landing { personality: false, ..CLEANUP }),
        "llvm.landingpad needs to be in a function with a personality",
    );
    only(
        landing(&ctx, Landing { cleanup: false, ..CLEANUP }),
        "landingpad instruction expects at least one clause or cleanup attribute",
    );
    only(landing(&ctx, clause("llvm.mlir.constant")), "clause #0 is not a known constant - null, addressof, bitcast");
    only(
        landing(&ctx, Landing { first: false, ..CLEANUP }),
        "first operation in unwind destination should be a llvm.landingpad operation",
    );
}

#[test]
fn resumes_of_a_function_agree() {
    let ctx = Context::new();
    let found = in_function(&ctx, &[I32, I64], |body, block, args| {
        body.append(block, NewOp { operands: &args[..1], ..NewOp::new(llvm::RESUME) }, &[]);
        let other = add_block(body);
        body.append(other, NewOp { operands: &args[1..], ..NewOp::new(llvm::RESUME) }, &[]);
    });
    only(found, "'llvm.resume' should have a consistent input type inside a function");
}

#[test]
fn landing_pads_of_a_function_agree() {
    let ctx = Context::new();
    let mut module = Module::new();
    let void = ctx.llvm_function_type(VOID, &[], false);
    let (mut body, block, _) = body_with(&[]);
    let other = add_block(&mut body);
    for (block, ty) in [(block, I32), (other, I64)] {
        body.append(block, new_op(&ctx, "llvm.landingpad", &[], &[("cleanup", UNIT)]), &[ty]);
        body.append(block, ret(), &[]);
    }
    let attrs = [("function_type", ctx.type_attr(void)), ("personality", ctx.symbol_ref(ctx.str("f")))];
    add_entity(&ctx, &mut module, global_values::FUNC, "f", &attrs, Some(body));
    only(messages(&ctx, &module), "'llvm.landingpad' should have a consistent result type inside a function");
}

#[test]
fn a_clause_that_is_a_bitcast_is_of_an_address() {
    let ctx = Context::new();
    let mut module = Module::new();
    let (mut body, block, args) = body_with(&[PTR]);
    let cast = body.append(block, NewOp { operands: &args, ..NewOp::new(llvm::BITCAST) }, &[PTR]);
    let clause = [body.result(cast).unwrap()];
    body.append(block, new_op(&ctx, "llvm.landingpad", &clause, &[]), &[I64]);
    body.append(block, ret(), &[]);
    let ty = ctx.type_attr(ctx.llvm_function_type(VOID, &[PTR], false));
    let attrs = [("function_type", ty), ("personality", ctx.symbol_ref(ctx.str("f")))];
    add_entity(&ctx, &mut module, global_values::FUNC, "f", &attrs, Some(body));
    only(messages(&ctx, &module), "constant clauses expected");
}

#[test]
fn an_unwind_destination_has_operations() {
    let ctx = Context::new();
    let found = in_function(&ctx, &[PTR], |body, block, args| {
        let (normal, unwind) = (add_block(body), add_block(body));
        let successors: [(Block, &[Value]); 2] = [(normal, &[]), (unwind, &[])];
        body.append(block, NewOp { operands: args, successors: &successors, ..NewOp::new(llvm::INVOKE) }, &[]);
        body.append(normal, ret(), &[]);
    });
    assert_eq!(
        found,
        ["must have at least one operation in unwind destination", "empty block: expect at least a terminator"]
    );
}

#[test]
fn an_initializer_has_one_block() {
    let ctx = Context::new();
    let mut module = Module::new();
    let (mut body, block, _) = body_with(&[]);
    let other = add_block(&mut body);
    body.append(block, ret(), &[]);
    body.append(other, ret(), &[]);
    add_entity(&ctx, &mut module, global_values::ALIAS, "a", &[("alias_type", ctx.type_attr(I32))], Some(body));
    let found = messages(&ctx, &module);
    assert!(found.contains(&"'llvm.mlir.alias' op expects region #0 to have 0 or 1 blocks".to_owned()), "{found:?}");
}

#[test]
fn all_errors_are_collected_with_their_function() {
    let ctx = Context::new();
    let mut module = Module::new();
    for name in ["a", "b"] {
        let (mut body, block, args) = body_with(&[I32, I64]);
        body.append(block, add(&args), &[I32]);
        body.append(block, add(&args), &[I32]);
        let ty = ctx.llvm_function_type(VOID, &[I32, I64], false);
        add_function(&ctx, &mut module, name, ty, Some(body));
    }
    let errors = verify(&ctx, &module);
    let symbols: Vec<_> = errors.iter().map(|e| e.symbol.as_deref().unwrap()).collect();
    assert_eq!(symbols, ["a", "a", "a", "b", "b", "b"]);
}
