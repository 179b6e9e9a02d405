//! Rules of the `scf` dialect's operations that their rows do not say: what is preserved, and what regions end in.

use super::{CONDITION, REDUCE, REDUCE_RETURN, YIELD};
use crate::arith;
use irtrip_dialect::DialectRow;
use irtrip_dialect::Type;
use irtrip_dialect::diagnostic::VerifyCode as Kind;
use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::{Report, Site};
use irtrip_dialect::{Block, Op, Value};

/// The values of a loop's iterations go with its results.
pub(crate) fn verify_for_loop(site: &Site, report: Report) {
    for_loop(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// Both regions yield the results.
pub(crate) fn verify_condition(site: &Site, report: Report) {
    condition(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// What goes between the regions of a loop is what each takes.
pub(crate) fn verify_while_loop(site: &Site, report: Report) {
    while_loop(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// A variable for each bound and step.
pub(crate) fn verify_parallel(site: &Site, report: Report) {
    parallel(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// A region with two arguments for each value that is reduced.
pub(crate) fn verify_reduce(site: &Site, report: Report) {
    reduce(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// As many reductions and initial values as results.
pub(crate) fn verify_reductions(site: &Site, report: Report) {
    reductions(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// The value is of the type that is reduced.
pub(crate) fn verify_reduce_return(site: &Site, report: Report) {
    reduce_return(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// The region has a block without arguments.
pub(crate) fn verify_execute_region(site: &Site, report: Report) {
    execute_region(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// A region for each case, which yields the results.
pub(crate) fn verify_index_switch(site: &Site, report: Report) {
    index_switch(site).into_iter().for_each(|message| report(Kind::Rule(message)));
}

/// The first block of a region.
fn entry(site: &Site, region: usize) -> Option<Block> {
    site.body.blocks(*site.body.op_regions(site.op).get(region)?).first().copied()
}

/// The types of values.
fn types_of(site: &Site, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&value| site.body.value_type(value)).collect()
}

fn result_types(site: &Site) -> Vec<Type> {
    site.body.results(site.op).map(|value| site.body.value_type(value)).collect()
}

/// The last operation of a block, if it is of this row.
fn ends_in(site: &Site, block: Block, row: DialectRow) -> Option<Op> {
    site.body.last_op(block).filter(|&op| site.body.name(op) == row)
}

fn differ(site: &Site, of: &[Type], to: &[Type], words: impl Fn(usize) -> String) -> Option<String> {
    let place = of.iter().zip(to).position(|(a, b)| a != b)?;
    let (a, b) = (site.spell(*of.get(place)?), site.spell(*to.get(place)?));
    Some(format!("{} have different type: '{a}' != '{b}'", words(place)))
}

fn for_loop(site: &Site) -> Option<String> {
    let results = result_types(site);
    let initial = types_of(site, site.group(3));
    if initial.len() != results.len() {
        return Some("mismatch in number of loop-preserved values and defined values".to_owned());
    }
    let block = entry(site, 0)?;
    let (&variable, preserved) = site.body.block_args(block).split_first()?;
    if Some(site.body.value_type(variable)) != site.operand_type(0) {
        return Some("expected induction variable to be same type as bounds and step".to_owned());
    }
    let preserved = types_of(site, preserved);
    let yielded = ends_in(site, block, YIELD).map(|op| types_of(site, site.body.operands(op)));
    let yielded = yielded.unwrap_or_default();
    let count = |what: &str, a: &[Type], b: &[Type]| format!("different number of {what}: {} != {}", a.len(), b.len());
    if initial.len() != preserved.len() {
        return Some(count("inits and region iter_args", &initial, &preserved));
    }
    if !yielded.is_empty() && preserved.len() != yielded.len() {
        return Some(count("region iter_args and yielded values", &preserved, &yielded));
    }
    differ(site, &initial, &preserved, |i| format!("{i}-th init and {i}-th region iter_arg"))
        .or_else(|| differ(site, &preserved, &yielded, |i| format!("{i}-th region iter_arg and {i}-th yielded value")))
        .or_else(|| differ(site, &preserved, &results, |i| format!("{i}-th region iter_arg and {i}-th loop result")))
        .or_else(|| edge(site, "Operation scf.yield", "Region #0", &yielded, &preserved))
}

/// What goes along an edge of control flow between regions, against what is taken there.
fn edge(site: &Site, from: &str, to: &str, passed: &[Type], taken: &[Type]) -> Option<String> {
    let start = format!("along control flow edge from {from} to {to}: ");
    if passed.len() != taken.len() {
        let (n, m) = (passed.len(), taken.len());
        return Some(format!("{start}region branch point has {n} operands, but region successor needs {m} inputs"));
    }
    let place = passed.iter().zip(taken).position(|(a, b)| a != b)?;
    let (a, b) = (site.spell(*passed.get(place)?), site.spell(*taken.get(place)?));
    Some(format!("{start}successor operand type #{place} '{a}' should match successor input type #{place} '{b}'"))
}

fn condition(site: &Site) -> Option<String> {
    let results = result_types(site);
    let regions = site.body.op_regions(site.op).len();
    let with_arguments =
        (0..regions).find(|&region| entry(site, region).is_some_and(|block| !site.body.block_args(block).is_empty()));
    if let Some(region) = with_arguments {
        return Some(format!("region #{region} should have no arguments"));
    }
    if !results.is_empty() && entry(site, 1).is_none() {
        return Some("must have an else block if defining values".to_owned());
    }
    (0..regions).find_map(|region| {
        let last = ends_in(site, entry(site, region)?, YIELD)?;
        let yielded = types_of(site, site.body.operands(last));
        edge(site, "Operation scf.yield", "parent", &yielded, &results)
    })
}

fn while_loop(site: &Site) -> Option<String> {
    for (region, name) in ["before", "after"].into_iter().enumerate() {
        if entry(site, region).is_none() {
            return Some(format!("region #{region} ('{name}') failed to verify constraint: region with 1 blocks"));
        }
    }
    let (before, after) = (entry(site, 0)?, entry(site, 1)?);
    if site.body.first_op(before).is_none() || site.body.first_op(after).is_none() {
        return Some("expects a non-empty block".to_owned());
    }
    let Some(condition) = ends_in(site, before, CONDITION) else {
        return Some("expects the 'before' region to terminate with 'scf.condition'".to_owned());
    };
    let Some(last) = ends_in(site, after, YIELD) else {
        return Some("expects the 'after' region to terminate with 'scf.yield'".to_owned());
    };
    let arguments = |block| types_of(site, site.body.block_args(block));
    let passed = types_of(site, site.body.operands(condition).get(1..).unwrap_or_default());
    let from = "Operation scf.condition";
    edge(site, "parent", "Region #0", &types_of(site, site.operands()), &arguments(before))
        .or_else(|| edge(site, from, "parent", &passed, &result_types(site)))
        .or_else(|| edge(site, from, "Region #1", &passed, &arguments(after)))
        .or_else(|| {
            let yielded = types_of(site, site.body.operands(last));
            edge(site, "Operation scf.yield", "Region #0", &yielded, &arguments(before))
        })
}

fn parallel(site: &Site) -> Option<String> {
    let steps = site.group(2);
    if steps.is_empty() {
        return Some("needs at least one tuple element for lowerBound, upperBound and step".to_owned());
    }
    let not_positive = |&step: &Value| {
        let irtrip_dialect::ValueDef::Result(op, _) = site.body.value(step).def else { return false };
        let value = site.body.attr(site.ctx, op, names::VALUE).filter(|_| site.body.name(op) == arith::CONSTANT);
        value.and_then(|value| site.ctx.int_value(value)).is_some_and(|value| value <= 0)
    };
    if steps.iter().any(not_positive) {
        return Some("constant step operand must be positive".to_owned());
    }
    let block = entry(site, 0)?;
    let arguments = types_of(site, site.body.block_args(block));
    if arguments.len() != steps.len() {
        let (n, m) = (arguments.len(), steps.len());
        return Some(format!("expects the same number of induction variables: {n} as bound and step values: {m}"));
    }
    if arguments.iter().any(|&ty| ty != types::INDEX) {
        return Some("expects arguments for the induction variable to be of index type".to_owned());
    }
    None
}

/// As many reductions and initial values of a loop as results.
fn reductions(site: &Site) -> Option<String> {
    let last = ends_in(site, entry(site, 0)?, REDUCE)?;
    let (results, reduced) = (site.body.results(site.op).len(), site.body.operands(last).len());
    let initial = site.group(3).len();
    if results != reduced {
        return Some(format!("expects number of results: {results} to be the same as number of reductions: {reduced}"));
    }
    (results != initial)
        .then(|| format!("expects number of results: {results} to be the same as number of initial values: {initial}"))
}

fn reduce(site: &Site) -> Option<String> {
    let reduced = types_of(site, site.operands());
    if let Some(parent) = site.parent() {
        let results = result_types(&parent);
        let wrong = reduced.iter().zip(&results).position(|(a, b)| a != b);
        if let Some(place) = wrong {
            let (a, b) = (site.spell(*reduced.get(place)?), site.spell(*results.get(place)?));
            return Some(format!(
                "expects type of {place}-th reduction operand: '{a}' to be the same as the {place}-th result type: '{b}'"
            ));
        }
    }
    let (regions, operands) = (site.body.op_regions(site.op).len(), reduced.len());
    if regions != operands {
        return Some(format!(
            "expects number of reduction regions: {regions} to be the same as number of reduction operands: {operands}"
        ));
    }
    reduced.iter().enumerate().find_map(|(place, &ty)| {
        let Some(block) = entry(site, place) else {
            return Some(format!("{place}-th reduction has an empty body"));
        };
        if types_of(site, site.body.block_args(block)) != [ty, ty] {
            let ty = site.spell(ty);
            return Some(format!("expected two block arguments with type '{ty}' in the {place}-th reduction region"));
        }
        ends_in(site, block, REDUCE_RETURN)
            .is_none()
            .then(|| "reduction bodies must be terminated with an 'scf.reduce.return' op".to_owned())
    })
}

fn reduce_return(site: &Site) -> Option<String> {
    let block = site.body.parent(site.op)?;
    let expected = site.body.value_type(*site.body.block_args(block).first()?);
    (site.operand_type(0) != Some(expected))
        .then(|| format!("must have type '{}' (the type of the reduction inputs)", site.spell(expected)))
}

fn execute_region(site: &Site) -> Option<String> {
    match entry(site, 0) {
        None => Some("region needs to have at least one block".to_owned()),
        Some(block) if !site.body.block_args(block).is_empty() => Some("region cannot have any arguments".to_owned()),
        Some(_) => None,
    }
}

fn index_switch(site: &Site) -> Option<String> {
    let cases = site.attr(names::CASES).and_then(|cases| site.ctx.dense_array(cases)).unwrap_or_default();
    let regions = site.body.op_regions(site.op).len().saturating_sub(1);
    if cases.len() != regions {
        return Some(format!("has {regions} case regions but {} case values", cases.len()));
    }
    let twice = cases.iter().enumerate().find(|(i, value)| cases.iter().take(*i).any(|other| other == *value));
    if let Some((_, value)) = twice {
        return Some(format!("has duplicate case value: {value}"));
    }
    let results = result_types(site);
    // The default region is first.
    (0..=regions).find_map(|region| {
        let name = if region == 0 { "default region".to_owned() } else { format!("case region #{}", region - 1) };
        let last = site.body.last_op(entry(site, region)?)?;
        if site.body.name(last) != YIELD {
            let found = site.ctx.op_name_str(site.body.name(last));
            return Some(format!("expected region to end with scf.yield, but got {found}"));
        }
        let yielded = types_of(site, site.body.operands(last));
        if yielded.len() != results.len() {
            let (n, m) = (results.len(), yielded.len());
            return Some(format!("expected each region to return {n} values, but {name} returns {m}"));
        }
        let place = yielded.iter().zip(&results).position(|(a, b)| a != b)?;
        Some(format!("expected result #{place} of each region to be '{}'", site.spell(*results.get(place)?)))
    })
}
