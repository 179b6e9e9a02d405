//! Texts of files whose bytes are not all UTF-8: an escape of LLVM assembly and MLIR stands for each byte that is none.

use std::borrow::Cow;
use std::ops::Range;

/// How long an escape is: `\\FF`.
pub const ESCAPE_LENGTH: usize = 3;

/// An escape that stands for a byte which is no UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Escape {
    /// The byte of the text that it starts at.
    pub at: usize,
    /// Whether the backslash before it is not in the file: there it would be read as one with the escape's.
    pub doubles_backslash: bool,
}

/// A text with escapes for the bytes that are no UTF-8, and where these escapes are.
///
/// ```
/// use irtrip_dialect::escaped_text::EscapedText;
/// let bytes = b"; ModuleID = 'caf\xe9.c'";
/// let escaped = EscapedText::of_bytes(bytes.to_vec());
/// assert_eq!(escaped.text, r"; ModuleID = 'caf\E9.c'");
/// assert_eq!(*escaped.bytes(), *bytes);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EscapedText {
    /// The text.
    pub text: String,
    /// Its escapes that stand for such bytes, in order; all others are in the file itself.
    pub escapes: Vec<Escape>,
}

impl EscapedText {
    /// The text of the bytes of a file.
    pub fn of_bytes(bytes: Vec<u8>) -> EscapedText {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => return EscapedText { text, escapes: Vec::new() },
            Err(error) => error.into_bytes(),
        };
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
        let mut escapes = Vec::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            // A backslash that stands for itself must not take the escape for its own.
            let backslashes = text.bytes().rev().take_while(|byte| *byte == b'\\').count();
            let mut doubles_backslash = backslashes % 2 == 1;
            for byte in chunk.invalid() {
                if doubles_backslash {
                    text.push('\\');
                }
                escapes.push(Escape { at: text.len(), doubles_backslash });
                text.push_str(&format!("\\{byte:02X}"));
                doubles_backslash = false;
            }
        }
        EscapedText { text, escapes }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        unescaped(self.text.as_bytes(), 0, &self.escapes)
    }
}

/// The bytes that a piece of a text stands for, which starts at the byte `start` of the text; `escapes` are the text's.
pub fn unescaped<'t>(piece: &'t [u8], start: usize, escapes: &[Escape]) -> Cow<'t, [u8]> {
    let of_piece = within(escapes, &(start..start + piece.len()));
    if of_piece.is_empty() {
        return Cow::Borrowed(piece);
    }
    let mut bytes = Vec::with_capacity(piece.len());
    let mut from = 0;
    for escape in of_piece {
        let at = escape.at - start;
        let Some(byte) = piece.get(at + 1..at + ESCAPE_LENGTH).and_then(hex_byte) else { continue };
        let end = at.saturating_sub(usize::from(escape.doubles_backslash));
        bytes.extend_from_slice(piece.get(from..end).unwrap_or_default());
        bytes.push(byte);
        from = at + ESCAPE_LENGTH;
    }
    bytes.extend_from_slice(piece.get(from..).unwrap_or_default());
    Cow::Owned(bytes)
}

/// The escapes that start in a range of their text.
pub fn within<'e>(escapes: &'e [Escape], range: &Range<usize>) -> &'e [Escape] {
    let first = escapes.partition_point(|escape| escape.at < range.start);
    let end = escapes.partition_point(|escape| escape.at < range.end);
    escapes.get(first..end).unwrap_or_default()
}

/// The byte that two hexadecimal digits stand for.
fn hex_byte(digits: &[u8]) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        for bytes in [&b"\xe9"[..], b"a\\\xe9\xff\\b", b"\\\\\xe9", b"\\E9 \xe9", b"\xc3\xa9\xc3", b""] {
            let escaped = EscapedText::of_bytes(bytes.to_vec());
            assert_eq!(*escaped.bytes(), *bytes, "{}", escaped.text);
        }
    }

    #[test]
    fn a_piece_has_the_escapes_of_its_range() {
        let escaped = EscapedText::of_bytes(b"\xe9 \\E9 \xe8".to_vec());
        assert_eq!(escaped.text, "\\E9 \\E9 \\E8");
        let piece = escaped.text.as_bytes().get(4..).unwrap_or_default();
        assert_eq!(*unescaped(piece, 4, &escaped.escapes), *b"\\E9 \xe8");
    }
}
