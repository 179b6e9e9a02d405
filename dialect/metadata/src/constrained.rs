//! The metadata arguments of constrained floating-point intrinsics; LangRef, "Constrained Floating-Point Intrinsics".

use crate::context::{Attr, Context};
use crate::enums::{FpExceptionBehavior, RoundingMode};

/// The `roundingmode` that `!"round.tonearest"` stands for; `None` for a string that is no rounding mode.
pub fn rounding_mode(ctx: &Context, text: &[u8]) -> Option<Attr> {
    Some(ctx.enum_attr(RoundingMode::from_llvm(text.strip_prefix(b"round.")?)?))
}

/// The `fpExceptionBehavior` that `!"fpexcept.strict"` stands for; `None` for a string that is no such behavior.
pub fn exception_behavior(ctx: &Context, text: &[u8]) -> Option<Attr> {
    Some(ctx.enum_attr(FpExceptionBehavior::from_llvm(text.strip_prefix(b"fpexcept.")?)?))
}
