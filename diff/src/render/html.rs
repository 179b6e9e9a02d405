//! One page that needs nothing else: light or dark as the reader's system is.

use std::ops::Range;

use super::{Heading, equated, ignored};
use crate::Category;
use crate::difference::{ChangedPart, Comparison, DiffRow, RowSide};

/// The page's style.
const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1f2328; --page: #fff; --soft: #f3f4f6; --rule: #d0d7de; --gone: #ffebe9; \
--come: #dafbe1; --gone-word: #ffb8b3; --come-word: #90e5a5; --word: #0a5fb4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --page: #0d1117; --soft: #161b22; --rule: #30363d; \
--gone: #4a1f22; --come: #12361f; --gone-word: #8c2f33; --come-word: #1f6b39; --word: #6cb6ff } }
body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 2rem; overflow-wrap: anywhere }
h1 { font-size: 1.3rem } summary small { font-weight: 400; opacity: .7 } summary { cursor: pointer; font-weight: 600; padding: .5rem 0 }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
.counts { width: auto; table-layout: auto } .counts th { white-space: nowrap } .counts td, .counts th { padding: .1rem 1rem .1rem 0; text-align: left }
.rows { font: 13px/1.45 ui-monospace, monospace; border: 1px solid var(--rule) }
.rows td { padding: 0 .5rem; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top }
.rows col.n { width: 3.5rem } .rows td.n { padding: 0 .4rem; text-align: right; opacity: .6; white-space: nowrap }
tr:first-child > th:empty { display: none } .rows th { background: var(--soft); text-align: left; font-weight: 400; padding: .15rem .5rem }
.gone { background: var(--gone) } .come { background: var(--come) }
.gone mark { background: var(--gone-word); color: inherit } .come mark { background: var(--come-word); color: inherit }
nav { margin: 1rem 0 } nav input { font: inherit; padding: .2rem .5rem; width: 20rem; max-width: 100% }
nav ol { columns: 22rem; margin: .5rem 0; padding: 0; list-style: none; font-size: 13px } nav li { margin-bottom: .3rem; break-inside: avoid }
nav a { color: var(--word); display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
details { content-visibility: auto; contain-intrinsic-size: auto 20rem }
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
        index(comparison, &mut out);
    }
    for line in ignored(&comparison.ignored).into_iter().chain(equated(comparison.equated)) {
        out += &format!("<p>{}</p>\n", escaped(line.trim_start_matches("# ")));
    }
    for (number, part) in comparison.parts.iter().enumerate() {
        put_part(part, number, &mut out);
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

/// Hides the parts, and their entries in the index, that have neither in their names nor in their categories what is typed.
const FILTER: &str = "<script>
document.querySelector('nav input').addEventListener('input', event => {
  const wanted = event.target.value.toLowerCase();
  for (const entry of document.querySelectorAll('nav li')) {
    entry.hidden = !(entry.textContent + ' ' + entry.firstChild.title).toLowerCase().includes(wanted);
    document.querySelector(entry.firstChild.getAttribute('href')).hidden = entry.hidden;
  }
});
</script>
";

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
        *out += &format!("<li><a href=\"#part{number}\" title=\"{title}\">{shown}</a> {categories}</li>\n");
    }
    *out += "</ol>\n</nav>\n";
    *out += FILTER;
}

fn put_part(part: &ChangedPart, number: usize, out: &mut String) {
    let count = part.differences().count();
    let title = escaped(&part.title());
    let title = match part.demangled() {
        Some(name) => format!("{} <small>{title}</small>", escaped(&name)),
        None => title,
    };
    *out +=
        &format!("<details open id=\"part{number}\">\n<summary>{title} ({count})</summary>\n<table class=\"rows\">\n");
    *out += "<colgroup><col class=\"n\"><col><col class=\"n\"><col></colgroup>\n";
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
    if row.a.is_some() || row.b.is_some() {
        *out += "<tr>";
        cell(row.a.as_ref(), gone, row.words.iter().map(|words| words.0.clone()), out);
        cell(row.b.as_ref(), come, row.words.iter().map(|words| words.1.clone()), out);
        *out += "</tr>\n";
    }
    // Where the lines themselves differ they say it, in their own language.
    if row.a.as_ref().map(|side| &side.text) == row.b.as_ref().map(|side| &side.text) {
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
    *out += &format!("<td class=\"n\">{}</td><td class=\"{class}\">", side.line);
    let mut at = 0;
    for range in words.filter(|range| !range.is_empty()) {
        *out += &escaped(side.text.get(at..range.start).unwrap_or_default());
        *out += &format!("<mark>{}</mark>", escaped(side.text.get(range.clone()).unwrap_or_default()));
        at = range.end;
    }
    *out += &escaped(side.text.get(at..).unwrap_or_default());
    *out += "</td>";
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
