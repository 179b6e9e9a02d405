//! One page that needs nothing else: light or dark as the reader's system is.

use super::Heading;
use crate::Category;
use crate::difference::{ChangedPart, Comparison, DiffRow, RowSide};

/// The page's style.
const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1f2328; --page: #fff; --soft: #f3f4f6; --rule: #d0d7de; --gone: #ffebe9; \
--come: #dafbe1; --word: #0a5fb4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --page: #0d1117; --soft: #161b22; --rule: #30363d; \
--gone: #4a1f22; --come: #12361f; --word: #6cb6ff } }
body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 2rem }
h1 { font-size: 1.3rem } summary { cursor: pointer; font-weight: 600; padding: .5rem 0 }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
.counts { width: auto } .counts td, .counts th { padding: .1rem 1rem .1rem 0; text-align: left }
.rows { font: 13px/1.45 ui-monospace, monospace; border: 1px solid var(--rule) }
.rows td { padding: 0 .5rem; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top }
.rows td.n { width: 3.5rem; text-align: right; opacity: .6; white-space: nowrap }
.rows th { background: var(--soft); text-align: left; font-weight: 400; padding: .15rem .5rem }
.gone { background: var(--gone) } .come { background: var(--come) }
.why td { font-size: 12px; color: var(--word) }
";

/// The start of a page about two files.
pub(super) fn begin(heading: &Heading) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let title = format!("{} and {}", escaped(heading.a), escaped(heading.b));
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    out += &format!("<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n");
    out
}

/// The differences as a page, also where there are none.
pub fn html(comparison: &Comparison, heading: &Heading) -> String {
    let mut out = begin(heading);
    if comparison.is_same() {
        out += "<p>No difference.</p>\n";
    } else {
        counts(comparison, &mut out);
    }
    for part in &comparison.parts {
        put_part(part, &mut out);
    }
    out + "</body>\n</html>\n"
}

fn counts(comparison: &Comparison, out: &mut String) {
    *out += "<table class=\"counts\">\n";
    for category in Category::ALL {
        let count = comparison.differences().filter(|(_, d)| d.category == *category).count();
        if count > 0 {
            *out +=
                &format!("<tr><th>{category}</th><td>{count}</td><td>{}</td></tr>\n", category.description().trim());
        }
    }
    *out += "</table>\n";
}

fn put_part(part: &ChangedPart, out: &mut String) {
    let count = part.differences().count();
    *out +=
        &format!("<details open>\n<summary>{} ({count})</summary>\n<table class=\"rows\">\n", escaped(&part.title()));
    for hunk in &part.hunks {
        *out += &format!("<tr><th colspan=\"4\">{}</th></tr>\n", escaped(&hunk.block));
        for row in &hunk.rows {
            put(row, out);
        }
    }
    *out += "</table>\n</details>\n";
}

fn put(row: &DiffRow, out: &mut String) {
    let (gone, come) = if row.is_context() { ("", "") } else { ("gone", "come") };
    *out += "<tr>";
    cell(row.a.as_ref(), gone, out);
    cell(row.b.as_ref(), come, out);
    *out += "</tr>\n";
    if row.a.is_some() && row.b.is_some() {
        for difference in &row.differences {
            let note = super::note(difference);
            let note = note.trim_start_matches("# ");
            *out += &format!("<tr class=\"why\"><td class=\"n\"></td><td colspan=\"3\">{}</td></tr>\n", escaped(note));
        }
    }
}

/// The line in the file where it is known, else in the part; then the text.
fn cell(side: Option<&RowSide>, class: &str, out: &mut String) {
    match side {
        Some(side) => {
            let number =
                side.location.map_or_else(|| side.line.to_string(), |(line, column)| format!("{line}:{column}"));
            *out += &format!("<td class=\"n\">{number}</td><td class=\"{class}\">{}</td>", escaped(&side.text));
        }
        None => *out += "<td class=\"n\"></td><td></td>",
    }
}

pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
