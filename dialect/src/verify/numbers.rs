//! Rules of `arith`, `complex`, `index` and `cf` operations that their rows do not say.

use super::site::Site;
use crate::attributes::AttrData;
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::ops::rules::NumberRule;
use crate::types::{Dim, Signedness, TypeData, well_known as types};

type Report<'r> = &'r mut dyn FnMut(Kind);

/// Holds an operation that keeps to its sets to a rule of its own.
pub(super) fn check(site: &Site, rule: NumberRule, report: Report) {
    match rule {
        NumberRule::Elementwise => elementwise(site, report),
        NumberRule::Select => select(site, report),
        NumberRule::Constant => constant(site, report),
        NumberRule::ComplexConstant => complex_constant(site, report),
        NumberRule::ComplexBitcast => complex_bitcast(site, report),
        NumberRule::IndexCast => {
            let (Some(from), Some(to)) = (site.operand_type(0), site.result_type()) else { return };
            if (from == types::INDEX) == (to == types::INDEX) {
                report(Kind::CastIncompatible { from: site.spell(from), to: site.spell(to) });
            }
        }
        NumberRule::Weights => weights(site, report),
        NumberRule::Switch => switch(site, report),
        NumberRule::Conversion => {
            if site.result_type().is_none() {
                report(Kind::Rule("expected at least one result for cast operation".to_owned()));
            }
        }
    }
}

/// The dimensions of a vector or a tensor; `None` inside is no rank.
pub(super) fn shape(ctx: &Context, ty: Type) -> Option<Option<&[Dim]>> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => Some(Some(dims)),
        TypeData::Tensor { dims, .. } => Some(dims.as_deref()),
        _ => None,
    }
}

fn elementwise(site: &Site, report: Report) {
    let ctx = site.ctx;
    let mapped = |ty: &Type| shape(ctx, *ty).is_some();
    let operands: Vec<Type> = site.operands().iter().map(|&v| site.body.value_type(v)).filter(mapped).collect();
    let results: Vec<Type> = site.body.results(site.op).map(|v| site.body.value_type(v)).filter(mapped).collect();
    let wrong = match (operands.is_empty(), results.is_empty()) {
        (true, true) => return,
        (true, false) => "if a result is non-scalar, then at least one operand must be non-scalar",
        (false, true) => "if an operand is non-scalar, then there must be at least one non-scalar result",
        (false, false) if results.len() != site.body.results(site.op).len() => {
            "if an operand is non-scalar, then all results must be non-scalar"
        }
        (false, false) => {
            let same = |ty: &Type| operands.first().is_some_and(|&first| of_one_shape(ctx, first, *ty));
            if operands.iter().chain(&results).all(same) {
                return;
            }
            "all non-scalar operands/results must have the same shape and base type"
        }
    };
    report(Kind::Rule(wrong.to_owned()));
}

/// Whether both are vectors or both tensors, and sizes that are known are equal.
fn of_one_shape(ctx: &Context, first: Type, second: Type) -> bool {
    let vector = |ty| matches!(ctx.type_data(ty), TypeData::Vector { .. });
    let fit = |(a, b): (&Dim, &Dim)| a.size.is_none() || b.size.is_none() || a == b;
    vector(first) == vector(second)
        && match (shape(ctx, first).flatten(), shape(ctx, second).flatten()) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(fit),
            _ => true,
        }
}

fn select(site: &Site, report: Report) {
    let (Some(condition), Some(result)) = (site.operand_type(0), site.result_type()) else { return };
    if condition == types::I1 {
        return;
    }
    let ctx = site.ctx;
    if shape(ctx, condition) != shape(ctx, result) {
        return report(Kind::FailedToVerifyThat("condition is signless i1 or has matching shape"));
    }
    let expected = ctx.with_scalar_type(result, types::I1);
    if condition != expected {
        report(Kind::Rule(format!(
            "expected condition type to have the same shape as the result type, expected '{}', but got '{}'",
            site.spell(expected),
            site.spell(condition)
        )));
    }
}

