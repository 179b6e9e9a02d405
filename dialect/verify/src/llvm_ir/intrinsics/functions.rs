//! Rules for intrinsics that depend on the function they are in or on the operations that make their arguments.

use super::{IntrinsicCall, require};
use crate::attribute_set::MemoryEffects;
use crate::enums::CallingConvention;
use crate::llvm_attributes::{AttributeSite, AttributeValue, by_llvm};
use crate::llvm_ir::arguments;
use crate::names::*;
use crate::ops::{LlvmForm, global_values, irtrip, llvm};
use crate::registry::OpNameDefinition;
use crate::types::predicates::is_sized;
use crate::{Op, OpName, Type, TypeData, Value, ValueDef};
use irtrip_ops::call_arguments::bundle_sizes;
use irtrip_ops::call_attributes::call_set;

/// Arguments of a statepoint before those of the function that it calls, and how many there are after these.
const BEFORE_ARGUMENTS: usize = 5;
const AFTER_ARGUMENTS: usize = 2;

/// Whether an operation calls an intrinsic, by its name without types.
fn calls(call: &IntrinsicCall<'_, '_>, op: Op, intrinsic: &str) -> bool {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let name = body.string_attr(ctx, op, INTRIN).or_else(|| body.symbol_attr(ctx, op, CALLEE));
    let rest = name.and_then(|name| ctx.bytes(name).strip_prefix(intrinsic.as_bytes()));
    rest.is_some_and(|rest| matches!(rest, [] | [b'.', ..]))
}

fn is_undefined(name: Option<OpName>) -> bool {
    matches!(name, Some(global_values::UNDEF | global_values::POISON))
}

/// The operation at the end of the casts that make an argument.
fn origin(call: &IntrinsicCall<'_, '_>, place: usize) -> Option<Op> {
    let body = call.function.body;
    let mut value: Value = call.value(place)?;
    // In code that is never reached, casts may be of each other.
    for _ in 0..body.op_count() {
        let ValueDef::Result(op, _) = body.value(value).def else { return None };
        match body.name(op) {
            llvm::ADDRSPACECAST | llvm::BITCAST | llvm::GETELEMENTPTR => value = *body.operands(op).first()?,
            _ => return Some(op),
        }
    }
    None
}

fn is_slot(name: Option<OpName>) -> bool {
    matches!(name, Some(llvm::ALLOCA | irtrip::ALLOCA))
}

/// Whether an argument is an `alloca`, or a cast of one.
fn is_of_slot(call: &IntrinsicCall<'_, '_>, place: usize) -> bool {
    is_slot(origin(call, place).map(|op| call.function.body.name(op)))
}

pub(super) fn guard(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.bundle_count("deopt") == 1, r#"experimental_guard must have exactly one "deopt" operand bundle"#)
}

pub(super) fn deoptimize(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let body = call.function.body;
    let returned = call.function.ty.map(|ty| call.function.ctx.type_data(ty));
    let is_result = !matches!(returned, Some(TypeData::LlvmFunction { result, .. }) if *result != call.result);
    let next = body.next_op(call.op).filter(|next| body.name(*next) == llvm::RETURN);
    let is_returned = |next: Op| body.result(call.op).is_none_or(|value| body.operands(next) == [value]);
    require(
        call.bundle_count("deopt") == 1,
        r#"experimental_deoptimize must have exactly one "deopt" operand bundle"#,
    )
    .or_else(|| require(is_result, "experimental_deoptimize return type must match caller return type"))
    .or_else(|| require(next.is_some(), "calls to experimental_deoptimize must be followed by a return"))
    .or_else(|| {
        let rule =
            "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize";
        require(next.is_some_and(is_returned), rule)
    })
}

pub(super) fn gc(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.function.has_gc, "Enclosing function does not use GC.")
}

