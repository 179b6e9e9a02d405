//! One page that needs nothing else: light or dark as the reader's system is. `diff/page` has its style and its script; what it shares
//! with other pages is the crate `irtrip-page`'s.

use std::fmt::Write;
use std::ops::Range;

use irtrip_dialect::diagnostic::counted;
use irtrip_page::{COLORS, WORDS, escaped, packed};
use rayon::prelude::*;

use super::{Heading, equated, ignored};
use crate::Category;
use crate::difference::{ChangedPart, Comparison, DiffRow, RowSide};

/// Rows that are shown at once; parts that would be more are closed, and unpacked when they are opened.
const OPEN_ROWS: usize = 400;

/// The start of a page about two files.
pub(super) fn begin(heading: &Heading) -> String {
    let title = format!("{} and {}", escaped(heading.a), escaped(heading.b));
    let made = heading.made.map(|made| format!("<p class=\"made\">{}</p>\n", escaped(made))).unwrap_or_default();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{COLORS}{}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{made}",
        include_str!("../../page/page.css"),
    )
}

/// The end of a page: its scripts, then the parts that they unpack.
pub(super) fn end(packed: &[String], out: &mut String) {
    let _ = write!(out, "<script>\n{WORDS}{}</script>\n", include_str!("../../page/page.js"));
    for (number, data) in packed.iter().enumerate().filter(|(_, data)| !data.is_empty()) {
        let _ = writeln!(out, "<script type=\"text/plain\" id=\"packed{number}\">{data}</script>");
    }
    out.push_str("</body>\n</html>\n");
}

/// The differences as a page, also where there are none.
pub fn html(comparison: &Comparison, heading: &Heading) -> String {
    let mut out = begin(heading);
    if comparison.is_same() {
        out += "<p>No difference.</p>\n";
    } else {
        counts(comparison, &mut out);
        index(comparison, &mut out);
    }
    for line in ignored(&comparison.ignored).into_iter().chain(equated(comparison.equated)) {
        out += &format!("<p>{}</p>\n", escaped(line.trim_start_matches("# ")));
    }
    let (a, b) = (escaped(heading.a), escaped(heading.b));
    out += &format!("<div class=\"columns\"><span>{a}</span><span>{b}</span></div>\n");
    let mut shown = 0;
    let rows_of = |part: &ChangedPart| part.hunks.iter().map(|hunk| hunk.rows.len()).sum::<usize>();
    let is_open = |part: &ChangedPart| {
        shown += rows_of(part);
        shown <= OPEN_ROWS
    };
    let is_open: Vec<bool> = comparison.parts.iter().map(is_open).collect();
    let tables: Vec<String> = comparison
        .parts
        .par_iter()
        .zip(&is_open)
        .map(|(part, is_open)| if *is_open { hunks(part) } else { packed(&hunks(part)) })
        .collect();
    for (number, ((part, is_open), tables)) in comparison.parts.iter().zip(&is_open).zip(&tables).enumerate() {
        put_summary(part, number, *is_open, &mut out);
        out += if *is_open { tables } else { "" };
        out += "</details>\n";
    }
    let closed = |(tables, is_open): (String, bool)| if is_open { String::new() } else { tables };
    let packed: Vec<String> = tables.into_iter().zip(is_open).map(closed).collect();
    end(&packed, &mut out);
    out
}

fn counts(comparison: &Comparison, out: &mut String) {
    *out += "<table class=\"counts categories\">\n";
    for category in Category::ALL {
        let count = comparison.differences().filter(|(_, d)| d.category == *category).count();
        if count > 0 {
            *out +=
                &format!("<tr><th>{category}</th><td>{count}</td><td>{}</td></tr>\n", category.description().trim());
        }
    }
    *out += "</table>\n";
}

/// The parts with their categories, and a field that filters them.
fn index(comparison: &Comparison, out: &mut String) {
    *out += "<nav>\n<input type=\"search\" placeholder=\"Filter by name or category\" \
             aria-label=\"Filter by name or category\">\n<ol>\n";
    for (number, part) in comparison.parts.iter().enumerate() {
        let mut categories: Vec<&str> = part.differences().map(|difference| difference.category.name()).collect();
        categories.sort_unstable();
        categories.dedup();
        let (title, categories) = (escaped(&part.title()), categories.join(", "));
        let shown = part.demangled().map_or_else(|| title.clone(), |name| escaped(&name));
        *out +=
            &format!("<li><a href=\"#part{number}\" title=\"{title}\">{shown}</a> <small>{categories}</small></li>\n");
    }
    *out += "</ol>\n</nav>\n";
}

