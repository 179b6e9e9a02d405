//! Rules of the `arith` dialect's operations beyond the columns of their definitions.

use irtrip_dialect::attributes::AttrData;
use irtrip_dialect::diagnostic::VerifyCode as Kind;
use irtrip_dialect::names;
use irtrip_dialect::types::{Dim, Signedness, TypeData, well_known as types};
use irtrip_dialect::verify::{EmitError, VerifyContext};
use irtrip_dialect::{Context, Type};

/// The width of an integer or a float in bits.
fn width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width),
        TypeData::Float(kind) => Some(kind.width()),
        _ => None,
    }
}

/// The elements become wider.
pub(crate) fn wider(cx: &VerifyContext, report: EmitError) {
    cast(cx, |ctx, from, to| width(ctx, to) > width(ctx, from), report);
}

/// The elements become narrower.
pub(crate) fn narrower(cx: &VerifyContext, report: EmitError) {
    cast(cx, |ctx, from, to| width(ctx, to) < width(ctx, from), report);
}

/// The elements are of one width.
pub(crate) fn of_one_width(cx: &VerifyContext, report: EmitError) {
    cast(cx, |ctx, from, to| width(ctx, from).is_some() && width(ctx, from) == width(ctx, to), report);
}

/// One element is `index`, the other an integer.
pub(crate) fn one_is_index(cx: &VerifyContext, report: EmitError) {
    cast(cx, |_, from, to| (from == types::INDEX) != (to == types::INDEX), report);
}

/// Operand and result have one shape.
pub(crate) fn of_one_shape(cx: &VerifyContext, report: EmitError) {
    cast(cx, |_, _, _| true, report);
}

/// The elements of a cast's operand and result go with each other as `fit` says; both have one shape.
fn cast(cx: &VerifyContext, fit: impl Fn(&Context, Type, Type) -> bool, report: EmitError) {
    let (Some(from), Some(to)) = (cx.operand_type(0), cx.result_type()) else { return };
    let ctx = cx.ctx;
    // Tensors have one shape to the letter.
    let tensor = |ty| match ctx.type_data(ty) {
        TypeData::Tensor { dims, .. } => dims.as_deref(),
        _ => Some(&[][..]),
    };
    if tensor(from) != tensor(to) && tensor(from).is_some() && tensor(to).is_some() {
        return report(Kind::FailedToVerifyThat("input and output have the same tensor dimensions"));
    }
    let encoding = |ty| match ctx.type_data(ty) {
        TypeData::Tensor { encoding, .. } => *encoding,
        _ => None,
    };
    if encoding(from) != encoding(to) {
        return report(incompatible(cx, from, to));
    }
    if !one_shape(ctx, from, to) {
        let several = cx.operands().len() > 1;
        return report(if several { incompatible(cx, from, to) } else { Kind::SameOperandsAndResultShape });
    }
    let element = |ty: Type| match ctx.type_data(ty) {
        TypeData::MemRef { element, .. } => *element,
        _ => ctx.scalar_type(ty),
    };
    if !fit(ctx, element(from), element(to)) {
        report(incompatible(cx, from, to));
    }
}

/// What upstream says of a cast that is none; of several operands it names all.
fn incompatible(cx: &VerifyContext, from: Type, to: Type) -> Kind {
    let (from, to) = (cx.spell(from), cx.spell(to));
    match cx.operand_type(1) {
        None => Kind::CastIncompatible { from, to },
        Some(second) => {
            let second = cx.spell(second);
            Kind::Rule(format!("operand types '{from}', '{second}' and result type '{to}' are cast incompatible"))
        }
    }
}

/// Whether two types have one shape: sizes that are known are equal.
fn one_shape(ctx: &Context, first: Type, second: Type) -> bool {
    let dims = |ty: Type| match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => Some(Some(&dims[..])),
        TypeData::Tensor { dims, .. } | TypeData::MemRef { dims, .. } => Some(dims.as_deref()),
        _ => None,
    };
    let fit = |(a, b): (&Dim, &Dim)| a.size.is_none() || b.size.is_none() || a == b;
    match (dims(first), dims(second)) {
        (None, None) | (Some(None), Some(_)) | (Some(_), Some(None)) => true,
        (Some(Some(first)), Some(Some(second))) => first.len() == second.len() && first.iter().zip(second).all(fit),
        _ => false,
    }
}

