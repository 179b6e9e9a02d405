//! The lines of what belongs to no global value: the module's own attributes, its named metadata, types, and the metadata
//! nodes that several global values refer to.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::definitions::{BothTexts, nodes};
use super::words::words;
use super::{SourceLanguage, SourceText};
use crate::difference::{DiffRow, Difference};

/// What LLVM IR calls the attributes of a module that have lines of their own.
const LINES: &[(&str, &str)] = &[
    ("dlti.dl_spec", "target datalayout"),
    ("llvm.data_layout", "target datalayout"),
    ("llvm.target_triple", "target triple"),
    ("irtrip.source_filename", "source_filename"),
    ("llvm.module_asm", "module"),
];

/// The lines of both texts, and how they differ.
#[derive(Default)]
struct ChangedLines {
    lines: BTreeMap<(Option<usize>, Option<usize>), Vec<Difference>>,
    /// Rows without lines.
    others: Vec<DiffRow>,
}

impl ChangedLines {
    fn add(&mut self, a: Option<usize>, b: Option<usize>, row: &DiffRow) {
        if a.is_none() && b.is_none() {
            self.others.push(row.clone());
        } else {
            self.lines.entry((a, b)).or_default().extend(row.differences.iter().cloned());
        }
    }

    fn rows(self, both: BothTexts) -> Vec<DiffRow> {
        let lines = self.lines.into_iter();
        let rows = lines.map(|((a, b), differences)| both.changed_row(a, b).with(differences));
        rows.chain(self.others).collect()
    }
}

/// Rows of the module's attributes, named metadata and types as rows of their lines. Those without differences are left out.
pub(crate) fn module_rows(both: BothTexts, rows: &[DiffRow]) -> Vec<DiffRow> {
    let mut found = ChangedLines::default();
    let mut taken = FxHashSet::default();
    for row in rows {
        let Some(difference) = row.differences.first() else { continue };
        let what = difference.what.as_str();
        if let Some(list) = what.strip_suffix(" node").filter(|what| what.starts_with('!')) {
            let (a, b) = list_node(both, list, (row.a.is_some(), row.b.is_some()), &mut taken);
            found.add(a, b, row);
            continue;
        }
        let line = |text: &SourceText, is_there: bool| is_there.then(|| module_line(text, what)).flatten();
        found.add(line(both.a, row.a.is_some()), line(both.b, row.b.is_some()), row);
    }
    found.rows(both)
}

/// The line of one of a module's attributes, flags, lists or types.
fn module_line(text: &SourceText, what: &str) -> Option<usize> {
    if text.language == SourceLanguage::Mlir {
        let is_module = |line: &usize| words(text.line(*line).trim_start()).next() == Some("module");
        return (0..text.len()).find(is_module).filter(|line| text.line(*line).contains(what));
    }
    if let Some(row) = LINES.iter().find(|row| row.0 == what) {
        return text.definition(row.1);
    }
    if let Some(name) = what.strip_prefix("!llvm.struct<\"").and_then(|rest| rest.strip_suffix("\">")) {
        return text.definition(&format!("%{name}")).or_else(|| text.definition(&format!("%\"{name}\"")));
    }
    let Some((list, flag)) = what.split_once(' ') else { return text.definition(what) };
    let flag = format!("!\"{flag}\"");
    let all = nodes(text.line(text.definition(list)?)).into_iter();
    all.filter_map(|node| text.definition(node)).find(|line| words(text.line(*line)).any(|word| word == flag))
}

/// The next node of a list of named metadata in which the texts differ.
fn list_node(
    both: BothTexts,
    list: &str,
    sides: (bool, bool),
    taken: &mut FxHashSet<(Option<usize>, Option<usize>)>,
) -> (Option<usize>, Option<usize>) {
    let lines = |text: &SourceText| -> Vec<Option<usize>> {
        let line = text.definition(list);
        line.map(|line| nodes(text.line(line)).into_iter().map(|node| text.definition(node)).collect())
            .unwrap_or_default()
    };
    let (of_a, of_b) = (lines(both.a), lines(both.b));
    for i in 0..of_a.len().max(of_b.len()) {
        let pair = (of_a.get(i).copied().flatten(), of_b.get(i).copied().flatten());
        let fits = match (pair.0, pair.1) {
            (Some(a), Some(b)) => sides == (true, true) && !both.alike(a, b),
            one => sides == (one.0.is_some(), one.1.is_some()),
        };
        if fits && taken.insert(pair) {
            return pair;
        }
    }
    let (a, b) = (both.a.definition(list), both.b.definition(list));
    (a.filter(|_| sides.0), b.filter(|_| sides.1))
}

/// Rows of metadata nodes as rows of their lines. The lines are found from the lists and functions that both texts have,
/// which refer to the nodes in the same order.
pub(crate) fn node_rows(both: BothTexts, rows: &[DiffRow]) -> Vec<DiffRow> {
    let mut changed: Vec<(usize, usize)> = changed_nodes(both);
    // Flags are compared by their names, with the module.
    let flags = both.a.definition("!llvm.module.flags").map(|line| nodes(both.a.line(line))).unwrap_or_default();
    let flags: FxHashSet<usize> = flags.into_iter().filter_map(|flag| both.a.definition(flag)).collect();
    changed.retain(|pair| !flags.contains(&pair.0));
    let mut found = ChangedLines::default();
    for row in rows {
        let Some(difference) = row.differences.first() else { continue };
        let kind = format!("!{}(", difference.what);
        let is_kind = |pair: &(usize, usize)| {
            let line = both.a.line(pair.0);
            if difference.what == "node" { line.contains("!{") } else { line.contains(&kind) }
        };
        match changed.iter().position(is_kind) {
            Some(at) => {
                let (a, b) = changed.remove(at);
                found.add(Some(a), Some(b), row);
            }
            None => found.others.push(row.clone()),
        }
    }
    found.rows(both)
}

/// The lines of nodes that both texts refer to at the same places, and that differ.
fn changed_nodes(both: BothTexts) -> Vec<(usize, usize)> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut changed = Vec::new();
    let mut known = FxHashSet::default();
    let follow = |a: usize, b: usize, open: &mut Vec<(usize, usize)>| {
        let lines = both.node_references(a, b).into_iter();
        open.extend(lines.filter_map(|(x, y)| Some((both.a.definition(x)?, both.b.definition(y)?))));
    };
    let mut names: Vec<(&str, usize)> = both.a.definitions().filter(|(name, _)| !is_numbered(name)).collect();
    names.sort_unstable_by_key(|(_, line)| *line);
    for (name, a) in names {
        let Some(b) = both.b.definition(name) else { continue };
        let (end_a, end_b) = (both.a.end_of(a), both.b.end_of(b));
        if end_a - a == end_b - b {
            (a..end_a).zip(b..end_b).for_each(|(a, b)| follow(a, b, &mut open));
        }
    }
    open.reverse();
    while let Some((a, b)) = open.pop() {
        if !known.insert((a, b)) {
            continue;
        }
        if !both.alike(a, b) {
            changed.push((a, b));
        }
        follow(a, b, &mut open);
    }
    changed
}

fn is_numbered(name: &str) -> bool {
    name.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
