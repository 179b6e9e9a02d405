//! Rules for intrinsics of numbers, and for those that take a number of a few.

use super::{IntrinsicCall, require};
use crate::enums::{FCmpPredicate, ICmpPredicate};

/// The bits of a mask of floating-point classes.
const FLOAT_CLASSES: u64 = 0x3ff;
/// Rounding modes that a word can name but the dynamic one.
const ROUNDING_MODES: [&[u8]; 5] =
    [b"round.tonearest", b"round.downward", b"round.upward", b"round.towardzero", b"round.tonearestaway"];
/// What a constrained operation assumes of exceptions.
const EXCEPTION_BEHAVIORS: [&[u8]; 3] = [b"fpexcept.ignore", b"fpexcept.maytrap", b"fpexcept.strict"];
/// AMDGPU's address spaces of global memory: flat, global, constant, and constant memory of 32 bits.
const AMDGPU_GLOBAL: [u32; 4] = [0, 1, 4, 6];

/// Whether an argument is below a number; of what is no constant nothing is asked.
fn is_below(call: &IntrinsicCall<'_, '_>, place: usize, end: u64) -> bool {
    call.unsigned(place).is_none_or(|number| number < end)
}

pub(super) fn aarch64_prefetch(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(is_below(call, 1, 2), "write argument to llvm.aarch64.prefetch must be 0 or 1")
        .or_else(|| require(is_below(call, 2, 4), "target argument to llvm.aarch64.prefetch must be 0-3"))
        .or_else(|| require(is_below(call, 3, 2), "stream argument to llvm.aarch64.prefetch must be 0 or 1"))
        .or_else(|| require(is_below(call, 4, 2), "isdata argument to llvm.aarch64.prefetch must be 0 or 1"))
}

pub(super) fn aarch64_range_prefetch(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(is_below(call, 1, 2), "write argument to llvm.aarch64.range.prefetch must be 0 or 1")
        .or_else(|| require(is_below(call, 2, 2), "stream argument to llvm.aarch64.range.prefetch must be 0 or 1"))
}

pub(super) fn amdgpu_prefetch(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_global = call.pointer_space(call.ty(0)).is_none_or(|space| AMDGPU_GLOBAL.contains(&space));
    require(is_global, "llvm.amdgcn.s.prefetch.data only supports global or constant memory")
}

pub(super) fn bswap(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.bits(call.result).is_multiple_of(16), "bswap must be an even number of bytes")
}

pub(super) fn fptrunc_round(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    match call.word(1) {
        None => Some("invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)"),
        Some(word) => require(ROUNDING_MODES.contains(&word), "unsupported rounding mode argument"),
    }
}

pub(super) fn dynamic_area_offset(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let layout = call.function.layout;
    let width = call.function.ctx.int_width(call.result);
    let is_width = width == Some(layout.pointer_bits(layout.alloca_space()));
    require(is_width, "get_dynamic_area_offset result type must be scalar integer matching alloca address space width")
}

pub(super) fn invariant_start(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_size = call.int(0).is_some_and(|size| size >= -1);
    require(is_size, "invariant_start parameter must be -1, 0 or a positive number")
}

pub(super) fn fpclass(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_mask = call.unsigned(1).is_none_or(|mask| mask & !FLOAT_CLASSES == 0);
    require(is_mask, "unsupported bits for llvm.is.fpclass test mask")
}

pub(super) fn rounded(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (from, to) = (call.ty(0), call.result);
    require(
        call.is_float(from) && call.is_int(to),
        "argument must be floating-point or vector of floating-points, and result must be integer or vector of integers",
    )
    .or_else(|| require(call.length(from) == call.length(to), "argument must be same length as result"))
}

