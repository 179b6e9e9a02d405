//! Rules for intrinsics that depend on the function they are in or on the operations that make their arguments.

use super::{IntrinsicCall, holds};
use crate::enums::CallingConvention;
use crate::llvm_attributes::by_llvm;
use crate::names::*;
use crate::ops::{global_values, irtrip, llvm};
use crate::types::predicates::is_sized;
use crate::{Op, OpName, Type, TypeData, Value, ValueDef};

type Found = Option<&'static str>;

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

pub(super) fn guard(call: &IntrinsicCall<'_, '_>) -> Found {
    holds(call.bundle_count("deopt") == 1, r#"experimental_guard must have exactly one "deopt" operand bundle"#)
}

pub(super) fn deoptimize(call: &IntrinsicCall<'_, '_>) -> Found {
    let body = call.function.body;
    let returned = call.function.ty.map(|ty| call.function.ctx.type_data(ty));
    let is_result = !matches!(returned, Some(TypeData::LlvmFunction { result, .. }) if *result != call.result);
    let next = body.next_op(call.op).filter(|next| body.name(*next) == llvm::RETURN);
    let is_returned = |next: Op| body.result(call.op).is_none_or(|value| body.operands(next) == [value]);
    holds(
        call.bundle_count("deopt") == 1,
        r#"experimental_deoptimize must have exactly one "deopt" operand bundle"#,
    )
    .or_else(|| holds(is_result, "experimental_deoptimize return type must match caller return type"))
    .or_else(|| holds(next.is_some(), "calls to experimental_deoptimize must be followed by a return"))
    .or_else(|| {
        let rule =
            "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize";
        holds(next.is_some_and(is_returned), rule)
    })
}

pub(super) fn gc(call: &IntrinsicCall<'_, '_>) -> Found {
    holds(call.function.has_gc, "Enclosing function does not use GC.")
}

pub(super) fn gc_root(call: &IntrinsicCall<'_, '_>) -> Found {
    let slot = origin(call, 0).filter(|op| is_slot(Some(call.function.body.name(*op))));
    let Some(slot) = slot else { return Some("llvm.gcroot parameter #1 must be an alloca.") };
    let (ctx, body) = (call.function.ctx, call.function.body);
    let slot = body.type_attr(ctx, slot, ELEM_TYPE);
    let is_described =
        slot.is_none_or(|ty| ctx.pointer_space(ty).is_some()) || call.made_by(1) != Some(global_values::ZERO);
    holds(
        is_described,
        "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.",
    )
    .or_else(|| gc(call))
}

const UNTYPED_STATEPOINT: &str = "gc.statepoint callee argument must have elementtype attribute";

/// The type of the function that a statepoint calls.
fn wrapped_type(call: &IntrinsicCall<'_, '_>, statepoint: Op) -> Option<Type> {
    let (ctx, body) = (call.function.ctx, call.function.body);
    let attrs = ctx.items(body.attr(ctx, statepoint, ARG_ATTRS)?).get(2)?;
    ctx.type_entry(*attrs, ctx.str("llvm.elementtype"))
}

pub(super) fn gc_statepoint(call: &IntrinsicCall<'_, '_>) -> Found {
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
            holds(
                call.int(1).is_none_or(|bytes| bytes >= 0),
                "gc.statepoint number of patchable bytes must be positive",
            )
        })
        .or_else(|| holds(is_number, "gc.statepoint mismatch in number of call args"))
        .or_else(|| holds(types, "gc.statepoint call argument does not match wrapped function type"))
        .or_else(|| {
            let all = call.arguments.len() == BEFORE_ARGUMENTS.saturating_add(passed).saturating_add(AFTER_ARGUMENTS);
            holds(all, "gc.statepoint too many arguments")
        })
}

const STATEPOINT: &str = "llvm.experimental.gc.statepoint";

pub(super) fn gc_result(call: &IntrinsicCall<'_, '_>) -> Found {
    if is_undefined(call.made_by(0)) {
        return gc(call);
    }
    let statepoint = call.defining_op(0).filter(|op| calls(call, *op, STATEPOINT));
    let Some(statepoint) = statepoint else {
        return gc(call).or(Some("gc.result operand #1 must be from a statepoint"));
    };
    let wrapped = wrapped_type(call, statepoint).map(|ty| call.function.ctx.type_data(ty));
    let is_result = !matches!(wrapped, Some(TypeData::LlvmFunction { result, .. }) if *result != call.result);
    gc(call).or_else(|| holds(is_result, "gc.result result type does not match wrapped callee"))
}

pub(super) fn gc_relocate(call: &IntrinsicCall<'_, '_>) -> Found {
    let (ctx, body) = (call.function.ctx, call.function.body);
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
    holds(is_in(1), "gc.relocate: statepoint base index out of bounds")
        .or_else(|| holds(is_in(2), "gc.relocate: statepoint derived index out of bounds"))
}

