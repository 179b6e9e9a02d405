//! Rules for intrinsics of vectors and matrices, masked and with an explicit length.

use super::{IntrinsicCall, require};
use crate::Type;
use crate::types::well_known as types;

/// The least number of elements of a vector; 0 of a scalar.
fn count(call: &IntrinsicCall<'_, '_>, ty: Type) -> u64 {
    call.length(ty).map_or(0, |length| length.0)
}

pub(super) fn vector_length(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.int(1).is_none_or(|factor| factor > 0), "get_vector_length: VF must be positive")
}

pub(super) fn vector_match(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (searched, sought, mask) = (call.ty(0), call.ty(1), call.ty(2));
    let (Some(length), Some(of_sought), Some(of_mask)) =
        (call.length(searched), call.length(sought), call.length(mask))
    else {
        return Some("Operands must be vectors.");
    };
    require(!of_sought.1, "Second operand must be a fixed length vector.")
        .or_else(|| require(call.is_int(searched), "First operand must be a vector of integers."))
        .or_else(|| {
            let is_same = call.element(searched) == call.element(sought);
            require(is_same, "First two operands must have the same element type.")
        })
        .or_else(|| require(length == of_mask, "First operand and mask must have the same number of elements."))
        .or_else(|| require(call.element(mask) == types::I1, "Mask must be a vector of i1's."))
        .or_else(|| require(call.result == mask, "Return type must match the mask type."))
}

pub(super) fn active_lane_mask(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.length(call.result).is_some(), "get_active_lane_mask: must return a vector")
        .or_else(|| require(call.element(call.result) == types::I1, "get_active_lane_mask: element type is not i1"))
}

pub(super) fn masked_load(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_long = call.length(call.ty(1)) == call.length(call.result);
    require(is_long, "masked_load: vector mask must be same length as return")
}

pub(super) fn masked_store(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_long = call.length(call.ty(2)) == call.length(call.ty(0));
    require(is_long, "masked_store: vector mask must be same length as value")
}

/// A matrix is a vector of as many elements as its rows and columns, the arguments at these places, say.
fn is_of_shape(call: &IntrinsicCall<'_, '_>, matrix: Type, rows: usize, columns: usize) -> bool {
    let (Some(rows), Some(columns)) = (call.unsigned(rows), call.unsigned(columns)) else { return true };
    Some(count(call, matrix)) == rows.checked_mul(columns)
}

/// What holds of the matrix that is returned or stored, whose rows and columns are the arguments at these places.
fn check_matrix(call: &IntrinsicCall<'_, '_>, matrix: Type, rows: usize, columns: usize) -> Option<&'static str> {
    let is_number = call.is_int(matrix) || call.is_float(matrix);
    require(is_number, "Result type must be an integer or floating-point type!").or_else(|| {
        let fits = is_of_shape(call, matrix, rows, columns);
        require(fits, "Result of a matrix operation does not fit in the returned vector!")
    })
}

fn check_stride(call: &IntrinsicCall<'_, '_>, stride: usize, rows: usize) -> Option<&'static str> {
    if call.bits(call.ty(stride)) > u64::from(u64::BITS) {
        return Some("Stride bitwidth cannot exceed 64!");
    }
    let (Some(stride), Some(rows)) = (call.unsigned(stride), call.unsigned(rows)) else { return None };
    require(stride >= rows, "Stride must be greater or equal than the number of rows!")
}

pub(super) fn matrix_load(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    check_matrix(call, call.result, 3, 4).or_else(|| check_stride(call, 1, 3))
}

pub(super) fn matrix_store(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    check_matrix(call, call.ty(0), 4, 5).or_else(|| check_stride(call, 2, 4))
}

pub(super) fn matrix_multiply(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (lhs, rhs, element) = (call.ty(0), call.ty(1), call.element(call.result));
    require(is_of_shape(call, lhs, 2, 3), "First argument of a matrix operation does not match specified shape!")
        .or_else(|| {
            require(
                is_of_shape(call, rhs, 3, 4),
                "Second argument of a matrix operation does not match specified shape!",
            )
        })
        .or_else(|| check_matrix(call, call.result, 2, 4))
        .or_else(|| {
            let is_same = call.element(lhs) == element;
            require(is_same, "Vector element type mismatch of the result and first operand vector!")
        })
        .or_else(|| {
            let is_same = call.element(rhs) == element;
            require(is_same, "Vector element type mismatch of the result and second operand vector!")
        })
}

