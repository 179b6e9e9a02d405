//! Lines and columns of byte offsets.

use std::ops::Range;

/// Where the lines of a text begin.
#[derive(Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Finds the lines of a text.
    pub fn new(text: &str) -> LineIndex {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i + 1)).collect();
        LineIndex { starts }
    }

    /// The line an offset is on: its number, from 1, and its bytes without the end of the line. An offset after the
    /// last line's end is on that line, so that an error at the end of a file shows the file's last line.
    pub fn line_at(&self, text: &str, offset: usize) -> (usize, Range<usize>) {
        let offset = offset.min(text.len());
        let mut index = self.starts.partition_point(|&s| s <= offset).max(1) - 1;
        let empty_last = index > 0 && self.start(index) == text.len();
        if empty_last {
            index -= 1;
        }
        let start = self.start(index);
        let end = self.starts.get(index + 1).map_or(text.len(), |&next| next - 1);
        let end = if end > start && text.as_bytes().get(end - 1) == Some(&b'\r') { end - 1 } else { end };
        (index + 1, start..end.max(start))
    }

    /// Line and column of an offset, both from 1; the column counts characters.
    pub fn place(&self, text: &str, offset: usize) -> (usize, usize) {
        let (line, range) = self.line_at(text, offset);
        let before = text.as_bytes().get(range.start..offset.clamp(range.start, range.end)).unwrap_or_default();
        // Bytes that continue a character are not counted.
        (line, before.iter().filter(|&&b| b & 0xc0 != 0x80).count() + 1)
    }

    /// The offset of a line and a column, both from 1; `None` where the text has no such line. The column counts bytes,
    /// as those of locations do; within a character it means the character.
    pub fn offset(&self, text: &str, line: usize, column: usize) -> Option<usize> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).copied().unwrap_or(text.len());
        let wanted = start.saturating_add(column.saturating_sub(1)).min(end);
        (start..=wanted).rev().find(|&at| text.is_char_boundary(at))
    }

    fn start(&self, index: usize) -> usize {
        self.starts.get(index).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_places_agree() {
        let text = "ab\ncé d\n";
        let lines = LineIndex::new(text);
        assert_eq!(lines.place(text, 0), (1, 1));
        assert_eq!(lines.place(text, 7), (2, 4));
        assert_eq!(lines.offset(text, 2, 5), Some(7));
        assert_eq!(lines.offset(text, 2, 3), Some(4));
        assert_eq!(lines.offset(text, 9, 1), None);
    }

    #[test]
    fn the_end_is_on_the_last_line() {
        for (text, line) in [("", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("a\r\nb\r\n", 2)] {
            let (number, range) = LineIndex::new(text).line_at(text, text.len());
            assert_eq!(number, line, "{text:?}");
            assert!(!text[range].contains(['\n', '\r']));
        }
    }
}
