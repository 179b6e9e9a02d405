//! `--split-input-file`: the parts of an input.

use crate::input::Source;

/// Splits a source at each `marker`; each part knows which line of the source it starts on.
pub fn split(source: &Source, marker: &str) -> Vec<Source> {
    let mut parts = Vec::new();
    let (mut start, mut first_line) = (0, source.first_line);
    let mut at = 0;
    for (line_number, line) in (source.first_line..).zip(source.text.split_inclusive('\n')) {
        // Upstream cuts at the marker wherever it stands (in LLVM assembly behind a `;`): what is before it on its line
        // ends a part, what is behind it is the next part's first line.
        let mut found = 0;
        while let Some(place) = line.get(found..).unwrap_or_default().find(marker).filter(|_| !marker.is_empty()) {
            parts.push(part(source, start..at + found + place, first_line));
            found += place + marker.len();
            start = at + found;
            first_line = line_number;
        }
        at += line.len();
    }
    parts.push(part(source, start..source.text.len(), first_line));
    parts
}

fn part(source: &Source, range: std::ops::Range<usize>, first_line: usize) -> Source {
    Source {
        name: source.name.clone(),
        text: source.text.get(range).unwrap_or_default().to_owned(),
        first_line,
        bitcode: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_lines() {
        let source = Source {
            name: String::new(),
            text: "a\n// -----\nb\n\n// ----- x\nc\n".to_owned(),
            first_line: 1,
            bitcode: None,
        };
        let parts: Vec<(String, usize)> =
            split(&source, "// -----").into_iter().map(|p| (p.text, p.first_line)).collect();
        assert_eq!(parts, [("a\n".to_owned(), 1), ("\nb\n\n".to_owned(), 2), (" x\nc\n".to_owned(), 5)]);
        let source =
            Source { name: String::new(), text: "a\n; // -----\nb\n".to_owned(), first_line: 3, bitcode: None };
        let parts: Vec<(String, usize)> =
            split(&source, "// -----").into_iter().map(|p| (p.text, p.first_line)).collect();
        assert_eq!(parts, [("a\n; ".to_owned(), 3), ("\nb\n".to_owned(), 4)]);
    }
}
