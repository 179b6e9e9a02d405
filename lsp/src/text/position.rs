//! Positions as clients count them: lines from 0, and in a line the units of the encoding that both sides agreed on.

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// 16 bits of UTF-16, which every client has.
    #[default]
    Utf16,
}

impl Encoding {
    /// The column of a byte of a line.
    pub fn column(self, line: &str, at: usize) -> u32 {
        let before = line.as_bytes().get(..at.min(line.len())).unwrap_or_default();
        match self {
            Encoding::Utf8 => before.len() as u32,
            Encoding::Utf16 if before.is_ascii() => before.len() as u32,
            // A character of four bytes has two units, any other one; what continues a character counts for nothing.
            Encoding::Utf16 => {
                before.iter().map(|byte| u32::from(byte & 0xc0 != 0x80) + u32::from(*byte >= 0xf0)).sum()
            }
        }
    }

    /// The byte of a line that a column names: the end of the line, where there is none, and the start of a character, where the
    /// column is inside of it.
    pub fn byte(self, line: &str, column: u32) -> usize {
        let column = column as usize;
        match self {
            Encoding::Utf8 => (0..=column.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0),
            Encoding::Utf16 if line.is_ascii() => column.min(line.len()),
            Encoding::Utf16 => {
                let mut left = column;
                for (at, character) in line.char_indices() {
                    let Some(rest) = left.checked_sub(character.len_utf16()).filter(|_| left > 0) else { return at };
                    left = rest;
                }
                line.len()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_bytes_are_inverse() {
        let line = "aé𝄞b";
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (at, _) in line.char_indices().chain([(line.len(), ' ')]) {
                assert_eq!(encoding.byte(line, encoding.column(line, at)), at, "{encoding:?}");
            }
            assert_eq!(encoding.byte(line, 99), line.len());
        }
        assert_eq!(Encoding::Utf16.column(line, 7), 4);
        assert_eq!(Encoding::Utf16.byte(line, 3), 3);
    }
}
