//! `--split-input-file`: the parts of an input.

use crate::input::Source;

/// How many characters of a marker are left off to find what is almost one.
const MISSED: usize = 2;

/// Splits a source at each `marker`; each part knows which line of the source it starts on. Gives the parts, and where
/// something stands that is almost a marker, which upstream warns of: another end, or none behind it.
pub fn split(source: &Source, marker: &str) -> (Vec<Source>, Vec<usize>) {
    let text = source.text.as_str();
    let (prefix, suffix) = marker.split_at_checked(marker.len().saturating_sub(MISSED)).unwrap_or((marker, ""));
    let (prefix, suffix) = if prefix.is_empty() { (marker, "") } else { (prefix, suffix) };
    let mut parts = Vec::new();
    let mut near = Vec::new();
    let (mut start, mut first_line) = (0, source.first_line);
    let mut found = text.match_indices(prefix).filter(|_| !prefix.is_empty()).map(|(at, _)| at).peekable();
    while let Some(at) = found.next() {
        let rest = at + prefix.len();
        let behind = text.get(rest..found.peek().copied().unwrap_or(text.len())).unwrap_or_default();
        // Upstream takes a marker for none at an input's very end and in front of a zero. In LLVM assembly it stands
        // behind a `;`: it cuts wherever it is.
        let is_marker = behind.strip_prefix(suffix).is_some_and(|next| !next.is_empty() && !next.starts_with('0'));
        if !is_marker {
            near.push(rest);
            continue;
        }
        let before = text.get(start..at).unwrap_or_default();
        if at > 0 {
            parts.push(part(source, before, first_line));
        }
        first_line += before.matches('\n').count();
        start = rest + suffix.len();
    }
    let last = text.get(start..).unwrap_or_default();
    if !last.is_empty() || parts.is_empty() {
        parts.push(part(source, last, first_line));
    }
    (parts, near)
}

fn part(source: &Source, text: &str, first_line: usize) -> Source {
    Source::new(source.name.clone(), text.to_owned(), first_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts' texts with their first lines, and what is almost a marker.
    fn cut(text: &str, first_line: usize) -> (Vec<(String, usize)>, Vec<usize>) {
        let source = Source::new("", text.to_owned(), first_line);
        let (parts, near) = split(&source, "// -----");
        (parts.into_iter().map(|p| (p.text, p.first_line)).collect(), near)
    }

    #[test]
    fn parts_know_their_lines() {
        let (parts, near) = cut("a\n// -----\nb\n\n// ----- x\nc\n", 1);
        assert_eq!(parts, [("a\n".to_owned(), 1), ("\nb\n\n".to_owned(), 2), (" x\nc\n".to_owned(), 5)]);
        assert!(near.is_empty());
        let (parts, _) = cut("a\n; // -----\nb\n", 3);
        assert_eq!(parts, [("a\n; ".to_owned(), 3), ("\nb\n".to_owned(), 4)]);
    }

    #[test]
    fn what_is_almost_a_marker_cuts_nothing() {
        let whole = |text: &str| vec![(text.to_owned(), 1)];
        for (text, near) in [("a\n// ----\nb", 8), ("a\n// -----", 8), ("a\n// -----0\n", 8)] {
            assert_eq!(cut(text, 1), (whole(text), vec![near]));
        }
        let (parts, near) = cut("a\n// -----// -----\nb\n", 1);
        assert_eq!(parts, [("a\n// -----".to_owned(), 1), ("\nb\n".to_owned(), 2)]);
        assert_eq!(near, [8]);
        assert_eq!(cut("", 1), (whole(""), vec![]));
    }
}
