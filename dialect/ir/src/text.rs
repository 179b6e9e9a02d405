//! Names, strings and numbers as LLVM's writer spells them; LangRef, "Identifiers", "Type System".

use std::borrow::Cow;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends an integer.
pub fn int(out: &mut String, value: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(value));
}

fn hex_byte(out: &mut String, byte: u8) {
    out.push(char::from(HEX[usize::from(byte >> 4)]));
    out.push(char::from(HEX[usize::from(byte & 15)]));
}

/// Appends `digits` upper-case hexadecimal digits of a number.
pub fn hex(out: &mut String, value: u64, digits: u32) {
    for place in (0..digits).rev() {
        out.push(char::from(HEX[(value >> (4 * place)) as usize & 15]));
    }
}

/// Undoes `\xx` and `\\`; other backslashes stand for themselves.
///
/// ```
/// assert_eq!(*irtrip_dialect::llvm_text::unescape(b"a\\00b\\\\c\\x"), *b"a\0b\\c\\x");
/// ```
pub fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while let Some(&b) = text.get(i) {
        let hex = |at: usize| text.get(at).and_then(|b| (*b as char).to_digit(16));
        if b == b'\\' && text.get(i + 1) == Some(&b'\\') {
            out.push(b'\\');
            i += 2;
        } else if let (b'\\', Some(high), Some(low)) = (b, hex(i + 1), hex(i + 2)) {
            out.push((high * 16 + low) as u8);
            i += 3;
        } else {
            out.push(b);
            i += 1;
        }
    }
    Cow::Owned(out)
}

/// A text as people see it: control characters, and those that turn the direction of a line, as escapes of their bytes, so
/// that a name tells a terminal nothing. Tabs and ends of lines stay.
///
/// ```
/// assert_eq!(irtrip_dialect::llvm_text::printable("a\u{1b}[2J\té\u{202e}"), "a\\1B[2J\té\\E2\\80\\AE");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    // Such characters are below the space, or of two or three bytes that begin with one of these.
    let may_be = |b: &u8| *b < 0x20 && !matches!(b, b'\t' | b'\n') || matches!(b, 0x7f | 0xc2 | 0xd8 | 0xe2);
    if !text.as_bytes().iter().any(may_be) {
        return Cow::Borrowed(text);
    }
    let is_hidden = |c: char| {
        c.is_control() && !matches!(c, '\t' | '\n')
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match is_hidden(c) {
            true => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| {
                out.push('\\');
                hex_byte(&mut out, byte);
            }),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Appends the contents of a quoted string.
pub fn escaped(out: &mut String, bytes: &[u8]) {
    let plain = |b: u8| (0x20..0x7f).contains(&b) && b != b'"' && b != b'\\';
    let mut rest = bytes;
    while !rest.is_empty() {
        let run = rest.iter().position(|&b| !plain(b)).unwrap_or(rest.len());
        let (start, end) = rest.split_at(run);
        // The run is ASCII.
        out.push_str(std::str::from_utf8(start).unwrap_or_default());
        let Some((&byte, tail)) = end.split_first() else { return };
        out.push('\\');
        if byte == b'\\' {
            out.push('\\');
        } else {
            hex_byte(out, byte);
        }
        rest = tail;
    }
}

/// Appends a quoted string.
pub fn quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    escaped(out, bytes);
    out.push('"');
}

/// Appends a string that LLVM's writer quotes without escapes: as it is, where its bytes read again as themselves; with escapes
/// otherwise.
///
/// ```
/// let mut out = String::new();
/// irtrip_dialect::llvm_text::quoted_unescaped(&mut out, "é\t".as_bytes());
/// irtrip_dialect::llvm_text::quoted_unescaped(&mut out, b"\\22");
/// assert_eq!(out, "\"é\t\"\"\\\\22\"");
/// ```
pub fn quoted_unescaped(out: &mut String, bytes: &[u8]) {
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.contains(&b'"') && unescape(bytes) == bytes => {
            out.push('"');
            out.push_str(text);
            out.push('"');
        }
        _ => quoted(out, bytes),
    }
}

/// Appends a name after its sigil: in quotes unless it is of letters, digits, `-`, `.` and `_` and starts with no digit.
pub fn name(out: &mut String, bytes: &[u8]) {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
    let bare = bytes.first().is_some_and(|b| !b.is_ascii_digit()) && bytes.iter().all(plain);
    match std::str::from_utf8(bytes) {
        Ok(text) if bare => out.push_str(text),
        _ => quoted(out, bytes),
    }
}

/// Appends the name of a metadata kind or of named metadata, after `!`.
pub fn metadata_name(out: &mut String, bytes: &[u8]) {
    for (i, &byte) in bytes.iter().enumerate() {
        let letter = byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'$' | b'.' | b'_');
        if letter || (i > 0 && byte.is_ascii_digit()) {
            out.push(char::from(byte));
        } else {
            out.push('\\');
            hex_byte(out, byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(write: fn(&mut String, &[u8]), bytes: &[u8]) -> String {
        let mut out = String::new();
        write(&mut out, bytes);
        out
    }

    #[test]
    fn names_are_quoted_when_they_must() {
        assert_eq!(spelled(name, b"a.b-c_1"), "a.b-c_1");
        assert_eq!(spelled(name, b"1a"), "\"1a\"");
        assert_eq!(spelled(name, b"a b"), "\"a b\"");
        assert_eq!(spelled(name, b""), "\"\"");
        assert_eq!(spelled(name, b"\x01\"\\"), "\"\\01\\22\\\\\"");
        assert_eq!(spelled(quoted, b"a\"\\\n\xff ~"), "\"a\\22\\\\\\0A\\FF ~\"");
    }

    #[test]
    fn metadata_names_escape_byte_by_byte() {
        assert_eq!(spelled(metadata_name, b"1 a"), "\\31\\20a");
    }
}
