//! A unified diff, as `git diff` has it.

use super::Heading;
use crate::difference::{Comparison, DiffRow, Hunk, RowSide};

/// The differences as a unified diff of two files; empty if there are none.
pub fn unified(comparison: &Comparison, heading: &Heading) -> String {
    let mut out = String::new();
    if comparison.is_same() {
        return out;
    }
    heading.paint("1", &format!("--- {}", heading.a), &mut out);
    heading.paint("1", &format!("+++ {}", heading.b), &mut out);
    for part in &comparison.parts {
        for hunk in &part.hunks {
            let title = [part.title().as_str(), hunk.block.as_str()].join(" ");
            let (a, b) = (range(hunk, |r| r.a.as_ref()), range(hunk, |r| r.b.as_ref()));
            heading.paint("36", &format!("@@ -{a} +{b} @@ {}", title.trim_end()), &mut out);
            rows(&hunk.rows, heading, &mut out);
        }
    }
    out
}

/// First line and number of lines of one side.
fn range(hunk: &Hunk, side: fn(&DiffRow) -> Option<&RowSide>) -> String {
    let count = hunk.rows.iter().filter(|r| side(r).is_some()).count();
    let first = hunk.rows.iter().find_map(side).map_or(0, |s| s.line);
    format!("{first},{count}")
}

/// Rows that changed come together, what went in front of what came.
fn rows(rows: &[DiffRow], heading: &Heading, out: &mut String) {
    let mut rest = rows;
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|r| r.is_context() == first.is_context()).count().max(1);
        let (these, behind) = rest.split_at(run);
        rest = behind;
        if first.is_context() {
            for side in these.iter().filter_map(|r| r.a.as_ref()) {
                out.push(' ');
                out.push_str(&side.text);
                out.push('\n');
            }
            continue;
        }
        for side in these.iter().filter_map(|r| r.a.as_ref()) {
            heading.paint("31", &format!("-{}", side.text), out);
        }
        for row in these {
            let Some(side) = &row.b else { continue };
            heading.paint("32", &format!("+{}", side.text), out);
        }
        // Where both sides look alike, the difference itself tells.
        for row in these.iter().filter(|r| looks_alike(r)) {
            for difference in &row.differences {
                heading.paint("33", &super::note(difference), out);
            }
        }
    }
}

fn looks_alike(row: &DiffRow) -> bool {
    row.a.as_ref().zip(row.b.as_ref()).is_some_and(|(a, b)| a.text == b.text)
}
