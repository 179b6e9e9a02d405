//! Both versions in two columns.

use irtrip_dialect::llvm_text::printable;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Heading, put_ignored};
use crate::difference::{Comparison, DiffRow};

/// The narrowest column that is of use.
const NARROWEST: usize = 10;
/// The columns from one tab stop to the next.
const TAB: usize = 8;

/// The differences in two columns that together with the rule between them are `width` columns wide; longer lines
/// go on below. Empty if there are none.
pub fn side_by_side(comparison: &Comparison, heading: &Heading, width: usize) -> String {
    let comparison = &*comparison.printable();
    let mut out = String::new();
    if comparison.is_same() {
        put_ignored(comparison, heading, &mut out);
        return out;
    }
    let column = (width.saturating_sub(3) / 2).max(NARROWEST);
    heading.paint("1", &line(&printable(heading.a), ' ', &printable(heading.b), column), &mut out);
    for part in &comparison.parts {
        for hunk in &part.hunks {
            let title = [part.title().as_str(), hunk.block.as_str()].join(" ");
            heading.paint("36", &format!("@@ {}", title.trim_end()), &mut out);
            for row in &hunk.rows {
                put(row, heading, column, &mut out);
            }
        }
    }
    put_ignored(comparison, heading, &mut out);
    out
}

/// A row, over as many lines as the longer side takes; `|` is between sides that differ, `<` and `>` next to what
/// only one side has.
fn put(row: &DiffRow, heading: &Heading, column: usize, out: &mut String) {
    let left = row.a.as_ref().map(|side| pieces(&side.text, column)).unwrap_or_default();
    let right = row.b.as_ref().map(|side| pieces(&side.text, column)).unwrap_or_default();
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

/// A text in pieces that are no wider than a column of the terminal, with spaces for tabs. A wide character takes two columns.
fn pieces(text: &str, column: usize) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut width = column;
    let mut put = |character: char| {
        let taken = character.width().unwrap_or(0);
        if width + taken > column {
            pieces.push(String::new());
            width = 0;
        }
        width += taken;
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
    };
    let mut at = 0;
    for character in text.chars() {
        let spaces = TAB - at % TAB;
        if character == '\t' {
            (0..spaces).for_each(|_| put(' '));
            at += spaces;
        } else {
            put(character);
            at += character.width().unwrap_or(0);
        }
    }
    pieces
}

fn line(left: &str, mark: char, right: &str, column: usize) -> String {
    let padding = " ".repeat(column.saturating_sub(left.width()));
    format!("{left}{padding} {mark} {right}").trim_end().to_owned()
}
