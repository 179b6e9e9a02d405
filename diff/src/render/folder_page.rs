//! The comparison of two folders as a page.

use std::fmt::Write;

use irtrip_page::escaped;

use super::clusters::{MAX_OPS, frequency, further, grown, growth, place, size_rows, summary};
use super::folders::{FileOutcome, FolderComparison, page_of};
use super::html::{begin, end};
use super::{Heading, ignored};
use crate::clusters::Place;

/// The comparison as a page.
pub fn html(folders: &FolderComparison, heading: &Heading) -> String {
    let mut out = begin(heading);
    let _ = writeln!(out, "<p>{}</p>", escaped(&folders.total()));
    clusters_html(folders, &mut out);
    size_html(folders, &mut out);
    out += "<h2>Files</h2>\n<table class=\"counts\">\n";
    for file in &folders.files {
        let (name, details) = (file.outcome.name(), file.outcome.details());
        let ignored = ignored(&file.ignored).join("; ");
        let details = [details.as_str(), ignored.trim_start_matches("# ")].join(" ");
        let path = match &file.outcome {
            FileOutcome::Different(_) => link(folders, &file.path, &file.path),
            _ => escaped(&file.path),
        };
        let _ = writeln!(out, "<tr><td>{name}</td><th>{path}</th><td>{}</td></tr>", escaped(&details));
    }
    out += "</table>\n";
    end(&[], &mut out);
    out
}

/// The clusters as a part of a page.
fn clusters_html(folders: &FolderComparison, out: &mut String) {
    let clusters = folders.sorted_clusters();
    if folders.clusters.changes == 0 {
        return;
    }
    let _ = writeln!(out, "<h2>Changes</h2>\n<p>{}</p>", escaped(&summary(folders, clusters.len())));
    for cluster in clusters.iter().take(folders.limit) {
        let pattern = escaped(&cluster.pattern().join("; "));
        let _ = writeln!(out, "<details><summary>{pattern} <small>{}</small></summary>", frequency(cluster));
        let linked = |at: &Place| link(folders, &at.file, &place(at));
        let _ = writeln!(out, "<p>{}</p>\n<table class=\"rows\">", linked(&cluster.example.0));
        for line in &cluster.example.1 {
            let class = if line.in_a { "gone" } else { "come" };
            let _ = writeln!(out, "<tr class=\"{class}\"><td class=\"code\">{}</td></tr>", escaped(&line.signed()));
        }
        let others: Vec<String> = cluster.places.iter().map(linked).collect();
        let _ = writeln!(out, "</table>\n<p>{}</p>\n</details>", others.join(", "));
    }
    if let Some(further) = further(folders, clusters.len()) {
        let _ = writeln!(out, "<p>{further}</p>");
    }
}

/// The sizes as a part of a page.
fn size_html(folders: &FolderComparison, out: &mut String) {
    let (a, b) = folders.sizes();
    if a == b {
        return;
    }
    let (files, functions) = grown(folders);
    let tables =
        [("Size", size_rows(&a, &b)), ("Instructions by file", files), ("Instructions by function", functions)];
    for (title, rows) in tables {
        let _ = writeln!(out, "<h2>{title}</h2>\n<table class=\"counts\">");
        let _ = writeln!(out, "<tr><th></th><th>before</th><th>after</th><th></th></tr>");
        for (what, a, b) in rows.iter().take(MAX_OPS) {
            let growth = growth(*a, *b);
            let _ = writeln!(out, "<tr><th>{}</th><td>{a}</td><td>{b}</td><td>{growth}</td></tr>", escaped(what));
        }
        out.push_str("</table>\n");
    }
}

/// A file as HTML, which leads to its page where it has one.
fn link(folders: &FolderComparison, path: &str, text: &str) -> String {
    match &folders.pages {
        Some(pages) => format!("<a href=\"{}/{}\">{}</a>", in_address(pages), page_of(path), escaped(text)),
        None => escaped(text),
    }
}

/// A text as it stands in an address.
fn in_address(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