fn put_summary(part: &ChangedPart, number: usize, is_open: bool, out: &mut String) {
    let count = counted(part.differences().count(), "difference");
    let title = escaped(&part.title());
    let title = match part.demangled() {
        Some(name) => format!("{} <small>{title}</small>", escaped(&name)),
        None => title,
    };
    let state = if is_open { "open".to_owned() } else { format!("data-packed=\"packed{number}\"") };
    *out += &format!("<details {state} id=\"part{number}\">\n<summary>{title} <small>{count}</small></summary>\n");
}

/// The hunks of a part, a table each.
fn hunks(part: &ChangedPart) -> String {
    let mut out = String::new();
    let language = if part.is_llvm { "llvm" } else { "mlir" };
    for hunk in &part.hunks {
        out += &format!("<div class=\"hunk\"><table class=\"rows {language}\">\n");
        out += "<colgroup><col class=\"n\"><col><col class=\"n\"><col></colgroup>\n";
        if !hunk.block.is_empty() {
            out += &format!("<tr><th colspan=\"4\">{}</th></tr>\n", escaped(&hunk.block));
        }
        hunk.rows.iter().for_each(|row| put(row, &mut out));
        out += "</table></div>\n";
    }
    out
}

/// Whether the words that differ say themselves what does: the number of a node or of a group of attributes says nothing.
fn says_what_differs(row: &DiffRow) -> bool {
    let says = |side: Option<&RowSide>, range: &Range<usize>| {
        let text = side.map_or("", |side| side.text.as_str());
        let word = text.get(range.clone()).unwrap_or_default();
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'!' | b'#'));
        let sigil =
            word.starts_with(['!', '#']) || text.get(..range.start).is_some_and(|before| before.ends_with(['!', '#']));
        !(is_number && sigil)
    };
    let differs = row.a.as_ref().map(|side| &side.text) != row.b.as_ref().map(|side| &side.text);
    let words = || row.words.iter().filter(|words| !(words.0.is_empty() && words.1.is_empty()));
    differs && (words().next().is_none() || words().any(|(a, b)| says(row.a.as_ref(), a) || says(row.b.as_ref(), b)))
}

fn put(row: &DiffRow, out: &mut String) {
    let (of_row, gone, come) = if row.is_context() { (" class=\"same\"", "", "") } else { ("", "gone", "come") };
    if row.a.is_some() || row.b.is_some() {
        *out += &format!("<tr{of_row}>");
        cell(row.a.as_ref(), gone, row.words.iter().map(|words| words.0.clone()), out);
        cell(row.b.as_ref(), come, row.words.iter().map(|words| words.1.clone()), out);
        *out += "</tr>\n";
    }
    if !says_what_differs(row) {
        for difference in &row.differences {
            let note = super::note(difference);
            let note = note.trim_start_matches("# ");
            *out += &format!("<tr class=\"why\"><td class=\"n\"></td><td colspan=\"3\">{}</td></tr>\n", escaped(note));
        }
    }
}

/// The line's number, then its text, with the words that the other one does not have marked.
fn cell(side: Option<&RowSide>, class: &str, words: impl Iterator<Item = Range<usize>>, out: &mut String) {
    let Some(side) = side else {
        *out += "<td class=\"n\"></td><td></td>";
        return;
    };
    *out += &format!("<td class=\"n\">{}</td><td class=\"code {class}\">", side.line);
    let mut at = 0;
    for range in words.filter(|range| !range.is_empty()) {
        *out += &escaped(side.text.get(at..range.start).unwrap_or_default());
        *out += &format!("<mark>{}</mark>", escaped(side.text.get(range.clone()).unwrap_or_default()));
        at = range.end;
    }
    *out += &escaped(side.text.get(at..).unwrap_or_default());
    *out += "</td>";
}
