//! Names as they are written and as they are meant: `%"a"` and `%a` are one name.

use std::borrow::Cow;

use irtrip_dialect::language::Language;

/// Stands between the names of symbol tables in the name of a symbol that lies in them: no character, so that no name has it. Those of
/// LLVM IR may begin with `\01`.
pub(crate) const NESTED: char = '\u{fdd0}';

/// The name that a token with a sigil spells: without the sigil, quotes and escapes.
pub fn meant(spelled: &str) -> Cow<'_, str> {
    let name = spelled.strip_prefix(['%', '@', '!', '#', '$', '^']).unwrap_or(spelled);
    // Names of metadata have escapes without quotes.
    let inside = match name.strip_prefix('"') {
        Some(inside) => inside.strip_suffix('"').unwrap_or(inside),
        None => name,
    };
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let bytes = inside.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escape = if *byte == b'\\' { inside.get(at + 1..) } else { None };
        let itself = escape.and_then(|escape| escape.bytes().next()).filter(|next| matches!(next, b'\\' | b'"'));
        let hex = escape.and_then(|escape| escape.get(..2)).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match hex {
            _ if itself.is_some() => {
                out.extend(itself);
                at += 2;
            }
            Some(value) => {
                out.push(value);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

/// Whether a language writes a name after its sigil as it is, without quotes.
pub fn is_bare(language: Language, name: &str) -> bool {
    let bytes = name.as_bytes();
    let first = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'$' | b'.' | b'_' | b'-');
    let is_part = |byte: &u8| first(byte) || byte.is_ascii_digit();
    let has_hyphen = language == Language::Mlir && bytes.contains(&b'-');
    bytes.first().is_some_and(first) && bytes.iter().all(is_part) && !has_hyphen
}

/// A name as it is written after its sigil.
pub fn spelled(language: Language, name: &str) -> String {
    if is_bare(language, name) {
        return name.to_owned();
    }
    let mut out = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'\\' if language == Language::Mlir => out.push_str("\\\\"),
            b'"' | b'\\' => out.push_str(&format!("\\{byte:02X}")),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:02X}")),
        }
    }
    out.push('"');
    out
}

/// The name of metadata as it is written after its sigil.
pub(crate) fn spelled_metadata(name: &str) -> String {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_');
    let escaped = |(at, byte): (usize, u8)| match is_part(byte) && !(at == 0 && byte.is_ascii_digit()) {
        true => char::from(byte).to_string(),
        false => format!("\\{byte:02X}"),
    };
    name.bytes().enumerate().map(escaped).collect()
}

/// The last name of a symbol that lies in symbol tables.
pub fn own(name: &str) -> &str {
    name.rsplit(NESTED).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_the_same_however_it_is_spelled() {
        assert_eq!(meant("%\"a\\41\""), "aA");
        assert_eq!(meant("@f"), "f");
        assert_eq!(meant(r#"@"a\\b""#), r"a\b");
        for name in ["a", "a b", "é", "1", "a\"b", "-x", "\u{1}a", "a\\5C", "\\"] {
            for language in [Language::Llvm, Language::Mlir] {
                assert_eq!(own(&meant(&spelled(language, name))), name);
            }
        }
    }
}
