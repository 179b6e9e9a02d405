//! The tokens of LLVM assembly that a trip lost.
//!
//! Whether two modules mean the same is decided by reading both, and what the reader ignores is in neither model. So a
//! text that came back with other bytes is also compared with the text that went in: every keyword, symbol, metadata kind
//! and string of it must be there again. Numbers, local names and comments may change.

use std::borrow::Cow;

use irtrip_dialect::llvm_text::unescape;
use rustc_hash::FxHashSet;

/// The tokens of `before` that `after` does not have, in order, each once.
pub fn missing_tokens<'a>(before: &'a str, after: &str) -> Vec<&'a str> {
    let kept: FxHashSet<Cow<'_, [u8]>> = tokens(after).map(meaning).collect();
    let mut met = FxHashSet::default();
    tokens(before).filter(|w| !kept.contains(&meaning(w)) && met.insert(*w)).collect()
}

/// What a token says, however it is spelled: `@"\C3\A9"` is `@"é"`, and `@"f"` is `@f`.
fn meaning(token: &str) -> Cow<'_, [u8]> {
    let Some((sigil, name)) = token.split_at_checked(1) else { return token.as_bytes().into() };
    let is_string = sigil == "\"";
    let quoted =
        if is_string { name.strip_suffix('"') } else { name.strip_prefix('"').and_then(|n| n.strip_suffix('"')) };
    match quoted {
        Some(quoted) => [sigil.as_bytes(), &unescape(quoted.as_bytes())].concat().into(),
        None if sigil == "!" => [sigil.as_bytes(), &unescape(name.as_bytes())].concat().into(),
        None => token.as_bytes().into(),
    }
}

/// The tokens that count: `add`, `i32`, `@f`, `!tbaa`, `"text"`.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let first = *rest.as_bytes().first()?;
            let length = match first {
                b';' => rest.find('\n').unwrap_or(rest.len()),
                b'"' => rest.get(1..)?.find('"').map_or(rest.len(), |end| end + 2),
                b'!' if rest.get(1..)?.starts_with(|c: char| c != '"') => {
                    1 + length_of(rest.get(1..)?, |b| is_name(b) || b == b'\\')
                }
                b'%' | b'@' | b'!' | b'$' | b'#' => 1 + name_length(rest.get(1..)?),
                b if is_name(b) => name_length(rest),
                _ => first_char_length(rest),
            };
            let (token, tail) = rest.split_at(length);
            rest = tail;
            let label = rest.starts_with(':') && !token.starts_with(['@', '!']);
            if !label && counts(token) {
                return Some(token);
            }
        }
    })
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-$".contains(&byte)
}

/// Bytes of a name, quoted or not.
fn name_length(text: &str) -> usize {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.find('"').map_or(text.len(), |end| end + 2),
        None => length_of(text, is_name),
    }
}

/// How many bytes of a kind a text begins with.
fn length_of(text: &str, is_of_kind: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|b| !is_of_kind(b)).unwrap_or(text.len())
}

fn first_char_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn counts(token: &str) -> bool {
    match token.as_bytes() {
        [b'%' | b'#' | b';', ..] => false,
        // `!7`, `@7`: numbers.
        [b'@' | b'!' | b'$', rest @ ..] => rest.iter().any(|b| !b.is_ascii_digit()),
        [b'"', ..] => true,
        [first, ..] => first.is_ascii_alphabetic(),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_tokens_are_named() {
        let before = "a:  ; comment\n  %x = add nuw i32 %y, 1, !tbaa !3, !\"k\" !4\n  call void @f(ptr nonnull %p) #0 \"cold\"\n";
        let after = "b:\n  %1 = add i32 %2, 1, !tbaa !0\n  call void @f(ptr %3)\n";
        assert_eq!(missing_tokens(before, after), ["nuw", "!\"k\"", "nonnull", "\"cold\""]);
        assert!(missing_tokens(after, before).is_empty());
    }

    #[test]
    fn a_token_is_what_it_says() {
        let before = "@\"é\" = alias @\"f\", section \"\\41\", !a\\2Db !0, !\"é\"";
        let after = "@\"\\C3\\A9\" = alias @f, section \"A\", !a-b !0, !\"\\C3\\A9\"";
        assert_eq!(missing_tokens(before, after), [""; 0]);
        assert_eq!(missing_tokens("@\"é\" \"@f\"", "@\"\\C3\" @f"), ["@\"é\"", "\"@f\""]);
    }

    #[test]
    fn text_that_ends_anywhere_is_read() {
        for text in ["\"", "@", "!\"", ";", "%\"a", "é\u{1}é"] {
            assert!(missing_tokens(text, text).is_empty());
        }
    }
}
