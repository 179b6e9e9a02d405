//! The rules of LLVM's verifier for `musttail` calls. LangRef, "call".

use super::calls::Call;
use super::control_flow::is_instruction;
use crate::attribute_set::{AttributeItem, AttributeSet, parameter_set};
use crate::diagnostic::LlvmVerifyCode;
use crate::names::ARG_ATTRS;
use crate::ops::{global_values, llvm};
use crate::types::well_known as types;
use crate::{Attr, Body, Op, TypeData, Value, ValueDef};

/// Attributes of parameters that say how an argument is passed.
const PASSING: &[&str] = &[
    "sret",
    "byval",
    "inalloca",
    "inreg",
    "alignstack",
    "swiftself",
    "swiftasync",
    "swifterror",
    "preallocated",
    "byref",
];

/// Those of them that functions have not whose calls are all tail calls.
const NOT_OF_TAIL_CONVENTIONS: [&str; 5] = ["inalloca", "inreg", "swifterror", "preallocated", "byref"];

fn is_of(item: &AttributeItem, names: &[&str]) -> bool {
    item.row().is_some_and(|row| names.contains(&row.llvm))
}

/// The attributes that say how an argument is passed. An alignment does so of what is passed in memory.
fn passing(set: &AttributeSet) -> Vec<AttributeItem> {
    let is_in_memory = set.items().iter().any(|item| is_of(item, &["byval", "byref"]));
    let is_passing = |item: &&AttributeItem| is_of(item, PASSING) || is_in_memory && is_of(item, &["align"]);
    set.items().iter().filter(is_passing).copied().collect()
}

/// Why a `musttail` call does not go with its function's type, or with what follows it.
pub(super) fn check_musttail(call: Call<'_, '_>) -> Option<LlvmVerifyCode> {
    let (ctx, body, function) = (call.function.ctx, call.function.body, call.function);
    let TypeData::LlvmFunction { result, params: own, vararg: variadic } = ctx.type_data(function.ty?) else {
        return None;
    };
    let called = body.result(call.op).map_or(types::VOID, |value| body.value_type(value));
    let (params, vararg) = call.parameters();
    let convention = call.convention();
    // The operation of an intrinsic's call does not hold whether the intrinsic is variadic.
    let mismatched = if vararg != *variadic && !call.calls_intrinsic() {
        Some("varargs")
    } else if *result != called {
        Some("return types")
    } else if function.convention != convention {
        Some("calling conv")
    } else if convention.guarantees_tail_calls() || call.calls_intrinsic() {
        None
    } else if params.len() != own.len() {
        Some("parameter counts")
    } else if *params != **own {
        Some("parameter types")
    } else {
        None
    };
    if let Some(mismatched) = mismatched {
        return Some(LlvmVerifyCode::MusttailMismatch(mismatched));
    }
    check_after_musttail(body, call.op).or_else(|| match convention.guarantees_tail_calls() {
        true => check_of_convention(call, *variadic, params.len()),
        false => check_passing(call, own.len()),
    })
}

/// The attributes of a call's arguments.
fn lists<'c>(call: Call<'c, '_>) -> &'c [Attr] {
    call.attr(ARG_ATTRS).map(|lists| call.function.ctx.items(lists)).unwrap_or_default()
}

/// Functions whose calls are all tail calls have no argument on their stack that their callers clean up.
fn check_of_convention(call: Call<'_, '_>, variadic: bool, count: usize) -> Option<LlvmVerifyCode> {
    let ctx = call.function.ctx;
    let convention = call.convention().llvm();
    let own = call.function.arguments.iter().map(|list| (list, "caller"));
    let passed = lists(call).iter().take(count).map(|list| (list, "callee"));
    let wrong = own.chain(passed).find_map(|(list, side)| {
        let set = parameter_set(ctx, *list);
        let attribute =
            NOT_OF_TAIL_CONVENTIONS.into_iter().find(|name| set.items().iter().any(|it| is_of(it, &[name])));
        attribute.map(|attribute| LlvmVerifyCode::TailConventionAttribute { attribute, convention, side })
    });
    wrong.or_else(|| variadic.then_some(LlvmVerifyCode::TailConventionVarargs(convention)))
}

/// What is passed is passed as the function itself got it.
fn check_passing(call: Call<'_, '_>, count: usize) -> Option<LlvmVerifyCode> {
    let (ctx, own, passed) = (call.function.ctx, call.function.arguments, lists(call));
    if own.is_empty() && passed.is_empty() {
        return None;
    }
    let of = |lists: &[Attr], place: usize| {
        lists.get(place).map(|list| passing(&parameter_set(ctx, *list))).unwrap_or_default()
    };
    let differs = |place: usize| {
        let (own, passed) = (of(own, place), of(passed, place));
        own.len() != passed.len() || !own.iter().all(|item| passed.contains(item))
    };
    (0..count).any(differs).then_some(LlvmVerifyCode::MusttailMismatch("ABI impacting function attributes"))
}

/// What is wrong with the instructions after a `musttail` call. LangRef, "call": the call immediately precedes a `ret`, or a
/// `bitcast` of its result and then a `ret`, which returns that value, undef, poison or nothing.
#[must_use]
pub fn check_after_musttail(body: &Body, call: Op) -> Option<LlvmVerifyCode> {
    let mut after =
        std::iter::successors(body.next_op(call), |op| body.next_op(*op)).filter(|op| is_instruction(body, *op));
    let mut result = body.result(call);
    let mut next = after.next();
    if let Some(cast) = next.filter(|op| body.name(*op) == llvm::BITCAST) {
        if body.operands(cast).first().copied() != result {
            return Some(LlvmVerifyCode::MusttailBitcast);
        }
        (result, next) = (body.result(cast), after.next());
    }
    let Some(ret) = next.filter(|op| body.name(*op) == llvm::RETURN) else {
        return Some(LlvmVerifyCode::MusttailWithoutReturn);
    };
    let is_undefined = |value: Value| match body.value(value).def {
        ValueDef::Result(op, _) => matches!(body.name(op), global_values::UNDEF | global_values::POISON),
        ValueDef::Argument(..) | ValueDef::Undefined => false,
    };
    let returned = body.operands(ret).first().copied();
    let is_other = returned.is_some_and(|value| result != Some(value) && !is_undefined(value));
    is_other.then_some(LlvmVerifyCode::MusttailResult)
}
