//! The comparison of two folders as a comment on a pull request: no longer than one may be.

use std::fmt::Write;

use irtrip_dialect::diagnostic::counted;
use irtrip_dialect::llvm_text::printable;

use super::Heading;
use super::clusters::{MAX_OPS, frequency, further, growth, place, size_rows, summary};
use super::folders::{FileOutcome, FolderComparison};
use crate::clusters::Cluster;

/// The most bytes that GitHub takes in a comment are 65,536.
const MAX_BYTES: usize = 60_000;
/// The bytes that are left for what comes after the clusters.
const TAIL: usize = 4_000;

/// The clusters, the sizes and the files that failed, as Markdown. It is at most 60,000 bytes long; what does not fit is
/// counted.
pub fn markdown(folders: &FolderComparison, heading: &Heading) -> String {
    let mut out = format!("### irtrip diff: {} and {}\n\n{}\n", code(heading.a), code(heading.b), folders.total());
    let clusters = folders.sorted_clusters();
    if folders.clusters.changes > 0 {
        let _ = writeln!(out, "{}\n", summary(folders, clusters.len()));
    }
    let mut shown = 0;
    for cluster in clusters.iter().take(folders.limit) {
        let text = details(cluster);
        if out.len() + text.len() + TAIL > MAX_BYTES {
            break;
        }
        out += &text;
        shown += 1;
    }
    if shown < clusters.len().min(folders.limit) {
        let _ = writeln!(out, "\nFor {} more there is no room.", counted(clusters.len() - shown, "cluster"));
    } else if let Some(further) = further(folders, clusters.len()) {
        let _ = writeln!(out, "\n{further}");
    }
    sizes(folders, &mut out);
    let failed = folders.files.iter().filter(|file| matches!(file.outcome, FileOutcome::Failed(_)));
    for file in failed.take(MAX_OPS) {
        let _ = writeln!(out, "\nfailed: {}", code(&file.path));
    }
    if let Some(made) = heading.made {
        let _ = writeln!(out, "\n{}", code(made));
    }
    out
}

/// A text as code within a line. A longest run of backquotes in it does not end it.
fn code(text: &str) -> String {
    const MOST: usize = 240;
    let text = printable(text);
    let end = (0..=text.len().min(MOST)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let text = text.get(..end).unwrap_or_default();
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

fn details(cluster: &Cluster) -> String {
    let pattern: Vec<String> = cluster.pattern().iter().map(|line| code(line)).collect();
    let lines: Vec<String> = cluster.example.1.iter().map(|line| printable(&line.signed()).into_owned()).collect();
    // A fence is longer than any run of backquotes within.
    let longest = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let mut out = format!("- **{}**: {}\n\n", frequency(cluster), pattern.join("; "));
    let _ = writeln!(out, "  {}\n  {fence}diff", code(&place(&cluster.example.0)));
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
    let _ = writeln!(out, "  {fence}");
    out
}

fn sizes(folders: &FolderComparison, out: &mut String) {
    let (a, b) = folders.sizes();
    if a == b {
        return;
    }
    out.push_str("\n| size | before | after | |\n|---|--:|--:|--:|\n");
    for (what, a, b) in size_rows(&a, &b).iter().take(MAX_OPS) {
        let _ = writeln!(out, "| {what} | {a} | {b} | {} |", growth(*a, *b));
    }
}
