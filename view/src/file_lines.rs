//! The lines of a file, and the places in it that locations name.

use irtrip_dialect::{Attr, AttrData, Context, Location};

/// The lines of a file.
pub struct FileLines<'f> {
    ctx: &'f Context,
    /// The file.
    pub text: &'f str,
    /// The byte that each line starts at.
    starts: Vec<usize>,
}

impl<'f> FileLines<'f> {
    /// Finds the lines of a file.
    pub fn new(ctx: &'f Context, text: &'f str) -> FileLines<'f> {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect();
        FileLines { ctx, text, starts }
    }

    /// The byte that a location names.
    pub fn byte(&self, location: Attr) -> Option<usize> {
        let AttrData::Location(Location::File { line, column, .. }) = self.ctx.attr_data(location) else { return None };
        let start = self.starts.get((*line as usize).checked_sub(1)?)?;
        Some(start + (*column as usize).checked_sub(1)?).filter(|at| *at < self.text.len())
    }

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
