//! Rules of the `scf` dialect's operations that their definitions do not have: each returns the rule that an operation breaks. They are about
//! what is passed between regions, and what regions end in.

use super::{CONDITION, REDUCE, REDUCE_RETURN, YIELD};
use crate::arith;
use crate::{VerifyResult, when};
use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::VerifyContext;
use irtrip_dialect::{Block, DialectOp, Op, Type, Value, ValueDef};

/// The first block of a region.
fn entry(cx: &VerifyContext, region: usize) -> Option<Block> {
    cx.body.blocks(*cx.body.op_regions(cx.op).get(region)?).first().copied()
}

fn types_of(cx: &VerifyContext, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&value| cx.body.value_type(value)).collect()
}

fn argument_types(cx: &VerifyContext, block: Block) -> Vec<Type> {
    types_of(cx, cx.body.block_args(block))
}

fn result_types(cx: &VerifyContext) -> Vec<Type> {
    cx.body.results(cx.op).map(|value| cx.body.value_type(value)).collect()
}

/// The last operation of a block, if it is of this definition.
fn ends_in(cx: &VerifyContext, block: Block, def: DialectOp) -> Option<Op> {
    cx.body.last_op(block).filter(|&op| cx.body.name(op) == def)
}

/// `scf.for`: the values of a loop's iterations go with its results.
pub(crate) fn for_loop(cx: &VerifyContext) -> VerifyResult {
    let (results, initial) = (result_types(cx), types_of(cx, cx.group(3)));
    let block = entry(cx, 0)?;
    let (&variable, iterated) = cx.body.block_args(block).split_first()?;
    let iterated = types_of(cx, iterated);
    let yielded = ends_in(cx, block, YIELD).map(|last| types_of(cx, cx.body.operands(last)));
    when(
        Some(cx.body.value_type(variable)) != cx.operand_type(0),
        "expected induction variable to be same type as bounds and step",
    )
    .or(when(initial != results, "initial values do not go with the results"))
    .or(when(initial != iterated, "initial values do not go with the arguments of the region"))
    .or(when(yielded.unwrap_or_default() != iterated, "yielded values do not go with the arguments of the region"))
}

/// `scf.if`: both regions yield the results.
pub(crate) fn condition(cx: &VerifyContext) -> VerifyResult {
    let results = result_types(cx);
    let entries: Vec<Block> = (0..2).filter_map(|region| entry(cx, region)).collect();
    let yields_others = |&block: &Block| {
        let last = ends_in(cx, block, YIELD);
        last.is_some_and(|last| types_of(cx, cx.body.operands(last)) != results)
    };
    when(entries.iter().any(|&block| !cx.body.block_args(block).is_empty()), "regions should have no arguments")
        .or(when(!results.is_empty() && entries.len() < 2, "must have an else block if defining values"))
        .or(when(entries.iter().any(yields_others), "yielded values do not go with the results"))
}

/// `scf.while`: what goes between the regions of a loop is what each takes.
pub(crate) fn while_loop(cx: &VerifyContext) -> VerifyResult {
    let (Some(before), Some(after)) = (entry(cx, 0), entry(cx, 1)) else {
        return Some("expects a block in each region");
    };
    let Some(condition) = ends_in(cx, before, CONDITION) else {
        return Some("expects the 'before' region to terminate with 'scf.condition'");
    };
    let Some(last) = ends_in(cx, after, YIELD) else {
        return Some("expects the 'after' region to terminate with 'scf.yield'");
    };
    let passed = types_of(cx, cx.body.operands(condition).get(1..).unwrap_or_default());
    let initial = argument_types(cx, before);
    when(types_of(cx, cx.operands()) != initial, "operands do not go with the arguments of the 'before' region")
        .or(when(passed != result_types(cx), "values of 'scf.condition' do not go with the results"))
        .or(when(
            passed != argument_types(cx, after),
            "values of 'scf.condition' do not go with the arguments of the 'after' region",
        ))
        .or(when(
            types_of(cx, cx.body.operands(last)) != initial,
            "yielded values do not go with the arguments of the 'before' region",
        ))
}

