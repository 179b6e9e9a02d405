//! The lines of what belongs to no global value: the module's own attributes, its named metadata, types, and the metadata
//! nodes that several global values refer to.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use super::definitions::{BothTexts, IDENTIFIED, MODULE, MODULE_FLAGS, nodes};
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
    ("irtrip.module_asm", "module"),
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
            self.others.push(without_lines(row));
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

/// The differences of a row that has no line in a text. What a node is in the listing is not in the reader's language.
pub(crate) fn without_lines(row: &DiffRow) -> DiffRow {
    let plain = |difference: &Difference| Difference { a: None, b: None, ..difference.clone() };
    DiffRow::new(None, None).with(row.differences.iter().map(plain).collect())
}

/// Rows of the module's attributes, named metadata and types as rows of their lines. Those without differences are left out.
pub(crate) fn module_rows(both: BothTexts, rows: &[DiffRow]) -> Vec<DiffRow> {
    let mut found = ChangedLines::default();
    let mut lists: FxHashMap<&str, ListNodes> = FxHashMap::default();
    for row in rows {
        let Some(difference) = row.differences.first() else { continue };
        let what = difference.what.as_str();
        if both.b.language == SourceLanguage::Mlir && !what.starts_with(IDENTIFIED) {
            // One line has all attributes, also where one module has none of this name.
            found.add(module_line(both.a, what), module_line(both.b, what), row);
            continue;
        }
        if let Some(list) = what.strip_suffix(" node").filter(|what| what.starts_with('!')) {
            let sides = (row.a.is_some(), row.b.is_some());
            let whole = || (both.a.definition(list).filter(|_| sides.0), both.b.definition(list).filter(|_| sides.1));
            let node = lists.entry(list).or_insert_with(|| ListNodes::of(both, list)).next(sides);
            let (a, b) = node.unwrap_or_else(whole);
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
        if what.starts_with(IDENTIFIED) {
            return text.definition(what.trim_end_matches('>'));
        }
        let flags = text.definition(MODULE_FLAGS).filter(|_| what.starts_with("!llvm.module.flags"));
        return flags.or_else(|| text.definition(MODULE));
    }
    if let Some(row) = LINES.iter().find(|row| row.0 == what) {
        return text.definition(row.1);
    }
    if let Some(name) = what.strip_prefix(IDENTIFIED).and_then(|rest| rest.strip_suffix("\">")) {
        return text.definition(&format!("%{name}")).or_else(|| text.definition(&format!("%\"{name}\"")));
    }
    let Some((list, flag)) = what.split_once(' ') else { return text.definition(what) };
    let flag = format!("!\"{flag}\"");
    let all = nodes(text.line(text.definition(list)?)).into_iter();
    all.filter_map(|node| text.definition(node)).find(|line| words(text.line(*line)).any(|word| word == flag))
}

/// The nodes of a list of named metadata in which the texts differ, by which of them have the node, in the list's order.
#[derive(Default)]
struct ListNodes(FxHashMap<(bool, bool), VecDeque<NodeLines>>);

/// The line of a node in each text.
type NodeLines = (Option<usize>, Option<usize>);

impl ListNodes {
    fn of(both: BothTexts, list: &str) -> ListNodes {
        let lines = |text: &SourceText| -> Vec<Option<usize>> {
            let line = text.definition(list);
            line.map(|line| nodes(text.line(line)).into_iter().map(|node| text.definition(node)).collect())
                .unwrap_or_default()
        };
        let (of_a, of_b) = (lines(both.a), lines(both.b));
        let mut found = ListNodes::default();
        for i in 0..of_a.len().max(of_b.len()) {
            let (a, b) = (of_a.get(i).copied().flatten(), of_b.get(i).copied().flatten());
            if a.zip(b).is_none_or(|(a, b)| !both.alike(a, b)) {
                found.0.entry((a.is_some(), b.is_some())).or_default().push_back((a, b));
            }
        }
        found
    }

    /// The next of them.
    fn next(&mut self, sides: (bool, bool)) -> Option<NodeLines> {
        self.0.get_mut(&sides)?.pop_front()
    }
}

/// Rows of metadata nodes as rows of their lines. The lines are found from the lists and functions that both texts have,
/// which refer to the nodes in the same order.
pub(crate) fn node_rows(both: BothTexts, rows: &[DiffRow]) -> Vec<DiffRow> {
    let mut changed: Vec<(usize, usize)> = changed_nodes(both);
    // Flags are compared by their names, with the module.
    let flags = both.a.definition("!llvm.module.flags").map(|line| nodes(both.a.line(line))).unwrap_or_default();
    let flags: FxHashSet<usize> = flags.into_iter().filter_map(|flag| both.a.definition(flag)).collect();
    changed.retain(|pair| !flags.contains(&pair.0));
    let mut of_kinds: FxHashMap<&str, VecDeque<(usize, usize)>> = FxHashMap::default();
    for pair in changed {
        of_kinds.entry(kind_of_node(both.a.line(pair.0))).or_default().push_back(pair);
    }
    let mut found = ChangedLines::default();
    for row in rows {
        let Some(difference) = row.differences.first() else { continue };
        match of_kinds.get_mut(difference.what.as_str()).and_then(VecDeque::pop_front) {
            Some((a, b)) => found.add(Some(a), Some(b), row),
            // MLIR has nodes without an attribute of their own on the module's line.
            None => {
                let lines = (both.a.definition(MODULE), both.b.definition(MODULE));
                let differing = lines.0.zip(lines.1).filter(|(a, b)| !both.alike(*a, *b));
                found.add(differing.map(|lines| lines.0), differing.map(|lines| lines.1), row);
            }
        }
    }
    found.rows(both)
}

/// The kind of the node that a line defines: `DILocation` of `!7 = !DILocation(...)`; `node` of a tuple.
fn kind_of_node(line: &str) -> &str {
    let node = line.split_once('=').map_or("", |(_, node)| node.trim_start());
    let node = node.strip_prefix("distinct ").unwrap_or(node);
    let kind = node.strip_prefix('!').and_then(|node| node.split_once('(')).map(|(kind, _)| kind);
    kind.filter(|kind| kind.bytes().all(|byte| byte.is_ascii_alphanumeric())).unwrap_or("node")
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
