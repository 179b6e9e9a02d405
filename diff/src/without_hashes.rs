//! What a comparison abbreviates it calls by a hash, so that two that differ differ in their text; people are shown an ellipsis.

use std::borrow::Cow;

/// The hexadecimal digits of a hash, after `#`.
const DIGITS: usize = 8;

/// A text without hashes: `!#4afa4c82` is `!{...}`, `!DIScope#4afa4c82` is `!DIScope(...)`.
pub(crate) fn without_hashes(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut at = 0;
    for (hash, _) in text.match_indices('#') {
        let end = hash + 1 + DIGITS;
        let digits = text
            .get(hash + 1..end)
            .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f')));
        let is_whole = text.as_bytes().get(end).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        if !(digits && is_whole) || hash < at {
            continue;
        }
        let before = text.get(at..hash).unwrap_or_default();
        out.push_str(before);
        out.push_str(match before.as_bytes().last() {
            Some(b'!') => "{...}",
            Some(byte) if byte.is_ascii_alphanumeric() => "(...)",
            Some(b' ') if before.ends_with("... ") => "",
            _ => "...",
        });
        if before.ends_with("... ") {
            out.pop();
        }
        at = end;
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::without_hashes;

    #[test]
    fn a_hash_is_an_ellipsis() {
        for (text, shown) in [
            ("!{!\"int\", !#4afa4c82, 0 : i64}", "!{!\"int\", !{...}, 0 : i64}"),
            ("!DIScope#4afa4c82, #1 !{}", "!DIScope(...), #1 !{}"),
            ("struct<(... #4afa4c82)>, x", "struct<(...)>, x"),
            ("!llvm<#4afa4c82>", "!llvm<...>"),
            ("#llvm.x<1>, #4afa4c8, #4afa4c823", "#llvm.x<1>, #4afa4c8, #4afa4c823"),
        ] {
            assert_eq!(without_hashes(text), shown);
        }
    }
}
