//! The smallest pieces of MLIR text: strings, identifiers, symbols and numbers.

use std::fmt::Write;

// Both languages have the escapes of `llvm::printEscapedString`.
pub use irtrip_dialect::llvm_text::{int as push_int, quoted as push_quoted};

/// Appends formatted text. A `String` takes all that is written to it.
pub(super) fn push_fmt(out: &mut String, text: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok());
}

/// Whether bytes need no quotes as an attribute's key or a symbol; MLIR language reference, `bare-id`.
pub(super) fn is_bare_identifier(bytes: &[u8]) -> bool {
    let Some((first, rest)) = bytes.split_first() else { return false };
    (first.is_ascii_alphabetic() || *first == b'_')
        && rest.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}

/// Whether a name can follow `%` or `^` as it is; MLIR language reference, `suffix-id` that is no number.
pub(super) fn is_value_name(bytes: &[u8]) -> bool {
    let punctuation = |b: &u8| matches!(b, b'$' | b'.' | b'_' | b'-');
    let Some((first, rest)) = bytes.split_first() else { return false };
    (first.is_ascii_alphabetic() || punctuation(first))
        && rest.iter().all(|b| b.is_ascii_alphanumeric() || punctuation(b))
}

/// Appends text that is known to be ASCII.
pub(super) fn push_ascii(out: &mut String, bytes: &[u8]) {
    match std::str::from_utf8(bytes) {
        Ok(text) => out.push_str(text),
        Err(_) => out.push_str(&String::from_utf8_lossy(bytes)),
    }
}

/// Appends a bare identifier, or a quoted string where it is none.
pub fn push_keyword_or_string(out: &mut String, bytes: &[u8]) {
    if is_bare_identifier(bytes) { push_ascii(out, bytes) } else { push_quoted(out, bytes) }
}

/// Appends `@name`, also where it is empty: of that upstream's printer makes what its reader does not take.
pub(super) fn push_symbol(out: &mut String, bytes: &[u8]) {
    out.push('@');
    push_keyword_or_string(out, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_quoted_where_they_must() {
        let mut out = String::new();
        for name in ["f", ".str", "a.b$c", "1", "", "_x-y"] {
            push_symbol(&mut out, name.as_bytes());
            out.push(' ');
        }
        assert_eq!(out, r#"@f @".str" @a.b$c @"1" @"" @"_x-y" "#);
        assert!(is_value_name(b"-a.0") && !is_value_name(b"0a") && !is_value_name(b"a b"));
    }
}