pub(super) fn gc_root(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let slot = origin(call, 0).filter(|op| is_slot(Some(call.function.body.name(*op))));
    let Some(slot) = slot else { return Some("llvm.gcroot parameter #1 must be an alloca.") };
    let (ctx, body) = (call.function.ctx, call.function.body);
    let slot = body.type_attr(ctx, slot, ELEM_TYPE);
    let is_described =
        slot.is_none_or(|ty| ctx.pointer_space(ty).is_some()) || call.made_by(1) != Some(global_values::ZERO);
    let is_constant = call
        .defining_op(1)
        .is_some_and(|op| body.name(op).def().is_some_and(|def| matches!(def.llvm, LlvmForm::Constant(_))));
    require(is_constant, "llvm.gcroot parameter #2 must be a constant.")
        .or_else(|| {
            require(
                is_described,
                "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.",
            )
        })
        .or_else(|| gc(call))
}

const UNTYPED_STATEPOINT: &str = "gc.statepoint callee argument must have elementtype attribute";

/// The type of the function that a statepoint calls.
fn wrapped_type(call: &IntrinsicCall<'_, '_>, statepoint: Op) -> Option<Type> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let attrs = ctx.items(body.attr(ctx, statepoint, ARG_ATTRS)?).get(2)?;
    ctx.type_entry(*attrs, ctx.str("llvm.elementtype"))
}

pub(super) fn gc_statepoint(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let ctx = call.function.ctx;
    let Some(ty) = wrapped_type(call, call.op) else {
        // In text of older releases the callee's pointer names the type.
        let is_typed = call.function.body.attr(ctx, call.op, IRTRIP_POINTEES).is_some();
        return gc(call).or(if is_typed { None } else { Some(UNTYPED_STATEPOINT) });
    };
    let TypeData::LlvmFunction { params, vararg, .. } = ctx.type_data(ty) else {
        return Some("gc.statepoint callee elementtype must be function type");
    };
    let passed = call.unsigned(3).and_then(|passed| usize::try_from(passed).ok())?;
    let is_number = if *vararg { passed >= params.len() } else { passed == params.len() };
    let types = params.iter().enumerate().all(|(place, param)| call.ty(BEFORE_ARGUMENTS + place) == *param);
    gc(call)
        .or_else(|| {
            require(
                call.int(1).is_none_or(|bytes| bytes >= 0),
                "gc.statepoint number of patchable bytes must be positive",
            )
        })
        .or_else(|| require(is_number, "gc.statepoint mismatch in number of call args"))
        .or_else(|| require(types, "gc.statepoint call argument does not match wrapped function type"))
        .or_else(|| {
            let all = call.arguments.len() == BEFORE_ARGUMENTS.saturating_add(passed).saturating_add(AFTER_ARGUMENTS);
            require(all, "gc.statepoint too many arguments")
        })
}

const STATEPOINT: &str = "llvm.experimental.gc.statepoint";

pub(super) fn gc_result(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    if is_undefined(call.made_by(0)) {
        return gc(call);
    }
    let statepoint = call.defining_op(0).filter(|op| calls(call, *op, STATEPOINT));
    let Some(statepoint) = statepoint else {
        return gc(call).or(Some("gc.result operand #1 must be from a statepoint"));
    };
    let wrapped = wrapped_type(call, statepoint).map(|ty| call.function.ctx.type_data(ty));
    let is_result = !matches!(wrapped, Some(TypeData::LlvmFunction { result, .. }) if *result != call.result);
    gc(call).or_else(|| require(is_result, "gc.result result type does not match wrapped callee"))
}

