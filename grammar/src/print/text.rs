//! The smallest pieces of MLIR text: strings, identifiers, symbols and numbers.

use std::fmt::Write;

/// Appends formatted text. A `String` takes all that is written to it.
pub(super) fn push_fmt(out: &mut String, text: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok());
}

/// Appends a decimal number.
pub(super) fn push_int(out: &mut String, value: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(value));
}

/// Appends bytes with upstream's escapes: `\\`, and `\XX` for a quote and all that is not printable ASCII.
pub(super) fn push_escaped(out: &mut String, bytes: &[u8]) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    out.reserve(bytes.len());
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(char::from(byte)),
            _ => {
                out.push('\\');
                out.push(HEX[usize::from(byte >> 4)]);
                out.push(HEX[usize::from(byte & 15)]);
            }
        }
    }
}

/// Appends `"bytes"`.
pub(super) fn push_quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    push_escaped(out, bytes);
    out.push('"');
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
pub(super) fn push_keyword_or_string(out: &mut String, bytes: &[u8]) {
    if is_bare_identifier(bytes) { push_ascii(out, bytes) } else { push_quoted(out, bytes) }
}

/// Appends `@name`; upstream's words for a name that is empty, which no reader takes.
pub(super) fn push_symbol(out: &mut String, bytes: &[u8]) {
    if bytes.is_empty() {
        return out.push_str("@<<INVALID EMPTY SYMBOL>>");
    }
    out.push('@');
    push_keyword_or_string(out, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_upstreams() {
        let mut out = String::new();
        push_quoted(&mut out, b"a\"\\\n\xff ~");
        assert_eq!(out, "\"a\\22\\\\\\0A\\FF ~\"");
    }

    #[test]
    fn identifiers_are_quoted_where_they_must() {
        let mut out = String::new();
        for name in ["f", ".str", "a.b$c", "1", "", "_x-y"] {
            push_symbol(&mut out, name.as_bytes());
            out.push(' ');
        }
        assert_eq!(out, r#"@f @".str" @a.b$c @"1" @<<INVALID EMPTY SYMBOL>> @"_x-y" "#);
        assert!(is_value_name(b"-a.0") && !is_value_name(b"0a") && !is_value_name(b"a b"));
    }
}
