//! Both versions in two columns.

use super::Heading;
use crate::difference::{Comparison, DiffRow};

/// The narrowest column that is of use.
const NARROWEST: usize = 10;

/// The differences in two columns that together with the rule between them are `width` characters wide; longer lines
/// go on below. Empty if there are none.
pub fn side_by_side(comparison: &Comparison, heading: &Heading, width: usize) -> String {
    let mut out = String::new();
    if comparison.is_same() {
        return out;
    }
    let column = (width.saturating_sub(3) / 2).max(NARROWEST);
    heading.paint("1", &line(heading.a, ' ', heading.b, column), &mut out);
    for part in &comparison.parts {
        for hunk in &part.hunks {
            let title = [part.title().as_str(), hunk.block.as_str()].join(" ");
            heading.paint("36", &format!("@@ {}", title.trim_end()), &mut out);
            for row in &hunk.rows {
                put(row, heading, column, &mut out);
            }
        }
    }
    out
}

/// A row, over as many lines as the longer side takes; `|` is between sides that differ, `<` and `>` beside what
/// only one side has.
fn put(row: &DiffRow, heading: &Heading, column: usize, out: &mut String) {
    let pieces = |text: Option<&str>| -> Vec<String> {
        let chars: Vec<char> = text.unwrap_or_default().chars().collect();
        chars.chunks(column).map(|c| c.iter().collect()).collect()
    };
    let left = pieces(row.a.as_ref().map(|s| s.text.as_str()));
    let right = pieces(row.b.as_ref().map(|s| s.text.as_str()));
    let (mark, color) = match (&row.a, &row.b) {
        (Some(_), None) => ('<', "31"),
        (None, Some(_)) => ('>', "32"),
        _ if row.is_context() => (' ', "0"),
        _ => ('|', "33"),
    };
    // An empty line is a line, too.
    let is_line = row.a.is_some() || row.b.is_some();
    for i in 0..left.len().max(right.len()).max(usize::from(is_line)) {
        let piece = |of: &[String]| of.get(i).cloned().unwrap_or_default();
        heading.paint(color, &line(&piece(&left), mark, &piece(&right), column), out);
    }
    if row.a.as_ref().map(|s| &s.text) == row.b.as_ref().map(|s| &s.text) {
        for difference in &row.differences {
            heading.paint("33", &super::note(difference), out);
        }
    }
}

fn line(left: &str, mark: char, right: &str, column: usize) -> String {
    format!("{left:column$} {mark} {right}").trim_end().to_owned()
}
