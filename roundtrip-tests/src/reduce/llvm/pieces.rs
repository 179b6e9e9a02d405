//! Small pieces of lines: attachments, elements of metadata and attribute groups, words.

use std::ops::Range;

use super::assembled;
use crate::reduce::search::Search;

/// Tries to leave out attachments and debug records: `, !dbg !5` and on to the end of the line, `#dbg_...`.
pub(super) fn attachments(search: &mut Search<'_>) {
    let pieces = |line: &str| {
        if line.trim_start().starts_with("#dbg_") {
            return std::iter::once(0..line.len()).collect();
        }
        let end = line.trim_end().trim_end_matches('{').trim_end().len();
        let sep = if line.starts_with("define ") { " !" } else { ", !" };
        // Metadata has its elements after commas; a node is no attachment.
        let start = if line.starts_with('!') { None } else { line.find(sep) };
        start.filter(|start| *start < end).map(|start| start..end).into_iter().collect()
    };
    leave_out_pieces(search, pieces);
}

/// Tries to leave out words that start with a small letter, such as flags and attributes, and what follows a comma at
/// the end of an instruction.
pub(super) fn words(search: &mut Search<'_>) {
    let pieces = |line: &str| {
        if line.starts_with(['!', '}']) || line.starts_with("attributes ") {
            return Vec::new();
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        for word in line.split_inclusive(' ') {
            let start = at;
            at += word.len();
            let is_word = word.starts_with(|c: char| c.is_ascii_lowercase() || c == '#') && word.ends_with(' ');
            if is_word && start > 0 {
                pieces.push(start..at);
            }
        }
        if let Some(comma) = line.rfind(", ") {
            let end = line.trim_end().len();
            // Pieces do not overlap.
            pieces.retain(|piece: &Range<usize>| piece.end <= comma);
            if comma < end {
                pieces.push(comma..end);
            }
        }
        pieces
    };
    leave_out_pieces(search, pieces);
}

fn leave_out_pieces(search: &mut Search<'_>, pieces: impl Fn(&str) -> Vec<Range<usize>>) {
    let text = search.text.clone();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        found.extend(pieces(line).into_iter().map(|piece| at + piece.start..at + piece.end));
        at += line.len();
    }
    search.leave_out(found.len(), |kept| assembled(&text, &found, |i| (kept.get(i) == Some(&false)).then(String::new)));
}

/// A line with a list: `!0 = !{!1, !2}`, `attributes #0 = { a b }`.
struct List {
    /// The elements' bytes in the text.
    elements: Vec<Range<usize>>,
    separator: &'static str,
}

/// Tries to leave out elements of metadata nodes and attribute groups.
pub(super) fn elements(search: &mut Search<'_>) {
    let text = search.text.clone();
    let mut lists: Vec<List> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        lists.extend(list(line, at));
        at += line.len();
    }
    let spans: Vec<Range<usize>> = lists.iter().filter_map(List::span).collect();
    let count = lists.iter().map(|list| list.elements.len()).sum();
    let firsts: Vec<usize> =
        lists.iter().scan(0, |next, list| Some(std::mem::replace(next, *next + list.elements.len()))).collect();
    search.leave_out(count, |kept| {
        assembled(&text, &spans, |i| {
            let (list, first) = (lists.get(i)?, *firsts.get(i)?);
            let own = kept.get(first..first + list.elements.len())?;
            if own.iter().all(|kept| *kept) {
                return None;
            }
            let stay = list.elements.iter().zip(own).filter(|(_, kept)| **kept);
            let stay: Vec<&str> = stay.filter_map(|(element, _)| text.get(element.clone())).collect();
            Some(stay.join(list.separator))
        })
    });
}

impl List {
    /// From the first element to the last.
    fn span(&self) -> Option<Range<usize>> {
        Some(self.elements.first()?.start..self.elements.last()?.end)
    }
}

/// The list of a line that starts at `at`, if it has one with elements.
fn list(line: &str, at: usize) -> Option<List> {
    let is_group = line.starts_with("attributes ");
    if !is_group && !line.starts_with('!') {
        return None;
    }
    let (open, close) = (line.find(['{', '('])?, line.rfind(['}', ')'])?);
    let separator = if is_group { " " } else { ", " };
    let mut elements = Vec::new();
    let (mut depth, mut quoted, mut start) = (0i32, false, open + 1);
    for (place, byte) in line.bytes().enumerate().take(close + 1).skip(open + 1) {
        quoted ^= byte == b'"';
        let ends = place == close || depth == 0 && byte == separator.as_bytes().first().copied().unwrap_or(b',');
        if !quoted && ends {
            let element = line.get(start..place)?;
            let blank = element.len() - element.trim_start().len();
            if !element.trim().is_empty() {
                elements.push(at + start + blank..at + start + element.trim_end().len());
            }
            start = place + 1;
        }
        match byte {
            _ if quoted => {}
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    (!elements.is_empty()).then_some(List { elements, separator })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements_of(line: &str) -> Vec<&str> {
        list(line, 0).map(|list| list.elements.into_iter().map(|e| &line[e]).collect()).unwrap_or_default()
    }

    #[test]
    fn lists_have_their_elements() {
        let node = "!3 = distinct !DIX(name: \"a, (b\", types: !{!1, null}, line: 4)\n";
        assert_eq!(elements_of(node), ["name: \"a, (b\"", "types: !{!1, null}", "line: 4"]);
        assert_eq!(
            elements_of("attributes #0 = { cold \"k\"=\"a b\" memory(none) }\n"),
            ["cold", "\"k\"=\"a b\"", "memory(none)"]
        );
        assert!(elements_of("!0 = !{}\n").is_empty());
        assert!(elements_of("@a = global [2 x i8] c\"{}\"\n").is_empty());
    }

    #[test]
    fn attachments_go_to_the_end_of_the_line() {
        let text = "define void @f() !dbg !1 {\n  store i8 0, ptr %p, align 1, !dbg !5, !tbaa !6\n    #dbg_value(i8 0, !1, !2, !3)\n}\n";
        let fails = |_: &str| true;
        let mut search = Search::new(text, &fails, None);
        attachments(&mut search);
        assert_eq!(search.text, "define void @f() {\n  store i8 0, ptr %p, align 1\n}\n");
    }
}
