//! A unified diff, as `git diff` has it.

use super::{Heading, put_ignored};
use crate::difference::{Comparison, DiffRow};
use irtrip_dialect::llvm_text::printable;

/// The differences as a unified diff of two files; empty if there are none.
pub fn unified(comparison: &Comparison, heading: &Heading) -> String {
    diff(comparison, heading, false)
}

/// As [`unified`], but two lines that differ are one, in which `[-old-]` and `{+new+}` are what differs.
pub fn word_diff(comparison: &Comparison, heading: &Heading) -> String {
    diff(comparison, heading, true)
}

fn diff(comparison: &Comparison, heading: &Heading, in_one_line: bool) -> String {
    let comparison = &*comparison.printable();
    let mut out = String::new();
    if comparison.is_same() {
        put_ignored(comparison, heading, &mut out);
        return out;
    }
    heading.paint("1", &format!("--- {}", printable(heading.a)), &mut out);
    heading.paint("1", &format!("+++ {}", printable(heading.b)), &mut out);
    for part in &comparison.parts {
        for hunk in part.hunks.iter().filter(|hunk| hunk.rows.iter().any(|row| !is_shown_as_context(row))) {
            let title = [part.title().as_str(), hunk.block.as_str()].join(" ");
            let [a, b] = [true, false].map(|in_a| hunk.range(in_a)).map(|(first, count)| format!("{first},{count}"));
            heading.paint("36", &format!("@@ -{a} +{b} @@ {}", title.trim_end()), &mut out);
            rows(&hunk.rows, heading, in_one_line, &mut out);
        }
    }
    put_ignored(comparison, heading, &mut out);
    out
}

/// Whether a row has nothing to show here: its lines are equal, or differ in definitions that another hunk shows.
fn is_shown_as_context(row: &DiffRow) -> bool {
    row.is_context() || row.in_definitions
}

/// How a row is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// By the second file's line.
    Context,
    /// By the second file's line and what differs, which the line does not show.
    Note,
    /// By both lines.
    Change,
}

impl Shown {
    fn of(row: &DiffRow) -> Shown {
        let texts = [&row.a, &row.b].map(|side| side.as_ref().map(|side| side.text.as_str()));
        if is_shown_as_context(row) {
            Shown::Context
        } else if row.words.is_empty() && !row.continued && texts[0] == texts[1] {
            Shown::Note
        } else {
            Shown::Change
        }
    }
}

/// Rows that changed come together, what went before what came.
fn rows(rows: &[DiffRow], heading: &Heading, in_one_line: bool, out: &mut String) {
    for these in rows.chunk_by(|x, y| Shown::of(x) == Shown::of(y)) {
        match these.first().map(Shown::of) {
            Some(Shown::Change) if in_one_line => these.iter().for_each(|row| one_line(row, heading, out)),
            Some(Shown::Change) => {
                for row in these {
                    let changed = row.words.iter().map(|words| words.0.clone());
                    row.a.iter().for_each(|side| heading.paint_words("31", '-', &side.text, changed.clone(), out));
                }
                for row in these {
                    let changed = row.words.iter().map(|words| words.1.clone());
                    row.b.iter().for_each(|side| heading.paint_words("32", '+', &side.text, changed.clone(), out));
                }
            }
            shown => {
                for row in these {
                    row.b.iter().for_each(|side| *out += &format!(" {}\n", side.text));
                    let notes = row.differences.iter().filter(|_| shown == Some(Shown::Note));
                    notes.for_each(|difference| heading.paint("33", &super::note(difference), out));
                }
            }
        }
    }
}

/// Both lines of a row as one.
fn one_line(row: &DiffRow, heading: &Heading, out: &mut String) {
    out.push(' ');
    match (&row.a, &row.b) {
        (Some(a), Some(b)) => {
            let mut at = 0;
            for (old, new) in &row.words {
                out.push_str(b.text.get(at..new.start).unwrap_or_default());
                changed(a.text.get(old.clone()), ("31", "[-", "-]"), heading, out);
                changed(b.text.get(new.clone()), ("32", "{+", "+}"), heading, out);
                at = new.end;
            }
            out.push_str(b.text.get(at..).unwrap_or_default());
        }
        (Some(a), None) => changed(Some(&a.text), ("31", "[-", "-]"), heading, out),
        (None, Some(b)) => changed(Some(&b.text), ("32", "{+", "+}"), heading, out),
        (None, None) => {}
    }
    out.push('\n');
}

/// Text that one side has alone, between its marks.
fn changed(text: Option<&str>, (color, before, after): (&str, &str, &str), heading: &Heading, out: &mut String) {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return };
    let marked = format!("{before}{text}{after}");
    if heading.color {
        out.push_str(&format!("\x1b[{color}m{marked}\x1b[0m"));
    } else {
        out.push_str(&marked);
    }
}