pub(super) fn gc_relocate(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    if call.pointer_space(call.result).is_none() {
        return Some("gc.relocate must return a pointer or a vector of pointers");
    }
    let maker = call.made_by(0);
    if is_undefined(maker) || matches!(maker, Some(llvm::LANDINGPAD | irtrip::LANDINGPAD)) {
        return None;
    }
    let statepoint = call.defining_op(0).filter(|op| calls(call, *op, STATEPOINT));
    let Some(statepoint) = statepoint else { return Some("gc relocate is incorrectly tied to the statepoint") };
    let tags = body.attr(ctx, statepoint, OP_BUNDLE_TAGS).map(|tags| ctx.items(tags)).unwrap_or_default();
    let is_live = |tag| ctx.string_value(tag).is_some_and(|tag| ctx.bytes(tag) == b"gc-live");
    let place = tags.iter().position(|tag| is_live(*tag))?;
    let sizes = body.attr(ctx, statepoint, OP_BUNDLE_SIZES).and_then(|sizes| ctx.dense_array(sizes))?;
    let size = sizes.get(place)?.cast_unsigned();
    let is_in = |place| call.unsigned(place).is_none_or(|index| index < size);
    require(is_in(1), "gc.relocate: statepoint base index out of bounds")
        .or_else(|| require(is_in(2), "gc.relocate: statepoint derived index out of bounds"))
}

pub(super) fn preallocated_argument(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let is_typed = call_set(ctx, body.name(call.op), body.attrs(call.op), MemoryEffects::ANY)
        .items()
        .iter()
        .any(|item| item.row().is_some_and(|row| row.llvm == "preallocated"));
    let is_of_setup = call.defining_op(0).is_some_and(|op| calls(call, op, SETUP));
    require(is_of_setup, "llvm.call.preallocated.arg token argument must be a llvm.call.preallocated.setup").or_else(
        || require(is_typed, r#"llvm.call.preallocated.arg must be called with a "preallocated" call site attribute"#),
    )
}

pub(super) fn preallocated_teardown(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_of_setup = call.defining_op(0).is_some_and(|op| calls(call, op, SETUP));
    require(is_of_setup, "llvm.call.preallocated.teardown token argument must be a llvm.call.preallocated.setup")
}

const SETUP: &str = "llvm.call.preallocated.setup";

/// What is set up is for one call, and is as much as that call passes.
pub(super) fn preallocated_setup(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let (token, count) = (body.result(call.op)?, call.int(0)?);
    let users = call.function.ops().filter(|op| body.operands(*op).contains(&token));
    let mut is_passed = false;
    for user in users {
        if calls(call, user, "llvm.call.preallocated.arg") {
            let of_user = IntrinsicCall::new(call.function, user)?;
            let Some(place) = of_user.int(1) else {
                return Some("llvm.call.preallocated.alloc arg index must be a constant");
            };
            if !(0..count).contains(&place) {
                return Some(
                    "llvm.call.preallocated.alloc arg index must be between 0 and corresponding llvm.call.preallocated.setup's argument count",
                );
            }
        } else if !calls(call, user, "llvm.call.preallocated.teardown") {
            if std::mem::replace(&mut is_passed, true) {
                return Some("Can have at most one call corresponding to a llvm.call.preallocated.setup");
            }
            let lists = body.attr(ctx, user, ARG_ATTRS).map(|lists| ctx.items(lists)).unwrap_or_default();
            let key = ctx.str("llvm.preallocated");
            match lists.iter().filter(|list| ctx.entry(**list, key).is_some()).count() {
                0 => return Some("cannot use preallocated intrinsics on a call without preallocated arguments"),
                passed if i64::try_from(passed) != Ok(count) => {
                    return Some(
                        "llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site",
                    );
                }
                _ => {}
            }
        }
    }
    None
}

pub(super) fn exception(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.made_by(0) == Some(irtrip::CATCHPAD), "eh.exceptionpointer argument must be a catchpad")
}

pub(super) fn local_escape(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let body = call.function.body;
    let is_entry = body.blocks(call.function.region).first().copied() == body.parent(call.op);
    let is_static = |place: usize| is_of_slot(call, place) || call.made_by(place) == Some(global_values::ZERO);
    // The entry block holds what is escaped.
    let first = body.parent(call.op).and_then(|block| body.ops(block).find(|op| calls(call, *op, "llvm.localescape")));
    let is_first = first == Some(call.op);
    let outside = require(is_entry, "llvm.localescape used outside of entry block");
    outside.or_else(|| require(is_first, "multiple calls to llvm.localescape in one function")).or_else(|| {
        let all = (0..call.arguments.len()).all(is_static);
        require(all, "llvm.localescape only accepts static allocas")
    })
}

