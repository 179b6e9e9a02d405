//! Preserved attributes whose witness is in their operation: its operands, the symbols it names, the attributes of the
//! upstream form that they complete.

use irtrip_dialect::attribute_set::{
    CalledFunction, MemoryEffects, completes_memory, list_attr, list_set, without_memory,
};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Fold, Inst, LlvmForm, global_values};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Body, Context, Op, Str, Type, TypeData, Value, ValueDef};

use super::{Findings, Surroundings, stale};
use crate::constants::fold::DYNAMIC_INDEX;
use crate::function::form;
use crate::write::{arguments_list, bundle_sizes};

const OTHER_OPERANDS: &str = "its operation has other operands";
const OTHER_COUNT: &str = "its operation has fewer arguments";
const OTHER_SYMBOL: &str = "its operation names another symbol";
const OTHER_UPSTREAM: &str = "the attribute that it completes is another";

/// Checks what an operation at the top level has itself.
pub(super) fn check_global(around: &Surroundings, op: Op) -> Findings {
    let (ctx, body) = (around.ctx, &around.module.body);
    let mut found = Findings::default();
    let attrs = body.attrs(op);
    let has = |key: Str| ctx.entry(attrs, key).is_some();
    let mut now = attrs;
    let checks = [
        (IRTRIP_INITIALIZER, has(IRTRIP_INITIALIZER) && !is_initializer(around, op)),
        (IRTRIP_PERSONALITY, has(IRTRIP_PERSONALITY) && has(PERSONALITY)),
        (IRTRIP_TYPE, has(IRTRIP_TYPE) && ctx.entry(attrs, GLOBAL_TYPE) != Some(ctx.type_attr(types::I8))),
    ];
    for (key, _) in checks.into_iter().filter(|check| check.1) {
        now = ctx.with_entry(now, key, None);
        let of = ctx.op_name_str(body.name(op));
        found.stale.push(stale(ctx, (Some(op), None), &of, key, OTHER_UPSTREAM));
    }
    found.own = (now != attrs).then_some(now);
    found
}

/// Whether an `irtrip.initializer` is what the upstream form leaves open.
fn is_initializer(around: &Surroundings, op: Op) -> bool {
    let (ctx, body) = (around.ctx, &around.module.body);
    let attr = |key: Str| body.attr(ctx, op, key);
    let listed = match body.name(op) {
        global_values::GLOBAL => return attr(VALUE).is_none() && !body.is_defined(op),
        global_values::GLOBAL_CTORS => attr(CTORS),
        global_values::GLOBAL_DTORS => attr(DTORS),
        _ => return true,
    };
    let items = |list: Option<Attr>| list.map(|list| ctx.items(list)).unwrap_or_default();
    let structs = items(attr(IRTRIP_INITIALIZER).and_then(|initializer| ctx.entry(initializer, ELEMENTS)));
    let (functions, priorities) = (items(listed), items(attr(PRIORITIES)));
    let is_same = |(place, element): (usize, &Attr)| match items(ctx.entry(*element, ELEMENTS)) {
        [priority, function, ..] => priorities.get(place) == Some(priority) && functions.get(place) == Some(function),
        _ => false,
    };
    structs.len() == functions.len() && structs.iter().enumerate().all(is_same)
}

/// Why a preserved attribute of an instruction is not believed.
pub(super) fn wrong(around: &Surroundings, body: &Body, op: Op, key: Str, value: Attr) -> Option<&'static str> {
    let ctx = around.ctx;
    let attrs = body.attrs(op);
    match key {
        IRTRIP_ARG_ATTRS => (ctx.items(value).len() > argument_count(ctx, body, op)?).then_some(OTHER_COUNT),
        IRTRIP_ARGS => (value_count(ctx, value) != own_operands(ctx, body, op).len()).then_some(OTHER_OPERANDS),
        IRTRIP_BUNDLE_ARGS => {
            let counts = ctx.items(value).iter().map(|bundle| value_count(ctx, *bundle));
            (!counts.eq(bundle_sizes(ctx, attrs))).then_some(OTHER_OPERANDS)
        }
        IRTRIP_CALLEE_TYPE => (!is_callee_type(ctx, body, op, value)).then_some(OTHER_OPERANDS),
        IRTRIP_CALLEE => (!is_callee(ctx, body, op, value)).then_some(OTHER_OPERANDS),
        IRTRIP_SPLATS => {
            let raw = ctx.entry(attrs, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw)).unwrap_or_default();
            let is_static = |place: &i64| {
                let index = usize::try_from(*place).ok().and_then(|place| raw.get(place));
                index.is_some_and(|index| *index != DYNAMIC_INDEX)
            };
            (!ctx.dense_array(value).unwrap_or_default().iter().all(is_static)).then_some(OTHER_OPERANDS)
        }
        IRTRIP_INRANGE => {
            let base = body.operands(op).first();
            (!base.is_some_and(|base| is_constant(body, *base))).then_some(OTHER_OPERANDS)
        }
        IRTRIP_ATTRIBUTES => {
            let called = called_function(around, attrs);
            (!completes_memory(ctx, body.name(op), attrs, called)).then_some(OTHER_UPSTREAM)
        }
        IRTRIP_ADDRESS_SPACE => {
            let space = ctx.int_value(value).and_then(|space| u32::try_from(space).ok());
            (called_space(around, body, op).is_some_and(|called| Some(called) != space)).then_some(OTHER_SYMBOL)
        }
        _ => None,
    }
}