/// The dimensions of a vector or a tensor; `None` inside is no rank.
pub(crate) fn shape(ctx: &Context, ty: Type) -> Option<Option<&[Dim]>> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => Some(Some(dims)),
        TypeData::Tensor { dims, .. } => Some(dims.as_deref()),
        _ => None,
    }
}

/// The shapes of operands and results go with each other: MLIR's trait `Elementwise`.
pub(crate) fn elementwise(cx: &VerifyContext, report: EmitError) {
    let ctx = cx.ctx;
    let mapped = |ty: &Type| shape(ctx, *ty).is_some();
    let operands: Vec<Type> = cx.operands().iter().map(|&v| cx.body.value_type(v)).filter(mapped).collect();
    let results: Vec<Type> = cx.body.results(cx.op).map(|v| cx.body.value_type(v)).filter(mapped).collect();
    let wrong = match (operands.is_empty(), results.is_empty()) {
        (true, true) => return,
        (true, false) => "if a result is non-scalar, then at least one operand must be non-scalar",
        (false, true) => "if an operand is non-scalar, then there must be at least one non-scalar result",
        (false, false) if results.len() != cx.body.results(cx.op).len() => {
            "if an operand is non-scalar, then all results must be non-scalar"
        }
        (false, false) => {
            let same = |ty: &Type| operands.first().is_some_and(|&first| have_one_shape(ctx, first, *ty));
            if operands.iter().chain(&results).all(same) {
                return;
            }
            "all non-scalar operands/results must have the same shape and base type"
        }
    };
    report(Kind::Rule(wrong.to_owned()));
}

/// Whether both are vectors or both tensors, and sizes that are known are equal.
fn have_one_shape(ctx: &Context, first: Type, second: Type) -> bool {
    let vector = |ty| matches!(ctx.type_data(ty), TypeData::Vector { .. });
    let fit = |(a, b): (&Dim, &Dim)| a.size.is_none() || b.size.is_none() || a == b;
    vector(first) == vector(second)
        && match (shape(ctx, first).flatten(), shape(ctx, second).flatten()) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(fit),
            _ => true,
        }
}

/// A condition of one bit, or one for each element.
pub(crate) fn select(cx: &VerifyContext, report: EmitError) {
    let (Some(condition), Some(result)) = (cx.operand_type(0), cx.result_type()) else { return };
    if condition == types::I1 {
        return;
    }
    let ctx = cx.ctx;
    if shape(ctx, condition) != shape(ctx, result) {
        return report(Kind::FailedToVerifyThat("condition is signless i1 or has matching shape"));
    }
    let expected = ctx.with_scalar_type(result, types::I1);
    if condition != expected {
        report(Kind::Rule(format!(
            "expected condition type to have the same shape as the result type, expected '{}', but got '{}'",
            cx.spell(expected),
            cx.spell(condition)
        )));
    }
}

/// The value of `arith.constant` goes with its type.
pub(crate) fn constant(cx: &VerifyContext, report: EmitError) {
    let (Some(value), Some(result)) = (cx.attr(names::VALUE), cx.result_type()) else { return };
    let ctx = cx.ctx;
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
        TypeData::Vector { .. } if ctx.is_scalable_vector(result) && !is_splat(ctx.attr_data(value)) => {
            let wrong =
                "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
            report(Kind::Rule(wrong.to_owned()));
        }
        _ if matches!(ctx.attr_data(value), AttrData::String { .. }) => {
            report(Kind::Rule("value must be an integer, float, or elements attribute".to_owned()));
        }
        _ => {}
    }
}

/// Whether one element stands for all.
fn is_splat(data: &AttrData) -> bool {
    matches!(data, AttrData::Dense { splat: true, .. })
}