pub(super) fn stack_protector(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(is_of_slot(call, 1), "llvm.stackprotector parameter #2 must resolve to an alloca.")
}

pub(super) fn thread_local_address(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_global = call.made_by(0) == Some(global_values::ADDRESSOF);
    require(is_global, "llvm.threadlocal.address first argument must be a GlobalValue")
}

pub(super) fn va_start(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let ty = call.function.ty.map(|ty| call.function.ctx.type_data(ty));
    let is_variadic = !matches!(ty, Some(TypeData::LlvmFunction { vararg: false, .. }));
    require(is_variadic, "va_start called in a non-varargs function")
}

pub(super) fn typed_first(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_typed = call.argument_attr(0, "llvm.elementtype").is_some();
    require(is_typed, "Intrinsic requires elementtype attribute on first argument.")
}

pub(super) fn typed_second(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_typed = call.argument_attr(1, "llvm.elementtype").is_some();
    require(is_typed, "Intrinsic requires elementtype attribute on second argument.")
}

pub(super) fn amdgpu_chain(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let convention = call.function.convention;
    let may_chain = matches!(
        convention,
        CallingConvention::AMDGPU_CS
            | CallingConvention::AMDGPU_CS_CHAIN
            | CallingConvention::AMDGPU_CS_CHAIN_PRESERVE
            | CallingConvention::AMDGPU_ES
            | CallingConvention::AMDGPU_GS
            | CallingConvention::AMDGPU_HS
            | CallingConvention::AMDGPU_LS
            | CallingConvention::AMDGPU_VS
    );
    let rule = "Intrinsic cannot be called from functions with this calling convention";
    require(may_chain, rule)
        .or_else(|| {
            let is_scalar = call.argument_attr(2, "llvm.inreg").is_some();
            require(is_scalar, "SGPR arguments must have the `inreg` attribute")
        })
        .or_else(|| {
            let is_vector = call.argument_attr(3, "llvm.inreg").is_none();
            require(is_vector, "VGPR arguments must not have the `inreg` attribute")
        })
        .or_else(|| {
            let next = call.function.body.next_op(call.op);
            let is_end = next.is_some_and(|next| {
                call.function.body.name(next) == llvm::UNREACHABLE || calls(call, next, "llvm.amdgcn.unreachable")
            });
            require(is_end, "llvm.amdgcn.cs.chain must be followed by unreachable")
        })
}

pub(super) fn amdgpu_chain_argument(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let convention = call.function.convention;
    let is_chain =
        matches!(convention, CallingConvention::AMDGPU_CS_CHAIN | CallingConvention::AMDGPU_CS_CHAIN_PRESERVE);
    let rule = "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions";
    let parameter = call.value(1).and_then(|value| arguments::parameter(call.function, value));
    let is_scalar = || parameter.is_some_and(|place| is_in_register(call, place));
    require(is_chain, rule)
        .or_else(|| require(parameter.is_some(), "Value for inactive lanes must be a function argument"))
        .or_else(|| require(!is_scalar(), "Value for inactive lanes must be a VGPR function argument"))
}

/// Whether a parameter of the function around a call is `inreg`.
fn is_in_register(call: &IntrinsicCall<'_, '_>, parameter: usize) -> bool {
    let ctx = call.function.ctx;
    call.function.arguments.get(parameter).is_some_and(|list| ctx.entry(*list, ctx.str("llvm.inreg")).is_some())
}

pub(super) fn amdgpu_init_exec(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let parameter = call.value(0).and_then(|value| arguments::parameter(call.function, value));
    let is_scalar = parameter.is_some_and(|place| is_in_register(call, place));
    require(is_scalar, "only inreg arguments to the parent function are valid as inputs to this intrinsic")
}

