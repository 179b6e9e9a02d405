//! The metadata arguments of constrained floating-point intrinsics; LangRef, "Constrained Floating-Point Intrinsics".

use crate::context::{Attr, Context};
use crate::enums::{Enumeration, FP_EXCEPTION, ROUNDING_MODE};
use crate::types::well_known as types;

/// The `roundingmode` that `!"round.tonearest"` stands for; `None` for a string that is no rounding mode.
pub fn rounding_mode(ctx: &Context, text: &[u8]) -> Option<Attr> {
    spelled(ctx, &ROUNDING_MODE, text.strip_prefix(b"round.")?)
}

/// The `fpExceptionBehavior` that `!"fpexcept.strict"` stands for; `None` for a string that is no such behavior.
pub fn exception_behavior(ctx: &Context, text: &[u8]) -> Option<Attr> {
    spelled(ctx, &FP_EXCEPTION, text.strip_prefix(b"fpexcept.")?)
}

/// The string of a `roundingmode`; `None` for a mode LLVM IR has no word for.
pub fn rounding_mode_text(ctx: &Context, mode: Attr) -> Option<String> {
    spelling(ctx, &ROUNDING_MODE, mode).map(|word| format!("round.{word}"))
}

/// The string of an `fpExceptionBehavior`; `None` for one LLVM IR has no word for.
pub fn exception_behavior_text(ctx: &Context, behavior: Attr) -> Option<String> {
    spelling(ctx, &FP_EXCEPTION, behavior).map(|word| format!("fpexcept.{word}"))
}

fn spelled(ctx: &Context, words: &Enumeration, text: &[u8]) -> Option<Attr> {
    Some(ctx.int_attr(types::I64, words.from_llvm(std::str::from_utf8(text).ok()?)?))
}

fn spelling(ctx: &Context, words: &Enumeration, value: Attr) -> Option<&'static str> {
    words.llvm(ctx.int_value(value)?).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_comes_back() {
        let ctx = Context::new();
        for row in ROUNDING_MODE.rows.iter().filter(|r| !r.llvm.is_empty()) {
            let text = format!("round.{}", row.llvm);
            let mode = rounding_mode(&ctx, text.as_bytes());
            assert_eq!(mode.and_then(|m| rounding_mode_text(&ctx, m)), Some(text));
        }
        for row in FP_EXCEPTION.rows {
            let text = format!("fpexcept.{}", row.llvm);
            let behavior = exception_behavior(&ctx, text.as_bytes());
            assert_eq!(behavior.and_then(|b| exception_behavior_text(&ctx, b)), Some(text));
        }
        assert_eq!(rounding_mode(&ctx, b"fpexcept.strict"), None);
    }
}
