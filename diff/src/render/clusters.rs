//! Clusters of changes and the sizes of modules, as parts of the comparison of two folders.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;

use irtrip_dialect::diagnostic::counted;
use irtrip_dialect::llvm_text::printable;
use serde_json::{Value, json as object};

use super::Heading;
use super::folders::FolderComparison;
use crate::clusters::{ChangedLine, Cluster, Place, Size};

/// What there is in clusters, in a sentence.
pub(super) fn summary(folders: &FolderComparison, count: usize) -> String {
    let (changes, alone) = (folders.clusters.changes, folders.clusters.alone());
    let (of_changes, clusters) = (counted(changes, "change"), counted(count, "cluster"));
    format!("{of_changes}: {} in {clusters}, {alone} in no cluster", changes - alone)
}

/// How often a cluster's change was made.
pub(super) fn frequency(cluster: &Cluster) -> String {
    format!("{} in {}", counted(cluster.count, "time"), counted(cluster.files, "file"))
}

/// A place in words.
pub(super) fn place(place: &Place) -> String {
    format!("{} {}", place.file, place.part)
}

/// How many clusters are not shown, if any.
pub(super) fn further(folders: &FolderComparison, count: usize) -> Option<String> {
    let further = count.checked_sub(folders.limit).filter(|further| *further > 0)?;
    Some(format!("{} more: --clusters {count}", counted(further, "cluster")))
}

/// The clusters as lines.
pub(super) fn cluster_lines(folders: &FolderComparison, heading: &Heading, out: &mut String) {
    let clusters = folders.sorted_clusters();
    if folders.clusters.changes == 0 {
        return;
    }
    heading.paint("1", &summary(folders, clusters.len()), out);
    for cluster in clusters.iter().take(folders.limit) {
        out.push('\n');
        heading.paint("1", &frequency(cluster), out);
        for line in cluster.pattern() {
            heading.paint("36", &printable(&format!("  {line}")), out);
        }
        let _ = writeln!(out, "  {}", printable(&place(&cluster.example.0)));
        for line in &cluster.example.1 {
            let color = if line.in_a { "31" } else { "32" };
            heading.paint(color, &printable(&format!("    {}", line.signed())), out);
        }
        let others: Vec<String> = cluster.places.iter().filter(|at| **at != cluster.example.0).map(place).collect();
        if !others.is_empty() {
            let _ = writeln!(out, "  also {}", printable(&others.join(", ")));
        }
    }
    if let Some(further) = further(folders, clusters.len()) {
        let _ = writeln!(out, "\n{further}");
    }
}

/// A row of the table of sizes: what is counted, before, and after.
type SizeRow = (String, usize, usize);

/// The sizes that differ: the instructions and blocks, then the opcodes, those that changed most first.
pub(super) fn size_rows(a: &Size, b: &Size) -> Vec<SizeRow> {
    let all = [("instructions", a.instructions, b.instructions), ("blocks", a.blocks, b.blocks)];
    let opcodes: BTreeSet<&String> = a.opcodes.keys().chain(b.opcodes.keys()).collect();
    let count = |of: &Size, opcode: &String| of.opcodes.get(opcode).copied().unwrap_or(0);
    let mut rows: Vec<SizeRow> =
        opcodes.into_iter().map(|opcode| (opcode.clone(), count(a, opcode), count(b, opcode))).collect();
    rows.retain(|row| row.1 != row.2);
    rows.sort_by_cached_key(|row| (Reverse(row.1.abs_diff(row.2)), row.0.clone()));
    all.into_iter().map(|(what, a, b)| (what.to_owned(), a, b)).chain(rows).collect()
}

/// By how much a number grew: `+3`, `-2.5 %` of what it was before.
pub(super) fn growth(a: usize, b: usize) -> String {
    let delta = b as i64 - a as i64;
    match a {
        _ if delta == 0 => "0".to_owned(),
        0 => format!("{delta:+}"),
        _ => format!("{delta:+} ({:+.1} %)", delta as f64 * 100.0 / a as f64),
    }
}

/// The files and functions whose number of instructions changed most.
pub(super) fn grown(folders: &FolderComparison) -> (Vec<SizeRow>, Vec<SizeRow>) {
    let mut files: Vec<SizeRow> = Vec::new();
    let mut functions: Vec<SizeRow> = Vec::new();
    for file in &folders.files {
        let Some(sizes) = &file.sizes else { continue };
        files.push((file.path.clone(), sizes.a.instructions, sizes.b.instructions));
        let count = |side: Option<(usize, usize)>| side.map_or(0, |size| size.0);
        functions
            .extend(sizes.functions.iter().map(|of| (format!("{} @{}", file.path, of.name), count(of.a), count(of.b))));
    }
    for rows in [&mut files, &mut functions] {
        rows.retain(|row| row.1 != row.2);
        rows.sort_by_cached_key(|row| (Reverse(row.1.abs_diff(row.2)), row.0.clone()));
    }
    (files, functions)
}

/// The rows of each table of sizes that people are shown.
pub(super) const MAX_OPS: usize = 12;

/// The sizes as lines.
pub(super) fn size_lines(folders: &FolderComparison, heading: &Heading, out: &mut String) {
    let (a, b) = folders.sizes();
    let rows = size_rows(&a, &b);
    if a == b {
        return;
    }
    let (files, functions) = grown(folders);
    for (title, rows) in [("size", rows), ("instructions by file", files), ("instructions by function", functions)] {
        out.push('\n');
        heading.paint("1", &format!("{title:30} {:>10} {:>10}", "before", "after"), out);
        for (what, a, b) in rows.iter().take(MAX_OPS) {
            let _ = writeln!(out, "{:30} {a:>10} {b:>10}  {}", printable(what), growth(*a, *b));
        }
        if rows.len() > MAX_OPS {
            let _ = writeln!(out, "and {} more", rows.len() - MAX_OPS);
        }
    }
}

/// A cluster as data.
pub(super) fn cluster_json(cluster: &Cluster) -> Value {
    let line = |line: &ChangedLine| object!({ "side": if line.in_a { "a" } else { "b" }, "line": line.number, "text": line.text });
    let place = |place: &Place| object!({ "file": place.file, "part": place.part });
    object!({
        "key": String::from(cluster.key),
        "count": cluster.count,
        "files": cluster.files,
        "lines": cluster.lines,
        "pattern": cluster.pattern(),
        "example": { "place": place(&cluster.example.0), "lines": cluster.example.1.iter().map(line).collect::<Vec<Value>>() },
        "places": cluster.places.iter().map(place).collect::<Vec<Value>>(),
    })
}

/// The sizes as data.
pub(super) fn size_json(a: &Size, b: &Size) -> Value {
    let side = |of: &Size| object!({ "instructions": of.instructions, "blocks": of.blocks, "opcodes": of.opcodes });
    object!({ "a": side(a), "b": side(b) })
}