pub(super) fn matrix_transpose(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    check_matrix(call, call.result, 1, 2).or_else(|| {
        let is_same = call.element(call.ty(0)) == call.element(call.result);
        require(is_same, "Vector element type mismatch of the result and first operand vector!")
    })
}

pub(super) fn step(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (length, ty) = (call.length(call.result), call.result);
    let is_wide = length.is_some() && call.is_int(ty) && call.bits(ty) >= 8;
    require(is_wide, "stepvector only supported for vectors of integers with a bitwidth of at least 8.")
}

/// Whether a part of a vector starts where parts of its length start.
fn is_aligned(index: u64, part: u64) -> bool {
    part != 0 && index.is_multiple_of(part)
}

/// Whether a part at a place is inside a vector; of a scalable one nothing is asked of a fixed part, and the other way round.
fn is_inside(whole: (u64, bool), part: (u64, bool), index: u64) -> bool {
    whole.1 != part.1 || index.checked_add(part.0).is_some_and(|end| end <= whole.0)
}

pub(super) fn extract(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (vector, part) = (call.ty(0), call.result);
    let (whole, length, index) = (call.length(vector)?, call.length(part)?, call.unsigned(1)?);
    require(
        call.element(vector) == call.element(part),
        "vector_extract result must have the same element type as the input vector.",
    )
    .or_else(|| {
        let rule = "vector_extract index must be a constant multiple of the result type's known minimum vector length.";
        require(is_aligned(index, length.0), rule)
    })
    .or_else(|| require(is_inside(whole, length, index), "vector_extract would overrun."))
}

pub(super) fn insert(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (vector, part) = (call.ty(0), call.ty(1));
    let (whole, length, index) = (call.length(vector)?, call.length(part)?, call.unsigned(2)?);
    require(call.element(vector) == call.element(part), "vector_insert parameters must have the same element type.")
        .or_else(|| {
            let rule =
                "vector_insert index must be a constant multiple of the subvector's known minimum vector length.";
            require(is_aligned(index, length.0), rule)
        })
        .or_else(|| {
            let rule = "subvector operand of vector_insert would overrun the vector being inserted into.";
            require(is_inside(whole, length, index), rule)
        })
}

pub(super) fn partial_reduction(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (sums, vector) = (count(call, call.ty(0)), count(call, call.ty(1)));
    require(
        is_aligned(vector, sums),
        "Invalid vector widths for partial reduction. The width of the input vector must be a positive integer multiple of the width of the accumulator vector.",
    )
}

const ARGUMENT_TYPE: &str = "Intrinsic has incorrect argument type!";

pub(super) fn reduction(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.length(call.ty(0)).is_some() && call.is_int(call.ty(0)), ARGUMENT_TYPE)
}

pub(super) fn float_reduction(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.length(call.ty(0)).is_some() && call.is_float(call.ty(0)), ARGUMENT_TYPE)
}

/// The first argument is what the sum or product starts with.
pub(super) fn sequential_float_reduction(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(call.length(call.ty(1)).is_some() && call.is_float(call.ty(1)), ARGUMENT_TYPE)
}

/// Whether an index is less than the length of the vectors; how long a scalable one is, depends on `vscale_range`, too: of it
/// nothing is asked.
fn is_less_than_length(call: &IntrinsicCall<'_, '_>) -> bool {
    let (Some((length, false)), Some(index)) = (call.length(call.result), call.unsigned(2)) else { return true };
    index < length
}

pub(super) fn splice_left(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let rule = "The splice index exceeds the range [0, VL-1] where VL is the known minimum number of elements in the vector. For scalable vectors the minimum number of elements is determined from vscale_range.";
    require(is_less_than_length(call), rule)
}

pub(super) fn splice_right(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let rule = "The splice index exceeds the range [0, VL] where VL is the known minimum number of elements in the vector. For scalable vectors the minimum number of elements is determined from vscale_range.";
    let is_length = call.unsigned(2) == call.length(call.result).map(|length| length.0);
    require(is_length || is_less_than_length(call), rule)
}

/// How long a scalable vector is, depends on `vscale_range`, too: of it nothing is asked.
pub(super) fn vp_splice(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let (Some((length, false)), Some(index)) = (call.length(call.result), call.int(2)) else { return None };
    let Ok(length) = i64::try_from(length) else { return None };
    let rule = "The splice index exceeds the range [-VL, VL-1] where VL is the known minimum number of elements in the vector. For scalable vectors the minimum number of elements is determined from vscale_range.";
    require((-length..length).contains(&index), rule)
}