fn constant(site: &Site, report: Report) {
    let (Some(value), Some(result)) = (site.attr(names::VALUE), site.result_type()) else { return };
    let ctx = site.ctx;
    let ty = ctx.attr_type(value);
    // What a dialect kept as text has may have any type.
    let known = ty.is_some() || matches!(ctx.attr_data(value), AttrData::String { .. });
    if known && ty != Some(result) {
        return report(Kind::FailedToVerifyThat("all of {value, result} have same type"));
    }
    match ctx.type_data(result) {
        TypeData::Integer { signedness, .. } if *signedness != Signedness::Signless => {
            report(Kind::Rule("integer return type must be signless".to_owned()));
        }
        TypeData::Vector { dims, .. } if dims.iter().any(|dim| dim.scalable) && !is_splat(ctx.attr_data(value)) => {
            let wrong =
                "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
            report(Kind::Rule(wrong.to_owned()));
        }
        _ => {}
    }
}

/// Whether one element stands for all.
fn is_splat(data: &AttrData) -> bool {
    matches!(data, AttrData::Dense { splat: true, .. })
}

fn complex_constant(site: &Site, report: Report) {
    let (Some(value), Some(result)) = (site.attr(names::VALUE), site.result_type()) else { return };
    let ctx = site.ctx;
    let &[real, imaginary] = ctx.items(value) else {
        let wrong = "requires 'value' to be a complex constant, represented as array of two values";
        return report(Kind::Rule(wrong.to_owned()));
    };
    let number = |attr| match ctx.attr_data(attr) {
        AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. } | AttrData::Float { ty, .. } => Some(*ty),
        _ => None,
    };
    let (Some(real), Some(imaginary)) = (number(real), number(imaginary)) else {
        return report(Kind::Rule("requires attribute's elements to be float or integer attributes".to_owned()));
    };
    let element = ctx.scalar_type(result);
    if real != element || imaginary != element {
        report(Kind::Rule(format!(
            "requires attribute's element types ('{}', '{}') to match the element type of the op's return type ('{}')",
            site.spell(real),
            site.spell(imaginary),
            site.spell(element)
        )));
    }
}

fn complex_bitcast(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (site.operand_type(0), site.result_type()) else { return };
    let ctx = site.ctx;
    let bits = |ty| match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width),
        TypeData::Float(kind) => Some(kind.width()),
        _ => None,
    };
    let complex = |ty| match ctx.type_data(ty) {
        TypeData::Complex(element) => Some(2 * bits(*element).unwrap_or(0)),
        _ => None,
    };
    if from == to {
        return;
    }
    let wrong = match (complex(from).or(bits(from)), complex(to).or(bits(to))) {
        (None, _) => "operand must be int/float/complex",
        (_, None) => "result must be int/float/complex",
        _ if complex(from).is_some() == complex(to).is_some() => {
            "requires that either input or output has a complex type"
        }
        (Some(a), Some(b)) if a != b => "casting bitwidths do not match",
        _ => return,
    };
    report(Kind::Rule(wrong.to_owned()));
}

fn switch(site: &Site, report: Report) {
    let destinations = site.body.successors(site.op).len().saturating_sub(1);
    let (Some(flag), Some(values)) = (site.operand_type(0), site.attr(names::CASE_VALUES)) else {
        if destinations > 0 {
            report(Kind::Rule("is missing case values".to_owned()));
        }
        return;
    };
    let Some(ty) = site.ctx.attr_type(values) else { return };
    let element = site.ctx.scalar_type(ty);
    if flag != element {
        let (flag, element) = (site.spell(flag), site.spell(element));
        return report(Kind::Rule(format!("'flag' type ('{flag}') should match case value type ('{element}')")));
    }
    let count = shape(site.ctx, ty).flatten().map_or(0, super::element_count);
    if count != destinations {
        report(Kind::Rule(format!(
            "number of case values ({count}) should match number of case destinations ({destinations})"
        )));
    }
}

fn weights(site: &Site, report: Report) {
    let Some(weights) = site.attr(names::BRANCH_WEIGHTS).and_then(|attr| site.ctx.dense_array(attr)) else { return };
    let expected = site.body.successors(site.op).len();
    if weights.len() != expected {
        report(Kind::BranchWeights { found: weights.len(), expected });
    } else if weights.iter().all(|&weight| weight == 0) {
        report(Kind::RuleAlone("branch weights cannot all be zero".to_owned()));
    }
}