pub(super) fn preallocated(call: &IntrinsicCall<'_, '_>) -> Found {
    let setup = call.defining_op(0).filter(|op| calls(call, *op, "llvm.call.preallocated.setup"));
    holds(setup.is_some(), "token argument must be a llvm.call.preallocated.setup")
}

pub(super) fn exception(call: &IntrinsicCall<'_, '_>) -> Found {
    holds(call.made_by(0) == Some(irtrip::CATCHPAD), "eh.exceptionpointer argument must be a catchpad")
}

pub(super) fn local_escape(call: &IntrinsicCall<'_, '_>) -> Found {
    let body = call.function.body;
    let is_entry = body.blocks(call.function.region).first().copied() == body.parent(call.op);
    let is_static = |place: usize| is_of_slot(call, place) || call.made_by(place) == Some(global_values::ZERO);
    holds(is_entry, "llvm.localescape used outside of entry block").or_else(|| {
        let all = (0..call.arguments.len()).all(is_static);
        holds(all, "llvm.localescape only accepts static allocas")
    })
}

pub(super) fn stack_protector(call: &IntrinsicCall<'_, '_>) -> Found {
    holds(is_of_slot(call, 1), "llvm.stackprotector parameter #2 must resolve to an alloca.")
}

pub(super) fn thread_local_address(call: &IntrinsicCall<'_, '_>) -> Found {
    let is_global = call.made_by(0) == Some(global_values::ADDRESSOF);
    holds(is_global, "llvm.threadlocal.address first argument must be a GlobalValue")
}

pub(super) fn va_start(call: &IntrinsicCall<'_, '_>) -> Found {
    let ty = call.function.ty.map(|ty| call.function.ctx.type_data(ty));
    let is_variadic = !matches!(ty, Some(TypeData::LlvmFunction { vararg: false, .. }));
    holds(is_variadic, "va_start called in a non-varargs function")
}

pub(super) fn typed_first(call: &IntrinsicCall<'_, '_>) -> Found {
    let is_typed = call.argument_attr(0, "llvm.elementtype").is_some();
    holds(is_typed, "Intrinsic requires elementtype attribute on first argument.")
}

pub(super) fn typed_second(call: &IntrinsicCall<'_, '_>) -> Found {
    let is_typed = call.argument_attr(1, "llvm.elementtype").is_some();
    holds(is_typed, "Intrinsic requires elementtype attribute on second argument.")
}

pub(super) fn amdgpu_chain(call: &IntrinsicCall<'_, '_>) -> Found {
    let convention = call.function.convention;
    let may_chain = matches!(
        convention,
        CallingConvention::AMDGPU_CS | CallingConvention::AMDGPU_CS_CHAIN | CallingConvention::AMDGPU_CS_CHAIN_PRESERVE
    );
    let rule = "Intrinsic can only be used from functions with the amdgpu_cs, amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions";
    holds(may_chain, rule)
        .or_else(|| {
            let is_scalar = call.argument_attr(2, "llvm.inreg").is_some();
            holds(is_scalar, "SGPR arguments must have the `inreg` attribute")
        })
        .or_else(|| {
            let is_vector = call.argument_attr(3, "llvm.inreg").is_none();
            holds(is_vector, "VGPR arguments must not have the `inreg` attribute")
        })
}

pub(super) fn amdgpu_chain_argument(call: &IntrinsicCall<'_, '_>) -> Found {
    let convention = call.function.convention;
    let is_chain =
        matches!(convention, CallingConvention::AMDGPU_CS_CHAIN | CallingConvention::AMDGPU_CS_CHAIN_PRESERVE);
    let rule = "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions";
    holds(is_chain, rule)
}

pub(super) fn relocation(call: &IntrinsicCall<'_, '_>) -> Found {
    holds(call.word(0).is_some(), "llvm.reloc.none argument must be a metadata string")
}

/// Tags of an assumption that are no attributes.
const TAGS: [&[u8]; 2] = [b"ignore", b"separate_storage"];

pub(super) fn assume(call: &IntrinsicCall<'_, '_>) -> Found {
    let ctx = call.function.ctx;
    let tags = call.function.body.attr(ctx, call.op, OP_BUNDLE_TAGS).map(|tags| ctx.items(tags)).unwrap_or_default();
    let is_known = |tag: &[u8]| {
        TAGS.contains(&tag) || std::str::from_utf8(tag).is_ok_and(|tag| tag == "cold" || by_llvm(tag).is_some())
    };
    let all = tags.iter().filter_map(|tag| ctx.string_value(*tag)).all(|tag| is_known(ctx.bytes(tag)));
    holds(all, "tags must be valid attribute names")
}

pub(super) fn memset_pattern(call: &IntrinsicCall<'_, '_>) -> Found {
    holds(is_sized(call.function.ctx, call.ty(1)), "unsized types cannot be used as memset patterns")
}

pub(super) fn amdgpu_cooperative(call: &IntrinsicCall<'_, '_>) -> Found {
    let is_global = matches!(call.pointer_space(call.ty(0)), None | Some(0 | 1));
    holds(is_global, "cooperative atomic intrinsics require a generic or global pointer")
}