/// What is left of a preserved attribute of an instruction that [`wrong`] does not believe.
pub(super) fn corrected(ctx: &Context, key: Str, value: Attr) -> Option<Attr> {
    if key != IRTRIP_ATTRIBUTES {
        return None;
    }
    let rest = without_memory(&list_set(ctx, value));
    (!rest.is_empty()).then(|| list_attr(ctx, &rest))
}

/// How many values the entries of a list of arguments take.
fn value_count(ctx: &Context, list: Attr) -> usize {
    let takes_value = |item: &&Attr| {
        matches!(ctx.attr_data(**item), AttrData::Unit)
            || ctx.entries(**item).first().is_some_and(|entry| ctx.bytes(entry.0) == b"local")
    };
    ctx.items(list).iter().filter(takes_value).count()
}

/// The operands of a call that are in no operand bundle.
fn own_operands<'a>(ctx: &Context, body: &'a Body, op: Op) -> &'a [Value] {
    let operands = body.operands(op);
    let bundled: usize = bundle_sizes(ctx, body.attrs(op)).sum();
    operands.get(..operands.len().saturating_sub(bundled)).unwrap_or_default()
}

/// How many arguments the LLVM call has that an operation stands for.
fn argument_count(ctx: &Context, body: &Body, op: Op) -> Option<usize> {
    let def = body.name(op).def()?;
    let own = own_operands(ctx, body, op).len();
    Some(match def.llvm {
        LlvmForm::Intrinsic(intrinsic) => own + intrinsic.immediates.len() + def.operands.len(),
        _ => arguments_list(ctx, body.attrs(op), def).map_or(own, |list| ctx.items(list).len()),
    })
}

/// Whether a callee of this type takes the operands of a call.
fn is_callee_type(ctx: &Context, body: &Body, op: Op, ty: Attr) -> bool {
    let operands = own_operands(ctx, body, op);
    let is_direct = [CALLEE, ASM_STRING].iter().any(|key| body.attr(ctx, op, *key).is_some());
    let arguments = operands.get(usize::from(!is_direct)..).unwrap_or_default();
    let Some(TypeData::LlvmFunction { result, params, .. }) = ctx.type_value(ty).map(|ty| ctx.type_data(ty)) else {
        return false;
    };
    let own: Type = body.result(op).map_or(types::VOID, |value| body.value_type(value));
    let types = arguments.iter().map(|argument| body.value_type(*argument));
    *result == own && params.len() <= arguments.len() && params.iter().copied().eq(types.take(params.len()))
}

/// Whether the name of an intrinsic is one of the operation's intrinsic.
fn is_callee(ctx: &Context, body: &Body, op: Op, name: Attr) -> bool {
    let Some(LlvmForm::Intrinsic(intrinsic)) = form(body, op) else { return true };
    let name = ctx.string_value(name).map(|name| ctx.text(name)).unwrap_or_default();
    name.strip_prefix(intrinsic.name).is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('.'))
}

/// Whether a value may be a constant.
fn is_constant(body: &Body, value: Value) -> bool {
    match body.value(value).def {
        ValueDef::Result(op, _) => {
            form(body, op).is_some_and(|form| matches!(form, LlvmForm::Constant(_)) || form.fold() != Fold::Never)
        }
        ValueDef::Argument(..) | ValueDef::Undefined => false,
    }
}

/// The function that a call names, with the memory effects of its operand bundles.
fn called_function(around: &Surroundings, attrs: Attr) -> CalledFunction {
    let ctx = around.ctx;
    let Some(symbol) = ctx.entry(attrs, CALLEE).and_then(|callee| ctx.symbol_value(callee)) else {
        return CalledFunction::UNKNOWN;
    };
    let function = around.function(symbol).map(|function| MemoryEffects::of_function(ctx, function));
    let effects = match function {
        Some(effects) if effects != MemoryEffects::ANY => effects.with_bundles_of(ctx, attrs),
        _ => MemoryEffects::ANY,
    };
    CalledFunction { effects, named: true }
}

/// The address space of what a call calls; `None` where the call says it alone.
fn called_space(around: &Surroundings, body: &Body, op: Op) -> Option<u32> {
    let (ctx, attrs) = (around.ctx, body.attrs(op));
    if !matches!(form(body, op), Some(LlvmForm::Inst(Inst::Call | Inst::Invoke | Inst::CallBr))) {
        return None;
    }
    if ctx.entry(attrs, ASM_STRING).is_some() {
        return None;
    }
    if let Some(symbol) = ctx.entry(attrs, CALLEE).and_then(|callee| ctx.symbol_value(callee)) {
        let function = around.function(symbol)?;
        let space = ctx.entry(function, IRTRIP_ADDRESS_SPACE).and_then(|space| ctx.int_value(space));
        return u32::try_from(space.unwrap_or(0)).ok();
    }
    match ctx.type_data(body.value_type(*body.operands(op).first()?)) {
        TypeData::Pointer { address_space } => Some(*address_space),
        _ => None,
    }
}