pub(super) fn unordered_atomic(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_power = call.unsigned(3).is_none_or(u64::is_power_of_two);
    let is_aligned = |place: usize| {
        let alignment = call.argument_attr(place, "llvm.align").and_then(|bytes| call.function.ctx.int_value(bytes));
        let element = call.unsigned(3).unwrap_or_default();
        alignment.is_some_and(|alignment| alignment.cast_unsigned() >= element)
    };
    let is_copy = call.pointer_space(call.ty(1)).is_some();
    require(is_power, "element size of the element-wise atomic memory intrinsic must be a power of 2")
        .or_else(|| require(is_aligned(0), "incorrect alignment of the destination argument"))
        .or_else(|| require(!is_copy || is_aligned(1), "incorrect alignment of the source argument"))
}

/// The predicates of `vp.fcmp` and `vp.icmp`.
pub(super) fn vp_float_comparison(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_known = |word: &[u8]| FCmpPredicate::ALL.iter().any(|predicate| predicate.llvm().as_bytes() == word);
    require(call.word(2).is_some_and(is_known), "invalid predicate for VP FP comparison intrinsic")
}

pub(super) fn vp_integer_comparison(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_known = |word: &[u8]| ICmpPredicate::ALL.iter().any(|predicate| predicate.llvm().as_bytes() == word);
    require(call.word(2).is_some_and(is_known), "invalid predicate for VP integer comparison intrinsic")
}

pub(super) fn register_count(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let count = call.unsigned(0)?;
    require(count.is_multiple_of(8), "reg_count argument to nvvm.setmaxnreg must be in multiples of 8").or_else(|| {
        require((24..=256).contains(&count), "reg_count argument to nvvm.setmaxnreg must be within [24, 256]")
    })
}

pub(super) fn prefetch(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(is_below(call, 1, 2), "rw argument to llvm.prefetch must be 0-1")
        .or_else(|| require(is_below(call, 2, 4), "locality argument to llvm.prefetch must be 0-3"))
        .or_else(|| require(is_below(call, 3, 2), "cache type argument to llvm.prefetch must be 0-1"))
}

pub(super) fn pointer_mask(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (pointer, mask) = (call.ty(0), call.ty(1));
    let Some(space) = call.pointer_space(pointer) else {
        return Some("llvm.ptrmask intrinsic first argument must be pointer or vector of pointers");
    };
    let (length, of_mask) = (call.length(pointer), call.length(mask));
    require(
        length.is_some() == of_mask.is_some(),
        "llvm.ptrmask intrinsic arguments must be both scalars or both vectors",
    )
    .or_else(|| require(length == of_mask, "llvm.ptrmask intrinsic arguments must have the same number of elements"))
    .or_else(|| {
        require(
            u64::from(call.function.layout.address_bits(space)) == call.bits(mask),
            "llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument",
        )
    })
}

pub(super) fn comparison(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (length, of_result) = (call.length(call.ty(0)), call.length(call.result));
    require(call.bits(call.result) >= 2, "result type must be at least 2 bits wide")
        .or_else(|| {
            require(
                length.is_some() == of_result.is_some(),
                "ucmp/scmp argument and result types must both be either vector or scalar types",
            )
        })
        .or_else(|| require(length == of_result, "return type and arguments must have the same number of elements"))
}

pub(super) fn signed_fixed_point(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_less = is_below(call, 2, call.bits(call.ty(0)));
    require(is_less, "the scale of s[mul|div]_fix[_sat] must be less than the width of the operands")
}

pub(super) fn unsigned_fixed_point(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_less = is_below(call, 2, call.bits(call.ty(0)) + 1);
    require(is_less, "the scale of u[mul|div]_fix[_sat] must be less than or equal to the width of the operands")
}

/// The words of a constrained operation: its rounding mode, where it has one, and last what it assumes of exceptions.
pub(super) fn constrained(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let words = (0..call.arguments.len()).filter_map(|place| call.word(place));
    let is_mode = |word: &[u8]| word == b"round.dynamic" || ROUNDING_MODES.contains(&word);
    let mut rounding = words.clone().filter(|word| word.starts_with(b"round."));
    let mut behaviors = words.filter(|word| word.starts_with(b"fpexcept."));
    require(rounding.all(is_mode), "invalid rounding mode argument").or_else(|| {
        require(behaviors.all(|word| EXCEPTION_BEHAVIORS.contains(&word)), "invalid exception behavior argument")
    })
}
