//! The rules of LLVM's verifier for what is passed to functions in a way of its own: `swifterror`, `inalloca`, `preallocated`, and
//! to functions without a frame. LangRef, "Parameter Attributes", "Function Attributes".

use super::calls::Call;
use super::{Declared, Function};
use crate::attribute_set::{AttributeItem, list_set};
use crate::diagnostic::LlvmVerifyCode;
use crate::names::*;
use crate::ops::{irtrip, llvm};
use crate::{Attr, Context, Op, Value, ValueDef};

const PREALLOCATED: &str =
    "preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)";

/// The attribute of a parameter that says how it is passed, where this has rules. Nearly all dictionaries are of others, and
/// nothing is made to see that.
fn way_of_passing(ctx: &Context, dictionary: Attr) -> Option<&'static str> {
    ctx.entries(dictionary).iter().find_map(|(key, value)| match ctx.bytes(*key) {
        b"llvm.inalloca" => Some("inalloca"),
        b"llvm.preallocated" => Some("preallocated"),
        b"irtrip.attributes" => {
            let set = list_set(ctx, *value);
            set.items().iter().filter_map(AttributeItem::row).find(|row| row.llvm == "swifterror").map(|row| row.llvm)
        }
        _ => None,
    })
}

/// Whether a parameter with these attributes is an error of Swift's.
pub fn takes_error(ctx: &Context, dictionary: Attr) -> bool {
    way_of_passing(ctx, dictionary) == Some("swifterror")
}

/// Why arguments of a call that say how they are passed are not made for it.
pub(super) fn check_passed(call: Call<'_, '_>) -> Option<LlvmVerifyCode> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let lists = ctx.items(call.attr(ARG_ATTRS)?);
    let is_direct = [CALLEE, INTRIN, ASM_STRING].iter().any(|key| call.attr(*key).is_some());
    let operands = body.operands(call.op).get(usize::from(!is_direct)..).unwrap_or_default();
    let of_argument = |(list, value): (&Attr, &Value)| match way_of_passing(ctx, *list)? {
        "swifterror" => check_swifterror(call.function, *value),
        "inalloca" => {
            let slot = slot_of(call.function, *value);
            let is_other = slot.is_some_and(|slot| !has_flag(call.function, slot, "inalloca"));
            is_other.then_some("inalloca argument for call has mismatched alloca")
        }
        "preallocated" => (call.has_bundle("preallocated") == call.is_musttail()).then_some(PREALLOCATED),
        _ => None,
    };
    lists.iter().zip(operands).find_map(of_argument).map(LlvmVerifyCode::Call)
}

/// The `alloca` that a value is a part of.
fn slot_of(function: &Function<'_>, mut value: Value) -> Option<Op> {
    // In code that is never reached, places may be of each other.
    for _ in 0..function.body.op_count() {
        let op = function.defining_op(value)?;
        match function.body.name(op) {
            llvm::ALLOCA | irtrip::ALLOCA => return Some(op),
            llvm::ADDRSPACECAST | llvm::BITCAST | llvm::GETELEMENTPTR => value = *function.body.operands(op).first()?,
            _ => return None,
        }
    }
    None
}

/// Whether an `alloca` has a word of LLVM IR.
pub(super) fn has_flag(function: &Function<'_>, slot: Op, flag: &str) -> bool {
    let (ctx, body) = (function.ctx, function.body);
    let flags = body.attr(ctx, slot, IRTRIP_FLAGS).map(|flags| ctx.items(flags)).unwrap_or_default();
    let is_named = |word: &Attr| ctx.string_value(*word).is_some_and(|word| ctx.bytes(word) == flag.as_bytes());
    flags.iter().any(is_named) || body.attr(ctx, slot, ctx.str(flag)).is_some()
}

/// Where an argument that is `swifterror` comes from.
fn check_swifterror(function: &Function<'_>, value: Value) -> Option<&'static str> {
    if let Some(slot) = slot_of(function, value) {
        return (!has_flag(function, slot, "swifterror"))
            .then_some("swifterror argument for call has mismatched alloca");
    }
    match parameter(function, value) {
        None => Some("swifterror argument should come from an alloca or parameter"),
        Some(place) => {
            (!is_swifterror(function, place)).then_some("swifterror argument for call has mismatched parameter")
        }
    }
}

/// The parameter that a value is.
pub(super) fn parameter(function: &Function<'_>, value: Value) -> Option<usize> {
    let entry = *function.body.blocks(function.region).first()?;
    match function.body.value(value).def {
        ValueDef::Argument(block, place) if block == entry => usize::try_from(place).ok(),
        _ => None,
    }
}

fn is_swifterror(function: &Function<'_>, place: usize) -> bool {
    function.arguments.get(place).is_some_and(|list| takes_error(function.ctx, *list))
}

/// The first use of a parameter that its function may not use, or not so.
pub(super) fn check_parameters(function: &Function<'_>) -> Option<(Op, LlvmVerifyCode)> {
    let body = function.body;
    let parameters = body.block_args(*body.blocks(function.region).first()?);
    if function.is_naked {
        let uses = |op: &Op| body.operands(*op).iter().any(|operand| parameters.contains(operand));
        return function.ops().find(uses).map(|op| (op, LlvmVerifyCode::NakedArgument));
    }
    let place = (0..function.arguments.len()).find(|place| is_swifterror(function, *place))?;
    check_uses_of_error(function, *parameters.get(place)?)
}

/// The first use of a `swifterror` value that is none of those that it may have.
pub(super) fn check_uses_of_error(function: &Function<'_>, value: Value) -> Option<(Op, LlvmVerifyCode)> {
    let body = function.body;
    let wrong = |op: Op| match body.name(op) {
        llvm::LOAD | irtrip::LOAD => None,
        llvm::STORE | irtrip::STORE => (body.operands(op).first() == Some(&value))
            .then_some("swifterror value should be the second operand when used by stores"),
        llvm::CALL | irtrip::CALL | llvm::INVOKE | irtrip::INVOKE => check_passed_error(function, op, value),
        _ => Some("swifterror value can only be loaded and stored from, or as a swifterror argument!"),
    };
    let mut users = function.ops().filter(|op| body.operands(*op).contains(&value));
    users.find_map(|op| Some((op, LlvmVerifyCode::Call(wrong(op)?))))
}

/// A call takes such a value as what it is, as it says itself, or the function that it names.
fn check_passed_error(function: &Function<'_>, op: Op, value: Value) -> Option<&'static str> {
    let (ctx, body) = (function.ctx, function.body);
    let callee = body.symbol_attr(ctx, op, CALLEE);
    if callee.is_some_and(|callee| (function.is_declared)(callee, Declared::TakesError)) {
        return None;
    }
    let is_direct = callee.is_some();
    let lists = body.attr(ctx, op, ARG_ATTRS).map(|lists| ctx.items(lists)).unwrap_or_default();
    let is_marked = |place: usize| {
        let list = place.checked_sub(usize::from(!is_direct)).and_then(|place| lists.get(place));
        list.is_some_and(|list| takes_error(ctx, *list))
    };
    let mut places = body.operands(op).iter().enumerate().filter(|operand| *operand.1 == value);
    let unmarked = places.any(|(place, _)| !is_marked(place));
    unmarked.then_some("swifterror value when used in a callsite should be marked with swifterror attribute")
}
