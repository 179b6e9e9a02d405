//! Names, strings, numbers and types as LLVM's writer spells them; LangRef, "Identifiers", "Type System".

mod types;

pub use types::{StructNumbers, TypeTexts, type_text};

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
