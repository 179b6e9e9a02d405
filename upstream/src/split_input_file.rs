//! `--split-input-file`: the chunks of an input.

use std::ops::Range;

use irtrip_dialect::diagnostic::SourceFile;

/// How many characters of a marker are left off to find a near miss.
const MISSED: usize = 2;

/// Splits a source at each `marker`. Returns the chunks, and the places of near misses, which upstream warns of: text
/// that is almost a marker, or a marker at the very end. An empty input has no chunk.
pub fn split(source: &SourceFile, marker: &str) -> (Vec<SourceFile>, Vec<usize>) {
    let (chunks, near_misses) = chunk_ranges(&source.text, marker);
    (chunks.into_iter().map(|bytes| source.chunk(bytes)).collect(), near_misses)
}

fn chunk_ranges(text: &str, marker: &str) -> (Vec<Range<usize>>, Vec<usize>) {
    let (prefix, suffix) = marker.split_at_checked(marker.len().saturating_sub(MISSED)).unwrap_or((marker, ""));
    let (prefix, suffix) = if prefix.is_empty() { (marker, "") } else { (prefix, suffix) };
    let mut chunks = Vec::new();
    let mut near_misses = Vec::new();
    let mut start = 0;
    let mut found = text.match_indices(prefix).filter(|_| !prefix.is_empty()).map(|(at, _)| at).peekable();
    while let Some(at) = found.next() {
        let rest = at + prefix.len();
        let after = text.get(rest..found.peek().copied().unwrap_or(text.len())).unwrap_or_default();
        // To upstream a marker at an input's very end, or before a zero, is none. In LLVM assembly a marker stands
        // after a `;`: it splits wherever it is.
        let is_marker = after.strip_prefix(suffix).is_some_and(|next| !next.is_empty() && !next.starts_with('0'));
        if !is_marker {
            near_misses.push(rest);
            continue;
        }
        if at > 0 {
            chunks.push(start..at);
        }
        start = rest + suffix.len();
    }
    if start < text.len() {
        chunks.push(start..text.len());
    }
    (chunks, near_misses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a chunk, with the line and the column it starts at.
    type Chunk = (String, (usize, usize));

    /// The chunks and the near misses of a text.
    fn cut(text: &str) -> (Vec<Chunk>, Vec<usize>) {
        let source = SourceFile::new("", text.to_owned());
        let (chunks, near_misses) = split(&source, "// -----");
        (chunks.into_iter().map(|chunk| (chunk.text.clone(), chunk.start())).collect(), near_misses)
    }

    #[test]
    fn chunks_know_their_lines() {
        let (chunks, near_misses) = cut("a\n// -----\nb\n\n// ----- x\nc\n");
        let expected = [("a\n", (1, 1)), ("\nb\n\n", (2, 9)), (" x\nc\n", (5, 9))];
        assert_eq!(chunks, expected.map(|(text, start)| (text.to_owned(), start)));
        assert!(near_misses.is_empty());
        let (chunks, _) = cut("a\n; // -----\nb\n");
        assert_eq!(chunks, [("a\n; ".to_owned(), (1, 1)), ("\nb\n".to_owned(), (2, 11))]);
    }

    #[test]
    fn a_near_miss_splits_nothing() {
        let whole = |text: &str| vec![(text.to_owned(), (1, 1))];
        for (text, near_miss) in [("a\n// ----\nb", 8), ("a\n// -----", 8), ("a\n// -----0\n", 8)] {
            assert_eq!(cut(text), (whole(text), vec![near_miss]));
        }
        let (chunks, near_misses) = cut("a\n// -----// -----\nb\n");
        assert_eq!(chunks[0].0, "a\n// -----");
        assert_eq!(near_misses, [8]);
        assert_eq!(cut(""), (vec![], vec![]));
    }
}
