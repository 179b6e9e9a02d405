//! The lines of a file.

/// The lines of a file.
pub struct FileLines<'f> {
    /// The file.
    pub text: &'f str,
}

impl<'f> FileLines<'f> {
    /// The start of the line of a byte.
    pub fn start_of(&self, at: usize) -> usize {
        memchr::memrchr(b'\n', self.text.as_bytes().get(..at).unwrap_or_default()).map_or(0, |end| end + 1)
    }

    /// The end of the line of a byte, after its newline.
    pub fn end_of(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.text.len(), |end| at + end + 1)
    }

    /// What stands between two bytes.
    pub fn between(&self, start: usize, end: usize) -> &'f str {
        self.text.get(start..end).unwrap_or_default()
    }
}