pub(super) fn cast_length(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_same = call.length(call.ty(0)) == call.length(call.result);
    require(is_same, "VP cast intrinsic first argument and result vector lengths must be equal")
}

pub(super) fn float_to_integer(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    cast_length(call).or_else(|| {
        require(
            call.is_float(call.ty(0)) && call.is_int(call.result),
            "llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrintintrinsic first argument element type must be floating-point and result element type must be integer",
        )
    })
}

pub(super) fn integer_to_float(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    cast_length(call).or_else(|| {
        require(
            call.is_int(call.ty(0)) && call.is_float(call.result),
            "llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element type must be floating-point",
        )
    })
}

pub(super) fn truncation(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    cast_length(call)
        .or_else(|| {
            let is_int = call.is_int(call.ty(0)) && call.is_int(call.result);
            require(is_int, "llvm.vp.trunc intrinsic first argument and result element type must be integer")
        })
        .or_else(|| {
            require(
                call.bits(call.result) < call.bits(call.ty(0)),
                "llvm.vp.trunc intrinsic the bit size of first argument must be larger than the bit size of the return type",
            )
        })
}

pub(super) fn extension(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    cast_length(call)
        .or_else(|| {
            let is_int = call.is_int(call.ty(0)) && call.is_int(call.result);
            require(is_int, "llvm.vp.zext or llvm.vp.sext intrinsic first argument and result element type must be integer")
        })
        .or_else(|| {
            require(
                call.bits(call.result) > call.bits(call.ty(0)),
                "llvm.vp.zext or llvm.vp.sext intrinsic the bit size of first argument must be smaller than the bit size of the return type",
            )
        })
}

pub(super) fn float_truncation(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    cast_length(call)
        .or_else(|| {
            let is_float = call.is_float(call.ty(0)) && call.is_float(call.result);
            require(is_float, "llvm.vp.fptrunc intrinsic first argument and result element type must be floating-point")
        })
        .or_else(|| {
            require(
                call.bits(call.result) < call.bits(call.ty(0)),
                "llvm.vp.fptrunc intrinsic the bit size of first argument must be larger than the bit size of the return type",
            )
        })
}

pub(super) fn float_extension(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    cast_length(call)
        .or_else(|| {
            let is_float = call.is_float(call.ty(0)) && call.is_float(call.result);
            require(is_float, "llvm.vp.fpext intrinsic first argument and result element type must be floating-point")
        })
        .or_else(|| {
            require(
                call.bits(call.result) > call.bits(call.ty(0)),
                "llvm.vp.fpext intrinsic the bit size of first argument must be smaller than the bit size of the return type",
            )
        })
}

/// Whether an argument is a vector of 4, 6 or 8 numbers of 32 bits.
fn is_matrix_source(call: &IntrinsicCall<'_, '_>, place: usize) -> bool {
    let ty = call.ty(place);
    call.element(ty) == types::I32 && matches!(call.length(ty), Some((4 | 6 | 8, false)))
}

pub(super) fn amdgpu_scaled_product(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    require(is_matrix_source(call, 0), "operand 0 must be 4, 6 or 8 element i32 vector")
        .or_else(|| require(is_matrix_source(call, 1), "operand 1 must be 4, 6 or 8 element i32 vector"))
}

/// How many numbers of 32 bits hold a matrix in each of the formats that an argument chooses from.
const FORMAT_LENGTHS: [u64; 5] = [16, 16, 12, 12, 8];

pub(super) fn amdgpu_wave_product(call: &IntrinsicCall<'_, '_>) -> Option<&'static str> {
    let is_source = |place: usize| {
        let ty = call.ty(place);
        call.element(ty) == types::I32 && matches!(call.length(ty), Some((8 | 12 | 16, false)))
    };
    let needed = |place: usize| FORMAT_LENGTHS.get(usize::try_from(call.unsigned(place)?).ok()?);
    let fits =
        |format: usize, source: usize| needed(format).is_none_or(|length| *length <= count(call, call.ty(source)));
    require(needed(0).is_some() && needed(2).is_some(), "invalid value for matrix format")
        .or_else(|| require(is_source(1), "operand 1 must be 8, 12 or 16 element i32 vector"))
        .or_else(|| require(is_source(3), "operand 3 must be 8, 12 or 16 element i32 vector"))
        .or_else(|| require(fits(0, 1) && fits(2, 3), "invalid vector type for format"))
}