pub(super) fn relocation(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.word(0).is_some(), "llvm.reloc.none argument must be a metadata string")
}

pub(super) fn assume(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let tags = body.attr(ctx, call.op, OP_BUNDLE_TAGS).map(|tags| ctx.items(tags)).unwrap_or_default();
    let operands = body.operands(call.op);
    let sizes: Vec<usize> = bundle_sizes(ctx, body.attrs(call.op)).collect();
    let mut rest = operands.get(operands.len().saturating_sub(sizes.iter().sum())..).unwrap_or_default();
    tags.iter().zip(sizes).find_map(|(tag, size)| {
        let (own, after) = rest.split_at_checked(size)?;
        rest = after;
        check_assumption(call, std::str::from_utf8(ctx.bytes(ctx.string_value(*tag)?)).unwrap_or_default(), own)
    })
}

/// `"align"(ptr %p, i64 8)` of an assumption.
fn check_assumption(call: &IntrinsicCall<'_, '_>, tag: &str, operands: &[Value]) -> Option<&'static str> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let is_pointer = |value: &Value| ctx.pointer_space(body.value_type(*value)).is_some();
    let is_int = |value: &Value| ctx.int_width(body.value_type(*value)).is_some();
    let is_number =
        |value: &Value| call.function.defining_op(*value).is_some_and(|op| body.name(op) == global_values::CONSTANT);
    match (tag, operands) {
        ("separate_storage", [first, second]) => require(
            is_pointer(first) && is_pointer(second),
            "arguments to separate_storage assumptions should be pointers",
        ),
        ("separate_storage", _) => Some("separate_storage assumptions should have 2 arguments"),
        ("align", [first, second, offset @ ..]) if offset.len() < 2 => {
            require(is_pointer(first), "first argument should be a pointer")
                .or_else(|| require(is_int(second), "second argument should be an integer"))
                .or_else(|| require(offset.iter().all(is_int), "third argument should be an integer if present"))
        }
        ("align", _) => Some("alignment assumptions should have 2 or 3 arguments"),
        ("dereferenceable", [first, second]) => require(is_pointer(first), "first argument should be a pointer")
            .or_else(|| require(is_int(second), "second argument should be an integer")),
        ("dereferenceable", _) => Some("dereferenceable assumptions should have 2 arguments"),
        ("ignore" | "cold", _) => None,
        _ => match by_llvm(tag) {
            None => Some("tags must be valid attribute names"),
            Some(_) if operands.len() > 2 => Some("too many arguments"),
            Some((_, row)) if row.value == AttributeValue::Int => match operands {
                [_, value] => require(is_number(value), "the second argument should be a constant integral value"),
                _ => Some("this attribute should have 2 arguments"),
            },
            Some((_, row)) if row.value != AttributeValue::None => None,
            Some((_, row)) if row.applies_to(AttributeSite::Parameter) => {
                require(operands.len() == 1, "this attribute should have one argument")
            }
            Some(_) => require(operands.is_empty(), "this attribute has no argument"),
        },
    }
}

pub(super) fn memset_pattern(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(is_sized(call.function.ctx, call.ty(1)), "unsized types cannot be used as memset patterns")
}

pub(super) fn amdgpu_cooperative(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_global = matches!(call.pointer_space(call.ty(0)), None | Some(0 | 1));
    require(is_global, "cooperative atomic intrinsics require a generic or global pointer")
}

pub(super) fn amdgpu_whole_wave(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_direct = call.made_by(0) == Some(global_values::ADDRESSOF);
    require(is_direct, "Indirect whole wave calls are not allowed")
}

pub(super) fn convergence_start(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_first = call.bundle_count("convergencectrl") == 0;
    require(is_first, "Entry or anchor intrinsic cannot have a convergencectrl token operand.")
}

pub(super) fn convergence_loop(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let follows = call.bundle_count("convergencectrl") > 0;
    require(follows, "Loop intrinsic must have a convergencectrl token operand.")
}