/// `scf.parallel`: a variable for each bound and step.
pub(crate) fn parallel(cx: &VerifyContext) -> VerifyResult {
    let steps = cx.group(2);
    let is_positive = |&step: &Value| {
        let ValueDef::Result(op, _) = cx.body.value(step).def else { return true };
        let value = cx.body.attr(cx.ctx, op, names::VALUE).filter(|_| cx.body.name(op) == arith::CONSTANT);
        value.and_then(|value| cx.ctx.int_value(value)).is_none_or(|value| value > 0)
    };
    let variables = argument_types(cx, entry(cx, 0)?);
    when(steps.is_empty(), "needs at least one tuple element for lowerBound, upperBound and step")
        .or(when(!steps.iter().all(is_positive), "constant step operand must be positive"))
        .or(when(variables.len() != steps.len(), "expects an induction variable for each step"))
        .or(when(
            variables.iter().any(|&ty| ty != types::INDEX),
            "expects arguments for the induction variable to be of index type",
        ))
}

/// `scf.parallel`: as many reductions and initial values as results.
pub(crate) fn reductions(cx: &VerifyContext) -> VerifyResult {
    let last = ends_in(cx, entry(cx, 0)?, REDUCE)?;
    let results = cx.body.results(cx.op).len();
    when(results != cx.body.operands(last).len(), "expects a reduction for each result")
        .or(when(results != cx.group(3).len(), "expects an initial value for each result"))
}

/// `scf.reduce`: a region with two arguments for each value that is reduced.
pub(crate) fn reduce(cx: &VerifyContext) -> VerifyResult {
    let reduced = types_of(cx, cx.operands());
    let results = cx.parent().map(|parent| result_types(&parent)).unwrap_or_default();
    if reduced.iter().zip(&results).any(|(reduced, result)| reduced != result) {
        return Some("expects reduction operands of the types of the results");
    }
    if reduced.len() != cx.body.op_regions(cx.op).len() {
        return Some("expects a reduction region for each reduction operand");
    }
    reduced.iter().enumerate().find_map(|(place, &ty)| {
        let Some(block) = entry(cx, place) else { return Some("reduction has an empty body") };
        let is_ended = ends_in(cx, block, REDUCE_RETURN).is_some();
        when(argument_types(cx, block) != [ty, ty], "expected two block arguments of the reduced type in each region")
            .or(when(!is_ended, "reduction bodies must be terminated with an 'scf.reduce.return' op"))
    })
}

/// `scf.reduce.return`: the value is of the type that is reduced.
pub(crate) fn reduce_return(cx: &VerifyContext) -> VerifyResult {
    let reduced = *argument_types(cx, cx.body.parent(cx.op)?).first()?;
    when(cx.operand_type(0) != Some(reduced), "must have the type of the reduction inputs")
}

/// `scf.execute_region`: the region has a block without arguments.
pub(crate) fn execute_region(cx: &VerifyContext) -> VerifyResult {
    match entry(cx, 0) {
        None => Some("region needs to have at least one block"),
        Some(block) => when(!cx.body.block_args(block).is_empty(), "region cannot have any arguments"),
    }
}

/// `scf.index_switch`: a region for each case, which yields the results.
pub(crate) fn index_switch(cx: &VerifyContext) -> VerifyResult {
    let cases = cx.attr(names::CASES).and_then(|cases| cx.ctx.dense_array(cases)).unwrap_or_default();
    let mut seen = std::collections::BTreeSet::new();
    let regions = cx.body.op_regions(cx.op).len();
    let results = result_types(cx);
    // The default region is first.
    let yielded = (0..regions).filter_map(|region| {
        let last = cx.body.last_op(entry(cx, region)?)?;
        Some(ends_in(cx, cx.body.parent(last)?, YIELD).map(|last| types_of(cx, cx.body.operands(last))))
    });
    when(cases.len() + 1 != regions, "expects a region for each case value")
        .or(when(!cases.iter().all(|value| seen.insert(value)), "has duplicate case value"))
        .or_else(|| {
            yielded
                .map(|yielded| yielded.as_ref() == Some(&results))
                .any(|fits| !fits)
                .then_some("expected each region to end with scf.yield of the results")
        })
}
