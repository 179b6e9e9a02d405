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

/// The string of a `roundingmode`; `None` for a mode LLVM IR has no word for.
pub fn rounding_mode_text(ctx: &Context, mode: Attr) -> Option<String> {
    let word = ctx.enum_value::<RoundingMode>(mode)?.llvm();
    (!word.is_empty()).then(|| format!("round.{word}"))
}

/// The string of an `fpExceptionBehavior`; `None` for what is none.
pub fn exception_behavior_text(ctx: &Context, behavior: Attr) -> Option<String> {
    Some(format!("fpexcept.{}", ctx.enum_value::<FpExceptionBehavior>(behavior)?.llvm()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_comes_back() {
        let ctx = Context::new();
        for mode in RoundingMode::ALL.iter().filter(|mode| !mode.llvm().is_empty()) {
            let text = format!("round.{}", mode.llvm());
            let mode = rounding_mode(&ctx, text.as_bytes());
            assert_eq!(mode.and_then(|m| rounding_mode_text(&ctx, m)), Some(text));
        }
        for behavior in FpExceptionBehavior::ALL {
            let text = format!("fpexcept.{}", behavior.llvm());
            let behavior = exception_behavior(&ctx, text.as_bytes());
            assert_eq!(behavior.and_then(|b| exception_behavior_text(&ctx, b)), Some(text));
        }
        assert_eq!(rounding_mode(&ctx, b"fpexcept.strict"), None);
    }
}
